//! Maps of hexes: the lines that every `map.txt` has in common.
//!
//! ```text
//! grid 29 26 even-low                      columns, rows, which of them are shifted
//! sheet N 1 28 29                          only if there are several: prefix, first row, last row, last shared row
//! 0819 town Germeter                       a hex and what the game says of it
//! river Roer 2826-2926 2825-2826           a line along hexsides, each meeting the next, from spring to mouth
//! road "Germeter-Vossenack" 0819 0919      a line through hexes
//! bridge 0204-0305 road over Kall          a hexside, and what it carries over what
//! town Vossenack 1120 1220                 a name for several hexes
//! label water "KALL" 14.2 21.5 30          kind, text, column, row, slope
//! ```
//!
//! After the grid may follow `row-first` (numbers name the row before the column), `upward` (row 1 is at the bottom)
//! and `holes` (what has no line is not on the map; without it every hex must have one). Which words stand for lines
//! along hexsides and through hexes, and which lines are its own, a game says in its [`Vocabulary`].

use crate::{DataError, Record, Text, Word, WordFile, Words};
use board::{Board, Edge, Grid, HexShape, Layout, Parity, Sheet};
use referee::{Label, LabelKind, LineRun, Spot};
use std::collections::BTreeSet;

/// The words of a game's map beside those that all maps have.
#[derive(Copy, Clone, Debug)]
pub struct Vocabulary<'v> {
    /// Lines along hexsides: river, stream.
    pub along: &'v [&'v str],
    /// Lines through hexes: road, trail.
    pub through: &'v [&'v str],
    /// Lines that the game reads itself.
    pub own: &'v [&'v str],
    /// How many hexes there may be.
    pub most: usize,
}

impl Vocabulary<'_> {
    fn all(&self) -> impl Iterator<Item = &str> {
        self.along.iter().chain(self.through).chain(self.own).chain(&["bridge", "town", "label"]).copied()
    }

    fn has_room(&self, grid: &Record<'_>, hexes: usize) -> Result<(), DataError> {
        match hexes > self.most {
            true => Err(grid.error(format!("the map may have at most {} hexes, not {hexes}", self.most))),
            false => Ok(()),
        }
    }
}

/// A map as it was read. What the hexes are made of is left to the game.
#[derive(Clone, Debug)]
pub struct HexMap<'a> {
    pub grid: Grid,
    pub board: Board,
    /// By spot: the line of the hex.
    pub hexes: Vec<Record<'a>>,
    pub along: Vec<Along<'a>>,
    pub through: Vec<Through<'a>>,
    pub bridges: Vec<Bridge<'a>>,
    pub towns: Vec<(Word<'a>, Vec<Spot>)>,
    pub labels: Vec<Label>,
    /// Lines that begin with one of the game's own words.
    pub own: Vec<Record<'a>>,
}

/// A line along hexsides: each meets the next in a corner.
#[derive(Clone, Debug)]
pub struct Along<'a> {
    pub kind: &'a str,
    pub name: Word<'a>,
    /// The lower hex first.
    pub sides: Vec<(Spot, Spot)>,
}

/// A line through hexes: each is a neighbour of the next.
#[derive(Clone, Debug)]
pub struct Through<'a> {
    pub kind: &'a str,
    pub name: Word<'a>,
    pub hexes: Vec<Spot>,
}

#[derive(Clone, Debug)]
pub struct Bridge<'a> {
    pub word: Word<'a>,
    pub side: (Spot, Spot),
    /// What it carries, and the name of what it crosses; nothing if the line does not say.
    pub carries: Option<(&'a str, &'a str)>,
}

