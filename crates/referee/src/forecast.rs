//! Exact odds before anybody commits.

use crate::rule::Rule;

/// What an action would lead to, with exact chances.
#[derive(Clone, PartialEq, Debug)]
pub struct Forecast {
    /// For example "+4 on the woods line".
    pub title: String,
    /// The arithmetic behind it, in the order of the book.
    pub sums: Vec<Sum>,
    /// The chart that decides and the column in it, as indexes into the kit's charts.
    pub chart: Option<(usize, usize)>,
    /// The possible outcomes; their `ways` add up to `of`.
    pub outcomes: Vec<Chance>,
    pub of: u64,
    /// What may still change it, in one sentence.
    pub remark: Option<String>,
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
