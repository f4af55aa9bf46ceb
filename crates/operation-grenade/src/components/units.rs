//! The counters: `data/units.txt`.

use super::{Ground, Map, ScenarioCard, known_rule, sides};
use crate::state::{COLUMNS, Side, UNITS};
use data::{DataError, Record, Text, Word, WordFile, Words};
use referee::{RuleIndex, Spot};

/// [2.23] Unit types.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    Infantry,
    Mechanized,
    Tank,
    AntiTank,
    Recon,
    Artillery,
    SpArtillery,
    Volkssturm,
}

impl Kind {
    pub const ALL: [(&'static str, Kind); 8] = [
        ("infantry", Kind::Infantry),
        ("mechanized", Kind::Mechanized),
        ("tank", Kind::Tank),
        ("anti-tank", Kind::AntiTank),
        ("recon", Kind::Recon),
        ("artillery", Kind::Artillery),
        ("sp-artillery", Kind::SpArtillery),
        ("volkssturm", Kind::Volkssturm),
    ];

    pub fn is_artillery(self) -> bool {
        matches!(self, Kind::Artillery | Kind::SpArtillery)
    }
}

/// [8.1] Large, middling, small: which figure of a chit counts.
#[derive(Copy, Clone, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Class {
    A,
    B,
    C,
}

/// [2.21], [8.1], [8.2] A unit whose strength lies on a chit.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Draws {
    pub class: Class,
    /// 1 to 3: the pool.
    pub morale: u8,
    /// [9.52] The class stands in parentheses.
    pub combined: bool,
}

/// [23.0] Where German reinforcements come from.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Quarter {
    South,
    East,
    North,
}

impl Quarter {
    pub const ALL: [Quarter; 3] = [Quarter::South, Quarter::East, Quarter::North];

    pub fn word(self) -> &'static str {
        match self {
            Quarter::South => "south",
            Quarter::East => "east",
            Quarter::North => "north",
        }
    }
}

/// How a unit comes into the game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Place {
    At(Spot),
    /// [16.2.o] With or next to its corps; the hex is a suggestion.
    Free(Spot),
    /// [27.3] By an entry, as an index.
    Turn {
        turn: u8,
        entry: usize,
    },
    /// [23.0] With the first, second or third group.
    Group {
        quarter: Quarter,
        group: u8,
        entry: usize,
    },
    /// [21.1]
    Volkssturm,
}

/// One counter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitCard {
    /// Unique over both sides, without blanks: the notation uses it.
    pub name: String,
    /// The number on the counter.
    pub shown: String,
    pub side: Side,
    pub kind: Kind,
    pub size: String,
    /// As printed: `A-3-4` or `1-12`.
    pub values: String,
    /// Class and morale; nothing for a unit of fixed strength.
    pub draws: Option<Draws>,
    pub strength: u8,
    pub movement: u8,
    /// [10.0] Strength and allowance of its reverse.
    pub cadre: Option<(u8, u8)>,
    pub place: Place,
    /// Another set-up hex with an option.
    pub or_at: Option<(Spot, String)>,
    /// Empty if it has none.
    pub corps: String,
    pub division: String,
    /// [27.22]
    pub kampfgruppe: bool,
    /// [20.2]
    pub mine_clearing: bool,
    /// The case that lists it.
    pub rule: String,
    /// Why something about it is ours.
    pub reconstructed: Option<String>,
}

impl UnitCard {
    /// [2.22] Regiments and brigades; the rest are battalions.
    pub fn is_large(&self) -> bool {
        matches!(self.size.as_str(), "III" | "X")
    }
}

/// [5.2] Fourteen points along roads are 42 hexes: a path has room for as many.
const MOST_POINTS: u8 = 14;

