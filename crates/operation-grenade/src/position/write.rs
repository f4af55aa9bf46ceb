//! A state as lines.

use super::{SETS, set};
use crate::OperationGrenade;
use crate::components::Quarter;
use crate::sequence::{Loss, Step};
use crate::state::{Bridge, Options, Side, State, UNKNOWN};

impl OperationGrenade {
    pub(crate) fn write_position(&self, s: &State) -> String {
        let mut lines = Lines(String::with_capacity(8192));
        self.write_course(s, &mut lines);
        self.write_units(s, &mut lines);
        self.write_sets(s, &mut lines);
        if s.battle.is_on() {
            self.write_battle(s, &mut lines);
        }
        self.write_steps(s, &mut lines);
        lines.0
    }

    /// Turn, flood, weather and whatever else is one for all.
    fn write_course(&self, s: &State, lines: &mut Lines) {
        let scenario = self.scenarios.first().map_or("", |scenario| scenario.id.as_str());
        let options: String =
            Options::NAMES.iter().filter(|(_, it)| s.options.has(*it)).map(|(name, _)| format!(" +{name}")).collect();
        lines.add(format_args!("scenario {scenario}{options}"));
        lines.add(format_args!("turn {}", s.turn));
        match s.d_day {
            UNKNOWN => lines.add(format_args!("d-day unknown")),
            day => lines.add(format_args!("d-day {}", self.components.tables.track.first + day)),
        }
        lines.add(format_args!("flood {}", s.flood.word()));
        lines.add(format_args!("current {}", s.current.word()));
        lines.add(format_args!("weather {}", s.weather[0].word()));
        lines.add(format_args!("weather-before {}", s.weather[1].word()));
        for side in Side::BOTH {
            lines.add(format_args!("air {} {}", side.short(), s.air[side]));
        }
        lines.add(format_args!("second-corps {}", if s.corps_is_free { "free" } else { "frozen" }));
        for quarter in Quarter::ALL {
            lines.add(format_args!("groups {} {}", quarter.word(), s.groups[quarter as usize]));
        }
        lines.add(format_args!("ruse {}", if s.ruse_used { "used" } else { "left" }));
        let map = &self.components.map;
        for (_, town) in map.victory.iter().enumerate().filter(|(i, _)| s.held & 1 << i != 0) {
            lines.add(format_args!("held {}", self.hex_name(town.hex)));
        }
        for (_, levy) in map.levies.iter().enumerate().filter(|(i, _)| s.rolled & 1 << i != 0) {
            lines.add(format_args!("rolled {}", self.hex_name(map.towns[levy.town].hexes[0])));
        }
        for (i, bridge) in map.bridges.iter().enumerate() {
            let (west, east) = (self.hex_name(bridge.west), self.hex_name(bridge.east));
            if s.bridges[i] != Bridge::Untried {
                lines.add(format_args!("bridge {west}-{east} {}", s.bridges[i].word()));
            }
            if !s.crossed[i].is_empty() {
                lines.add(format_args!("crossed {west}-{east} {}", self.joined(s.crossed[i])));
            }
        }
    }

    fn write_units(&self, s: &State, lines: &mut Lines) {
        for unit in self.all_units() {
            let (side, name) = (self.side(unit).short(), self.name(unit));
            let at = match s.at(unit) {
                at if at == self.off => "off",
                at if at == self.dead => "dead",
                hex => self.hex_name(hex),
            };
            lines.add(format_args!("{side} {name} at {at}"));
            if let (Some(chit), Some(draws)) = (s.chit(unit), self.card(unit).draws) {
                let [a, b, c] = self.chit_lines(draws.morale)[usize::from(chit.kind)].front;
                let reduced = if chit.reduced { " reduced" } else { "" };
                let copy = if chit.copy { " copy" } else { "" };
                lines.add(format_args!("{side} {name} chit {a}/{b}/{c}{reduced}{copy}"));
            }
            if s.cadre.contains(unit) {
                lines.add(format_args!("{side} {name} cadre"));
            }
        }
    }

    fn write_sets(&self, s: &State, lines: &mut Lines) {
        let in_combat = s.steps.iter().any(|step| matches!(step, Step::Combat(_)));
        let mut copy = *s;
        for word in SETS {
            let Some(units) = set(&mut copy, word) else { continue };
            let always = match word {
                "duty" | "silent" => in_combat,
                "fought" => s.battle.is_on(),
                _ => false,
            };
            if always || !units.is_empty() {
                lines.add(format_args!("{word} {}", self.joined(*units)));
            }
        }
        for (hex, count) in s.columns.iter() {
            lines.add(format_args!("column {} {count}", self.hex_name(hex)));
        }
    }

