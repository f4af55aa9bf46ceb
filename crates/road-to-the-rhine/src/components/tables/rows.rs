//! `tables.toml` as it is written: every key is known, and what the rules fix cannot be changed unnoticed.

use data::{DataError, Spanned, Text};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) combat: Combat,
    pub(super) terrain: Terrain,
    pub(super) ground: GroundRows,
    pub(super) shifts: Shifts,
    pub(super) weather: WeatherRows,
    pub(super) supply: Supply,
    pub(super) lines: Lines,
    pub(super) ports: Ports,
    pub(super) naval: BTreeMap<String, Spanned<Value>>,
    pub(super) air: Air,
    pub(super) airborne: Airborne,
    pub(super) dice: DiceRows,
    pub(super) replacements: Vec<Row>,
}

/// A number, or a word for readers: provenance, rule.
#[derive(Deserialize, Clone)]
#[serde(untagged)]
pub(super) enum Value {
    Number(u8),
    Word(#[expect(dead_code, reason = "provenance and rule are for readers")] String),
}

impl Value {
    pub(super) fn number(&self) -> Option<u8> {
        match self {
            Value::Number(number) => Some(*number),
            Value::Word(_) => None,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Combat {
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "provenance")]
    _provenance: String,
    pub(super) columns: Spanned<Vec<String>>,
    pub(super) results: Spanned<Vec<String>>,
    pub(super) conservative: Conservative,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Conservative {
    #[serde(rename = "option")]
    _option: String,
    #[serde(rename = "provenance")]
    _provenance: String,
    pub(super) results: Spanned<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Terrain {
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "provenance")]
    _provenance: String,
    pub(super) hex: BTreeMap<String, Spanned<Cost>>,
    pub(super) side: BTreeMap<String, Spanned<Cost>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Cost {
    #[serde(rename = "provenance")]
    _provenance: Option<String>,
    pub(super) cost: Option<Spanned<String>>,
    pub(super) foot: Option<Spanned<String>>,
    pub(super) allied: Option<Spanned<String>>,
    pub(super) adds: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct GroundRows {
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "provenance")]
    _provenance: String,
    pub(super) town: ShiftRow,
    pub(super) rough: ShiftRow,
    pub(super) mountain: MountainRow,
    city: CityRow,
    pub(super) fortified: FortifiedRow,
    pub(super) canal: ShiftRow,
    minor_river: AttackRow,
    bridged: AttackRow,
    unbridged: UnbridgedRow,
    causeway: CausewayRow,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ShiftRow {
    pub(super) shift: Spanned<i8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MountainRow {
    pub(super) shift: Spanned<i8>,
    attack: Spanned<String>,
    barred: Spanned<Vec<String>>,
    free: Spanned<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CityRow {
    defence: Spanned<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FortifiedRow {
    defence_german: Spanned<u8>,
    pub(super) shift_allied: Spanned<i8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AttackRow {
    attack: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnbridgedRow {
    attack: Spanned<String>,
    vehicles: Spanned<String>,
    quartered: Spanned<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CausewayRow {
    attack: Spanned<String>,
    barred: Spanned<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Shifts {
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "provenance")]
    _provenance: String,
    pub(super) support: Spanned<i8>,
    pub(super) surprise: Spanned<i8>,
    pub(super) first_turn: Spanned<i8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WeatherRows {
    pub(super) table: BTreeMap<String, Spanned<WeatherCell>>,
    pub(super) visibility: BTreeMap<String, Spanned<VisibilityCell>>,
    pub(super) effect: BTreeMap<String, Spanned<EffectCell>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum WeatherCell {
    Row(Vec<String>),
    Word(#[expect(dead_code, reason = "provenance and rule are for readers")] String),
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum VisibilityCell {
    Row {
        dice: String,
        #[serde(rename = "provenance")]
        _provenance: Option<String>,
    },
    Word(#[expect(dead_code, reason = "provenance and rule are for readers")] String),
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum EffectCell {
    Row(EffectRow),
    Word(#[expect(dead_code, reason = "provenance and rule are for readers")] String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EffectRow {
    pub(super) divide: u16,
    pub(super) less_allied: u16,
    pub(super) less_german: u16,
    pub(super) impulse: u16,
    pub(super) mountain: i8,
    pub(super) flood: bool,
    pub(super) rivers: String,
    pub(super) amphibious: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Supply {
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "provenance")]
    _provenance: String,
    pub(super) german: Spanned<BTreeMap<String, u16>>,
    pub(super) invasion: Spanned<BTreeMap<String, u16>>,
    pub(super) southern: Spanned<BTreeMap<String, u16>>,
    pub(super) airlift: Spanned<u16>,
    division: Spanned<u16>,
    pair: Spanned<u16>,
    pub(super) air_first: Spanned<u16>,
    pub(super) air_later: Spanned<u16>,
    river_assault: Spanned<u16>,
    sea_assault: Spanned<u16>,
    pub(super) new_air_unit: Spanned<u16>,
    pub(super) flooding: Spanned<u16>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Lines {
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "provenance")]
    _provenance: String,
    pub(super) off_road: Spanned<u8>,
    pub(super) beyond_water: Spanned<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ports {
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "provenance")]
    _provenance: String,
    pub(super) small_wait: Spanned<u8>,
    pub(super) small: Spanned<u16>,
    pub(super) antwerp_wait: Spanned<u8>,
    pub(super) antwerp: Spanned<Vec<u16>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Air {
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "provenance")]
    _provenance: String,
    pub(super) aborts: Spanned<u8>,
    pub(super) destroys: Spanned<u8>,
    pub(super) return_fire: Spanned<u8>,
    pub(super) extended: Spanned<u16>,
    pub(super) drop_range: Spanned<u16>,
    pub(super) rebuild_wait: Spanned<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Airborne {
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "provenance")]
    _provenance: String,
    pub(super) regroup: Spanned<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DiceRows {
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "provenance")]
    _provenance: String,
    pub(super) release: Spanned<u8>,
    pub(super) loyal: Spanned<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    #[serde(rename = "provenance")]
    _provenance: String,
    pub(super) side: Spanned<String>,
    pub(super) year: u16,
    pub(super) weeks: Spanned<Vec<BTreeMap<String, Value>>>,
}

const VEHICLES: [&str; 3] = ["armor", "cavalry", "assault-gun"];

impl File {
    /// What stands in the tables for readers because the rules fix it: another value would change nothing.
    pub(super) fn check_fixed(&self, text: &Text) -> Result<(), DataError> {
        let ground = &self.ground;
        let halves = [
            &ground.mountain.attack,
            &ground.minor_river.attack,
            &ground.bridged.attack,
            &ground.unbridged.attack,
            &ground.causeway.attack,
        ];
        for half in halves {
            fixed(text, half, &"1/2".to_owned())?;
        }
        fixed(text, &ground.unbridged.vehicles, &"1/4".to_owned())?;
        fixed(text, &ground.city.defence, &2)?;
        fixed(text, &ground.fortified.defence_german, &2)?;
        let vehicles = VEHICLES.map(str::to_owned).to_vec();
        let heavy: Vec<String> = vehicles.iter().cloned().chain(["specialized-armor".to_owned()]).collect();
        fixed(text, &ground.unbridged.quartered, &vehicles)?;
        fixed(text, &ground.mountain.barred, &heavy)?;
        fixed(text, &ground.causeway.barred, &heavy)?;
        fixed(text, &ground.mountain.free, &vec!["mountain".to_owned()])?;
        let supply = &self.supply;
        for one in [&supply.division, &supply.pair, &supply.river_assault, &supply.sea_assault] {
            fixed(text, one, &1)?;
        }
        Ok(())
    }

    /// Keys of tables whose lines are read by name.
    pub(super) fn check_keys(&self, text: &Text) -> Result<(), DataError> {
        let months = crate::state::MONTH_WORDS;
        let kinds = crate::state::Weather::ALL.map(crate::state::Weather::word);
        known(text, &self.weather.table, &months)?;
        known(text, &self.weather.visibility, &kinds)?;
        known(text, &self.weather.effect, &kinds)?;
        let naval: Vec<&str> = months.into_iter().chain(["crossing", "transfer"]).collect();
        known(text, &self.naval, &naval)?;
        let hexes = ["clear", "rough", "mountain", "city", "fortified", "road", "sea", "switzerland"];
        known(text, &self.terrain.hex, &hexes)?;
        known(text, &self.terrain.side, &["minor-river", "canal", "major-river", "sea", "causeway", "dam"])
    }
}

fn fixed<T: PartialEq + std::fmt::Debug>(text: &Text, value: &Spanned<T>, only: &T) -> Result<(), DataError> {
    match value.get_ref() == only {
        true => Ok(()),
        false => Err(text.error_at(value.span(), format!("the rules fix this at {only:?}"))),
    }
}

fn known<T>(text: &Text, rows: &BTreeMap<String, Spanned<T>>, words: &[&str]) -> Result<(), DataError> {
    let stranger =
        rows.iter().find(|(key, _)| !words.contains(&key.as_str()) && !["rule", "provenance"].contains(&key.as_str()));
    match stranger {
        None => Ok(()),
        Some((key, row)) => Err(text.error_at(row.span(), format!("unknown key {key:?}; known: {}", words.join(", ")))),
    }
}

/// A figure within bounds.
pub(super) fn within<T: PartialOrd + Copy + std::fmt::Display>(
    text: &Text,
    figure: &Spanned<T>,
    least: T,
    most: T,
) -> Result<T, DataError> {
    let value = *figure.get_ref();
    match (least..=most).contains(&value) {
        true => Ok(value),
        false => Err(text.error_at(figure.span(), format!("a number from {least} to {most} stands here"))),
    }
}
