//! The rulebook as a whole: every enforced rule is cited and has a case, and the counts of ways to play.

use hurtgen_forest::{HurtgenForest, files};
use referee::Game;
use std::path::Path;
use std::sync::Arc;

fn game() -> HurtgenForest {
    HurtgenForest::new(&files()).expect("the embedded files are sound")
}

#[test]
fn every_enforced_rule_is_cited_and_has_a_case() {
    let coverage = testkit::coverage::check(game().rules(), env!("CARGO_MANIFEST_DIR")).unwrap();
    assert_eq!(coverage.missing().count(), 0, "{coverage}");
}

#[test]
fn the_kit_holds_together() {
    let game = game();
    let kit = game.kit();
    assert!(kit.spots.iter().all(|spot| usize::from(spot.ground) < kit.grounds.len()));
    assert!(kit.runs.iter().all(|run| usize::from(run.line) < kit.lines.len()));
    for chart in &kit.charts {
        assert!(game.rules().find(&chart.rule).is_some(), "{}", chart.name);
        assert!(chart.rows.iter().all(|(_, cells)| cells.len() < chart.heads.iter().map(Vec::len).max().unwrap_or(0)));
    }
}

fn counts_hold(file: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file);
    testkit::perft::check_file(&Arc::new(game()), &file).expect("the counts have not changed");
}

#[test]
fn the_number_of_ways_to_play_has_not_changed() {
    counts_hold("ways.perft");
}

/// Millions of positions: only where the build is optimised, as `cargo xtask golden` has it.
#[cfg(not(debug_assertions))]
#[test]
fn nor_has_it_three_decisions_deep() {
    counts_hold("deep.perft");
}
