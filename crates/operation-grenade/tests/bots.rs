//! The cautious bot against the yardstick: by Victory Points, relative to what random play of its side brings.
//! `RHINE_GAMES=100` measures, from game `RHINE_SEED` on; without it a few games guard against a relapse.

use bots::{CautiousBot, RandomBot};
use operation_grenade::state::Side;
use operation_grenade::{Action, OperationGrenade, files};
use referee::{Awaits, Bot, Game, Referee, Seeded, Setup, Sight, Viewer};

/// Victory Points of the US at the end of a game; the flood is left to the players.
fn points(game: &OperationGrenade, careful: &[Side], seed: u64) -> i32 {
    played(game, "grenade +placed", careful, None, seed)
}

/// The same with a set-up, and with D-Day on a day of February if one is given.
fn played(game: &OperationGrenade, setup: &str, careful: &[Side], d_day: Option<i16>, seed: u64) -> i32 {
    let setup = Setup::read(setup).expect("a setup");
    let (mut dice, mut thoughts) = (Seeded(seed), Seeded(seed ^ 0xB07));
    let (mut cautious, mut random) = (CautiousBot::<Action>::default(), RandomBot::<Action>::default());
    let mut state = game.start(&setup, &mut Referee::silent(&mut dice));
    while let Awaits::Decision(decision) = game.awaits(&state) {
        let sight = Sight::over(game, &state, decision.seat);
        let named = d_day.filter(|_| decision.rule.0 == "18.0").map(Action::DDay);
        let action = match careful.contains(&Side::of(decision.seat)) {
            _ if named.is_some() => named.expect("it is named"),
            true => cautious.choose(&sight, &mut thoughts),
            false => random.choose(&sight, &mut thoughts),
        };
        game.play(&mut state, &action, &mut Referee::silent(&mut dice));
    }
    game.scene(&state, Viewer::Public).scores[0].points
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

#[test]
#[ignore = "a measurement"]
fn points_by_d_day() {
    let game = OperationGrenade::new(&files()).expect("the embedded files are sound");
    let (games, first) = (number("RHINE_GAMES").unwrap_or(2), number("RHINE_SEED").unwrap_or(1_000));
    let days = std::env::var("RHINE_DAYS").unwrap_or_else(|_| "17,20,22,23,24".into());
    for day in days.split(',').filter_map(|day| day.parse().ok()) {
        let play = |seed| played(&game, "grenade +gradual +placed", &Side::BOTH, Some(day), seed);
        println!("D-Day {day} February: {:?}", (first..first + games).map(play).collect::<Vec<_>>());
    }
}
