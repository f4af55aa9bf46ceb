//! Our data files against the printed game, and mistakes an owner could make in them.

use data::{DataError, Files};
use hurtgen_forest::components::{self, CombatResult, Components, Deployment, Ground, HexSide, Kind, Ratio, UnitCard};
use hurtgen_forest::state::Side;
use referee::{LabelKind, Spot, Through};

fn ours() -> Components {
    components::load(&components::files()).expect("our own files are in order")
}

fn hex(c: &Components, number: &str) -> Spot {
    c.map.grid.read(number).expect("a hex of the map")
}

fn count(c: &Components, side: Side, initial: bool, values: &str) -> usize {
    c.units.iter().filter(|u| u.side == side && (u.turn == 0) == initial && u.values == values).count()
}

fn is_motorized(unit: &UnitCard) -> bool {
    matches!(unit.kind, Kind::Armor | Kind::Recon | Kind::Mechanized | Kind::SpArtillery)
}

fn side_mark(c: &Components, a: Spot, b: Spot) -> HexSide {
    let (a, b) = (a.min(b), a.max(b));
    c.map.sides.iter().find(|side| (side.0, side.1) == (a, b)).map_or(HexSide(0), |side| side.2)
}

#[test]
fn r2_1_the_map_has_754_hexes_of_known_ground() {
    let c = ours();
    assert_eq!((c.map.columns(), c.map.rows(), c.map.ground.len()), (29, 26, 754));
    let counts = Ground::ALL.map(|ground| c.map.ground.iter().filter(|it| **it == ground).count());
    assert_eq!(counts, [147, 71, 39, 316, 119, 30, 32], "clear, mixed, grove, woods, broken, rough, town");
    assert_eq!(c.map.reconstructed.iter().filter(|it| !**it).count(), 12, "the identifying hexes of 15.22 are printed");
}

#[test]
fn r2_1_a_dense_ids_and_neighbours_follow_the_grid() {
    let c = ours();
    assert_eq!(
        (hex(&c, "0101"), hex(&c, "0126"), hex(&c, "0201"), hex(&c, "2926")),
        (Spot(0), Spot(25), Spot(26), Spot(753))
    );
    let neighbours = |number| {
        let mut all: Vec<String> = c.map.grid.neighbours(hex(&c, number)).map(|to| c.map.grid.name(to)).collect();
        all.sort();
        all
    };
    assert_eq!(neighbours("0819"), ["0719", "0720", "0818", "0820", "0919", "0920"]);
    assert_eq!(neighbours("0719"), ["0618", "0619", "0718", "0720", "0818", "0819"]);
    assert_eq!(neighbours("0101"), ["0102", "0201"]);
}

#[test]
fn r2_1_b_water_runs_in_order_and_only_the_roer_is_a_river() {
    let c = ours();
    let water = |line: u8| -> Vec<(&str, &[(Spot, Spot)])> {
        let runs = c.map.runs.iter().filter(|run| run.line == line);
        runs.map(|run| match &run.through {
            Through::Sides(sides) => (run.name.as_str(), &sides[..]),
            _ => panic!("{} does not run along hexsides", run.name),
        })
        .collect()
    };
    let (rivers, streams) = (water(0), water(1));
    assert_eq!((rivers.len(), rivers[0].0, rivers[0].1.len()), (1, "Roer", 64));
    let lengths: Vec<(&str, usize)> = streams.iter().map(|(name, sides)| (*name, sides.len())).collect();
    let expected =
        [("Kall", 37), ("Weisse Wehe", 43), ("Rote Wehe", 22), ("Tiefenbach", 14), ("Beybach", 25), ("Maubach", 11)];
    assert_eq!(lengths, expected);
    // The Roer comes from the south; Kall, Beybach and Maubach end in it, the Tiefenbach ends in the Kall.
    let roer = rivers[0].1;
    assert_eq!(c.map.grid.column_row(roer[0].0).1, 26);
    assert_eq!(c.map.grid.column_row(roer[63].0).1, 1);
    let ends_in = |name: &str, other: &[(Spot, Spot)]| {
        let (_, sides) = streams.iter().find(|(stream, _)| *stream == name).expect("a stream");
        let last = sides.last().expect("hexsides");
        other.iter().any(|side| c.map.grid.meet(*last, *side))
    };
    assert!(ends_in("Kall", roer) && ends_in("Beybach", roer) && ends_in("Maubach", roer));
    assert!(ends_in("Tiefenbach", streams[0].1));
    assert!(ends_in("Rote Wehe", streams[1].1));
}

