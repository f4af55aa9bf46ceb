//! The commands from outside: what they print, and how they end when something is wrong.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

struct Said {
    out: String,
    err: String,
    code: i32,
}

fn rhine(args: &[&str]) -> Said {
    rhine_with(args, "")
}

fn rhine_with(args: &[&str], input: &str) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rhine"));
    command.args(args).env("RUST_BACKTRACE", "1");
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    child.stdin.take().expect("an input").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    Said { out: text(output.stdout), err: text(output.stderr), code: output.status.code().unwrap_or(-1) }
}

/// A file that is gone when the test ends.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, text: &[u8]) -> Scratch {
        let file = std::env::temp_dir().join(format!("rhine-{}-{name}", std::process::id()));
        std::fs::write(&file, text).expect("a file");
        Scratch(file)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a plain path")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn the_shelf_lists_every_game_and_scenario() {
    let said = rhine(&["games"]);
    assert_eq!(said.code, 0);
    for word in ["ford", "dusk", "hurtgen-forest", "historical", "free"] {
        assert!(said.out.contains(word), "{word} is missing\n{}", said.out);
    }
}

#[test]
fn what_is_unknown_is_said_with_what_is_known() {
    for (args, words) in [
        (&["play", "chess"][..], &["unknown game `chess`", "ford, hurtgen-forest"][..]),
        (&["rules", "chess"], &["unknown game `chess`"]),
        (&["rules", "ford", "99.9"], &["unknown rule `99.9`"]),
        (&["sim", "ford", "noon"], &["unknown scenario `noon` of ford", "dusk"]),
        (&["sim", "ford", "dusk+snow"], &["unknown option `snow`", "no-mine"]),
        (&["sim", "ford", "--seats", "random"], &["this scenario has 2 seats, not 1"]),
        (&["sim", "ford", "--seats", "random,clever"], &["unknown bot `clever`", "random, cautious"]),
        (
            &["play", "ford", "--seats", "human,clever"],
            &["nobody is called `clever`", "human, easy, medium, hard, random, cautious"],
        ),
        (&["perft", "ford", "noon", "1"], &["unknown scenario `noon`"]),
        (&["replay", "no-such-file.match"], &["no-such-file.match", "No such file"]),
        (&["case", "no-such-file.case"], &["no-such-file.case", "No such file"]),
        (&["map", "ford", "-o", "no-such-directory/map.svg"], &["no-such-directory/map.svg"]),
        (&["--data", "no-such-directory", "games"], &["no-such-directory: is not a directory"]),
        (&["fuzz", "ford"], &["--seconds"]),
        (&["fly"], &["unrecognized subcommand 'fly'"]),
    ] {
        let said = rhine(args);
        assert_eq!(said.code, 2, "{args:?}\n{}{}", said.out, said.err);
        assert!(words.iter().all(|word| said.err.contains(word)), "{args:?}\n{}", said.err);
        assert!(!said.err.contains("backtrace") && !said.err.contains("panicked"), "{}", said.err);
    }
}

