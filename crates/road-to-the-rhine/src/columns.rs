//! The map as columns of bits, a hex a bit: a flood goes one hex further by some shifts for each column.

use crate::components::{Country, Ground, Map, side};
use crate::network::Near;
use crate::state::{Hexes, NOWHERE};
use referee::Spot;

/// Columns are counted from 1; those at both ends stay empty.
const WIDE: usize = 38;
/// Rows are counted from 1 and fit into a word with room at both ends.
const HIGH: u8 = 62;
/// Words of a set of hexes.
const WORDS: usize = size_of::<Hexes>() / 8;

/// A set of hexes.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct Columns([u64; WIDE]);

impl Columns {
    pub(crate) const EMPTY: Columns = Columns([0; WIDE]);

    #[inline]
    fn both(self, other: Columns, bits: impl Fn(u64, u64) -> u64) -> Columns {
        let mut all = self;
        all.0.iter_mut().zip(other.0).for_each(|(mine, theirs)| *mine = bits(*mine, theirs));
        all
    }

    #[inline]
    pub(crate) fn and(self, other: Columns) -> Columns {
        self.both(other, |a, b| a & b)
    }

    #[inline]
    pub(crate) fn or(self, other: Columns) -> Columns {
        self.both(other, |a, b| a | b)
    }

    #[inline]
    pub(crate) fn without(self, other: Columns) -> Columns {
        self.both(other, |a, b| a & !b)
    }
}

/// Steps of one kind: by column of the hex that is entered, its hexes by where the step comes from. From above, from below, from
/// the column before in the same row and in the other that touches it, from the column after likewise.
#[derive(Clone, Debug)]
pub(crate) struct Steps([[u64; 6]; WIDE]);

impl Steps {
    /// Every hex that lies one step of this kind from a hex of `from`.
    #[inline]
    pub(crate) fn ahead(&self, from: &Columns) -> Columns {
        let mut all = Columns::EMPTY;
        for odd in (1..WIDE - 1).step_by(2) {
            // Even columns lie lower: a row of theirs touches the same row and the next of their neighbours.
            all.0[odd] = self.entered(from, odd, |bits| bits << 1);
            all.0[odd + 1] = self.entered(from, odd + 1, |bits| bits >> 1);
        }
        all
    }

    #[inline]
    fn entered(&self, from: &Columns, column: usize, other: impl Fn(u64) -> u64) -> u64 {
        let [above, below, before, before_other, after, after_other] = self.0[column];
        let (left, here, right) = (from.0[column - 1], from.0[column], from.0[column + 1]);
        here << 1 & above
            | here >> 1 & below
            | left & before
            | other(left) & before_other
            | right & after
            | other(right) & after_other
    }
}

/// Hexes that follow each other in number and in a column: where they begin in a set and in the column.
#[derive(Copy, Clone, Debug)]
struct Run {
    word: u8,
    bit: u8,
    mask: u64,
    column: u8,
    row: u8,
}

/// How the map lies in columns, and its steps.
#[derive(Clone, Debug)]
pub(crate) struct Lattice {
    runs: Vec<Run>,
    /// By hex: its column and row.
    places: Vec<(u8, u8)>,
    /// By column and row.
    spots: Vec<[Spot; 64]>,
    /// Steps over no sea.
    pub(crate) inland: Steps,
    /// Nor over a river, with the Roer as it is and flooded.
    dry: [Steps; 2],
    /// Hexes with land behind a sea hexside.
    pub(crate) coast: Columns,
    /// By hex: where its roads lead, with the Roer as it is and flooded.
    roads: [Vec<[Spot; 6]>; 2],
}

/// [6.B.c] An unbridged major river, or the Roer in flood.
#[inline]
pub(crate) fn is_river(sides: u16, roer: bool) -> bool {
    sides & (side::MAJOR | side::BRIDGE) == side::MAJOR || roer && sides & side::ROER != 0
}

#[inline]
pub(crate) fn is_sea(sides: u16) -> bool {
    sides & (side::SEA | side::CAUSEWAY) == side::SEA
}

