//! All text: sentences about what happened, and the notation of actions.

use crate::HurtgenForest;
use crate::action::Action;
use crate::components::CombatResult;
use crate::event::Event;
use crate::state::{Side, Unit, Units};
use board::Path;
use referee::{ChartCell, Heading, Luck, Note, Shows, Spot, Unreadable, listed};

impl Side {
    pub(crate) fn adjective(self) -> &'static str {
        match self {
            Side::US => "US",
            Side::German => "German",
        }
    }
}

impl CombatResult {
    pub(crate) fn word(self) -> &'static str {
        match self {
            CombatResult::A1 => "A1",
            CombatResult::A2 => "A2",
            CombatResult::Ae => "Ae",
            CombatResult::Br => "Br",
            CombatResult::D1 => "D1",
            CombatResult::D2 => "D2",
            CombatResult::D3 => "D3",
            CombatResult::D4 => "D4",
            CombatResult::De => "De",
        }
    }

    /// To the attacker.
    pub(crate) fn worth(self) -> i16 {
        match self {
            CombatResult::Ae => -4,
            CombatResult::A2 => -2,
            CombatResult::A1 => -1,
            CombatResult::Br => 0,
            CombatResult::D1 => 1,
            CombatResult::D2 => 2,
            CombatResult::D3 => 3,
            CombatResult::D4 => 4,
            CombatResult::De => 5,
        }
    }

    /// In a few words.
    pub(crate) fn brief(self) -> &'static str {
        match self {
            CombatResult::A1 => "attacker back 1",
            CombatResult::A2 => "attacker back 2",
            CombatResult::Ae => "attacker eliminated",
            CombatResult::Br => "both back 1",
            CombatResult::D1 => "defender back 1",
            CombatResult::D2 => "defender back 2",
            CombatResult::D3 => "defender back 3",
            CombatResult::D4 => "defender back 4",
            CombatResult::De => "defender eliminated",
        }
    }

    pub(crate) fn meaning(self) -> &'static str {
        match self {
            CombatResult::A1 => "the attackers retreat one hex",
            CombatResult::A2 => "the attackers retreat two hexes",
            CombatResult::Ae => "the attackers are eliminated",
            CombatResult::Br => "both retreat one hex, the defender first",
            CombatResult::D1 => "the defender retreats one hex",
            CombatResult::D2 => "the defender retreats two hexes",
            CombatResult::D3 => "the defender retreats three hexes",
            CombatResult::D4 => "the defender retreats four hexes",
            CombatResult::De => "the defender is eliminated",
        }
    }
}

