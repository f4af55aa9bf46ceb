//! What lies in the box: map, units, charts, set-ups, scenarios. Read once; nothing here changes in play.

pub mod map;
pub mod scenarios;
pub mod setups;
pub mod tables;
pub mod units;

use crate::judgement::{FEATURES, Weights};
pub use map::{City, Country, Ground, Map, River};
pub use scenarios::{Goal, ScenarioCard};
pub use setups::Setup;
pub use tables::{Airborne, Card, Costs, Face, Tables};
pub use units::{Colours, Due, Entry, Group, Kind, Nation, Unit};

use data::{DataError, Files, Outline, Spanned, Text};
use referee::{RuleIndex, Seat, Spot};
use std::fmt;

/// The files the game was built with.
pub fn files() -> Files {
    Files::embedded(
        "dday-to-the-rhine",
        &[
            ("rules.toml", include_str!("../data/rules.toml")),
            ("map.txt", include_str!("../data/map.txt")),
            ("units.txt", include_str!("../data/units.txt")),
            ("tables.toml", include_str!("../data/tables.toml")),
            ("setups.toml", include_str!("../data/setups.toml")),
            ("scenarios.toml", include_str!("../data/scenarios.toml")),
            ("bot-allied.toml", include_str!("../data/bot-allied.toml")),
            ("bot-allied-france.toml", include_str!("../data/bot-allied-france.toml")),
            ("bot-allied-later.toml", include_str!("../data/bot-allied-later.toml")),
            ("bot-german.toml", include_str!("../data/bot-german.toml")),
            ("bot-german-later.toml", include_str!("../data/bot-german-later.toml")),
            ("ground.txt", include_str!("../data/ground.txt")),
        ],
    )
}

/// Everything in the box.
#[derive(Clone, Debug)]
pub struct Components {
    /// What a bot of each side judges by, in the order of `FEATURES`: from the landing on, in a scenario that is over in
    /// September, and in one that begins after the landing.
    pub weights: [[Weights; 3]; 2],
    pub rules: RuleIndex,
    pub map: Map,
    /// [U.18] The Allied units, then the German ones, each in the order of the order of battle.
    pub units: Vec<Unit>,
    pub tables: Tables,
    /// [S.4] In the order in which they are listed.
    pub airborne: Vec<Airborne>,
    /// [V.13] September, December.
    pub setups: Vec<Setup>,
    /// [V.12]
    pub scenarios: Vec<ScenarioCard>,
    /// What is drawn under the hexes.
    pub outline: Outline,
}

impl Components {
    pub fn read(files: &Files) -> Result<Components, DataError> {
        let rules = data::rule_index(files.text("rules.toml")?)?;
        let map = Map::read(files.text("map.txt")?)?;
        let units = units::read(files.text("units.txt")?, &map)?;
        let (tables, airborne) = tables::read(files.text("tables.toml")?, &map, &units)?;
        let setups = setups::read(files.text("setups.toml")?, &map, &units, &airborne)?;
        let scenarios = scenarios::read(files.text("scenarios.toml")?, &setups, &tables)?;
        let outline = Outline::read(files.text("ground.txt")?)?;
        let weights = |name| data::weights(files.text(name)?, FEATURES);
        let german = weights("bot-german.toml")?;
        let weights = [
            [weights("bot-allied.toml")?, weights("bot-allied-france.toml")?, weights("bot-allied-later.toml")?],
            [german, german, weights("bot-german-later.toml")?],
        ];
        Ok(Components { rules, map, units, tables, airborne, setups, scenarios, outline, weights })
    }

    /// The place of a unit in the list, by its id.
    pub fn unit(&self, id: &str) -> Option<usize> {
        self.units.iter().position(|unit| unit.id == id)
    }
}

/// [U.1]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Side {
    Allied,
    German,
}

impl Side {
    /// In the order of the seats.
    pub const BOTH: [Side; 2] = [Side::Allied, Side::German];

