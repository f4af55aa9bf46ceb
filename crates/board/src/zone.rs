//! Zones: the spots that pieces look into from next door.

use crate::board::{Board, Way};
use crate::sets::SpotSet;
use referee::Spot;

/// Every spot next to one of `from` to which `passes` lets something through. The spots of `from`
/// themselves are in it only if a neighbour among them projects into them.
#[inline]
pub fn project<const W: usize>(
    board: &Board,
    from: impl IntoIterator<Item = Spot>,
    mut passes: impl FnMut(Spot, Way) -> bool,
) -> SpotSet<W> {
    let mut zone = SpotSet::empty();
    for spot in from {
        for &way in board.ways(spot) {
            if passes(spot, way) {
                zone.insert(way.to);
            }
        }
    }
    zone
}
