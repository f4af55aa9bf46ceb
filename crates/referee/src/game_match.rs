//! A game_match at the table: the state, the entries that made it, and what may be taken back.

use crate::chance::{Dice, Record, Referee, Scripted};
use crate::fingerprint::fingerprint;
use crate::forecast::Forecast;
use crate::game::{Awaits, Game, Setup};
use crate::ids::Seat;
use crate::notation::Unreadable;
use crate::rule::{Illegal, Rule};
use std::fmt;
use std::sync::Arc;

/// One decision as it is kept.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry<A> {
    pub seat: Seat,
    pub action: A,
    /// As written: the first of n things is 1.
    pub rolls: Vec<u16>,
    /// A roll, a draw or a revelation: it cannot be taken back.
    pub sealed: bool,
    /// Fingerprint of the state after it.
    pub after: u32,
}

/// Why the match did not do as asked. Nothing was changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    NotYourDecision {
        awaited: Option<Seat>,
    },
    NoSuchOffer {
        offer: u16,
        offered: usize,
    },
    /// The pick is not of a kind, or outside of what, the opening announced.
    NotOffered,
    Illegal(Illegal),
    Stale {
        seq: u32,
    },
    CannotUndo(&'static str),
    Unreadable(Unreadable),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotYourDecision { awaited: Some(seat) } => {
                write!(f, "it is not your decision: seat {} is awaited", seat.0)
            }
            Refusal::NotYourDecision { awaited: None } => f.write_str("the game is over"),
            Refusal::NoSuchOffer { offer, offered } => {
                write!(f, "offer {offer} does not exist: {offered} were made, counted from 0")
            }
            Refusal::NotOffered => f.write_str("the choice is not among those the offer left open"),
            Refusal::Illegal(illegal) => illegal.fmt(f),
            Refusal::Stale { seq } => write!(f, "the match has moved on: it now has {seq} entries"),
            Refusal::CannotUndo(why) => write!(f, "this cannot be taken back: {why}"),
            Refusal::Unreadable(unreadable) => unreadable.fmt(f),
        }
    }
}

impl std::error::Error for Refusal {}

/// Whether the other seats agreed to a take-back.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Consent {
    /// The seat's own last decision, while nothing was learnt from it.
    NotAsked,
    /// All other seats agreed: any decision, also one that showed something.
    Given,
}

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

/// One match of one game.
pub struct Match<G: Game> {
    game: Arc<G>,
    setup: Setup,
    dealt: Vec<u16>,
    /// Where it began, if not with the deal of a scenario.
    origin: Option<Box<G::State>>,
    state: G::State,
    entries: Vec<Entry<G::Action>>,
    /// How many entries there were when the seat that decided last began to, or had last learnt something: what came
    /// since is its own to take back.
    kept: usize,
    /// The state after those.
    then: G::State,
}

impl<G: Game> Clone for Match<G> {
    fn clone(&self) -> Self {
        Match {
            game: Arc::clone(&self.game),
            setup: self.setup.clone(),
            dealt: self.dealt.clone(),
            origin: self.origin.clone(),
            state: self.state.clone(),
            entries: self.entries.clone(),
            kept: self.kept,
            then: self.then.clone(),
        }
    }
}

impl<G: Game> fmt::Debug for Match<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Match of {} with {} entries", self.game.kit().id, self.entries.len())
    }
}

/// The first line of every match file, with the version of the format.
const HEADER: &str = "rhine match 1";

impl<G: Game> Match<G> {
    pub fn begin(game: Arc<G>, setup: &Setup, dice: &mut dyn Dice) -> Result<Self, Unreadable> {
        known_setup(&*game, setup)?;
        let mut record = Record::default();
        let state = game.start(setup, &mut Referee::recording(dice, &mut record));
        let (setup, then) = (setup.clone(), state.clone());
        Ok(Match { game, setup, dealt: record.rolls, origin: None, state, entries: vec![], kept: 0, then })
    }

    /// A match that begins with a position instead of a deal: a case, a problem, a game from a paper table.
    pub fn begin_at(game: Arc<G>, state: G::State) -> Self {
        let (origin, then) = (Some(Box::new(state.clone())), state.clone());
        Match { game, setup: Setup::default(), dealt: vec![], origin, state, entries: vec![], kept: 0, then }
    }

