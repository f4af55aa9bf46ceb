//! Law 7 over the wire for Road to the Rhine: [21.A.5.a], [21.C.b] where paratroops will drop is known to their owner alone, until
//! they do; no message, no request and no take-back tells more.

use crate::common::{Person, lay, lay_with, settings};
use crate::leaky::{CHANNELS, Leak, Leaky, Secretive, leak_is_seen};
use crate::sitting::{Count, Hidden, Reader, SPECTATOR, Sitting, games, one_game};
use referee::{Dice, Game, Referee, Scene, Seat, Seeded, Setup, Viewer};
use road_to_the_rhine::state::Side;
use road_to_the_rhine::{Event, RoadToTheRhine, State, files};
use serde_json::Value;
use shelf::{AnyGame, Shelf, shelved};
use std::sync::Arc;

struct Plots;

impl Hidden for Plots {
    const GAME: &'static str = "road-to-the-rhine";
    const HEXES: u64 = 1687;

    fn likes(text: &str) -> bool {
        ["attack", "drop", "resolve", "impulse", "go-on"].iter().any(|word| text.starts_with(word))
    }

    /// `US82 is plotted for N2611.`, and that one is not.
    fn tells(note: &Value) -> bool {
        note["text"].as_str().unwrap().contains(" plotted")
            && (note["rule"] == "21.A.5.a" || note["rule"] == "21.C.b")
            && !Plots::is_public(note)
    }

    fn may_read(_: &Value, reader: Reader) -> bool {
        reader.own
    }

    /// A drop shows where it was plotted.
    fn teaches(note: &Value) -> bool {
        note["rule"] == "21.A.1.a"
    }

    fn impertinent(dice: &mut Seeded, unit: &str, hex: &str) -> String {
        match dice.pick(6) {
            0 => format!("attack {hex} with {unit}"),
            1 => format!("move {unit} {hex}"),
            2 => format!("plot {unit} {hex}"),
            3 => format!("plot {unit} {hex} in 2"),
            4 => format!("reserve {unit}"),
            _ => format!("drop {unit}"),
        }
    }
}

impl Plots {
    /// That all have plotted everybody knows.
    fn is_public(note: &Value) -> bool {
        note["text"].as_str().unwrap().starts_with("Both sides")
    }
}

const SETUPS: [&str; 2] = ["market-garden +placed", "bulge +placed"];

#[test]
fn nobody_hears_where_paratroops_will_drop() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(settings(dir.path()));
    let people = ["Ada", "Ben", "Eve"].map(|name| Person::new(laid.address, name));
    let shelf = Shelf::open(None).unwrap();
    let road = shelf.game("road-to-the-rhine").unwrap();
    let (mut played, mut count) = (0, Count::default());
    // These games are short: more are played until every channel has told something.
    for (seed, setup) in (0..200).zip(SETUPS.into_iter().cycle()) {
        if played >= games() && told(&count) {
            break;
        }
        let clean = one_game::<Plots>(&people, &**road, setup, seed, &mut count);
        assert_eq!(clean, Ok(()), "game {seed}, {setup}");
        played += 1;
    }
    println!("{played} games: {count:?}");
    assert!(told(&count), "{count:?}");
}

/// Whether nothing holds for lack of anything to see.
fn told(count: &Count) -> bool {
    let Count { updates, offers, odds, refusals, reasons, secrets, overlays, takebacks, files } = *count;
    [updates, offers, odds, refusals, reasons, secrets, overlays, takebacks, files].iter().all(|n| *n > 0)
}

#[test]
fn a_leak_of_plots_is_seen_in_every_channel() {
    for (leak, channel) in CHANNELS {
        leak_is_seen::<Plots>(with(leak), &*with(Leak::None), SETUPS[0], leak, channel);
    }
}

/// What the public reads when it happens it reads in the story as well.
#[test]
fn a_plot_in_the_story_is_seen() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay_with(Shelf::of(vec![with(Leak::Notes)]), settings(dir.path()));
    let people = ["Ada", "Ben", "Eve"].map(|name| Person::new(laid.address, name));
    let game = with(Leak::None);
    let mut sitting = Sitting::<Plots>::open(&people, game.kit(), SETUPS[0]);
    let mut count = Count::default();
    sitting.play(&mut Seeded(0), &mut count).expect_err("the first plot is told");
    let complaint = sitting.nothing_stays(SPECTATOR, &mut count).expect_err("and stays in the story");
    assert!(complaint.starts_with("story:"), "{complaint}");
    assert_eq!(sitting.nothing_stays(0, &mut count), Ok(()), "its owner may read it");
}

fn with(leak: Leak) -> Arc<dyn AnyGame> {
    shelved(Leaky { game: RoadToTheRhine::new(&files()).unwrap(), leak })
}

impl Secretive for RoadToTheRhine {
    /// Something that only who has plotted knows.
    fn secret(state: &State) -> bool {
        state.plots.iter().map(|hex| u32::from(hex.0) % 2).sum::<u32>() % 2 == 1
    }

    fn begin(&self, setup: &Setup, referee: &mut Referee<Event>) -> State {
        self.start(setup, referee)
    }

    fn owner(&self, event: &Event) -> Option<Seat> {
        match event {
            Event::Plotted { impulse: 0, .. } => Some(Side::AL.seat()),
            _ => None,
        }
    }

    /// Marks as the Allies see them.
    fn unveil(&self, state: &State, viewer: Viewer, scene: &mut Scene) {
        if viewer != Viewer::Seat(Side::AL.seat()) {
            scene.marks = self.scene(state, Viewer::Seat(Side::AL.seat())).marks;
        }
    }
}
