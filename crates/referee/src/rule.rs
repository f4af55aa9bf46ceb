//! Rule numbers, refusals and the index of a rulebook.

use crate::ids::Ref;
use serde::Serialize;
use std::fmt;

/// A numbered case of a rulebook, such as `Rule("7.74")`.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Rule(pub &'static str);

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// A refusal. It always names the rule it stands on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Illegal {
    pub rule: Rule,
    /// One short clause, lower case, without a full stop.
    pub why: &'static str,
    pub about: Ref,
}

impl Illegal {
    pub const fn new(rule: Rule, why: &'static str) -> Illegal {
        Illegal { rule, why, about: Ref::Nothing }
    }

    #[must_use]
    pub const fn about(mut self, about: Ref) -> Illegal {
        self.about = about;
        self
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] {}", self.rule, self.why)
    }
}

/// What kind of statement a numbered case makes.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum RuleKind {
    /// A program can enforce it: it must be cited in the code and carried by a test.
    Enforced,
    Definition,
    Components,
    Advice,
    /// Only the title of the cases below it.
    Heading,
}

/// One numbered case in our own words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct RuleEntry {
    pub id: String,
    pub title: String,
    pub text: String,
    pub kind: RuleKind,
    pub see: Vec<String>,
    /// Our decision where the book is silent or contradicts itself.
    pub ruling: Option<String>,
    /// The figures behind it are ours, because the printed chart or map is lost.
    pub reconstructed: bool,
}

/// Every numbered case of one rulebook, in its order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RuleIndex {
    pub entries: Vec<RuleEntry>,
}

impl RuleIndex {
    pub fn new(entries: Vec<RuleEntry>) -> RuleIndex {
        RuleIndex { entries }
    }

    pub fn find(&self, id: &str) -> Option<&RuleEntry> {
        self.entries.iter().find(|entry| entry.id == id)
    }
}
