//! What README.md shows of the program is what the program says.
//!
//! A fenced block that begins with `$ rhine …` is run: whatever stands behind a prompt is typed, a line `…` stands for
//! any number of lines. Figures that differ from machine to machine, or with every change of a bot, are not compared.

#![cfg(unix)]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The commands whose output depends on nothing but the rules.
const COMPARED: [&str; 4] = ["play", "replay", "case", "rules"];
const ANYTHING: &str = "…";

/// A command of the page, and what is shown under it.
struct Shown {
    args: Vec<String>,
    lines: Vec<String>,
}

fn shown(page: &str) -> Vec<Shown> {
    let mut found: Vec<Shown> = vec![];
    let mut fenced = false;
    for line in page.lines() {
        if line.starts_with("```") {
            fenced = line == "```text" && !fenced;
        } else if let (true, Some(command)) = (fenced, line.strip_prefix("$ rhine ")) {
            found.push(Shown { args: command.split(' ').map(String::from).collect(), lines: vec![] });
        } else if let (true, Some(last)) = (fenced, found.last_mut()) {
            last.lines.push(line.into());
        }
    }
    found
}

impl Shown {
    /// What is typed behind the prompts, and what the program prints: nothing typed is among it.
    fn dialogue(&self) -> (String, Vec<String>) {
        let (mut typed, mut printed, mut open) = (String::new(), vec![String::new()], false);
        for line in &self.lines {
            let (text, input) = match line.split_once("] > ") {
                Some((prompt, input)) => (format!("{prompt}] > "), Some(input)),
                None => (line.clone(), None),
            };
            match printed.last_mut().filter(|_| open) {
                Some(last) => *last += &text,
                None => printed.push(text),
            }
            open = input.is_some();
            typed.extend(input.iter().flat_map(|input| [*input, "\n"]));
        }
        (typed, printed.split_off(1))
    }

    fn run(&self, dir: &Path) -> String {
        let mut rhine = Command::new(env!("CARGO_BIN_EXE_rhine"));
        let pipes = rhine.args(&self.args).current_dir(dir).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = pipes.spawn().expect("the program runs");
        let typed = self.dialogue().0;
        child.stdin.take().expect("it listens").write_all(typed.as_bytes()).expect("it reads");
        let output = child.wait_with_output().expect("it ends");
        String::from_utf8(output.stdout).expect("text")
    }
}

/// The first line that is not as shown.
fn differs(expected: &[String], found: &[&str]) -> Option<String> {
    let Some((first, rest)) = expected.split_first() else {
        return found.first().map(|line| format!("more than is shown: {line}"));
    };
    if first == ANYTHING {
        let tails = (0..=found.len()).map(|skipped| differs(rest, &found[skipped..]));
        return tails.min_by_key(Option::is_some).flatten();
    }
    match found.split_first() {
        Some((line, others)) if line.trim_end() == first.trim_end() => differs(rest, others),
        line => Some(format!("shown: {first}\nfound: {}", line.map_or("nothing", |(line, _)| line))),
    }
}

#[test]
fn the_page_shows_what_the_program_says() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("README.md")).expect("the page");
    let dir = tempfile::tempdir().expect("a folder");
    std::os::unix::fs::symlink(root.join("crates"), dir.path().join("crates")).expect("a link");
    let mut compared = vec![];
    for shown in shown(&page).iter().filter(|shown| COMPARED.contains(&shown.args[0].as_str())) {
        let said = shown.run(dir.path());
        let found: Vec<&str> = said.trim_end().lines().collect();
        let expected = shown.dialogue().1;
        let end = expected.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
        if let Some(what) = differs(&expected[..end], &found) {
            panic!("rhine {}\n{what}", shown.args.join(" "));
        }
        compared.push(shown.args[0].clone());
    }
    assert_eq!(compared, COMPARED, "the page shows each of them");
}

#[test]
fn what_differs_is_found() {
    let lines = |text: &str| text.lines().map(String::from).collect::<Vec<_>>();
    assert_eq!(differs(&lines("one\n…\nfour"), &["one", "two", "three", "four"]), None);
    assert_eq!(differs(&lines("one\n…"), &["one"]), None);
    assert_eq!(differs(&lines("one\ntwo"), &["one", "three"]), Some("shown: two\nfound: three".into()));
    assert_eq!(differs(&lines("one"), &["one", "two"]), Some("more than is shown: two".into()));
    assert!(differs(&lines("…\nfive"), &["one", "two"]).is_some());
    let page = "```text\n$ rhine play ford\nhello\nUS Move? [1.1] > go\n  gone\nUS Move? [1.1] > quit\n```\n";
    let (typed, printed) = shown(page)[0].dialogue();
    assert_eq!(typed, "go\nquit\n");
    assert_eq!(printed, ["hello", "US Move? [1.1] >   gone", "US Move? [1.1] > "]);
}
