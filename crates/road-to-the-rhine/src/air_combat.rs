//! Air combat (10.A.3), hex by hex.

use crate::action::no;
use crate::event::Event;
use crate::sequence::{Phase, Step};
use crate::state::{Mission, MissionKind, Side, State, Unit, Units};
use crate::{Off, RoadToTheRhine};
use referee::{Illegal, Referee, Rule, Spot, Stack};

impl RoadToTheRhine {
    fn interceptor(&self, s: &State, hex: Spot) -> Option<Unit> {
        s.missions.iter().find(|it| it.hex == hex && it.kind == MissionKind::Intercept).map(|it| it.air)
    }

    pub(crate) fn interceptor_side(&self, s: &State, hex: Spot) -> Side {
        self.interceptor(s, hex).map_or(s.initiative, |air| self.side(air))
    }

    pub(crate) fn air_targets(&self, s: &State, hex: Spot) -> Units {
        let side = self.interceptor_side(s, hex);
        let fits = |it: &Mission| it.hex == hex && it.kind != MissionKind::Intercept && self.side(it.air) != side;
        s.missions.iter().filter(fits).map(|it| it.air).collect()
    }

    /// The next hex with an interceptor; when there is none, what survives is noted and all go home.
    pub(crate) fn next_air_combat(&self, s: &mut State, r: &mut Referee<Event>) {
        let fights = s.missions.iter().filter(|it| it.kind == MissionKind::Intercept);
        let Some(hex) = fights.map(|it| it.hex).min() else {
            self.note_support(s);
            s.phase = Phase::Combat;
            return;
        };
        let targets = self.air_targets(s, hex);
        match targets.len() {
            0 => self.fly_home(s, self.interceptor(s, hex)),
            1 => self.air_combat(s, hex, targets, r),
            _ => s.steps.push(Step::Aim(hex)),
        }
    }

    /// [10.A.3.d] All dice at one, or one each at two.
    pub(crate) fn check_aim(&self, s: &State, hex: Spot, at: Units) -> Result<(), Illegal> {
        let dice = self.interceptor(s, hex).map_or(0, |air| self.card(air).strength);
        let fits = match at.len() {
            1 => true,
            2 => dice == 2,
            _ => false,
        };
        match fits && at.is_subset(&self.air_targets(s, hex)) {
            true => Ok(()),
            false => Err(no(Rule("10.A.3.d"), "name one target, or one for each die")),
        }
    }

    pub(crate) fn air_combat(&self, s: &mut State, hex: Spot, at: Units, r: &mut Referee<Event>) {
        let Some(by) = self.interceptor(s, hex) else { return };
        let tables = &self.components.tables;
        let targets: Vec<Unit> = at.iter().collect();
        let dice = usize::from(self.card(by).strength);
        let mut hit = vec![];
        for die in 0..dice {
            let target = if targets.len() > 1 { targets[die % targets.len()] } else { targets[0] };
            let roll = r.roll(6);
            r.note(Rule("10.A.3.c"), Event::Fires { by, at: target, die: roll });
            hit.push((target, roll));
        }
        let mut lost = false;
        for target in &targets {
            for _ in 0..self.card(*target).strength {
                let roll = r.roll(6);
                r.note(Rule("10.A.3.e"), Event::FiresBack { by: *target, at: by, die: roll });
                lost |= roll >= tables.return_fire;
            }
        }
        for target in targets {
            let worst = hit.iter().filter(|(it, _)| *it == target).map(|(_, roll)| *roll).max().unwrap_or(0);
            if worst >= tables.destroys {
                self.shoot_down(s, target);
            } else if worst >= tables.aborts {
                // [10.A.3.f]
                s.aborted.insert(target);
                self.fly_home(s, Some(target));
            }
        }
        self.fly_home(s, Some(by));
        if lost {
            self.shoot_down(s, by);
        }
    }

    /// [5.D.2.e] It has flown.
    fn fly_home(&self, s: &mut State, air: Option<Unit>) {
        let Some(air) = air else { return };
        let mut left = Stack::new();
        s.missions.iter().filter(|it| it.air != air).for_each(|it| left.push(it));
        s.missions = left;
        s.ready.remove(air);
        s.flew.insert(air);
    }

    /// [10.A.3.g]
    pub(crate) fn shoot_down(&self, s: &mut State, air: Unit) {
        self.fly_home(s, Some(air));
        self.put(s, air, self.spot_of(Off::Destroyed));
        s.flew.remove(air);
        s.aborted.remove(air);
        if let Some(number) = self.card(air).air {
            s.lost[number] = s.turn;
        }
    }

    /// [10.A.5] Surviving support is noted.
    fn note_support(&self, s: &mut State) {
        for index in 0..s.attacks.len() {
            let hex = s.attacks[index].hex;
            let over: Vec<Mission> = s.missions.iter().filter(|it| it.hex == hex).collect();
            let Some(first) = over.first() else { continue };
            // [10.A.6.c] Halves are added up, then rounded down.
            let value: u8 = over.iter().map(|it| self.card(it.air).strength).sum();
            let value = if first.kind == MissionKind::Extended { value / 2 } else { value };
            let value = i8::try_from(value).unwrap_or(0);
            s.attacks[index].shift += if self.side(first.air) == s.attacker() { value } else { -value };
        }
        let all: Vec<Unit> = s.missions.iter().map(|it| it.air).collect();
        for air in all {
            self.fly_home(s, Some(air));
        }
    }
}
