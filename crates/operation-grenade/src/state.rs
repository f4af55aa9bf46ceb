//! Where everything is, and what is being decided. Plain values, copied like a number.

use crate::components::CombatResult;
use crate::sequence::Step;
use board::{Id, Path, Set, SpotSet};
use referee::{BySeat, Piece, Ref, Seat, Spot, Stack};

/// Room for units, hexes and the rest; the components must fit in, and the state is this large whatever they are.
pub const UNITS: usize = 160;
/// Together with the two boxes beside the map nine words of bits.
pub const HEXES: usize = 574;
const SPOTS: usize = HEXES + 2;
pub const ROWS: usize = 32;
pub const POOLS: usize = 3;
pub const CHIT_KINDS: usize = 16;
pub const BRIDGES: usize = 12;
pub const LEVIES: usize = 64;
pub const VICTORY_HEXES: usize = 16;
/// Entry hexes of one phase: as many as units of one side can use when each has to go round the others.
pub const COLUMNS: usize = 24;
/// Hexes that take part in one combat on either side: six around one.
pub const STACKS: usize = 6;

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
    #[inline]
    fn number(self) -> u16 {
        self.0.into()
    }

    #[inline]
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
pub type Units = Set<Unit, 3>;
pub type Hexes = SpotSet<9>;

/// No unit at all: what an empty hex holds.
const NOBODY: u8 = u8::MAX;
/// No place at all: an action whose place is still to be chosen.
pub const NOWHERE: Spot = Spot(u16::MAX);
/// [18.0] D-Day is not known yet.
pub const UNKNOWN: u8 = u8::MAX;

/// [17.0]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Flood {
    Unknown,
    Flash,
    Gradual,
}

/// [18.11] The current of the Roer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Current {
    None,
    Normal,
    Rapid,
    Torrent,
}

/// [24.15]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Weather {
    Clear,
    Thaw,
    Light,
    Rain,
}

/// [22.2]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Bridge {
    Untried,
    Standing,
    Blown,
}

/// [8.3] What lies under a counter: a kind of its pool, on either side, perhaps a copy [8.32].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Chit {
    pub kind: u8,
    pub reduced: bool,
    pub copy: bool,
}

/// The same in a byte; 0 is no chit.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct ChitByte(u8);

impl ChitByte {
    const REDUCED: u8 = 1 << 5;
    const COPY: u8 = 1 << 6;

    pub const NONE: ChitByte = ChitByte(0);

    pub fn of(chit: Chit) -> ChitByte {
        let reduced = if chit.reduced { ChitByte::REDUCED } else { 0 };
        let copy = if chit.copy { ChitByte::COPY } else { 0 };
        ChitByte((chit.kind + 1) | reduced | copy)
    }

    #[inline]
    pub fn get(self) -> Option<Chit> {
        (self.0 != 0).then(|| Chit {
            kind: (self.0 & 31) - 1,
            reduced: self.0 & ChitByte::REDUCED != 0,
            copy: self.0 & ChitByte::COPY != 0,
        })
    }
}

/// Switches of the scenario.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Options(u8);

impl Options {
    pub const FLASH: Options = Options(1);
    pub const GRADUAL: Options = Options(2);
    pub const PLACED: Options = Options(4);
    pub const FREE_PATH: Options = Options(8);
    pub const DICE_4: Options = Options(16);
    pub const SOUTH_668: Options = Options(32);

    pub const NAMES: [(&'static str, Options); 6] = [
        ("dice-4", Options::DICE_4),
        ("flash", Options::FLASH),
        ("free-path", Options::FREE_PATH),
        ("gradual", Options::GRADUAL),
        ("placed", Options::PLACED),
        ("south-668", Options::SOUTH_668),
    ];

    pub fn has(self, option: Options) -> bool {
        self.0 & option.0 != 0
    }

    /// Switches an option on by its name; says whether there is one.
    pub fn switch_on(&mut self, name: &str) -> bool {
        let option = Options::NAMES.iter().find(|(known, _)| *known == name);
        option.map(|(_, option)| self.0 |= option.0).is_some()
    }

    pub fn named(self, name: &str) -> bool {
        Options::NAMES.iter().any(|(known, option)| *known == name && self.has(*option))
    }
}

/// [14.11] How many units came in by which hex. Only what was counted counts when compared.
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

/// [9.91] A stack of the losing side, from where it stood when the result fell.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Trail {
    pub start: Spot,
    /// The hexes it has entered since.
    pub path: Path<4>,
    /// Hexes it still owes; for a stack that died, those it owed when it did.
    pub left: u8,
    pub units: Units,
}

