//! Reading the data files of a game: maps, units, charts, scenarios and the rule index.
//!
//! A game compiles its files in and hands them over as [`Files`]; the owner of a printed map or chart can lay a
//! directory over them ([`Files::overridden`]). Two formats are read:
//!
//! * *word files* (`map.txt`, `units.txt`): one record a line, read with [`WordFile`] and [`Words`];
//! * *tables* (`tables.toml`, `scenarios.toml`, `rules.toml`): read with [`from_toml`] and [`rule_index`].
//!
//! Every record knows its [`Provenance`], and every mistake is a [`DataError`] with file and line. Nothing here
//! panics on any input. The formats are described in `docs/DATA.md`.

mod error;
mod files;
mod hexmap;
mod outline;
mod provenance;
mod rules;
mod scenarios;
mod tables;
mod weights;
mod words;

pub use error::DataError;
pub use files::{Files, Text};
pub use hexmap::{Along, Bridge, HexMap, Through, Vocabulary};
pub use outline::{Outline, OutlineShape};
pub use provenance::{Mark, Provenance, ProvenanceCount, provenance_report};
pub use rules::{RuleExample, rule_examples, rule_index};
pub use scenarios::{OptionLine, check_options, check_scenario_ids, scenario_options};
pub use tables::from_toml;
pub use toml::Spanned;
pub use weights::weights;
pub use words::{Record, Word, WordFile, Words};
