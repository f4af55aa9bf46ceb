//! A match without its types, with bots beside it.

use referee::{
    AnyMatch, CitedNote, Dice, Game, Match, Record, Referee, Refusal, Scripted, Seat, Sight, Unreadable, Viewer,
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
    /// Every entry so far with its notes.
    fn story(&self, viewer: Viewer) -> Vec<LogEntry>;
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

    fn story(&self, viewer: Viewer) -> Vec<LogEntry> {
        let game = self.game();
        let mut state = Match::up_to(self, 0).state().clone();
        let told = |entry: &referee::Entry<G::Action>| {
            let mut record = Record::default();
            let mut dice = Scripted::new(&entry.rolls);
            game.play(&mut state, &entry.action, &mut Referee::recording(&mut dice, &mut record));
            let notes = record.notes.iter();
            let notes =
                notes.filter_map(|(rule, event)| Some(CitedNote { rule: *rule, note: game.describe(event, viewer)? }));
            LogEntry {
                seat: entry.seat,
                action: game.write_action(&entry.action),
                rolls: entry.rolls.clone(),
                notes: notes.collect(),
            }
        };
        self.entries().iter().map(told).collect()
    }

    fn up_to(&self, entries: usize) -> Box<dyn Table> {
        Box::new(Match::up_to(self, entries))
    }

    fn imagined(&self, seat: Seat, dice: &mut dyn Dice) -> Box<dyn Table> {
        Box::new(Match::begin_at(self.share_game(), Sight::of(self, seat).imagine(dice)))
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
