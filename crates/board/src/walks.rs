//! Walks of an exact number of steps: retreats.

use crate::board::{Board, Way};
use referee::{Leg, Reach, Spot};

/// Level by level: which spots can be stood on after exactly k steps, for k = 1..=length.
/// `step(from, way, k)` says whether step number k may go that way.
///
/// A leg's cost is its k; a walk may and must end where k = length, and nowhere else. A spot is
/// listed at the first level that reaches it and never again, and the start is never a leg. So this
/// finds every walk if no spot can be reached by walks of different lengths, which is how retreats
/// work: `step` refuses whatever does not lead to distance k from where the retreat began.
pub fn walks(board: &Board, from: Spot, length: u8, mut step: impl FnMut(Spot, Way, u8) -> bool) -> Reach {
    let mut legs: Vec<Leg> = Vec::with_capacity(usize::from(length) * 4);
    let mut level = 0..0;
    for k in 1..=length {
        let mut found = |at: Spot, legs: &mut Vec<Leg>| {
            for &way in board.ways(at) {
                // Walks are short: their legs are searched sooner than a board is cleared.
                if way.to != from && step(at, way, k) && legs.iter().all(|leg| leg.spot != way.to) {
                    let last = k == length;
                    legs.push(Leg { spot: way.to, via: at, cost: u16::from(k), end: last, stop: last });
                }
            }
        };
        let end = legs.len();
        if k == 1 {
            found(from, &mut legs);
        }
        for i in level {
            found(legs[i].spot, &mut legs);
        }
        level = end..legs.len();
    }
    Reach { from, budget: u16::from(length), scale: 0, legs }
}
