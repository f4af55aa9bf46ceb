//! What is said to whom: updates, chat, refusals.

use super::story::{Extra, build_update, tell_story, viewer_of};
use super::{LONGEST_CHAT, MOST_TOLD, Room, Visit, now, small};
use crate::error::Error;
use crate::matches::seat_view;
use crate::message::{DiceView, Refused, RefusedKind, RuleCited, Said, ToClient, Told, Update};
use crate::store::ChatRow;
use crate::view;
use referee::{Awaits, Ref, Refusal, Seat, Viewer};
use std::sync::Arc;
use testkit::catch;

impl Room {
    pub(super) async fn say(&mut self, id: u64, text: &str) -> Result<(), Error> {
        let text: String = text.trim().chars().filter(|c| !c.is_control()).collect();
        if text.is_empty() || text.chars().count() > LONGEST_CHAT {
            let what = format!("a line of chat has 1 to {LONGEST_CHAT} characters");
            self.tell(id, &ToClient::Error { what });
            return Ok(());
        }
        let visit = &self.visits[&id];
        if visit.who.is_none() {
            self.tell(id, &ToClient::Error { what: "nobody knows you yet: ask /api/me first".into() });
            return Ok(());
        }
        let mut row = ChatRow {
            n: self.chat.into(),
            seat: visit.seats.first().map_or(-1, |seat| seat.0.into()),
            name: visit.name.clone(),
            line: text,
            at: now(),
        };
        let store = &self.house.store;
        if !store.say(&self.sitting.id, &row).await? {
            // A line that was not acknowledged was kept all the same: this one comes after it.
            self.chat = small(store.chat(&self.sitting.id).await?.len());
            row.n = self.chat.into();
            if !store.say(&self.sitting.id, &row).await? {
                return Err(Error::Overtaken);
            }
        }
        self.chat += 1;
        self.tell_all(&ToClient::Said(said(row)));
        Ok(())
    }

    pub(super) fn viewer(&self, seats: &[Seat]) -> Viewer {
        viewer_of(&*self.table, seats)
    }

    pub(super) fn update(&self, seats: &[Seat], told_from: u32, told: Vec<Told>) -> Update {
        let dice = DiceView {
            hash: self.sitting.dice_hash.clone(),
            seed: matches!(self.table.awaits(), Awaits::Over(_)).then(|| self.secret.seed.hex()),
        };
        let undo = self.may_undo(seats);
        build_update(&*self.table, seats, Extra { seq: self.seq(), told_from, told, undo, dice })
    }

    /// The match as it stands, and what happened since a page last saw it.
    pub(super) fn send_update(&mut self, id: u64, seen: Option<u32>) {
        let seats = self.visits[&id].seats.clone();
        let entries = self.table.entries();
        let from = match seen.map(|seen| seen as usize) {
            Some(seen) if seen <= self.stood.len() => {
                let stood = |seq: usize| if seq == 0 { 0 } else { self.stood[seq - 1] as usize };
                // The least that stood since: everything before it the page still has.
                (seen..=self.stood.len()).map(stood).min().unwrap_or(0)
            }
            _ => 0,
        };
        let from = from.max(entries.saturating_sub(MOST_TOLD));
        let update = catch(|| self.update(&seats, small(from), tell_story(&*self.table, self.viewer(&seats), from)));
        match update {
            Ok(update) => self.tell(id, &ToClient::Update(Box::new(update))),
            Err(_) => self.tell(id, &ToClient::Ended { what: "the referee is at a loss here".into() }),
        }
    }

