//! The queue behind `reach` and `flood`: spots in order of what it costs to get there.

use crate::board::Board;
use referee::Spot;

/// One bucket for each cost (Dial's queue): costs are small integers, so nothing is compared or
/// sorted. A bucket is a chain through one common store. Spots may join the bucket that is being
/// emptied, so a step may cost nothing.
///
/// It works on slices, not vectors: their addresses then stay in registers, which is worth a third
/// of the time of a search.
pub(crate) struct Frontier<'a> {
    /// The last link of the chain for each cost.
    last: &'a mut [u32],
    links: &'a mut [Link],
    used: u32,
    waiting: u32,
    cost: usize,
}

#[derive(Copy, Clone)]
struct Link {
    spot: Spot,
    before: u32,
}

/// Where a chain begins: before its first link.
const NONE: u32 = u32::MAX;

/// Memory for a frontier, kept from one search to the next. All its chains are empty meanwhile.
#[derive(Default)]
pub(crate) struct Chains {
    last: Vec<u32>,
    links: Vec<Link>,
}

impl Chains {
    /// A frontier that takes costs up to `dearest`, and as many pushes as there are spots to start
    /// from and ways to go on: a search leaves each spot once.
    pub(crate) fn frontier(&mut self, board: &Board, dearest: u16) -> Frontier<'_> {
        let costs = usize::from(dearest) + 1;
        let pushes = board.len() + 2 * board.edges();
        self.last.resize(costs.max(self.last.len()), NONE);
        self.links.resize(pushes.max(self.links.len()), Link { spot: Spot(0), before: NONE });
        Frontier { last: &mut self.last, links: &mut self.links, used: 0, waiting: 0, cost: 0 }
    }
}

impl Frontier<'_> {
    /// `cost` may not be lower than that of the spot popped last.
    #[inline]
    pub(crate) fn push(&mut self, spot: Spot, cost: u16) {
        let last = &mut self.last[usize::from(cost)];
        self.links[self.used as usize] = Link { spot, before: *last };
        *last = self.used;
        self.used += 1;
        self.waiting += 1;
    }

    /// The cheapest spot and its cost.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "every chain stands for a cost of 16 bits")]
    pub(crate) fn pop(&mut self) -> Option<(Spot, u16)> {
        if self.waiting == 0 {
            return None;
        }
        while self.last[self.cost] == NONE {
            self.cost += 1;
        }
        let last = &mut self.last[self.cost];
        let link = self.links[*last as usize];
        *last = link.before;
        self.waiting -= 1;
        Some((link.spot, self.cost as u16))
    }
}
