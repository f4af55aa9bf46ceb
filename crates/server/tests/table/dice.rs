//! Dice that nobody chose: neither the table nor the people at it, and not by taking back.

use crate::common::{Line, Person, lay, settings};
use crate::postgres::stores;
use referee::Seeded;
use serde_json::{Value, json};
use server::Settings;
use server::dice::{Signature, Verified, signature_of, verify};
use shelf::Shelf;

fn judged(file: &str) -> Verified {
    verify(&**Shelf::open(None).unwrap().game("ford").unwrap(), file)
}

/// The rolls of the last entry in a match file.
fn last_rolls(person: &Person, id: &str) -> Option<String> {
    let file = person.get(&format!("/api/matches/{id}/file")).text();
    let (_, rolls) = file.lines().last()?.split_once(" ! ")?;
    let (_, entries) = file.split_once("\ndeal").unwrap();
    // What is sealed without a roll is no roll, and neither is the deal.
    let rolled = rolls.starts_with(|c: char| c.is_ascii_digit()) && entries.trim_end().lines().count() > 1;
    rolled.then(|| rolls.split(' ').next().unwrap().to_string())
}

fn part(digit: char) -> String {
    digit.to_string().repeat(64)
}

/// What a page does to open a match.
fn open_with_part(person: &Person, seats: &Value, digit: char) -> Value {
    let hash = person.get("/api/dice").json()["hash"].clone();
    let dice = json!({ "hash": hash, "part": part(digit) });
    let new = json!({ "game": "ford", "scenario": "dusk", "seats": seats, "public": true, "dice": dice });
    let opened = person.post("/api/matches", &new);
    assert_eq!(opened.status, 200, "{}", opened.text());
    assert_eq!(opened.json()["dice_hash"], hash);
    opened.json()
}

#[test]
fn after_a_take_back_another_roll_falls() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(settings(dir.path()));
    let ada = Person::new(laid.address, "Ada");
    let mut dice = Seeded(11);
    // A game may end before anything is rolled that can be taken back.
    for _ in 0..20 {
        let (mut tried, mut fell) = (0, vec![]);
        let id = ada.open("ford", "dusk", &json!([{ "kind": "me" }, { "kind": "me" }]))["id"].clone();
        let id = id.as_str().unwrap();
        let mut line = ada.connect(id);
        line.hello(None);
        while !line.over() && tried < 12 {
            let (seq, (offer, pick)) = (line.seq(), line.choose(&mut dice));
            let play = |line: &mut Line| {
                let seq = line.seq();
                line.send(&json!({ "type": "play", "seq": seq, "offer": offer, "pick": pick }));
                // A loose opening may refuse.
                line.until_either("update", "refused")["type"] == "update"
            };
            if !play(&mut line) {
                continue;
            }
            let Some(first) = last_rolls(&ada, id).filter(|_| !line.over()) else { continue };
            let mut rolls = vec![first];
            while rolls.len() < 12 && !line.over() {
                let at = line.seq();
                line.send(&json!({ "type": "undo", "seq": at }));
                line.reach(at + 1);
                assert!(play(&mut line), "what was lawful is lawful again");
                rolls.push(last_rolls(&ada, id).expect("the same action rolls again"));
            }
            assert!(line.seq() > seq);
            tried = rolls.len();
            fell = rolls;
        }
        if tried < 12 {
            continue;
        }
        fell.sort();
        fell.dedup();
        assert!(fell.len() > 1, "the same fell again every time: {fell:?}");
        while !line.over() {
            line.play(&mut dice);
        }
        let file = ada.get(&format!("/api/matches/{id}/file")).text();
        let fair = judged(&file);
        assert!(matches!(fair, Verified::Fair { taken_back: 11.., elsewhere: 0, .. }), "{fair:?}\n{file}");
        return;
    }
    panic!("nothing was rolled");
}

