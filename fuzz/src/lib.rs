//! What the targets share: the shelf, and matches in the middle of which something strange may come.

use referee::{Seat, Seeded, Setup, Viewer};
use shelf::{AnyGame, Shelf, LiveMatch};
use std::sync::{Arc, LazyLock};

pub static SHELF: LazyLock<Shelf> = LazyLock::new(|| Shelf::open(None).expect("our own files are in order"));

/// A game and one of its scenarios, chosen by a byte.
pub fn chosen(byte: u8) -> (&'static Arc<dyn AnyGame>, Setup) {
    let all: Vec<_> =
        SHELF.games().iter().flat_map(|game| game.scenarios().iter().map(move |scenario| (game, scenario))).collect();
    let (game, scenario) = all[usize::from(byte) % all.len()];
    (game, Setup { scenario: scenario.id.clone(), options: vec![] })
}

/// Match files of random beginnings, one for each scenario.
pub static BEGUN: LazyLock<Vec<String>> = LazyLock::new(|| {
    let scenarios = SHELF.games().iter().map(|game| game.scenarios().len()).sum::<usize>();
    (0..scenarios).map(|n| begun(u8::try_from(n).expect("few scenarios"), 40).write()).collect()
});

/// A match after so many random decisions.
pub fn begun(byte: u8, decisions: usize) -> Box<dyn LiveMatch> {
    let (game, setup) = chosen(byte);
    let (mut dice, mut thoughts) = (Seeded(1), Seeded(2));
    let mut table = game.begin(&setup, &mut dice).expect("a scenario of the game");
    for _ in 0..decisions {
        let Some(seat) = table.awaits().seat() else { break };
        let action = table.think(seat, "random", &mut thoughts).expect("a bot knows what to do");
        table.play_text(seat, &action, &mut dice).expect("what a bot does is lawful");
    }
    table
}

/// Everything a client could ask of a table.
pub fn look(table: &dyn LiveMatch) {
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Public] {
        table.scene(viewer);
    }
    if let Some(seat) = table.awaits().seat() {
        let offers = u16::try_from(table.offers(seat).len()).unwrap_or(u16::MAX);
        for offer in 0..offers {
            table.open(seat, offer).expect("what is offered has an opening");
        }
    }
    table.position();
}
