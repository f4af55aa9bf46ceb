//! The printed components: map, counters, charts, scenarios and rule index, read from `data/`.
//!
//! Plain figures, no rules. Hexes are dense ids, `(column - 1) * rows + (row - 1)`: 0101 is 0, 0102 is 1.

mod map;
mod scenarios;
mod tables;
mod units;

pub use map::{Ground, HexSide, Map};
pub use scenarios::{Deployment, ScenarioCard};
pub use tables::{CombatLine, CombatResult, CombatTable, Level, Objective, Ratio, Tables};
pub use units::{Kind, UnitCard};

use crate::judgement::FEATURES;
use crate::state::Side;
use data::{DataError, Files};
use referee::{BySeat, RuleIndex};

/// Everything in the box.
#[derive(Clone, PartialEq, Debug)]
pub struct Components {
    pub map: Map,
    pub units: Vec<UnitCard>,
    pub tables: Tables,
    pub scenarios: Vec<ScenarioCard>,
    pub rules: RuleIndex,
    /// What a bot of each side judges by, in the order of `FEATURES`.
    pub weights: BySeat<[i32; FEATURES.len()]>,
}

/// The files the game was built with.
pub fn files() -> Files {
    Files::embedded(
        "hurtgen-forest",
        &[
            ("map.txt", include_str!("../data/map.txt")),
            ("units.txt", include_str!("../data/units.txt")),
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
    let tables = tables::load(files.text("tables.toml")?, &map, &rules)?;
    let units = units::load(files.text("units.txt")?, &map, &tables, &rules)?;
    let scenarios = scenarios::load(files.text("scenarios.toml")?, &map, &tables, &units, &rules)?;
    let weights = ["bot-us.toml", "bot-german.toml"].map(|name| data::weights(files.text(name)?, FEATURES));
    let [us, german] = weights;
    let weights = BySeat([us?, german?]);
    Ok(Components { map, units, tables, scenarios, rules, weights })
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
