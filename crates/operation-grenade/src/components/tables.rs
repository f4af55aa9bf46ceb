//! Charts and figures: `data/tables.toml`.

mod combat;
mod rows;

pub use combat::{CombatLine, CombatResult, CombatTable, Loser};

use super::{Ground, Quarter};
use crate::state::{Current, Side, Weather};
use data::{DataError, Spanned, Text};
use rows::{AirPoints, LevelRow, LimitRow, TableFile, TerrainRow, TrackRow, WeatherRow};
use std::collections::BTreeMap;

/// [5.62] What a class of units pays, in sixths of a Movement Point; nothing where it may not go.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Costs {
    /// By ground, in dry weather and in mud.
    pub ground: [[Option<u16>; 6]; 2],
    pub stream: Option<u16>,
    pub river: Option<u16>,
    pub road: u16,
    /// By road on a strategic move, in dry weather and in mud.
    pub march: [u16; 2],
}

/// [18.11] Multiples of the defender's strength.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct CurrentCard {
    pub current: Current,
    /// Modified dice that bring it.
    pub die: (u8, u8),
    pub upper: u8,
    pub lower: u8,
    pub lower_entrenched: u8,
}

/// [18.12] Days counted from the first of the track.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Track {
    /// Day of February of day 0.
    pub first: u8,
    pub last: u8,
    pub flash: u8,
    pub current_until: u8,
    pub surprise_until: u8,
    /// By day: what a D-Day on it adds to the current die.
    pub d_day: Vec<i8>,
}

/// The length of February 1945.
const FEBRUARY: u8 = 28;

impl Track {
    /// How many days the longest game has.
    pub fn days(&self) -> u8 {
        self.last + 1
    }

    /// `24 February`, `3 March`.
    pub fn date(&self, day: u8) -> String {
        match self.first + day {
            date if date <= FEBRUARY => format!("{date} February"),
            date => format!("{} March", date - FEBRUARY),
        }
    }
}

/// [24.15]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct WeatherCard {
    /// By modified die from 0.
    pub table: [Weather; 8],
    pub after_clear: i8,
    pub after_heavy: i8,
    pub first_turn: i8,
}

/// [28.3]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    pub winner: Side,
    pub name: String,
    pub at_least: u16,
}

/// Limits of the rules.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    pub stack: u8,
    pub supply_line: u8,
    pub support_range: u16,
    pub support_attack: u8,
    pub support_defence: u8,
    pub integrity_attack: u8,
    pub hilltop_range: u16,
    pub march_distance: u16,
    pub isolated_armour: u8,
    pub entry_range: u16,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Tables {
    pub combat: CombatTable,
    /// On foot, mechanized.
    pub costs: [Costs; 2],
    /// [9.32], [12.21], [22.25.a], [20.1]
    pub river: u8,
    pub river_entrenched: u8,
    pub entrenched: u8,
    pub rhine_bridge: u8,
    pub improved_adds: u8,
    pub currents: Vec<CurrentCard>,
    pub track: Track,
    pub weather: WeatherCard,
    /// [25.0] By side: clear, light and heavy overcast, from Game-Turn.
    pub air: [([u8; 3], u8); 2],
    /// [19.2] The corps, and from which Game-Turn on which die frees it.
    pub withdrawal: (String, Vec<(u8, u8)>),
    /// [19.11] Side, division, Game-Turn until which it stands still.
    pub frozen: Vec<(Side, String, u8)>,
    /// [19.31]
    pub mechanized_until: u8,
    /// [19.32] Side, corps, hexrow.
    pub boundary: (Side, String, u8),
    /// [19.4] Side, corps, Game-Turn until which it has no supply.
    pub unsupplied: Vec<(Side, String, u8)>,
    /// [23.0] By quarter: the highest die that brings a group.
    pub reinforcement_die: [u8; 3],
    /// [22.22] Dice that blow a bridge: held, open, with a ruse.
    pub rhine: [(u8, u8); 3],
    pub limits: Limits,
    /// [28.21]
    pub bridge_points: u8,
    pub levels: Vec<Level>,
}

