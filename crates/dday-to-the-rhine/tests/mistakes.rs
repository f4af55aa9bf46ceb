//! Mistakes in the data files are reported with file and line, and nothing panics on any of them.

use dday_to_the_rhine::components::{Components, Goal, files};
use testkit::mistakes::Mistakes;

const MISTAKES: Mistakes<Components> = Mistakes { game: "dday-to-the-rhine", files, read: Components::read };

#[track_caller]
fn in_line(file: &str, from: &str, to: &str, what: &str) {
    MISTAKES.in_line(file, from, to, what);
}

#[track_caller]
fn in_file(file: &str, from: &str, to: &str, what: &str) {
    MISTAKES.in_file(file, from, to, what);
}

#[test]
fn hexes_of_the_map() {
    let file = "map.txt";
    in_line(file, "\n0415 clear", "\n0415 heath", "unknown terrain \"heath\"; known: clear, forest, mountain");
    in_line(file, "\n0415 clear France", "\n0415 clear Gaul", "unknown country \"Gaul\"; known: France, Belgium");
    in_line(
        file,
        "\n0415 clear France",
        "\n0415 clear France cost",
        "unknown word \"cost\"; known: coast, south-france",
    );
    in_line(file, "\n0416 clear France coast", "\n0416 clear France coast coast", "\"coast\" stands here already");
    in_line(file, "\n0415 clear France", "\n0415 clear France east-germany", "a hex of France cannot be east-germany");
    in_line(file, "\n0415 clear France", "\n0414 clear France", "hex 0414 is listed twice");
    in_line(file, "\n0415 clear France", "\n3015 clear France", "\"3015\" is no hex of this map, 0101 to 2927");
    in_line(file, "\n0415 clear France", "\n415 clear France", "\"415\" is no hex of this map");
    in_line(file, "\n0415 clear France", "\n0415 clear", "the country is missing");
    in_line(
        file,
        "\n0415 clear France",
        "\nhex 0415 clear France",
        "unknown line \"hex\"; known: a hex number, river, city",
    );
    in_line(file, "grid 29 27", "grid 29", "the number of rows must be a number");
    in_line(file, "grid 29 27", "grid 29 127", "the number of rows must be from 1 to 99");
    in_line(file, "~ derived: point-up", "~ deduced: point-up", "unknown provenance \"deduced\"");
    let late = |body: &str| body.replacen("\ngrid 29 27", "\n#", 1) + "grid 29 27 even-right\n";
    let error = MISTAKES.message(file, late);
    assert!(error.ends_with("the map begins with its grid, such as `grid 29 26 even-low`"), "{error}");
}

#[test]
fn cities_and_rivers_of_the_map() {
    let file = "map.txt";
    in_line(file, "city Caen               1012", "city Caen 1011", "\"1011\" is no hex of this map");
    in_line(file, "city Caen               1012", "city Cherbourg 1012", "the city Cherbourg is listed twice");
    in_line(file, "city St-Malo            0714", "city St-Malo 0811", "hex 0811 has a city already");
    in_line(
        file,
        "city Caen               1012",
        "city Caen 1012 harbour",
        "unknown word \"harbour\"; known: port, major",
    );
    in_line(file, "port 2 fortress", "port 0 fortress", "the capacity of a port is from 1 to 9");
    in_line(file, "port 2 fortress", "port fortress", "the capacity of the port must be a number");
    in_line(file, "port 2 fortress", "port 2 port 2 fortress", "\"port\" stands here already");
    in_line(
        file,
        "city Koblenz            2408",
        "city Koblenz 2408 beyond-meuse",
        "every city in Germany lies beyond",
    );
    in_line(file, "city Caen               1012", "city \"\" 1012", "a city needs a name, without commas");
    in_line(file, "river Saar 2313-2413", "river Saar 2313-2415", "the hexes 2313-2415 are no neighbours");
    in_line(file, "river Saar 2313-2413", "river Saar 0101-0102", "\"0101-0102\" is no hexside of this map");
    in_line(
        file,
        "river Saar 2313-2413",
        "river Saar 2313-2413 2413-2313",
        "hexside 2413-2313 does not meet the one before it",
    );
    in_line(file, "special ruhr                 2305 2206", "special ruhr 2305", "ruhr takes 3 hexes, not 2");
    in_line(file, "special ruhr                 2305 2206", "special ruhr 2305 2305", "hex 2305 is listed twice");
    in_line(file, "special royan                0824", "special royan 0101", "\"0101\" is no hex of this map");
    in_line(file, "special royan ", "special rouen ", "unknown special hex \"rouen\"; known: caen, caen-east");
    in_line(file, "special arnhem               2103", "special paris 2103", "paris is listed twice");
}

