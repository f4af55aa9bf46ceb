//! Actions as text.

use crate::DdayToTheRhine;
use crate::action::{Action, Battle, Losses, Support};
use crate::hidden::FIRST_PHANTOM;
use crate::state::{PHANTOMS, Trail, Units};
use referee::{Piece, Spot, Unreadable};

impl DdayToTheRhine {
    pub(crate) fn hex(&self, at: Spot) -> &str {
        self.c.map.board.name(at)
    }

    pub(crate) fn id(&self, unit: Piece) -> String {
        match DdayToTheRhine::phantom_of(unit) {
            Some(nth) => format!("P{}", nth + 1),
            None => self.unit(unit).id.clone(),
        }
    }

    pub(crate) fn support_name(&self, piece: u8) -> &str {
        match piece {
            Support::ETF => "ETF",
            Support::WTF => "WTF",
            Support::BOMBER => "bomber",
            _ => self.c.airborne.get(usize::from(piece - Support::AIRBORNE)).map_or("?", |unit| unit.id.as_str()),
        }
    }

    pub(crate) fn write_action(&self, action: &Action) -> String {
        let hidden = |hidden: bool| if hidden { " hidden" } else { "" };
        let at = |at: Option<Spot>| at.map_or(String::new(), |at| format!(" {}", self.hex(at)));
        let way = |path: &Trail| board::write_path(path.iter().map(|at| self.hex(at)));
        let text = match action {
            Action::Invade(at) => format!("invade {}", self.hex(*at)),
            Action::Launch => "launch".into(),
            Action::Wait => "wait".into(),
            Action::Place { unit, at: to, hidden: h } => format!("place {}{}{}", self.id(*unit), at(*to), hidden(*h)),
            Action::Rebuild { unit, at: to, hidden: h } => {
                format!("rebuild {}{}{}", self.id(*unit), at(*to), hidden(*h))
            }
            Action::Step(unit) => format!("step {}", self.id(*unit)),
            Action::Done => "done".into(),
            Action::Move { unit, path } => format!("move {} {}", self.id(*unit), way(path)),
            Action::Motor { unit, path } => format!("motor {} {}", self.id(*unit), way(path)),
            Action::Rail { unit, at: to } => format!("rail {}{}", self.id(*unit), at(*to)),
            Action::Halt => "halt".into(),
            Action::Attack(Battle { target, attackers, surprise }) => {
                let with = match attackers.is_empty() {
                    true => String::new(),
                    false => format!(" with {}", self.write_units(*attackers)),
                };
                format!("attack {}{with}{}", self.hex(*target), if *surprise { " surprise" } else { "" })
            }
            Action::Support(support) if support.0 == 0 => "support none".into(),
            Action::Support(support) => {
                let names: Vec<&str> = support.pieces().map(|piece| self.support_name(piece)).collect();
                format!("support {}", names.join("+"))
            }
            Action::Lose(losses) => {
                let mut text = "lose".to_string();
                for (unit, steps) in losses.among.iter().zip(losses.counts) {
                    if steps > 0 {
                        text += &format!(" {} {steps}", self.id(unit));
                    }
                }
                text
            }
            Action::Back(unit) => format!("back {}", self.id(*unit)),
            Action::Hide(unit) => format!("hide {}", self.id(*unit)),
            Action::Phantom(to) => format!("phantom{}", at(*to)),
            Action::End => "end".into(),
        };
        text.trim_end().into()
    }

    fn write_units(&self, units: Units) -> String {
        units.iter().map(|unit| self.id(unit)).collect::<Vec<_>>().join("+")
    }

