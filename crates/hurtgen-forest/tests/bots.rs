//! The cautious bot against the yardstick: by Victory Points, relative to what random play of its side brings.
//! `RHINE_GAMES=100` measures, from game `RHINE_SEED` on; without it a few games guard against a relapse.

use bots::{arena, by_name};
use hurtgen_forest::state::Side;
use hurtgen_forest::{HurtgenForest, files};
use referee::Setup;

/// US points less German points at the end of a game.
fn margin(game: &HurtgenForest, careful: Option<Side>, seed: u64) -> i32 {
    let setup = Setup { scenario: "historical".into(), options: vec![] };
    let seated = |side| by_name(if careful == Some(side) { "cautious" } else { "random" }).expect("a bot of this name");
    let state = arena::play(game, &setup, &mut Side::BOTH.map(seated), seed, |_| {}).state;
    i32::from(state.points[Side::US]) - i32::from(state.points[Side::German])
}

/// How many games of how many a cautious side ends with a better margin than random play has in the mean.
fn won(side: Side) -> (u64, u64) {
    let game = HurtgenForest::new(&files()).expect("the embedded files are sound");
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let (games, first) = (number("RHINE_GAMES").unwrap_or(2), number("RHINE_SEED").unwrap_or(1_000));
    let yardstick: i32 = (0..5 * games).map(|seed| margin(&game, None, first + seed)).sum();
    let above = |margin: i32| margin * i32::try_from(5 * games).expect("few games") - yardstick;
    let better = |margin: i32| match side {
        Side::US => above(margin) > 0,
        Side::German => above(margin) < 0,
    };
    let won = (first..first + games).filter(|&seed| better(margin(&game, Some(side), seed))).count() as u64;
    println!("{won} of {games} better than the mean of random play");
    (won, games)
}

#[test]
fn cautious_beats_random_as_the_us_player() {
    let (won, games) = won(Side::US);
    assert!(won * 10 >= games * 9, "{won} of {games}");
}

#[test]
fn cautious_beats_random_as_the_german() {
    let (won, games) = won(Side::German);
    assert!(won * 10 >= games * 9, "{won} of {games}");
}
