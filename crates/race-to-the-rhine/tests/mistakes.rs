//! Mistakes in the data files are reported with file and line, and nothing panics on any of them.

use race_to_the_rhine::components::{Components, files};
use testkit::mistakes::Mistakes;

const MISTAKES: Mistakes<Components> = Mistakes { game: "race-to-the-rhine", files, read: Components::read };

#[track_caller]
fn in_line(file: &str, from: &str, to: &str, what: &str) {
    MISTAKES.in_line(file, from, to, what);
}

#[track_caller]
fn in_file(file: &str, from: &str, to: &str, what: &str) {
    MISTAKES.in_file(file, from, to, what);
}

#[test]
fn lines_of_the_map() {
    let file = "map.txt";
    in_line(file, "area Gournay ", "town Gournay ", "unknown keyword \"town\"; known: sheet, area, road");
    in_line(file, "red        base start", "rot base start", "unknown colour \"rot\"; known: red, white, blue, black");
    in_line(file, "red        base start", "red/white base start", "only an area of one colour can be \"base\"");
    in_line(file, "red        base start", "red/red base start", "the colour red is given twice");
    in_line(file, "red        base start", "red base start start", "\"start\" stands here already");
    in_line(file, "flag fortified limited ~", "flag fortress limited ~", "unknown symbol \"fortress\"; known: base");
    in_line(file, "limited once", "once", "Ostende is marked `once` but is no Limited base");
    in_line(file, "base start ~", "base start medal ~", "Lisieux carries a printed marker");
    in_line(file, "area Gournay ", "area Rouén ", "the area \"Rouén\" is listed twice");
    in_line(file, "area Gournay             376", "area Gournay 3760", "Gournay lies beyond the sheet");
    in_line(file, "area Gournay             376", "area Gournay east", "how far east it lies must be a number");
    in_line(file, "sheet 1576 1184", "sheet 1576", "the height is missing");
    in_line(file, "sheet 1576 1184", "sheet 1576 0", "the height must be above 0");
    in_line(file, "area Lisieux ", "area \"Lisieux ", "the quotation mark is not closed");
    in_line(file, "~ printed: entered from", "~ printet: entered from", "unknown provenance \"printet\"");
}

#[test]
fn connections_of_the_map() {
    let file = "map.txt";
    in_line(file, "road Vernon ", "road Berlin ", "the map has no area \"Berlin\"");
    in_line(file, "road Vernon             Gournay", "road Vernon Vernon", "Vernon to Vernon leads nowhere else");
    let (from, to) = ("road Vernon             Gournay            red", "road Vernon Gournay blue");
    in_line(file, from, to, "a blue connection leads to Vernon, which is not");
    let (from, to) = ("road Lisieux            Louviers", "road Brionne Lisieux");
    in_line(file, from, to, "the connection Brionne to Lisieux is listed twice");
    in_line(file, "road Vernon             Gournay            red", "road Vernon Gournay", "the colour is missing");
    in_line(file, "road Vernon             Gournay            red", "road Vernon Gournay red x", "one word too many");
}

#[test]
fn the_map_as_a_whole() {
    let file = "map.txt";
    in_file(file, "Düsseldorf", "Dortmund", "the map has no Düsseldorf");
    in_file(file, " port", "", "the map has no port");
    in_file(file, " base start", " start", "the map has no Army base of Monty");
    let second = "the map has a second Army base of Monty, Brionne; there is only one";
    in_file(file, "start ~ reconstructed: red-held", "base start ~ reconstructed: red-held", second);
    in_file(file, " A\n", "\n", "four areas are marked A, not 1");
    let flag = "flag ~ printed: flagged victory area";
    in_file(file, flag, "~ printed: flagged victory area", "Düsseldorf must be a victory area with a flag");
    let lines = |keep: fn(&str) -> bool| {
        let body = |body: &str| body.lines().filter(|line| keep(line)).map(|line| format!("{line}\n")).collect();
        MISTAKES.message(file, body)
    };
    let pocket = lines(|line| !(line.starts_with("road") && line.contains("Bonny")));
    assert_eq!(pocket, "race-to-the-rhine/map.txt: no way of connections leads from Bonny to Düsseldorf");
    let rhine = |line: &str| ["Karlsruhe", "Mannheim", "Mainz", "Koblenz"].iter().any(|city| line.contains(city));
    let banned = |body: &str| {
        let line = |line: &str| match line.starts_with("road") && rhine(line) {
            true => line.replace(" blue", " black").replace("white/blue", "white"),
            false => line.to_owned(),
        };
        body.lines().map(|text| line(text) + "\n").collect()
    };
    let what = "race-to-the-rhine/map.txt: Patton has no way from his base to a victory area";
    assert_eq!(MISTAKES.message(file, banned), what);
}

