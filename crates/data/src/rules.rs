use crate::{DataError, Text, from_toml};
use referee::{RuleEntry, RuleIndex, RuleKind};
use serde::Deserialize;
use std::collections::BTreeSet;
use toml::Spanned;

/// A worked example of the rulebook, to be played in a test.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleExample {
    pub id: String,
    pub rules: Vec<String>,
    pub given: String,
    pub when: String,
    pub then: String,
}

/// The rule index of a game, from `rules.toml`.
pub fn rule_index(text: &Text) -> Result<RuleIndex, DataError> {
    Ok(RuleIndex::new(read(text)?.rule.into_iter().map(RuleLine::into_entry).collect()))
}

/// The worked examples in `rules.toml`.
pub fn rule_examples(text: &Text) -> Result<Vec<RuleExample>, DataError> {
    Ok(read(text)?.example.into_iter().map(Spanned::into_inner).collect())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleFile {
    rule: Vec<RuleLine>,
    #[serde(default)]
    example: Vec<Spanned<RuleExample>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleLine {
    id: Spanned<String>,
    title: String,
    text: String,
    kind: Kind,
    #[serde(default)]
    see: Vec<Spanned<String>>,
    ruling: Option<String>,
    /// `reconstructed` if the figures behind the rule are ours.
    data: Option<Data>,
    /// The data file that holds the figures: for readers, not for the program.
    #[serde(rename = "file")]
    _file: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Enforced,
    Definition,
    Components,
    Advice,
    Heading,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Data {
    Printed,
    Reconstructed,
}

fn read(text: &Text) -> Result<RuleFile, DataError> {
    let file: RuleFile = from_toml(text)?;
    let mut ids = BTreeSet::new();
    for rule in &file.rule {
        if rule.id.get_ref().is_empty() {
            return Err(text.error_at(rule.id.span(), "a rule needs a number"));
        }
        if !ids.insert(rule.id.get_ref().as_str()) {
            return Err(text.error_at(rule.id.span(), format!("rule {:?} is listed twice", rule.id.get_ref())));
        }
    }
    for see in file.rule.iter().flat_map(|rule| &rule.see) {
        if !ids.contains(see.get_ref().as_str()) {
            return Err(text.error_at(see.span(), format!("there is no rule {:?}", see.get_ref())));
        }
    }
    for example in &file.example {
        if let Some(rule) = example.get_ref().rules.iter().find(|rule| !ids.contains(rule.as_str())) {
            return Err(text.error_at(example.span(), format!("there is no rule {rule:?}")));
        }
    }
    Ok(file)
}

impl RuleLine {
    fn into_entry(self) -> RuleEntry {
        RuleEntry {
            id: self.id.into_inner(),
            title: self.title,
            text: self.text,
            kind: match self.kind {
                Kind::Enforced => RuleKind::Enforced,
                Kind::Definition => RuleKind::Definition,
                Kind::Components => RuleKind::Components,
                Kind::Advice => RuleKind::Advice,
                Kind::Heading => RuleKind::Heading,
            },
            see: self.see.into_iter().map(Spanned::into_inner).collect(),
            ruling: self.ruling,
            reconstructed: matches!(self.data, Some(Data::Reconstructed)),
        }
    }
}
