//! Positions as text: one fact a line. Every state can be written and read, also in the middle of a combat; what is not said
//! when reading takes a quiet value, so that cases stay small.

mod read;
mod write;

use crate::state::{State, Units};

/// Sets of units by the word of their line.
pub(crate) const SETS: [&str; 12] = [
    "unsupplied",
    "isolated",
    "arrived-now",
    "arrived-before",
    "moved",
    "fought",
    "out",
    "silent",
    "spent",
    "retreated",
    "broken",
    "duty",
];

/// The set that a word stands for.
pub(crate) fn set<'s>(s: &'s mut State, word: &str) -> Option<&'s mut Units> {
    Some(match word {
        "unsupplied" => &mut s.unsupplied,
        "isolated" => &mut s.isolated,
        "arrived-now" => &mut s.arrived[0],
        "arrived-before" => &mut s.arrived[1],
        "moved" => &mut s.moved,
        "fought" => &mut s.fought,
        "out" => &mut s.out,
        "silent" => &mut s.silent,
        "spent" => &mut s.spent,
        "retreated" => &mut s.retreated,
        "broken" => &mut s.broken,
        "duty" => &mut s.duty,
        _ => return None,
    })
}
