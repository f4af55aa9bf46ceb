//! What happened, in ids only. The words are in words.rs.

use crate::action::Route;
use crate::components::CombatResult;
use crate::state::{Side, Unit, Units};
use board::Path;
use referee::Spot;

#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Event {
    GameTurn { turn: u8 },
    PlayerTurn { side: Side, turn: u8 },
    CombatPhase { side: Side },
    Deployed { unit: Unit, at: Spot },
    Moved { unit: Unit, path: Route, cost: u16 },
    Entered { unit: Unit, path: Route, cost: u16 },
    Exited { unit: Unit, path: Route },
    Declared { targets: Units, with: Units },
    Barrage { guns: Units },
    Support { points: u8, left: u8 },
    ProtectiveFire { guns: Units },
    Rolled { by: Side, die: u8, differential: i16, line: u8, column: u8 },
    Result { result: CombatResult, targets: Units },
    NoEffect { result: CombatResult },
    DefenderStays { result: CombatResult, guns: Units },
    Retreated { unit: Unit, path: Path<4> },
    Displaced { unit: Unit, to: Spot },
    Eliminated { unit: Unit, at: Spot },
    Scored { side: Side, points: u16, total: u16 },
    Penalty { units: u8, points: u16, total: u16 },
    Advanced { unit: Unit, path: Path<4> },
    AdvanceEnds,
    Objective { hex: Spot, points: u16 },
    Judged { us: u16, german: u16 },
}