    pub(crate) fn read_action(&self, text: &str) -> Result<Action, Unreadable> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let unknown = || Unreadable::unknown("action", text);
        Ok(match *words.as_slice() {
            ["invade", at] => Action::Invade(self.read_hex(at)?),
            ["launch"] => Action::Launch,
            ["wait"] => Action::Wait,
            ["place" | "rebuild", unit, ref rest @ ..] => {
                let unit = self.read_unit(unit)?;
                let (at, hidden) = match *rest {
                    [] => (None, false),
                    ["hidden"] => (None, true),
                    [at] => (Some(self.read_hex(at)?), false),
                    [at, "hidden"] => (Some(self.read_hex(at)?), true),
                    _ => return Err(unknown()),
                };
                match words[0] {
                    "place" => Action::Place { unit, at, hidden },
                    _ => Action::Rebuild { unit, at, hidden },
                }
            }
            ["step", unit] => Action::Step(self.read_unit(unit)?),
            ["done"] => Action::Done,
            ["move" | "motor", unit, ref rest @ ..] => {
                let path = match *rest {
                    [] => Trail::new(),
                    [path] => self.read_path(path)?,
                    _ => return Err(unknown()),
                };
                match words[0] {
                    "move" => Action::Move { unit: self.read_piece(unit)?, path },
                    _ => Action::Motor { unit: self.read_unit(unit)?, path },
                }
            }
            ["rail", unit] => Action::Rail { unit: self.read_unit(unit)?, at: None },
            ["rail", unit, at] => Action::Rail { unit: self.read_unit(unit)?, at: Some(self.read_hex(at)?) },
            ["halt"] => Action::Halt,
            ["attack", target, ref rest @ ..] => {
                let (attackers, surprise) = match *rest {
                    [] => (Units::empty(), false),
                    ["surprise"] => (Units::empty(), true),
                    ["with", units] => (self.read_units(units)?, false),
                    ["with", units, "surprise"] => (self.read_units(units)?, true),
                    _ => return Err(unknown()),
                };
                Action::Attack(Battle { target: self.read_hex(target)?, attackers, surprise })
            }
            ["support", "none"] => Action::Support(Support::default()),
            ["support", names] => {
                let mut bits = 0;
                for name in names.split('+') {
                    let found = (0..Support::COUNT).find(|piece| self.support_name(*piece) == name);
                    bits |= 1 << found.ok_or_else(|| Unreadable::unknown("support", name))?;
                }
                Action::Support(Support(bits))
            }
            ["lose", ref rest @ ..] => self.read_losses(rest)?,
            ["back", unit] => Action::Back(self.read_unit(unit)?),
            ["hide", unit] => Action::Hide(self.read_unit(unit)?),
            ["phantom"] => Action::Phantom(None),
            ["phantom", at] => Action::Phantom(Some(self.read_hex(at)?)),
            ["end"] => Action::End,
            _ => return Err(unknown()),
        })
    }

    /// `US1 2 US-V 1`
    fn read_losses(&self, words: &[&str]) -> Result<Action, Unreadable> {
        let wrong = || Unreadable::new("losses are written `lose US1 2 US-V 1`");
        let mut steps: Vec<(Piece, u8)> = vec![];
        for pair in words.chunks(2) {
            let [unit, count] = *pair else { return Err(wrong()) };
            steps.push((self.read_unit(unit)?, count.parse().map_err(|_| wrong())?));
        }
        steps.sort_by_key(|(unit, _)| *unit);
        if steps.len() > 8 || steps.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return Err(wrong());
        }
        Ok(Action::Lose(Losses::of(&steps)))
    }

    fn read_path(&self, text: &str) -> Result<Trail, Unreadable> {
        board::read_path(text, |at| self.read_hex(at))
    }

    pub(crate) fn read_hex(&self, name: &str) -> Result<Spot, Unreadable> {
        self.c.map.board.find(name).ok_or_else(|| Unreadable::unknown("hex", name))
    }

    pub(crate) fn read_unit(&self, id: &str) -> Result<Piece, Unreadable> {
        let found = self.c.unit(id).and_then(|i| u16::try_from(i).ok());
        found.map(Piece).ok_or_else(|| Unreadable::unknown("unit", id))
    }

    /// A unit or a phantom.
    fn read_piece(&self, id: &str) -> Result<Piece, Unreadable> {
        let nth = id.strip_prefix('P').and_then(|n| n.parse::<u16>().ok());
        match nth.filter(|n| (1..=PHANTOMS).contains(&usize::from(*n))) {
            Some(n) => Ok(Piece(FIRST_PHANTOM + n - 1)),
            None => self.read_unit(id),
        }
    }

    fn read_units(&self, text: &str) -> Result<Units, Unreadable> {
        board::read_set(text, |id| self.read_unit(id))
    }
}