#[test]
fn r2_1_b_bridges_and_fords() {
    let c = ours();
    let with = |mark: HexSide| c.map.sides.iter().filter(|side| side.2.has(mark)).count();
    assert_eq!(with(HexSide::BRIDGE), 16);
    assert_eq!(with(HexSide::RIVER), 64);
    assert_eq!(with(HexSide::STREAM), 152);
    let is_ford = |mark: HexSide| mark.has(HexSide::STREAM | HexSide::TRAIL) && !mark.has(HexSide::BRIDGE);
    let fords: Vec<String> = c
        .map
        .sides
        .iter()
        .filter(|side| is_ford(side.2))
        .map(|side| format!("{}-{}", c.map.grid.name(side.0), c.map.grid.name(side.1)))
        .collect();
    assert_eq!(fords, ["0509-0510", "0517-0617", "1418-1518", "2113-2213", "2219-2220"]);
    assert!(
        !c.map.sides.iter().any(|side| side.2.has(HexSide::STREAM | HexSide::ROAD) && !side.2.has(HexSide::BRIDGE))
    );
}

#[test]
fn r2_1_d_roads_and_trails_that_leave_the_map() {
    let c = ours();
    let marked = |marks: &[bool]| -> Vec<String> {
        c.map.grid.spots().zip(marks).filter(|(_, mark)| **mark).map(|(hex, _)| c.map.grid.name(hex)).collect()
    };
    assert_eq!(marked(&c.map.road_off), ["0104", "0110", "0123", "1626", "2001", "2902", "2907", "2918"]);
    assert_eq!(marked(&c.map.trail_off), ["0115", "0926", "2922"]);
}

#[test]
fn r5_22_neighbouring_road_hexes_are_not_always_joined() {
    let c = ours();
    assert!(!side_mark(&c, hex(&c, "1411"), hex(&c, "1511")).has(HexSide::ROAD));
    assert!(!side_mark(&c, hex(&c, "0818"), hex(&c, "0919")).has(HexSide::ROAD));
    assert!(side_mark(&c, hex(&c, "0818"), hex(&c, "0819")).has(HexSide::ROAD));
}

#[test]
fn r2_3_there_are_77_units() {
    let c = ours();
    let of = |side| c.units.iter().filter(|unit| unit.side == side).count();
    assert_eq!((c.units.len(), of(Side::US), of(Side::German)), (77, 29, 48));
    for unit in &c.units {
        assert_eq!(unit.kind.is_artillery(), unit.values.contains('/'), "{}", unit.name);
        assert_eq!(is_motorized(unit), unit.movement == 12, "{} [2.31.b]", unit.name);
    }
    assert_eq!(c.units.iter().filter(|unit| is_motorized(unit)).count(), 8);
}

#[test]
fn r16_12_and_r16_21_us_initial_deployment() {
    let c = ours();
    let expected = [("2-3-7", 18), ("1-2-16/2-7", 6), ("3-1-20/1-7", 2)];
    for (values, number) in expected {
        assert_eq!(count(&c, Side::US, true, values), number, "{values}");
    }
    assert_eq!(c.units.iter().filter(|unit| unit.side == Side::US && unit.turn == 0).count(), 26);
    let first = &c.units[0];
    assert_eq!((first.name.as_str(), c.map.grid.name(first.at).as_str()), ("1/8", "0402"));
}

