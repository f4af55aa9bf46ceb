//! [6.4] to [6.6] Retreat and advance.

use crate::sequence::Step;
use crate::state::{Battle, Side, State, Trail, Units};
use crate::{Event, Ford};
use board::{Way, walks};
use referee::{Illegal, Piece, Reach, Ref, Referee, Rule, Spot};

impl Ford {
    /// [6.4], [6.6] The defender retreats; then an attacker may follow.
    pub(crate) fn drive_back(&self, s: &mut State, battle: Battle) {
        let into = s.at(battle.target).expect("a defender is on the map until it is driven from it");
        s.steps.push(Step::Advance { attackers: battle.attackers, into });
        s.steps.push(Step::Retreat(Units::only(battle.target)));
    }

    /// [6.4]
    fn may_retreat(&self, s: &State, side: Side, way: Way) -> Result<(), Illegal> {
        let refuse = |rule, why| Err(Illegal::new(rule, why).about(Ref::Spot(way.to)));
        if let Err(rule) = self.crossable(s, way.edge) {
            return refuse(rule, "no retreat leads across the water here");
        }
        if s.occupant(way.to).is_some() {
            return refuse(Rule("6.4"), "a retreat must end in an empty hex");
        }
        if self.watched(s, side.other(), way.to) {
            return refuse(Rule("6.4"), "a unit may not retreat into a hex that an enemy watches");
        }
        Ok(())
    }

    /// Every hex a unit can retreat to.
    pub(crate) fn retreats(&self, s: &State, unit: Piece) -> Option<Reach> {
        let side = self.side(unit);
        Some(walks(&self.map.board, s.at(unit)?, 1, |_, way, _| self.may_retreat(s, side, way).is_ok()))
    }

    pub(crate) fn can_retreat(&self, s: &State, unit: Piece) -> bool {
        let side = self.side(unit);
        s.at(unit)
            .is_some_and(|from| self.map.board.ways(from).iter().any(|way| self.may_retreat(s, side, *way).is_ok()))
    }

    pub(crate) fn check_retreat(&self, s: &State, units: Units, unit: Piece, path: &Trail) -> Result<(), Illegal> {
        let from = s.units.get(unit.index()).and_then(|unit| unit.at).filter(|_| units.contains(unit));
        let Some(from) = from else {
            return Err(Illegal::new(Rule("6.4"), "this unit does not have to retreat").about(Ref::Piece(unit)));
        };
        let &[to] = path.as_slice() else {
            return Err(Illegal::new(Rule("6.4"), "a retreat goes exactly one hex").about(Ref::Piece(unit)));
        };
        let Some(edge) = self.map.board.edge(from, to) else {
            return Err(Illegal::new(Rule("6.4"), "a retreat goes to a neighbouring hex").about(Ref::Spot(to)));
        };
        self.may_retreat(s, self.side(unit), Way { to, edge })
    }

    /// [6.4] The other units that must retreat wait for their turn.
    pub(crate) fn retreat(&self, s: &mut State, units: Units, unit: Piece, path: &Trail, r: &mut Referee<Event>) {
        s.steps.pop();
        let waiting = units - Units::only(unit);
        if !waiting.is_empty() {
            s.steps.push(Step::Retreat(waiting));
        }
        for to in path.iter() {
            r.note(Rule("6.4"), Event::Retreated { unit, to });
            self.enter(s, unit, to, r);
        }
    }

    /// [6.6], [2.5] Zones do not matter, water does.
    pub(crate) fn may_advance(&self, s: &State, unit: Piece, into: Spot) -> Result<(), Illegal> {
        let refuse = |rule, why| Err(Illegal::new(rule, why).about(Ref::Piece(unit)));
        let from = s.units.get(unit.index()).and_then(|unit| unit.at);
        let Some(edge) = from.and_then(|from| self.map.board.edge(from, into)) else {
            return refuse(Rule("6.6"), "the unit no longer stands next to the hex");
        };
        if s.occupant(into).is_some() {
            return refuse(Rule("6.6"), "the hex is not empty");
        }
        match self.crossable(s, edge) {
            Err(rule) => refuse(rule, "the water lies between"),
            Ok(()) => Ok(()),
        }
    }

    pub(crate) fn check_advance(&self, s: &State, attackers: Units, into: Spot, unit: Piece) -> Result<(), Illegal> {
        if !attackers.contains(unit) {
            return Err(Illegal::new(Rule("6.6"), "only an attacker may advance").about(Ref::Piece(unit)));
        }
        self.may_advance(s, unit, into)
    }

    pub(crate) fn advance(&self, s: &mut State, unit: Piece, into: Spot, r: &mut Referee<Event>) {
        s.steps.pop();
        r.note(Rule("6.6"), Event::Advanced { unit, to: into });
        self.enter(s, unit, into, r);
    }
}
