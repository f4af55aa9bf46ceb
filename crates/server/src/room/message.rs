//! What people send: greetings, questions, decisions.

use super::{LONGEST_ACTION, LONGEST_NOTE, Room};
use crate::error::Error;
use crate::matches::match_view;
use crate::message::{FromClient, Refused, RefusedKind, ToClient};
use referee::{Opening, Ref, Refusal, Seat, Spot, Unreadable};
use shelf::LiveMatch;
use testkit::catch;

impl Room {
    pub(super) async fn message(&mut self, id: u64, message: FromClient) -> Result<(), Error> {
        if !self.connections.contains_key(&id) {
            return Ok(());
        }
        match message {
            FromClient::Hello { seen } => self.greet(id, seen),
            FromClient::Open { tag, seq, offer } => {
                if self.is_current(seq) {
                    match self.query(id, |room, seat| room.game_match.open(seat, offer)) {
                        Ok(open) => self.send(id, &ToClient::Opened { tag, seq, offer, open: open.into() }),
                        Err(refused) => self.answer(id, tag, Err(refused)),
                    }
                } else {
                    self.resync(id, seq);
                }
            }
            FromClient::Ask { tag, seq, offer, pick } => {
                if self.is_current(seq) {
                    let answer = self.query(id, |room, seat| room.game_match.ask(seat, offer, pick.into()));
                    self.answer(id, tag, answer);
                } else {
                    self.resync(id, seq);
                }
            }
            FromClient::AskText { tag, text } => {
                let answer = if text.len() > LONGEST_ACTION {
                    Err(self.refused(Refusal::Unreadable(Unreadable::new("that is too long for an action"))))
                } else {
                    self.query(id, |room, seat| room.game_match.ask_text(seat, &text))
                };
                self.answer(id, tag, answer);
            }
            FromClient::WhyNot { tag, seq, about } => {
                if self.is_current(seq) {
                    let refusal = match self.query(id, |room, seat| room.game_match.why_not(seat, about)) {
                        Ok(illegal) => illegal.map(|illegal| self.refused(Refusal::Illegal(illegal))),
                        Err(refused) => Some(refused),
                    };
                    self.send(id, &ToClient::Reason { tag, seq, refusal });
                } else {
                    self.resync(id, seq);
                }
            }
            FromClient::Reaching { tag, seq, spot } => {
                if self.is_current(seq) {
                    match self.query(id, |room, seat| Ok(reaching(&*room.game_match, seat, Spot(spot)))) {
                        Ok(offers) => self.send(id, &ToClient::Reaching { tag, seq, offers }),
                        Err(refused) => self.answer(id, tag, Err(refused)),
                    }
                } else {
                    self.resync(id, seq);
                }
            }
            FromClient::Pace { pace } => self.set_pace(id, pace),
            FromClient::Foresee { tag, seq, offer, pick, then } => {
                if self.is_current(seq) {
                    let foreseen = self.foresee(id, tag, offer, pick, &then);
                    self.send(id, &foreseen);
                } else {
                    self.resync(id, seq);
                }
            }
            FromClient::Part { .. } if self.pending.is_some() => {
                let what = self.standstill();
                self.send_error(id, &what);
            }
            FromClient::Part { seat, part } => return self.take_part(id, Seat(seat), part).await,
            FromClient::Play { seq, .. }
            | FromClient::Undo { seq }
            | FromClient::Resign { seq }
            | FromClient::UndoAnswer { seq, .. }
                if !self.is_current(seq) =>
            {
                self.resync(id, seq);
            }
            FromClient::Play { .. }
            | FromClient::Undo { .. }
            | FromClient::Resign { .. }
            | FromClient::UndoAnswer { .. }
                if self.pending.is_some() =>
            {
                let what = self.standstill();
                self.send_error(id, &what);
            }
            FromClient::Play { offer, pick, .. } => return self.play(id, offer, pick).await,
            FromClient::Undo { .. } => return self.undo(id).await,
            FromClient::Resign { .. } => return self.resign(id).await,
            FromClient::UndoAnswer { agree, .. } => return self.undo_answer(id, agree).await,
            FromClient::Say { text } => return self.say(id, &text).await,
            FromClient::Overlay { tag, name, about } => {
                let viewer = self.viewer(&self.seats_of(id));
                match catch(|| self.game_match.overlay(viewer, &name, about)) {
                    Ok(refs) => {
                        self.send(id, &ToClient::Overlay { tag, seq: self.seq(), name, refs });
                    }
                    Err(_) => self.send_error(id, "the referee is at a loss here"),
                }
            }
            FromClient::Note { text } => return self.keep_note(id, text).await,
            FromClient::Sketch { marks } => self.sketch(id, marks),
        }
        Ok(())
    }