#[test]
fn r16_13_and_r16_22_german_initial_deployment() {
    let c = ours();
    let expected = [
        ("1-2-7", 9),
        ("2-3-7", 7),
        ("3-2-12", 1),
        ("2-2-12", 2),
        ("1-3-12", 1),
        ("1-2-12/2-7", 1),
        ("2-1-18/1-7", 3),
        ("2-3-16/2-12", 1),
        ("2-3-16/1-7", 2),
    ];
    for (values, number) in expected {
        assert_eq!(count(&c, Side::German, true, values), number, "{values}");
    }
    assert_eq!(c.units.iter().filter(|unit| unit.side == Side::German && unit.turn == 0).count(), 27);
}

#[test]
fn r16_14_and_r16_15_reinforcements() {
    let c = ours();
    let due = |side, turn, number: &str| {
        let at = hex(&c, number);
        c.units.iter().filter(|unit| unit.side == side && unit.turn == turn && unit.at == at).count()
    };
    assert_eq!(due(Side::US, 4, "0123"), 3);
    assert_eq!((due(Side::German, 2, "2907"), due(Side::German, 2, "2918")), (5, 3));
    assert_eq!((due(Side::German, 9, "2907"), due(Side::German, 9, "2918")), (6, 3));
    assert_eq!(due(Side::German, 11, "2918"), 4);
    assert_eq!(c.units.iter().filter(|unit| unit.turn > 0).count(), 24);
}

#[test]
fn r12_0_a_the_116th_has_seven_units_all_in_the_initial_deployment() {
    let c = ours();
    let units: Vec<&UnitCard> = c.units.iter().filter(|unit| unit.division == c.tables.penalty_division).collect();
    let names: Vec<&str> = units.iter().map(|unit| unit.name.as_str()).collect();
    assert_eq!(names, ["60", "156", "16", "116R", "116SP", "116H", "116L"]);
    assert!(units.iter().all(|unit| unit.turn == 0 && unit.side == Side::German));
}

#[test]
fn r2_31_the_figures_of_artillery() {
    let c = ours();
    let unit = c.units.iter().find(|unit| unit.name == "116SP").expect("the self-propelled guns");
    assert_eq!((unit.attack, unit.fpf, unit.range, unit.defense, unit.movement), (2, 3, 16, 2, 12));
    assert_eq!((unit.shown.as_str(), unit.kind), ("116", Kind::SpArtillery));
    let unit = c.units.iter().find(|unit| unit.name == "1/28").expect("a battalion");
    assert_eq!((unit.attack, unit.fpf, unit.range, unit.defense, unit.movement), (2, 0, 0, 3, 7));
}

#[test]
fn r5_24_b_motorized_units_stand_where_they_may() {
    let c = ours();
    for unit in c.units.iter().filter(|unit| is_motorized(unit)) {
        let has_way = c.map.grid.neighbours(unit.at).any(|to| {
            let mark = side_mark(&c, unit.at, to);
            mark.has(HexSide::ROAD) || mark.has(HexSide::TRAIL)
        });
        let is_closed = c.tables.closed_to_motorized[c.map.ground[unit.at.index()] as usize];
        assert!(!is_closed || has_way, "{} at {}", unit.name, c.map.grid.name(unit.at));
    }
}

#[test]
fn r16_0_no_contact_at_the_start() {
    let c = ours();
    let initial = |side| c.units.iter().filter(move |unit| unit.side == side && unit.turn == 0);
    for us in initial(Side::US) {
        for german in initial(Side::German) {
            assert!(!c.map.grid.adjacent(us.at, german.at), "{} touches {}", us.name, german.name);
        }
    }
}

