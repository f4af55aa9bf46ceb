//! Opponents for every game. They see only what their seat sees: all they get is a [`referee::Sight`].

mod cautious;
mod random;

pub use cautious::CautiousBot;
pub use random::RandomBot;

use referee::{Bot, Game};

/// The bots by name, as they sit at a table; the plainest first.
pub const NAMES: [&str; 2] = ["random", "cautious"];

/// A bot by its name.
pub fn by_name<G: Game>(name: &str) -> Option<Box<dyn Bot<G> + Send>> {
    match name {
        "random" => Some(Box::new(RandomBot::default())),
        "cautious" => Some(Box::new(CautiousBot::default())),
        _ => None,
    }
}
