//! The ten laws over random games, in every mode and with every option.

use race_to_the_rhine::{Race, files};
use referee::Setup;
use std::sync::Arc;
use testkit::{Trial, check_all};

fn keeps_the_laws(setup: &str, games: u64) {
    let game = Arc::new(Race::new(&files()).expect("the files the game was built with can be read"));
    let trial = Trial { games, seed: 1, most_decisions: 5_000 };
    let setup = Setup::read(setup).expect("a setup of this game");
    check_all(game, &setup, trial).assert_kept();
}

#[test]
fn three_players_keep_the_laws() {
    keeps_the_laws("three", 40);
}

#[test]
fn options_keep_the_laws() {
    keeps_the_laws("three +basic", 15);
    keeps_the_laws("three +weather +veteran-patton +veteran-brad +veteran-monty +fair-play", 20);
    keeps_the_laws("three +common-deck +no-encircled-medals", 20);
}

#[test]
fn two_players_keep_the_laws() {
    keeps_the_laws("monty-brad", 15);
    keeps_the_laws("brad-patton", 15);
    keeps_the_laws("monty-patton +veteran-monty", 15);
}

#[test]
fn solitaire_keeps_the_laws() {
    for setup in ["solo-monty", "solo-brad +weather", "solo-patton +basic"] {
        keeps_the_laws(setup, 20);
    }
}
