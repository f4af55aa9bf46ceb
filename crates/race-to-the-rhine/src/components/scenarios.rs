//! The scenarios: `data/scenarios.toml`.

use super::{COMMANDERS, Commander};
use data::{DataError, Spanned, Text, from_toml};
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

    /// [17.0]
    pub fn is_solitaire(&self) -> bool {
        self.seats.len() == 1
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
struct OptionLine {
    id: Spanned<String>,
    about: String,
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
    for (place, line) in file.option.iter().enumerate() {
        let id = line.id.get_ref();
        if !OPTIONS.contains(&id.as_str()) {
            let what = format!("unknown option {id:?}; known: {}", OPTIONS.join(", "));
            return Err(text.error_at(line.id.span(), what));
        }
        if file.option.iter().take(place).any(|other| other.id.get_ref() == id) {
            return Err(text.error_at(line.id.span(), format!("the option {id} is listed twice")));
        }
    }
    let mut scenarios: Vec<ScenarioCard> = Vec::new();
    for line in file.scenario {
        let id = line.id.get_ref();
        if id.is_empty() || id.contains(char::is_whitespace) {
            return Err(text.error_at(line.id.span(), "the id of a scenario is one word"));
        }
        if scenarios.iter().any(|scenario| scenario.id == *id) {
            return Err(text.error_at(line.id.span(), format!("the scenario {id} is listed twice")));
        }
        let seats = read_seats(text, &line.seats)?;
        let mut options: Vec<ScenarioOption> = Vec::new();
        for option in &line.options {
            options.push(read_option(text, option, &file.option, &options, &seats)?);
        }
        scenarios.push(ScenarioCard {
            id: line.id.into_inner(),
            title: line.title,
            history: line.history,
            reconstructed: line.reconstructed,
            turns: line.turns,
            seats,
            options,
        });
    }
    if scenarios.is_empty() { Err(text.error("a game needs a scenario")) } else { Ok(scenarios) }
}

fn read_seats(text: &Text, names: &Spanned<Vec<Spanned<String>>>) -> Result<Vec<Commander>, DataError> {
    let mut seats: Vec<Commander> = Vec::new();
    for name in names.get_ref() {
        let found = COMMANDERS.into_iter().find(|(word, _)| word == name.get_ref());
        let Some((_, commander)) = found else {
            let what = format!("unknown commander {:?}; known: Monty, Brad, Patton", name.get_ref());
            return Err(text.error_at(name.span(), what));
        };
        if seats.last().is_some_and(|last| *last >= commander) {
            return Err(text.error_at(name.span(), "seats are given in the order Monty, Brad, Patton, each once"));
        }
        seats.push(commander);
    }
    if seats.is_empty() { Err(text.error_at(names.span(), "somebody must play")) } else { Ok(seats) }
}

fn read_option(
    text: &Text,
    id: &Spanned<String>,
    known: &[OptionLine],
    before: &[ScenarioOption],
    seats: &[Commander],
) -> Result<ScenarioOption, DataError> {
    let refuse = |what: String| Err(text.error_at(id.span(), what));
    let name = id.get_ref().as_str();
    let Some(option) = known.iter().find(|option| option.id.get_ref() == name) else {
        return refuse(format!("there is no [[option]] {name:?}"));
    };
    if before.iter().any(|other| other.id == name) {
        return refuse(format!("the option {name} is listed twice"));
    }
    if name == "common-deck" && seats.len() < 2 {
        return refuse("a common deck needs two players".into());
    }
    let veteran = name.strip_prefix("veteran-").and_then(Commander::find);
    if let Some(absent) = veteran.filter(|commander| !seats.contains(commander)) {
        return refuse(format!("{} does not play in this scenario", absent.name()));
    }
    Ok(ScenarioOption { id: name.to_owned(), about: option.about.clone() })
}
