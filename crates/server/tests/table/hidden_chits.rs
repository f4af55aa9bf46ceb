//! Law 7 over the wire for Operation Grenade: [8.42] what is on a chit is seen by its owner, by the enemy once in each
//! combat, and by nobody else; no message, no request and no take-back tells more.

use crate::common::{Line, Person, lay, lay_with, settings};
use crate::leaky::{Leak, Leaky};
use operation_grenade::{OperationGrenade, files};
use referee::{Dice, Ref, Refusal, Scripted, Seat, Seeded, Viewer};
use serde_json::{Value, json};
use server::view;
use shelf::{AnyGame, LiveMatch, Shelf, shelved};
use std::sync::Arc;

/// US and German, and somebody who watches.
const SPECTATOR: usize = 2;

/// Spots on the map; the others are boxes beside it.
const HEXES: u64 = 546;

/// A handful guards against a relapse; `RHINE_GAMES=200` looks closer.
fn games() -> u64 {
    std::env::var("RHINE_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// What was compared, so that nothing can hold for lack of anything to see.
#[derive(Default, Debug)]
struct Count {
    updates: u64,
    offers: u64,
    odds: u64,
    refusals: u64,
    reasons: u64,
    strengths: u64,
    takebacks: u64,
    files: u64,
}

type Clean = Result<(), String>;

/// What somebody asked, when, and what the table said.
struct Asked {
    entries: usize,
    seat: u8,
    what: What,
    answer: Value,
}

enum What {
    Offer(usize, Value),
    Text(String),
    WhyNot(Ref),
    Open(usize),
}

struct Sitting<'a> {
    id: String,
    people: &'a [Person; 3],
    lines: [Line; 3],
    asked: Vec<Asked>,
}

#[test]
fn nobody_hears_what_is_on_a_chit() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(settings(dir.path()));
    let people = ["Ada", "Ben", "Eve"].map(|name| Person::new(laid.address, name));
    let shelf = Shelf::open(None).unwrap();
    let grenade = shelf.game("operation-grenade").unwrap();
    let (games, mut count) = (games(), Count::default());
    for seed in 0..games {
        let flood = if seed % 2 == 0 { "gradual" } else { "flash" };
        let clean = one_game(&people, &**grenade, &[flood, "placed"], seed, &mut count);
        assert_eq!(clean, Ok(()), "game {seed}");
    }
    println!("{games} games: {count:?}");
    let Count { updates, offers, odds, refusals, reasons, strengths, takebacks, files } = count;
    let all = [updates / 100, offers / 20, odds / 4, refusals / 4, reasons, strengths / 4, takebacks, files];
    assert!(all.iter().all(|n| *n >= games), "{count:?}");
}

#[test]
fn a_leak_is_seen_in_every_channel() {
    let honest = late(Leak::None);
    for (leak, channel) in [
        (Leak::Scene, "scene:"),
        (Leak::Offers, "offers:"),
        (Leak::Openings, "offers:"),
        (Leak::Odds, "odds:"),
        (Leak::Notes, "notes:"),
        (Leak::Story, "story:"),
        (Leak::Refusals, "refusals:"),
        (Leak::Reasons, "reasons:"),
        (Leak::Undo, "undo:"),
        (Leak::Wire, "awaits:"),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let laid = lay_with(Shelf::of(vec![late(leak)]), settings(dir.path()));
        let people = ["Ada", "Ben", "Eve"].map(|name| Person::new(laid.address, name));
        let mut seen = Ok(());
        for seed in 0..12 {
            seen = one_game(&people, &*honest, &["gradual", "placed"], seed, &mut Count::default());
            if seen.is_err() {
                break;
            }
        }
        let complaint = seen.expect_err(&format!("{leak:?} is seen"));
        assert!(complaint.starts_with(channel), "{leak:?}: {complaint}");
    }
}

