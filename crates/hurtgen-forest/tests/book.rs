//! The rulebook as a whole: rules, rulings, the kit, and the counts of ways to play.

use hurtgen_forest::{HurtgenForest, files};

fn game() -> HurtgenForest {
    HurtgenForest::new(&files()).expect("the embedded files are sound")
}

#[test]
fn the_book_holds() {
    testkit::book::check(game(), env!("CARGO_MANIFEST_DIR"));
}

/// Millions of positions: only where the build is optimised, as `cargo xtask golden` has it.
#[cfg(not(debug_assertions))]
#[test]
fn three_decisions_deep_the_ways_to_play_have_not_changed() {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/deep.perft");
    testkit::perft::check_file(&std::sync::Arc::new(game()), &file).expect("the counts have not changed");
}