#[test]
fn cards() {
    let file = "cards.txt";
    in_line(file, "Monty   civilians", "Monti   civilians", "unknown deck \"Monti\"; known: Monty, Brad, Patton, Axis");
    in_line(file, "Monty   civilians", "Monty   starving", "unknown kind of card \"starving\"; known: civilians");
    in_line(file, "Monty   civilians", "Axis   civilians", "are the Axis deck, and nothing else is");
    in_line(
        file,
        "\"346 Infanterie Div\" 1 ammo",
        "\"346 Infanterie Div\"",
        "a card that is fought costs at least 1 ammo",
    );
    in_line(
        file,
        "\"346 Infanterie Div\" 1 ammo",
        "\"346 Infanterie Div\" 1 food",
        "unknown cost \"food\"; known: ammo, gas",
    );
    in_line(
        file,
        "\"346 Infanterie Div\" 1 ammo",
        "\"346 Infanterie Div\" 1 ammo medal",
        "only Axis cards bear a medal",
    );
    in_line(file, "\"346 Infanterie Div\"", "\"331, Infanterie\"", "a card needs a name, without commas");
    in_line(file, "\"331 Infanterie Div\"", "\"346 infanterie div\"", "there is a card \"346 infanterie div\" already");
    in_line(
        file,
        "\"Resistance (no hand)\"",
        "Resistance",
        "another card is called \"Resistance\" but is not the same",
    );
    in_line(file, "\"Recon\" hand", "\"Recon\"", "Recon has the hand");
    in_line(file, "\"Black market\"", "\"Black market\" hand", "only Resistance and Recon have the hand");
    in_line(file, "London\" rain", "London\" rain sun", "\"sun\" stands here already");
    in_line(
        file,
        "\"275 Infanterie Div\" 2 ammo",
        "\"275 Infanterie Div\" 2 ammo rain",
        "only Pursuit cards bear a weather symbol",
    );
    let lost = "Patton  boches       \"Les Boches\"\n";
    in_file(file, lost, "", "the deck of Patton has 20 cards; it must have 22");
    in_file(
        file,
        "Axis    axis-armored   \"116 Panzer Div\" 2 ammo 1 gas medal\n",
        "",
        "the deck of Axis has 23 cards; it must have 24",
    );
}

#[test]
fn corps_and_tables() {
    let file = "setup.toml";
    in_line(file, "level = 2", "level = 4", "a level is 1, 2 or 3");
    in_line(file, "name = \"Brad\"", "name = \"Monty\"", "Monty is listed twice");
    in_line(file, "pool = 6", "pole = 6", "unknown field `pole`");
    in_line(file, "total = 32", "total = 31", "more than the trucks in the box");
    in_line(file, "start = \"Vernon\"", "start = \"Verdan\"", "the map has no area \"Verdan\"");
    in_line(file, "start = \"Vernon\"", "start = \"Verdun\"", "Verdun is no starting area of Monty");
    in_line(file, "start = \"Vernon\"", "start = \"Paris\"", "Paris is no starting area of Monty");
    in_line(file, "start = \"Vernon\"", "start = \"Lisieux\"", "another corps starts in Lisieux");
    in_line(file, "name = \"II CAN\"", "name = \"I BR\"", "the corps I BR is listed twice");
    in_line(file, "load = \"3 gas 1 food\"", "load = \"6 gas 1 food\"", "a Corps card holds at most 6 supplies");
    in_line(file, "load = \"3 gas 1 food\"", "load = \"3 oil 1 food\"", "supplies are written as in `3 gas 1 food`");
    in_line(
        file,
        "totals = \"35 gas",
        "totals = \"31 gas",
        "cards and stock of Monty, Brad, Patton need 32 gas; there are 31",
    );
    in_line(file, "veteran = \"Metz\"", "veteran = \"Calais\"", "Calais cannot take an Axis marker at set-up");
    in_line(file, "medal_ammo = 5", "medal_ammo = 0", "a medal takes at least 1 ammo symbol");
    in_line(file, "provenance = \"derived: totals", "provenance = \"deduced: totals", "unknown provenance \"deduced\"");
    let fewer = |body: &str| {
        let (before, after) = body
            .split_once(
                "[[corps]]
name = \"VII\"",
            )
            .unwrap();
        format!("{before}[[corps]]{}", after.split_once("[[corps]]").unwrap().1)
    };
    let what = "race-to-the-rhine/setup.toml: Brad has 2 corps; he must have 3";
    assert_eq!(MISTAKES.message(file, fewer), what);
    let start = |body: &str| {
        body.replacen(
            "643  red
",
            "643  red start
",
            1,
        )
    };
    let what = "race-to-the-rhine/setup.toml: no corps starts in Gournay, a starting area";
    assert_eq!(MISTAKES.message("map.txt", start), what);
}