/// Half points as a player writes them: 3, 2½.
pub(crate) fn points(halves: u16) -> String {
    match (halves / 2, halves % 2) {
        (0, 1) => "½".into(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

fn plural(n: u16, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}

impl HurtgenForest {
    pub(crate) fn sentence(&self, event: &Event) -> Note {
        let name = |unit: &Unit| self.name(*unit);
        let hex = |spot: &Spot| self.board.name(*spot);
        let end = |path: &[Spot]| path.last().map_or("", |spot| self.board.name(*spot));
        let path = |unit: &Unit, path: &[Spot]| Shows::Path(unit.piece(), path.to_vec());
        match event {
            Event::GameTurn { turn } => Note::says(format!("Game-Turn {turn} begins.")).heading(Heading::Turn),
            Event::PlayerTurn { side, turn } => {
                Note::says(format!("{} movement, Game-Turn {turn}.", side.adjective())).heading(Heading::Phase)
            }
            Event::CombatPhase { side } => Note::says(format!("{} combat.", side.adjective())).heading(Heading::Phase),
            Event::Deployed { unit, at } => {
                Note::says(format!("{} deploys in {}.", name(unit), hex(at))).showing(Shows::Placed(unit.piece(), *at))
            }
            Event::Moved { unit, path: p, cost } => {
                let text = format!("{} moves to {} for {}.", name(unit), end(p.as_slice()), movement(*cost));
                Note::says(text).showing(path(unit, p.as_slice()))
            }
            Event::Entered { unit, path: p, cost } => {
                let entry = p.as_slice().first().map_or("", |spot| self.board.name(*spot));
                let text = format!(
                    "{} enters the map at {entry}, to {}, for {}.",
                    name(unit),
                    end(p.as_slice()),
                    movement(*cost)
                );
                Note::says(text).showing(path(unit, p.as_slice()))
            }
            Event::Exited { unit, path: p } => {
                Note::says(format!("{} leaves the map.", name(unit))).showing(path(unit, p.as_slice()))
            }
            Event::Declared { targets, with } => {
                let text = match with.is_empty() {
                    true => format!("Bombardment of {}.", self.listed(*targets)),
                    false => format!("{} against {}.", self.listed(*with), self.listed(*targets)),
                };
                let about = targets.first().map_or(Shows::Nothing, |unit| Shows::Flash(unit.into()));
                Note::says(text).showing(about).heading(Heading::Battle)
            }
            Event::Barrage { guns } if guns.is_empty() => Note::says("No barrage."),
            Event::Barrage { guns } => Note::says(format!("Barrage by {}.", self.listed(*guns))),
            Event::Support { points: 0, .. } => Note::says("No Ground Support."),
            Event::Support { points, left } => {
                let spent = plural((*points).into(), "Ground Support Point", "Ground Support Points");
                Note::says(format!("{spent}; {left} left in this Game-Turn."))
            }
            Event::ProtectiveFire { guns } if guns.is_empty() => Note::says("No Final Protective Fire."),
            Event::ProtectiveFire { guns } => Note::says(format!("Final Protective Fire by {}.", self.listed(*guns))),
            Event::Rolled { by, die, differential, line, column } => {
                let terrain = self.components.tables.combat.lines[usize::from(*line)].terrain.join(", ");
                let table = &self.components.tables.combat;
                let result = |die| table.result((*line).into(), *differential, die);
                let text = format!("Die {die} on {differential:+} ({terrain}): {}.", result(*die).word());
                let luck =
                    Luck::of(by.seat(), result(*die).worth().into(), (1..=6).map(|die| result(die).worth().into()));
                let cell = ChartCell { chart: 0, row: die - 1, column: *column };
                Note::says(text).showing(Shows::d6(*die, Some(cell))).lucky(luck)
            }
            Event::Result { result, targets } => {
                let text = format!("{}: {}.", result.word(), result.meaning());
                Note::says(text).showing(targets.first().map_or(Shows::Nothing, |unit| Shows::Flash(unit.into())))
            }
            Event::NoEffect { result } => {
                Note::says(format!("{} of an attack by artillery alone has no effect here.", result.word()))
            }
            Event::DefenderStays { result, guns } => {
                let retreat = if guns.len() == 1 { "retreats" } else { "retreat" };
                let (word, guns) = (result.word(), self.listed(*guns));
                Note::says(format!("{word} of an attack by artillery alone: the defender stays, {guns} {retreat}."))
            }
            Event::Retreated { unit, path: p } => {
                Note::says(format!("{} retreats to {}.", name(unit), end(p.as_slice())))
                    .showing(path(unit, p.as_slice()))
            }
            Event::Displaced { unit, to } => {
                Note::says(format!("{} is displaced to {}.", name(unit), hex(to))).showing(path(unit, &[*to]))
            }
            Event::Eliminated { unit, at } => {
                Note::says(format!("{} is eliminated at {}.", name(unit), hex(at))).showing(Shows::Gone(unit.piece()))
            }
            Event::Scored { side, points, total } => {
                let scored = plural(*points, "point", "points");
                Note::says(format!("{} player scores {scored}: {total} in all.", side.adjective()))
            }
            Event::Penalty { units, points, total } => {
                let late = plural((*units).into(), "unit of the 116th is", "units of the 116th are");
                Note::says(format!("{late} still on the map: the US player scores {points} points, {total} in all."))
            }
            Event::Advanced { unit, path: p } => {
                Note::says(format!("{} advances to {}.", name(unit), end(p.as_slice())))
                    .showing(path(unit, p.as_slice()))
            }
            Event::AdvanceEnds => Note::says("No further advance."),
            Event::Objective { hex, points } => {
                let town = self.components.map.names[hex.index()].as_deref().unwrap_or("The town");
                let text = format!("{town} is free and has a Line of Communications: {points} points.");
                Note::says(text).showing(Shows::Flash(referee::Ref::Spot(*hex)))
            }
            Event::Judged { us, german } => Note::says(format!("Victory Points: US {us}, German {german}.")),
        }
    }

    /// "1/28, 2/28 and 45".
    pub(crate) fn listed(&self, set: Units) -> String {
        listed(set.iter().map(|unit| self.name(unit)))
    }

    pub(crate) fn write_action(&self, action: &Action) -> String {
        match action {
            Action::Deploy { unit, at } if !self.is_hex(*at) => format!("deploy {}", self.name(*unit)),
            Action::Deploy { unit, at } => format!("deploy {} {}", self.name(*unit), self.board.name(*at)),
            Action::Move { unit, path } => self.along("move", *unit, path.as_slice()),
            Action::Attack { targets, with } if with.is_empty() => ["attack ", &self.joined(*targets)].concat(),
            Action::Attack { targets, with } => format!("attack {} with {}", self.joined(*targets), self.joined(*with)),
            Action::Bombard { targets } => ["bombard ", &self.joined(*targets)].concat(),
            Action::Barrage { guns } => format!("barrage {}", self.joined(*guns)),
            Action::Support { points } => format!("support {points}"),
            Action::ProtectiveFire { guns } => format!("fpf {}", self.joined(*guns)),
            Action::Retreat { unit, path } => self.along("retreat", *unit, path.as_slice()),
            Action::Displace { unit, to } => format!("displace {} {}", self.name(*unit), self.board.name(*to)),
            Action::Advance { unit, path } => self.along("advance", *unit, path.as_slice()),
            Action::Done => "done".into(),
        }
    }

    fn along(&self, verb: &str, unit: Unit, path: &[Spot]) -> String {
        if path.is_empty() {
            return [verb, " ", self.name(unit), " -"].concat();
        }
        format!("{verb} {} {}", self.name(unit), board::write_path(path.iter().map(|at| self.board.name(*at))))
    }

    fn joined(&self, set: Units) -> String {
        board::write_set(set.iter().map(|unit| self.name(unit)))
    }

    pub(crate) fn read_action(&self, text: &str) -> Result<Action, Unreadable> {
        let (words, count) = referee::words::<5>(text);
        match (words[0], count) {
            ("deploy", 3) => Ok(Action::Deploy { unit: self.read_unit(words[1])?, at: self.read_hex(words[2])? }),
            ("move", 3) => Ok(Action::Move { unit: self.read_unit(words[1])?, path: self.read_path(words[2])? }),
            ("attack", 4) if words[2] == "with" => {
                Ok(Action::Attack { targets: self.read_units(words[1])?, with: self.read_units(words[3])? })
            }
            ("bombard", 2) => Ok(Action::Bombard { targets: self.read_units(words[1])? }),
            ("barrage", 2) => Ok(Action::Barrage { guns: self.read_units(words[1])? }),
            ("support", 2) => {
                let points = words[1].parse().map_err(|_| Unreadable::unknown("number of points", words[1]))?;
                Ok(Action::Support { points })
            }
            ("fpf", 2) => Ok(Action::ProtectiveFire { guns: self.read_units(words[1])? }),
            ("retreat", 3) => Ok(Action::Retreat { unit: self.read_unit(words[1])?, path: self.read_path(words[2])? }),
            ("displace", 3) => Ok(Action::Displace { unit: self.read_unit(words[1])?, to: self.read_hex(words[2])? }),
            ("advance", 3) => Ok(Action::Advance { unit: self.read_unit(words[1])?, path: self.read_path(words[2])? }),
            ("done", 1) => Ok(Action::Done),
            (verb, _) => Err(match usage(verb) {
                Some(usage) => Unreadable::new(format!("`{verb}` is written {usage}")),
                None => Unreadable::unknown("action", verb),
            }),
        }
    }

    pub(crate) fn read_unit(&self, word: &str) -> Result<Unit, Unreadable> {
        let letters = eight_letters(word);
        let before = self.names.partition_point(|(start, _)| *start < letters);
        let alike = self.names[before..].iter().take_while(|(start, _)| *start == letters);
        let found = alike.map(|(_, unit)| *unit).find(|&unit| self.name(unit) == word);
        found.ok_or_else(|| Unreadable::unknown("unit", word))
    }

    fn read_units(&self, word: &str) -> Result<Units, Unreadable> {
        board::read_set(word, |name| self.read_unit(name))
    }

    pub(crate) fn read_hex(&self, word: &str) -> Result<Spot, Unreadable> {
        match self.grid.read(word) {
            Some(hex) => Ok(hex),
            None if word == "exit" => Ok(self.exit),
            None => Err(Unreadable::unknown("hex", word)),
        }
    }

    pub(crate) fn read_path<const N: usize>(&self, word: &str) -> Result<Path<N>, Unreadable> {
        board::read_path(word, |name| self.read_hex(name))
    }
}

/// The first eight letters as a number that sorts like them.
pub(crate) fn eight_letters(name: &str) -> u64 {
    let letters = name.bytes().chain(std::iter::repeat(0)).take(8);
    letters.fold(0, |number, letter| number << 8 | u64::from(letter))
}

fn movement(cost: u16) -> String {
    format!("{} {}", points(cost), if cost <= 2 { "Movement Point" } else { "Movement Points" })
}

fn usage(verb: &str) -> Option<&'static str> {
    Some(match verb {
        "deploy" => "deploy UNIT HEX",
        "move" => "move UNIT HEX-HEX-…",
        "attack" => "attack ENEMY+… with UNIT+…",
        "bombard" => "bombard ENEMY",
        "barrage" => "barrage GUN+… or barrage none",
        "support" => "support POINTS",
        "fpf" => "fpf GUN+… or fpf none",
        "retreat" => "retreat UNIT HEX-…, or retreat UNIT -",
        "displace" => "displace UNIT HEX",
        "advance" => "advance UNIT HEX-…",
        "done" => "done",
        _ => return None,
    })
}
