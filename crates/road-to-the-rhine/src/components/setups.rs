//! Who stands where, who comes when, who holds what: `data/setups.txt`, `arrivals.txt`, `control.txt`.

use super::{Map, UnitCard, sides};
use crate::state::{Hexes, Side, Unit, read_turn};
use data::{DataError, Record, Text, Word, WordFile};
use referee::Spot;

#[derive(Clone, Debug)]
pub struct Setups {
    pub groups: Vec<Group>,
    pub arrivals: Vec<Arrival>,
    /// Scenario and hexes of the Allies.
    pub control: Vec<(String, Hexes)>,
}

/// A list of units with their hexes [30.C.a].
#[derive(Clone, Debug)]
pub struct Group {
    pub scenario: String,
    pub side: Side,
    pub key: String,
    pub title: String,
    /// How many may begin as reserves.
    pub reserves: u8,
    pub spread: Spread,
    pub slots: Vec<Slot>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::large_enum_variant, reason = "there are fifty groups, made once")]
pub enum Spread {
    In(Hexes),
    /// Each in the hex of its line.
    Fixed,
    GermanTowns(Option<Spot>),
    OwnTowns,
    BehindFront,
    England,
    Cadre,
    Destroyed,
    Cannibalized,
    Broken,
}

impl Spread {
    /// Whether the player chooses where they stand.
    pub fn is_free(&self) -> bool {
        matches!(self, Spread::In(_) | Spread::GermanTowns(_) | Spread::OwnTowns | Spread::BehindFront)
    }
}

/// [30.C.b] A unit in its list, full or reduced.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Slot {
    pub unit: Unit,
    pub reduced: bool,
    pub at: Option<Spot>,
    pub reserve: bool,
}

