//! M: Movement: tactical, motorized and by rail.

use crate::action::How;
use crate::components::{Ground, Kind, Month, River, Side};
use crate::sequence::Step;
use crate::state::{Hexes, Place, State, Trail, mark};
use crate::supply::{Eyes, Supply};
use crate::{DdayToTheRhine, Event};
use board::{Toll, Way};
use referee::{Dice, Illegal, Leg, Piece, Reach, Ref, Referee, Rule, Spot};

/// What a move needs to know, worked out once.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Front {
    side: Side,
    pub(crate) mountaineer: bool,
    pub(crate) motor: bool,
    pub(crate) zone: Hexes,
    enemies: Hexes,
    unknown: Hexes,
    /// Next to a marker whose nature the mover does not know.
    watched: Hexes,
}

impl DdayToTheRhine {
    /// [ACT.1, I.11] Whether a unit may be activated to move, whatever that costs. [ACT.3] An attack before or after
    /// does not matter.
    pub(crate) fn may_activate(&self, s: &State, side: Side, unit: Piece) -> Result<Spot, Illegal> {
        self.check_own(side, unit)?;
        let refuse = |rule, why| Err(Illegal::new(Rule(rule), why).about(Ref::Piece(unit)));
        let Some(at) = s.at(unit) else { return refuse("ACT.1", "it is not on the map") };
        let card = self.unit(unit);
        if card.mp == 0 {
            return refuse("ACT.5.d", "static units never move");
        }
        if s.has(unit, mark::MOVED) {
            return refuse("ACT.1", "it has moved this month");
        }
        if unit.index() == self.c.tables.held_in_june && s.month == Month(0) {
            return refuse("I.11", "the 5th Panzer Army is held in June");
        }
        self.check_rp(s, side, self.move_cost(s, unit))?;
        Ok(at)
    }

    /// [M.2, SF.2.a, RCO.3] What it costs to activate a unit for movement.
    pub(crate) fn move_cost(&self, s: &State, unit: Piece) -> u8 {
        let south = s.month == self.c.tables.south_france_allied_from
            && self.is_from_the_south(unit)
            && s.has(unit, mark::ENTERED);
        let dietrich = unit == self.sixth_panzer && s.launched == Some(s.month);
        if south || dietrich { 0 } else { self.c.tables.costs.movement }
    }

    pub(crate) fn front(&self, s: &State, unit: Piece, motor: bool) -> Front {
        let card = self.unit(unit);
        self.front_of(s, card.side, card.kind == Kind::Mountain, motor)
    }

    pub(crate) fn front_of(&self, s: &State, side: Side, mountaineer: bool, motor: bool) -> Front {
        let unknown = if side == Side::Allied { s.unknown() } else { Hexes::empty() };
        let enemies = if side == Side::Allied { s.seen_germans() } else { s.occupied[Side::Allied.index()] };
        let zone = self.around(enemies);
        Front { side, mountaineer, motor, zone, enemies, unknown, watched: self.around(unknown) }
    }

    /// [G.7, G.7.a, M.1.a, M.3.b, M.4, M.5, U.15.a, M.7.b, M.8.a, M.8.c] What a step costs, where it stops, and which rule bars it.
    pub(crate) fn toll(&self, front: &Front, way: Way) -> Toll {
        let to = way.to;
        if front.enemies.contains(to) || front.unknown.contains(to) {
            return Toll::Barred(Rule("M.6.b"));
        }
        let rhine = self.c.map.river[way.edge.index()] == River::Rhine;
        if front.motor {
            return match () {
                () if front.zone.contains(to) => Toll::Barred(Rule("M.7.b")),
                () if rhine => Toll::Barred(Rule("M.8.a")),
                () => Toll::Pay(1),
            };
        }
        let ground = self.c.map.ground[to.index()];
        let terrain = self.c.tables.move_cost[ground.index()];
        let zone = if front.zone.contains(to) { self.c.tables.zoc_cost } else { 0 };
        let cost = u16::from(terrain.max(zone)) + u16::from(rhine) * u16::from(self.c.tables.rhine_cost);
        let stops = ground == Ground::Mountain && !front.mountaineer;
        if stops { Toll::PayAndStop(cost) } else { Toll::Pay(cost) }
    }

