//! The ten laws over random games, in every scenario and with every option.

use dday_to_the_rhine::{DdayToTheRhine, files};
use referee::Setup;
use std::sync::Arc;
use testkit::{Trial, check_all};

fn keeps_the_laws(setup: &str, games: u64) {
    let game = Arc::new(DdayToTheRhine::new(&files()).expect("the files the game was built with can be read"));
    let trial = Trial { games, seed: 1, most_decisions: 8_000 };
    let setup = Setup::read(setup).expect("a setup of this game");
    check_all(game, &setup, trial).assert_kept();
}

#[test]
fn the_campaign_keeps_the_laws() {
    keeps_the_laws("campaign", 12);
    keeps_the_laws("campaign +weather +open-cards +invasion-4 +weak-german-die", 6);
}

#[test]
fn hidden_units_keep_the_laws() {
    keeps_the_laws("campaign +hidden", 12);
    keeps_the_laws("autumn +hidden +weather", 8);
}

#[test]
fn short_scenarios_keep_the_laws() {
    for setup in ["normandy", "france", "christmas", "autumn", "winter"] {
        keeps_the_laws(setup, 6);
    }
}
