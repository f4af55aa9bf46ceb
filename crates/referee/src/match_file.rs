//! Match files: readable text, one line a decision, with its rolls. Reading is replaying.
//!
//! ```text
//! rhine match 1
//! game hurtgen-forest
//! rules 2026-11-17
//! scenario historical
//! deal
//!
//! US move 3/121 0918
//! GE fpf 89A ! 3 @8440de27
//! ```
//!
//! `!` marks an entry that cannot be taken back, with its rolls. `@` is the fingerprint of the position after the
//! entry, put into words: nothing in a file depends on how a state is laid out. Files written before rules of
//! 2026-11-17 have a `#` there, a hash of the state as it was in memory; it is read and not compared.

use crate::chance::Scripted;
use crate::game::{Game, Setup};
use crate::game_match::{Entry, Match, Refusal};
use crate::ids::Seat;
use crate::notation::Unreadable;
use crate::rule::Rule;
use std::fmt;
use std::sync::Arc;

/// The first line of every match file, with the version of the format.
const HEADER: &str = "rhine match 1";

/// The line at which a match file stops making sense.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diverged {
    /// Counted from 1.
    pub line: usize,
    pub what: String,
    /// The rule that was in force there, if the referee got that far.
    pub rule: Option<Rule>,
}

impl fmt::Display for Diverged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)?;
        match self.rule {
            Some(rule) => write!(f, " [{rule}]"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Diverged {}

/// A match file, replayed.
#[derive(Clone, Debug)]
pub struct Replayed<M> {
    /// As far as it could be replayed; nothing if its head cannot be read.
    pub game_match: Option<M>,
    /// The line that does not fit.
    pub stopped: Option<Diverged>,
    /// Where the rules of today first lead to another position than those it was played under. Play goes on from there.
    pub changed: Option<Diverged>,
}

impl<M> Replayed<M> {
    pub fn map<N>(self, to: impl FnOnce(M) -> N) -> Replayed<N> {
        Replayed { game_match: self.game_match.map(to), stopped: self.stopped, changed: self.changed }
    }

    /// The whole match, or the line that does not fit.
    pub fn whole(self) -> Result<M, Diverged> {
        match (self.game_match, self.stopped) {
            (Some(game_match), None) => Ok(game_match),
            (_, Some(stopped)) => Err(stopped),
            (None, None) => Err(Diverged { line: 1, what: "the file is empty".into(), rule: None }),
        }
    }
}

impl<G: Game> Match<G> {
    pub fn write(&self) -> String {
        let mut text = self.head();
        for (i, entry) in self.entries().iter().enumerate() {
            // The last line is always stamped: the position is at hand.
            let last = i + 1 == self.entries().len();
            self.write_entry(&mut text, entry, entry.stamp.or_else(|| last.then(|| self.stamp())));
            text.push('\n');
        }
        text
    }

    /// The match file as far as the deal.
    pub fn head(&self) -> String {
        let kit = self.game().kit();
        let mut text = format!("{HEADER}\ngame {}\nrules {}\n", kit.id, kit.rules_version);
        match self.first_position() {
            None => text += &format!("scenario {}\n", self.setup()),
            Some(position) => {
                text += "position\n";
                position.lines().for_each(|line| text += &format!("  {line}\n"));
            }
        }
        text += "deal";
        write_rolls(&mut text, self.dealt(), !self.dealt().is_empty());
        text += "\n\n";
        text
    }

    /// One line of the match file: an entry, counted from 0.
    pub fn line(&self, entry: usize) -> Option<String> {
        let mut text = String::new();
        let entry = self.entries().get(entry)?;
        self.write_entry(&mut text, entry, entry.stamp);
        Some(text)
    }

    fn write_entry(&self, text: &mut String, entry: &Entry<G::Action>, stamp: Option<u32>) {
        *text += &self.game().kit().seats[entry.seat.index()].short;
        text.push(' ');
        *text += &self.game().write_action(&entry.action);
        write_rolls(text, &entry.rolls, entry.sealed);
        if let Some(stamp) = stamp {
            *text += &format!(" @{stamp:08x}");
        }
    }

    /// Reads a match file and replays it. Stops at the first line that does not fit.
    pub fn read(game: Arc<G>, text: &str) -> Result<Self, Diverged> {
        Match::replay(game, text).whole()
    }

    /// As [`Match::read`], but keeps what could be replayed before the line that does not fit.
    pub fn replay(game: Arc<G>, text: &str) -> Replayed<Self> {
        let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim_end()));
        let (mut reader, mut line) = match Reader::begin(game, &mut lines) {
            Ok(begun) => begun,
            Err(stopped) => return Replayed { game_match: None, stopped: Some(stopped), changed: None },
        };
        let mut stopped = None;
        for (number, words) in lines.filter(|(_, words)| !words.is_empty() && !words.starts_with("//")) {
            if let Err((what, rule)) = reader.line(number, words, line) {
                stopped = Some(Diverged { line: number, what, rule });
                break;
            }
            line = number;
        }
        Replayed { game_match: Some(reader.game_match), stopped, changed: reader.changed }
    }
}

