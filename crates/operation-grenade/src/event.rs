//! What happened, in ids only. The words are in words.rs.

use crate::action::{Route, Targets};
use crate::components::{CombatResult, Quarter};
use crate::state::{Current, Flood, Side, Unit, Units, Weather};
use referee::Spot;

#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Event {
    GameTurn {
        turn: u8,
        day: u8,
    },
    PlayerTurn {
        side: Side,
    },
    Deployed {
        unit: Unit,
        at: Spot,
    },
    NoRoom {
        unit: Unit,
    },
    Flooded {
        flood: Flood,
    },
    DDay {
        day: u8,
    },
    Current {
        die: u8,
        modified: u8,
        current: Current,
    },
    Weather {
        die: u8,
        modified: u8,
        weather: Weather,
    },
    Mud,
    Withdrawal {
        die: u8,
        free: bool,
    },
    CorpsAttacked,
    ReinforcementDice {
        dice: [u8; 3],
    },
    Group {
        quarter: Quarter,
        units: Units,
    },
    Unsupplied {
        units: Units,
    },
    Isolated {
        units: Units,
    },
    Entered {
        unit: Unit,
        at: Spot,
    },
    Bridged {
        unit: Unit,
        to: Spot,
    },
    MinimumMove {
        unit: Unit,
        to: Spot,
    },
    Moved {
        unit: Unit,
        path: Route,
        cost: u16,
        march: bool,
    },
    Removed {
        unit: Unit,
        at: Spot,
    },
    CombatPhase {
        side: Side,
    },
    Declared {
        targets: Targets,
        with: Units,
    },
    Supports {
        gun: Unit,
        attack: bool,
    },
    Air {
        attack: bool,
        left: u8,
    },
    NoAir {
        attack: bool,
    },
    AdvanceEnds,
    Fights {
        unit: Unit,
        hex: Spot,
    },
    Drew {
        unit: Unit,
        morale: u8,
    },
    Strength {
        unit: Unit,
        side: Side,
        strength: u16,
    },
    Multiplied {
        hex: Spot,
        times: u16,
    },
    Improved {
        hex: Spot,
        adds: u16,
    },
    /// [11.33.1], [11.42.1], [11.42.2] Weakened by supply.
    HalfAttack {
        units: Units,
    },
    FaintAttack {
        units: Units,
    },
    HalfDefence {
        units: Units,
    },
    Ratio {
        attack: u16,
        defence: u16,
        line: u8,
        column: u8,
        shifted: u8,
    },
    Integrity {
        division: Unit,
        right: bool,
    },
    Hilltop {
        attacker: bool,
    },
    CombinedArms,
    Surprise,
    MudShift,
    Cleared {
        unit: Unit,
        hex: Spot,
    },
    Dice {
        dice: [u8; 2],
        result: CombatResult,
        targets: Targets,
    },
    Breakthrough,
    Reduced {
        unit: Unit,
    },
    Cadre {
        unit: Unit,
    },
    StepGone {
        unit: Unit,
        at: Spot,
    },
    ChitBack {
        unit: Unit,
        morale: u8,
    },
    CopyGone {
        unit: Unit,
    },
    CaughtRetreating {
        unit: Unit,
    },
    Retreated {
        units: Units,
        from: Spot,
        to: Spot,
    },
    LeftMap {
        unit: Unit,
    },
    Advanced {
        unit: Unit,
        to: Spot,
    },
    Levy {
        town: u8,
        die: u8,
    },
    LevySize {
        units: u8,
    },
    Placed {
        unit: Unit,
        at: Spot,
    },
    NoPlace {
        unit: Unit,
    },
    Ruse {
        bridge: u8,
    },
    Demolition {
        bridge: u8,
        dice: [u8; 2],
        blown: bool,
    },
    Taken {
        hex: Spot,
    },
    Retaken {
        hex: Spot,
    },
    Crossed {
        unit: Unit,
        bridge: u8,
    },
    Judged {
        points: u16,
    },
}
