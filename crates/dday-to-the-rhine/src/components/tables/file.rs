//! The tables of `data/tables.toml`, as they are written.

use crate::components::Name;
use data::Spanned;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) month: Vec<MonthLine>,
    pub(super) rp: Rp,
    pub(super) weather: Weather,
    pub(super) dice: Dice,
    pub(super) invasion: Invasion,
    pub(super) costs: CostTable,
    pub(super) limits: Limits,
    pub(super) terrain: Terrain,
    pub(super) hexside: Hexside,
    pub(super) support: Support,
    pub(super) airborne: Vec<AirborneLine>,
    pub(super) offensive: Offensive,
    pub(super) supply: Supply,
    pub(super) movement: Movement,
    pub(super) places: Places,
    pub(super) hidden: Hidden,
    pub(super) card: Vec<CardLine>,
    pub(super) victory: VictoryTable,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MonthLine {
    pub(super) name: Name,
    pub(super) allied: u8,
    pub(super) german: u8,
    pub(super) weather: Name,
    pub(super) clear_on: Option<Spanned<u8>>,
    pub(super) provenance: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rp {
    pub(super) cap: u8,
    pub(super) beach: u8,
    pub(super) provenance: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Weather {
    pub(super) german_rp: u8,
    pub(super) provenance: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Dice {
    pub(super) allied: DieLine,
    pub(super) german: DieLine,
    pub(super) weak_german: DieLine,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DieLine {
    pub(super) faces: Spanned<Vec<Name>>,
    pub(super) provenance: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Invasion {
    pub(super) dice: Spanned<u8>,
    pub(super) dice_strict: Spanned<u8>,
    pub(super) airborne: [Name; 2],
    pub(super) held: Name,
    pub(super) provenance: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CostTable {
    pub(super) movement: u8,
    pub(super) attack: u8,
    pub(super) attack_mixed: u8,
    pub(super) step_infantry: u8,
    pub(super) step_panzer: u8,
    pub(super) unit_volksturm: u8,
    pub(super) unit_infantry: u8,
    pub(super) unit_panzer: u8,
    pub(super) provenance: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Limits {
    pub(super) commonwealth: u8,
    pub(super) us: u8,
    pub(super) panzer: u8,
    pub(super) no_rebuild_from: Name,
    pub(super) provenance: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Terrain {
    pub(super) clear: TerrainLine,
    pub(super) forest: TerrainLine,
    pub(super) mountain: TerrainLine,
    pub(super) fortress: CombatLine,
    pub(super) major: CombatLine,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TerrainLine {
    pub(super) mp: Spanned<u8>,
    pub(super) attacker: u8,
    pub(super) provenance: Name,
}

/// Dice each attacker loses, and the defender gains.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CombatLine {
    pub(super) attacker: u8,
    pub(super) defender: u8,
    pub(super) provenance: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Hexside {
    pub(super) river: CombatLine,
    pub(super) coast: CombatLine,
    pub(super) rhine_mp: u8,
    pub(super) zoc_mp: u8,
    pub(super) provenance: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Support {
    pub(super) naval_dice: u8,
    pub(super) bomber_dice: u8,
    pub(super) airborne_dice: u8,
    pub(super) airborne_per_month: u8,
    pub(super) provenance: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AirborneLine {
    pub(super) id: Name,
    pub(super) name: String,
    pub(super) available: Name,
    pub(super) provenance: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Offensive {
    pub(super) army: Name,
    pub(super) corps: Name,
    pub(super) dice: u8,
    pub(super) month: [OffensiveMonth; 3],
    pub(super) provenance: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OffensiveMonth {
    pub(super) name: Name,
    pub(super) army_sp: Spanned<u8>,
    pub(super) corps_sp: Spanned<u8>,
    pub(super) surprise: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Supply {
    pub(super) range: Spanned<u8>,
    pub(super) mp_lost: u8,
    pub(super) south_france_allied_from: Name,
    pub(super) provenance: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Movement {
    pub(super) motorized: u8,
    pub(super) rail_from: Name,
    pub(super) provenance: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Places {
    #[serde(rename = "B")]
    pub(super) b: Vec<Name>,
    #[serde(rename = "G")]
    pub(super) g: Vec<Name>,
    #[serde(rename = "H")]
    pub(super) h: Vec<Name>,
    pub(super) panzer_outside_germany: Vec<Name>,
    pub(super) provenance: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Hidden {
    pub(super) markers: u8,
    pub(super) phantoms: u8,
    pub(super) phantom_range: u8,
    pub(super) phantom_mp: u8,
    pub(super) provenance: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CardLine {
    pub(super) number: Spanned<u8>,
    pub(super) side: Name,
    pub(super) name: String,
    pub(super) objective: String,
    pub(super) rule: String,
    pub(super) provenance: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VictoryTable {
    pub(super) broad_groups: u8,
    pub(super) broad_cities: u8,
    pub(super) thrust_ruhr: u8,
    pub(super) saar: Vec<Name>,
    pub(super) watch_cities: u8,
    pub(super) ports_pc: u8,
    pub(super) blow: Vec<Name>,
    pub(super) blow_steps: u8,
    pub(super) blow_from: Name,
    pub(super) even_ruhr: u8,
    pub(super) even_cities: u8,
    pub(super) normandy_pc: u8,
    pub(super) france: Vec<Name>,
    pub(super) provenance: Name,
}
