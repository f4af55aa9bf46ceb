//! The box: what the rulebook says of it holds on the data as loaded.

use board::flood;
use data::Provenance;
use dday_to_the_rhine::components::{
    Components, Country, Due, Entry, Face, Ground, Group, Kind, Month, Nation, River, Side, Unit, files, map, units,
};
use referee::{LineRun, RuleKind, Spot, Through};

fn the_box() -> Components {
    Components::read(&files()).expect("the files the game was built with can be read")
}

fn hex(kit: &Components, number: &str) -> Spot {
    kit.map.board.find(number).unwrap_or_else(|| panic!("no hex {number}"))
}

fn city(kit: &Components, name: &str) -> Spot {
    kit.map.cities[kit.map.find_city(name).unwrap_or_else(|| panic!("no city {name}"))].at
}

fn unit<'a>(kit: &'a Components, id: &str) -> &'a Unit {
    &kit.units[kit.unit(id).unwrap_or_else(|| panic!("no unit {id}"))]
}

/// Numbers of the hexes a flag is set for.
fn marked(kit: &Components, flags: &[bool]) -> Vec<String> {
    let spots = kit.map.board.spots().filter(|spot| flags[spot.index()]);
    spots.map(|spot| kit.map.board.name(spot).to_owned()).collect()
}

fn count<T: PartialEq>(values: &[T], value: T) -> usize {
    values.iter().filter(|other| **other == value).count()
}

fn steps(kit: &Components, a: Spot, b: Spot) -> u16 {
    kit.map.board.steps_between(a, b).expect("all land hangs together")
}

/// [G.2.a, G.2.b]
#[test]
fn the_board_has_its_hexes() {
    let kit = the_box();
    let map = &kit.map;
    assert_eq!((map.board.len(), map.board.edges()), (474, 1317));
    let grounds = Ground::ALL.map(|ground| count(&map.ground, ground));
    assert_eq!(grounds, [415, 32, 27]);
    let countries = Country::ALL.map(|country| count(&map.country, country));
    assert_eq!(countries, [313, 24, 23, 1, 113]);
    assert!(map.board.len() <= map::MAX_HEXES && map.cities.len() <= map::MAX_CITIES);
    let names: Vec<&str> = map.board.spots().map(|spot| map.board.name(spot)).collect();
    assert!(names.is_sorted() && (map.grid.layout().columns, map.grid.layout().rows) == (29, 27));
    // Neighbours of an even and of an odd row, as the index has them.
    let around = |number: &str| {
        let mut names: Vec<&str> = map.board.ways(hex(&kit, number)).iter().map(|way| map.board.name(way.to)).collect();
        names.sort_unstable();
        names
    };
    assert_eq!(around("1414"), ["1314", "1413", "1415", "1513", "1514", "1515"]);
    assert_eq!(around("1413"), ["1312", "1313", "1314", "1412", "1414", "1513"]);
    for spot in map.board.spots() {
        let (column, row) = map.grid.column_row(spot);
        assert_eq!(map.board.name(spot), format!("{column:02}{row:02}"));
        assert!(map.board.ways(spot).len() <= 6 && !map.board.ways(spot).is_empty());
    }
    for sea in ["0811", "0812", "0911", "1011", "1211", "2518"] {
        let playable = ["0811", "0812", "1211"].contains(&sea);
        assert_eq!(map.board.find(sea).is_some(), playable, "{sea}");
    }
}

/// [G.2.c]
#[test]
fn rivers_lie_on_hexsides() {
    let kit = the_box();
    let map = &kit.map;
    let rhine = count(&map.river, River::Rhine);
    assert_eq!((rhine, rhine + count(&map.river, River::River), map.runs.len()), (41, 243, 17));
    let side = |a: &str, b: &str| {
        let edge = map.board.edge(hex(&kit, a), hex(&kit, b)).unwrap_or_else(|| panic!("{a} and {b} do not touch"));
        map.river_at(edge)
    };
    for (a, b) in [("2510", "2609"), ("2104", "2105"), ("2206", "2207")] {
        assert_eq!(side(a, b), River::Rhine);
    }
    for (a, b) in [("2006", "2106"), ("2211", "2311"), ("1012", "1111"), ("1606", "1705")] {
        assert_eq!(side(a, b), River::River);
    }
    assert_eq!((side("0912", "1012"), side("0912", "0913")), (River::None, River::None));
    let length = |run: &LineRun| match &run.through {
        Through::Sides(sides) => sides.len(),
        _ => panic!("a river runs along hexsides"),
    };
    let twice: usize = map.runs.iter().map(length).sum();
    assert_eq!(twice, 243 + 5);
}