    /// Sends everybody their view, built once for each set of seats.
    pub(super) fn broadcast(&mut self, told_from: u32, told: impl Fn(Viewer) -> Vec<Told>) {
        let mut built: Vec<(Vec<Seat>, Arc<str>)> = vec![];
        let mut gone = vec![];
        for (id, visit) in self.visits.iter().filter(|(_, visit)| visit.greeted) {
            let text = match built.iter().find(|(seats, _)| *seats == visit.seats) {
                Some((_, text)) => Arc::clone(text),
                None => {
                    let update = catch(|| self.update(&visit.seats, told_from, told(self.viewer(&visit.seats))));
                    let message = match update {
                        Ok(update) => ToClient::Update(Box::new(update)),
                        Err(_) => ToClient::Ended { what: "the referee is at a loss here".into() },
                    };
                    let text = write(&message);
                    built.push((visit.seats.clone(), Arc::clone(&text)));
                    text
                }
            };
            if visit.out.try_send(text).is_err() {
                gone.push(*id);
            }
        }
        self.dismiss(&gone);
    }

    pub(super) fn tell(&mut self, id: u64, message: &ToClient) {
        if self.visits.get(&id).is_some_and(|visit| visit.out.try_send(write(message)).is_err()) {
            self.dismiss(&[id]);
        }
    }

    pub(super) fn tell_all(&mut self, message: &ToClient) {
        let text = write(message);
        let slow = |visit: &Visit| visit.greeted && visit.out.try_send(Arc::clone(&text)).is_err();
        let gone: Vec<_> = self.visits.iter().filter(|(_, visit)| slow(visit)).map(|(id, _)| *id).collect();
        self.dismiss(&gone);
    }

    pub(super) fn tell_table(&mut self) {
        let here = self.here();
        let watching = small(self.visits.values().filter(|visit| visit.greeted && visit.seats.is_empty()).count());
        let mut gone = vec![];
        for (id, visit) in self.visits.iter().filter(|(_, visit)| visit.greeted) {
            let who = visit.who.as_ref();
            let seats =
                self.seats.iter().map(|seat| seat_view(seat, &here, who, &self.sitting.owner, &self.secret)).collect();
            let message = ToClient::Table { seats, undo: self.undo.clone(), watching };
            if visit.out.try_send(write(&message)).is_err() {
                gone.push(*id);
            }
        }
        self.dismiss(&gone);
    }

    /// Whoever cannot keep up is let go; they come back with what they have seen.
    pub(super) fn dismiss(&mut self, gone: &[u64]) {
        gone.iter().for_each(|id| drop(self.visits.remove(id)));
    }

    pub(super) fn refused(&self, refusal: Refusal) -> Refused {
        let why = refusal.to_string();
        let plain = |kind| Refused { kind, why: why.clone(), about: view::Ref(Ref::Nothing), rule: None };
        match refusal {
            Refusal::Illegal(illegal) => {
                let entry = self.game.rules().find(illegal.rule.0);
                let rule = RuleCited {
                    id: illegal.rule.0.into(),
                    title: entry.map(|entry| entry.title.clone()).unwrap_or_default(),
                    text: entry.map(|entry| entry.text.clone()).unwrap_or_default(),
                };
                Refused {
                    kind: RefusedKind::Illegal,
                    why: illegal.why.into(),
                    about: view::Ref(illegal.about),
                    rule: Some(rule),
                }
            }
            Refusal::NotYourDecision { awaited } => {
                let look = awaited.and_then(|seat| self.table.kit().seats.get(seat.index()));
                let why = look.map_or(why.clone(), |look| format!("it is not your decision: {} is awaited", look.name));
                Refused { why, ..plain(RefusedKind::NotYourDecision) }
            }
            Refusal::NoSuchOffer { .. } => plain(RefusedKind::NoSuchOffer),
            Refusal::NotOffered => plain(RefusedKind::NotOffered),
            Refusal::CannotUndo(_) => plain(RefusedKind::CannotUndo),
            Refusal::Unreadable(_) => plain(RefusedKind::Unreadable),
        }
    }
}

pub(super) fn write(message: &ToClient) -> Arc<str> {
    serde_json::to_string(message).expect("every message can be written").into()
}

pub(super) fn said(row: ChatRow) -> Said {
    Said {
        n: u32::try_from(row.n).unwrap_or(u32::MAX),
        at: row.at,
        seat: u8::try_from(row.seat).ok(),
        name: row.name,
        text: row.line,
    }
}
