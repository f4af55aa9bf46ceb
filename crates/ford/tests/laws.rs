//! The ten laws over thousands of random games.

use ford::{Ford, files};
use referee::Setup;
use std::sync::Arc;
use testkit::{Trial, check_all};

fn keeps_the_laws(setup: &str, games: u64) {
    let game = Arc::new(Ford::new(&files()).expect("the files Ford was built with can be read"));
    let trial = Trial { games, seed: 1, most_decisions: 200 };
    let setup = Setup::read(setup).expect("a setup of this game");
    check_all(game, &setup, trial).assert_kept();
}

#[test]
fn dusk_keeps_the_laws() {
    keeps_the_laws("dusk", 2_000);
}

#[test]
fn dusk_without_a_mine_keeps_the_laws() {
    keeps_the_laws("dusk +no-mine", 1_000);
}
