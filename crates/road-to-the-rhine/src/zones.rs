//! Chapter 2: zones of control.

use crate::RoadToTheRhine;
use crate::components::side;
use crate::network::Near;
use crate::state::{Hexes, NEVER, Side, State, Units};
use board::Edge;
use referee::Spot;

impl RoadToTheRhine {
    pub(crate) fn sides_of(&self, edge: Edge) -> u16 {
        self.components.map.sides.get(edge.index()).copied().unwrap_or(0)
    }

    /// [24.b]
    pub(crate) fn roer_floods(&self, s: &State, edge: Edge) -> bool {
        s.roer_until != NEVER && self.sides_of(edge) & side::ROER != 0
    }

    /// [17.1.a] A minor river in flood, by weather or by the dams.
    pub(crate) fn flooded(&self, s: &State, edge: Edge) -> bool {
        let sides = self.sides_of(edge);
        let by_weather = self.components.tables.effects[s.weather as usize].flood && sides & side::MINOR != 0;
        // [24.d] A dam that is gone leaves a minor river.
        let by_weather = by_weather
            || s.dams_blown && sides & side::DAM != 0 && self.components.tables.effects[s.weather as usize].flood;
        by_weather || self.roer_floods(s, edge)
    }

    pub(crate) fn is_sea(&self, edge: Edge) -> bool {
        let sides = self.sides_of(edge);
        sides & side::SEA != 0 && sides & side::CAUSEWAY == 0
    }

    pub(crate) fn is_major(&self, edge: Edge) -> bool {
        self.sides_of(edge) & side::MAJOR != 0
    }

    pub(crate) fn is_bridged(&self, edge: Edge) -> bool {
        self.is_major(edge) && self.sides_of(edge) & side::BRIDGE != 0
    }

    pub(crate) fn is_road(&self, edge: Edge) -> bool {
        self.sides_of(edge) & side::ROAD != 0
    }

    /// A minor river, also where a dam was [24.d].
    pub(crate) fn is_minor(&self, s: &State, edge: Edge) -> bool {
        let sides = self.sides_of(edge);
        sides & side::MINOR != 0 || sides & side::DAM != 0 && s.dams_blown
    }

    /// [12.B.j]
    pub(crate) fn dam_stands(&self, s: &State, edge: Edge) -> bool {
        self.sides_of(edge) & side::DAM != 0 && !s.dams_blown
    }

    /// An unbridged major river, a river in flood.
    pub(crate) fn wide_river(&self, s: &State, edge: Edge) -> bool {
        self.is_major(edge) && !self.is_bridged(edge) || self.flooded(s, edge)
    }

    /// [21.A.1.b], [20.e] Whether somebody in the hex has a zone at all.
    pub(crate) fn exerts(&self, s: &State, owner: Side, hex: Spot) -> bool {
        if !s.here[owner].contains(hex) {
            return false;
        }
        if hex == self.dunkirk && owner == Side::GE && self.invested(s) {
            return false;
        }
        !self.some_dropped(s, owner) || !(self.stack(s, owner, hex) - s.airdrop).is_empty()
    }

    /// [21.A.1.b] Whether some of a side were dropped in this impulse and have no zone.
    #[inline]
    fn some_dropped(&self, s: &State, owner: Side) -> bool {
        s.airdrop.intersects(&self.troops[owner])
    }

    /// [20.e] Allies are in Dunkirk with the garrison, and some were when the impulse began: [20.f] not always the same.
    pub(crate) fn invested(&self, s: &State) -> bool {
        s.here[Side::GE].contains(self.dunkirk)
            && s.here[Side::AL].contains(self.dunkirk)
            && self.troops[Side::AL].iter().any(|unit| s.began[unit.index()] == self.dunkirk)
    }

    /// [2.a] The six hexes around ground units; [10.A.7.a] aircraft on the ground have no zone.
    fn in_zone(&self, s: &State, victim: Side, hex: Spot, secondary: bool, weather: bool) -> bool {
        let owner = victim.other();
        let water = self.parting_water(s, weather);
        self.near(hex).any(|near| {
            s.here[owner].contains(near.to) && parts(near.sides, water) == secondary && self.exerts(s, owner, near.to)
        })
    }

    /// What parts zones [2.b] beside the sea, with floods by weather or without.
    fn parting_water(&self, s: &State, weather: bool) -> u16 {
        let flood = weather && self.weather_floods(s);
        let mut water = side::MAJOR;
        water |= if s.roer_until != NEVER { side::ROER } else { 0 };
        water |= if flood { side::MINOR } else { 0 };
        water |= if flood && s.dams_blown { side::DAM } else { 0 };
        water
    }

    /// Whether the hex is in a primary zone of the enemies of `victim` [2.b].
    #[inline]
    pub(crate) fn in_primary(&self, s: &State, victim: Side, hex: Spot) -> bool {
        s.zones[victim].contains(hex)
            && (!self.some_dropped(s, victim.other()) && !self.dunkirk_ring.contains(hex)
                || self.in_zone(s, victim, hex, false, true))
    }

