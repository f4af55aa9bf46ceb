//! A position in the middle of a battle: who fights whom, what follows from the result, and who waits for whom.

use super::number;
use crate::HurtgenForest;
use crate::sequence::Step;
use crate::state::{OF_A_SIDE, Side, State, Trail, Unit, Units};
use board::Path;
use referee::Unreadable;

impl HurtgenForest {
    pub(super) fn write_battle(&self, s: &State) -> String {
        let battle = &s.battle;
        let named = |units: Units| units.iter().map(|unit| format!(" {}", self.name(unit))).collect::<String>();
        let mut lines: Vec<String> = vec![];
        let sets = [
            ("attackers", battle.attackers),
            ("defenders", battle.defenders),
            ("barrage", battle.barrage),
            ("protective-fire", battle.protective_fire),
        ];
        for (word, units) in sets.into_iter().filter(|(_, units)| !units.is_empty()) {
            lines.push(format!("{word}{}", named(units)));
        }
        if battle.support > 0 {
            lines.push(format!("support-given {}", battle.support));
        }
        for trail in &battle.trails {
            if let Some(unit) = trail.unit {
                let hexes: Vec<&str> = trail.hexes.iter().map(|hex| self.board.name(hex)).collect();
                lines.push(format!("trail {} {}", self.name(unit), hexes.join("-")));
            }
        }
        for (unit, hex) in battle.chain.iter() {
            lines.push(format!("waits {} {}", self.name(unit), self.board.name(hex)));
        }
        lines.extend(s.steps.iter().map(|step| format!("step {}", self.write_step(step))));
        lines.join("\n")
    }

    fn write_step(&self, step: Step) -> String {
        let named = |units: Units| units.iter().map(|unit| format!(" {}", self.name(unit))).collect::<String>();
        match step {
            Step::Deploy(side) => format!("deploy {}", side.short()),
            Step::Movement(side) => format!("movement {}", side.short()),
            Step::Combat(side) => format!("combat {}", side.short()),
            Step::Barrage(side) => format!("barrage {}", side.short()),
            Step::Support(side) => format!("support {}", side.short()),
            Step::ProtectiveFire(side) => format!("protective-fire {}", side.short()),
            Step::Retreat { side, units, hexes } => format!("retreat {} {hexes}{}", side.short(), named(units)),
            Step::Withdraw { unit, start, gone, hexes } => {
                format!("withdraw {} {} {gone} {hexes}", self.name(unit), self.board.name(start))
            }
            Step::Displace(unit) => format!("displace {}", self.name(unit)),
            Step::Advance { side, units } => format!("advance {}{}", side.short(), named(units)),
        }
    }