/// [G.2.d, G.2.h, G.4, V.12.c]
#[test]
fn cities_lie_in_their_countries() {
    let kit = the_box();
    let map = &kit.map;
    assert_eq!(map.cities.len(), 72);
    let in_germany: Vec<&str> =
        map.cities.iter().filter(|city| !city.country.is_allied()).map(|city| city.name.as_str()).collect();
    let all = "Munster Essen Dusseldorf Dortmund Koln Aachen Koblenz Trier Saarbrucken Frankfurt Mannheim Karlsruhe \
               Stuttgart Freiburg Kassel Paderborn Wurzburg Osnabruck";
    assert_eq!(in_germany, all.split_whitespace().collect::<Vec<_>>());
    for (place, city) in (0_u8..).zip(&map.cities) {
        assert_eq!((map.city[city.at.index()], map.country[city.at.index()]), (Some(place), city.country));
        assert_eq!(map.city_at(city.at).map(|city| city.name.as_str()), Some(city.name.as_str()));
    }
    assert_eq!(map.city.iter().flatten().count(), 72);
    let country = |name: &str| map.country[city(&kit, name).index()];
    assert_eq!((country("Strasbourg"), country("Luxembourg")), (Country::France, Country::Luxembourg));
    assert_eq!(
        (country("Enschede"), country("Walcheren"), country("Liege")),
        (Country::Holland, Country::Holland, Country::Belgium)
    );
    let major: Vec<&str> = map.cities.iter().filter(|city| city.major).map(|city| city.name.as_str()).collect();
    assert_eq!(major, ["Paris", "Essen", "Dusseldorf", "Dortmund"]);
    assert_eq!(map.ruhr, ["Essen", "Dusseldorf", "Dortmund"].map(|name| city(&kit, name)));
    let west: Vec<&str> =
        in_germany.iter().copied().filter(|name| !map.east_of_rhine[city(&kit, name).index()]).collect();
    assert_eq!(west, ["Koln", "Aachen", "Koblenz", "Trier", "Saarbrucken"]);
    assert!(!map.east_of_rhine[map.paris.index()] && map.east_of_rhine[map.arnhem.index()]);
    let beyond: Vec<&str> = map
        .cities
        .iter()
        .zip(&map.east_of_meuse)
        .filter(|(city, beyond)| **beyond && city.country.is_allied())
        .map(|(city, _)| city.name.as_str())
        .collect();
    let all = "Strasbourg Verdun Metz Nancy Epinal Liege Bastogne Rotterdam Amsterdam Arnhem Enschede Luxembourg";
    let mut all: Vec<&str> = all.split_whitespace().collect();
    let mut beyond = beyond;
    all.sort_unstable();
    beyond.sort_unstable();
    assert_eq!((beyond, count(&map.east_of_meuse, true)), (all, 12 + 18));
    assert_eq!((map.find_city("koln"), map.find_city("Berlin")), (map.find_city("Koln"), None));
}

/// [G.2.e, G.2.f, G.2.g]
#[test]
fn edges_coasts_and_fortresses() {
    let kit = the_box();
    let map = &kit.map;
    let south = marked(&kit, &map.south_france);
    assert_eq!((south.len(), south.first().unwrap().as_str(), south.last().unwrap().as_str()), (16, "0827", "2327"));
    let east = marked(&kit, &map.east_germany);
    assert_eq!((east.len(), east.first().unwrap().as_str(), east.last().unwrap().as_str()), (17, "2901", "2917"));
    assert_eq!(marked(&kit, &map.south_germany), ["2517", "2617", "2716", "2917"]);
    assert_eq!(count(&map.coast, true), 48);
    assert!(["1112", "1806", "1805", "0926", "1012", "0812", "0912"].iter().all(|n| map.coast[hex(&kit, n).index()]));
    assert!(!map.coast[map.paris.index()]);
    let names = |flags: &[bool]| -> Vec<&str> {
        map.cities.iter().filter(|city| flags[city.at.index()]).map(|city| city.name.as_str()).collect()
    };
    let coastal = "Cherbourg St-Malo Brest Lorient St-Nazaire Le_Havre Boulogne Dunkirk La_Rochelle Royan Walcheren";
    let coastal: Vec<String> = coastal.split(' ').map(|name| name.replace('_', " ")).collect();
    assert_eq!(names(&map.coastal_fortress), coastal);
    assert_eq!(names(&map.fortress).len(), count(&map.fortress, true));
    let inland: Vec<&str> =
        names(&map.fortress).into_iter().filter(|name| !coastal.iter().any(|other| other == name)).collect();
    assert_eq!(inland, ["Metz", "Aachen", "Saarbrucken"]);
}

