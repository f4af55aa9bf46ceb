//! The map: `data/map.txt`.

use crate::state::HEXES;
use data::{DataError, Grid, Low, Provenance, Record, Text, Word, WordFile, Words};
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

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Map {
    pub columns: u8,
    pub rows: u8,
    pub grid: Grid,
    /// By hex.
    pub ground: Vec<Ground>,
    /// By hex: the name of the town.
    pub names: Vec<Option<String>>,
    /// Every hexside that carries something, the lower hex first, in order.
    pub sides: Vec<(u16, u16, HexSide)>,
    /// From spring to mouth.
    pub rivers: Vec<Run>,
    pub streams: Vec<Run>,
    pub roads: Vec<Way>,
    pub trails: Vec<Way>,
    /// [16.2] The Front Line.
    pub fronts: Vec<Run>,
    /// By hex: reached from the west edge without crossing the Front Line.
    pub west_of_front: Vec<bool>,
    /// By hex: has a hexside of the Front Line.
    pub at_front: Vec<bool>,
    /// By hex: a road, a trail leads off the map here. [2.1.d]
    pub road_off: Vec<bool>,
    pub trail_off: Vec<bool>,
    pub labels: Vec<MapLabel>,
    /// By hex: the ground is ours, not the printed map's.
    pub reconstructed: Vec<bool>,
    /// [15.21.a] The hexes of each named town, the identifying one first.
    pub towns: Vec<(String, Vec<u16>)>,
}

/// A line along hexsides: each meets the next in a corner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    pub name: String,
    pub sides: Vec<(u16, u16)>,
}

/// A line through hexes: each is a neighbour of the next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    pub name: String,
    pub hexes: Vec<u16>,
}

/// A name written on the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapLabel {
    pub kind: LabelKind,
    pub text: String,
    /// Middle of the text in hundredths of a column and of a row, in the numbering of the hexes.
    pub column: i32,
    pub row: i32,
    /// Degrees; positive falls to the right.
    pub slope: i16,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum LabelKind {
    Water,
    Region,
    Height,
    Place,
    Way,
}

pub(super) fn load(text: &Text) -> Result<Map, DataError> {
    let file = WordFile::read(text)?;
    let (grid, records) = match file.records().split_first() {
        Some((first, records)) => (read_grid(first)?, records),
        None => return Err(text.error("the map is empty; it begins with a line such as `grid 29 26 even-low`")),
    };
    let mut draft = Draft::new(grid);
    for record in records {
        draft.read(record)?;
    }
    draft.finish(text)
}

fn read_grid(record: &Record<'_>) -> Result<Grid, DataError> {
    let mut words = record.words();
    if words.take("grid")?.as_str() != "grid" {
        return Err(record.error("the map begins with its grid, such as `grid 29 26 even-low`"));
    }
    let columns = words.take("the number of columns")?;
    let rows = words.take("the number of rows")?;
    let low = words.take("even-low or odd-low")?.one_of("grid", &[("even-low", Low::Even), ("odd-low", Low::Odd)])?;
    words.end()?;
    let bounded = |word: Word<'_>, what| match word.number::<u8>(what)? {
        number @ 1..=99 => Ok(number),
        _ => Err(word.error(format!("{what} must be from 1 to 99"))),
    };
    let grid =
        Grid { columns: bounded(columns, "the number of columns")?, rows: bounded(rows, "the number of rows")?, low };
    if grid.hexes() > HEXES {
        return Err(record.error(format!("the map may have at most {HEXES} hexes, not {}", grid.hexes())));
    }
    Ok(grid)
}

/// The map while it is being read. What refers to another line is kept with its word and checked at the end.
struct Draft<'a> {
    grid: Grid,
    ground: Vec<Option<Ground>>,
    names: Vec<Option<Word<'a>>>,
    reconstructed: Vec<bool>,
    sides: BTreeMap<(u16, u16), HexSide>,
    rivers: Vec<Run>,
    streams: Vec<Run>,
    roads: Vec<Way>,
    trails: Vec<Way>,
    fronts: Vec<Run>,
    labels: Vec<MapLabel>,
    bridges: Vec<Bridge<'a>>,
    leads_off: Vec<(HexSide, u16, Word<'a>)>,
    towns: Vec<(Word<'a>, Vec<u16>)>,
}

struct Bridge<'a> {
    word: Word<'a>,
    side: (u16, u16),
    carries: HexSide,
    over: Word<'a>,
}

const WAYS: [(&str, HexSide); 2] = [("road", HexSide::ROAD), ("trail", HexSide::TRAIL)];