    pub fn game(&self) -> &G {
        &self.game
    }

    /// The game, to be kept longer than the match.
    pub fn share_game(&self) -> Arc<G> {
        Arc::clone(&self.game)
    }

    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    pub fn state(&self) -> &G::State {
        &self.state
    }

    pub fn entries(&self) -> &[Entry<G::Action>] {
        &self.entries
    }

    pub fn awaits(&self) -> Awaits {
        self.game.awaits(&self.state)
    }

    pub fn play(&mut self, seat: Seat, action: G::Action, dice: &mut dyn Dice) -> Result<Record<G::Event>, Refusal> {
        self.ask(seat, &action)?;
        let mut record = Record::default();
        self.keep(seat);
        self.game.play(&mut self.state, &action, &mut Referee::recording(dice, &mut record));
        self.enter(seat, action, record.rolls.clone(), record.sealed);
        Ok(record)
    }

    /// As [`Match::play`], but nobody reads the notes.
    fn play_again(&mut self, seat: Seat, action: G::Action, dice: &mut dyn Dice) -> Result<(), Refusal> {
        self.ask(seat, &action)?;
        let mut record = Record::default();
        self.keep(seat);
        self.game.play(&mut self.state, &action, &mut Referee::counting(dice, &mut record));
        self.enter(seat, action, record.rolls, record.sealed);
        Ok(())
    }

    /// Before a seat decides: from here on it may take back, unless it already may.
    fn keep(&mut self, seat: Seat) {
        if self.entries.last().is_none_or(|last| last.sealed || last.seat != seat) {
            self.kept = self.entries.len();
            self.then.clone_from(&self.state);
        }
    }

    fn enter(&mut self, seat: Seat, action: G::Action, rolls: Vec<u16>, sealed: bool) {
        self.entries.push(Entry { seat, action, rolls, sealed, after: fingerprint(&self.state) });
    }

    /// Whether the seat could do this now.
    pub fn ask(&self, seat: Seat, action: &G::Action) -> Result<(), Refusal> {
        let awaited = self.awaits().seat();
        if awaited != Some(seat) {
            return Err(Refusal::NotYourDecision { awaited });
        }
        self.game.check(&self.state, action).map_err(Refusal::Illegal)
    }

    pub fn forecast(&self, seat: Seat, action: &G::Action) -> Result<Option<Forecast>, Refusal> {
        self.ask(seat, action)?;
        Ok(self.game.forecast(&self.state, action))
    }

    /// Takes the last decision back. Without consent: only the seat's own, and never across a roll,
    /// a revelation or another seat's decision.
    pub fn undo(&mut self, seat: Seat, consent: Consent) -> Result<(), Refusal> {
        if self.entries.is_empty() {
            return Err(Refusal::CannotUndo("nothing has been decided yet"));
        }
        if self.may_undo(seat) {
            self.entries.pop();
            self.state.clone_from(&self.then);
            for entry in &self.entries[self.kept..] {
                self.game.play(&mut self.state, &entry.action, &mut Referee::silent(&mut Scripted::new(&entry.rolls)));
            }
            return Ok(());
        }
        if consent == Consent::NotAsked {
            return Err(Refusal::CannotUndo("a roll, a revelation or another player's decision lies between"));
        }
        let kept = self.entries.len() - 1;
        *self = self.up_to(kept);
        Ok(())
    }

    /// Whether the seat may take the last decision back without asking anybody.
    pub fn may_undo(&self, seat: Seat) -> bool {
        self.entries[self.kept..].last().is_some_and(|last| last.seat == seat && !last.sealed)
    }

    /// Every roll so far as it is written, those of the deal first.
    pub fn rolled(&self) -> impl Iterator<Item = u16> {
        self.dealt.iter().chain(self.entries.iter().flat_map(|entry| &entry.rolls)).copied()
    }

