//! Where the figures of `data/tables.toml` come from, for the charts.

use data::{DataError, Text};
use serde::Deserialize;
use std::collections::BTreeMap;

/// By table: `combat`, `weather.table`, and what it says of itself.
#[derive(Clone, Debug, Default)]
pub struct Sources(BTreeMap<String, String>);

impl Sources {
    /// What a table says of itself; empty if it says nothing.
    pub fn of(&self, table: &str) -> &str {
        self.0.get(table).map_or("", String::as_str)
    }

    pub fn is_printed(&self, table: &str) -> bool {
        self.of(table).starts_with("printed")
    }
}

/// Tables within tables, and the words among their values; everything else is left to `tables.rs`.
#[derive(Deserialize)]
#[serde(untagged)]
enum Value {
    Word(String),
    Table(BTreeMap<String, Value>),
    Rows(Vec<BTreeMap<String, Value>>),
    Other(serde::de::IgnoredAny),
}

pub(super) fn load(text: &Text) -> Result<Sources, DataError> {
    let file: BTreeMap<String, Value> = data::from_toml(text)?;
    let mut sources = Sources::default();
    gather("", &file, &mut sources);
    Ok(sources)
}

fn gather(name: &str, table: &BTreeMap<String, Value>, sources: &mut Sources) {
    if let Some(Value::Word(provenance)) = table.get("provenance") {
        // Of several rows with one name the weakest source counts.
        let known = sources.0.entry(name.to_owned()).or_insert_with(|| provenance.clone());
        if provenance.starts_with("reconstructed") {
            known.clone_from(provenance);
        }
    }
    for (key, value) in table {
        let path = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
        match value {
            Value::Table(inner) => gather(&path, inner, sources),
            Value::Rows(rows) => rows.iter().for_each(|row| gather(&path, row, sources)),
            Value::Word(_) | Value::Other(_) => {}
        }
    }
}
