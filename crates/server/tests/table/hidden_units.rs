//! Law 7 over the wire for D-Day with hidden units: what lies under a marker, and whether anything does, reaches
//! nobody but the German player.

use crate::common::{Line, Person, lay, settings};
use referee::{Dice, Kit, Refusal, Scripted, Seat, Seeded, Viewer};
use serde_json::{Value, json};
use server::view;
use shelf::{LiveMatch, Shelf};
use std::collections::{BTreeMap, BTreeSet};

const ALLIED: usize = 0;
const GERMAN: usize = 1;
const SPECTATOR: usize = 2;

/// `RHINE_GAMES=200` plays more.
const GAMES: u64 = 12;

/// What the Allied player asked, when, and what the table said.
struct Asked {
    entries: u64,
    text: String,
    answer: Value,
}

#[test]
fn what_lies_under_a_marker_stays_there() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(settings(dir.path()));
    let people = ["Ada", "Ben", "Eve"].map(|name| Person::new(laid.address, name));
    let shelf = Shelf::open(None).unwrap();
    let rhine = shelf.game("dday-to-the-rhine").unwrap();
    let games = std::env::var("RHINE_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(GAMES);
    let (mut compared, mut secrets, mut answers) = (0, 0, 0);
    let mut played = 0;
    // The table's dice are nobody's choice: more games are played until there was enough to see.
    while played < games || (played < 200 && (compared <= 1_200 || secrets <= 1_200 || answers <= 48)) {
        let seed = played;
        played += 1;
        let scenario = if seed % 2 == 0 { "normandy" } else { "winter" };
        let (id, mut lines) = sit_down(&people, scenario);
        let mut asked = vec![];
        let mut dice = Seeded(seed);
        while !lines[ALLIED].over() {
            let deciding = if lines[GERMAN].yours() { GERMAN } else { ALLIED };
            if deciding == ALLIED && dice.pick(4) == 0 {
                asked.extend(ask(&mut lines[ALLIED], rhine.kit(), &mut dice));
            }
            if dice.pick(40) == 0 {
                the_files_are_closed(&people, &id, lines[GERMAN].update["entries"].as_u64().unwrap());
            }
            lines[deciding].play(&mut dice);
            let seq = lines[deciding].seq();
            lines.iter_mut().for_each(|line| line.reach(seq));
        }
        secrets +=
            [ALLIED, SPECTATOR].map(|n| named_nowhere(rhine.kit(), &lines[GERMAN], &lines[n])).iter().sum::<u64>();
        let file = people[0].get(&format!("/api/matches/{id}/file")).text();
        let referee::Replayed { game_match: table, stopped: diverged, .. } = rhine.replay(&file);
        assert_eq!(diverged, None);
        let heard = compare(&*table.unwrap(), &lines, &asked, seed);
        compared += heard;
        answers += asked.len();
    }
    println!("{played} games: {compared} updates compared, {secrets} secrets kept, {answers} answers compared");
    assert!(compared > 1_200, "{compared} updates");
    assert!(secrets > 1_200, "{secrets} secrets");
    assert!(answers > 48, "{answers} answers");
}

fn sit_down(people: &[Person; 3], scenario: &str) -> (String, [Line; 3]) {
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let wish = json!({ "game": "dday-to-the-rhine", "scenario": scenario, "options": ["hidden"], "seats": seats });
    let opened = people[ALLIED].post("/api/matches", &wish);
    assert_eq!(opened.status, 200, "{}", opened.text());
    let opened = opened.json();
    let id = opened["id"].as_str().unwrap().to_string();
    let token = opened["seats"][GERMAN]["join"].as_str().unwrap().strip_prefix("/join/").unwrap();
    assert_eq!(people[GERMAN].post("/api/join", &json!({ "token": token })).status, 200);
    let mut lines = [ALLIED, GERMAN, SPECTATOR].map(|n| people[n].connect(&id));
    lines.iter_mut().for_each(|line| drop(line.hello(None)));
    (id, lines)
}

