//! The cautious bot against the yardstick: by Victory Points, relative to what random play of its side brings.
//! `RHINE_GAMES=100` measures; without it a handful of games guards against a relapse.

use bots::{CautiousBot, RandomBot};
use hurtgen_forest::state::Side;
use hurtgen_forest::{Action, HurtgenForest, files};
use referee::{Awaits, Bot, Game, Referee, Seeded, Setup, Sight};

/// US points less German points at the end of a game.
fn margin(game: &HurtgenForest, careful: Option<Side>, seed: u64) -> i32 {
    let setup = Setup { scenario: "historical".into(), options: vec![] };
    let (mut dice, mut thoughts) = (Seeded(seed), Seeded(seed ^ 0xB07));
    let (mut cautious, mut random) = (CautiousBot::<Action>::default(), RandomBot::<Action>::default());
    let mut state = game.deal(&setup, &mut Referee::silent(&mut dice));
    while let Awaits::Decision(decision) = game.awaits(&state) {
        let sight = Sight::over(game, &state, decision.seat);
        let action = match careful == Some(Side::of(decision.seat)) {
            true => cautious.choose(&sight, &mut thoughts),
            false => random.choose(&sight, &mut thoughts),
        };
        game.play(&mut state, &action, &mut Referee::silent(&mut dice));
    }
    i32::from(state.points[Side::US]) - i32::from(state.points[Side::German])
}

/// As the US player the cautious bot is not there yet: it reaches what random play does (420 points, 350 of them
/// penalties of the 116th) in about half of the games, so only the German side is asserted.
#[test]
fn cautious_beats_random_as_the_german() {
    let game = HurtgenForest::new(&files()).expect("the embedded files are sound");
    let games: u64 = std::env::var("RHINE_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(4);
    let yardstick: i32 = (0..5 * games).map(|seed| margin(&game, None, seed)).sum();
    let above = |margin: i32| margin * i32::try_from(5 * games).expect("few games") - yardstick;
    let won = (0..games).filter(|&seed| above(margin(&game, Some(Side::German), 1_000 + seed)) < 0).count();
    println!("{won} of {games} better than the mean of random play");
    assert!(won as u64 * 10 >= games * 9, "{won} of {games}");
}
