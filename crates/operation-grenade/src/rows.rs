//! Sets of hexes as rows of bits: one step outwards in all directions is a handful of shifts.

use crate::state::{Hexes, ROWS};
use referee::Spot;

/// Bit c of row r is the hex in place c + 1 of hexrow r. There is an empty row before the first and after the last.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Rows([u32; ROWS + 2]);

/// The size of the map.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Extent {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
}

impl Extent {
    fn all(self) -> u32 {
        u32::MAX >> (32 - self.columns)
    }
}

impl Rows {
    pub(crate) const EMPTY: Rows = Rows([0; ROWS + 2]);

    pub(crate) fn of(hexes: &Hexes, extent: Extent) -> Rows {
        let words = hexes.words();
        let mut rows = Rows::EMPTY;
        for row in 0..extent.rows {
            let start = row * extent.columns;
            let (word, shift) = (start / 64, start % 64);
            let high = words.get(word + 1).copied().unwrap_or(0);
            // Two shifts, so that a shift by nothing takes nothing from the next word.
            let bits = words[word] >> shift | (high << 1) << (63 - shift);
            rows.0[row + 1] = low_half(bits) & extent.all();
        }
        rows
    }

    pub(crate) fn hexes(&self, extent: Extent) -> Hexes {
        let mut words = [0u64; 9];
        for row in 0..extent.rows {
            let bits = u64::from(self.0[row + 1]);
            let start = row * extent.columns;
            let (word, shift) = (start / 64, start % 64);
            words[word] |= bits << shift;
            if let Some(next) = words.get_mut(word + 1) {
                *next |= (bits >> 1) >> (63 - shift);
            }
        }
        Hexes::from_words(words)
    }

    /// The hexes and all around them. Places of even hexrows lie half a hex further east.
    #[must_use]
    #[inline]
    pub(crate) fn grown(&self, extent: Extent) -> Rows {
        let (old, all) = (&self.0, extent.all());
        let mut new = Rows::EMPTY;
        let mut row = 1;
        // An odd hexrow, then an even one.
        while row < extent.rows {
            let beside = old[row - 1] | old[row + 1];
            let here = old[row];
            new.0[row] = (here | here << 1 | here >> 1 | beside | beside << 1) & all;
            let beside = old[row] | old[row + 2];
            let here = old[row + 1];
            new.0[row + 1] = (here | here << 1 | here >> 1 | beside | beside >> 1) & all;
            row += 2;
        }
        if row == extent.rows {
            let beside = old[row - 1];
            let here = old[row];
            new.0[row] = (here | here << 1 | here >> 1 | beside | beside << 1) & all;
        }
        new
    }

    #[must_use]
    #[inline]
    pub(crate) fn and(&self, other: &Rows) -> Rows {
        let mut both = *self;
        both.0.iter_mut().zip(other.0).for_each(|(mine, theirs)| *mine &= theirs);
        both
    }

    #[must_use]
    #[inline]
    pub(crate) fn or(&self, other: &Rows) -> Rows {
        let mut either = *self;
        either.0.iter_mut().zip(other.0).for_each(|(mine, theirs)| *mine |= theirs);
        either
    }

    /// Without these.
    #[must_use]
    #[inline]
    pub(crate) fn less(&self, other: &Rows) -> Rows {
        let mut rest = *self;
        rest.0.iter_mut().zip(other.0).for_each(|(mine, theirs)| *mine &= !theirs);
        rest
    }

    pub(crate) fn contains(&self, hex: Spot, extent: Extent) -> bool {
        let (row, place) = (hex.index() / extent.columns, hex.index() % extent.columns);
        self.0[row + 1] >> place & 1 == 1
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the low half is wanted")]
const fn low_half(bits: u64) -> u32 {
    bits as u32
}
