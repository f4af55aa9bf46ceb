//! The printed components: map, counters, charts, scenarios and rule index, read from `data/`.
//!
//! Plain figures, no rules.

mod map;
mod scenarios;
mod setups;
mod sources;
mod tables;
mod units;
mod weights;

pub use map::{Country, Ground, Map, Place, side};
pub use scenarios::{Income, Level, ScenarioCard, Stage, VictoryCard};
pub use setups::{Arrival, Group, Setups, Slot, Spread, Where};
pub use sources::Sources;
pub use tables::{CombatResult, Effect, Replacements, Rivers, Tables};
pub use units::{Kind, Nation, UnitCard};
pub use weights::{Mood, Weights};

use crate::state::Side;
use data::{DataError, Files};
use referee::RuleIndex;

/// Everything in the box.
#[derive(Clone, Debug)]
pub struct Components {
    pub map: Map,
    pub units: Vec<UnitCard>,
    pub tables: Tables,
    pub scenarios: Vec<ScenarioCard>,
    pub victories: Vec<VictoryCard>,
    pub setups: Setups,
    pub sources: Sources,
    pub rules: RuleIndex,
    /// Of Market-Garden, the Bulge and the campaigns, by side.
    pub weights: [[Weights; 2]; 3],
    /// Those of the yardstick.
    pub kept_weights: Weights,
}

/// The files the game was built with.
pub fn files() -> Files {
    Files::embedded(
        "road-to-the-rhine",
        &[
            ("map.txt", include_str!("../data/map.txt")),
            ("units.txt", include_str!("../data/units.txt")),
            ("tables.toml", include_str!("../data/tables.toml")),
            ("scenarios.toml", include_str!("../data/scenarios.toml")),
            ("setups.txt", include_str!("../data/setups.txt")),
            ("arrivals.txt", include_str!("../data/arrivals.txt")),
            ("control.txt", include_str!("../data/control.txt")),
            ("bot-market-garden-allied.toml", include_str!("../data/bot-market-garden-allied.toml")),
            ("bot-market-garden-german.toml", include_str!("../data/bot-market-garden-german.toml")),
            ("bot-bulge-allied.toml", include_str!("../data/bot-bulge-allied.toml")),
            ("bot-bulge-german.toml", include_str!("../data/bot-bulge-german.toml")),
            ("bot-campaign-allied.toml", include_str!("../data/bot-campaign-allied.toml")),
            ("bot-campaign-german.toml", include_str!("../data/bot-campaign-german.toml")),
            ("bot-kept.toml", include_str!("../data/bot-kept.toml")),
            ("rules.toml", include_str!("../data/rules.toml")),
        ],
    )
}

/// Reads and checks the files.
pub fn load(files: &Files) -> Result<Components, DataError> {
    let rules = data::rule_index(files.text("rules.toml")?)?;
    let map = map::load(files.text("map.txt")?)?;
    let units = units::load(files.text("units.txt")?)?;
    let tables = tables::load(files.text("tables.toml")?)?;
    let sources = sources::load(files.text("tables.toml")?)?;
    let (scenarios, victories) = scenarios::load(files.text("scenarios.toml")?)?;
    let setups =
        setups::load(files.text("setups.txt")?, files.text("arrivals.txt")?, files.text("control.txt")?, &map, &units)?;
    let by_side = |war: &str| -> Result<[Weights; 2], DataError> {
        let of = |side: &str| weights::load(files.text(&format!("bot-{war}-{side}.toml"))?);
        Ok([of("allied")?, of("german")?])
    };
    let weights = [by_side("market-garden")?, by_side("bulge")?, by_side("campaign")?];
    let kept_weights = weights::load(files.text("bot-kept.toml")?)?;
    Ok(Components { map, units, tables, scenarios, victories, setups, sources, rules, weights, kept_weights })
}

/// The words of the data files for the sides.
fn sides() -> [(&'static str, Side); 2] {
    Side::BOTH.map(|side| (side.short(), side))
}
