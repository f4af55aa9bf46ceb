//! [5.5] Strategic movement: by road for a third of a point, and never near the enemy.

use crate::OperationGrenade;
use crate::state::{Hexes, Side, State};

impl OperationGrenade {
    /// [5.51], [5.51.a] Hexes that are less than three away from an enemy unit, whatever its size.
    pub(crate) fn near_enemy(&self, s: &State, side: Side) -> Hexes {
        self.within(&s.here[side.other()], self.components.tables.limits.march_distance - 1)
    }
}
