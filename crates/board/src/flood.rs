//! How far everything lies from the nearest of many sources: supply, communications, distances.

use crate::board::{Board, Way};
use crate::reach::cheaper;
use crate::scratch::Scratch;
use referee::Spot;

/// What it costs to get to each spot from the source that is nearest to it.
#[derive(Clone, PartialEq, Debug)]
pub struct Flood {
    /// Where no source reaches, this is `unreached`.
    costs: Vec<u16>,
    unreached: u16,
}

impl Flood {
    /// `None` if no source reaches the spot within the limit.
    #[inline]
    pub fn cost(&self, spot: Spot) -> Option<u16> {
        let cost = self.costs[spot.index()];
        (cost != self.unreached).then_some(cost)
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
    // What has not been reached counts as just too dear, so that one comparison tells both.
    let unreached = limit.saturating_add(1);
    let mut reached = vec![unreached; board.len()];
    let costs = &mut reached[..];
    for (source, cost) in sources {
        costs[source.index()] = costs[source.index()].min(cost);
    }

    let mut scratch = Scratch::take();
    let mut frontier = scratch.chains.frontier(board, limit);
    for source in board.spots().filter(|spot| costs[spot.index()] < unreached) {
        frontier.push(source, costs[source.index()]);
    }
    while let Some((from, paid)) = frontier.pop() {
        // A cheaper way here was found after this one had been queued.
        if costs[from.index()] < paid {
            continue;
        }
        for &way in board.ways(from) {
            let to = way.to.index();
            if costs[to] <= paid {
                continue;
            }
            if let Some(cost) = toll(from, way).and_then(|toll| cheaper(paid, toll, costs[to])) {
                costs[to] = cost;
                frontier.push(way.to, cost);
            }
        }
    }
    scratch.give_back();
    Flood { costs: reached, unreached }
}
