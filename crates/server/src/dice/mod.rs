//! Where rolls come from: ChaCha20 with a seed that nobody chose. The table has a secret for each match and
//! shows its hash before anything else is known; then each person gives a part. Whoever gives a part does not
//! know the secret, and the table could not know the parts when it promised the secret.
//!
//! Roll k of everything that was ever rolled in a match is drawn from stream k alone, with the parts that were
//! given by then. A roll that was taken back is never rolled again: the next one has another number.

mod sign;
mod verify;

pub(crate) use sign::Signer;
pub use sign::{Signature, signature_of, without_signature};
pub use verify::{Verified, verify};

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use referee::{Dice, Seat};
use sha2::{Digest, Sha256};
use std::fmt;

/// The secret that a table has for a match.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed with hash {}", self.hash())
    }
}

impl Seed {
    pub fn secret() -> Seed {
        Seed(random())
    }

    pub fn read(digits: &str) -> Option<Seed> {
        unhex(digits).map(Seed)
    }

    pub fn hex(&self) -> String {
        hex(&self.0)
    }

    /// What everybody sees before the first roll.
    pub fn hash(&self) -> String {
        hex(&Sha256::digest(self.0))
    }

    /// The dice of a match, about to make a roll that has so many before it.
    pub fn dice(&self, making: Making, parts: &[Part], next: u64) -> SecretDice {
        let seeds = match making {
            Making::TableAlone => vec![(0, self.0)],
            Making::Shared => {
                // All that is known, as text: `rhine dice 2`, the secret, then who gave which part.
                let mut known = format!("rhine dice 2 {}", self.hex());
                let mut seeds = vec![(0, Sha256::digest(&known).into())];
                // Of those given before the same roll, in the order of seats.
                let mut parts: Vec<_> = parts.iter().collect();
                parts.sort_by_key(|part| (part.from, part.by.number()));
                for part in parts {
                    known += &format!(" {} {}", part.by, part.digits);
                    seeds.push((part.from, Sha256::digest(&known).into()));
                }
                seeds
            }
        };
        let seeds = seeds.into_iter().map(|(from, seed)| (from, ChaCha20Rng::from_seed(seed))).collect();
        SecretDice { seeds, next }
    }
}

/// How the rolls of a match are made.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Making {
    /// As until 2026-11-16: from the table's secret, and after a take-back the same rolls fall again.
    TableAlone,
    /// With a part from each person, and no roll falls twice.
    Shared,
}

impl Making {
    /// As it is kept.
    pub(crate) fn number(self) -> i64 {
        match self {
            Making::TableAlone => 1,
            Making::Shared => 2,
        }
    }

    pub(crate) fn of(number: i64) -> Option<Making> {
        [Making::TableAlone, Making::Shared].into_iter().find(|making| making.number() == number)
    }
}

/// Who gave a part.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum By {
    /// Whoever opened the match, before the deal.
    Opener,
    Seat(Seat),
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            By::Opener => f.write_str("opener"),
            By::Seat(seat) => write!(f, "{}", seat.0),
        }
    }
}

impl By {
    fn read(word: &str) -> Option<By> {
        if word == "opener" { Some(By::Opener) } else { Some(By::Seat(Seat(word.parse().ok()?))) }
    }

    /// As it is kept: -1 for the opener.
    pub(crate) fn number(self) -> i64 {
        match self {
            By::Opener => -1,
            By::Seat(seat) => seat.0.into(),
        }
    }

    pub(crate) fn of(number: i64) -> By {
        u8::try_from(number).map_or(By::Opener, |seat| By::Seat(Seat(seat)))
    }
}

/// What a person adds to the secret of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    pub by: By,
    /// The first roll it has a part in: so many were made before.
    pub from: u64,
    /// 64 hex digits, in lower case.
    pub digits: String,
}

impl Part {
    /// As it stands in a match file, after `dice-part`.
    pub(crate) fn line(&self) -> String {
        format!("{} {} {}", self.from, self.by, self.digits)
    }

    fn read(line: &str) -> Option<Part> {
        let mut words = line.split(' ');
        let (from, by, digits) = (words.next()?, words.next()?, words.next()?);
        let part = Part { from: from.parse().ok()?, by: By::read(by)?, digits: digits.into() };
        (words.next().is_none() && is_part(digits)).then_some(part)
    }
}

pub(crate) fn is_part(digits: &str) -> bool {
    digits.len() == 64 && digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

/// Unbiased rolls, each from a stream of its own.
#[derive(Debug)]
pub struct SecretDice {
    /// Each with the first roll it counts for.
    seeds: Vec<(u64, ChaCha20Rng)>,
    next: u64,
}

impl Dice for SecretDice {
    #[expect(clippy::cast_possible_truncation, reason = "the high half of a 48 bit product is below n")]
    fn pick(&mut self, n: u16) -> u16 {
        assert!(n > 0, "one of nothing cannot be picked");
        let next = self.next;
        let (_, rng) = self.seeds.iter_mut().rfind(|(from, _)| *from <= next).expect("the first counts from 0");
        rng.set_stream(next);
        rng.set_word_pos(0);
        // A file may speak of more rolls than there are numbers.
        self.next = next.wrapping_add(1);
        // Multiply and shift with rejection: every face has exactly the same weight.
        let threshold = u32::from(n).wrapping_neg() % u32::from(n);
        loop {
            let product = u64::from(rng.next_u32()) * u64::from(n);
            if product as u32 >= threshold {
                return (product >> 32) as u16;
            }
        }
    }
}

/// Which rolls of a match still stand: a take-back takes back rolls as well, and none of them falls again.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Thrown {
    /// Rolls before the first entry.
    dealt: u64,
    /// For each entry that stands: how many rolls were made before it, and how many in it.
    entries: Vec<(u64, u64)>,
    /// All that were ever made.
    pub(crate) total: u64,
}

