//! Somebody who plays at a table that may fail at any moment, and remembers what they were told.

use crate::common::{Line, Person, pick};
use referee::{Dice, Seeded};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What somebody was told of a match: they may rely on it.
#[derive(Clone, Default, Debug)]
pub(crate) struct Told {
    pub(crate) id: String,
    pub(crate) update: Value,
    /// Lines of chat.
    pub(crate) said: u64,
    /// Decisions and take-backs that were acknowledged.
    pub(crate) acknowledged: u64,
    /// What was sent last and not answered may have been kept or not.
    pub(crate) taking_back: bool,
}

impl Told {
    pub(crate) fn seq(&self) -> u64 {
        self.update["seq"].as_u64().unwrap_or(0)
    }
}

/// Somebody at a match of their own, in a thread of their own.
pub(crate) struct Player {
    stop: Arc<AtomicBool>,
    /// Grows with everything that is acknowledged.
    pub(crate) seq: Arc<AtomicU64>,
    heard: Arc<Mutex<Vec<String>>>,
    thread: std::thread::JoinHandle<Told>,
}

impl Player {
    pub(crate) fn sit_down(person: &Person, told: Told, seed: u64) -> Player {
        let stop = Arc::new(AtomicBool::new(false));
        let seq = Arc::new(AtomicU64::new(told.seq()));
        let heard = Arc::new(Mutex::default());
        let mut mind = Mind {
            person: person.clone(),
            told,
            dice: Seeded(seed),
            stop: Arc::clone(&stop),
            seq: Arc::clone(&seq),
            heard: Arc::clone(&heard),
        };
        let play = move || {
            while !mind.stop.load(Ordering::Relaxed) && !mind.is_over() {
                mind.one_connection();
                std::thread::sleep(Duration::from_millis(20));
            }
            mind.told
        };
        Player { stop, seq, heard, thread: std::thread::spawn(play) }
    }

    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_done(&self) -> bool {
        self.thread.is_finished()
    }

    /// Everything of these types that came, for the reader of a failed trial.
    pub(crate) fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    pub(crate) fn stand_up(self) -> Told {
        self.stop();
        self.thread.join().expect("a player does not panic")
    }
}

struct Mind {
    person: Person,
    told: Told,
    dice: Seeded,
    stop: Arc<AtomicBool>,
    seq: Arc<AtomicU64>,
    heard: Arc<Mutex<Vec<String>>>,
}

impl Mind {
    fn is_over(&self) -> bool {
        self.told.update["awaits"]["kind"] == "over"
    }

    fn one_connection(&mut self) {
        let address: SocketAddr = self.person.address;
        let Ok(mut line) =
            Line::try_connect(address, &self.told.id, Some(&self.person.cookie), &format!("http://{address}"))
        else {
            return;
        };
        line.patience(Duration::from_millis(100));
        line.send(&json!({ "type": "hello", "seen": null }));
        // Bots that nobody watches are kept several decisions at a time.
        line.send(&json!({ "type": "pace", "pace": "at_once" }));
        let mut waiting = 0u32;
        let mut greeted = false;
        while !self.stop.load(Ordering::Relaxed) && !self.is_over() {
            match line.next_within() {
                // Nothing came for a while: whatever was asked is asked again.
                Ok(None) => waiting += 1,
                Ok(Some(message)) => {
                    match message["type"].as_str().unwrap_or_default() {
                        "update" => {
                            let known = self.told.seq();
                            let seq = message["seq"].as_u64().unwrap_or(0);
                            if greeted && seq > known {
                                self.told.acknowledged += 1;
                            }
                            greeted = true;
                            // The same again is the answer to something older.
                            self.told.taking_back &= seq == known;
                            self.told.update = message;
                            self.seq.store(seq, Ordering::Relaxed);
                            self.decide(&mut line);
                            waiting = 0;
                        }
                        "said" => {
                            self.told.said = self.told.said.max(message["n"].as_u64().unwrap_or(0) + 1);
                        }
                        "refused" => self.decide(&mut line),
                        "error" | "ended" | "standstill" => {
                            self.heard.lock().expect("nobody panics").push(message.to_string());
                            std::thread::sleep(Duration::from_millis(20));
                            waiting += 5;
                        }
                        _ => {}
                    }
                }
                Err(_) => return,
            }
            if greeted && waiting > 5 && self.told.update["yours"] == true {
                waiting = 0;
                self.decide(&mut line);
            }
        }
    }

    /// Plays at random, at times takes back or says something.
    fn decide(&mut self, line: &mut Line) {
        let update = &self.told.update;
        if update["yours"] != true {
            return;
        }
        if self.dice.pick(20) == 0 {
            line.send(&json!({ "type": "say", "text": "hm" }));
        }
        if update["undo"] == "free" && self.dice.pick(12) == 0 {
            self.told.taking_back = true;
            line.send(&json!({ "type": "undo", "seq": update["seq"] }));
            return;
        }
        let offers = update["offers"].as_array().cloned().unwrap_or_default();
        if offers.is_empty() {
            return;
        }
        let offer = usize::from(self.dice.pick(u16::try_from(offers.len()).expect("few offers")));
        let mut open = offers[offer]["open"].clone();
        if open.is_null() {
            line.send(&json!({ "type": "open", "tag": 7, "seq": update["seq"], "offer": offer }));
            loop {
                match line.next_within() {
                    Ok(Some(message)) if message["type"] == "opened" => {
                        open = message["open"].clone();
                        break;
                    }
                    Ok(Some(message)) if message["type"] == "said" => {
                        self.told.said = self.told.said.max(message["n"].as_u64().unwrap_or(0) + 1);
                    }
                    Ok(Some(message)) if message["type"] == "table" => {}
                    _ => return,
                }
            }
        }
        let pick = pick(&open, &mut self.dice);
        line.send(&json!({ "type": "play", "seq": update["seq"], "offer": offer, "pick": pick }));
    }
}
