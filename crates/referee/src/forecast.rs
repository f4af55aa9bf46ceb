//! Exact odds before anybody commits.

use crate::rule::Rule;
use serde::Serialize;

/// What an action would lead to, with exact chances.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Forecast {
    /// For example "+4 on the woods line".
    pub title: String,
    /// The arithmetic behind it, in the order of the book.
    pub sums: Vec<Sum>,
    /// The column of a chart that decides.
    pub chart: Option<ChartColumn>,
    /// The possible outcomes; their `ways` add up to `of`.
    pub outcomes: Vec<Chance>,
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub of: u64,
    /// What may still change it, in one sentence.
    pub remark: Option<String>,
}

/// A column of one of the kit's charts, under one of its lines of headings.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ChartColumn {
    pub chart: u8,
    pub head: u8,
    pub column: u8,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Sum {
    pub label: String,
    pub amount: i32,
    pub rule: Rule,
}

/// One way it can go.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Chance {
    pub label: String,
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub ways: u64,
    pub rule: Rule,
    /// The label in words, if it is a code: `defender back 2`.
    pub says: String,
    /// Who profits: above 0 whoever acts, below 0 the other side.
    pub worth: i16,
    /// The ways if the other side adds all it may, where that can be known.
    #[cfg_attr(feature = "types", ts(type = "number | null"))]
    pub worst: Option<u64>,
}

impl Chance {
    pub fn new(label: impl Into<String>, ways: u64, rule: Rule) -> Chance {
        Chance { label: label.into(), ways, rule, says: String::new(), worth: 0, worst: None }
    }

    #[must_use]
    pub fn saying(mut self, says: impl Into<String>) -> Chance {
        self.says = says.into();
        self
    }

    #[must_use]
    pub fn worth(mut self, worth: i16) -> Chance {
        self.worth = worth;
        self
    }
}