pub(super) fn load(
    text: &Text,
    map: &Map,
    scenarios: &[ScenarioCard],
    rules: &RuleIndex,
) -> Result<Vec<UnitCard>, DataError> {
    let mut units: Vec<UnitCard> = vec![];
    for record in WordFile::read(text)?.records() {
        let unit = read(record, map, scenarios, rules)?;
        if units.iter().any(|other| other.name == unit.name) {
            return Err(record.error(format!("the name {} is taken; names are unique over both sides", unit.name)));
        }
        if units.len() == UNITS {
            return Err(record.error(format!("the game has room for {UNITS} units")));
        }
        let reinforces = |it: &UnitCard| matches!(it.place, Place::Turn { .. } | Place::Group { .. });
        let waiting = units.iter().filter(|other| other.side == unit.side && reinforces(other)).count();
        if reinforces(&unit) && waiting == COLUMNS {
            return Err(record.error(format!("a side has at most {COLUMNS} reinforcements")));
        }
        if let Place::At(hex) = unit.place {
            let here = units.iter().filter(|other| other.place == unit.place);
            if here.clone().any(|other| other.side != unit.side) {
                return Err(record.error(format!("hex {} holds an enemy already", map.grid.name(hex))));
            }
            if here.count() == 3 {
                return Err(record.error(format!("hex {} holds three units already [7.0]", map.grid.name(hex))));
            }
        }
        units.push(unit);
    }
    for (word, side) in sides() {
        if !units.iter().any(|unit| unit.side == side && matches!(unit.place, Place::At(_))) {
            return Err(text.error(format!("side {word} has no unit on the map")));
        }
    }
    Ok(units)
}

/// `US 115/29 infantry III A-3-4 cadre 1-4 at 0707 corps 19 division 29 [16.2.e]`
fn read(record: &Record<'_>, map: &Map, scenarios: &[ScenarioCard], rules: &RuleIndex) -> Result<UnitCard, DataError> {
    let mut words = record.words();
    let side = words.take("the side")?.one_of("side", &sides())?;
    let name = words.take("the name")?;
    if name.as_str().is_empty() || name.as_str().contains(|c: char| c.is_whitespace() || c == '+') {
        return Err(name.error("a name has no blanks and no +, because matches are written down with it"));
    }
    let kind = words.take("the type")?.one_of("type", &Kind::ALL)?;
    let size = words.take("the size")?.one_of("size", &["II", "III", "X"].map(|size| (size, size)))?;
    let printed = words.take("the values")?;
    let (draws, strength, movement) = read_values(printed)?;
    let first = name.as_str().split('/').next().unwrap_or_default();
    let Some(rule) = record.rules().first() else {
        return Err(record.error("the case that lists the unit is missing: `[16.2.e]`"));
    };
    known_rule(rules, rule.as_str()).map_err(|what| rule.error(what))?;
    let mut unit = UnitCard {
        name: name.as_str().to_owned(),
        shown: first.to_owned(),
        side,
        kind,
        size: size.to_owned(),
        values: printed.as_str().to_owned(),
        draws,
        strength,
        movement,
        cadre: None,
        place: Place::Volkssturm,
        or_at: None,
        corps: String::new(),
        division: String::new(),
        kampfgruppe: false,
        mine_clearing: false,
        rule: rule.as_str().to_owned(),
        reconstructed: record.mark().reconstructed().map(str::to_owned),
    };
    read_rest(&mut unit, &mut words, map, scenarios)?;
    if (unit.place == Place::Volkssturm) != (kind == Kind::Volkssturm) {
        return Err(record
            .error("say where the unit comes in: at, free, turn or group; Volkssturm, and they alone, have no place"));
    }
    if unit.draws.is_some() != unit.cadre.is_some() {
        return Err(record.error("units with a class have a cadre, and no others: `cadre 1-4`"));
    }
    if kind == Kind::Volkssturm && (side != Side::German || unit.draws.is_some() || unit.is_large()) {
        return Err(record.error("Volkssturm are German battalions of fixed strength"));
    }
    Ok(unit)
}