/// While a match runs nobody who does not hold both sides gets its file, or a branch of it; its story names no action
/// of another seat.
fn the_files_are_closed(people: &[Person; 3], id: &str, entries: u64) {
    for (n, person) in people.iter().enumerate() {
        assert_eq!(person.get(&format!("/api/matches/{id}/file")).status, 403);
        assert_eq!(person.post(&format!("/api/matches/{id}/branch"), &json!({ "at": entries })).status, 403);
        let story = person.get(&format!("/api/matches/{id}/story?from=0")).json();
        for told in story["told"].as_array().unwrap() {
            assert!(told["action"].is_null() || told["seat"] == n, "{told}");
        }
    }
}

/// Questions of a player who would like to know: may it march or attack where a marker lies?
fn ask(line: &mut Line, kit: &Kit, dice: &mut Seeded) -> Vec<Asked> {
    let scene = line.update["scene"].clone();
    let counters = scene["counters"].as_array().unwrap();
    let markers: Vec<&Value> = counters.iter().filter(|it| it["piece"].as_u64().unwrap() > 200).collect();
    let offers = line.update["offers"].as_array().unwrap().clone();
    let movers: Vec<&str> = offers.iter().filter_map(|offer| offer["text"].as_str()?.strip_prefix("move ")).collect();
    let mut asked = vec![];
    for marker in markers.iter().filter(|_| !movers.is_empty()).take(4) {
        let hex = &kit.spots[usize::try_from(marker["at"].as_u64().unwrap()).unwrap()].name;
        let who = movers[usize::from(dice.pick(u16::try_from(movers.len()).unwrap()))];
        for text in [format!("attack {hex} with {who}"), format!("move {who} {hex}")] {
            line.send(&json!({ "type": "ask_text", "tag": 11, "text": text }));
            let answer = line.until("answer");
            asked.push(Asked { entries: line.update["entries"].as_u64().unwrap(), text, answer });
        }
    }
    asked
}

/// What is hidden in one update of the German line, with its name: units by the badge of the counter, phantoms by
/// their face.
fn hidden(kit: &Kit, update: &Value) -> BTreeMap<u64, String> {
    let badge = kit.badges.iter().position(|badge| badge.name == "hidden").expect("a badge of hidden units");
    let mut found = BTreeMap::new();
    for counter in update["scene"]["counters"].as_array().unwrap() {
        let face = &kit.faces[usize::try_from(counter["face"].as_u64().unwrap()).unwrap()];
        let (name, _) = face.about.split_once(':').unwrap_or((&face.about, ""));
        if counter["badges"].as_u64().unwrap() & 1 << badge != 0 || name == "a phantom" {
            found.insert(counter["piece"].as_u64().unwrap(), name.to_string());
        }
    }
    found
}

/// What was hidden before a decision and after it is named in nothing that another line heard of it.
fn named_nowhere(kit: &Kit, german: &Line, other: &Line) -> u64 {
    let updates = |line: &Line| -> Vec<Value> {
        let heard = line.heard.iter().map(|text| serde_json::from_str::<Value>(text).unwrap());
        heard.filter(|message| message["type"] == "update").collect()
    };
    let (known, heard) = (updates(german), updates(other));
    assert_eq!(known.len(), heard.len());
    let (mut before, mut secrets) = (BTreeMap::new(), 0);
    for (known, heard) in known.iter().zip(&heard) {
        assert_eq!(known["seq"], heard["seq"]);
        let now = hidden(kit, known);
        let mut named = BTreeSet::new();
        pieces(heard, &mut named);
        let told = heard["told"].to_string();
        for (piece, name) in now.iter().filter(|(piece, _)| before.contains_key(*piece)) {
            assert!(!named.contains(piece), "{name} is hidden, and shown in {heard}");
            assert!(name == "a phantom" || !names(&told, name), "{name} is hidden, and named in {told}");
            secrets += 1;
        }
        before = now;
    }
    secrets
}

