//! What is said to whom: updates, seats, refusals.

use super::story::{Extra, build_update, log_from, viewer_of};
use super::{Connection, MOST_TOLD, Room, small};
use crate::matches::{RESIGNED, resignation, seat_view};
use crate::message::{Refused, RefusedKind, RuleCited, ToClient, Told, Update};
use crate::view::Awaits;
use referee::{Ref, Refusal, Rule, Seat, Viewer};
use std::sync::Arc;
use testkit::catch;

impl Room {
    pub(super) fn viewer(&self, seats: &[Seat]) -> Viewer {
        viewer_of(self.game_match.awaits(), seats)
    }

    fn update(&self, seats: &[Seat], told_from: u32, told: Vec<Told>) -> Update {
        let dice = self.dice_view();
        let undo = self.may_undo(seats);
        let mut update = build_update(&*self.game_match, seats, Extra { seq: self.seq(), told_from, told, undo, dice });
        if let Some(seat) = self.resigned() {
            let (winner, _) = resignation(self.game_match.kit(), &self.seats, seat);
            update.awaits = Awaits::Over { winner, level: RESIGNED, rule: Rule("") };
            (update.yours, update.offers) = (false, vec![]);
        }
        update
    }

    /// The match as it stands, and what happened since a page last saw it.
    pub(super) fn send_update(&mut self, id: u64, seen: Option<u32>) {
        let seats = self.seats_of(id);
        let from = self.told_from(seen);
        let known = self.updates.iter().find(|(of, first, _)| *of == seats && *first == from);
        let text = match known {
            Some((_, _, text)) => Arc::clone(text),
            None => {
                let told = || log_from(&*self.game_match, self.viewer(&seats), from);
                let text = drawn(catch(|| self.update(&seats, small(from), told())));
                self.updates.push((seats, from, Arc::clone(&text)));
                text
            }
        };
        let seq = Some(self.seq());
        if self.connections.get(&id).is_some_and(|connection| !connection.send(&text, seq)) {
            self.dismiss(&[id]);
        }
    }

    /// The first entry that somebody has to be told who has last seen the match at a `seq`.
    fn told_from(&self, seen: Option<u32>) -> usize {
        let entries_at = |seq: usize| if seq == 0 { 0 } else { self.entries_after[seq - 1] as usize };
        let from = match seen.map(|seen| seen as usize) {
            // The fewest that stood since: everything before them the page still has.
            Some(seen) if seen <= self.entries_after.len() => (seen..=self.entries_after.len()).map(entries_at).min(),
            _ => None,
        };
        from.unwrap_or(0).max(self.game_match.entries().saturating_sub(MOST_TOLD))
    }

    /// Sends everybody their view, built once for each set of seats.
    pub(super) fn broadcast(&mut self, told_from: u32, told: impl Fn(Viewer) -> Vec<Told>) {
        self.forget_views();
        let mut built: Vec<(Vec<Seat>, Arc<str>)> = vec![];
        let mut gone = vec![];
        for (id, connection) in self.connections.iter().filter(|(_, connection)| connection.greeted) {
            let seats = &connection.seats;
            let text = match built.iter().find(|(of, _)| of == seats) {
                Some((_, text)) => Arc::clone(text),
                None => {
                    let text = drawn(catch(|| self.update(seats, told_from, told(self.viewer(seats)))));
                    built.push((seats.clone(), Arc::clone(&text)));
                    text
                }
            };
            if !connection.send(&text, Some(self.seq())) {
                gone.push(*id);
            }
        }
        self.dismiss(&gone);
    }

    pub(super) fn send(&mut self, id: u64, message: &ToClient) {
        if self.connections.get(&id).is_some_and(|connection| !connection.send(&write(message), None)) {
            self.dismiss(&[id]);
        }
    }

    pub(super) fn send_error(&mut self, id: u64, what: &str) {
        self.send(id, &ToClient::Error { what: what.into() });
    }

    pub(super) fn send_all(&mut self, message: &ToClient) {
        self.send_some(message, |_| true);
    }

