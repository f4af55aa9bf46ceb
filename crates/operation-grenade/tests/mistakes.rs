//! Mistakes in the data files are reported with file and line, and nothing panics on any of them.

use operation_grenade::OperationGrenade;
use operation_grenade::components::{Components, files, load};
use referee::Game;
use testkit::mistakes::Mistakes;

const MISTAKES: Mistakes<Components> = Mistakes { game: "operation-grenade", files, read: load };

#[track_caller]
fn in_line(file: &str, from: &str, to: &str, what: &str) {
    MISTAKES.in_line(file, from, to, what);
}

#[test]
fn hexes_and_towns_of_the_map() {
    let file = "map.txt";
    in_line(
        file,
        "\n0101 ",
        "\n0101 heath ",
        "unknown terrain \"heath\"; known: clear, woods, hilltop, swamp, town, lake",
    );
    in_line(file, "\n0101 ", "\n9901 ", "\"9901\" is no hex of this map");
    in_line(file, "town Venlo 2209", "town Venlo", "the hexes of the town are missing");
    in_line(file, "town Venlo 2209", "town Venlo 2210", "hex 2210 is listed as");
    in_line(file, "town Roermond 1804", "town Roermond 2209", "hex 2209 belongs to two towns");
    in_line(file, "town Venlo 2209", "town Neuss 2209", "the town Neuss is listed twice");
    let nameless = MISTAKES.message(file, |body| body.replacen("town Venlo 2209", "# town", 1));
    assert!(nameless.contains("the town in hex 2209 has no name"), "{nameless}");
    in_line(file, "volkssturm Neuss 4", "volkssturm Nowhere 4", "there is no town \"Nowhere\"");
    in_line(file, "volkssturm Neuss 4", "volkssturm Neuss 7", "the Volkssturm Value is from 1 to 6");
    in_line(file, "volkssturm Neuss 4", "volkssturm Neuss four", "the Volkssturm Value must be a number");
    in_line(file, "volkssturm Neuss 4", "volkssturm Köln 4", "Köln has a Volkssturm Value already");
    in_line(file, "victory 1317 1", "victory 0419 1", "hex 0419 is listed twice");
    in_line(file, "entry A 0301 US", "entry A 0302 US", "edge");
    in_line(file, "entry A 0301 US", "entry A 0301 UK", "unknown side \"UK\"; known: US, GE");
}

#[test]
fn waters_and_bridges_of_the_map() {
    let file = "map.txt";
    in_line(file, "river Ruhr 2121-2221", "river Ruhr 2121-2223", "2121-2223");
    in_line(file, "stream Wurm 0403-0404", "stream Wurm 0109-0110 0403-0404", "");
    in_line(file, "rhine-bridge 1 ", "rhine-bridge 1 1 ", "");
    let grid =
        MISTAKES.message(file, |body| body.replacen("grid 21 26 even-right row-first", "grid 21 26 even-low", 1));
    assert!(grid.starts_with("operation-grenade/map.txt"), "{grid}");
    let empty = MISTAKES.message(file, |_| "default printed\n".into());
    assert!(empty.starts_with("operation-grenade/map.txt: the map is empty"), "{empty}");
}

