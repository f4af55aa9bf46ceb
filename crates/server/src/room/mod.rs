//! One task per match. It owns the match, takes one message at a time, keeps what happened before it
//! tells anybody, and survives a mistake of the rules.

mod bots;
mod play;
pub(crate) mod story;
mod tell;
mod undo;

use crate::error::Error;
use crate::identity::Identity;
use crate::matches::{match_view, outcome_of};
use crate::message::{FromClient, Refused, RefusedKind, ToClient, UndoAsked};
use crate::rooms::{House, ToRoom};
use crate::store::{SeatRow, Secret, SittingRow};
use crate::view;
use referee::{Ref, Refusal, Seat};
use shelf::{AnyGame, Table};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use story::restore;
use tell::said;
use testkit::catch;
use tokio::sync::mpsc;
use tokio::sync::oneshot::error::RecvError;

/// A copy of a match and who sits at it.
pub(crate) struct Look {
    pub(crate) sitting: SittingRow,
    pub(crate) table: Box<dyn Table>,
    pub(crate) seats: Vec<SeatRow>,
    pub(crate) seq: u32,
    pub(crate) secret: Secret,
}

/// The most entries that a first update tells.
const MOST_TOLD: usize = 500;
/// Openings with more things in them are sent on demand.
const SMALL_OPENING: usize = 48;
const LONGEST_CHAT: usize = 500;
const LONGEST_NOTE: usize = 20_000;
const LONGEST_ACTION: usize = 1_000;
/// A bot that fails so often in one decision is broken.
const PATIENCE_WITH_BOTS: u32 = 3;

struct Visit {
    who: Option<Identity>,
    name: String,
    seats: Vec<Seat>,
    out: mpsc::Sender<Arc<str>>,
    greeted: bool,
}

struct Room {
    house: Arc<House>,
    door: mpsc::WeakSender<ToRoom>,
    sitting: SittingRow,
    game: Arc<dyn AnyGame>,
    table: Box<dyn Table>,
    secret: Secret,
    seats: Vec<SeatRow>,
    /// How many entries stood after each thing that happened; one for each `seq` from 1 on.
    stood: Vec<u32>,
    chat: u32,
    /// Why the match cannot go on under the rules of today.
    frozen: Option<String>,
    visits: BTreeMap<u64, Visit>,
    next_visit: u64,
    undo: Option<UndoAsked>,
    /// The `seq` a bot is thinking about.
    thinking: Option<u32>,
    bot_failures: u32,
    /// What is not kept yet: while there is something, play stands still.
    pending: Option<play::Pending>,
}

/// The life of a room, from waking to sleep.
pub(crate) async fn live(
    house: Arc<House>,
    id: String,
    door: mpsc::WeakSender<ToRoom>,
    mut heard: mpsc::Receiver<ToRoom>,
) {
    let mut room = match Room::wake(Arc::clone(&house), door, &id).await {
        Ok(room) => room,
        Err(error) => {
            eprintln!("match {id}: {error}");
            return house.shut(&id, &mut heard);
        }
    };
    room.let_bots_think();
    loop {
        let alone = room.visits.is_empty() && room.thinking.is_none() && room.pending.is_none();
        let waits = if alone { house.settings.sleep_after } else { Duration::MAX };
        let done = tokio::select! {
            kept = kept(&mut room.pending) => room.settle(kept),
            message = tokio::time::timeout(waits, heard.recv()) => match message {
                Ok(Some(message)) => room.hear(message).await,
                Ok(None) => return,
                Err(_) if house.close(&id, &mut heard) => return,
                Err(_) => continue,
            },
        };
        if let Err(error @ (Error::Store(_) | Error::Unwritable(_))) = &done {
            // The store could not be asked; nothing has changed, and what is pending waits.
            eprintln!("match {id}: {error}");
        } else if let Err(error) = done {
            // What was played but not kept must not stand: begin again from what is kept.
            eprintln!("match {id}: {error}");
            room.tell_all(&ToClient::Ended { what: "something broke on our side: please connect again".into() });
            return house.shut(&id, &mut heard);
        }
    }
}

/// Waits for what is pending; for ever if nothing is.
async fn kept(pending: &mut Option<play::Pending>) -> Result<Result<bool, Error>, RecvError> {
    match pending {
        Some(pending) => (&mut pending.kept).await,
        None => std::future::pending().await,
    }
}

impl Room {
    async fn wake(house: Arc<House>, door: mpsc::WeakSender<ToRoom>, id: &str) -> Result<Room, Error> {
        let store = house.store.clone();
        let sitting = store.sitting(id).await?;
        let game = house.shelf.game(&sitting.game).cloned();
        let game = game.ok_or_else(|| Error::Inner(format!("there is no game `{}`", sitting.game)))?;
        let secret = store.secret(id).await?;
        let seats = store.seats(id).await?;
        let chat = store.chat(id).await?.len();
        let (table, stood, frozen) = restore(&*game, &sitting.head, &store.entries(id).await?)?;
        Ok(Room {
            door,
            sitting,
            game,
            table,
            secret,
            seats,
            stood,
            chat: small(chat),
            frozen,
            visits: BTreeMap::new(),
            next_visit: 0,
            undo: None,
            thinking: None,
            bot_failures: 0,
            pending: None,
            house,
        })
    }

