//! Corps, charts and limits: `data/setup.toml`.

use super::solo::{self, Excluded, Numbers, Solo};
use super::{COMMANDERS, Commander, Load, Map, Supply, find_area, fold};
use data::{DataError, Mark, Spanned, Text, from_toml};
use referee::Spot;
use serde::Deserialize;

/// [2.2] How many corps each commander has.
pub const CORPS: [usize; 3] = [4, 3, 3];

/// [2.2, 4.4, 4.9] A corps and its card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Corps {
    /// As printed: `I BR`.
    pub name: String,
    /// As typed: `I-BR`.
    pub key: String,
    pub commander: Commander,
    pub start: Spot,
    pub load: Load,
    pub mark: Mark,
}

/// Charts and figures. Where there are three, they are by level or by number of players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tables {
    /// [2.22.a] By level.
    pub draw: [u8; 3],
    /// [2.22.b] By level.
    pub placement: [u8; 3],
    /// [2.22.c] By level.
    pub limit: [u8; 3],
    /// [2.3]
    pub totals: Load,
    /// [2.30.a]
    pub card_limit: u8,
    /// [6.7] An area that is no Army base.
    pub area_limit: u8,
    /// [6.7] An Army base.
    pub base_limit: u8,
    /// [8.3]
    pub truck_load: u8,
    /// [4.12] Of each kind, by number of players.
    pub stock: [u8; 3],
    /// [2.4]
    pub trucks: u8,
    /// [4.5] In each player's first pool.
    pub pool_trucks: u8,
    /// [4.10] On the Allied Truck stock at first.
    pub stock_trucks: u8,
    /// [9.7] What comes at level 3: so many, and so many for each player.
    pub extra_trucks: u8,
    pub extra_trucks_each: u8,
    /// [4.8] By number of players.
    pub axis_pool: [u8; 3],
    /// [15.D.1] Where the marker against a veteran Patton stands: Metz.
    pub veteran_marker: Spot,
    /// [2.41]
    pub airborne: u8,
    /// [12.1] Units in one landing.
    pub landing: u8,
    /// [2.5]
    pub medals: u8,
    /// [16.5] Ammo symbols that make a medal.
    pub medal_ammo: u8,
    /// [5.3]
    pub actions: u8,
    /// [10.3] Areas in one movement.
    pub areas_moved: u8,
    /// [4.13] By commander.
    pub start_level: [u8; 3],
}

impl Tables {
    /// [9.7] Trucks that come when the first player reaches level 3.
    pub fn extra(&self, players: usize) -> u8 {
        let players = u8::try_from(players).unwrap_or(u8::MAX);
        self.extra_trucks.saturating_add(self.extra_trucks_each.saturating_mul(players))
    }

