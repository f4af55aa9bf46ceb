//! A match: the state, the entries that made it, and what may be taken back.

use crate::chance::{Dice, Record, Referee, Scripted};
use crate::fingerprint::fingerprint;
use crate::forecast::Forecast;
use crate::game::{Awaits, Game, Setup};
use crate::ids::Seat;
use crate::notation::Unreadable;
use crate::offer::Offer;
use crate::rule::Illegal;
use std::cell::OnceCell;
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
    /// Something hidden was shown by it; dice alone show nothing that was there before.
    pub shown: bool,
    /// Every sixty-fourth entry: fingerprint of the position after it.
    pub stamp: Option<u32>,
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

/// One match of one game.
pub struct Match<G: Game> {
    game: Arc<G>,
    setup: Setup,
    /// Rolls of the deal.
    dealt: Vec<u16>,
    /// Whether it began with a position instead of the deal of a scenario.
    from_position: bool,
    state: G::State,
    entries: Vec<Entry<G::Action>>,
    /// Rolls of all entries together.
    rolls: usize,
    /// What came since is the last seat's own to take back: nobody else has decided, and it has learnt nothing.
    own: usize,
    /// The state at the beginning and after every [`CHECKPOINT`] entries.
    checkpoints: Vec<G::State>,
    /// What the awaited seat may do, once somebody has asked.
    offered: OnceCell<Vec<Offer<G::Action>>>,
}

/// A state is kept every so many entries: no look into the past replays more than that.
const CHECKPOINT: usize = 128;

/// An entry is stamped every so many entries: to put a position into words takes longer than to play.
const STAMP: usize = 64;

impl<G: Game> Clone for Match<G> {
    fn clone(&self) -> Self {
        Match {
            game: Arc::clone(&self.game),
            setup: self.setup.clone(),
            dealt: self.dealt.clone(),
            from_position: self.from_position,
            state: self.state.clone(),
            entries: self.entries.clone(),
            rolls: self.rolls,
            own: self.own,
            checkpoints: self.checkpoints.clone(),
            offered: OnceCell::new(),
        }
    }
}

impl<G: Game> fmt::Debug for Match<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Match of {} with {} entries", self.game.kit().id, self.entries.len())
    }
}

impl<G: Game> Match<G> {
    pub fn begin(game: Arc<G>, setup: &Setup, dice: &mut dyn Dice) -> Result<Self, Unreadable> {
        setup.check(game.scenarios())?;
        let mut record = Record::default();
        let state = game.start(setup, &mut Referee::recording(dice, &mut record));
        Ok(Match::new(game, setup.clone(), record.rolls, state))
    }

    /// A match that begins with a position instead of a deal: a case, a problem, a game from a paper table.
    /// Somebody must have something to decide in it, unless it is over.
    pub fn begin_at(game: Arc<G>, state: G::State) -> Result<Self, Unreadable> {
        let begun = Match { from_position: true, ..Match::new(game, Setup::default(), vec![], state) };
        let lawful = |offer: &Offer<G::Action>| begun.game.open(&begun.state, &offer.action).simplest().is_some();
        match begun.awaits() {
            Awaits::Decision(decision) if !begun.offered().iter().any(lawful) => {
                let seat = &begun.game.kit().seats[decision.seat.index()].short;
                let question = decision.question;
                Err(Unreadable::new(format!("{seat} is asked `{question}` here, and has no lawful answer")))
            }
            _ => Ok(begun),
        }
    }

