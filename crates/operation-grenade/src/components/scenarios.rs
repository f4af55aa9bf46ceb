//! The scenarios: `data/scenarios.toml`.

use super::{Tables, known_rule};
use data::{DataError, OptionLine, Spanned, Text};
use referee::{RuleIndex, ScenarioOption};
use serde::Deserialize;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScenarioCard {
    /// One word, for the notation.
    pub id: String,
    pub title: String,
    /// What it was about.
    pub history: String,
    pub turns: u8,
    pub options: Vec<ScenarioOption>,
    /// What players should know about data that is ours.
    pub reconstructed: String,
}

/// The options that the rules know.
const KNOWN: [&str; 6] = ["flash", "gradual", "placed", "free-path", "dice-4", "south-668"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioFile {
    option: Vec<OptionLine>,
    scenario: Vec<ScenarioRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioRow {
    id: Spanned<String>,
    title: String,
    history: String,
    turns: Spanned<u8>,
    first: Spanned<String>,
    rules: Vec<Spanned<String>>,
    options: Vec<Spanned<String>>,
    reconstructed: String,
}

pub(super) fn load(text: &Text, tables: &Tables, rules: &RuleIndex) -> Result<Vec<ScenarioCard>, DataError> {
    let file: ScenarioFile = data::from_toml(text)?;
    data::check_options(text, &file.option, &KNOWN)?;
    data::check_scenario_ids(text, file.scenario.iter().map(|row| &row.id))?;
    let mut scenarios: Vec<ScenarioCard> = vec![];
    for row in file.scenario {
        if !scenarios.is_empty() {
            return Err(text.error_at(row.id.span(), "this game has one scenario"));
        }
        if *row.turns.get_ref() != tables.track.days() {
            let what = format!("the track has {} days, and the longest game as many turns", tables.track.days());
            return Err(text.error_at(row.turns.span(), what));
        }
        if row.first.get_ref() != "US" {
            return Err(text.error_at(row.first.span(), "the US player moves first"));
        }
        for rule in &row.rules {
            known_rule(rules, rule.get_ref()).map_err(|what| text.error_at(rule.span(), what))?;
        }
        let options = data::scenario_options(text, &file.option, &row.options, |_| None)?;
        let turns = *row.turns.get_ref();
        let (id, title, history) = (row.id.into_inner(), row.title, row.history);
        scenarios.push(ScenarioCard { id, title, history, turns, options, reconstructed: row.reconstructed });
    }
    Ok(scenarios)
}
