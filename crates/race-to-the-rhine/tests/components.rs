//! The box: what the rulebook says of it holds on the data as loaded.

use board::flood;
use data::Provenance;
use race_to_the_rhine::components::{
    Card, CardKind, Colours, Commander, Components, Load, Supply, files, fold, map, setup,
};
use referee::{RuleKind, Spot};

fn the_box() -> Components {
    Components::read(&files()).expect("the files the game was built with can be read")
}

fn spot(kit: &Components, name: &str) -> Spot {
    kit.map.find(name).unwrap_or_else(|| panic!("no area {name}"))
}

/// The colours of the connection between two areas.
fn road(kit: &Components, a: &str, b: &str) -> Option<Colours> {
    kit.map.board.edge(spot(kit, a), spot(kit, b)).map(|edge| kit.map.road(edge))
}

fn colour(kit: &Components, name: &str) -> String {
    kit.map.area(spot(kit, name)).colours.to_string()
}

/// Steps to the nearest victory area over the commander's own connections, closed areas left out.
fn steps_to_rhine(kit: &Components, commander: Commander, from: Spot, closed: &[&str]) -> u16 {
    let closed: Vec<Spot> = closed.iter().map(|name| spot(kit, name)).collect();
    let steps = flood(&kit.map.board, [(from, 0)], u16::MAX, |_, way| {
        (kit.map.road(way.edge).contains(commander) && !closed.contains(&way.to)).then_some(1)
    });
    let rhine = kit.map.board.spots().filter(|spot| kit.map.area(*spot).victory);
    rhine.filter_map(|spot| steps.cost(spot)).min().expect("there is a way to the Rhine")
}

fn find_card<'a>(kit: &'a Components, name: &str) -> &'a Card {
    kit.cards.iter().find(|card| card.name == name).unwrap_or_else(|| panic!("no card {name}"))
}

#[test]
fn the_board_has_its_areas_and_connections() {
    let kit = the_box();
    assert_eq!((kit.map.areas.len(), kit.map.roads.len()), (115, 211));
    let count = |colours: &str| kit.map.areas.iter().filter(|area| area.colours.to_string() == colours).count();
    let counts = ["red", "white", "blue", "red/white", "white/blue", "black"].map(count);
    assert_eq!(counts, [33, 29, 35, 5, 3, 10]);
    assert!(kit.map.areas.len() <= map::MAX_AREAS && kit.map.roads.len() <= map::MAX_ROADS);
    for commander in Commander::ALL {
        let own = kit.map.areas.iter().filter(|area| area.colours.contains(commander) && area.printed.is_none());
        assert!(own.count() <= 38, "{} has 40 markers, two of them on tracks", commander.name());
    }
}

#[test]
fn areas_are_as_the_book_tells_them() {
    let kit = the_box();
    // [10.0-two-colour-areas, 10.0-flags]
    assert_eq!((colour(&kit, "Amiens").as_str(), colour(&kit, "Trier").as_str()), ("red/white", "white/blue"));
    assert_eq!((colour(&kit, "Bruxelles").as_str(), colour(&kit, "Reims").as_str()), ("red/white", "white/blue"));
    let area = |name| kit.map.area(spot(&kit, name));
    assert!(["Le Havre", "Remagen", "Köln", "Düsseldorf"].into_iter().all(|name| area(name).flag));
    // An Axis marker stands in them in the examples, so no flag is printed there.
    assert!(["Trier", "Aachen", "Metz", "Prüm", "Diest", "Antwerpen"].into_iter().all(|name| !area(name).flag));
    assert!(["Le Havre", "Aachen", "Trier"].into_iter().all(|name| area(name).fortified));
    assert!(["Luxembourg", "Köln", "Reims"].into_iter().all(|name| !area(name).fortified));
    assert!(["Reims", "Luxembourg", "Aachen", "Bruxelles"].into_iter().all(|name| area(name).medal));
    assert!(["Vitry", "Chalons", "Le Havre", "Trier"].into_iter().all(|name| !area(name).medal));
    assert!(["Le Havre", "Dieppe", "Ostende"].into_iter().all(|name| area(name).limited_base));
    assert_eq!(
        kit.map.areas.iter().filter(|area| area.once).map(|area| area.name.as_str()).collect::<Vec<_>>(),
        ["Ostende"]
    );
    let named = |symbol: fn(&map::Area) -> bool| -> Vec<&str> {
        kit.map.areas.iter().filter(|area| symbol(area)).map(|area| area.name.as_str()).collect()
    };
    assert_eq!(named(|area| area.veteran_source), ["Boulogne", "Calais", "Dunkerque", "Vlissingen", "Rotterdam"]);
    assert_eq!(named(|area| area.blockade), ["Breskens", "Vlissingen", "Goes", "Bergen op Zoom"]);
    assert_eq!(named(|area| area.port), ["Antwerpen"]);
    assert_eq!(named(|area| area.medal).len(), 11);
    assert_eq!(
        named(|area| area.victory && area.flag),
        ["Duisburg", "Düsseldorf", "Köln", "Remagen", "Koblenz", "Mannheim"]
    );
    assert_eq!(named(|area| area.victory && !area.flag), ["Arnhem", "Wesel", "Mainz", "Karlsruhe"]);
    // [2.37.b]
    assert_eq!(named(|area| area.printed.is_some()).len(), 12);
    assert_eq!(kit.map.bases.map(|base| kit.map.area(base).name.as_str()), ["Lisieux", "Chartres", "Orléans"]);
    for commander in Commander::ALL {
        assert_eq!(kit.map.area(kit.map.bases[commander.index()]).printed, Some(commander));
    }
    assert_eq!(area("Paris").printed, Some(Commander::Brad));
    assert!(area("Paris").start && !area("Chartres").start);
}

