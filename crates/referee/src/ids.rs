//! Dense ids. Names for them come from the game.

use serde::{Deserialize, Serialize};

/// A place at the table, counted from 0.
#[derive(Copy, Clone, PartialEq, Eq, Debug, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Seat(pub u8);

/// Anywhere a piece can lie: a hex, an area, a box, a space of a track.
#[derive(Copy, Clone, PartialEq, Eq, Debug, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Spot(pub u16);

/// A counter, a block or a card.
#[derive(Copy, Clone, PartialEq, Eq, Debug, PartialOrd, Ord, Hash, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Piece(pub u16);

/// Whatever else can be named: a deck, a card, a kind of supply. An index into the kit's things.
#[derive(Copy, Clone, PartialEq, Eq, Debug, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Thing(pub u16);

impl Thing {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Spot {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Piece {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Seat {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Whatever a player can point at.
/// Over the wire a spot is `s12`, a piece `p34`, another thing `t5`, and nothing is `null`.
#[derive(Copy, Clone, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "`s${number}` | `p${number}` | `t${number}` | null"))]
pub enum Ref {
    Nothing,
    Spot(Spot),
    Piece(Piece),
    Thing(Thing),
}

/// Who looks: somebody at the table, or anybody else.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Viewer {
    Seat(Seat),
    Public,
}
