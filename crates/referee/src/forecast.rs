//! Exact odds before anybody commits.

use crate::rule::Rule;

/// What an action would lead to, with exact chances.
#[derive(Clone, PartialEq, Debug)]
pub struct Forecast {
    /// For example "+4 on the woods line".
    pub title: String,
    /// The arithmetic behind it, in the order of the book.
    pub sums: Vec<Sum>,
    /// The column of a chart that decides.
    pub chart: Option<ChartColumn>,
    /// The possible outcomes; their `ways` add up to `of`.
    pub outcomes: Vec<Chance>,
    pub of: u64,
    /// What may still change it, in one sentence.
    pub remark: Option<String>,
}

/// A column of one of the kit's charts, under one of its lines of headings.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ChartColumn {
    pub chart: u8,
    pub head: u8,
    pub column: u8,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Sum {
    pub label: String,
    pub amount: i32,
    pub rule: Rule,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Chance {
    pub label: String,
    pub ways: u64,
    pub rule: Rule,
}
