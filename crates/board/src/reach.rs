//! Where a piece can go with what it may spend: the search behind movement.

use crate::board::{Board, Way};
use crate::scratch::{Arrival, Doors, Scratch};
use referee::{Leg, Reach, Rule, Spot};

/// What a single step takes. A game has one function that says so; `reach` finds destinations with
/// it, and the check of a given path refuses with the very rule it names.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Toll {
    Pay(u16),
    /// The piece pays and goes no further.
    PayAndStop(u16),
    Barred(Rule),
}

/// Every spot the budget can pay for, with the cheapest way there. `may_end` says whether a path may
/// end on a spot; where it may not, the spot can still be passed. A step may cost nothing. The start
/// itself is never a leg.
///
/// In most games stopping depends on the spot alone. Should a spot be entered from one side with a
/// stop and from another without, its leg is the cheapest way *without*, because other legs may lead
/// on from it; a leg says `stop` only where every way in stops.
///
/// Legs that can be passed come first, cheapest first, then those that stop. Tolls are not asked
/// where the answer could not matter. Costs stay below 65,535.
pub fn reach(
    board: &Board,
    from: Spot,
    budget: u16,
    toll: impl FnMut(Spot, Way) -> Toll,
    may_end: impl FnMut(Spot) -> bool,
) -> Reach {
    reach_sparing(board, from, budget, |_| 0, toll, may_end)
}

/// As [`reach`], for games that know what it takes at least to leave a spot: where too little is left, no toll is asked.
pub fn reach_sparing(
    board: &Board,
    from: Spot,
    budget: u16,
    least: impl Fn(Spot) -> u16,
    mut toll: impl FnMut(Spot, Way) -> Toll,
    mut may_end: impl FnMut(Spot) -> bool,
) -> Reach {
    let mut scratch = Scratch::take();
    let Scratch { chains, doors, left, stops } = &mut *scratch;
    // What has not been reached counts as just too dear, so that one comparison tells both.
    let unreached = Arrival { cost: budget.saturating_add(1), via: from };
    let doors = refilled(doors, board.len(), Doors { passing: unreached, stopping: unreached });
    let left = sized(left, board.len(), from);
    let mut left_count = 0;
    stops.clear();

    let mut frontier = chains.frontier(board, budget);
    doors[from.index()].passing.cost = 0;
    frontier.push(from, 0);
    while let Some((at, paid)) = frontier.pop() {
        // A cheaper way here was found after this one had been queued.
        if doors[at.index()].passing.cost < paid {
            continue;
        }
        left[left_count] = at;
        left_count += 1;
        if cheaper(paid, least(at), unreached.cost).is_none() {
            continue;
        }
        for &way in board.ways(at) {
            let to = &mut doors[way.to.index()];
            if to.passing.cost <= paid {
                continue;
            }
            match toll(at, way) {
                Toll::Pay(toll) => {
                    if let Some(cost) = cheaper(paid, toll, to.passing.cost) {
                        to.passing = Arrival { cost, via: at };
                        frontier.push(way.to, cost);
                    }
                }
                Toll::PayAndStop(toll) => {
                    if let Some(cost) = cheaper(paid, toll, to.stopping.cost) {
                        if to.stopping.cost == unreached.cost {
                            stops.push(way.to);
                        }
                        to.stopping = Arrival { cost, via: at };
                    }
                }
                Toll::Barred(_) => {}
            }
        }
    }

    let passed = &left[1..left_count];
    let mut legs = Vec::with_capacity(passed.len() + stops.len());
    legs.extend(passed.iter().map(|&spot| {
        let Arrival { cost, via } = doors[spot.index()].passing;
        Leg { spot, via, cost, end: may_end(spot), stop: false }
    }));
    for &spot in stops.iter() {
        let Doors { passing, stopping: Arrival { cost, via } } = doors[spot.index()];
        if passing.cost == unreached.cost {
            legs.push(Leg { spot, via, cost, end: may_end(spot), stop: true });
        }
    }
    scratch.give_back();
    Reach { from, budget, scale: 1, legs }
}

/// What was paid and the toll together, if that is less than before.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "less than a cost of 16 bits")]
pub(crate) fn cheaper(paid: u16, toll: u16, before: u16) -> Option<u16> {
    let cost = u32::from(paid) + u32::from(toll);
    (cost < u32::from(before)).then_some(cost as u16)
}

/// As long as asked for; what is in it does not matter.
#[inline]
fn sized<T: Copy>(vec: &mut Vec<T>, len: usize, value: T) -> &mut [T] {
    vec.resize(len, value);
    vec
}

#[inline]
fn refilled<T: Copy>(vec: &mut Vec<T>, len: usize, value: T) -> &mut [T] {
    vec.clear();
    vec.resize(len, value);
    vec
}
