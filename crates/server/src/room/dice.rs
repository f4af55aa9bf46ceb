//! What people add to the secret of the dice, so that nobody has chosen the rolls.

use super::Room;
use super::message::not_seated;
use crate::dice::{By, Making, Part, SecretDice, is_part};
use crate::error::Error;
use crate::message::{DiceView, PartView, ToClient};
use referee::{Awaits, Seat};

impl Room {
    /// The dice for what comes next.
    pub(super) fn dice(&self) -> SecretDice {
        let making = Making::of(self.row.dice).unwrap_or(Making::TableAlone);
        let thrown = self.stretch.as_ref().map_or(&self.dice.thrown, |stretch| &stretch.thrown);
        let next = match making {
            Making::TableAlone => self.ahead().rolls() as u64,
            Making::Shared => thrown.total,
        };
        self.secret.seed.dice(making, &self.dice.parts, next)
    }

    pub(super) async fn take_part(&mut self, id: u64, seat: Seat, digits: String) -> Result<(), Error> {
        let over = matches!(self.game_match.awaits(), Awaits::Over(_));
        let by = By::Seat(seat);
        let given = self.dice.parts.iter().find(|part| part.by == by);
        let wrong = if !self.seats_of(id).contains(&seat) {
            self.send(id, &ToClient::Refused(not_seated()));
            return Ok(());
        } else if !is_part(&digits) {
            "a part of the dice has 64 hex digits in lower case"
        } else if Making::of(self.row.dice) != Some(Making::Shared) || over || self.frozen.is_some() {
            "the dice of this match take no more parts"
        } else if given.is_some_and(|given| given.digits == digits) {
            // Sent again after a lost line.
            let dice = ToClient::Dice(self.dice_view());
            self.send(id, &dice);
            return Ok(());
        } else if given.is_some() {
            "this seat has given its part of the dice"
        } else {
            return self.keep_part(Part { by, from: self.dice.thrown.total, digits }).await;
        };
        self.send_error(id, wrong);
        Ok(())
    }

    /// It is kept, and counts from the next roll on.
    pub(super) fn add_part(&mut self, part: Part) {
        self.dice.parts.push(part);
        self.forget_views();
        let dice = ToClient::Dice(self.dice_view());
        self.send_all(&dice);
    }

    pub(super) fn dice_view(&self) -> DiceView {
        let part = |part: &Part| PartView {
            seat: match part.by {
                By::Opener => None,
                By::Seat(seat) => Some(seat.0),
            },
            from: part.from,
            part: part.digits.clone(),
        };
        let shared = Making::of(self.row.dice) == Some(Making::Shared);
        DiceView {
            hash: self.row.dice_hash.clone(),
            seed: matches!(self.game_match.awaits(), Awaits::Over(_)).then(|| self.secret.seed.hex()),
            parts: shared.then(|| self.dice.parts.iter().map(part).collect()),
        }
    }
}
