//! All text: the sentences players read, the notation actions are kept in, and positions as lines.

use crate::bridge::Ruse;
use crate::combat::{CombatResult, RESULTS};
use crate::sequence::Step;
use crate::state::{Battle, Bridge, Chit, Side, State, Trail, UnitState, Units};
use crate::{Action, Event, Ford};
use referee::{ChartCell, Heading, Luck, Note, Piece, Ref, Shows, Spot, Unreadable, Viewer, listed};

const SIDES: [(Side, &str); 2] = [(Side::US, "US"), (Side::GE, "GE")];
const BRIDGES: [(Bridge, &str); 3] = [(Bridge::Charged, "charged"), (Bridge::Safe, "safe"), (Bridge::Blown, "blown")];

/// What players read.
impl Ford {
    pub(crate) fn sentence(&self, event: &Event, viewer: Viewer) -> Note {
        let unit = |unit: Piece| self.unit(unit).name.as_str();
        let hex = |hex: Spot| self.map.board.name(hex);
        let people = |side: Side| self.kit.seats[side.index()].name.as_str();
        match *event {
            Event::TurnBegins(turn) => Note::says(format!("Turn {turn} begins.")).heading(Heading::Turn),
            Event::Dusk => Note::says("Dusk falls.").heading(Heading::Other),
            Event::MineHidden(at) if viewer == Viewer::Seat(Side::GE.seat()) => {
                Note::says(format!("Your mine lies in {}.", hex(at))).showing(Shows::Flash(Ref::Spot(at)))
            }
            Event::MineHidden(_) => Note::says("The German has hidden a mine."),
            Event::MineStruck(piece, at) => Note::says(format!("{} strikes the mine in {}.", unit(piece), hex(at)))
                .showing(Shows::Flash(Ref::Spot(at))),
            Event::Moved { unit: piece, trail } => {
                let end = trail.last().map_or("", hex);
                Note::says(format!("{} moves to {end}.", unit(piece)))
                    .showing(Shows::Path(piece, trail.iter().collect()))
                    .heading(Heading::Other)
            }
            Event::Demolition { ruse, die, bridge } => {
                let manner = match ruse {
                    Ruse::Tried => "With a ruse",
                    Ruse::Declined => "Without a ruse",
                };
                let end = if bridge == Bridge::Blown { "the bridge goes up" } else { "the wires are cut" };
                Note::says(format!("{manner}, a {die}: {end}.")).showing(Shows::d6(die, None))
            }
            Event::Attacked(Battle { target, attackers }) => {
                let attack = if attackers.len() == 1 { "attacks" } else { "attack" };
                let names: Vec<&str> = attackers.iter().map(unit).collect();
                Note::says(format!("{} {attack} {}.", listed(names), unit(target)))
                    .showing(Shows::Flash(Ref::Piece(target)))
                    .heading(Heading::Battle)
            }
            Event::ChitShown { unit: piece, strength } => {
                Note::says(format!("{} has strength {strength}.", unit(piece))).showing(Shows::Flash(Ref::Piece(piece)))
            }
            Event::Supported { side, calls } => Note::says(format!("The {} call their guns: {calls}.", people(side))),
            Event::Scored { by, die, score, result } => {
                let row = result as u8;
                let cell = Some(ChartCell { chart: 0, row, column: 0 });
                let modifier = score - die.cast_signed();
                let worths = (1..=6).map(|die| self.result(modifier + die).worth().into());
                Note::says(format!("Die {die} {modifier:+}: score {score}."))
                    .showing(Shows::d6(die, cell))
                    .lucky(Luck::of(by.seat(), result.worth().into(), worths))
            }
            Event::Result(result) => Note::says(match result {
                CombatResult::Repulsed => "The attack is repulsed.",
                CombatResult::Exchange => "Exchange.",
                CombatResult::Retreat => "The defender must retreat.",
                CombatResult::Rout => "The defender is routed.",
            }),
            Event::Bid { side, bid } => Note::says(format!("The {} bid {bid}.", people(side))),
            Event::GaveWay(side) => Note::says(format!("The {} give way.", people(side))),
            Event::Retreated { unit: piece, to } => {
                Note::says(format!("{} retreats to {}.", unit(piece), hex(to))).showing(Shows::Path(piece, vec![to]))
            }
            Event::Advanced { unit: piece, to } => {
                Note::says(format!("{} advances to {}.", unit(piece), hex(to))).showing(Shows::Path(piece, vec![to]))
            }
            Event::Stayed(side) => Note::says(format!("The {} stay where they are.", people(side))),
            Event::StepLost(piece) => {
                Note::says(format!("{} loses a step.", unit(piece))).showing(Shows::Flash(Ref::Piece(piece)))
            }
            Event::Eliminated(piece) => {
                Note::says(format!("{} is eliminated.", unit(piece))).showing(Shows::Gone(piece))
            }
            Event::VillageTaken(side) => {
                let village = self.map.village;
                let name = &self.map.names[village.index()];
                Note::says(format!("{name} falls to the {}.", self.kit.seats[side.index()].name))
                    .showing(Shows::Flash(Ref::Spot(village)))
            }
        }
    }
}