    /// [U.2.c, M.2.a, ACT.4, ACT.4.a, ACT.4.b] MP of a tactical move begun now.
    pub(crate) fn allowance(&self, s: &State, unit: Piece, supply: &Supply) -> u8 {
        let mp = self.unit(unit).mp;
        if self.is_supplied(s, unit, supply) { mp } else { mp.saturating_sub(1) }
    }

    /// [M.6, M.6.a] Friends may be passed, but nobody stops on them.
    fn may_end(&self, s: &State, side: Side, at: Spot) -> bool {
        !s.holds(side, at)
    }

    pub(crate) fn reach(&self, s: &State, unit: Piece, motor: bool, supply: Option<&Supply>) -> Option<Reach> {
        let from = s.at(unit)?;
        let card = self.unit(unit);
        let left = match s.steps.top() {
            Some(Step::Moving { left, .. }) => left,
            _ if motor => card.mp * 2,
            _ => match supply {
                Some(supply) => self.allowance(s, unit, supply),
                None => self.allowance(s, unit, &self.seen_supply(s, card.side)),
            },
        };
        let front = self.front(s, unit, motor);
        let toll = |_, way: Way| self.toll(&front, way);
        let mut reach =
            board::reach(&self.c.map.board, from, left.into(), toll, |at| at != from && self.may_end(s, card.side, at));
        if reach.ends().next().is_none() && s.units_in(from).all(|other| other == unit) {
            reach.legs.extend(self.way_back(&reach, &front));
        }
        Some(reach)
    }

    /// The cheapest way out and back, for a unit that can end nowhere else.
    pub(crate) fn way_back(&self, reach: &Reach, front: &Front) -> Option<Leg> {
        let back = |leg: &Leg| {
            let edge = self.c.map.board.edge(leg.spot, reach.from)?;
            let (Toll::Pay(cost) | Toll::PayAndStop(cost)) = self.toll(front, Way { to: reach.from, edge }) else {
                return None;
            };
            let cost = leg.cost + cost;
            (!leg.stop && cost <= reach.budget).then_some((cost, leg.spot))
        };
        let (cost, via) = reach.legs.iter().filter_map(back).min()?;
        Some(Leg { spot: reach.from, via, cost, end: true, stop: false })
    }

    /// A lawful path of a few random steps, for playouts: much quicker than a search for every destination.
    pub(crate) fn wander(&self, s: &State, unit: Piece, motor: bool, dice: &mut dyn Dice) -> Option<Vec<Spot>> {
        let start = s.at(unit)?;
        let card = self.unit(unit);
        let front = self.front(s, unit, motor);
        let left = match s.steps.top() {
            Some(Step::Moving { left, .. }) => left.into(),
            _ if motor => u16::from(card.mp) * 2,
            _ => u16::from(self.allowance(s, unit, &self.seen_supply(s, card.side))),
        };
        let toll = |_, way: Way| self.toll(&front, way);
        board::wander(&self.c.map.board, start, left, toll, |end| self.may_end(s, card.side, end), dice)
    }

    /// [M.7, M.7.a, ACT.4.b] Whether a strategic move can begin, by the enemy zone as the mover sees it.
    pub(crate) fn may_go_far(&self, s: &State, unit: Piece, supply: &Supply, zone: &Hexes) -> Result<(), Illegal> {
        let refuse = |rule, why| Err(Illegal::new(Rule(rule), why).about(Ref::Piece(unit)));
        let Some(at) = s.at(unit) else { return refuse("M.7", "it is not on the map") };
        if !self.is_supplied(s, unit, supply) {
            return refuse("M.7.a", "it is out of supply");
        }
        if zone.contains(at) {
            // [M.7.c] Also after an attack: only a destroyed enemy leaves the hex free.
            return refuse("M.7.b", "it stands in an enemy zone");
        }
        Ok(())
    }