/// [S.2.g, S.2.h, R.3, R.4, SET.2]
#[test]
fn hexes_the_rules_name_lie_as_they_say() {
    let kit = the_box();
    let map = &kit.map;
    let at = |spot: Spot| map.grid.column_row(spot);
    let (caen, east) = (at(map.caen), at(map.caen_east));
    assert_eq!((east.0, east.1), (caen.0 + 1, caen.1));
    let touch = |a: Spot, b: Spot| map.board.edge(a, b).is_some();
    assert!(touch(map.le_havre, map.caen) && touch(map.le_havre, map.caen_east));
    assert!(map.antwerp_approach.contains(&map.walcheren) && map.antwerp_approach.len() == 4);
    assert!(map.antwerp_approach.iter().all(|spot| at(*spot).1 < at(map.antwerp).1));
    assert!(map.antwerp_naval_block.contains(&map.antwerp) && !map.antwerp_naval_block.contains(&map.walcheren));
    assert!(map.antwerp_naval_block.iter().all(|spot| map.coast[spot.index()]));
    assert!(map.beach.iter().all(|spot| map.coast[spot.index()] && map.ground[spot.index()] == Ground::Clear));
    assert_eq!(map.beach.map(|spot| map.board.name(spot)), ["0812", "0912"]);
    let named = |spot: Spot| map.city_at(spot).map(|city| city.name.as_str());
    for (spot, name) in [
        (map.caen, "Caen"),
        (map.le_havre, "Le Havre"),
        (map.antwerp, "Antwerp"),
        (map.walcheren, "Walcheren"),
        (map.royan, "Royan"),
        (map.bordeaux, "Bordeaux"),
        (map.paris, "Paris"),
        (map.arnhem, "Arnhem"),
    ] {
        assert_eq!(named(spot), Some(name));
    }
    let [essen, dusseldorf, dortmund] = map.ruhr;
    assert!(touch(essen, dusseldorf) && touch(essen, dortmund) && touch(dusseldorf, city(&kit, "Koln")));
}

/// [R.2, R.5]
#[test]
fn ports_have_their_capacity() {
    let kit = the_box();
    let ports: Vec<_> = kit.map.cities.iter().filter(|city| city.port > 0).collect();
    assert_eq!((ports.len(), ports.iter().map(|city| city.port).sum::<u8>()), (15, 18));
    let capacity = |name: &str| kit.map.cities[kit.map.find_city(name).unwrap()].port;
    assert_eq!(["Antwerp", "Brest", "Bordeaux", "Royan", "Walcheren", "Caen"].map(capacity), [3, 2, 1, 0, 0, 0]);
    assert!(ports.iter().filter(|city| city.port != 1).all(|city| ["Antwerp", "Brest"].contains(&city.name.as_str())));
    assert!(ports.iter().all(|city| city.country.is_allied() && kit.map.coast[city.at.index()]));
}

/// [SUP.13] Everything can be supplied from cities when nobody is in the way.
#[test]
fn no_hex_is_further_from_a_city_than_supply_reaches() {
    let kit = the_box();
    let range = u16::from(kit.tables.supply_range);
    let sources = kit.map.cities.iter().map(|city| (city.at, 0));
    let near = flood(&kit.map.board, sources, range, |_, _| Some(1));
    assert!(kit.map.board.spots().all(|spot| near.cost(spot).is_some()));
    let mut linked = vec![kit.map.paris];
    let mut next = 0;
    while next < linked.len() {
        let from = linked[next];
        let reached = kit.map.cities.iter().map(|city| city.at).filter(|at| steps(&kit, from, *at) <= range);
        let new: Vec<Spot> = reached.filter(|at| !linked.contains(at)).collect();
        linked.extend(new);
        next += 1;
    }
    assert_eq!(linked.len(), 72);
    // [SUP.15] The example that stands in for the missing one.
    let september = &kit.setups[0];
    let far = |number: &str| {
        let spot = hex(&kit, number);
        september.allied_cities.iter().map(|city| steps(&kit, spot, *city)).min().unwrap()
    };
    assert_eq!((far("2118"), far("2218")), (5, 6));
    assert_eq!(["Auxerre", "Troyes"].map(|name| steps(&kit, hex(&kit, "2118"), city(&kit, name))), [5, 5]);
}