#[test]
fn the_map_as_a_whole() {
    let file = "map.txt";
    in_file(file, "special arnhem ", "#", "the hexes of arnhem are missing: `special arnhem …`");
    in_file(file, "river Rhine ", "river Rhein ", "the Rhine does not part the Ruhr from Paris");
    in_file(
        file,
        "special arnhem               2103",
        "special arnhem 2104",
        "hex 2104 must be a city, because the rules name it",
    );
    in_file(file, "special beach                0812", "special beach 1414", "hex 1414 is a beach but no coast hex");
    in_file(file, " south-france\n", "\n", "no hex is marked south-france; nothing would be in supply");
    in_file(file, "\n1606 clear Belgium coast", "\n1606 clear Belgium", "Ostend is a port but no coast hex");
    let island = "\n0101 clear France\n0214 clear France coast";
    in_file(file, "\n0214 clear France coast", island, "no way over land leads from hex 0101 to Paris");
    let empty = MISTAKES.message(file, |_| "default printed\n".into());
    assert_eq!(
        empty,
        "dday-to-the-rhine/map.txt: the map is empty; it begins with a line such as `grid 29 26 even-low`"
    );
    let full = |body: &str| {
        let hexes = (1..=12).flat_map(|column| (1..=9).map(move |row| format!("{column:02}{row:02} clear France\n")));
        hexes.fold(body.to_owned(), |body, hex| body + &hex)
    };
    assert!(MISTAKES.message(file, full).contains("the map may have at most 512 hexes"));
}

#[test]
fn units_of_the_order_of_battle() {
    let file = "units.txt";
    let us3 = "Allied US3        \"Third US Army\"            US 12  army  infantry  1/2/3/4 mp 5 Aug by port";
    let change = |from: &str, to: &str| us3.replacen(from, to, 1);
    in_line(file, us3, &change("Allied", "Axis"), "unknown side \"Axis\"; known: Allied, German");
    in_line(file, us3, &change("US 12", "UK 12"), "unknown nation \"UK\"; known: US, GB, CA, FR, DE, SS, LW");
    in_line(file, us3, &change("US 12", "DE 12"), "US3 belongs to a nation of the other side");
    in_line(file, us3, &change("US 12", "US B"), "US3 belongs to an army group of the other side");
    in_line(file, us3, &change("US 12", "US 13"), "unknown army group \"13\"; known: 6, 12, 21, B, G, H, F, any");
    in_line(file, us3, &change("army ", "division "), "unknown size \"division\"; known: army, corps");
    in_line(file, us3, &change("infantry", "armour"), "unknown kind \"armour\"; known: infantry, mountain");
    in_line(file, us3, &change("infantry", "coast"), "US3 is of a kind only the Germans have");
    in_line(file, us3, &change("1/2/3/4", "1/2/3/4/5"), "dice are given for each of 1 to 4 steps");
    in_line(file, us3, &change("1/2/3/4", "1//3/4"), "dice are given for each of 1 to 4 steps");
    in_line(file, us3, &change("mp 5", "mp"), "the movement points must be a number");
    in_line(file, us3, &change("mp 5", "mp 0"), "US3 must have 0 MP if it is volksturm, coast or fortress");
    in_line(file, us3, &change("mp 5", "mp 5 sp 5"), "the strength is from 1 to 4");
    in_line(file, us3, &change("Aug", "May"), "unknown word \"May\"; known: sp, elite, at, by, setup");
    in_line(file, us3, &change("Aug", "Aug Sep"), "\"Sep\" comes after something of the same sort");
    in_line(file, us3, &change("Aug ", ""), "when it comes is missing: setup, invasion, rco, or a month");
    in_line(file, us3, &change("by port", ""), "where it enters is missing: `by port`");
    in_line(file, us3, &change("by port", "by London"), "the map has no city \"London\"; known besides: port");
    in_line(file, us3, &change("by port", "by group"), "US3 is Allied and has no list of cities");
    in_line(file, us3, &change("by port", "by south-france"), "US3 may not enter in the south of France");
    in_line(file, us3, &change("by port", "by port at 0811"), "US3 needs a hex, `at 0812`, if it is set up or invades");
    in_line(file, us3, &change("Aug by port", "setup at 0811"), "US3 cannot be set up: the Allies begin at sea");
    in_line(file, us3, &change("Aug by port", "invasion at 0811"), "US3 must invade a beach");
    in_line(file, us3, &change("Aug by port", "rco by port"), "US3 comes with the counter-offensive but is no panzer");
    in_line(file, us3, &change("US3 ", "US1 "), "the id US1 is taken");
    in_line(file, us3, &change("US3 ", "US+3 "), "an id is one word without + and commas");
    in_line(file, "mp 6 sp 1 Jul by Paris", "mp 6 sp 1 Jul by port", "IISS is German and cannot enter by a port");
    in_line(file, "mp 6 sp 1 Jul by Paris", "mp 6 invasion at 0812", "IISS is German and cannot invade");
    in_line(file, "DE any corps panzer", "DE B corps panzer", "must be `any` if it is a panzer unit and `F` if");
    in_line(file, "sp 1 Oct by Trier", "sp 1 Oct by group", "VTr is volksturm and enters in its own city");
    in_line(file, "setup at 1409", "setup at 1210", "Co3 stands in the same hex");
    in_line(file, "setup at 1409", "setup at 1408x", "the map has no playable hex \"1408x\"");
}

