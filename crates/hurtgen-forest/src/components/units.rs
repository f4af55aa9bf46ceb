//! The counters: `data/units.txt`.

use super::{Map, Tables, known_rule, sides};
use crate::state::{OF_A_SIDE, Side};
use data::{DataError, Record, Text, Word, WordFile};
use referee::{RuleIndex, Spot};

/// [2.31.a] Unit types.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    Infantry,
    Mechanized,
    Armor,
    Recon,
    Artillery,
    SpArtillery,
}

impl Kind {
    pub fn is_artillery(self) -> bool {
        matches!(self, Kind::Artillery | Kind::SpArtillery)
    }
}

/// One counter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitCard {
    /// Unique over both sides, without blanks: the notation uses it.
    pub name: String,
    /// The designation as printed.
    pub shown: String,
    pub side: Side,
    pub kind: Kind,
    pub size: String,
    /// Attack Strength; for artillery Barrage Strength.
    pub attack: u8,
    /// Final Protective Fire Strength; 0 for all but artillery, and so is the range.
    pub fpf: u8,
    pub range: u8,
    pub defense: u8,
    pub movement: u8,
    /// As printed: `2-3-7` or `1-2-16/2-7`.
    pub values: String,
    pub division: String,
    /// Set-up hex, or entry hex of a Reinforcement.
    pub at: Spot,
    /// Game-Turn of entry; 0 for the Initial Deployment.
    pub turn: u8,
    /// The case that lists it.
    pub rule: String,
    /// Why something about it is ours.
    pub reconstructed: Option<String>,
}

pub(super) fn load(text: &Text, map: &Map, tables: &Tables, rules: &RuleIndex) -> Result<Vec<UnitCard>, DataError> {
    let mut units: Vec<UnitCard> = Vec::new();
    for record in WordFile::read(text)?.records() {
        let unit = read(record, map, tables, rules)?;
        if units.iter().any(|other| other.name == unit.name) {
            return Err(record.error(format!("the name {} is taken; names are unique over both sides", unit.name)));
        }
        if let Some(other) = units.iter().find(|other| other.turn == 0 && unit.turn == 0 && other.at == unit.at) {
            return Err(record.error(format!("{} stands in the same hex; one unit a hex [5.31.a]", other.name)));
        }
        if units.iter().filter(|other| other.side == unit.side).count() == OF_A_SIDE {
            return Err(record.error(format!("the game has room for {OF_A_SIDE} units of each side")));
        }
        units.push(unit);
    }
    for (word, side) in sides() {
        if !units.iter().any(|unit| unit.side == side && unit.turn == 0) {
            return Err(text.error(format!("side {word} has no unit in its Initial Deployment")));
        }
    }
    if !units.iter().any(|unit| unit.side == Side::German && unit.division == tables.penalty_division) {
        let division = &tables.penalty_division;
        return Err(text.error(format!("no German unit belongs to division {division}, which has to leave [12.0]")));
    }
    Ok(units)
}

/// `US 1/28 infantry II 2-3-7 at 0819 division 8 [16.12.a]`
fn read(record: &Record<'_>, map: &Map, tables: &Tables, rules: &RuleIndex) -> Result<UnitCard, DataError> {
    let mut words = record.words();
    let side = words.take("the side")?.one_of("side", &sides())?;
    let name = words.take("the name")?;
    if name.as_str().is_empty() || name.as_str().contains(char::is_whitespace) {
        return Err(name.error("a name has no blanks, because matches are written down with it"));
    }
    let kinds = [
        ("infantry", Kind::Infantry),
        ("mechanized", Kind::Mechanized),
        ("armor", Kind::Armor),
        ("recon", Kind::Recon),
        ("artillery", Kind::Artillery),
        ("sp-artillery", Kind::SpArtillery),
    ];
    let kind = words.take("the type")?.one_of("type", &kinds)?;
    let size = words.take("the size")?.one_of("size", &["I", "II", "III", "X"].map(|size| (size, size)))?;
    let printed = words.take("the values")?;
    let values = Values::read(printed, kind)?;
    let (mut at, mut turn, mut division, mut shown) = (None, 0, None, name);
    while let Some(word) = words.optional() {
        match word.as_str() {
            "at" => {
                let hex = words.take("the hex")?;
                at = Some((hex.hex(&map.grid)?, hex));
            }
            "turn" => {
                let word = words.take("the Game-Turn")?;
                turn = word.number("the Game-Turn")?;
                if !(1..=tables.turns).contains(&turn) {
                    return Err(word.error(format!("the Game-Turn must be from 1 to {}", tables.turns)));
                }
            }
            "division" => division = Some(words.take("the division")?),
            "shown" => shown = words.take("the designation")?,
            other => {
                return Err(word.error(format!("unknown word {other:?}; known: at, turn, division, shown")));
            }
        }
    }
    let (at, hex) = at.ok_or_else(|| record.error("the hex is missing: `at 0819`"))?;
    if turn > 0 && !map.grid.is_edge(at) {
        return Err(hex.error(format!("a Reinforcement enters at the edge of the map; {} is not", hex.as_str())));
    }
    let Some(rule) = record.rules().first() else {
        return Err(record.error("the case that lists the unit is missing: `[16.12.a]`"));
    };
    known_rule(rules, rule.as_str()).map_err(|what| rule.error(what))?;
    Ok(UnitCard {
        name: name.as_str().to_owned(),
        shown: shown.as_str().to_owned(),
        side,
        kind,
        size: size.to_owned(),
        attack: values.attack,
        fpf: values.fpf,
        range: values.range,
        defense: values.defense,
        movement: values.movement,
        values: printed.as_str().to_owned(),
        division: division.map_or(String::new(), |division| division.as_str().to_owned()),
        at,
        turn,
        rule: rule.as_str().to_owned(),
        reconstructed: record.mark().reconstructed().map(str::to_owned),
    })
}

/// [2.31] The figures on a counter.
struct Values {
    attack: u8,
    fpf: u8,
    range: u8,
    defense: u8,
    movement: u8,
}

impl Values {
    fn read(printed: Word<'_>, kind: Kind) -> Result<Values, DataError> {
        let numbers = |part: &str| -> Option<Vec<u8>> { part.split('-').map(|number| number.parse().ok()).collect() };
        let (front, back) = printed.as_str().split_once('/').unwrap_or((printed.as_str(), ""));
        let values = match (kind.is_artillery(), numbers(front).as_deref(), numbers(back).as_deref()) {
            (true, Some(&[attack, fpf, range]), Some(&[defense, movement])) => {
                Some(Values { attack, fpf, range, defense, movement })
            }
            (false, Some(&[attack, defense, movement]), None) => {
                Some(Values { attack, fpf: 0, range: 0, defense, movement })
            }
            _ => None,
        };
        values.ok_or_else(|| {
            let form = if kind.is_artillery() {
                "barrage-FPF-range/defense-movement, such as 1-2-16/2-7"
            } else {
                "attack-defense-movement, such as 2-3-7"
            };
            printed.error(format!("the values must be {form}, not {:?}", printed.as_str()))
        })
    }
}
