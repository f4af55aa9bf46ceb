//! The map: `data/map.txt`.

use crate::kit::{BRIDGE, FRONT, RIVER, ROAD, STREAM, TRAIL};
use crate::state::HEXES;
use board::Grid;
use data::{DataError, HexMap, Provenance, Text, Vocabulary, Word};
use referee::{Label, LineRun, Spot};
use std::collections::BTreeMap;
use std::ops::BitOr;

/// [2.1.b] What a hex is made of.
#[derive(Copy, Clone, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Ground {
    Clear,
    Mixed,
    Grove,
    Woods,
    Broken,
    Rough,
    Town,
}

impl Ground {
    pub const ALL: [Ground; 7] =
        [Ground::Clear, Ground::Mixed, Ground::Grove, Ground::Woods, Ground::Broken, Ground::Rough, Ground::Town];

    /// The word of the data files.
    pub fn word(self) -> &'static str {
        match self {
            Ground::Clear => "clear",
            Ground::Mixed => "mixed",
            Ground::Grove => "grove",
            Ground::Woods => "woods",
            Ground::Broken => "broken",
            Ground::Rough => "rough",
            Ground::Town => "town",
        }
    }
}

/// [2.1.b] What lies on a hexside, as a set of marks.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct HexSide(pub u8);

impl HexSide {
    pub const STREAM: HexSide = HexSide(1);
    pub const RIVER: HexSide = HexSide(2);
    pub const BRIDGE: HexSide = HexSide(4);
    pub const ROAD: HexSide = HexSide(8);
    pub const TRAIL: HexSide = HexSide(16);
    pub const FRONT: HexSide = HexSide(32);

