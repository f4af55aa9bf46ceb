//! What happened, in ids only. The words are in words.rs.

use crate::components::CombatResult;
use crate::state::{Side, Unit, Units, Weather};
use referee::Spot;

#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Event {
    Turn(u8),
    GivenWeather(Weather),
    Weather {
        die: u8,
        weather: Weather,
    },
    PlayerTurn(Side),
    Plotted {
        unit: Unit,
        at: Spot,
        impulse: u8,
    },
    AllPlotted,
    Stands {
        unit: Unit,
        at: Spot,
        reserve: bool,
    },
    Due(Units),
    Lottery {
        unit: Unit,
        die: u8,
        arrived: bool,
    },
    Replacements([u8; 13]),
    NotReceived(u8),
    Owed {
        kind: u8,
        count: u8,
    },
    Points {
        count: u16,
        source: &'static str,
    },
    /// A unit and what became of it.
    About {
        unit: Unit,
        what: &'static str,
    },
    Cannibalized {
        units: Units,
        kind: u8,
        count: u8,
    },
    Supplied {
        units: Units,
        points: u16,
        left: u16,
    },
    Former(Units),
    Impulse {
        number: u8,
        points: u16,
        left: u16,
        south: bool,
    },
    Unsupplied(Units),
    Airfed(Units),
    Ready {
        units: Units,
        points: u16,
        left: u16,
    },
    Moved {
        unit: Unit,
        to: Spot,
        half_points: u16,
    },
    Entered {
        unit: Unit,
        at: Spot,
    },
    Group {
        brigade: Unit,
        with: Units,
    },
    At {
        unit: Unit,
        at: Spot,
        what: &'static str,
    },
    Plain(&'static str),
    Bridge {
        bridge: u8,
        side: Side,
    },
    Mutiny {
        die: u8,
        mutiny: bool,
    },
    Reserves(Units),
    Drops {
        unit: Unit,
        at: Spot,
    },
    Attack {
        hex: Spot,
        with: Units,
    },
    WaterPaid {
        points: u16,
        left: u16,
        sea: bool,
    },
    Visibility {
        die: u8,
        cloudy: bool,
    },
    Supports {
        air: Units,
        hex: Spot,
        attack: bool,
    },
    Intercepts {
        air: Unit,
        hex: Spot,
    },
    Transfers {
        air: Unit,
        to: Spot,
    },
    Fires {
        by: Unit,
        at: Unit,
        die: u8,
    },
    FiresBack {
        by: Unit,
        at: Unit,
        die: u8,
    },
    /// An attack is resolved.
    Battle {
        hex: Spot,
        attackers: Units,
        defenders: Units,
    },
    /// In 128ths.
    Ratio {
        attack: u32,
        defence: u32,
        /// None below the first column: an assault takes that [21.A.2.a].
        column: Option<u8>,
    },
    /// Nobody is left for an attack that was declared.
    CalledOff(Spot),
    Shift {
        what: &'static str,
        columns: i8,
    },
    Column(u8),
    Result {
        die: u8,
        result: CombatResult,
        column: u8,
        /// Who attacks, and what each die would have brought.
        by: Side,
        faces: [CombatResult; 6],
    },
    Exchange {
        defender: u8,
        attacker: u8,
    },
    Raises {
        attacker: bool,
        to: u8,
        stays: bool,
    },
    Retreats {
        units: Units,
        to: Spot,
        on: bool,
    },
    Advances {
        unit: Unit,
        to: Spot,
    },
    Released {
        unit: Unit,
        die: u8,
        released: bool,
    },
    Dams {
        until: u8,
    },
    Failed {
        hex: Spot,
    },
    Flooded {
        points: u16,
    },
    Outcome {
        winner: Option<Side>,
        level: &'static str,
    },
}
