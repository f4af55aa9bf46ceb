//! Law 7 over the wire, for Race to the Rhine: a card that one player has looked at [10.26, 11.2] reaches nobody else,
//! by no message and by no request, until it is turned over.

use crate::common::{Line, Person, lay, settings};
use referee::{Kit, Seat, Seeded, Thing, Viewer};
use serde_json::{Value, json};
use server::view;
use shelf::{LiveMatch, Shelf};

/// Scenario, options, and the seats that play.
const SETUPS: [(&str, &[&str], &[u8]); 4] = [
    ("three", &[], &[0, 1, 2]),
    ("three", &["common-deck", "weather"], &[0, 1, 2]),
    ("brad-patton", &[], &[1, 2]),
    ("solo-brad", &[], &[1]),
];

/// A handful guards against a relapse; `RHINE_GAMES=200` looks closer.
fn games() -> u64 {
    std::env::var("RHINE_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(8)
}

/// What was seen to hold, so that the test cannot hold for lack of anything to see.
#[derive(Default, Debug)]
struct Count {
    looks: u64,
    /// Updates whose viewer did not know a card that somebody else knew.
    blind: u64,
    /// Odds that were asked for.
    odds: u64,
}

/// One match: who sits where, and everything that was heard.
struct Sitting<'a> {
    id: String,
    people: &'a [Person],
    seats: &'static [u8],
    /// Of those who play, then of one who watches.
    lines: Vec<Line>,
    /// Entries before the question, whose line, and the odds that were told.
    asked: Vec<(usize, usize, Value)>,
}

#[test]
fn a_card_looked_at_reaches_nobody_else() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(settings(dir.path()));
    let people = ["Ada", "Ben", "Cem", "Eve"].map(|name| Person::new(laid.address, name));
    let shelf = Shelf::open(None).unwrap();
    let race = shelf.game("race-to-the-rhine").unwrap();
    let (mut count, mut games, least) = (Count::default(), 0, games());
    // The table's dice are nobody's choice: more games are played until there was enough to see.
    let enough = |count: &Count| count.looks > 24 && count.blind > 160 && count.odds > 24;
    for (seed, (scenario, options, seats)) in (0..200).zip(SETUPS.into_iter().cycle()) {
        if games >= least && enough(&count) {
            break;
        }
        games += 1;
        let mut sitting = Sitting::open(&people, scenario, options, seats);
        sitting.play(&mut Seeded(seed), &mut count);
        let file = people[0].get(&format!("/api/matches/{}/file", sitting.id)).text();
        let referee::Replayed { game_match: table, stopped: diverged, .. } = race.replay(&file);
        assert_eq!(diverged, None);
        sitting.compare(&*table.unwrap(), race.kit(), seed, &mut count);
    }
    println!("{games} games: {count:?}");
    assert!(enough(&count), "{count:?}");
}

