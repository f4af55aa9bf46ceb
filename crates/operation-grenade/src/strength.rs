//! [9.3] Strengths in combat: rivers [9.32], works [12.0], [20.0], the current [18.11], bridges [22.25.a], supply.

use crate::OperationGrenade;
use crate::components::Water;
use crate::state::{Battle, Side, State, Unit};
use referee::{Rule, Spot};

impl OperationGrenade {
    /// [11.33], [11.33.1] Half without supply, [11.42], [11.42.1] one if isolated, [11.33.5] never less than one.
    pub(crate) fn attack_strength(&self, s: &State, unit: Unit, strength: u16) -> u16 {
        match (s.isolated.contains(unit), s.unsupplied.contains(unit)) {
            (true, _) => 1,
            (false, true) => (strength / 2).max(1),
            (false, false) => strength.max(1),
        }
    }

    /// [11.33.2], [11.42.2] Times the multiple of its hex; half of that if isolated, never less than one.
    pub(crate) fn defence_strength(&self, s: &State, unit: Unit, strength: u16, multiple: u16) -> u16 {
        let strength = strength * multiple;
        let strength = if s.isolated.contains(unit) { strength / 2 } else { strength };
        strength.max(1)
    }

    /// [12.21], [20.1] Entrenchments serve Germans only, and improved positions count as none here.
    fn is_entrenched(&self, battle: &Battle, hex: Spot) -> bool {
        battle.side == Side::US && self.components.map.entrenchments.contains(hex)
    }

    /// What multiplies the strengths in a hex, and the rule that says so; the currents are those of [18.16].
    pub(crate) fn multiple(&self, s: &State, battle: &Battle, hex: Spot) -> (u16, Rule) {
        let tables = &self.components.tables;
        let entrenched = self.is_entrenched(battle, hex);
        let waters = || {
            battle.attackers.iter().map(|unit| {
                let edge = self.board().edge(s.at(unit), hex).expect("attackers are next to their targets");
                (edge, self.water(s, edge))
            })
        };
        if battle.side == Side::US && waters().any(|(edge, _)| self.bridge_at(edge).is_some()) {
            return (tables.rhine_bridge.into(), Rule("22.25.a"));
        }
        if self.has_current(s) && waters().all(|(_, water)| matches!(water, Water::Lower | Water::Upper)) {
            let upper = waters().all(|(_, water)| water == Water::Upper);
            if let Some(card) = tables.currents.iter().find(|card| card.current == s.current) {
                let multiple = match (upper, entrenched) {
                    (true, _) => card.upper,
                    (false, true) => card.lower_entrenched,
                    (false, false) => card.lower,
                };
                return (multiple.into(), s.current.rule());
            }
        }
        match (waters().all(|(edge, _)| self.is_river(s, edge)), entrenched) {
            (true, true) => (tables.river_entrenched.into(), Rule("9.32")),
            (true, false) => (tables.river.into(), Rule("9.32")),
            (false, true) => (tables.entrenched.into(), Rule("12.21")),
            (false, false) => (1, Rule("9.31")),
        }
    }

    /// [20.2], [20.2.a] The mine-clearing battalion attacks this improved position over no river.
    pub(crate) fn cleared_by(&self, s: &State, battle: &Battle, hex: Spot) -> Option<Unit> {
        let clears = |unit: &Unit| {
            let edge = self.board().edge(s.at(*unit), hex);
            self.card(*unit).mine_clearing && edge.is_some_and(|edge| !self.is_river(s, edge))
        };
        let improved = battle.side == Side::US && self.components.map.improved.contains(hex);
        improved.then(|| battle.attackers.iter().find(clears))?
    }

    /// [20.1] What an improved position adds to the strength of its hex.
    pub(crate) fn improved_adds(&self, s: &State, battle: &Battle, hex: Spot) -> u16 {
        let improved = battle.side == Side::US && self.components.map.improved.contains(hex);
        match improved && self.cleared_by(s, battle, hex).is_none() {
            true => self.components.tables.improved_adds.into(),
            false => 0,
        }
    }

    /// [9.31] Attack and defence: whole units [9.0.a], then multiples, then what is added to a hex.
    pub(crate) fn totals(&self, s: &State, battle: &Battle) -> (u16, u16) {
        let attack = battle.attackers.iter().map(|unit| self.attack_strength(s, unit, self.strength(s, unit))).sum();
        let mut defence = 0;
        for hex in battle.targets.iter() {
            let (multiple, _) = self.multiple(s, battle, hex);
            let fighters = battle.defenders.iter().filter(|unit| s.at(*unit) == hex);
            defence +=
                fighters.map(|unit| self.defence_strength(s, unit, self.strength(s, unit), multiple)).sum::<u16>();
            defence += self.improved_adds(s, battle, hex);
        }
        (attack, defence)
    }
}
