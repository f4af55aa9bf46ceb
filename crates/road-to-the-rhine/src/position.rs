//! Positions as text, one fact a line.

mod complete;
mod read;
mod write;

use crate::sequence::Phase;
use crate::state::{State, Units};

/// Marks of units, by their words.
pub(crate) const MARKS: [&str; 26] = [
    "reduced",
    "supplied",
    "reserve",
    "finished",
    "unsupplied",
    "starving",
    "airfed",
    "airdrop",
    "dropped",
    "approached",
    "fought",
    "struck",
    "retreated",
    "was-in-zone",
    "rebuilt",
    "once",
    "just-in-germany",
    "released",
    "contact",
    "ready",
    "flew",
    "aborted",
    "airlifting",
    "again",
    "earlier",
    "gone",
];

/// What follows when a question that stands by itself is answered.
pub(crate) const NEXT: [(&str, Phase); 3] =
    [("reserves", Phase::Reserves), ("reserve-phases", Phase::Release), ("end-impulse", Phase::EndImpulse)];

pub(crate) fn mark(s: &mut State, word: usize) -> &mut Units {
    match word {
        0 => &mut s.reduced,
        1 => &mut s.supplied,
        2 => &mut s.reserve,
        3 => &mut s.finished,
        4 => &mut s.unsupplied,
        5 => &mut s.starving,
        6 => &mut s.airfed,
        7 => &mut s.airdrop,
        8 => &mut s.dropped,
        9 => &mut s.approached,
        10 => &mut s.fought,
        11 => &mut s.struck,
        12 => &mut s.retreated,
        13 => &mut s.was_in_zone,
        14 => &mut s.rebuilt,
        15 => &mut s.once,
        16 => &mut s.just_in_germany,
        17 => &mut s.released,
        18 => &mut s.contact,
        19 => &mut s.ready,
        20 => &mut s.flew,
        21 => &mut s.aborted,
        22 => &mut s.airlifting,
        23 => &mut s.again,
        24 => &mut s.earlier,
        _ => &mut s.gone,
    }
}
