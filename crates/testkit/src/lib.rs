//! What every game is tested with: laws over random play, rule cases as scripts, perft counts, and
//! the check that every enforced rule is cited in the code and carried by a test.

pub mod book;
pub mod case;
mod chapters;
pub mod coverage;
pub mod endings;
pub mod laws;
pub mod mistakes;
pub mod perft;
mod quiet;

pub use case::{cases_main, run_cases};
pub use laws::{LawReport, Trial, Violation, check_all};
pub use quiet::catch;

#[cfg(test)]
#[path = "../tests/tally/mod.rs"]
mod tally;
