//! The scenarios: `data/scenarios.toml`.

use crate::state::{Options, Side, Weather, read_turn};
use data::{DataError, OptionLine, Spanned, Text};
use referee::{BySeat, Scenario, ScenarioOption, Seat};
use serde::Deserialize;
use std::collections::BTreeMap;

/// One stage of the set-up.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    pub side: Side,
    pub plots: bool,
}

/// What a side receives a turn.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Income {
    None,
    Normal,
    /// Taken from the invasion ports; southern ports open; German points.
    Changed {
        less: u16,
        southern: bool,
        german: Option<u16>,
    },
}

#[derive(Clone, Debug)]
pub struct ScenarioCard {
    pub id: String,
    pub title: String,
    pub history: String,
    pub reconstructed: String,
    pub north_only: bool,
    pub from: (u8, Side),
    pub to: (u8, Side),
    pub first_turn: bool,
    pub stages: Vec<Stage>,
    /// Whose set-up, control and lists it uses.
    pub setups: String,
    pub weather: Option<Weather>,
    pub cloudy_before: bool,
    pub msp: BySeat<u16>,
    pub income: BySeat<Income>,
    pub free_supply: u8,
    pub replacements: bool,
    pub forgo: BySeat<u8>,
    /// Turns of capture: Dunkirk, Ostende, Antwerp.
    pub ports: [Option<u8>; 3],
    /// Whose arrivals come, and whether only those of one turn.
    pub arrivals: BySeat<Option<(String, Option<u8>)>>,
    pub victory: String,
    pub options: Vec<ScenarioOption>,
}

impl ScenarioCard {
    /// As it stands on the shelf.
    pub(crate) fn listed(&self) -> Scenario {
        Scenario {
            id: self.id.clone(),
            title: self.title.clone(),
            about: self.history.clone(),
            reconstructed: self.reconstructed.clone(),
            turns: self.to.0 - self.from.0 + 1,
            seats: vec![Seat(0), Seat(1)],
            options: self.options.clone(),
        }
    }
}

#[derive(Clone, Debug)]
pub struct VictoryCard {
    pub id: String,
    pub levels: Vec<Level>,
}

