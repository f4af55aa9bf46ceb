//! A mistake of the rules ends one decision, never the table.

use crate::common::{Person, lay, lay_with, settings};
use referee::{
    Awaits, Decision, Dice, Game, Illegal, Kit, Note, Offer, Opening, Outcome, Pick, Ref, Referee, Rule, RuleIndex,
    Scenario, Scene, Seat, SeatLook, Setup, Unreadable, Viewer,
};
use serde_json::json;
use server::Settings;
use shelf::Shelf;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

/// A lift: it goes up, or it is out of order. At the third floor the game is over.
struct Lift {
    /// Whoever asks so often who is to decide is answered by a panic, once.
    patience: Arc<AtomicU32>,
    kit: Kit,
    rules: RuleIndex,
    scenarios: Vec<Scenario>,
}

impl Lift {
    fn new() -> Lift {
        let look = |short: &str| SeatLook { name: short.into(), short: short.into(), ..SeatLook::default() };
        let kit = Kit { id: "lift".into(), seats: vec![look("A"), look("B")], ..Kit::default() };
        let scenario = Scenario {
            id: "house".into(),
            title: "House".into(),
            about: String::new(),
            reconstructed: String::new(),
            turns: 3,
            seats: vec![Seat(0), Seat(1)],
            options: vec![],
        };
        Lift {
            patience: Arc::new(AtomicU32::new(u32::MAX)),
            kit,
            rules: RuleIndex::default(),
            scenarios: vec![scenario],
        }
    }
}

impl Game for Lift {
    type State = u8;
    type Action = bool;
    type Event = u8;

    fn kit(&self) -> &Kit {
        &self.kit
    }
    fn rules(&self) -> &RuleIndex {
        &self.rules
    }
    fn scenarios(&self) -> &[Scenario] {
        &self.scenarios
    }
    fn start(&self, _: &Setup, _: &mut Referee<u8>) -> u8 {
        0
    }
    fn awaits(&self, floor: &u8) -> Awaits {
        let asked = self.patience.fetch_update(SeqCst, SeqCst, |left| (left < u32::MAX).then(|| left.wrapping_sub(1)));
        assert!(asked != Ok(0), "the lift is tired");
        match floor {
            3 => Awaits::Over(Outcome { winner: None, level: "top", rule: Rule("1") }),
            _ => Awaits::Decision(Decision { seat: Seat(floor % 2), rule: Rule("1"), question: "Up?" }),
        }
    }
    fn offers(&self, _: &u8, offers: &mut Vec<Offer<bool>>) {
        offers.push(Offer::new(true, Ref::Nothing, "up"));
        offers.push(Offer::new(false, Ref::Nothing, "break"));
    }
    fn open(&self, _: &u8, _: &bool) -> Opening {
        Opening::Nothing
    }
    fn fill(&self, _: &mut bool, _: Pick) {}
    fn check(&self, _: &u8, _: &bool) -> Result<(), Illegal> {
        Ok(())
    }
    fn play(&self, floor: &mut u8, up: &bool, _: &mut Referee<u8>) {
        *floor += 1;
        assert!(*up, "the lift is out of order");
    }
    fn scene(&self, floor: &u8, _: Viewer) -> Scene {
        Scene { tracks: vec![i16::from(*floor)], ..Scene::default() }
    }
    fn describe(&self, _: &u8, _: Viewer) -> Option<Note> {
        None
    }
    fn imagine(&self, floor: &u8, _: Seat, _: &mut dyn Dice) -> u8 {
        *floor
    }
    fn write_action(&self, up: &bool) -> String {
        if *up { "up".into() } else { "break".into() }
    }
    fn read_action(&self, text: &str) -> Result<bool, Unreadable> {
        match text {
            "up" => Ok(true),
            "break" => Ok(false),
            other => Err(Unreadable::unknown("button", other)),
        }
    }
    fn write_position(&self, floor: &u8) -> String {
        floor.to_string()
    }
    fn read_position(&self, _: &str) -> Result<u8, Unreadable> {
        Ok(0)
    }
    fn overlay(&self, _: &u8, _: Viewer, name: &str, _: Ref) -> Vec<Ref> {
        assert!(name != "smoke", "there is smoke");
        vec![]
    }
}