pub(super) fn load(text: &Text) -> Result<Tables, DataError> {
    let file: TableFile = data::from_toml(text)?;
    let small = |number: &Spanned<u8>| match *number.get_ref() {
        n @ 0..=9 => Ok(n),
        _ => Err(text.error_at(number.span(), "a number from 0 to 9 stands here")),
    };
    let multiple = |number: &Spanned<u8>| match small(number)? {
        0 => Err(text.error_at(number.span(), "a multiple is 1 at least")),
        n => Ok(n),
    };
    let mut currents = vec![];
    for row in &file.current {
        currents.push(CurrentCard {
            current: one_of(text, &row.name, "current", &Current::FLOWING.map(|it| (it.word(), it)))?,
            die: range(text, &row.die)?,
            upper: multiple(&row.upper)?,
            lower: multiple(&row.lower)?,
            lower_entrenched: multiple(&row.lower_entrenched)?,
        });
    }
    if let Some(die) = (1..=6).find(|die| currents.iter().filter(|it| (it.die.0..=it.die.1).contains(die)).count() != 1)
    {
        return Err(text.error(format!("exactly one current belongs to die {die}")));
    }
    let air = |points: &AirPoints| ([points.clear, points.light, points.heavy], points.from_turn);
    let mut frozen = vec![];
    for row in &file.restrictions.divisions {
        let Some(division) = &row.division else {
            return Err(text.error_at(row.side.span(), "the division is missing"));
        };
        frozen.push((side(text, &row.side)?, division.clone(), row.until_turn));
    }
    let mut unsupplied = vec![];
    for row in &file.restrictions.unsupplied {
        let Some(corps) = &row.corps else { return Err(text.error_at(row.side.span(), "the corps is missing")) };
        unsupplied.push((side(text, &row.side)?, corps.clone(), row.until_turn));
    }
    let boundary = &file.restrictions.boundary;
    let dice = [&file.reinforcements.south, &file.reinforcements.east, &file.reinforcements.north];
    let rhine = [&file.rhine.held, &file.rhine.open, &file.rhine.ruse];
    Ok(Tables {
        combat: combat::load(text, &file.combat)?,
        costs: [costs(text, &file.terrain.foot)?, costs(text, &file.terrain.mechanized)?],
        river: multiple(&file.defence.river)?,
        river_entrenched: multiple(&file.defence.river_entrenched)?,
        entrenched: multiple(&file.defence.entrenched)?,
        rhine_bridge: multiple(&file.defence.rhine_bridge)?,
        improved_adds: small(&file.defence.improved_adds)?,
        currents,
        track: track(text, &file.track)?,
        weather: weather(text, &file.weather)?,
        air: [air(&file.air.us), air(&file.air.ge)],
        withdrawal: (
            file.withdrawal.corps.clone(),
            file.withdrawal.on.iter().map(|row| (row.from_turn, row.die)).collect(),
        ),
        frozen,
        mechanized_until: file.restrictions.us_mechanized_until_turn,
        boundary: (side(text, &boundary.side)?, boundary.corps.clone(), boundary.hexrow),
        unsupplied,
        reinforcement_die: Quarter::ALL.map(|quarter| dice[quarter as usize].die),
        rhine: [range(text, rhine[0])?, range(text, rhine[1])?, range(text, rhine[2])?],
        limits: limits(text, &file.limits)?,
        bridge_points: file.bridge_points.points,
        levels: levels(text, &file.level)?,
    })
}

