//! [7.7] How to retreat.

use crate::HurtgenForest;
use crate::action::Action;
use crate::displacement::{Choices, DISPLACED_TWICE, Withdrawal};
use crate::event::Event;
use crate::sequence::Step;
use crate::state::{Side, State, Unit, Units};
use board::{Path, Way, walks};
use referee::{Illegal, Offer, Opening, Reach, Ref, Referee, Rule, Spot};

/// What a retreating unit can do.
#[derive(Clone, PartialEq, Debug)]
enum Retreat {
    /// [7.73] The whole way through vacant hexes.
    Vacant(Reach),
    /// [7.81] Only over friends: hex by hex, these come next.
    OverFriends(Choices),
    /// [7.74] Only part of the way, and there it is eliminated; nowhere at all if the reach is empty.
    Partial(Reach),
}

impl HurtgenForest {
    /// [7.7] Whether a retreat or displacement may take this step, friends aside.
    pub(crate) fn may_retreat(&self, s: &State, unit: Unit, way: Way) -> Result<(), Illegal> {
        self.check_step_back(s, self.side(unit), self.card(unit).motorized, way)
    }

    /// The same for any unit of a side, motorized or not: nothing else about it matters.
    pub(crate) fn check_step_back(&self, s: &State, side: Side, motorized: bool, way: Way) -> Result<(), Illegal> {
        let refuse = |rule, why| Err(Illegal::new(rule, why).about(Ref::Spot(way.to)));
        if !self.is_hex(way.to) {
            return refuse(Rule("14.13"), "no unit leaves the map by a combat result");
        }
        if s.occupant(way.to).is_some_and(|other| self.side(other) != side) {
            return refuse(Rule("5.12"), "an enemy unit is in that hex");
        }
        if self.terrain_cost(motorized, way.to, way.edge).is_err() {
            return refuse(Rule("7.72"), "the hexside is prohibited to this unit");
        }
        if self.enemy_controls(s, side, way.to) {
            return refuse(Rule("7.71"), "a retreat may not enter an enemy zone"); // [7.71.a] friends do not help
        }
        if self.was_fought_for(s, side, way.to) {
            return refuse(Rule("7.62.c"), "the hex of the defender does not lead away from the combat");
        }
        Ok(())
    }

    /// [7.62.c] A hex of this combat that an eliminated defender has left to its attackers.
    fn was_fought_for(&self, s: &State, side: Side, hex: Spot) -> bool {
        let enemy = |unit: Unit| self.side(unit) != side && s.battle.defenders.contains(unit);
        s.battle
            .trails
            .iter()
            .any(|trail| trail.hexes.as_slice().first() == Some(&hex) && trail.unit.is_some_and(enemy))
    }

    /// Vacant ways of exactly `hexes` steps that lead straight away from where the unit stands. [7.7]
    pub(crate) fn vacant_ways(&self, s: &State, unit: Unit, start: Spot, gone: u8, hexes: u8) -> Reach {
        walks(&self.board, s.at(unit), hexes - gone, |_, way, step| self.leads_away(s, unit, start, way, gone + step))
    }

    /// Whether a step goes into a vacant hex so far away from where the retreat began.
    fn leads_away(&self, s: &State, unit: Unit, start: Spot, way: Way, distance: u8) -> bool {
        self.is_hex(way.to)
            && s.is_vacant(way.to)
            && self.grid.distance(start, way.to) == u16::from(distance)
            && self.may_retreat(s, unit, way).is_ok()
    }

    fn retreat_of(&self, s: &State, unit: Unit, start: Spot, gone: u8, hexes: u8) -> Retreat {
        let mut reach = self.vacant_ways(s, unit, start, gone, hexes);
        if reach.ends().next().is_some() {
            return Retreat::Vacant(reach);
        }
        let next = self.next_over_friends(s, Withdrawal { unit, start, gone, hexes });
        if !next.open.is_empty() {
            return Retreat::OverFriends(next);
        }
        let farthest = reach.legs.iter().map(|leg| leg.cost).max().unwrap_or(0);
        for leg in &mut reach.legs {
            leg.end = leg.cost == farthest;
        }
        Retreat::Partial(reach)
    }

    /// [7.7] It cannot take a single step, not even over friends.
    pub(crate) fn is_doomed(&self, s: &State, unit: Unit, hexes: u8) -> bool {
        let at = s.at(unit);
        // Mostly a vacant hex lies next door, and no search is needed.
        !self.board.ways(at).iter().any(|&way| self.leads_away(s, unit, at, way, 1))
            && !self.can_go_over_friends(s, Withdrawal { unit, start: at, gone: 0, hexes })
    }

