//! How a position looks to the bots at the table: named features, weighed by `data/bot.toml`. In hundredths of an Allied
//! step, as the Allies see it.

use crate::DdayToTheRhine;
use crate::action::Action;
use crate::components::Side;
use crate::sequence::Step;
use crate::state::State;
use referee::Seat;

/// The features, by the names of their weights.
pub(crate) const FEATURES: [&str; 6] = ["forces", "harbours", "ground", "chances", "drive", "pending"];

impl DdayToTheRhine {
    /// How good the position looks for a seat.
    pub(crate) fn judged(&self, s: &State, seat: Seat) -> i32 {
        let Some(side) = Side::of_seat(seat) else { return 0 };
        let features = self.features(s, side);
        let weighed = features.iter().zip(self.c.weights).map(|(found, weight)| i64::from(*found) * i64::from(weight));
        let allied = i32::try_from(weighed.sum::<i64>() / 100).unwrap_or(0);
        if side == Side::Allied { allied } else { -allied }
    }

    /// The features in the order of `FEATURES`, as a side sees them: it knows its own card.
    fn features(&self, s: &State, side: Side) -> [i32; FEATURES.len()] {
        [
            self.forces(s, side),
            self.harbour_worth(s),
            self.ground_held(s, side),
            self.chances(s),
            self.drive(s),
            self.attack_declared(s),
        ]
    }

    /// The attack that was declared and is not rolled yet.
    fn attack_declared(&self, s: &State) -> i32 {
        match s.steps.top() {
            Some(Step::Support { battle, defending: true }) => -self.expectation(s, Side::German, battle, 0),
            Some(Step::Support { battle, defending: false }) => self.expectation(s, Side::Allied, battle, 0),
            _ => 0,
        }
    }

    /// What an action promises that the position after it does not show. To end a phase promises nothing by itself.
    pub(crate) fn hint_on(&self, s: &State, action: &Action) -> i32 {
        match (s.steps.top(), action) {
            (Some(Step::Activation(_)), Action::End | Action::Attack(_)) => 0,
            _ => self.advice_on(s, action),
        }
    }
}