    /// The same match as it stood after `entries` decisions: for scrubbing and for branching.
    #[must_use]
    pub fn up_to(&self, entries: usize) -> Self {
        let game = Arc::clone(&self.game);
        let mut game_match = match &self.origin {
            Some(state) => Match::begin_at(game, (**state).clone()),
            None => Match::begin(game, &self.setup, &mut Scripted::new(&self.dealt))
                .expect("a match that began can begin again"),
        };
        for entry in &self.entries[..entries.min(self.entries.len())] {
            let mut dice = Scripted::new(&entry.rolls);
            game_match
                .play_again(entry.seat, entry.action.clone(), &mut dice)
                .expect("what was played can be played again");
        }
        game_match
    }

    /// The match file: readable text, one line a decision, with its rolls and the fingerprint after it.
    pub fn write(&self) -> String {
        let mut text = self.head();
        for entry in &self.entries {
            self.write_entry(&mut text, entry);
            text.push('\n');
        }
        text
    }

    /// The match file as far as the deal.
    pub fn head(&self) -> String {
        let kit = self.game.kit();
        let mut text = format!("{HEADER}\ngame {}\nrules {}\n", kit.id, kit.rules_version);
        match &self.origin {
            None => text += &format!("scenario {}\n", self.setup),
            Some(state) => {
                text += "position\n";
                self.game.write_position(state).lines().for_each(|line| text += &format!("  {line}\n"));
            }
        }
        text += "deal";
        write_rolls(&mut text, &self.dealt, !self.dealt.is_empty());
        text += "\n\n";
        text
    }

    /// One line of the match file: an entry, counted from 0.
    pub fn line(&self, entry: usize) -> Option<String> {
        let mut text = String::new();
        self.write_entry(&mut text, self.entries.get(entry)?);
        Some(text)
    }

    fn write_entry(&self, text: &mut String, entry: &Entry<G::Action>) {
        *text += &self.game.kit().seats[entry.seat.index()].short;
        text.push(' ');
        *text += &self.game.write_action(&entry.action);
        write_rolls(text, &entry.rolls, entry.sealed);
        *text += &format!(" #{:08x}", entry.after);
    }

    /// Reads a match file and replays it. Stops at the first line that does not fit.
    pub fn read(game: Arc<G>, text: &str) -> Result<Self, Diverged> {
        let (game_match, diverged) = Match::read_as_far(game, text);
        match (game_match, diverged) {
            (Some(game_match), None) => Ok(game_match),
            (_, Some(diverged)) => Err(diverged),
            (None, None) => Err(Diverged { line: 1, what: "the file is empty".into(), rule: None }),
        }
    }