    /// [M.9, I.12, SF.2.b]
    pub(crate) fn may_use_rail(&self, s: &State, unit: Piece, supply: &Supply, zone: &Hexes) -> Result<(), Illegal> {
        if self.unit(unit).side != Side::German {
            return Err(Illegal::new(Rule("M.9"), "only Germans move by rail"));
        }
        if s.month < self.c.tables.rail_from {
            return Err(Illegal::new(Rule("I.12"), "there is no rail movement in June"));
        }
        if s.rail_used {
            return Err(Illegal::new(Rule("M.9"), "one unit a month moves by rail"));
        }
        if self.unit(unit).mp == 0 {
            return Err(Illegal::new(Rule("M.9.c"), "static units never move"));
        }
        self.may_go_far(s, unit, supply, zone)
    }

    /// [M.9.b] Hexes a train may pass.
    pub(crate) fn line(&self, s: &State, supply: &Supply) -> Hexes {
        let zone = self.zone(s, Side::Allied, Eyes::Truth);
        supply.hexes - zone - s.allied - s.occupied[Side::Allied.index()]
    }

    /// [M.9.a] Hexes at which a train may stop, if nobody stands there.
    pub(crate) fn stations(&self, s: &State) -> Hexes {
        let cities = self.cities - s.allied;
        self.germany | cities | self.around(cities)
    }

    /// [M.9.a, M.9.b] Where a rail move can end.
    pub(crate) fn rail_ends(&self, s: &State, unit: Piece, supply: &Supply) -> Hexes {
        let Some(from) = s.at(unit) else { return Hexes::empty() };
        let line = self.line(s, supply);
        let (mut reached, mut edge) = (Hexes::only(from), Hexes::only(from));
        while !edge.is_empty() {
            edge = (self.around(edge) & line) - reached;
            reached |= edge;
        }
        (reached & self.stations(s)) - s.occupied[Side::German.index()]
    }

    /// [M.3, M.3.a, M.3.c, M.8] Why a tactical or motorized path is refused.
    pub(crate) fn check_path(
        &self,
        s: &State,
        unit: Piece,
        path: &Trail,
        motor: bool,
        left: u8,
    ) -> Result<(), Illegal> {
        let mut at = s.at(unit).expect("checked: it is on the map");
        let refuse = |rule, why, about| Err(Illegal::new(Rule(rule), why).about(Ref::Spot(about)));
        if path.is_empty() {
            return refuse("M.3", "say where it goes", at);
        }
        let front = self.front(s, unit, motor);
        let (mut left, mut stopped) = (u16::from(left), None);
        for to in path.iter() {
            let edge = if self.is_hex(to) { self.c.map.board.edge(at, to) } else { None };
            let Some(edge) = edge else { return refuse("M.3", "movement goes from hex to hex", to) };
            if let Some(rule) = stopped {
                return refuse(rule, "it has to stop before that", to);
            }
            let cost = match self.toll(&front, Way { to, edge }) {
                Toll::Barred(rule) => return refuse(rule.0, bar_words(rule), to),
                Toll::Pay(cost) => cost,
                Toll::PayAndStop(cost) => {
                    stopped = Some("M.5");
                    cost
                }
            };
            match left.checked_sub(cost) {
                Some(rest) => left = rest,
                None if motor => return refuse("M.8", "a motorized move goes twice the MP in hexes", to),
                None => return refuse("M.3.c", "it has not enough movement points for that hex", to),
            }
            at = to;
        }
        // A way may lead back to where it began: what it passed is taken all the same [M.8.b].
        match s.holds(self.unit(unit).side, at) && s.units_in(at).any(|other| other != unit) {
            true => refuse("M.6", "another unit is there", at),
            false => Ok(()),
        }
    }

