//! Where everything is, and what is being decided. Plain values, copied like a number.

use crate::components::CombatResult;
use crate::sequence::{Phase, Step};
use board::{Id, Set, SpotSet};
use referee::{BySeat, Derived, Piece, Ref, Seat, Spot, Stack};
use std::ops::Range;

/// Room for units, hexes and the rest; the components must fit in.
pub const UNITS: usize = 288;
pub const AIR: usize = 32;
/// With the twelve boxes 27 words of bits.
pub const HEXES: usize = 1716;
pub const ATTACKS: usize = 96;
pub const DROPPERS: usize = 16;
/// Six hexes of three units and a brigade of specialized armor, and who breaks down on the way.
pub const FLEEING: usize = 32;
pub const MONTHS: usize = 8;
pub const TURNS: usize = 4 * MONTHS;
pub const LAST_TURN: u8 = 31;
const _: () = assert!(LAST_TURN as usize + 1 == TURNS, "the track has no more turns");
pub const MONTH_WORDS: [&str; MONTHS] = ["sep", "oct", "nov", "dec", "jan", "feb", "mar", "apr"];
pub const MONTH_NAMES: [&str; MONTHS] =
    ["September", "October", "November", "December", "January", "February", "March", "April"];
pub const PORTS: [&str; 3] = ["dunkirk", "ostende", "antwerp"];
pub const BRIDGES: [&str; 3] = ["liege", "namur", "huy"];
pub const NEVER: u8 = u8::MAX;

/// `sep-1` is 0, `apr-4` 31.
pub fn read_turn(word: &str) -> Option<u8> {
    let (month, week) = word.split_once('-')?;
    let month = u8::try_from(MONTH_WORDS.iter().position(|it| *it == month)?).ok()?;
    let week: u8 = week.parse().ok().filter(|week| (1..=4).contains(week))?;
    Some(month * 4 + week - 1)
}

pub fn turn_word(turn: u8) -> String {
    format!("{}-{}", MONTH_WORDS[usize::from(turn / 4).min(MONTHS - 1)], turn % 4 + 1)
}

pub fn month(turn: u8) -> usize {
    usize::from(turn / 4).min(MONTHS - 1)
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash)]
pub enum Side {
    AL,
    GE,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::AL, Side::GE];

    pub fn other(self) -> Side {
        match self {
            Side::AL => Side::GE,
            Side::GE => Side::AL,
        }
    }

    pub fn seat(self) -> Seat {
        Seat(self as u8)
    }

    pub fn of(seat: Seat) -> Side {
        if seat == Side::AL.seat() { Side::AL } else { Side::GE }
    }

    pub fn short(self) -> &'static str {
        match self {
            Side::AL => "AL",
            Side::GE => "GE",
        }
    }

    pub fn read(word: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| side.short() == word)
    }
}

impl From<Side> for Seat {
    fn from(side: Side) -> Seat {
        side.seat()
    }
}

/// A counter: its line in units.txt.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Unit(pub u16);

impl Unit {
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub const fn piece(self) -> Piece {
        Piece(self.0)
    }
}

impl Id for Unit {
    #[inline]
    fn number(self) -> u16 {
        self.0
    }

    #[inline]
    fn numbered(number: u16) -> Unit {
        Unit(number)
    }
}

impl From<Unit> for Ref {
    fn from(unit: Unit) -> Ref {
        Ref::Piece(unit.piece())
    }
}

/// A set of units, a bit each.
pub type Units = Set<Unit, 5>;
pub type Hexes = SpotSet<27>;

/// So many units are looked through at once.
pub(crate) const BLOCK: usize = 32;

/// No place at all.
pub const NOWHERE: Spot = Spot(u16::MAX);

/// [17.a]
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash)]
pub enum Weather {
    Clear,
    Rain,
    Storm,
    Frost,
    WinterStorm,
    Thaw,
}

impl Weather {
    pub const ALL: [Weather; 6] =
        [Weather::Clear, Weather::Rain, Weather::Storm, Weather::Frost, Weather::WinterStorm, Weather::Thaw];

    pub fn word(self) -> &'static str {
        match self {
            Weather::Clear => "clear",
            Weather::Rain => "rain",
            Weather::Storm => "storm",
            Weather::Frost => "frost",
            Weather::WinterStorm => "winter-storm",
            Weather::Thaw => "thaw",
        }
    }

    pub fn read(word: &str) -> Option<Weather> {
        Weather::ALL.into_iter().find(|weather| weather.word() == word)
    }
}

/// Switches of the scenario.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Hash)]
pub struct Options(u8);

