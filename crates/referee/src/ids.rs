//! Dense ids. Names for them come from the game.

use std::hash::{Hash, Hasher};

/// A place at the table, counted from 0.
#[derive(Copy, Clone, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub struct Seat(pub u8);

/// Anywhere a piece can lie: a hex, an area, a box, a space of a track.
#[derive(Copy, Clone, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Spot(pub u16);

/// States hold long rows of spots: four of them make a word of the fingerprint.
impl Hash for Spot {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }

    fn hash_slice<H: Hasher>(spots: &[Spot], state: &mut H) {
        let (fours, rest) = spots.as_chunks::<4>();
        for four in fours {
            state.write_u64(four.iter().fold(0, |word, spot| word << 16 | u64::from(spot.0)));
        }
        rest.iter().for_each(|spot| spot.hash(state));
    }
}

/// A counter, a block or a card.
#[derive(Copy, Clone, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub struct Piece(pub u16);

/// Whatever else can be named: a deck, a card, a kind of supply. An index into the kit's things.
#[derive(Copy, Clone, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
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
#[derive(Copy, Clone, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
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