impl<'a> Draft<'a> {
    fn new(grid: Grid) -> Draft<'a> {
        let hexes = grid.hexes();
        Draft {
            grid,
            ground: vec![None; hexes],
            names: vec![None; hexes],
            reconstructed: vec![false; hexes],
            sides: BTreeMap::new(),
            rivers: Vec::new(),
            streams: Vec::new(),
            roads: Vec::new(),
            trails: Vec::new(),
            fronts: Vec::new(),
            labels: Vec::new(),
            bridges: Vec::new(),
            leads_off: Vec::new(),
            towns: Vec::new(),
        }
    }

    fn read(&mut self, record: &Record<'a>) -> Result<(), DataError> {
        let mut words = record.words();
        let first = words.take("a hex or a word such as road")?;
        match first.as_str() {
            "river" => {
                let run = self.run(&mut words, HexSide::RIVER)?;
                self.rivers.push(run);
            }
            "stream" => {
                let run = self.run(&mut words, HexSide::STREAM)?;
                self.streams.push(run);
            }
            "road" => {
                let way = self.way(&mut words, HexSide::ROAD)?;
                self.roads.push(way);
            }
            "trail" => {
                let way = self.way(&mut words, HexSide::TRAIL)?;
                self.trails.push(way);
            }
            "front" => {
                let run = self.hexsides(first, words.rest(), HexSide::FRONT)?;
                self.fronts.push(Run { name: "Front Line".to_owned(), sides: run });
            }
            "bridge" => self.bridge(&mut words)?,
            "leads-off" => self.lead_off(&mut words)?,
            "town" => self.town(&mut words)?,
            "label" => self.label(&mut words)?,
            word if word.starts_with(|c: char| c.is_ascii_digit()) => self.hex(first, &mut words, record)?,
            word => {
                return Err(first.error(format!(
                    "unknown line {word:?}; known: a hex number, river, stream, road, trail, front, bridge, \
                     leads-off, town, label"
                )));
            }
        }
        words.end()
    }

    /// `0819 town Germeter`
    fn hex(&mut self, number: Word<'a>, words: &mut Words<'_, 'a>, record: &Record<'a>) -> Result<(), DataError> {
        let hex = self.grid.hex(number)?;
        let known = Ground::ALL.map(|ground| (ground.word(), ground));
        let ground = words.take("the terrain")?.one_of("terrain", &known)?;
        let name = words.optional();
        if let (Some(name), true) = (name, ground != Ground::Town) {
            return Err(name.error("only a town has a name here; other names are labels"));
        }
        let at = usize::from(hex);
        if let Some(slot) = self.ground.get_mut(at) {
            if slot.is_some() {
                return Err(number.error(format!("hex {} is listed twice", number.as_str())));
            }
            *slot = Some(ground);
            self.names[at] = name;
            self.reconstructed[at] = record.mark().provenance == Provenance::Reconstructed;
        }
        Ok(())
    }

    /// `Roer 2826-2926 2825-2826 ...`
    fn run(&mut self, words: &mut Words<'_, 'a>, mark: HexSide) -> Result<Run, DataError> {
        let name = words.take("the name")?;
        Ok(Run { name: name.as_str().to_owned(), sides: self.hexsides(name, words.rest(), mark)? })
    }

    fn hexsides(&mut self, before: Word<'a>, words: &[Word<'a>], mark: HexSide) -> Result<Vec<(u16, u16)>, DataError> {
        let mut sides: Vec<(u16, u16)> = Vec::new();
        for word in words {
            let side = self.grid.hexside(*word)?;
            if sides.last().is_some_and(|last| !self.grid.meet(*last, side)) {
                return Err(word.error(format!("hexside {} does not meet the one before it", word.as_str())));
            }
            if self.mark(side).has(mark) {
                return Err(word.error(format!("hexside {} is listed twice", word.as_str())));
            }
            self.add(side, mark);
            sides.push(side);
        }
        if sides.is_empty() {
            return Err(before.error("the hexsides are missing"));
        }
        Ok(sides)
    }

    /// `"Germeter-Vossenack" 0819 0919 ...`
    fn way(&mut self, words: &mut Words<'_, 'a>, mark: HexSide) -> Result<Way, DataError> {
        let name = words.take("the name")?;
        let mut hexes: Vec<u16> = Vec::new();
        for word in words.rest() {
            let hex = self.grid.hex(*word)?;
            if let Some(last) = hexes.last() {
                if !self.grid.adjacent(*last, hex) {
                    let (from, to) = (self.grid.number(*last), word.as_str());
                    return Err(word.error(format!("the hexes {from} and {to} are no neighbours")));
                }
                self.add(ordered(*last, hex), mark);
            }
            hexes.push(hex);
        }
        if hexes.len() < 2 {
            return Err(name.error("a road or trail joins two hexes at least"));
        }
        Ok(Way { name: name.as_str().to_owned(), hexes })
    }

    /// `0204-0305 trail over "Weisse Wehe"`
    fn bridge(&mut self, words: &mut Words<'_, 'a>) -> Result<(), DataError> {
        let word = words.take("the hexside")?;
        let side = self.grid.hexside(word)?;
        let carries = words.take("road or trail")?.one_of("way", &WAYS)?;
        words.take("the word over")?.one_of("word", &[("over", ())])?;
        let over = words.take("the name of the water")?;
        self.bridges.push(Bridge { word, side, carries, over });
        Ok(())
    }

    /// `road 0104 0110`
    fn lead_off(&mut self, words: &mut Words<'_, 'a>) -> Result<(), DataError> {
        let way = words.take("road or trail")?.one_of("way", &WAYS)?;
        for word in words.rest() {
            self.leads_off.push((way, self.grid.hex(*word)?, *word));
        }
        Ok(())
    }

    /// `Vossenack 1120 1220`
    fn town(&mut self, words: &mut Words<'_, 'a>) -> Result<(), DataError> {
        let name = words.take("the name of the town")?;
        let hexes = words.rest().iter().map(|word| self.grid.hex(*word)).collect::<Result<_, _>>()?;
        self.towns.push((name, hexes));
        Ok(())
    }

    /// `water "ROER" 26.7 22.4 60`
    fn label(&mut self, words: &mut Words<'_, 'a>) -> Result<(), DataError> {
        let kinds = [
            ("water", LabelKind::Water),
            ("region", LabelKind::Region),
            ("height", LabelKind::Height),
            ("place", LabelKind::Place),
            ("way", LabelKind::Way),
        ];
        let label = MapLabel {
            kind: words.take("the kind of label")?.one_of("kind of label", &kinds)?,
            text: words.take("the text")?.as_str().to_owned(),
            column: words.take("the column")?.hundredths("the column")?,
            row: words.take("the row")?.hundredths("the row")?,
            slope: words.take("the slope")?.number("the slope")?,
        };
        self.labels.push(label);
        Ok(())
    }

    fn mark(&self, side: (u16, u16)) -> HexSide {
        self.sides.get(&side).copied().unwrap_or_default()
    }

    fn add(&mut self, side: (u16, u16), mark: HexSide) {
        let marks = self.sides.entry(side).or_default();
        *marks = *marks | mark;
    }

    fn finish(mut self, text: &Text) -> Result<Map, DataError> {
        let ground = self.all_ground(text)?;
        self.build_bridges()?;
        self.check_crossings(text)?;
        let towns = self.all_towns(text)?;
        let (west_of_front, at_front) = self.divide(text)?;
        let (road_off, trail_off) = (self.ways_off(HexSide::ROAD)?, self.ways_off(HexSide::TRAIL)?);
        let name = |name: &Option<Word<'_>>| name.map(|name| name.as_str().to_owned());
        Ok(Map {
            columns: self.grid.columns,
            rows: self.grid.rows,
            grid: self.grid,
            ground,
            names: self.names.iter().map(name).collect(),
            sides: self.sides.into_iter().map(|((a, b), mark)| (a, b, mark)).collect(),
            rivers: self.rivers,
            streams: self.streams,
            roads: self.roads,
            trails: self.trails,
            fronts: self.fronts,
            west_of_front,
            at_front,
            road_off,
            trail_off,
            labels: self.labels,
            reconstructed: self.reconstructed,
            towns,
        })
    }

    fn all_ground(&self, text: &Text) -> Result<Vec<Ground>, DataError> {
        let with_number = (0u16..).zip(&self.ground);
        with_number
            .map(|(hex, ground)| {
                ground.ok_or_else(|| text.error(format!("the terrain of hex {} is missing", self.grid.number(hex))))
            })
            .collect()
    }

    /// A bridge carries a way across the water it names.
    fn build_bridges(&mut self) -> Result<(), DataError> {
        for bridge in std::mem::take(&mut self.bridges) {
            let at = bridge.word.as_str();
            let mut waters = self.rivers.iter().chain(&self.streams);
            if !waters.any(|run| run.name == bridge.over.as_str() && run.sides.contains(&bridge.side)) {
                return Err(bridge.over.error(format!("{:?} does not run along {at}", bridge.over.as_str())));
            }
            if !self.mark(bridge.side).has(bridge.carries) {
                return Err(bridge.word.error(format!("the bridge at {at} carries no such road or trail")));
            }
            if self.mark(bridge.side).has(HexSide::BRIDGE) {
                return Err(bridge.word.error(format!("the bridge at {at} is listed twice")));
            }
            self.add(bridge.side, HexSide::BRIDGE);
        }
        Ok(())
    }

    /// A river without a bridge is closed to everybody, so no way may lead through it. [5.21.a]
    fn check_crossings(&self, text: &Text) -> Result<(), DataError> {
        for (&(a, b), mark) in &self.sides {
            let has_way = mark.has(HexSide::ROAD) || mark.has(HexSide::TRAIL);
            if mark.has(HexSide::RIVER) && has_way && !mark.has(HexSide::BRIDGE) {
                let (a, b) = (self.grid.number(a), self.grid.number(b));
                return Err(text.error(format!("a road or trail crosses a river at {a}-{b} without a bridge")));
            }
            if mark.has(HexSide::RIVER) && mark.has(HexSide::STREAM) {
                let (a, b) = (self.grid.number(a), self.grid.number(b));
                return Err(text.error(format!("hexside {a}-{b} is river and stream at once")));
            }
        }
        Ok(())
    }

    /// The towns of several hexes as listed, and every other named hex as a town of its own.
    fn all_towns(&self, text: &Text) -> Result<Vec<(String, Vec<u16>)>, DataError> {
        let mut towns: Vec<(String, Vec<u16>)> = Vec::new();
        for (name, hexes) in &self.towns {
            if towns.iter().any(|(known, _)| known == name.as_str()) {
                return Err(name.error(format!("the town {} is listed twice", name.as_str())));
            }
            if hexes.is_empty() {
                return Err(name.error("the hexes of the town are missing"));
            }
            for hex in hexes {
                if self.name(*hex) != Some(name.as_str()) {
                    let (hex, name_) = (self.grid.number(*hex), name.as_str());
                    return Err(name.error(format!("hex {hex} is not listed as a town hex with the name {name_}")));
                }
            }
            towns.push((name.as_str().to_owned(), hexes.clone()));
        }
        for (hex, name) in (0u16..).zip(&self.names) {
            let Some(name) = name else { continue };
            match towns.iter().find(|(known, _)| known == name.as_str()) {
                Some((_, hexes)) if hexes.contains(&hex) => {}
                Some((name_, hexes)) => {
                    let others: Vec<String> = hexes.iter().map(|hex| self.grid.number(*hex)).collect();
                    let (others, hex) = (others.join(" "), self.grid.number(hex));
                    return Err(name.error(format!(
                        "the town {name_} has several hexes; say so in one line `town {name_} {others} {hex}`"
                    )));
                }
                None => towns.push((name.as_str().to_owned(), vec![hex])),
            }
        }
        if towns.is_empty() {
            return Err(text.error("the map has no town"));
        }
        Ok(towns)
    }

    fn name(&self, hex: u16) -> Option<&str> {
        self.names.get(usize::from(hex))?.map(|name| name.as_str())
    }

    /// [16.21, 16.22] Which hexes are west of the Front Line, and which are adjacent to it.
    fn divide(&self, text: &Text) -> Result<(Vec<bool>, Vec<bool>), DataError> {
        let mut at_front = vec![false; self.grid.hexes()];
        for run in &self.fronts {
            for (a, b) in &run.sides {
                at_front[usize::from(*a)] = true;
                at_front[usize::from(*b)] = true;
            }
        }
        let mut west = vec![false; self.grid.hexes()];
        let mut found: Vec<u16> = (0..u16::from(self.grid.rows)).collect();
        while let Some(hex) = found.pop() {
            if std::mem::replace(&mut west[usize::from(hex)], true) {
                continue;
            }
            found.extend(self.grid.neighbours(hex).filter(|to| !self.mark(ordered(hex, *to)).has(HexSide::FRONT)));
        }
        if !west.contains(&false) {
            return Err(text.error("the front line is missing or does not cut the map in two"));
        }
        Ok((west, at_front))
    }

    /// By hex, whether such a way leads off the map. [2.1.d]
    fn ways_off(&self, way: HexSide) -> Result<Vec<bool>, DataError> {
        let mut off = vec![false; self.grid.hexes()];
        for (_, hex, word) in self.leads_off.iter().filter(|(kind, _, _)| *kind == way) {
            if !self.grid.is_edge(*hex) {
                return Err(word.error(format!("hex {} is not at the edge of the map", word.as_str())));
            }
            if !self.grid.neighbours(*hex).any(|to| self.mark(ordered(*hex, to)).has(way)) {
                return Err(word.error(format!("no such road or trail runs in hex {}", word.as_str())));
            }
            off[usize::from(*hex)] = true;
        }
        Ok(off)
    }
}

fn ordered(a: u16, b: u16) -> (u16, u16) {
    (a.min(b), a.max(b))
}
