//! Chapter 7: movement, and what happens where a unit comes to stand.

use crate::action::no;
use crate::components::{Country, Kind};
use crate::event::Event;
use crate::state::{Engineers, Hexes, Side, State, Unit, Units};
use crate::toll::{Known, Mover};
use crate::{Off, RoadToTheRhine};
use board::{Toll, Way};
use referee::{Dice, Illegal, Reach, Referee, Rule, Spot};

impl RoadToTheRhine {
    /// Whether the unit may move at all now. Reserves move by the same rules [13.b]. Nobody has to: a new unit may wait
    /// [23.C.b], a German one enters without maneuver supply [23.C.c].
    pub(crate) fn check_mover(&self, s: &State, unit: Unit) -> Result<(), Illegal> {
        let side = s.attacker();
        let waits = [Off::Waiting, Off::ChartWest, Off::ChartNorth].iter().any(|it| s.at(unit) == self.spot_of(*it));
        if self.side(unit) != side || self.card(unit).air.is_some() || !self.on_map(s, unit) && !waits {
            return Err(no(Rule("7.a"), "this is no unit of yours that could move"));
        }
        if s.reserve_phase {
            if !s.reserve.contains(unit) {
                return Err(no(Rule("13.c"), "only reserves move now"));
            }
        } else if s.reserve.contains(unit) || s.earlier.contains(unit) {
            return Err(no(Rule("4.f"), "it has acted in this player-turn"));
        }
        if s.finished.contains(unit) {
            // Parts of a division that a zone has stopped.
            let part = self.card(unit).set.is_some() && s.spent[unit.index()] > 0;
            if part && self.in_primary(s, side, s.at(unit)) {
                return Err(no(Rule("2.c"), "an enemy zone ends the move"));
            }
            return Err(no(Rule("7.d"), "it has finished its move"));
        }
        if s.gone.contains(unit) {
            return Err(no(Rule("29.C.a"), "it comes back in the next turn"));
        }
        if s.airdrop.contains(unit) {
            return Err(no(Rule("21.A.1.b"), "it was dropped in this impulse"));
        }
        if s.south_only && side == s.initiative && self.on_map(s, unit) && !self.on_south.contains(s.at(unit)) {
            return Err(no(Rule("5.C.2.c"), "this impulse was bought for the south map only"));
        }
        if s.grouped.contains(unit) {
            return Err(no(Rule("22.C.4.a"), "it moves with its brigade"));
        }
        if s.reserve_phase && self.holds_reserves(s) && self.on_north_only(s.at(unit)) && !s.released.contains(unit) {
            return Err(no(Rule("26.e"), "the reserve was not released"));
        }
        Ok(())
    }

    fn on_north_only(&self, hex: Spot) -> bool {
        !self.on_south.contains(hex)
    }

    /// A whole path: what it costs, or the first rule against it.
    pub(crate) fn check_path(&self, s: &State, m: &Mover, path: &[Spot]) -> Result<u16, Illegal> {
        let cost = self.check_steps(s, m, path)?;
        self.check_end(s, m, path.last().copied().unwrap_or(m.start), None)?;
        Ok(cost)
    }

    /// The steps of a path, wherever it ends.
    fn check_steps(&self, s: &State, m: &Mover, path: &[Spot]) -> Result<u16, Illegal> {
        // A path may lead back to where it began: what it passed is taken all the same.
        if path.is_empty() {
            return Err(no(Rule("7.c"), "a move needs a path"));
        }
        let (mut at, mut cost, mut stopped) = (m.start, 0, false);
        let mut naval = 0;
        for to in path {
            let Some(edge) = self.board.edge(at, *to) else { return Err(self.no_neighbours(s, m, at, *to)) };
            let way = Way { to: *to, edge };
            let invests = *to == self.dunkirk && s.here[m.side.other()].contains(*to);
            let step = self.toll(s, m, at, way);
            // Reasons that lie in the hexes themselves come before a stop on the way.
            if stopped && !invests && step.is_ok_and_or_zone() {
                let zone = no(Rule("2.c"), "an enemy zone ends the move");
                return Err(if self.is_hex(at) { zone } else { no(Rule("29.C.a"), "it comes back in the next turn") });
            }
            let (price, stop) = step?;
            naval += self.naval_price(m, at, way);
            if naval > s.naval {
                return Err(no(Rule("25.b"), "no naval points are left"));
            }
            cost += price;
            if cost > m.budget {
                return Err(no(Rule("7.b"), "not enough movement points"));
            }
            stopped = stop;
            at = *to;
        }
        Ok(cost)
    }

