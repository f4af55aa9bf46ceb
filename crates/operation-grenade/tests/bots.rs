//! The cautious bot against the yardstick: by Victory Points, relative to what random play of its side brings.
//! `RHINE_GAMES=100` measures, from game `RHINE_SEED` on; without it a few games guard against a relapse.

use bots::{arena, by_name};
use operation_grenade::state::Side;
use operation_grenade::{OperationGrenade, files};
use referee::{Game, Setup, Viewer};

/// Victory Points of the US at the end of a game; the flood is left to the players.
fn points(game: &OperationGrenade, careful: &[Side], seed: u64) -> i32 {
    let setup = Setup::read("grenade +placed").expect("a setup");
    let name = |side| if careful.contains(&side) { "cautious" } else { "random" };
    let mut bots = Side::BOTH.map(|side| by_name(name(side)).expect("a bot of this name"));
    let played = arena::play(game, &setup, &mut bots, seed, |_| {});
    game.scene(&played.state, Viewer::Public).scores[0].points
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

/// Points of a few games in which the other side takes care and this one does not, and in which both do.
fn measured(side: Side) -> (i32, i32) {
    let game = OperationGrenade::new(&files()).expect("the embedded files are sound");
    let (games, first) = (number("RHINE_GAMES").unwrap_or(2), number("RHINE_SEED").unwrap_or(1_000));
    let all = |careful: &[Side]| (first..first + games).map(|seed| points(&game, careful, seed)).sum();
    let (random, careful) = (all(&[side.other()]), all(&Side::BOTH));
    println!("{side:?} at random {random}, with care {careful} points in {games} games");
    (random, careful)
}

#[test]
fn a_cautious_us_player_scores_more_than_a_random_one() {
    let (random, careful) = measured(Side::US);
    assert!(careful > random, "{careful} against {random}");
}

#[test]
fn a_cautious_german_concedes_less_than_a_random_one() {
    let (random, careful) = measured(Side::German);
    assert!(careful < random, "{careful} against {random}");
}
