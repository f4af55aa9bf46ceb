//! Law 7 over the wire: no message tells a seat more than the seat knows.

use crate::common::{Line, Person, lay, settings};
use referee::{Seat, Seeded, Viewer};
use serde_json::{Value, json};
use server::view;
use shelf::{LiveMatch, Shelf};

const GAMES: u64 = 200;

#[test]
fn every_update_could_come_from_an_imagined_state() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(settings(dir.path()));
    let people = ["Ada", "Ben", "Eve"].map(|name| Person::new(laid.address, name));
    let shelf = Shelf::open(None).unwrap();
    let ford = shelf.game("ford").unwrap();
    let mut compared = 0;
    for seed in 0..GAMES {
        let opened = people[0].open("ford", "dusk", &json!([{ "kind": "me" }, { "kind": "open" }]));
        let id = opened["id"].as_str().unwrap();
        let token = opened["seats"][1]["join"].as_str().unwrap().strip_prefix("/join/").unwrap();
        assert_eq!(people[1].post("/api/join", &json!({ "token": token })).status, 200);
        let mut lines = [0, 1, 2].map(|n: usize| people[n].connect(id));
        lines.iter_mut().for_each(|line| drop(line.hello(None)));
        let mut dice = Seeded(seed);
        while !lines[0].over() {
            let deciding = usize::from(lines[1].yours());
            lines[deciding].play(&mut dice);
            let seq = lines[deciding].seq();
            lines.iter_mut().for_each(|line| line.reach(seq));
        }
        let file = people[0].get(&format!("/api/matches/{id}/file")).text();
        let referee::Replayed { game_match: table, stopped: diverged, .. } = ford.replay(&file);
        assert_eq!(diverged, None);
        let table = table.unwrap();
        for (n, line) in lines.iter().enumerate() {
            compared += compare(&*table, n, line, seed);
        }
    }
    assert!(compared > GAMES * 60, "{compared} updates");
}

/// Each update a line has heard against those of states that the line's seat could believe in.
fn compare(table: &dyn LiveMatch, n: usize, line: &Line, seed: u64) -> u64 {
    let viewer = u8::try_from(n).ok().filter(|n| *n < 2).map_or(Viewer::Public, |n| Viewer::Seat(Seat(n)));
    let mut updates = 0;
    for heard in &line.heard {
        let heard: Value = serde_json::from_str(heard).unwrap();
        if heard["type"] != "update" {
            continue;
        }
        updates += 1;
        let over = heard["awaits"]["kind"] == "over";
        assert_eq!(heard["dice"]["seed"].is_string(), over, "the seed is secret until the end");
        for told in heard["told"].as_array().unwrap() {
            assert!(over || told["action"].is_null() || told["seat"] == n, "{told}");
        }
        let then = table.up_to(usize::try_from(heard["entries"].as_u64().unwrap()).unwrap());
        // The public knows no more than any seat.
        let knows = |seat: &u8| n == 2 || usize::from(*seat) == n;
        for seat in [0u8, 1].into_iter().filter(knows) {
            let imagined = then.imagined(Seat(seat), &mut Seeded(seed + updates));
            let scene = serde_json::to_value(imagined.scene(viewer)).unwrap();
            assert_eq!(heard["scene"], scene, "the scene tells more than seat {seat} knows");
            assert_eq!(heard["awaits"], serde_json::to_value(view::Awaits::from(imagined.awaits())).unwrap());
            if heard["yours"] == true {
                let texts: Vec<_> = imagined.offers(Seat(seat)).into_iter().map(|offer| json!(offer.text)).collect();
                let sent: Vec<_> = heard["offers"].as_array().unwrap().iter().map(|o| o["text"].clone()).collect();
                assert_eq!(sent, texts, "the offers tell more than seat {seat} knows");
            } else {
                assert_eq!(heard["offers"], json!([]));
            }
        }
    }
    updates
}

#[test]
fn nobody_but_the_guard_hears_where_the_mine_is() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(settings(dir.path()));
    let people = ["Ada", "Ben", "Eve"].map(|name| Person::new(laid.address, name));
    let opened = people[0].open("ford", "dusk", &json!([{ "kind": "me" }, { "kind": "open" }]));
    let id = opened["id"].as_str().unwrap();
    let token = opened["seats"][1]["join"].as_str().unwrap().strip_prefix("/join/").unwrap();
    assert_eq!(people[1].post("/api/join", &json!({ "token": token })).status, 200);
    let mut lines = [0, 1, 2].map(|n: usize| people[n].connect(id));
    lines.iter_mut().for_each(|line| drop(line.hello(None)));
    let guard = usize::from(lines[1].yours());
    lines[guard].play(&mut Seeded(4));
    lines.iter_mut().for_each(|line| line.reach(1));
    let hidden = lines[guard].update["told"][0].clone();
    let hex = hidden["action"].as_str().unwrap().split(' ').next_back().unwrap().to_string();
    let story = |who: &Person| who.get(&format!("/api/matches/{id}/story")).text();
    let then = |who: &Person| who.get(&format!("/api/matches/{id}/at/1")).text();
    for n in [1 - guard, 2] {
        let last = lines[n].heard.last().unwrap();
        let told = serde_json::from_str::<Value>(last).unwrap()["told"].to_string();
        assert!(!told.contains(&hex), "{told}");
        assert!(!story(&people[n]).contains(&hex));
        assert_ne!(then(&people[n]), then(&people[guard]));
        let overlay = json!({ "type": "overlay", "tag": 1, "name": "mine", "about": null });
        lines[n].send(&overlay);
        assert_eq!(lines[n].until("overlay")["refs"], json!([]));
    }
    assert!(story(&people[guard]).contains(&hex));
}
