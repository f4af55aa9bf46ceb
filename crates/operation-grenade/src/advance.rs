//! [9.94] Advances after combat.

use crate::OperationGrenade;
use crate::action::{Action, Chase};
use crate::components::Ground;
use crate::event::Event;
use crate::sequence::Step;
use crate::state::{NOWHERE, Side, State, Unit};
use board::Way;
use referee::{Illegal, Leg, Offer, Opening, Reach, Ref, Referee, Rule, Spot};

/// A unit that follows a stack of the loser.
#[derive(Copy, Clone, Debug)]
struct Chaser {
    unit: Unit,
    side: Side,
    stack: u8,
    /// [9.94.a], [9.94.b] Hexes it may advance.
    length: usize,
    /// [9.95.2], [9.94.b] It is not bound to the path of the stack.
    free: bool,
    /// [9.97.4] With its last hex it may leave the path.
    may_leave_path: bool,
}

impl OperationGrenade {
    fn chaser(&self, s: &State, unit: Unit, stack: u8) -> Chaser {
        let trail = &s.battle.trails()[usize::from(stack)];
        let gone = self.living(s, stack).is_empty();
        let fled = trail.path.len() + if gone { usize::from(trail.left) } else { 0 };
        let extra = s.battle.is_breakthrough() && s.battle.attackers.contains(unit);
        // [9.94.a] Who stood and lives gives no ground.
        let length = if fled == 0 && !gone { 0 } else { fled + usize::from(extra) };
        let free = gone || self.card(unit).armour;
        Chaser { unit, side: self.side(unit), stack, length, free, may_leave_path: extra }
    }

    /// The hex a stack was in after so many steps.
    fn on_path(s: &State, stack: u8, gone: usize) -> Option<Spot> {
        let trail = &s.battle.trails()[usize::from(stack)];
        match gone {
            0 => Some(trail.start),
            n => trail.path.as_slice().get(n - 1).copied(),
        }
    }

    /// Whether the next hex of an advance may be entered; `gone` hexes lie behind, and this is the last one or not.
    fn may_chase(
        &self,
        s: &State,
        chaser: &Chaser,
        from: Spot,
        way: Way,
        gone: usize,
        last: bool,
    ) -> Result<(), Illegal> {
        let refuse = |rule, why| Err(Illegal::new(rule, why).about(Ref::Spot(way.to)));
        let card = self.card(chaser.unit);
        if gone >= chaser.length {
            return refuse(Rule("9.94.a"), "an advance is no longer than the retreat");
        }
        if gone >= 2 && self.enemy_controls(s, chaser.side, from) {
            return refuse(Rule("9.95.4"), "an advance stops in an enemy zone, but for the first hex");
        }
        if gone > 0 && !chaser.free {
            let here = Self::on_path(s, chaser.stack, gone - 1) == Some(from);
            let along = here && Self::on_path(s, chaser.stack, gone) == Some(way.to);
            if !(along || (chaser.may_leave_path && last && here)) {
                return refuse(Rule("9.95.2"), "an advance follows the path of the retreat");
            }
        }
        if s.here[chaser.side.other()].contains(way.to) {
            return refuse(Rule("9.95.2"), "an enemy unit is in that hex");
        }
        if self.printed_ground(way.to) == Ground::Lake {
            return refuse(Rule("5.62"), "nobody enters a lake");
        }
        if self.rhine_bars(s, chaser.side, way.edge) {
            return refuse(Rule("22.11"), "US units cross the Rhine only by a bridge that stands");
        }
        if self.crosses_boundary(card.boundary, from, way.to) {
            return refuse(Rule("19.32"), "the corps may not go beyond its boundary");
        }
        if card.armour && self.is_river(s, way.edge) && !self.has_road(s, way.edge) {
            return refuse(Rule("9.96"), "tanks and mechanized infantry cross a river by road only");
        }
        if card.mechanized && self.swamp_bars(s, from, way) {
            return refuse(Rule("27.1"), "a mechanized unit enters and leaves swamp by road only");
        }
        Ok(())
    }

    /// The stack whose vacated hex this is.
    fn vacated(s: &State, hex: Spot) -> Option<u8> {
        (0u8..).zip(s.battle.trails()).find(|(_, trail)| trail.start == hex).map(|(i, _)| i)
    }

    fn may_advance(&self, s: &State, unit: Unit) -> Result<(), Illegal> {
        if !self.exists(unit) || !s.battle.victors.contains(unit) {
            return Err(Illegal::new(Rule("9.94"), "the unit is none of the victors that may advance"));
        }
        match s.battle.armour_gone && !self.card(unit).armour {
            true => Err(Illegal::new(Rule("9.95.3"), "after tanks and mechanized infantry nobody else advances")
                .about(unit.into())),
            false => Ok(()),
        }
    }

