//! A state as lines.

use super::{MARKS, mark};
use crate::replacements::KIND_WORDS;
use crate::sequence::Step;
use crate::state::{
    Account, BRIDGES, Engineers, Fleeing, MissionKind, NEVER, NOWHERE, PORTS, Side, Ss30, State, Unit, Units, turn_word,
};
use crate::words::decimal;
use crate::{Off, RoadToTheRhine};
use std::fmt::Write as _;

impl RoadToTheRhine {
    pub(crate) fn write_position(&self, s: &State) -> String {
        let mut out = String::new();
        self.write_table(s, &mut out);
        self.write_units(s, &mut out);
        self.write_combat(s, &mut out);
        self.write_steps(s, &mut out);
        out
    }

    fn write_table(&self, s: &State, out: &mut String) {
        let mut say = |line: String| {
            out.push_str(&line);
            out.push('\n');
        };
        let options: String = s.options.words().map(|word| format!(" +{word}")).collect();
        say(format!("scenario {}{options}", self.scenario(s).id));
        say(format!("turn {}", turn_word(s.turn)));
        say(format!("initiative {}", s.initiative.short()));
        if s.stage > 0 {
            say(format!("set-up {}", s.stage));
        }
        say(format!("impulse {}", s.impulse));
        if s.south_only {
            say("south-only".into());
        }
        say(format!("weather {}", s.weather.word()));
        let sky = |cloudy: bool| if cloudy { "cloudy" } else { "clear" };
        say(format!("visibility {}", sky(s.cloudy)));
        say(format!("visibility-before {}", sky(s.cloudy_before)));
        for (account, word) in Account::WORDS.iter().enumerate() {
            say(format!("msp {word} {}", s.msp[account]));
            if s.half[account] {
                say(format!("half {word}"));
            }
        }
        for (word, counts) in [("has", &s.has), ("fresh", &s.fresh), ("owes", &s.owes)] {
            for (kind, count) in KIND_WORDS.iter().zip(counts) {
                if *count > 0 {
                    say(format!("{word} {kind} {count}"));
                }
            }
        }
        for (word, count) in [("free-supply", s.free_supply), ("naval", s.naval), ("penalty", s.penalty)] {
            if count > 0 {
                say(format!("{word} {count}"));
            }
        }
        let held = self.blank(s.scenario).held;
        for hex in (0..self.hexes).map(referee::Spot) {
            if s.held.contains(hex) != held.contains(hex) {
                let side = if s.held.contains(hex) { Side::AL } else { Side::GE };
                say(format!("{} holds {}", side.short(), self.spot_name(hex)));
            }
        }
        for (port, taken) in PORTS.iter().zip(s.ports) {
            match taken {
                NEVER => say(format!("port {port} german")),
                turn => say(format!("port {port} {}", turn_word(turn))),
            }
        }
        if s.antwerp_ran > 0 {
            say(format!("antwerp ran {}", s.antwerp_ran));
        }
        if s.antwerp_paused {
            say("antwerp paused".into());
        }
        for (name, side) in BRIDGES.iter().zip(s.bridges) {
            say(format!("bridge {name} {}", side.short()));
        }
        if s.dams_blown {
            say("dams blown".into());
        }
        if s.roer_until != NEVER {
            say(format!("roer flooded {}", turn_word(s.roer_until)));
        }
        for (number, unit) in self.droppers() {
            if s.plots[number] != NOWHERE {
                say(format!("plot {} {}", self.name(unit), self.spot_name(s.plots[number])));
            }
        }
        if let Some(unit) = self.special.vdh
            && s.vdh_plot.0 != NOWHERE
        {
            say(format!("plot {} {} in {}", self.name(unit), self.spot_name(s.vdh_plot.0), s.vdh_plot.1));
        }
        match s.ss30 {
            Ss30::Untested => {}
            Ss30::Loyal => say("ss30 loyal".into()),
            Ss30::Mutinied => say("ss30 mutinied".into()),
        }
        if s.ss30_came {
            say("ss30 came".into());
        }
        if s.germany_entered {
            say("germany entered".into());
        }
        if s.ss150_met {
            say("ss150 met".into());
        }
        if s.ss150_spent {
            say("ss150 spent".into());
        }
        if s.vdh_dropped {
            say("vdh dropped".into());
        }
        match s.engineers {
            Engineers::Unused => {}
            Engineers::Amphibious => say("1ae amphibious".into()),
            Engineers::Support => say("1ae support".into()),
        }
        if s.cavalry_rebuilt {
            say("cavalry rebuilt".into());
        }
        for side in Side::BOTH {
            if s.air_rebuilt[side as usize] {
                say(format!("air-rebuilt {}", side.short()));
            }
        }
        if s.final_impulse {
            say("final-impulse".into());
        }
        if s.dam_watch {
            say("dams watched".into());
        }
        say("supply given".into());
        say("marks given".into());
    }