#[test]
fn a_panic_is_refused_kept_and_over() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay_with(Shelf::of(vec![shelf::shelved(Lift::new())]), settings(dir.path()));
    let ada = Person::new(laid.address, "Ada");
    let id = ada.open("lift", "house", &json!([{ "kind": "me" }, { "kind": "me" }]))["id"].clone();
    let id = id.as_str().unwrap();
    let mut line = ada.connect(id);
    line.hello(None);
    let play = |seq, offer| json!({ "type": "play", "seq": seq, "offer": offer, "pick": "nothing" });
    line.send(&play(0, 0));
    line.reach(1);
    line.send(&play(1, 1));
    assert_eq!(line.until("refused")["kind"], "at_a_loss");
    line.send(&json!({ "type": "overlay", "tag": 1, "name": "smoke", "about": null }));
    assert_eq!(line.until("error")["what"], "the referee is at a loss here");
    let kept = std::fs::read_to_string(dir.path().join(format!("kept/{id}-1.match"))).unwrap();
    assert!(kept.contains("A up @") && kept.contains("the lift is out of order"), "{kept}");
    // Nothing was changed, and play goes on.
    line.send(&play(1, 0));
    line.reach(2);
    line.send(&play(2, 0));
    line.reach(3);
    assert!(line.over());
    assert_eq!(line.update["scene"]["tracks"], json!([3]));
}

#[test]
fn a_match_without_visitors_sleeps_and_wakes_as_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let settings = Settings { sleep_after: Duration::from_millis(20), ..settings(dir.path()) };
    let laid = lay(settings);
    let ada = Person::new(laid.address, "Ada");
    let id = ada.open("ford", "dusk", &json!([{ "kind": "me" }, { "kind": "me" }]))["id"].clone();
    let id = id.as_str().unwrap();
    let mut dice = referee::Seeded(8);
    let mut last = None;
    for _ in 0..10 {
        let mut line = ada.connect(id);
        line.hello(None);
        if let Some(last) = last {
            assert_eq!(line.update["scene"], last);
        }
        // The dice are nobody's choice: a game may be over sooner.
        if line.over() {
            break;
        }
        line.play(&mut dice);
        last = Some(line.update["scene"].clone());
        drop(line);
        std::thread::sleep(Duration::from_millis(60));
    }
}

/// Wherever a room dies: its people stay connected, and find another one.
#[test]
fn a_room_that_dies_is_started_again_and_nobody_is_thrown_out() {
    for asked in [1, 3, 8, 12, 20] {
        let dir = tempfile::tempdir().unwrap();
        let lift = Lift::new();
        let patience = Arc::clone(&lift.patience);
        let laid = lay_with(Shelf::of(vec![shelf::shelved(lift)]), settings(dir.path()));
        let ada = Person::new(laid.address, "Ada");
        let id = ada.open("lift", "house", &json!([{ "kind": "me" }, { "kind": "me" }]))["id"].clone();
        let mut line = ada.connect(id.as_str().unwrap());
        line.hello(None);
        patience.store(asked, SeqCst);
        for seq in 0..3 {
            // What was sent while the room died may not have arrived, or may have been refused.
            while line.seq() == seq {
                line.send(&json!({ "type": "play", "seq": seq, "offer": 0, "pick": "nothing" }));
                loop {
                    match line.next().expect("the line holds")["type"].as_str() {
                        Some("update" | "refused") => break,
                        // It died while it drew the match, and said so.
                        Some("ended") => line.send(&json!({ "type": "hello", "seen": null })),
                        _ => {}
                    }
                }
            }
        }
        assert!(line.over(), "{asked}");
        assert_eq!(patience.load(SeqCst), u32::MAX, "it never died");
    }
}