    fn no_neighbours(&self, s: &State, m: &Mover, at: Spot, to: Spot) -> Illegal {
        let map = &self.components.map;
        if at == self.spot_of(Off::Waiting) {
            let entry = self.entry_of(s, m.unit);
            return self.check_entry(s, m.unit, to, entry).err().unwrap_or(no(Rule("23.a"), "nobody enters there"));
        }
        let ports = map.transfer_from.contains(&at) || map.transfer_to.contains(&to);
        if m.side == Side::GE && ports && self.is_hex(to) {
            return no(Rule("25.d"), "units are shipped from Flushing or Breskens to Holland");
        }
        if to == self.spot_of(Off::Crossing) {
            return no(Rule("7.c"), "units leave for England over the west edge");
        }
        no(Rule("7.c"), "the hexes are no neighbours")
    }

    /// Naval points a step uses up [25.c], [25.d].
    fn naval_price(&self, m: &Mover, from: Spot, way: Way) -> u8 {
        let tables = &self.components.tables;
        match (m.side, way.edge.0 >= self.map_edges) {
            (Side::AL, _) => 0,
            (Side::GE, true) if self.is_hex(from) && self.is_hex(way.to) => tables.naval_transfer,
            (Side::GE, false) if self.is_sea(way.edge) => tables.naval_crossing,
            (Side::GE, _) => 0,
        }
    }

    /// Whether a move may end there: stacking, supply [7.e], for who has any [7.f], the first turn.
    pub(crate) fn check_end(&self, s: &State, m: &Mover, at: Spot, lines: Option<&Hexes>) -> Result<(), Illegal> {
        if !self.is_hex(at) {
            return Ok(());
        }
        self.check_stack(s, m.side, at, m.units)?;
        let bound = self.on_map(s, m.unit)
            && m.units.iter().all(|unit| !s.unsupplied.contains(unit) || s.airfed.contains(unit));
        if bound {
            let traced = match lines {
                Some(lines) => lines.contains(at),
                None => self.lines_without(s, m).contains(at),
            };
            if !traced {
                return Err(no(Rule("7.e"), "no supply path can be traced there"));
            }
        }
        if m.side == Side::GE && self.disorganized(s) && self.beside_west_or_south(at) {
            return Err(no(Rule("26.b"), "no move may end beside the west or south edge in this player-turn"));
        }
        Ok(())
    }

    /// Beside the west or south edge of the map, whoever's it is.
    fn beside_west_or_south(&self, at: Spot) -> bool {
        let grid = &self.components.map.grid;
        self.components.map.edges[Side::AL].contains(at) || grid.column_row(at).1 == grid.layout().rows
    }

    /// Supply lines when the mover has left its hex.
    pub(crate) fn lines_without(&self, s: &State, m: &Mover) -> Hexes {
        let mut friends = s.here[m.side];
        if self.cancels_zone(s, m) {
            friends.remove(m.start);
        }
        self.lines_with(s, m.side, friends)
    }

    /// Alone in an enemy zone: when it leaves, lines through its hex are cut [6.B.e].
    fn cancels_zone(&self, s: &State, m: &Mover) -> bool {
        self.is_hex(m.start)
            && self.blocks_supply(s, m.side, m.start)
            && (self.stack(s, m.side, m.start) - m.units).is_empty()
    }

    pub(crate) fn check_move(&self, s: &State, unit: Unit, path: &[Spot], breaks: bool) -> Result<(), Illegal> {
        self.check_mover(s, unit)?;
        let m = self.mover(s, unit);
        if breaks {
            self.check_break_later(s, unit)?;
        }
        self.check_path(s, &m, path)?;
        match (breaks, self.set_for(unit), path.last()) {
            (true, Some(set), Some(end)) => self.check_crowd(self.stack(s, m.side, *end) | set),
            _ => Ok(()),
        }
    }

    /// Everything within reach of a unit.
    pub(crate) fn reach_of(&self, s: &State, unit: Unit) -> Reach {
        let m = self.mover(s, unit);
        let lines = self.lines_without(s, &m);
        let known = Known { zones: self.primary_zones(s, m.side), open: self.open_hexes(s, m.side, m.units) };
        let toll = |from: Spot, way: Way| match self.toll_among(s, &m, from, way, Some(&known)) {
            Ok((cost, false)) => Toll::Pay(cost),
            Ok((cost, true)) => Toll::PayAndStop(cost),
            Err(refusal) => Toll::Barred(refusal.rule),
        };
        let mut reach =
            board::reach(&self.board, m.start, m.budget, toll, |at| self.check_end(s, &m, at, Some(&lines)).is_ok());
        self.add_investment(s, &m, &lines, &mut reach);
        reach.in_parts(2)
    }