impl Trail {
    pub const NONE: Trail = Trail { start: NOWHERE, path: Path::new(), left: 0, units: Units::empty() };

    /// Where it is, or was last.
    pub fn here(&self) -> Spot {
        self.path.last().unwrap_or(self.start)
    }
}

/// The combat that is being declared or resolved.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Battle {
    /// Whose attack it is.
    pub side: Side,
    /// In ascending order; nothing while there is no combat.
    pub targets: Path<STACKS>,
    pub attackers: Units,
    /// [7.21] Who fights; before the dice only those who were chosen [7.22].
    pub defenders: Units,
    /// [9.62] Guns of both sides that support.
    pub guns: Units,
    /// [13.11]
    pub air: BySeat<bool>,
    pub result: Option<CombatResult>,
    /// Of the loser; unused ones have no start.
    pub stacks: [Trail; STACKS],
    /// [9.94] Who may still advance.
    pub victors: Units,
    /// [9.95.3] A tank or mechanized infantry unit has advanced.
    pub armour_gone: bool,
}

impl Battle {
    pub const NONE: Battle = Battle {
        side: Side::US,
        targets: Path::new(),
        attackers: Units::empty(),
        defenders: Units::empty(),
        guns: Units::empty(),
        air: BySeat([false; 2]),
        result: None,
        stacks: [Trail::NONE; STACKS],
        victors: Units::empty(),
        armour_gone: false,
    };

    pub fn is_on(&self) -> bool {
        !self.targets.is_empty()
    }

    pub fn trails(&self) -> &[Trail] {
        let used = self.stacks.iter().take_while(|trail| trail.start != NOWHERE).count();
        &self.stacks[..used]
    }

    pub fn is_breakthrough(&self) -> bool {
        self.result.is_some_and(|result| result.breakthrough)
    }
}

#[derive(Copy, Clone, PartialEq, Debug)]
pub struct State {
    pub turn: u8,
    /// As a day of the track, or [`UNKNOWN`].
    pub d_day: u8,
    pub flood: Flood,
    pub current: Current,
    /// [24.11] In this Game-Turn, and in the one before.
    pub weather: [Weather; 2],
    /// [25.0] Air Points left in this Game-Turn.
    pub air: BySeat<u8>,
    /// [19.12] The corps may move.
    pub corps_is_free: bool,
    /// [22.23]
    pub ruse_used: bool,
    pub options: Options,
    /// [23.0] Groups that have come from south, east and north.
    pub groups: [u8; 3],
    /// [28.1] Victory hexes last held by the US, as bits.
    pub held: u16,
    /// [21.11] Towns whose die was thrown, as bits.
    pub rolled: u64,
    pub bridges: [Bridge; BRIDGES],
    /// [28.22] Who crossed which bridge to the east.
    pub crossed: [Units; BRIDGES],
    /// A hex, or one of the boxes beside the map.
    pub at: [Spot; UNITS],
    pub chit: [ChitByte; UNITS],
    /// [10.0]
    pub cadre: Units,
    /// [11.32], [11.41] For this Player-Turn.
    pub unsupplied: Units,
    pub isolated: Units,
    /// [11.51] Entered in this Game-Turn, and in the one before.
    pub arrived: [Units; 2],
    /// [5.0.a] Moved in this phase.
    pub moved: Units,
    /// [14.11]
    pub columns: Columns,
    /// [9.14] Took part in a combat of this phase.
    pub fought: Units,
    /// [7.22.b] Stood by in one, or went along.
    pub out: Units,
    /// [9.11], [9.12] Of both sides: must attack, must be attacked.
    pub duty: Units,
    /// [9.61] Guns that were next to an enemy when the phase began.
    pub silent: Units,
    /// [9.64] Guns that have given their support in this phase.
    pub spent: Units,
    /// [9.93.a] Entered their hex by retreat in this phase.
    pub retreated: Units,
    /// [9.97.2] Without a Zone of Control until the phase ends.
    pub broken: Units,
    pub battle: Battle,
    /// What is being decided; the top is now.
    pub steps: Stack<Step, 8>,
    // What follows from the rest and is kept to be looked up: `zones.rs` and `chits.rs` keep it true.
    /// [8.32] What is left in the pools.
    pub pool: [[u8; CHIT_KINDS]; POOLS],
    /// Hexes with units that have a Zone of Control, and the hexes they control [6.1].
    pub watching: BySeat<Hexes>,
    pub zones: BySeat<Hexes>,
    pub here: BySeat<Hexes>,
    /// Stacks as lists: who is first in a hex, and who lies under whom.
    first: [u8; SPOTS],
    next: [u8; UNITS],
}