    /// The same for supply lines: floods by weather do not count [17.1.b].
    pub(crate) fn blocks_supply(&self, s: &State, victim: Side, hex: Spot) -> bool {
        if self.weather_floods(s) {
            self.in_zone(s, victim, hex, false, false)
        } else {
            self.in_primary(s, victim, hex)
        }
    }

    /// [17.1.a]
    pub(crate) fn weather_floods(&self, s: &State) -> bool {
        self.components.tables.effects[s.weather as usize].flood
    }

    /// [2.i] A secondary zone matters for [2.j] alone.
    pub(crate) fn in_secondary(&self, s: &State, victim: Side, hex: Spot) -> bool {
        self.is_hex(hex) && self.in_zone(s, victim, hex, true, true)
    }

    /// Every hex in a primary zone that blocks the supply of a side.
    pub(crate) fn supply_zones(&self, s: &State, victim: Side) -> Hexes {
        if self.weather_floods(s) { self.all_zones(s, victim, false) } else { self.primary_zones(s, victim) }
    }

    /// Every hex in a primary zone of the enemies of `victim`: what [`RoadToTheRhine::in_primary`] says, for the whole map.
    pub(crate) fn primary_zones(&self, s: &State, victim: Side) -> Hexes {
        let mut zones = s.zones[victim];
        if self.some_dropped(s, victim.other()) {
            return self.all_zones(s, victim, true);
        }
        if victim == Side::AL && self.invested(s) {
            zones -= self.dunkirk_ring;
            zones |= self.watched_around_dunkirk(s);
        }
        zones
    }

    /// The hexes around Dunkirk that are in the primary zone of Germans other than its garrison.
    pub(crate) fn watched_around_dunkirk(&self, s: &State) -> Hexes {
        let water = self.parting_water(s, true);
        let other = |it: Near| it.to != self.dunkirk && s.here[Side::GE].contains(it.to) && !parts(it.sides, water);
        self.dunkirk_ring.iter().filter(|hex| self.near(*hex).any(other)).collect()
    }

    /// Weather or the Roer have changed what parts zones.
    pub(crate) fn lay_zones(&self, s: &mut State) {
        let water = self.parting_water(s, true);
        for victim in Side::BOTH {
            let mut zones = Hexes::empty();
            for hex in s.here[victim.other()].iter() {
                zones.extend(self.near(hex).filter(|near| !parts(near.sides, water)).map(|near| near.to));
            }
            s.zones[victim] = zones;
        }
    }

    /// The first unit of a side has come into a hex.
    pub(crate) fn spread_zone(&self, s: &mut State, owner: Side, hex: Spot) {
        let water = self.parting_water(s, true);
        s.zones[owner.other()].extend(self.near(hex).filter(|near| !parts(near.sides, water)).map(|near| near.to));
    }

    /// The last unit of a side has left a hex.
    pub(crate) fn lift_zone(&self, s: &mut State, owner: Side, hex: Spot) {
        let water = self.parting_water(s, true);
        for near in self.near(hex) {
            let bound = |it: Near| s.here[owner].contains(it.to) && !parts(it.sides, water);
            if !self.near(near.to).any(bound) {
                s.zones[owner.other()].remove(near.to);
            }
        }
    }

    fn all_zones(&self, s: &State, victim: Side, weather: bool) -> Hexes {
        let owner = victim.other();
        let water = self.parting_water(s, weather);
        let mut zones = Hexes::empty();
        for hex in s.here[owner].iter().filter(|hex| self.exerts(s, owner, *hex)) {
            for near in self.near(hex) {
                if !parts(near.sides, water) {
                    zones.insert(near.to);
                }
            }
        }
        zones
    }

    /// Primary zones that only units of `owners` exert do not count [21.A.2.c].
    pub(crate) fn in_primary_but(&self, s: &State, victim: Side, hex: Spot, spared: Units) -> bool {
        let owner = victim.other();
        let water = self.parting_water(s, true);
        self.near(hex).any(|near| {
            s.here[owner].contains(near.to)
                && !parts(near.sides, water)
                && self.exerts(s, owner, near.to)
                && !(self.stack(s, owner, near.to) - s.airdrop - spared).is_empty()
        })
    }

    /// [9.A.a], [21.B.3.a] Who stands in an enemy primary zone now is remembered.
    pub(crate) fn remember_zones(&self, s: &mut State) {
        for side in Side::BOTH {
            let inside: Units = self.troops(s, side).filter(|unit| self.in_primary(s, side, s.at(*unit))).collect();
            s.was_in_zone |= inside;
            s.contact |= inside;
        }
    }
}

/// [2.b] Whether a hexside makes a zone secondary: a causeway is no sea.
fn parts(sides: u16, water: u16) -> bool {
    sides & water != 0 || sides & (side::SEA | side::CAUSEWAY) == side::SEA
}