/// What does not fit, and the rule it stands on.
type Misfit = (String, Option<Rule>);

/// A match file being replayed.
struct Reader<G: Game> {
    game_match: Match<G>,
    /// Whether it was played under the rules of today: then every stamp must agree.
    of_today: bool,
    changed: Option<Diverged>,
    rolls: Vec<u16>,
}

impl<G: Game> Reader<G> {
    /// Reads the header as far as the deal, which is the line returned.
    fn begin<'t>(game: Arc<G>, lines: &mut impl Iterator<Item = (usize, &'t str)>) -> Result<(Self, usize), Diverged> {
        let mut setup = None;
        let mut position: Option<String> = None;
        let mut of_today = true;
        let mut first = true;
        for (line, words) in lines {
            let fail = |what: String| Diverged { line, what, rule: None };
            if std::mem::take(&mut first) {
                if words != HEADER {
                    return Err(fail(format!("a match file begins with `{HEADER}`")));
                }
                continue;
            }
            if let (Some(position), Some(fact)) = (&mut position, words.strip_prefix("  ")) {
                *position += fact;
                position.push('\n');
                continue;
            }
            let (key, value) = words.split_once(' ').unwrap_or((words, ""));
            match key {
                "position" => position = Some(String::new()),
                "rules" => of_today = value == game.kit().rules_version,
                "game" if value != game.kit().id => {
                    return Err(fail(format!("this is a match of `{value}`, not of `{}`", game.kit().id)));
                }
                "scenario" => setup = Some(Setup::read(value).map_err(|unreadable| fail(unreadable.what))?),
                "deal" => {
                    let rolls = value.trim_start_matches('!').trim();
                    let game_match = deal(game, setup.as_ref(), position.as_deref(), rolls).map_err(fail)?;
                    return Ok((Reader { game_match, of_today, changed: None, rolls: vec![] }, line));
                }
                // Anything else in the header is for others: the dice's hash, names.
                _ => {}
            }
        }
        Err(Diverged { line: 1, what: "the header has no `deal` line".into(), rule: None })
    }

    /// Plays one line. On a mismatch the match stands as before the line.
    fn line(&mut self, number: usize, line: &str, before: usize) -> Result<(), Misfit> {
        let (line, stamp) = cut_stamp(line)?;
        let (line, rolled) = cut(line, b" !").unwrap_or((line, ""));
        self.rolls.clear();
        read_rolls(rolled.trim(), &mut self.rolls).map_err(|what| (what, None))?;
        let (short, text) = line.split_once(' ').unwrap_or((line, ""));
        let seats = &self.game_match.game().kit().seats;
        let seat = (0u8..).zip(seats).find(|(_, look)| look.short == short).map(|(seat, _)| Seat(seat));
        let seat = seat.ok_or_else(|| (Unreadable::unknown("seat", short).what, None))?;
        let action = self.game_match.game().read_action(text).map_err(|unreadable| (unreadable.what, None))?;
        let mut dice = Scripted::new(&self.rolls);
        if let Err(refusal) = self.game_match.play_unread(seat, action, &mut dice) {
            return Err(match refusal {
                Refusal::Illegal(illegal) => (illegal.why.to_string(), Some(illegal.rule)),
                other => (other.to_string(), Some(self.game_match.awaits().rule())),
            });
        }
        if let Some(fault) = dice.fault() {
            return Err((fault.into(), Some(self.take_back())));
        }
        let Some(expected) = stamp else { return Ok(()) };
        let found = self.game_match.entries().last().and_then(|entry| entry.stamp);
        let found = found.unwrap_or_else(|| self.game_match.stamp());
        if found == expected {
            return Ok(());
        }
        if !self.of_today {
            if self.changed.is_none() {
                let what = format!("the rules of today lead to another position here, or since line {before}");
                self.changed = Some(Diverged { line: number, what, rule: Some(self.before_last().awaits().rule()) });
            }
            return Ok(());
        }
        let what = format!("the position differs: fingerprint {found:08x}, the file says {expected:08x}");
        Err((what, Some(self.take_back())))
    }

    /// The match without its last entry.
    fn before_last(&self) -> Match<G> {
        self.game_match.up_to(self.game_match.entries().len() - 1)
    }

    /// Takes the last entry back, and says which rule had asked for it.
    fn take_back(&mut self) -> Rule {
        self.game_match = self.before_last();
        self.game_match.awaits().rule()
    }
}

