//! What every `scenarios.toml` has: ids that are one word each, and options that the rules know.

use crate::{DataError, Spanned, Text};
use referee::ScenarioOption;
use serde::Deserialize;

/// `[[option]]`: what a switch of the scenarios means.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct OptionLine {
    pub id: Spanned<String>,
    pub about: String,
}

/// Every id is one word and stands once, and there is at least one.
pub fn check_scenario_ids<'t>(
    text: &Text,
    ids: impl IntoIterator<Item = &'t Spanned<String>>,
) -> Result<(), DataError> {
    let mut before: Vec<&str> = Vec::new();
    for id in ids {
        let word = id.get_ref().as_str();
        if word.is_empty() || word.contains(char::is_whitespace) {
            return Err(text.error_at(id.span(), "the id of a scenario is one word"));
        }
        if before.contains(&word) {
            return Err(text.error_at(id.span(), format!("the scenario {word} is listed twice")));
        }
        before.push(word);
    }
    if before.is_empty() { Err(text.error("a game needs a scenario")) } else { Ok(()) }
}

/// Every `[[option]]` is one the rules know, and stands once.
pub fn check_options(text: &Text, options: &[OptionLine], known: &[&str]) -> Result<(), DataError> {
    for (place, option) in options.iter().enumerate() {
        let id = option.id.get_ref();
        if !known.contains(&id.as_str()) {
            let what = format!("unknown option {id:?}; known: {}", known.join(", "));
            return Err(text.error_at(option.id.span(), what));
        }
        if options.iter().take(place).any(|other| other.id.get_ref() == id) {
            return Err(text.error_at(option.id.span(), format!("the option {id} is listed twice")));
        }
    }
    Ok(())
}

/// The options a scenario offers; `refuses` says why one of them makes no sense there.
pub fn scenario_options(
    text: &Text,
    options: &[OptionLine],
    ids: &[Spanned<String>],
    refuses: impl Fn(&str) -> Option<String>,
) -> Result<Vec<ScenarioOption>, DataError> {
    let mut offered: Vec<ScenarioOption> = Vec::new();
    for id in ids {
        let refuse = |what: String| Err(text.error_at(id.span(), what));
        let name = id.get_ref().as_str();
        let Some(option) = options.iter().find(|option| option.id.get_ref() == name) else {
            return refuse(format!("there is no [[option]] {name:?}"));
        };
        if offered.iter().any(|other| other.id == name) {
            return refuse(format!("the option {name} is listed twice"));
        }
        if let Some(what) = refuses(name) {
            return refuse(what);
        }
        offered.push(ScenarioOption { id: name.to_owned(), about: option.about.clone() });
    }
    Ok(offered)
}
