use std::fmt;

/// A mistake in a data file, and where it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataError {
    /// `hurtgen-forest/map.txt`, or the path of the file that replaces it.
    pub file: String,
    /// Counted from 1; `None` if the file as a whole is wrong.
    pub line: Option<usize>,
    /// In characters, counted from 1.
    pub column: Option<usize>,
    pub what: String,
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
            if let Some(column) = self.column {
                write!(f, ":{column}")?;
            }
        }
        write!(f, ": {}", self.what)
    }
}

impl std::error::Error for DataError {}
