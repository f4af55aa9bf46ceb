use crate::{DataError, Word};

/// The numbering of a printed hex map: `CCRR`, from 0101 in a corner, flat-topped hexes in vertical columns.
///
/// A hex is known to the program by its dense id, `(column - 1) * rows + (row - 1)`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    pub columns: u8,
    pub rows: u8,
    pub low: Low,
}

/// Which columns lie half a hex lower.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Low {
    Even,
    Odd,
}

impl Grid {
    pub fn hexes(&self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }

    /// The hex with this printed number.
    pub fn find(&self, number: &str) -> Option<u16> {
        if number.len() != 4 || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let (column, row) = number.split_at_checked(2)?;
        self.at(column.parse().ok()?, row.parse().ok()?)
    }

    /// The hex a word names.
    pub fn hex(&self, word: Word<'_>) -> Result<u16, DataError> {
        self.find(word.as_str()).ok_or_else(|| {
            let (columns, rows) = (self.columns, self.rows);
            word.error(format!("{:?} is no hex of this map, 0101 to {columns:02}{rows:02}", word.as_str()))
        })
    }

    /// The hexside `0526-0626`, the lower id first.
    pub fn hexside(&self, word: Word<'_>) -> Result<(u16, u16), DataError> {
        let two = word.as_str().split_once('-').and_then(|(a, b)| Some((self.find(a)?, self.find(b)?)));
        match two {
            Some((a, b)) if self.adjacent(a, b) => Ok((a.min(b), a.max(b))),
            Some(_) => Err(word.error(format!("the hexes {} are no neighbours", word.as_str()))),
            None => Err(word.error(format!("{:?} is no hexside of this map, such as 0101-0102", word.as_str()))),
        }
    }

    /// The printed number of a hex.
    pub fn number(&self, hex: u16) -> String {
        let (column, row) = self.place(hex);
        format!("{column:02}{row:02}")
    }

    /// Column and row, counted from 1.
    pub fn place(&self, hex: u16) -> (u16, u16) {
        let rows = u16::from(self.rows).max(1);
        (hex / rows + 1, hex % rows + 1)
    }

    pub fn is_edge(&self, hex: u16) -> bool {
        let (column, row) = self.place(hex);
        column == 1 || row == 1 || column == u16::from(self.columns) || row == u16::from(self.rows)
    }

    /// The neighbours of a hex that are on the map.
    pub fn neighbours(&self, hex: u16) -> impl Iterator<Item = u16> {
        let (column, row) = self.place(hex);
        let is_low = column.is_multiple_of(2) == (self.low == Low::Even);
        // The two rows a hex touches in the columns beside it.
        let (upper, lower) = if is_low { (row, row + 1) } else { (row - 1, row) };
        let grid = *self;
        [
            (column, row - 1),
            (column, row + 1),
            (column - 1, upper),
            (column - 1, lower),
            (column + 1, upper),
            (column + 1, lower),
        ]
        .into_iter()
        .filter_map(move |(column, row)| grid.at(column, row))
    }

    pub fn adjacent(&self, a: u16, b: u16) -> bool {
        self.neighbours(a).any(|hex| hex == b)
    }

    /// Whether two hexsides have a corner in common, as successive hexsides of a stream do.
    pub fn meet(&self, one: (u16, u16), other: (u16, u16)) -> bool {
        let outer = |shared: u16, (a, b): (u16, u16)| if a == shared { b } else { a };
        one != other
            && [one.0, one.1].into_iter().any(|shared| {
                let is_shared = shared == other.0 || shared == other.1;
                is_shared && self.adjacent(outer(shared, one), outer(shared, other))
            })
    }

    fn at(&self, column: u16, row: u16) -> Option<u16> {
        let on_map = (1..=u16::from(self.columns)).contains(&column) && (1..=u16::from(self.rows)).contains(&row);
        on_map.then(|| (column - 1) * u16::from(self.rows) + row - 1)
    }
}