/// [U.2, U.6, U.7, U.8, U.10, U.11, U.12, U.13, U.14]
#[test]
fn units_are_as_strong_as_their_kind() {
    let kit = the_box();
    assert_eq!(kit.units.len(), 92);
    assert!(kit.units.len() <= units::MAX_UNITS);
    assert!(kit.units[..28].iter().all(|unit| unit.side == Side::Allied));
    assert!(kit.units[28..].iter().all(|unit| unit.side == Side::German));
    for unit in &kit.units {
        let id = unit.id.as_str();
        let strength = match (unit.side, unit.army, unit.kind) {
            (Side::Allied, true, _) => (4, if id == "US3" { 5 } else { 4 }),
            (Side::Allied, false, Kind::Mountain | Kind::Airborne) => (2, 4),
            (Side::Allied, false, _) => (2, 5),
            (Side::German, true, Kind::Panzer) => (3, 6),
            (Side::German, true, _) => (3, 4),
            (Side::German, false, Kind::Panzer) => (2, 6),
            (Side::German, false, Kind::Volksturm) => (2, 0),
            (Side::German, false, Kind::Coast | Kind::Fortress) => (1, 0),
            (Side::German, false, _) => (2, 4),
        };
        assert_eq!((unit.max_sp, unit.mp), strength, "{id}");
        for sp in 1..=unit.max_sp {
            let dice = match unit.kind {
                Kind::Volksturm | Kind::Coast | Kind::Fortress => 1,
                Kind::Panzer | Kind::Elite => sp + 1,
                Kind::Infantry | Kind::Mountain | Kind::Airborne => sp,
            };
            assert_eq!(unit.dice[usize::from(sp)], dice, "{id}");
        }
        assert_eq!((unit.dice[0], unit.dice[usize::from(unit.max_sp) + 1..].iter().sum::<u8>()), (0, 0));
        assert!((1..=unit.max_sp).contains(&unit.start_sp));
        assert_eq!(unit.is_static(), unit.mp == 0);
    }
    let mountain: Vec<&str> =
        kit.units.iter().filter(|unit| unit.kind == Kind::Mountain).map(|unit| unit.id.as_str()).collect();
    assert_eq!(mountain, ["FR-II", "XIIISS"]);
    let elite: Vec<&str> = kit.units.iter().filter(|unit| unit.elite).map(|unit| unit.id.as_str()).collect();
    assert_eq!(elite, ["IIFJ", "XIIISS", "XIISS"]);
}

/// [U.4, U.16, U.17]
#[test]
fn units_belong_to_army_groups() {
    let kit = the_box();
    let groups =
        [Group::Sixth, Group::Twelfth, Group::TwentyFirst, Group::B, Group::G, Group::H, Group::Fortress, Group::Any];
    let counts = groups.map(|group| kit.units.iter().filter(|unit| unit.group == group).count());
    assert_eq!(counts, [6, 14, 8, 21, 15, 9, 12, 7]);
    let nations = [Nation::Us, Nation::Commonwealth, Nation::French, Nation::German];
    assert_eq!(nations.map(|nation| kit.units.iter().filter(|unit| unit.nation == nation).count()), [17, 8, 3, 64]);
    for unit in &kit.units {
        assert_eq!(unit.group == Group::TwentyFirst, unit.nation == Nation::Commonwealth, "{}", unit.id);
        assert_eq!(unit.group == Group::Any, unit.is_panzer(), "{}", unit.id);
        assert!(unit.kind != Kind::Coast || unit.group == Group::B);
        if unit.nation == Nation::French {
            assert_eq!(unit.group, Group::Sixth);
        }
    }
}

