//! What a position looks like to a bot.

use crate::components::Side;
use crate::state::State;
use crate::{Action, Rhine};
use referee::Seat;

impl Rhine {
    pub(crate) fn judge(&self, s: &State, seat: Seat) -> i32 {
        let Some(side) = Side::of_seat(seat) else { return 0 };
        let allied = i32::try_from(s.allied.len()).unwrap_or(0);
        if side == Side::Allied { allied } else { -allied }
    }

    pub(crate) fn advice(&self, _s: &State, _action: &Action) -> i32 {
        0
    }
}
