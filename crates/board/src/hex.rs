//! Maps of hexes: printed numbers, dense numbers and cube coordinates.

use referee::Spot;

/// Which columns stand half a hex lower than their neighbours.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Low {
    Even,
    Odd,
}

/// A rectangle of flat-topped hexes in vertical columns, numbered CCRR: column, then row, from 0101 in
/// the upper left corner. Spots run down the columns, one column after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    columns: u8,
    rows: u8,
    low: Low,
    cubes: Vec<Cube>,
}

/// Cube coordinates without the third, which is minus the sum of the others. `across` counts columns;
/// `down` counts hexes along a line from the upper left to the lower right.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Cube {
    across: i16,
    down: i16,
}

/// Clockwise from north.
const DIRECTIONS: [Cube; 6] = [
    Cube { across: 0, down: -1 },
    Cube { across: 1, down: -1 },
    Cube { across: 1, down: 0 },
    Cube { across: 0, down: 1 },
    Cube { across: -1, down: 1 },
    Cube { across: -1, down: 0 },
];

impl Grid {
    /// At most 99 columns and 99 rows: more cannot be numbered.
    pub fn new(columns: u8, rows: u8, low: Low) -> Grid {
        assert!((1..=99).contains(&columns) && (1..=99).contains(&rows), "columns and rows have two digits");
        let mut grid = Grid { columns, rows, low, cubes: vec![] };
        for column in 0..i16::from(columns) {
            let top = grid.top(column);
            grid.cubes.extend((0..i16::from(rows)).map(|row| Cube { across: column, down: row - top }));
        }
        grid
    }

    #[expect(clippy::len_without_is_empty, reason = "a grid has at least one hex")]
    pub fn len(&self) -> usize {
        self.cubes.len()
    }

    /// The hex in a printed column and row, both counted from 1.
    pub fn spot(&self, column: u8, row: u8) -> Option<Spot> {
        let on_map = (1..=self.columns).contains(&column) && (1..=self.rows).contains(&row);
        on_map.then(|| Spot(u16::from(column - 1) * u16::from(self.rows) + u16::from(row - 1)))
    }

    /// Printed column and row, both counted from 1.
    #[expect(clippy::cast_possible_truncation, reason = "columns and rows have two digits")]
    pub fn column_row(&self, spot: Spot) -> (u8, u8) {
        let rows = u16::from(self.rows);
        ((spot.0 / rows) as u8 + 1, (spot.0 % rows) as u8 + 1)
    }

    /// As printed: `0819`.
    pub fn name(&self, spot: Spot) -> String {
        let (column, row) = self.column_row(spot);
        format!("{column:02}{row:02}")
    }

    pub fn read(&self, name: &str) -> Option<Spot> {
        let digits: [u8; 4] = name.as_bytes().try_into().ok()?;
        if !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let [c, o, r, w] = digits.map(|digit| digit - b'0');
        self.spot(c * 10 + o, r * 10 + w)
    }

    /// The hexes around a hex with their directions, 0 to 5 clockwise from north.
    pub fn neighbours(&self, spot: Spot) -> impl Iterator<Item = (usize, Spot)> {
        let here = self.cubes[spot.index()];
        let around = DIRECTIONS.iter().map(move |d| Cube { across: here.across + d.across, down: here.down + d.down });
        around.enumerate().filter_map(|(direction, cube)| Some((direction, self.at(cube)?)))
    }

    /// Steps from one hex to another over an open map.
    #[inline]
    pub fn distance(&self, a: Spot, b: Spot) -> u16 {
        let (a, b) = (self.cubes[a.index()], self.cubes[b.index()]);
        let (across, down) = (a.across - b.across, a.down - b.down);
        across.unsigned_abs().max(down.unsigned_abs()).max((across + down).unsigned_abs())
    }

    /// Every hex at most `range` away, the hex itself included, in ascending order.
    pub fn within(&self, spot: Spot, range: u16) -> impl Iterator<Item = Spot> {
        let here = self.cubes[spot.index()];
        // No two hexes of the largest map are further apart than this.
        let range = range.min(255).cast_signed();
        (-range..=range).flat_map(move |across| {
            let down = (-range).max(-range - across)..=range.min(range - across);
            down.filter_map(move |down| self.at(Cube { across: here.across + across, down: here.down + down }))
        })
    }

    /// Where the centre lies on the sheet: a hex is 80 wide, columns are 60 apart, the upper left of
    /// the sheet touches the hexes.
    pub fn centre(&self, spot: Spot) -> (f32, f32) {
        const HALF_HEIGHT: f32 = 34.641;
        let (column, row) = self.column_row(spot);
        let is_low = match self.low {
            Low::Even => column % 2 == 0,
            Low::Odd => column % 2 == 1,
        };
        let halves = 2 * u16::from(row) - 1 + u16::from(is_low);
        (40.0 + 60.0 * f32::from(column - 1), HALF_HEIGHT * f32::from(halves))
    }

    /// Every pair of neighbours once, the lower first, in ascending order of it.
    pub fn edges(&self) -> Vec<(Spot, Spot)> {
        let mut edges = vec![];
        for column in 1..=self.columns {
            for row in 1..=self.rows {
                let a = self.spot(column, row).expect("a hex of this grid");
                edges.extend(self.neighbours(a).filter(|(_, b)| a < *b).map(|(_, b)| (a, b)));
            }
        }
        edges
    }

    /// How far the line of hexes with `down` = 0 has descended at a column, both counted from 0.
    fn top(&self, column: i16) -> i16 {
        match self.low {
            Low::Even => column.div_euclid(2),
            Low::Odd => (column + 1).div_euclid(2),
        }
    }

    fn at(&self, cube: Cube) -> Option<Spot> {
        let (column, row) = (cube.across, cube.down + self.top(cube.across));
        self.spot(u8::try_from(column + 1).ok()?, u8::try_from(row + 1).ok()?)
    }
}
