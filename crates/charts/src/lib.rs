//! Charts as they are printed: tables of results, the headings over their columns, and strengths
//! counted in exact fractions. Integers only, and no rules: what counts in a combat, and in which
//! order, every game says for itself.
//!
//! A combat results table is usually read in three steps:
//!
//! 1. add up [`Strength`]s, halved and divided as the rules say, with nothing rounded on the way;
//! 2. find the column: by [`Differentials`] (attack minus defence) or by [`Odds`] (attack to
//!    defence), then shift it;
//! 3. look the roll up in a [`ResultTable`].
//!
//! ```
//! use charts::{Differentials, ResultTable, Strength};
//!
//! let line = Differentials::read(["-1", "0,+1", "+2-4", "+5"]).unwrap();
//! let table = ResultTable::new(vec![vec!["A1", "Br", "D1", "D2"], vec!["A2", "A1", "Br", "D1"]]).unwrap();
//!
//! let attack = Strength::from(5) + Strength::from(3).halved();
//! let differential = (attack - Strength::from(3)).floor();
//! assert_eq!(differential, 3);
//! let column = line.column(differential);
//! assert_eq!(*table.result(0, column), "D1");
//! assert_eq!(*table.result(1, table.shifted(column, -1)), "A1");
//! ```

#![deny(clippy::float_arithmetic)]

mod differential;
mod heading;
mod odds;
mod results;
mod strength;

pub use differential::Differentials;
pub use heading::BadHeading;
pub use odds::Odds;
pub use results::{ResultTable, Uneven};
pub use strength::Strength;