impl Lattice {
    /// Nothing if the map is too large or its columns lie otherwise.
    pub(crate) fn new(map: &Map, around: &[[Near; 6]]) -> Option<Lattice> {
        let place = |hex: Spot| map.grid.column_row(hex);
        let mut runs: Vec<Run> = vec![];
        let mut spots = vec![[NOWHERE; 64]; WIDE];
        for hex in map.grid.spots() {
            let (column, row) = place(hex);
            if usize::from(column) > WIDE - 2 || row > HIGH {
                return None;
            }
            let [word, bit] = [hex.0 / 64, hex.0 % 64].map(|part| u8::try_from(part).unwrap_or(u8::MAX));
            match runs.last_mut() {
                Some(run) if run.column == column && run.mask.count_ones() == u32::from(row - run.row) => {
                    run.mask = run.mask << 1 | 1;
                }
                _ => runs.push(Run { word, bit, mask: 1, column, row }),
            }
            spots[usize::from(column)][usize::from(row)] = hex;
        }
        let near = |hex: Spot| around[hex.index()].iter().take_while(|near| near.to != NOWHERE);
        let steps = |fits: &dyn Fn(u16) -> bool| -> Option<Steps> {
            let mut steps = Steps([[0; 6]; WIDE]);
            for hex in map.grid.spots() {
                for it in near(hex).filter(|it| fits(it.sides)) {
                    let (from, to) = (place(hex), place(it.to));
                    let other = if to.0 % 2 == 0 { to.1 + 1 } else { to.1 - 1 };
                    let way = match (i16::from(from.0) - i16::from(to.0), from.1) {
                        (0, row) if row + 1 == to.1 => 0,
                        (0, row) if row == to.1 + 1 => 1,
                        (-1, row) if row == to.1 => 2,
                        (-1, row) if row == other => 3,
                        (1, row) if row == to.1 => 4,
                        (1, row) if row == other => 5,
                        _ => return None,
                    };
                    steps.0[usize::from(to.0)][way] |= 1 << to.1;
                }
            }
            Some(steps)
        };
        let roads = [false, true].map(|roer| {
            let roads_of = |hex: Spot| {
                let leads = |it: &&Near| it.sides & side::ROAD != 0 && !(roer && it.sides & side::ROER != 0);
                let mut six = [NOWHERE; 6];
                six.iter_mut().zip(near(hex).filter(leads)).for_each(|(to, it)| *to = it.to);
                six
            };
            map.grid.spots().map(roads_of).collect()
        });
        let dry = |roer: bool| steps(&move |sides| !is_sea(sides) && !is_river(sides, roer));
        let mut lattice = Lattice {
            runs,
            spots,
            places: map.grid.spots().map(place).collect(),
            inland: steps(&|sides| !is_sea(sides))?,
            dry: [dry(false)?, dry(true)?],
            coast: Columns::EMPTY,
            roads,
        };
        let land =
            |hex: Spot| map.ground[hex.index()] != Ground::Sea && map.country[hex.index()] != Country::Switzerland;
        let ways_over = |hex: Spot| near(hex).any(|it| is_sea(it.sides) && land(it.to));
        let coast: Hexes = map.grid.spots().filter(|hex| ways_over(*hex)).collect();
        lattice.coast = lattice.columns(&coast);
        Some(lattice)
    }

    /// Steps over no sea and no river.
    pub(crate) fn dry(&self, roer: bool) -> &Steps {
        &self.dry[usize::from(roer)]
    }

    /// Where the roads of a hex lead.
    #[inline]
    pub(crate) fn roads(&self, hex: Spot, roer: bool) -> impl Iterator<Item = Spot> + '_ {
        self.roads[usize::from(roer)][hex.index()].iter().copied().take_while(|to| *to != NOWHERE)
    }

    #[inline]
    pub(crate) fn holds(&self, columns: &Columns, hex: Spot) -> bool {
        let (column, row) = self.places[hex.index()];
        columns.0[usize::from(column)] >> row & 1 != 0
    }

    /// The hexes of a set, one after the other.
    #[inline]
    pub(crate) fn each(&self, columns: &Columns, mut see: impl FnMut(Spot)) {
        for (bits, spots) in columns.0.iter().zip(&self.spots) {
            let mut bits = *bits;
            while bits != 0 {
                see(spots[bits.trailing_zeros() as usize]);
                bits &= bits - 1;
            }
        }
    }

    pub(crate) fn columns(&self, hexes: &Hexes) -> Columns {
        let mut words = [0; WORDS + 1];
        words[..WORDS].copy_from_slice(hexes.words());
        let mut columns = Columns::EMPTY;
        for run in &self.runs {
            let word = usize::from(run.word);
            let bits = words[word] >> run.bit | words[word + 1] << 1 << (63 - run.bit);
            columns.0[usize::from(run.column)] |= (bits & run.mask) << run.row;
        }
        columns
    }

    pub(crate) fn hexes(&self, columns: &Columns) -> Hexes {
        let mut words = [0; WORDS + 1];
        for run in &self.runs {
            let bits = columns.0[usize::from(run.column)] >> run.row & run.mask;
            let word = usize::from(run.word);
            words[word] |= bits << run.bit;
            words[word + 1] |= bits >> 1 >> (63 - run.bit);
        }
        let mut all = [0; WORDS];
        all.copy_from_slice(&words[..WORDS]);
        Hexes::from_words(all)
    }
}