    /// Says whether the line is one of these.
    pub(super) fn read_battle_line(&self, s: &mut State, word: &str, rest: &[&str]) -> Result<bool, Unreadable> {
        let too_many = |what: &str| Unreadable::new(format!("too many {what}"));
        match (word, rest) {
            ("attackers", names) => s.battle.attackers = self.read_set(names)?,
            ("defenders", names) => s.battle.defenders = self.read_set(names)?,
            ("barrage", names) => s.battle.barrage = self.read_set(names)?,
            ("protective-fire", names) => s.battle.protective_fire = self.read_set(names)?,
            ("support-given", [points]) => s.battle.support = number(points, 255)?,
            ("trail", [unit, hexes]) => {
                let hexes: Path<4> = self.read_path(hexes)?;
                let free = s.battle.trails.iter_mut().find(|trail| trail.unit.is_none());
                *free.ok_or_else(|| too_many("trails"))? = Trail { unit: Some(self.read_unit(unit)?), hexes };
            }
            ("waits", [unit, hex]) => {
                if s.battle.chain.hexes().len() == OF_A_SIDE {
                    return Err(too_many("units that wait"));
                }
                s.battle.chain.push(self.read_unit(unit)?, self.read_hex(hex)?);
            }
            ("step", words) => {
                if s.steps.is_full() {
                    return Err(too_many("steps"));
                }
                let step = self.read_step(words)?;
                s.steps.push(step);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn read_step(&self, words: &[&str]) -> Result<Step, Unreadable> {
        Ok(match *words {
            ["combat", side] => Step::Combat(self.read_side(side)?),
            ["barrage", side] => Step::Barrage(self.read_side(side)?),
            ["support", side] => Step::Support(self.read_side(side)?),
            ["protective-fire", side] => Step::ProtectiveFire(self.read_side(side)?),
            ["retreat", side, hexes, ref names @ ..] => {
                Step::Retreat { side: self.read_side(side)?, units: self.read_set(names)?, hexes: number(hexes, 4)? }
            }
            ["withdraw", unit, start, gone, hexes] => Step::Withdraw {
                unit: self.read_unit(unit)?,
                start: self.read_hex(start)?,
                gone: number(gone, 3)?,
                hexes: number(hexes, 4)?,
            },
            ["displace", unit] => Step::Displace(self.read_unit(unit)?),
            ["advance", side, ref names @ ..] => {
                Step::Advance { side: self.read_side(side)?, units: self.read_set(names)? }
            }
            _ => return Err(Unreadable::unknown("step", &words.join(" "))),
        })
    }

    /// Whether what is said of a battle fits together.
    pub(super) fn check_battle(&self, s: &State) -> Result<(), Unreadable> {
        let wrong = |what: &str| Err(Unreadable::new(what));
        let steps: Vec<Step> = s.steps.iter().collect();
        let [first, rest @ ..] = &steps[..] else { return Ok(()) };
        if rest.is_empty() {
            return match first {
                Step::Deploy(_) | Step::Movement(_) | Step::Combat(_) => Ok(()),
                _ => wrong("a battle belongs to a Combat Phase: `step combat US` comes first"),
            };
        }
        let Step::Combat(attacker) = *first else {
            return wrong("a battle belongs to a Combat Phase: `step combat US` comes first");
        };
        self.check_sides(s, attacker)?;
        let mut stage = 0;
        for step in rest {
            let next = self.check_step(s, attacker, *step)?;
            // Both retreat in a Br, the defender above the attacker.
            if next < stage || (next == stage && next != RETREAT) || (next == DECLARED && rest.len() > 1) {
                return wrong("the steps of a battle are out of order");
            }
            stage = next;
        }
        self.check_chain(s)
    }

    fn check_sides(&self, s: &State, attacker: Side) -> Result<(), Unreadable> {
        let wrong = |what: &str| Err(Unreadable::new(what));
        let battle = &s.battle;
        if battle.defenders.is_empty() {
            return wrong("a battle has defenders");
        }
        let (own, enemy) = (self.of_side(attacker), self.of_side(attacker.other()));
        let sound = (battle.attackers | battle.barrage).is_subset(&own)
            && (battle.defenders | battle.protective_fire).is_subset(&enemy)
            && (battle.barrage | battle.protective_fire).is_subset(&self.artillery);
        if !sound {
            return wrong("somebody fights on the wrong side");
        }
        if (battle.attackers | battle.defenders).len() > battle.trails.len() {
            return wrong("so many units do not meet in one combat");
        }
        Ok(())
    }

    /// Where a step stands in a battle, if it makes sense by itself.
    fn check_step(&self, s: &State, attacker: Side, step: Step) -> Result<u8, Unreadable> {
        let wrong = |what: &str| Err(Unreadable::new(what));
        let on_map = |units: Units| units.iter().all(|unit| self.is_hex(s.at(unit)));
        let next_to_all = |unit: Unit| {
            let near = |target: Unit| self.board.edge(s.at(unit), s.at(target)).is_some();
            s.battle.defenders.iter().all(near)
        };
        match step {
            Step::Deploy(_) | Step::Movement(_) | Step::Combat(_) => wrong("that is no step of a battle"),
            Step::Barrage(side) | Step::Support(side) if side != attacker => wrong("the attacker is asked for that"),
            Step::ProtectiveFire(side) if side == attacker => wrong("the defender is asked for protective fire"),
            Step::Barrage(_) | Step::Support(_) | Step::ProtectiveFire(_) => {
                if !on_map(s.battle.defenders | s.battle.attackers) || !s.battle.attackers.iter().all(next_to_all) {
                    return wrong("attackers stand next to all defenders");
                }
                Ok(DECLARED)
            }
            Step::Advance { side, units } => match units.is_subset(&self.of_side(side)) {
                true => Ok(ADVANCE),
                false => wrong("only units of one side advance"),
            },
            Step::Retreat { side, units, hexes } => {
                match units.is_subset(&self.of_side(side)) && on_map(units) && hexes > 0 {
                    true => Ok(RETREAT),
                    false => wrong("units of one side retreat, from hexes of the map"),
                }
            }
            Step::Withdraw { unit, start, gone, hexes } => {
                let sound = self.is_hex(start)
                    && self.is_hex(s.at(unit))
                    && gone < hexes
                    && self.grid.distance(start, s.at(unit)) == u16::from(gone);
                if sound { Ok(WITHDRAW) } else { wrong("a unit that withdraws has gone as far as it is said to") }
            }
            Step::Displace(unit) => match s.battle.chain.hexes().last() {
                Some(&hex) if s.occupant(hex) == Some(unit) => Ok(DISPLACE),
                _ => wrong("a unit is displaced for whoever waits for its hex"),
            },
        }
    }

    /// [7.81] Who waits stands next to the hex, and whoever holds it waits next.
    fn check_chain(&self, s: &State) -> Result<(), Unreadable> {
        let wrong = |what: &str| Err(Unreadable::new(what));
        let withdrawing = s.steps.iter().find_map(|step| match step {
            Step::Withdraw { unit, .. } => Some(unit),
            _ => None,
        });
        match (s.now(), withdrawing) {
            (Some(Step::Displace(_)), Some(_)) => {}
            (Some(Step::Displace(_)), None) => return wrong("units are displaced by one that withdraws"),
            _ if s.battle.chain.is_empty() => return Ok(()),
            _ => return wrong("units wait only while one is displaced"),
        }
        let mut next = withdrawing;
        for (unit, hex) in s.battle.chain.iter() {
            if next != Some(unit) || self.board.edge(s.at(unit), hex).is_none() {
                return wrong("each unit that waits stands next to the hex, and whoever holds it waits next");
            }
            next = s.occupant(hex);
        }
        Ok(())
    }
}

// The order of steps in a battle, from the bottom of the stack.
const DECLARED: u8 = 1;
const ADVANCE: u8 = 2;
const RETREAT: u8 = 3;
const WITHDRAW: u8 = 4;
const DISPLACE: u8 = 5;