#[test]
fn the_order_of_battle_as_a_whole() {
    let file = "units.txt";
    in_file(file, "invasion at 0812", "Jun by port", "no Allied army invades 0812");
    in_file(file, "setup at 0912", "setup at 1414", "no German unit defends 0912");
    let more = |body: &str| {
        (0..5).fold(body.to_owned(), |body, n| {
            body + &format!("Allied X{n} X US 12 corps infantry 1/2 mp 5 Jun by port\n")
        })
    };
    assert!(MISTAKES.message(file, more).ends_with(": the game has room for 96 units"));
}

#[test]
fn charts() {
    let file = "tables.toml";
    in_line(file, "name = \"Jul\"", "name = \"Aug\"", "the months come in order from Jun to Mar; here should be Jul");
    in_line(file, "name = \"Jul\"", "name = \"July\"", "unknown month \"July\"; known: Jun, Jul, Aug");
    in_line(file, "weather = \"overcast\"", "weather = \"rain\"", "unknown weather \"rain\"; known: clear, overcast");
    in_line(file, "clear_on = 4", "clear_on = 6", "the die is clear on 1 up to at most 5");
    in_line(file, "allied = 8", "allies = 8", "unknown field `allies`");
    in_line(file, "allied = 8", "allied = 800", "");
    in_line(file, "[\"infantry\", \"panzer\", \"aircraft\"", "[\"infantry\", \"panzer\"", "a die has 6 faces, not 5");
    in_line(
        file,
        "[\"infantry\", \"panzer\", \"aircraft\"",
        "[\"tank\", \"panzer\", \"blank\"",
        "unknown face \"tank\"; known",
    );
    in_line(file, "dice = 5", "dice = 0", "the number must be above 0");
    in_line(file, "range = 5", "range = 0", "the number must be above 0");
    in_line(file, "held = \"5P\"", "held = \"5PA\"", "the order of battle has no unit \"5PA\"");
    in_line(
        file,
        "airborne = [\"82AB\", \"6AB\"]",
        "airborne = [\"82AB\", \"7AB\"]",
        "there is no airborne unit \"7AB\"",
    );
    in_line(
        file,
        "airborne = [\"82AB\", \"6AB\"]",
        "airborne = [\"6AB\", \"6AB\"]",
        "each landing uses up an airborne unit",
    );
    in_line(file, "id = \"101AB\"", "id = \"6AB\"", "the airborne unit 6AB is listed twice");
    in_line(file, "id = \"101AB\"", "id = \"101 AB\"", "an id is one word");
    in_line(file, "army = \"6P\"", "army = \"5P\"", "5P does not come with the counter-offensive");
    in_line(file, "corps = \"ISS\"", "corps = \"6P\"", "the army and the corps are two units");
    in_line(file, "{ name = \"Nov\", army_sp = 3", "{ name = \"Nov\", army_sp = 4", "the strength is from 1 to 3");
    in_line(file, "{ name = \"Dec\", army_sp = 3", "{ name = \"Oct\", army_sp = 3", "the months come in order");
    in_line(file, "B = [\"Essen\"", "B = [\"Hessen\"", "the map has no city \"Hessen\"");
    in_line(file, "number = 2", "number = 3", "cards come in order; here should be 2");
    in_line(file, "side = \"German\"", "side = \"Axis\"", "unknown side \"Axis\"; known: Allied, German");
    in_line(
        file,
        "provenance = \"derived: the die",
        "provenance = \"guessed: the die",
        "unknown provenance \"guessed\"",
    );
    in_file(file, "clear_on = ", "#", "no month says on what the weather die is clear: `clear_on = 4`");
    let cut = |from: &str, to: &str| {
        let change = |body: &str| {
            let (before, rest) = body.split_once(from).expect("the beginning");
            format!("{before}{}", rest.split_at(rest.find(to).expect("the end")).1)
        };
        MISTAKES.message(file, change)
    };
    let march = cut("[[month]]\nname = \"Mar\"", "# The most RP");
    assert_eq!(march, "dday-to-the-rhine/tables.toml: the track has 10 months, not 9");
    let card = cut("[[card]]\nnumber = 6", "# Figures");
    assert_eq!(card, "dday-to-the-rhine/tables.toml: there are 6 cards, not 5");
    let october = MISTAKES.message(file, |body| body.replacen("clear_on = 3", "", 1));
    assert!(october.ends_with("from the first month with a weather die all have one"), "{october}");
}

