//! A second reading of the rules of supply, strength and movement: slow, plain, and without a function of the game.

use referee::Spot;
use road_to_the_rhine::State;
use road_to_the_rhine::components::{Components, Country, Ground, Kind, Nation, Place, side};
use road_to_the_rhine::state::{NEVER, NOWHERE, Side, Unit, Weather};
use std::collections::BTreeSet;

pub(crate) struct Slow<'a> {
    pub(crate) of: &'a Components,
    pub(crate) north_only: bool,
}

/// What a defender or an attacker counts for, in 128ths, with all shifts and the column.
#[derive(PartialEq, Debug)]
pub(crate) struct Column {
    pub(crate) attack: u32,
    pub(crate) defence: u32,
    pub(crate) shift: i32,
    pub(crate) column: usize,
}

const RATIOS: [(u32, u32); 10] = [(1, 3), (1, 2), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1)];

impl Slow<'_> {
    pub(crate) fn units(&self) -> impl Iterator<Item = Unit> + use<> {
        (0..u16::try_from(self.of.units.len()).expect("few units")).map(Unit)
    }

    pub(crate) fn is_air(&self, unit: Unit) -> bool {
        matches!(self.of.units[unit.index()].kind, Kind::Bomber | Kind::FighterBomber | Kind::Transport)
    }

    pub(crate) fn side(&self, unit: Unit) -> Side {
        self.of.units[unit.index()].side
    }

    /// Ground units of a side in a hex.
    pub(crate) fn here(&self, s: &State, side: Side, hex: Spot) -> Vec<Unit> {
        self.units()
            .filter(|unit| !self.is_air(*unit) && self.side(*unit) == side && s.at[unit.index()] == hex)
            .collect()
    }

    /// Neighbours with what lies between.
    fn around(&self, hex: Spot) -> Vec<(Spot, u16)> {
        let grid = &self.of.map.grid;
        let near = grid.spots().filter(|to| grid.distance(hex, *to) == 1);
        near.map(|to| (to, self.between(hex, to))).collect()
    }

    fn between(&self, a: Spot, b: Spot) -> u16 {
        self.of.map.board.edge(a, b).map_or(0, |edge| self.of.map.sides[edge.index()])
    }

    fn row(&self, hex: Spot) -> (u8, u8) {
        self.of.map.grid.column_row(hex)
    }

    /// [29.A.a] The odd columns of the join are on both maps.
    fn is_north(&self, hex: Spot) -> bool {
        let (column, row) = self.row(hex);
        row < 29 || row == 29 && column % 2 == 1
    }

    fn is_land(&self, hex: Spot) -> bool {
        let map = &self.of.map;
        map.ground[hex.index()] != Ground::Sea
            && map.country[hex.index()] != Country::Switzerland
            && (!self.north_only || self.is_north(hex))
    }

    fn sea(kind: u16) -> bool {
        kind & side::SEA != 0 && kind & side::CAUSEWAY == 0
    }

    fn major(kind: u16) -> bool {
        kind & side::MAJOR != 0
    }

    fn unbridged(kind: u16) -> bool {
        Self::major(kind) && kind & side::BRIDGE == 0
    }

    fn roer(s: &State, kind: u16) -> bool {
        s.roer_until != NEVER && kind & side::ROER != 0
    }

    /// [17.1.a] Minor rivers in storm and thaw.
    fn flood(s: &State, kind: u16) -> bool {
        let minor = kind & side::MINOR != 0 || kind & side::DAM != 0 && s.dams_blown;
        matches!(s.weather, Weather::Storm | Weather::Thaw) && minor || Self::roer(s, kind)
    }

    /// [2.b] Whether a zone reaches over a hexside as a primary one.
    fn zone_between(s: &State, kind: u16, for_supply: bool) -> bool {
        let wet = if for_supply { Self::roer(s, kind) } else { Self::flood(s, kind) };
        !Self::sea(kind) && !Self::major(kind) && !wet
    }
}

