//! The scenarios: `data/scenarios.toml`.

use super::Commander;
use super::setup::read_commander;
use data::{DataError, OptionLine, Spanned, Text, from_toml};
use referee::ScenarioOption;
use serde::Deserialize;

/// Which commanders play, and what may be switched on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScenarioCard {
    /// One word, for the notation.
    pub id: String,
    pub title: String,
    /// A sentence of history.
    pub history: String,
    /// What in it is ours.
    pub reconstructed: String,
    /// Rounds it usually lasts; nothing ends it by the clock.
    pub turns: u8,
    /// In the order of the seats.
    pub seats: Vec<Commander>,
    pub options: Vec<ScenarioOption>,
}

impl ScenarioCard {
    pub fn plays(&self, commander: Commander) -> bool {
        self.seats.contains(&commander)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// What each option means: `weather = "…"`.
    option: Vec<OptionLine>,
    scenario: Vec<Line>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: Spanned<String>,
    title: String,
    history: String,
    reconstructed: String,
    turns: u8,
    seats: Spanned<Vec<Spanned<String>>>,
    options: Vec<Spanned<String>>,
}

/// [5.1, 15.0] The options the rules know.
const OPTIONS: [&str; 8] = [
    "basic",
    "weather",
    "common-deck",
    "veteran-patton",
    "veteran-brad",
    "veteran-monty",
    "fair-play",
    "no-encircled-medals",
];

pub(super) fn read(text: &Text) -> Result<Vec<ScenarioCard>, DataError> {
    let file: File = from_toml(text)?;
    data::check_options(text, &file.option, &OPTIONS)?;
    data::check_scenario_ids(text, file.scenario.iter().map(|line| &line.id))?;
    let card = |line: Line| {
        let seats = read_seats(text, &line.seats)?;
        let options = data::scenario_options(text, &file.option, &line.options, |name| makes_no_sense(name, &seats))?;
        let Line { id, title, history, reconstructed, turns, .. } = line;
        Ok(ScenarioCard { id: id.into_inner(), title, history, reconstructed, turns, seats, options })
    };
    file.scenario.into_iter().map(card).collect()
}

fn read_seats(text: &Text, names: &Spanned<Vec<Spanned<String>>>) -> Result<Vec<Commander>, DataError> {
    let mut seats: Vec<Commander> = Vec::new();
    for name in names.get_ref() {
        let commander = read_commander(text, name)?;
        if seats.last().is_some_and(|last| *last >= commander) {
            return Err(text.error_at(name.span(), "seats are given in the order Monty, Brad, Patton, each once"));
        }
        seats.push(commander);
    }
    if seats.is_empty() { Err(text.error_at(names.span(), "somebody must play")) } else { Ok(seats) }
}

/// Why an option is none of a scenario with these players.
fn makes_no_sense(option: &str, seats: &[Commander]) -> Option<String> {
    if option == "common-deck" && seats.len() < 2 {
        return Some("a common deck needs two players".into());
    }
    let veteran = option.strip_prefix("veteran-").and_then(Commander::find);
    let absent = veteran.filter(|commander| !seats.contains(commander))?;
    Some(format!("{} does not play in this scenario", absent.name()))
}