fn limits(text: &Text, row: &LimitRow) -> Result<Limits, DataError> {
    let limits = Limits {
        stack: row.stack,
        supply_line: row.supply_line,
        support_range: row.support_range,
        support_attack: row.support_attack,
        support_defence: row.support_defence,
        integrity_attack: row.integrity_attack,
        hilltop_range: row.hilltop_range,
        march_distance: row.march_distance,
        isolated_armour: row.isolated_armour,
        entry_range: row.entry_range,
    };
    let sound = (1..=9).contains(&limits.stack)
        && (1..=2).contains(&limits.support_attack)
        && limits.support_defence == 1
        && (2..=9).contains(&limits.march_distance);
    match sound {
        true => Ok(limits),
        false => Err(text.error("the limits of stack, support and march must be small numbers as printed")),
    }
}

fn one_of<T: Copy>(text: &Text, word: &Spanned<String>, what: &str, known: &[(&str, T)]) -> Result<T, DataError> {
    match known.iter().find(|(known, _)| *known == word.get_ref()) {
        Some((_, meaning)) => Ok(*meaning),
        None => {
            let known: Vec<&str> = known.iter().map(|(known, _)| *known).collect();
            let what = format!("unknown {what} {:?}; known: {}", word.get_ref(), known.join(", "));
            Err(text.error_at(word.span(), what))
        }
    }
}

fn side(text: &Text, word: &Spanned<String>) -> Result<Side, DataError> {
    one_of(text, word, "side", &super::sides())
}

/// `2-4`, or `1` alone.
fn range(text: &Text, word: &Spanned<String>) -> Result<(u8, u8), DataError> {
    let (low, high) = word.get_ref().split_once('-').unwrap_or((word.get_ref(), word.get_ref()));
    match (low.parse(), high.parse()) {
        (Ok(low), Ok(high)) if low <= high => Ok((low, high)),
        _ => Err(text.error_at(word.span(), "dice are written 2-4, or 1")),
    }
}

/// `1` is 6 sixths, `1/3` is 2, `P` is prohibited.
fn sixths(text: &Text, word: &Spanned<String>) -> Result<Option<u16>, DataError> {
    let points = |word: &str| word.parse::<u16>().ok().filter(|points| *points <= 20);
    let read = match word.get_ref().split_once('/') {
        _ if word.get_ref() == "P" => return Ok(None),
        None => points(word.get_ref()).map(|points| points * 6),
        Some((part, whole)) => match (points(part), points(whole)) {
            (Some(part), Some(whole @ (1 | 2 | 3 | 6))) => Some(part * (6 / whole)),
            _ => None,
        },
    };
    match read {
        Some(cost) => Ok(Some(cost)),
        None => Err(text.error_at(word.span(), "a cost is a number of points, halves, thirds or sixths, or P")),
    }
}

fn costs(text: &Text, rows: &Spanned<BTreeMap<String, TerrainRow>>) -> Result<Costs, DataError> {
    let row = |name: &str| match rows.get_ref().get(name) {
        Some(row) => Ok(row),
        None => Err(text.error_at(rows.span(), format!("the costs of {name} are missing"))),
    };
    let wanted = |name: &str, word: &Option<Spanned<String>>| match word {
        Some(word) => sixths(text, word),
        None => Err(text.error_at(rows.span(), format!("a cost of {name} is missing"))),
    };
    let mut ground = [[None; 6]; 2];
    for it in Ground::ALL {
        let row = row(it.word())?;
        ground[0][it as usize] = wanted(it.word(), &row.cost)?;
        ground[1][it as usize] = match &row.mud {
            Some(mud) => sixths(text, mud)?,
            None => ground[0][it as usize],
        };
    }
    if ground.iter().flatten().any(|cost| *cost == Some(0)) {
        return Err(text.error_at(rows.span(), "a hex costs something"));
    }
    let road = row("road")?;
    let positive = |cost: Option<u16>| match cost {
        Some(cost @ 1..) => Ok(cost),
        _ => Err(text.error_at(rows.span(), "a road costs something, and is never prohibited")),
    };
    let march = positive(wanted("road", &road.march)?)?;
    let in_mud = match &road.march_mud {
        Some(word) => positive(sixths(text, word)?)?,
        None => march,
    };
    if march < 2 || in_mud < 2 {
        return Err(text.error_at(rows.span(), "a march by road costs a third of a point at least"));
    }
    Ok(Costs {
        ground,
        stream: wanted("stream", &row("stream")?.adds)?,
        river: wanted("river", &row("river")?.adds)?,
        road: positive(wanted("road", &road.cost)?)?,
        march: [march, in_mud],
    })
}