    /// A lawful path of a few random steps, for playouts: much quicker than everything within reach.
    pub(crate) fn wander(&self, s: &State, unit: Unit, dice: &mut dyn Dice) -> Option<Vec<Spot>> {
        let m = self.mover(s, unit);
        let toll = |from: Spot, way: Way| match self.toll(s, &m, from, way) {
            Ok((cost, false)) => Toll::Pay(cost),
            Ok((cost, true)) => Toll::PayAndStop(cost),
            Err(refusal) => Toll::Barred(refusal.rule),
        };
        // Most ends lie where supply is sure, whoever moves away.
        let sure = self.lines_with(s, m.side, Hexes::empty());
        let may_end = |at: Spot| {
            let known = Some(&sure).filter(|sure| sure.contains(at));
            self.check_end(s, &m, at, known).is_ok()
        };
        board::wander(&self.board, m.start, m.budget, toll, may_end, dice)
    }

    /// [20.b] From the zone around Dunkirk one step further, into it.
    fn add_investment(&self, s: &State, m: &Mover, lines: &Hexes, reach: &mut Reach) {
        let inside = m.start == self.dunkirk || reach.leg(self.dunkirk).is_some();
        if m.side != Side::AL || !s.here[Side::GE].contains(self.dunkirk) || inside {
            return;
        }
        let near = self.ways(self.dunkirk).filter_map(|way| {
            let leg = reach.leg(way.to).copied()?;
            let (cost, _) = self.toll(s, m, way.to, Way { to: self.dunkirk, edge: way.edge }).ok()?;
            (leg.cost + cost <= m.budget).then_some((way.to, leg.cost + cost))
        });
        if let Some((via, cost)) = near.min_by_key(|(_, cost)| *cost) {
            let end = self.check_end(s, m, self.dunkirk, Some(lines)).is_ok();
            reach.legs.push(referee::Leg { spot: self.dunkirk, via, cost, end, stop: true });
        }
    }

    pub(crate) fn move_unit(&self, s: &mut State, unit: Unit, path: &[Spot], breaks: bool, r: &mut Referee<Event>) {
        let m = self.mover(s, unit);
        let cost = self.check_steps(s, &m, path).unwrap_or(0);
        let end = path.last().copied().unwrap_or(m.start);
        // [9.A.a] Only on the way into Dunkirk a zone is passed.
        if path.iter().any(|hex| self.in_primary(s, m.side, *hex)) {
            s.was_in_zone |= m.units;
            s.contact |= m.units;
        }
        let (mut at, mut naval) = (m.start, 0);
        for to in path {
            if let Some(edge) = self.board.edge(at, *to) {
                naval += self.naval_price(&m, at, Way { to: *to, edge });
            }
            self.pass(s, m.side, at, *to, r);
            at = *to;
        }
        s.naval = s.naval.saturating_sub(naval);
        if m.amphibious && self.card(unit).code == Some('B') && self.used_water(s, &m, path) {
            s.engineers = Engineers::Amphibious;
        }
        let rule = move_rule(naval);
        if m.start == self.spot_of(Off::Waiting) && self.is_hex(path[0]) {
            r.note(Rule("23.a"), Event::Entered { unit, at: path[0] });
        }
        for mover in m.units.iter() {
            // [22.C.4.a] Of a group each has spent what the way costs it alone.
            let own = Mover { unit: mover, units: Units::only(mover), budget: u16::MAX, ..m };
            let cost = if m.units.len() == 1 { cost } else { self.check_steps(s, &own, path).unwrap_or(cost) };
            self.put(s, mover, end);
            s.spent[mover.index()] =
                s.spent[mover.index()].saturating_add(u8::try_from(cost).unwrap_or(u8::MAX)).max(1);
            s.finished.insert(mover);
            s.again.remove(mover);
            // [13.d]
            if s.reserve_phase {
                s.reserve.remove(mover);
            }
        }
        if !self.is_hex(end) && end != self.spot_of(Off::England) {
            s.gone |= m.units;
        }
        match end {
            end if end == self.spot_of(Off::Crossing) => {
                r.note(Rule("21.B.4.a"), Event::About { unit, what: "leaves for England" });
            }
            end if end == self.spot_of(Off::England) => {
                r.note(Rule("23.B.a"), Event::About { unit, what: "appears in England" });
            }
            end if !self.is_hex(end) => r.note(Rule("29.C.a"), Event::About { unit, what: "leaves the map" }),
            end => {
                if naval > 0 {
                    r.note(Rule(rule), Event::About { unit, what: "goes by sea" });
                }
                r.note(Rule("7.b"), Event::Moved { unit, to: end, half_points: cost });
            }
        }
        self.note_germany(s, m.units, m.start, end);
        self.garrison_gone(s, m.start, r);
        if self.is_hex(end) {
            self.arrived(s, m.units, true, r);
        }
        if Some(unit) == self.special.ss30 && self.in_primary(s, Side::GE, end) {
            s.ss30_came = true;
        }
        if breaks {
            self.break_down(s, unit, r);
        }
    }