    fn write_battle(&self, s: &State, lines: &mut Lines) {
        let battle = &s.battle;
        let targets = self.hexes_with(battle.targets.as_slice(), "+");
        lines.add(format_args!("battle {} {targets} with {}", battle.side.short(), self.joined(battle.attackers)));
        if !battle.guns.is_empty() {
            lines.add(format_args!("battle-guns {}", self.joined(battle.guns)));
        }
        let air: Vec<&str> = Side::BOTH.into_iter().filter(|side| battle.air[*side]).map(Side::short).collect();
        if !air.is_empty() {
            lines.add(format_args!("battle-air {}", air.join("+")));
        }
        if !battle.defenders.is_empty() {
            lines.add(format_args!("battle-defenders {}", self.joined(battle.defenders)));
        }
        if let Some(result) = battle.result {
            let breakthrough = if result.breakthrough { " breakthrough" } else { "" };
            lines.add(format_args!("battle-result {}{breakthrough}", result.word()));
        }
        for (stack, trail) in (0u8..).zip(battle.trails()) {
            let path = match trail.path.is_empty() {
                true => "none".into(),
                false => self.hexes_with(trail.path.as_slice(), "-"),
            };
            let units = self.joined(self.living(s, stack));
            lines.add(format_args!(
                "battle-stack {} path {path} left {} units {units}",
                self.hex_name(trail.start),
                trail.left
            ));
        }
        if !battle.victors.is_empty() {
            lines.add(format_args!("battle-victors {}", self.joined(battle.victors)));
        }
        if battle.armour_gone {
            lines.add(format_args!("battle-armour"));
        }
    }

    fn write_steps(&self, s: &State, lines: &mut Lines) {
        if s.steps.is_empty() {
            lines.add(format_args!("over"));
        }
        for step in s.steps.iter() {
            let text = self.step_text(s, step);
            lines.add(format_args!("{text}"));
        }
    }

    fn step_text(&self, s: &State, step: Step) -> String {
        let here = |stack: u8| self.stack_text(s, stack);
        match step {
            Step::Deploy => "US to deploy".into(),
            Step::Flood => "GE to flood".into(),
            Step::DDay => "US to d-day".into(),
            Step::Movement(side) => format!("{} to move", side.short()),
            Step::Excess { side, hex } => format!("{} to remove {}", side.short(), self.hex_name(hex)),
            Step::Combat(side) => format!("{} to attack", side.short()),
            Step::Moving { unit, march, left, left_zone } => {
                let manner = if march { "march" } else { "move" };
                let zone = if left_zone { " left-zone" } else { "" };
                format!("then {} go-on {} {manner} {left}{zone}", self.side(unit).short(), self.name(unit))
            }
            Step::Support(side) => format!("then {} support", side.short()),
            Step::Air(side) => format!("then {} air", side.short()),
            Step::Fighter(hex) => format!("then {} fight {}", s.battle.side.other().short(), self.hex_name(hex)),
            Step::Lose { side, left, why } => {
                let why = match why {
                    Loss::Mandatory => "mandatory".into(),
                    Loss::Instead => "instead".into(),
                    Loss::Zone(stack) => format!("zone {}", here(stack)),
                    Loss::Missing(stack) => format!("missing {}", here(stack)),
                };
                format!("then {} lose {left} {why}", side.short())
            }
            Step::FallBack { side, hexes } => format!("then {} fall-back {hexes}", side.short()),
            Step::Retreat { side, by } if side == by => format!("then {} retreat", by.short()),
            Step::Retreat { side, by } => format!("then {} retreat {}", by.short(), side.short()),
            Step::Blocked { side, stack } => format!("then {} blocked {}", side.short(), here(stack)),
            Step::Advance(side) => format!("then {} advance", side.short()),
            Step::Advancing { unit, stack, gone } => {
                let start = s.battle.trails().get(usize::from(stack)).map_or(self.off, |trail| trail.start);
                let (side, name) = (self.side(unit).short(), self.name(unit));
                format!("then {side} advancing {name} from {} gone {gone}", self.hex_name(start))
            }
            Step::Arrival(hex) => format!("then arrive {}", self.hex_name(hex)),
            Step::Ruse(bridge) => {
                let bridge = self.rhine_bridge(bridge);
                format!("then US ruse {}-{}", self.hex_name(bridge.west), self.hex_name(bridge.east))
            }
            Step::Place { levy, units } => {
                let town = self.levy_town(levy).hexes[0];
                format!("then GE place {} at {}", self.joined(units), self.hex_name(town))
            }
        }
    }

    /// A stack by the hex it is in, and by where it began if that is not enough.
    fn stack_text(&self, s: &State, stack: u8) -> String {
        let trails = s.battle.trails();
        let Some(trail) = trails.get(usize::from(stack)) else { return "none".into() };
        let alike = trails.iter().filter(|other| other.here() == trail.here()).count();
        match alike {
            1 => self.hex_name(trail.here()).into(),
            _ => format!("{} from {}", self.hex_name(trail.here()), self.hex_name(trail.start)),
        }
    }
}

/// Lines of text.
struct Lines(String);

impl Lines {
    fn add(&mut self, line: std::fmt::Arguments<'_>) {
        use std::fmt::Write as _;
        self.0.write_fmt(line).expect("a text takes any line");
        self.0.push('\n');
    }
}
