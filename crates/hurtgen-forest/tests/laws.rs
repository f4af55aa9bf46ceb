//! The laws of the house over random games of both scenarios. `rhine fuzz` plays thousands more.

use hurtgen_forest::{HurtgenForest, files};
use referee::Setup;
use std::sync::Arc;
use testkit::{Trial, check_all};

fn laws_hold(scenario: &str, games: u64) {
    let game = HurtgenForest::new(&files()).expect("the embedded files are sound");
    let setup = Setup { scenario: scenario.into(), options: vec![] };
    let report = check_all(Arc::new(game), &setup, Trial { games, seed: 1944, most_decisions: 5_000 });
    println!("{report}");
    report.assert_kept();
}

#[test]
fn laws_hold_in_the_historical_scenario() {
    laws_hold("historical", 12);
}

#[test]
fn laws_hold_in_the_free_deployment_scenario() {
    laws_hold("free", 12);
}
