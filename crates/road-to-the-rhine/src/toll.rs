//! Chapter 8: what a step costs, and who may take it; German naval movement (25), fronts (27.B).

use crate::action::no;
use crate::arrivals::Entry;
use crate::components::{Ground, Kind, Map, Place, Tables, UnitCard, side};
use crate::state::{Engineers, Hexes, Options, Side, Ss30, State, Unit, Units};
use crate::{National, Off, RoadToTheRhine};
use board::{Edge, Way};
use referee::{Illegal, Rule, Spot};

/// Who moves, and what he has.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Mover {
    pub(crate) unit: Unit,
    /// The unit, and who goes along [22.C.4.a].
    pub(crate) units: Units,
    pub(crate) side: Side,
    pub(crate) start: Spot,
    pub(crate) began: Spot,
    /// Half points left.
    pub(crate) budget: u16,
    /// [5.D.1.a] Has maneuver supply or needs none.
    pub(crate) supplied: bool,
    /// [22.B.1] Crosses water like a commando.
    pub(crate) amphibious: bool,
    /// For who waits: where he may come.
    pub(crate) entry: Option<Entry>,
}

/// How units go over ground: Allied or German, on foot or not.
pub(crate) fn gait_of(unit: &UnitCard) -> u8 {
    let foot = unit.kind == Kind::Mountain || unit.movement <= 10;
    unit.side as u8 * 2 + u8::from(foot)
}

/// By gait and hex: what it takes to enter, without roads and rivers.
pub(crate) fn hex_costs(map: &Map, tables: &Tables) -> [Vec<u16>; 4] {
    [(Side::AL, false), (Side::AL, true), (Side::GE, false), (Side::GE, true)].map(|(side, foot)| {
        let cost = |hex: Spot| {
            let i = hex.index();
            let ground = match (map.place[i], map.ground[i]) {
                (Place::City | Place::Major, _) => tables.city,
                (_, Ground::Rough) => tables.rough,
                (_, Ground::Mountain) if foot => tables.mountain_foot,
                (_, Ground::Mountain) => tables.mountain,
                (_, Ground::Clear | Ground::Sea) => tables.clear,
            };
            if map.fortified[i] && side == Side::AL { ground.max(tables.fortified) } else { ground }
        };
        map.grid.spots().map(cost).collect()
    })
}

/// What is known of the whole map while somebody looks for ways.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Known {
    pub(crate) zones: Hexes,
    /// Hexes that are open to the mover from wherever he comes.
    pub(crate) open: Hexes,
}

impl RoadToTheRhine {
    /// [7.b] What a unit has in this phase, in sixteenths of a point. Halved for each of [5.D.1.d], [6.C.a] (both: [6.E]) and
    /// [21.A.6], then for weather [17.b], [17.c], [17.d]; what the die brings is in the table [17.T].
    pub(crate) fn allowance(&self, s: &State, unit: Unit) -> u16 {
        let card = self.card(unit);
        let mut points = u16::from(card.movement) * 16;
        let br52 = Some(unit) == self.special.br52 && s.dropped.contains(unit);
        if s.unsupplied.contains(unit) && !s.airfed.contains(unit) {
            points /= 2;
        }
        if card.needs && !s.supplied.contains(unit) && !br52 {
            points /= 2;
        }
        if s.dropped.contains(unit) {
            points /= 2;
        }
        let effect = &self.components.tables.effects[s.weather as usize];
        points /= effect.divide;
        points.saturating_sub(effect.less[card.side as usize] * 16)
    }

    /// Half points that a unit still has in this phase.
    fn points_left(&self, s: &State, unit: Unit) -> u16 {
        (self.allowance(s, unit) / 8).saturating_sub(s.spent[unit.index()].into())
    }

    /// [5.D.1.a], [21.B.2.c]
    pub(crate) fn lacks_fuel(&self, s: &State, unit: Unit) -> bool {
        let br52 = Some(unit) == self.special.br52 && s.dropped.contains(unit);
        self.card(unit).needs && !s.supplied.contains(unit) && !br52
    }

