//! The scenarios: `data/scenarios.toml`.

use super::{Month, Name, Setup, Side, Tables, read_month};
use data::{DataError, Spanned, Text, from_toml};
use referee::ScenarioOption;
use serde::Deserialize;

/// [V.12]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScenarioCard {
    /// One word, for the notation.
    pub id: String,
    pub title: String,
    /// A sentence of history.
    pub history: String,
    /// What in it is ours.
    pub reconstructed: String,
    /// `V.12.a`
    pub rule: String,
    /// What decides where there are no objective cards.
    pub goal: Option<Goal>,
    pub first: Month,
    pub last: Month,
    /// A place among the set-ups; `None` is June with the invasion.
    pub setup: Option<usize>,
    /// Whether objective cards decide.
    pub cards: bool,
    /// [V.4] The numbers from which each side draws; empty without cards.
    pub allied_cards: Vec<u8>,
    pub german_cards: Vec<u8>,
    pub options: Vec<ScenarioOption>,
}

/// What the Allies need in a scenario without objective cards; its rule says which.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// [V.12.b] Paris, and ports that feed it.
    Normandy,
    /// [V.12.c] Cities of France and Belgium, and one beyond the Meuse.
    France,
    /// [V.12.d] A city of the Ruhr, or a unit across the Rhine.
    Christmas,
}

impl Goal {
    pub const ALL: [Goal; 3] = [Goal::Normandy, Goal::France, Goal::Christmas];

    pub const fn rule(self) -> &'static str {
        match self {
            Goal::Normandy => "V.12.b",
            Goal::France => "V.12.c",
            Goal::Christmas => "V.12.d",
        }
    }
}

impl ScenarioCard {
    /// How many months it lasts at most.
    pub fn months(&self) -> u8 {
        self.last.0.saturating_sub(self.first.0) + 1
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    option: Vec<OptionLine>,
    scenario: Vec<Line>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OptionLine {
    id: Name,
    about: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: Name,
    title: String,
    history: String,
    reconstructed: String,
    rule: Name,
    first: Name,
    last: Name,
    setup: Option<Name>,
    #[serde(default)]
    allied_cards: Vec<Spanned<u8>>,
    #[serde(default)]
    german_cards: Vec<Spanned<u8>>,
    options: Vec<Name>,
}

/// [O.1, O.2, O.4, V.4] The options the rules know.
const OPTIONS: [&str; 5] = ["hidden", "weather", "open-cards", "invasion-4", "weak-german-die"];

pub(super) fn read(text: &Text, setups: &[Setup], tables: &Tables) -> Result<Vec<ScenarioCard>, DataError> {
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
    for line in &file.scenario {
        let scenario = read_scenario(text, setups, tables, &file.option, line)?;
        if scenarios.iter().any(|other| other.id == scenario.id) {
            return Err(text.error_at(line.id.span(), format!("the scenario {} is listed twice", scenario.id)));
        }
        scenarios.push(scenario);
    }
    if scenarios.is_empty() { Err(text.error("a game needs a scenario")) } else { Ok(scenarios) }
}

fn read_scenario(
    text: &Text,
    setups: &[Setup],
    tables: &Tables,
    known: &[OptionLine],
    line: &Line,
) -> Result<ScenarioCard, DataError> {
    let id = line.id.get_ref().clone();
    if id.is_empty() || id.contains(char::is_whitespace) {
        return Err(text.error_at(line.id.span(), "the id of a scenario is one word"));
    }
    let (first, last) = (read_month(text, &line.first)?, read_month(text, &line.last)?);
    if last < first {
        return Err(text.error_at(line.last.span(), "a scenario ends after it begins"));
    }
    let setup = match &line.setup {
        Some(name) => match setups.iter().position(|setup| setup.id == *name.get_ref()) {
            Some(setup) => Some(setup),
            None => return Err(text.error_at(name.span(), format!("there is no set-up {:?}", name.get_ref()))),
        },
        None => None,
    };
    let begins = setup.map_or(Month::JUNE, |setup| setups[setup].month);
    if begins != first {
        return Err(text.error_at(line.first.span(), format!("its set-up is that of {begins}")));
    }
    let allied_cards = read_cards(text, tables, Side::Allied, &line.allied_cards)?;
    let german_cards = read_cards(text, tables, Side::German, &line.german_cards)?;
    if allied_cards.is_empty() != german_cards.is_empty() {
        return Err(text.error_at(line.id.span(), "either both sides draw a card or none"));
    }
    let cards = !allied_cards.is_empty();
    if cards && last != Month::MARCH {
        return Err(text.error_at(line.last.span(), "objective cards are judged after March"));
    }
    let goal = Goal::ALL.into_iter().find(|goal| goal.rule() == line.rule.get_ref());
    if cards == goal.is_some() {
        let known = Goal::ALL.map(Goal::rule).join(", ");
        let what = format!("either cards decide a scenario or its rule does; known: {known}");
        return Err(text.error_at(line.rule.span(), what));
    }
    let mut options: Vec<ScenarioOption> = Vec::new();
    for option in &line.options {
        let refuse = |what: String| Err(text.error_at(option.span(), what));
        let name = option.get_ref().as_str();
        let Some(line) = known.iter().find(|line| line.id.get_ref() == name) else {
            return refuse(format!("there is no [[option]] {name:?}"));
        };
        if options.iter().any(|other| other.id == name) {
            return refuse(format!("the option {name} is listed twice"));
        }
        if name == "open-cards" && !cards {
            return refuse("the scenario has no cards".into());
        }
        if name == "invasion-4" && setup.is_some() {
            return refuse("the scenario has no invasion".into());
        }
        options.push(ScenarioOption { id: name.to_owned(), about: line.about.clone() });
    }
    Ok(ScenarioCard {
        id,
        title: line.title.clone(),
        history: line.history.clone(),
        reconstructed: line.reconstructed.clone(),
        rule: line.rule.get_ref().clone(),
        goal,
        first,
        last,
        setup,
        cards,
        allied_cards,
        german_cards,
        options,
    })
}

fn read_cards(text: &Text, tables: &Tables, side: Side, numbers: &[Spanned<u8>]) -> Result<Vec<u8>, DataError> {
    let mut cards = Vec::new();
    for number in numbers {
        let card = *number.get_ref();
        if !tables.cards.iter().any(|known| known.number == card && known.side == side) {
            return Err(text.error_at(number.span(), format!("there is no {side} card {card}")));
        }
        if cards.last().is_some_and(|last| *last >= card) {
            return Err(text.error_at(number.span(), "cards are given in order, each once"));
        }
        cards.push(card);
    }
    Ok(cards)
}
