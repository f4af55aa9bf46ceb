//! A short hash of a position in words. It stands in match files, so it never changes.

/// FNV-1a over the bytes, folded. Thirty-two bits are enough to name the lines between which a replay diverges.
#[expect(clippy::cast_possible_truncation, reason = "both halves are taken")]
pub fn fingerprint(position: &str) -> u32 {
    let mut sum: u64 = 0xCBF2_9CE4_8422_2325;
    for byte in position.bytes() {
        sum = (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    }
    (sum >> 32) as u32 ^ sum as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_is_part_of_the_file_format() {
        assert_eq!(fingerprint("US 1/28 at 0918\nUS to move\n"), 0x7FB7_44AE);
    }
}
