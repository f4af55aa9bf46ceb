//! What the lines of a position left unsaid, and whether it makes sense.

use super::read::{Said, bad};
use crate::components::CombatResult;
use crate::sequence::Step;
use crate::state::{NOWHERE, Side, State, Unit, Units, Weather};
use crate::{Off, RoadToTheRhine};
use referee::Unreadable;

impl RoadToTheRhine {
    /// What was not said takes the quiet value.
    pub(super) fn fill_quiet(&self, s: &mut State, said: &Said) {
        let winter = s.weather == Weather::WinterStorm;
        let between = matches!(
            s.steps.iter().next(),
            Some(
                Step::Deploy
                    | Step::Plot(_)
                    | Step::Forgo { .. }
                    | Step::Prepare
                    | Step::Withdraw(_)
                    | Step::NextImpulse
                    | Step::Refit
            )
        );
        let both = if between { said.sky.or(said.sky_before) } else { None };
        s.cloudy = both.or(said.sky).unwrap_or(winter);
        s.cloudy_before = both.or(said.sky_before).unwrap_or(winter);
        // A marker stands for what it takes to have it [9.A.d], [9.B.a], [5.D.2.b], [6.D.a].
        s.supplied |= s.reserve.iter().filter(|unit| self.card(*unit).needs).collect::<Units>();
        if !said.marks {
            s.finished -= s.reserve;
        }
        // An Airdrop marker too [21.A.1.a].
        s.dropped |= s.airdrop;
        s.ready |= s.missions.iter().map(|mission| mission.air).collect::<Units>();
        s.unsupplied -= s.airfed;
        for unit in self.all_units() {
            let i = unit.index();
            if !said.began.contains(unit) {
                s.began[i] = s.at[i];
            }
            if let Some(number) = self.card(unit).dropper
                && !said.regroup.contains(unit)
                && s.at(unit) == self.spot_of(Off::England)
            {
                s.regroup[number] = self.components.tables.regroup;
            }
            if self.transports.contains(unit) && s.at(unit) == self.spot_of(Off::NotYet) && s.airlifting.contains(unit)
            {
                s.at[i] = self.spot_of(Off::England);
            }
            self.hold_place(s, unit, said);
            // With its marker and begun elsewhere it has moved.
            let marched = s.began[i] != s.at[i] && self.on_map(s, unit) && self.side(unit) == s.attacker();
            let fights = s.battle.is_some_and(|battle| (battle.attackers | battle.defenders).contains(unit));
            if s.finished.contains(unit) && marched && !said.marks && !fights && !s.retreated.contains(unit) {
                s.spent[i] = s.spent[i].max(1);
            }
            // A Finished Movement marker without anything done in this impulse is from an earlier one.
            let acted = s.spent[i] > 0 || s.began[i] != s.at[i] || s.fought.contains(unit);
            if s.finished.contains(unit) && !acted && !said.marks {
                s.earlier.insert(unit);
            }
        }
        if !said.supply {
            // Who was dropped is in supply, and supply was judged before the drop [21.A.3].
            let mut before = *s;
            s.airdrop.iter().for_each(|unit| self.put(&mut before, unit, self.spot_of(Off::NotYet)));
            for side in Side::BOTH {
                let lines = self.lines(&before, side);
                let out: Units = self
                    .troops(&before, side)
                    .filter(|unit| !lines.contains(s.at(*unit)) && !s.airfed.contains(*unit))
                    .collect();
                s.unsupplied |= out;
            }
        }
        if said.marks {
            return;
        }
        if s.impulse <= 1 {
            let mine: Units = s.unsupplied.iter().filter(|unit| self.side(*unit) == s.initiative).collect();
            s.starving |= mine;
        }
        // Who was dropped was dropped where he stands.
        for (number, unit) in self.droppers() {
            if s.dropped.contains(unit) && s.plots[number] == NOWHERE && self.on_map(s, unit) {
                s.plots[number] = s.at(unit);
            }
        }
        for side in Side::BOTH {
            let inside: Units = self.troops(s, side).filter(|unit| self.in_primary(s, side, s.at(*unit))).collect();
            s.was_in_zone |= inside;
            s.contact |= inside;
        }
        if s.antwerp_ran > 0 && !(self.scheldt | self.antwerp).is_subset(&s.held) {
            s.antwerp_paused = true;
        }
        self.watch_dams(s);
        self.watch_ss150(s);
        s.germany_entered |= s.initiative == Side::GE && self.allies_in_germany(s);
    }