/// [23.T], [31.E.b]
#[derive(Clone, Debug)]
pub struct Arrival {
    pub scenario: String,
    pub turn: u8,
    pub side: Side,
    pub unit: Unit,
    pub place: Where,
    pub reduced: bool,
    pub die: Option<u8>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Where {
    WestAny,
    WestN,
    WestS,
    SouthS,
    SouthFrance,
    Germany,
    England,
    Cadre,
    Transfer,
    Withdraw,
}

const PLACES: [(&str, Where); 9] = [
    ("west-any", Where::WestAny),
    ("west-n", Where::WestN),
    ("west-s", Where::WestS),
    ("south-s", Where::SouthS),
    ("south-france", Where::SouthFrance),
    ("germany", Where::Germany),
    ("england", Where::England),
    ("cadre", Where::Cadre),
    ("transfer", Where::Transfer),
];

pub(super) fn load(
    setups: &Text,
    arrivals: &Text,
    control: &Text,
    map: &Map,
    units: &[UnitCard],
) -> Result<Setups, DataError> {
    let mut groups: Vec<Group> = vec![];
    for record in WordFile::read(setups)?.records() {
        if record.starts_with("group") {
            groups.push(read_group(record, map)?);
        } else {
            read_slot(record, map, units, &mut groups)?;
        }
    }
    let mut read = vec![];
    for record in WordFile::read(arrivals)?.records() {
        read.push(read_arrival(record, units)?);
    }
    let mut held: Vec<(String, Hexes)> = vec![];
    for record in WordFile::read(control)?.records() {
        let mut words = record.words();
        words.take("holds")?.one_of("word", &[("holds", ())])?;
        let scenario = words.take("the scenario")?.as_str();
        words.take("the side")?.one_of("side", &[("AL", ())])?;
        let mut hexes = Hexes::empty();
        for word in words.rest() {
            hexes.insert(word.hex(&map.grid)?);
        }
        match held.iter_mut().find(|(id, _)| id == scenario) {
            Some((_, all)) => *all |= hexes,
            None => held.push((scenario.to_owned(), hexes)),
        }
    }
    Ok(Setups { groups, arrivals: read, control: held })
}

fn unit_of(word: Word<'_>, units: &[UnitCard]) -> Result<Unit, DataError> {
    match (0u16..).zip(units).find(|(_, unit)| unit.name == word.as_str()) {
        Some((number, _)) => Ok(Unit(number)),
        None => Err(word.error(format!("there is no unit {:?}", word.as_str()))),
    }
}

fn read_group(record: &Record<'_>, map: &Map) -> Result<Group, DataError> {
    let mut words = record.words();
    words.take("group")?;
    let scenario = words.take("the scenario")?.as_str().to_owned();
    let side = words.take("the side")?.one_of("side", &sides())?;
    let key = words.take("the key")?.as_str().to_owned();
    let title = words.take("the title")?.as_str().to_owned();
    let mut place = words.take("the place")?;
    let mut reserves = 0;
    if place.as_str() == "reserves" {
        let word = words.take("how many reserves")?;
        reserves = if word.as_str() == "all" { u8::MAX } else { word.number("the reserves")? };
        place = words.take("the place")?;
    }
    let spread = match place.as_str() {
        "in" => {
            let mut hexes = Hexes::empty();
            for word in words.rest() {
                hexes.insert(word.hex(&map.grid)?);
            }
            Spread::In(hexes)
        }
        "region" => {
            let word = words.take("the region")?;
            let hexes = *map.region(word.as_str());
            if hexes.is_empty() {
                return Err(word.error(format!("there is no region {:?}", word.as_str())));
            }
            Spread::In(hexes)
        }
        "german-towns" => match words.optional() {
            None => Spread::GermanTowns(None),
            Some(word) => {
                word.one_of("word", &[("one-in", ())])?;
                Spread::GermanTowns(Some(words.take("the hex")?.hex(&map.grid)?))
            }
        },
        _ => place
            .one_of(
                "place",
                &[
                    ("fixed", 0),
                    ("own-towns", 1),
                    ("behind-front", 2),
                    ("england", 3),
                    ("cadre", 4),
                    ("destroyed", 5),
                    ("cannibalized", 6),
                    ("broken", 7),
                ],
            )
            .map(|kind| match kind {
                0 => Spread::Fixed,
                1 => Spread::OwnTowns,
                2 => Spread::BehindFront,
                3 => Spread::England,
                4 => Spread::Cadre,
                5 => Spread::Destroyed,
                6 => Spread::Cannibalized,
                _ => Spread::Broken,
            })?,
    };
    words.end()?;
    Ok(Group { scenario, side, key, title, reserves, spread, slots: vec![] })
}

fn read_slot(record: &Record<'_>, map: &Map, units: &[UnitCard], groups: &mut [Group]) -> Result<(), DataError> {
    let mut words = record.words();
    words.take("unit")?.one_of("line", &[("unit", ())])?;
    let scenario = words.take("the scenario")?.as_str();
    let key = words.take("the key of the group")?;
    let unit = unit_of(words.take("the unit")?, units)?;
    let mut slot = Slot { unit, reduced: false, at: None, reserve: false };
    while let Some(word) = words.optional() {
        match word.one_of("word", &[("reduced", 0), ("at", 1), ("reserve", 2)])? {
            0 => slot.reduced = true,
            1 => slot.at = Some(words.take("the hex")?.hex(&map.grid)?),
            _ => slot.reserve = true,
        }
    }
    match groups.iter_mut().find(|group| group.scenario == scenario && group.key == key.as_str()) {
        Some(group) => group.slots.push(slot),
        None => return Err(key.error(format!("there is no group {:?} before this line", key.as_str()))),
    }
    Ok(())
}

fn read_arrival(record: &Record<'_>, units: &[UnitCard]) -> Result<Arrival, DataError> {
    let mut words = record.words();
    let comes = words.take("the kind of line")?.one_of("line", &[("arrive", true), ("withdraw", false)])?;
    let scenario = words.take("the scenario")?.as_str().to_owned();
    let word = words.take("the turn")?;
    let turn = read_turn(word.as_str()).ok_or_else(|| word.error("a turn is written sep-1 to apr-4"))?;
    let side = words.take("the side")?.one_of("side", &sides())?;
    let unit = unit_of(words.take("the unit")?, units)?;
    let mut arrival = Arrival { scenario, turn, side, unit, place: Where::Withdraw, reduced: false, die: None };
    if comes {
        arrival.place = words.take("the place")?.one_of("place", &PLACES)?;
        while let Some(word) = words.optional() {
            match word.one_of("word", &[("reduced", 0), ("die", 1)])? {
                0 => arrival.reduced = true,
                _ => arrival.die = Some(words.take("the die")?.number("the die")?),
            }
        }
    }
    words.end()?;
    Ok(arrival)
}
