//! A walk at random: playouts need a lawful path, not all of them.

use crate::board::{Board, Way};
use crate::reach::Toll;
use referee::{Dice, Spot};

/// A lawful path of a few random steps that ends where `may_end` allows; much quicker than a search for every
/// destination. It never comes back to where it began.
pub fn wander(
    board: &Board,
    from: Spot,
    budget: u16,
    mut toll: impl FnMut(Spot, Way) -> Toll,
    may_end: impl Fn(Spot) -> bool,
    dice: &mut dyn Dice,
) -> Option<Vec<Spot>> {
    let (mut at, mut left) = (from, budget);
    let mut path = Vec::with_capacity(8);
    for _ in 0..=dice.pick(8) {
        let ways = board.ways(at);
        let Ok(choices @ 1..) = u16::try_from(ways.len()) else { break };
        let way = ways[usize::from(dice.pick(choices))];
        let (cost, stops) = match toll(at, way) {
            Toll::Pay(cost) => (cost, false),
            Toll::PayAndStop(cost) => (cost, true),
            Toll::Barred(_) => continue,
        };
        if cost > left || way.to == from {
            continue;
        }
        left -= cost;
        at = way.to;
        path.push(at);
        if stops {
            break;
        }
    }
    while path.last().is_some_and(|end| !may_end(*end)) {
        path.pop();
    }
    (!path.is_empty()).then_some(path)
}