    /// A unit on a hex holds it without being said, but after a drop into enemies.
    fn hold_place(&self, s: &mut State, unit: Unit, said: &Said) {
        if !self.on_map(s, unit) {
            return;
        }
        let (hex, side) = (s.at(unit), self.side(unit));
        let enemies = s.here[side.other()].contains(hex);
        let fought_over = s.battle.is_some_and(|battle| battle.target == hex);
        let holds = match self.card(unit).air.is_some() {
            true => !said.marks && self.fliers.contains(unit) && !enemies,
            false if said.marks => !enemies && !fought_over,
            false => !(enemies && s.airdrop.contains(unit)),
        };
        if holds {
            self.take_hold(s, side, hex);
        }
    }

    /// Sense: nobody where nobody can be.
    pub(super) fn check_position(&self, s: &State) -> Result<(), Unreadable> {
        for unit in self.all_units() {
            let (at, name) = (s.at(unit), self.name(unit));
            let over = at == self.spot_of(Off::England) || at == self.spot_of(Off::Crossing);
            let flies = self.card(unit).airborne || self.transports.contains(unit);
            if over && !(flies && self.side(unit) == Side::AL) {
                return Err(bad(format!("{name} cannot be in {}", self.spot_name(at))));
            }
            if at == self.spot_of(Off::Broken) && !self.divisible.contains(unit) {
                return Err(bad(format!("{name} does not break down")));
            }
            if !self.is_hex(at) {
                continue;
            }
            let hex = self.spot_name(at);
            if self.fliers.contains(unit) && !self.towns.contains(at) {
                return Err(bad(format!("{name} needs a town or city; {hex} is none")));
            }
            if self.all_sea.contains(at) || self.swiss.contains(at) || !self.in_scenario_map(s, at) {
                return Err(bad(format!("{name} cannot stand in {hex}")));
            }
        }
        for side in Side::BOTH {
            for hex in s.here[side].iter() {
                if s.battle.is_none() && self.check_crowd(self.stack(s, side, hex)).is_err() {
                    return Err(bad(format!("too many units are in {}", self.spot_name(hex))));
                }
            }
        }
        for step in s.steps.iter() {
            if let Step::Plot(unit) = step
                && !self.card(unit).airborne
            {
                return Err(bad(format!("{} cannot be dropped", self.name(unit))));
            }
        }
        Ok(())
    }

    /// Steps that follow by themselves: the advance below a retreat, the retreat below losses and bids.
    pub(super) fn complete_steps(&self, s: &mut State) -> Result<(), Unreadable> {
        let Some(battle) = &mut s.battle else { return Ok(()) };
        if battle.defenders.is_empty() {
            let target = battle.target;
            let side = if s.reserve_phase { s.initiative } else { s.initiative.other() };
            battle.defenders =
                self.ground.iter().filter(|unit| s.at[unit.index()] == target && self.side(*unit) == side).collect();
        }
        let battle = *battle;
        let steps: Vec<Step> = s.steps.iter().collect();
        let Some((base, above)) = steps.split_first() else { return Ok(()) };
        if above.is_empty() || above.contains(&Step::Advance) {
            return Ok(());
        }
        let (me, him) = (s.attacker(), s.attacker().other());
        let retreats = above.iter().any(|step| {
            matches!(step, Step::Rout { .. } | Step::First { .. } | Step::Second { .. } | Step::Further { .. })
        });
        let bidding = above.iter().any(|step| matches!(step, Step::Bid | Step::Escalate { .. }));
        let mut all = vec![*base, Step::Advance];
        if !retreats && !bidding {
            match battle.result {
                CombatResult::ARL => all.push(Step::Rout { side: me }),
                CombatResult::DR | CombatResult::DRL | CombatResult::DM => all.push(Step::Rout { side: him }),
                CombatResult::DX | CombatResult::EX if !battle.no_advance => all.push(Step::Rout { side: him }),
                _ => {}
            }
        }
        all.extend(above);
        if all.len() > 8 {
            return Err(bad("there are too many steps"));
        }
        s.steps.clear();
        all.into_iter().for_each(|step| s.steps.push(step));
        Ok(())
    }
}
