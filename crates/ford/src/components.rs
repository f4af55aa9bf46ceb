//! What lies in the box: map, counters, charts, scenarios. Read once; nothing here changes in play.

use crate::state::{Hexes, MAX_UNITS, Side};
use board::{Board, Edge, Grid, flood};
use data::{DataError, Files, Record, Text, Word, WordFile, from_toml};
use referee::{Scenario, ScenarioOption, Seat, Spot};
use serde::Deserialize;

/// The files Ford was built with.
pub fn files() -> Files {
    Files::embedded(
        "ford",
        &[
            ("rules.toml", include_str!("../data/rules.toml")),
            ("map.txt", include_str!("../data/map.txt")),
            ("units.txt", include_str!("../data/units.txt")),
            ("tables.toml", include_str!("../data/tables.toml")),
            ("scenarios.toml", include_str!("../data/scenarios.toml")),
        ],
    )
}

/// [1.2]
#[derive(Clone, Debug)]
pub struct Map {
    pub grid: Grid,
    pub board: Board,
    /// By hex.
    pub ground: Vec<Ground>,
    /// By edge.
    pub hexsides: Vec<Hexside>,
    pub village: Spot,
    /// [4.1]
    pub bridgehead: Spot,
    /// [3.1] Where no mine may lie.
    pub approach: Hexes,
    /// [7.3] The far side of the river.
    pub beyond: Hexes,
    /// Steps from each hex to the village, over bridge or ford. For bots.
    pub to_village: Vec<u16>,
    pub drawing: Drawing,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ground {
    Clear,
    Woods,
    Hill,
    Town,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Hexside {
    Land,
    Road,
    River,
    Ford,
    Bridge,
}

/// What only the picture of the map needs.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// Name of a town, by hex; empty elsewhere.
    pub names: Vec<String>,
    pub river: (String, Vec<(Spot, Spot)>),
    pub road: (String, Vec<Spot>),
    pub labels: Vec<MapLabel>,
}

#[derive(Clone, Debug)]
pub struct MapLabel {
    pub kind: String,
    pub text: String,
    /// Column, row and slope in hundredths.
    pub place: [i32; 3],
}

/// [1.3] A counter as printed.
#[derive(Clone, Debug)]
pub struct Unit {
    pub side: Side,
    pub name: String,
    pub symbol: String,
    pub size: String,
    pub steps: u8,
    pub movement: u16,
    pub start: Spot,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    pub ground: GroundTable,
    pub way: WayTable,
    pub cup: CupTable,
    pub support: SupportTable,
    pub combat: CombatTable,
    pub demolition: DemolitionTable,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundTable {
    pub clear: GroundLine,
    pub woods: GroundLine,
    pub hill: GroundLine,
    pub town: GroundLine,
}

#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundLine {
    pub cost: u16,
    pub defence: i8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WayTable {
    pub road: u16,
    pub ford: u16,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CupTable {
    pub chits: [u8; 4],
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SupportTable {
    pub calls: Calls,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calls {
    #[serde(rename = "US")]
    pub us: u8,
    #[serde(rename = "GE")]
    pub ge: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombatTable {
    pub repulsed: i8,
    pub exchange: i8,
    pub retreat: i8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DemolitionTable {
    pub plain: Vec<u8>,
    pub ruse: Vec<u8>,
    pub seen_through: Vec<u8>,
}

impl Tables {
    pub fn read(text: &Text) -> Result<Tables, DataError> {
        from_toml(text)
    }

    pub fn of(&self, ground: Ground) -> GroundLine {
        match ground {
            Ground::Clear => self.ground.clear,
            Ground::Woods => self.ground.woods,
            Ground::Hill => self.ground.hill,
            Ground::Town => self.ground.town,
        }
    }
}

impl Map {
    pub fn read(text: &Text) -> Result<Map, DataError> {
        let file = WordFile::read(text)?;
        let (head, records) = file.records().split_first().ok_or_else(|| text.error("the map is empty"))?;
        let numbers = read_grid(head)?;
        let grid = Grid::new(numbers.columns, numbers.rows, board::Low::Even);
        let board = Board::new((0..).map(Spot).take(grid.len()).map(|hex| grid.name(hex)).collect(), &grid.edges());

        let mut ground = vec![None; board.len()];
        let mut hexsides = vec![Hexside::Land; board.edges()];
        let mut drawing = Drawing { names: vec![String::new(); board.len()], ..Drawing::default() };
        let (mut village, mut bridgehead, mut approach) = (None, None, Hexes::empty());
        let hex = |word: Word<'_>| numbers.hex(word).map(Spot);
        let side = |word: Word<'_>| numbers.hexside(word).map(|(a, b)| (Spot(a), Spot(b)));
        let edge = |(a, b)| board.edge(a, b).expect("a hexside has two neighbours");
        for record in records {
            let mut words = record.words();
            let first = words.take("a keyword or a hex")?;
            match first.as_str() {
                "river" => {
                    drawing.river.0 = words.take("the name of the river")?.as_str().into();
                    for &word in words.rest() {
                        drawing.river.1.push(side(word)?);
                        hexsides[edge(side(word)?).index()] = Hexside::River;
                    }
                }
                "road" => {
                    drawing.road.0 = words.take("the name of the road")?.as_str().into();
                    for &word in words.rest() {
                        let to = hex(word)?;
                        if let Some(&from) = drawing.road.1.last() {
                            let edge = board.edge(from, to).ok_or_else(|| word.error("the road has a gap"))?;
                            if hexsides[edge.index()] == Hexside::Land {
                                hexsides[edge.index()] = Hexside::Road;
                            }
                        }
                        drawing.road.1.push(to);
                    }
                }
                "bridge" => hexsides[edge(side(words.take("the hexside")?)?).index()] = Hexside::Bridge,
                "ford" => hexsides[edge(side(words.take("the hexside")?)?).index()] = Hexside::Ford,
                "bridgehead" => bridgehead = Some(hex(words.take("the hex")?)?),
                "approach" => {
                    for &word in words.rest() {
                        approach.insert(hex(word)?);
                    }
                }
                "label" => drawing.labels.push(MapLabel {
                    kind: words.take("the kind of label")?.as_str().into(),
                    text: words.take("the text")?.as_str().into(),
                    place: [
                        words.take("the column")?.hundredths("the column")?,
                        words.take("the row")?.hundredths("the row")?,
                        words.take("the slope")?.hundredths("the slope")?,
                    ],
                }),
                _ => {
                    let here = hex(first)?;
                    let found = words.take("the ground")?.one_of("ground", &GROUNDS)?;
                    ground[here.index()] = Some(found);
                    if found == Ground::Town {
                        drawing.names[here.index()] = words.take("the name of the town")?.as_str().into();
                        village = Some(here);
                    }
                }
            }
            words.end()?;
        }
        let ground: Option<Vec<Ground>> = ground.into_iter().collect();
        Ok(Map {
            ground: ground.ok_or_else(|| text.error("a hex has no ground"))?,
            village: village.ok_or_else(|| text.error("there is no village"))?,
            bridgehead: bridgehead.ok_or_else(|| text.error("there is no bridgehead"))?,
            beyond: beyond(&board, &hexsides, approach),
            to_village: to_village(&board, &hexsides, village),
            grid,
            board,
            hexsides,
            approach,
            drawing,
        })
    }

    pub fn hexside(&self, edge: Edge) -> Hexside {
        self.hexsides[edge.index()]
    }
}

const GROUNDS: [(&str, Ground); 4] =
    [("clear", Ground::Clear), ("woods", Ground::Woods), ("hill", Ground::Hill), ("town", Ground::Town)];

/// `grid 7 6 even-low`, the first record of a map.
fn read_grid(record: &Record<'_>) -> Result<data::Grid, DataError> {
    let mut words = record.words();
    words.take("`grid`")?.one_of("keyword", &[("grid", ())])?;
    let grid = data::Grid {
        columns: words.take("the columns")?.number("the columns")?,
        rows: words.take("the rows")?.number("the rows")?,
        low: words.take("`even-low`")?.one_of("layout", &[("even-low", data::Low::Even)])?,
    };
    words.end()?;
    match grid.hexes() {
        1..=64 => Ok(grid),
        _ => Err(record.error("a state of Ford has room for 64 hexes")),
    }
}

/// Every hex that cannot be reached from the approach without crossing the river somehow.
fn beyond(board: &Board, hexsides: &[Hexside], approach: Hexes) -> Hexes {
    let dry = |edge: Edge| matches!(hexsides[edge.index()], Hexside::Land | Hexside::Road);
    let near = flood(board, approach.iter().map(|hex| (hex, 0)), u16::MAX, |_, way| dry(way.edge).then_some(1));
    board.spots().filter(|hex| near.cost(*hex).is_none()).collect()
}

fn to_village(board: &Board, hexsides: &[Hexside], village: Option<Spot>) -> Vec<u16> {
    let open = |edge: Edge| hexsides[edge.index()] != Hexside::River;
    let steps = flood(board, village.map(|hex| (hex, 0)), u16::MAX, |_, way| open(way.edge).then_some(1));
    board.spots().map(|hex| steps.cost(hex).unwrap_or(99)).collect()
}

/// [1.3]
pub fn read_units(text: &Text, map: &Map) -> Result<Vec<Unit>, DataError> {
    let mut units: Vec<Unit> = vec![];
    for record in WordFile::read(text)?.records() {
        let mut words = record.words();
        let side = words.take("the side")?.one_of("side", &[("US", Side::US), ("GE", Side::GE)])?;
        let name = words.take("the name")?;
        let symbol = words.take("the type")?.as_str().into();
        let size = words.take("the size")?.as_str().into();
        let values = words.take("steps and movement")?;
        let read = || values.as_str().split_once('-').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        let (steps, movement) = read().ok_or_else(|| values.error("steps and movement are written as in 2-3"))?;
        words.take("`at`")?.one_of("keyword", &[("at", ())])?;
        let hex = words.take("the set-up hex")?;
        let start = map.board.find(hex.as_str()).ok_or_else(|| hex.error("no hex of this map"))?;
        words.end()?;
        if units.iter().any(|unit| unit.name == name.as_str() || unit.start == start) {
            return Err(record.error("names and set-up hexes are given only once"));
        }
        units.push(Unit { side, name: name.as_str().into(), symbol, size, steps, movement, start });
    }
    if units.len() > MAX_UNITS {
        return Err(text.error("a state of Ford has room for 8 units"));
    }
    Ok(units)
}

pub fn read_scenarios(text: &Text) -> Result<Vec<Scenario>, DataError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        scenario: Vec<Line>,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Line {
        id: String,
        title: String,
        history: String,
        turns: u8,
        options: Vec<OptionLine>,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct OptionLine {
        id: String,
        about: String,
    }
    let file: File = from_toml(text)?;
    if file.scenario.is_empty() {
        return Err(text.error("a game needs a scenario"));
    }
    let option = |line: OptionLine| ScenarioOption { id: line.id, about: line.about };
    let scenario = |line: Line| Scenario {
        id: line.id,
        title: line.title,
        about: line.history,
        reconstructed: String::new(),
        turns: line.turns,
        seats: vec![Seat(0), Seat(1)],
        options: line.options.into_iter().map(option).collect(),
    };
    Ok(file.scenario.into_iter().map(scenario).collect())
}