    fn new(game: Arc<G>, setup: Setup, dealt: Vec<u16>, state: G::State) -> Self {
        let checkpoints = vec![state.clone()];
        let (entries, offered) = (vec![], OnceCell::new());
        Match { game, setup, dealt, from_position: false, state, entries, rolls: 0, own: 0, checkpoints, offered }
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

    /// Rolls of the deal, as written.
    pub fn dealt(&self) -> &[u16] {
        &self.dealt
    }

    /// The position it began with, if it did not begin with the deal of a scenario.
    pub fn first_position(&self) -> Option<String> {
        self.from_position.then(|| self.game.write_position(&self.checkpoints[0]))
    }

    pub fn awaits(&self) -> Awaits {
        self.game.awaits(&self.state)
    }

    /// What the awaited seat may do: worked out once for each decision.
    pub fn offered(&self) -> &[Offer<G::Action>] {
        self.offered.get_or_init(|| {
            let mut offers = vec![];
            if self.awaits().seat().is_some() {
                self.game.offers(&self.state, &mut offers);
            }
            offers
        })
    }

    pub fn play(&mut self, seat: Seat, action: G::Action, dice: &mut dyn Dice) -> Result<Record<G::Event>, Refusal> {
        self.ask(seat, &action)?;
        let mut record = Record::default();
        self.game.play(&mut self.state, &action, &mut Referee::recording(dice, &mut record));
        self.enter(seat, action, &record);
        Ok(record)
    }

    /// As [`Match::play`], but nobody reads the notes.
    pub(crate) fn play_unread(&mut self, seat: Seat, action: G::Action, dice: &mut dyn Dice) -> Result<(), Refusal> {
        self.ask(seat, &action)?;
        let mut record = Record::default();
        self.game.play(&mut self.state, &action, &mut Referee::counting(dice, &mut record));
        self.enter(seat, action, &record);
        Ok(())
    }

    fn enter<E>(&mut self, seat: Seat, action: G::Action, record: &Record<E>) {
        let &Record { sealed, shown, .. } = record;
        let rolls = record.rolls.clone();
        self.offered.take();
        self.rolls += rolls.len();
        if self.entries.last().is_none_or(|last| last.sealed || last.seat != seat) {
            self.own = self.entries.len();
        }
        self.entries.push(Entry { seat, action, rolls, sealed, shown, stamp: None });
        let count = self.entries.len();
        if count.is_multiple_of(STAMP) {
            self.entries[count - 1].stamp = Some(self.stamp());
        }
        if count.is_multiple_of(CHECKPOINT) {
            self.checkpoints.push(self.state.clone());
        }
    }

    /// Fingerprint of the position as it stands.
    pub(crate) fn stamp(&self) -> u32 {
        fingerprint(&self.game.write_position(&self.state))
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
        if !self.may_undo(seat) && consent == Consent::NotAsked {
            return Err(Refusal::CannotUndo("a roll, a revelation or another player's decision lies between"));
        }
        let own = self.own;
        self.go_back(self.entries.len() - 1);
        if consent == Consent::NotAsked {
            self.own = own;
        }
        Ok(())
    }

    /// Whether the seat may take the last decision back without asking anybody.
    pub fn may_undo(&self, seat: Seat) -> bool {
        self.entries[self.own..].last().is_some_and(|last| last.seat == seat && !last.sealed)
    }

    /// Every roll so far as it is written, those of the deal first.
    pub fn rolled(&self) -> impl Iterator<Item = u16> {
        self.dealt.iter().chain(self.entries.iter().flat_map(|entry| &entry.rolls)).copied()
    }

    /// How many rolls there were so far, those of the deal included.
    pub fn rolls(&self) -> usize {
        self.dealt.len() + self.rolls
    }

    /// The state as it stood after so many entries.
    pub fn state_at(&self, entries: usize) -> G::State {
        let entries = entries.min(self.entries.len());
        let checkpoint = entries / CHECKPOINT;
        let mut state = self.checkpoints[checkpoint].clone();
        for entry in &self.entries[checkpoint * CHECKPOINT..entries] {
            self.game.play(&mut state, &entry.action, &mut Referee::silent(&mut Scripted::new(&entry.rolls)));
        }
        state
    }

    /// The entries from one on, each with what it caused.
    pub fn records_from(&self, first: usize) -> impl Iterator<Item = (&Entry<G::Action>, Record<G::Event>)> {
        let mut state = self.state_at(first);
        self.entries.iter().skip(first).map(move |entry| {
            let mut record = Record::default();
            let mut dice = Scripted::new(&entry.rolls);
            self.game.play(&mut state, &entry.action, &mut Referee::recording(&mut dice, &mut record));
            (entry, record)
        })
    }

    /// The same match as it stood after so many entries: for branching.
    #[must_use]
    pub fn up_to(&self, entries: usize) -> Self {
        let mut then = self.clone();
        then.go_back(entries);
        then
    }

    fn go_back(&mut self, entries: usize) {
        let entries = entries.min(self.entries.len());
        self.state = self.state_at(entries);
        self.entries.truncate(entries);
        self.checkpoints.truncate(entries / CHECKPOINT + 1);
        self.rolls = self.entries.iter().map(|entry| entry.rolls.len()).sum();
        let others = |last: &Entry<G::Action>| {
            let own = |entry: &&Entry<G::Action>| entry.seat == last.seat && !entry.sealed;
            entries - 1 - self.entries[..entries - 1].iter().rev().take_while(own).count()
        };
        self.own = self.entries.last().map_or(0, others);
        self.offered.take();
    }
}