impl<'a> HexMap<'a> {
    pub fn read(text: &'a Text, words: &Vocabulary<'_>) -> Result<HexMap<'a>, DataError> {
        let file = WordFile::read(text)?;
        let mut records = file.records().iter().peekable();
        let Some(first) = records.next() else {
            return Err(text.error("the map is empty; it begins with a line such as `grid 29 26 even-low`"));
        };
        let (layout, holes) = read_grid(first)?;
        let mut sheets = vec![];
        while let Some(record) = records.next_if(|record| record.starts_with("sheet")) {
            sheets.push(read_sheet(record, layout, sheets.last())?);
        }
        if sheets.last().is_some_and(|last: &Sheet| last.last != layout.rows) {
            return Err(first.error("the sheets together have fewer rows than the grid"));
        }
        let rest: Vec<&Record<'a>> = records.collect();
        let everywhere = Grid::with(layout, sheets.clone(), |_, _| true);
        if !holes {
            words.has_room(first, everywhere.len())?;
        }
        let known = |word: &str| words.all().any(|known| known == word);
        let mut there: BTreeSet<(u8, u8)> = BTreeSet::new();
        for number in rest.iter().filter_map(|record| record.first()).filter(|word| !known(word.as_str())) {
            if number.as_str().bytes().any(|byte| byte.is_ascii_digit())
                && !there.insert(everywhere.column_row(number.hex(&everywhere)?))
            {
                return Err(number.error(format!("hex {} is listed twice", number.as_str())));
            }
        }
        let is_missing = |hex: &Spot| !there.contains(&everywhere.column_row(*hex));
        if let Some(missing) = everywhere.spots().find(is_missing).filter(|_| !holes) {
            return Err(text.error(format!("the terrain of hex {} is missing", everywhere.name(missing))));
        }
        let grid = Grid::with(layout, sheets, |column, row| there.contains(&(column, row)));
        words.has_room(first, grid.len())?;
        let mut hexes: Vec<(Option<Spot>, Record<'a>)> = vec![];
        let mut map = HexMap {
            board: grid.board(),
            grid,
            hexes: vec![],
            along: vec![],
            through: vec![],
            bridges: vec![],
            towns: vec![],
            labels: vec![],
            own: vec![],
        };
        for record in rest {
            match record.first().and_then(|word| map.grid.read(word.as_str())) {
                Some(hex) => hexes.push((Some(hex), record.clone())),
                None => map.read_line(record, words)?,
            }
        }
        hexes.sort_by_key(|(hex, _)| *hex);
        map.hexes = hexes.into_iter().map(|(_, record)| record).collect();
        map.check_bridges()?;
        Ok(map)
    }

    fn read_line(&mut self, record: &Record<'a>, known: &Vocabulary<'_>) -> Result<(), DataError> {
        let mut words = record.words();
        let first = words.take("a hex or a word such as road")?;
        match first.as_str() {
            word if known.along.contains(&word) => {
                let name = words.take("the name")?;
                let sides = self.run(word, name, words.rest())?;
                self.along.push(Along { kind: word, name, sides });
            }
            word if known.through.contains(&word) => {
                let name = words.take("the name")?;
                let hexes = self.chain(name, words.rest())?;
                self.through.push(Through { kind: word, name, hexes });
            }
            word if known.own.contains(&word) => {
                self.own.push(record.clone());
                return Ok(());
            }
            "bridge" => self.read_bridge(&mut words)?,
            "town" => {
                let name = words.take("the name of the town")?;
                let hexes = words.rest().iter().map(|word| self.hex(*word)).collect::<Result<_, _>>()?;
                self.towns.push((name, hexes));
            }
            "label" => self.read_label(&mut words)?,
            word => {
                let all: Vec<&str> = known.all().collect();
                let all = all.join(", ");
                return Err(first.error(format!("unknown line {word:?}; known: a hex number, {all}")));
            }
        }
        words.end()
    }

    pub fn hex(&self, word: Word<'_>) -> Result<Spot, DataError> {
        word.hex(&self.grid)
    }

    pub fn side(&self, word: Word<'_>) -> Result<(Spot, Spot), DataError> {
        word.hexside(&self.grid)
    }

