//! The map: `data/map.txt`.

use super::sides;
use crate::state::{HEXES, Hexes, Side};
use board::{Board, Edge, Grid};
use data::{DataError, HexMap, Provenance, Record, Text, Vocabulary, Words};
use referee::{BySeat, Label, LineRun, Spot};

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ground {
    Clear,
    Rough,
    Mountain,
    Sea,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Country {
    France,
    Belgium,
    Holland,
    Luxembourg,
    Germany,
    Switzerland,
    Nobody,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Place {
    None,
    Village,
    Town,
    City,
    Major,
}

/// What a hexside carries, as bits.
pub mod side {
    pub const MAJOR: u16 = 1;
    pub const MINOR: u16 = 2;
    pub const CANAL: u16 = 4;
    pub const SEA: u16 = 8;
    pub const CAUSEWAY: u16 = 16;
    pub const DAM: u16 = 32;
    pub const BRIDGE: u16 = 64;
    pub const ROAD: u16 = 128;
    /// [24.b] Flooded when the dams are blown.
    pub const ROER: u16 = 256;
}

#[derive(Clone, Debug)]
pub struct Map {
    pub grid: Grid,
    pub board: Board,
    /// By hex.
    pub ground: Vec<Ground>,
    pub country: Vec<Country>,
    pub coast: Vec<bool>,
    pub fortified: Vec<bool>,
    pub place: Vec<Place>,
    pub place_name: Vec<String>,
    pub reconstructed: Vec<bool>,
    /// By edge of the board.
    pub sides: Vec<u16>,
    /// [6.B.f], [6.B.g] Friendly edges, and where roads leave them.
    pub edges: BySeat<Hexes>,
    pub exits: BySeat<Hexes>,
    pub named_edges: Vec<(String, Hexes)>,
    pub regions: Vec<(String, Hexes)>,
    pub ports: Vec<(String, Spot)>,
    pub transfer_from: Vec<Spot>,
    pub transfer_to: Vec<Spot>,
    pub dam_hexes: Hexes,
    pub dikes: Hexes,
    /// [34.B.a] Liege, Namur, Huy.
    pub crossings: Vec<(String, Edge)>,
    pub objectives: Vec<(String, Spot)>,
    pub runs: Vec<LineRun>,
    pub labels: Vec<Label>,
}

impl Map {
    pub fn region(&self, name: &str) -> &Hexes {
        self.regions.iter().find(|(it, _)| it == name).map_or(&NONE, |(_, hexes)| hexes)
    }

    pub fn edge_hexes(&self, name: &str) -> &Hexes {
        self.named_edges.iter().find(|(it, _)| it == name).map_or(&NONE, |(_, hexes)| hexes)
    }
}

static NONE: Hexes = Hexes::empty();

const LINES: [&str; 8] = ["major-river", "minor-river", "canal", "sea", "causeway", "dam", "border", "army-boundary"];

const WORDS: Vocabulary<'static> = Vocabulary {
    along: &LINES,
    through: &["road"],
    own: &["edge", "exit", "region", "port", "flood", "dam-hexes", "dikes", "crossing", "objective"],
    most: HEXES,
};

const GROUNDS: [(&str, Ground); 4] =
    [("clear", Ground::Clear), ("rough", Ground::Rough), ("mountain", Ground::Mountain), ("sea", Ground::Sea)];
const COUNTRIES: [(&str, Country); 6] = [
    ("france", Country::France),
    ("belgium", Country::Belgium),
    ("holland", Country::Holland),
    ("luxembourg", Country::Luxembourg),
    ("germany", Country::Germany),
    ("switzerland", Country::Switzerland),
];
const PLACES: [(&str, Place); 4] =
    [("village", Place::Village), ("town", Place::Town), ("city", Place::City), ("major-city", Place::Major)];

pub(super) fn load(text: &Text) -> Result<Map, DataError> {
    let map = HexMap::read(text, &WORDS)?;
    let hexes = map.grid.len();
    let mut ground = Vec::with_capacity(hexes);
    let mut country = Vec::with_capacity(hexes);
    let (mut coast, mut fortified) = (vec![false; hexes], vec![false; hexes]);
    let (mut place, mut place_name) = (vec![Place::None; hexes], vec![String::new(); hexes]);
    for (i, record) in map.hexes.iter().enumerate() {
        let mut words = record.words();
        words.take("the hex")?;
        let here = words.take("the ground")?.one_of("ground", &GROUNDS)?;
        ground.push(here);
        country.push(match here {
            Ground::Sea => Country::Nobody,
            _ => words.take("the country")?.one_of("country", &COUNTRIES)?,
        });
        while let Some(word) = words.optional() {
            match word.as_str() {
                "coast" => coast[i] = true,
                "fortified" => fortified[i] = true,
                _ => {
                    place[i] = word.one_of("word of a hex", &PLACES)?;
                    place_name[i] = words.take("the name of the place")?.as_str().to_owned();
                }
            }
        }
    }
    let sides = read_sides(&map)?;
    let mut edges = BySeat([Hexes::empty(); 2]);
    let mut exits = BySeat([Hexes::empty(); 2]);
    let mut named_edges: Vec<(String, Hexes)> = vec![];
    for record in own(&map, "edge").chain(own(&map, "exit")) {
        let mut words = rest(record)?;
        let side: Side = words.take("the side")?.one_of("side", &sides_words())?;
        let name = words.take("the name of the edge")?.as_str().to_owned();
        let listed = read_hexes(&map, &mut words)?;
        if record.starts_with("edge") {
            edges[side] |= listed;
            named_edges.push((name, listed));
        } else {
            exits[side] |= listed;
        }
    }
    let mut regions = vec![];
    for record in own(&map, "region") {
        let mut words = rest(record)?;
        let name = words.take("the name of the region")?.as_str().to_owned();
        regions.push((name, read_hexes(&map, &mut words)?));
    }
    let (mut ports, mut transfer_from, mut transfer_to) = (vec![], vec![], vec![]);
    for record in own(&map, "port") {
        let mut words = rest(record)?;
        let kind = words.take("the kind of port")?.one_of("kind of port", &[("allied", 0), ("from", 1), ("to", 2)])?;
        let name = words.take("the name of the port")?.as_str().to_owned();
        let hex = map.hex(words.take("the hex")?)?;
        match kind {
            0 => ports.push((name, hex)),
            1 => transfer_from.push(hex),
            _ => transfer_to.push(hex),
        }
    }
    let mut crossings = vec![];
    for record in own(&map, "crossing") {
        let mut words = rest(record)?;
        let name = words.take("the name")?.as_str().to_owned();
        crossings.push((name, map.edge(map.side(words.take("the hexside")?)?)));
    }
    if crossings.len() != 3 {
        return Err(text.error("the Bulge counts three crossings"));
    }
    let mut objectives = vec![];
    for record in own(&map, "objective") {
        let mut words = rest(record)?;
        let name = words.take("the name")?.as_str().to_owned();
        objectives.push((name, map.hex(words.take("the hex")?)?));
    }
    let runs = (0u8..)
        .zip(LINES)
        .flat_map(|(line, kind)| map.drawn_along(kind, line).collect::<Vec<_>>())
        .chain(map.drawn_through("road", 8))
        .chain(map.drawn_bridges(9))
        .collect();
    Ok(Map {
        ground,
        country,
        coast,
        fortified,
        place,
        place_name,
        reconstructed: map.hexes.iter().map(|hex| hex.mark().provenance == Provenance::Reconstructed).collect(),
        sides,
        edges,
        exits,
        named_edges,
        regions,
        ports,
        transfer_from,
        transfer_to,
        dam_hexes: read_marked(&map, "dam-hexes")?,
        dikes: read_marked(&map, "dikes")?,
        crossings,
        objectives,
        runs,
        labels: map.labels,
        grid: map.grid,
        board: map.board,
    })
}

fn sides_words() -> [(&'static str, Side); 2] {
    sides()
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

fn read_hexes(map: &HexMap<'_>, words: &mut Words<'_, '_>) -> Result<Hexes, DataError> {
    words.rest().iter().map(|word| map.hex(*word)).collect()
}

fn read_marked(map: &HexMap<'_>, word: &'static str) -> Result<Hexes, DataError> {
    let mut hexes = Hexes::empty();
    for record in own(map, word) {
        hexes |= read_hexes(map, &mut rest(record)?)?;
    }
    Ok(hexes)
}

fn read_sides(map: &HexMap<'_>) -> Result<Vec<u16>, DataError> {
    let mut sides = vec![0; map.board.edges()];
    for run in &map.along {
        let bit = match run.kind {
            "major-river" => side::MAJOR,
            "minor-river" => side::MINOR,
            "canal" => side::CANAL,
            "sea" => side::SEA,
            "causeway" => side::CAUSEWAY,
            "dam" => side::DAM,
            _ => 0,
        };
        run.sides.iter().for_each(|it| sides[map.edge(*it).index()] |= bit);
    }
    for way in &map.through {
        way.hexes.windows(2).for_each(|two| sides[map.edge((two[0], two[1])).index()] |= side::ROAD);
    }
    for bridge in &map.bridges {
        sides[map.edge(bridge.side).index()] |= side::BRIDGE;
    }
    for record in own(map, "flood") {
        let mut words = rest(record)?;
        words.take("the name of the river")?;
        for word in words.rest() {
            sides[map.edge(map.side(*word)?).index()] |= side::ROER;
        }
    }
    Ok(sides)
}