/// Whether a text has a name in it: `I SS Panzer Corps` is not in `II SS Panzer Corps`.
fn names(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| !text[..at].ends_with(char::is_alphanumeric))
}

/// Every piece that a message names, as a number or as something pointed at.
fn pieces(value: &Value, found: &mut BTreeSet<u64>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.get("piece").and_then(Value::as_u64));
            fields.values().for_each(|value| pieces(value, found));
        }
        Value::Array(items) => items.iter().for_each(|value| pieces(value, found)),
        Value::String(text) => found.extend(text.strip_prefix('p').and_then(|n| n.parse::<u64>().ok())),
        _ => {}
    }
}

/// Plays the match once more, and holds each update and each answer against those of states in which something else
/// lies under the markers, for all the viewer knows.
fn compare(table: &dyn LiveMatch, lines: &[Line; 3], asked: &[Asked], seed: u64) -> u64 {
    let story = table.log(Viewer::Seat(Seat(1)), 0);
    let mut then = table.up_to(0);
    let heard = [ALLIED, GERMAN, SPECTATOR].map(|n| {
        let messages = lines[n].heard.iter().map(|text| serde_json::from_str::<Value>(text).unwrap());
        messages.filter(|message| message["type"] == "update").collect::<Vec<_>>()
    });
    let mut updates = 0;
    for entries in 0..=story.len() {
        // The public knows no more than the Allied player.
        let imagined = then.imagined(Seat(0), &mut Seeded(seed + updates));
        for n in [ALLIED, SPECTATOR] {
            let viewer = if n == ALLIED { Viewer::Seat(Seat(0)) } else { Viewer::Public };
            for heard in heard[n].iter().filter(|update| update["entries"] == entries) {
                updates += 1;
                let over = heard["awaits"]["kind"] == "over";
                for told in heard["told"].as_array().unwrap() {
                    assert!(over || told["action"].is_null() || told["seat"] == n, "{told}");
                }
                // [V.4] At the end the objectives lie open, whatever the viewer imagined.
                if over {
                    continue;
                }
                let scene = serde_json::to_value(imagined.scene(viewer)).unwrap();
                assert_eq!(heard["scene"], scene, "after {entries} entries the scene tells too much");
                let awaits = serde_json::to_value(view::Awaits::from(imagined.awaits())).unwrap();
                assert_eq!(heard["awaits"], awaits);
                let sent: Vec<&Value> =
                    heard["offers"].as_array().unwrap().iter().map(|offer| &offer["text"]).collect();
                let offers = if heard["yours"] == true { imagined.offers(Seat(0)) } else { vec![] };
                let texts: Vec<&str> = offers.iter().map(|offer| &*offer.text).collect();
                assert_eq!(sent, texts, "after {entries} entries the offers tell too much");
            }
        }
        for asked in asked.iter().filter(|asked| asked.entries == entries as u64) {
            let answer = &asked.answer;
            match imagined.ask_text(Seat(0), &asked.text) {
                Ok(forecast) => {
                    let forecast = forecast.map(|it| serde_json::to_value(it).unwrap());
                    assert_eq!(answer["lawful"], true, "{}: {answer}", asked.text);
                    assert_eq!(answer["forecast"], forecast.unwrap_or(Value::Null), "{}", asked.text);
                }
                Err(Refusal::Illegal(illegal)) => {
                    let refusal = &answer["refusal"];
                    assert_eq!(refusal["rule"]["id"], illegal.rule.0, "{}: {answer}", asked.text);
                    assert_eq!(refusal["why"], illegal.why, "{}", asked.text);
                    let about = serde_json::to_value(illegal.about).unwrap();
                    assert_eq!(refusal["about"], about, "{}", asked.text);
                }
                Err(refusal) => panic!("{}: {refusal}", asked.text),
            }
        }
        if let Some(told) = story.get(entries) {
            let mut dice = Scripted::new(&told.rolls);
            then.play_text(told.seat, &told.action, &mut dice).unwrap();
            assert_eq!(dice.fault(), None);
        }
    }
    updates
}