    /// Whether it could go the full number of hexes as things stand.
    pub(crate) fn can_retreat(&self, s: &State, unit: Unit, hexes: u8) -> bool {
        let start = s.at(unit);
        self.vacant_ways(s, unit, start, 0, hexes).ends().next().is_some()
            || self.can_go_over_friends(s, Withdrawal { unit, start, gone: 0, hexes })
    }

    /// Every state in which a retreat of one hex can leave things, friends that it displaces included, whoever they
    /// are; or its elimination.
    pub(crate) fn one_hex_back(&self, s: &State, unit: Unit) -> Vec<State> {
        let start = s.at(unit);
        let mut states = vec![];
        let mut moved = |moves: &[(Unit, Spot)]| {
            let mut then = s.clone();
            moves.iter().for_each(|&(unit, to)| self.place(&mut then, unit, to));
            states.push(then);
        };
        match self.retreat_of(s, unit, start, 0, 1) {
            Retreat::Vacant(reach) => reach.ends().for_each(|leg| moved(&[(unit, leg.spot)])),
            Retreat::OverFriends(next) => {
                for to in next.open {
                    let friend = s.occupant(to).expect("a retreat over friends meets one");
                    for exit in self.ends_of_chain(s, Withdrawal { unit, start, gone: 0, hexes: 1 }, to) {
                        moved(&[(friend, exit), (unit, to)]);
                    }
                }
            }
            Retreat::Partial(_) => {
                let mut then = s.clone();
                self.leave_trail(&mut then, unit, start);
                self.take_away(&mut then, unit, self.dead);
                states.push(then);
            }
        }
        states
    }

    pub(crate) fn offer_retreats(&self, units: Units, offers: &mut Vec<Offer<Action>>) {
        for unit in units {
            let action = Action::Retreat { unit, path: Path::default() };
            offers.push(Offer::new(action, unit.into(), "retreat"));
        }
    }

    pub(crate) fn open_retreat(&self, s: &State, unit: Unit, start: Spot, gone: u8, hexes: u8) -> Opening {
        match self.retreat_of(s, unit, start, gone, hexes) {
            Retreat::Vacant(reach) => Opening::Path(reach),
            Retreat::Partial(reach) if reach.legs.is_empty() => Opening::Nothing,
            Retreat::Partial(reach) => Opening::Path(reach),
            Retreat::OverFriends(next) => {
                let at = s.at(unit);
                let leg = |spot| referee::Leg { spot, via: at, cost: 1, end: true, stop: false };
                Opening::Path(Reach { from: at, budget: 1, scale: 0, legs: next.open.into_iter().map(leg).collect() })
            }
        }
    }

    pub(crate) fn check_retreat(
        &self,
        s: &State,
        side: Side,
        units: Units,
        hexes: u8,
        unit: Unit,
        path: &[Spot],
    ) -> Result<(), Illegal> {
        if !self.exists(unit) || self.side(unit) != side || !units.contains(unit) {
            return Err(Illegal::new(Rule("7.62.f"), "this unit does not have to retreat now").about(unit.into()));
        }
        self.check_withdrawal(s, unit, s.at(unit), 0, hexes, path)
    }

    /// [7.71]–[7.74] Step by step, then the distance.
    pub(crate) fn check_withdrawal(
        &self,
        s: &State,
        unit: Unit,
        start: Spot,
        gone: u8,
        hexes: u8,
        path: &[Spot],
    ) -> Result<(), Illegal> {
        let options = self.retreat_of(s, unit, start, gone, hexes);
        let mut at = s.at(unit);
        for (&to, step) in path.iter().zip(gone + 1..) {
            let refuse = |rule, why| Err(Illegal::new(rule, why).about(Ref::Spot(to)));
            let Some(edge) = self.board.edge(at, to) else {
                return refuse(Rule("7.7"), "a retreat goes from hex to adjacent hex");
            };
            self.may_retreat(s, unit, Way { to, edge })?;
            if self.grid.distance(start, to) != u16::from(step) {
                return refuse(Rule("7.74"), "every step must lead away from the combat position");
            }
            let over_friends = match &options {
                Retreat::OverFriends(next) if next.repeated.contains(&to) => {
                    return refuse(Rule("7.82.b"), DISPLACED_TWICE);
                }
                Retreat::OverFriends(next) => next.open.contains(&to),
                Retreat::Vacant(_) | Retreat::Partial(_) => false,
            };
            if !s.is_vacant(to) && !over_friends {
                let needless = matches!(options, Retreat::Vacant(_));
                let rule = if needless { Rule("7.73") } else { Rule("7.82") };
                return refuse(
                    rule,
                    if needless { "a vacant way is open" } else { "the unit there could not be displaced" },
                );
            }
            at = to;
        }
        let wanted = match &options {
            Retreat::Vacant(_) => usize::from(hexes - gone),
            Retreat::OverFriends(_) => 1,
            Retreat::Partial(reach) => usize::from(reach.legs.iter().map(|leg| leg.cost).max().unwrap_or(0)),
        };
        let fits = match &options {
            Retreat::OverFriends(next) => path.iter().all(|to| next.open.contains(to)),
            // A dead end on the way is no way: the path must be a whole one.
            Retreat::Vacant(reach) | Retreat::Partial(reach) => {
                path.last().is_none_or(|end| reach.leg(*end).is_some_and(|leg| leg.end))
            }
        };
        if path.len() != wanted || !fits {
            let why = "a retreat goes the full number of hexes, or as far as it can";
            return Err(Illegal::new(Rule("7.74"), why).about(unit.into()));
        }
        Ok(())
    }

