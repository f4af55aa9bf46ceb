//! Charts and figures: `data/tables.toml`.

mod rows;

use crate::state::{MONTHS, TURNS, Weather, read_turn};
use data::{DataError, Spanned, Text};
use rows::{EffectCell, File, VisibilityCell, WeatherCell, within};
use std::collections::BTreeMap;

/// Results of combat (11.B).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash)]
pub enum CombatResult {
    ARL,
    AL,
    NE,
    DX,
    EX,
    DR,
    DRL,
    DM,
}

impl CombatResult {
    pub const ALL: [CombatResult; 8] = [
        CombatResult::ARL,
        CombatResult::AL,
        CombatResult::NE,
        CombatResult::DX,
        CombatResult::EX,
        CombatResult::DR,
        CombatResult::DRL,
        CombatResult::DM,
    ];

    pub fn word(self) -> &'static str {
        match self {
            CombatResult::ARL => "ARL",
            CombatResult::AL => "AL",
            CombatResult::NE => "NE",
            CombatResult::DX => "DX",
            CombatResult::EX => "EX",
            CombatResult::DR => "DR",
            CombatResult::DRL => "DRL",
            CombatResult::DM => "DM",
        }
    }

    pub fn read(word: &str) -> Option<CombatResult> {
        CombatResult::ALL.into_iter().find(|result| result.word() == word)
    }
}

/// [17.e], [17.f], [17.g] Attacks over unbridged major rivers.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Rivers {
    Open,
    November,
    Barred,
}

/// [17.b] What weather does.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Effect {
    pub divide: u16,
    pub less: [u16; 2],
    pub impulse: u16,
    pub mountain: i8,
    pub flood: bool,
    pub rivers: Rivers,
    pub amphibious: bool,
}

/// [18.B.b] By week: how many of each kind.
#[derive(Clone, Debug)]
pub struct Replacements {
    pub allied: bool,
    pub year: u16,
    pub weeks: Vec<[u8; KINDS.len()]>,
}

/// The kinds of replacements, in their order.
pub(super) const KINDS: [&str; 13] = [
    "US-inf", "US-arm", "US-para", "Br-inf", "Br-arm", "Br-para", "Cn", "Fr-inf", "Fr-arm", "GE-inf", "GE-arm",
    "GE-para", "GE-pg",
];

#[derive(Clone, Debug)]
pub struct Tables {
    /// Columns as numerator and denominator, and as printed.
    pub columns: Vec<(u32, u32)>,
    pub column_names: Vec<String>,
    /// By die, then column; printed first, then conservative.
    pub combat: [Vec<Vec<CombatResult>>; 2],
    /// Half points.
    pub clear: u16,
    pub rough: u16,
    pub mountain: u16,
    pub mountain_foot: u16,
    pub city: u16,
    pub fortified: u16,
    pub road: u16,
    pub minor: u16,
    pub canal: u16,
    pub shift_town: i8,
    pub shift_rough: i8,
    pub shift_mountain: i8,
    pub shift_works: i8,
    pub shift_support: i8,
    pub shift_surprise: i8,
    pub shift_first_turn: i8,
    pub shift_canal: i8,
    /// By month, then die.
    pub weather: [[Weather; 6]; MONTHS],
    /// By weather: the highest die with which the sky is clear.
    pub visible: [u8; 6],
    pub effects: [Effect; 6],
    /// By turn.
    pub german: [u16; TURNS],
    pub invasion: [u16; TURNS],
    pub southern: [u16; TURNS],
    pub airlift: u16,
    pub air_first: u16,
    pub air_later: u16,
    pub new_air_unit: u16,
    pub flooding: u16,
    pub off_road: u8,
    pub beyond_water: u8,
    pub small_wait: u8,
    pub small: u16,
    pub antwerp_wait: u8,
    pub antwerp: Vec<u16>,
    /// By month.
    pub naval: [u8; MONTHS],
    pub naval_crossing: u8,
    pub naval_transfer: u8,
    pub aborts: u8,
    pub destroys: u8,
    pub return_fire: u8,
    pub extended: u16,
    pub drop_range: u16,
    pub rebuild_wait: u8,
    pub regroup: u8,
    pub release: u8,
    pub loyal: u8,
    pub replacements: Vec<Replacements>,
}

