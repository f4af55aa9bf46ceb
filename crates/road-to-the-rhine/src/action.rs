//! What a player can do.

use crate::state::{Unit, Units};
use board::Path;
use referee::{Illegal, Rule, Spot};

/// Twenty-five points at a half each are 50 hexes.
pub type Route = Path<64>;
/// Two hexes; longer ones can be written, and are refused.
pub type Chase = Path<4>;

#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Action {
    /// [30.C.a]
    Deploy {
        unit: Unit,
        at: Spot,
        reserve: bool,
    },
    DeployRest,
    /// [21.A.5.a], [21.C.b] `NOWHERE` is none; impulse 0 for Allied units.
    Plot {
        unit: Unit,
        at: Spot,
        impulse: u8,
    },
    /// [33.F]
    Forgo(u8),
    /// [18.C.1.a] Kind of replacement, or nothing: free.
    Rebuild {
        units: Units,
        with: Option<u8>,
    },
    /// [18.E.a]
    Cannibalize(Units),
    /// [5.C.4.a]
    Airlift(Units),
    /// [5.D.1.b]
    Supply(Units),
    /// [34.D.b]
    FreeSupply(Units),
    /// [31.E.c]
    Withdraw(Unit),
    /// [5.D.3.a], [5.C.2.c]
    Impulse {
        south: bool,
    },
    /// [16.a]
    End,
    /// [6.D.a]
    DropSupply(Units),
    /// [5.D.2.c]
    Fuel(Units),
    /// [7.c]
    Move {
        unit: Unit,
        path: Route,
        breaks: bool,
    },
    /// [22.A.1]
    Break(Unit),
    /// [22.A.2]
    Combine(Unit),
    /// [22.C.4.a]
    Group {
        brigade: Unit,
        with: Units,
    },
    /// [9.a]
    Reserve(Units),
    /// [21.A.1.a]
    Drop(Unit),
    /// [11.a]
    Attack {
        hex: Spot,
        with: Units,
    },
    /// [10.A.1.a], [10.A.2.a]
    Support {
        hex: Spot,
        with: Units,
        extended: bool,
    },
    /// [10.A.3.a]
    Intercept {
        hex: Spot,
        with: Units,
    },
    /// [10.A.4.a]
    Transfer {
        air: Unit,
        to: Spot,
    },
    /// [10.A.3.d]
    Aim(Units),
    /// [11.f]
    Resolve(Spot),
    /// [11.B.DX.a]
    Bid(i16),
    /// [11.B.EX.b]
    Escalate,
    Decline,
    /// [11.C.a]
    Lose(Unit),
    /// [11.D.b]
    First {
        units: Units,
        to: Spot,
    },
    Second {
        units: Units,
        to: Spot,
    },
    /// [3.e]
    Further {
        unit: Unit,
        to: Spot,
    },
    /// [28.c]
    Surrender(Units),
    /// [11.E.b]
    Advance {
        unit: Unit,
        path: Chase,
    },
    /// [16.a]
    Final,
    GoOn,
    /// [26.e]
    Release(Units),
    /// [24.a]
    Dams,
    NoDams,
    Done,
}

pub(crate) const fn no(rule: Rule, why: &'static str) -> Illegal {
    Illegal::new(rule, why)
}

pub(crate) const NOT_NOW: Illegal = no(Rule("4.g"), "this is not done at this point of the sequence of play");
