//! Finds rule numbers in the files of a game crate. Only the standard library is used: the build
//! script of `shelf` includes this file too.

use std::io;
use std::path::{Path, PathBuf};

/// Where rules are cited, and which tests carry them: pairs of a rule number and a place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scan {
    pub citations: Vec<(String, String)>,
    pub tests: Vec<(String, String)>,
}

/// Scans `src/**/*.rs` and `data/*` for citations, `cases/*.case` and `tests/**` for tests.
pub fn scan(crate_dir: &Path) -> io::Result<Scan> {
    let mut scan = Scan::default();
    for file in files_under(&crate_dir.join("src"))? {
        let (name, text) = read(crate_dir, &file)?;
        in_source(&mut scan, &name, &text);
    }
    for file in files_under(&crate_dir.join("data"))? {
        let (name, text) = read(crate_dir, &file)?;
        // The index itself cites nothing.
        if !name.ends_with("/rules.toml") {
            in_data(&mut scan, &name, &text);
        }
    }
    for file in files_under(&crate_dir.join("cases"))?.iter().chain(&files_under(&crate_dir.join("tests"))?) {
        let (name, text) = read(crate_dir, file)?;
        in_tests(&mut scan, &name, &text);
    }
    Ok(scan)
}

/// Text files below a directory, in order; none if it does not exist.
fn files_under(dir: &Path) -> io::Result<Vec<PathBuf>> {
    const TEXT: [&str; 6] = ["rs", "toml", "txt", "case", "match", "position"];
    let mut found = vec![];
    if !dir.is_dir() {
        return Ok(found);
    }
    for entry in std::fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files_under(&path)?);
        } else if path.extension().is_some_and(|extension| TEXT.iter().any(|text| extension == *text)) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn read(crate_dir: &Path, file: &Path) -> io::Result<(String, String)> {
    let name = file.strip_prefix(crate_dir).unwrap_or(file).to_string_lossy().replace('\\', "/");
    Ok((name, std::fs::read_to_string(file)?))
}

fn in_source(scan: &mut Scan, name: &str, text: &str) {
    for (number, line) in text.lines().enumerate().map(|(i, line)| (i + 1, line)) {
        let place = format!("{name}:{number}");
        for rule in quoted_after(line, "Rule(") {
            scan.citations.push((rule.into(), place.clone()));
        }
        if let Some((_, comment)) = line.split_once("//") {
            cite_brackets(scan, comment, &place);
        }
        test_functions(scan, name, line);
    }
}

/// `[16.12]` anywhere, `rule = "7.61"` and `rules = ["16.12", "16.13"]`.
fn in_data(scan: &mut Scan, name: &str, text: &str) {
    for (number, line) in text.lines().enumerate().map(|(i, line)| (i + 1, line)) {
        let place = format!("{name}:{number}");
        cite_brackets(scan, line, &place);
        let key = line.split_once('=').map(|(key, value)| (key.trim(), value));
        if let Some(("rule" | "rules", value)) = key {
            for rule in value.split('"').skip(1).step_by(2).filter(|word| is_number(word)) {
                scan.citations.push((rule.into(), place.clone()));
            }
        }
    }
}

/// `case 5.14, 6.1 Title` in scripts and in raw strings, functions and match files named `r5_14_…`.
fn in_tests(scan: &mut Scan, name: &str, text: &str) {
    let stem = Path::new(name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    if let Some(rule) = numbered_name(&stem).filter(|_| !name.ends_with(".rs")) {
        scan.tests.push((rule, name.into()));
    }
    for line in text.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix("case ") {
            let mut title = header.trim_start();
            let mut rules = vec![];
            loop {
                let (word, rest) = title.split_once(' ').unwrap_or((title, ""));
                rules.extend(word.split(',').filter(|id| is_number(id)));
                title = rest.trim_start();
                if !word.ends_with(',') {
                    break;
                }
            }
            for rule in rules {
                scan.tests.push((rule.into(), format!("{stem}: {title}")));
            }
        }
        test_functions(scan, name, line);
    }
}

fn test_functions(scan: &mut Scan, name: &str, line: &str) {
    let function = line.trim_start().strip_prefix("fn ").and_then(|rest| rest.split_once('('));
    if let Some((function, rule)) = function.and_then(|(function, _)| Some((function, numbered_name(function)?))) {
        scan.tests.push((rule, format!("{name}: {function}")));
    }
}

/// `r5_14_a_unit_may_not_leave` carries 5.14.
fn numbered_name(name: &str) -> Option<String> {
    let numbers = name.strip_prefix('r')?.split('_');
    let numbers: Vec<_> =
        numbers.take_while(|word| word.bytes().all(|b| b.is_ascii_digit()) && !word.is_empty()).collect();
    (numbers.len() > 1).then(|| numbers.join("."))
}

fn quoted_after<'t>(line: &'t str, opening: &str) -> impl Iterator<Item = &'t str> {
    line.split(opening).skip(1).filter_map(|rest| rest.strip_prefix('"')?.split_once('"')).map(|(rule, _)| rule)
}

fn cite_brackets(scan: &mut Scan, text: &str, place: &str) {
    let brackets = text.split('[').skip(1).filter_map(|rest| rest.split_once(']')).map(|(inside, _)| inside);
    for inside in brackets {
        let ids: Vec<_> = inside.split(',').map(str::trim).collect();
        if ids.iter().all(|id| is_number(id)) {
            scan.citations.extend(ids.iter().map(|id| (id.to_string(), place.to_string())));
        }
    }
}

/// Whether a word looks like the number of a rule: `7.74`, `16.12.a`, `M.3`, `seq.4`, `dn.d`; not `0`, `f32`, `Rule` or `s.held`.
fn is_number(word: &str) -> bool {
    let mut parts = word.split('.');
    let chapter = parts.next().unwrap_or_default();
    let rest: Vec<_> = parts.collect();
    let alphanumeric = |part: &&str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric());
    let is_short = |part: &&str| part.parse::<u8>().is_ok() || part.len() == 1;
    // A chapter without a number has a short name: of code it is told apart by what follows.
    let is_named = (2..=3).contains(&chapter.len()) && chapter.bytes().all(|b| b.is_ascii_lowercase());
    let is_numbered =
        (1..=3).contains(&chapter.len()) && chapter.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase());
    !rest.is_empty() && rest.iter().all(alphanumeric) && (is_numbered || is_named && rest.iter().all(is_short))
}
