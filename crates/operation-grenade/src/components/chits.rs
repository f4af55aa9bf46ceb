//! [8.3] The strength chits: `data/chits.txt`.

use crate::state::{CHIT_KINDS, POOLS};
use data::{DataError, Text, Word, WordFile};

/// [8.31] One kind of chit in a pool: strengths for the classes A, B and C on either side.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ChitLine {
    pub count: u8,
    pub front: [u8; 3],
    pub back: [u8; 3],
}

/// The box: three pools, by morale [8.32].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chits {
    pub pools: [Vec<ChitLine>; POOLS],
}

impl Chits {
    /// How many chits of each kind the box has.
    pub fn counts(&self) -> [[u8; CHIT_KINDS]; POOLS] {
        let mut counts = [[0; CHIT_KINDS]; POOLS];
        for (counts, pool) in counts.iter_mut().zip(&self.pools) {
            counts.iter_mut().zip(pool).for_each(|(count, line)| *count = line.count);
        }
        counts
    }
}

/// [9.82.1] From this strength on a chit has a weaker side to turn to.
pub const TURNS_FROM: u8 = 3;

pub(super) fn load(text: &Text) -> Result<Chits, DataError> {
    let mut pools: [Vec<ChitLine>; POOLS] = Default::default();
    for record in WordFile::read(text)?.records() {
        let mut words = record.words();
        words.take("the word chit")?.one_of("line", &[("chit", ())])?;
        let pool = words.take("the pool")?.one_of("pool", &[("1", 0), ("2", 1), ("3", 2)])?;
        let number = words.take("how many there are")?;
        let count: u8 = number.number("how many there are")?;
        if !(1..=60).contains(&count) {
            return Err(number.error("of a kind there are from 1 to 60 chits"));
        }
        let front = words.take("the stronger side")?;
        let line = ChitLine { count, front: strengths(front)?, back: strengths(words.take("the weaker side")?)? };
        words.end()?;
        let [a, b, c] = line.front;
        if a == 0 || b == 0 || c == 0 {
            return Err(front.error("the stronger side of a chit has no 0"));
        }
        // What is known of a chit on its weaker side is only that it has one: dealing such chits anew needs this order.
        if (c >= TURNS_FROM && b < TURNS_FROM) || (b >= TURNS_FROM && a < TURNS_FROM) {
            return Err(front.error("a chit with 3 or more for a class has 3 or more for the stronger classes"));
        }
        if pools[pool].iter().any(|other| other.front == line.front) {
            return Err(front.error(format!("pool {} has two kinds with the front {}", pool + 1, front.as_str())));
        }
        if pools[pool].len() == CHIT_KINDS {
            return Err(record.error(format!("a pool has room for {CHIT_KINDS} kinds of chits")));
        }
        pools[pool].push(line);
    }
    match pools.iter().position(Vec::is_empty) {
        Some(empty) => Err(text.error(format!("pool {} has no chits", empty + 1))),
        None => Ok(Chits { pools }),
    }
}

/// `9/6/5`
fn strengths(word: Word<'_>) -> Result<[u8; 3], DataError> {
    let numbers: Option<Vec<u8>> = word.as_str().split('/').map(|number| number.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[a, b, c]) if a <= 20 && b <= 20 && c <= 20 => Ok([a, b, c]),
        _ => Err(word.error(format!("strengths are written for A, B and C, such as 9/6/5, not {:?}", word.as_str()))),
    }
}
