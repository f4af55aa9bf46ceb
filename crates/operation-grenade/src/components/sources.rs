//! Where each chart comes from, as `data/tables.toml` says: printed, derived or reconstructed.

use data::{DataError, Text};
use serde::Deserialize;

/// One sentence for each chart that is shown.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Sources {
    pub combat: CombatSource,
    pub terrain: Source,
    pub defence: Source,
    pub current: Vec<Source>,
    pub track: Source,
    pub weather: Source,
    pub air: Source,
    pub reinforcements: Source,
    pub rhine: Source,
    pub bridge_points: Source,
    pub level: Vec<Source>,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Source {
    pub provenance: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct CombatSource {
    pub provenance: String,
    /// [9.97] Which results are breakthroughs.
    pub breakthrough: Source,
}

/// Whether something stands in the rulebook, by the first word of its provenance.
pub fn is_printed(provenance: &str) -> bool {
    provenance.starts_with("printed")
}

pub(super) fn load(text: &Text) -> Result<Sources, DataError> {
    data::from_toml(text)
}
