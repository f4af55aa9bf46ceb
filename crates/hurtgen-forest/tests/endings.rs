//! A match file for each level of victory, replayed to its end. `RHINE_RECORD=1` looks for missing ones anew.

use bots::{CautiousBot, RandomBot};
use hurtgen_forest::{HurtgenForest, files};
use referee::{Awaits, Bot, Dice, Match, Seat, Seeded, Setup, Sight};
use std::path::PathBuf;
use std::sync::Arc;
use testkit::endings::{Ending, Endings};

const fn ending(level: &'static str, winner: u8) -> Ending<'static> {
    Ending { rule: "15.4", level, winner: Some(Seat(winner)) }
}

const LEVELS: [Ending<'static>; 6] = [
    ending("US Decisive", 0),
    ending("US Substantive", 0),
    ending("US Marginal", 0),
    ending("German Marginal", 1),
    ending("German Substantive", 1),
    ending("German Decisive", 1),
];

#[test]
fn every_level_of_victory_has_a_match_that_ends_so() {
    let game = Arc::new(HurtgenForest::new(&files()).expect("the embedded files are sound"));
    Endings::new(env!("CARGO_MANIFEST_DIR"), &LEVELS).check(&game, |endings| record(&game, endings));
}

/// Plays games between more and less careful players until every level has been seen.
fn record(game: &Arc<HurtgenForest>, endings: &Endings<'_>) {
    let setup = Setup { scenario: "historical".into(), options: vec![] };
    for seed in 0..2_000 {
        if endings.is_complete() {
            return;
        }
        let mut dice = Seeded(seed);
        // Careful Germans against careless Americans first: their victories are the rare ones.
        let care = [dice.pick(6), 5 + dice.pick(6)];
        let care = if seed % 3 == 0 { [care[1], care[0]] } else { care };
        let (mut cautious, mut random) = (CautiousBot::default(), RandomBot::default());
        let mut game_match = Match::begin(Arc::clone(game), &setup, &mut dice).expect("a scenario of the game");
        let outcome = loop {
            let seat = match game_match.awaits() {
                Awaits::Over(outcome) => break outcome,
                Awaits::Decision(decision) => decision.seat,
            };
            let sight = Sight::of(&game_match, seat);
            let careful = dice.pick(10) < care[seat.index()];
            let action = if careful { cautious.choose(&sight, &mut dice) } else { random.choose(&sight, &mut dice) };
            game_match.play(seat, action, &mut dice).expect("bots play by the rules");
        };
        let midgame = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/midgame.match");
        if !midgame.exists() && outcome.level != "US Decisive" {
            std::fs::write(midgame, game_match.up_to(game_match.entries().len() / 3).write())
                .expect("it can be written");
        }
        endings.keep(&game_match);
    }
}