/// A table of what was asked once about a position, so that slow does not mean never.
pub(crate) struct Field<'a> {
    slow: &'a Slow<'a>,
    side: Side,
    land: Vec<bool>,
    enemy: Vec<bool>,
    friend: Vec<bool>,
    supply_zone: Vec<bool>,
    zone: Vec<bool>,
    second: Vec<bool>,
    around: Vec<Vec<(Spot, u16)>>,
    road: BTreeSet<Spot>,
    control: bool,
}

impl<'a> Field<'a> {
    pub(crate) fn new(
        slow: &'a Slow<'a>,
        around: &[Vec<(Spot, u16)>],
        s: &State,
        side: Side,
        control: bool,
    ) -> Field<'a> {
        let all: Vec<Spot> = slow.of.map.grid.spots().collect();
        let occupied = |side: Side| {
            let mut found = vec![false; all.len()];
            for unit in slow.units().filter(|unit| !slow.is_air(*unit) && slow.side(*unit) == side) {
                if let Some(hex) = found.get_mut(s.at[unit.index()].index()) {
                    *hex = true;
                }
            }
            found
        };
        let (friend, enemy) = (occupied(side), occupied(side.other()));
        let touched = |hex: &Spot, fits: &dyn Fn(u16) -> bool| {
            around[hex.index()].iter().any(|(to, kind)| enemy[to.index()] && fits(*kind))
        };
        let held = |hex: &Spot| s.held.contains(*hex) == (side == Side::AL);
        let mut field = Field {
            slow,
            side,
            land: all.iter().map(|hex| slow.is_land(*hex) && (!control || held(hex))).collect(),
            supply_zone: all.iter().map(|hex| touched(hex, &|kind| Slow::zone_between(s, kind, true))).collect(),
            zone: all.iter().map(|hex| touched(hex, &|kind| Slow::zone_between(s, kind, false))).collect(),
            second: all.iter().map(|hex| touched(hex, &|kind| !Slow::zone_between(s, kind, false))).collect(),
            enemy,
            friend,
            around: around.to_vec(),
            road: BTreeSet::new(),
            control,
        };
        field.road = field.road_part(s);
        field
    }

    pub(crate) fn everywhere(slow: &Slow<'_>) -> Vec<Vec<(Spot, u16)>> {
        slow.of.map.grid.spots().map(|hex| slow.around(hex)).collect()
    }

    /// [6.B.a], [6.B.d] Road hexes joined to an exit; grown until nothing is added.
    fn road_part(&self, s: &State) -> BTreeSet<Spot> {
        let clear = |hex: Spot| self.land[hex.index()] && !self.enemy[hex.index()] && !self.supply_zone[hex.index()];
        let mut road: BTreeSet<Spot> = self.slow.of.map.exits[self.side].iter().filter(|hex| clear(*hex)).collect();
        loop {
            let mut more = BTreeSet::new();
            for hex in &road {
                for (to, kind) in &self.around[hex.index()] {
                    if kind & side::ROAD != 0 && !Slow::roer(s, *kind) && clear(*to) && !road.contains(to) {
                        more.insert(*to);
                    }
                }
            }
            if more.is_empty() {
                return road;
            }
            road.extend(more);
        }
    }

    /// [6.B] Whether a unit in the hex could be supplied, when the friends of `gone` have left it: a walk from the unit back to
    /// road or edge. Counted from the unit, a river may be crossed by the first four steps only; the sea likewise by the
    /// crossing next to the unit.
    pub(crate) fn supplied(&self, s: &State, unit_at: Spot, gone: Spot) -> bool {
        let friend = |hex: Spot| self.friend[hex.index()] && hex != gone;
        let edge = |hex: Spot| self.slow.of.map.edges[self.side].contains(hex);
        let open = |hex: Spot| self.land[hex.index()] && !self.enemy[hex.index()];
        // [20.a]
        let dunkirk = self.slow.of.map.ports.iter().any(|(name, hex)| name == "Dunkirk" && *hex == unit_at);
        if self.road.contains(&unit_at) || edge(unit_at) && open(unit_at) || dunkirk && self.side == Side::GE {
            return true;
        }
        if self.control && !self.land[unit_at.index()] {
            return false;
        }
        let mut ring: BTreeSet<(Spot, bool)> = [(unit_at, false)].into();
        for step in 1..=8 {
            let mut next = BTreeSet::new();
            for (hex, sailed) in ring {
                for (to, kind) in &self.around[hex.index()] {
                    let river = Slow::unbridged(*kind) || Slow::roer(s, *kind);
                    let sea = Slow::sea(*kind);
                    if !open(*to) || river && step > 4 || sea && !sailed && step > 4 {
                        continue;
                    }
                    if self.road.contains(to) {
                        return true;
                    }
                    if self.supply_zone[to.index()] && !friend(*to) {
                        continue;
                    }
                    if edge(*to) {
                        return true;
                    }
                    next.insert((*to, sailed || sea));
                }
            }
            ring = next;
        }
        false
    }
}