/// Near its end a game without a leak is clean, and a file that lies open while a match runs is seen: here because one
/// person holds both seats.
#[test]
fn an_open_file_is_seen() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay_with(Shelf::of(vec![late(Leak::None)]), settings(dir.path()));
    let people = ["Ada", "Ben", "Eve"].map(|name| Person::new(laid.address, name));
    let clean = one_game(&people, &*late(Leak::None), &["gradual", "placed"], 1, &mut Count::default());
    assert_eq!(clean, Ok(()));
    let both = json!([{ "kind": "me" }, { "kind": "me" }]);
    let id = open(&people[0], &["gradual", "placed"], &both)["id"].as_str().unwrap().to_string();
    let complaint = files_are_closed(&people[0], &id, 0).expect_err("the file is open to who plays both sides");
    assert!(complaint.starts_with("files:"), "{complaint}");
}

fn late(leak: Leak) -> Arc<dyn AnyGame> {
    shelved(Leaky { game: OperationGrenade::new(&files()).unwrap(), leak })
}

fn open(person: &Person, options: &[&str], seats: &Value) -> Value {
    let wish = json!({ "game": "operation-grenade", "scenario": "grenade", "options": options, "seats": seats });
    let opened = person.post("/api/matches", &wish);
    assert_eq!(opened.status, 200, "{}", opened.text());
    opened.json()
}

/// One game by random choices with many fights, then everything that was heard held against what could be known.
fn one_game(people: &[Person; 3], game: &dyn AnyGame, options: &[&str], seed: u64, count: &mut Count) -> Clean {
    let opened = open(&people[0], options, &json!([{ "kind": "me" }, { "kind": "open" }]));
    let id = opened["id"].as_str().unwrap().to_string();
    let token = opened["seats"][1]["join"].as_str().unwrap().strip_prefix("/join/").unwrap();
    assert_eq!(people[1].post("/api/join", &json!({ "token": token })).status, 200);
    let mut lines = [0, 1, 2].map(|n: usize| people[n].connect(&id));
    lines.iter_mut().for_each(|line| drop(line.hello(None)));
    let mut sitting = Sitting { id, people, lines, asked: vec![] };
    sitting.play(&mut Seeded(seed), count)?;
    let file = people[0].get(&format!("/api/matches/{}/file", sitting.id)).text();
    let referee::Replayed { game_match: table, stopped: diverged, .. } = game.replay(&file);
    assert_eq!(diverged, None);
    sitting.compare(&*table.unwrap(), seed, count)
}