    pub(crate) fn check_advance(&self, s: &State, unit: Unit, path: &[Spot]) -> Result<(), Illegal> {
        self.may_advance(s, unit)?;
        let stack = path.first().and_then(|first| Self::vacated(s, *first));
        let Some(stack) = stack else {
            return Err(Illegal::new(Rule("9.95.1"), "an advance begins with a vacated hex").about(unit.into()));
        };
        self.check_chase(s, &self.chaser(s, unit, stack), path, 0)
    }

    pub(crate) fn check_advancing(
        &self,
        s: &State,
        (moving, stack, gone): (Unit, u8, u8),
        unit: Unit,
        path: &[Spot],
    ) -> Result<(), Illegal> {
        if unit != moving {
            return Err(Illegal::new(Rule("9.95.1"), "another unit has begun to advance").about(moving.into()));
        }
        if path.is_empty() {
            return Err(Illegal::new(Rule("9.95.2"), "an advance needs a path").about(unit.into()));
        }
        self.check_chase(s, &self.chaser(s, unit, stack), path, gone.into())
    }

    fn check_chase(&self, s: &State, chaser: &Chaser, path: &[Spot], gone: usize) -> Result<(), Illegal> {
        let mut at = s.at(chaser.unit);
        for (i, &to) in path.iter().enumerate() {
            let Some(edge) = self.board_edge(at, to) else {
                let rule = if gone + i == 0 { Rule("9.95.1") } else { Rule("9.95.2") };
                let about = if self.is_hex(to) { Ref::Spot(to) } else { Ref::Nothing };
                return Err(Illegal::new(rule, "an advance goes from hex to neighbouring hex").about(about));
            };
            self.may_chase(s, chaser, at, Way { to, edge }, gone + i, i + 1 == path.len())?;
            at = to;
        }
        match at == s.at(chaser.unit) {
            true => Err(Illegal::new(Rule("9.95.2"), "the advance would end where it began").about(Ref::Spot(at))),
            false => Ok(()),
        }
    }

    /// Everywhere a victor can advance to after some stacks. Who may roam is looked at first: whatever way he takes, he gets
    /// there.
    fn chase_reach(&self, s: &State, mut chasers: Vec<(Chaser, usize)>, from: Spot) -> Reach {
        let mut reach = Reach { from, budget: 0, scale: 0, legs: vec![] };
        chasers.sort_by_key(|(chaser, gone)| (!chaser.free, std::cmp::Reverse(chaser.length.saturating_sub(*gone))));
        for (chaser, gone) in chasers {
            reach.budget = reach.budget.max(u16::try_from(chaser.length).unwrap_or(0));
            self.add_chase(s, &chaser, gone, &mut reach);
        }
        reach
    }

    /// First every hex from which it goes on, level by level, then those that end an advance [9.97.4]: such a hex may lie on
    /// the path as well, further on.
    fn add_chase(&self, s: &State, chaser: &Chaser, gone: usize, reach: &mut Reach) {
        let mut at = vec![(reach.from, gone)];
        for last in [false, true] {
            let mut next = 0;
            while let Some(&(from, gone)) = at.get(next) {
                next += 1;
                if gone >= chaser.length {
                    continue;
                }
                for way in self.ways(from) {
                    let known = way.to == reach.from || reach.leg(way.to).is_some();
                    let vacated = gone > 0 || Self::on_path(s, chaser.stack, 0) == Some(way.to);
                    if known || !vacated || self.may_chase(s, chaser, from, *way, gone, last).is_err() {
                        continue;
                    }
                    let cost = u16::try_from(gone + 1).unwrap_or(u16::MAX);
                    reach.legs.push(Leg { spot: way.to, via: from, cost, end: true, stop: last });
                    if !last {
                        at.push((way.to, gone + 1));
                    }
                }
            }
        }
    }

    /// The stacks into whose vacated hexes a victor can advance.
    fn chased(&self, s: &State, unit: Unit) -> Vec<(Chaser, usize)> {
        let at = s.at(unit);
        let chasers = (0u8..).zip(s.battle.trails()).filter_map(|(stack, trail)| {
            let way = Way { to: trail.start, edge: self.board_edge(at, trail.start)? };
            let chaser = self.chaser(s, unit, stack);
            self.may_chase(s, &chaser, at, way, 0, true).is_ok().then_some((chaser, 0))
        });
        chasers.collect()
    }

    /// Whether one opening would not do: the ways after several stacks cross, and one hides an end of another.
    fn ways_cross(&self, s: &State, unit: Unit, chased: &[(Chaser, usize)]) -> bool {
        let from = s.at(unit);
        let all = self.chase_reach(s, chased.to_vec(), from);
        let alone = |one: &(Chaser, usize)| self.chase_reach(s, vec![*one], from);
        chased.len() > 1 && chased.iter().any(|one| alone(one).legs.iter().any(|leg| all.leg(leg.spot).is_none()))
    }

