//! [5.5] Strategic movement: by road for a third of a point, and never near the enemy.

use crate::OperationGrenade;
use crate::state::{Hexes, Side, State};
use referee::Spot;

/// Hexes that matter to some movers only: most have none, and offers lend the same to all.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Lent<'a> {
    Nothing,
    Of(&'a Hexes),
    Own(Hexes),
}

impl Lent<'_> {
    #[inline]
    pub(crate) fn contains(&self, hex: Spot) -> bool {
        match self {
            Lent::Nothing => false,
            Lent::Of(hexes) => hexes.contains(hex),
            Lent::Own(hexes) => hexes.contains(hex),
        }
    }
}

impl OperationGrenade {
    /// [5.51], [5.51.a] Hexes that are less than three away from an enemy unit, whatever its size.
    pub(crate) fn near_enemy(&self, s: &State, side: Side) -> Hexes {
        self.within(&s.here[side.other()], self.components.tables.limits.march_distance - 1)
    }
}