#[derive(Clone, Debug)]
pub struct Level {
    pub level: &'static str,
    pub winner: Option<Side>,
    pub cities: Option<u8>,
    pub by: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    option: Vec<OptionLine>,
    scenario: Vec<Row>,
    victory: Vec<VictoryRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: Spanned<String>,
    title: String,
    history: String,
    #[serde(rename = "rule")]
    _rule: String,
    map: Spanned<String>,
    from: Spanned<String>,
    to: Spanned<String>,
    #[serde(default)]
    first_turn: bool,
    setup: Spanned<Vec<String>>,
    setups: Option<String>,
    weather: Option<Spanned<String>>,
    visibility_before: Spanned<String>,
    msp: BTreeMap<String, u16>,
    income: BTreeMap<String, IncomeRow>,
    #[serde(default)]
    free_supply: u8,
    replacements: Spanned<String>,
    #[serde(default)]
    forgo: BTreeMap<String, u8>,
    #[serde(default)]
    ports: BTreeMap<String, Spanned<String>>,
    arrivals: BTreeMap<String, Spanned<String>>,
    victory: String,
    #[serde(rename = "provenance")]
    _provenance: String,
    reconstructed: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum IncomeRow {
    Word(String),
    Changed { less: Option<u16>, southern: Option<u16>, german: Option<u16> },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VictoryRow {
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "provenance")]
    _provenance: String,
    id: String,
    levels: Vec<LevelRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LevelRow {
    #[serde(rename = "rule")]
    _rule: String,
    /// In words, for readers.
    #[serde(rename = "when")]
    _when: Option<String>,
    level: Spanned<String>,
    winner: Spanned<String>,
    cities: Option<u8>,
    by: Option<Spanned<String>>,
}

/// The words for levels of victory.
const LEVELS: [&str; 9] =
    ["miraculous", "strategic", "substantial", "tactical", "marginal", "overwhelming", "draw", "victory", "decisive"];

pub(super) fn load(text: &Text) -> Result<(Vec<ScenarioCard>, Vec<VictoryCard>), DataError> {
    let file: File = data::from_toml(text)?;
    data::check_options(text, &file.option, &Options::WORDS)?;
    data::check_scenario_ids(text, file.scenario.iter().map(|row| &row.id))?;
    let ids: Vec<Spanned<String>> = file.option.iter().map(|option| option.id.clone()).collect();
    let options = data::scenario_options(text, &file.option, &ids, |_| None)?;
    let mut scenarios = vec![];
    for row in &file.scenario {
        scenarios.push(read_row(text, row, options.clone())?);
    }
    let mut victories = vec![];
    for row in file.victory {
        let mut levels = vec![];
        for level in &row.levels {
            let known = LEVELS.map(|word| (word, word));
            let winners = [("AL", Some(Side::AL)), ("GE", Some(Side::GE)), ("none", None)];
            let by = match &level.by {
                None => None,
                Some(by) if by.get_ref() == "never" => None,
                Some(by) => Some(turn_of(text, by)?),
            };
            levels.push(Level {
                level: text.one_of(&level.level, "level of victory", &known)?,
                winner: text.one_of(&level.winner, "winner", &winners)?,
                cities: level.cities,
                by,
            });
        }
        let Some(least) = (match row.id.as_str() {
            "market-garden" | "bulge" => Some(4),
            "cities" => Some(5),
            "major-cities" => Some(7),
            _ => None,
        }) else {
            return Err(text.error(format!("the rules know no victory {:?}", row.id)));
        };
        if levels.len() != least {
            return Err(text.error(format!("the victory {} has {least} levels", row.id)));
        }
        victories.push(VictoryCard { id: row.id, levels });
    }
    if let Some(lost) = scenarios.iter().find(|card| !victories.iter().any(|it| it.id == card.victory)) {
        return Err(text.error(format!("there is no victory {:?}", lost.victory)));
    }
    Ok((scenarios, victories))
}

fn turn_of(text: &Text, word: &Spanned<String>) -> Result<u8, DataError> {
    read_turn(word.get_ref()).ok_or_else(|| text.error_at(word.span(), "a turn is written sep-1 to apr-4"))
}

fn player_turn(text: &Text, word: &Spanned<String>) -> Result<(u8, Side), DataError> {
    let read = word.get_ref().split_once(' ').and_then(|(turn, side)| Some((read_turn(turn)?, Side::read(side)?)));
    read.ok_or_else(|| text.error_at(word.span(), "a player-turn is written `sep-3 AL`"))
}

fn read_row(text: &Text, row: &Row, options: Vec<ScenarioOption>) -> Result<ScenarioCard, DataError> {
    let mut stages = vec![];
    for word in row.setup.get_ref() {
        let stage = word.split_once(' ').and_then(|(side, what)| {
            let plots = match what {
                "deploys" => false,
                "plots" => true,
                _ => return None,
            };
            Some(Stage { side: Side::read(side)?, plots })
        });
        stages.push(stage.ok_or_else(|| text.error_at(row.setup.span(), "a stage is `AL deploys` or `GE plots`"))?);
    }
    let income = |side: Side| match row.income.get(side.short()) {
        None => Ok(Income::None),
        Some(IncomeRow::Word(word)) if word == "none" => Ok(Income::None),
        Some(IncomeRow::Word(word)) if word == "normal" => Ok(Income::Normal),
        Some(IncomeRow::Word(word)) => Err(text.error(format!("unknown income {word:?}; known: none, normal"))),
        Some(IncomeRow::Changed { less, southern, german }) => {
            Ok(Income::Changed { less: less.unwrap_or(0), southern: *southern != Some(0), german: *german })
        }
    };
    let mut arrivals = BySeat([None, None]);
    for (side, word) in &row.arrivals {
        let Some(side) = Side::read(side) else { return Err(text.error_at(word.span(), "a side is AL or GE")) };
        let (id, turn) = match word.get_ref().split_once(' ') {
            None => (word.get_ref().as_str(), None),
            Some((id, turn)) => {
                let turn = read_turn(turn).ok_or_else(|| text.error_at(word.span(), "unknown turn"))?;
                (id, Some(turn))
            }
        };
        arrivals[side] = Some((id.to_owned(), turn));
    }
    let mut ports = [None; 3];
    for (name, word) in &row.ports {
        let Some(port) = crate::state::PORTS.iter().position(|port| port == name) else {
            return Err(text.error_at(word.span(), format!("unknown port {name:?}")));
        };
        ports[port] = Some(turn_of(text, word)?);
    }
    let (from, to) = (player_turn(text, &row.from)?, player_turn(text, &row.to)?);
    // The German goes first in a turn.
    let order = |(turn, side): (u8, Side)| (turn, side == Side::AL);
    if order(to) < order(from) {
        return Err(text.error_at(row.to.span(), "the last player-turn comes before the first"));
    }
    let weather = match &row.weather {
        None => None,
        Some(word) => Some(text.one_of(word, "weather", &Weather::ALL.map(|it| (it.word(), it)))?),
    };
    let of = |rows: &BTreeMap<String, u16>| BySeat(Side::BOTH.map(|side| rows.get(side.short()).copied().unwrap_or(0)));
    Ok(ScenarioCard {
        id: row.id.get_ref().clone(),
        title: row.title.clone(),
        history: row.history.clone(),
        reconstructed: row.reconstructed.clone(),
        north_only: text.one_of(&row.map, "map", &[("N", true), ("N+S", false)])?,
        from,
        to,
        first_turn: row.first_turn,
        stages,
        setups: row.setups.clone().unwrap_or_else(|| row.id.get_ref().clone()),
        weather,
        cloudy_before: text.one_of(&row.visibility_before, "visibility", &[("clear", false), ("cloudy", true)])?,
        msp: of(&row.msp),
        income: BySeat([income(Side::AL)?, income(Side::GE)?]),
        free_supply: row.free_supply,
        replacements: text.one_of(&row.replacements, "replacements", &[("none", false), ("chart", true)])?,
        forgo: BySeat(Side::BOTH.map(|side| row.forgo.get(side.short()).copied().unwrap_or(0))),
        ports,
        arrivals,
        victory: row.victory.clone(),
        options,
    })
}
