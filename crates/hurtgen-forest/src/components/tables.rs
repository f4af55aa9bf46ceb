//! The charts: `data/tables.toml`.

use super::{Ground, Map, known_rule, sides};
use crate::state::Side;
use charts::Differentials;
use data::{DataError, Mark, Spanned, Text};
use referee::{BySeat, RuleIndex, Spot};
use serde::Deserialize;
use std::ops::Range;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tables {
    pub combat: CombatTable,
    /// [5.21.a] Half Movement Points to enter a hex, in the order of [`Ground`].
    pub ground_cost: [u8; 7],
    /// [5.22, 5.23] Half Movement Points for a step along a road or a trail.
    pub road_cost: u8,
    pub trail_cost: u8,
    /// [5.21] Half Movement Points a stream adds.
    pub stream_adds: u8,
    /// [5.24] Ground closed to the motorized class, in the order of [`Ground`].
    pub closed_to_motorized: [bool; 7],
    /// [11.2, 11.3] Artillery units in one combat.
    pub artillery_attack: BySeat<u8>,
    pub artillery_fpf: BySeat<u8>,
    /// [11.41] Ground Support Points.
    pub support_per_turn: BySeat<u8>,
    pub support_per_combat: u8,
    pub turns: u8,
    /// [12.11] The division that has to leave the map, and what a unit costs that is late.
    pub penalty_division: String,
    pub penalty_points: u16,
    pub penalty_from_turn: u8,
    pub objectives: Vec<Objective>,
    /// [15.4] Best for the US first; the last one has no condition.
    pub levels: Vec<Level>,
}

/// [7.61] The Combat Results Table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CombatTable {
    /// Best for the defender first: rough; broken, town, woods, stream; grove, bridge; clear, mixed.
    pub lines: [CombatLine; 4],
    /// By die roll (1 comes first) and column.
    pub results: [[CombatResult; 12]; 6],
    /// Line of each ground, in the order of [`Ground`].
    pub ground_line: [u8; 7],
    pub stream_line: u8,
    pub bridge_line: u8,
}

/// A heading line of the table. Its columns begin at the first column of results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CombatLine {
    pub terrain: Vec<String>,
    /// As printed: `-7`, `-6,-5`, `+6-8`.
    pub columns: Vec<String>,
    /// [7.61.a] The same, read: the ends of the line take what lies beyond.
    pub differentials: Differentials,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum CombatResult {
    A1,
    A2,
    Ae,
    Br,
    D1,
    D2,
    D3,
    D4,
    De,
}

/// [15.22] A town and what it is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    pub name: String,
    /// All hexes of the town, the identifying one first.
    pub hexes: Vec<Spot>,
    pub points: u16,
}

/// [15.4] A level of victory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    pub winner: Side,
    pub name: String,
    /// US points to German points, in tenths.
    pub ratio: Ratio,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ratio {
    AtLeast(u16),
    Above(u16),
    /// Whatever is left.
    Any,
}

impl CombatTable {
    /// The column of a differential, counted from 0.
    pub fn column(&self, line: usize, differential: i16) -> usize {
        self.lines[line].differentials.column(differential.into())
    }

