//! The notation of actions.

use crate::OperationGrenade;
use crate::action::{Action, Targets};
use crate::state::{Flood, NOWHERE, Unit, Units};
use board::Path;
use referee::{Spot, Unreadable};

impl OperationGrenade {
    pub(crate) fn write_action(&self, action: &Action) -> String {
        match action {
            Action::Deploy { unit, at } => self.with_hex("deploy", self.name(*unit), *at),
            Action::DeployRest => "deploy-rest".into(),
            Action::Flood(flood) => format!("flood {}", flood.word()),
            Action::DDay(day) => format!("d-day {day}"),
            Action::Move { unit, path } => self.along("move", *unit, path.as_slice()),
            Action::March { unit, path } => self.along("march", *unit, path.as_slice()),
            Action::Halt => "halt".into(),
            Action::Remove(units) => format!("remove {}", self.joined(*units)),
            Action::Attack { targets, with } if with.is_empty() => {
                format!("attack {}", self.hexes_with(targets.as_slice(), "+"))
            }
            Action::Attack { targets, with } => {
                format!("attack {} with {}", self.hexes_with(targets.as_slice(), "+"), self.joined(*with))
            }
            Action::Support(guns) => format!("support {}", self.joined(*guns)),
            Action::Air(points) => format!("air {points}"),
            Action::Fight(unit) => format!("fight {}", self.name(*unit)),
            Action::Lose(unit) => format!("lose {}", self.name(*unit)),
            Action::FallBack(hexes) => format!("fall-back {hexes}"),
            Action::Retreat { from, to } => self.with_hex("retreat", self.hex_name(*from), *to),
            Action::Leave => "leave".into(),
            Action::Advance { unit, path } => self.along("advance", *unit, path.as_slice()),
            Action::Ruse(true) => "ruse".into(),
            Action::Ruse(false) => "no-ruse".into(),
            Action::Place { unit, at } => self.with_hex("place", self.name(*unit), *at),
            Action::Done => "done".into(),
        }
    }

    fn with_hex(&self, verb: &str, what: &str, at: Spot) -> String {
        match at {
            NOWHERE => format!("{verb} {what}"),
            at if self.is_hex(at) => format!("{verb} {what} {}", self.hex_name(at)),
            _ => format!("{verb} {what} off"),
        }
    }

    fn along(&self, verb: &str, unit: Unit, path: &[Spot]) -> String {
        let name = self.name(unit);
        if path.is_empty() { format!("{verb} {name}") } else { format!("{verb} {name} {}", self.hexes_with(path, "-")) }
    }

    pub(crate) fn hexes_with(&self, hexes: &[Spot], between: &str) -> String {
        let name = |hex: &Spot| if self.is_hex(*hex) { self.hex_name(*hex) } else { "off" };
        hexes.iter().filter(|hex| **hex != NOWHERE).map(name).collect::<Vec<_>>().join(between)
    }

    pub(crate) fn joined(&self, units: Units) -> String {
        if units.is_empty() {
            return "none".into();
        }
        units.iter().map(|unit| self.name(unit)).collect::<Vec<_>>().join("+")
    }

    pub(crate) fn read_action(&self, text: &str) -> Result<Action, Unreadable> {
        let (words, count) = referee::words::<5>(text);
        let unit = || self.read_unit(words[1]);
        match (words[0], count) {
            ("deploy", 2) => Ok(Action::Deploy { unit: unit()?, at: NOWHERE }),
            ("deploy", 3) => Ok(Action::Deploy { unit: unit()?, at: self.read_hex(words[2])? }),
            ("deploy-rest", 1) => Ok(Action::DeployRest),
            ("flood", 2) => match words[1] {
                "flash" => Ok(Action::Flood(Flood::Flash)),
                "gradual" => Ok(Action::Flood(Flood::Gradual)),
                other => Err(Unreadable::unknown("flood", other)),
            },
            ("d-day", 2) => Ok(Action::DDay(read_number(words[1])?)),
            ("move", 2 | 3) => Ok(Action::Move { unit: unit()?, path: self.read_path(words[2])? }),
            ("march", 2 | 3) => Ok(Action::March { unit: unit()?, path: self.read_path(words[2])? }),
            ("halt", 1) => Ok(Action::Halt),
            ("remove", 2) => Ok(Action::Remove(self.read_units(words[1])?)),
            ("attack", 2) => Ok(Action::Attack { targets: self.read_targets(words[1])?, with: Units::empty() }),
            ("attack", 4) if words[2] == "with" => {
                Ok(Action::Attack { targets: self.read_targets(words[1])?, with: self.read_units(words[3])? })
            }
            ("support", 2) => Ok(Action::Support(self.read_units(words[1])?)),
            ("air", 2) => Ok(Action::Air(read_number(words[1])?)),
            ("fight", 2) => Ok(Action::Fight(unit()?)),
            ("lose", 2) => Ok(Action::Lose(unit()?)),
            ("fall-back", 2) => Ok(Action::FallBack(read_number(words[1])?)),
            ("retreat", 3) => Ok(Action::Retreat { from: self.read_hex(words[1])?, to: self.read_hex(words[2])? }),
            ("leave", 1) => Ok(Action::Leave),
            ("advance", 2 | 3) => Ok(Action::Advance { unit: unit()?, path: self.read_path(words[2])? }),
            ("ruse", 1) => Ok(Action::Ruse(true)),
            ("no-ruse", 1) => Ok(Action::Ruse(false)),
            ("place", 3) => Ok(Action::Place { unit: unit()?, at: self.read_hex(words[2])? }),
            ("done", 1) => Ok(Action::Done),
            (verb, _) => Err(match usage(verb) {
                Some(usage) => Unreadable::new(format!("`{verb}` is written {usage}")),
                None => Unreadable::unknown("action", verb),
            }),
        }
    }

