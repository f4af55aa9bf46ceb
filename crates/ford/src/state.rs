//! Where everything is, and what is being decided. Plain values, copied like a number.

use crate::sequence::Step;
use board::{PieceSet, SpotSet};
use referee::{Piece, Seat, Spot, Stack};

/// No more counters than this are printed.
pub const MAX_UNITS: usize = 8;

/// Some of the units.
pub type Units = PieceSet<1>;

/// Some of the hexes.
pub type Hexes = SpotSet<1>;

/// As many as a set of hexes can hold.
pub const MAX_HEXES: usize = 64;

/// The hexes of one move, without the one it starts from.
pub type Trail = board::Path<8>;

/// How many chits there are of strength 1, 2, 3 and 4.
pub type Cup = [u8; 4];

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    US,
    GE,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub turn: u8,
    /// [7.1] After this one dusk falls.
    pub last_turn: u8,
    pub units: [UnitState; MAX_UNITS],
    /// [2.4] Units that have moved in this phase.
    pub moved: Units,
    /// [5.1] Units that have attacked in this phase.
    pub fought: Units,
    /// [5.2] What nobody has drawn yet: a bag, so there is no order in it to hide.
    pub cup: Cup,
    /// [5.3] Calls left, by side.
    pub support: [u8; 2],
    pub bridge: Bridge,
    /// [7.2]
    pub village: Side,
    /// [3.1] Where the mine lies, until it is struck.
    pub mine: Option<Spot>,
    /// Hexes of which the US knows that no mine lies there.
    pub swept: Hexes,
    /// The top is what is being decided now; without any the game is over.
    pub steps: Stack<Step, 8>,
}

const _: () = assert!(size_of::<State>() <= 512);

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct UnitState {
    /// `None` once it is eliminated.
    pub at: Option<Spot>,
    pub steps: u8,
    pub chit: Option<Chit>,
}

/// [5.2] A chit that was drawn. Its owner knows it; the enemy only once it was shown.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Chit {
    pub strength: u8,
    pub shown: bool,
}

/// [4.0]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Bridge {
    Charged,
    Safe,
    Blown,
}

/// [5.1] One attack, from its declaration to its end.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Battle {
    pub target: Piece,
    pub attackers: Units,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::US, Side::GE];

    pub const fn other(self) -> Side {
        match self {
            Side::US => Side::GE,
            Side::GE => Side::US,
        }
    }

    pub const fn index(self) -> usize {
        self as usize
    }

    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }
}

impl UnitState {
    pub const GONE: UnitState = UnitState { at: None, steps: 0, chit: None };
}

impl State {
    pub fn at(&self, unit: Piece) -> Option<Spot> {
        self.units[unit.index()].at
    }

    pub fn unit_mut(&mut self, unit: Piece) -> &mut UnitState {
        &mut self.units[unit.index()]
    }

    pub fn steps_of(&self, unit: Piece) -> u8 {
        self.units[unit.index()].steps
    }

    /// Whoever stands in a hex.
    pub fn occupant(&self, hex: Spot) -> Option<Piece> {
        (0u16..).map(Piece).zip(&self.units).find(|(_, unit)| unit.at == Some(hex)).map(|(piece, _)| piece)
    }
}
