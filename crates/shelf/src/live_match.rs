//! A match without its types, with bots beside it.

use referee::{
    AnyMatch, Awaits, Bot, CitedNote, Dice, Entry, Game, Match, Record, Refusal, Scene, Seat, Shows, Sight, Unreadable,
    Viewer,
};
use std::any::Any;

/// One entry of a match as a viewer reads it.
#[derive(Clone, PartialEq, Debug)]
pub struct LogEntry {
    pub seat: Seat,
    /// In notation.
    pub action: String,
    pub rolls: Vec<u16>,
    pub notes: Vec<CitedNote>,
}

/// Something a bot would do.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// In notation.
    pub action: String,
    /// How much better the position is after it, as the game's own judgement counts.
    pub gain: i32,
    /// What would be told of it first, if anything.
    pub note: Option<CitedNote>,
}

/// A match of any game, at which bots may sit.
pub trait LiveMatch: AnyMatch {
    /// What a bot would do in this seat, in notation. It sees no more than the seat does.
    fn think(&self, seat: Seat, bot: &str, dice: &mut dyn Dice) -> Result<String, Refusal>;
    /// The best that can be done now, for whoever is awaited; nothing if the match is over. Seen with his eyes.
    fn advise(&self, most: usize, dice: &mut dyn Dice) -> Vec<Advice>;
    /// What the position after so many entries was worth to a seat, all secrets known.
    fn worth_at(&self, entries: usize, seat: Seat) -> i32;
    /// The entries from one on, each with its notes. Those that pass are left out while the match runs.
    fn log(&self, viewer: Viewer, first: usize) -> Vec<LogEntry>;
    /// Who was awaited after so many entries, and what the viewer chosen for that saw.
    fn look_back(&self, entries: usize, viewer: &dyn Fn(Awaits) -> Viewer) -> (Awaits, Viewer, Scene);
    /// The match as it stood after so many entries.
    fn up_to(&self, entries: usize) -> Box<dyn LiveMatch>;
    /// A match that begins as this one may stand for all the seat knows. For tests of secrets.
    fn imagined(&self, seat: Seat, dice: &mut dyn Dice) -> Box<dyn LiveMatch>;
    /// A copy, to be looked at elsewhere.
    fn fork(&self) -> Box<dyn LiveMatch>;
    /// A bot by its name that has seen nothing yet.
    fn bot(&self, name: &str) -> Result<Mind, Refusal>;
    /// The same as [`LiveMatch::think`], to be done on another thread while the match goes on, by a bot that may have
    /// a plan already. A mind from another game is refused.
    fn bot_task(&self, seat: Seat, mind: Mind) -> Result<BotTask, Refusal>;
}

/// A bot of some game, with whatever it has in mind: it stays at the table from one decision to the next. Lost at a
/// restart, it thinks anew.
pub struct Mind(Box<dyn Any + Send>);

impl std::fmt::Debug for Mind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Mind")
    }
}

/// A decision that a bot is about to make, written in notation, and the bot as it is afterwards.
pub type BotTask = Box<dyn FnOnce(&mut dyn Dice) -> (String, Mind) + Send>;

/// Whether two pieces of advice say the same, or move the same piece.
fn alike(one: &Advice, other: &Advice) -> bool {
    match (&one.note, &other.note) {
        (Some(one), Some(other)) => match (&one.note.shows, &other.note.shows) {
            (Shows::Path(piece, _), Shows::Path(another, _)) => piece == another,
            _ => one.note.text == other.note.text,
        },
        _ => one.action == other.action,
    }
}

/// What is in a [`Mind`].
type Seated<G> = Box<dyn Bot<G> + Send>;

impl<G: Game> LiveMatch for Match<G> {
    fn think(&self, seat: Seat, bot: &str, dice: &mut dyn Dice) -> Result<String, Refusal> {
        Ok(self.bot_task(seat, self.bot(bot)?)?(dice).0)
    }

    fn advise(&self, most: usize, dice: &mut dyn Dice) -> Vec<Advice> {
        let Some(seat) = Match::awaits(self).seat() else { return vec![] };
        let sight = Sight::of(self, seat);
        let mut found: Vec<Advice> = vec![];
        for (gain, action) in bots::ranked(&sight, dice) {
            let written = self.game().write_action(&action);
            let Ok(mut world) = Match::begin_at(self.share_game(), sight.imagine(dice)) else { break };
            let note = match world.play(seat, action, dice) {
                Ok(record) => world.notes(&record, Viewer::Seat(seat)).next(),
                Err(_) => continue,
            };
            #[expect(clippy::cast_possible_truncation, reason = "a won game outweighs everything; here a million does")]
            let gain = gain.clamp(-1e6, 1e6).round() as i32;
            let advice = Advice { action: written, gain, note };
            // Another way to the same is no other advice.
            if !found.iter().any(|other| alike(other, &advice)) {
                found.push(advice);
            }
            if found.len() == most {
                break;
            }
        }
        found
    }

    fn worth_at(&self, entries: usize, seat: Seat) -> i32 {
        self.game().value(&self.state_at(entries), seat)
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

    fn look_back(&self, entries: usize, viewer: &dyn Fn(Awaits) -> Viewer) -> (Awaits, Viewer, Scene) {
        let state = self.state_at(entries);
        let awaits = self.game().awaits(&state);
        let viewer = viewer(awaits);
        (awaits, viewer, self.game().scene(&state, viewer))
    }

    fn up_to(&self, entries: usize) -> Box<dyn LiveMatch> {
        Box::new(Match::up_to(self, entries))
    }

    fn imagined(&self, seat: Seat, dice: &mut dyn Dice) -> Box<dyn LiveMatch> {
        let imagined = Match::begin_at(self.share_game(), Sight::of(self, seat).imagine(dice));
        Box::new(imagined.expect("who decides in a match decides in every world a seat can imagine"))
    }

    fn fork(&self) -> Box<dyn LiveMatch> {
        Box::new(self.clone())
    }

    fn bot(&self, name: &str) -> Result<Mind, Refusal> {
        let bot: Seated<G> =
            bots::at_table::<G>(name).ok_or_else(|| Refusal::Unreadable(Unreadable::unknown("bot", name)))?;
        Ok(Mind(Box::new(bot)))
    }

    fn bot_task(&self, seat: Seat, mind: Mind) -> Result<BotTask, Refusal> {
        let awaited = Match::awaits(self).seat();
        if awaited != Some(seat) {
            return Err(Refusal::NotYourDecision { awaited });
        }
        let bot = mind.0.downcast::<Seated<G>>();
        let mut bot = bot.map_err(|_| Refusal::Unreadable(Unreadable::new("a bot of another game")))?;
        let (game, state) = (self.share_game(), self.state().clone());
        Ok(Box::new(move |dice| {
            let action = game.write_action(&bot.choose(&Sight::over(&*game, &state, seat), dice));
            (action, Mind(bot))
        }))
    }
}