    /// `115/29`, or with its corps `115/29/19`.
    pub(crate) fn read_unit(&self, word: &str) -> Result<Unit, Unreadable> {
        if let Some(unit) = self.unit_named(word) {
            return Ok(unit);
        }
        let full = word.rsplit_once('/').and_then(|(name, corps)| {
            self.unit_named(name).filter(|unit| self.components.units[unit.index()].corps == corps)
        });
        full.ok_or_else(|| Unreadable::unknown("unit", word))
    }

    fn unit_named(&self, name: &str) -> Option<Unit> {
        let letters = eight_letters(name);
        let before = self.names.partition_point(|(start, _)| *start < letters);
        let alike = self.names[before..].iter().take_while(|(start, _)| *start == letters);
        alike.map(|(_, unit)| *unit).find(|unit| self.name(*unit) == name)
    }

    pub(crate) fn read_units(&self, word: &str) -> Result<Units, Unreadable> {
        let mut units = Units::empty();
        if word == "none" {
            return Ok(units);
        }
        for name in word.split('+') {
            if !units.insert(self.read_unit(name)?) {
                return Err(Unreadable::new(format!("{name} is named twice")));
            }
        }
        Ok(units)
    }

    pub(crate) fn read_hex(&self, word: &str) -> Result<Spot, Unreadable> {
        self.components.map.grid.read(word).ok_or_else(|| Unreadable::unknown("hex", word))
    }

    pub(crate) fn read_targets(&self, word: &str) -> Result<Targets, Unreadable> {
        let mut hexes = word.split('+').map(|name| self.read_hex(name)).collect::<Result<Vec<_>, _>>()?;
        hexes.sort();
        if hexes.windows(2).any(|two| two[0] == two[1]) {
            return Err(Unreadable::new("a hex is named twice"));
        }
        hexes[..].try_into().map_err(|_| Unreadable::new("six hexes at most are attacked together"))
    }

    pub(crate) fn read_path<const N: usize>(&self, word: &str) -> Result<Path<N>, Unreadable> {
        let mut path = Path::default();
        for name in word.split('-').filter(|_| !word.is_empty()) {
            if path.len() == N {
                return Err(Unreadable::new(format!("a path has at most {N} hexes here")));
            }
            path.push(self.read_hex(name)?);
        }
        Ok(path)
    }
}

fn read_number(word: &str) -> Result<i16, Unreadable> {
    word.parse().map_err(|_| Unreadable::unknown("number", word))
}

/// The first eight letters as a number that sorts like them.
pub(crate) fn eight_letters(name: &str) -> u64 {
    let letters = name.bytes().chain(std::iter::repeat(0)).take(8);
    letters.fold(0, |number, letter| number << 8 | u64::from(letter))
}

fn usage(verb: &str) -> Option<&'static str> {
    Some(match verb {
        "deploy" => "deploy UNIT HEX",
        "flood" => "flood flash or flood gradual",
        "d-day" => "d-day DAY, a day of February",
        "move" => "move UNIT HEX-HEX-…",
        "march" => "march UNIT HEX-HEX-…",
        "remove" => "remove UNIT+…",
        "attack" => "attack HEX+… with UNIT+…",
        "support" => "support GUN+… or support none",
        "air" => "air 1 or air 0",
        "fight" => "fight UNIT",
        "lose" => "lose UNIT",
        "fall-back" => "fall-back HEXES",
        "retreat" => "retreat HEX HEX",
        "advance" => "advance UNIT HEX-…",
        "place" => "place UNIT HEX",
        "deploy-rest" | "halt" | "leave" | "ruse" | "no-ruse" | "done" => "without anything else",
        _ => return None,
    })
}