impl Options {
    pub const WORDS: [&'static str; 6] =
        ["placed", "dx-example", "supply-control", "flood-roads", "waal-lek-one-step", "conservative-table"];
    pub const PLACED: Options = Options(1);
    pub const DX_EXAMPLE: Options = Options(2);
    pub const SUPPLY_CONTROL: Options = Options(4);
    pub const FLOOD_ROADS: Options = Options(8);
    pub const ONE_STEP: Options = Options(16);
    pub const CONSERVATIVE: Options = Options(32);

    pub fn has(self, option: Options) -> bool {
        self.0 & option.0 != 0
    }

    pub fn read(word: &str) -> Option<Options> {
        Options::WORDS.iter().position(|it| *it == word).map(|place| Options(1 << place))
    }

    pub fn add(&mut self, option: Options) {
        self.0 |= option.0;
    }

    pub fn words(self) -> impl Iterator<Item = &'static str> {
        Options::WORDS
            .into_iter()
            .enumerate()
            .filter(move |(place, _)| self.0 & (1 << place) != 0)
            .map(|(_, word)| word)
    }
}

/// Accounts of Maneuver Supply Points [5.C.2.d].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Account {
    Allied,
    South,
    German,
}

impl Account {
    pub const WORDS: [&'static str; 3] = ["AL", "south", "GE"];

    pub fn of(side: Side) -> Account {
        match side {
            Side::AL => Account::Allied,
            Side::GE => Account::German,
        }
    }
}

/// A declared attack.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash)]
pub struct Attack {
    /// `NOWHERE` if the place is free.
    pub hex: Spot,
    pub shift: i8,
    /// [21.A.2.a]
    pub assault: bool,
}

/// What an air unit flies in this phase.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash)]
pub struct Mission {
    pub air: Unit,
    pub hex: Spot,
    pub kind: MissionKind,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash)]
pub enum MissionKind {
    Support,
    Extended,
    Intercept,
}

/// The attack that is being resolved.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash)]
pub struct Battle {
    pub target: Spot,
    pub attackers: Units,
    pub defenders: Units,
    pub column: u8,
    pub result: CombatResult,
    /// Levels of attacker and defender.
    pub bids: [u8; 2],
    pub vacated: bool,
    pub no_advance: bool,
    /// [22.F.2] SS 150 stood with the attackers in disguise and may go along.
    pub escort: bool,
    /// [21.A.2.a] Units that dropped into the hex.
    pub assault: Units,
}

/// Who has named his first hex of a retreat.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash)]
pub struct Fleeing {
    pub unit: Unit,
    /// Named together with the one before: neither comes first.
    pub joined: bool,
}

/// [22.E.a]
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash)]
pub enum Ss30 {
    Untested,
    Loyal,
    Mutinied,
}

/// [22.C.4.d]
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash)]
pub enum Engineers {
    Unused,
    Amphibious,
    Support,
}

#[derive(Copy, Clone, PartialEq, Debug, Hash)]
pub struct State {
    pub scenario: u8,
    pub options: Options,
    pub turn: u8,
    pub initiative: Side,
    pub impulse: u8,
    pub south_only: bool,
    /// Of the set-up, from 1; 0 when it is over.
    pub stage: u8,
    /// In the three reserve phases.
    pub reserve_phase: bool,
    pub final_impulse: bool,
    pub weather: Weather,
    /// The sky of this impulse and of the one before.
    pub cloudy: bool,
    pub cloudy_before: bool,
    pub msp: [u16; 3],
    pub half: [bool; 3],
    pub has: [u8; 13],
    pub fresh: [u8; 13],
    pub owes: [u8; 13],
    pub free_supply: u8,
    pub naval: u8,
    pub penalty: u8,
    /// The turn of capture, or `NEVER`.
    pub ports: [u8; 3],
    pub antwerp_ran: u8,
    /// [19.h] An estuary hex was lost since the last income.
    pub antwerp_paused: bool,
    /// [34.B.a] Who was last over the bridges of Liege, Namur and Huy.
    pub bridges: [Side; 3],
    pub dams_blown: bool,
    /// The last turn of the flood, or `NEVER`.
    pub roer_until: u8,
    /// A German stood in a dam hex when the phase began [24.a].
    pub dam_watch: bool,
    /// [23.A.d] Allies stood in Germany when the German player-turn began.
    pub germany_entered: bool,
    pub ss30: Ss30,
    pub ss30_came: bool,
    /// [22.F.a] SS 150 was beside the enemy in this impulse; in an earlier one.
    pub ss150_met: bool,
    pub ss150_spent: bool,
    pub vdh_dropped: bool,
    pub engineers: Engineers,
    pub cavalry_rebuilt: bool,
    pub air_rebuilt: [bool; 2],
    /// [21.A.5.a] **Secret.** By Allied airborne unit.
    pub plots: [Spot; DROPPERS],
    /// [21.C.b] **Secret.**
    pub vdh_plot: (Spot, u8),
    pub regroup: [u8; DROPPERS],
    pub at: [Spot; UNITS],
    pub began: [Spot; UNITS],
    /// The hex a retreating unit has left.
    pub left: [Spot; UNITS],
    /// [11.D.c] Who has a first hex and waits for the second, in the owner's order.
    pub fleeing: Stack<Fleeing, FLEEING>,
    pub spent: [u8; UNITS],
    /// 1 + index of the declared attack, or 0.
    pub task: [u8; UNITS],
    pub attacks: [Attack; ATTACKS],
    pub missions: Stack<Mission, 24>,
    /// By air unit: the turn in which it was lost.
    pub lost: [u8; AIR],
    pub reduced: Units,
    pub supplied: Units,
    pub finished: Units,
    /// Finished in an earlier impulse.
    pub earlier: Units,
    pub reserve: Units,
    pub airdrop: Units,
    pub dropped: Units,
    pub unsupplied: Units,
    pub starving: Units,
    pub airfed: Units,
    pub approached: Units,
    pub fought: Units,
    pub struck: Units,
    pub retreated: Units,
    pub was_in_zone: Units,
    pub rebuilt: Units,
    pub once: Units,
    /// Waits after coming back from a box: it enters as 23 says for its nation.
    pub again: Units,
    pub just_in_germany: Units,
    pub released: Units,
    /// In the amphibious group [22.C.4.a].
    pub grouped: Units,
    /// Came into an enemy primary zone in this turn [21.B.3.a].
    pub contact: Units,
    /// Left the map in this turn: it is elsewhere in the next [21.B.4.a], [29.C.a].
    pub gone: Units,
    /// Air units: operational, flown in this impulse, aborted, airlifting.
    pub ready: Units,
    pub flew: Units,
    pub aborted: Units,
    pub airlifting: Units,
    /// Hexes held by the Allies [19.a].
    pub held: Hexes,
    pub battle: Option<Battle>,
    pub steps: Stack<Step, 8>,
    pub phase: Phase,
    /// How it ended, as an index into the levels of the scenario's victory.
    pub outcome: Option<u8>,
    /// Hexes with ground units.
    pub here: Derived<BySeat<Hexes>>,
    /// Hexes in primary zones of the enemies of a side, as if all had a zone: who has just dropped and an invested garrison have none.
    pub zones: Derived<BySeat<Hexes>>,
}