    pub(crate) fn can_advance(&self, s: &State, unit: Unit) -> bool {
        self.may_advance(s, unit).is_ok() && !self.chased(s, unit).is_empty()
    }

    /// One offer a unit, or one for each vacated hex where their ways cross.
    pub(crate) fn offer_advances(&self, s: &State, offers: &mut Vec<Offer<Action>>) {
        let mut able = 0;
        for unit in s.battle.victors.iter().filter(|unit| self.can_advance(s, *unit)) {
            let chased = self.chased(s, unit);
            if self.ways_cross(s, unit, &chased) {
                for start in chased.iter().filter_map(|(chaser, _)| Self::on_path(s, chaser.stack, 0)) {
                    // Where the path goes on is still to be chosen, even if it ends there.
                    let action = Action::Advance { unit, path: [start, NOWHERE].into_iter().collect() };
                    offers.push(Offer::new(action, unit.into(), "advance"));
                }
            } else {
                let action = Action::Advance { unit, path: Chase::default() };
                offers.push(Offer::new(action, unit.into(), "advance"));
            }
            able += 1;
        }
        offers.push(Offer::ending(Action::Done, "end the advance", able));
    }

    pub(crate) fn offer_advancing(&self, unit: Unit, offers: &mut Vec<Offer<Action>>) {
        offers.push(Offer::new(Action::Advance { unit, path: Chase::default() }, unit.into(), "advance"));
        offers.push(Offer::new(Action::Halt, Ref::Nothing, "halt"));
    }

    /// After all stacks, or after the one whose hex was offered.
    pub(crate) fn open_advance(&self, s: &State, unit: Unit, first: Option<Spot>) -> Opening {
        let mut chased = self.chased(s, unit);
        chased.retain(|(chaser, _)| first.is_none() || Self::on_path(s, chaser.stack, 0) == first);
        Opening::Path(self.chase_reach(s, chased, s.at(unit)))
    }

    pub(crate) fn open_advancing(&self, s: &State, unit: Unit, stack: u8, gone: u8) -> Opening {
        Opening::Path(self.reach_advancing(s, unit, stack, gone))
    }

    fn reach_advancing(&self, s: &State, unit: Unit, stack: u8, gone: u8) -> Reach {
        self.chase_reach(s, vec![(self.chaser(s, unit, stack), gone.into())], s.at(unit))
    }

    pub(crate) fn advance(&self, s: &mut State, unit: Unit, path: &[Spot], r: &mut Referee<Event>) {
        let stack = path.first().and_then(|first| Self::vacated(s, *first));
        self.chase(s, unit, stack.expect("checked: it begins with a vacated hex"), 0, path, r);
    }

    pub(crate) fn go_on_advancing(&self, s: &mut State, unit: Unit, path: &[Spot], r: &mut Referee<Event>) {
        let Some(Step::Advancing { stack, gone, .. }) = s.steps.pop() else { return };
        self.chase(s, unit, stack, gone, path, r);
    }

    fn chase(&self, s: &mut State, unit: Unit, stack: u8, gone: u8, path: &[Spot], r: &mut Referee<Event>) {
        s.battle.victors.remove(unit);
        s.battle.armour_gone |= self.card(unit).armour; // [9.95.3]
        if !s.fought.contains(unit) {
            s.out.insert(unit);
        }
        for (to, gone) in path.iter().copied().zip(gone + 1..) {
            self.pass(s, unit, s.at(unit), to, r);
            self.put(s, unit, to);
            r.note(Rule("9.94"), Event::Advanced { unit, to });
            if self.side(unit) == Side::US && self.dice_fall(s, to) {
                s.steps.push(Step::Advancing { unit, stack, gone });
                s.steps.push(Step::Arrival(to));
                return;
            }
        }
    }

    /// Asked only if somebody can. The combat is over then.
    pub(crate) fn settle_advance(&self, s: &mut State) -> bool {
        let waits = s.battle.victors.iter().any(|unit| self.can_advance(s, unit));
        if !waits {
            self.end_advance(s);
        }
        waits
    }

    pub(crate) fn end_advance(&self, s: &mut State) {
        s.steps.pop();
        s.battle = crate::state::Battle::NONE;
    }

    pub(crate) fn settle_advancing(&self, s: &mut State, unit: Unit, stack: u8, gone: u8) -> bool {
        let goes_on = !self.reach_advancing(s, unit, stack, gone).legs.is_empty();
        if !goes_on {
            s.steps.pop();
        }
        goes_on
    }
}