    /// [22.B.1], [22.C.4.a] Commandos, amphibious brigades, also alone [22.C.4.c], and who goes with them; in reserve phases
    /// commandos only [22.C.5].
    pub(crate) fn is_amphibious(&self, s: &State, unit: Unit) -> bool {
        let card = self.card(unit);
        match card.kind {
            Kind::Commando => true,
            _ if s.reserve_phase => false,
            Kind::Specialized => match card.code {
                Some('A') => true,
                Some('B') => s.engineers != Engineers::Support,
                _ => false,
            },
            _ if !s.grouped.contains(unit) || !self.is_led_over(s, unit) => false,
            _ => s.engineers != Engineers::Support || !self.is_of_engineers(s, unit),
        }
    }

    /// Whether an amphibious brigade beside a unit takes it along: not as a reserve [22.C.5].
    fn is_led_over(&self, s: &State, unit: Unit) -> bool {
        let leads = |it: Unit| matches!(self.card(it).code, Some('A' | 'B')) && !s.reserve.contains(it);
        self.stack(s, Side::AL, s.at(unit)).iter().any(leads)
    }

    /// The B brigade, or a brigade that goes with it.
    pub(crate) fn is_of_engineers(&self, s: &State, unit: Unit) -> bool {
        let leads = |it: Unit| self.card(it).code == Some('B');
        leads(unit) || s.grouped.contains(unit) && self.stack(s, Side::AL, s.at(unit)).iter().any(leads)
    }

    pub(crate) fn mover(&self, s: &State, unit: Unit) -> Mover {
        let brigade = self.card(unit).kind == Kind::Specialized;
        let hex = s.at(unit);
        let mut units = Units::only(unit);
        if brigade {
            units.extend(s.grouped.iter().filter(|it| s.at(*it) == hex));
        }
        Mover {
            unit,
            units,
            side: self.side(unit),
            start: hex,
            began: s.began[unit.index()],
            budget: units.iter().map(|it| self.points_left(s, it)).min().unwrap_or(0),
            supplied: !units.iter().any(|it| self.lacks_fuel(s, it)),
            amphibious: self.is_amphibious(s, unit),
            entry: (hex == self.spot_of(Off::Waiting)).then(|| self.entry_of(s, unit)),
        }
    }

    /// [27.B.a], [27.B.b], [27.B.c] Whether a unit may be used in a hex.
    pub(crate) fn check_front(&self, unit: Unit, from: Spot, to: Spot) -> Result<(), Illegal> {
        if self.side(unit) == Side::GE || !self.is_hex(to) {
            return Ok(());
        }
        let (own, refusal) = match self.group_of(unit) {
            National::US => return Ok(()),
            National::French if Some(unit) == self.special.french2 => return Ok(()),
            National::French => (&self.on_south, no(Rule("27.B.a"), "French units are used on the south map only")),
            National::Third => (&self.on_north, no(Rule("27.B.c"), "these units are used on the north map only")),
        };
        let row = |hex: Spot| i16::from(self.components.map.grid.column_row(hex).1);
        let far = |hex: Spot| (row(hex) - 29).abs();
        let back = self.is_hex(from) && !own.contains(from) && far(to) < far(from);
        if own.contains(to) || back { Ok(()) } else { Err(refusal) }
    }

    /// [26.a] to [26.c] The German player-turn of the campaign's first turn.
    pub(crate) fn disorganized(&self, s: &State) -> bool {
        self.is_first_turn(s) && s.initiative == Side::GE
    }

    /// [26.e] German reserves must be released: in the Allied player-turn of the first turn.
    pub(crate) fn holds_reserves(&self, s: &State) -> bool {
        self.is_first_turn(s) && s.initiative == Side::AL
    }

    pub(crate) fn is_first_turn(&self, s: &State) -> bool {
        let card = self.scenario(s);
        card.first_turn && s.turn == card.from.0
    }

    /// What it takes to enter a hex without a road, in half points [8.a]; Western Holland is clear ground [8.f].
    #[inline]
    pub(crate) fn hex_cost(&self, unit: Unit, hex: Spot) -> u16 {
        self.hex_costs[usize::from(self.card(unit).gait)][hex.index()]
    }

    /// [8.c] Half the printed allowance, in half points.
    fn half_allowance(&self, unit: Unit, exact: bool) -> u16 {
        let printed = u16::from(self.card(unit).movement);
        if exact { printed } else { printed.div_ceil(2) * 2 }
    }

    /// A step: what it costs and whether it ends the move; or the rule against it.
    pub(crate) fn toll(&self, s: &State, m: &Mover, from: Spot, way: Way) -> Result<(u16, bool), Illegal> {
        self.toll_among(s, m, from, way, None)
    }

