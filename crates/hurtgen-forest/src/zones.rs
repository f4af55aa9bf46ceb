//! [6.0] Zones of Control, and the verbs that put units on hexes and keep the zones true.

use crate::HurtgenForest;
use crate::state::{Hexes, NOBODY, Side, State, Unit, Units};
use referee::Spot;

impl HurtgenForest {
    /// [6.0], [6.31], [6.33] The hexes around one into which a unit there casts its zone: all six,
    /// whatever the terrain, [6.32] also where the unit itself could not go, but not across a river without a
    /// bridge. [6.33.a] Streams do not matter.
    pub(crate) fn around(&self, hex: Spot) -> &[Spot] {
        self.around.get(hex.index()).map_or(&[], |around| around.as_slice())
    }

    /// [6.0] Whether the enemy of `side` controls a hex. [6.11], [6.21], [6.22] Zones are always in
    /// force, do not affect each other and do not add up; [6.11.a] no unit cancels one.
    #[inline]
    pub(crate) fn enemy_controls(&self, s: &State, side: Side, hex: Spot) -> bool {
        s.zones[side.other()].contains(hex)
    }

    /// [6.23], [6.33] Enemy units next to a hex that count as adjacent: not those behind a river.
    pub(crate) fn foes(&self, s: &State, side: Side, hex: Spot) -> Units {
        let mut foes = Units::empty();
        if self.enemy_controls(s, side, hex) {
            foes.extend(self.around(hex).iter().filter_map(|&next| s.occupant(next)).filter(|&u| self.side(u) != side));
        }
        foes
    }

    /// Puts a unit into a hex, from wherever it was. [6.11] Its zone moves with it at once.
    pub(crate) fn place(&self, s: &mut State, unit: Unit, hex: Spot) {
        self.remove(s, unit);
        s.at[unit.index()] = hex;
        s.occupant[hex.index()] = unit.0;
        let zone = &mut s.zones[self.side(unit)];
        zone.extend(self.around(hex).iter().copied());
    }

    /// Takes a unit off its hex into a box beside the map. [13.25] It has no zone there.
    pub(crate) fn take_away(&self, s: &mut State, unit: Unit, into: Spot) {
        self.remove(s, unit);
        s.at[unit.index()] = into;
    }

    fn remove(&self, s: &mut State, unit: Unit) {
        let hex = s.at(unit);
        if !self.is_hex(hex) || s.occupant[hex.index()] != unit.0 {
            return; // Off the map, or a friend stands here too: nothing changes on the hex.
        }
        s.occupant[hex.index()] = NOBODY;
        let side = self.side(unit);
        for &next in self.around(hex) {
            if !self.around(next).iter().any(|&from| s.occupant(from).is_some_and(|u| self.side(u) == side)) {
                s.zones[side].remove(next);
            }
        }
    }

    /// The zones worked out from nothing: what the kept ones must equal.
    pub(crate) fn zones_from_scratch(&self, s: &State, side: Side) -> Hexes {
        let own = self.of_side(side).iter().map(|unit| s.at(unit)).filter(|&at| self.is_hex(at));
        own.flat_map(|hex| self.around(hex).iter().copied()).collect()
    }
}
