//! The queue behind `reach` and `flood`: spots in order of what it costs to get there.

use referee::Spot;

/// One bucket for each cost (Dial's queue): costs are small integers, so nothing is compared or
/// sorted. Spots of the same cost come out in the order they went in, including those that join the
/// bucket while it is being emptied, so a step may cost nothing.
#[derive(Default)]
pub(crate) struct Frontier {
    buckets: Vec<Vec<Spot>>,
    cost: usize,
    next: usize,
    waiting: usize,
}

impl Frontier {
    /// `cost` may not be lower than that of the spot popped last.
    #[inline]
    pub(crate) fn push(&mut self, spot: Spot, cost: u16) {
        let cost = usize::from(cost);
        if cost >= self.buckets.len() {
            self.buckets.resize_with(cost + 1, Vec::new);
        }
        self.buckets[cost].push(spot);
        self.waiting += 1;
    }

    /// The cheapest spot and its cost. After `None` the queue is as new, and keeps its memory.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "every bucket was opened for a cost of 16 bits")]
    pub(crate) fn pop(&mut self) -> Option<(Spot, u16)> {
        while self.waiting > 0 {
            let bucket = &mut self.buckets[self.cost];
            if let Some(&spot) = bucket.get(self.next) {
                self.next += 1;
                self.waiting -= 1;
                return Some((spot, self.cost as u16));
            }
            bucket.clear();
            self.cost += 1;
            self.next = 0;
        }
        if let Some(bucket) = self.buckets.get_mut(self.cost) {
            bucket.clear();
        }
        self.cost = 0;
        self.next = 0;
        None
    }
}
