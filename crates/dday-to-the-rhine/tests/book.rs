//! The rulebook as a whole: rules, rulings, the kit, the counts of ways to play, and positions.

use bots::RandomBot;
use dday_to_the_rhine::components::Side;
use dday_to_the_rhine::{DdayToTheRhine, files};
use referee::{Awaits, Game, Match, Referee, Seeded, Setup};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Every scenario, bare and with all its options.
const SETUPS: [&str; 12] = [
    "campaign",
    "campaign +hidden +weather +invasion-4 +weak-german-die",
    "campaign +open-cards",
    "normandy",
    "normandy +hidden +invasion-4",
    "france",
    "france +hidden +weak-german-die",
    "christmas",
    "christmas +hidden +weather",
    "autumn",
    "autumn +hidden +weather +open-cards",
    "winter +hidden",
];

fn game() -> DdayToTheRhine {
    DdayToTheRhine::new(&files()).expect("the files the game was built with can be read")
}

#[test]
fn the_book_holds() {
    testkit::book::check(game(), env!("CARGO_MANIFEST_DIR"));
}

#[test]
fn every_scenario_is_tried() {
    let tried = |id: &str| SETUPS.iter().any(|setup| Setup::read(setup).expect("a setup").scenario == id);
    assert!(game().scenarios().iter().all(|scenario| tried(&scenario.id)));
}

#[test]
fn a_position_gives_back_its_state() {
    let game = game();
    for setup in SETUPS {
        for seed in 0..6 {
            let mut dice = Seeded(seed);
            let mut bot = RandomBot::default();
            let mut state = game.start(&Setup::read(setup).expect("a setup"), &mut Referee::silent(&mut dice));
            while let Awaits::Decision(_) = game.awaits(&state) {
                let position = game.write_position(&state);
                let again = game.read_position(&position);
                assert_eq!(again, Ok(state), "{setup}, seed {seed}\n{position}");
                let action = bot.decide(&game, &state, &mut dice).expect("something is offered");
                game.play(&mut state, &action, &mut Referee::silent(&mut dice));
            }
        }
    }
}

/// [I.3, I.8] A landing fails where all five dice miss: 1 of 32. Of two landings exactly one fails 62 times in 1024,
/// both 1 time.
#[test]
fn the_odds_of_the_invasion_are_exact() {
    let game = Arc::new(game());
    let setup = Setup::read("campaign").expect("a setup");
    let game_match = Match::begin(Arc::clone(&game), &setup, &mut Seeded(1)).expect("a scenario");
    let failure = |text: &str| {
        let action = game.read_action(text).expect("a landing");
        let forecast = game.forecast(game_match.state(), &action).expect("dice will be rolled");
        let failed = forecast.outcomes.iter().find(|chance| chance.rule.0 == "I.6").expect("it may fail");
        let remark = forecast.remark.expect("the invasion has not begun");
        assert_eq!(remark, "Chance that one of the two fails: 6.05 % (62/1024); that both fail: 0.10 % (1/1024).");
        (failed.ways, forecast.of)
    };
    let (west, east) = (failure("invade 0812"), failure("invade 0912"));
    assert_eq!((west, east), ((1, 32), (1, 32)));
    let all = west.1 * east.1;
    let one = west.0 * (east.1 - east.0) + east.0 * (west.1 - west.0);
    let both = west.0 * east.0;
    assert_eq!((one, both, all), (62, 1, 1024));
}

/// [RCO.3, RCO.4.a] Without RP the 6th Panzer Army attacks, but out of supply not by surprise; another is in supply, but
/// does not pay. Together they may, and the opening says so.
#[test]
fn a_surprise_may_take_two() {
    let held = "0214, 0416, 0618, 0714, 0716, 0718, 0811, 0824, 0918, 0926, 1012, 1016, 1111, 1118, 1121, 1210, 1212";
    let lines = format!(
        "scenario campaign\nmonth Nov\nphase 2\nclear\nlaunched Nov\nsurprise 3\nGerman RP 0\nFo6 at 0822\n6P at 0923\n\
         US1 at 0922\nBR2 at 0912\nUS3 at 1024\nUS-V at 0925\nAllied hold {held}\n"
    );
    let game = game();
    let state = game.read_position(&lines).expect("a position");
    let mut offers = vec![];
    game.offers(&state, &mut offers);
    let offer = offers.into_iter().find(|offer| offer.label == "attack by surprise").expect("a surprise is offered");
    let mut action = offer.action;
    let pick = game.open(&state, &action).simplest().expect("somebody attacks");
    game.fill(&mut action, pick);
    assert_eq!(game.check(&state, &action), Ok(()), "{}", game.write_action(&action));
    assert_eq!(game.write_action(&action), "attack 0922 with Fo6+6P surprise");
}

/// [O.1.e] Six hidden units of which three came in this month, and a phantom: it may be any of four markers, and each
/// unit may lie under any of the others.
#[test]
fn every_world_has_its_due_chance() {
    let units = ["7A", "LXXXIV", "XLVII", "LXXIV", "XXV", "LXXX"];
    let hexes = ["2609", "2610", "2611", "2612", "2613", "2614"];
    let mut lines = String::from("scenario campaign +hidden\nmonth Oct\nphase 1\nclear\nUS1 at 0812\nP1 at 2509\n");
    for (nth, (unit, hex)) in units.iter().zip(hexes).enumerate() {
        let entered = if nth < 3 { format!("{unit} entered\n") } else { String::new() };
        lines += &format!("{unit} at {hex}\n{unit} hidden\n{entered}");
    }
    let game = game();
    let state = game.read_position(&lines).expect("a position");
    let spot = |hex: &str| game.kit().spots.iter().position(|look| look.name == hex).expect("a hex");
    let allied = Side::Allied.seat();
    let mut dice = Seeded(16);
    let (mut phantom_at, mut first_at) = (BTreeMap::new(), BTreeMap::new());
    let worlds = 8_000;
    for _ in 0..worlds {
        let dream = game.imagine(&state, allied, &mut dice);
        let phantom = dream.phantoms[0].at.expect("it lies somewhere");
        *phantom_at.entry(phantom.index()).or_insert(0) += 1;
        let text = game.write_position(&dream);
        let first = text.lines().find_map(|line| line.strip_prefix("7A at ")).expect("it lies somewhere");
        *first_at.entry(spot(&first[..4])).or_insert(0) += 1;
    }
    let places = |among: &[&str]| among.iter().map(|hex| spot(hex)).collect::<Vec<_>>();
    let near = |found: &BTreeMap<usize, i32>, at: usize, share: f64| {
        let count = f64::from(found.get(&at).copied().unwrap_or(0));
        let mean = f64::from(worlds) * share;
        assert!((count - mean).abs() < 5.0 * (mean * (1.0 - share)).sqrt(), "{count} instead of {mean}: {found:?}");
    };
    for at in places(&["2509", "2612", "2613", "2614"]) {
        near(&phantom_at, at, 0.25);
        near(&first_at, at, 0.75 / 6.0);
    }
    for at in places(&["2609", "2610", "2611"]) {
        near(&first_at, at, 1.0 / 6.0);
    }
    assert_eq!((phantom_at.len(), first_at.len()), (4, 7));
}
