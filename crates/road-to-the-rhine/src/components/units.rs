//! The counters: `data/units.txt`.

use super::sides;
use crate::state::{AIR, Side, UNITS};
use data::{DataError, Text, Word, WordFile};

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Nation {
    US,
    British,
    Canadian,
    Polish,
    Czech,
    Belgian,
    Dutch,
    Allied,
    French,
    Army,
    SS,
    Luftwaffe,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    Armor,
    Cavalry,
    Panzergrenadier,
    Motorized,
    Infantry,
    Static,
    Mountain,
    AirLanding,
    Parachute,
    /// [22.B.a]
    Commando,
    Specialized,
    AssaultGun,
    Security,
    Bomber,
    FighterBomber,
    Transport,
}

/// One counter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitCard {
    pub name: String,
    pub side: Side,
    pub nation: Nation,
    pub kind: Kind,
    /// XX, X, III, II, KG, group; empty for air units.
    pub size: String,
    /// Combat strength, or air combat value.
    pub strength: u8,
    /// Movement allowance, or range.
    pub movement: u8,
    pub back: Option<u8>,
    /// [22.A.a] The set a breakdown counter belongs to.
    pub breakdown: Option<String>,
    pub airborne: bool,
    pub motorized: bool,
    /// [22.C.1] S, A or B.
    pub code: Option<char>,
    pub shown: String,
}

impl UnitCard {
    pub fn is_air(&self) -> bool {
        matches!(self.kind, Kind::Bomber | Kind::FighterBomber | Kind::Transport)
    }

    pub fn is_division(&self) -> bool {
        self.size == "XX"
    }
}

const NATIONS: [(&str, Nation); 12] = [
    ("us", Nation::US),
    ("british", Nation::British),
    ("canadian", Nation::Canadian),
    ("polish", Nation::Polish),
    ("czech", Nation::Czech),
    ("belgian", Nation::Belgian),
    ("dutch", Nation::Dutch),
    ("allied", Nation::Allied),
    ("french", Nation::French),
    ("army", Nation::Army),
    ("ss", Nation::SS),
    ("luftwaffe", Nation::Luftwaffe),
];
const KINDS: [(&str, Kind); 16] = [
    ("armor", Kind::Armor),
    ("cavalry", Kind::Cavalry),
    ("panzergrenadier", Kind::Panzergrenadier),
    ("motorized-infantry", Kind::Motorized),
    ("infantry", Kind::Infantry),
    ("static", Kind::Static),
    ("mountain", Kind::Mountain),
    ("air-landing", Kind::AirLanding),
    ("parachute", Kind::Parachute),
    ("commando", Kind::Commando),
    ("specialized-armor", Kind::Specialized),
    ("assault-gun", Kind::AssaultGun),
    ("security", Kind::Security),
    ("bomber", Kind::Bomber),
    ("fighter-bomber", Kind::FighterBomber),
    ("transport", Kind::Transport),
];

pub(super) fn load(text: &Text) -> Result<Vec<UnitCard>, DataError> {
    let file = WordFile::read(text)?;
    let mut units: Vec<UnitCard> = vec![];
    for record in file.records() {
        let mut words = record.words();
        let side = words.take("the side")?.one_of("side", &sides())?;
        let name = words.take("the name")?;
        if units.iter().any(|unit| unit.name == name.as_str()) {
            return Err(name.error(format!("the unit {} is listed twice", name.as_str())));
        }
        let nation = words.take("the nation")?.one_of("nation", &NATIONS)?;
        let kind = words.take("the type")?.one_of("type", &KINDS)?;
        let mut unit = UnitCard {
            name: name.as_str().to_owned(),
            side,
            nation,
            kind,
            size: String::new(),
            strength: 0,
            movement: 0,
            back: None,
            breakdown: None,
            airborne: false,
            motorized: false,
            code: None,
            shown: name.as_str().to_owned(),
        };
        if !unit.is_air() {
            unit.size = words.take("the size")?.as_str().to_owned();
        }
        if kind != Kind::Transport {
            read_values(words.take("the values")?, &mut unit)?;
        }
        while let Some(word) = words.optional() {
            match word.as_str() {
                "back" => unit.back = Some(words.take("the reduced strength")?.number("the reduced strength")?),
                "breakdown" => unit.breakdown = Some(words.take("the set")?.as_str().to_owned()),
                "airborne" => unit.airborne = true,
                "motorized" => unit.motorized = true,
                "shown" => unit.shown = words.take("the text of the counter")?.as_str().to_owned(),
                other => {
                    let known = "back, breakdown, airborne, motorized, shown";
                    return Err(word.error(format!("unknown word {other:?}; known: {known}")));
                }
            }
        }
        units.push(unit);
    }
    if units.len() > UNITS || units.iter().filter(|unit| unit.is_air()).count() > AIR {
        return Err(text.error(format!("there may be at most {UNITS} units, {AIR} of them air units")));
    }
    if units.iter().filter(|unit| unit.airborne && unit.side == Side::AL).count() > 16 {
        return Err(text.error("at most sixteen Allied units may be airborne"));
    }
    Ok(units)
}

/// `6-15`, or a letter for specialized armor, whose strength is 1 [22.C.1].
fn read_values(word: Word<'_>, unit: &mut UnitCard) -> Result<(), DataError> {
    let bad = || word.error(format!("values are strength-movement, such as 6-15, not {:?}", word.as_str()));
    let (strength, movement) = word.as_str().split_once('-').ok_or_else(bad)?;
    unit.movement = movement.parse().map_err(|_| bad())?;
    match strength {
        "S" | "A" | "B" => {
            unit.code = strength.chars().next();
            unit.strength = 1;
        }
        number => unit.strength = number.parse().map_err(|_| bad())?,
    }
    if unit.movement > 50 || unit.strength > 30 {
        return Err(bad());
    }
    Ok(())
}