impl Sitting<'_> {
    fn open<'a>(people: &'a [Person], scenario: &str, options: &[&str], seats: &'static [u8]) -> Sitting<'a> {
        let wishes: Vec<_> = (0..seats.len()).map(|n| json!({ "kind": if n == 0 { "me" } else { "open" } })).collect();
        let body = json!({ "game": "race-to-the-rhine", "scenario": scenario, "options": options, "seats": wishes });
        let opened = people[0].post("/api/matches", &body);
        assert_eq!(opened.status, 200, "{}", opened.text());
        let opened = opened.json();
        let links = opened["seats"].as_array().unwrap().iter().filter_map(|seat| seat["join"].as_str());
        for (link, person) in links.zip(&people[1..]) {
            let token = link.strip_prefix("/join/").unwrap();
            assert_eq!(person.post("/api/join", &json!({ "token": token })).status, 200);
        }
        let id = opened["id"].as_str().unwrap().to_string();
        // Whoever came last only watches.
        let (players, watcher) = (&people[..seats.len()], people.last().unwrap());
        let lines = players.iter().chain([watcher]).map(|person| {
            let mut line = person.connect(&id);
            line.hello(None);
            line
        });
        Sitting { lines: lines.collect(), id, people, seats, asked: vec![] }
    }

    fn person(&self, n: usize) -> &Person {
        if n < self.seats.len() { &self.people[n] } else { self.people.last().unwrap() }
    }

    fn viewer(&self, n: usize) -> Viewer {
        self.seats.get(n).map_or(Viewer::Public, |seat| Viewer::Seat(Seat(*seat)))
    }

    /// Random play to the end; whoever can look at a card likes to.
    fn play(&mut self, dice: &mut Seeded, count: &mut Count) {
        let mut probed = 0;
        while !self.lines[0].over() {
            let deciding = self.lines.iter().position(Line::yours).unwrap();
            let line = &mut self.lines[deciding];
            let looks = |text: &str| text.starts_with("air ") || text.starts_with("recon ") || text == "card";
            let (offer, pick) = line.choose_liking(dice, looks);
            let (seq, entries) = (line.seq(), line.update["entries"].as_u64().unwrap());
            line.send(&json!({ "type": "ask", "tag": 1, "seq": seq, "offer": offer, "pick": pick }));
            let answer = line.until("answer");
            // A loose opening may refuse.
            if answer["lawful"] != true {
                continue;
            }
            self.asked.push((entries as usize, deciding, answer["forecast"].clone()));
            line.send(&json!({ "type": "play", "seq": seq, "offer": offer, "pick": pick }));
            line.reach(seq + 1);
            let look = seen_card(&line.update);
            self.lines.iter_mut().for_each(|line| line.reach(seq + 1));
            if let Some((name, shows)) = look {
                count.looks += 1;
                self.nobody_else_heard(deciding, &name, &shows);
                if probed < 2 && !self.lines[0].over() {
                    probed += 1;
                    self.nobody_else_can_ask(deciding, &name, &shows);
                }
            }
        }
    }

    /// The message that told one player of his card told the others that he has looked, and no more.
    fn nobody_else_heard(&self, knower: usize, name: &str, shows: &Value) {
        for line in self.others(knower).map(|n| &self.lines[n]) {
            tells_no_card(line.update["told"].as_array().unwrap().last().unwrap(), name, shows);
        }
    }

    /// Nor does the log, the position, the match file or a branch of it, or a question.
    fn nobody_else_can_ask(&mut self, knower: usize, name: &str, shows: &Value) {
        let entries = self.lines[knower].update["entries"].as_u64().unwrap();
        let path = |what: &str| format!("/api/matches/{}/{what}", self.id);
        for n in self.others(knower).collect::<Vec<_>>() {
            let story = self.person(n).get(&path("story")).json();
            tells_no_card(story["told"].as_array().unwrap().last().unwrap(), name, shows);
            let standing = self.person(n).get(&path(&format!("at/{entries}"))).json();
            assert_eq!(standing["scene"], self.lines[n].update["scene"], "another scene than was sent");
            assert_eq!(self.person(n).get(&path("file")).status, 403);
            assert_eq!(self.person(n).post(&path("branch"), &json!({ "at": entries })).status, 403);
        }
        // While somebody else decides, nobody is told the odds.
        for n in (0..self.lines.len()).filter(|n| !self.lines[*n].yours()).collect::<Vec<_>>() {
            self.lines[n].send(&json!({ "type": "ask_text", "tag": 2, "text": "end" }));
            let answer = self.lines[n].until_either("answer", "refused");
            assert!(answer["lawful"] != true && answer["forecast"].is_null(), "{answer}");
        }
    }

    fn others(&self, knower: usize) -> impl Iterator<Item = usize> + use<> {
        (0..self.lines.len()).filter(move |n| *n != knower)
    }

    /// Every update against those of states that the viewer could believe in, and against what others knew.
    fn compare(&self, table: &dyn LiveMatch, kit: &Kit, seed: u64, count: &mut Count) {
        let stood: Vec<_> = (0..=table.entries()).map(|entries| table.up_to(entries)).collect();
        for (n, line) in self.lines.iter().enumerate() {
            for raw in &line.heard {
                let heard: Value = serde_json::from_str(raw).unwrap();
                if heard["type"] != "update" {
                    continue;
                }
                let over = heard["awaits"]["kind"] == "over";
                for told in heard["told"].as_array().unwrap() {
                    let own = self.seats.get(n).is_some_and(|seat| told["seat"] == *seat);
                    assert!(over || own || told["action"].is_null(), "{told}");
                }
                let then = &stood[heard["entries"].as_u64().unwrap() as usize];
                self.could_be_otherwise(&**then, n, &heard, seed);
                let hidden = self.hidden(&**then, n);
                count.blind += u64::from(!hidden.is_empty());
                for (deck, card) in hidden {
                    assert_eq!(top_of(&heard["scene"], deck), Value::Null, "the scene shows a card to line {n}");
                    if let Some(name) = own_name(kit, card).filter(|_| !over) {
                        assert!(!raw.contains(name), "line {n} hears of {name}: {raw}");
                    }
                }
            }
        }
        let story = table.log(Viewer::Public, 0);
        for (entries, n, told) in &self.asked {
            let seat = Seat(self.seats[*n]);
            let imagined = stood[*entries].imagined(seat, &mut Seeded(seed));
            let odds = imagined.ask_text(seat, &story[*entries].action).unwrap();
            assert_eq!(*told, serde_json::to_value(odds).unwrap(), "the odds tell more than seat {seat:?} knows");
            count.odds += u64::from(!told.is_null());
        }
    }

    fn could_be_otherwise(&self, then: &dyn LiveMatch, n: usize, heard: &Value, seed: u64) {
        // The public knows no more than any seat.
        for seat in self.seats.iter().filter(|seat| self.seats.get(n).is_none_or(|own| own == *seat)) {
            let imagined = then.imagined(Seat(*seat), &mut Seeded(seed ^ then.entries() as u64));
            let scene = serde_json::to_value(imagined.scene(self.viewer(n))).unwrap();
            assert_eq!(heard["scene"], scene, "the scene tells more than seat {seat} knows");
            assert_eq!(heard["awaits"], serde_json::to_value(view::Awaits::from(imagined.awaits())).unwrap());
            let sent: Vec<_> = heard["offers"].as_array().unwrap().iter().map(|offer| offer["text"].clone()).collect();
            let texts: Vec<_> = match heard["yours"] == true {
                true => imagined.offers(Seat(*seat)).into_iter().map(|offer| json!(offer.text)).collect(),
                false => vec![],
            };
            assert_eq!(sent, texts, "the offers tell more than seat {seat} knows");
        }
    }

    /// Decks whose top card somebody knows, but not this viewer.
    fn hidden(&self, then: &dyn LiveMatch, n: usize) -> Vec<(Thing, Thing)> {
        let known = tops(then, self.viewer(n));
        let all = self.seats.iter().flat_map(|seat| tops(then, Viewer::Seat(Seat(*seat))));
        all.filter(|top| !known.contains(top)).collect()
    }
}

