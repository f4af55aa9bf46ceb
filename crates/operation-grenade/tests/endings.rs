//! A match file for each level of victory, replayed to its end. `RHINE_RECORD=1` looks for missing ones anew: in games
//! between careless players, then from positions of the last day on which the US holds more and more.

use bots::RandomBot;
use operation_grenade::{OperationGrenade, files};
use referee::{Game, Match, Seat, Seeded, Setup};
use std::sync::Arc;
use testkit::endings::{Ending, Endings};

const US: Seat = Seat(0);
const GERMAN: Seat = Seat(1);

const fn ending(rule: &'static str, level: &'static str, winner: Seat) -> Ending<'static> {
    Ending { rule, level, winner: Some(winner) }
}

const LEVELS: [Ending<'static>; 6] = [
    ending("28.3.a", "German Decisive", GERMAN),
    ending("28.3.b", "German Substantive", GERMAN),
    ending("28.3.c", "German Marginal", GERMAN),
    ending("28.3.d", "US Marginal", US),
    ending("28.3.e", "US Substantive", US),
    ending("28.3.f", "US Decisive", US),
];

#[test]
fn every_level_of_victory_has_a_match_that_ends_so() {
    let game = Arc::new(OperationGrenade::new(&files()).expect("the embedded files are sound"));
    Endings::new(env!("CARGO_MANIFEST_DIR"), &LEVELS).check(&game, |endings| {
        for (seed, setup) in (0..).zip(["grenade +flash", "grenade +gradual +placed"]) {
            let setup = Setup::read(setup).expect("a setup");
            let begun = Match::begin(Arc::clone(&game), &setup, &mut Seeded(seed)).expect("a scenario of the game");
            endings.keep(&played(&game, begun, seed));
        }
        for last_day in LAST_DAYS {
            for seed in 0..20 {
                let state = game.read_position(&last_day.replace(", ", "\n")).expect("a position of the game");
                let begun = Match::begin_at(Arc::clone(&game), state).expect("a game begins there");
                endings.keep(&played(&game, begun, seed));
            }
        }
    });
}

/// D-Day on the 24th: the ninth Game-Turn is the 4th of March. The US holds 9, 12, 15, 18 and, with a bridge, 23 points, and
/// nobody is near enough to change it.
const LAST_DAYS: [&str; 5] = [
    "turn 9, d-day 24, held 0419, held 2218, held 2613, US 115/29 at 0707, GE NCO/406 at 1421, US to move",
    "turn 9, d-day 24, held 0419, held 2218, held 2613, held 2618, US 115/29 at 0707, GE NCO/406 at 1421, US to move",
    "turn 9, d-day 24, held 0419, held 2218, held 2613, held 2618, held 1317, held 1513, held 1812, US 115/29 at 0707, \
     GE NCO/406 at 1421, US to move",
    "turn 9, d-day 24, held 0419, held 2218, held 2613, held 2618, held 1317, held 1513, held 1812, held 1916, held 2209, \
     held 1804, US 115/29 at 0707, GE NCO/406 at 1421, US to move",
    "turn 9, d-day 24, held 0419, held 2218, held 2613, held 2618, held 1317, held 1513, held 1812, held 1916, held 2209, \
     held 1804, bridge 0419-0320 standing, crossed 0419-0320 A/2A, US A/2A at 0320, GE NCO/406 at 1421, US to move",
];

/// Two careless players go on until the end.
fn played(game: &Arc<OperationGrenade>, mut game_match: Match<OperationGrenade>, seed: u64) -> Match<OperationGrenade> {
    let (mut dice, mut bot) = (Seeded(seed), RandomBot::default());
    while let Some(seat) = game_match.awaits().seat() {
        let action = bot.decide(&**game, game_match.state(), &mut dice).expect("something is offered");
        game_match.play(seat, action, &mut dice).expect("bots play by the rules");
    }
    game_match
}
