//! The order of battle: `data/units.txt`.

use super::{Map, Month, Side, unknown_city};
use data::{DataError, Mark, Record, Text, Word, WordFile};
use referee::Spot;

/// As many as the sets of a state have room for.
pub const MAX_UNITS: usize = 96;
/// [U.2.b] The strongest army.
pub const MAX_SP: usize = 4;

/// [U.4, U.16, U.17]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Group {
    Sixth,
    Twelfth,
    TwentyFirst,
    B,
    G,
    H,
    /// [ACT.5.c] Fortress corps are a group of their own.
    Fortress,
    /// [ACT.5.b] Panzers join any group.
    Any,
}

/// [U.16]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Nation {
    Us,
    Commonwealth,
    French,
    German,
}

/// In what colour the counter is printed: nations, and what stood apart within them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Colours {
    Us,
    British,
    Canadian,
    French,
    Army,
    Ss,
    Luftwaffe,
}

/// [U.3]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    Infantry,
    Mountain,
    Airborne,
    Elite,
    Panzer,
    Volksturm,
    Coast,
    Fortress,
}

/// [A.12] When a unit comes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Due {
    Setup,
    /// [SET.2]
    Invasion,
    Month(Month),
    /// [RCO.2]
    Rco,
}

/// [A.2, A.3] Where a reinforcement comes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    BeachOrPort,
    /// [A.2, A.3] The city the chart names.
    City(Spot),
    /// [SF.2, SF.3]
    SouthFrance,
    /// [A.3.g] Volksturm: the city on the counter.
    OwnCity(Spot),
    /// [A.9] By the list of the army group.
    Group,
    /// On the map from the set-up; it never enters.
    Fixed,
}

/// [U.2]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// One word, for the notation: `US-VII`.
    pub id: String,
    pub name: String,
    pub side: Side,
    pub nation: Nation,
    pub colours: Colours,
    pub group: Group,
    /// An army, not a corps.
    pub army: bool,
    pub kind: Kind,
    /// [A.11.f] An elite corps for the ban on rebuilding.
    pub elite: bool,
    /// [U.6, U.7, U.8, U.10, U.11, U.14]
    pub max_sp: u8,
    /// With what it is set up or arrives. [SET.1.a, A.2.b, A.3.b]
    pub start_sp: u8,
    pub mp: u8,
    /// [U.2.a] By SP; nothing at 0.
    pub dice: [u8; MAX_SP + 1],
    pub due: Due,
    pub entry: Entry,
    /// The hex of the June set-up; for an invading army its target.
    pub start: Option<Spot>,
    pub mark: Mark,
}

impl Unit {
    pub fn is_panzer(&self) -> bool {
        self.kind == Kind::Panzer
    }

    /// [U.13] Lost for good when eliminated.
    pub fn is_irreplaceable(&self) -> bool {
        matches!(self.kind, Kind::Coast | Kind::Fortress)
    }

    /// [U.12, U.13, ACT.5.d] Never moves.
    pub fn is_static(&self) -> bool {
        self.mp == 0
    }
}

const NATIONS: [(&str, (Nation, Colours)); 7] = [
    ("US", (Nation::Us, Colours::Us)),
    ("GB", (Nation::Commonwealth, Colours::British)),
    ("CA", (Nation::Commonwealth, Colours::Canadian)),
    ("FR", (Nation::French, Colours::French)),
    ("DE", (Nation::German, Colours::Army)),
    ("SS", (Nation::German, Colours::Ss)),
    ("LW", (Nation::German, Colours::Luftwaffe)),
];

const GROUPS: [(&str, Group); 8] = [
    ("6", Group::Sixth),
    ("12", Group::Twelfth),
    ("21", Group::TwentyFirst),
    ("B", Group::B),
    ("G", Group::G),
    ("H", Group::H),
    ("F", Group::Fortress),
    ("any", Group::Any),
];

const KINDS: [(&str, Kind); 8] = [
    ("infantry", Kind::Infantry),
    ("mountain", Kind::Mountain),
    ("airborne", Kind::Airborne),
    ("elite", Kind::Elite),
    ("panzer", Kind::Panzer),
    ("volksturm", Kind::Volksturm),
    ("coast", Kind::Coast),
    ("fortress", Kind::Fortress),
];