/// The card that its player has just been shown, by name and by what his page shows of it.
fn seen_card(update: &Value) -> Option<(String, Value)> {
    let told = update["told"].as_array()?.last()?;
    let note = told["notes"].as_array()?.iter().find(|note| note["text"].as_str().unwrap().starts_with("You see "))?;
    let name = note["text"].as_str()?.strip_prefix("You see ")?.split(" on top of ").next()?;
    Some((name.into(), note["shows"].clone()))
}

fn tells_no_card(told: &Value, name: &str, shows: &Value) {
    for note in told["notes"].as_array().unwrap() {
        assert!(!note["text"].as_str().unwrap().contains(name) && note["shows"] != *shows, "{told}");
    }
}

fn tops(table: &dyn LiveMatch, viewer: Viewer) -> Vec<(Thing, Thing)> {
    let mats = table.scene(viewer).mats;
    mats.iter().flat_map(|mat| &mat.piles).filter_map(|pile| Some((pile.deck, pile.top?))).collect()
}

/// What a scene as it was sent shows on a deck.
fn top_of(scene: &Value, deck: Thing) -> Value {
    let piles = scene["mats"].as_array().unwrap().iter().flat_map(|mat| mat["piles"].as_array().unwrap());
    piles.filter(|pile| pile["deck"] == deck.0).map(|pile| pile["top"].clone()).next().unwrap()
}

/// The name of a card, if no other card or area has it or a part of it.
fn own_name(kit: &Kit, card: Thing) -> Option<&str> {
    let name = kit.things[usize::from(card.0)].name.as_str();
    let things = kit.things.iter().filter(|other| other.name.contains(name)).count();
    let spots = kit.spots.iter().filter(|other| other.name.contains(name)).count();
    (things == 1 && spots == 0).then_some(name)
}