impl Slow<'_> {
    fn halved(value: u32, when: bool) -> u32 {
        if when { value / 2 } else { value }
    }

    fn strength(&self, s: &State, unit: Unit) -> u32 {
        let card = &self.of.units[unit.index()];
        let printed = if s.reduced.contains(unit) { card.back.expect("a back") } else { card.strength };
        u32::from(printed) * 128
    }

    /// [5.D.1.a] More than ten points, or marked.
    pub(crate) fn thirsty(&self, s: &State, unit: Unit) -> bool {
        let card = &self.of.units[unit.index()];
        (card.movement > 10 || card.motorized) && !s.supplied.contains(unit)
    }

    fn abroad(&self, unit: Unit, at: Spot) -> bool {
        let country = self.of.map.country[at.index()];
        matches!(self.of.units[unit.index()].nation, Nation::Dutch | Nation::Belgian)
            && !matches!(country, Country::Holland | Country::Belgium)
    }

    fn amphibious(&self, unit: Unit) -> bool {
        self.of.units[unit.index()].kind == Kind::Commando
    }

    fn attack_of(&self, s: &State, unit: Unit, hex: Spot) -> u32 {
        let at = s.at[unit.index()];
        let kind = self.between(at, hex);
        let card = &self.of.units[unit.index()];
        let mut value = self.strength(s, unit);
        value = Self::halved(value, s.unsupplied.contains(unit));
        value = Self::halved(value, self.thirsty(s, unit));
        value = Self::halved(value, self.abroad(unit, at));
        let mountain = self.of.map.ground[hex.index()] == Ground::Mountain;
        value = Self::halved(value, mountain && card.kind != Kind::Mountain);
        value = Self::halved(value, kind & side::CAUSEWAY != 0);
        let stormy = matches!(s.weather, Weather::Storm | Weather::WinterStorm);
        if Self::sea(kind) || self.amphibious(unit) && !stormy {
            return value;
        }
        let wide = Self::unbridged(kind) || Self::flood(s, kind);
        let vehicle = matches!(card.kind, Kind::Armor | Kind::Cavalry | Kind::AssaultGun);
        if wide {
            return if vehicle { value / 4 } else { value / 2 };
        }
        let minor = kind & side::MINOR != 0 || kind & side::DAM != 0 && s.dams_blown;
        Self::halved(value, Self::major(kind) || minor)
    }

    fn defence_of(&self, s: &State, unit: Unit, hex: Spot) -> u32 {
        let mut value = self.strength(s, unit);
        value = Self::halved(value, s.unsupplied.contains(unit));
        value = Self::halved(value, self.abroad(unit, hex));
        let city = matches!(self.of.map.place[hex.index()], Place::City | Place::Major);
        let works = self.of.map.fortified[hex.index()] && self.side(unit) == Side::GE;
        if city || works { value * 2 } else { value }
    }

    /// [12.A], [12.B.b], [17.b] All shifts that do not depend on aircraft, drops or single counters.
    fn shift(&self, s: &State, attackers: &[Unit], hex: Spot) -> i32 {
        let map = &self.of.map;
        let (place, ground) = (map.place[hex.index()], map.ground[hex.index()]);
        let allied_works = map.fortified[hex.index()] && self.side(attackers[0]) == Side::GE;
        let hard = place == Place::Town || ground != Ground::Clear || allied_works;
        let mut shift = if hard { -1 } else { 0 };
        if ground == Ground::Mountain {
            shift += match s.weather {
                Weather::Clear | Weather::Rain => 0,
                Weather::Storm | Weather::Frost => -1,
                Weather::WinterStorm | Weather::Thaw => -2,
            };
        }
        let waters: Vec<u16> = attackers.iter().map(|unit| self.between(s.at[unit.index()], hex)).collect();
        let canal = |kind: &u16| kind & side::CANAL != 0;
        let river = |kind: &u16| Self::major(*kind) || kind & side::MINOR != 0 || kind & side::DAM != 0 && s.dams_blown;
        let stormy = matches!(s.weather, Weather::Storm | Weather::WinterStorm);
        let swim = !stormy && attackers.iter().all(|unit| self.amphibious(*unit));
        if waters.iter().any(canal) && waters.iter().all(|kind| canal(kind) || river(kind)) && !swim {
            shift -= 2;
        }
        shift
    }

    pub(crate) fn column(&self, s: &State, attackers: &[Unit], hex: Spot) -> Column {
        let attack = attackers.iter().map(|unit| self.attack_of(s, *unit, hex)).sum();
        let enemy = self.side(attackers[0]).other();
        let defence = self.here(s, enemy, hex).iter().map(|unit| self.defence_of(s, *unit, hex)).sum();
        let reached = RATIOS.iter().filter(|(a, d)| attack * d >= defence * a).count();
        let raw = i32::try_from(reached).expect("ten columns") - 1;
        let shift = self.shift(s, attackers, hex);
        let column = usize::try_from((raw + shift).clamp(0, 9)).expect("not negative");
        Column { attack, defence, shift, column }
    }

    /// [7.b] In half points; what is left over is of no use.
    pub(crate) fn allowance(&self, s: &State, unit: Unit) -> u32 {
        let card = &self.of.units[unit.index()];
        let mut sixteenths = u32::from(card.movement) * 16;
        sixteenths = Self::halved(sixteenths, s.unsupplied.contains(unit));
        sixteenths = Self::halved(sixteenths, self.thirsty(s, unit));
        sixteenths = Self::halved(sixteenths, matches!(s.weather, Weather::Storm | Weather::Thaw));
        let less = match (s.weather, card.side) {
            (Weather::Rain, _) | (Weather::WinterStorm, Side::AL) => 2,
            (Weather::Frost, _) | (Weather::WinterStorm, Side::GE) => 1,
            _ => 0,
        };
        sixteenths.saturating_sub(less * 16) / 8
    }

    /// [8.a] Half points for a hex off the road.
    fn hex_price(&self, unit: Unit, hex: Spot) -> u32 {
        let card = &self.of.units[unit.index()];
        let map = &self.of.map;
        let foot = card.kind == Kind::Mountain || card.movement <= 10;
        let ground = if matches!(map.place[hex.index()], Place::City | Place::Major) {
            2
        } else {
            match map.ground[hex.index()] {
                Ground::Rough => 4,
                Ground::Mountain if foot => 4,
                Ground::Mountain => 6,
                Ground::Clear | Ground::Sea => 2,
            }
        };
        if map.fortified[hex.index()] && card.side == Side::AL { ground.max(4) } else { ground }
    }

    /// [27.B] For units on the north map.
    fn may_be_used(&self, unit: Unit, hex: Spot) -> bool {
        match self.of.units[unit.index()].nation {
            Nation::French if self.of.units[unit.index()].name == "Fr2Arm" => true,
            Nation::US | Nation::Army | Nation::SS | Nation::Luftwaffe => true,
            Nation::French => !self.is_north(hex) || self.row(hex).1 == 29,
            _ => self.is_north(hex),
        }
    }
}