    /// [3.a], [27.B.a], [29.B.a], [5.C.2.c], [32.G.4] Hexes that are open to all the movers, whatever hex they come from; into others
    /// they may have a way too.
    pub(crate) fn open_hexes(&self, s: &State, side: Side, units: Units) -> Hexes {
        let mut open = self.land - s.here[side.other()];
        if s.south_only && side == s.initiative {
            open &= self.on_south;
        }
        if self.scenario(s).north_only {
            open &= self.on_north;
        }
        for unit in units.iter().filter(|_| side == Side::AL) {
            match self.group_of(unit) {
                National::US => {}
                National::French if Some(unit) == self.special.french2 => {}
                National::French => open &= self.on_south,
                National::Third => open &= self.on_north,
            }
        }
        // Whom the first turn binds is asked hex by hex.
        if s.reserve_phase && self.is_first_turn(s) { Hexes::empty() } else { open }
    }

    /// The same where zones and open hexes of the whole map are known.
    pub(crate) fn toll_among(
        &self,
        s: &State,
        m: &Mover,
        from: Spot,
        way: Way,
        known: Option<&Known>,
    ) -> Result<(u16, bool), Illegal> {
        let to = way.to;
        if way.edge.0 >= self.map_edges {
            return self.special_toll(s, m, from, to);
        }
        if !known.is_some_and(|known| known.open.contains(to)) {
            self.check_hex(s, m, from, to)?;
        }
        let zoned = match known {
            Some(known) => [known.zones.contains(from), known.zones.contains(to)],
            None => [self.in_primary(s, m.side, from), self.in_primary(s, m.side, to)],
        };
        let edge = way.edge;
        let sides = self.sides_of(edge);
        if sides & !(side::ROAD | side::CANAL) == 0 {
            let stop = self.check_zones(s, m, from, to, zoned)?;
            let canal = if sides & side::CANAL == 0 { 0 } else { self.components.tables.canal };
            let cost =
                if sides & side::ROAD != 0 { self.components.tables.road } else { self.ground_cost(m, to) + canal };
            return Ok((cost, stop));
        }
        if self.dam_stands(s, edge) {
            return Err(no(Rule("12.B.j"), "nobody crosses a dam"));
        }
        let road = self.is_road(edge);
        let sea = self.is_sea(edge);
        let naval = sea && m.side == Side::GE;
        if naval {
            if s.reserve_phase || s.initiative != Side::GE {
                return Err(no(Rule("25.a"), "naval movement is for the German player-turn"));
            }
            if s.naval < self.components.tables.naval_crossing {
                return Err(no(Rule("25.b"), "no naval points are left"));
            }
        }
        let wide = self.wide_river(s, edge);
        if (sea || wide) && !naval {
            let by_road = road && self.flooded(s, edge) && s.options.has(Options::FLOOD_ROADS);
            let adjacent = m.began == from || m.began == to;
            if !adjacent && !m.amphibious && !by_road {
                return Err(no(Rule("8.b"), "the unit did not begin the impulse beside this hexside"));
            }
        }
        if (sea || wide) && zoned[1] && self.in_secondary(s, m.side, from) {
            return Err(no(Rule("2.j"), "no step over water from a secondary zone into a primary zone"));
        }
        let stop = self.check_zones(s, m, from, to, zoned)?;
        // [8.h], [8.i] Along the road, whatever the hexside carries.
        if road {
            return Ok((self.components.tables.road, stop));
        }
        let tables = &self.components.tables;
        let side = self.side_cost(s, m, edge, sea || wide, tables.minor, tables.canal);
        Ok((self.ground_cost(m, to) + side, stop))
    }

    /// What the dearest of those who go together pays for a hex.
    fn ground_cost(&self, m: &Mover, to: Spot) -> u16 {
        if m.units == Units::only(m.unit) {
            return self.hex_cost(m.unit, to);
        }
        m.units.iter().map(|unit| self.hex_cost(unit, to)).max().unwrap_or(0)
    }