#[test]
fn units_of_the_order_of_battle() {
    let file = "units.txt";
    let whole =
        "US 13/8      infantry     III A-2-4    cadre 1-4   at 0108                   corps 7 division 8  [16.2.a]";
    let change = |from: &str, to: &str| whole.replacen(from, to, 1);
    in_line(file, whole, &change("US 13/8 ", "UK 13/8 "), "unknown side \"UK\"; known: US, GE");
    in_line(file, whole, &change("13/8 ", "13+8 "), "a name has no blanks and no +");
    in_line(file, whole, &change("infantry", "cavalry"), "unknown type \"cavalry\"; known: infantry, mechanized, tank");
    in_line(file, whole, &change("III", "XX"), "unknown size \"XX\"; known: II, III, X");
    in_line(file, whole, &change("A-2-4", "D-2-4"), "values are class-morale-movement, such as A-3-4, not \"D-2-4\"");
    in_line(file, whole, &change("A-2-4", "A-4-4"), "values are class-morale-movement");
    in_line(file, whole, &change("A-2-4", "A-2-15"), "values are class-morale-movement");
    in_line(file, whole, &change("cadre 1-4", "cadre 1"), "values are strength-movement, such as 1-12, not \"1\"");
    in_line(file, whole, &change("cadre 1-4", ""), "units with a class have a cadre, and no others");
    in_line(file, whole, &change("at 0108", ""), "say where the unit comes in");
    in_line(file, whole, &change("at 0108", "at 9908"), "\"9908\" is no hex of this map");
    in_line(file, whole, &change("at 0108", "at 0108 or-at 0107 never"), "there is no option \"never\"");
    in_line(file, whole, &change("at 0108", "entry A"), "an entry follows a turn or a group");
    in_line(file, whole, &change("at 0108", "turn 4 entry B"), "its side has no entry \"B\" on the map");
    in_line(
        file,
        whole,
        &change("at 0108", "group west 1 entry A"),
        "unknown quarter \"west\"; known: south, east, north",
    );
    in_line(file, whole, &change("at 0108", "group south 4 entry A"), "unknown group \"4\"; known: 1, 2, 3");
    in_line(file, whole, &change("corps 7", "army 9"), "unknown word \"army\"; known: cadre, at, free, or-at");
    in_line(file, whole, &change("[16.2.a]", ""), "the case that lists the unit is missing");
    in_line(file, whole, &change("[16.2.a]", "[99.9]"), "there is no rule \"99.9\" in rules.toml");
    let twice = MISTAKES.message(file, |body| format!("{body}\n{whole}\n"));
    assert!(twice.ends_with("the name 13/8 is taken; names are unique over both sides"), "{twice}");
    let fourth = MISTAKES.message(file, |body| format!("{body}\n{}\n", change("13/8 ", "14/8 ")));
    assert!(fourth.ends_with("hex 0108 holds three units already [7.0]"), "{fourth}");
    let full = MISTAKES.message(file, |body| {
        (0..40).fold(body.to_owned(), |body, n| body + &format!("\nGE X{n} infantry II 1-4 free 0110 [16.2.o]"))
    });
    assert!(full.ends_with("the game has room for 160 units"), "{full}");
    let nobody = MISTAKES.message(file, |_| format!("default printed\n{whole}\n"));
    assert_eq!(nobody, "operation-grenade/units.txt: side GE has no unit on the map");
}

#[test]
fn chits() {
    let file = "chits.txt";
    in_line(file, "chit 1 3 2/1/1", "chips 1 3 2/1/1", "unknown line \"chips\"; known: chit");
    in_line(file, "chit 1 3 2/1/1", "chit 4 3 2/1/1", "unknown pool \"4\"; known: 1, 2, 3");
    in_line(file, "chit 1 3 2/1/1", "chit 1 0 2/1/1", "of a kind there are from 1 to 60 chits");
    in_line(file, "chit 1 3 2/1/1", "chit 1 3 2/1", "strengths are written for A, B and C, such as 9/6/5, not \"2/1\"");
    in_line(file, "chit 1 3 2/1/1", "chit 1 3 2/0/1", "the stronger side of a chit has no 0");
    in_line(
        file,
        "chit 1 3 2/1/1",
        "chit 1 3 2/1/5",
        "a chit with 3 or more for a class has 3 or more for the stronger",
    );
    in_line(file, "chit 1 2 3/2/1", "chit 1 2 2/1/1", "pool 1 has two kinds with the front 2/1/1");
    let empty = MISTAKES.message(file, |body| body.replace("\nchit 3", "\n#"));
    assert_eq!(empty, "operation-grenade/chits.txt: pool 3 has no chits");
}

