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
//! * [`project`] — which spots pieces look into from next door: zones of control.
//!
//! [`SpotSet`], [`PieceSet`] and [`Path`] are the collections a state may hold: fixed size, copied
//! like a number.

mod board;
mod flood;
mod frontier;
mod hex;
mod reach;
mod scratch;
mod sets;
mod walks;
mod zone;

pub use board::{Board, Edge, Way};
pub use flood::{Flood, flood};
pub use hex::{Grid, Low};
pub use reach::{Toll, reach};
pub use referee::Spot;
pub use sets::{Id, Ids, Path, PieceSet, Set, SpotSet, TooLong};
pub use walks::walks;
pub use zone::project;
