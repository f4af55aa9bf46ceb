//! Where everything is, and what is being decided. Plain values, copied like a number.

use crate::sequence::Step;
use board::{Id, Path, Set, SpotSet};
use referee::{BySeat, Derived, Piece, Ref, Seat, Spot, Stack};
use std::hash::{Hash, Hasher};

/// Room for units and hexes; the components must fit in, and the state is this large whatever they are.
pub const UNITS: usize = 96;
pub const HEXES: usize = 768;
/// Entry hexes of one phase: as many as Reinforcements of one side can use when each has to go round the others.
pub const COLUMNS: usize = 48;
/// Units of one side: as long can a chain of displacements be.
pub const OF_A_SIDE: usize = UNITS / 2;

/// [3.0.a] Each player takes one.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash)]
pub enum Side {
    US,
    German,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::US, Side::German];

    pub fn other(self) -> Side {
        match self {
            Side::US => Side::German,
            Side::German => Side::US,
        }
    }

    pub fn seat(self) -> Seat {
        Seat(self as u8)
    }

    pub fn of(seat: Seat) -> Side {
        if seat == Side::US.seat() { Side::US } else { Side::German }
    }

    /// As in notation and in the data files' first column.
    pub fn short(self) -> &'static str {
        match self {
            Side::US => "US",
            Side::German => "GE",
        }
    }
}

impl From<Side> for Seat {
    fn from(side: Side) -> Seat {
        side.seat()
    }
}

/// A counter: its line in units.txt.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Unit(pub u8);

impl Unit {
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub const fn piece(self) -> Piece {
        Piece(self.0 as u16)
    }

    pub fn of(piece: Piece) -> Option<Unit> {
        u8::try_from(piece.0).ok().map(Unit)
    }
}

impl Id for Unit {
    fn number(self) -> u16 {
        self.0.into()
    }

    #[expect(clippy::cast_possible_truncation, reason = "a set of units holds units")]
    fn numbered(number: u16) -> Unit {
        Unit(number as u8)
    }
}

impl From<Unit> for Ref {
    fn from(unit: Unit) -> Ref {
        Ref::Piece(unit.piece())
    }
}

/// A set of units, a bit each: nobody can be named twice.
pub type Units = Set<Unit, 2>;
pub type Hexes = SpotSet<12>;

/// No unit at all: what an empty hex holds.
pub const NOBODY: u8 = u8::MAX;
/// No place at all: an action whose place is still to be chosen.
pub const NOWHERE: Spot = Spot(u16::MAX);

/// [7.91] The hexes a unit left behind when it was driven off, the one it stood in first: as many as it
/// retreated [7.97], and the one in which it was eliminated on the way [7.74.a].
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash, Default)]
pub struct Trail {
    pub unit: Option<Unit>,
    pub hexes: Path<4>,
}

/// [13.12] How many units came in by which hex. Only what was counted counts when compared or hashed.
#[derive(Copy, Clone, Debug)]
pub struct Columns([(Spot, u8); COLUMNS]);

impl Columns {
    pub const NONE: Columns = Columns([(NOWHERE, 0); COLUMNS]);

    pub fn iter(&self) -> impl Iterator<Item = (Spot, u8)> + '_ {
        self.0.iter().copied().take_while(|(_, count)| *count > 0)
    }

    pub fn at(&self, hex: Spot) -> u8 {
        self.iter().find(|(entered, _)| *entered == hex).map_or(0, |(_, count)| count)
    }

    /// Says whether there was room.
    pub fn add(&mut self, hex: Spot, units: u8) -> bool {
        let column = self.0.iter_mut().find(|(entered, count)| *entered == hex || *count == 0);
        column.map(|column| *column = (hex, column.1.saturating_add(units))).is_some()
    }
}

impl PartialEq for Columns {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Hash for Columns {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.iter().for_each(|column| column.hash(state));
    }
}

/// The combat that is being declared or resolved.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash, Default)]
pub struct Battle {
    /// In adjacent hexes, artillery included: these suffer the result.
    pub attackers: Units,
    pub defenders: Units,
    /// [8.1] Artillery that fires from afar, or across a river: [8.14], [8.34.a] no result touches it.
    pub barrage: Units,
    /// [8.4] Only adds its strength: [8.44] it stands outside the result.
    pub protective_fire: Units,
    /// [9.0] Ground Support Points.
    pub support: u8,
    /// Of everybody: six around one, and after a Br both sides.
    pub trails: [Trail; 8],
    /// [7.81] Who waits for whose hex, the retreating unit first.
    pub chain: Chain,
}