fn read_rest(
    unit: &mut UnitCard,
    words: &mut Words<'_, '_>,
    map: &Map,
    scenarios: &[ScenarioCard],
) -> Result<(), DataError> {
    let mut due: Option<Place> = None;
    while let Some(word) = words.optional() {
        match word.as_str() {
            "cadre" => unit.cadre = Some(read_pair(words.take("the values of the cadre")?)?),
            "at" => unit.place = Place::At(read_hex(map, words.take("the hex")?)?),
            "free" => unit.place = Place::Free(read_hex(map, words.take("the hex")?)?),
            "or-at" => {
                let hex = read_hex(map, words.take("the hex")?)?;
                let option = words.take("the option")?;
                if !scenarios.iter().any(|scenario| scenario.options.iter().any(|it| it.id == option.as_str())) {
                    return Err(option.error(format!("there is no option {:?}", option.as_str())));
                }
                unit.or_at = Some((hex, option.as_str().to_owned()));
            }
            "turn" => {
                let turn = words.take("the Game-Turn")?.number("the Game-Turn")?;
                due = Some(Place::Turn { turn, entry: 0 });
            }
            "group" => {
                let quarter = words.take("where it comes from")?;
                let quarter = quarter.one_of("quarter", &Quarter::ALL.map(|it| (it.word(), it)))?;
                let group = words.take("the group")?.one_of("group", &[("1", 1), ("2", 2), ("3", 3)])?;
                due = Some(Place::Group { quarter, group, entry: 0 });
            }
            "entry" => {
                let letter = words.take("the letter of the entry")?;
                let entry = map.entries.iter().position(|it| it.letter == letter.as_str() && it.side == unit.side);
                let Some(entry) = entry else {
                    return Err(letter.error(format!("its side has no entry {:?} on the map", letter.as_str())));
                };
                unit.place = match due {
                    Some(Place::Turn { turn, .. }) => Place::Turn { turn, entry },
                    Some(Place::Group { quarter, group, .. }) => Place::Group { quarter, group, entry },
                    _ => return Err(word.error("an entry follows a turn or a group")),
                };
            }
            "corps" => unit.corps = words.take("the corps")?.as_str().to_owned(),
            "division" => unit.division = words.take("the division")?.as_str().to_owned(),
            "shown" => unit.shown = words.take("the designation")?.as_str().to_owned(),
            "kampfgruppe" => unit.kampfgruppe = true,
            "mine-clearing" => unit.mine_clearing = true,
            other => {
                return Err(word.error(format!(
                    "unknown word {other:?}; known: cadre, at, free, or-at, turn, group, entry, corps, division, shown, \
                     kampfgruppe, mine-clearing"
                )));
            }
        }
    }
    Ok(())
}

fn read_hex(map: &Map, word: Word<'_>) -> Result<Spot, DataError> {
    let hex = word.hex(&map.grid)?;
    match map.ground[hex.index()] {
        Ground::Lake => Err(word.error(format!("hex {} is a lake", word.as_str()))),
        _ => Ok(hex),
    }
}

/// [2.21] `A-3-4`, `(B)-2-10` or `1-12`.
fn read_values(word: Word<'_>) -> Result<(Option<Draws>, u8, u8), DataError> {
    let parts: Vec<&str> = word.as_str().split('-').collect();
    let [class, morale, movement] = parts[..] else {
        let (strength, movement) = read_pair(word)?;
        return Ok((None, strength, movement));
    };
    let combined = class.starts_with('(') && class.ends_with(')');
    let class = match class.trim_start_matches('(').trim_end_matches(')') {
        "A" => Some(Class::A),
        "B" => Some(Class::B),
        "C" => Some(Class::C),
        _ => None,
    };
    let morale = morale.parse().ok().filter(|morale| (1..=3).contains(morale));
    let movement = movement.parse().ok().filter(|points| (1..=MOST_POINTS).contains(points));
    match (class, morale, movement) {
        (Some(class), Some(morale), Some(movement)) => Ok((Some(Draws { class, morale, combined }), 0, movement)),
        _ => Err(word.error(format!("values are class-morale-movement, such as A-3-4, not {:?}", word.as_str()))),
    }
}

/// `1-12`
fn read_pair(word: Word<'_>) -> Result<(u8, u8), DataError> {
    let numbers: Option<Vec<u8>> = word.as_str().split('-').map(|number| number.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[strength @ 1..=20, movement @ 1..=MOST_POINTS]) => Ok((strength, movement)),
        _ => Err(word.error(format!("values are strength-movement, such as 1-12, not {:?}", word.as_str()))),
    }
}
