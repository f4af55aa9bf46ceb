//! Opponents for every game. They see only what their seat sees: all they get is a [`referee::Sight`].

mod cautious;
mod random;
mod staff;

pub use cautious::{Care, CautiousBot};
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