#[test]
fn later_set_ups() {
    let file = "setups.toml";
    let cases = [
        ("\"US1 1710\"", "a unit is written as in \"US1 1710 3\": id, hex, SP"),
        ("\"US2 1710 3\"", "the order of battle has no unit \"US2\""),
        ("\"US1 1700 3\"", "the map has no playable hex \"1700\""),
        ("\"US1 1710 5\"", "the strength of US1 is from 1 to 4"),
        ("\"US1 1710 0\"", "the strength of US1 is from 1 to 4"),
        ("\"US9 1710 3\"", "US9 is not due before Sep"),
        ("\"6P 1710 3\"", "6P is not due before Sep"),
        ("\"US1 1806 3\"", "US1 stands in a city of the other side"),
    ];
    for (word, what) in cases {
        in_line(file, "\"US1 1710 3\"", word, what);
    }
    in_line(file, "\"BR2 1410 3\"", "\"BR2 1710 3\"", "US1 stands in the same hex");
    in_line(file, "\"BR2 1410 3\"", "\"US1 1410 3\"", "US1 is listed twice");
    in_line(file, "\"Amiens\", \"Angers\"", "\"Amiens\", \"Amiens\"", "Amiens is listed twice");
    in_line(file, "\"Amiens\", \"Angers\"", "\"Amiens\", \"London\"", "the map has no city \"London\"");
    in_line(
        file,
        "pool = [\"LXXXIV\"",
        "pool = [\"Co1\"",
        "lost coast and fortress units are out, all others in the pool",
    );
    in_line(file, "out = [\"Co1\"", "out = [\"LXXXIV\"", "LXXXIV is listed twice");
    in_line(file, "out = [\"Co1\"", "out = [\"Co2\"", "Co2 is listed twice");
    in_line(file, "beaches = [\"12\"", "beaches = [\"6\"", "unknown beach-head \"6\"; known: 12, 21");
    in_line(file, "airborne_used = [\"82AB\"", "airborne_used = [\"7AB\"", "there is no airborne unit \"7AB\"");
    in_line(file, "airborne_used = [\"82AB\"", "airborne_used = [\"6AB\"", "6AB is listed twice");
    in_line(file, "month = \"Sep\"", "month = \"sep\"", "unknown month \"sep\"");
    in_line(file, "id = \"december\"", "id = \"september\"", "the set-up september is listed twice");
    let lost = MISTAKES.message(file, |body| body.replacen("\"Co1\", ", "", 1));
    assert!(lost.ends_with("Co1 came before Sep and is neither set up nor in the pool nor out"), "{lost}");
}

