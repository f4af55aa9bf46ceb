//! Maps of hexes: printed numbers, dense numbers and cube coordinates.

use crate::board::Board;
use referee::Spot;

/// How the hexes of a map lie, and how they are numbered.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    pub columns: u8,
    pub rows: u8,
    pub shape: HexShape,
    /// Which columns of flat hexes lie half a hex lower, which rows of pointed ones half a hex further right.
    pub shifted: Parity,
    /// Numbers name the row before the column.
    pub row_first: bool,
    /// Row 1 is at the bottom of the sheet.
    pub upward: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum HexShape {
    /// A side on top: hexes of a column share sides.
    Flat,
    /// A corner on top: hexes of a row share sides.
    Pointed,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Parity {
    Even,
    Odd,
}

impl Parity {
    fn holds(self, number: u8) -> bool {
        number.is_multiple_of(2) == (self == Parity::Even)
    }
}

impl Layout {
    /// Flat hexes numbered CCRR from 0101 in the upper left corner.
    pub fn flat(columns: u8, rows: u8, low: Parity) -> Layout {
        Layout { columns, rows, shape: HexShape::Flat, shifted: low, row_first: false, upward: false }
    }

    /// Pointed hexes numbered CCRR from 0101 in the upper left corner.
    pub fn pointed(columns: u8, rows: u8, right: Parity) -> Layout {
        Layout { shape: HexShape::Pointed, ..Layout::flat(columns, rows, right) }
    }
}

/// One of several sheets that lie below each other, with numbers of its own: `N0128`, then `S0101`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    pub prefix: String,
    /// The rows of the whole map that are its own.
    pub first: u8,
    pub last: u8,
    /// Up to here the rows of the next sheet are printed on this one too: such a hex has two numbers.
    pub shared: u8,
}

/// The hexes of a map. Spots follow the printed numbers, sheet by sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    layout: Layout,
    sheets: Vec<Sheet>,
    /// By spot: column and row of the whole map, counted from 1.
    places: Vec<(u8, u8)>,
    cubes: Vec<Cube>,
    /// By column, then row.
    spots: Vec<Option<Spot>>,
}

/// Cube coordinates without the third, which is minus the sum of the others. `line` counts columns of flat hexes or
/// rows of pointed ones, `along` hexes of a line, less what lines before it were shifted.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Cube {
    line: i16,
    along: i16,
}

/// Around a hex, clockwise on a sheet whose rows run down: from north for flat hexes.
const AROUND: [Cube; 6] = [
    Cube { line: 0, along: -1 },
    Cube { line: 1, along: -1 },
    Cube { line: 1, along: 0 },
    Cube { line: 0, along: 1 },
    Cube { line: -1, along: 1 },
    Cube { line: -1, along: 0 },
];

/// From the centre of a hex to a corner on the sheet, and to a side.
const CORNER: f32 = 40.0;
const SIDE: f32 = 34.641;

impl Grid {
    /// A grid without holes on one sheet.
    pub fn new(layout: Layout) -> Grid {
        Grid::with(layout, vec![], |_, _| true)
    }

    /// A grid of the places, by column and row from 1, that are there. At most 99 columns and 99 rows: more cannot be
    /// numbered. Sheets cover all rows, or there are none.
    pub fn with(layout: Layout, sheets: Vec<Sheet>, is_there: impl Fn(u8, u8) -> bool) -> Grid {
        let Layout { columns, rows, .. } = layout;
        assert!((1..=99).contains(&columns) && (1..=99).contains(&rows), "columns and rows have two digits");
        assert!(layout.shape == HexShape::Pointed || !layout.upward, "rows of flat hexes run down the sheet");
        let mut places: Vec<(u8, u8)> = (1..=columns)
            .flat_map(|column| (1..=rows).map(move |row| (column, row)))
            .filter(|(column, row)| is_there(*column, *row))
            .collect();
        let sheet_of = |row: u8| sheets.iter().position(|sheet| row <= sheet.last);
        places.sort_by_key(|(column, row)| {
            (sheet_of(*row), if layout.row_first { (*row, *column) } else { (*column, *row) })
        });
        let mut grid = Grid { layout, sheets, cubes: vec![], places, spots: vec![] };
        grid.spots = vec![None; usize::from(columns) * usize::from(rows)];
        for (spot, &(column, row)) in (0..).map(Spot).zip(&grid.places) {
            grid.spots[usize::from(column - 1) * usize::from(rows) + usize::from(row - 1)] = Some(spot);
        }
        grid.cubes = grid.places.iter().map(|(column, row)| grid.cube(*column, *row)).collect();
        grid
    }

