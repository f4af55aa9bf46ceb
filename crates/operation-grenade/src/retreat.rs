//! [9.91] Retreats: priorities, zones, map edges, and breakthroughs [9.97].

use crate::OperationGrenade;
use crate::action::Action;
use crate::components::Ground;
use crate::event::Event;
use crate::rows::Rows;
use crate::sequence::{Loss, Step};
use crate::state::{Hexes, NOWHERE, Options, Side, State, Trail, Units};
use board::{Path, Way};
use referee::{Illegal, Leg, Offer, Opening, Reach, Ref, Referee, Rule, Spot};

impl OperationGrenade {
    /// Stacks that still owe hexes, by their number.
    fn retreating(&self, s: &State) -> impl Iterator<Item = u8> {
        (0u8..)
            .zip(s.battle.trails())
            .filter(|(i, trail)| trail.left > 0 && !self.living(s, *i).is_empty())
            .map(|(i, _)| i)
    }

    fn trail(s: &State, stack: u8) -> &Trail {
        &s.battle.stacks[usize::from(stack)]
    }

    /// [9.91], [22.11], [9.96], [27.1], [9.91.b] Whether a stack could go this way at all. It is bound by its most restricted
    /// unit.
    fn may_retreat(&self, s: &State, stack: u8, way: Way) -> Result<(), Illegal> {
        let trail = Self::trail(s, stack);
        let units = self.living(s, stack);
        let Some(side) = units.first().map(|unit| self.side(unit)) else { return Ok(()) };
        let refuse = |rule, why| Err(Illegal::new(rule, why).about(Ref::Spot(way.to)));
        if s.here[side.other()].contains(way.to) {
            return refuse(Rule("9.91"), "an enemy unit is in that hex");
        }
        if self.printed_ground(way.to) == Ground::Lake {
            return refuse(Rule("9.91"), "nobody retreats into a lake");
        }
        if self.rhine_bars(s, side, way.edge) {
            return refuse(Rule("22.11"), "US units cross the Rhine only by a bridge that stands");
        }
        let closed = self.is_river(s, way.edge) && !self.has_road(s, way.edge);
        if closed && units.iter().any(|unit| self.card(unit).armour) {
            return refuse(Rule("9.96"), "tanks and mechanized infantry cross a river by road only");
        }
        if self.swamp_bars(s, trail.here(), way) && units.iter().any(|unit| self.card(unit).mechanized) {
            return refuse(Rule("27.1"), "a mechanized unit enters and leaves swamp by road only");
        }
        if way.to == trail.start || trail.path.as_slice().contains(&way.to) {
            return refuse(Rule("9.91.b"), "a retreat enters no hex twice");
        }
        Ok(())
    }

    fn open_hexes(&self, s: &State, stack: u8) -> Path<6> {
        let ways = self.ways(Self::trail(s, stack).here()).iter();
        ways.filter(|way| self.may_retreat(s, stack, **way).is_ok()).map(|way| way.to).collect()
    }

    /// [9.91.a] Of the open hexes those farthest from the nearest enemy, of these the uncontrolled, if any; [6.4] friends there do
    /// not help. With the option
    /// `free-path` the attacker leads a breakthrough into any open hex.
    fn retreat_hexes(&self, s: &State, stack: u8) -> Path<6> {
        let open = self.open_hexes(s, stack);
        if open.is_empty() || (s.options.has(Options::FREE_PATH) && s.battle.is_breakthrough()) {
            return open;
        }
        let Some(unit) = self.living(s, stack).first() else { return open };
        let side = self.side(unit);
        let farthest = self.farthest(&s.here[side.other()], open);
        let free: Path<6> = farthest.iter().filter(|hex| !self.enemy_controls(s, side, *hex)).collect();
        if free.is_empty() { farthest } else { free }
    }

    /// Those of some hexes that are farthest from the nearest of others.
    fn farthest(&self, others: &Hexes, of: Path<6>) -> Path<6> {
        let mut left = of;
        let mut reached = Rows::of(others, self.extent);
        loop {
            let more = reached.grown(self.extent);
            let covered = more.hexes(self.extent);
            let beyond: Path<6> = left.iter().filter(|hex| !covered.contains(*hex)).collect();
            if beyond.is_empty() || more == reached {
                return left;
            }
            left = beyond;
            reached = more;
        }
    }

    /// [9.97.3] Each of the six hexes around it is controlled, occupied, off the map or barred.
    fn is_surrounded(&self, s: &State, stack: u8) -> bool {
        let Some(unit) = self.living(s, stack).first() else { return true };
        let side = self.side(unit);
        let ways = self.ways(Self::trail(s, stack).here()).iter();
        !ways.clone().any(|way| !self.enemy_controls(s, side, way.to) && self.may_retreat(s, stack, *way).is_ok())
    }

    pub(crate) fn all_surrounded(&self, s: &State) -> bool {
        let stacks = u8::try_from(s.battle.trails().len()).unwrap_or(0);
        (0..stacks).filter(|stack| !self.living(s, *stack).is_empty()).all(|stack| self.is_surrounded(s, stack))
    }

    fn stack_at(&self, s: &State, hex: Spot) -> Option<u8> {
        self.retreating(s).find(|stack| Self::trail(s, *stack).here() == hex)
    }