    /// An error means that the room no longer agrees with the store, unless it says that the store was away.
    async fn hear(&mut self, message: ToRoom) -> Result<(), Error> {
        match message {
            ToRoom::Enter { who, name, out, reply } => {
                self.next_visit += 1;
                let seats = self.held_by(who.as_ref());
                self.visits.insert(self.next_visit, Visit { who, name, seats, out, greeted: false });
                if reply.send(self.next_visit).is_err() {
                    self.visits.remove(&self.next_visit);
                }
            }
            ToRoom::Leave { visit } => {
                self.visits.remove(&visit);
                self.tell_table();
            }
            ToRoom::Says { visit, message } => {
                let done = self.listen(visit, message).await;
                if let Err(error @ (Error::Store(_) | Error::Unwritable(_))) = &done {
                    self.tell(visit, &ToClient::Error { what: error.to_string() });
                }
                return done;
            }
            ToRoom::Decided { seq, action } => return self.bot_decided(seq, action).await,
            ToRoom::Look { reply } => {
                let look = Look {
                    sitting: self.current(),
                    table: self.table.fork(),
                    seats: self.seats.clone(),
                    seq: self.seq(),
                    secret: self.secret.clone(),
                };
                let _ = reply.send(look);
            }
            ToRoom::Seated => {
                self.seats = self.house.store.seats(&self.sitting.id).await?;
                let held: Vec<_> =
                    self.visits.iter().map(|(id, visit)| (*id, self.held_by(visit.who.as_ref()))).collect();
                for (id, seats) in held {
                    let changed = self.visits.get_mut(&id).is_some_and(|visit| {
                        let changed = visit.seats != seats;
                        visit.seats = seats;
                        changed && visit.greeted
                    });
                    if changed {
                        self.send_update(id, None);
                    }
                }
                self.tell_table();
            }
        }
        Ok(())
    }

    async fn listen(&mut self, id: u64, message: FromClient) -> Result<(), Error> {
        if !self.visits.contains_key(&id) {
            return Ok(());
        }
        let changes =
            matches!(message, FromClient::Play { .. } | FromClient::Undo { .. } | FromClient::UndoAnswer { .. });
        if changes && self.pending.is_some() {
            let what = self.standstill();
            self.tell(id, &ToClient::Error { what });
            return Ok(());
        }
        match message {
            FromClient::Hello { seen } => self.greet(id, seen).await?,
            FromClient::Open { tag, seq, offer } => {
                if self.fresh(id, seq) {
                    let opened = self.quietly(id, |room, seat| room.table.open(seat, offer));
                    match opened {
                        Ok(open) => self.tell(id, &ToClient::Opened { tag, seq, offer, open: open.into() }),
                        Err(refused) => self.answer(id, tag, Err(refused)),
                    }
                }
            }
            FromClient::Ask { tag, seq, offer, pick } => {
                if self.fresh(id, seq) {
                    let answer = self.quietly(id, |room, seat| room.table.ask(seat, offer, pick.into()));
                    self.answer(id, tag, answer);
                }
            }
            FromClient::AskText { tag, text } => {
                let answer = if text.len() > LONGEST_ACTION {
                    Err(self.refused(Refusal::Unreadable(referee::Unreadable::new("that is too long for an action"))))
                } else {
                    self.quietly(id, |room, seat| room.table.ask_text(seat, &text))
                };
                self.answer(id, tag, answer);
            }
            FromClient::WhyNot { tag, seq, about } => {
                if self.fresh(id, seq) {
                    let why = self.quietly(id, |room, seat| room.table.why_not(seat, about.0));
                    let refusal = match why {
                        Ok(illegal) => illegal.map(|illegal| self.refused(Refusal::Illegal(illegal))),
                        Err(refused) => Some(refused),
                    };
                    self.tell(id, &ToClient::Reason { tag, seq: self.seq(), refusal });
                }
            }
            FromClient::Play { seq, offer, pick } => {
                if self.fresh(id, seq) {
                    return self.play(id, offer, pick).await;
                }
            }
            FromClient::Undo { seq } => {
                if self.fresh(id, seq) {
                    return self.undo(id).await;
                }
            }
            FromClient::UndoAnswer { seq, agree } => {
                if self.fresh(id, seq) {
                    return self.undo_answer(id, agree).await;
                }
            }
            FromClient::Say { text } => self.say(id, &text).await?,
            FromClient::Overlay { tag, name, about } => {
                let viewer = self.viewer(&self.visits[&id].seats);
                match catch(|| self.table.overlay(viewer, &name, about.0)) {
                    Ok(refs) => {
                        let refs = refs.into_iter().map(view::Ref).collect();
                        self.tell(id, &ToClient::Overlay { tag, seq: self.seq(), name, refs });
                    }
                    Err(_) => self.tell(id, &ToClient::Error { what: "the referee is at a loss here".into() }),
                }
            }
            FromClient::Note { text } => match self.visits[&id].who.clone() {
                Some(who) if text.len() <= LONGEST_NOTE => {
                    self.house.store.keep_note(&self.sitting.id, &who, &text).await?;
                    self.tell(id, &ToClient::NoteKept);
                }
                Some(_) => self.tell(id, &ToClient::Error { what: "notes have at most 20,000 characters".into() }),
                None => self.tell(id, &ToClient::Error { what: "notes are kept for people with a name only".into() }),
            },
        }
        Ok(())
    }

