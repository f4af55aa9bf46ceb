//! [9.88] The Combat Results Table.

use crate::components::Ground;
use charts::{Odds, ResultTable, Strength};
use data::{DataError, Spanned, Text};
use serde::Deserialize;

/// [9.81] Whom a result hurts.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash)]
pub enum Loser {
    Attacker,
    Defender,
}

/// [9.8] `D2(1)`: the defender retreats two hexes or pays in steps, one step must be lost anyway.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash)]
pub struct CombatResult {
    pub loser: Loser,
    pub hexes: u8,
    pub steps: u8,
    /// [9.97]
    pub breakthrough: bool,
}

impl CombatResult {
    /// As printed.
    pub fn word(self) -> String {
        let who = if self.loser == Loser::Attacker { 'A' } else { 'D' };
        match self.steps {
            0 => format!("{who}{}", self.hexes),
            steps => format!("{who}{}({steps})", self.hexes),
        }
    }

    /// The other way round; whether it is a breakthrough the table says.
    pub(crate) fn read(word: &str) -> Option<CombatResult> {
        let (loser, rest) = match word.split_at_checked(1)? {
            ("A", rest) => (Loser::Attacker, rest),
            ("D", rest) => (Loser::Defender, rest),
            _ => return None,
        };
        let (hexes, steps) = match rest.split_once('(') {
            Some((hexes, steps)) => (hexes, steps.strip_suffix(')')?.parse().ok().filter(|steps| *steps > 0)?),
            None => (rest, 0),
        };
        let hexes = hexes.parse().ok().filter(|hexes| (1..=4).contains(hexes))?;
        (steps <= 9).then_some(CombatResult { loser, hexes, steps, breakthrough: false })
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct CombatLine {
    pub terrain: Vec<Ground>,
    /// As printed.
    pub columns: Vec<String>,
    odds: Odds,
}

impl CombatLine {
    /// [9.0.b], [9.7] The column of a ratio, counted from 0: rounded for the defender, and clamped.
    pub fn column(&self, attack: u16, defence: u16) -> usize {
        self.odds.column(Strength::from(i32::from(attack)), Strength::from(i32::from(defence)))
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct CombatTable {
    /// From the best to the worst for the defender [9.26].
    pub lines: Vec<CombatLine>,
    /// By ground: its line.
    pub line_of: [u8; 6],
    pub results: ResultTable<CombatResult>,
    /// Cells that an option changes: option, dice, column from 0, result.
    pub variants: Vec<(String, u8, u8, CombatResult)>,
}

impl CombatTable {
    /// [9.97] Whether the table has it in bold, whatever the steps in parentheses.
    pub fn is_breakthrough(&self, result: CombatResult) -> bool {
        let cells = (0i32..).take(DICE).flat_map(|row| (0..COLUMNS).map(move |column| (row, column)));
        let mut cells = cells.map(|(row, column)| self.results.result(row, column));
        cells.any(|it| it.breakthrough && (it.loser, it.hexes) == (result.loser, result.hexes))
    }
}

/// [9.7] The table has so many columns, and dice from 2 to 12.
const COLUMNS: usize = 13;
const DICE: usize = 11;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CombatRows {
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "provenance")]
    _provenance: String,
    breakthrough: Breakthroughs,
    results: Vec<Spanned<String>>,
    line: Vec<LineRow>,
    #[serde(default)]
    variant: Vec<VariantRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Breakthroughs {
    results: Vec<Spanned<String>>,
    #[serde(rename = "provenance")]
    _provenance: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LineRow {
    terrain: Vec<Spanned<String>>,
    columns: Spanned<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VariantRow {
    option: String,
    dice: Spanned<u8>,
    column: Spanned<u8>,
    result: Spanned<String>,
    #[serde(rename = "provenance")]
    _provenance: String,
}

pub(super) fn load(text: &Text, rows: &CombatRows) -> Result<CombatTable, DataError> {
    let bold: Vec<&str> = rows.breakthrough.results.iter().map(|word| word.get_ref().as_str()).collect();
    for word in &rows.breakthrough.results {
        if CombatResult::read(word.get_ref()).is_none_or(|result| result.loser != Loser::Defender || result.steps > 0) {
            return Err(text.error_at(word.span(), "a breakthrough is a result such as D3"));
        }
    }
    let result = |word: &str, at: std::ops::Range<usize>| match CombatResult::read(word) {
        Some(result) => {
            let plain = CombatResult { steps: 0, ..result }.word();
            Ok(CombatResult { breakthrough: bold.contains(&plain.as_str()), ..result })
        }
        None => Err(text.error_at(at, format!("a result is written D2(1) or A1, not {word:?}"))),
    };
    let mut results = vec![];
    for row in &rows.results {
        let cells: Vec<CombatResult> =
            row.get_ref().split_whitespace().map(|word| result(word, row.span())).collect::<Result<_, _>>()?;
        if cells.len() != COLUMNS {
            return Err(text.error_at(row.span(), format!("a row has {COLUMNS} results, not {}", cells.len())));
        }
        results.push(cells);
    }
    if results.len() != DICE {
        return Err(text.error("the combat table has a row for each of the dice 2 to 12"));
    }
    let results = ResultTable::new(results).map_err(|uneven| text.error(uneven.to_string()))?;
    let mut lines = vec![];
    for row in &rows.line {
        lines.push(read_line(text, row)?);
    }
    let mut line_of = [0; 6];
    for ground in Ground::ALL {
        // Nobody defends in a lake.
        let line = lines.iter().position(|line| line.terrain.contains(&ground) || ground == Ground::Lake);
        let Some(line) = line else {
            return Err(text.error(format!("no line of the combat table is for {}", ground.word())));
        };
        line_of[ground as usize] = u8::try_from(line).unwrap_or(u8::MAX);
    }
    let mut variants = vec![];
    for row in &rows.variant {
        let (dice, column) = (*row.dice.get_ref(), *row.column.get_ref());
        if !(2..=12).contains(&dice) {
            return Err(text.error_at(row.dice.span(), "dice are from 2 to 12"));
        }
        if !(1..=COLUMNS).contains(&usize::from(column)) {
            return Err(text.error_at(row.column.span(), format!("columns are from 1 to {COLUMNS}")));
        }
        variants.push((row.option.clone(), dice, column - 1, result(row.result.get_ref(), row.result.span())?));
    }
    Ok(CombatTable { lines, line_of, results, variants })
}

fn read_line(text: &Text, row: &LineRow) -> Result<CombatLine, DataError> {
    let known = |word: &Spanned<String>| {
        let ground = Ground::ALL.into_iter().find(|ground| ground.word() == word.get_ref());
        ground.ok_or_else(|| text.error_at(word.span(), format!("unknown terrain {:?}", word.get_ref())))
    };
    let terrain = row.terrain.iter().map(known).collect::<Result<_, _>>()?;
    let columns = row.columns.get_ref();
    if columns.len() != COLUMNS {
        return Err(text.error_at(row.columns.span(), format!("a line has {COLUMNS} columns, not {}", columns.len())));
    }
    let odds = Odds::read(columns.iter().map(|column| column.trim_end_matches('+')));
    let odds = odds.map_err(|bad| text.error_at(row.columns.span(), bad.to_string()))?;
    Ok(CombatLine { terrain, columns: columns.clone(), odds })
}
