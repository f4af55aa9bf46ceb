//! Where choices and rolls come from: a seed, or the bytes of a fuzzer.

use referee::{Dice, Seeded};

#[derive(Clone, Debug)]
pub(super) enum Source {
    Seeded(Seeded),
    /// What is left of the bytes, last first; behind them only lowest faces.
    Bytes(Vec<u8>),
}

impl Source {
    pub(super) fn bytes(bytes: &[u8]) -> Source {
        Source::Bytes(bytes.iter().rev().copied().collect())
    }

    pub(super) fn is_spent(&self) -> bool {
        matches!(self, Source::Bytes(bytes) if bytes.is_empty())
    }
}

impl Dice for Source {
    fn pick(&mut self, n: u16) -> u16 {
        match self {
            Source::Seeded(seeded) => seeded.pick(n),
            Source::Bytes(bytes) => {
                let low = u16::from(bytes.pop().unwrap_or(0));
                let high = if n > 256 { u16::from(bytes.pop().unwrap_or(0)) } else { 0 };
                (high << 8 | low) % n
            }
        }
    }
}
