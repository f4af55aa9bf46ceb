//! What lies in the box: map, counters, charts, scenarios. Read once; nothing here changes in play.

use crate::state::{Hexes, MAX_HEXES, MAX_UNITS, Side};
use board::{Board, Edge, Grid, flood};
use data::{DataError, Files, HexMap, Text, Vocabulary, WordFile, from_toml};
use referee::{Label, LineRun, Scenario, ScenarioOption, Seat, Spot};
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
    /// Name of a town, by hex; empty elsewhere.
    pub names: Vec<String>,
    /// What is drawn along hexsides and through hexes, and what is written.
    pub runs: Vec<LineRun>,
    pub labels: Vec<Label>,
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

const WORDS: Vocabulary<'static> =
    Vocabulary { along: &["river"], through: &["road"], own: &["ford", "bridgehead", "approach"], most: MAX_HEXES };

impl Map {
    pub fn read(text: &Text) -> Result<Map, DataError> {
        let map = HexMap::read(text, &WORDS)?;
        let (mut ground, mut names, mut village) = (vec![], vec![], None);
        for (here, record) in map.grid.spots().zip(&map.hexes) {
            let mut words = record.words();
            words.take("the hex")?;
            let found = words.take("the ground")?.one_of("ground", &GROUNDS)?;
            ground.push(found);
            names.push(String::new());
            if found == Ground::Town {
                names[here.index()] = words.take("the name of the town")?.as_str().into();
                village = Some(here);
            }
            words.end()?;
        }

        let mut hexsides = vec![Hexside::Land; map.board.edges()];
        for road in &map.through {
            road.hexes.windows(2).for_each(|two| hexsides[map.edge((two[0], two[1])).index()] = Hexside::Road);
        }
        for river in &map.along {
            river.sides.iter().for_each(|side| hexsides[map.edge(*side).index()] = Hexside::River);
        }
        map.bridges.iter().for_each(|bridge| hexsides[map.edge(bridge.side).index()] = Hexside::Bridge);
        let runs = map.drawn_along("river", 0).chain(map.drawn_through("road", 1));
        let mut runs: Vec<LineRun> = runs.chain(map.drawn_bridges(2)).collect();

        let (mut bridgehead, mut approach) = (None, Hexes::empty());
        for record in &map.own {
            let mut words = record.words();
            match words.take("a keyword")?.as_str() {
                "ford" => {
                    let (a, b) = map.side(words.take("the hexside")?)?;
                    hexsides[map.edge((a, b)).index()] = Hexside::Ford;
                    runs.push(LineRun::spots(3, "ford", vec![a, b]));
                }
                "bridgehead" => bridgehead = Some(map.hex(words.take("the hex")?)?),
                _ => {
                    for &word in words.rest() {
                        approach.insert(map.hex(word)?);
                    }
                }
            }
            words.end()?;
        }
        Ok(Map {
            village: village.ok_or_else(|| text.error("there is no village"))?,
            bridgehead: bridgehead.ok_or_else(|| text.error("there is no bridgehead"))?,
            beyond: beyond(&map.board, &hexsides, approach),
            to_village: to_village(&map.board, &hexsides, village),
            grid: map.grid,
            board: map.board,
            ground,
            hexsides,
            approach,
            names,
            runs,
            labels: map.labels,
        })
    }

    pub fn hexside(&self, edge: Edge) -> Hexside {
        self.hexsides[edge.index()]
    }
}

const GROUNDS: [(&str, Ground); 4] =
    [("clear", Ground::Clear), ("woods", Ground::Woods), ("hill", Ground::Hill), ("town", Ground::Town)];

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
