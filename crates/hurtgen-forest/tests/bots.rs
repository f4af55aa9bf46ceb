//! The cautious bot against the yardstick: by Victory Points, relative to what random play of its side brings.
//! `RHINE_GAMES=100` measures, from game `RHINE_SEED` on; without it a few games guard against a relapse.

use bots::{CautiousBot, RandomBot};
use hurtgen_forest::state::Side;
use hurtgen_forest::{Action, HurtgenForest, files};
use referee::{Awaits, Bot, Game, Referee, Seeded, Setup, Sight};

/// US points less German points at the end of a game.
fn margin(game: &HurtgenForest, careful: Option<Side>, seed: u64) -> i32 {
    let setup = Setup { scenario: "historical".into(), options: vec![] };
    let (mut dice, mut thoughts) = (Seeded(seed), Seeded(seed ^ 0xB07));
    let (mut cautious, mut random) = (CautiousBot::<Action>::default(), RandomBot::<Action>::default());
    let mut state = game.start(&setup, &mut Referee::silent(&mut dice));
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
