//! A short hash of a state. It is written beside every entry of a match file, so the algorithm
//! never changes: eight bytes at a time, multiply, rotate, mix at the end.

use std::hash::{Hash, Hasher};

/// Thirty-two bits are enough to name the line at which a replay diverges.
pub fn fingerprint(state: &impl Hash) -> u32 {
    let mut hasher = Words(0x9E37_79B9_7F4A_7C15);
    state.hash(&mut hasher);
    (hasher.finish() >> 32) as u32
}

struct Words(u64);

impl Words {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517C_C1B7_2722_0A95);
    }
}

impl Hasher for Words {
    fn finish(&self) -> u64 {
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn write(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            self.add(u64::from_le_bytes(chunk.try_into().expect("chunks of eight have eight bytes")));
        }
        let rest = chunks.remainder();
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            self.add(u64::from_le_bytes(last));
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.add(n.into());
    }

    fn write_u16(&mut self, n: u16) {
        self.add(n.into());
    }

    fn write_u32(&mut self, n: u32) {
        self.add(n.into());
    }

    fn write_u64(&mut self, n: u64) {
        self.add(n);
    }

    /// The same on machines of any word size.
    fn write_usize(&mut self, n: usize) {
        self.add(n as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_is_part_of_the_file_format() {
        assert_eq!(fingerprint(&(7u8, [1u16, 2, 3], 9u64)), 0x4406_4703);
    }
}
