//! What the readers accept, and how they name mistakes.

use data::{DataError, Files, Grid, Low, Provenance, WordFile, from_toml, rule_examples, rule_index};
use std::path::PathBuf;

fn files(name: &str, body: &str) -> Files {
    Files::embedded("ford", &[(name, body)])
}

fn words_of(body: &str) -> Result<Vec<Vec<String>>, DataError> {
    let files = files("map.txt", body);
    let file = WordFile::read(files.text("map.txt")?)?;
    let words = |record: &data::Record<'_>| record.words().rest().iter().map(|it| it.as_str().to_owned()).collect();
    Ok(file.records().iter().map(words).collect())
}

/// A directory of its own for each test, emptied before.
fn directory(name: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("rhine-data-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(dir.join("ford")).expect("a temporary directory");
    dir
}

#[test]
fn comments_continuations_and_quotes() {
    let body = "# head\n\ndefault printed\nroad \"Main road\" 0101 # here it begins\n    0102\n\t0103\n  # remark\ntown Ford\r\n";
    let expected = [vec!["road", "Main road", "0101", "0102", "0103"], vec!["town", "Ford"]];
    assert_eq!(words_of(body).unwrap(), expected);
}

#[test]
fn a_record_says_where_it_comes_from_or_the_file_does() {
    let body = "default reconstructed: drawn by us\n0101 woods [2.1, 5.3]\n0102 clear ~ printed: page 3\n0103 town ~ derived: long\n   reason\n";
    let files = files("map.txt", body);
    let file = WordFile::read(files.text("map.txt").unwrap()).unwrap();
    let marks: Vec<(Provenance, &str)> =
        file.records().iter().map(|record| (record.mark().provenance, record.mark().why.as_str())).collect();
    let expected = [
        (Provenance::Reconstructed, "drawn by us"),
        (Provenance::Printed, "page 3"),
        (Provenance::Derived, "long reason"),
    ];
    assert_eq!(marks, expected);
    assert_eq!(file.default().why, "drawn by us");
    let rules: Vec<&str> = file.records()[0].rules().iter().map(|rule| rule.as_str()).collect();
    assert_eq!(rules, ["2.1", "5.3"]);
}

#[test]
fn mistakes_name_file_and_line() {
    let message = |body| words_of(body).unwrap_err().to_string();
    assert!(message("").starts_with("ford/map.txt: the file must begin with"));
    assert!(message("\n0101 woods\n").starts_with("ford/map.txt:2: the file must begin with"));
    assert_eq!(message("  0101\n"), "ford/map.txt:1: the line begins with a blank but continues nothing");
    assert_eq!(message("default printed\nroad \"Main\n"), "ford/map.txt:2: the quotation mark is not closed");
    assert_eq!(message("default printed\n0101 [2.1\n"), "ford/map.txt:2: the bracket is not closed");
    assert_eq!(message("default derived\n"), "ford/map.txt:1: say why: `derived: the reason`");
    // A continued record reports the line the word is in.
    let files = files("map.txt", "default printed\nroad A 1\n   x\n");
    let file = WordFile::read(files.text("map.txt").unwrap()).unwrap();
    let error = file.records()[0].words().rest()[3].number::<u8>("the hex").unwrap_err();
    assert_eq!(error.to_string(), "ford/map.txt:3: the hex must be a number in its bounds, not \"x\"");
}

#[test]
fn words_are_taken_in_order_and_none_may_be_left() {
    let files = files("map.txt", "default printed\ngrid 29 300 more\n");
    let file = WordFile::read(files.text("map.txt").unwrap()).unwrap();
    let mut words = file.records()[0].words();
    assert_eq!(words.take("grid").unwrap().as_str(), "grid");
    assert_eq!(words.take("columns").unwrap().number::<u8>("columns"), Ok(29));
    assert!(words.take("rows").unwrap().number::<u8>("rows").is_err());
    assert_eq!(words.clone().end().unwrap_err().what, "\"more\" is one word too many");
    words.rest();
    assert_eq!(words.take("the parity").unwrap_err().what, "the parity is missing");
}

#[test]
fn hundredths_are_exact_and_bounded() {
    let files = files("map.txt", "default printed\n26.7 -3 18.85 1.234 nan 99999999999 -.5 \u{664}\n");
    let file = WordFile::read(files.text("map.txt").unwrap()).unwrap();
    let values: Vec<Option<i32>> =
        file.records()[0].words().rest().iter().map(|word| word.hundredths("it").ok()).collect();
    assert_eq!(values, [Some(2670), Some(-300), Some(1885), None, None, None, None, None]);
}

#[test]
fn a_file_of_the_owner_takes_the_place_of_ours() {
    let dir = directory("replace");
    std::fs::write(dir.join("ford/map.txt"), "\u{feff}default printed\n0101\n").unwrap();
    let files = files("map.txt", "default printed\n").overridden(&dir).unwrap();
    let text = files.text("map.txt").unwrap();
    assert!(text.is_replaced());
    assert_eq!(text.body(), "default printed\n0101\n");
    assert_eq!(text.error("x").file, dir.join("ford/map.txt").display().to_string());
    assert!(files.text("maps.txt").unwrap_err().to_string().contains("known: map.txt"));
    std::fs::remove_dir_all(dir).unwrap();
}

#[test]
fn files_that_could_not_take_effect_are_mistakes() {
    let dir = directory("mistakes");
    let ours = || files("map.txt", "default printed\n");
    assert!(ours().overridden(&dir.join("nowhere")).is_err());
    assert!(ours().overridden(&dir).is_ok(), "nothing to replace");
    std::fs::write(dir.join("ford/notes.md"), "mine").unwrap();
    assert!(ours().overridden(&dir).is_ok(), "other files are no concern");
    std::fs::write(dir.join("ford/map.txt"), b"default printed\n\xff\xfe\n").unwrap();
    let error = ours().overridden(&dir).unwrap_err();
    assert_eq!((error.line, error.what.as_str()), (Some(2), "not UTF-8 text; save the file as UTF-8"));
    std::fs::write(dir.join("ford/map.txt"), "default printed\n").unwrap();
    std::fs::write(dir.join("ford/mpa.txt"), "").unwrap();
    assert!(ours().overridden(&dir).unwrap_err().to_string().contains("no such data file; known: map.txt"));
    std::fs::remove_dir_all(dir).unwrap();
}

#[test]
fn tables_report_line_and_column() {
    let files = files("tables.toml", "a = 1\nb = \"ü\" x\n");
    let error = from_toml::<toml::Table>(files.text("tables.toml").unwrap()).unwrap_err();
    assert_eq!((error.line, error.column), (Some(2), Some(9)));
    assert!(error.to_string().starts_with("ford/tables.toml:2:9: "));
}

#[test]
fn deep_nesting_is_refused() {
    let files = files("tables.toml", &format!("a = {}", "[".repeat(100_000)));
    assert!(from_toml::<toml::Table>(files.text("tables.toml").unwrap()).is_err());
}

const RULE: &str = "[[rule]]\nid = \"1.0\"\ntitle = \"T\"\ntext = \"t\"\nkind = \"heading\"\n";

#[test]
fn a_rule_index_is_read() {
    let more = "see = [\"1.0\"]\nruling = \"so\"\ndata = \"reconstructed\"\nfile = \"data/map.txt\"\n";
    let example = "[[example]]\nid = \"e\"\nrules = [\"1.0\"]\ngiven = \"g\"\nwhen = \"w\"\nthen = \"t\"\n";
    let files = files("rules.toml", &format!("{RULE}{more}{example}"));
    let text = files.text("rules.toml").unwrap();
    let index = rule_index(text).unwrap();
    let entry = index.find("1.0").unwrap();
    assert_eq!((entry.kind, entry.reconstructed), (referee::RuleKind::Heading, true));
    assert_eq!((entry.ruling.as_deref(), entry.see.as_slice()), (Some("so"), &["1.0".to_owned()][..]));
    assert_eq!(rule_examples(text).unwrap()[0].then, "t");
}

#[test]
fn mistakes_in_a_rule_index_are_found() {
    let message = |body: String| {
        let files = files("rules.toml", &body);
        rule_index(files.text("rules.toml").unwrap()).unwrap_err().to_string()
    };
    assert_eq!(message(format!("{RULE}{RULE}")), "ford/rules.toml:7:6: rule \"1.0\" is listed twice");
    assert_eq!(message(format!("{RULE}see = [\"2.0\"]\n")), "ford/rules.toml:6:8: there is no rule \"2.0\"");
    assert!(message(format!("{RULE}sea = []\n")).contains("unknown field `sea`"));
    assert!(message(RULE.replace("heading", "note")).contains("unknown variant `note`"));
}

#[test]
fn a_grid_numbers_its_hexes() {
    let grid = Grid { columns: 3, rows: 2, low: Low::Odd };
    assert_eq!((grid.find("0101"), grid.find("0302"), grid.find("0303")), (Some(0), Some(5), None));
    for odd in ["", "1", "01001", "+101", "0ü1", "00", "0000", "\u{661}\u{661}"] {
        assert_eq!(grid.find(odd), None, "{odd:?}");
    }
    assert_eq!(grid.neighbours(0).collect::<Vec<_>>(), [1, 2, 3], "0101 lies low: 0102, 0201, 0202");
    assert!(grid.meet((0, 2), (2, 3)) == grid.adjacent(0, 3));
    assert_eq!(grid.number(5), "0302");
}
