//! Which actions look promising before they are tried.

use super::{ACTION, ROBBED, Towards};
use crate::components::{Commander, Load, Supply};
use crate::sequence::Step;
use crate::state::{Areas, State};
use crate::{Action, Race};
use referee::{Piece, Spot};

/// Advice against what makes no sense.
const DONT: i32 = i32::MIN;
/// Harm to rivals in the parts of a network's chances.
const HARM: i32 = 3;

impl Race {
    /// How promising an action looks before it is tried.
    pub(crate) fn advice_on(&self, s: &State, action: &Action) -> i32 {
        let mover = s.mover();
        match *action {
            Action::Truck { from, .. } if self.within_reach_of_truck(s, mover, from).is_empty() => DONT,
            Action::Carry(load) if load.is_empty() => -2 * ACTION,
            Action::Carry(load) if s.options.solo => {
                let Some(Step::Carry { from, .. }) = s.steps.top() else { return 0 };
                -ROBBED * i32::from(less(load, s.lying[from.index()]).total())
            }
            Action::Load { corps, load } => {
                let Some((card, ideal, _)) = self.wanted(s, corps) else { return DONT };
                let missing = less(ideal, card);
                if missing.covers(load) { 5 * i32::from(load.total()) } else { DONT }
            }
            Action::Unload { corps, load } => {
                let Some((card, ideal, limit)) = self.wanted(s, corps) else { return DONT };
                let missing = less(ideal, card);
                let room = limit.saturating_sub(card.total());
                let helps = missing.total() > room && load.total() <= missing.total() - room;
                if helps && less(card, ideal).covers(load) { 5 * i32::from(load.total()) } else { DONT }
            }
            // It is used when the other actions are done.
            Action::Resistance if s.now.actions == 0 => 60,
            Action::Resistance => DONT,
            Action::Axis(Some(at)) => {
                let mut then = *s;
                then.axis.insert(at);
                self.harm(s, &then, mover)
            }
            Action::Counter(at) => {
                let mut then = *s;
                let Some(victim) = s.holder(at) else { return 0 };
                then.held[victim.index()].remove(at);
                then.lying[at.index()] = Load::NOTHING;
                let medal = if s.paid.contains(at) { self.medal_worth(s) } else { 0 };
                self.harm(s, &then, mover) + medal * self.grudge(s, mover, victim) / 100
            }
            Action::Move { corps, path } => match (s.corps.get(corps.index()), path.last()) {
                (Some(state), Some(to)) => {
                    let steps = |at: Spot| i32::from(self.to_rhine[mover.index()][at.index()].min(30));
                    let back = steps(to) - state.at.map_or(0, steps);
                    let step = if s.options.solo { 60 } else { 80 };
                    if back > 0 { -step * back } else { 0 }
                }
                _ => 0,
            },
            Action::End => 1,
            _ => 0,
        }
    }

    /// The same for the bots at the table. They judge what follows from a reaction of the Axis in other parts.
    pub(crate) fn hint_on(&self, s: &State, action: &Action) -> i32 {
        let advice = self.advice_on(s, action);
        match action {
            Action::Axis(_) | Action::Counter(_) if !s.options.solo => advice.saturating_mul(HARM),
            _ => advice,
        }
    }

    /// What a change costs the rivals: those who are near the Rhine feel it most.
    fn harm(&self, s: &State, then: &State, mover: Commander) -> i32 {
        let rivals = Commander::ALL.into_iter().filter(|who| *who != mover && s.players.contains(*who));
        rivals.map(|who| (self.threat(s, who) - self.threat(then, who)) * self.grudge(s, mover, who) / 100).sum()
    }

    /// Whoever leads is hindered, and nobody else; in hundredths. Medals lead: who is near the Rhine may be stopped
    /// on its bank, who has the medals has them.
    fn grudge(&self, s: &State, mover: Commander, victim: Commander) -> i32 {
        let score = |who: Commander| i32::from(self.medals(s, who)) * self.medal_worth(s) - self.nearest(s, who) / 8;
        let mut others =
            Commander::ALL.into_iter().filter(|who| *who != mover && *who != victim && s.players.contains(*who));
        if others.any(|who| score(who) > score(victim)) { 0 } else { 300 }
    }

    /// How near a player is to crossing, by all his ways and not only the best.
    fn threat(&self, s: &State, who: Commander) -> i32 {
        60_000 / (self.nearest(s, who) + 2 * ACTION) + self.all_ways(s, who)
    }

    /// How near his corps are to the victory areas, all of them together.
    pub(crate) fn all_ways(&self, s: &State, who: Commander) -> i32 {
        let held = s.held[who.index()];
        let corps: Areas = self.corps_of(who).filter_map(|corps| s.corps(corps).at).collect();
        let ways = self.field(s, who, held, corps, Towards::From);
        let city = |at: Spot| match i32::from(ways.cost[at.index()]) {
            cost if cost > 400 => 0,
            cost => 300_000 / ((cost + 15) * (cost + 15)),
        };
        self.victory.iter().map(city).sum()
    }

    /// What is on the card of a corps, what should be there of all that is at hand, and what it holds.
    fn wanted(&self, s: &State, corps: Piece) -> Option<(Load, Load, u16)> {
        let state = s.corps.get(corps.index())?;
        let at = state.at?;
        let who = self.unit(corps).commander;
        let all = state.load.plus(s.lying[at.index()]);
        let steps = self.to_rhine[who.index()][at.index()].min(30);
        let most = Load::new(steps.div_ceil(3) + 1, 4, 2);
        let limit = u16::from(self.c.tables.card_limit);
        let mut ideal = Load::NOTHING;
        let order = [Supply::Gas, Supply::Ammo, Supply::Food, Supply::Gas, Supply::Ammo, Supply::Ammo];
        let rest = [Supply::Gas, Supply::Ammo, Supply::Gas, Supply::Food, Supply::Gas];
        for supply in order.into_iter().chain(rest) {
            let has = ideal.get(supply);
            if ideal.total() < limit && has < all.get(supply) && has < most.get(supply) {
                *ideal.get_mut(supply) += 1;
            }
        }
        Some((state.load, ideal, limit))
    }
}

/// What the first has more than the second, kind by kind.
fn less(a: Load, b: Load) -> Load {
    Load::new(a.gas.saturating_sub(b.gas), a.ammo.saturating_sub(b.ammo), a.food.saturating_sub(b.food))
}
