//! The rulebook as a whole: rules, rulings, the kit, the counts of ways to play.

use road_to_the_rhine::{RoadToTheRhine, files};

#[test]
fn the_book_holds() {
    let game = RoadToTheRhine::new(&files()).expect("the embedded files are sound");
    testkit::book::check(game, env!("CARGO_MANIFEST_DIR"));
}
