//! Places, the ways between them, and the searches every game on a map needs. No rules live here.
//!
//! A game makes a [`Board`] once, when it loads its map; on a map of hexes a [`Grid`] supplies the
//! numbering, the neighbours and the distances. From then on a place is a [`Spot`] and a connection
//! an [`Edge`], both dense numbers, and whatever a game knows about them (ground, rivers, roads)
//! stands in plain vectors indexed by them.
//!
//! The searches ask the game about one step at a time, through a closure, and never keep an opinion:
//!
//! * [`reach`] — where a piece can go, and what it pays: movement;
//! * [`flood`] — what lies how far from many sources: supply and communications;
//! * [`walks`] — where a piece can stand after exactly so many steps: retreats;
//! * [`wander`] — some lawful way, for games played at random.
//!
//! [`SpotSet`], [`PieceSet`] and [`Path`] are the collections a state may hold: fixed size, copied
//! like a number.
//!
//! ```
//! use board::{Grid, Layout, Parity, Toll, reach};
//!
//! let grid = Grid::new(Layout::flat(3, 3, Parity::Even));
//! let board = grid.board();
//!
//! // A step costs 1, but into 0202, where the enemy looks, a piece must stop.
//! let from = grid.read("0201").unwrap();
//! let zone = grid.read("0202").unwrap();
//! let toll = |_, way: board::Way| if way.to == zone { Toll::PayAndStop(1) } else { Toll::Pay(1) };
//! let reach = reach(&board, from, 2, toll, |_| true);
//!
//! assert!(reach.leg(zone).unwrap().stop);
//! assert_eq!(reach.leg(grid.read("0203").unwrap()), None); // the way there leads through the zone
//! assert_eq!(reach.leg(grid.read("0103").unwrap()).unwrap().cost, 2);
//! ```

mod board;
mod flood;
mod frontier;
mod hex;
mod notation;
mod reach;
mod scratch;
mod sets;
mod walks;
mod wander;

pub use board::{Board, Edge, Way};
pub use flood::{Flood, flood};
pub use hex::{Grid, HexShape, Layout, Parity, Sheet};
pub use notation::{read_path, read_set, write_path, write_set};
pub use reach::{Toll, reach, reach_sparing};
pub use referee::Spot;
pub use sets::{Id, Ids, Path, PieceSet, Set, SpotSet, TooLong};
pub use walks::walks;
pub use wander::wander;