    pub const fn index(self) -> usize {
        self as usize
    }

    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }

    pub fn of_seat(seat: Seat) -> Option<Side> {
        Side::BOTH.get(usize::from(seat.0)).copied()
    }

    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Allied => Side::German,
            Side::German => Side::Allied,
        }
    }

    /// As players and notation call it.
    pub const fn name(self) -> &'static str {
        match self {
            Side::Allied => "Allied",
            Side::German => "German",
        }
    }

    pub fn find(name: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| side.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// [Q.1.b] A turn: 0 is June 1944, 9 is March 1945.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Month(pub u8);

/// [Q.1.b] Turns from June to March.
pub const MONTHS: usize = 10;

const MONTH_NAMES: [(&str, &str); MONTHS] = [
    ("Jun", "June"),
    ("Jul", "July"),
    ("Aug", "August"),
    ("Sep", "September"),
    ("Oct", "October"),
    ("Nov", "November"),
    ("Dec", "December"),
    ("Jan", "January"),
    ("Feb", "February"),
    ("Mar", "March"),
];

impl Month {
    pub const JUNE: Month = Month(0);
    pub const JULY: Month = Month(1);
    pub const AUGUST: Month = Month(2);
    pub const SEPTEMBER: Month = Month(3);
    pub const OCTOBER: Month = Month(4);
    pub const NOVEMBER: Month = Month(5);
    pub const DECEMBER: Month = Month(6);
    pub const JANUARY: Month = Month(7);
    pub const FEBRUARY: Month = Month(8);
    pub const MARCH: Month = Month(9);

    pub fn all() -> impl Iterator<Item = Month> {
        (0..).take(MONTHS).map(Month)
    }

    /// March for anything later.
    pub fn index(self) -> usize {
        usize::from(self.0).min(MONTHS - 1)
    }

    /// `Jun`, as it is typed.
    pub fn name(self) -> &'static str {
        MONTH_NAMES[self.index()].0
    }

    /// `June`.
    pub fn full_name(self) -> &'static str {
        MONTH_NAMES[self.index()].1
    }

    /// 1944 to December, then 1945.
    pub fn year(self) -> u16 {
        if self < Month::JANUARY { 1944 } else { 1945 }
    }

    /// The next month; `None` after March.
    pub fn next(self) -> Option<Month> {
        Month::all().find(|month| *month > self)
    }

    /// `Jun` or `June`, in any case.
    pub fn find(name: &str) -> Option<Month> {
        let is = |word: &str| word.eq_ignore_ascii_case(name);
        Month::all().find(|month| is(month.name()) || is(month.full_name()))
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

// What the readers of the TOML files share.

type Name = Spanned<String>;

fn read_month(text: &Text, name: &Name) -> Result<Month, DataError> {
    Month::all()
        .find(|month| month.name() == name.get_ref())
        .ok_or_else(|| text.error_at(name.span(), unknown_month(name.get_ref())))
}

fn unknown_month(name: &str) -> String {
    let known: Vec<&str> = Month::all().map(Month::name).collect();
    format!("unknown month {name:?}; known: {}", known.join(", "))
}

/// The hex of the city with this name, or the mistake of a file that there is none.
fn find_city(text: &Text, map: &Map, name: &Name) -> Result<Spot, DataError> {
    let found = map.find_city(name.get_ref());
    found.map(|city| map.cities[city].at).ok_or_else(|| text.error_at(name.span(), unknown_city(name.get_ref())))
}

fn unknown_city(name: &str) -> String {
    format!("the map has no city {name:?}")
}

fn find_unit(text: &Text, units: &[Unit], id: &Name) -> Result<usize, DataError> {
    let found = units.iter().position(|unit| unit.id == *id.get_ref());
    found.ok_or_else(|| text.error_at(id.span(), unknown_unit(id.get_ref())))
}

fn unknown_unit(id: &str) -> String {
    format!("the order of battle has no unit {id:?}")
}