#[test]
fn solitaire() {
    let file = "setup.toml";
    in_line(file, "\"3 Brugge\"", "\"2 Brugge\"", "markers are numbered from 3 to 18, not \"2\"");
    in_line(file, "\"3 Brugge\"", "\"Brugge\"", "a numbered marker is written as in \"18 Givet\"");
    in_line(file, "\"11 Wesel\"", "\"10 Wesel\"", "Monty has the number 10 already");
    in_line(file, "\"11 Wesel\"", "\"11 Weser\"", "the map has no area \"Weser\"");
    in_line(file, "\"11 Wesel\"", "\"11 Metz\"", "Metz is not an area of Monty to be won");
    in_line(file, "\"15 Rheydt\"", "\"15 Maastricht\"", "Maastricht is not an area of Brad to be won");
    in_line(file, "areas = [\"Bruxelles\"", "areas = [\"Liège\"", "Liège is not shared by Brad and Monty");
    in_line(file, "holder = \"Monty\"", "holder = \"Brad\"", "an excluded area is held by another commander");
    in_file(file, "\"3 Nancy\", ", "", "Patton has no place for the number 3");
}

#[test]
fn scenarios() {
    let file = "scenarios.toml";
    in_line(file, "id = \"weather\"", "id = \"rain\"", "unknown option \"rain\"; known: basic, weather");
    in_line(file, "id = \"common-deck\"", "id = \"weather\"", "the option weather is listed twice");
    in_line(file, "id = \"monty-brad\"", "id = \"three\"", "the scenario three is listed twice");
    in_line(file, "id = \"monty-brad\"", "id = \"monty brad\"", "the id of a scenario is one word");
    in_line(
        file,
        "seats = [\"Monty\", \"Brad\"]",
        "seats = [\"Brad\", \"Monty\"]",
        "in the order Monty, Brad, Patton, each once",
    );
    in_line(
        file,
        "seats = [\"Monty\", \"Brad\"]",
        "seats = [\"Ike\"]",
        "unknown commander \"Ike\"; known: Monty, Brad, Patton",
    );
    in_line(file, "seats = [\"Monty\", \"Brad\"]", "seats = []", "somebody must play");
    let options = "options = [\"basic\", \"weather\", \"fair-play\", \"veteran-brad\"";
    in_line(file, options, "options = [\"common-deck\"", "a common deck needs two players");
    in_line(file, options, "options = [\"veteran-monty\"", "Monty does not play in this scenario");
    in_line(file, options, "options = [\"basic\", \"basic\"", "the option basic is listed twice");
    in_line(file, options, "options = [\"fog\"", "there is no [[option]] \"fog\"");
}

#[test]
fn ground() {
    let wrong = |body: &str| MISTAKES.message("ground.txt", |_| format!("default printed\n{body}\n"));
    let file = "race-to-the-rhine/ground.txt:2: ";
    assert_eq!(
        wrong("swamp X 1,1 2,2"),
        format!(
            "{file}unknown recipe \"swamp\"; known: land, neutral, water, wood, hills, river, great-river, border, rail"
        )
    );
    assert_eq!(wrong("river Seine 1,1"), format!("{file}a river needs at least 2 points"));
    assert_eq!(wrong("river Seine 1,1 2;2"), format!("{file}a point is written as in 812,-40, not \"2;2\""));
    assert_eq!(wrong("river"), format!("{file}the name, or \"\" is missing"));
}

#[test]
fn nothing_panics() {
    MISTAKES.nothing_panics();
}

#[test]
fn networks_of_the_bots() {
    let file = "network.toml";
    in_line(file, "my_medals = [", "my_medal = [", "monty, my_medal: there is no such input");
    in_line(file, "my_medals = [", "my_medals = [0, 0, ", "the spread must be at least 1");
    in_line(file, "my_medals = [", "my_medals = [0, 100, ", "34 weights; there are 32 hidden units");
    in_file(file, "hidden = [", "hidden = [0, ", "monty, hidden: 32 weights within a million are expected");
    in_file(file, "won = [", "won = [0, ", "monty, won: 32 weights within a million are expected");
    in_line(file, "found = ", "finds = ", "unknown field `finds`");
}
