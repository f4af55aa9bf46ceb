//! What a player can do.

use crate::state::{Unit, Units};
use board::Path;
use referee::{Illegal, Rule, Spot};

/// [5.22] Twelve points on a road are 24 hexes; one more step leaves the map.
pub type Route = Path<26>;

#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Action {
    /// [16.2]
    Deploy {
        unit: Unit,
        at: Spot,
    },
    /// [5.0], [13.0], [14.0] A move, also one that begins off the map or ends there.
    Move {
        unit: Unit,
        path: Route,
    },
    /// [7.0] By adjacent units.
    Attack {
        targets: Units,
        with: Units,
    },
    /// [8.1] By artillery and Ground Support alone.
    Bombard {
        targets: Units,
    },
    /// [8.2]
    Barrage {
        guns: Units,
    },
    /// [9.0]
    Support {
        points: i16,
    },
    /// [8.4]
    ProtectiveFire {
        guns: Units,
    },
    /// [7.7]
    Retreat {
        unit: Unit,
        path: Path<4>,
    },
    /// [7.8]
    Displace {
        unit: Unit,
        to: Spot,
    },
    /// [7.9]
    Advance {
        unit: Unit,
        path: Path<4>,
    },
    Done,
}

pub(crate) const NOT_NOW: Illegal = Illegal::new(Rule("4.1"), "this is not done at this point of the sequence of play");
