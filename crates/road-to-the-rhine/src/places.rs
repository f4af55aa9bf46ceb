//! Who is where, and who holds what.

use crate::state::{NOWHERE, Side, State, Unit, Units};
use crate::{Off, RoadToTheRhine};
use referee::Spot;

impl RoadToTheRhine {
    pub(crate) fn on_map(&self, s: &State, unit: Unit) -> bool {
        self.is_hex(s.at(unit))
    }

    /// [29.C.a] Under the charts, on its way round.
    pub(crate) fn in_chart_box(&self, s: &State, unit: Unit) -> bool {
        [Off::ChartWest, Off::ChartNorth].iter().any(|it| s.at(unit) == self.spot_of(*it))
    }

    /// Ground units of a side on the map.
    pub(crate) fn troops(&self, s: &State, side: Side) -> impl Iterator<Item = Unit> + use<> {
        let (at, hexes) = (s.at, self.hexes);
        self.troops[side].iter().filter(move |unit| at[unit.index()].0 < hexes)
    }

    /// Ground units of a side in a hex.
    pub(crate) fn stack(&self, s: &State, side: Side, hex: Spot) -> Units {
        if !s.here[side].contains(hex) {
            return Units::empty();
        }
        s.units_among(hex, self.blocks[side].clone()) & self.troops[side]
    }

    pub(crate) fn air_at(&self, s: &State, hex: Spot) -> Option<Unit> {
        self.fliers.iter().find(|unit| s.at[unit.index()] == hex)
    }

    /// Puts a unit somewhere and keeps `here` and `zones` true.
    pub(crate) fn put(&self, s: &mut State, unit: Unit, to: Spot) {
        let from = s.at[unit.index()];
        s.at[unit.index()] = to;
        if self.card(unit).air.is_some() {
            return;
        }
        let side = self.side(unit);
        if self.is_hex(from) && !s.units_among(from, self.blocks[side].clone()).intersects(&self.troops[side]) {
            s.here[side].remove(from);
            self.lift_zone(s, side, from);
        }
        if self.is_hex(to) && s.here[side].insert(to) {
            self.spread_zone(s, side, to);
        }
    }

    /// A unit leaves the map: marks that mean something only there go with it.
    pub(crate) fn remove(&self, s: &mut State, unit: Unit, to: Off) {
        self.put(s, unit, self.spot_of(to));
        s.task[unit.index()] = 0;
        s.spent[unit.index()] = 0;
        s.left[unit.index()] = NOWHERE;
        s.began[unit.index()] = self.spot_of(to);
        for marks in [
            &mut s.reduced,
            &mut s.supplied,
            &mut s.finished,
            &mut s.earlier,
            &mut s.reserve,
            &mut s.airdrop,
            &mut s.dropped,
            &mut s.unsupplied,
            &mut s.starving,
            &mut s.airfed,
            &mut s.approached,
            &mut s.fought,
            &mut s.struck,
            &mut s.retreated,
            &mut s.was_in_zone,
            &mut s.just_in_germany,
            &mut s.released,
            &mut s.grouped,
            &mut s.ready,
        ] {
            marks.remove(unit);
        }
    }

    /// [19.a] A ground unit has entered a hex.
    pub(crate) fn take_hold(&self, s: &mut State, side: Side, hex: Spot) {
        // [19.b] Beside the garrison nobody takes hold of Dunkirk.
        if hex == self.dunkirk && s.here[side.other()].contains(hex) {
            s.held.remove(hex);
            return;
        }
        match side {
            Side::AL => s.held.insert(hex),
            Side::GE => s.held.remove(hex),
        };
    }

    pub(crate) fn holds(&self, s: &State, side: Side, hex: Spot) -> bool {
        s.held.contains(hex) == (side == Side::AL)
    }
}
