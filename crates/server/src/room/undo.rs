//! Taking back: free while nothing was learnt, else by agreement.

use super::{Room, seat_of};
use crate::error::Error;
use crate::identity::Identity;
use crate::message::{MayUndo, SeatKind, ToClient, UndoAsked};
use referee::{Awaits, Refusal, Seat};
use testkit::catch;

impl Room {
    /// How many entries would stand after a take-back by these seats: their last decision and all after it.
    pub(super) fn taken_back_to(&self, seats: &[Seat]) -> Option<usize> {
        let entries = self.game_match.entries();
        (0..entries).rev().find(|entry| self.game_match.decided(*entry).is_some_and(|seat| seats.contains(&seat)))
    }

    /// People in the match beside the one who holds these seats.
    pub(super) fn others(&self, seats: &[Seat]) -> Vec<u8> {
        let seated = |kind| matches!(kind, SeatKind::Human | SeatKind::Open);
        let humans = self.seats.iter().filter(|seat| seated(seat.kind)).map(|seat| seat_of(seat.seat));
        humans.filter(|seat| !seats.contains(seat)).map(|seat| seat.0).collect()
    }

    pub(super) fn may_undo(&self, seats: &[Seat]) -> MayUndo {
        match self.cannot_undo(seats) {
            Some(_) => MayUndo::No,
            None if self.is_own(seats) || self.others(seats).is_empty() => MayUndo::Free,
            None => MayUndo::Ask,
        }
    }

    fn is_own(&self, seats: &[Seat]) -> bool {
        seats.iter().any(|seat| self.game_match.may_undo(*seat))
    }

    /// Why nothing can be taken back, if so.
    fn cannot_undo(&self, seats: &[Seat]) -> Option<&'static str> {
        if seats.is_empty() {
            return Some("you hold no seat here");
        }
        let over = matches!(self.game_match.awaits(), Awaits::Over(_));
        let Some(back_to) =
            self.taken_back_to(seats).filter(|_| !over && self.resigned().is_none() && self.frozen.is_none())
        else {
            return Some("there is nothing of yours to take back");
        };
        // A bot lets dice fall again, but it has hidden things for a reason.
        let alone = self.others(seats).is_empty() && self.seats.iter().any(|seat| seat.kind == SeatKind::Bot);
        (alone && !self.is_own(seats) && self.game_match.has_shown(back_to))
            .then_some("something hidden has been seen since")
    }

    pub(super) async fn undo(&mut self, id: u64) -> Result<(), Error> {
        let seats = self.seats_of(id);
        match self.may_undo(&seats) {
            MayUndo::No => {
                let why = self.cannot_undo(&seats).unwrap_or_default();
                let refused = self.refused(Refusal::CannotUndo(why));
                self.send(id, &ToClient::Refused(refused));
                Ok(())
            }
            MayUndo::Free => self.take_back(&seats).await,
            MayUndo::Ask => {
                let by = self.taken_back_to(&seats).and_then(|entry| self.game_match.decided(entry));
                let by = by.or(seats.first().copied()).map_or(0, |seat| seat.0);
                self.undo = Some(UndoAsked { seq: self.seq(), by, waiting: self.others(&seats) });
                self.send_table();
                Ok(())
            }
        }
    }

    pub(super) async fn undo_answer(&mut self, id: u64, agree: bool) -> Result<(), Error> {
        let seats = self.seats_of(id);
        let Some(undo) = &mut self.undo else { return Ok(()) };
        let Some(answering) = seats.iter().map(|seat| seat.0).find(|seat| undo.waiting.contains(seat)) else {
            let refused = self.refused(Refusal::CannotUndo("you were not asked"));
            self.send(id, &ToClient::Refused(refused));
            return Ok(());
        };
        if !agree {
            self.undo = None;
            self.send_all(&ToClient::UndoDeclined { by: answering });
            self.send_table();
            return Ok(());
        }
        undo.waiting.retain(|seat| !seats.contains(&Seat(*seat)));
        if !undo.waiting.is_empty() {
            self.send_table();
            return Ok(());
        }
        let by = seat_of(undo.by.into());
        let person = self.seats.iter().find(|seat| seat_of(seat.seat) == by).map(|seat| seat.person.clone());
        let theirs = self.held_by(person.map(Identity).as_ref());
        self.take_back(&theirs).await
    }

    async fn take_back(&mut self, seats: &[Seat]) -> Result<(), Error> {
        let Some(entries) = self.taken_back_to(seats) else { return Ok(()) };
        match catch(|| self.game_match.up_to(entries)) {
            Ok(game_match) => self.keep_take_back(game_match).await,
            Err(panic) => self.recover("undo", &panic),
        }
    }
}
