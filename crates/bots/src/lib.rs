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
pub mod chance;
mod choices;
mod easy;
mod exact;
pub mod fair;
mod forward;
mod habit;
mod hard;
mod judge;
mod medium;
mod plan;
mod random;

pub use cautious::{Care, CautiousBot, Eyes};
pub use easy::EasyBot;
pub use exact::{ExactBot, ranked};
pub use habit::Habit;
pub use hard::HardBot;
pub use medium::MediumBot;
pub use random::RandomBot;

use referee::{Bot, Game};

/// The levels, as they sit at a table; the easiest first.
pub const NAMES: [&str; 3] = ["easy", "medium", "hard"];

/// All bots that have a name: the levels, the random bot, the yardstick by which strength is measured, the name that the
/// medium bot had in old matches, and the two looks that the medium level may have instead of the yardstick's.
pub const KNOWN: [&str; 8] = ["easy", "medium", "hard", "random", "cautious", "staff", "exact", "today"];

/// What is said of a level in one sentence.
pub fn about(name: &str) -> &'static str {
    match name {
        "easy" => "Looks at a handful of what it may do.",
        "medium" | "staff" | "cautious" => "Tries what it may do, one decision ahead.",
        "today" => "One decision ahead, by the values of the hard level.",
        "exact" => "One decision ahead, with the exact chances of every roll.",
        "hard" => "Judges by what many games taught, and plays on in its head where that helps.",
        "random" => "Anything lawful.",
        _ => "",
    }
}

/// A bot by its name. `hard:plays=2000` gives it another budget for a phase; `today:tried=24` and `cautious:tried=24` are in a
/// hurry, for many games in little time.
pub fn by_name<G: Game>(name: &str) -> Option<Box<dyn Bot<G> + Send>> {
    let Named { name, plays, tried } = parts(name)?;
    let care = tried.map_or_else(Care::default, Care::in_a_hurry);
    match name {
        "easy" => Some(Box::new(EasyBot::default())),
        "exact" => Some(Box::new(ExactBot::default())),
        "today" => Some(Box::new(CautiousBot::with(care).seeing(Eyes::Today))),
        "hard" => Some(Box::new(HardBot::with(plays))),
        "random" => Some(Box::new(RandomBot::default())),
        "medium" | "staff" => Some(Box::new(MediumBot::default())),
        "cautious" => Some(Box::new(CautiousBot::with(care))),
        _ => None,
    }
}

/// The same for a table with people: nobody waits longer than some seconds for a phase, however busy the machine is.
pub fn at_table<G: Game>(name: &str) -> Option<Box<dyn Bot<G> + Send>> {
    match parts(name)? {
        Named { name: "hard", plays, .. } => Some(Box::new(HardBot::with(plays).within(PATIENCE))),
        _ => by_name(name),
    }
}

/// What people wait for a phase of a hard bot at most.
const PATIENCE: std::time::Duration = std::time::Duration::from_millis(4_000);

/// Whether a bot has this name, whatever its budget.
pub fn is_known(name: &str) -> bool {
    parts(name).is_some_and(|it| KNOWN.contains(&it.name))
}

/// A name with what was said of its budget.
struct Named<'n> {
    name: &'n str,
    plays: Option<u64>,
    tried: Option<usize>,
}

fn parts(name: &str) -> Option<Named<'_>> {
    let Some((name, budget)) = name.split_once(':') else { return Some(Named { name, plays: None, tried: None }) };
    match (name, budget.split_once('=')?) {
        ("hard", ("plays", plays)) => Some(Named { name, plays: Some(plays.parse().ok()?), tried: None }),
        ("today" | "cautious", ("tried", tried)) => Some(Named { name, plays: None, tried: Some(tried.parse().ok()?) }),
        _ => None,
    }
}
