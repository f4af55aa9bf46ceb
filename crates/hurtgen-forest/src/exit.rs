//! [14.0] Leaving the map.

use crate::HurtgenForest;
use crate::state::Unit;
use board::Toll;
use referee::{Rule, Spot};

impl HurtgenForest {
    /// [14.0], [14.0.a] Only the 116th may leave. It pays for an imaginary hex like the one it leaves: by
    /// road the road rate, by a trail that leads off the map the trail rate. [14.13.a] As a step of
    /// movement this happens only in the owner's Movement Phase; [14.11] the move ends there, nothing leads back.
    pub(crate) fn exit_toll(&self, unit: Unit, from: Spot) -> Toll {
        if !self.card(unit).withdraws {
            return Toll::Barred(Rule("14.0"));
        }
        let tables = &self.components.tables;
        if self.is_road_hex(from) {
            return Toll::PayAndStop(tables.road_cost.into());
        }
        if self.components.map.trail_off[from.index()] {
            return Toll::PayAndStop(tables.trail_cost.into());
        }
        let ground = self.ground(from);
        if self.card(unit).motorized && self.closed_to_motorized(ground) {
            return Toll::Barred(Rule("14.0.a"));
        }
        Toll::PayAndStop(self.ground_cost(ground).into())
    }
}