#[test]
fn connections_of_the_examples_are_there() {
    let kit = the_box();
    let links = [
        (Commander::Monty, "Lisieux Brionne Rouen"),
        (Commander::Monty, "Lisieux Yvetot Le_Havre"),
        (Commander::Monty, "Antwerpen Diest"),
        (Commander::Monty, "Ronsse Gent"),
        (Commander::Brad, "Maastricht Aachen Köln"),
        (Commander::Brad, "Charleville Givet Marche Bastogne St._Vith"),
        (Commander::Brad, "Marche Liège Aachen"),
        (Commander::Brad, "Libramont Bastogne Prüm"),
        (Commander::Brad, "Köln Aachen Liège Namur Charleroi Mons Cambrai Amiens Beauvais Paris Chartres"),
        (Commander::Patton, "Troyes Vitry Chalons Reims"),
        (Commander::Patton, "Thionville Luxembourg Trier"),
        (Commander::Patton, "Troyes Brienne Chaumont Châtillon"),
    ];
    for (commander, line) in links {
        let names: Vec<String> = line.split(' ').map(|name| name.replace('_', " ")).collect();
        for pair in names.windows(2) {
            let colours = road(&kit, &pair[0], &pair[1]);
            assert!(colours.is_some_and(|colours| colours.contains(commander)), "{pair:?}");
        }
    }
    assert_eq!(road(&kit, "Bruxelles", "Gent"), None);
    assert_eq!(road(&kit, "Bastogne", "Liège"), None);
    assert_eq!(road(&kit, "Düsseldorf", "Köln"), Some(Colours::BLACK));
}

/// [14.0-first-marker]
#[test]
fn the_first_marker_goes_beside_a_flagged_victory_area() {
    let kit = the_box();
    let beside = |name: &str| {
        let flagged = |spot| kit.map.area(spot).victory && kit.map.area(spot).flag;
        kit.map.board.ways(spot(&kit, name)).iter().any(|way| flagged(way.to))
    };
    assert!(["Rheinhausen", "Rheydt", "Aachen"].into_iter().all(beside));
    assert!(!["Nijmegen", "Arnhem", "Breda"].into_iter().any(beside));
}

/// [10.0-encirclement]
#[test]
fn chaumont_closes_the_pocket() {
    let kit = the_box();
    let pocket = |taken: &[&str]| -> Vec<&str> {
        let taken: Vec<Spot> = taken.iter().map(|name| spot(&kit, name)).collect();
        let barred = |spot: Spot| kit.map.area(spot).printed.is_some() || taken.contains(&spot);
        let open = flood(&kit.map.board, [(kit.map.dusseldorf, 0)], u16::MAX, |_, way| (!barred(way.to)).then_some(1));
        let cut = kit.map.board.spots().filter(|spot| !barred(*spot) && open.cost(*spot).is_none());
        cut.map(|spot| kit.map.area(spot).name.as_str()).collect()
    };
    assert!(pocket(&[]).is_empty());
    assert!(pocket(&["Brienne"]).is_empty());
    assert_eq!(pocket(&["Brienne", "Chaumont"]), ["Bonny", "Auxerre", "Tonnerre", "Châtillon"]);
}