/// Notation of actions.
impl Ford {
    pub(crate) fn write_action(&self, action: &Action) -> String {
        let unit = |unit: Piece| self.unit(unit).name.as_str();
        let text = match action {
            Action::HideMine(hex) => format!("mine {}", self.map.board.name(*hex)),
            Action::Move { unit: piece, path } => format!("move {} {}", unit(*piece), self.write_path(path)),
            Action::Halt => "halt".into(),
            Action::Ruse(Ruse::Tried) => "ruse".into(),
            Action::Ruse(Ruse::Declined) => "no-ruse".into(),
            Action::Attack(battle) if battle.attackers.is_empty() => format!("attack {}", unit(battle.target)),
            Action::Attack(battle) => {
                format!("attack {} with {}", unit(battle.target), self.write_units(battle.attackers))
            }
            Action::Support(calls) => format!("support {calls}"),
            Action::Bid(bid) => format!("bid {bid}"),
            Action::GiveWay => "give-way".into(),
            Action::Retreat { unit: piece, path } => format!("retreat {} {}", unit(*piece), self.write_path(path)),
            Action::Advance(piece) => format!("advance {}", unit(*piece)),
            Action::Stay => "stay".into(),
            Action::Done => "done".into(),
        };
        text.trim_end().into()
    }

    pub(crate) fn read_action(&self, text: &str) -> Result<Action, Unreadable> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        Ok(match *words.as_slice() {
            ["mine", hex] => Action::HideMine(self.read_hex(hex)?),
            ["move", unit] => Action::Move { unit: self.read_unit(unit)?, path: Trail::new() },
            ["move", unit, path] => Action::Move { unit: self.read_unit(unit)?, path: self.read_path(path)? },
            ["halt"] => Action::Halt,
            ["ruse"] => Action::Ruse(Ruse::Tried),
            ["no-ruse"] => Action::Ruse(Ruse::Declined),
            ["attack", target] => Action::Attack(Battle { target: self.read_unit(target)?, attackers: Units::empty() }),
            ["attack", target, "with", attackers] => {
                Action::Attack(Battle { target: self.read_unit(target)?, attackers: self.read_units(attackers)? })
            }
            ["support", calls] => Action::Support(number("number of calls", calls)?),
            ["bid", bid] => Action::Bid(number("bid", bid)?),
            ["give-way"] => Action::GiveWay,
            ["retreat", unit] => Action::Retreat { unit: self.read_unit(unit)?, path: Trail::new() },
            ["retreat", unit, path] => Action::Retreat { unit: self.read_unit(unit)?, path: self.read_path(path)? },
            ["advance", unit] => Action::Advance(self.read_unit(unit)?),
            ["stay"] => Action::Stay,
            ["done"] => Action::Done,
            _ => return Err(Unreadable::unknown("action", text)),
        })
    }

    fn write_path(&self, path: &Trail) -> String {
        board::write_path(path.iter().map(|hex| self.map.board.name(hex)))
    }

    fn write_units(&self, units: Units) -> String {
        board::write_set(units.iter().map(|unit| self.unit(unit).name.as_str()))
    }

    fn read_hex(&self, word: &str) -> Result<Spot, Unreadable> {
        self.map.board.find(word).ok_or_else(|| Unreadable::unknown("hex", word))
    }

    fn read_unit(&self, word: &str) -> Result<Piece, Unreadable> {
        let found = (0u16..).map(Piece).zip(&self.units).find(|(_, unit)| unit.name == word);
        found.map(|(piece, _)| piece).ok_or_else(|| Unreadable::unknown("unit", word))
    }

    fn read_units(&self, words: &str) -> Result<Units, Unreadable> {
        board::read_set(words, |word| self.read_unit(word))
    }

    fn read_path(&self, words: &str) -> Result<Trail, Unreadable> {
        board::read_path(words, |word| self.read_hex(word))
    }
}