    /// [4.12] What the Allied Stock track holds when it is full.
    pub fn full_stock(&self, players: usize) -> Load {
        let each = self.stock[players.clamp(1, 3) - 1];
        Load::new(each, each, each)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    logistics: Logistics,
    trucks: Trucks,
    supply: SupplyTable,
    limits: Limits,
    axis: Axis,
    counters: Counters,
    turn: Turn,
    commander: Vec<CommanderLine>,
    corps: Vec<CorpsLine>,
    numbers: Vec<Numbers>,
    excluded: Vec<Excluded>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Logistics {
    draw: [u8; 3],
    placement: [u8; 3],
    limit: [u8; 3],
    provenance: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Trucks {
    total: Spanned<u8>,
    pool: u8,
    stock: u8,
    extra: u8,
    extra_each: u8,
    provenance: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SupplyTable {
    totals: Spanned<String>,
    stock: Spanned<[u8; 3]>,
    provenance: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Limits {
    card: u8,
    area: u8,
    base: u8,
    truck: u8,
    provenance: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Axis {
    pool: [u8; 3],
    veteran: Spanned<String>,
    provenance: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Counters {
    airborne: u8,
    landing: u8,
    medals: u8,
    medal_ammo: Spanned<u8>,
    provenance: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Turn {
    actions: u8,
    areas: u8,
    provenance: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CommanderLine {
    name: Spanned<String>,
    level: Spanned<u8>,
    provenance: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CorpsLine {
    name: Spanned<String>,
    commander: Spanned<String>,
    start: Spanned<String>,
    load: Spanned<String>,
    provenance: Spanned<String>,
}

pub(super) fn read(text: &Text, map: &Map) -> Result<(Tables, Vec<Corps>, Solo), DataError> {
    let file: File = from_toml(text)?;
    let tables = read_tables(text, map, &file)?;
    let corps = read_corps(text, map, &tables, &file.corps)?;
    check_supplies(text, &tables, &corps, &file)?;
    let solo = solo::read(text, map, &file.numbers, &file.excluded)?;
    Ok((tables, corps, solo))
}

fn read_tables(text: &Text, map: &Map, file: &File) -> Result<Tables, DataError> {
    let marks = [
        &file.logistics.provenance,
        &file.trucks.provenance,
        &file.supply.provenance,
        &file.limits.provenance,
        &file.axis.provenance,
        &file.counters.provenance,
        &file.turn.provenance,
    ];
    marks.into_iter().try_for_each(|word| text.mark(word).map(drop))?;
    let mut start_level = [None; 3];
    for line in &file.commander {
        text.mark(&line.provenance)?;
        let commander = read_commander(text, &line.name)?;
        if !(1..=3).contains(line.level.get_ref()) {
            return Err(text.error_at(line.level.span(), "a level is 1, 2 or 3"));
        }
        if start_level[commander.index()].replace(*line.level.get_ref()).is_some() {
            return Err(text.error_at(line.name.span(), format!("{} is listed twice", commander.name())));
        }
    }
    let [Some(monty), Some(brad), Some(patton)] = start_level else {
        return Err(text.error("Monty, Brad and Patton each need a [[commander]] entry"));
    };
    let tables = Tables {
        draw: file.logistics.draw,
        placement: file.logistics.placement,
        limit: file.logistics.limit,
        totals: read_load(text, &file.supply.totals)?,
        card_limit: file.limits.card,
        area_limit: file.limits.area,
        base_limit: file.limits.base,
        truck_load: file.limits.truck,
        stock: *file.supply.stock.get_ref(),
        trucks: *file.trucks.total.get_ref(),
        pool_trucks: file.trucks.pool,
        stock_trucks: file.trucks.stock,
        extra_trucks: file.trucks.extra,
        extra_trucks_each: file.trucks.extra_each,
        axis_pool: file.axis.pool,
        veteran_marker: find_area(text, map, &file.axis.veteran)?,
        airborne: file.counters.airborne,
        landing: file.counters.landing,
        medals: file.counters.medals,
        medal_ammo: *file.counters.medal_ammo.get_ref(),
        actions: file.turn.actions,
        areas_moved: file.turn.areas,
        start_level: [monty, brad, patton],
    };
    let veteran = map.area(tables.veteran_marker);
    if veteran.flag || veteran.printed.is_some() {
        let what = format!("{} cannot take an Axis marker at set-up", veteran.name);
        return Err(text.error_at(file.axis.veteran.span(), what));
    }
    if tables.medal_ammo == 0 {
        return Err(text.error_at(file.counters.medal_ammo.span(), "a medal takes at least 1 ammo symbol"));
    }
    let players = u16::try_from(Commander::ALL.len()).unwrap_or(u16::MAX);
    let in_play = u16::from(tables.pool_trucks) * players + u16::from(tables.stock_trucks);
    if in_play + u16::from(tables.extra(Commander::ALL.len())) > u16::from(tables.trucks) {
        let what = "pools, stock and extra trucks of three players are more than the trucks in the box";
        return Err(text.error_at(file.trucks.total.span(), what));
    }
    Ok(tables)
}

fn read_corps(text: &Text, map: &Map, tables: &Tables, lines: &[CorpsLine]) -> Result<Vec<Corps>, DataError> {
    let mut corps: Vec<Corps> = Vec::new();
    for line in lines {
        let refuse = |at: &Spanned<String>, what: String| Err(text.error_at(at.span(), what));
        let (name, commander) = (line.name.get_ref(), read_commander(text, &line.commander)?);
        let start = find_area(text, map, &line.start)?;
        let load = read_load(text, &line.load)?;
        let mark = text.mark(&line.provenance)?;
        let area = map.area(start);
        if fold(name).is_empty() {
            return refuse(&line.name, "a corps needs a name".into());
        }
        if corps.iter().any(|other| fold(&other.name) == fold(name)) {
            return refuse(&line.name, format!("the corps {name} is listed twice"));
        }
        if !area.start || area.printed != Some(commander) {
            return refuse(&line.start, format!("{} is no starting area of {}", area.name, commander.name()));
        }
        if corps.iter().any(|other| other.start == start) {
            return refuse(&line.start, format!("another corps starts in {}", area.name));
        }
        if load.total() > u16::from(tables.card_limit) {
            return refuse(&line.load, format!("a Corps card holds at most {} supplies", tables.card_limit));
        }
        let key = name.split_whitespace().collect::<Vec<_>>().join("-");
        corps.push(Corps { name: name.clone(), key, commander, start, load, mark });
    }
    corps.sort_by_key(|corps| corps.commander.index());
    for commander in Commander::ALL {
        let (count, due) =
            (corps.iter().filter(|corps| corps.commander == commander).count(), CORPS[commander.index()]);
        if count != due {
            return Err(text.error(format!("{} has {count} corps; he must have {due}", commander.name())));
        }
    }
    let empty = map.board.spots().find(|spot| map.area(*spot).start && !corps.iter().any(|c| c.start == *spot));
    match empty {
        Some(spot) => Err(text.error(format!("no corps starts in {}, a starting area", map.area(spot).name))),
        None => Ok(corps),
    }
}

/// [2.3] The markers in the box suffice for the cards and the full track, whoever plays.
fn check_supplies(text: &Text, tables: &Tables, corps: &[Corps], file: &File) -> Result<(), DataError> {
    for players in 1..8_u8 {
        let plays = |commander: Commander| players & 1 << commander.index() != 0;
        let cards = corps.iter().filter(|corps| plays(corps.commander)).map(|corps| corps.load);
        let out = cards.fold(tables.full_stock(players.count_ones() as usize), Load::plus);
        if let Some(short) = Supply::ALL.into_iter().find(|supply| out.get(*supply) > tables.totals.get(*supply)) {
            let names: Vec<&str> = Commander::ALL.into_iter().filter(|c| plays(*c)).map(Commander::name).collect();
            let (need, have) = (out.get(short), tables.totals.get(short));
            let what = format!("cards and stock of {} need {need} {short}; there are {have}", names.join(", "));
            return Err(text.error_at(file.supply.totals.span(), what));
        }
    }
    Ok(())
}

pub(super) fn read_commander(text: &Text, name: &Spanned<String>) -> Result<Commander, DataError> {
    text.one_of(name, "commander", &COMMANDERS)
}

fn read_load(text: &Text, load: &Spanned<String>) -> Result<Load, DataError> {
    load.get_ref().parse().map_err(|what: String| text.error_at(load.span(), what))
}