    fn side_cost(&self, s: &State, m: &Mover, edge: Edge, water: bool, minor: u16, canal: u16) -> u16 {
        if water && m.units.len() == 1 {
            return self.half_allowance(m.unit, m.amphibious);
        }
        if water {
            // Each pays half of its own allowance: what the group loses is what it can no longer spend together.
            let rest = |it: Unit| self.points_left(s, it).saturating_sub(self.half_allowance(it, m.amphibious));
            return m.budget.saturating_sub(m.units.iter().map(rest).min().unwrap_or(0));
        }
        let by_canal = self.sides_of(edge) & side::CANAL != 0;
        match (self.is_minor(s, edge), by_canal) {
            (true, _) => minor,
            (false, true) => canal,
            (false, false) => 0,
        }
    }

    /// Whether the hex itself is open to the mover. Friends never close one [3.d].
    fn check_hex(&self, s: &State, m: &Mover, from: Spot, to: Spot) -> Result<(), Illegal> {
        if self.swiss.contains(to) {
            return Err(no(Rule("29.B.a"), "nobody enters Switzerland"));
        }
        if self.all_sea.contains(to) {
            return Err(no(Rule("8.a"), "that hex is all sea"));
        }
        if s.here[m.side.other()].contains(to) {
            self.check_investment(s, m, to)?;
        }
        for unit in m.units.iter() {
            self.check_front(unit, from, to)?;
        }
        if s.south_only && m.side == s.initiative && !self.on_south.contains(to) {
            return Err(no(Rule("5.C.2.c"), "this impulse was bought for the south map only"));
        }
        if !self.in_scenario_map(s, to) {
            return Err(no(Rule("32.G.4"), "only the north map is used"));
        }
        if s.reserve_phase && self.needs_release(s, m.unit, to) {
            let rule = if self.on_south.contains(m.start) { "26.h" } else { "26.e" };
            return Err(no(Rule(rule), "the reserve was not released"));
        }
        Ok(())
    }

    /// [26.h] A step onto the north map.
    fn needs_release(&self, s: &State, unit: Unit, to: Spot) -> bool {
        self.holds_reserves(s) && !s.released.contains(unit) && !self.on_south.contains(to)
    }

    /// [20.b], [20.c], [20.d], [22.D.a] Into Dunkirk beside the garrison; others may leave it before or after [20.f].
    fn check_investment(&self, s: &State, m: &Mover, to: Spot) -> Result<(), Illegal> {
        if to != self.dunkirk || m.side != Side::AL {
            return Err(no(Rule("3.a"), "the enemy is in that hex"));
        }
        let weak = |unit: Unit| Some(unit) == self.special.dutch || Some(unit) == self.special.belgians;
        if m.units.iter().any(weak) {
            return Err(no(Rule("20.c"), "this brigade cannot invest Dunkirk"));
        }
        let others = |hex: Spot| {
            s.here[Side::GE].contains(hex)
                || self.ways(hex).any(|way| {
                    way.to != to
                        && self.exerts(s, Side::GE, way.to)
                        && !self.is_sea(way.edge)
                        && !self.is_major(way.edge)
                        && !self.flooded(s, way.edge)
                })
        };
        if self.ways(to).any(|way| !self.all_sea.contains(way.to) && others(way.to)) {
            return Err(no(Rule("20.d"), "other Germans are near Dunkirk"));
        }
        Ok(())
    }

    /// [2.c], [2.e], [5.D.1.f], [26.a], [22.E.b] Zones on the way; whether the unit must stop.
    fn check_zones(&self, s: &State, m: &Mover, from: Spot, to: Spot, zoned: [bool; 2]) -> Result<bool, Illegal> {
        let invests = to == self.dunkirk && s.here[m.side.other()].contains(to);
        let moved = from != m.start || s.spent[m.unit.index()] > 0;
        let whole = no(Rule("5.D.1.f"), "without maneuver supply a zone must be the whole move");
        // [2.d] Where the move began does not matter, only this step.
        if !zoned[1] {
            return if invests && zoned[0] && !m.supplied && moved { Err(whole) } else { Ok(invests) };
        }
        if m.side == Side::GE && self.disorganized(s) {
            return Err(no(Rule("26.a"), "Allied zones are closed to Germans in this player-turn"));
        }
        if Some(m.unit) == self.special.ss30 && s.ss30 == Ss30::Mutinied {
            return Err(no(Rule("22.E.b"), "after its mutiny SS30 enters no enemy zone"));
        }
        if !invests && zoned[0] {
            return Err(no(Rule("2.e"), "no step from one enemy zone into another"));
        }
        if !m.supplied && moved {
            return Err(whole);
        }
        Ok(true)
    }