    pub fn edge(&self, (a, b): (Spot, Spot)) -> Edge {
        self.board.edge(a, b).expect("a hexside has two neighbours")
    }

    /// Hexsides that meet one after the other.
    pub fn run(&self, kind: &str, before: Word<'_>, words: &[Word<'_>]) -> Result<Vec<(Spot, Spot)>, DataError> {
        let mut sides: Vec<(Spot, Spot)> = vec![];
        for word in words {
            let side = self.side(*word)?;
            if sides.last().is_some_and(|last| !self.grid.meet(*last, side)) {
                return Err(word.error(format!("hexside {} does not meet the one before it", word.as_str())));
            }
            let listed = self.along.iter().filter(|run| run.kind == kind && run.name.as_str() == before.as_str());
            if sides.contains(&side) || listed.flat_map(|run| &run.sides).any(|other| *other == side) {
                return Err(word.error(format!("hexside {} is listed twice", word.as_str())));
            }
            sides.push(side);
        }
        match sides.is_empty() {
            true => Err(before.error("the hexsides are missing")),
            false => Ok(sides),
        }
    }

    /// Hexes that follow each other.
    pub fn chain(&self, before: Word<'_>, words: &[Word<'_>]) -> Result<Vec<Spot>, DataError> {
        let mut hexes: Vec<Spot> = vec![];
        for word in words {
            let hex = self.hex(*word)?;
            if let Some(last) = hexes.last()
                && !self.grid.adjacent(*last, hex)
            {
                let (from, to) = (self.grid.name(*last), word.as_str());
                return Err(word.error(format!("the hexes {from} and {to} are no neighbours")));
            }
            hexes.push(hex);
        }
        match hexes.len() {
            0 | 1 => Err(before.error("a road or trail joins two hexes at least")),
            _ => Ok(hexes),
        }
    }

    fn read_bridge(&mut self, words: &mut Words<'_, 'a>) -> Result<(), DataError> {
        let word = words.take("the hexside")?;
        let side = self.side(word)?;
        let carries = match words.optional() {
            None => None,
            Some(way) => {
                words.take("the word over")?.one_of("word", &[("over", ())])?;
                Some((way.as_str(), words.take("the name of the water")?.as_str()))
            }
        };
        if self.bridges.iter().any(|bridge| bridge.side == side) {
            return Err(word.error(format!("the bridge at {} is listed twice", word.as_str())));
        }
        self.bridges.push(Bridge { word, side, carries });
        Ok(())
    }

    /// A bridge carries a way across the water it names.
    fn check_bridges(&self) -> Result<(), DataError> {
        for Bridge { word, side, carries } in &self.bridges {
            let Some((way, over)) = carries else { continue };
            let at = word.as_str();
            if !self.along.iter().any(|run| run.name.as_str() == *over && run.sides.contains(side)) {
                return Err(word.error(format!("{over:?} does not run along {at}")));
            }
            let crosses = |hexes: &[Spot]| hexes.windows(2).any(|two| ordered(two[0], two[1]) == *side);
            if !self.through.iter().any(|run| run.kind == *way && crosses(&run.hexes)) {
                return Err(word.error(format!("the bridge at {at} carries no {way}")));
            }
        }
        Ok(())
    }

    fn read_label(&mut self, words: &mut Words<'_, 'a>) -> Result<(), DataError> {
        let kinds = [
            ("water", LabelKind::Water),
            ("region", LabelKind::Region),
            ("height", LabelKind::Height),
            ("place", LabelKind::Place),
            ("way", LabelKind::Place),
        ];
        let kind = words.take("the kind of label")?.one_of("kind of label", &kinds)?;
        let text = words.take("the text")?.as_str().to_owned();
        let column = words.take("the column")?.hundredths("the column")?;
        let row = words.take("the row")?.hundredths("the row")?;
        let turn = words.take("the slope")?.hundredths("the slope")? as f32 / 100.0;
        self.labels.push(Label { text, at: self.grid.place(column, row), turn, kind });
        Ok(())
    }

    /// Lines of one kind along hexsides, as they are drawn; `line` is an index into the kit's lines.
    pub fn drawn_along(&self, kind: &str, line: u8) -> impl Iterator<Item = LineRun> {
        let runs = self.along.iter().filter(move |run| run.kind == kind);
        runs.map(move |run| LineRun::sides(line, run.name.as_str(), run.sides.clone()))
    }

    pub fn drawn_through(&self, kind: &str, line: u8) -> impl Iterator<Item = LineRun> {
        let runs = self.through.iter().filter(move |run| run.kind == kind);
        runs.map(move |run| LineRun::spots(line, run.name.as_str(), run.hexes.clone()))
    }

    pub fn drawn_bridges(&self, line: u8) -> impl Iterator<Item = LineRun> {
        self.bridges.iter().map(move |bridge| LineRun::sides(line, "", vec![bridge.side]))
    }
}