#[test]
fn r16_21_the_front_line_divides_the_map() {
    let c = ours();
    // The easternmost hex west of the front, row by row.
    let west_limit = [5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 9, 11, 12, 12, 10, 8, 7, 6, 6];
    for (hex, west) in c.map.grid.spots().zip(&c.map.west_of_front) {
        let (column, row) = c.map.grid.column_row(hex);
        assert_eq!(*west, column <= west_limit[usize::from(row) - 1], "{}", c.map.grid.name(hex));
    }
    let number = |marks: &[bool]| marks.iter().filter(|mark| **mark).count();
    assert_eq!((number(&c.map.west_of_front), number(&c.map.at_front)), (181, 73));
    let free = |west: bool| {
        c.map.west_of_front.iter().zip(&c.map.at_front).filter(|&(it, front)| *it == west && !front).count()
    };
    assert_eq!((free(true), free(false)), (144, 537));
    for unit in c.units.iter().filter(|unit| unit.turn == 0) {
        assert_eq!(c.map.west_of_front[unit.at.index()], unit.side == Side::US, "{}", unit.name);
    }
}

#[test]
fn r15_22_twelve_objectives_are_worth_160_points() {
    let c = ours();
    let objectives = &c.tables.objectives;
    assert_eq!((objectives.len(), objectives.iter().map(|it| it.points).sum::<u16>()), (12, 160));
    assert_eq!(objectives.iter().filter(|it| it.points == 25).count(), 5);
    let two: Vec<&str> = objectives.iter().filter(|it| it.hexes.len() == 2).map(|it| it.name.as_str()).collect();
    assert_eq!(two, ["Vossenack", "Nideggen", "Schmidt"]);
    let identifying = ["1524", "1120", "0819", "1214", "1410", "1408", "1717", "1805", "2118", "2410", "2919", "1726"];
    let first: Vec<String> = objectives.iter().map(|it| c.map.grid.name(it.hexes[0])).collect();
    assert_eq!(first, identifying);
    for objective in objectives {
        assert!(objective.hexes.iter().all(|hex| c.map.ground[hex.index()] == Ground::Town));
    }
}

#[test]
fn r7_61_lines_are_aligned_left() {
    let c = ours();
    let table = &c.tables.combat;
    let columns: Vec<usize> = table.lines.iter().map(|line| line.differentials.len()).collect();
    assert_eq!(columns, [9, 10, 11, 12]);
    let lowest: Vec<&str> = table.lines.iter().map(|line| line.columns[0].as_str()).collect();
    assert_eq!(lowest, ["-2", "-3", "-5", "-7"]);
    for line in 0..4 {
        assert_eq!(table.column(line, i16::MIN), 0, "[7.61.a]");
        assert_eq!(table.column(line, i16::MAX), table.column(line, 12), "[7.61.a]");
        assert_eq!(table.column(line, 12), 8 + line);
        assert_eq!(table.column(line, 11), 7 + line);
        assert_eq!(table.column(line, 0), 2 + line);
    }
    let line = |ground: Ground| table.ground_line[ground as usize];
    assert_eq!(Ground::ALL.map(line), [3, 3, 2, 1, 1, 0, 1]);
    assert_eq!((table.stream_line, table.bridge_line), (1, 2));
}

#[test]
fn r7_0_the_example_nine_against_a_town_with_a_five_is_d1() {
    let c = ours();
    let town = usize::from(c.tables.combat.ground_line[Ground::Town as usize]);
    assert_eq!(c.tables.combat.result(town, 13 - 4, 5), CombatResult::D1);
}