#[test]
fn bots_play_a_game_to_its_end() {
    let said = rhine(&["play", "ford", "--seats", "random,cautious", "--seed", "7"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let last = said.out.lines().last().unwrap_or_default();
    assert!(last.contains("[7."), "the end names its rule: {last}");
    assert_eq!(said.out, rhine(&["play", "ford", "--seats", "random,cautious", "--seed", "7"]).out, "a seed is a seed");
}

#[test]
fn a_human_is_answered_and_may_leave_at_any_time() {
    let file = Scratch::new("saved.match", b"");
    let lines = [
        "?",
        "? move Able",
        "? nonsense",
        "why move Able 0101-0102",
        "odds done",
        "move Zebra 0101",
        "map",
        "map 0202",
        "map nowhere",
        "1",
        "1 9999",
        "99",
        "log",
        "help",
        "undo",
        "save",
        &format!("save {}", file.path()),
        "move Able 0303",
        "undo",
    ];
    let said =
        rhine_with(&["play", "ford", "dusk+no-mine", "--seats", "human,human", "--seed", "3"], &lines.join("\n"));
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    for words in [
        "move Able",
        "from 0202",
        "Nothing like `nonsense`",
        "[2.",
        "unknown unit `Zebra`",
        "there is no spot `9999`",
        "There is no spot `nowhere`",
        "where to?",
        "offer 98 does not exist",
        "take your last decision back",
        "cannot be taken back",
        "Taken back.",
        "The input ends",
    ] {
        assert!(said.out.contains(words), "{words} is missing\n{}", said.out);
    }
    assert_eq!(rhine(&["replay", file.path(), "--check"]).code, 0);
}

#[test]
fn a_match_that_begins_with_a_position_goes_on() {
    let text = "rhine match 1\ngame ford\nposition\n  US Able at 0202\n  GE Anton at 0304\n  US to move\ndeal\n\n";
    let file = Scratch::new("position.match", text.as_bytes());
    let said = rhine_with(&["play", "ford", "--load", file.path(), "--seats", "human,human"], "move Able 0303\nquit\n");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(said.out.contains("Able moves to 0303"), "{}", said.out);
}

#[test]
fn a_saved_match_is_told_and_a_damaged_one_is_stopped_at_its_line() {
    let saved = Scratch::new("whole.match", b"");
    let seats = ["play", "ford", "--seats", "human,random", "--seed", "5"];
    rhine_with(&seats, &format!("move Able 0303\ndone\nsave {}\n", saved.path()));
    let text = std::fs::read_to_string(&saved.0).expect("it was saved");
    let told = rhine(&["replay", saved.path()]);
    assert!(told.code == 0 && told.out.contains("US move Able 0303"), "{}", told.out);
    let line = 1 + text.lines().position(|line| line.starts_with("US move Able")).expect("the move");
    let damaged = Scratch::new("damaged.match", text.replace("US move Able 0303", "US move Able 0706").as_bytes());
    for argument in ["--check", "--stamp"] {
        let told = rhine(&["replay", damaged.path(), argument]);
        assert!(told.code == 1 && told.out.contains(&format!("line {line}:")), "{}", told.out);
    }
    // A lawful match without fingerprints, or with false ones, gets those of today.
    let bare: String =
        text.lines().map(|line| line.rsplit_once(" @").map_or(line, |(line, _)| line).to_owned() + "\n").collect();
    for unstamped in [bare.replace("done", "done @00000000"), bare.clone()] {
        let file = Scratch::new("unstamped.match", unstamped.as_bytes());
        let told = rhine(&["replay", file.path(), "--stamp"]);
        assert!(told.code == 0 && told.out.contains("stamped"), "{}", told.out);
        assert_eq!(std::fs::read_to_string(&file.0).expect("it was stamped"), text);
    }
    for (text, words) in [
        (&b"\xff\xfe\x00"[..], "not a text file"),
        (b"", "not a match file"),
        (b"rhine match 1\ngame chess\n", "unknown game `chess`"),
        (b"rhine match 1\ngame ford\n", "no `deal` line"),
        (b"rhine match 7\ngame ford\n", "begins with `rhine match 1`"),
    ] {
        let file = Scratch::new("bad.match", text);
        let said = rhine(&["replay", file.path()]);
        let all = format!("{}{}", said.out, said.err);
        assert!(said.code != 0 && all.contains(words) && !all.contains("panicked"), "{words}\n{all}");
    }
}

#[test]
fn a_match_of_older_rules_is_repaired_and_the_old_file_kept() {
    let saved = Scratch::new("older.match", b"");
    let seats = ["play", "ford", "--seats", "human,random", "--seed", "5"];
    rhine_with(&seats, &format!("move Able 0303\ndone\nsave {}\n", saved.path()));
    let today = std::fs::read_to_string(&saved.0).expect("it was saved");
    assert!(rhine(&["repair", saved.path()]).out.contains("holds"), "nothing is to be done");
    // The file as an older version wrote it: other rules, and a hash of the state where the stamp is now.
    let rules = today.lines().find(|line| line.starts_with("rules ")).expect("the date of the rules");
    let older = today.replace(rules, "rules 2026-11-15\nnames Ada").replace(" @", " #");
    std::fs::write(&saved.0, &older).expect("it can be written");
    assert_eq!(rhine(&["replay", saved.path(), "--check"]).code, 0, "it is still read");
    let said = rhine(&["repair", saved.path()]);
    assert!(said.code == 0 && said.out.contains("repaired"), "{}{}", said.out, said.err);
    let repaired = std::fs::read_to_string(&saved.0).expect("it was repaired");
    assert_eq!(repaired, today.replace(rules, &format!("{rules}\nnames Ada")));
    let old = format!("{}.old", saved.path());
    assert_eq!(std::fs::read_to_string(&old).expect("the old file is kept"), older);
    std::fs::remove_file(&old).expect("it was kept");
    // What is unlawful today is named with its line, and nothing is written.
    let unlawful = repaired.replace("US move Able 0303", "US move Able 0706");
    let line = 1 + unlawful.lines().position(|line| line.contains("0706")).expect("the move");
    std::fs::write(&saved.0, &unlawful).expect("it can be written");
    let said = rhine(&["repair", saved.path()]);
    assert!(
        said.code == 1 && said.out.contains("refused") && said.out.contains(&format!("line {line}:")),
        "{}",
        said.out
    );
    assert_eq!(std::fs::read_to_string(&saved.0).expect("it is left alone"), unlawful);
    assert!(!std::path::Path::new(&old).exists());
}

#[test]
fn cases_run_from_files() {
    let good = "game ford\ncase 2.0 Moving\n scenario dusk+no-mine ! 2,8,7\n play\n US asked 2.0\n";
    let file = Scratch::new("good.case", good.replace('+', " +").as_bytes());
    let said = rhine(&["case", file.path()]);
    assert!(said.code == 0 && said.out.ends_with("1 passed, 0 failed\n"), "{}", said.out);
    let file = Scratch::new("bad.case", good.replace('+', " +").replace("US asked", "GE asked").as_bytes());
    let said = rhine(&["case", file.path()]);
    assert!(said.code == 1 && said.out.contains("bad.case:5: GE asked 2.0"), "{}", said.out);
    let file = Scratch::new(
        "unit.case",
        b"game ford\ncase 2.0 x\nscenario dusk +no-mine ! 2,8,7\nUS move Zebra 0101\nover US\n",
    );
    let said = rhine(&["case", file.path()]);
    assert!(
        said.code == 1 && said.out.contains("unit.case:4:") && said.out.contains("unknown unit `Zebra`"),
        "{}",
        said.out
    );
    let file = Scratch::new("chess.case", b"game chess\ncase 1.1 x\n");
    assert_eq!(rhine(&["case", file.path()]).code, 2);
}

#[test]
fn a_refusal_names_who_is_meant_and_a_way_what_it_costs() {
    let lines = ["? move 1/8", "why move 1/8 2901", "why move 275F 0702"];
    let said = rhine_with(&["play", "hurtgen-forest", "--seats", "human,human", "--seed", "3"], &lines.join("\n"));
    for words in ["from 0402, 7 points", "½)", ": 2901", ": 275F"] {
        assert!(said.out.contains(words), "{words} is missing\n{}", said.out);
    }
}

#[test]
fn points_are_listed_by_seat() {
    let said = rhine(&["sim", "race-to-the-rhine", "three", "--games", "6", "--json", "--points"]);
    let figures: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    let games = figures["points"].as_array().expect("a list of games");
    for (nth, short) in ["Monty", "Brad", "Patton"].into_iter().enumerate() {
        let sum: f64 = games.iter().filter_map(|game| game[nth].as_f64()).sum();
        let mean = figures["mean_points"][short].as_f64().expect("a mean for each seat");
        assert!((sum / 6.0 - mean).abs() < 1e-9, "{short}\n{}", said.out);
    }
}

#[test]
fn figures_come_as_json() {
    let said = rhine(&["sim", "ford", "--games", "20", "--seats", "random,random", "--json"]);
    let figures: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!(figures["games"], 20);
    assert_eq!(figures["dead_ends"], 0);
    assert!(figures["mean_decisions"].as_f64().is_some_and(|mean| mean > 5.0));
    let outcomes = figures["outcomes"].as_object().expect("outcomes by name");
    assert_eq!(outcomes.values().filter_map(serde_json::Value::as_u64).sum::<u64>(), 20);
    let said = rhine(&["bench", "ford", "--json", "--patience", "5"]);
    let figures: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    for field in
        ["decisions_per_s", "games_per_s", "state_bytes", "clone_ns", "view_us", "reach_us", "replay_us_per_entry"]
    {
        assert!(figures[0][field].as_f64().is_some_and(|figure| figure > 0.0), "{field}\n{}", said.out);
    }
    assert_eq!((&figures[0]["game"], &figures[0]["scenario"]), (&"ford".into(), &"dusk".into()));
}

#[test]
fn laws_counts_rules_and_maps() {
    let said = rhine(&["fuzz", "ford", "--games", "20"]);
    assert!(said.code == 0 && said.out.contains("all laws kept"), "{}", said.out);
    let said = rhine(&["perft", "ford", "dusk+no-mine", "1"]);
    assert!(said.code == 0 && said.out.contains("dusk+no-mine  1    0"), "{}", said.out);
    let said = rhine(&["rules", "ford"]);
    let last = said.out.lines().last().unwrap_or_default();
    assert!(last.contains(" enforced, ") && last.ends_with(" 0 missing"), "{last}");
    let said = rhine(&["rules", "ford", "2.6"]);
    assert!(said.out.contains("Cited") && said.out.contains("Tests"), "{}", said.out);
    let said = rhine(&["map", "ford", "-o", "-", "--scene", "dusk"]);
    assert!(said.code == 0 && said.out.starts_with("<svg"), "{}", &said.out[..said.out.len().min(200)]);
}

/// A long trial goes on where it was stopped, and never plays a game twice.
#[test]
fn a_trial_goes_on_from_its_tally() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("tally.json").display().to_string();
    let count = |games: &str| {
        let said = rhine(&["fuzz", "ford", "--games", games, "--threads", "2", "--tally", &file]);
        let decisions = said.out.lines().find_map(|line| line.strip_prefix("decisions")).unwrap_or_default();
        (said.code, said.out.contains(&format!("games {games:>28}")), decisions.trim().to_owned())
    };
    let (code, told, few) = count("8");
    assert!(code == 0 && told, "{few}");
    let (code, told, more) = count("20");
    assert!(code == 0 && told && more != few, "{more}");
    assert_eq!(count("20").2, more, "nothing is left to play");
    std::fs::write(&file, "{\"ford dusk, from seed 1\": {\"games\": 3}}").expect("a file");
    let said = rhine(&["fuzz", "ford", "--games", "20", "--tally", &file]);
    assert!(said.code == 2 && said.err.contains("`decisions` is missing"), "{}", said.err);
}

/// A file could move the cursor, set the title of the window or write in an invisible colour.
#[test]
fn nothing_in_a_file_reaches_the_terminal_raw() {
    let title = "\u{1b}]0;owned\u{7}\u{1b}[8m\u{202e}\u{9b}1m";
    let header = "rhine match 1\ngame ford\nscenario dusk\n";
    let files = [
        ("replay", format!("rhine match 1\ngame fo{title}rd\n")),
        ("replay", format!("{header}deal ! {title}\n")),
        ("replay", format!("rhine match 1\ngame ford\nscenario {title}\ndeal\n")),
        ("verify", format!("rhine match 1\ngame fo{title}rd\n")),
        ("verify", format!("{header}dice-hash {title}\ndeal ! 1\n")),
        ("repair", format!("{header}deal ! 1\n\nGE {title}\n")),
        ("case", format!("game ford\ncase 1  A {title}\n  position\n    GE {title}\n")),
        ("case", format!("game ford\n{title}\n")),
    ];
    for (command, text) in files {
        let file = Scratch::new("raw.match", text.as_bytes());
        let mut colourful = Command::new(env!("CARGO_BIN_EXE_rhine"));
        let done = colourful.args([command, file.path()]).env("CLICOLOR_FORCE", "1").output().expect("it runs");
        let said = String::from_utf8([done.stdout, done.stderr].concat()).expect("text");
        assert!(!said.is_empty());
        for raw in ["\u{1b}]", "\u{1b}[8m", "\u{7}", "\u{202e}", "\u{9b}"] {
            assert!(!said.contains(raw), "{command}: {said:?}");
        }
    }
}

#[test]
fn the_load_plays_every_game_with_people_who_come_and_go() {
    let crowd = ["load", "--game", "all", "--matches", "8", "--seconds", "3", "--rate", "80"];
    let said = rhine(&[&crowd[..], &["--open-loop", "--spectators", "1", "--reconnects", "8"]].concat());
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    let figure = |line: &str| {
        let line = said.out.lines().find_map(|said| said.trim().strip_prefix(line)).expect(line);
        line.split_whitespace().next().expect("a figure").parse::<f64>().expect("a number")
    };
    assert!(figure("of people") > 1.0 && figure("updates watched") > 1.0, "{}", said.out);
    assert!(figure("back at the table ms") > 0.0, "{}", said.out);
    assert_eq!(rhine(&["load", "--open-loop", "--rate", "0"]).code, 2);
}

#[test]
fn the_load_lists_wakes_and_bears_strangers() {
    let args = ["load", "--game", "ford", "--matches", "2", "--seconds", "2", "--rate", "10"];
    let said = rhine(&[&args[..], &["--strangers", "--stored", "20", "--wake", "30"]].concat());
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    for line in ["list of matches, 20 stored", "strangers tried", "waking a match of 30 decisions ms"] {
        assert!(said.out.contains(line), "{line}: {}", said.out);
    }
}
