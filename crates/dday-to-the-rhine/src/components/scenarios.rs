//! The scenarios: `data/scenarios.toml`.

use super::{Month, Name, Setup, Side, Tables, read_month};
use data::{DataError, OptionLine, Spanned, Text, from_toml};
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
    data::check_options(text, &file.option, &OPTIONS)?;
    data::check_scenario_ids(text, file.scenario.iter().map(|line| &line.id))?;
    file.scenario.iter().map(|line| read_scenario(text, setups, tables, &file.option, line)).collect()
}

fn read_scenario(
    text: &Text,
    setups: &[Setup],
    tables: &Tables,
    known: &[OptionLine],
    line: &Line,
) -> Result<ScenarioCard, DataError> {
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
    let options = data::scenario_options(text, known, &line.options, |option| match option {
        "open-cards" if !cards => Some("the scenario has no cards".into()),
        "invasion-4" if setup.is_some() => Some("the scenario has no invasion".into()),
        _ => None,
    })?;
    Ok(ScenarioCard {
        id: line.id.get_ref().clone(),
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
