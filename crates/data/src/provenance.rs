use crate::{DataError, Files, Text, WordFile, tables};
use std::fmt;

/// Where a fact comes from.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Provenance {
    /// It is in the rulebook, on the map or on the counter.
    Printed,
    /// It follows from what is printed.
    Derived,
    /// It is ours, because the source is lost or unreadable.
    Reconstructed,
}

/// A provenance and its reason: `reconstructed: hexside unclear`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    pub provenance: Provenance,
    /// Never empty, except for what is simply printed.
    pub why: String,
}

impl Mark {
    pub(crate) fn printed() -> Mark {
        Mark { provenance: Provenance::Printed, why: String::new() }
    }

    /// Reads `printed`, `derived: how` or `reconstructed: why`; what is wrong with it otherwise.
    pub fn read(mark: &str) -> Result<Mark, String> {
        let (word, why) = mark.split_once(':').unwrap_or((mark, ""));
        let (word, why) = (word.trim(), why.trim().to_owned());
        let provenance = match word {
            "printed" => Provenance::Printed,
            "derived" => Provenance::Derived,
            "reconstructed" => Provenance::Reconstructed,
            _ => return Err(format!("unknown provenance {word:?}; known: printed, derived, reconstructed")),
        };
        if why.is_empty() && provenance != Provenance::Printed {
            return Err(format!("say why: `{word}: the reason`"));
        }
        Ok(Mark { provenance, why })
    }

    /// The reason, if the fact is ours.
    pub fn reconstructed(&self) -> Option<&str> {
        (self.provenance == Provenance::Reconstructed).then_some(self.why.as_str())
    }
}

/// How many records of a file are printed and how many are ours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProvenanceCount {
    pub file: String,
    pub printed: usize,
    pub derived: usize,
    pub reconstructed: usize,
}

impl ProvenanceCount {
    fn add(&mut self, provenance: Provenance) {
        match provenance {
            Provenance::Printed => self.printed += 1,
            Provenance::Derived => self.derived += 1,
            Provenance::Reconstructed => self.reconstructed += 1,
        }
    }
}

impl fmt::Display for ProvenanceCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ProvenanceCount { file, printed, derived, reconstructed } = self;
        write!(f, "{file}: {printed} printed, {derived} derived, {reconstructed} reconstructed")
    }
}

/// Counts the records of each file by provenance: lines of a word file, marked tables of a TOML file.
pub fn provenance_report(files: &Files) -> Result<Vec<ProvenanceCount>, DataError> {
    files.texts().iter().map(count).collect()
}

fn count(text: &Text) -> Result<ProvenanceCount, DataError> {
    let mut count = ProvenanceCount { file: text.shown().to_owned(), printed: 0, derived: 0, reconstructed: 0 };
    if text.name().ends_with(".toml") {
        let table: toml::Table = tables::from_toml(text)?;
        count_tables(text, &toml::Value::Table(table), &mut count)?;
    } else {
        for record in WordFile::read(text)?.records() {
            count.add(record.mark().provenance);
        }
    }
    Ok(count)
}

/// A table with `provenance = "..."` is one record; a rule with `data = "reconstructed"` is one, too.
fn count_tables(text: &Text, value: &toml::Value, count: &mut ProvenanceCount) -> Result<(), DataError> {
    match value {
        toml::Value::Table(table) => {
            if let Some(mark) = table.get("provenance").and_then(toml::Value::as_str) {
                count.add(Mark::read(mark).map_err(|what| text.error(what))?.provenance);
            }
            if table.get("data").and_then(toml::Value::as_str) == Some("reconstructed") {
                count.add(Provenance::Reconstructed);
            }
            table.values().try_for_each(|value| count_tables(text, value, count))
        }
        toml::Value::Array(values) => values.iter().try_for_each(|value| count_tables(text, value, count)),
        toml::Value::String(_)
        | toml::Value::Integer(_)
        | toml::Value::Float(_)
        | toml::Value::Boolean(_)
        | toml::Value::Datetime(_) => Ok(()),
    }
}