/// [A.12, SET.1, SET.2]
#[test]
fn units_come_when_the_schedule_says() {
    let kit = the_box();
    let count = |side: Side, due: Due| kit.units.iter().filter(|unit| unit.side == side && unit.due == due).count();
    let months = |side: Side| Month::all().map(|month| count(side, Due::Month(month))).collect::<Vec<_>>();
    assert_eq!(count(Side::Allied, Due::Invasion), 2);
    assert_eq!(months(Side::Allied), [4, 4, 4, 4, 3, 2, 1, 2, 1, 1]);
    assert_eq!((count(Side::German, Due::Setup), count(Side::German, Due::Rco)), (31, 2));
    assert_eq!(months(Side::German), [0, 2, 2, 5, 6, 6, 3, 2, 4, 1]);
    let setup: Vec<&Unit> = kit.units.iter().filter(|unit| unit.due == Due::Setup).collect();
    let kinds = |kind: Kind| setup.iter().filter(|unit| unit.kind == kind).count();
    assert_eq!((kinds(Kind::Coast), kinds(Kind::Fortress)), (6, 12));
    let mut hexes: Vec<Spot> = setup.iter().map(|unit| unit.start.unwrap()).collect();
    hexes.sort_unstable();
    hexes.dedup();
    assert_eq!(hexes.len(), 31);
    let start = |id: &str| unit(&kit, id).start.map(|spot| kit.map.board.name(spot));
    assert_eq!(
        (start("US1"), start("Co1"), start("BR2"), start("Co2")),
        (Some("0812"), Some("0812"), Some("0912"), Some("0912"))
    );
    assert_eq!((start("XLVII"), start("5P"), start("US3")), (Some("1012"), Some("1513"), None));
    // Reinforcements: Allied at full strength, German at 1 SP but for the 6th Panzer Army.
    for unit in kit.units.iter().filter(|unit| unit.due != Due::Setup) {
        let due = if unit.side == Side::Allied || unit.id == "6P" { unit.max_sp } else { 1 };
        assert_eq!(unit.start_sp, due, "{}", unit.id);
    }
    for fortress in setup.iter().filter(|unit| unit.kind == Kind::Fortress) {
        assert!(kit.map.fortress[fortress.start.unwrap().index()], "{}", fortress.id);
    }
    let panzer = unit(&kit, "5P");
    assert!(panzer.army && panzer.is_panzer() && kit.tables.held_in_june == kit.unit("5P").unwrap());
}

/// [A.2, A.3.g, SF.2, SF.3]
#[test]
fn units_enter_where_the_schedule_says() {
    let kit = the_box();
    let entry = |id: &str| unit(&kit, id).entry;
    assert_eq!(
        (entry("US-V"), entry("US1"), entry("US7")),
        (Entry::BeachOrPort, Entry::BeachOrPort, Entry::SouthFrance)
    );
    assert_eq!(entry("US-XVIIIAB"), Entry::City(city(&kit, "Reims")));
    assert_eq!(entry("CA-I"), Entry::City(kit.map.antwerp));
    assert_eq!((entry("19A"), entry("LXIV"), entry("7A")), (Entry::SouthFrance, Entry::SouthFrance, Entry::Fixed));
    assert_eq!((entry("IISS"), entry("6P")), (Entry::City(kit.map.paris), Entry::Group));
    assert_eq!(entry("VAa"), Entry::OwnCity(city(&kit, "Koln")));
    let volksturm: Vec<&Unit> = kit.units.iter().filter(|unit| unit.kind == Kind::Volksturm).collect();
    assert_eq!(volksturm.len(), 13);
    let mut homes = Vec::new();
    for unit in &volksturm {
        let Entry::OwnCity(at) = unit.entry else { panic!("{} has no city", unit.id) };
        let home = kit.map.city_at(at).unwrap();
        // The map is written without umlauts, as it is typed.
        let plain = unit.name.replace('ö', "o").replace('ü', "u");
        assert_eq!(plain, format!("Volksturm {}", home.name));
        assert!(home.country == Country::Germany && !homes.contains(&at));
        homes.push(at);
    }
    for unit in kit.units.iter().filter(|unit| unit.group == Group::Sixth) {
        assert_eq!(unit.entry, Entry::SouthFrance, "{}", unit.id);
    }
    let german_south = kit.units.iter().filter(|unit| unit.side == Side::German && unit.entry == Entry::SouthFrance);
    assert!(german_south.clone().all(|unit| unit.due == Due::Month(Month::SEPTEMBER)) && german_south.count() == 2);
}

/// [I.3, I.4, I.8, C.10, O.4]
#[test]
fn dice_give_the_odds_of_the_text() {
    let kit = the_box();
    let tables = &kit.tables;
    let hits = |die: &[Face; 6]| 6 - u64::try_from(count(die, Face::Blank)).unwrap();
    assert_eq!((hits(&tables.allied_die), hits(&tables.german_die), hits(&tables.weak_german_die)), (3, 3, 2));
    for face in [Face::Infantry, Face::Panzer, Face::Aircraft] {
        assert_eq!(count(&tables.allied_die, face), 1);
    }
    assert_eq!((tables.allied_die[0], tables.allied_die[2]), (Face::Infantry, Face::Aircraft));
    assert_eq!((tables.german_die[1], tables.german_die[2]), (Face::Infantry, Face::Panzer));
    assert_eq!((tables.weak_german_die[0], tables.weak_german_die[1]), (Face::Infantry, Face::Panzer));
    assert!(!tables.german_die.contains(&Face::Aircraft));
    // Army, naval unit, airborne unit, less the coast hexside.
    let army = unit(&kit, "US1").dice[4];
    let sum = army + tables.naval_dice + tables.airborne_dice - tables.coast_loss;
    assert_eq!((sum, tables.invasion_dice, tables.invasion_dice_strict), (5, 5, 4));
    assert_eq!(unit(&kit, "Co1").dice[1] + tables.coast_gain, 2);
    // A landing fails if every die misses: 1 in 32. One of two fails in 62 of 1024, both in 1 of 1024.
    let misses = (6 - hits(&tables.allied_die)).pow(u32::from(tables.invasion_dice));
    let all = 6_u64.pow(u32::from(tables.invasion_dice));
    assert_eq!((misses * 32, all / misses), (all, 32));
    let (one, both) = (2 * misses * (all - misses), misses * misses);
    assert_eq!((one * 1024 / (all * all), both * 1024 / (all * all)), (62, 1));
    assert!(one * 100 > 5 * all * all && one * 100 < 7 * all * all && both * 100 < all * all);
}