/// The Allied units, then the German ones, each in the order of the file.
pub(super) fn read(text: &Text, map: &Map) -> Result<Vec<Unit>, DataError> {
    let mut units: Vec<Unit> = Vec::new();
    for record in WordFile::read(text)?.records() {
        let unit = read_unit(record, map)?;
        if units.iter().any(|other| other.id.eq_ignore_ascii_case(&unit.id)) {
            return Err(record.error(format!("the id {} is taken", unit.id)));
        }
        let shares = |other: &&Unit| other.side == unit.side && other.start.is_some() && other.start == unit.start;
        if let Some(other) = units.iter().find(shares) {
            return Err(record.error(format!("{} stands in the same hex", other.id)));
        }
        if units.len() == MAX_UNITS {
            return Err(record.error(format!("the game has room for {MAX_UNITS} units")));
        }
        units.push(unit);
    }
    units.sort_by_key(|unit| unit.side);
    for beach in map.beach {
        let at = |side: Side, due: Due| units.iter().any(|u| u.side == side && u.due == due && u.start == Some(beach));
        let number = map.board.name(beach);
        if !at(Side::Allied, Due::Invasion) {
            return Err(text.error(format!("no Allied army invades {number}")));
        }
        if !at(Side::German, Due::Setup) {
            return Err(text.error(format!("no German unit defends {number}")));
        }
    }
    let invaders = units.iter().filter(|unit| unit.due == Due::Invasion).count();
    if invaders != map.beach.len() {
        return Err(text.error(format!("two armies invade, not {invaders}")));
    }
    Ok(units)
}

/// `Allied US1 "First US Army" US 12 army infantry 1/2/3/4 mp 4 invasion at 0812`
fn read_unit(record: &Record<'_>, map: &Map) -> Result<Unit, DataError> {
    let mut words = record.words();
    let side = words.take("the side")?.one_of("side", &Side::BOTH.map(|side| (side.name(), side)))?;
    let id = words.take("the id")?;
    if id.as_str().is_empty() || id.as_str().contains([' ', '+', ',', '"']) {
        return Err(id.error("an id is one word without + and commas, because matches are written down with it"));
    }
    let name = words.take("the name")?.as_str().to_owned();
    let (nation, colours) = words.take("the nation")?.one_of("nation", &NATIONS)?;
    let group = words.take("the army group")?.one_of("army group", &GROUPS)?;
    let army = words.take("army or corps")?.one_of("size", &[("army", true), ("corps", false)])?;
    let kind = words.take("the kind")?.one_of("kind", &KINDS)?;
    let printed = words.take("the dice by step")?;
    let (max_sp, dice) = read_dice(printed)?;
    words.take("the word mp")?.one_of("word", &[("mp", ())])?;
    let mp = words.take("the movement points")?.number("the movement points")?;
    let (mut start_sp, mut due, mut entry, mut start, mut elite) = (max_sp, None, None, None, kind == Kind::Elite);
    while let Some(word) = words.optional() {
        let again = match word.as_str() {
            "sp" => {
                let number = words.take("the strength")?;
                start_sp = number.number("the strength")?;
                if !(1..=max_sp).contains(&start_sp) {
                    return Err(number.error(format!("the strength is from 1 to {max_sp}")));
                }
                false
            }
            "elite" => std::mem::replace(&mut elite, true),
            "setup" => due.replace(Due::Setup).is_some(),
            "invasion" => due.replace(Due::Invasion).is_some(),
            "rco" => due.replace(Due::Rco).is_some(),
            "at" => {
                let hex = words.take("the hex")?;
                let spot = map.board.find(hex.as_str());
                let what = || hex.error(format!("the map has no playable hex {:?}", hex.as_str()));
                start.replace(spot.ok_or_else(what)?).is_some()
            }
            "by" => {
                let place = words.take("where it enters")?;
                entry.replace(read_entry(place, map, kind)?).is_some()
            }
            name => match Month::all().find(|month| month.name() == name) {
                Some(month) => due.replace(Due::Month(month)).is_some(),
                None => {
                    let what = "known: sp, elite, at, by, setup, invasion, rco, or the month it comes";
                    return Err(word.error(format!("unknown word {name:?}; {what}")));
                }
            },
        };
        if again {
            return Err(word.error(format!("{:?} comes after something of the same sort", word.as_str())));
        }
    }
    let missing = || record.error("when it comes is missing: setup, invasion, rco, or a month such as Jul");
    let due = due.ok_or_else(missing)?;
    let entry = match due {
        Due::Setup => Entry::Fixed,
        Due::Invasion => Entry::BeachOrPort,
        Due::Month(_) | Due::Rco => entry.ok_or_else(|| record.error("where it enters is missing: `by port`"))?,
    };
    let mark = record.mark().clone();
    let id = id.as_str().to_owned();
    let unit = Unit {
        id,
        name,
        side,
        nation,
        colours,
        group,
        army,
        kind,
        elite,
        max_sp,
        start_sp,
        mp,
        dice,
        due,
        entry,
        start,
        mark,
    };
    check(record, &unit, map)?;
    Ok(unit)
}