    pub(crate) fn check_move(&self, s: &State, side: Side, unit: Piece, path: &Trail) -> Result<(), Illegal> {
        self.may_activate(s, side, unit)?;
        let supply = self.seen_supply(s, side);
        self.check_path(s, unit, path, false, self.allowance(s, unit, &supply))
    }

    pub(crate) fn check_motor(&self, s: &State, side: Side, unit: Piece, path: &Trail) -> Result<(), Illegal> {
        if side != Side::Allied {
            return Err(Illegal::new(Rule("M.8"), "only the Allies move motorized").about(Ref::Piece(unit)));
        }
        self.may_activate(s, side, unit)?;
        self.may_go_far(s, unit, &self.seen_supply(s, side), &self.zone(s, Side::German, Eyes::Allied))?;
        self.check_path(s, unit, path, true, self.unit(unit).mp * 2)
    }

    pub(crate) fn check_rail(&self, s: &State, side: Side, unit: Piece, at: Option<Spot>) -> Result<(), Illegal> {
        self.check_own(side, unit)?;
        if side != Side::German {
            return Err(Illegal::new(Rule("M.9"), "only Germans move by rail").about(Ref::Piece(unit)));
        }
        if self.unit(unit).mp == 0 {
            return Err(Illegal::new(Rule("M.9.c"), "static units never move").about(Ref::Piece(unit)));
        }
        self.may_activate(s, side, unit)?;
        let supply = self.seen_supply(s, side);
        let zone = self.zone(s, Side::Allied, Eyes::Truth);
        self.may_use_rail(s, unit, &supply, &zone)?;
        let Some(at) = at.filter(|at| self.is_hex(*at)) else {
            return Err(Illegal::new(Rule("M.9.a"), "say where the train goes").about(Ref::Piece(unit)));
        };
        if self.rail_ends(s, unit, &supply).contains(at) {
            return Ok(());
        }
        let refuse = |rule, why| Err(Illegal::new(Rule(rule), why).about(Ref::Spot(at)));
        if s.holds(Side::German, at) {
            return refuse("M.6", "another unit is there");
        }
        if !self.stations(s).contains(at) || !supply.hexes.contains(at) {
            return refuse(
                "M.9.a",
                "rail leads to supplied hexes of Germany, or to cities held and hexes next to them",
            );
        }
        if zone.contains(at) {
            return refuse("M.7.b", "that hex lies in an enemy zone");
        }
        refuse("M.9.b", "no supplied line leads there")
    }