#[test]
fn scenarios() {
    let file = "scenarios.toml";
    in_line(file, "id = \"weather\"", "id = \"rain\"", "unknown option \"rain\"; known: hidden, weather, open-cards");
    in_line(file, "id = \"open-cards\"", "id = \"weather\"", "the option weather is listed twice");
    in_line(file, "id = \"normandy\"", "id = \"campaign\"", "the scenario campaign is listed twice");
    in_line(file, "id = \"normandy\"", "id = \"the seine\"", "the id of a scenario is one word");
    in_line(file, "last = \"Aug\"", "last = \"August\"", "unknown month \"August\"; known: Jun");
    in_line(file, "setup = \"september\"", "setup = \"october\"", "there is no set-up \"october\"");
    in_line(file, "first = \"Sep\"", "first = \"Oct\"", "its set-up is that of Sep");
    in_line(file, "last = \"Mar\"", "last = \"Feb\"", "objective cards are judged after March");
    in_line(file, "german_cards = [4, 5, 6]", "german_cards = [3, 5, 6]", "there is no German card 3");
    in_line(file, "german_cards = [4, 5, 6]", "german_cards = [4, 6, 5]", "cards are given in order, each once");
    in_line(file, "rule = \"V.12.a\"", "rule = \"V.12.b\"", "either cards decide a scenario or its rule does");
    in_line(file, "rule = \"V.12.b\"", "rule = \"V.12.a\"", "known: V.12.b, V.12.c, V.12.d");
    let normandy = "options = [\"hidden\", \"invasion-4\"";
    in_line(file, normandy, "options = [\"open-cards\", \"invasion-4\"", "the scenario has no cards");
    in_line(file, normandy, "options = [\"hidden\", \"hidden\"", "the option hidden is listed twice");
    in_line(file, normandy, "options = [\"fog\"", "there is no [[option]] \"fog\"");
    let autumn = "options = [\"hidden\", \"weather\", \"open-cards\", \"weak-german-die\"]";
    in_line(file, autumn, "options = [\"invasion-4\"]", "the scenario has no invasion");
    let one = MISTAKES.message(file, |body| body.replacen("german_cards = [4, 5, 6]", "", 1));
    assert!(one.ends_with("either both sides draw a card or none"), "{one}");
    let back = |body: &str| body.replacen("first = \"Dec\"\nlast = \"Mar\"", "first = \"Dec\"\nlast = \"Nov\"", 1);
    assert!(MISTAKES.message(file, back).ends_with("a scenario ends after it begins"));
}

/// [V.12.b] The rule of a scenario decides, not its name.
#[test]
fn a_renamed_scenario_keeps_its_goal() {
    let renamed = MISTAKES.with("scenarios.toml", |body| body.replacen("id = \"normandy\"", "id = \"seine\"", 1));
    let scenarios = renamed.expect("names are free").scenarios;
    let goals: Vec<_> = scenarios.iter().map(|card| (card.id.as_str(), card.goal)).collect();
    assert_eq!(goals[..2], [("campaign", None), ("seine", Some(Goal::Normandy))]);
}

#[test]
fn outline() {
    let wrong = |body: &str| MISTAKES.message("ground.txt", |_| format!("default printed\n{body}\n"));
    let file = "dday-to-the-rhine/ground.txt:2: ";
    let unknown =
        "unknown recipe \"swamp\"; known: land, neutral, water, wood, hills, river, great-river, border, rail";
    assert_eq!(wrong("swamp X 1,1 2,2"), format!("{file}{unknown}"));
    assert_eq!(wrong("border X 1,1"), format!("{file}a border needs at least 2 points"));
    assert_eq!(wrong("land X 1,1 2;2 3,3"), format!("{file}a point is written as in 812,-40, not \"2;2\""));
    assert_eq!(wrong("land"), format!("{file}the name, or \"\" is missing"));
}

#[test]
fn nothing_panics() {
    MISTAKES.nothing_panics();
}