/// Positions: one fact a line. Reading what was written gives the same state.
impl Ford {
    pub(crate) fn write_position(&self, s: &State) -> String {
        let mut lines = vec![format!("turn {} of {}", s.turn, s.last_turn)];
        for (i, (unit, printed)) in s.units.iter().zip(&self.units).enumerate() {
            let who = format!("{} {}", name(printed.side), printed.name);
            match unit.at {
                Some(hex) => lines.push(format!("{who} at {}", self.map.board.name(hex))),
                None => lines.push(format!("{who} gone")),
            }
            if unit.at.is_some() && unit.steps != printed.steps {
                lines.push(format!("{who} steps {}", unit.steps));
            }
            match unit.chit {
                Some(Chit { strength, shown: true }) => lines.push(format!("{who} chit {strength}")),
                Some(Chit { strength, shown: false }) => lines.push(format!("{who} hides chit {strength}")),
                None => {}
            }
            let piece = Piece(u16::try_from(i).expect("there are few units"));
            for (set, done) in [(s.moved, "moved"), (s.fought, "fought")] {
                if set.contains(piece) {
                    lines.push(format!("{who} {done}"));
                }
            }
        }
        for (side, name) in SIDES {
            lines.push(format!("support {name} {}", s.support[side.index()]));
        }
        lines.push(format!("bridge {}", word_for(&BRIDGES, s.bridge)));
        lines.push(format!("village {}", name(s.village)));
        if let Some(hex) = s.mine {
            lines.push(format!("mine at {}", self.map.board.name(hex)));
        }
        for hex in s.swept - self.map.approach {
            lines.push(format!("swept {}", self.map.board.name(hex)));
        }
        lines.extend(s.steps.iter().map(|step| self.write_step(step)));
        if s.steps.is_empty() {
            lines.push("over".into());
        }
        lines.join("\n")
    }

    fn write_step(&self, step: Step) -> String {
        let unit = |unit: Piece| self.unit(unit).name.as_str();
        let battle = |battle: Battle| format!("{} against {}", unit(battle.target), self.write_units(battle.attackers));
        match step {
            Step::HideMine => "GE to hide the mine".into(),
            Step::Movement(side) => format!("{} to move", name(side)),
            Step::Moving { unit: piece, left } => {
                format!("{} to go on with {} {left}", name(self.side(piece)), unit(piece))
            }
            Step::Ruse { unit: piece } => format!("US to try a ruse with {}", unit(piece)),
            Step::Combat(side) => format!("{} to fight", name(side)),
            Step::Support(fight) => format!("{} to support {}", name(self.side(fight.target)), battle(fight)),
            Step::Bid { battle: fight, speaker, last: [us, ge] } => {
                format!("{} to bid for {} bids {us} {ge}", name(speaker), battle(fight))
            }
            Step::Retreat(units) => format!("{} to retreat {}", name(self.owner(units)), self.write_units(units)),
            Step::Advance { attackers, into } => {
                let (side, into) = (name(self.owner(attackers)), self.map.board.name(into));
                format!("{side} to advance {} into {into}", self.write_units(attackers))
            }
        }
    }

    pub(crate) fn read_position(&self, text: &str) -> Result<State, Unreadable> {
        let mut s = self.bare_table(self.scenarios.first().map_or(5, |scenario| scenario.turns));
        for line in text.lines() {
            self.read_fact(&mut s, line)?;
        }
        for unit in self.on_map(&s, Side::US).collect::<Units>() {
            s.swept.extend(s.at(unit));
        }
        if s.mine.is_some_and(|hex| s.swept.contains(hex)) {
            return Err(Unreadable::new("the mine lies where the US has been"));
        }
        let over = text.lines().any(|line| line.trim() == "over");
        if s.steps.is_empty() && !over {
            s.steps.push(Step::Movement(Side::US));
        }
        Ok(s)
    }