    /// Carries out what was checked, and pushes what has to follow.
    pub(crate) fn retreat(&self, s: &mut State, unit: Unit, path: &[Spot], r: &mut Referee<Event>) {
        let (start, gone, hexes) = match s.now() {
            Some(Step::Withdraw { start, gone, hexes, .. }) => {
                s.steps.pop();
                (start, gone, hexes)
            }
            Some(Step::Retreat { side, mut units, hexes }) => {
                units.remove(unit);
                s.steps.pop();
                s.steps.push(Step::Retreat { side, units, hexes });
                (s.at(unit), 0, hexes)
            }
            step => unreachable!("no retreat in {step:?}"),
        };
        let options = self.retreat_of(s, unit, start, gone, hexes);
        match options {
            Retreat::OverFriends(_) => {
                s.steps.push(Step::Withdraw { unit, start, gone, hexes });
                self.step_over_friends(s, unit, path[0], r);
            }
            Retreat::Vacant(_) => {
                self.walk_away(s, unit, path, r);
            }
            Retreat::Partial(reach) => {
                let rule = self.why_doomed(s, unit, start, gone, reach.legs.is_empty());
                self.walk_away(s, unit, path, r);
                self.leave_trail(s, unit, s.at(unit));
                self.eliminate(s, unit, rule, r);
            }
        }
    }

    /// [7.91] Leaves a trail behind; the hex in which the unit stops does not belong to it.
    fn walk_away(&self, s: &mut State, unit: Unit, path: &[Spot], r: &mut Referee<Event>) {
        for &to in path {
            self.leave_trail(s, unit, s.at(unit));
            self.place(s, unit, to);
        }
        if !path.is_empty() {
            let path = path.iter().copied().collect();
            r.note(Rule("7.7"), Event::Retreated { unit, path });
        }
    }

    /// The rule that leaves a unit no way: the ban on motorized units, a friend that cannot be displaced, the
    /// map edge, or else simply that the way is too short.
    fn why_doomed(&self, s: &State, unit: Unit, start: Spot, gone: u8, stuck: bool) -> Rule {
        if !stuck {
            return Rule("7.74");
        }
        let away: Vec<Way> = (self.board.ways(s.at(unit)).iter().copied())
            .filter(|way| !self.is_hex(way.to) || self.grid.distance(start, way.to) == u16::from(gone + 1))
            .collect();
        let lawful_on_foot = |way: &Way| {
            self.is_hex(way.to)
                && self.terrain_cost(false, way.to, way.edge).is_ok()
                && !self.enemy_controls(s, self.side(unit), way.to)
                && s.occupant(way.to).is_none()
        };
        if self.card(unit).motorized && away.iter().any(lawful_on_foot) {
            return Rule("5.24.a");
        }
        if away.iter().any(|way| self.is_hex(way.to) && self.may_retreat(s, unit, *way).is_ok() && !s.is_vacant(way.to))
        {
            return Rule("7.82");
        }
        if away.iter().any(|way| self.may_retreat(s, unit, *way).is_err_and(|illegal| illegal.rule == Rule("7.62.c"))) {
            return Rule("7.62.c");
        }
        let off_map = self.grid.neighbours(s.at(unit)).count() < 6;
        if off_map { Rule("14.13") } else { Rule("7.74") }
    }

    /// [7.91] One more hex of the Path of Retreat.
    pub(crate) fn leave_trail(&self, s: &mut State, unit: Unit, hex: Spot) {
        let mine = |trail: &&mut crate::state::Trail| trail.unit.is_none_or(|owner| owner == unit);
        let trail = s.battle.trails.iter_mut().find(mine).expect("at most seven units stand in a combat");
        trail.unit = Some(unit);
        trail.hexes.push(hex);
    }
}