    /// The result for a die roll of 1 to 6.
    pub fn result(&self, line: usize, differential: i16, die: u8) -> CombatResult {
        let row = usize::from(die.clamp(1, 6)) - 1;
        self.results[row][self.column(line, differential).min(11)]
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TableFile {
    combat: CombatRows,
    terrain: TerrainRows,
    artillery: ArtilleryRows,
    support: SupportRows,
    withdrawal: WithdrawalRows,
    track: TrackRows,
    objective: Vec<ObjectiveRow>,
    level: Vec<LevelRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CombatRows {
    rule: Spanned<String>,
    provenance: Spanned<String>,
    results: Vec<Spanned<String>>,
    line: Vec<LineRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LineRow {
    terrain: Spanned<Vec<Spanned<String>>>,
    columns: Spanned<Vec<Spanned<String>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TerrainRows {
    rule: Spanned<String>,
    provenance: Spanned<String>,
    closed_to_motorized: Vec<Spanned<String>>,
    stream_adds: Spanned<String>,
    hex: HexRows,
    way: WayRows,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HexRows {
    clear: CostRow,
    mixed: CostRow,
    grove: CostRow,
    woods: CostRow,
    broken: CostRow,
    rough: CostRow,
    town: CostRow,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WayRows {
    road: CostRow,
    trail: CostRow,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CostRow {
    cost: Spanned<String>,
    provenance: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArtilleryRows {
    rule: Spanned<String>,
    provenance: Spanned<String>,
    #[serde(rename = "US")]
    us: LimitRow,
    #[serde(rename = "GE")]
    german: LimitRow,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LimitRow {
    attack: u8,
    fpf: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SupportRows {
    rule: Spanned<String>,
    provenance: Spanned<String>,
    #[serde(rename = "US")]
    us: SupportRow,
    #[serde(rename = "GE")]
    german: SupportRow,
    each_combat: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SupportRow {
    each_turn: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WithdrawalRows {
    rule: Spanned<String>,
    provenance: Spanned<String>,
    division: String,
    points: Spanned<u16>,
    from_turn: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrackRows {
    rule: Spanned<String>,
    provenance: Spanned<String>,
    turns: Spanned<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ObjectiveRow {
    rule: Spanned<String>,
    provenance: Spanned<String>,
    town: Spanned<String>,
    hex: Spanned<String>,
    points: Spanned<u16>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LevelRow {
    rule: Spanned<String>,
    provenance: Spanned<String>,
    winner: Spanned<String>,
    name: Spanned<String>,
    at_least: Option<Spanned<String>>,
    above: Option<Spanned<String>>,
}

pub(super) fn load(text: &Text, map: &Map, rules: &RuleIndex) -> Result<Tables, DataError> {
    let file: TableFile = data::from_toml(text)?;
    file.check_sources(text, rules)?;
    let hex = &file.terrain.hex;
    let costs = [&hex.clear, &hex.mixed, &hex.grove, &hex.woods, &hex.broken, &hex.rough, &hex.town];
    let mut ground_cost = [0; 7];
    for (slot, row) in ground_cost.iter_mut().zip(costs) {
        *slot = half_points(text, &row.cost)?;
    }
    let mut closed_to_motorized = [false; 7];
    for word in &file.terrain.closed_to_motorized {
        closed_to_motorized[ground(text, word)? as usize] = true;
    }
    if !(1..=99).contains(file.track.turns.get_ref()) {
        return Err(text.error_at(file.track.turns.span(), "the game lasts from 1 to 99 turns"));
    }
    Ok(Tables {
        combat: combat(text, &file.combat)?,
        ground_cost,
        road_cost: half_points(text, &file.terrain.way.road.cost)?,
        trail_cost: half_points(text, &file.terrain.way.trail.cost)?,
        stream_adds: half_points(text, &file.terrain.stream_adds)?,
        closed_to_motorized,
        artillery_attack: BySeat([file.artillery.us.attack, file.artillery.german.attack]),
        artillery_fpf: BySeat([file.artillery.us.fpf, file.artillery.german.fpf]),
        support_per_turn: BySeat([file.support.us.each_turn, file.support.german.each_turn]),
        support_per_combat: file.support.each_combat,
        turns: *file.track.turns.get_ref(),
        penalty_division: file.withdrawal.division,
        penalty_points: points(text, &file.withdrawal.points)?,
        penalty_from_turn: file.withdrawal.from_turn,
        objectives: objectives(text, &file.objective, map)?,
        levels: levels(text, &file.level)?,
    })
}

impl TableFile {
    /// Every table cites a rule and says where it comes from.
    fn check_sources(&self, text: &Text, rules: &RuleIndex) -> Result<(), DataError> {
        let tables = [
            (&self.combat.rule, &self.combat.provenance),
            (&self.terrain.rule, &self.terrain.provenance),
            (&self.artillery.rule, &self.artillery.provenance),
            (&self.support.rule, &self.support.provenance),
            (&self.withdrawal.rule, &self.withdrawal.provenance),
            (&self.track.rule, &self.track.provenance),
        ];
        let objectives = self.objective.iter().map(|row| (&row.rule, &row.provenance));
        let levels = self.level.iter().map(|row| (&row.rule, &row.provenance));
        for (rule, provenance) in tables.into_iter().chain(objectives).chain(levels) {
            known_rule(rules, rule.get_ref()).map_err(|what| text.error_at(rule.span(), what))?;
            check_provenance(text, provenance)?;
        }
        let hex = &self.terrain.hex;
        let costs = [&hex.clear, &hex.mixed, &hex.grove, &hex.woods, &hex.broken, &hex.rough, &hex.town];
        let ways = [&self.terrain.way.road, &self.terrain.way.trail];
        costs
            .into_iter()
            .chain(ways)
            .filter_map(|row| row.provenance.as_ref())
            .try_for_each(|it| check_provenance(text, it))
    }
}

fn check_provenance(text: &Text, provenance: &Spanned<String>) -> Result<(), DataError> {
    Mark::read(provenance.get_ref()).map(drop).map_err(|what| text.error_at(provenance.span(), what))
}

fn combat(text: &Text, rows: &CombatRows) -> Result<CombatTable, DataError> {
    let whole = rows.rule.span();
    let mut results = [[CombatResult::Br; 12]; 6];
    if rows.results.len() != results.len() {
        return Err(text.error_at(whole, "the Combat Results Table has six rows, one a die roll"));
    }
    for (slots, row) in results.iter_mut().zip(&rows.results) {
        let words: Vec<&str> = row.get_ref().split_whitespace().collect();
        if words.len() != slots.len() {
            return Err(text.error_at(row.span(), format!("a row has twelve results, not {}", words.len())));
        }
        for (slot, word) in slots.iter_mut().zip(words) {
            *slot = result(word).ok_or_else(|| {
                text.error_at(row.span(), format!("unknown result {word:?}; known: A1 A2 Ae Br D1 D2 D3 D4 De"))
            })?;
        }
    }
    let lines: Vec<CombatLine> = rows.line.iter().map(|row| combat_line(text, row)).collect::<Result<_, _>>()?;
    let [rough, broken, grove, clear] = <[CombatLine; 4]>::try_from(lines)
        .map_err(|_| text.error_at(whole.clone(), "the Combat Results Table has four lines of terrain"))?;
    let mut table = CombatTable {
        lines: [rough, broken, grove, clear],
        results,
        ground_line: [0; 7],
        stream_line: 0,
        bridge_line: 0,
    };
    for ground in Ground::ALL {
        table.ground_line[ground as usize] = line_of(text, &table.lines, ground.word(), whole.clone())?;
    }
    table.stream_line = line_of(text, &table.lines, "stream", whole.clone())?;
    table.bridge_line = line_of(text, &table.lines, "bridge", whole)?;
    for (line, row) in rows.line.iter().enumerate().skip(1) {
        if (-99..=99).any(|differential| table.column(line - 1, differential) > table.column(line, differential)) {
            return Err(text.error_at(row.columns.span(), "lines go from best to worst for the defender [7.44]"));
        }
    }
    Ok(table)
}

fn combat_line(text: &Text, row: &LineRow) -> Result<CombatLine, DataError> {
    for word in row.terrain.get_ref() {
        let known = ["stream", "bridge"].contains(&word.get_ref().as_str());
        if !known {
            ground(text, word)?;
        }
    }
    let columns = row.columns.get_ref();
    if columns.is_empty() || columns.len() > 12 {
        return Err(text.error_at(row.columns.span(), "a line has from one to twelve columns"));
    }
    let differentials = Differentials::read(columns.iter().map(|column| column.get_ref().as_str())).map_err(|bad| {
        let column = columns.iter().find(|column| *column.get_ref() == bad.heading);
        let span = column.map_or_else(|| row.columns.span(), Spanned::span);
        text.error_at(span, format!("{bad}; a column is a differential such as 0, +2,+3 or +6-8"))
    })?;
    let words = |words: &[Spanned<String>]| words.iter().map(|word| word.get_ref().clone()).collect();
    Ok(CombatLine { terrain: words(row.terrain.get_ref()), columns: words(columns), differentials })
}

fn line_of(text: &Text, lines: &[CombatLine], word: &str, whole: Range<usize>) -> Result<u8, DataError> {
    let mut found = (0u8..).zip(lines).filter(|(_, line)| line.terrain.iter().any(|terrain| terrain == word));
    match (found.next(), found.next()) {
        (Some((line, _)), None) => Ok(line),
        (Some(_), Some(_)) => Err(text.error_at(whole, format!("{word} stands in two lines"))),
        (None, _) => Err(text.error_at(whole, format!("no line is for {word}"))),
    }
}

fn result(word: &str) -> Option<CombatResult> {
    Some(match word {
        "A1" => CombatResult::A1,
        "A2" => CombatResult::A2,
        "Ae" => CombatResult::Ae,
        "Br" => CombatResult::Br,
        "D1" => CombatResult::D1,
        "D2" => CombatResult::D2,
        "D3" => CombatResult::D3,
        "D4" => CombatResult::D4,
        "De" => CombatResult::De,
        _ => return None,
    })
}

fn ground(text: &Text, word: &Spanned<String>) -> Result<Ground, DataError> {
    Ground::ALL.into_iter().find(|ground| ground.word() == word.get_ref()).ok_or_else(|| {
        let known = Ground::ALL.map(Ground::word).join(", ");
        text.error_at(word.span(), format!("unknown terrain {:?}; known: {known}", word.get_ref()))
    })
}

/// `1/2` is one half point, `2` are four, `1 1/2` are three.
fn half_points(text: &Text, cost: &Spanned<String>) -> Result<u8, DataError> {
    let read = || {
        let cost = cost.get_ref().as_str();
        let (whole, half) = match cost.strip_suffix("1/2") {
            Some(whole) => (whole.trim(), 1),
            None => (cost, 0),
        };
        let whole: u8 = if whole.is_empty() && half == 1 { 0 } else { whole.parse().ok()? };
        whole.checked_mul(2)?.checked_add(half).filter(|halves| *halves > 0)
    };
    let what = || format!("a cost is a number of Movement Points such as 1/2, 1 or 3, not {:?}", cost.get_ref());
    read().ok_or_else(|| text.error_at(cost.span(), what()))
}

/// Points are added up in 16 bits, so a single award must be modest.
fn points(text: &Text, points: &Spanned<u16>) -> Result<u16, DataError> {
    match *points.get_ref() {
        number @ 0..=100 => Ok(number),
        _ => Err(text.error_at(points.span(), "points must be from 0 to 100")),
    }
}

fn objectives(text: &Text, rows: &[ObjectiveRow], map: &Map) -> Result<Vec<Objective>, DataError> {
    let mut objectives: Vec<Objective> = Vec::new();
    for row in rows {
        let name = row.town.get_ref();
        if objectives.iter().any(|objective| objective.name == *name) {
            return Err(text.error_at(row.town.span(), format!("the objective {name} is listed twice")));
        }
        let Some((_, hexes)) = map.towns.iter().find(|(town, _)| town == name) else {
            return Err(text.error_at(row.town.span(), format!("the map has no town {name:?}")));
        };
        if map.grid.read(row.hex.get_ref()).is_none_or(|hex| !hexes.contains(&hex)) {
            let what = format!("hex {} does not belong to {name} on the map", row.hex.get_ref());
            return Err(text.error_at(row.hex.span(), what));
        }
        objectives.push(Objective { name: name.clone(), hexes: hexes.clone(), points: points(text, &row.points)? });
    }
    Ok(objectives)
}

fn levels(text: &Text, rows: &[LevelRow]) -> Result<Vec<Level>, DataError> {
    let mut levels: Vec<Level> = Vec::new();
    for row in rows {
        let ratio = match (&row.at_least, &row.above) {
            (Some(ratio), None) => Ratio::AtLeast(tenths(text, ratio)?),
            (None, Some(ratio)) => Ratio::Above(tenths(text, ratio)?),
            (None, None) => Ratio::Any,
            (Some(_), Some(both)) => {
                return Err(text.error_at(both.span(), "a level is at_least or above a ratio, not both"));
            }
        };
        if levels.last().is_some_and(|last| !is_lower(ratio, last.ratio)) {
            return Err(text.error_at(row.name.span(), "levels go from the highest ratio to the lowest"));
        }
        levels.push(Level { winner: side(text, &row.winner)?, name: row.name.get_ref().clone(), ratio });
    }
    match levels.last() {
        Some(last) if last.ratio == Ratio::Any => Ok(levels),
        _ => Err(text.error("the last level must have no ratio, so that every game has a level")),
    }
}

/// Whether some ratio reaches the one level that does not reach the other.
fn is_lower(one: Ratio, other: Ratio) -> bool {
    let rank = |ratio| match ratio {
        Ratio::Any => (0, false),
        Ratio::AtLeast(tenths) => (i32::from(tenths) + 1, false),
        Ratio::Above(tenths) => (i32::from(tenths) + 1, true),
    };
    rank(one) < rank(other)
}

/// `1.5` is 15.
fn tenths(text: &Text, ratio: &Spanned<String>) -> Result<u16, DataError> {
    let read = || {
        let (whole, tenth) = ratio.get_ref().split_once('.')?;
        let tenth: u16 = tenth.parse().ok().filter(|tenth| *tenth < 10)?;
        whole.parse::<u16>().ok()?.checked_mul(10)?.checked_add(tenth).filter(|tenths| *tenths <= 1000)
    };
    read().ok_or_else(|| text.error_at(ratio.span(), "a ratio has one decimal, such as 1.5"))
}

pub(super) fn side(text: &Text, word: &Spanned<String>) -> Result<Side, DataError> {
    sides()
        .into_iter()
        .find(|(name, _)| name == word.get_ref())
        .map(|(_, side)| side)
        .ok_or_else(|| text.error_at(word.span(), format!("unknown side {:?}; known: US, GE", word.get_ref())))
}