    /// Steps that are none on the map: entering, leaving, port to port.
    fn special_toll(&self, s: &State, m: &Mover, from: Spot, to: Spot) -> Result<(u16, bool), Illegal> {
        if to == self.spot_of(Off::England) {
            let drops = m.side == Side::AL && self.card(m.unit).airborne && from == self.spot_of(Off::Waiting);
            return match drops {
                true => Ok((0, true)),
                false => Err(no(Rule("23.B.a"), "only Allied airborne units appear in England")),
            };
        }
        if from == self.spot_of(Off::Waiting) {
            if m.side == Side::AL && !m.supplied {
                return Err(no(Rule("23.C.a"), "it needs maneuver supply to enter"));
            }
            let entry = m.entry.unwrap_or_else(|| self.entry_of(s, m.unit));
            let pays = self.check_entry(s, m.unit, to, entry)?;
            self.check_hex(s, m, from, to)?;
            let stop = self.check_zones(s, m, from, to, [false, self.in_primary(s, m.side, to)])?;
            return Ok((if pays { self.hex_cost(m.unit, to) } else { 0 }, stop));
        }
        if from == self.spot_of(Off::ChartWest) || from == self.spot_of(Off::ChartNorth) {
            let opposite = if from == self.spot_of(Off::ChartWest) { "chart-box-north" } else { "chart-box-west" };
            if !self.components.map.edge_hexes(opposite).contains(to) {
                return Err(no(Rule("29.C.a"), "it comes back over the other edge of the chart box"));
            }
            self.check_hex(s, m, from, to)?;
            let stop = self.check_zones(s, m, from, to, [false, self.in_primary(s, m.side, to)])?;
            return Ok((self.hex_cost(m.unit, to), stop));
        }
        if to == self.spot_of(Off::Crossing) {
            return match self.card(m.unit).airborne && m.side == Side::AL {
                true => Ok((2, true)),
                false => Err(no(Rule("7.c"), "only Allied airborne units leave for England")),
            };
        }
        if to == self.spot_of(Off::ChartWest) || to == self.spot_of(Off::ChartNorth) {
            let edge = if to == self.spot_of(Off::ChartWest) { "chart-box-west" } else { "chart-box-north" };
            if !self.components.map.edge_hexes(edge).contains(from) {
                return Err(no(Rule("7.c"), "the hex does not touch that edge of the chart box"));
            }
            return match self.scenario(s).north_only {
                true => Err(no(Rule("32.G.4"), "only the north map is used")),
                false => Ok((2, true)),
            };
        }
        if to == self.spot_of(Off::Waiting) || m.side != Side::GE {
            return Err(no(Rule("7.c"), "the hexes are no neighbours"));
        }
        self.transfer_toll(s, m, from, to)
    }

    /// [25.d], [25.e]
    fn transfer_toll(&self, s: &State, m: &Mover, from: Spot, to: Spot) -> Result<(u16, bool), Illegal> {
        let map = &self.components.map;
        if !map.transfer_from.contains(&from) || !map.transfer_to.contains(&to) {
            return Err(no(Rule("25.d"), "units are shipped from Flushing or Breskens to Holland"));
        }
        if s.reserve_phase || s.initiative != Side::GE {
            return Err(no(Rule("25.a"), "naval movement is for the German player-turn"));
        }
        if s.naval < self.components.tables.naval_transfer {
            return Err(no(Rule("25.d"), "a transfer takes two naval points"));
        }
        if s.here[Side::AL].contains(to) {
            return Err(no(Rule("3.a"), "the enemy is in that hex"));
        }
        let free =
            |hex: Spot| map.coast[hex.index()] && !s.here[Side::AL].contains(hex) && !self.in_primary(s, Side::GE, hex);
        let sea_way = board::flood(&map.board, [(from, 0)], u16::MAX - 1, |at, way| {
            ((at == from || free(at)) && (free(way.to) || way.to == to)).then_some(1)
        });
        if sea_way.cost(to).is_none() {
            return Err(no(Rule("25.e"), "the way by sea is not free"));
        }
        let zoned = [self.in_primary(s, m.side, from), self.in_primary(s, m.side, to)];
        let stop = self.check_zones(s, m, from, to, zoned)?;
        Ok((self.half_allowance(m.unit, false), stop))
    }
}
