//! How far everything lies from the nearest of many sources: supply, communications, distances.

use crate::board::{Board, Way};
use crate::frontier::Frontier;
use referee::Spot;

const UNREACHED: u16 = u16::MAX;

/// What it costs to get to each spot from the source that is nearest to it.
#[derive(Clone, PartialEq, Debug)]
pub struct Flood {
    costs: Vec<u16>,
}

impl Flood {
    /// `None` if no source reaches the spot within the limit.
    #[inline]
    pub fn cost(&self, spot: Spot) -> Option<u16> {
        let cost = self.costs[spot.index()];
        (cost != UNREACHED).then_some(cost)
    }
}

/// Spreads from every source, which begins with the cost given, until the limit is spent. `toll` says
/// what a step takes, or `None` where there is no way through; it may be nothing.
///
/// A toll is asked in the direction of spreading. Costs stay below 65,535.
pub fn flood(
    board: &Board,
    sources: impl IntoIterator<Item = (Spot, u16)>,
    limit: u16,
    mut toll: impl FnMut(Spot, Way) -> Option<u16>,
) -> Flood {
    let mut costs = vec![UNREACHED; board.len()];
    let mut frontier = Frontier::default();
    for (source, cost) in sources {
        if cost <= limit && cost < costs[source.index()] {
            costs[source.index()] = cost;
            frontier.push(source, cost);
        }
    }
    while let Some((from, paid)) = frontier.pop() {
        // A cheaper way here was found after this one had been queued.
        if costs[from.index()] < paid {
            continue;
        }
        for &way in board.ways(from) {
            if costs[way.to.index()] <= paid {
                continue;
            }
            let Some(cost) = toll(from, way).and_then(|toll| paid.checked_add(toll)) else { continue };
            if cost <= limit && cost < costs[way.to.index()] {
                costs[way.to.index()] = cost;
                frontier.push(way.to, cost);
            }
        }
    }
    Flood { costs }
}