fn deal<G: Game>(game: Arc<G>, setup: Option<&Setup>, position: Option<&str>, rolls: &str) -> Result<Match<G>, String> {
    if let Some(position) = position {
        let state = game.read_position(position);
        return state.and_then(|state| Match::begin_at(game, state)).map_err(|unreadable| unreadable.what);
    }
    let setup = setup.ok_or("the scenario must stand before the deal")?;
    let mut dealt = vec![];
    read_rolls(rolls, &mut dealt)?;
    let mut dice = Scripted::new(&dealt);
    let game_match = Match::begin(game, setup, &mut dice).map_err(|unreadable| unreadable.what)?;
    match dice.fault() {
        Some(fault) => Err(fault.into()),
        None => Ok(game_match),
    }
}

/// A line without its stamp, and the stamp, unless it is one of the old kind.
fn cut_stamp(line: &str) -> Result<(&str, Option<u32>), Misfit> {
    let Some((rest, word)) = line.rsplit_once(' ') else { return Ok((line, None)) };
    let digits = match word.as_bytes().first() {
        Some(b'@' | b'#') => &word[1..],
        _ => return Ok((line, None)),
    };
    let stamp = u32::from_str_radix(digits, 16).map_err(|_| (format!("`{word}` is no fingerprint"), None))?;
    Ok((rest, word.starts_with('@').then_some(stamp)))
}

/// The two sides of the first place where the mark stands.
fn cut<'t>(line: &'t str, mark: &[u8; 2]) -> Option<(&'t str, &'t str)> {
    let at = line.as_bytes().windows(2).position(|two| two == mark)?;
    Some((&line[..at], &line[at + 2..]))
}

fn write_rolls(text: &mut String, rolls: &[u16], sealed: bool) {
    if !sealed {
        return;
    }
    text.push_str(" !");
    for (i, roll) in rolls.iter().enumerate() {
        text.push(if i == 0 { ' ' } else { ',' });
        text.push_str(&roll.to_string());
    }
}

fn read_rolls(text: &str, rolls: &mut Vec<u16>) -> Result<(), String> {
    for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        rolls.push(word.parse().map_err(|_| Unreadable::unknown("roll", word).what)?);
    }
    Ok(())
}