    /// Whether all marks of the other are among these.
    pub const fn has(self, other: HexSide) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for HexSide {
    type Output = HexSide;

    fn bitor(self, other: HexSide) -> HexSide {
        HexSide(self.0 | other.0)
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Map {
    pub grid: Grid,
    /// By hex.
    pub ground: Vec<Ground>,
    /// By hex: the name of the town.
    pub names: Vec<Option<String>>,
    /// Every hexside that carries something, the lower hex first, in order.
    pub sides: Vec<(Spot, Spot, HexSide)>,
    /// Everything that is drawn along hexsides and through hexes: rivers from spring to mouth.
    pub runs: Vec<LineRun>,
    /// By hex: reached from the west edge without crossing the Front Line.
    pub west_of_front: Vec<bool>,
    /// By hex: has a hexside of the Front Line.
    pub at_front: Vec<bool>,
    /// By hex: a road, a trail leads off the map here. [2.1.d]
    pub road_off: Vec<bool>,
    pub trail_off: Vec<bool>,
    pub labels: Vec<Label>,
    /// By hex: the ground is ours, not the printed map's.
    pub reconstructed: Vec<bool>,
    /// [15.21.a] The hexes of each named town, the identifying one first.
    pub towns: Vec<(String, Vec<Spot>)>,
}

impl Map {
    pub fn columns(&self) -> u8 {
        self.grid.layout().columns
    }

    pub fn rows(&self) -> u8 {
        self.grid.layout().rows
    }
}

const WORDS: Vocabulary<'static> =
    Vocabulary { along: &["river", "stream"], through: &["road", "trail"], own: &["front", "leads-off"], most: HEXES };

pub(super) fn load(text: &Text) -> Result<Map, DataError> {
    let map = HexMap::read(text, &WORDS)?;
    let mut ground = vec![];
    let mut names: Vec<Option<Word<'_>>> = vec![];
    for record in &map.hexes {
        let mut words = record.words();
        words.take("the hex")?;
        let known = Ground::ALL.map(|ground| (ground.word(), ground));
        let here = words.take("the terrain")?.one_of("terrain", &known)?;
        let name = words.optional();
        if let (Some(name), true) = (name, here != Ground::Town) {
            return Err(name.error("only a town has a name here; other names are labels"));
        }
        words.end()?;
        ground.push(here);
        names.push(name);
    }
    let fronts = read_fronts(&map)?;
    let marks = mark_sides(text, &map, &fronts)?;
    let (west_of_front, at_front) = divide(text, &map, &fronts)?;
    let [road_off, trail_off] = read_ways_off(&map, &marks)?;
    let runs = map.drawn_along("river", RIVER).chain(map.drawn_along("stream", STREAM));
    let runs = runs.chain(map.drawn_through("road", ROAD)).chain(map.drawn_through("trail", TRAIL));
    let runs = runs.chain(map.drawn_bridges(BRIDGE));
    let fronts = fronts.into_iter().map(|sides| LineRun::sides(FRONT, "Front Line", sides));
    Ok(Map {
        ground,
        sides: marks.into_iter().map(|((a, b), mark)| (a, b, mark)).collect(),
        runs: runs.chain(fronts).collect(),
        west_of_front,
        at_front,
        road_off,
        trail_off,
        towns: all_towns(text, &map, &names)?,
        names: names.iter().map(|name| name.map(|name| name.as_str().to_owned())).collect(),
        reconstructed: map.hexes.iter().map(|hex| hex.mark().provenance == Provenance::Reconstructed).collect(),
        labels: map.labels,
        grid: map.grid,
    })
}

/// [16.2] `front 0112-0212 …`
fn read_fronts(map: &HexMap<'_>) -> Result<Vec<Vec<(Spot, Spot)>>, DataError> {
    let fronts = map.own.iter().filter(|record| record.starts_with("front"));
    let run = |record: &data::Record<'_>| {
        let mut words = record.words();
        let first = words.take("front")?;
        map.run("front", first, words.rest())
    };
    fronts.map(run).collect()
}

type Marks = BTreeMap<(Spot, Spot), HexSide>;

fn mark_sides(text: &Text, map: &HexMap<'_>, fronts: &[Vec<(Spot, Spot)>]) -> Result<Marks, DataError> {
    let mut marks = Marks::new();
    let mut add = |(a, b): (Spot, Spot), mark: HexSide| {
        let here = marks.entry((a.min(b), a.max(b))).or_default();
        *here = *here | mark;
    };
    for run in &map.along {
        let mark = if run.kind == "river" { HexSide::RIVER } else { HexSide::STREAM };
        run.sides.iter().for_each(|side| add(*side, mark));
    }
    for way in &map.through {
        let mark = if way.kind == "road" { HexSide::ROAD } else { HexSide::TRAIL };
        way.hexes.windows(2).for_each(|two| add((two[0], two[1]), mark));
    }
    map.bridges.iter().for_each(|bridge| add(bridge.side, HexSide::BRIDGE));
    fronts.iter().flatten().for_each(|side| add(*side, HexSide::FRONT));
    check_crossings(text, map, &marks)?;
    Ok(marks)
}

/// A river without a bridge is closed to everybody, so no way may lead through it. [5.21.a]
fn check_crossings(text: &Text, map: &HexMap<'_>, marks: &Marks) -> Result<(), DataError> {
    for (&(a, b), mark) in marks {
        let has_way = mark.has(HexSide::ROAD) || mark.has(HexSide::TRAIL);
        let (a, b) = (map.grid.name(a), map.grid.name(b));
        if mark.has(HexSide::RIVER) && has_way && !mark.has(HexSide::BRIDGE) {
            return Err(text.error(format!("a road or trail crosses a river at {a}-{b} without a bridge")));
        }
        if mark.has(HexSide::RIVER) && mark.has(HexSide::STREAM) {
            return Err(text.error(format!("hexside {a}-{b} is river and stream at once")));
        }
    }
    Ok(())
}

/// The towns of several hexes as listed, and every other named hex as a town of its own.
fn all_towns(text: &Text, map: &HexMap<'_>, names: &[Option<Word<'_>>]) -> Result<Vec<(String, Vec<Spot>)>, DataError> {
    let mut towns: Vec<(String, Vec<Spot>)> = vec![];
    for (name, hexes) in &map.towns {
        if towns.iter().any(|(known, _)| known == name.as_str()) {
            return Err(name.error(format!("the town {} is listed twice", name.as_str())));
        }
        if hexes.is_empty() {
            return Err(name.error("the hexes of the town are missing"));
        }
        let is_named = |hex: &&Spot| names[hex.index()].is_some_and(|other| other.as_str() == name.as_str());
        if let Some(other) = hexes.iter().find(|hex| !is_named(hex)) {
            let (hex, name_) = (map.grid.name(*other), name.as_str());
            return Err(name.error(format!("hex {hex} is not listed as a town hex with the name {name_}")));
        }
        towns.push((name.as_str().to_owned(), hexes.clone()));
    }
    for (hex, name) in map.grid.spots().zip(names) {
        let Some(name) = name else { continue };
        match towns.iter().find(|(known, _)| known == name.as_str()) {
            Some((_, hexes)) if hexes.contains(&hex) => {}
            Some((name_, hexes)) => {
                let others: Vec<String> = hexes.iter().map(|hex| map.grid.name(*hex)).collect();
                let (others, hex) = (others.join(" "), map.grid.name(hex));
                return Err(name.error(format!(
                    "the town {name_} has several hexes; say so in one line `town {name_} {others} {hex}`"
                )));
            }
            None => towns.push((name.as_str().to_owned(), vec![hex])),
        }
    }
    match towns.is_empty() {
        true => Err(text.error("the map has no town")),
        false => Ok(towns),
    }
}

/// [16.21, 16.22] Which hexes are west of the Front Line, and which are adjacent to it.
fn divide(text: &Text, map: &HexMap<'_>, fronts: &[Vec<(Spot, Spot)>]) -> Result<(Vec<bool>, Vec<bool>), DataError> {
    let mut at_front = vec![false; map.grid.len()];
    let mut is_front = vec![false; map.board.edges()];
    for (a, b) in fronts.iter().flatten() {
        at_front[a.index()] = true;
        at_front[b.index()] = true;
        is_front[map.edge((*a, *b)).index()] = true;
    }
    let edge = map.grid.spots().filter(|hex| map.grid.column_row(*hex).0 == 1).map(|hex| (hex, 0));
    let flood = board::flood(&map.board, edge, 0, |_, way| (!is_front[way.edge.index()]).then_some(0));
    let west: Vec<bool> = map.grid.spots().map(|hex| flood.cost(hex).is_some()).collect();
    match west.contains(&false) {
        true => Ok((west, at_front)),
        false => Err(text.error("the front line is missing or does not cut the map in two")),
    }
}

/// [2.1.d] By hex, whether a road and whether a trail leads off the map: `leads-off road 0104 0110`.
fn read_ways_off(map: &HexMap<'_>, marks: &Marks) -> Result<[Vec<bool>; 2], DataError> {
    let mut off = [vec![false; map.grid.len()], vec![false; map.grid.len()]];
    for record in map.own.iter().filter(|record| record.starts_with("leads-off")) {
        let mut words = record.words();
        words.take("leads-off")?;
        let ways = [("road", (0, HexSide::ROAD)), ("trail", (1, HexSide::TRAIL))];
        let (which, mark) = words.take("road or trail")?.one_of("way", &ways)?;
        for word in words.rest() {
            let hex = map.hex(*word)?;
            if !map.grid.is_edge(hex) {
                return Err(word.error(format!("hex {} is not at the edge of the map", word.as_str())));
            }
            let has_way = |to: Spot| marks.get(&(hex.min(to), hex.max(to))).is_some_and(|side| side.has(mark));
            if !map.grid.neighbours(hex).any(has_way) {
                return Err(word.error(format!("no such road or trail runs in hex {}", word.as_str())));
            }
            off[which][hex.index()] = true;
        }
    }
    Ok(off)
}