/// [R.1, R.1.a, R.7, R.11, A.11, C.13, G.8, O.2.a]
#[test]
fn charts_are_as_printed() {
    let kit = the_box();
    let tables = &kit.tables;
    assert_eq!(tables.allied_rp, [8, 17, 22, 18, 14, 14, 14, 15, 16, 18]);
    assert_eq!(tables.german_rp, [5, 5, 4, 7, 9, 10, 11, 8, 6, 4]);
    assert_eq!((tables.rp_cap, tables.beach_pc), (24, 1));
    let overcast: Vec<&str> = Month::all().filter(|month| tables.overcast[month.index()]).map(Month::name).collect();
    assert_eq!(overcast, ["Dec", "Jan"]);
    assert_eq!((tables.clear_on, tables.weather_from), ([6, 6, 6, 6, 4, 3, 2, 2, 3, 4], Month::OCTOBER));
    let costs = tables.costs;
    assert_eq!((costs.movement, costs.attack, costs.attack_mixed), (1, 1, 2));
    assert_eq!((costs.step_infantry, costs.step_panzer), (1, 2));
    assert_eq!((costs.unit_volksturm, costs.unit_infantry, costs.unit_panzer), (1, 2, 3));
    assert_eq!((tables.limit_cw, tables.limit_us, tables.limit_panzer), (2, 4, 3));
    assert_eq!((tables.move_cost, tables.attack_loss), ([1, 2, 2], [0, 1, 1]));
    assert_eq!((tables.zoc_cost, tables.rhine_cost, tables.river_loss), (2, 1, 1));
    assert_eq!((tables.fortress_loss, tables.fortress_gain, tables.major_gain), (1, 1, 1));
    assert_eq!((tables.supply_range, tables.unsupplied_loss, tables.motorized), (5, 1, 2));
    assert_eq!((tables.rail_from, tables.south_france_allied_from), (Month::JULY, Month::SEPTEMBER));
    assert_eq!(tables.no_rebuild_from, Month::JANUARY);
    assert_eq!((tables.hidden_markers, tables.phantoms), (12, 4));
}

/// [S.4, S.4.g, I.10, RCO.2, RCO.4, A.9]
#[test]
fn support_and_the_offensive() {
    let kit = the_box();
    let tables = &kit.tables;
    let airborne: Vec<String> = kit.airborne.iter().map(|unit| format!("{} {}", unit.id, unit.available)).collect();
    assert_eq!(airborne, ["82AB Jun", "6AB Jun", "101AB Jun", "1AB Jun", "17AB Jan"]);
    assert_eq!((tables.airborne_invasion, tables.airborne_per_month), ([0, 1], 2));
    assert_eq!((tables.naval_dice, tables.bomber_dice, tables.airborne_dice, tables.surprise_dice), (1, 2, 1, 1));
    assert_eq!(tables.surprise, [(Month::NOVEMBER, 3), (Month::DECEMBER, 2), (Month::JANUARY, 1)]);
    assert_eq!((tables.dietrich_sp, tables.first_ss_sp), ([3, 3, 3], [0, 1, 2]));
    assert_eq!((kit.units[tables.dietrich].id.as_str(), kit.units[tables.first_ss].id.as_str()), ("6P", "ISS"));
    let places = [&tables.places_b, &tables.places_g, &tables.places_h, &tables.places_panzer].map(Vec::len);
    assert_eq!(places, [6, 4, 6, 20]);
    for name in ["Enschede", "Strasbourg", "Aachen", "Osnabruck"] {
        assert!(tables.places_panzer.contains(&city(&kit, name)), "{name}");
    }
    assert!(tables.places_b.contains(&city(&kit, "Koln")) && !tables.places_b.contains(&city(&kit, "Munster")));
}

