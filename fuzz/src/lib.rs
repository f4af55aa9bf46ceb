//! What the targets share: the shelf, and matches in the middle of which something strange may come.
//!
//! The tests of the server include this file, and run what fuzzing has found (`seeds/`).

use referee::{Consent, Seat, Seeded, Setup, Viewer};
use server::message::FromClient;
use shelf::{AnyGame, LiveMatch, Shelf};
use std::cell::LazyCell;
use std::sync::{Arc, LazyLock};

pub static SHELF: LazyLock<Shelf> = LazyLock::new(|| Shelf::open(None).expect("our own files are in order"));

/// A game and one of its scenarios, chosen by a byte.
pub fn chosen(byte: u8) -> (&'static Arc<dyn AnyGame>, Setup) {
    let all: Vec<_> =
        SHELF.games().iter().flat_map(|game| game.scenarios().iter().map(move |scenario| (game, scenario))).collect();
    let (game, scenario) = all[usize::from(byte) % all.len()];
    (game, Setup { scenario: scenario.id.clone(), options: vec![] })
}

/// The bytes that choose every scenario once.
fn every_scenario() -> impl Iterator<Item = u8> {
    let scenarios: usize = SHELF.games().iter().map(|game| game.scenarios().len()).sum();
    0..u8::try_from(scenarios).expect("a byte chooses among all scenarios")
}

/// Match files of random beginnings, one for each scenario.
pub static BEGUN: LazyLock<Vec<String>> =
    LazyLock::new(|| every_scenario().map(|which| begun(which, 40).write()).collect());

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

/// Bytes as choices and rolls: every law holds.
pub fn play(bytes: &[u8]) {
    let [which, rest @ ..] = bytes else { return };
    let (game, setup) = chosen(*which);
    let report = game.inspect_bytes(&setup, rest, 20_000);
    assert!(report.is_clean(), "{report}");
}

thread_local! {
    /// Three moments of a match of every scenario.
    static MATCHES: LazyCell<Vec<Box<dyn LiveMatch>>> = const {
        LazyCell::new(|| every_scenario().flat_map(|n| [begun(n, 0), begun(n, 30), begun(n, 150)]).collect())
    };
}

/// Any bytes as a message of a page: read or not, it is answered, and the match is sound afterwards.
pub fn socket(bytes: &[u8]) {
    let [which, seat, rest @ ..] = bytes else { return };
    let Ok(message) = serde_json::from_slice::<FromClient>(rest) else { return };
    let mut game_match = MATCHES.with(|matches| matches[usize::from(*which) % matches.len()].fork());
    // Mostly who is awaited, at times the other, at times somebody who does not exist.
    let seat = if seat % 4 == 0 { Seat(seat / 4) } else { game_match.awaits().seat().unwrap_or(Seat(0)) };
    match message {
        FromClient::Open { offer, .. } => drop(game_match.open(seat, offer)),
        FromClient::Ask { offer, pick, .. } | FromClient::Foresee { offer, pick, .. } => {
            drop(game_match.ask(seat, offer, pick.into()))
        }
        FromClient::AskText { text, .. } => drop(game_match.ask_text(seat, &text)),
        FromClient::WhyNot { about, .. } => drop(game_match.why_not(seat, about)),
        FromClient::Play { offer, pick, .. } => {
            if game_match.play(seat, offer, pick.into(), &mut Seeded(7)).is_ok() {
                look(&*game_match);
            }
        }
        FromClient::Overlay { name, about, .. } => drop(game_match.overlay(Viewer::Seat(seat), &name, about)),
        FromClient::Undo { .. } => {
            if game_match.undo(seat, Consent::NotAsked).is_ok() {
                look(&*game_match);
            }
        }
        FromClient::UndoAnswer { agree: true, .. } => {
            if game_match.undo(seat, Consent::Given).is_ok() {
                look(&*game_match);
            }
        }
        FromClient::Hello { .. }
        | FromClient::Reaching { .. }
        | FromClient::Pace { .. }
        | FromClient::Sketch { .. }
        | FromClient::Resign { .. }
        | FromClient::UndoAnswer { .. }
        | FromClient::Say { .. }
        | FromClient::Note { .. }
        | FromClient::Part { .. } => {}
    }
}
