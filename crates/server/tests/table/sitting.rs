//! Law 7 over the wire for games of two seats with something hidden: two people and one who watches play at random, ask what
//! they should not, and everything they heard is held against what could be known.

use crate::common::{Line, Person};
use referee::{Dice, Kit, Piece, Ref, Refusal, Scripted, Seat, Seeded, Viewer};
use serde_json::{Value, json};
use server::view;
use shelf::{AnyGame, LiveMatch};
use std::collections::BTreeMap;
use std::marker::PhantomData;

/// The two seats, and somebody who watches.
pub(crate) const SPECTATOR: usize = 2;

/// A handful guards against a relapse; `RHINE_GAMES=200` looks closer.
pub(crate) fn games() -> u64 {
    std::env::var("RHINE_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// What is hidden in a game, and what brings it to light.
pub(crate) trait Hidden {
    const GAME: &'static str;
    /// Spots on the map; the others are boxes beside it.
    const HEXES: u64;
    /// What is liked, so that there is something to see.
    fn likes(text: &str) -> bool;
    /// Whether a note tells something hidden.
    fn tells(note: &Value) -> bool;
    /// Who may read such a note: whether it is about his own unit, whether he watches only, and whether he reads it later.
    fn may_read(note: &Value, reader: Reader) -> bool;
    /// Whether a note teaches somebody something, dice aside.
    fn teaches(note: &Value) -> bool;
    /// Something that a player would like to know and has no right to do.
    fn impertinent(dice: &mut Seeded, unit: &str, hex: &str) -> String;
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reader {
    pub(crate) own: bool,
    pub(crate) watches: bool,
    /// In the story, not when it happens.
    pub(crate) later: bool,
}

/// What was compared, so that nothing can hold for lack of anything to see.
#[derive(Default, Debug)]
pub(crate) struct Count {
    pub(crate) updates: u64,
    pub(crate) offers: u64,
    pub(crate) odds: u64,
    pub(crate) refusals: u64,
    pub(crate) reasons: u64,
    pub(crate) secrets: u64,
    pub(crate) overlays: u64,
    pub(crate) takebacks: u64,
    pub(crate) files: u64,
}

pub(crate) type Clean = Result<(), String>;

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
    Overlay(String, Ref),
}

pub(crate) struct Sitting<'a, H> {
    pub(crate) id: String,
    people: &'a [Person; 3],
    lines: [Line; 3],
    asked: Vec<Asked>,
    kit: &'a Kit,
    /// Whose units are called what.
    owners: BTreeMap<&'a str, usize>,
    hidden: PhantomData<H>,
}

pub(crate) fn open<H: Hidden>(person: &Person, setup: &str, seats: &Value) -> Value {
    let mut words = setup.split(" +");
    let scenario = words.next().unwrap();
    let options: Vec<&str> = words.collect();
    let wish = json!({ "game": H::GAME, "scenario": scenario, "options": options, "seats": seats });
    let opened = person.post("/api/matches", &wish);
    assert_eq!(opened.status, 200, "{}", opened.text());
    opened.json()
}

/// One game by random choices with many fights, then everything that was heard held against what could be known.
pub(crate) fn one_game<H: Hidden>(
    people: &[Person; 3],
    game: &dyn AnyGame,
    setup: &str,
    seed: u64,
    count: &mut Count,
) -> Clean {
    let mut sitting = Sitting::<H>::open(people, game.kit(), setup);
    sitting.play(&mut Seeded(seed), count)?;
    let file = people[0].get(&format!("/api/matches/{}/file", sitting.id)).text();
    let referee::Replayed { game_match: table, stopped: diverged, .. } = game.replay(&file);
    assert_eq!(diverged, None);
    sitting.compare(&*table.unwrap(), seed, count)
}

impl<'a, H: Hidden> Sitting<'a, H> {
    pub(crate) fn open(people: &'a [Person; 3], kit: &'a Kit, setup: &str) -> Self {
        let opened = open::<H>(&people[0], setup, &json!([{ "kind": "me" }, { "kind": "open" }]));
        let id = opened["id"].as_str().unwrap().to_string();
        let token = opened["seats"][1]["join"].as_str().unwrap().strip_prefix("/join/").unwrap();
        assert_eq!(people[1].post("/api/join", &json!({ "token": token })).status, 200);
        let mut lines = [0, 1, 2].map(|n: usize| people[n].connect(&id));
        lines.iter_mut().for_each(|line| drop(line.hello(None)));
        let owners = kit.faces.iter().filter_map(|face| Some((face.typed(), face.seat?.index()))).collect();
        Sitting { id, people, lines, asked: vec![], kit, owners, hidden: PhantomData }
    }

    /// Random play to the end.
    pub(crate) fn play(&mut self, dice: &mut Seeded, count: &mut Count) -> Clean {
        while !self.lines[0].over() {
            let deciding = usize::from(self.lines[1].yours());
            let line = &mut self.lines[deciding];
            let (seq, entries) = (line.seq(), line.update["entries"].as_u64().unwrap() as usize);
            // Some move, so that there is something to fight about; a phase does not last long.
            let enough = dice.pick(6) == 0;
            let (offer, pick) = line.choose_liking(dice, |text| H::likes(text) || (enough && text == "done"));
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
                let text = impertinent::<H>(line, dice, self.kit, &self.owners);
                line.send(&json!({ "type": "ask_text", "tag": 2, "text": text }));
                asked.push((What::Text(text), line.until("answer")));
                let about = Ref::Piece(Piece(any(dice, self.kit.faces.len()) as u16));
                line.send(&json!({ "type": "why_not", "tag": 4, "seq": seq, "about": about }));
                asked.push((What::WhyNot(about), line.until("reason")["refusal"].clone()));
                if !self.kit.overlays.is_empty() {
                    let name = self.kit.overlays[any(dice, self.kit.overlays.len())].name.clone();
                    line.send(&json!({ "type": "overlay", "tag": 5, "name": name, "about": about }));
                    asked.push((What::Overlay(name, about), line.until("overlay")["refs"].clone()));
                }
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

    /// Nobody is told of the actions of others, or a note that he may not read.
    fn told(&self, n: usize, count: &mut Count) -> Clean {
        if self.lines[n].over() {
            return Ok(());
        }
        for told in self.lines[n].update["told"].as_array().unwrap() {
            if !told["action"].is_null() && told["seat"] != n {
                return Err(format!("notes: seat {n} reads the action of another: {told}"));
            }
            for note in told["notes"].as_array().unwrap().iter().filter(|note| H::tells(note)) {
                count.secrets += 1;
                if !H::may_read(note, self.reader(n, note, false)) {
                    return Err(format!("notes: {n} reads {note}"));
                }
            }
        }
        Ok(())
    }

    /// What may be read only when it happens is in no story, and does not come back with a new line.
    pub(crate) fn nothing_stays(&self, n: usize, count: &mut Count) -> Clean {
        let mut again = self.people[n].connect(&self.id);
        let hello = again.hello(None);
        let story = self.people[n].get(&format!("/api/matches/{}/story?from=0", self.id)).json();
        for told in [&hello["told"], &story["told"]].into_iter().flat_map(|told| told.as_array().unwrap()) {
            for note in told["notes"].as_array().unwrap().iter().filter(|note| H::tells(note)) {
                count.secrets += 1;
                if !H::may_read(note, self.reader(n, note, true)) {
                    return Err(format!("story: {n} still reads {note}"));
                }
            }
        }
        Ok(())
    }

    /// A note about a unit begins with its name.
    fn reader(&self, n: usize, note: &Value, later: bool) -> Reader {
        let name = note["text"].as_str().unwrap().split(' ').next().unwrap_or_default();
        Reader { own: self.owners.get(name) == Some(&n), watches: n == SPECTATOR, later }
    }

    /// Who has learnt something cannot take back freely what taught it; what is taken back freely is gone.
    fn nothing_learnt_is_taken_back(&mut self, n: usize, dice: &mut Seeded, count: &mut Count) -> Clean {
        let update = &self.lines[n].update;
        let free = update["undo"] == "free";
        let notes = update["told"].as_array().unwrap().iter().flat_map(|told| told["notes"].as_array().unwrap());
        let learnt = notes.clone().find(|note| H::teaches(note) || note["shows"]["kind"] == "roll");
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

    /// Plays the match once more, and holds each update and each answer against those of states in which something else is
    /// hidden, for all the viewer knows.
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

/// While a match runs nobody who does not hold both sides gets its file, a branch of it, or a bot's advice.
pub(crate) fn files_are_closed(person: &Person, id: &str, entries: u64) -> Clean {
    let file = person.get(&format!("/api/matches/{id}/file"));
    let branch = person.post(&format!("/api/matches/{id}/branch"), &json!({ "at": entries }));
    let advice = person.get(&format!("/api/matches/{id}/advice/{entries}"));
    match (file.status, branch.status, advice.status) {
        (403, 403, 403) => Ok(()),
        (file, branch, advice) => {
            Err(format!("files: {file} for the file, {branch} for a branch, {advice} for advice"))
        }
    }
}

fn any(dice: &mut Seeded, of: usize) -> usize {
    usize::from(dice.pick(u16::try_from(of).unwrap()))
}

fn impertinent<H: Hidden>(line: &Line, dice: &mut Seeded, kit: &Kit, owners: &BTreeMap<&str, usize>) -> String {
    let counters = line.update["scene"]["counters"].as_array().unwrap().iter();
    let spots: Vec<u64> = counters.map(|it| it["at"].as_u64().unwrap()).filter(|at| *at < H::HEXES).collect();
    let hex = &kit.spots[usize::try_from(spots[any(dice, spots.len())]).unwrap()].name;
    let unit = owners.keys().nth(any(dice, owners.len())).unwrap();
    H::impertinent(dice, unit, hex)
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
    // By way of text, as it was heard: places are rounded there.
    let dreamt = serde_json::to_string(&imagined.scene(viewer)).unwrap();
    differ("scene", &after, &update["scene"], &serde_json::from_str(&dreamt).unwrap())?;
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
        What::Overlay(name, about) => {
            count.overlays += 1;
            let refs = serde_json::to_value(imagined.overlay(Viewer::Seat(seat), name, *about)).unwrap();
            return differ("overlays", &format!("overlay {name} of {about:?}"), answer, &refs);
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