#[test]
fn r7_61_results_never_get_worse_for_the_attacker_to_the_right() {
    let c = ours();
    let rank = |result| match result {
        CombatResult::Ae => 0,
        CombatResult::A2 => 1,
        CombatResult::A1 => 2,
        CombatResult::Br => 3,
        CombatResult::D1 => 4,
        CombatResult::D2 => 5,
        CombatResult::D3 => 6,
        CombatResult::D4 => 7,
        CombatResult::De => 8,
    };
    for row in &c.tables.combat.results {
        assert!(row.windows(2).all(|two| rank(two[0]) <= rank(two[1])), "{row:?}");
    }
    assert_eq!(c.tables.combat.result(3, 12, 1), CombatResult::De);
    assert_eq!(c.tables.combat.result(0, -9, 6), CombatResult::Ae);
    assert_eq!(c.tables.combat.result(0, 12, 1), CombatResult::D2);
}

#[test]
fn r5_21_a_costs_are_half_points() {
    let c = ours();
    assert_eq!(c.tables.ground_cost, [2, 4, 4, 6, 6, 8, 4]);
    assert_eq!((c.tables.road_cost, c.tables.trail_cost, c.tables.stream_adds), (1, 2, 4));
    let closed: Vec<&str> =
        Ground::ALL.into_iter().filter(|it| c.tables.closed_to_motorized[*it as usize]).map(Ground::word).collect();
    assert_eq!(closed, ["woods", "broken", "rough"]);
}

#[test]
fn r11_r12_and_r15_4_limits_penalty_and_levels() {
    let t = ours().tables;
    assert_eq!((t.artillery_attack.0, t.artillery_fpf.0), ([4, 2], [3, 1]));
    assert_eq!((t.support_per_turn.0, t.support_per_combat), ([20, 0], 5));
    assert_eq!((t.turns, t.penalty_points, t.penalty_from_turn), (14, 5, 5));
    let levels: Vec<(Side, &str, Ratio)> = t.levels.iter().map(|it| (it.winner, it.name.as_str(), it.ratio)).collect();
    let expected = [
        (Side::US, "Decisive", Ratio::AtLeast(40)),
        (Side::US, "Substantive", Ratio::AtLeast(30)),
        (Side::US, "Marginal", Ratio::AtLeast(20)),
        (Side::German, "Marginal", Ratio::AtLeast(15)),
        (Side::German, "Substantive", Ratio::Above(10)),
        (Side::German, "Decisive", Ratio::Any),
    ];
    assert_eq!(levels, expected);
}

#[test]
fn r16_two_scenarios() {
    let c = ours();
    let cards: Vec<(&str, u8, Side, Deployment)> =
        c.scenarios.iter().map(|it| (it.id.as_str(), it.turns, it.first, it.deployment)).collect();
    let expected =
        [("historical", 14, Side::US, Deployment::Fixed), ("free", 14, Side::US, Deployment::Free(Side::German))];
    assert_eq!(cards, expected);
    assert!(c.scenarios.iter().all(|it| it.reconstructed.is_some()));
}

#[test]
fn the_rule_index_is_complete() {
    let c = ours();
    assert_eq!(c.rules.entries.len(), 292);
    assert!(c.rules.entries.iter().filter(|entry| entry.reconstructed).count() > 5);
    let files = components::files();
    assert_eq!(data::rule_examples(files.text("rules.toml").unwrap()).unwrap().len(), 9);
}

#[test]
fn the_report_counts_what_is_ours() {
    let report = data::provenance_report(&components::files()).unwrap();
    let line = |name: &str| report.iter().find(|count| count.file.ends_with(name)).unwrap();
    assert_eq!((line("map.txt").printed, line("map.txt").derived), (12, 1));
    assert!(line("map.txt").reconstructed > 742);
    assert_eq!(line("units.txt").printed + line("units.txt").reconstructed, 77);
    assert!(line("tables.toml").reconstructed >= 1);
}

#[test]
fn labels_name_water_regions_and_heights() {
    let c = ours();
    let roer = &c.map.labels[0];
    assert_eq!(
        (roer.kind, roer.text.as_str(), roer.at, roer.turn),
        (LabelKind::Water, "ROER", c.map.grid.place(2670, 2240), 60.0)
    );
    assert_eq!(c.map.labels.len(), 14);
}