fn ordered(a: Spot, b: Spot) -> (Spot, Spot) {
    (a.min(b), a.max(b))
}

fn read_grid(record: &Record<'_>) -> Result<(Layout, bool), DataError> {
    const LAYOUTS: [(&str, (HexShape, Parity)); 4] = [
        ("even-low", (HexShape::Flat, Parity::Even)),
        ("odd-low", (HexShape::Flat, Parity::Odd)),
        ("even-right", (HexShape::Pointed, Parity::Even)),
        ("odd-right", (HexShape::Pointed, Parity::Odd)),
    ];
    let mut words = record.words();
    if words.take("grid")?.as_str() != "grid" {
        return Err(record.error("the map begins with its grid, such as `grid 29 26 even-low`"));
    }
    let bounded = |word: Word<'_>, what| match word.number::<u8>(what)? {
        number @ 1..=99 => Ok(number),
        _ => Err(word.error(format!("{what} must be from 1 to 99"))),
    };
    let columns = bounded(words.take("the number of columns")?, "the number of columns")?;
    let rows = bounded(words.take("the number of rows")?, "the number of rows")?;
    let (shape, shifted) = words.take("which columns or rows are shifted")?.one_of("layout", &LAYOUTS)?;
    let mut layout = Layout { columns, rows, shape, shifted, row_first: false, upward: false };
    let mut holes = false;
    while let Some(word) = words.optional() {
        match word.one_of("word of the grid", &[("row-first", 0), ("upward", 1), ("holes", 2)])? {
            0 => layout.row_first = true,
            1 if shape == HexShape::Flat => return Err(word.error("rows of flat hexes run down the sheet")),
            1 => layout.upward = true,
            _ => holes = true,
        }
    }
    Ok((layout, holes))
}

fn read_sheet(record: &Record<'_>, layout: Layout, before: Option<&Sheet>) -> Result<Sheet, DataError> {
    let mut words = record.words();
    words.take("sheet")?;
    let prefix = words.take("the prefix of the sheet")?;
    let first: u8 = words.take("the first row")?.number("the first row")?;
    let last: u8 = words.take("the last row")?.number("the last row")?;
    let shared: u8 = words.optional().map_or(Ok(last), |word| word.number("the last shared row"))?;
    words.end()?;
    let plain = !prefix.as_str().is_empty() && prefix.as_str().bytes().all(|byte| byte.is_ascii_alphabetic());
    if !plain {
        return Err(prefix.error("the prefix of a sheet is made of letters"));
    }
    let follows = before.map_or(1, |before| before.last + 1);
    if first != follows || last < first || shared < last || shared > layout.rows {
        return Err(record.error(format!("this sheet begins with row {follows}, and ends on the grid")));
    }
    Ok(Sheet { prefix: prefix.as_str().to_owned(), first, last, shared })
}
