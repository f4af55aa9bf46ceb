//! What a position looks like to a bot.

use crate::components::Commander;
use crate::state::State;
use crate::{Action, Race};
use referee::Seat;

impl Race {
    pub(crate) fn judge(&self, s: &State, seat: Seat) -> i32 {
        let Some(me) = Commander::of_seat(seat) else { return 0 };
        i32::from(self.medals(s, me))
    }

    pub(crate) fn advice(&self, _s: &State, _action: &Action) -> i32 {
        0
    }
}
