//! Games between bots: that they end, and that caution wins against chance. How the campaign goes beside history is
//! measured by `cargo run --release -p dday-to-the-rhine --example history`.

use bots::{arena, by_name};
use dday_to_the_rhine::{DdayToTheRhine, files};
use referee::{Game, Seat, Setup};

const ALLIED: Seat = Seat(0);
const GERMAN: Seat = Seat(1);

fn rhine() -> DdayToTheRhine {
    DdayToTheRhine::new(&files()).expect("the files the game was built with can be read")
}

fn named(name: &str) -> arena::Seated<DdayToTheRhine> {
    by_name(name).expect("a bot of this name")
}

/// Games won by a seat.
fn won(setup: &str, bots: [&str; 2], seat: Seat, games: u64) -> usize {
    let (game, setup) = (rhine(), Setup::read(setup).expect("a setup of this game"));
    let winner = |bots: &mut [_; 2], seed| arena::play(&game, &setup, bots, seed, |_| {}).outcome.winner;
    let winners = arena::of_each(0..games, || bots.map(named), winner);
    winners.into_iter().filter(|winner| *winner == Some(seat)).count()
}

#[test]
fn caution_wins_against_chance_on_both_sides() {
    let allied = won("france", ["cautious", "random"], ALLIED, 4);
    assert!(allied >= 3, "the Allies win the race across France {allied} times of 4");
    let german = won("christmas", ["random", "cautious"], GERMAN, 3);
    assert_eq!(german, 3, "random Allies are not home by Christmas");
}

#[test]
fn campaigns_between_cautious_bots_end() {
    let game = rhine();
    let mut seats = ["cautious"; 2].map(named);
    for (setup, seed) in [("campaign", 1), ("autumn +hidden +weather", 2), ("winter", 3)] {
        let setup = Setup::read(setup).expect("a setup of this game");
        let played = arena::play(&game, &setup, &mut seats, seed, |state| game.assert_sound(state));
        assert!(played.outcome.winner.is_some());
    }
}
