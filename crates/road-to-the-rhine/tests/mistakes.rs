//! Mistakes in the data files are reported with file and line, and nothing panics on any of them.

use road_to_the_rhine::{RoadToTheRhine, files};
use testkit::mistakes::Mistakes;

const MISTAKES: Mistakes<RoadToTheRhine> = Mistakes { game: "road-to-the-rhine", files, read: RoadToTheRhine::new };

#[track_caller]
fn in_line(file: &str, from: &str, to: &str, what: &str) {
    MISTAKES.in_line(file, from, to, what);
}

#[test]
fn charts() {
    let file = "tables.toml";
    in_line(file, "columns = [\"1:3\"", "columns = [\"one\"", "one is no ratio");
    in_line(file, "columns = [\"1:3\"", "columns = [\"9:1\"", "columns rise from the first to the last");
    in_line(file, "results = [", "result = [", "unknown field `result`");
    in_line(file, "clear = { cost = \"1\"", "clear = { cost = \"cheap\"", "a cost is a small number or 1/2");
    in_line(file, "clear = { cost = \"1\"", "clear = { price = \"1\"", "unknown field `price`");
    in_line(file, "rough = { cost = \"2\" }", "swamp = { cost = \"2\" }", "unknown key \"swamp\"; known: clear, rough");
    in_line(file, "canal = { adds = \"1\" }", "brook = { adds = \"1\" }", "unknown key \"brook\"; known: minor-river");
    in_line(file, "city = { defence = 2 }", "city = { defence = 3 }", "the rules fix this at 2");
    in_line(
        file,
        "minor-river = { attack = \"1/2\" }",
        "minor-river = { attack = \"1/3\" }",
        "the rules fix this at \"1/2\"",
    );
    in_line(file, "vehicles = \"1/4\"", "vehicles = \"1/2\"", "the rules fix this at \"1/4\"");
    in_line(file, "town = { shift = -1 }", "town = { shift = -12 }", "a number from -9 to 9 stands here");
    in_line(file, "sep = [\"clear\", \"clear\"", "sep = [\"fog\", \"clear\"", "six known kinds of weather");
    in_line(file, "oct = [\"clear\", ", "okt = [\"clear\", ", "unknown key \"okt\"");
    in_line(file, "rain = { dice = \"1-3\" }", "rain = { dice = \"1-7\" }", "is none, 1 or 1-n");
    in_line(file, "rain = { divide = 1", "rain = { divide = 0", "divide is from 1 to 4");
    in_line(file, "rivers = \"november\"", "rivers = \"december\"", "unknown rule for rivers");
    in_line(file, "german = { sep-1 = 10", "german = { sep-9 = 10", "unknown turn \"sep-9\"");
    in_line(file, "german = { sep-1 = 10", "german = { sep-1 = 999", "at most 200 points a turn");
    in_line(file, "division = 1 ", "division = 2 ", "the rules fix this at 1");
    in_line(file, "off_road = 8", "off_road = 99", "a number from 0 to 40 stands here");
    in_line(file, "beyond_water = 4", "beyond_water = 9", "a number from 0 to 6 stands here");
    in_line(file, "antwerp = [4, 8, 12, 16]", "antwerp = []", "Antwerp pays something");
    in_line(file, "aborts = 5", "aborts = 0", "a number from 1 to 7 stands here");
    in_line(file, "release = 2", "release = 7", "a number from 0 to 6 stands here");
    in_line(file, "regroup = 6", "regroups = 6", "unknown field `regroups`");
    in_line(file, "side = \"AL\"\nyear", "side = \"UK\"\nyear", "unknown side \"UK\"; known: AL, GE");
    let kind = MISTAKES.message(file, |body| body.replacen("{ US-inf = 2, Br-inf = 1", "{ UK-inf = 2, Br-inf = 1", 1));
    assert!(kind.contains("unknown replacement \"UK-inf\""), "{kind}");
    let naval = MISTAKES.message(file, |body| body.replacen("crossing = 1", "crossings = 1", 1));
    assert!(naval.contains("unknown key \"crossings\""), "{naval}");
}

