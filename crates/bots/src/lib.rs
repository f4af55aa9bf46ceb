//! Opponents for every game. They see only what their seat sees: all they get is a [`referee::Sight`].
//!
//! A bot of your own is one function. Here it takes the first lawful action it can think of, and plays
//! twenty games against the random bot:
//!
//! ```
//! use bots::{RandomBot, arena};
//! use ford::{Action, Ford};
//! use referee::{Bot, Dice, Game, Setup, Sight};
//!
//! struct FirstComes;
//!
//! impl Bot<Ford> for FirstComes {
//!     fn choose(&mut self, sight: &Sight<'_, Ford>, dice: &mut dyn Dice) -> Action {
//!         let (game, state) = (sight.game(), sight.imagine(dice));
//!         let mut offers = vec![];
//!         game.offers(&state, &mut offers);
//!         let mut actions = offers.into_iter().map(|offer| offer.action);
//!         actions.find(|action| game.check(&state, action).is_ok()).unwrap_or_else(|| {
//!             // Nothing is lawful as it stands: something has to be filled in, a path or a set.
//!             RandomBot::default().choose(sight, dice)
//!         })
//!     }
//! }
//!
//! let game = Ford::new(&ford::files()).expect("our own files are in order");
//! let setup = Setup { scenario: "dusk".into(), options: vec![] };
//! let mut seats: Vec<arena::Seated<Ford>> = vec![Box::new(FirstComes), Box::new(RandomBot::default())];
//! let won = (0..20).filter(|seed| {
//!     let played = arena::play(&game, &setup, &mut seats, *seed, |_| {});
//!     played.outcome.winner == Some(referee::Seat(0))
//! });
//! println!("won {} of 20", won.count());
//! ```

pub mod arena;
mod cautious;
mod habit;
mod random;
mod staff;

pub use cautious::{Care, CautiousBot};
pub use habit::Habit;
pub use random::RandomBot;
pub use staff::{Effort, StaffBot};

use referee::{Bot, Game};

/// The bots by name, as they sit at a table; the simplest first.
pub const NAMES: [&str; 3] = ["random", "cautious", "staff"];

/// A bot by its name.
pub fn by_name<G: Game>(name: &str) -> Option<Box<dyn Bot<G> + Send>> {
    match name {
        "random" => Some(Box::new(RandomBot::default())),
        "cautious" => Some(Box::new(CautiousBot::default())),
        "staff" => Some(Box::new(StaffBot::default())),
        _ => None,
    }
}