/// [V.13]
#[test]
fn later_set_ups_stand_on_the_map() {
    let kit = the_box();
    let of = |side: Side, setup: usize| {
        kit.setups[setup].units.iter().filter(|(unit, ..)| kit.units[*unit].side == side).count()
    };
    assert_eq!((of(Side::Allied, 0), of(Side::German, 0)), (14, 26));
    assert_eq!((of(Side::Allied, 1), of(Side::German, 1)), (23, 22));
    assert_eq!(kit.setups.iter().map(|setup| setup.units.len()).collect::<Vec<_>>(), [40, 45]);
    assert_eq!(kit.setups.iter().map(|setup| setup.month).collect::<Vec<_>>(), [Month::SEPTEMBER, Month::DECEMBER]);
    assert_eq!(kit.setups.iter().map(|setup| setup.allied_cities.len()).collect::<Vec<_>>(), [18, 46]);
    assert_eq!(
        (kit.setups[0].airborne_used.as_slice(), kit.setups[1].airborne_used.as_slice()),
        (&[0, 1][..], &[0, 1, 2, 3][..])
    );
    // Port capacity with both beach-heads, Antwerp and Bordeaux only if nobody closes them.
    let capacity = |setup: usize| {
        let setup = &kit.setups[setup];
        let held =
            |spot: &Spot| setup.units.iter().any(|(unit, at, _)| at == spot && kit.units[*unit].side == Side::German);
        let open = |at: Spot| {
            !(at == kit.map.antwerp && kit.map.antwerp_approach.iter().any(held)
                || at == kit.map.bordeaux && held(&kit.map.royan))
        };
        let ports = setup.allied_cities.iter().filter(|at| open(**at)).filter_map(|at| kit.map.city_at(*at));
        let beaches = u8::try_from(setup.beaches.iter().filter(|beach| **beach).count()).unwrap();
        ports.map(|city| city.port).sum::<u8>() + beaches * kit.tables.beach_pc
    };
    assert_eq!((capacity(0), capacity(1)), (5, 13));
    let aachen = city(&kit, "Aachen");
    assert!(kit.setups[1].allied_cities.contains(&aachen) && !kit.setups[0].allied_cities.contains(&aachen));
}

/// [V.4, V.12]
#[test]
fn six_scenarios_and_six_cards() {
    let kit = the_box();
    let lines: Vec<String> = kit
        .scenarios
        .iter()
        .map(|scenario| {
            let options: Vec<&str> = scenario.options.iter().map(|option| option.id.as_str()).collect();
            let (first, last, months) = (scenario.first, scenario.last, scenario.months());
            let cards = scenario.allied_cards.iter().chain(&scenario.german_cards);
            let cards: Vec<String> = cards.map(u8::to_string).collect();
            format!("{} {first}-{last} {months} [{}] {}", scenario.id, cards.join(""), options.join(" "))
        })
        .collect();
    assert_eq!(
        lines,
        [
            "campaign Jun-Mar 10 [123456] hidden weather open-cards invasion-4 weak-german-die",
            "normandy Jun-Aug 3 [] hidden invasion-4 weak-german-die",
            "france Jun-Sep 4 [] hidden invasion-4 weak-german-die",
            "christmas Jun-Dec 7 [] hidden weather invasion-4 weak-german-die",
            "autumn Sep-Mar 7 [123456] hidden weather open-cards weak-german-die",
            "winter Dec-Mar 4 [12346] hidden weather open-cards weak-german-die",
        ]
    );
    assert_eq!(kit.scenarios.iter().map(|s| s.setup).collect::<Vec<_>>(), [None, None, None, None, Some(0), Some(1)]);
    for scenario in &kit.scenarios {
        assert!(!scenario.reconstructed.is_empty() && !scenario.history.is_empty());
        assert!(kit.rules.find(&scenario.rule).is_some() && scenario.cards != scenario.allied_cards.is_empty());
        assert!(scenario.options.iter().all(|option| !option.about.is_empty()));
    }
    let sides: Vec<Side> = kit.tables.cards.iter().map(|card| card.side).collect();
    assert_eq!((count(&sides[..3], Side::Allied), count(&sides[3..], Side::German)), (3, 3));
    assert!(kit.tables.cards.iter().all(|card| kit.rules.find(&card.rule).is_some()));
    let victory = &kit.tables.victory;
    assert_eq!((victory.broad_cities, victory.watch_cities, victory.ports_pc, victory.blow_steps), (8, 5, 12, 12));
    assert_eq!(victory.saar, ["Frankfurt", "Mannheim", "Saarbrucken"].map(|name| city(&kit, name)));
}

