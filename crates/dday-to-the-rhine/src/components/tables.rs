//! Charts and figures: `data/tables.toml`.

mod file;
mod reader;

use super::{MONTHS, Map, Month, Side, Unit};
use data::{DataError, Text};
use referee::Spot;

/// Charts and figures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tables {
    /// [R.1.a] By month, before ports.
    pub allied_rp: [u8; MONTHS],
    /// [R.7] By month.
    pub german_rp: [u8; MONTHS],
    /// [C.13] By month.
    pub overcast: [bool; MONTHS],
    /// [R.1]
    pub rp_cap: u8,
    /// [R.2.a]
    pub beach_pc: u8,
    /// [O.2.a] By month: the weather die shows clear up to this; 6 where none is rolled.
    pub clear_on: [u8; MONTHS],
    /// [O.2] The first month with a weather die.
    pub weather_from: Month,
    /// [O.2.c] RP the German gains in overcast, and loses where clear weather was not due.
    pub weather_rp: u8,
    /// [C.10] By the number rolled, less 1.
    pub allied_die: [Face; 6],
    pub german_die: [Face; 6],
    /// [O.4]
    pub weak_german_die: [Face; 6],
    /// [I.3] Allied dice in each landing.
    pub invasion_dice: u8,
    /// [O.4] By the letter of the text.
    pub invasion_dice_strict: u8,
    /// [I.11] The 5th Panzer Army.
    pub held_in_june: usize,
    /// [R.11]
    pub costs: Costs,
    /// [A.11] RP a month on replacements; [A.11.c, A.11.d] French and German infantry have no limit.
    /// [A.11.a]
    pub limit_cw: u8,
    /// [A.11.b]
    pub limit_us: u8,
    /// [A.11.e]
    pub limit_panzer: u8,
    /// [A.11.f] From this month German armies and elite corps are not rebuilt.
    pub no_rebuild_from: Month,
    /// [G.8, G.8.e, G.8.f] By ground: MP to enter.
    pub move_cost: [u8; 3],
    /// [G.8] By ground: dice each attacking unit loses.
    pub attack_loss: [u8; 3],
    /// [M.1.a]
    pub zoc_cost: u8,
    /// [M.4] Added to the cost of the hex.
    pub rhine_cost: u8,
    /// [G.8.c]
    pub river_loss: u8,
    /// [G.8.a] Dice each attacker loses, and the defender gains.
    pub fortress_loss: u8,
    pub fortress_gain: u8,
    /// [G.8.b]
    pub major_gain: u8,
    /// [G.8.d]
    pub coast_loss: u8,
    pub coast_gain: u8,
    /// [S.2]
    pub naval_dice: u8,
    /// [S.3]
    pub bomber_dice: u8,
    /// [S.4.e]
    pub airborne_dice: u8,
    /// [S.4.a]
    pub airborne_per_month: u8,
    /// [I.10] Used up by the landings of the 12th and of the 21st Army Group: places among the airborne units.
    pub airborne_invasion: [usize; 2],
    /// [RCO.4.c]
    pub surprise_dice: u8,
    /// [RCO.4] Markers by the month of the offensive.
    pub surprise: [(Month, u8); 3],
    /// [RCO.2] The 6th Panzer Army, and its strength by the month of the offensive, as in `surprise`.
    pub dietrich: usize,
    pub dietrich_sp: [u8; 3],
    /// [RCO.2] The I SS Panzer Corps; 0 is not at all.
    pub first_ss: usize,
    pub first_ss_sp: [u8; 3],
    /// [SUP.13]
    pub supply_range: u8,
    /// [SUP.8] MP a unit out of supply is short of.
    pub unsupplied_loss: u8,
    /// [SUP.1, SUP.3] The south edge of France is German before this month and Allied from it on.
    pub south_france_allied_from: Month,
    /// [M.8] Hexes for each MP.
    pub motorized: u8,
    /// [M.9]
    pub rail_from: Month,
    /// [A.9.a]
    pub places_b: Vec<Spot>,
    /// [A.9.b]
    pub places_g: Vec<Spot>,
    /// [A.9.c]
    pub places_h: Vec<Spot>,
    /// [A.9.d] With every city in Germany.
    pub places_panzer: Vec<Spot>,
    /// [O.1]
    pub hidden_markers: u8,
    pub phantoms: u8,
    /// [O.1.c] Hexes from a German unit.
    pub phantom_range: u8,
    /// [O.1.e]
    pub phantom_mp: u8,
    /// [V.4]
    pub cards: Vec<Card>,
    pub victory: Victory,
}

/// [R.11] In RP.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Costs {
    /// Tactical, motorized or rail.
    pub movement: u8,
    pub attack: u8,
    /// [ACT.5.a] With several army groups.
    pub attack_mixed: u8,
    pub step_infantry: u8,
    pub step_panzer: u8,
    pub unit_volksturm: u8,
    pub unit_infantry: u8,
    pub unit_panzer: u8,
}

/// [C.10]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Face {
    Infantry,
    Panzer,
    Aircraft,
    Blank,
}

impl Face {
    pub const fn name(self) -> &'static str {
        match self {
            Face::Infantry => "infantry",
            Face::Panzer => "panzer",
            Face::Aircraft => "aircraft",
            Face::Blank => "blank",
        }
    }
}

/// [S.4] An airborne unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Airborne {
    /// `82AB`
    pub id: String,
    pub name: String,
    /// [S.4.g]
    pub available: Month,
}

/// [V.4] An objective card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    pub number: u8,
    pub side: Side,
    pub name: String,
    /// What wins, in a sentence.
    pub objective: String,
    /// `V.5`
    pub rule: String,
}

/// [V.5, V.6, V.7, V.8, V.9, V.10, V.11, V.12] Cities and figures that decide games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Victory {
    /// [V.5] Army groups east of the Rhine, and cities in Germany.
    pub broad_groups: u8,
    pub broad_cities: u8,
    /// [V.6] Ruhr cities.
    pub thrust_ruhr: u8,
    /// [V.7] Frankfurt, Mannheim, Saarbrucken.
    pub saar: Vec<Spot>,
    /// [V.8] Fewer cities in Germany than this are lost.
    pub watch_cities: u8,
    /// [V.9] The PC never reached this.
    pub ports_pc: u8,
    /// [V.10] Antwerp, Liege, Namur; Allied steps in one German phase; from November.
    pub blow: Vec<Spot>,
    pub blow_steps: u8,
    pub blow_from: Month,
    /// [V.11]
    pub even_ruhr: u8,
    pub even_cities: u8,
    /// [V.12.b] PC of ports without beach-heads.
    pub normandy_pc: u8,
    /// [V.12.c] Paris, Brussels, Antwerp.
    pub france: Vec<Spot>,
}

pub(super) fn read(text: &Text, map: &Map, units: &[Unit]) -> Result<(Tables, Vec<Airborne>), DataError> {
    reader::read(text, map, units)
}