    fn write_units(&self, s: &State, out: &mut String) {
        let off = self.spot_of(Off::NotYet);
        let mut copy = *s;
        let marks: Vec<Units> = (0..MARKS.len()).map(|word| *mark(&mut copy, word)).collect();
        for unit in self.all_units() {
            let who = format!("{} {}", self.side(unit).short(), self.name(unit));
            let at = s.at(unit);
            if at != off {
                let _ = writeln!(out, "{who} at {}", self.spot_name(at));
            }
            for (word, units) in MARKS.iter().zip(&marks) {
                if units.contains(unit) {
                    let _ = writeln!(out, "{who} {word}");
                }
            }
            let i = unit.index();
            if s.spent[i] > 0 {
                let _ = writeln!(out, "{who} spent {}", decimal(s.spent[i].into(), 2));
            }
            if s.began[i] != at && at != off {
                let _ = writeln!(out, "{who} began {}", self.spot_name(s.began[i]));
            }
            if let Some(number) = self.card(unit).dropper {
                let england = at == self.spot_of(Off::England);
                let quiet = if england { self.components.tables.regroup } else { 0 };
                if s.regroup[number] != quiet {
                    let _ = writeln!(out, "{who} regroup {}", s.regroup[number]);
                }
            }
            if let Some(number) = self.card(unit).air
                && s.lost[number] != NEVER
            {
                let _ = writeln!(out, "{who} lost {}", turn_word(s.lost[number]));
            }
            if s.grouped.contains(unit) {
                let brigade = self.ground.iter().find(|it| self.card(*it).code.is_some() && s.at(*it) == at);
                if let Some(brigade) = brigade {
                    let _ = writeln!(out, "{who} with {}", self.name(brigade));
                }
            }
        }
    }

    fn write_combat(&self, s: &State, out: &mut String) {
        for (index, attack) in s.open_attacks() {
            let hex = self.spot_name(attack.hex);
            let assault = if attack.assault { " assault" } else { "" };
            let _ = writeln!(out, "declared {hex} with {}{assault}", self.joined(self.tasked(s, index)));
            if attack.shift != 0 {
                let _ = writeln!(out, "shift {hex} {}", attack.shift);
            }
        }
        for mission in s.missions.iter() {
            let kind = match mission.kind {
                MissionKind::Support => "",
                MissionKind::Extended => " extended",
                MissionKind::Intercept => " intercept",
            };
            let _ = writeln!(out, "mission {} {}{kind}", self.name(mission.air), self.spot_name(mission.hex));
        }
        if let Some(battle) = s.battle {
            let _ = writeln!(out, "battle {} with {}", self.spot_name(battle.target), self.joined(battle.attackers));
            let _ = writeln!(out, "battle-defenders {}", self.joined(battle.defenders));
            let _ = writeln!(out, "battle-result {}", battle.result.word());
            let _ = writeln!(out, "battle-column {}", self.components.tables.column_names[usize::from(battle.column)]);
            let _ = writeln!(out, "battle-bids {} {}", battle.bids[0], battle.bids[1]);
            if battle.vacated {
                let _ = writeln!(out, "battle-vacated");
            }
            if battle.no_advance {
                let _ = writeln!(out, "battle-no-advance");
            }
            if battle.escort {
                let _ = writeln!(out, "battle-escort");
            }
            if !battle.assault.is_empty() {
                let _ = writeln!(out, "battle-assault {}", self.joined(battle.assault));
            }
            let gone: Units = battle.attackers.iter().filter(|unit| s.left[unit.index()] == battle.target).collect();
            if !gone.is_empty() {
                let _ = writeln!(out, "battle-advanced {}", self.joined(gone));
            }
        }
    }