#[test]
fn the_index_has_every_rule() {
    let kit = the_box();
    assert_eq!(kit.rules.entries.len(), 319);
    let enforced = kit.rules.entries.iter().filter(|rule| rule.kind == RuleKind::Enforced).count();
    assert_eq!(enforced, 283);
    assert_eq!(data::rule_examples(files().text("rules.toml").unwrap()).unwrap().len(), 11);
    for rule in kit.rules.entries.iter().filter(|rule| rule.reconstructed) {
        assert!(rule.id == "O.3" || rule.kind != RuleKind::Advice, "{}", rule.id);
    }
}

#[test]
fn provenance_is_told() {
    let kit = the_box();
    let count = |provenance| kit.units.iter().filter(|unit| unit.mark.provenance == provenance).count();
    let marks = [Provenance::Printed, Provenance::Derived, Provenance::Reconstructed].map(count);
    assert_eq!(marks, [6, 6, 80]);
    let named = kit.map.cities.iter().filter(|city| city.mark.provenance == Provenance::Printed).count();
    assert_eq!(named, 18);
    assert!(kit.map.marks.iter().all(|mark| mark.provenance == Provenance::Reconstructed));
    data::provenance_report(&files()).unwrap();
}

#[test]
fn sides_and_months_are_found_as_they_are_typed() {
    assert_eq!((Side::Allied.seat().0, Side::German.seat().0, Side::Allied.other()), (0, 1, Side::German));
    assert_eq!(
        (Side::find("german"), Side::find("French"), Side::of_seat(Side::German.seat())),
        (Some(Side::German), None, Some(Side::German))
    );
    assert_eq!(
        (Month::find("jun"), Month::find("March"), Month::find("Apr")),
        (Some(Month::JUNE), Some(Month::MARCH), None)
    );
    assert_eq!((Month::JUNE.next(), Month::MARCH.next()), (Some(Month::JULY), None));
    assert_eq!((Month::DECEMBER.year(), Month::JANUARY.year()), (1944, 1945));
    assert_eq!((Month::all().count(), Month(99).name(), Month::JUNE.full_name()), (10, "Mar", "June"));
}

#[test]
fn the_ground_is_drawn_under_the_hexes() {
    let kit = the_box();
    assert!(files().text("ground.txt").unwrap().body().len() < 60_000);
    let near = |point: &(i16, i16)| (-90..=2686).contains(&point.0) && (-90..=2173).contains(&point.1);
    assert!(kit.outline.shapes.iter().flat_map(|shape| &shape.points).all(near));
    let named = |recipe: &str, name: &str| kit.outline.shapes.iter().any(|s| s.recipe == recipe && s.name == name);
    for country in Country::ALL {
        assert!(named("land", country.name()), "{}", country.name());
    }
    assert!(named("neutral", "Switzerland") && named("neutral", "England") && named("border", "France and Germany"));
    // The middle of an inland hex lies inside the outline of its country, or of the next one at a border.
    let inside = |points: &[(i16, i16)], (x, y): (i32, i32)| {
        let ends = points.iter().zip(points.iter().cycle().skip(1));
        let crossed = ends.filter(|(a, b)| {
            let [(ax, ay), (bx, by)] = [**a, **b].map(|(x, y)| (i32::from(x), i32::from(y)));
            (ay > y) != (by > y) && (x < ax + (bx - ax) * (y - ay) / (by - ay))
        });
        crossed.count() % 2 == 1
    };
    let land: Vec<_> = kit.outline.shapes.iter().filter(|shape| shape.recipe == "land").collect();
    let middle = |spot: Spot| {
        let (column, row) = kit.map.grid.column_row(spot);
        let shift = if row % 2 == 0 { 44 } else { 0 };
        (i32::from(column - 1) * 88 + 44 + shift, i32::from(row - 1) * 7621 / 100 + 51)
    };
    let on_land = |spot: &Spot| land.iter().any(|shape| inside(&shape.points, middle(*spot)));
    let own = |spot: &Spot| {
        let country = kit.map.country[spot.index()].name();
        land.iter().any(|shape| shape.name == country && inside(&shape.points, middle(*spot)))
    };
    let inland: Vec<Spot> = kit.map.board.spots().filter(|spot| kit.map.board.ways(*spot).len() == 6).collect();
    assert!(inland.iter().all(on_land));
    assert!(inland.iter().filter(|spot| own(spot)).count() * 20 > inland.len() * 19);
}