    /// A tactical or motorized move, up to where it finds something out.
    pub(crate) fn walk(&self, s: &mut State, unit: Piece, path: &Trail, how: How, left: u8, r: &mut Referee<Event>) {
        let front = self.front(s, unit, how == How::Motor);
        let from = s.at(unit).expect("checked: it is on the map");
        let side = front.side;
        let marker = s.unit(unit).marker;
        let (mut at, mut left, mut gone) = (from, u16::from(left), Trail::new());
        let cost = if matches!(s.steps.top(), Some(Step::Moving { .. })) { 0 } else { self.move_cost(s, unit) };
        let mut revealed = false;
        for to in path.iter() {
            let edge = self.c.map.board.edge(at, to).expect("checked: they touch");
            let price = match self.toll(&front, Way { to, edge }) {
                Toll::Pay(price) | Toll::PayAndStop(price) => price,
                Toll::Barred(_) => unreachable!("checked: the way is open"),
            };
            let found = side == Side::Allied && front.watched.contains(to);
            if found {
                // [O.1.d] Charged by the truth; a motorized move ends before a zone it could not know.
                let zone = self.zone(s, Side::German, Eyes::Truth);
                let truth = Front { zone, ..front };
                match self.toll(&truth, Way { to, edge }) {
                    Toll::Pay(price) | Toll::PayAndStop(price) => left = left.saturating_sub(price),
                    Toll::Barred(_) => {
                        self.reveal_around(s, to, r);
                        left = 0;
                        revealed = true;
                        break;
                    }
                }
                revealed = true;
            } else {
                left -= price;
            }
            gone.push(to);
            at = to;
            // [M.8.b] Whatever it passes.
            self.enter(s, side, to, r);
            if found {
                break;
            }
        }
        // A friend may stand where it was to pass: it ends in the last hex of its way that is free.
        while at != from && s.holds(side, at) {
            let way = gone.as_slice();
            gone = Trail::try_from(&way[..way.len() - 1]).expect("part of a way is no longer than the way");
            at = gone.last().unwrap_or(from);
        }
        if at != from {
            self.put(s, unit, at);
        }
        let rule = match how {
            How::Tactical => "M.2",
            How::Motor => "M.8",
            How::Rail => "M.9",
        };
        r.note_with(Rule(rule), || Event::Moved { unit, from, to: at, path: gone, how, cost, marker });
        self.replace_phantom(s, at, r);
        if revealed {
            self.reveal_around(s, at, r);
        }
        self.meet(s, side, at, r);
        if let Some(Step::Moving { .. }) = s.steps.top() {
            s.steps.pop();
        }
        let mountain = self.c.map.ground[at.index()] == Ground::Mountain && !front.mountaineer && how == How::Tactical;
        if revealed && left > 0 && !mountain {
            let left = u8::try_from(left).unwrap_or(0);
            s.steps.push(Step::Moving { unit, left, motor: how == How::Motor });
        }
    }

    pub(crate) fn start_move(&self, s: &mut State, unit: Piece, path: &Trail, how: How, r: &mut Referee<Event>) {
        let side = self.unit(unit).side;
        let left = match how {
            How::Motor => self.unit(unit).mp * 2,
            _ => self.allowance(s, unit, &self.seen_supply(s, side)),
        };
        let cost = self.move_cost(s, unit);
        self.spend(s, side, cost);
        self.walk(s, unit, path, how, left, r);
        s.mark(unit, mark::MOVED);
        if how == How::Motor {
            s.mark(unit, mark::STRATEGIC);
        }
    }

    /// A unit of this side has gone from a hex: is anybody of his side left?
    pub(crate) fn leave(&self, s: &mut State, side: Side, at: Spot) {
        if !s.units_in(at).any(|unit| self.unit(unit).side == side) {
            s.occupied[side.index()].remove(at);
        }
    }

    pub(crate) fn put(&self, s: &mut State, unit: Piece, at: Spot) {
        let side = self.unit(unit).side;
        if let Some(from) = s.at(unit) {
            s.unit_mut(unit).place = Place::Map(at);
            self.leave(s, side, from);
        }
        s.unit_mut(unit).place = Place::Map(at);
        s.occupied[side.index()].insert(at);
    }

    /// [M.9]
    pub(crate) fn rail(&self, s: &mut State, unit: Piece, at: Spot, r: &mut Referee<Event>) {
        let from = s.at(unit).expect("checked: it is on the map");
        let cost = self.move_cost(s, unit);
        self.spend(s, Side::German, cost);
        s.rail_used = true;
        self.put(s, unit, at);
        s.mark(unit, mark::MOVED | mark::STRATEGIC);
        let marker = s.unit(unit).marker;
        let mut path = Trail::new();
        path.push(at);
        r.note_with(Rule("M.9"), || Event::Moved { unit, from, to: at, path, how: How::Rail, cost, marker });
        self.replace_phantom(s, at, r);
        self.enter(s, Side::German, at, r);
        self.meet(s, Side::German, at, r);
    }
}

fn bar_words(rule: Rule) -> &'static str {
    match rule.0 {
        "M.7.b" => "strategic movement keeps out of enemy zones",
        "M.8.a" => "motorized movement does not cross the Rhine",
        _ => "an enemy unit is there",
    }
}
