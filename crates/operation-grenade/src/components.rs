//! The printed components: map, counters, chits, charts, scenarios and rule index, read from `data/`.
//!
//! Plain figures, no rules. Hexes are dense ids, row by row: 0101 is 0, 0102 is 1.

mod chits;
mod map;
mod scenarios;
mod sources;
mod tables;
mod units;

pub use chits::{ChitLine, Chits, TURNS_FROM};
pub use map::{EntryHex, Ground, Levy, Map, RhineBridge, Town, VictoryHex, Water};
pub use scenarios::ScenarioCard;
pub use sources::{CombatSource, Source, Sources, is_printed};
pub use tables::{
    CombatLine, CombatResult, CombatTable, Costs, CurrentCard, Level, Limits, Loser, Tables, Track, WeatherCard,
};
pub use units::{Class, Draws, Kind, Place, Quarter, UnitCard};

use crate::bot::{FEATURES, Weights};
use crate::state::Side;
use data::{DataError, Files};
use referee::{BySeat, RuleIndex};

/// Everything in the box.
#[derive(Clone, PartialEq, Debug)]
pub struct Components {
    pub map: Map,
    pub units: Vec<UnitCard>,
    pub chits: Chits,
    pub tables: Tables,
    pub sources: Sources,
    pub scenarios: Vec<ScenarioCard>,
    pub rules: RuleIndex,
    /// What a bot judges by.
    pub(crate) weights: BySeat<Weights>,
}

/// The files the game was built with.
pub fn files() -> Files {
    Files::embedded(
        "operation-grenade",
        &[
            ("map.txt", include_str!("../data/map.txt")),
            ("units.txt", include_str!("../data/units.txt")),
            ("chits.txt", include_str!("../data/chits.txt")),
            ("tables.toml", include_str!("../data/tables.toml")),
            ("scenarios.toml", include_str!("../data/scenarios.toml")),
            ("bot-us.toml", include_str!("../data/bot-us.toml")),
            ("bot-german.toml", include_str!("../data/bot-german.toml")),
            ("rules.toml", include_str!("../data/rules.toml")),
        ],
    )
}

/// Reads and checks the files. What an owner may change (a hex, a cost, a unit) is checked for sense only; that ours
/// agree with the printed game is for the tests to say.
pub fn load(files: &Files) -> Result<Components, DataError> {
    let rules = data::rule_index(files.text("rules.toml")?)?;
    let map = map::load(files.text("map.txt")?)?;
    let tables = tables::load(files.text("tables.toml")?)?;
    let sources = sources::load(files.text("tables.toml")?)?;
    let scenarios = scenarios::load(files.text("scenarios.toml")?, &tables, &rules)?;
    let chits = chits::load(files.text("chits.txt")?)?;
    let units = units::load(files.text("units.txt")?, &map, &scenarios, &rules)?;
    let [us, german] = ["bot-us.toml", "bot-german.toml"].map(|name| data::weights(files.text(name)?, FEATURES));
    let weights = BySeat([us?, german?]);
    Ok(Components { map, units, chits, tables, sources, scenarios, rules, weights })
}

/// The words of the data files for the sides.
fn sides() -> [(&'static str, Side); 2] {
    Side::BOTH.map(|side| (side.short(), side))
}

fn known_rule(rules: &RuleIndex, id: &str) -> Result<(), String> {
    match rules.find(id) {
        Some(_) => Ok(()),
        None => Err(format!("there is no rule {id:?} in rules.toml")),
    }
}
