//! How a position looks to the bots at the table: named features, weighed for each commander by `data/bot-monty.toml`,
//! `bot-brad.toml` and `bot-patton.toml`.

use crate::Race;
use crate::bot::{Field, Needs, plain_loads};
use crate::components::{CardKind, Commander};
use crate::sequence::Step;
use crate::state::State;
use referee::Seat;

/// The features, by the names of their weights. What a corps needs to cross: areas, cards to be drawn, gaps in its line,
/// gas and ammo, food; the corps behind it; medals, and more for them as the end comes near; objectives in reach of a
/// corps that can move, and of any; trucks, cards, what may be lost; a question that is open; what the best rival has;
/// some of these once more as the end comes near; areas held; what all corps carry, and those that are grounded.
pub(crate) const FEATURES: [&str; 28] = [
    "steps",
    "fights",
    "gaps",
    "supplies",
    "food",
    "behind",
    "medals",
    "medals_late",
    "near",
    "far",
    "trucks",
    "cards",
    "stake",
    "pending",
    "rival_way",
    "rival_medals",
    "rival_medals_late",
    "rival_near",
    "way_late",
    "near_late",
    "far_late",
    "rival_way_late",
    "held",
    "gas",
    "ammo",
    "food_ahead",
    "grounded",
    "trucks_late",
];

/// An objective counts up to this trouble away, and one in reach of a single movement up to that.
const FAR: u16 = 90;
const NEAR: u16 = 45;

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

    /// A commander who is alone is judged as the yardstick does, but by a line that his corps can hold.
    fn weighed(&self, s: &State, me: Commander) -> i32 {
        if s.options.solo {
            return self.standing_by(s, me, Race::firm_posts);
        }
        let features = self.features(s, me);
        let weighed = features
            .iter()
            .zip(self.c.weights[me.index()])
            .map(|(found, weight)| i64::from(*found) * i64::from(weight));
        i32::try_from(weighed.sum::<i64>() / 100).unwrap_or(0)
    }

    /// The features of a seat in the order of their names: for fitting weights.
    pub fn features_of(&self, s: &State, seat: Seat) -> Vec<i32> {
        Commander::of_seat(seat).map_or(vec![], |me| self.features(s, me).to_vec())
    }

    fn features(&self, s: &State, me: Commander) -> [i32; FEATURES.len()] {
        let (medal, side, exposed) = (self.medal_worth(s), s.side(me), self.vulnerable(s, me));
        let (needs, behind) = self.lead(s, me, s.held[me.index()]).unwrap_or((Needs::NEVER, 0));
        let hand = side.hand.iter().map(|card| if self.card(card).kind == CardKind::Recon { 8 } else { 40 });
        let stake = exposed.iter().map(|at| 10 + if s.paid.contains(at) { 100 } else { 0 });
        let medals = self.medals_hundredfold(s, me);
        let late = |part: i32| part * late(s) / 12;
        let rivals = || s.playing().filter(|who| *who != me);
        let rival_medals = rivals().map(|who| self.medals_hundredfold(s, who)).max().unwrap_or(0);
        let rival_way = rivals().map(|who| self.nearest(s, who)).min().unwrap_or(0);
        let rival_near = rivals().map(|who| self.objectives(s, who, &self.reached(s, who, true), NEAR)).max();
        let near = self.objectives(s, me, &self.reached(s, me, true), NEAR);
        let far = self.objectives(s, me, &self.reached(s, me, false), FAR);
        let [gas, ammo, food, grounded] = self.carried_by_corps(s, me);
        [
            -needs.steps,
            -needs.fights,
            -needs.gaps,
            -needs.supplies,
            -needs.food,
            -behind,
            medals,
            late(medals),
            near,
            far,
            i32::from(side.trucks) * 4,
            hand.sum::<i32>() + i32::from(!side.card_used) * 15,
            -stake.sum::<i32>(),
            self.pending(s, me, medal, needs.fight_is_near),
            rival_way,
            -rival_medals,
            -late(rival_medals),
            -rival_near.unwrap_or(0),
            -late(needs.sum()),
            late(near),
            late(far),
            late(rival_way),
            10 * count(s.held[me.index()].len()),
            10 * gas,
            10 * ammo,
            10 * food,
            -100 * grounded,
            late(i32::from(side.trucks) * 4),
        ]
    }

    /// Gas, ammo and food on the cards of all corps, no more than each can use soon, and how many are grounded.
    fn carried_by_corps(&self, s: &State, who: Commander) -> [i32; 4] {
        let mut found = [0; 4];
        for state in self.corps_of(who).map(|corps| s.corps(corps)).filter(|state| state.at.is_some()) {
            found[0] += i32::from(state.load.gas.min(3));
            found[1] += i32::from(state.load.ammo.min(4));
            found[2] += i32::from(state.load.food.min(1));
            found[3] += i32::from(state.grounded);
        }
        found
    }

    /// Medals in hundredths, and what is on the way to one.
    fn medals_hundredfold(&self, s: &State, who: Commander) -> i32 {
        100 * i32::from(self.medals(s, who)) + i32::from(self.plain_ammo(s, who)) % 5 * 16
    }

    /// Objectives that nobody has, in hundredths, less the farther they are.
    fn objectives(&self, s: &State, who: Commander, ways: &Field, most: u16) -> i32 {
        let mut open = self.coloured[who.index()] - s.controlled();
        open.retain(|at| self.area(at).medal);
        let worth = |far: u16| 100 * i32::from(most.saturating_sub(far)) / i32::from(most);
        open.iter().map(|at| worth(ways.cost[at.index()])).sum()
    }
}

/// How near the end is, in twelfths.
fn late(s: &State) -> i32 {
    let rounds = i32::from(s.axis_pool) / i32::try_from(s.players.len()).unwrap_or(3).max(1);
    if s.last_round { 12 } else { 11 - rounds.min(11) }
}

fn count(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}