const _: () = assert!(size_of::<State>() <= 6144, "a state has at most 6 KB");

/// A bit for each byte, which is 0 or 1.
fn bits_of(bytes: &[u8; BLOCK]) -> u32 {
    let mut bits = 0;
    for (place, eight) in bytes.chunks_exact(8).enumerate() {
        let mut word = [0; 8];
        word.copy_from_slice(eight);
        // Every byte is shifted to a place of its own in the highest.
        let packed = u64::from_le_bytes(word).wrapping_mul(0x0102_0408_1020_4080).to_le_bytes()[7];
        bits |= u32::from(packed) << (place * 8);
    }
    bits
}

impl State {
    pub fn now(&self) -> Option<Step> {
        self.steps.top()
    }

    #[inline]
    pub fn at(&self, unit: Unit) -> Spot {
        self.at[unit.index()]
    }

    /// Everybody who lies in a place.
    pub fn units_at(&self, place: Spot) -> Units {
        self.units_among(place, 0..UNITS / BLOCK)
    }

    /// The same among some blocks of units.
    #[inline]
    pub(crate) fn units_among(&self, place: Spot, blocks: Range<usize>) -> Units {
        let mut words = [0; 5];
        for block in blocks {
            let spots = &self.at[block * BLOCK..(block + 1) * BLOCK];
            let mut here = [0u8; BLOCK];
            here.iter_mut().zip(spots).for_each(|(here, at)| *here = u8::from(*at == place));
            // Nearly always there is nobody: that is found out for a whole block at once.
            if here != [0; BLOCK] {
                words[block / 2] |= u64::from(bits_of(&here)) << (block % 2 * BLOCK);
            }
        }
        Units::from_words(words)
    }

    /// Everybody whose place is one of these.
    #[inline]
    pub(crate) fn units_where(&self, fits: impl Fn(Spot) -> bool) -> Units {
        let mut words = [0; 5];
        for (block, spots) in self.at.chunks_exact(BLOCK).enumerate() {
            let mut here = [0u8; BLOCK];
            here.iter_mut().zip(spots).for_each(|(here, at)| *here = u8::from(fits(*at)));
            words[block / 2] |= u64::from(bits_of(&here)) << (block % 2 * BLOCK);
        }
        Units::from_words(words)
    }

    /// Who attacks in this phase.
    pub fn attacker(&self) -> Side {
        if self.reserve_phase { self.initiative.other() } else { self.initiative }
    }

    pub fn on_the_march(&self) -> Side {
        self.attacker()
    }

    /// Who waits for a second hex, in the owner's order.
    pub fn fleers(&self) -> impl Iterator<Item = Unit> + '_ {
        self.fleeing.iter().map(|it| it.unit)
    }

    pub fn points(&self, account: Account) -> u16 {
        self.msp[account as usize]
    }

    pub fn attack_on(&self, hex: Spot) -> Option<usize> {
        self.open_attacks().find(|(_, attack)| attack.hex == hex).map(|(index, _)| index)
    }

    /// They lie one behind the other.
    pub fn open_attacks(&self) -> impl Iterator<Item = (usize, Attack)> + '_ {
        self.attacks.iter().copied().enumerate().take_while(|(_, attack)| attack.hex != NOWHERE)
    }
}
