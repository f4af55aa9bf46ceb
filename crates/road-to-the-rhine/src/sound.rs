//! What must hold between any two decisions, and in every position that is read.

use crate::state::{Hexes, NOWHERE, Side, State, TURNS, Unit, Units};
use crate::{Off, RoadToTheRhine, Step};
use referee::Spot;

/// What is wrong, in a sentence.
type Sound = Result<(), String>;

fn must(holds: bool, what: impl FnOnce() -> String) -> Sound {
    if holds { Ok(()) } else { Err(what()) }
}

impl RoadToTheRhine {
    pub(crate) fn assert_state(&self, s: &State) {
        let sound = self.check_sound(s);
        assert!(sound.is_ok(), "{}", sound.err().unwrap_or_default());
    }

    pub(crate) fn check_sound(&self, s: &State) -> Sound {
        must(s.outcome.is_some() == s.now().is_none(), || "somebody decides, or the game is over".into())?;
        must(usize::from(s.turn) < TURNS, || "the turn marker stays on its track".into())?;
        self.check_places(s)?;
        self.check_stacks(s)?;
        self.check_breakdown(s)?;
        self.check_marks(s)?;
        self.check_air(s)?;
        self.check_attacks(s)?;
        self.droppers().try_for_each(|(number, unit)| {
            let at = s.plots[number];
            must(at == NOWHERE || self.check_zone_of_drop(s, unit, at).is_ok(), || "[21.A.5.a] a plot is lawful".into())
        })
    }

    /// Who is where, the slow way; a hex belongs to who stands in it.
    fn check_places(&self, s: &State) -> Sound {
        for unit in self.all_units() {
            must(s.at(unit).index() < self.board.len(), || format!("{} is somewhere", self.name(unit)))?;
        }
        for side in Side::BOTH {
            let here: Hexes = self.troops(s, side).map(|unit| s.at(unit)).collect();
            let wrong = ((here - s.here[side]) | (s.here[side] - here)).first();
            must(wrong.is_none(), || format!("who is in {} is true", self.spot_name(wrong.unwrap_or(NOWHERE))))?;
        }
        let mut laid = *s;
        self.lay_zones(&mut laid);
        must(laid.zones == s.zones, || "[2.a] zones are where units are".into())?;
        let both = s.here[Side::AL] & s.here[Side::GE];
        for hex in both.iter() {
            let dropped = Side::BOTH.into_iter().any(|side| self.stack(s, side, hex).intersects(&s.airdrop));
            must(hex == self.dunkirk || dropped, || format!("[3.a] both sides are in {}", self.spot_name(hex)))?;
        }
        // Who was dropped takes hold of his hex when the assault is over.
        let fought_over = s.battle.map_or(NOWHERE, |battle| battle.target);
        for side in Side::BOTH {
            for hex in (s.here[side] - both).iter().filter(|hex| *hex != fought_over) {
                must(self.holds(s, side, hex), || format!("[19.a] who stands in {} holds it", self.spot_name(hex)))?;
            }
        }
        Ok(())
    }

    /// [3.b] No hex is too full, but while some are on their way.
    fn check_stacks(&self, s: &State) -> Sound {
        let on_the_way = s
            .steps
            .iter()
            .any(|step| matches!(step, Step::First { .. } | Step::Second { .. } | Step::Further { .. } | Step::Deploy));
        if on_the_way {
            return Ok(());
        }
        for side in Side::BOTH {
            for hex in s.here[side].iter() {
                let crowd = self.check_crowd(self.stack(s, side, hex));
                must(crowd.is_ok(), || format!("too many units are in {}", self.spot_name(hex)))?;
            }
        }
        Ok(())
    }

