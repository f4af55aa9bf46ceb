//! The rows of `tables.toml` as they are written. What a table says of its rule and its source is for readers.

use super::combat::CombatRows;
use data::Spanned;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TableFile {
    pub(super) combat: CombatRows,
    pub(super) terrain: TerrainRows,
    pub(super) defence: DefenceRow,
    pub(super) current: Vec<CurrentRow>,
    pub(super) track: TrackRow,
    pub(super) weather: WeatherRow,
    pub(super) air: AirRow,
    pub(super) withdrawal: WithdrawalRow,
    pub(super) restrictions: RestrictionRow,
    pub(super) reinforcements: ReinforcementRow,
    pub(super) rhine: RhineRow,
    pub(super) limits: LimitRow,
    pub(super) bridge_points: BridgePoints,
    pub(super) level: Vec<LevelRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TerrainRows {
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "provenance")]
    _provenance: String,
    pub(super) foot: Spanned<BTreeMap<String, TerrainRow>>,
    pub(super) mechanized: Spanned<BTreeMap<String, TerrainRow>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TerrainRow {
    pub(super) cost: Option<Spanned<String>>,
    pub(super) mud: Option<Spanned<String>>,
    pub(super) adds: Option<Spanned<String>>,
    pub(super) march: Option<Spanned<String>>,
    pub(super) march_mud: Option<Spanned<String>>,
    #[serde(rename = "provenance")]
    _provenance: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DefenceRow {
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "provenance")]
    _provenance: String,
    pub(super) river: Spanned<u8>,
    pub(super) river_entrenched: Spanned<u8>,
    pub(super) entrenched: Spanned<u8>,
    pub(super) rhine_bridge: Spanned<u8>,
    pub(super) improved_adds: Spanned<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CurrentRow {
    pub(super) name: Spanned<String>,
    pub(super) die: Spanned<String>,
    pub(super) upper: Spanned<u8>,
    pub(super) lower: Spanned<u8>,
    pub(super) lower_entrenched: Spanned<u8>,
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "provenance")]
    _provenance: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TrackRow {
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "provenance")]
    _provenance: String,
    pub(super) first: Spanned<String>,
    pub(super) last: Spanned<String>,
    pub(super) flash: Spanned<String>,
    pub(super) current_until: Spanned<String>,
    pub(super) surprise_until: Spanned<String>,
    pub(super) d_day: Spanned<BTreeMap<String, i8>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WeatherRow {
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "provenance")]
    _provenance: String,
    pub(super) table: Spanned<Vec<String>>,
    pub(super) after_clear: i8,
    pub(super) after_heavy: i8,
    pub(super) first_turn: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AirRow {
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "provenance")]
    _provenance: String,
    #[serde(rename = "US")]
    pub(super) us: AirPoints,
    #[serde(rename = "GE")]
    pub(super) ge: AirPoints,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AirPoints {
    pub(super) clear: u8,
    pub(super) light: u8,
    pub(super) heavy: u8,
    pub(super) from_turn: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WithdrawalRow {
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "provenance")]
    _provenance: String,
    pub(super) corps: String,
    pub(super) on: Vec<WithdrawalDie>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WithdrawalDie {
    pub(super) from_turn: u8,
    pub(super) die: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RestrictionRow {
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "provenance")]
    _provenance: String,
    pub(super) divisions: Vec<UntilRow>,
    pub(super) us_mechanized_until_turn: u8,
    pub(super) boundary: BoundaryRow,
    pub(super) unsupplied: Vec<UntilRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UntilRow {
    pub(super) side: Spanned<String>,
    pub(super) division: Option<String>,
    pub(super) corps: Option<String>,
    pub(super) until_turn: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BoundaryRow {
    pub(super) side: Spanned<String>,
    pub(super) corps: String,
    pub(super) hexrow: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReinforcementRow {
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "provenance")]
    _provenance: String,
    pub(super) south: OneDie,
    pub(super) east: OneDie,
    pub(super) north: OneDie,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OneDie {
    pub(super) die: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RhineRow {
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "provenance")]
    _provenance: String,
    pub(super) held: Spanned<String>,
    pub(super) open: Spanned<String>,
    pub(super) ruse: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BridgePoints {
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "provenance")]
    _provenance: String,
    pub(super) points: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LevelRow {
    pub(super) winner: Spanned<String>,
    pub(super) name: Spanned<String>,
    pub(super) at_least: Spanned<u16>,
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "provenance")]
    _provenance: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LimitRow {
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "provenance")]
    _provenance: String,
    pub(super) stack: u8,
    pub(super) supply_line: u8,
    pub(super) support_range: u16,
    pub(super) support_attack: u8,
    pub(super) support_defence: u8,
    pub(super) integrity_attack: u8,
    pub(super) hilltop_range: u16,
    pub(super) march_distance: u16,
    pub(super) isolated_armour: u8,
    pub(super) entry_range: u16,
}
