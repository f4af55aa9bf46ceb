//! [6.0] Zones of Control, and the verbs that move counters: they keep stacks and zones true.

use crate::OperationGrenade;
use crate::rows::Rows;
use crate::state::{Hexes, Side, State, Unit, Units};
use referee::Spot;

impl OperationGrenade {
    /// [6.1] Regiments and brigades have a zone, [6.21] all the time; artillery, battalions [21.24] and cadres [10.0.b] have none,
    /// nor has who was broken through [9.97.2].
    #[inline]
    fn has_zone(&self, s: &State, unit: Unit) -> bool {
        self.is_large(s, unit) && !self.card(unit).artillery && !s.broken.contains(unit)
    }

    /// [2.22.b], [7.13] A regiment or brigade; a cadre counts as a battalion.
    #[inline]
    pub(crate) fn is_large(&self, s: &State, unit: Unit) -> bool {
        self.large.contains(unit) && !s.cadre.contains(unit)
    }

    /// [6.0], [6.34] Friends in a hex do not help.
    #[inline]
    pub(crate) fn enemy_controls(&self, s: &State, side: Side, hex: Spot) -> bool {
        s.zones[side.other()].contains(hex)
    }

    /// Puts a unit into a hex, from wherever it was.
    pub(crate) fn put(&self, s: &mut State, unit: Unit, hex: Spot) {
        self.lift(s, unit);
        s.link(unit, hex);
        let side = self.side(unit);
        s.here[side].insert(hex);
        if self.has_zone(s, unit) {
            self.watch(s, side, hex, true);
        }
    }

    /// Takes a unit off the map, into one of the boxes.
    pub(crate) fn take_away(&self, s: &mut State, unit: Unit, to: Spot) {
        self.lift(s, unit);
        s.at[unit.index()] = to;
    }

    fn lift(&self, s: &mut State, unit: Unit) {
        let hex = s.at(unit);
        if !self.is_hex(hex) {
            return;
        }
        s.unlink(unit);
        if s.is_empty(hex) {
            s.here[self.side(unit)].remove(hex);
        }
        self.look_again(s, self.side(unit), hex);
    }

    /// What a hex watches after somebody in it has changed.
    pub(crate) fn look_again(&self, s: &mut State, side: Side, hex: Spot) {
        let watched = s.units_in(hex).any(|unit| self.has_zone(s, unit));
        self.watch(s, side, hex, watched);
    }

    /// [9.97.2] The phase is over: zones that were broken are back.
    pub(crate) fn mend_zones(&self, s: &mut State) {
        for unit in std::mem::replace(&mut s.broken, Units::empty()) {
            if self.is_hex(s.at(unit)) {
                self.look_again(s, self.side(unit), s.at(unit));
            }
        }
    }

    /// [6.23] Whatever the terrain; once or more often is the same.
    fn watch(&self, s: &mut State, side: Side, hex: Spot, on: bool) {
        if s.watching[side].contains(hex) == on {
            return;
        }
        if on {
            s.watching[side].insert(hex);
            s.zones[side].extend(self.around(hex).iter().copied());
            return;
        }
        s.watching[side].remove(hex);
        for near in self.around(hex) {
            if !self.around(*near).iter().any(|other| s.watching[side].contains(*other)) {
                s.zones[side].remove(*near);
            }
        }
    }

    /// The slow way, for comparison.
    pub(crate) fn zones_from_scratch(&self, s: &State, side: Side) -> Hexes {
        let watching = self.of_side(side).iter().filter(|unit| self.is_hex(s.at(*unit)) && self.has_zone(s, *unit));
        watching.flat_map(|unit| self.around(s.at(unit)).iter().copied()).collect()
    }

    /// Hexes within so many of any of these.
    pub(crate) fn within(&self, hexes: &Hexes, distance: u16) -> Hexes {
        let mut rows = Rows::of(hexes, self.extent);
        for _ in 0..distance {
            rows = rows.grown(self.extent);
        }
        rows.hexes(self.extent)
    }
}
