//! What must hold between any two decisions.

use crate::components::Kind;
use crate::state::{NOWHERE, Side, State, Unit, Units};
use crate::{Off, RoadToTheRhine, Step};
use referee::Spot;

impl RoadToTheRhine {
    pub(crate) fn assert_state(&self, s: &State) {
        assert_eq!(s.outcome.is_some(), s.now().is_none(), "somebody decides, or the game is over");
        assert!(usize::from(s.turn) < crate::state::TURNS, "the turn marker stays on its track");
        self.assert_places(s);
        self.assert_stacks(s);
        self.assert_breakdown(s);
        self.assert_marks(s);
        self.assert_air(s);
        self.assert_attacks(s);
        for (number, unit) in self.droppers() {
            let at = s.plots[number];
            assert!(at == NOWHERE || self.check_zone_of_drop(s, unit, at).is_ok(), "[21.A.5.a] a plot is lawful");
        }
    }

    /// Who is where, the slow way; a hex belongs to who stands in it.
    fn assert_places(&self, s: &State) {
        for unit in self.all_units() {
            assert!(s.at(unit).index() < self.board.len(), "{} is somewhere", self.name(unit));
        }
        for side in Side::BOTH {
            for hex in (0..self.hexes).map(Spot) {
                let here = self.ground.iter().any(|unit| s.at(unit) == hex && self.side(unit) == side);
                assert_eq!(s.here[side].contains(hex), here, "who is in {} is true", self.spot_name(hex));
            }
        }
        let both = s.here[Side::AL] & s.here[Side::GE];
        for hex in both.iter() {
            let dropped = Side::BOTH.into_iter().any(|side| self.stack(s, side, hex).intersects(&s.airdrop));
            assert!(hex == self.dunkirk || dropped, "[3.a] enemies share {}", self.spot_name(hex));
        }
        // Who was dropped takes hold of his hex when the assault is over.
        let fought_over = s.battle.map_or(NOWHERE, |battle| battle.target);
        for side in Side::BOTH {
            for hex in (s.here[side] - both).iter().filter(|hex| *hex != fought_over) {
                assert!(self.holds(s, side, hex), "[19.a] who stands in {} holds it", self.spot_name(hex));
            }
        }
    }

    /// [3.b] No hex is too full, but while some are on their way.
    fn assert_stacks(&self, s: &State) {
        let on_the_way = s
            .steps
            .iter()
            .any(|step| matches!(step, Step::First { .. } | Step::Second { .. } | Step::Further { .. } | Step::Deploy));
        if on_the_way {
            return;
        }
        for side in Side::BOTH {
            for hex in s.here[side].iter() {
                let crowd = self.check_crowd(self.stack(s, side, hex));
                assert!(crowd.is_ok(), "{} holds too many: {crowd:?}", self.spot_name(hex));
            }
        }
    }

    /// [22.A.b] Counters are on the map only for a division that has broken down, and then at least one is in play.
    fn assert_breakdown(&self, s: &State) {
        if s.stage > 0 {
            return;
        }
        let broken = self.spot_of(Off::Broken);
        for (name, set) in &self.sets {
            let divisions =
                self.ground.iter().filter(|unit| s.at(*unit) == broken && self.set_for(*unit) == Some(*set));
            let divisions: Units = divisions.collect();
            assert!(divisions.len() <= 1, "[22.A.b] one division at a time is broken into {name}");
            let in_play = |unit: Unit| self.on_map(s, unit) || s.at(unit) == self.spot_of(Off::Waiting);
            let counters = set.iter().filter(|unit| in_play(*unit)).count();
            match divisions.is_empty() {
                true => assert_eq!(counters, 0, "[22.A.b] counters of {name} stand for nobody"),
                false => assert!(counters > 0, "[22.A.3.c] a division of {name} is nowhere"),
            }
        }
    }

    fn assert_marks(&self, s: &State) {
        for unit in s.reserve.iter() {
            assert!(self.on_map(s, unit), "[9.a] the reserve {} is on the map", self.name(unit));
            assert!(!s.earlier.contains(unit), "[4.f] the reserve {} has not acted", self.name(unit));
            assert!(!self.lacks_fuel(s, unit), "[9.A.d] the reserve {} has its supply", self.name(unit));
        }
        for unit in s.reduced.iter() {
            assert!(self.card(unit).back.is_some(), "[1.h] {} has a back", self.name(unit));
        }
        let ground_only = s.reserve | s.supplied | s.unsupplied | s.airfed | s.dropped | s.airdrop;
        assert!(ground_only.is_subset(&self.ground), "marks of ground units lie on ground units");
        assert!(!s.airfed.intersects(&s.unsupplied), "[6.D.a] who lives from the air is supplied");
    }

    /// [3.f] A base has one air unit; missions are flown by who was made ready, over attacked hexes.
    fn assert_air(&self, s: &State) {
        let mut bases: Vec<Spot> = self.fliers.iter().map(|air| s.at(air)).filter(|at| self.is_hex(*at)).collect();
        let count = bases.len();
        bases.sort_unstable();
        bases.dedup();
        assert_eq!(bases.len(), count, "[3.f] a base has one air unit");
        for transport in self.transports.iter() {
            assert!(!self.on_map(s, transport), "[10.B.1] transports stay in England");
            assert_eq!(self.card(transport).kind, Kind::Transport);
        }
        for mission in s.missions.iter() {
            assert!(s.ready.contains(mission.air), "[5.D.2.b] {} was made ready", self.name(mission.air));
            assert!(s.attack_on(mission.hex).is_some(), "[10.A.1.c] a mission has an attack under it");
        }
        let flying = s.now().is_some_and(|step| matches!(step, Step::Fly(_) | Step::Aim(_)));
        assert!(flying || s.missions.iter().next().is_none(), "[10.A.5] missions end with their phase");
    }

    /// [11.e] Tasks and declared attacks agree, and each hex is attacked once.
    fn assert_attacks(&self, s: &State) {
        let open = s.open_attacks().count();
        for unit in self.all_units() {
            let task = usize::from(s.task[unit.index()]);
            assert!(task <= open, "{} has an attack that nobody declared", self.name(unit));
            assert!(task == 0 || self.on_map(s, unit), "{} attacks from nowhere", self.name(unit));
        }
        for (index, attack) in s.open_attacks() {
            let others = s.open_attacks().filter(|(other, it)| *other != index && it.hex == attack.hex);
            assert!(others.count() <= 1, "[11.e] {} is attacked too often", self.spot_name(attack.hex));
        }
        if let Some(battle) = s.battle {
            assert!(!battle.attackers.intersects(&battle.defenders), "nobody fights himself");
        }
    }
}