impl Thrown {
    pub(crate) fn dealt(rolls: u64) -> Thrown {
        Thrown { dealt: rolls, entries: vec![], total: rolls }
    }

    pub(crate) fn played(&mut self, rolls: u64) {
        self.entries.push((self.total, rolls));
        self.total += rolls;
    }

    /// Back to so many entries.
    pub(crate) fn taken_back(&mut self, entries: usize) {
        self.entries.truncate(entries);
    }

    /// How many entries stand.
    pub(crate) fn entries(&self) -> usize {
        self.entries.len()
    }

    /// How many of them stand.
    pub(crate) fn standing(&self) -> u64 {
        self.dealt + self.entries.iter().map(|(_, rolls)| rolls).sum::<u64>()
    }

    /// Where rolls were taken back: after how many that stand, and how many.
    pub(crate) fn gaps(&self) -> Vec<(u64, u64)> {
        let (mut stand, mut gone, mut gaps) = (self.dealt, 0, vec![]);
        for (before, rolls) in self.entries.iter().filter(|(_, rolls)| *rolls > 0) {
            if *before > stand + gone {
                gaps.push((stand, before - stand - gone));
                gone = before - stand;
            }
            stand += rolls;
        }
        gaps
    }
}

/// Bytes that nobody can guess.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has random bytes");
    bytes
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// As many bytes as are asked for, and no more.
pub(crate) fn unhex<const N: usize>(digits: &str) -> Option<[u8; N]> {
    let digits = digits.as_bytes();
    if digits.len() != 2 * N || !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rolls(mut dice: SecretDice, n: usize) -> Vec<u16> {
        (0..n).map(|_| dice.pick(6) + 1).collect()
    }

    fn part(by: By, from: u64, digit: char) -> Part {
        Part { by, from, digits: digit.to_string().repeat(64) }
    }

    #[test]
    fn rolls_of_a_seed_never_change() {
        let seed = Seed([7; 32]);
        // Written down: match files of every build depend on it.
        assert_eq!(rolls(seed.dice(Making::TableAlone, &[], 0), 12), ALONE);
        let parts = [part(By::Opener, 0, 'a'), part(By::Seat(Seat(1)), 4, 'b')];
        assert_eq!(rolls(seed.dice(Making::Shared, &parts, 0), 12), SHARED);
        assert_eq!(rolls(seed.dice(Making::Shared, &parts, 5), 3), SHARED[5..8]);
        assert_eq!(Seed::read(&seed.hex()), Some(seed));
        assert_eq!(Seed::read("zz"), None);
    }

    const ALONE: [u16; 12] = [3, 1, 4, 6, 2, 4, 4, 3, 2, 3, 2, 4];
    /// Worked out by another program, from `docs/PROTOCOL.md`.
    const SHARED: [u16; 12] = [2, 5, 3, 2, 5, 3, 1, 6, 6, 3, 4, 5];

    #[test]
    fn every_part_counts_and_only_for_what_comes_after_it() {
        let seed = Seed([9; 32]);
        let made = |parts: &[Part]| rolls(seed.dice(Making::Shared, parts, 0), 60);
        let one = made(&[part(By::Opener, 0, 'a'), part(By::Seat(Seat(0)), 30, 'b')]);
        let other = made(&[part(By::Opener, 0, 'a'), part(By::Seat(Seat(0)), 30, 'c')]);
        assert_eq!(one[..30], other[..30]);
        assert_ne!(one[30..], other[30..]);
        assert_ne!(one[..30], made(&[part(By::Opener, 0, 'b')])[..30]);
        assert_ne!(one[30..], made(&[part(By::Opener, 0, 'a'), part(By::Seat(Seat(1)), 30, 'b')])[30..]);
    }

    #[test]
    fn secret_dice_are_fair() {
        for making in [Making::TableAlone, Making::Shared] {
            let mut dice = Seed([1; 32]).dice(making, &[part(By::Opener, 0, '5')], 0);
            let mut faces = [0u32; 6];
            for _ in 0..60_000 {
                faces[usize::from(dice.pick(6))] += 1;
            }
            assert!(faces.iter().all(|n| n.abs_diff(10_000) < 400), "{faces:?}");
        }
    }

    #[test]
    fn gaps_are_where_rolls_were_taken_back() {
        let mut thrown = Thrown::dealt(2);
        for rolls in [1, 0, 3] {
            thrown.played(rolls);
        }
        assert_eq!((thrown.total, thrown.standing(), thrown.gaps()), (6, 6, vec![]));
        thrown.taken_back(2);
        assert_eq!((thrown.total, thrown.standing(), thrown.gaps()), (6, 3, vec![]));
        for rolls in [0, 2, 1] {
            thrown.played(rolls);
        }
        assert_eq!((thrown.total, thrown.standing(), thrown.gaps()), (9, 6, vec![(3, 3)]));
        thrown.taken_back(4);
        thrown.played(1);
        assert_eq!((thrown.total, thrown.standing(), thrown.gaps()), (10, 6, vec![(3, 3), (5, 1)]));
    }

    #[test]
    fn parts_are_read_as_they_are_written() {
        let written = part(By::Seat(Seat(1)), 12, 'f');
        assert_eq!(Part::read(&written.line()), Some(written));
        for bad in ["", "1 0", "1 0 ff", "x 0 0", "1 two 0"] {
            assert_eq!(Part::read(bad), None, "{bad}");
        }
    }
}
