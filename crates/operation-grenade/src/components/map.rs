//! The map: `data/map.txt`.

use super::sides;
use crate::kit::{BRIDGE, RHINE, RIVER, ROAD, STREAM, UPPER};
use crate::state::{BRIDGES, HEXES, Hexes, LEVIES, ROWS, Side, VICTORY_HEXES};
use board::{Board, Grid, HexShape, Parity};
use data::{DataError, HexMap, Provenance, Record, Text, Vocabulary, Words};
use referee::{Label, LineRun, Spot};

/// [5.62] What a hex is made of.
#[derive(Copy, Clone, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Ground {
    Clear,
    Woods,
    Hilltop,
    Swamp,
    Town,
    Lake,
}

impl Ground {
    pub const ALL: [Ground; 6] =
        [Ground::Clear, Ground::Woods, Ground::Hilltop, Ground::Swamp, Ground::Town, Ground::Lake];

    /// The word of the data files.
    pub fn word(self) -> &'static str {
        match self {
            Ground::Clear => "clear",
            Ground::Woods => "woods",
            Ground::Hilltop => "hilltop",
            Ground::Swamp => "swamp",
            Ground::Town => "town",
            Ground::Lake => "lake",
        }
    }
}

/// [5.61] What flows along a hexside. The river with a current has two courses [18.11].
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Water {
    #[default]
    None,
    Stream,
    River,
    /// The lower Roer.
    Lower,
    /// The upper Roer.
    Upper,
    /// [22.1]
    Rhine,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Town {
    pub name: String,
    /// The identifying hex first.
    pub hexes: Vec<Spot>,
}

/// [21.0] A town with a Volkssturm Value.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Levy {
    /// Index into the towns.
    pub town: usize,
    pub value: u8,
}

/// [28.1]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct VictoryHex {
    pub hex: Spot,
    pub points: u8,
}

/// [14.11] Where a road comes in over the edge of the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryHex {
    pub letter: String,
    pub hex: Spot,
    pub side: Side,
}

/// [22.2]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RhineBridge {
    pub number: String,
    pub name: String,
    pub west: Spot,
    pub east: Spot,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Map {
    pub grid: Grid,
    pub board: Board,
    /// By hex.
    pub ground: Vec<Ground>,
    /// By hex: the town it belongs to.
    pub town_of: Vec<Option<usize>>,
    /// By hex: the ground is ours, not the printed map's.
    pub reconstructed: Vec<bool>,
    /// By edge of the board.
    pub water: Vec<Water>,
    pub road: Vec<bool>,
    pub towns: Vec<Town>,
    pub levies: Vec<Levy>,
    pub victory: Vec<VictoryHex>,
    /// [17.11], [12.0], [20.1]
    pub valley: Hexes,
    pub entrenchments: Hexes,
    pub improved: Hexes,
    pub entries: Vec<EntryHex>,
    pub bridges: Vec<RhineBridge>,
    /// [28.22] Beyond the Rhine.
    pub east: Hexes,
    /// Everything that is drawn along hexsides and through hexes: rivers from spring to mouth.
    pub runs: Vec<LineRun>,
    pub labels: Vec<Label>,
}

const WORDS: Vocabulary<'static> = Vocabulary {
    along: &["river", "stream", "rhine"],
    through: &["road"],
    own: &["volkssturm", "victory", "valley", "entrenchment", "improved", "entry", "upper", "rhine-bridge"],
    most: HEXES,
};

pub(super) fn load(text: &Text) -> Result<Map, DataError> {
    let map = HexMap::read(text, &WORDS)?;
    check_grid(text, &map)?;
    let mut ground = vec![];
    for record in &map.hexes {
        let mut words = record.words();
        words.take("the hex")?;
        let known = Ground::ALL.map(|ground| (ground.word(), ground));
        ground.push(words.take("the terrain")?.one_of("terrain", &known)?);
        words.end()?;
    }
    let (towns, town_of) = read_towns(text, &map, &ground)?;
    let water = read_water(&map)?;
    let mut road = vec![false; map.board.edges()];
    for way in &map.through {
        way.hexes.windows(2).for_each(|two| road[map.edge((two[0], two[1])).index()] = true);
    }
    let bridges = read_bridges(&map, &water, &road)?;
    let east = beyond_the_rhine(text, &map, &water, &bridges)?;
    let upper: Vec<(Spot, Spot)> = map
        .along
        .iter()
        .flat_map(|run| &run.sides)
        .copied()
        .filter(|side| water[map.edge(*side).index()] == Water::Upper)
        .collect();
    let runs = map.drawn_along("rhine", RHINE).chain(map.drawn_along("river", RIVER));
    let runs = runs.chain(map.drawn_along("stream", STREAM)).chain(map.drawn_through("road", ROAD));
    let mut runs: Vec<LineRun> = runs.chain(map.drawn_bridges(BRIDGE)).collect();
    if !upper.is_empty() {
        runs.push(LineRun::sides(UPPER, "", upper));
    }
    Ok(Map {
        ground,
        town_of,
        reconstructed: map.hexes.iter().map(|hex| hex.mark().provenance == Provenance::Reconstructed).collect(),
        levies: read_levies(&map, &towns)?,
        victory: read_victory(&map)?,
        valley: read_marked(&map, "valley")?,
        entrenchments: read_marked(&map, "entrenchment")?,
        improved: read_marked(&map, "improved")?,
        entries: read_entries(&map)?,
        towns,
        water,
        road,
        bridges,
        east,
        runs,
        labels: map.labels,
        grid: map.grid,
        board: map.board,
    })
}

