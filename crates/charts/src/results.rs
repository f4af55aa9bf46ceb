//! Tables of results.

use std::fmt;

/// A printed table: a row for each modified roll, a column for each heading, both counted from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultTable<R> {
    rows: Vec<Vec<R>>,
    columns: usize,
}

/// A table without a cell, or with a row longer or shorter than its first.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Uneven {
    /// Counted from 0.
    pub row: usize,
}

impl fmt::Display for Uneven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {} of the table has not as many results as there are columns", self.row + 1)
    }
}

impl std::error::Error for Uneven {}

impl<R> ResultTable<R> {
    /// The rows from top to bottom.
    pub fn new(rows: Vec<Vec<R>>) -> Result<ResultTable<R>, Uneven> {
        let columns = rows.first().map_or(0, Vec::len);
        match rows.iter().position(|row| row.len() != columns) {
            _ if columns == 0 => Err(Uneven { row: 0 }),
            Some(row) => Err(Uneven { row }),
            None => Ok(ResultTable { rows, columns }),
        }
    }

    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The column so many to the right, or to the left if negative; never beyond the table.
    pub fn shifted(&self, column: usize, shift: i32) -> usize {
        let steps = shift.unsigned_abs() as usize;
        let column = if shift < 0 { column.saturating_sub(steps) } else { column.saturating_add(steps) };
        column.min(self.columns - 1)
    }

    /// A roll or a column beyond the table uses its edge.
    pub fn result(&self, row: i32, column: usize) -> &R {
        let row = usize::try_from(row).unwrap_or(0).min(self.rows.len() - 1);
        &self.rows[row][column.min(self.columns - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> ResultTable<char> {
        ResultTable::new(vec![vec!['a', 'b', 'c'], vec!['d', 'e', 'f']]).unwrap()
    }

    #[test]
    fn results_stand_where_they_are_printed() {
        let cells: String = (0..2).flat_map(|row| (0..3).map(move |column| *table().result(row, column))).collect();
        assert_eq!(cells, "abcdef");
        assert_eq!((table().rows(), table().columns()), (2, 3));
    }

    #[test]
    fn what_lies_beyond_the_table_uses_its_edge() {
        assert_eq!(*table().result(-3, 0), 'a');
        assert_eq!(*table().result(i32::MIN, 9), 'c');
        assert_eq!(*table().result(2, 1), 'e');
        assert_eq!(*table().result(i32::MAX, usize::MAX), 'f');
    }

    #[test]
    fn shifts_stay_on_the_table() {
        for (column, shift, shifted) in [
            (0, 0, 0),
            (0, 1, 1),
            (0, 2, 2),
            (0, 3, 2),
            (2, -1, 1),
            (2, -2, 0),
            (2, -9, 0),
            (1, i32::MAX, 2),
            (1, i32::MIN, 0),
            (9, 0, 2),
        ] {
            assert_eq!(table().shifted(column, shift), shifted, "{column} shifted {shift}");
        }
    }

    #[test]
    fn an_uneven_table_is_an_error() {
        assert_eq!(ResultTable::new(vec![vec![1, 2], vec![3]]), Err(Uneven { row: 1 }));
        assert_eq!(ResultTable::new(vec![vec![1], vec![2], vec![3, 4]]), Err(Uneven { row: 2 }));
        assert_eq!(ResultTable::<u8>::new(vec![]), Err(Uneven { row: 0 }));
        assert_eq!(ResultTable::<u8>::new(vec![vec![]]), Err(Uneven { row: 0 }));
    }
}