#[test]
fn the_rhine_is_as_far_as_it_should_be() {
    let kit = the_box();
    let far: Vec<u16> = kit.corps.iter().map(|corps| steps_to_rhine(&kit, corps.commander, corps.start, &[])).collect();
    assert_eq!(far, [11, 10, 10, 10, 9, 9, 9, 11, 10, 10]);
    let bases = Commander::ALL.map(|who| steps_to_rhine(&kit, who, kit.map.bases[who.index()], &[]));
    assert_eq!(bases, [11, 10, 12]);
    // [14.0-antwerpen] The marker there closes Monty's shortest way.
    let gent = spot(&kit, "Gent");
    let free = steps_to_rhine(&kit, Commander::Monty, gent, &["Diest", "Maastricht", "Aachen"]);
    let shut = steps_to_rhine(&kit, Commander::Monty, gent, &["Diest", "Maastricht", "Aachen", "Antwerpen"]);
    assert!(free < shut, "{free} and {shut}");
    // [17.0-front-1] From Marche by Liège and Aachen, then by Bastogne; [17.0-front-2] from Bastogne two ways alike.
    let brad = |from: &str, closed: &[&str]| steps_to_rhine(&kit, Commander::Brad, spot(&kit, from), closed);
    assert_eq!(brad("Marche", &[]), 3);
    assert_eq!(brad("Marche", &["Liège"]), 4);
    assert_eq!(brad("Bastogne", &["Liège", "Marche"]), 3);
    assert_eq!(brad("Bastogne", &["Liège", "Marche", "Prüm"]), 3);
    assert_eq!(brad("Bastogne", &["Liège", "Marche", "St. Vith"]), 3);
}

#[test]
fn the_decks_have_their_cards() {
    let kit = the_box();
    assert_eq!(kit.cards.len(), 90);
    let owners: Vec<Option<Commander>> = kit.cards.iter().map(|card| card.owner).collect();
    for (place, commander) in Commander::ALL.into_iter().enumerate() {
        assert!(owners[place * 22..place * 22 + 22].iter().all(|owner| *owner == Some(commander)));
    }
    assert!(owners[66..].iter().all(Option::is_none));
    let count = |owner, kind| kit.cards.iter().filter(|card| card.owner == owner && card.kind == kind).count();
    let kinds = [
        (CardKind::Civilians, 3),
        (CardKind::Stock, 2),
        (CardKind::Supplies, 2),
        (CardKind::Liberation, 2),
        (CardKind::BlackMarket, 1),
        (CardKind::Resistance, 2),
        (CardKind::Recon, 1),
        (CardKind::Boches, 2),
        (CardKind::Division, 3),
        (CardKind::Event, 4),
    ];
    for commander in Commander::ALL {
        for (kind, number) in kinds {
            assert_eq!(count(Some(commander), kind), number, "{kind:?}");
        }
    }
    let axis = [CardKind::AxisDivision, CardKind::AxisElite, CardKind::AxisArmored].map(|kind| count(None, kind));
    assert_eq!(axis, [12, 6, 6]);
    for card in &kit.cards {
        let cost = match card.kind {
            CardKind::Division => Load::new(0, 1, 0),
            CardKind::AxisDivision => Load::new(0, 2, 0),
            CardKind::AxisElite => Load::new(0, 3, 0),
            CardKind::AxisArmored => Load::new(1, 2, 0),
            _ => Load::NOTHING,
        };
        assert_eq!(card.cost, cost, "{}", card.name);
    }
    let weather = |rain| kit.cards.iter().filter(|card| card.rain == Some(rain)).count();
    assert_eq!((weather(true), weather(false)), (6, 6));
    assert_eq!(kit.cards.iter().filter(|card| card.hand).count(), 6);
}

#[test]
fn cards_of_the_examples_cost_what_the_book_says() {
    let kit = the_box();
    let cost = |name| find_card(&kit, name).cost.to_string();
    assert_eq!(cost("711 Infanterie Div"), "1 ammo");
    assert_eq!(cost("275 Infanterie Div"), "2 ammo");
    assert_eq!(cost("49 Infanterie Div"), "2 ammo");
    assert_eq!(cost("12 Volksgrenadier Div"), "3 ammo");
    assert_eq!(cost("Panzer Brigade 105"), "1 gas 2 ammo");
    assert_eq!(cost("9 Panzer Div"), "1 gas 2 ammo");
    assert!(find_card(&kit, "11 Panzer Div").medal);
    assert_eq!(find_card(&kit, "Battle of Angaur").kind, CardKind::Event);
    assert!(find_card(&kit, "Resistance").hand && !find_card(&kit, "Resistance (no hand)").hand);
    // [12.0-pay, 16.0-score] The medal-less cards of Brad's hoard: 5 ammo for four, 7 for five.
    let names = ["348 Infanterie Div", "18 Luftwaffen-Feld-Div", "344 Infanterie Div", "49 Infanterie Div"];
    let hoard: u8 = names.iter().map(|name| find_card(&kit, name)).map(|card| card.cost.ammo).sum();
    assert_eq!((hoard, hoard + find_card(&kit, "59 Infanterie Div").cost.ammo), (5, 7));
}

