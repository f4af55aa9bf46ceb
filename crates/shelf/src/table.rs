//! A match without its types, with bots beside it.

use referee::{
    AnyMatch, Awaits, CitedNote, Dice, Entry, Game, Match, Record, Refusal, Seat, Sight, Unreadable, Viewer,
};

/// One entry of a match as a viewer reads it.
#[derive(Clone, PartialEq, Debug)]
pub struct LogEntry {
    pub seat: Seat,
    /// In notation.
    pub action: String,
    pub rolls: Vec<u16>,
    pub notes: Vec<CitedNote>,
}

/// A match of any game, at which bots may sit.
pub trait Table: AnyMatch {
    /// What a bot would do in this seat, in notation. It sees no more than the seat does.
    fn think(&self, seat: Seat, bot: &str, dice: &mut dyn Dice) -> Result<String, Refusal>;
    /// The entries from one on, each with its notes. Those that pass are left out while the match runs.
    fn log(&self, viewer: Viewer, first: usize) -> Vec<LogEntry>;
    /// The match as it stood after so many entries.
    fn up_to(&self, entries: usize) -> Box<dyn Table>;
    /// A match that begins as this one may stand for all the seat knows. For tests of secrets.
    fn imagined(&self, seat: Seat, dice: &mut dyn Dice) -> Box<dyn Table>;
    /// A copy, to be looked at elsewhere.
    fn fork(&self) -> Box<dyn Table>;
    /// The same as [`Table::think`], to be done on another thread while the match goes on.
    fn thought(&self, seat: Seat, bot: &str) -> Result<Thought, Refusal>;
}

/// A decision that a bot is about to make, written in notation.
pub type Thought = Box<dyn FnOnce(&mut dyn Dice) -> String + Send>;

impl<G: Game> Table for Match<G> {
    fn think(&self, seat: Seat, bot: &str, dice: &mut dyn Dice) -> Result<String, Refusal> {
        Ok(self.thought(seat, bot)?(dice))
    }

    fn log(&self, viewer: Viewer, first: usize) -> Vec<LogEntry> {
        let over = matches!(Match::awaits(self), Awaits::Over(_));
        let line = |(entry, record): (&Entry<G::Action>, Record<G::Event>)| LogEntry {
            seat: entry.seat,
            action: self.game().write_action(&entry.action),
            rolls: entry.rolls.clone(),
            notes: self.notes(&record, viewer).filter(|cited| over || !cited.note.passing).collect(),
        };
        self.records_from(first).map(line).collect()
    }

    fn up_to(&self, entries: usize) -> Box<dyn Table> {
        Box::new(Match::up_to(self, entries))
    }

    fn imagined(&self, seat: Seat, dice: &mut dyn Dice) -> Box<dyn Table> {
        let imagined = Match::begin_at(self.share_game(), Sight::of(self, seat).imagine(dice));
        Box::new(imagined.expect("who decides in a match decides in every world a seat can imagine"))
    }

    fn fork(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }

    fn thought(&self, seat: Seat, bot: &str) -> Result<Thought, Refusal> {
        let awaited = Match::awaits(self).seat();
        if awaited != Some(seat) {
            return Err(Refusal::NotYourDecision { awaited });
        }
        let mut bot = bots::by_name::<G>(bot).ok_or_else(|| Refusal::Unreadable(Unreadable::unknown("bot", bot)))?;
        let (game, state) = (self.share_game(), self.state().clone());
        Ok(Box::new(move |dice| game.write_action(&bot.choose(&Sight::over(&*game, &state, seat), dice))))
    }
}
