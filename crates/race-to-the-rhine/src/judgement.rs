//! How a position looks to the bots at the table: named features, weighed by `data/bot.toml`. In parts of an action.

use crate::Race;
use crate::bot::plain_loads;
use crate::components::{CardKind, Commander};
use crate::sequence::Step;
use crate::state::State;
use referee::Seat;

/// The features, by the names of their weights.
pub(crate) const FEATURES: [&str; 8] = ["way", "medals", "ahead", "trucks", "cards", "stake", "pending", "rivals"];

impl Race {
    /// How good the position looks for a seat.
    pub(crate) fn judged(&self, s: &State, seat: Seat) -> i32 {
        let Some(me) = Commander::of_seat(seat) else { return 0 };
        match s.steps.top() {
            // What the truck will carry is still to be said: the best of some plain loads.
            Some(Step::Carry { from, to }) if s.mover() == me => {
                let here = self.within_reach_of_truck(s, me, from);
                let loads = plain_loads(here, self.c.tables.truck_load);
                loads.map(|load| self.weighed(&self.carried(s, me, from, to, load), me)).max().unwrap_or(0)
            }
            _ => self.weighed(s, me),
        }
    }

    fn weighed(&self, s: &State, me: Commander) -> i32 {
        let features = self.features(s, me);
        let weighed = features.iter().zip(self.c.weights).map(|(found, weight)| i64::from(*found) * i64::from(weight));
        i32::try_from(weighed.sum::<i64>() / 100).unwrap_or(0)
    }

    /// The features in the order of `FEATURES`.
    fn features(&self, s: &State, me: Commander) -> [i32; FEATURES.len()] {
        let (medal, side, exposed) = (self.medal_worth(s), s.side(me), self.vulnerable(s, me));
        // In solitaire all of it will be lost at the end of the turn.
        let held = if s.options.solo { s.held[me.index()] - exposed } else { s.held[me.index()] };
        let (away, near) = if s.options.solo { self.posts(s, me, held) } else { self.race(s, me, held) };
        let plain = i32::from(self.plain_ammo(s, me)) % 5;
        let hand = side.hand.iter().map(|card| if self.card(card).kind == CardKind::Recon { 8 } else { 40 });
        let stake = exposed.iter().map(|at| 6 + if s.paid.contains(at) { medal / 3 } else { 0 });
        [
            -away,
            i32::from(self.medals(s, me)) * medal + plain * medal / 6,
            self.medals_ahead(s, me, held) * medal / 100,
            i32::from(side.trucks) * 4,
            hand.sum::<i32>() + i32::from(!side.card_used) * 15,
            -stake.sum::<i32>(),
            self.pending(s, me, medal, near),
            self.ahead_of_me(s, me, medal),
        ]
    }

    /// How far the rival that is best off still has to go, and what he has; nothing if it counts nothing.
    fn ahead_of_me(&self, s: &State, me: Commander, medal: i32) -> i32 {
        let counts = FEATURES.iter().position(|name| *name == "rivals").is_some_and(|at| self.c.weights[at] != 0);
        if !counts {
            return 0;
        }
        let rivals = Commander::ALL.into_iter().filter(|who| *who != me && s.players.contains(*who));
        let standing = |who: Commander| i32::from(self.medals(s, who)) * medal - self.nearest(s, who);
        -rivals.map(standing).max().unwrap_or(0)
    }
}