/// Hexrows lie side by side: sets of hexes are counted in rows.
fn check_grid(text: &Text, map: &HexMap<'_>) -> Result<(), DataError> {
    let layout = map.grid.layout();
    let known = layout.shape == HexShape::Pointed && layout.shifted == Parity::Even && layout.row_first;
    if !known || !map.grid.sheets().is_empty() {
        return Err(text.error("the grid of this game is even-right and row-first, on one sheet"));
    }
    if usize::from(layout.rows) > ROWS || layout.columns > 32 {
        return Err(text.error(format!("the map may have at most {ROWS} hexrows of 32 hexes")));
    }
    match map.grid.len() == usize::from(layout.rows) * usize::from(layout.columns) {
        true => Ok(()),
        false => Err(text.error("the map of this game has no holes")),
    }
}

fn own<'m, 'a>(map: &'m HexMap<'a>, word: &'static str) -> impl Iterator<Item = &'m Record<'a>> {
    map.own.iter().filter(move |record| record.starts_with(word))
}

/// The words behind the first.
fn rest<'r, 'a>(record: &'r Record<'a>) -> Result<Words<'r, 'a>, DataError> {
    let mut words = record.words();
    words.take("the kind of line")?;
    Ok(words)
}

type Towns = (Vec<Town>, Vec<Option<usize>>);

fn read_towns(text: &Text, map: &HexMap<'_>, ground: &[Ground]) -> Result<Towns, DataError> {
    let mut towns: Vec<Town> = vec![];
    let mut town_of = vec![None; map.grid.len()];
    for (name, hexes) in &map.towns {
        if towns.iter().any(|town| town.name == name.as_str()) {
            return Err(name.error(format!("the town {} is listed twice", name.as_str())));
        }
        if hexes.is_empty() {
            return Err(name.error("the hexes of the town are missing"));
        }
        for hex in hexes {
            let number = map.grid.name(*hex);
            if ground[hex.index()] != Ground::Town {
                return Err(name.error(format!("hex {number} is listed as {}", ground[hex.index()].word())));
            }
            if town_of[hex.index()].replace(towns.len()).is_some() {
                return Err(name.error(format!("hex {number} belongs to two towns")));
            }
        }
        towns.push(Town { name: name.as_str().to_owned(), hexes: hexes.clone() });
    }
    let nameless = |hex: &Spot| ground[hex.index()] == Ground::Town && town_of[hex.index()].is_none();
    match map.grid.spots().find(nameless) {
        Some(hex) => Err(text.error(format!("the town in hex {} has no name", map.grid.name(hex)))),
        None => Ok((towns, town_of)),
    }
}

/// [18.11] The river with an `upper` course has a current.
fn read_water(map: &HexMap<'_>) -> Result<Vec<Water>, DataError> {
    let mut water = vec![Water::None; map.board.edges()];
    let courses: Vec<&Record<'_>> = own(map, "upper").collect();
    let mut flowing = vec![];
    for record in &courses {
        flowing.push(rest(record)?.take("the name of the river")?.as_str());
    }
    for run in &map.along {
        let kind = match run.kind {
            "rhine" => Water::Rhine,
            "stream" => Water::Stream,
            _ if flowing.contains(&run.name.as_str()) => Water::Lower,
            _ => Water::River,
        };
        for side in &run.sides {
            let here = &mut water[map.edge(*side).index()];
            if *here != Water::None {
                let (a, b) = (map.grid.name(side.0), map.grid.name(side.1));
                return Err(run.name.error(format!("hexside {a}-{b} carries two waters")));
            }
            *here = kind;
        }
    }
    for record in courses {
        let mut words = rest(record)?;
        words.take("the name of the river")?;
        for word in words.rest() {
            let here = &mut water[map.edge(map.side(*word)?).index()];
            if *here != Water::Lower {
                return Err(word.error(format!("the river does not run along {}", word.as_str())));
            }
            *here = Water::Upper;
        }
    }
    Ok(water)
}

fn read_levies(map: &HexMap<'_>, towns: &[Town]) -> Result<Vec<Levy>, DataError> {
    let mut levies: Vec<Levy> = vec![];
    for record in own(map, "volkssturm") {
        let mut words = rest(record)?;
        let name = words.take("the name of the town")?;
        let number = words.take("the Volkssturm Value")?;
        let value: u8 = number.number("the Volkssturm Value")?;
        words.end()?;
        let Some(town) = towns.iter().position(|town| town.name == name.as_str()) else {
            return Err(name.error(format!("there is no town {:?}", name.as_str())));
        };
        if !(1..=6).contains(&value) {
            return Err(number.error("the Volkssturm Value is from 1 to 6"));
        }
        if levies.iter().any(|levy| levy.town == town) {
            return Err(name.error(format!("{} has a Volkssturm Value already", name.as_str())));
        }
        if levies.len() == LEVIES {
            return Err(record.error(format!("at most {LEVIES} towns have a Volkssturm Value")));
        }
        levies.push(Levy { town, value });
    }
    Ok(levies)
}

