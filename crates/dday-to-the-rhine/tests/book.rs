//! The rulebook as a whole: rules, rulings, the kit, the counts of ways to play, and positions.

use bots::RandomBot;
use dday_to_the_rhine::{DdayToTheRhine, files};
use referee::{Awaits, Game, Match, Referee, Seeded, Setup};
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

/// What lies between two decisions of a battle is not a position; everything else is.
#[test]
fn a_position_gives_back_its_state() {
    let game = game();
    for setup in SETUPS {
        for seed in 0..6 {
            let mut dice = Seeded(seed);
            let mut bot = RandomBot::default();
            let mut state = game.start(&Setup::read(setup).expect("a setup"), &mut Referee::silent(&mut dice));
            let (mut read, mut all) = (0, 0);
            while let Awaits::Decision(_) = game.awaits(&state) {
                let position = game.write_position(&state);
                all += 1;
                if let Ok(again) = game.read_position(&position) {
                    assert_eq!(again, state, "{setup}, seed {seed}\n{position}");
                    read += 1;
                }
                let action = bot.decide(&game, &state, &mut dice).expect("something is offered");
                game.play(&mut state, &action, &mut Referee::silent(&mut dice));
            }
            assert!(read * 2 > all, "{setup}, seed {seed}: {read} of {all} positions could be read");
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
        assert_eq!(remark, "Of both landings one fails in 62/1024, 6.05 %; both fail in 1/1024, 0.10 %.");
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
