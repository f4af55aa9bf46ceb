//! Text is the only form in which actions are kept.

use std::fmt;

/// A text that is not what it should be, and the word at which that showed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    pub what: String,
}

impl Unreadable {
    pub fn new(what: impl Into<String>) -> Unreadable {
        Unreadable { what: what.into() }
    }

    /// "unknown unit `9/99`".
    pub fn unknown(kind: &str, word: &str) -> Unreadable {
        let mut shown: String = word.chars().take(40).collect();
        if shown.len() < word.len() {
            shown.push('…');
        }
        Unreadable { what: format!("unknown {kind} `{shown}`") }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Unreadable {}

/// `a`, `a and b`, `a, b and c`; `nobody` if there is nobody.
pub fn listed<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match names.split_last() {
        None => "nobody".into(),
        Some((last, [])) => (*last).into(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

/// The words of a line without allocating: at most `N`, and whether there were more.
pub fn words<const N: usize>(line: &str) -> ([&str; N], usize) {
    let mut found = [""; N];
    let mut count = 0;
    for word in line.split_ascii_whitespace() {
        if count < N {
            found[count] = word;
        }
        count += 1;
    }
    (found, count)
}