#[test]
fn corps_and_supplies_add_up() {
    let kit = the_box();
    let keys: Vec<&str> = kit.corps.iter().map(|corps| corps.key.as_str()).collect();
    assert_eq!(keys, ["I-BR", "II-CAN", "XII-BR", "XXX-BR", "XIX", "V", "VII", "XV", "XX", "XII"]);
    let commanders = Commander::ALL.map(|who| kit.corps.iter().filter(|corps| corps.commander == who).count());
    assert_eq!(commanders, setup::CORPS);
    let start = |key: &str| {
        let corps = kit.corps.iter().find(|corps| corps.key == key).unwrap();
        format!("{}: {}", kit.map.area(corps.start).name, corps.load)
    };
    assert_eq!(start("XII"), "Troyes: 3 gas 1 food");
    assert_eq!(start("I-BR"), "Lisieux: 2 gas 1 ammo 1 food");
    assert_eq!(start("V"), "Paris: 2 gas 2 food");
    let tables = &kit.tables;
    assert_eq!(tables.totals, Load::new(35, 30, 25));
    let cards = kit.corps.iter().fold(Load::NOTHING, |sum, corps| sum.plus(corps.load));
    let reserve = tables.totals.minus(cards.plus(tables.full_stock(3))).unwrap();
    assert_eq!(reserve.to_string(), "3 gas 17 ammo 3 food");
    // [2.22.d]
    let trucks = [1_u8, 2, 3].map(|players| tables.pool_trucks * players + tables.stock_trucks);
    assert_eq!(trucks, [12, 18, 24]);
    let later = [1, 2, 3].map(|players| trucks[players - 1] + tables.extra(players));
    assert_eq!(later, [16, 24, 32]);
    assert_eq!(later[2], tables.trucks);
    assert_eq!((tables.draw, tables.placement, tables.limit), ([6, 6, 8], [2, 3, 4], [9, 9, 12]));
    assert_eq!((tables.stock, tables.axis_pool, tables.start_level), ([3, 6, 9], [0, 18, 25], [1, 2, 1]));
    assert_eq!((tables.card_limit, tables.base_limit, tables.area_limit, tables.truck_load), (6, 9, 6, 5));
    assert_eq!((tables.airborne, tables.landing, tables.medals, tables.medal_ammo), (4, 3, 20, 5));
    assert_eq!(kit.map.area(tables.veteran_marker).name, "Metz");
}

#[test]
fn solitaire_numbers_lie_in_the_sector() {
    let kit = the_box();
    for commander in Commander::ALL {
        let numbers: Vec<u8> = kit.solo.numbers[commander.index()].iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, (3..=18).collect::<Vec<u8>>());
        let places = kit.solo.numbers[commander.index()].iter().map(|(_, spot)| kit.map.area(*spot));
        assert!(places.into_iter().all(|area| !area.flag && area.printed.is_none()));
    }
    let brad = |number: u8| {
        let (_, spot) = kit.solo.numbers[Commander::Brad.index()].iter().find(|(other, _)| *other == number).unwrap();
        kit.map.area(*spot).name.as_str()
    };
    let known = [5, 8, 12, 13, 14, 18].map(brad);
    assert_eq!(known, ["Bastogne", "Liège", "Prüm", "St. Vith", "Marche", "Givet"]);
    let excluded = [(spot(&kit, "Bruxelles"), Commander::Monty), (spot(&kit, "Maastricht"), Commander::Monty)];
    assert_eq!(kit.solo.excluded, [vec![], excluded.to_vec(), vec![]]);
}

#[test]
fn seven_scenarios_with_their_options() {
    let kit = the_box();
    let lines: Vec<String> = kit
        .scenarios
        .iter()
        .map(|scenario| {
            let seats: Vec<&str> = scenario.seats.iter().map(|seat| seat.name()).collect();
            format!("{}: {}; {}", scenario.id, seats.join(" "), scenario.options.len())
        })
        .collect();
    assert_eq!(
        lines,
        [
            "three: Monty Brad Patton; 8",
            "monty-brad: Monty Brad; 7",
            "brad-patton: Brad Patton; 7",
            "monty-patton: Monty Patton; 7",
            "solo-monty: Monty; 4",
            "solo-brad: Brad; 5",
            "solo-patton: Patton; 4",
        ]
    );
    assert!(kit.scenarios.iter().all(|scenario| !scenario.reconstructed.is_empty() && !scenario.history.is_empty()));
    assert!(kit.scenarios.iter().flat_map(|scenario| &scenario.options).all(|option| !option.about.is_empty()));
}