/// [7.81] Units that wait for a hex to be vacated, the retreating one first. There may be as many as the side has
/// units.
#[derive(Copy, Clone)]
pub struct Chain {
    units: [Unit; OF_A_SIDE],
    hexes: Path<OF_A_SIDE>,
}

impl Chain {
    pub fn push(&mut self, unit: Unit, hex: Spot) {
        self.units[self.hexes.len()] = unit;
        self.hexes.push(hex);
    }

    pub fn pop(&mut self) -> Option<(Unit, Spot)> {
        let last = self.iter().last()?;
        self.hexes = self.hexes.iter().take(self.hexes.len() - 1).collect();
        Some(last)
    }

    pub fn is_empty(&self) -> bool {
        self.hexes.is_empty()
    }

    /// The hexes they wait for.
    pub fn hexes(&self) -> &[Spot] {
        self.hexes.as_slice()
    }

    pub fn iter(&self) -> impl Iterator<Item = (Unit, Spot)> + '_ {
        self.units.iter().copied().zip(self.hexes.iter())
    }
}

impl Default for Chain {
    fn default() -> Self {
        Chain { units: [Unit(0); OF_A_SIDE], hexes: Path::new() }
    }
}

impl PartialEq for Chain {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Chain {}

/// As the stack of pairs hashes that stood here in older match files.
impl Hash for Chain {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u8(u8::try_from(self.hexes.len()).unwrap_or(u8::MAX));
        self.iter().for_each(|pair| pair.hash(state));
    }
}

impl std::fmt::Debug for Chain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[derive(Clone, PartialEq, Debug, Hash)]
pub struct State {
    pub turn: u8,
    /// [16.16.2] The last Game-Turn.
    pub turns: u8,
    /// [3.0.e], [16.16.1] Whose Player-Turn comes first.
    pub first: Side,
    /// [11.41] Ground Support Points left in this Game-Turn.
    pub support: u8,
    /// [15.0.a] Victory Points so far.
    pub points: BySeat<u16>,
    /// A hex, or one of the boxes beside the map.
    pub at: [Spot; UNITS],
    pub occupant: Derived<[u8; HEXES]>,
    /// [6.0] Hexes that each side's units control.
    pub zones: Derived<BySeat<Hexes>>,
    /// [5.15] Finished their move in this phase.
    pub moved: Units,
    /// [5.31.a] Share their hex with a unit that has finished its move, and still have to leave it.
    pub crowded: Units,
    /// [13.12] How many came in by which hex in this phase.
    pub columns: Columns,
    /// [7.14] Attacked, or were attacked, in this phase.
    pub fought: Units,
    /// [7.96.b] Advanced in this phase.
    pub advanced: Units,
    /// [7.11], [7.12] Have to attack, or to be attacked, in this phase.
    pub duty: Units,
    /// [8.41] Suffered a combat result in this Combat Phase, and in the one before.
    pub hit: [Units; 2],
    /// [7.82.c], [8.41.c] Were displaced in this Combat Phase, and in the one before.
    pub displaced: [Units; 2],
    /// [8.46] Gave Final Protective Fire in this Game-Turn. [8.0.a] Barrage is another matter: see `fought`.
    pub fired: Units,
    pub battle: Battle,
    /// What is being decided; the top is now.
    pub steps: Stack<Step, 6>,
}

const _: () = assert!(size_of::<State>() <= 2048);

impl State {
    pub fn now(&self) -> Option<Step> {
        self.steps.top()
    }

    pub fn at(&self, unit: Unit) -> Spot {
        self.at[unit.index()]
    }

    /// Who stands in a hex; during movement the one that arrived last.
    pub fn occupant(&self, hex: Spot) -> Option<Unit> {
        match self.occupant.get(hex.index()) {
            Some(&unit) if unit != NOBODY => Some(Unit(unit)),
            _ => None,
        }
    }

    pub fn is_vacant(&self, hex: Spot) -> bool {
        self.occupant(hex).is_none()
    }
}