    fn read_fact(&self, s: &mut State, line: &str) -> Result<(), Unreadable> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match *words.as_slice() {
            [] | ["over"] => {}
            ["turn", turn] => s.turn = number("turn", turn)?,
            ["turn", turn, "of", last] => (s.turn, s.last_turn) = (number("turn", turn)?, number("turn", last)?),
            ["support", side, calls] => s.support[read_side(side)?.index()] = number("number of calls", calls)?,
            ["bridge", bridge] => s.bridge = meaning(&BRIDGES, "state of the bridge", bridge)?,
            ["village", side] => s.village = read_side(side)?,
            ["mine", "at", hex] => s.mine = Some(self.read_hex(hex)?),
            ["swept", hex] => s.swept.extend([self.read_hex(hex)?]),
            [side, "to", ref rest @ ..] => {
                if s.steps.is_full() {
                    return Err(Unreadable::new("more is being decided than the rules can nest"));
                }
                let step = self.read_step(read_side(side)?, rest)?;
                s.steps.push(step);
            }
            [side, unit, ref rest @ ..] => {
                let piece = self.read_unit(unit)?;
                if self.side(piece) != read_side(side)? {
                    return Err(Unreadable::new(format!("`{unit}` is on the other side")));
                }
                self.read_unit_fact(s, piece, rest)?;
            }
            _ => return Err(Unreadable::unknown("fact", line)),
        }
        if (1..=s.last_turn).contains(&s.turn) { Ok(()) } else { Err(Unreadable::unknown("turn", line)) }
    }

    fn read_unit_fact(&self, s: &mut State, unit: Piece, words: &[&str]) -> Result<(), Unreadable> {
        let printed = self.unit(unit);
        match *words {
            ["at", hex] => {
                let hex = self.read_hex(hex)?;
                if s.occupant(hex).is_some() {
                    return Err(Unreadable::new(format!("two units in {}", self.map.board.name(hex))));
                }
                *s.unit_mut(unit) = UnitState { at: Some(hex), steps: printed.steps, chit: None };
            }
            ["gone"] => *s.unit_mut(unit) = UnitState::GONE,
            ["steps", steps] => {
                let steps = number("number of steps", steps)?;
                if s.at(unit).is_none() || !(1..=printed.steps).contains(&steps) {
                    return Err(Unreadable::new(format!("{} cannot have {steps} steps", printed.name)));
                }
                s.unit_mut(unit).steps = steps;
            }
            ["chit", strength] => {
                self.lay_chit(s, unit, Chit { strength: number("strength", strength)?, shown: true })?
            }
            ["hides", "chit", strength] => {
                self.lay_chit(s, unit, Chit { strength: number("strength", strength)?, shown: false })?;
            }
            ["moved"] => s.moved.extend([unit]),
            ["fought"] => s.fought.extend([unit]),
            _ => return Err(Unreadable::unknown("fact about a unit", &words.join(" "))),
        }
        Ok(())
    }

    /// Takes the chit out of the cup.
    fn lay_chit(&self, s: &mut State, unit: Piece, chit: Chit) -> Result<(), Unreadable> {
        let left = usize::from(chit.strength).checked_sub(1).and_then(|i| s.cup.get_mut(i)).filter(|left| **left > 0);
        let Some(left) = left else {
            return Err(Unreadable::new(format!("the cup has no chit of strength {} left", chit.strength)));
        };
        *left -= 1;
        s.unit_mut(unit).chit = Some(chit);
        Ok(())
    }

    fn read_step(&self, side: Side, words: &[&str]) -> Result<Step, Unreadable> {
        let battle = |target, attackers| {
            Ok::<_, Unreadable>(Battle { target: self.read_unit(target)?, attackers: self.read_units(attackers)? })
        };
        Ok(match *words {
            ["hide", "the", "mine"] => Step::HideMine,
            ["move"] => Step::Movement(side),
            ["go", "on", "with", unit, left] => {
                Step::Moving { unit: self.read_unit(unit)?, left: number("number of points", left)? }
            }
            ["try", "a", "ruse", "with", unit] => Step::Ruse { unit: self.read_unit(unit)? },
            ["fight"] => Step::Combat(side),
            ["support", target, "against", attackers] => Step::Support(battle(target, attackers)?),
            ["bid", "for", target, "against", attackers, "bids", us, ge] => Step::Bid {
                battle: battle(target, attackers)?,
                speaker: side,
                last: [number("bid", us)?, number("bid", ge)?],
            },
            ["retreat", units] => Step::Retreat(self.read_units(units)?),
            ["advance", units, "into", hex] => {
                Step::Advance { attackers: self.read_units(units)?, into: self.read_hex(hex)? }
            }
            _ => return Err(Unreadable::unknown("decision", &words.join(" "))),
        })
    }
}

pub(crate) fn name(side: Side) -> &'static str {
    word_for(&SIDES, side)
}

/// `1 or less: repulsed`, for the chart.
pub(crate) fn result_name(result: CombatResult) -> &'static str {
    word_for(&RESULTS, result)
}

fn read_side(word: &str) -> Result<Side, Unreadable> {
    meaning(&SIDES, "side", word)
}

fn word_for<T: PartialEq>(known: &[(T, &'static str)], thing: T) -> &'static str {
    known.iter().find(|(known, _)| *known == thing).map_or("", |(_, word)| word)
}

fn meaning<T: Copy>(known: &[(T, &str)], kind: &str, word: &str) -> Result<T, Unreadable> {
    let found = known.iter().find(|(_, known)| *known == word);
    found.map(|(meaning, _)| *meaning).ok_or_else(|| Unreadable::unknown(kind, word))
}

fn number<T: std::str::FromStr>(kind: &str, word: &str) -> Result<T, Unreadable> {
    word.parse().map_err(|_| Unreadable::unknown(kind, word))
}