    fn greet(&mut self, id: u64, seen: Option<u32>) {
        let here = self.here();
        let Some(connection) = self.connections.get_mut(&id) else { return };
        let newly = !std::mem::replace(&mut connection.greeted, true);
        let (who, note) = (connection.who.clone(), connection.note.clone());
        let about = match_view(&*self.game, &self.current(), &self.seats, &here, who.as_ref(), Some(&self.secret));
        let chat = self.chat_for(id);
        self.send(id, &ToClient::Welcome { about: Box::new(about), chat, note });
        self.send_table_to(id);
        // Others hear of it when there is nothing more urgent.
        self.table_changed |= newly;
        self.send_update(id, seen);
        self.send_sketches(id);
        if let Some(again) = self.again.clone() {
            self.send(id, &again);
        }
        if let Some(why) = &self.frozen {
            let what = format!("this match is frozen: {why}");
            self.send_error(id, &what);
        }
        if self.pending.is_some() {
            let what = Some(self.standstill());
            self.send(id, &ToClient::Standstill { what });
        }
    }

    async fn keep_note(&mut self, id: u64, text: String) -> Result<(), Error> {
        let Some(connection) = self.connections.get(&id) else { return Ok(()) };
        match connection.who.clone() {
            Some(who) if text.len() <= LONGEST_NOTE => {
                let text = text.replace('\0', "");
                self.rooms.store.keep_note(&self.row.id, &who, &text).await?;
                let theirs = self.connections.values_mut().filter(|other| other.who.as_ref() == Some(&who));
                theirs.for_each(|other| other.note.clone_from(&text));
                self.send(id, &ToClient::NoteKept);
            }
            Some(_) => self.send_error(id, "notes have at most 20,000 characters"),
            None => self.send_error(id, "notes are kept for people with a name only"),
        }
        Ok(())
    }

    /// Whether a message is about the match as it stands.
    fn is_current(&self, seq: u32) -> bool {
        seq == self.seq()
    }

    /// Tells somebody who spoke of an older `seq` how the match stands.
    fn resync(&mut self, id: u64, seq: u32) {
        self.send(id, &ToClient::Stale { seq: self.seq() });
        self.send_update(id, Some(seq));
    }

    pub(super) fn seats_of(&self, id: u64) -> Vec<Seat> {
        self.connections.get(&id).map(|connection| connection.seats.clone()).unwrap_or_default()
    }

    /// The seat for which a connection speaks: the awaited one, if it is theirs.
    pub(super) fn speaks_for(&self, id: u64) -> Option<Seat> {
        let seats = self.seats_of(id);
        let awaited = self.game_match.awaits().seat();
        awaited.filter(|seat| seats.contains(seat)).or(seats.first().copied())
    }

    /// Asks the match something that changes nothing.
    pub(super) fn query<T>(&self, id: u64, ask: impl FnOnce(&Room, Seat) -> Result<T, Refusal>) -> Result<T, Refused> {
        let Some(seat) = self.speaks_for(id) else { return Err(not_seated()) };
        match catch(|| ask(self, seat)) {
            Ok(answer) => answer.map_err(|refusal| self.refused(refusal)),
            Err(_) => Err(at_a_loss()),
        }
    }

    fn answer(&mut self, id: u64, tag: u32, answer: Result<Option<referee::Forecast>, Refused>) {
        let (lawful, forecast, refusal) = match answer {
            Ok(forecast) => (true, forecast, None),
            Err(refused) => (false, None, Some(refused)),
        };
        self.send(id, &ToClient::Answer { tag, seq: self.seq(), lawful, forecast, refusal });
    }
}

/// The offers about something that can end at a place: a way that leads there, or a choice of places with it.
fn reaching(game_match: &dyn LiveMatch, seat: Seat, spot: Spot) -> Vec<u16> {
    let offers = game_match.offers(seat).into_iter().zip(0..);
    let ends_there = |offer: u16| match game_match.open(seat, offer) {
        Ok(Opening::Path(reach)) => reach.ends().any(|leg| leg.spot == spot),
        Ok(Opening::Subset { of, .. }) => of.contains(&Ref::Spot(spot)),
        _ => false,
    };
    let fitting = offers.filter(|(offer, n)| offer.about != Ref::Nothing && ends_there(*n));
    fitting.map(|(_, n)| n).collect()
}

pub(super) fn not_seated() -> Refused {
    let why = "you hold no seat in this match".into();
    Refused { kind: RefusedKind::NotYourDecision, why, about: Ref::Nothing, rule: None }
}

pub(super) fn at_a_loss() -> Refused {
    let why = "the referee is at a loss here; nothing was changed, and the match file is kept for repair".into();
    Refused { kind: RefusedKind::AtALoss, why, about: Ref::Nothing, rule: None }
}
