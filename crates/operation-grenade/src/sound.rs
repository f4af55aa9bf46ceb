//! What must hold between any two decisions, and the slow ways to know it.

use crate::OperationGrenade;
use crate::state::{Battle, Side, State};

impl OperationGrenade {
    /// What must hold between any two decisions.
    pub(crate) fn assert_state(&self, s: &State) {
        for side in Side::BOTH {
            assert_eq!(s.zones[side], self.zones_from_scratch(s, side), "the zones of {side:?} are true");
            for hex in self.hexes() {
                let here = s.units_in(hex).any(|unit| self.side(unit) == side);
                assert_eq!(s.here[side].contains(hex), here, "who is where is true");
            }
        }
        assert_eq!(s.pool, self.pools_from_scratch(s), "[8.32] pools and counters together are the box");
        for unit in self.all_units() {
            let at = s.at(unit);
            assert!(at <= self.dead, "every unit is somewhere");
            if !self.is_hex(at) {
                assert!(!s.has_chit(unit), "[8.52] who is gone has no chit");
                continue;
            }
            assert!(s.units_in(at).any(|it| it == unit), "a unit lies in its stack");
            let alone = s.units_in(at).all(|it| self.side(it) == self.side(unit));
            assert!(alone, "[5.21] enemies never share a hex");
            assert!(!(s.cadre.contains(unit) && s.has_chit(unit)), "[10.0] a cadre has no chit");
        }
        for (i, town) in self.components.map.victory.iter().enumerate() {
            let holder = s.anybody_in(town.hex).map(|unit| self.side(unit));
            let held = s.held & (1 << i) != 0;
            assert!(holder.is_none_or(|side| held == (side == Side::US)), "[28.1] who is in a town holds it");
        }
        assert!(s.battle.is_on() || s.battle == Battle::NONE, "no combat is left over");
        assert!((1..=self.components.tables.track.days()).contains(&s.turn), "the turn marker stays on its track");
    }
}