impl Sitting<'_> {
    fn play(&mut self, dice: &mut Seeded, count: &mut Count) -> Clean {
        while !self.lines[0].over() {
            let deciding = usize::from(self.lines[1].yours());
            let line = &mut self.lines[deciding];
            let (seq, entries) = (line.seq(), line.update["entries"].as_u64().unwrap() as usize);
            // Some move, so that there is something to fight about; a phase does not last long.
            let enough = dice.pick(6) == 0;
            let (offer, pick) =
                line.choose_liking(dice, |text| text.starts_with("attack") || (enough && text == "done"));
            let mut asked = vec![];
            if dice.pick(8) == 0 {
                line.send(&json!({ "type": "open", "tag": 3, "seq": seq, "offer": offer }));
                asked.push((What::Open(offer), line.until("opened")["open"].clone()));
            }
            line.send(&json!({ "type": "ask", "tag": 1, "seq": seq, "offer": offer, "pick": pick }));
            let answer = line.until("answer");
            let lawful = answer["lawful"] == true;
            asked.push((What::Offer(offer, pick.clone()), answer));
            if dice.pick(4) == 0 {
                let text = impertinent(line, dice);
                line.send(&json!({ "type": "ask_text", "tag": 2, "text": text }));
                asked.push((What::Text(text), line.until("answer")));
                let about = Ref::Piece(referee::Piece(dice.pick(143)));
                line.send(&json!({ "type": "why_not", "tag": 4, "seq": seq, "about": about }));
                asked.push((What::WhyNot(about), line.until("reason")["refusal"].clone()));
            }
            let seat = u8::try_from(deciding).unwrap();
            self.asked.extend(asked.into_iter().map(|(what, answer)| Asked { entries, seat, what, answer }));
            if !lawful {
                continue;
            }
            self.lines[deciding].send(&json!({ "type": "play", "seq": seq, "offer": offer, "pick": pick }));
            self.lines.iter_mut().for_each(|line| line.reach(seq + 1));
            (0..3).try_for_each(|n| self.told(n, count))?;
            self.nothing_learnt_is_taken_back(deciding, dice, count)?;
            if dice.pick(50) == 0 && !self.lines[0].over() {
                let entries = self.lines[0].update["entries"].as_u64().unwrap();
                for n in 0..3 {
                    files_are_closed(&self.people[n], &self.id, entries)?;
                    self.nothing_stays(n, count)?;
                    count.files += 1;
                }
            }
        }
        Ok(())
    }

    /// Strengths are told to players alone, those of the enemy in passing.
    fn told(&self, n: usize, count: &mut Count) -> Clean {
        if self.lines[n].over() {
            return Ok(());
        }
        for told in self.lines[n].update["told"].as_array().unwrap() {
            if !told["action"].is_null() && told["seat"] != n {
                return Err(format!("notes: seat {n} reads the action of another: {told}"));
            }
            for note in told["notes"].as_array().unwrap().iter().filter(|note| is_strength(note)) {
                count.strengths += 1;
                if n == SPECTATOR {
                    return Err(format!("notes: the public reads {note}"));
                }
            }
        }
        Ok(())
    }

    /// What was seen in passing is in no story, and does not come back with a new line. The German's own chits are in his
    /// story, and only there.
    fn nothing_stays(&self, n: usize, count: &mut Count) -> Clean {
        let mut again = self.people[n].connect(&self.id);
        let hello = again.hello(None);
        let story = self.people[n].get(&format!("/api/matches/{}/story?from=0", self.id)).json();
        for told in [&hello["told"], &story["told"]].into_iter().flat_map(|told| told.as_array().unwrap()) {
            for note in told["notes"].as_array().unwrap().iter().filter(|note| is_strength(note)) {
                count.strengths += 1;
                if note["rule"] == "9.0.b" || !self.is_own(n, note["text"].as_str().unwrap()) {
                    return Err(format!("story: {n} still reads {note}"));
                }
            }
        }
        Ok(())
    }

    /// Whether a sentence is about a unit of this seat: its counter shows a number.
    fn is_own(&self, n: usize, text: &str) -> bool {
        let name = text.split(' ').next().unwrap_or_default();
        n != SPECTATOR && OWNERS.with(|owners| owners.get(name) == Some(&n))
    }

    /// Who has learnt something cannot take back freely what taught it; what is taken back freely is gone.
    fn nothing_learnt_is_taken_back(&mut self, n: usize, dice: &mut Seeded, count: &mut Count) -> Clean {
        let update = &self.lines[n].update;
        let free = update["undo"] == "free";
        let notes = update["told"].as_array().unwrap().iter().flat_map(|told| told["notes"].as_array().unwrap());
        let learnt = notes.clone().find(|note| is_strength(note) || note["shows"]["kind"] == "roll");
        if let Some(note) = learnt.filter(|_| free) {
            return Err(format!("undo: {note} could be taken back"));
        }
        if !free || dice.pick(12) > 0 || self.lines[0].over() {
            return Ok(());
        }
        count.takebacks += 1;
        let (seq, entries) = (self.lines[n].seq(), update["entries"].as_u64().unwrap() as usize);
        self.lines[n].send(&json!({ "type": "undo", "seq": seq }));
        self.lines.iter_mut().for_each(|line| line.reach(seq + 1));
        // What was heard and asked after the decision belongs to no match any more.
        self.asked.retain(|asked| asked.entries < entries);
        for line in &mut self.lines {
            // From the last on, as far as it can matter.
            for n in (0..line.heard.len()).rev() {
                let message: Value = serde_json::from_str(&line.heard[n]).unwrap();
                match message["entries"].as_u64().filter(|_| message["type"] == "update") {
                    Some(then) if then >= entries as u64 => drop(line.heard.remove(n)),
                    Some(_) if message["seq"].as_u64().unwrap() < seq => break,
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Plays the match once more, and holds each update and each answer against those of states in which other chits lie
    /// under the counters, for all the viewer knows.
    fn compare(&self, table: &dyn LiveMatch, seed: u64, count: &mut Count) -> Clean {
        let story = table.log(Viewer::Seat(Seat(0)), 0);
        let mut then = table.up_to(0);
        let heard = [0, 1, 2].map(|n: usize| {
            let messages = self.lines[n].heard.iter().map(|text| serde_json::from_str::<Value>(text).unwrap());
            messages.filter(|message| message["type"] == "update").collect::<Vec<_>>()
        });
        for entries in 0..=story.len() {
            let imagined = [0, 1].map(|seat| then.imagined(Seat(seat), &mut Seeded(seed + entries as u64)));
            for (n, heard) in heard.iter().enumerate() {
                for update in heard.iter().filter(|update| update["entries"] == entries) {
                    // The public knows no more than any seat.
                    for seat in (0..2).filter(|seat| n == SPECTATOR || n == *seat) {
                        could_be(n, update, &*imagined[seat], count)?;
                    }
                }
            }
            for asked in self.asked.iter().filter(|asked| asked.entries == entries) {
                would_be_answered(asked, &*imagined[usize::from(asked.seat)], count)?;
            }
            if let Some(told) = story.get(entries) {
                let mut dice = Scripted::new(&told.rolls);
                then.play_text(told.seat, &told.action, &mut dice).unwrap();
            }
        }
        Ok(())
    }
}

thread_local! {
    /// Whose units are called what.
    static OWNERS: std::collections::BTreeMap<String, usize> = {
        let game = OperationGrenade::new(&files()).unwrap();
        let faces = &referee::Game::kit(&game).faces;
        faces.iter().filter_map(|face| Some((face.key.clone(), face.seat?.index()))).collect()
    };
}

/// [8.34], [9.0.b] The strength of a unit, or both sums.
fn is_strength(note: &Value) -> bool {
    let text = note["text"].as_str().unwrap();
    note["rule"] == "8.34" || (note["rule"] == "9.0.b" && text.contains("shifted to"))
}

/// While a match runs nobody who does not hold both sides gets its file, or a branch of it.
fn files_are_closed(person: &Person, id: &str, entries: u64) -> Clean {
    let file = person.get(&format!("/api/matches/{id}/file"));
    let branch = person.post(&format!("/api/matches/{id}/branch"), &json!({ "at": entries }));
    match (file.status, branch.status) {
        (403, 403) => Ok(()),
        (file, branch) => Err(format!("files: {file} for the file, {branch} for a branch")),
    }
}

/// Something that a player would like to know and has no right to do: a gun that is not there, an attack out of turn.
fn impertinent(line: &Line, dice: &mut Seeded) -> String {
    let counters = line.update["scene"]["counters"].as_array().unwrap().iter();
    let spots: Vec<u64> = counters.map(|it| it["at"].as_u64().unwrap()).filter(|at| *at < HEXES).collect();
    let any = |dice: &mut Seeded| {
        OWNERS.with(|owners| {
            let nth = usize::from(dice.pick(u16::try_from(owners.len()).unwrap()));
            owners.keys().nth(nth).unwrap().clone()
        })
    };
    let at = |dice: &mut Seeded| {
        let spot = spots[usize::from(dice.pick(u16::try_from(spots.len()).unwrap()))];
        format!("{:02}{:02}", spot / 21 + 1, spot % 21 + 1)
    };
    match dice.pick(4) {
        0 => format!("attack {} with {}", at(dice), any(dice)),
        1 => format!("move {} {}", any(dice), at(dice)),
        2 => format!("support {}", any(dice)),
        _ => format!("lose {}", any(dice)),
    }
}

fn differ(channel: &str, what: &str, real: &Value, dreamt: &Value) -> Clean {
    if real == dreamt {
        return Ok(());
    }
    let (real, dreamt) = (real.to_string(), dreamt.to_string());
    let at = real.bytes().zip(dreamt.bytes()).take_while(|(a, b)| a == b).count();
    let part = |text: &str| text.chars().skip(at.saturating_sub(60)).take(120).collect::<String>();
    Err(format!("{channel}: {what}: …{}… but in a world alike …{}…", part(&real), part(&dreamt)))
}

/// Whether an update could have come from a state that the viewer imagines.
fn could_be(n: usize, update: &Value, imagined: &dyn LiveMatch, count: &mut Count) -> Clean {
    if update["awaits"]["kind"] == "over" {
        return Ok(());
    }
    count.updates += 1;
    let viewer = if n == SPECTATOR { Viewer::Public } else { Viewer::Seat(Seat(u8::try_from(n).unwrap())) };
    let after = format!("line {n} after {} entries", update["entries"]);
    differ("scene", &after, &update["scene"], &serde_json::to_value(imagined.scene(viewer)).unwrap())?;
    let awaits = serde_json::to_value(view::Awaits::from(imagined.awaits())).unwrap();
    differ("awaits", &after, &update["awaits"], &awaits)?;
    if update["yours"] != true {
        return differ("offers", &after, &update["offers"], &json!([]));
    }
    let seat = Seat(u8::try_from(n).unwrap());
    let openings = imagined.openings(seat);
    let offers = imagined.offers(seat).into_iter().zip(openings).map(|(offer, open)| view::Offer {
        about: offer.about,
        label: offer.label,
        text: offer.text,
        to: offer.to,
        ends: offer.ends,
        open: open.map(view::Opening::from),
    });
    let offers: Vec<Value> = offers.map(|offer| serde_json::to_value(offer).unwrap()).collect();
    let sent = update["offers"].as_array().unwrap();
    count.offers += 1;
    for (sent, offer) in sent.iter().zip(&offers) {
        // What is large is left out, and asked for.
        let mut offer = offer.clone();
        if sent["open"].is_null() {
            offer["open"] = Value::Null;
        }
        differ("offers", &after, sent, &offer)?;
    }
    differ("offers", &after, &json!(sent.len()), &json!(offers.len()))
}

/// Whether a question would have been answered alike.
fn would_be_answered(asked: &Asked, imagined: &dyn LiveMatch, count: &mut Count) -> Clean {
    let (seat, answer) = (Seat(asked.seat), &asked.answer);
    let refused = |refusal: &Value, illegal: referee::Illegal| {
        let dreamt = json!({ "rule": illegal.rule.0, "why": illegal.why, "about": illegal.about });
        let real = json!({ "rule": refusal["rule"]["id"], "why": refusal["why"], "about": refusal["about"] });
        (real, dreamt)
    };
    let (what, said) = match &asked.what {
        What::Open(offer) => {
            let open = imagined.open(seat, u16::try_from(*offer).unwrap()).unwrap();
            let open = serde_json::to_value(view::Opening::from(open)).unwrap();
            return differ("offers", &format!("the opening of offer {offer}"), answer, &open);
        }
        What::WhyNot(about) => {
            count.reasons += 1;
            let what = format!("why nothing is offered about {about:?}");
            return match imagined.why_not(seat, *about).unwrap() {
                None => differ("reasons", &what, answer, &Value::Null),
                Some(illegal) => {
                    let (real, dreamt) = refused(answer, illegal);
                    differ("reasons", &what, &real, &dreamt)
                }
            };
        }
        What::Text(text) => (text.clone(), imagined.ask_text(seat, text)),
        What::Offer(offer, pick) => {
            let picked: view::Pick = serde_json::from_value(pick.clone()).unwrap();
            (format!("offer {offer}, {pick}"), imagined.ask(seat, u16::try_from(*offer).unwrap(), picked.into()))
        }
    };
    match said {
        Ok(forecast) => {
            count.odds += u64::from(forecast.is_some());
            differ("refusals", &what, &answer["lawful"], &json!(true))?;
            differ("odds", &what, &answer["forecast"], &serde_json::to_value(forecast).unwrap())
        }
        Err(Refusal::Illegal(illegal)) => {
            count.refusals += 1;
            let (real, dreamt) = refused(&answer["refusal"], illegal);
            differ("refusals", &what, &real, &dreamt)
        }
        Err(refusal) => panic!("{what}: {refusal}"),
    }
}
