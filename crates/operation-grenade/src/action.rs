//! What a player can do.

use crate::state::{Flood, STACKS, Unit, Units};
use board::Path;
use referee::{Illegal, Rule, Spot};

/// [5.52] Fourteen points at a third each are 42 hexes.
pub type Route = Path<44>;
/// Hexes that defend together, in ascending order.
pub type Targets = Path<STACKS>;
/// [9.97.4] Four hexes and one more.
pub type Chase = Path<5>;

#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Action {
    /// [16.2.o]
    Deploy { unit: Unit, at: Spot },
    /// [16.2.o] All that are left, as suggested.
    DeployRest,
    /// [17.0]
    Flood(Flood),
    /// [18.0] A day of February.
    DDay(i16),
    /// [5.4], [26.0], [14.1] A tactical move.
    Move { unit: Unit, path: Route },
    /// [5.5], [14.12] A strategic move.
    March { unit: Unit, path: Route },
    /// Ends a move or an advance that was interrupted.
    Halt,
    /// [7.11.a]
    Remove(Units),
    /// [9.0]
    Attack { targets: Targets, with: Units },
    /// [9.62]
    Support(Units),
    /// [13.11]
    Air(i16),
    /// [7.22]
    Fight(Unit),
    /// [9.85] One step.
    Lose(Unit),
    /// [9.85.a] So many hexes; the rest is paid in steps.
    FallBack(i16),
    /// [9.91] The stack in this hex goes one hex.
    Retreat { from: Spot, to: Spot },
    /// [9.96.a]
    Leave,
    /// [9.94]
    Advance { unit: Unit, path: Chase },
    /// [22.23]
    Ruse(bool),
    /// [21.12]
    Place { unit: Unit, at: Spot },
    /// Ends movement, combat, the advances of a combat.
    Done,
}

pub(crate) const NOT_NOW: Illegal = Illegal::new(Rule("4.2"), "this is not done at this point of the sequence of play");