impl Field<'_> {
    /// Where a unit may end its move, and for how many half points: relaxed over all hexes until nothing gets cheaper.
    pub(crate) fn reach(&self, s: &State, unit: Unit) -> BTreeSet<(Spot, u32)> {
        let start = s.at[unit.index()];
        let budget = self.slow.allowance(s, unit);
        let mut best: Vec<Option<u32>> = vec![None; self.land.len()];
        best[start.index()] = Some(0);
        // Hexes that end a move are no way to go on, so they are kept apart.
        let mut ends: Vec<Option<u32>> = best.clone();
        let mut fresh = vec![start];
        while !fresh.is_empty() {
            let mut next = vec![];
            for hex in fresh {
                let paid = best[hex.index()].expect("it was reached");
                for (to, kind) in &self.around[hex.index()] {
                    let Some((price, stops)) = self.step(s, unit, start, hex, *to, *kind) else { continue };
                    let cost = paid + price;
                    let table = if stops { &mut ends } else { &mut best };
                    if cost <= budget && table[to.index()].is_none_or(|before| cost < before) {
                        table[to.index()] = Some(cost);
                        if !stops {
                            next.push(*to);
                        }
                    }
                }
            }
            fresh = next;
        }
        let mut found = BTreeSet::new();
        for hex in self.slow.of.map.grid.spots().filter(|hex| *hex != start) {
            let cost = best[hex.index()].or(ends[hex.index()]);
            if let Some(cost) = cost.filter(|_| self.may_end(s, unit, start, hex)) {
                found.insert((hex, cost));
            }
        }
        found
    }

    fn step(&self, s: &State, unit: Unit, start: Spot, from: Spot, to: Spot, kind: u16) -> Option<(u32, bool)> {
        let slow = self.slow;
        let card = &slow.of.units[unit.index()];
        if !self.land[to.index()] || self.enemy[to.index()] || !slow.may_be_used(unit, to) {
            return None;
        }
        if kind & side::DAM != 0 && !s.dams_blown || Slow::sea(kind) && self.side == Side::GE {
            return None;
        }
        let road = kind & side::ROAD != 0;
        let wide = Slow::sea(kind) || Slow::unbridged(kind) || Slow::flood(s, kind);
        if wide && from != start && !slow.amphibious(unit) && to != start {
            return None;
        }
        if wide && self.second[from.index()] && self.zone[to.index()] {
            return None;
        }
        let stops = self.zone[to.index()];
        if stops && (self.zone[from.index()] || from != start && slow.thirsty(s, unit)) {
            return None;
        }
        if road {
            return Some((1, stops));
        }
        let half = u32::from(card.movement);
        let extra = match wide {
            true if slow.amphibious(unit) => half,
            true => half.div_ceil(2) * 2,
            false if kind & side::MINOR != 0 || kind & side::DAM != 0 || kind & side::CANAL != 0 => 2,
            false => 0,
        };
        Some((slow.hex_price(unit, to) + extra, stops))
    }

    /// [3.b], [7.e]
    fn may_end(&self, s: &State, unit: Unit, start: Spot, hex: Spot) -> bool {
        let slow = self.slow;
        let mut stack = slow.here(s, self.side, hex);
        stack.push(unit);
        let divisions = stack.iter().filter(|it| slow.of.units[it.index()].size == "XX").count();
        if stack.len() > 3 || divisions > 2 {
            return false;
        }
        let alone = slow.here(s, self.side, start).len() == 1;
        s.unsupplied.contains(unit) || self.supplied(s, hex, if alone { start } else { NOWHERE })
    }
}
