//! Law 7 over the wire for Operation Grenade: [8.42] what is on a chit is seen by its owner, by the enemy once in each
//! combat, and by nobody else; no message, no request and no take-back tells more.

use crate::common::{Person, lay, lay_with, settings};
use crate::leaky::{CHANNELS, Leak, Leaky, Secretive, leak_is_seen};
use crate::sitting::{Count, Hidden, Reader, files_are_closed, games, one_game, open};
use operation_grenade::state::Unit;
use operation_grenade::{Action, Event, OperationGrenade, State, files};
use referee::{Dice, Game, Pick, Referee, Scene, Seat, Seeded, Setup, Viewer};
use serde_json::{Value, json};
use shelf::{AnyGame, Shelf, shelved};
use std::sync::Arc;

struct Chits;

impl Hidden for Chits {
    const GAME: &'static str = "operation-grenade";
    const HEXES: u64 = 546;

    fn likes(text: &str) -> bool {
        text.starts_with("attack")
    }

    /// [8.34], [9.0.b] The strength of a unit, or both sums.
    fn tells(note: &Value) -> bool {
        let text = note["text"].as_str().unwrap();
        note["rule"] == "8.34" || (note["rule"] == "9.0.b" && text.contains("shifted to"))
    }

    /// Strengths are told to players alone, those of the enemy in passing.
    fn may_read(note: &Value, reader: Reader) -> bool {
        if reader.later { reader.own && note["rule"] != "9.0.b" } else { !reader.watches }
    }

    fn teaches(note: &Value) -> bool {
        Chits::tells(note)
    }

    /// A gun that is not there, an attack out of turn.
    fn impertinent(dice: &mut Seeded, unit: &str, hex: &str) -> String {
        match dice.pick(4) {
            0 => format!("attack {hex} with {unit}"),
            1 => format!("move {unit} {hex}"),
            2 => format!("support {unit}"),
            _ => format!("lose {unit}"),
        }
    }
}

#[test]
fn nobody_hears_what_is_on_a_chit() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(settings(dir.path()));
    let people = ["Ada", "Ben", "Eve"].map(|name| Person::new(laid.address, name));
    let shelf = Shelf::open(None).unwrap();
    let grenade = shelf.game("operation-grenade").unwrap();
    let (mut played, mut count) = (0, Count::default());
    // The table's dice are nobody's choice: more games are played until every channel has told something.
    while played < games() || (!told(&count) && played < 50) {
        let setup = if played % 2 == 0 { "grenade +gradual +placed" } else { "grenade +flash +placed" };
        let clean = one_game::<Chits>(&people, &**grenade, setup, played, &mut count);
        assert_eq!(clean, Ok(()), "game {played}");
        played += 1;
    }
    println!("{played} games: {count:?}");
    assert!(told(&count), "{count:?}");
}

/// Whether nothing holds for lack of anything to see.
fn told(count: &Count) -> bool {
    let Count { updates, offers, odds, refusals, reasons, secrets, overlays, takebacks, files } = *count;
    let all = [updates / 100, offers / 20, odds / 4, refusals / 4, reasons, secrets / 4, overlays, takebacks, files];
    all.iter().all(|n| *n > 0)
}

#[test]
fn a_leak_is_seen_in_every_channel() {
    let setup = "grenade +gradual +placed";
    for (leak, channel) in CHANNELS.into_iter().chain([(Leak::Story, "story:")]) {
        leak_is_seen::<Chits>(late(leak), &*late(Leak::None), setup, leak, channel);
    }
}

/// Near its end a game without a leak is clean, and a file that lies open while a match runs is seen: here because one
/// person holds both seats.
#[test]
fn an_open_file_is_seen() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay_with(Shelf::of(vec![late(Leak::None)]), settings(dir.path()));
    let people = ["Ada", "Ben", "Eve"].map(|name| Person::new(laid.address, name));
    let setup = "grenade +gradual +placed";
    let clean = one_game::<Chits>(&people, &*late(Leak::None), setup, 1, &mut Count::default());
    assert_eq!(clean, Ok(()));
    let both = json!([{ "kind": "me" }, { "kind": "me" }]);
    let id = open::<Chits>(&people[0], setup, &both)["id"].as_str().unwrap().to_string();
    let complaint = files_are_closed(&people[0], &id, 0).expect_err("the file is open to who plays both sides");
    assert!(complaint.starts_with("files:"), "{complaint}");
}

fn late(leak: Leak) -> Arc<dyn AnyGame> {
    shelved(Leaky { game: OperationGrenade::new(&files()).unwrap(), leak })
}

/// The last Game-Turns but so many are played beforehand.
const FROM_TURN: u8 = 8;

impl Secretive for OperationGrenade {
    /// Something that only the owners of all chits together know.
    fn secret(state: &State) -> bool {
        let kinds = (0..state.chit.len()).filter_map(|i| state.chit(Unit(u8::try_from(i).unwrap())));
        kinds.map(|chit| u32::from(chit.kind)).sum::<u32>() % 2 == 1
    }

    /// Random play up to the last Game-Turns, always the same: many chits are drawn and little is left to play.
    fn begin(&self, setup: &Setup, _: &mut Referee<Event>) -> State {
        let mut dice = Seeded(1945);
        let mut state = self.start(setup, &mut Referee::silent(&mut dice));
        let mut offers = vec![];
        while state.turn < FROM_TURN {
            offers.clear();
            self.offers(&state, &mut offers);
            let n = usize::from(dice.pick(u16::try_from(offers.len()).unwrap()));
            // The last day of which a D-Day can be, so that the end is near.
            let mut action = offers.swap_remove(n).action;
            let pick = match action {
                Action::DDay(_) => Pick::Amount(24),
                _ => Game::open(self, &state, &action).sample(&mut dice),
            };
            self.fill(&mut action, pick);
            if self.check(&state, &action).is_ok() {
                self.play(&mut state, &action, &mut Referee::silent(&mut dice));
            }
        }
        state
    }

    fn owner(&self, event: &Event) -> Option<Seat> {
        match event {
            Event::Strength { side, .. } => Some(side.seat()),
            _ => None,
        }
    }

    /// Counters as the German sees them.
    fn unveil(&self, state: &State, viewer: Viewer, scene: &mut Scene) {
        if viewer != Viewer::Seat(Seat(1)) {
            scene.counters = self.scene(state, Viewer::Seat(Seat(1))).counters;
        }
    }
}