const _: () = assert!(size_of::<State>() <= 4096);

impl State {
    /// The table before anything is put on it: everybody is gone.
    pub fn bare(dead: Spot, box_of_chits: [[u8; CHIT_KINDS]; POOLS]) -> State {
        State {
            turn: 1,
            d_day: UNKNOWN,
            flood: Flood::Unknown,
            current: Current::None,
            weather: [Weather::Light; 2],
            air: BySeat([0; 2]),
            corps_is_free: false,
            ruse_used: false,
            options: Options::default(),
            groups: [0; 3],
            held: 0,
            rolled: 0,
            bridges: [Bridge::Untried; BRIDGES],
            crossed: [Units::empty(); BRIDGES],
            at: [dead; UNITS],
            chit: [ChitByte::NONE; UNITS],
            cadre: Units::empty(),
            unsupplied: Units::empty(),
            isolated: Units::empty(),
            arrived: [Units::empty(); 2],
            moved: Units::empty(),
            columns: Columns::NONE,
            fought: Units::empty(),
            out: Units::empty(),
            duty: Units::empty(),
            silent: Units::empty(),
            spent: Units::empty(),
            retreated: Units::empty(),
            broken: Units::empty(),
            battle: Battle::NONE,
            steps: Stack::new(),
            pool: box_of_chits,
            watching: BySeat::default(),
            zones: BySeat::default(),
            here: BySeat::default(),
            first: [NOBODY; SPOTS],
            next: [NOBODY; UNITS],
        }
    }

    pub fn now(&self) -> Option<Step> {
        self.steps.top()
    }

    #[inline]
    pub fn at(&self, unit: Unit) -> Spot {
        self.at[unit.index()]
    }

    #[inline]
    pub fn chit(&self, unit: Unit) -> Option<Chit> {
        self.chit[unit.index()].get()
    }

    /// Whether a chit lies under it.
    #[inline]
    pub fn has_chit(&self, unit: Unit) -> bool {
        self.chit[unit.index()] != ChitByte::NONE
    }

    /// [4.2.C] The day of the track.
    pub fn day(&self) -> u8 {
        self.d_day.saturating_add(self.turn).saturating_sub(1)
    }

    /// [24.13], [24.21] After thaw or rain, in this Game-Turn or the one before.
    #[inline]
    pub fn is_mud(&self) -> bool {
        self.weather.iter().any(|weather| matches!(weather, Weather::Thaw | Weather::Rain))
    }

    /// Who is in a hex, in ascending order.
    #[inline]
    pub fn units_in(&self, hex: Spot) -> InHex<'_> {
        InHex { next: &self.next, at: self.first.get(hex.index()).copied().unwrap_or(NOBODY) }
    }

    #[inline]
    pub fn anybody_in(&self, hex: Spot) -> Option<Unit> {
        self.units_in(hex).next()
    }

    #[inline]
    pub fn is_empty(&self, hex: Spot) -> bool {
        self.first[hex.index()] == NOBODY
    }

    /// Puts a unit into the list of its spot.
    pub(crate) fn link(&mut self, unit: Unit, hex: Spot) {
        self.at[unit.index()] = hex;
        let mut before = NOBODY;
        let mut after = self.first[hex.index()];
        while after < unit.0 {
            before = after;
            after = self.next[usize::from(after)];
        }
        self.next[unit.index()] = after;
        match before {
            NOBODY => self.first[hex.index()] = unit.0,
            before => self.next[usize::from(before)] = unit.0,
        }
    }

    /// Takes it out of the list again.
    pub(crate) fn unlink(&mut self, unit: Unit) {
        let hex = self.at(unit).index();
        if self.first[hex] == unit.0 {
            self.first[hex] = self.next[unit.index()];
        } else {
            let mut before = self.first[hex];
            while self.next[usize::from(before)] != unit.0 {
                before = self.next[usize::from(before)];
            }
            self.next[usize::from(before)] = self.next[unit.index()];
        }
        self.next[unit.index()] = NOBODY;
    }
}

/// The units in a hex, from the lowest number up.
#[derive(Copy, Clone, Debug)]
pub struct InHex<'s> {
    next: &'s [u8; UNITS],
    at: u8,
}

impl Iterator for InHex<'_> {
    type Item = Unit;

    #[inline]
    fn next(&mut self) -> Option<Unit> {
        let unit = self.at;
        (unit != NOBODY).then(|| {
            self.at = self.next[usize::from(unit)];
            Unit(unit)
        })
    }
}