fn track(text: &Text, row: &TrackRow) -> Result<Track, DataError> {
    let date = |word: &Spanned<String>| {
        let read = || {
            let (day, month) = word.get_ref().split_once('-')?;
            let day: u8 = day.parse().ok()?;
            match month {
                "Feb" if (1..=FEBRUARY).contains(&day) => Some(day),
                "Mar" if (1..=31).contains(&day) => Some(day + FEBRUARY),
                _ => None,
            }
        };
        read().ok_or_else(|| text.error_at(word.span(), "a date is written 17-Feb or 4-Mar"))
    };
    let first = date(&row.first)?;
    let later = |word: &Spanned<String>| match date(word)?.checked_sub(first) {
        Some(day) => Ok(day),
        None => Err(text.error_at(word.span(), "the date lies before the first day of the track")),
    };
    let last = later(&row.last)?;
    let mut d_day = vec![];
    for (i, (day, modifier)) in row.d_day.get_ref().iter().enumerate() {
        if day.parse().ok() != first.checked_add(u8::try_from(i).unwrap_or(u8::MAX)) {
            return Err(text.error_at(row.d_day.span(), "the days of D-Day follow one another from the first"));
        }
        d_day.push(*modifier);
    }
    if d_day.is_empty() || d_day.len() > usize::from(last) + 1 {
        return Err(text.error_at(row.d_day.span(), "D-Day is one of the days of the track"));
    }
    let track = Track {
        first,
        last,
        flash: later(&row.flash)?,
        current_until: later(&row.current_until)?,
        surprise_until: later(&row.surprise_until)?,
        d_day,
    };
    match track.flash <= last {
        true => Ok(track),
        false => Err(text.error_at(row.flash.span(), "the date lies beyond the last day of the track")),
    }
}

fn weather(text: &Text, row: &WeatherRow) -> Result<WeatherCard, DataError> {
    let known = |word: &String| Weather::ALL.into_iter().find(|weather| weather.word() == word);
    let table: Option<Vec<Weather>> = row.table.get_ref().iter().map(known).collect();
    let Some(Ok(table)) = table.map(<[Weather; 8]>::try_from) else {
        let what = "the weather table has eight entries, for dice 0 to 7: clear, thaw, light or rain";
        return Err(text.error_at(row.table.span(), what));
    };
    let modifiers = [row.after_clear, row.after_heavy, row.first_turn];
    if modifiers.iter().any(|modifier| !(-1..=1).contains(modifier)) {
        return Err(text.error_at(row.table.span(), "the weather die is modified by one at most"));
    }
    let [after_clear, after_heavy, first_turn] = modifiers;
    Ok(WeatherCard { table, after_clear, after_heavy, first_turn })
}

fn levels(text: &Text, rows: &[LevelRow]) -> Result<Vec<Level>, DataError> {
    let mut levels: Vec<Level> = vec![];
    for row in rows {
        let at_least = *row.at_least.get_ref();
        if levels.last().is_some_and(|last| last.at_least <= at_least) {
            return Err(text.error_at(row.at_least.span(), "levels go from the most points to the fewest"));
        }
        let names = ["Decisive", "Substantive", "Marginal"].map(|name| (name, name));
        let name = one_of(text, &row.name, "level", &names)?;
        levels.push(Level { winner: side(text, &row.winner)?, name: name.into(), at_least });
    }
    match levels.last() {
        Some(last) if last.at_least == 0 => Ok(levels),
        _ => Err(text.error("the last level begins with 0 points, so that every game has a level")),
    }
}
