//! A match file for each way in which the game can end, replayed to its end. `RHINE_RECORD=1` looks for missing ones.

use bots::{CautiousBot, RandomBot};
use race_to_the_rhine::{Race, files};
use referee::{Bot, Dice, Match, Seat, Seeded, Setup, Sight};
use std::sync::Arc;
use testkit::endings::{Ending, Endings};

const fn ending(rule: &'static str, level: &'static str, winner: Option<u8>) -> Ending<'static> {
    let winner = match winner {
        Some(seat) => Some(Seat(seat)),
        None => None,
    };
    Ending { rule, level, winner }
}

const ENDINGS: [Ending<'static>; 6] = [
    ending("16.1", "automatic victory", Some(1)),
    ending("16.3", "most medals", Some(1)),
    ending("16.6", "equal medals, most divisions beaten", Some(0)),
    ending("16.7", "equal medals and divisions, later in the order", Some(0)),
    ending("17.B.1", "solitaire victory", Some(2)),
    ending("17.B.3", "solitaire defeat", None),
];

#[test]
fn every_ending_has_a_match_that_ends_so() {
    let race = Arc::new(Race::new(&files()).expect("the files the game was built with can be read"));
    Endings::new(env!("CARGO_MANIFEST_DIR"), &ENDINGS).check(&race, |endings| record(&race, endings));
}

/// Plays games between more and less careful players until every ending has been seen.
fn record(race: &Arc<Race>, endings: &Endings<'_>) {
    for seed in 0..4_000 {
        if endings.is_complete() {
            return;
        }
        let mut dice = Seeded(seed);
        let scenario = ["three", "solo-patton", "monty-patton", "solo-monty"][usize::from(dice.pick(4))];
        let setup = Setup { scenario: scenario.into(), options: vec![] };
        let (mut cautious, mut random) = (CautiousBot::default(), RandomBot::default());
        let care = 7 + dice.pick(4);
        let mut game_match = Match::begin(Arc::clone(race), &setup, &mut dice).expect("a scenario of the game");
        while let Some(seat) = game_match.awaits().seat() {
            let sight = Sight::of(&game_match, seat);
            let careful = dice.pick(10) < care;
            let action = if careful { cautious.choose(&sight, &mut dice) } else { random.choose(&sight, &mut dice) };
            game_match.play(seat, action, &mut dice).expect("bots play by the rules");
        }
        endings.keep(&game_match);
    }
}
