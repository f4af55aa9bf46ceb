//! What the readers accept, and how they name mistakes.

use data::{DataError, Files, HexMap, Provenance, Vocabulary, WordFile, from_toml, rule_examples, rule_index};
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
    std::fs::remove_file(dir.join("ford/mpa.txt")).unwrap();
    std::fs::write(dir.join("README.txt"), "mine").unwrap();
    assert!(ours().overridden(&dir).is_ok(), "other files are no concern");
    std::fs::write(dir.join("map.txt"), "default printed\n").unwrap();
    let error = ours().overridden(&dir).unwrap_err().to_string();
    assert!(error.ends_with("map.txt: a file of ford belongs in ford/map.txt"), "{error}");
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

const WORDS: Vocabulary<'static> = Vocabulary { along: &["river"], through: &["road"], own: &["depot"], most: 20 };

const MAP: &str = "default printed: the map
grid 3 2 odd-low
0101 clear
0102 woods
0201 clear
0202 town Aach
0301 clear
0302 clear
river Inde 0201-0301 0202-0301
road \"Old road\" 0101 0201 0301
bridge 0201-0301 road over Inde
town Aach 0202
label water \"INDE\" 2.5 1.5 -30
depot 0101
";

#[test]
fn a_map_of_hexes_is_read() {
    let files = files("map.txt", MAP);
    let map = HexMap::read(files.text("map.txt").unwrap(), &WORDS).unwrap();
    assert_eq!((map.grid.len(), map.board.edges()), (6, 9));
    assert_eq!(map.hexes[3].first().unwrap().as_str(), "0202");
    assert_eq!((map.along[0].name.as_str(), map.along[0].sides.len()), ("Inde", 2));
    assert_eq!((map.through[0].kind, map.through[0].hexes.len()), ("road", 3));
    assert_eq!(map.bridges[0].carries, Some(("road", "Inde")));
    assert_eq!(map.towns[0].1, [map.grid.read("0202").unwrap()]);
    assert_eq!((map.labels[0].text.as_str(), map.labels[0].turn), ("INDE", -30.0));
    assert!(map.own[0].starts_with("depot"));
    assert_eq!(map.drawn_along("river", 0).count() + map.drawn_through("road", 1).count(), 2);
}

#[test]
fn a_map_may_have_holes_and_several_sheets() {
    let body =
        "default printed: the map\ngrid 2 4 even-low holes\nsheet N 1 2 3\nsheet S 3 4\nN0102 clear\nS0101 clear\n";
    let files = files("map.txt", body);
    let map = HexMap::read(files.text("map.txt").unwrap(), &WORDS).unwrap();
    assert_eq!((map.grid.len(), map.board.edges()), (2, 1));
    assert_eq!(map.grid.read("N0103"), map.grid.read("S0101"));
    assert_eq!(map.grid.read("N0101"), None);
}

#[test]
fn mistakes_in_a_map_are_found_in_their_line() {
    let message = |from: &str, to: &str| {
        assert!(MAP.contains(from), "{from}");
        let files = files("map.txt", &MAP.replacen(from, to, 1));
        HexMap::read(files.text("map.txt").unwrap(), &WORDS).unwrap_err().to_string()
    };
    for (from, to, says) in [
        ("grid 3 2 odd-low", "grid 3 2", "map.txt:2: which columns or rows are shifted is missing"),
        ("odd-low", "odd", "map.txt:2: unknown layout \"odd\"; known: even-low, odd-low, even-right, odd-right"),
        ("odd-low", "odd-low upward", "map.txt:2: rows of flat hexes run down the sheet"),
        ("grid 3 2", "grid 0 2", "map.txt:2: the number of columns must be from 1 to 99"),
        ("grid 3 2 odd-low", "clear", "map.txt:2: the map begins with its grid"),
        ("0102 woods\n", "", "map.txt: the terrain of hex 0102 is missing"),
        ("0102 woods", "0101 woods", "map.txt:4: hex 0101 is listed twice"),
        ("0102 woods", "0109 woods", "map.txt:4: \"0109\" is no hex of this map, 0101 to 0302"),
        ("river Inde 0201-0301", "river Inde 0101-0301", "map.txt:9: the hexes 0101-0301 are no neighbours"),
        ("river Inde 0201-0301", "river Inde 0101-0102", "map.txt:9: hexside 0202-0301 does not meet"),
        ("0202-0301", "0201-0301", "map.txt:9: hexside 0201-0301 does not meet the one before it"),
        ("river Inde 0201-0301 0202-0301", "river Inde", "map.txt:9: the hexsides are missing"),
        ("0101 0201 0301", "0101 0301", "map.txt:10: the hexes 0101 and 0301 are no neighbours"),
        ("0101 0201 0301", "0101", "map.txt:10: a road or trail joins two hexes at least"),
        ("over Inde", "over Rur", "map.txt:11: \"Rur\" does not run along 0201-0301"),
        ("bridge 0201-0301 road", "bridge 0202-0301 road", "map.txt:11: the bridge at 0202-0301 carries no road"),
        ("label water", "label woods", "map.txt:13: unknown kind of label \"woods\""),
        ("depot 0101", "dump 0101", "map.txt:14: unknown line \"dump\"; known: a hex number, river, road, depot"),
        ("odd-low\n", "odd-low\nsheet N 1 1\n", "map.txt:2: the sheets together have fewer rows than the grid"),
    ] {
        let found = message(from, to);
        assert!(found.contains(says), "{from} -> {to}\n  {found}\n  {says}");
    }
    let small = Vocabulary { most: 5, ..WORDS };
    let files = files("map.txt", MAP);
    let found = HexMap::read(files.text("map.txt").unwrap(), &small).unwrap_err().to_string();
    assert!(found.contains("at most 5 hexes, not 6"), "{found}");
}
