//! The board: `data/map.txt`.

use super::{Colours, Commander, fold, unknown_area};
use board::{Board, Edge, flood};
use data::{DataError, Mark, Record, Text, Word, WordFile, Words};
use referee::Spot;
use std::collections::BTreeMap;

/// As many as the sets of a state have room for.
pub const MAX_AREAS: usize = 128;
pub const MAX_ROADS: usize = 256;

/// [2.13.a]
const DUSSELDORF: &str = "Düsseldorf";

/// [2.8] Areas and the connections between them.
#[derive(Clone, Debug)]
pub struct Map {
    pub board: Board,
    /// By spot.
    pub areas: Vec<Area>,
    /// By edge; empty is black. [2.21.a]
    pub roads: Vec<Colours>,
    /// Where each connection comes from, by edge.
    pub road_marks: Vec<Mark>,
    /// [2.13.a]
    pub dusseldorf: Spot,
    /// [15.A.1] Antwerpen.
    pub port: Spot,
    /// [2.15] By commander.
    pub bases: [Spot; 3],
    /// Width and height of the drawing; y grows to the south.
    pub sheet: (i16, i16),
    /// Spots by folded name.
    names: BTreeMap<String, Spot>,
}

/// One area as printed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a symbol printed on the board")]
pub struct Area {
    pub name: String,
    /// Where it is drawn, in units of the sheet.
    pub at: (i16, i16),
    /// [2.9, 2.10] Empty for a victory area.
    pub colours: Colours,
    /// [2.11] Black, across the Rhine.
    pub victory: bool,
    /// [2.12]
    pub flag: bool,
    /// [2.14]
    pub fortified: bool,
    /// [2.18]
    pub medal: bool,
    /// [2.17]
    pub limited_base: bool,
    /// [6.11] A Limited base for one delivery only: Ostende.
    pub once: bool,
    /// [2.19] Marked A.
    pub blockade: bool,
    /// [2.15]
    pub army_base: Option<Commander>,
    /// [2.37.b] Whose marker is printed here.
    pub printed: Option<Commander>,
    /// [2.16]
    pub start: bool,
    /// [15.D.3]
    pub veteran_source: bool,
    /// [15.A.1] Becomes Monty's Army base: Antwerpen.
    pub port: bool,
    pub mark: Mark,
}

impl Map {
    pub fn read(text: &Text) -> Result<Map, DataError> {
        let file = WordFile::read(text)?;
        let mut draft = Draft::default();
        for record in file.records() {
            draft.read(record)?;
        }
        draft.finish(text)
    }

    /// The area of this name, with or without accents, in any case.
    pub fn find(&self, name: &str) -> Option<Spot> {
        self.names.get(&fold(name)).copied()
    }

    pub fn area(&self, spot: Spot) -> &Area {
        &self.areas[spot.index()]
    }

    pub fn road(&self, edge: Edge) -> Colours {
        self.roads[edge.index()]
    }

    /// [2.9, 2.10, 10.4] Whether the commander's corps may ever stand there.
    pub fn is_open(&self, spot: Spot, commander: Commander) -> bool {
        self.area(spot).is_open(commander)
    }
}

impl Area {
    fn is_open(&self, commander: Commander) -> bool {
        self.victory || self.colours.contains(commander)
    }
}

/// The map while it is being read; connections are joined to areas at the end.
#[derive(Default)]
struct Draft<'a> {
    sheet: Option<(i16, i16)>,
    areas: Vec<Area>,
    names: BTreeMap<String, Spot>,
    roads: Vec<Road<'a>>,
}

struct Road<'a> {
    ends: [Word<'a>; 2],
    colours: Colours,
    mark: Mark,
}

impl<'a> Draft<'a> {
    fn read(&mut self, record: &Record<'a>) -> Result<(), DataError> {
        let mut words = record.words();
        let keyword = words.take("`sheet`, `area` or `road`")?;
        match keyword.as_str() {
            "sheet" => {
                let size = (read_unit(&mut words, "the width")?, read_unit(&mut words, "the height")?);
                words.end()?;
                self.sheet = Some(size);
            }
            "area" => self.read_area(record, words)?,
            "road" => {
                let ends = [words.take("an area")?, words.take("the other area")?];
                let colours = Colours::read(words.take("the colour")?)?;
                words.end()?;
                self.roads.push(Road { ends, colours, mark: record.mark().clone() });
            }
            _ => keyword.one_of("keyword", &[("sheet", ()), ("area", ()), ("road", ())])?,
        }
        Ok(())
    }