    pub(super) fn send_some(&mut self, message: &ToClient, to: impl Fn(&Connection) -> bool) {
        let text = write(message);
        let slow = |connection: &Connection| connection.greeted && to(connection) && !connection.send(&text, None);
        let gone: Vec<_> = self.connections.iter().filter(|(_, other)| slow(other)).map(|(id, _)| *id).collect();
        self.dismiss(&gone);
    }

    /// Who sits where and who is here, to everybody.
    pub(super) fn send_table(&mut self) {
        self.table_changed = false;
        let greeted = self.connections.iter().filter(|(_, connection)| connection.greeted);
        let (here, mut owner, mut others) = (self.here(), None, vec![]);
        let mut gone = vec![];
        for (id, connection) in greeted {
            // Only the owner sees links, and each sees which seats are theirs.
            let own = connection.who.as_ref().is_some_and(|who| who.0 == self.row.owner);
            let known =
                if own { &owner } else { &others.iter().find(|(seats, _)| *seats == connection.seats).cloned() };
            let text = match known {
                Some((_, text)) => Arc::clone(text),
                None => {
                    let text = write(&self.table(connection, &here));
                    let entry = (connection.seats.clone(), Arc::clone(&text));
                    if own {
                        owner = Some(entry)
                    } else {
                        others.push(entry)
                    }
                    text
                }
            };
            if !connection.send(&text, None) {
                gone.push(*id);
            }
        }
        self.dismiss(&gone);
    }

    pub(super) fn send_table_to(&mut self, id: u64) {
        if let Some(connection) = self.connections.get(&id) {
            let table = self.table(connection, &self.here());
            self.send(id, &table);
        }
    }

    fn table(&self, connection: &Connection, here: &[u8]) -> ToClient {
        let who = connection.who.as_ref();
        let view = |seat| seat_view(seat, here, who, &self.row.owner, Some(&self.secret));
        let watching = self.connections.values().filter(|other| other.greeted && other.seats.is_empty()).count();
        let seats = self.seats.iter().map(view).collect();
        ToClient::Table { seats, undo: self.undo.clone(), watching: small(watching) }
    }

    /// Whoever cannot keep up is let go; they come back with what they have seen.
    fn dismiss(&mut self, gone: &[u64]) {
        for connection in gone.iter().filter_map(|id| self.connections.remove(id)) {
            self.table_changed = true;
            let _ = connection.dismissed.send(());
        }
    }

    pub(super) fn refused(&self, refusal: Refusal) -> Refused {
        let why = refusal.to_string();
        let plain = |kind| Refused { kind, why: why.clone(), about: Ref::Nothing, rule: None };
        match refusal {
            Refusal::Illegal(illegal) => {
                let entry = self.game.rules().find(illegal.rule.0);
                let rule = RuleCited {
                    id: illegal.rule.0.into(),
                    title: entry.map(|entry| entry.title.clone()).unwrap_or_default(),
                    text: entry.map(|entry| entry.text.clone()).unwrap_or_default(),
                };
                Refused { kind: RefusedKind::Illegal, why: illegal.why.into(), about: illegal.about, rule: Some(rule) }
            }
            Refusal::NotYourDecision { awaited } => {
                let seat = awaited.and_then(|seat| self.game_match.kit().seats.get(seat.index()));
                let why = seat.map_or(why.clone(), |seat| format!("it is not your decision: {} is awaited", seat.name));
                Refused { why, ..plain(RefusedKind::NotYourDecision) }
            }
            Refusal::NoSuchOffer { .. } => plain(RefusedKind::NoSuchOffer),
            Refusal::NotOffered => plain(RefusedKind::NotOffered),
            Refusal::CannotUndo(_) => plain(RefusedKind::CannotUndo),
            Refusal::Unreadable(_) => plain(RefusedKind::Unreadable),
        }
    }
}

/// An update as it goes out; if the rules failed to draw it, that is told instead.
fn drawn(update: Result<Update, String>) -> Arc<str> {
    match update {
        Ok(update) => write(&ToClient::Update(Box::new(update))),
        Err(panic) => {
            tracing::error!("the rules failed: {panic}");
            write(&ToClient::Ended { what: "the referee is at a loss here".into() })
        }
    }
}

fn write(message: &ToClient) -> Arc<str> {
    serde_json::to_string(message).expect("every message can be written").into()
}
