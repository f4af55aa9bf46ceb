//! A short hash of a state. It is written beside every entry of a match file, so the algorithm
//! never changes: eight bytes at a time, multiply, rotate, mix at the end.

use std::hash::{Hash, Hasher};

/// Thirty-two bits are enough to name the line at which a replay diverges.
pub fn fingerprint(state: &impl Hash) -> u32 {
    let mut hasher = Words { sum: 0x9E37_79B9_7F4A_7C15, word: 0, filled: 0 };
    state.hash(&mut hasher);
    (hasher.finish() >> 32) as u32
}

/// Small numbers are gathered into a word before it is mixed in: most of a state is small numbers.
struct Words {
    sum: u64,
    word: u64,
    /// Bits of `word` that are taken.
    filled: u32,
}

impl Words {
    #[inline]
    fn mix(sum: u64, word: u64) -> u64 {
        (sum.rotate_left(5) ^ word).wrapping_mul(0x517C_C1B7_2722_0A95)
    }

    #[inline]
    fn add(&mut self, n: u64, bits: u32) {
        if self.filled + bits > 64 {
            self.sum = Words::mix(self.sum, self.word);
            (self.word, self.filled) = (0, 0);
        }
        self.word |= n << self.filled;
        self.filled += bits;
    }

    #[inline]
    fn add_word(&mut self, n: u64) {
        self.sum = Words::mix(self.sum, n);
    }
}

impl Hasher for Words {
    fn finish(&self) -> u64 {
        let mut z = Words::mix(self.sum, self.word ^ u64::from(self.filled));
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn write(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            self.add_word(u64::from_le_bytes(chunk.try_into().expect("chunks of eight have eight bytes")));
        }
        for byte in chunks.remainder() {
            self.add((*byte).into(), 8);
        }
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.add(n.into(), 8);
    }

    #[inline]
    fn write_u16(&mut self, n: u16) {
        self.add(n.into(), 16);
    }

    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.add(n.into(), 32);
    }

    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.add_word(n);
    }

    /// The same on machines of any word size.
    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.add_word(n as u64);
    }

    /// Which variant an enum is: never more than 256 of them.
    #[inline]
    fn write_isize(&mut self, n: isize) {
        self.add((n as u64) & 0xFF, 8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_is_part_of_the_file_format() {
        assert_eq!(fingerprint(&(7u8, [1u16, 2, 3], 9u64)), 0x13A5_9D89);
    }
}