#[test]
fn everybody_has_a_part_in_the_dice_and_the_table_signs_what_came_of_it() {
    let dir = tempfile::tempdir().unwrap();
    for (database, _postgres) in stores(dir.path()) {
        let settings = Settings { database, ..settings(dir.path()) };
        let mut laid = lay(settings.clone());
        let (mut ada, mut ben) = (Person::new(laid.address, "Ada"), Person::new(laid.address, "Ben"));
        let opened = open_with_part(&ada, &json!([{ "kind": "me" }, { "kind": "open" }]), 'a');
        let id = opened["id"].as_str().unwrap();
        assert_eq!(ben.post(&format!("/api/matches/{id}/sit"), &json!({ "seat": 1 })).status, 200);
        let key = ada.get("/api/table").json()["key"].clone();
        let mut dice = Seeded(8);
        let mut lines = [ada.connect(id), ben.connect(id)];
        lines.iter_mut().for_each(|line| drop(line.hello(None)));
        // Ada gives hers at once, Ben later; the table is killed now and then.
        lines[0].send(&json!({ "type": "part", "seat": 0, "part": part('b') }));
        let told = lines[1].until("dice");
        let parts =
            json!([{ "seat": null, "from": 2, "part": part('a') }, { "seat": 0, "from": 2, "part": part('b') }]);
        assert_eq!(told["parts"].as_array().unwrap().len(), 2, "{told}");
        assert_eq!(told["parts"][1]["part"], parts[1]["part"]);
        let mut plays = 0;
        while !lines[0].over() {
            plays += 1;
            if plays == 6 {
                lines[1].send(&json!({ "type": "part", "seat": 1, "part": part('c') }));
                lines[1].until("dice");
            }
            if plays % 9 == 0 {
                drop(laid);
                laid = lay(settings.clone());
                (ada, ben) = (ada.at(laid.address), ben.at(laid.address));
                lines = [ada.connect(id), ben.connect(id)];
                lines.iter_mut().for_each(|line| drop(line.hello(None)));
            }
            let deciding = usize::from(lines[1].yours());
            lines[deciding].play(&mut dice);
            let seq = lines[deciding].seq();
            lines[1 - deciding].reach(seq);
        }
        // The table's dice are nobody's choice: Ben's part came only if the game was no short one.
        let given = if plays >= 6 { 3 } else { 2 };
        assert_eq!(lines[0].update["dice"]["parts"].as_array().unwrap().len(), given);
        let file = ben.get(&format!("/api/matches/{id}/file")).text();
        let fair = judged(&file);
        let Verified::Fair { parts, elsewhere: 0, .. } = fair else { panic!("{fair:?}\n{file}") };
        assert_eq!(parts, given);
        assert_eq!(signature_of(&file), Signature::By(key.as_str().unwrap().into()));
        assert_eq!(ben.get("/api/table").json()["key"], key);
        // Neither a part nor anything else can be changed afterwards.
        let other = file.replace(&part('a'), &part('d'));
        assert!(!matches!(judged(&other), Verified::Fair { .. }));
        assert!(matches!(signature_of(&other), Signature::Wrong { .. }));
    }
}

#[test]
fn a_part_is_given_once_by_whoever_holds_the_seat() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(settings(dir.path()));
    let (ada, ben) = (Person::new(laid.address, "Ada"), Person::new(laid.address, "Ben"));
    let opened = open_with_part(&ada, &json!([{ "kind": "me" }, { "kind": "open" }]), 'a');
    let id = opened["id"].as_str().unwrap();
    let mut lines = [ada.connect(id), ben.connect(id)];
    lines.iter_mut().for_each(|line| drop(line.hello(None)));
    lines[1].send(&json!({ "type": "part", "seat": 0, "part": part('b') }));
    assert_eq!(lines[1].until("refused")["kind"], "not_your_decision");
    for bad in ["", "B", &part('B'), &part('g'), &(part('b') + "b")] {
        lines[0].send(&json!({ "type": "part", "seat": 0, "part": bad }));
        assert!(lines[0].until("error")["what"].as_str().unwrap().contains("64 hex digits"));
    }
    for _ in 0..2 {
        lines[0].send(&json!({ "type": "part", "seat": 0, "part": part('b') }));
        assert_eq!(lines[0].until("dice")["parts"].as_array().unwrap().len(), 2);
    }
    lines[0].send(&json!({ "type": "part", "seat": 0, "part": part('c') }));
    assert!(lines[0].until("error")["what"].as_str().unwrap().contains("has given"));
    lines[0].send(&json!({ "type": "part", "seat": 1, "part": part('c') }));
    assert_eq!(lines[0].until("refused")["kind"], "not_your_decision");
    // A secret is good for one match.
    let dice = json!({ "hash": opened["dice_hash"], "part": part('a') });
    let again =
        json!({ "game": "ford", "scenario": "dusk", "seats": [{ "kind": "me" }, { "kind": "me" }], "dice": dice });
    assert_eq!(ada.post("/api/matches", &again).status, 409);
    let dice = json!({ "hash": ada.get("/api/dice").json()["hash"], "part": "a" });
    let short =
        json!({ "game": "ford", "scenario": "dusk", "seats": [{ "kind": "me" }, { "kind": "me" }], "dice": dice });
    assert_eq!(ada.post("/api/matches", &short).status, 400);
}
