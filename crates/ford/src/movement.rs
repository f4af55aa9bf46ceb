//! [2.0] Movement: what a step costs, where it stops, and which rule bars it.

use crate::components::Hexside;
use crate::sequence::Step;
use crate::state::{Bridge, Side, State, Trail};
use crate::{Event, Ford};
use board::{Edge, Toll, Way, reach};
use referee::{Illegal, Piece, Reach, Ref, Referee, Rule, Spot};

impl Ford {
    /// [2.1], [2.2], [2.3], [2.5] What it takes a unit to step into the next hex. The search, the check
    /// and the walk all ask here.
    fn toll(&self, s: &State, side: Side, way: Way) -> Toll {
        if let Err(rule) = self.crossable(s, way.edge) {
            return Toll::Barred(rule);
        }
        if self.occupied_by(s, side.other(), way.to) {
            return Toll::Barred(Rule("2.1"));
        }
        let cost = self.cost(way);
        if self.watched(s, side.other(), way.to) { Toll::PayAndStop(cost) } else { Toll::Pay(cost) }
    }

    /// [2.5], [4.4] Whether anything at all can go over a hexside: moves, zones, attacks, retreats.
    pub(crate) fn crossable(&self, s: &State, edge: Edge) -> Result<(), Rule> {
        match self.map.hexside(edge) {
            Hexside::River => Err(Rule("2.5")),
            Hexside::Bridge if s.bridge == Bridge::Blown => Err(Rule("4.4")),
            Hexside::Land | Hexside::Road | Hexside::Ford | Hexside::Bridge => Ok(()),
        }
    }

    /// [2.2] Whether a unit of this side stands next to the hex, with nothing impassable between.
    pub(crate) fn watched(&self, s: &State, by: Side, hex: Spot) -> bool {
        let ways = self.map.board.ways(hex).iter();
        ways.filter(|way| self.crossable(s, way.edge).is_ok()).any(|way| self.occupied_by(s, by, way.to))
    }

    /// [2.3], [2.5]
    fn cost(&self, way: Way) -> u16 {
        let ground = self.tables.of(self.map.ground[way.to.index()]).cost;
        match self.map.hexside(way.edge) {
            Hexside::Road | Hexside::Bridge => self.tables.way.road,
            Hexside::Ford => ground + self.tables.way.ford,
            Hexside::Land | Hexside::River => ground,
        }
    }

    /// [2.1] A path may lead through a friend, but not end on one.
    fn may_end(&self, s: &State, hex: Spot) -> Result<(), Illegal> {
        match s.occupant(hex) {
            Some(_) => {
                Err(Illegal::new(Rule("2.1"), "the hex is taken: pass through or stop short of it")
                    .about(Ref::Spot(hex)))
            }
            None => Ok(()),
        }
    }

    /// Everywhere a unit on the map can go with these points.
    pub(crate) fn reach(&self, s: &State, unit: Piece, points: u16) -> Option<Reach> {
        let side = self.side(unit);
        let toll = |_, way| self.toll(s, side, way);
        Some(reach(&self.map.board, s.at(unit)?, points, toll, |hex| self.may_end(s, hex).is_ok()))
    }

    pub(crate) fn can_go(&self, s: &State, unit: Piece, points: u16) -> bool {
        let Some(from) = s.at(unit) else { return false };
        let next_door = |way: &Way| match self.toll(s, self.side(unit), *way) {
            Toll::Pay(cost) | Toll::PayAndStop(cost) => cost <= points && self.may_end(s, way.to).is_ok(),
            Toll::Barred(_) => false,
        };
        // Only a unit among friends has to look further than the next hex.
        self.map.board.ways(from).iter().any(next_door)
            || self.reach(s, unit, points).is_some_and(|reach| reach.ends().next().is_some())
    }

    /// [2.4] Units that may still move in this phase and can go somewhere.
    pub(crate) fn movers(&self, s: &State, side: Side) -> impl Iterator<Item = Piece> {
        self.on_map(s, side).filter(|unit| !s.moved.contains(*unit) && self.can_go(s, *unit, self.unit(*unit).movement))
    }

    /// The points a unit has for the move that is being decided.
    pub(crate) fn points(&self, s: &State, unit: Piece) -> u16 {
        match s.steps.top() {
            Some(Step::Moving { unit: moving, left }) if moving == unit => left,
            _ => self.unit(unit).movement,
        }
    }

