//! Positions as text: what cases compare with, and how a game from a paper table comes in.

mod battle;

use crate::HurtgenForest;
use crate::sequence::Step;
use crate::state::{Side, State, Unit, Units};
use referee::{Spot, Unreadable};
use std::fmt::Write;

impl HurtgenForest {
    /// One fact a line.
    pub(crate) fn write_position(&self, s: &State) -> String {
        let mut text = String::with_capacity(2048);
        let line = |text: &mut String, args: std::fmt::Arguments<'_>| {
            writeln!(text, "{args}").expect("text can be written");
        };
        line(&mut text, format_args!("turn {}", s.turn));
        for side in Side::BOTH {
            line(&mut text, format_args!("points {} {}", side.short(), s.points[side]));
        }
        let usual = self.bare();
        if s.turns != usual.turns {
            line(&mut text, format_args!("turns {}", s.turns));
        }
        if s.first != usual.first {
            line(&mut text, format_args!("first {}", s.first.short()));
        }
        line(&mut text, format_args!("support {}", s.support));
        // Every stamp of a match file comes by here: what is long is put together without formatting.
        for unit in self.all_units() {
            let words = [self.side(unit).short(), " ", self.name(unit), " at ", self.place_name(s.at(unit)), "\n"];
            text.extend(words);
        }
        for (word, set) in self.marked_sets(s).into_iter().filter(|(_, set)| !set.is_empty()) {
            text.push_str(word);
            text.extend(set.iter().flat_map(|unit| [" ", self.name(unit)]));
            text.push('\n');
        }
        if s.duty.is_empty() && matches!(s.now(), Some(Step::Combat(_))) {
            line(&mut text, format_args!("duty")); // Nobody's, though there may be enemies next to each other.
        }
        for (hex, count) in s.columns.iter() {
            line(&mut text, format_args!("column {} {count}", self.board.name(hex)));
        }
        match s.now() {
            Some(Step::Deploy(side)) => line(&mut text, format_args!("{} to deploy", side.short())),
            Some(Step::Movement(side)) => line(&mut text, format_args!("{} to move", side.short())),
            Some(Step::Combat(side)) => line(&mut text, format_args!("{} to attack", side.short())),
            Some(_) => line(&mut text, format_args!("in battle\n{}", self.write_battle(s))),
            None => line(&mut text, format_args!("over")),
        }
        text
    }

    fn marked_sets(&self, s: &State) -> [(&'static str, Units); 10] {
        [
            ("moved", s.moved),
            ("crowded", s.crowded),
            ("fought", s.fought),
            ("advanced", s.advanced),
            ("duty", s.duty),
            ("hit-now", s.hit[0]),
            ("hit", s.hit[1]),
            ("displaced-now", s.displaced[0]),
            ("displaced", s.displaced[1]),
            ("fired", s.fired),
        ]
    }

    fn place_name(&self, at: Spot) -> &str {
        if at == self.exit { "exited" } else { self.board.name(at) }
    }

    /// The state such lines describe. Units that are not named are out of the game.
    pub(crate) fn read_position(&self, text: &str) -> Result<State, Unreadable> {
        let mut s = self.bare();
        let mut named = Units::empty();
        let mut duty = None;
        for line in text.lines() {
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            match words[..] {
                [] | ["in", "battle"] => {}
                ["turn", n] => s.turn = number(n, 99)?,
                ["turns", n] => s.turns = number(n, 99)?,
                ["first", side] => s.first = self.read_side(side)?,
                ["support", n] => s.support = number(n, 255)?,
                ["points", side, n] => s.points[self.read_side(side)?] = number(n, u16::MAX)?,
                ["column", hex, n] => {
                    if !s.columns.add(self.read_hex(hex)?, number(n, 99)?) {
                        return Err(Unreadable::new("too many columns"));
                    }
                }
                ["over"] => s.steps.clear(),
                [side, "to", what] => {
                    let side = self.read_side(side)?;
                    s.steps.clear();
                    s.steps.push(match what {
                        "deploy" => Step::Deploy(side),
                        "move" => Step::Movement(side),
                        "attack" => Step::Combat(side),
                        _ => return Err(Unreadable::unknown("phase", what)),
                    });
                }
                [side, name, "at", place] => {
                    let unit = self.read_unit(name)?;
                    if self.side(unit) != self.read_side(side)? {
                        return Err(Unreadable::new(format!("{name} does not belong to {side}")));
                    }
                    self.put(&mut s, unit, place)?;
                    if !named.insert(unit) {
                        return Err(Unreadable::new(format!("{name} is placed twice")));
                    }
                }
                [word, ref names @ ..] => {
                    if self.read_battle_line(&mut s, word, names)? {
                        continue;
                    }
                    let set = self.read_set(names)?;
                    let place = match word {
                        "moved" => &mut s.moved,
                        "crowded" => &mut s.crowded,
                        "fought" => &mut s.fought,
                        "advanced" => &mut s.advanced,
                        "duty" => duty.insert(Units::empty()),
                        "hit-now" => &mut s.hit[0],
                        "hit" => &mut s.hit[1],
                        "displaced-now" => &mut s.displaced[0],
                        "displaced" => &mut s.displaced[1],
                        "fired" => &mut s.fired,
                        _ => return Err(Unreadable::unknown("line", line.trim())),
                    };
                    *place = set;
                }
            }
        }
        if !(1..=s.turns).contains(&s.turn) {
            return Err(Unreadable::new(format!("there is no turn {} of {}", s.turn, s.turns)));
        }
        self.check_stacks(&s)?;
        // Who has to leave a shared hex lies below whoever has arrived.
        for unit in self.all_units() {
            let at = s.at(unit);
            if self.is_hex(at) && !s.crowded.contains(unit) {
                s.occupant[at.index()] = unit.0;
            }
        }
        let over = text.lines().any(|line| line.trim() == "over");
        if s.steps.is_empty() && !over {
            return Err(Unreadable::new("nobody is to move or to attack"));
        }
        self.check_battle(&s)?;
        s.duty = match (duty, s.now()) {
            (Some(duty), _) => duty,
            // [7.11] Judged when the phase begins, if nothing else is said.
            (None, Some(Step::Combat(side))) => self.duties(&s, side),
            (None, _) => Units::empty(),
        };
        Ok(s)
    }

    pub(crate) fn read_set(&self, names: &[&str]) -> Result<Units, Unreadable> {
        names.iter().map(|name| self.read_unit(name)).collect()
    }

    /// [5.31.a] Two units in one hex only while one of them has to leave it yet.
    fn check_stacks(&self, s: &State) -> Result<(), Unreadable> {
        for unit in self.all_units().filter(|&unit| self.is_hex(s.at(unit)) && !s.crowded.contains(unit)) {
            let other = self.all_units().find(|&u| u != unit && s.at(u) == s.at(unit) && !s.crowded.contains(u));
            if let Some(other) = other {
                let (at, unit, other) = (self.board.name(s.at(unit)), self.name(unit), self.name(other));
                return Err(Unreadable::new(format!("{unit} and {other} both stand in {at}")));
            }
        }
        Ok(())
    }

    fn put(&self, s: &mut State, unit: Unit, place: &str) -> Result<(), Unreadable> {
        let at = match place {
            "off" => self.off,
            "exited" => self.exit,
            "dead" => self.dead,
            hex => self.read_hex(hex)?,
        };
        if !self.is_hex(at) {
            s.at[unit.index()] = at;
            return Ok(());
        }
        if let Some(other) = s.occupant(at)
            && self.side(other) != self.side(unit)
        {
            return Err(Unreadable::new(format!("{place} already holds an enemy, {}", self.name(other))));
        }
        self.place(s, unit, at);
        Ok(())
    }

    pub(crate) fn read_side(&self, word: &str) -> Result<Side, Unreadable> {
        Side::BOTH.into_iter().find(|side| side.short() == word).ok_or_else(|| Unreadable::unknown("side", word))
    }
}

pub(crate) fn number<T: TryFrom<u16>>(word: &str, most: u16) -> Result<T, Unreadable> {
    let number = word.parse::<u16>().ok().filter(|n| *n <= most);
    number.and_then(|n| T::try_from(n).ok()).ok_or_else(|| Unreadable::unknown("number", word))
}