    pub fn layout(&self) -> Layout {
        self.layout
    }

    pub fn sheets(&self) -> &[Sheet] {
        &self.sheets
    }

    #[expect(clippy::len_without_is_empty, reason = "nobody plays on an empty map")]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    pub fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        (0..).take(self.len()).map(Spot)
    }

    /// The hex in a column and row of the whole map, both counted from 1.
    pub fn spot(&self, column: u8, row: u8) -> Option<Spot> {
        let Layout { columns, rows, .. } = self.layout;
        let on_map = (1..=columns).contains(&column) && (1..=rows).contains(&row);
        on_map.then(|| self.spots[usize::from(column - 1) * usize::from(rows) + usize::from(row - 1)])?
    }

    /// Column and row of the whole map, both counted from 1.
    #[inline]
    pub fn column_row(&self, spot: Spot) -> (u8, u8) {
        self.places[spot.index()]
    }

    /// As printed: `0819`, `S0101`.
    pub fn name(&self, spot: Spot) -> String {
        let (column, row) = self.column_row(spot);
        let (prefix, row) = match self.sheets.iter().find(|sheet| row <= sheet.last) {
            Some(sheet) => (sheet.prefix.as_str(), row + 1 - sheet.first),
            None => ("", row),
        };
        let (first, second) = if self.layout.row_first { (row, column) } else { (column, row) };
        format!("{prefix}{first:02}{second:02}")
    }

    /// The hex with this printed number, or with one of two.
    pub fn read(&self, name: &str) -> Option<Spot> {
        let (sheet, number) = match self.sheets.iter().find_map(|s| Some((s, name.strip_prefix(s.prefix.as_str())?))) {
            Some((sheet, number)) => (Some(sheet), number),
            None => (None, name),
        };
        if sheet.is_none() && !self.sheets.is_empty() {
            return None;
        }
        let digits: [u8; 4] = number.as_bytes().try_into().ok()?;
        if !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let [a, b, c, d] = digits.map(|digit| digit - b'0');
        let (first, second) = (a * 10 + b, c * 10 + d);
        let (column, row) = if self.layout.row_first { (second, first) } else { (first, second) };
        match sheet {
            None => self.spot(column, row),
            Some(sheet) if row >= 1 && sheet.first + row - 1 <= sheet.shared => {
                self.spot(column, sheet.first + row - 1)
            }
            Some(_) => None,
        }
    }

    /// The lowest and the highest number, for messages.
    pub fn range(&self) -> (String, String) {
        let last = Spot(u16::try_from(self.len().saturating_sub(1)).expect("a map has at most 99 by 99 hexes"));
        (self.name(Spot(0)), self.name(last))
    }

    /// The hexes around a hex: clockwise from north if they are flat.
    pub fn neighbours(&self, spot: Spot) -> impl Iterator<Item = Spot> {
        let here = self.cubes[spot.index()];
        let around = move |step: &Cube| self.at(Cube { line: here.line + step.line, along: here.along + step.along });
        AROUND.iter().filter_map(around)
    }

    pub fn adjacent(&self, a: Spot, b: Spot) -> bool {
        self.distance(a, b) == 1
    }

    /// Whether the map ends at one of its sides.
    pub fn is_edge(&self, spot: Spot) -> bool {
        self.neighbours(spot).count() < 6
    }

    /// Whether two hexsides have a corner in common, as successive hexsides of a stream do.
    pub fn meet(&self, one: (Spot, Spot), other: (Spot, Spot)) -> bool {
        let outer = |shared: Spot, (a, b): (Spot, Spot)| if a == shared { b } else { a };
        one != other
            && [one.0, one.1].into_iter().any(|shared| {
                let is_shared = shared == other.0 || shared == other.1;
                is_shared && self.adjacent(outer(shared, one), outer(shared, other))
            })
    }

    /// Steps from one hex to another over an open map.
    #[inline]
    pub fn distance(&self, a: Spot, b: Spot) -> u16 {
        let (a, b) = (self.cubes[a.index()], self.cubes[b.index()]);
        let (line, along) = (a.line - b.line, a.along - b.along);
        line.unsigned_abs().max(along.unsigned_abs()).max((line + along).unsigned_abs())
    }

    /// Every hex at most `range` away, the hex itself included, line by line.
    pub fn within(&self, spot: Spot, range: u16) -> impl Iterator<Item = Spot> {
        let here = self.cubes[spot.index()];
        // No two hexes of the largest map are further apart than this.
        let range = range.min(255).cast_signed();
        (-range..=range).flat_map(move |line| {
            let along = (-range).max(-range - line)..=range.min(range - line);
            along.filter_map(move |along| self.at(Cube { line: here.line + line, along: here.along + along }))
        })
    }

    /// Where the centre lies on the sheet: 40 to each corner, the upper left of the sheet touches the hexes.
    pub fn centre(&self, spot: Spot) -> (f32, f32) {
        let (column, row) = self.column_row(spot);
        let down = self.down(row);
        let halves = |n: u8, shifted: bool| SIDE * f32::from(2 * u16::from(n) - 1 + u16::from(shifted));
        let lines = |n: u8| CORNER + 1.5 * CORNER * f32::from(n - 1);
        match self.layout.shape {
            HexShape::Flat => (lines(column), halves(down, self.layout.shifted.holds(column))),
            HexShape::Pointed => (halves(column, self.layout.shifted.holds(row)), lines(down)),
        }
    }

    /// A place on the sheet by hundredths of columns and rows: between where shifted hexes lie and the others.
    pub fn place(&self, column: i32, row: i32) -> (f32, f32) {
        let count = |hundredths: i32| hundredths as f32 / 100.0;
        let row = if self.layout.upward { f32::from(self.layout.rows) + 1.0 - count(row) } else { count(row) };
        let lines = |n: f32| CORNER + 1.5 * CORNER * (n - 1.0);
        match self.layout.shape {
            HexShape::Flat => (lines(count(column)), SIDE * (2.0 * row - 0.5)),
            HexShape::Pointed => (SIDE * (2.0 * count(column) - 0.5), lines(row)),
        }
    }

    /// Every pair of neighbours once, the lower first, in ascending order of it.
    pub fn edges(&self) -> Vec<(Spot, Spot)> {
        self.spots().flat_map(|a| self.neighbours(a).filter(move |b| a < *b).map(move |b| (a, b))).collect()
    }

    /// The board of these hexes.
    pub fn board(&self) -> Board {
        Board::new(self.spots().map(|hex| self.name(hex)).collect(), &self.edges())
    }

    /// Rows from the top of the sheet.
    fn down(&self, row: u8) -> u8 {
        if self.layout.upward { self.layout.rows + 1 - row } else { row }
    }

    fn cube(&self, column: u8, row: u8) -> Cube {
        let (line, place) = match self.layout.shape {
            HexShape::Flat => (column, row),
            HexShape::Pointed => (row, column),
        };
        let (line, place) = (i16::from(line) - 1, i16::from(place) - 1);
        Cube { line, along: place - self.top(line) }
    }

    /// How far the hexes with `along` = 0 have come down at a line, counted from 0.
    fn top(&self, line: i16) -> i16 {
        match self.layout.shifted {
            Parity::Even => line.div_euclid(2),
            Parity::Odd => (line + 1).div_euclid(2),
        }
    }

    #[inline]
    fn at(&self, cube: Cube) -> Option<Spot> {
        let (line, place) = (cube.line + 1, cube.along + self.top(cube.line) + 1);
        let (line, place) = (u8::try_from(line).ok()?, u8::try_from(place).ok()?);
        match self.layout.shape {
            HexShape::Flat => self.spot(line, place),
            HexShape::Pointed => self.spot(place, line),
        }
    }
}