#[test]
fn the_index_has_every_rule() {
    let kit = the_box();
    assert_eq!(kit.rules.entries.len(), 298);
    let enforced = kit.rules.entries.iter().filter(|rule| rule.kind == RuleKind::Enforced).count();
    assert_eq!(enforced, 264);
    assert_eq!(data::rule_examples(files().text("rules.toml").unwrap()).unwrap().len(), 45);
    for rule in kit.rules.entries.iter().filter(|rule| rule.reconstructed) {
        assert!(rule.kind != RuleKind::Advice, "{}", rule.id);
    }
}

#[test]
fn provenance_is_told() {
    let kit = the_box();
    let count = |provenance| kit.map.areas.iter().filter(|area| area.mark.provenance == provenance).count();
    let marks = [Provenance::Printed, Provenance::Derived, Provenance::Reconstructed].map(count);
    assert_eq!(marks, [30, 6, 79]);
    let sure = kit.map.road_marks.iter().filter(|mark| mark.provenance != Provenance::Reconstructed).count();
    assert_eq!(sure, 22);
    data::provenance_report(&files()).unwrap();
}

#[test]
fn loads_are_written_as_they_are_read() {
    for text in ["nothing", "3 gas 1 food", "1 ammo", "35 gas 30 ammo 25 food"] {
        assert_eq!(text.parse::<Load>().unwrap().to_string(), text);
    }
    assert_eq!("1 food 3 gas".parse(), Ok(Load::new(3, 0, 1)));
    for text in ["", "3", "gas", "3 oil", "0 gas", "1 gas 2 gas", "300 gas", "1 gas 2", "nothing 1 gas"] {
        assert!(text.parse::<Load>().is_err(), "{text:?}");
    }
    let load = Load::new(2, 1, 0);
    assert_eq!(load.minus(Load::of(Supply::Food, 1)), None);
    assert_eq!(load.minus(Load::of(Supply::Gas, 2)), Some(Load::of(Supply::Ammo, 1)));
    assert_eq!(load.common(Load::new(5, 0, 5)), Load::of(Supply::Gas, 2));
    assert!(load.total() == 3 && load.covers(load) && !load.is_empty() && Load::NOTHING.is_empty());
}

#[test]
fn names_are_found_as_they_are_typed() {
    let kit = the_box();
    for (typed, name) in [
        ("koln", "Köln"),
        ("DÜSSELDORF", "Düsseldorf"),
        ("st vith", "St. Vith"),
        ("chatillon", "Châtillon"),
        ("le havre", "Le Havre"),
        ("bar le duc", "Bar-le-Duc"),
        ("epernay", "Épernay"),
        ("Bergen op Zoom", "Bergen op Zoom"),
    ] {
        assert_eq!(kit.map.area(spot(&kit, typed)).name, name);
    }
    assert_eq!(kit.map.find("Berlin"), None);
    assert_eq!(fold("Vive la liberation!"), "vive la liberation");
    assert_eq!(fold("XII-BR"), fold("xii br"));
}

#[test]
fn the_ground_is_drawn_on_the_sheet() {
    let kit = the_box();
    assert!(files().text("ground.txt").unwrap().body().len() < 60_000);
    let (width, height) = kit.map.sheet;
    let near = |point: &(i16, i16)| (-100..width + 100).contains(&point.0) && (-100..height + 100).contains(&point.1);
    assert!(kit.outline.shapes.iter().flat_map(|shape| &shape.points).all(near));
    let named = |recipe: &str, name: &str| kit.outline.shapes.iter().any(|s| s.recipe == recipe && s.name == name);
    for river in ["Seine", "Somme", "Meuse", "Moselle", "Scheldt", "Marne", "Waal"] {
        assert!(named("river", river), "{river}");
    }
    assert!(named("great-river", "Rhine") && named("land", "Belgium") && named("border", "Germany and France"));
    // The Rhine is left of every victory area at its height, except Arnhem, which lies north of it.
    let rhine = kit.outline.shapes.iter().find(|shape| shape.recipe == "great-river").unwrap();
    for area in kit.map.areas.iter().filter(|area| area.name != "Arnhem" && area.at.1 > 160) {
        let level = |point: &&(i16, i16)| (point.1 - area.at.1).abs();
        let bank = rhine.points.iter().filter(|point| point.0 > 1000).min_by_key(level).unwrap();
        assert_eq!(bank.0 < area.at.0, area.victory, "{}", area.name);
    }
}
