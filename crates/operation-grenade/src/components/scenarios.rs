//! The scenarios: `data/scenarios.toml`.

use super::{Tables, known_rule};
use data::{DataError, Spanned, Text};
use referee::RuleIndex;
use serde::Deserialize;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScenarioCard {
    /// One word, for the notation.
    pub id: String,
    pub title: String,
    /// What it was about.
    pub history: String,
    pub turns: u8,
    pub options: Vec<OptionCard>,
    /// What players should know about data that is ours.
    pub reconstructed: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionCard {
    pub id: String,
    pub about: String,
}

/// The options that the rules know.
const KNOWN: [&str; 6] = ["flash", "gradual", "placed", "free-path", "dice-4", "south-668"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioFile {
    option: Vec<Spanned<OptionCard>>,
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
    for option in &file.option {
        if !KNOWN.contains(&option.get_ref().id.as_str()) {
            let what = format!("the rules know no option {:?}; known: {}", option.get_ref().id, KNOWN.join(", "));
            return Err(text.error_at(option.span(), what));
        }
    }
    let mut scenarios: Vec<ScenarioCard> = vec![];
    for row in file.scenario {
        let id = row.id.get_ref();
        if id.is_empty() || id.contains(char::is_whitespace) {
            return Err(text.error_at(row.id.span(), "the id of a scenario is one word"));
        }
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
        let mut options = vec![];
        for id in &row.options {
            match file.option.iter().find(|option| option.get_ref().id == *id.get_ref()) {
                Some(option) => options.push(option.get_ref().clone()),
                None => return Err(text.error_at(id.span(), format!("there is no option {:?}", id.get_ref()))),
            }
        }
        let turns = *row.turns.get_ref();
        let (id, title, history) = (row.id.into_inner(), row.title, row.history);
        scenarios.push(ScenarioCard { id, title, history, turns, options, reconstructed: row.reconstructed });
    }
    match scenarios.is_empty() {
        true => Err(text.error("there is no scenario")),
        false => Ok(scenarios),
    }
}