// ---- Mistakes of an owner

/// Our files with one change in one of them.
fn changed(file: &str, from: &str, to: &str) -> Result<Components, DataError> {
    let ours = components::files();
    let text = ours.text(file).expect("one of our files").body();
    assert!(text.contains(from), "{file} has {from:?}");
    with(file, &text.replacen(from, to, 1))
}

fn with(file: &str, body: &str) -> Result<Components, DataError> {
    let ours = components::files();
    let texts: Vec<(&str, &str)> =
        ours.texts().iter().map(|text| (text.name(), if text.name() == file { body } else { text.body() })).collect();
    components::load(&Files::embedded("hurtgen-forest", &texts))
}

#[track_caller]
fn refused(file: &str, from: &str, to: &str, message: &str) {
    let Err(error) = changed(file, from, to) else { panic!("accepted: {message}") };
    let error = error.to_string();
    assert!(error.starts_with(&format!("hurtgen-forest/{file}")), "{error}");
    assert!(error.contains(message), "{error}");
}

#[test]
fn a_mistake_names_file_line_and_what_is_known() {
    let error = changed("map.txt", "0102 woods", "0102 wods").unwrap_err();
    let known = "unknown terrain \"wods\"; known: clear, mixed, grove, woods, broken, rough, town";
    assert_eq!(error.to_string(), format!("hurtgen-forest/map.txt:16: {known}"));
}

#[test]
fn mistakes_in_the_map_are_found() {
    let map = |from, to, message| refused("map.txt", from, to, message);
    map("0102 woods", "0101 woods", "hex 0101 is listed twice");
    map("0102 woods", "", "the terrain of hex 0102 is missing");
    map("0102 woods", "3002 woods", "\"3002\" is no hex of this map");
    map("0102 woods", "0102 woods Nowhere", "only a town has a name");
    map("0102 woods", "0102 woods ~ reconstructed", "say why");
    map("0102 woods", "0102 woods ~ guessed: by eye", "unknown provenance");
    map("default reconstructed", "standard reconstructed", "must begin with where it comes from");
    map("grid 29 26", "grid 99 99", "at most 768 hexes");
    map("grid 29 26", "grid 29 99999999999", "must be a number");
    map("2826-2926 2825-2826", "2825-2826 2826-2926", "does not meet the one before it");
    map("2826-2926 2825-2826", "2826-2929 2825-2826", "is no hexside of this map");
    map("2826-2926 2825-2826", "2826-2920 2825-2826", "are no neighbours");
    map("0819 0919 1019", "0819 1019", "are no neighbours");
    map("bridge 0204-0305 trail", "bridge 0204-0305 road", "carries no road");
    map("over \"Weisse Wehe\"", "over Kall", "does not run along");
    map("bridge 2213-2313 trail over Roer\n", "", "crosses a river at 2213-2313 without a bridge");
    map("leads-off road 0104", "leads-off road 0204", "is not at the edge");
    map("leads-off road 0104", "leads-off road 0103", "no such road or trail runs in hex 0103");
    map("town Vossenack 1120 1220", "town Vossenack 1120", "has several hexes");
    map("town Vossenack 1120 1220", "town Vossenack 1120 1221", "hex 1221 is not listed as a town hex");
    map("front 0501-0601 ", "front ", "does not cut the map in two");
    map("label water \"ROER\" 26.7", "label water \"ROER\" nan", "must be a number such as 26.7");
    map("label water \"ROER\"", "label water \"ROER", "quotation mark is not closed");
}

