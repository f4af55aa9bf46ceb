//! The box: what the rulebook says of it holds on the data as loaded.

use dday_to_the_rhine::components::{Components, files};

fn the_box() -> Components {
    Components::read(&files()).expect("the files the game was built with can be read")
}

#[test]
fn the_board_has_its_hexes() {
    assert_eq!(the_box().map.board.len(), 474);
}