    pub(crate) fn check_retreat(&self, s: &State, from: Spot, to: Spot) -> Result<(), Illegal> {
        let Some(stack) = self.stack_at(s, from) else {
            return Err(Illegal::new(Rule("9.91"), "no stack in that hex has to retreat"));
        };
        let Some(edge) = self.board_edge(from, to) else {
            return Err(
                Illegal::new(Rule("9.91"), "a retreat goes from hex to neighbouring hex").about(Ref::Spot(from))
            );
        };
        self.may_retreat(s, stack, Way { to, edge })?;
        match self.retreat_hexes(s, stack).as_slice().contains(&to) {
            true => Ok(()),
            false => Err(Illegal::new(
                Rule("9.91.a"),
                "a retreat goes where the enemy is farthest, and of such hexes into one that he does not control",
            )
            .about(Ref::Spot(to))),
        }
    }

    pub(crate) fn offer_retreats(&self, s: &State, offers: &mut Vec<Offer<Action>>) {
        let mut hexes = Hexes::empty();
        for stack in self.retreating(s) {
            let from = Self::trail(s, stack).here();
            if hexes.insert(from) {
                let about = self.living(s, stack).first().map_or(Ref::Spot(from), Ref::from);
                offers.push(Offer::new(Action::Retreat { from, to: NOWHERE }, about, "retreat"));
            }
        }
    }

    pub(crate) fn open_retreat(&self, s: &State, from: Spot) -> Opening {
        let Some(stack) = self.stack_at(s, from) else { return Opening::Nothing };
        let leg = |spot: Spot| Leg { spot, via: from, cost: 1, end: true, stop: true };
        let legs = self.retreat_hexes(s, stack).iter().map(leg).collect();
        Opening::Path(Reach { from, budget: 1, scale: 0, legs })
    }

    /// One hex on; [9.93] there may be too many units there until the next Movement Phase of their owner ends.
    pub(crate) fn retreat(&self, s: &mut State, from: Spot, to: Spot, r: &mut Referee<Event>) {
        let stack = self.stack_at(s, from).expect("checked: a stack retreats from there");
        let units = self.living(s, stack);
        let Some(side) = units.first().map(|unit| self.side(unit)) else { return };
        let breakthrough = s.battle.is_breakthrough();
        let rule = if breakthrough { Rule("9.97.1") } else { Rule("9.91") };
        r.note(rule, Event::Retreated { units, from, to });
        for unit in units {
            s.retreated.insert(unit);
            if !s.fought.contains(unit) {
                s.out.insert(unit);
            }
            if breakthrough {
                s.broken.insert(unit); // [9.97.2]
            }
            self.pass(s, unit, from, to, r);
            self.put(s, unit, to);
        }
        let trail = &mut s.battle.stacks[usize::from(stack)];
        trail.path.push(to);
        trail.left -= 1;
        if side == Side::US && self.dice_fall(s, to) {
            s.steps.push(Step::Arrival(to));
        }
        if self.enemy_controls(s, side, to) {
            s.steps.push(Step::Lose { side, left: 1, why: Loss::Zone(stack) });
        }
    }

    /// [9.91] Asked even for a single hex. A stack without an open hex loses a step instead; at the map edge its owner is
    /// asked [9.96.a].
    pub(crate) fn settle_retreat(&self, s: &mut State) -> bool {
        let Some(_) = self.retreating(s).next() else {
            s.steps.pop();
            return false;
        };
        let Some(stack) = self.retreating(s).find(|stack| self.retreat_hexes(s, *stack).is_empty()) else {
            return true;
        };
        let trail = Self::trail(s, stack);
        let side = self.living(s, stack).first().map_or(Side::US, |unit| self.side(unit));
        if self.components.map.grid.is_edge(trail.here()) {
            s.steps.push(Step::Blocked { side, stack });
        } else {
            s.battle.stacks[usize::from(stack)].left -= 1;
            s.steps.push(Step::Lose { side, left: 1, why: Loss::Missing(stack) });
        }
        false
    }

    pub(crate) fn offer_blocked(&self, s: &State, stack: u8, offers: &mut Vec<Offer<Action>>) {
        self.offer_losses(self.may_lose(s, Loss::Missing(stack)), offers);
        offers.push(Offer::new(Action::Leave, Ref::Nothing, "leave the map"));
    }

    pub(crate) fn pay_for_blocked(&self, s: &mut State, stack: u8, unit: crate::state::Unit, r: &mut Referee<Event>) {
        s.steps.pop();
        s.battle.stacks[usize::from(stack)].left -= 1;
        self.lose(s, unit, Loss::Missing(stack), r);
    }

    /// [9.96.a] Forced off the map, the whole stack is eliminated.
    pub(crate) fn leave_map(&self, s: &mut State, stack: u8, r: &mut Referee<Event>) {
        s.steps.pop();
        for unit in self.living(s, stack) {
            r.note(Rule("9.96.a"), Event::LeftMap { unit });
            self.eliminate(s, unit, r);
        }
    }

    /// Everybody who belongs to a stack of the loser, for drawing.
    pub(crate) fn stacks_that_go(&self, s: &State) -> Units {
        self.retreating(s).fold(Units::empty(), |all, stack| all | self.living(s, stack))
    }
}