    /// As [`Match::read`], but keeps what could be replayed before the line that does not fit.
    pub fn read_as_far(game: Arc<G>, text: &str) -> (Option<Self>, Option<Diverged>) {
        let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim_end()));
        let mut game_match = match Match::read_header(game, &mut lines) {
            Ok(game_match) => game_match,
            Err(diverged) => return (None, Some(diverged)),
        };
        let mut rolls = vec![];
        for (line, words) in lines {
            if words.is_empty() || words.starts_with("//") {
                continue;
            }
            if let Err((what, rule)) = game_match.replay_line(words, &mut rolls) {
                return (Some(game_match), Some(Diverged { line, what, rule }));
            }
        }
        (Some(game_match), None)
    }

    fn read_header<'t>(game: Arc<G>, lines: &mut impl Iterator<Item = (usize, &'t str)>) -> Result<Self, Diverged> {
        let mut setup = None;
        let mut position: Option<String> = None;
        let mut first = true;
        for (line, words) in lines {
            let fail = |what: String| Err(Diverged { line, what, rule: None });
            if std::mem::take(&mut first) {
                if words != HEADER {
                    return fail(format!("a match file begins with `{HEADER}`"));
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
                "game" if value != game.kit().id => {
                    return fail(format!("this is a match of `{value}`, not of `{}`", game.kit().id));
                }
                "scenario" => match read_setup(value) {
                    Ok(read) => setup = Some(read),
                    Err(unreadable) => return fail(unreadable.what),
                },
                "deal" if position.is_some() => {
                    return match game.read_position(position.as_deref().unwrap_or_default()) {
                        Ok(state) => Ok(Match::begin_at(game, state)),
                        Err(unreadable) => fail(unreadable.what),
                    };
                }
                "deal" => {
                    let Some(setup) = &setup else { return fail("the scenario must stand before the deal".into()) };
                    let mut rolls = vec![];
                    if let Err(what) = read_rolls(value.trim_start_matches('!').trim(), &mut rolls) {
                        return fail(what);
                    }
                    let mut dice = Scripted::new(&rolls);
                    let game_match = match Match::begin(game, setup, &mut dice) {
                        Ok(game_match) => game_match,
                        Err(unreadable) => return fail(unreadable.what),
                    };
                    return match dice.fault() {
                        Some(fault) => fail(fault.into()),
                        None => Ok(game_match),
                    };
                }
                // Anything else in the header is for others: the rules version, the dice's hash, names.
                _ => {}
            }
        }
        Err(Diverged { line: 1, what: "the header has no `deal` line".into(), rule: None })
    }

    /// Plays one line of a match file. On a mismatch the match stands as before the line.
    fn replay_line(&mut self, line: &str, rolls: &mut Vec<u16>) -> Result<(), (String, Option<Rule>)> {
        let (line, hash) = match line.as_bytes().windows(2).rposition(|two| two == b" #") {
            Some(mark) => {
                let (line, hash) = (&line[..mark], &line[mark + 2..]);
                let hash = u32::from_str_radix(hash, 16).map_err(|_| (format!("`#{hash}` is no fingerprint"), None))?;
                (line, Some(hash))
            }
            None => (line, None),
        };
        let (line, rolled) = match line.as_bytes().windows(2).position(|two| two == b" !") {
            Some(mark) => (&line[..mark], &line[mark + 2..]),
            None => (line, ""),
        };
        rolls.clear();
        read_rolls(rolled.trim(), rolls).map_err(|what| (what, None))?;
        let (short, text) = line.split_once(' ').unwrap_or((line, ""));
        let seats = &self.game.kit().seats;
        let seat = seats.iter().position(|look| look.short == short);
        let seat = seat.ok_or_else(|| (Unreadable::unknown("seat", short).what, None))?;
        let seat = Seat(u8::try_from(seat).expect("few seats"));
        let action = self.game.read_action(text).map_err(|unreadable| (unreadable.what, None))?;
        let mut dice = Scripted::new(rolls);
        let played = self.play_again(seat, action, &mut dice);
        played.map_err(|refusal| match refusal {
            Refusal::Illegal(illegal) => (illegal.why.to_string(), Some(illegal.rule)),
            other => (other.to_string(), Some(self.asked())),
        })?;
        let after = self.entries.last().expect("an entry was just written").after;
        let fault = dice.fault().map(str::to_string).or_else(|| {
            let expected = hash.filter(|hash| *hash != after)?;
            Some(format!("the state differs: fingerprint {after:08x}, the file says {expected:08x}"))
        });
        if let Some(fault) = fault {
            *self = self.up_to(self.entries.len() - 1);
            return Err((fault, Some(self.asked())));
        }
        Ok(())
    }

    /// The rule that asks for the decision at hand.
    fn asked(&self) -> Rule {
        match self.awaits() {
            Awaits::Decision(decision) => decision.rule,
            Awaits::Over(outcome) => outcome.rule,
        }
    }
}

/// Reads `basic +weather +fair-play`.
pub fn read_setup(text: &str) -> Result<Setup, Unreadable> {
    let mut words = text.split_ascii_whitespace();
    let scenario = words.next().ok_or_else(|| Unreadable::new("no scenario is named"))?;
    let options = words
        .map(|word| word.strip_prefix('+').map(String::from).ok_or_else(|| Unreadable::unknown("option", word)))
        .collect::<Result<_, _>>()?;
    Ok(Setup { scenario: scenario.into(), options })
}

fn known_setup<G: Game>(game: &G, setup: &Setup) -> Result<(), Unreadable> {
    let known = |s: &&crate::game::Scenario| s.id == setup.scenario;
    let scenario =
        game.scenarios().iter().find(known).ok_or_else(|| Unreadable::unknown("scenario", &setup.scenario))?;
    match setup.options.iter().find(|option| !scenario.options.iter().any(|o| o.id == **option)) {
        Some(option) => Err(Unreadable::unknown("option", option)),
        None => Ok(()),
    }
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