#[test]
fn mistakes_in_the_units_are_found() {
    let units = |from, to, message| refused("units.txt", from, to, message);
    units("US 1/8 ", "UK 1/8 ", "unknown side \"UK\"; known: US, GE");
    units("US 2/8 ", "US 1/8 ", "the name 1/8 is taken");
    units("infantry     II", "cavalry II", "unknown type \"cavalry\"");
    units("2-3-7", "2-3", "the values must be attack-defense-movement");
    units("2-3-7", "2-3-777", "the values must be attack-defense-movement");
    units("1-2-16/2-7", "1-2-7", "the values must be barrage-FPF-range/defense-movement");
    units("at 0402", "at 3002", "is no hex of this map");
    units("at 0402", "", "the hex is missing");
    units("at 0505", "at 0402", "stands in the same hex");
    units("turn 4 at 0123", "turn 4 at 0223", "enters at the edge");
    units("turn 4 at 0123", "turn 15 at 0123", "must be from 1 to 14");
    units("[16.12.a]", "[16.99]", "there is no rule \"16.99\"");
    units("[16.12.a]", "[16.12.a", "the bracket is not closed");
}

#[test]
fn mistakes_in_the_tables_are_found() {
    let tables = |from, to, message| refused("tables.toml", from, to, message);
    tables("A1  A1  A1  Br  D1", "A1  A1  A1  Xx  D1", "unknown result \"Xx\"");
    tables("A1  A1  A1  Br  D1", "A1  A1  Br  D1", "a row has twelve results, not 11");
    tables("\"+2,+3\"", "\"+3\"", "does not follow the column before it");
    tables("\"+6-8\"", "\"+8-6\"", "a column is a differential");
    tables("[\"rough\"]", "[\"ruff\"]", "unknown terrain \"ruff\"");
    tables("[\"rough\"]", "[\"rough\", \"town\"]", "town stands in two lines");
    tables("[\"rough\"]", "[]", "no line is for rough");
    tables("cost = \"1/2\"", "cost = \"1/3\"", "a cost is a number of Movement Points");
    tables("cost = \"4\"", "cost = \"400\"", "a cost is a number of Movement Points");
    tables("stream_adds", "stream_add", "unknown field `stream_add`");
    tables("town = \"Gey\"", "town = \"Gay\"", "the map has no town \"Gay\"");
    tables("hex = \"1805\"", "hex = \"1905\"", "does not belong to Gey");
    tables("at_least = \"3.0\"", "at_least = \"5.0\"", "from the highest ratio to the lowest");
    tables("rule = \"7.61\"", "rule = \"7.99\"", "there is no rule \"7.99\"");
    tables("turns = 14", "turns = 1400", "1400");
}

#[test]
fn mistakes_in_scenarios_and_rules_are_found() {
    refused("scenarios.toml", "first = \"US\"", "first = \"UK\"", "unknown side \"UK\"");
    refused("scenarios.toml", "turns = 14", "turns = 15", "from 1 to 14 turns");
    refused("scenarios.toml", "id = \"free\"", "id = \"historical\"", "listed twice");
    refused("scenarios.toml", "deploys_first = \"GE\"\n", "", "says who deploys_first");
    refused("rules.toml", "id = \"1.0.a\"", "id = \"1.0\"", "rule \"1.0\" is listed twice");
    refused("rules.toml", "see = [\"9.0.b\"", "see = [\"9.0.z\"", "there is no rule \"9.0.z\"");
    refused("rules.toml", "kind = \"advice\"", "kind = \"wish\"", "unknown variant `wish`");
}

/// Truncated and garbled files are refused or accepted, but never bring the program down.
#[test]
fn no_damage_to_a_file_causes_a_panic() {
    let ours = components::files();
    for text in ours.texts() {
        let body = text.body();
        let step = body.len() / 25 + 1;
        for at in (0..body.len()).step_by(step).filter(|at| body.is_char_boundary(*at)) {
            let (before, after) = body.split_at(at);
            let rest: String = after.chars().skip(3).collect();
            for damaged in [before.to_owned(), format!("{before}{rest}"), format!("{before} 99999 \"~[ {after}")] {
                if let Err(error) = with(text.name(), &damaged) {
                    assert!(!error.to_string().is_empty());
                }
            }
        }
    }
}