/// `1/2/3/4`: the dice at 1, 2, 3 and 4 SP.
fn read_dice(printed: Word<'_>) -> Result<(u8, [u8; MAX_SP + 1]), DataError> {
    let mut dice = [0; MAX_SP + 1];
    let mut max_sp = 0;
    for part in printed.as_str().split('/') {
        let number = part.parse().ok().filter(|number| (1..=9).contains(number));
        max_sp += 1;
        match (dice.get_mut(usize::from(max_sp)), number) {
            (Some(slot), Some(number)) => *slot = number,
            _ => {
                let what = format!("dice are given for each of 1 to {MAX_SP} steps, as in 1/2/3, not {part:?}");
                return Err(printed.error(what));
            }
        }
    }
    Ok((max_sp, dice))
}

fn read_entry(word: Word<'_>, map: &Map, kind: Kind) -> Result<Entry, DataError> {
    Ok(match word.as_str() {
        "port" => Entry::BeachOrPort,
        "south-france" => Entry::SouthFrance,
        "group" => Entry::Group,
        name => match map.find_city(name).map(|city| map.cities[city].at) {
            Some(at) if kind == Kind::Volksturm => Entry::OwnCity(at),
            Some(at) => Entry::City(at),
            None => return Err(word.error(format!("{}; known besides: port, south-france, group", unknown_city(name)))),
        },
    })
}

fn check(record: &Record<'_>, unit: &Unit, map: &Map) -> Result<(), DataError> {
    let refuse = |what: &str| Err(record.error(format!("{} {what}", unit.id)));
    let german = unit.side == Side::German;
    if german != (unit.nation == Nation::German) {
        return refuse("belongs to a nation of the other side");
    }
    if german == matches!(unit.group, Group::Sixth | Group::Twelfth | Group::TwentyFirst) {
        return refuse("belongs to an army group of the other side");
    }
    if (unit.group == Group::Any) != unit.is_panzer()
        || (unit.group == Group::Fortress) != (unit.kind == Kind::Fortress)
    {
        return refuse("must be `any` if it is a panzer unit and `F` if it is a fortress corps, and only then");
    }
    if !german && !matches!(unit.kind, Kind::Infantry | Kind::Mountain | Kind::Airborne) {
        return refuse("is of a kind only the Germans have");
    }
    let is_static = matches!(unit.kind, Kind::Volksturm | Kind::Coast | Kind::Fortress);
    if is_static != unit.is_static() {
        return refuse("must have 0 MP if it is volksturm, coast or fortress, and only then");
    }
    if unit.start.is_some() != matches!(unit.due, Due::Setup | Due::Invasion) {
        return refuse("needs a hex, `at 0812`, if it is set up or invades, and only then");
    }
    if unit.due == Due::Invasion && german {
        return refuse("is German and cannot invade");
    }
    if unit.due == Due::Setup && !german {
        return refuse("cannot be set up: the Allies begin at sea");
    }
    if unit.due == Due::Invasion && !unit.start.is_some_and(|at| map.beach.contains(&at)) {
        return refuse("must invade a beach");
    }
    if unit.due == Due::Rco && !unit.is_panzer() {
        return refuse("comes with the counter-offensive but is no panzer unit");
    }
    match (german, unit.entry) {
        (true, Entry::BeachOrPort) => refuse("is German and cannot enter by a port"),
        (false, Entry::Group) => refuse("is Allied and has no list of cities"),
        (_, Entry::City(_) | Entry::Group | Entry::SouthFrance) if unit.kind == Kind::Volksturm => {
            refuse("is volksturm and enters in its own city")
        }
        (_, Entry::SouthFrance) if !matches!(unit.group, Group::Sixth | Group::G) => {
            refuse("may not enter in the south of France: only the 6th Army Group and Army Group G do")
        }
        _ => Ok(()),
    }
}