pub(super) fn load(text: &Text) -> Result<Tables, DataError> {
    let file: File = data::from_toml(text)?;
    file.check_keys(text)?;
    file.check_fixed(text)?;
    let mut columns = vec![];
    for name in file.combat.columns.get_ref() {
        let ratio = name.split_once(':').and_then(|(a, d)| {
            let d: u32 = d.parse().ok().filter(|d| (1..100).contains(d))?;
            match a.strip_suffix(".5") {
                Some(a) => Some((a.parse::<u32>().ok().filter(|a| *a < 100)? * 2 + 1, d * 2)),
                None => Some((a.parse().ok().filter(|a| (1..100).contains(a))?, d)),
            }
        });
        columns.push(ratio.ok_or_else(|| text.error_at(file.combat.columns.span(), format!("{name} is no ratio")))?);
    }
    let rising = columns
        .windows(2)
        .all(|two| u64::from(two[0].0) * u64::from(two[1].1) < u64::from(two[1].0) * u64::from(two[0].1));
    if !(1..=20).contains(&columns.len()) || !rising {
        return Err(text.error_at(file.combat.columns.span(), "columns rise from the first to the last"));
    }
    let count = columns.len();
    let results = |rows: &Spanned<Vec<String>>| -> Result<Vec<Vec<CombatResult>>, DataError> {
        let read: Option<Vec<Vec<CombatResult>>> =
            rows.get_ref().iter().map(|row| row.split_whitespace().map(CombatResult::read).collect()).collect();
        match read {
            Some(rows) if rows.len() == 6 && rows.iter().all(|row| row.len() == count) => Ok(rows),
            _ => Err(text.error_at(rows.span(), "six rows, a known result for each column")),
        }
    };
    let half = |cost: Option<&Spanned<String>>, what: &str| -> Result<u16, DataError> {
        let cost = cost.ok_or_else(|| text.error(format!("the cost of {what} is missing")))?;
        let read = match cost.get_ref().as_str() {
            "1/2" => Some(1),
            number => number.parse::<u16>().ok().filter(|n| *n < 20).map(|n| n * 2),
        };
        read.ok_or_else(|| text.error_at(cost.span(), "a cost is a small number or 1/2"))
    };
    let hex = |name: &str| file.terrain.hex.get(name).map(|row| row.get_ref());
    let side = |name: &str| file.terrain.side.get(name).and_then(|row| row.get_ref().adds.as_ref());
    let mut weather = [[Weather::Clear; 6]; MONTHS];
    for (month, name) in crate::state::MONTH_WORDS.iter().enumerate() {
        let Some(cell) = file.weather.table.get(*name) else {
            return Err(text.error(format!("the weather of {name} is missing")));
        };
        let WeatherCell::Row(row) = cell.get_ref() else {
            return Err(text.error_at(cell.span(), "six kinds of weather"));
        };
        let row: Option<Vec<Weather>> = row.iter().map(|word| Weather::read(word)).collect();
        weather[month] = row
            .and_then(|row| row.try_into().ok())
            .ok_or_else(|| text.error_at(cell.span(), "six known kinds of weather"))?;
    }
    let mut visible = [0; 6];
    for (at, weather) in Weather::ALL.iter().enumerate() {
        let cell = file.weather.visibility.get(weather.word());
        let Some((cell, VisibilityCell::Row { dice, .. })) = cell.map(|cell| (cell, cell.get_ref())) else {
            return Err(text.error(format!("the visibility in {} is missing", weather.word())));
        };
        let read = match dice.as_str() {
            "none" => Some(0),
            "1" => Some(1),
            range => range.strip_prefix("1-").and_then(|last| last.parse().ok()).filter(|last| *last <= 6),
        };
        visible[at] =
            read.ok_or_else(|| text.error_at(cell.span(), format!("visibility {dice:?} is none, 1 or 1-n")))?;
    }
    let effect = |weather: Weather| -> Result<Effect, DataError> {
        let cell = file.weather.effect.get(weather.word());
        let Some((cell, EffectCell::Row(row))) = cell.map(|cell| (cell, cell.get_ref())) else {
            return Err(text.error(format!("the effect of {} is missing", weather.word())));
        };
        let small = |number: u16| number <= 30;
        if !(1..=4).contains(&row.divide)
            || !small(row.less_allied)
            || !small(row.less_german)
            || !small(row.impulse)
            || !(-9..=9).contains(&row.mountain)
        {
            return Err(text.error_at(cell.span(), "divide is from 1 to 4, other figures are small"));
        }
        let rivers = [("open", Rivers::Open), ("november", Rivers::November), ("barred", Rivers::Barred)];
        Ok(Effect {
            divide: row.divide,
            less: [row.less_allied, row.less_german],
            impulse: row.impulse,
            mountain: row.mountain,
            flood: row.flood,
            rivers: rivers.iter().find(|(word, _)| *word == row.rivers).map(|(_, meaning)| *meaning).ok_or_else(
                || {
                    text.error_at(
                        cell.span(),
                        format!("unknown rule for rivers {:?}; known: open, november, barred", row.rivers),
                    )
                },
            )?,
            amphibious: row.amphibious,
        })
    };
    let mut effects = [effect(Weather::Clear)?; 6];
    for (at, weather) in Weather::ALL.iter().enumerate() {
        effects[at] = effect(*weather)?;
    }
    let by_turn = |rows: &data::Spanned<BTreeMap<String, u16>>| -> Result<[u16; TURNS], DataError> {
        let mut points = [0; TURNS];
        let mut starts = vec![];
        for (word, amount) in rows.get_ref() {
            let turn = read_turn(word).ok_or_else(|| text.error_at(rows.span(), format!("unknown turn {word:?}")))?;
            if *amount > 200 {
                return Err(text.error_at(rows.span(), "at most 200 points a turn"));
            }
            starts.push((turn, *amount));
        }
        starts.sort_unstable();
        for (turn, amount) in starts {
            points[usize::from(turn)..].fill(amount);
        }
        Ok(points)
    };
    let naval_figure = |name: &str| file.naval.get(name).and_then(|row| row.get_ref().number());
    let naval = std::array::from_fn(|month| naval_figure(crate::state::MONTH_WORDS[month]).unwrap_or(0));
    let mut replacements = vec![];
    for row in &file.replacements {
        let allied = text.one_of(&row.side, "side", &[("AL", true), ("GE", false)])?;
        let mut weeks = vec![];
        for week in row.weeks.get_ref() {
            let mut counts = [0; KINDS.len()];
            for (word, value) in week {
                let Some(count) = value.number().filter(|count| *count <= 20) else {
                    if word == "provenance" {
                        continue;
                    }
                    return Err(text.error_at(row.weeks.span(), format!("{word} is a number up to 20")));
                };
                let Some(kind) = KINDS.iter().position(|kind| kind == word) else {
                    let what = format!("unknown replacement {word:?}; known: {}", KINDS.join(", "));
                    return Err(text.error_at(row.weeks.span(), what));
                };
                counts[kind] = count;
            }
            weeks.push(counts);
        }
        if weeks.len() != 4 {
            return Err(text.error_at(row.weeks.span(), "a month has four weeks"));
        }
        replacements.push(Replacements { allied, year: row.year, weeks });
    }
    let antwerp = file.ports.antwerp.get_ref();
    if antwerp.is_empty() || antwerp.iter().any(|points| *points > 200) {
        return Err(text.error_at(file.ports.antwerp.span(), "Antwerp pays something, and at most 200 points"));
    }
    Ok(Tables {
        combat: [results(&file.combat.results)?, results(&file.combat.conservative.results)?],
        column_names: file.combat.columns.get_ref().clone(),
        columns,
        clear: half(hex("clear").and_then(|it| it.cost.as_ref()), "clear")?,
        rough: half(hex("rough").and_then(|it| it.cost.as_ref()), "rough")?,
        mountain: half(hex("mountain").and_then(|it| it.cost.as_ref()), "mountain")?,
        mountain_foot: half(hex("mountain").and_then(|it| it.foot.as_ref()), "mountain on foot")?,
        city: half(hex("city").and_then(|it| it.cost.as_ref()), "city")?,
        fortified: half(hex("fortified").and_then(|it| it.allied.as_ref()), "fortified")?,
        road: half(hex("road").and_then(|it| it.cost.as_ref()), "road")?,
        minor: half(side("minor-river"), "minor-river")?,
        canal: half(side("canal"), "canal")?,
        shift_town: within(text, &file.ground.town.shift, -9, 9)?,
        shift_rough: within(text, &file.ground.rough.shift, -9, 9)?,
        shift_mountain: within(text, &file.ground.mountain.shift, -9, 9)?,
        shift_works: within(text, &file.ground.fortified.shift_allied, -9, 9)?,
        shift_support: within(text, &file.shifts.support, -9, 9)?,
        shift_surprise: within(text, &file.shifts.surprise, -9, 9)?,
        shift_first_turn: within(text, &file.shifts.first_turn, -9, 9)?,
        shift_canal: within(text, &file.ground.canal.shift, -9, 9)?,
        weather,
        visible,
        effects,
        german: by_turn(&file.supply.german)?,
        invasion: by_turn(&file.supply.invasion)?,
        southern: by_turn(&file.supply.southern)?,
        airlift: within(text, &file.supply.airlift, 0, 20)?,
        air_first: within(text, &file.supply.air_first, 0, 20)?,
        air_later: within(text, &file.supply.air_later, 0, 20)?,
        new_air_unit: within(text, &file.supply.new_air_unit, 0, 20)?,
        flooding: within(text, &file.supply.flooding, 0, 20)?,
        off_road: within(text, &file.lines.off_road, 0, 40)?,
        beyond_water: within(text, &file.lines.beyond_water, 0, 6)?,
        small_wait: within(text, &file.ports.small_wait, 0, 31)?,
        small: within(text, &file.ports.small, 0, 200)?,
        antwerp_wait: within(text, &file.ports.antwerp_wait, 0, 31)?,
        antwerp: file.ports.antwerp.into_inner(),
        naval,
        naval_crossing: naval_figure("crossing").unwrap_or(1),
        naval_transfer: naval_figure("transfer").unwrap_or(2),
        aborts: within(text, &file.air.aborts, 1, 7)?,
        destroys: within(text, &file.air.destroys, 1, 7)?,
        return_fire: within(text, &file.air.return_fire, 1, 7)?,
        extended: within(text, &file.air.extended, 1, 9)?,
        drop_range: within(text, &file.air.drop_range, 0, 99)?,
        rebuild_wait: within(text, &file.air.rebuild_wait, 0, 31)?,
        regroup: within(text, &file.airborne.regroup, 0, 31)?,
        release: within(text, &file.dice.release, 0, 6)?,
        loyal: within(text, &file.dice.loyal, 0, 6)?,
        replacements,
    })
}