    fn origins(&self, s: &State, units: Units) -> String {
        let mut text = String::new();
        let mut left = units;
        while let Some(first) = left.first() {
            let same: Units = left.iter().filter(|unit| s.at(*unit) == s.at(first)).collect();
            let _ = write!(text, " {} {}", self.spot_name(s.at(first)), self.joined(same));
            left -= same;
        }
        text
    }

    /// Who has a first hex, in the owner's order.
    fn fleeing_words(&self, s: &State) -> String {
        let mut text = String::new();
        let mut before = NOWHERE;
        for Fleeing { unit, joined } in s.fleeing.iter() {
            let left = s.left[unit.index()];
            let _ = match (joined, left == before) {
                (true, true) => write!(text, "+{}", self.name(unit)),
                (true, false) => write!(text, " and {} {}", self.spot_name(left), self.name(unit)),
                (false, _) => write!(text, " {} {}", self.spot_name(left), self.name(unit)),
            };
            before = left;
        }
        text
    }

    fn write_steps(&self, s: &State, out: &mut String) {
        if s.outcome.is_some() {
            let level = s.outcome.unwrap_or(0);
            let _ = writeln!(out, "over {level}");
            return;
        }
        // What stands by itself says what comes after it.
        let alone = s.steps.iter().next().is_some_and(|step| {
            matches!(step, Step::Dams | Step::First { .. } | Step::Second { .. } | Step::Further { .. })
        });
        if alone && let Some((word, _)) = super::NEXT.iter().find(|(_, phase)| *phase == s.phase) {
            let reserve = if s.reserve_phase { " reserve" } else { "" };
            let _ = writeln!(out, "next {word}{reserve}");
        }
        for step in s.steps.iter() {
            let seat = self.asked_side(s, step).short();
            let reserve = if s.reserve_phase { " reserve" } else { "" };
            let line = match step {
                Step::Deploy => format!("{seat} to deploy"),
                Step::Plot(unit) => format!("{seat} to plot {}", self.name(unit)),
                Step::Forgo { count, named } => {
                    let mut line = format!("{seat} to forgo {count}");
                    let words = KIND_WORDS.iter().zip(named).flat_map(|(word, times)| (0..times).map(move |_| *word));
                    for (place, word) in words.enumerate() {
                        line += if place == 0 { " after " } else { " " };
                        line += word;
                    }
                    line
                }
                Step::Prepare => format!("{seat} to prepare"),
                Step::Withdraw(unit) => format!("{seat} to withdraw {}", self.name(unit)),
                Step::NextImpulse => format!("{seat} to continue"),
                Step::DropSupply => format!("{seat} to drop-supply"),
                Step::Fuel(_) => format!("{seat} to fuel"),
                Step::Movement => format!("{seat} to move{reserve}"),
                Step::Reserves => format!("{seat} to reserve"),
                Step::Declare => format!("{seat} to declare{reserve}"),
                Step::Fly(0 | 1) => format!("{seat} to fly{reserve}"),
                Step::Fly(_) => format!("{seat} to intercept{reserve}"),
                Step::Aim(hex) => format!("{seat} to aim {}{reserve}", self.spot_name(hex)),
                Step::Combat => format!("{seat} to attack{reserve}"),
                Step::Final => format!("{seat} to close"),
                Step::Release => format!("{seat} to release"),
                Step::Refit => format!("{seat} to refit"),
                Step::Dams => "then GE dams".into(),
                Step::Bid => format!("then {seat} bid"),
                Step::Escalate { .. } => {
                    let bids = s.battle.map_or([0, 0], |battle| battle.bids);
                    format!("then {seat} escalate {} {}", bids[0], bids[1])
                }
                Step::Lose { side, count } => format!("then {} lose {count}", side.short()),
                Step::Rout { side } => format!("then {} retreat", side.short()),
                Step::First { todo, .. } => {
                    let after = if s.fleeing.is_empty() { "" } else { " after" };
                    format!("then {seat} first{}{after}{}", self.origins(s, todo), self.fleeing_words(s))
                }
                Step::Second { .. } => format!("then {seat} second{}", self.fleeing_words(s)),
                Step::Further { todo } => {
                    let from =
                        |unit: Unit| format!(" {} from {}", self.name(unit), self.spot_name(s.left[unit.index()]));
                    format!("then {seat} further{}", todo.iter().map(from).collect::<String>())
                }
                Step::Repulse => format!("then {seat} repulse"),
                Step::Advance => format!("then {seat} advance"),
            };
            out.push_str(&line);
            out.push('\n');
        }
    }
}