    pub(crate) fn check_move(&self, s: &State, side: Side, unit: Piece, path: &Trail) -> Result<(), Illegal> {
        let refusal = Illegal::new(Rule("2.4"), "only a unit of yours on the map can move");
        let from = self.place_of(s, side, unit, refusal)?;
        if s.moved.contains(unit) {
            return Err(Illegal::new(Rule("2.4"), "the unit has already moved in this phase").about(Ref::Piece(unit)));
        }
        self.check_path(s, unit, from, path)
    }

    /// [2.6] Only the unit that was interrupted goes on.
    pub(crate) fn check_going_on(&self, s: &State, moving: Piece, unit: Piece, path: &Trail) -> Result<(), Illegal> {
        match s.at(moving) {
            Some(from) if unit == moving => self.check_path(s, unit, from, path),
            _ => Err(Illegal::new(Rule("2.6"), "first end the move that was interrupted").about(Ref::Piece(moving))),
        }
    }

    fn check_path(&self, s: &State, unit: Piece, from: Spot, path: &Trail) -> Result<(), Illegal> {
        let (side, points) = (self.side(unit), self.points(s, unit));
        if path.last().is_none_or(|end| end == from) {
            return Err(Illegal::new(Rule("2.4"), "a move must end in another hex").about(Ref::Piece(unit)));
        }
        let refuse = |rule, why, hex| Err(Illegal::new(rule, why).about(Ref::Spot(hex)));
        let (mut at, mut spent, mut stopped) = (from, 0, false);
        for to in path.iter() {
            let Some(edge) = self.map.board.edge(at, to) else {
                return refuse(Rule("2.3"), "a move goes from hex to neighbouring hex", to);
            };
            if stopped {
                return refuse(Rule("2.2"), "a unit must stop in the first hex that an enemy watches", at);
            }
            match self.toll(s, side, Way { to, edge }) {
                Toll::Pay(cost) => spent += cost,
                Toll::PayAndStop(cost) => (spent, stopped) = (spent + cost, true),
                Toll::Barred(rule) => return refuse(rule, why_barred(rule), to),
            }
            if spent > points {
                return refuse(Rule("2.3"), "the unit has not enough movement points to get here", to);
            }
            at = to;
        }
        self.may_end(s, at)
    }

    /// Walks until the path ends or something interrupts it. An interrupted move stays on the stack.
    pub(crate) fn move_unit(&self, s: &mut State, unit: Piece, path: &Trail, r: &mut Referee<Event>) {
        let mut at = s.at(unit).expect("a unit that moves is on the map");
        let mut left = self.points(s, unit);
        let mut trail = Trail::new();
        if let Some(Step::Moving { .. }) = s.steps.top() {
            s.steps.pop();
        }
        s.moved.insert(unit);
        for to in path.iter() {
            let edge = self.map.board.edge(at, to).expect("a checked path has no gaps");
            left = match self.toll(s, self.side(unit), Way { to, edge }) {
                Toll::Pay(cost) => left - cost,
                Toll::PayAndStop(_) | Toll::Barred(_) => 0,
            };
            trail.push(to);
            at = to;
            if self.sets_off_mine(s, unit, to) || self.sets_off_charge(s, unit, to) {
                s.steps.push(Step::Moving { unit, left }); // [2.6]
                break;
            }
        }
        r.note(Rule("2.3"), Event::Moved { unit, trail });
        for hex in trail.iter() {
            self.enter(s, unit, hex, r);
        }
    }

    /// Puts a unit into a hex, in whatever way it came there, and sees to what that sets off.
    pub(crate) fn enter(&self, s: &mut State, unit: Piece, hex: Spot, r: &mut Referee<Event>) {
        s.unit_mut(unit).at = Some(hex);
        self.take_village(s, unit, hex, r);
        self.tread_on_mine(s, unit, hex, r);
        if self.sets_off_charge(s, unit, hex) {
            s.steps.push(Step::Ruse { unit });
        }
    }
}

/// The rules that [`Ford::toll`] bars a step with, in a player's words.
fn why_barred(rule: Rule) -> &'static str {
    match rule.0 {
        "2.1" => "an enemy stands there",
        "2.5" => "the river can be crossed only at the bridge and at the ford",
        "4.4" => "the bridge is blown",
        _ => "the way is barred",
    }
}