#[test]
fn map() {
    let file = "map.txt";
    in_line(file, "objective liege N1920", "objective liege N9920", "N9920");
    in_line(file, "crossing huy N1720-N1721", "crossing huy N1720-N1821", "N1720-N1821");
    in_line(
        file,
        "port allied Dunkirk",
        "port friendly Dunkirk",
        "unknown kind of port \"friendly\"; known: allied, from, to",
    );
    let lost = MISTAKES.message(file, |body| body.replacen("port allied Dunkirk", "port allied Calais", 1));
    assert!(lost.ends_with("the port Dunkirk is missing"), "{lost}");
    let bridges = MISTAKES.message(file, |body| body.replacen("\ncrossing huy", "\n# crossing huy", 1));
    assert!(bridges.ends_with("the Bulge counts three crossings"), "{bridges}");
}

#[test]
fn units() {
    let file = "units.txt";
    in_line(file, "AL US1      us ", "AL US1      uk ", "unknown nation \"uk\"");
    in_line(file, "AL US1      us        infantry ", "AL US1      us        knights ", "unknown type \"knights\"");
    in_line(
        file,
        "AL US1      us        infantry          XX    6-15",
        "AL US1      us        infantry          XX    6",
        "6",
    );
    let twice = MISTAKES.message(file, |body| body.replacen("AL US2Arm ", "AL US3Arm ", 1));
    assert!(twice.ends_with("the unit US3Arm is listed twice"), "{twice}");
}

#[test]
fn set_ups_and_arrivals() {
    in_line(
        "setups.txt",
        "unit market-garden al-dunkirk Cn2 at N0209",
        "unit market-garden al-dunkirk Cn99 at N0209",
        "there is no unit \"Cn99\"",
    );
    in_line(
        "setups.txt",
        "unit market-garden al-dunkirk Cn2",
        "unit market-garden al-calais Cn2",
        "there is no group \"al-calais\"",
    );
    in_line(
        "setups.txt",
        "unit market-garden al-dunkirk Cn2 at N0209",
        "unit market-garden al-dunkirk Cn2 in N0209",
        "unknown word \"in\"",
    );
    let body = files().text("arrivals.txt").expect("a file").body().to_owned();
    let line = body.lines().find(|line| line.starts_with("arrive")).expect("somebody arrives").to_owned();
    let turn = line.split_whitespace().nth(2).expect("a turn");
    in_line("arrivals.txt", &line, &line.replacen(turn, "sep-5", 1), "a turn is written sep-1 to apr-4");
    in_line("control.txt", "\nholds ", "\nhas ", "unknown word \"has\"; known: holds");
}

#[test]
fn scenarios() {
    let file = "scenarios.toml";
    in_line(file, "from = \"sep-3 AL\"", "from = \"sep-3\"", "a player-turn is written `sep-3 AL`");
    in_line(file, "setup = [\"AL deploys\"", "setup = [\"AL sleeps\"", "a stage is `AL deploys` or `GE plots`");
    in_line(file, "weather = \"rain\"", "weather = \"fog\"", "unknown weather \"fog\"");
    in_line(file, "map = \"N\"", "map = \"W\"", "unknown map \"W\"; known: N, N+S");
    let option = MISTAKES.message(file, |body| body.replacen("id = \"placed\"", "id = \"place\"", 1));
    assert!(option.contains("unknown option \"place\"; known: placed, dx-example"), "{option}");
    let victory = MISTAKES.message(file, |body| body.replacen("id = \"cities\"", "id = \"towns\"", 1));
    assert!(victory.contains("the rules know no victory \"towns\""), "{victory}");
    in_line(file, "level = \"miraculous\"", "level = \"wonderful\"", "unknown level of victory \"wonderful\"");
}

#[test]
fn nothing_panics() {
    MISTAKES.nothing_panics_every(41);
}