    fn read_area(&mut self, record: &Record<'a>, mut words: Words<'_, 'a>) -> Result<(), DataError> {
        let name = words.take("the name of the area")?;
        let at_x = words.take("how far east it lies")?;
        let at_y = words.take("how far south it lies")?;
        let at = (at_x.number("how far east it lies")?, at_y.number("how far south it lies")?);
        let Some((width, height)) = self.sheet else {
            return Err(record.error("the map begins with the size of its drawing, such as `sheet 1576 1184`"));
        };
        if !(0..=width).contains(&at.0) || !(0..=height).contains(&at.1) {
            return Err(at_x.error(format!("{} lies beyond the sheet", name.as_str())));
        }
        let colour = words.take("the colour")?;
        let colours = Colours::read(colour)?;
        let mut area = Area {
            name: name.as_str().to_owned(),
            at,
            colours,
            victory: colours.is_empty(),
            flag: false,
            fortified: false,
            medal: false,
            limited_base: false,
            once: false,
            blockade: false,
            army_base: None,
            printed: None,
            start: false,
            veteran_source: false,
            port: false,
            mark: record.mark().clone(),
        };
        for &word in words.rest() {
            area.read_symbol(word)?;
        }
        area.check(record)?;
        let number = match u16::try_from(self.areas.len()) {
            Ok(number) if self.areas.len() < MAX_AREAS => number,
            _ => return Err(record.error(format!("the map may have at most {MAX_AREAS} areas"))),
        };
        if fold(name.as_str()).is_empty() {
            return Err(name.error("an area needs a name"));
        }
        if self.names.insert(fold(name.as_str()), Spot(number)).is_some() {
            return Err(name.error(format!("the area {:?} is listed twice", name.as_str())));
        }
        self.areas.push(area);
        Ok(())
    }

    fn finish(self, text: &Text) -> Result<Map, DataError> {
        let Some(sheet) = self.sheet else {
            return Err(text.error("the map is empty; it begins with a line such as `sheet 1576 1184`"));
        };
        let mut edges: Vec<(Spot, Spot)> = Vec::new();
        for road in &self.roads {
            let edge = self.edge(road)?;
            if edges.contains(&edge) || edges.contains(&(edge.1, edge.0)) {
                return Err(road.error("is listed twice"));
            }
            if edges.len() == MAX_ROADS {
                return Err(road.ends[0].error(format!("the map may have at most {MAX_ROADS} connections")));
            }
            edges.push(edge);
        }
        let areas = &self.areas;
        let one = |what: &str, symbol: fn(&Area) -> bool| {
            let mut found = (0..).map(Spot).zip(areas).filter(|(_, area)| symbol(area));
            match (found.next(), found.next()) {
                (Some((spot, _)), None) => Ok(spot),
                (None, _) => Err(text.error(format!("the map has no {what}"))),
                (Some(_), Some((_, second))) => {
                    Err(text.error(format!("the map has a second {what}, {}; there is only one", second.name)))
                }
            }
        };
        let bases = [
            one("Army base of Monty", |area| area.army_base == Some(Commander::Monty))?,
            one("Army base of Brad", |area| area.army_base == Some(Commander::Brad))?,
            one("Army base of Patton", |area| area.army_base == Some(Commander::Patton))?,
        ];
        let port = one("port", |area| area.port)?;
        let dusseldorf = one(DUSSELDORF, |area| fold(&area.name) == fold(DUSSELDORF))?;
        if !(areas[dusseldorf.index()].victory && areas[dusseldorf.index()].flag) {
            return Err(text.error("Düsseldorf must be a victory area with a flag"));
        }
        let blockades = areas.iter().filter(|area| area.blockade).count();
        if blockades != 4 {
            return Err(text.error(format!("four areas are marked A, not {blockades}")));
        }
        let board = Board::new(areas.iter().map(|area| area.name.clone()).collect(), &edges);
        let map = Map {
            board,
            roads: self.roads.iter().map(|road| road.colours).collect(),
            road_marks: self.roads.into_iter().map(|road| road.mark).collect(),
            areas: self.areas,
            dusseldorf,
            port,
            bases,
            sheet,
            names: self.names,
        };
        map.check_ways(text)?;
        Ok(map)
    }