    /// [22.A.b] Counters are in play only for a division that has broken down, and then at least one is.
    fn check_breakdown(&self, s: &State) -> Sound {
        if s.stage > 0 {
            return Ok(());
        }
        let [broken, destroyed, off] = [Off::Broken, Off::Destroyed, Off::NotYet].map(|it| self.spot_of(it));
        for (name, set) in &self.sets {
            let divisions =
                self.ground.iter().filter(|unit| s.at(*unit) == broken && self.set_for(*unit) == Some(*set));
            let divisions: Units = divisions.collect();
            must(divisions.len() <= 1, || format!("[22.A.b] one division at a time is broken into {name}"))?;
            let in_play = |unit: Unit| s.at(unit) != destroyed && s.at(unit) != off;
            let counters = set.iter().filter(|unit| in_play(*unit)).count();
            must(counters == 0 || !divisions.is_empty(), || {
                format!("[22.A.b] a breakdown counter of {name} needs a division in `broken`")
            })?;
            must(counters > 0 || divisions.is_empty(), || {
                format!("[22.A.3.c] a division in `broken` has at least one counter of {name} in play")
            })?;
        }
        Ok(())
    }

    fn check_marks(&self, s: &State) -> Sound {
        for unit in s.reserve.iter() {
            let name = self.name(unit);
            must(self.on_map(s, unit), || format!("[9.a] the reserve {name} is on the map"))?;
            must(!s.earlier.contains(unit), || {
                format!("[4.f] {name} is a reserve and has acted: the marker stands for one of them")
            })?;
            must(!self.lacks_fuel(s, unit), || format!("[9.A.d] the reserve {name} has its supply"))?;
        }
        for unit in s.reduced.iter() {
            must(self.card(unit).back.is_some(), || format!("[1.h] {} has no reduced side", self.name(unit)))?;
        }
        let ground_only = s.reserve | s.supplied | s.unsupplied | s.airfed | s.dropped | s.airdrop;
        must(ground_only.is_subset(&self.ground), || "marks of ground units lie on ground units".into())?;
        must(!s.airfed.intersects(&s.unsupplied), || "[6.D.a] who lives from the air is supplied".into())
    }

    /// [3.f] A base has one air unit; missions are flown by who was made ready, over attacked hexes.
    fn check_air(&self, s: &State) -> Sound {
        let mut bases: Vec<Spot> = self.fliers.iter().map(|air| s.at(air)).filter(|at| self.is_hex(*at)).collect();
        let count = bases.len();
        bases.sort_unstable();
        bases.dedup();
        must(bases.len() == count, || "[3.f] a base has one air unit".into())?;
        for transport in self.transports.iter() {
            must(!self.on_map(s, transport), || {
                format!("[10.B.1] {} is a transport: it stays in England", self.name(transport))
            })?;
        }
        for mission in s.missions.iter() {
            must(s.ready.contains(mission.air), || format!("[5.D.2.b] {} was made ready", self.name(mission.air)))?;
            must(s.attack_on(mission.hex).is_some(), || "[10.A.1.c] a mission has an attack under it".into())?;
        }
        let flying = s.now().is_some_and(|step| matches!(step, Step::Fly(_) | Step::Aim(_)));
        must(flying || s.missions.is_empty(), || "[10.A.5] missions end with their phase".into())
    }

    /// [11.e] Tasks and declared attacks agree, and each hex is attacked once.
    fn check_attacks(&self, s: &State) -> Sound {
        let open = s.open_attacks().count();
        for unit in self.all_units() {
            let task = usize::from(s.task[unit.index()]);
            must(task <= open, || format!("{} has an attack that nobody declared", self.name(unit)))?;
            must(task == 0 || self.on_map(s, unit), || {
                format!("[11.c] {} attacks, and is not on the map", self.name(unit))
            })?;
        }
        for (index, attack) in s.open_attacks() {
            let others = s.open_attacks().filter(|(other, it)| *other != index && it.hex == attack.hex);
            must(others.count() <= 1, || format!("[11.e] {} is attacked too often", self.spot_name(attack.hex)))?;
            must(!self.tasked(s, index).is_empty(), || {
                format!("[11.a] nobody attacks {}", self.spot_name(attack.hex))
            })?;
        }
        must(s.battle.is_none_or(|battle| !battle.attackers.intersects(&battle.defenders)), || {
            "nobody fights himself".into()
        })
    }
}