    // Coming in.

    async fn greet(&mut self, id: u64, seen: Option<u32>) -> Result<(), Error> {
        let store = &self.house.store;
        self.seats = store.seats(&self.sitting.id).await?;
        let chat = store.chat(&self.sitting.id).await?;
        let who = self.visits[&id].who.clone();
        let note = match &who {
            Some(who) => store.note(&self.sitting.id, who).await?,
            None => String::new(),
        };
        let seats = self.held_by(who.as_ref());
        if let Some(visit) = self.visits.get_mut(&id) {
            visit.seats = seats;
            visit.greeted = true;
        }
        let about = match_view(&*self.game, &self.current(), &self.seats, &self.here(), who.as_ref(), &self.secret);
        let chat = chat.into_iter().map(said).collect();
        self.tell(id, &ToClient::Welcome { about: Box::new(about), chat, note });
        self.tell_table();
        self.send_update(id, seen);
        if let Some(why) = &self.frozen {
            self.tell(id, &ToClient::Error { what: format!("this match is frozen: {why}") });
        }
        if self.pending.is_some() {
            let what = Some(self.standstill());
            self.tell(id, &ToClient::Standstill { what });
        }
        Ok(())
    }

    fn held_by(&self, who: Option<&Identity>) -> Vec<Seat> {
        let held = |seat: &&SeatRow| who.is_some_and(|who| seat.kind == "human" && seat.person == who.0);
        self.seats.iter().filter(held).map(|seat| seat_of(seat.seat)).collect()
    }

    /// Seats whose people are connected, and bots.
    fn here(&self) -> Vec<u8> {
        let visited = self.visits.values().flat_map(|visit| visit.seats.iter().map(|seat| seat.0));
        let bots = self.seats.iter().filter(|seat| seat.kind == "bot").map(|seat| seat_of(seat.seat).0);
        visited.chain(bots).collect()
    }

    /// The row of the match as it stands now.
    fn current(&self) -> SittingRow {
        let awaits = self.table.awaits();
        SittingRow {
            awaits: awaits.seat().map_or(-1, |seat| seat.0.into()),
            outcome: outcome_of(self.table.kit(), awaits),
            seq: self.seq().into(),
            ..self.sitting.clone()
        }
    }

    fn seq(&self) -> u32 {
        small(self.stood.len())
    }

    // Deciding.

    /// Whether a message is about the match as it stands. If not, its sender is told how it stands.
    fn fresh(&mut self, id: u64, seq: u32) -> bool {
        let now = self.seq();
        if seq != now {
            self.tell(id, &ToClient::Stale { seq: now });
            self.send_update(id, Some(seq));
        }
        seq == now
    }

    /// The seat for which a visit speaks: the awaited one, if it is theirs.
    fn speaks_for(&self, id: u64) -> Option<Seat> {
        let seats = &self.visits[&id].seats;
        let awaited = self.table.awaits().seat();
        awaited.filter(|seat| seats.contains(seat)).or(seats.first().copied())
    }

    /// Asks the match something that changes nothing.
    fn quietly<T>(&self, id: u64, ask: impl FnOnce(&Room, Seat) -> Result<T, Refusal>) -> Result<T, Refused> {
        let Some(seat) = self.speaks_for(id) else { return Err(not_seated()) };
        match catch(|| ask(self, seat)) {
            Ok(answer) => answer.map_err(|refusal| self.refused(refusal)),
            Err(_) => Err(at_a_loss()),
        }
    }

    fn answer(&mut self, id: u64, tag: u32, answer: Result<Option<referee::Forecast>, Refused>) {
        let (lawful, forecast, refusal) = match answer {
            Ok(forecast) => (true, forecast.map(Into::into), None),
            Err(refused) => (false, None, Some(refused)),
        };
        self.tell(id, &ToClient::Answer { tag, seq: self.seq(), lawful, forecast, refusal });
    }
}

fn not_seated() -> Refused {
    let why = "you hold no seat in this match".into();
    Refused { kind: RefusedKind::NotYourDecision, why, about: view::Ref(Ref::Nothing), rule: None }
}

fn at_a_loss() -> Refused {
    let why = "the referee is at a loss here; nothing was changed, and the match file is kept for repair".into();
    Refused { kind: RefusedKind::AtALoss, why, about: view::Ref(Ref::Nothing), rule: None }
}

pub(crate) fn seat_of(seat: i64) -> Seat {
    Seat(u8::try_from(seat).unwrap_or(u8::MAX))
}

fn small(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Unix milliseconds.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