fn read_victory(map: &HexMap<'_>) -> Result<Vec<VictoryHex>, DataError> {
    let mut hexes: Vec<VictoryHex> = vec![];
    for record in own(map, "victory") {
        let mut words = rest(record)?;
        let word = words.take("the hex")?;
        let (hex, points) = (map.hex(word)?, words.take("the points")?.number("the points")?);
        words.end()?;
        if hexes.iter().any(|other| other.hex == hex) {
            return Err(word.error(format!("hex {} is listed twice", word.as_str())));
        }
        if hexes.len() == VICTORY_HEXES {
            return Err(record.error(format!("there are at most {VICTORY_HEXES} victory hexes")));
        }
        hexes.push(VictoryHex { hex, points });
    }
    Ok(hexes)
}

fn read_marked(map: &HexMap<'_>, word: &'static str) -> Result<Hexes, DataError> {
    let mut hexes = Hexes::empty();
    for record in own(map, word) {
        for word in rest(record)?.rest() {
            if !hexes.insert(map.hex(*word)?) {
                return Err(word.error(format!("hex {} is listed twice", word.as_str())));
            }
        }
    }
    Ok(hexes)
}

fn read_entries(map: &HexMap<'_>) -> Result<Vec<EntryHex>, DataError> {
    let mut entries: Vec<EntryHex> = vec![];
    for record in own(map, "entry") {
        let mut words = rest(record)?;
        let letter = words.take("the letter")?;
        let word = words.take("the hex")?;
        let hex = map.hex(word)?;
        let side = words.take("the side")?.one_of("side", &sides())?;
        words.end()?;
        if !map.grid.is_edge(hex) {
            return Err(word.error(format!("hex {} is not at the edge of the map", word.as_str())));
        }
        if entries.iter().any(|entry| entry.letter == letter.as_str()) {
            return Err(letter.error(format!("entry {} is listed twice", letter.as_str())));
        }
        entries.push(EntryHex { letter: letter.as_str().to_owned(), hex, side });
    }
    Ok(entries)
}

fn read_bridges(map: &HexMap<'_>, water: &[Water], road: &[bool]) -> Result<Vec<RhineBridge>, DataError> {
    let mut bridges: Vec<RhineBridge> = vec![];
    for record in own(map, "rhine-bridge") {
        let mut words = rest(record)?;
        let number = words.take("the number")?.as_str().to_owned();
        let name = words.take("the name")?.as_str().to_owned();
        let side = words.take("the hexside, its western end first")?;
        words.end()?;
        let edge = map.edge(map.side(side)?);
        let two = side.as_str().split_once('-').and_then(|(a, b)| Some((map.grid.read(a)?, map.grid.read(b)?)));
        let Some((west, east)) = two else { return Err(side.error("a hexside is written 0419-0320")) };
        if water[edge.index()] != Water::Rhine || !road[edge.index()] {
            return Err(side.error(format!("no road crosses the Rhine at {}", side.as_str())));
        }
        if bridges.iter().any(|other| (other.west, other.east) == (west, east)) {
            return Err(side.error(format!("the bridge {} is listed twice", side.as_str())));
        }
        if bridges.len() == BRIDGES {
            return Err(record.error(format!("the Rhine has at most {BRIDGES} bridges")));
        }
        bridges.push(RhineBridge { number, name, west, east });
    }
    let carried =
        |(a, b): (Spot, Spot)| bridges.iter().any(|it| [(it.west, it.east), (it.east, it.west)].contains(&(a, b)));
    for way in &map.through {
        for two in way.hexes.windows(2) {
            let side = (two[0], two[1]);
            if water[map.edge(side).index()] == Water::Rhine && !carried(side) {
                let (a, b) = (map.grid.name(side.0), map.grid.name(side.1));
                return Err(way.name.error(format!("the road crosses the Rhine at {a}-{b} without a rhine-bridge")));
            }
        }
    }
    Ok(bridges)
}

fn beyond_the_rhine(
    text: &Text,
    map: &HexMap<'_>,
    water: &[Water],
    bridges: &[RhineBridge],
) -> Result<Hexes, DataError> {
    let ends = bridges.iter().map(|bridge| (bridge.east, 0));
    let flood = board::flood(&map.board, ends, 0, |_, way| (water[way.edge.index()] != Water::Rhine).then_some(0));
    let east: Hexes = map.grid.spots().filter(|hex| flood.cost(*hex).is_some()).collect();
    match bridges.iter().find(|bridge| east.contains(bridge.west)) {
        Some(bridge) => Err(text.error(format!("the Rhine does not part the ends of the bridge of {}", bridge.name))),
        None => Ok(east),
    }
}
