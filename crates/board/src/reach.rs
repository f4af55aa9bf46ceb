//! Where a piece can go with what it may spend: the search behind movement.

use crate::board::{Board, Way};
use crate::frontier::Frontier;
use referee::{Leg, Reach, Rule, Spot};
use std::cell::Cell;

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
    mut toll: impl FnMut(Spot, Way) -> Toll,
    mut may_end: impl FnMut(Spot) -> bool,
) -> Reach {
    // Taken out while in use: a toll may itself call `reach`, or panic.
    let mut scratch = SPARE.take().unwrap_or_default();
    let Scratch { passing, stopping, frontier, passed, stopped } = &mut *scratch;
    passing.clear();
    passing.resize(board.len(), UNREACHED);
    stopping.clear();
    stopping.resize(board.len(), UNREACHED);
    passed.clear();
    stopped.clear();

    passing[from.index()] = Arrival { cost: 0, via: from };
    frontier.push(from, 0);
    while let Some((at, paid)) = frontier.pop() {
        // A cheaper way here was found after this one had been queued.
        if passing[at.index()].cost < paid {
            continue;
        }
        passed.push(at);
        for &way in board.ways(at) {
            let to = way.to.index();
            if passing[to].cost <= paid {
                continue;
            }
            match toll(at, way) {
                Toll::Pay(cost) => {
                    if passing[to].improve(paid, cost, budget, at) {
                        frontier.push(way.to, passing[to].cost);
                    }
                }
                Toll::PayAndStop(cost) => {
                    let first = stopping[to] == UNREACHED;
                    if stopping[to].improve(paid, cost, budget, at) && first {
                        stopped.push(way.to);
                    }
                }
                Toll::Barred(_) => {}
            }
        }
    }

    let mut legs = Vec::with_capacity(passed.len() - 1 + stopped.len());
    for &spot in &passed[1..] {
        let Arrival { cost, via } = passing[spot.index()];
        legs.push(Leg { spot, via, cost, end: may_end(spot), stop: false });
    }
    for &spot in stopped.iter() {
        if passing[spot.index()] == UNREACHED {
            let Arrival { cost, via } = stopping[spot.index()];
            legs.push(Leg { spot, via, cost, end: may_end(spot), stop: true });
        }
    }
    SPARE.set(Some(scratch));
    Reach { from, budget, legs }
}

thread_local! {
    /// The memory of the last search of this thread, for the next one.
    static SPARE: Cell<Option<Box<Scratch>>> = const { Cell::new(None) };
}

#[derive(Default)]
struct Scratch {
    /// The cheapest arrival at each spot that may go on, and the cheapest that may not.
    passing: Vec<Arrival>,
    stopping: Vec<Arrival>,
    frontier: Frontier,
    /// The spots that can be passed, cheapest first, beginning with the start.
    passed: Vec<Spot>,
    /// The spots at which some way in stops, in the order they were found.
    stopped: Vec<Spot>,
}

#[derive(Copy, Clone, PartialEq)]
struct Arrival {
    cost: u16,
    via: Spot,
}

const UNREACHED: Arrival = Arrival { cost: u16::MAX, via: Spot(u16::MAX) };

impl Arrival {
    /// Comes from `via`, where `paid` was spent, if that is affordable and cheaper than before.
    #[inline]
    fn improve(&mut self, paid: u16, toll: u16, budget: u16, via: Spot) -> bool {
        let better = paid.checked_add(toll).filter(|cost| *cost <= budget && *cost < self.cost);
        if let Some(cost) = better {
            *self = Arrival { cost, via };
        }
        better.is_some()
    }
}
