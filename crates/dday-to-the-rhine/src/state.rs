//! Everything that changes. Plain values with dense ids: a clone is a copy of memory.

use crate::components::{Month, Side};
use crate::sequence::Step;
use board::{Path, PieceSet, SpotSet};
use referee::{Piece, Spot, Stack};

/// [U.18] 28 Allied and 64 German units.
pub const MAX_UNITS: usize = 96;
/// [O.1]
pub const PHANTOMS: usize = 4;
pub const MARKERS: u8 = 16;

pub type Hexes = SpotSet<8>;
pub type Units = PieceSet<2>;
/// Room for the longest motorized move [M.8], and for one that is too long.
pub type Trail = Path<24>;

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Place {
    /// Not yet in play, or sent back [A.5.c].
    #[default]
    Track,
    Map(Spot),
    /// [C.14.a] The replacement pool.
    Pool,
    /// [C.14.b] Gone for good.
    Out,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct UnitState {
    pub place: Place,
    pub sp: u8,
    /// Bits, see [`mark`].
    pub marks: u8,
    /// [O.1] The number of the marker it lies under; 0 if it is seen.
    pub marker: u8,
}

/// What a unit has done or got this month.
pub mod mark {
    /// [ACT.1]
    pub const MOVED: u8 = 1;
    /// [ACT.2]
    pub const ATTACKED: u8 = 2;
    /// [M.7.d]
    pub const STRATEGIC: u8 = 4;
    /// [A.4] It came in this month.
    pub const ENTERED: u8 = 8;
    /// [A.10.b]
    pub const STEPPED: u8 = 16;
    /// [A.5.c] It was rebuilt: if sent back, it enters at its replacement places. Lasts.
    pub const REBUILT: u8 = 32;
}

/// Switches of a match.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the match")]
pub struct Options {
    pub hidden: bool,
    pub weather: bool,
    pub open_cards: bool,
    pub invasion_4: bool,
    pub weak_german_die: bool,
}

/// [O.1.c] A marker with nothing under it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Phantom {
    pub at: Option<Spot>,
    pub marker: u8,
    pub moved: bool,
}

/// [A.11] RP spent on replacements this month.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Spent {
    pub commonwealth: u8,
    pub us: u8,
    pub panzer: u8,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a marker with two sides")]
pub struct State {
    pub steps: Stack<Step, 6>,
    /// Index into the scenarios.
    pub scenario: u8,
    pub options: Options,
    pub month: Month,
    /// [Q.1] 1 to 4; 0 is the invasion.
    pub phase: u8,
    pub units: [UnitState; MAX_UNITS],
    pub phantoms: [Phantom; PHANTOMS],
    /// Hexes with units, by side. Follows from `units`.
    pub occupied: [Hexes; 2],
    /// [CTL.5] City hexes under Allied control.
    pub allied: Hexes,
    /// [K.1] 12th and 21st Army Group.
    pub beaches: [bool; 2],
    /// [I.6] By beach: whether its landing has been tried, and failed.
    pub tried: [bool; 2],
    pub failed: [bool; 2],
    /// [K.3] By side.
    pub rp: [u8; 2],
    /// [K.4] As counted in the last phase 3.
    pub pc: u8,
    pub spent: Spent,
    /// [S.2.f] ETF and WTF.
    pub fired: [bool; 2],
    pub bomber_used: bool,
    /// [S.4.f] One bit each.
    pub airborne_used: u8,
    /// [S.4.a]
    pub airborne_month: u8,
    pub overcast: bool,
    pub rail_used: bool,
    /// [RCO.1]
    pub launched: Option<Month>,
    pub surprise: u8,
    /// [V.4] Numbers of the objective cards; 0 if there are none.
    pub cards: [u8; 2],
    /// [V.10] Allied steps lost in this German phase 2.
    pub lost: u8,
    /// [V.9]
    pub low_ports: bool,
    /// [V.10]
    pub blow: bool,
    /// [V.10] Antwerp, Liege and Namur, if the Allies have held them.
    pub held: Hexes,
    /// [V.1, V.2, V.3] Who won by sudden death, and by which rule.
    pub sudden: Option<(Side, Sudden)>,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Sudden {
    Invasion,
    NoPort,
    Ruhr,
}

impl State {
    pub fn unit(&self, unit: Piece) -> &UnitState {
        &self.units[unit.index()]
    }

    pub fn unit_mut(&mut self, unit: Piece) -> &mut UnitState {
        &mut self.units[unit.index()]
    }

    pub fn at(&self, unit: Piece) -> Option<Spot> {
        match self.unit(unit).place {
            Place::Map(at) => Some(at),
            _ => None,
        }
    }

    pub fn has(&self, unit: Piece, mark: u8) -> bool {
        self.unit(unit).marks & mark != 0
    }

    pub fn mark(&mut self, unit: Piece, mark: u8) {
        self.unit_mut(unit).marks |= mark;
    }

    /// [M.6] The units in a hex; more than one only while it is overstacked.
    pub fn units_in(&self, at: Spot) -> impl Iterator<Item = Piece> {
        (0u16..).zip(&self.units).filter(move |(_, unit)| unit.place == Place::Map(at)).map(|(i, _)| Piece(i))
    }

    pub fn holds(&self, side: Side, at: Spot) -> bool {
        self.occupied[side.index()].contains(at)
    }

    /// [O.1] Hexes with a marker whose nature the Allied player does not know.
    pub fn unknown(&self) -> Hexes {
        if !self.options.hidden {
            return Hexes::empty();
        }
        let hidden = self.units.iter().filter(|unit| unit.marker > 0);
        let at = |unit: &UnitState| match unit.place {
            Place::Map(at) => Some(at),
            _ => None,
        };
        hidden.filter_map(at).chain(self.phantoms.iter().filter_map(|phantom| phantom.at)).collect()
    }

    /// [O.1] Hexes with a German unit that everybody sees.
    pub fn seen_germans(&self) -> Hexes {
        let all = self.occupied[Side::German.index()];
        if !self.options.hidden {
            return all;
        }
        let seen = self.units.iter().filter(|unit| unit.marker == 0);
        let at = |unit: &UnitState| match unit.place {
            Place::Map(at) => Some(at),
            _ => None,
        };
        all & seen.filter_map(at).collect::<Hexes>()
    }

    /// The lowest marker number that is free.
    pub fn free_marker(&self) -> Option<u8> {
        let used = |n: &u8| {
            self.units.iter().any(|unit| unit.marker == *n) || self.phantoms.iter().any(|phantom| phantom.marker == *n)
        };
        (1..=MARKERS).find(|n| !used(n))
    }
}

const _: () = assert!(size_of::<State>() <= 2048, "a state is copied often");