#[test]
fn charts() {
    let file = "tables.toml";
    in_line(file, "\"A2(3) D1(1) A2(3)", "\"A2(3) D1(1)", "a row has 13 results, not 12");
    in_line(file, "\"A2(3) D1(1) A2(3)", "\"A2(3) D1(1) E2(3)", "a result is written D2(1) or A1, not \"E2(3)\"");
    in_line(file, "results = [\"D3\", \"D4\"]", "results = [\"A3\", \"D4\"]", "a breakthrough is a result such as D3");
    in_line(file, "terrain = [\"hilltop\"]", "terrain = [\"hill\"]", "unknown terrain \"hill\"");
    in_line(file, "columns = [\"1-3\", ", "columns = [", "a line has 13 columns, not 12");
    in_line(file, "dice = 4", "dice = 13", "dice are from 2 to 12");
    in_line(file, "column = 13", "column = 14", "columns are from 1 to 13");
    in_line(
        file,
        "woods = { cost = \"1\", mud = \"2\" }",
        "woods = { cost = \"one\" }",
        "a cost is a number of points",
    );
    in_line(file, "rhine_bridge = 3", "rhine_bridge = 0", "a multiple is 1 at least");
    in_line(file, "rhine_bridge = 3", "rhine_bridge = 10", "a number from 0 to 9 stands here");
    in_line(file, "name = \"rapid\"", "name = \"quick\"", "unknown current \"quick\"; known: normal, rapid, torrent");
    in_line(file, "die = \"2-4\"", "die = \"4-2\"", "dice are written 2-4, or 1");
    in_line(file, "stack = 3", "stacks = 3", "unknown field `stacks`");
    let hole = MISTAKES.message(file, |body| body.replacen("die = \"2-4\"", "die = \"2-3\"", 1));
    assert_eq!(hole, "operation-grenade/tables.toml: exactly one current belongs to die 4");
    let rows = MISTAKES.message(file, |body| body.replacen("  \"A2(3) D1(1) A2(3)", "  # \"A2(3) D1(1) A2(3)", 1));
    assert!(rows.ends_with("the combat table has a row for each of the dice 2 to 12"), "{rows}");
}

#[test]
fn scenarios() {
    let file = "scenarios.toml";
    in_line(file, "turns = 16", "turns = 15", "the track has 16 days, and the longest game as many turns");
    in_line(file, "first = \"US\"", "first = \"GE\"", "the US player moves first");
    in_line(file, "id = \"grenade\"", "id = \"the roer\"", "the id of a scenario is one word");
    in_line(file, "rules = [\"16.0\"", "rules = [\"99.0\"", "there is no rule \"99.0\" in rules.toml");
    in_line(file, "options = [\"flash\"", "options = [\"fog\"", "there is no [[option]] \"fog\"");
    let unknown = MISTAKES.message(file, |body| body.replacen("id = \"flash\"", "id = \"splash\"", 1));
    assert!(unknown.contains("unknown option \"splash\"; known: flash, gradual, placed"), "{unknown}");
}

#[test]
fn positions() {
    let game = OperationGrenade::new(&files()).expect("the embedded files are sound");
    let refused = |lines: &str| game.read_position(lines).expect_err(lines).what;
    for (lines, why) in [
        ("US 115/29 at 0707\n", "say whose turn it is: `US to move`"),
        ("US 115/29 at 0707\nGE 1157/363 at 0707\nUS to move\n", "0707 already holds an enemy, 115/29"),
        ("GE 1157/363 at 0808\nGE 1157/363 chit 2/1/1 reduced\nUS to move\n", "has no weaker side for 1157/363"),
        ("turn 12\nd-day 24\nUS 115/29 at 0707\nUS to move\n", "that Game-Turn is after the last day"),
        ("GE 1157/363 cadre\nGE 1157/363 chit 2/1/1\nUS to move\n", "1157/363 is a cadre and has a chit"),
        ("US 115/29 at 0707\nduty 117/30\nUS to attack\n", "117/30 is not on the map and has no duty"),
        ("US 115/29 at 0707\nbattle-result D2\nUS to attack\n", "say who attacks what in this combat"),
        ("US 115/29 at 0707\nbattle-guns 119Art/19\nUS to attack\n", "say who attacks what in this combat"),
        ("GE 1157/363 at 0808\nUS to move\nthen US go-on 1157/363 move 6\n", "the step does not fit"),
        ("GE VS1 at 0808\nUS 115/29 at 0707\nUS to move\nthen GE place VS1 at 1114\n", "the step does not fit"),
    ] {
        assert!(refused(lines).contains(why), "{lines}: {}", refused(lines));
    }
}

#[test]
fn nothing_panics() {
    MISTAKES.nothing_panics();
}
