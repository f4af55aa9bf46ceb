//! Any bytes as a message of a page: read or not, it is answered, and the match is sound afterwards.
#![no_main]

use fuzz::{begun, look};
use libfuzzer_sys::fuzz_target;
use referee::{Seat, Seeded, Viewer};
use server::message::FromClient;
use shelf::LiveMatch;
use std::cell::LazyCell;

thread_local! {
    static TABLES: LazyCell<Vec<Box<dyn LiveMatch>>> =
        const { LazyCell::new(|| (0..9).flat_map(|n| [begun(n, 0), begun(n, 30), begun(n, 150)]).collect()) };
}

fuzz_target!(|bytes: &[u8]| {
    let [which, seat, rest @ ..] = bytes else { return };
    let Ok(message) = serde_json::from_slice::<FromClient>(rest) else { return };
    let mut table = TABLES.with(|tables| tables[usize::from(*which) % tables.len()].fork());
    // Mostly who is awaited, at times the other, at times somebody who does not exist.
    let seat = if seat % 4 == 0 { Seat(seat / 4) } else { table.awaits().seat().unwrap_or(Seat(0)) };
    match message {
        FromClient::Open { offer, .. } => drop(table.open(seat, offer)),
        FromClient::Ask { offer, pick, .. } => drop(table.ask(seat, offer, pick.into())),
        FromClient::AskText { text, .. } => drop(table.ask_text(seat, &text)),
        FromClient::WhyNot { about, .. } => drop(table.why_not(seat, about.0)),
        FromClient::Play { offer, pick, .. } => {
            if table.play(seat, offer, pick.into(), &mut Seeded(7)).is_ok() {
                look(&*table);
            }
        }
        FromClient::Overlay { name, about, .. } => drop(table.overlay(Viewer::Seat(seat), &name, about.0)),
        FromClient::Hello { .. }
        | FromClient::Undo { .. }
        | FromClient::UndoAnswer { .. }
        | FromClient::Say { .. }
        | FromClient::Note { .. } => {}
    }
});
