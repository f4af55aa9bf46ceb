//! The scenarios: `data/scenarios.toml`.

use super::tables::side;
use super::{Map, Tables, UnitCard, known_rule, sides};
use crate::state::Side;
use data::{DataError, Spanned, Text};
use referee::RuleIndex;
use serde::Deserialize;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScenarioCard {
    /// One word, for the notation.
    pub id: String,
    pub title: String,
    /// What it was about, in a sentence.
    pub history: String,
    pub turns: u8,
    /// [16.16.1] The First Player.
    pub first: Side,
    pub deployment: Deployment,
    pub rules: Vec<String>,
    /// What players should know about data that is ours.
    pub reconstructed: Option<String>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Deployment {
    /// [16.1] Every unit in its hex.
    Fixed,
    /// [16.2] Anywhere on the own side of the Front Line; this side deploys first.
    Free(Side),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioFile {
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
    deployment: Spanned<String>,
    deploys_first: Option<Spanned<String>>,
    rules: Vec<Spanned<String>>,
    reconstructed: Option<String>,
}

pub(super) fn load(
    text: &Text,
    map: &Map,
    tables: &Tables,
    units: &[UnitCard],
    rules: &RuleIndex,
) -> Result<Vec<ScenarioCard>, DataError> {
    let file: ScenarioFile = data::from_toml(text)?;
    data::check_scenario_ids(text, file.scenario.iter().map(|row| &row.id))?;
    let mut scenarios: Vec<ScenarioCard> = Vec::new();
    for row in file.scenario {
        if !(1..=tables.turns).contains(row.turns.get_ref()) {
            let what = format!("a scenario lasts from 1 to {} turns, the spaces of the track", tables.turns);
            return Err(text.error_at(row.turns.span(), what));
        }
        for rule in &row.rules {
            known_rule(rules, rule.get_ref()).map_err(|what| text.error_at(rule.span(), what))?;
        }
        let deployment = match (row.deployment.get_ref().as_str(), &row.deploys_first) {
            ("fixed", None) => Deployment::Fixed,
            ("free", Some(first)) => Deployment::Free(side(text, first)?),
            ("fixed" | "free", _) => {
                let what = "a free deployment, and no other, says who deploys_first";
                return Err(text.error_at(row.deployment.span(), what));
            }
            (other, _) => {
                let what = format!("unknown deployment {other:?}; known: fixed, free");
                return Err(text.error_at(row.deployment.span(), what));
            }
        };
        if let (Deployment::Free(_), Some(word)) = (deployment, side_without_room(map, units)) {
            let what = format!("side {word} has more units than hexes behind the Front Line");
            return Err(text.error_at(row.deployment.span(), what));
        }
        scenarios.push(ScenarioCard {
            id: row.id.into_inner(),
            title: row.title,
            history: row.history,
            turns: *row.turns.get_ref(),
            first: side(text, &row.first)?,
            deployment,
            rules: row.rules.into_iter().map(Spanned::into_inner).collect(),
            reconstructed: row.reconstructed,
        });
    }
    Ok(scenarios)
}

/// A side whose Initial Deployment does not fit on its side of the Front Line.
fn side_without_room(map: &Map, units: &[UnitCard]) -> Option<&'static str> {
    let fits = |side: Side| {
        let free = map.west_of_front.iter().zip(&map.at_front);
        let room = free.filter(|&(&west, &at_front)| west == (side == Side::US) && !at_front).count();
        units.iter().filter(|unit| unit.side == side && unit.turn == 0).count() <= room
    };
    sides().into_iter().find(|(_, side)| !fits(*side)).map(|(word, _)| word)
}