    /// [23.A.c] Allies who come into Germany in their own player-turn; until the next impulse begins it may be the last.
    pub(crate) fn note_germany(&self, s: &mut State, units: Units, from: Spot, to: Spot) {
        let german = |hex: Spot| self.is_hex(hex) && self.components.map.country[hex.index()] == Country::Germany;
        let allied = units.first().is_some_and(|unit| self.side(unit) == Side::AL);
        if allied && !s.reserve_phase && german(to) && !german(from) {
            s.just_in_germany |= units;
        }
    }

    fn used_water(&self, s: &State, m: &Mover, path: &[Spot]) -> bool {
        let mut at = m.start;
        path.iter().any(|to| {
            let edge = self.board.edge(at, *to).filter(|edge| edge.0 < self.map_edges);
            at = *to;
            edge.is_some_and(|edge| (self.is_sea(edge) || self.wide_river(s, edge)) && !self.is_road(edge))
        })
    }

    /// A ground unit passes from one hex into the next: hexes, bridges and aircraft on the ground change hands.
    pub(crate) fn pass(&self, s: &mut State, side: Side, from: Spot, to: Spot, r: &mut Referee<Event>) {
        if !self.is_hex(to) {
            return;
        }
        let was_held = s.held.contains(to);
        self.take_hold(s, side, to);
        if let Some(edge) = self.board.edge(from, to) {
            let crossing = self.components.map.crossings.iter().position(|(_, it)| *it == edge);
            if let Some(bridge) = crossing
                && s.bridges[bridge] != side
            {
                s.bridges[bridge] = side;
                let bridge = u8::try_from(bridge).unwrap_or(0);
                r.note(Rule("34.B.a"), Event::Bridge { bridge, side });
            }
        }
        // [10.A.7.b]
        if let Some(air) = self.air_at(s, to).filter(|air| self.side(*air) != side)
            && !s.here[side.other()].contains(to)
        {
            r.note(Rule("10.A.7.b"), Event::At { unit: air, at: to, what: "is overrun" });
            self.shoot_down(s, air);
        }
        self.note_ports(s, side, to, was_held, r);
    }

    /// Units have come to stand in a hex: zones, enemy reserves, regrouping.
    pub(crate) fn arrived(&self, s: &mut State, units: Units, approach: bool, r: &mut Referee<Event>) {
        let Some(one) = units.first() else { return };
        let (side, hex) = (self.side(one), s.at(one));
        let enemy = side.other();
        if !self.is_hex(hex) {
            return;
        }
        if self.in_primary(s, side, hex) {
            s.was_in_zone |= units;
            s.contact |= units;
        }
        let near: Vec<Spot> = self.ways(hex).map(|way| way.to).filter(|to| s.here[enemy].contains(*to)).collect();
        for to in near {
            let zone = self.in_primary(s, enemy, to);
            for unit in self.stack(s, enemy, to).iter() {
                if zone {
                    s.contact.insert(unit);
                }
                if !s.reserve.contains(unit) {
                    continue;
                }
                // [15.b] Only the reserves of who waits.
                if approach && enemy != s.initiative && !s.reserve_phase {
                    s.approached.insert(unit);
                }
                if zone {
                    self.lose_reserve(s, unit);
                    r.note(Rule("9.C.a"), Event::About { unit, what: "is no longer a reserve" });
                }
            }
        }
    }

    pub(crate) fn is_vehicle(&self, unit: Unit) -> bool {
        matches!(self.card(unit).kind, Kind::Armor | Kind::Cavalry | Kind::AssaultGun)
    }
}

fn move_rule(naval: u8) -> &'static str {
    if naval == 1 { "25.c" } else { "25.d" }
}

/// Whether a step would go, or fails only for what a stop comes before.
trait AfterStop {
    fn is_ok_and_or_zone(&self) -> bool;
}

impl AfterStop for Result<(u16, bool), Illegal> {
    fn is_ok_and_or_zone(&self) -> bool {
        match self {
            Ok(_) => true,
            Err(refusal) => ["2.e", "5.D.1.f"].contains(&refusal.rule.0),
        }
    }
}