    fn edge(&self, road: &Road<'_>) -> Result<(Spot, Spot), DataError> {
        let find = |word: Word<'_>| {
            self.names.get(&fold(word.as_str())).copied().ok_or_else(|| word.error(unknown_area(word.as_str())))
        };
        let (a, b) = (find(road.ends[0])?, find(road.ends[1])?);
        if a == b {
            return Err(road.error("leads nowhere else"));
        }
        for (end, word) in [(a, road.ends[0]), (b, road.ends[1])] {
            if let Some(stranger) = road.colours.iter().find(|owner| !self.areas[end.index()].is_open(*owner)) {
                let what = format!("a {} connection leads to {}, which is not", stranger.colour(), word.as_str());
                return Err(word.error(what));
            }
        }
        Ok((a, b))
    }
}

impl Road<'_> {
    fn error(&self, what: &str) -> DataError {
        let [a, b] = self.ends;
        a.error(format!("the connection {} to {} {what}", a.as_str(), b.as_str()))
    }
}

impl Area {
    fn read_symbol(&mut self, word: Word<'_>) -> Result<(), DataError> {
        let owner = || {
            let what = format!("only an area of one colour can be {:?}", word.as_str());
            self.colours.only().ok_or_else(|| word.error(what))
        };
        let again = match word.as_str() {
            "base" => {
                let owner = owner()?;
                self.printed = Some(owner);
                self.army_base.replace(owner).is_some()
            }
            "start" => {
                self.printed = Some(owner()?);
                std::mem::replace(&mut self.start, true)
            }
            "held" => {
                let owner = owner()?;
                self.printed.replace(owner).is_some()
            }
            _ => {
                let symbol = match word.as_str() {
                    "flag" => &mut self.flag,
                    "fortified" => &mut self.fortified,
                    "medal" => &mut self.medal,
                    "limited" => &mut self.limited_base,
                    "once" => &mut self.once,
                    "A" => &mut self.blockade,
                    "veteran" => &mut self.veteran_source,
                    "port" => &mut self.port,
                    other => {
                        let what = format!("unknown symbol {other:?}; known: base, start, held, {SYMBOLS}");
                        return Err(word.error(what));
                    }
                };
                std::mem::replace(symbol, true)
            }
        };
        if again { Err(word.error(format!("{:?} stands here already", word.as_str()))) } else { Ok(()) }
    }

    fn check(&self, record: &Record<'_>) -> Result<(), DataError> {
        let refuse = |what: &str| Err(record.error(format!("{} {what}", self.name)));
        if self.once && !self.limited_base {
            return refuse("is marked `once` but is no Limited base");
        }
        if self.printed.is_some() && (self.flag || self.fortified || self.medal || self.limited_base) {
            return refuse("carries a printed marker and has nothing left to capture");
        }
        if self.port && !self.colours.contains(Commander::Monty) {
            return refuse("is the port, but Monty may not enter it");
        }
        Ok(())
    }
}

const SYMBOLS: &str = "flag, fortified, medal, limited, once, A, veteran, port";

impl Map {
    /// [2.8] Everything hangs together, and every commander has a road to the Rhine.
    fn check_ways(&self, text: &Text) -> Result<(), DataError> {
        let any = flood(&self.board, [(self.dusseldorf, 0)], u16::MAX, |_, _| Some(1));
        if let Some(spot) = self.board.spots().find(|spot| any.cost(*spot).is_none()) {
            let what = format!("no way of connections leads from {} to Düsseldorf", self.area(spot).name);
            return Err(text.error(what));
        }
        for commander in Commander::ALL {
            let base = self.bases[commander.index()];
            let own = flood(&self.board, [(base, 0)], u16::MAX, |_, way| {
                self.road(way.edge).contains(commander).then_some(1)
            });
            if !self.board.spots().any(|spot| self.area(spot).victory && own.cost(spot).is_some()) {
                let what = format!("{} has no way from his base to a victory area", commander.name());
                return Err(text.error(what));
            }
        }
        Ok(())
    }
}

fn read_unit(words: &mut Words<'_, '_>, what: &str) -> Result<i16, DataError> {
    let word = words.take(what)?;
    match word.number(what)? {
        number @ 1.. => Ok(number),
        _ => Err(word.error(format!("{what} must be above 0"))),
    }
}
