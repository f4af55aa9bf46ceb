//! Every enforced rule is cited in the code and carried by a test; nothing cites a rule that does not exist.

mod scan;

pub use scan::{Scan, scan};

use referee::{RuleIndex, RuleKind};
use std::fmt;
use std::path::Path;

/// Where one rule is cited, and which tests carry it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleCoverage {
    pub id: String,
    pub enforced: bool,
    pub cited: Vec<String>,
    pub tests: Vec<String>,
}

impl RuleCoverage {
    pub fn is_missing(&self) -> bool {
        self.enforced && (self.cited.is_empty() || self.tests.is_empty())
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coverage {
    /// In the order of the index.
    pub rules: Vec<RuleCoverage>,
    /// Numbers that are cited or tested but not in the index, each with its place.
    pub unknown: Vec<(String, String)>,
}

impl Coverage {
    pub fn new(index: &RuleIndex, scan: &Scan) -> Coverage {
        let places = |pairs: &[(String, String)], id: &str| -> Vec<String> {
            pairs.iter().filter(|(rule, _)| rule == id).map(|(_, place)| place.clone()).collect()
        };
        let rules = index.entries.iter().map(|entry| RuleCoverage {
            id: entry.id.clone(),
            enforced: entry.kind == RuleKind::Enforced,
            cited: places(&scan.citations, &entry.id),
            tests: places(&scan.tests, &entry.id),
        });
        let unknown = scan.citations.iter().chain(&scan.tests).filter(|(rule, _)| index.find(rule).is_none());
        Coverage { rules: rules.collect(), unknown: unknown.cloned().collect() }
    }

    pub fn rule(&self, id: &str) -> Option<&RuleCoverage> {
        self.rules.iter().find(|rule| rule.id == id)
    }

    pub fn missing(&self) -> impl Iterator<Item = &RuleCoverage> {
        self.rules.iter().filter(|rule| rule.is_missing())
    }
}

/// The closing line: `N enforced, N cited, N tested, N missing`.
impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let enforced: Vec<_> = self.rules.iter().filter(|rule| rule.enforced).collect();
        let cited = enforced.iter().filter(|rule| !rule.cited.is_empty()).count();
        let tested = enforced.iter().filter(|rule| !rule.tests.is_empty()).count();
        let (enforced, missing) = (enforced.len(), self.missing().count());
        write!(f, "{enforced} enforced, {cited} cited, {tested} tested, {missing} missing")
    }
}

/// For a game's tests: `coverage::check(game.rules(), env!("CARGO_MANIFEST_DIR"))`. What is uncited,
/// untested or unknown, one a line.
pub fn check(index: &RuleIndex, crate_dir: impl AsRef<Path>) -> Result<Coverage, String> {
    let crate_dir = crate_dir.as_ref();
    let found = scan(crate_dir).map_err(|error| format!("{}: {error}", crate_dir.display()))?;
    let coverage = Coverage::new(index, &found);
    let mut faults = String::new();
    for rule in coverage.missing() {
        let what = match (rule.cited.is_empty(), rule.tests.is_empty()) {
            (true, true) => "neither cited nor tested",
            (true, false) => "not cited",
            _ => "not tested",
        };
        faults += &format!("{} is {what}\n", rule.id);
    }
    for (rule, place) in &coverage.unknown {
        faults += &format!("{place}: {rule} is not in the index\n");
    }
    if faults.is_empty() { Ok(coverage) } else { Err(format!("{faults}{coverage}")) }
}
