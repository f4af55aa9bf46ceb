//! What can be wrong with the heading of a column.

use std::fmt;

/// A heading that cannot be read, or does not follow the one before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadHeading {
    pub heading: String,
    pub why: &'static str,
}

impl BadHeading {
    pub(crate) fn new(heading: &str, why: &'static str) -> BadHeading {
        BadHeading { heading: heading.to_string(), why }
    }
}

impl fmt::Display for BadHeading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column `{}`: {}", self.heading, self.why)
    }
}

impl std::error::Error for BadHeading {}

/// Old books print a minus as a hyphen, a minus, or a dash of either length.
pub(crate) fn is_dash(c: char) -> bool {
    matches!(c, '-' | '−' | '–' | '—')
}
