//! Rules are found where the head of a game's `lib.rs` says. A row of its table names files and what is at home in them:
//!
//! ```text
//! //! | `movement.rs` | 5, 6.12, 13.x movement, zones on the way |
//! ```
//!
//! `5` is a chapter, `6.12` a single rule with its cases, `7.7x` are 7.70 to 7.79. The longest number that fits counts.
//! What is printed or kept has no home of its own: citations in `components`, `state.rs` and `data` are enough.

use crate::coverage::Coverage;
use std::path::Path;

/// Enforced rules that are not cited in the files of their chapter, and files of the table that do not exist. Nothing if
/// there is no table.
pub(crate) fn far_from_home(coverage: &Coverage, dir: &Path) -> Vec<String> {
    let lib = std::fs::read_to_string(dir.join("src/lib.rs")).unwrap_or_default();
    let rows: Vec<Row> = lib.lines().filter_map(Row::read).collect();
    let lost = rows.iter().flat_map(|row| &row.files).filter(|file| !dir.join("src").join(file).is_file());
    let lost = lost.map(|file| format!("src/lib.rs: there is no {file}"));
    lost.chain(misplaced(coverage, &rows)).collect()
}

#[derive(PartialEq, Eq, Debug)]
struct Row<'t> {
    files: Vec<&'t str>,
    numbers: Vec<&'t str>,
}

impl<'t> Row<'t> {
    fn read(line: &'t str) -> Option<Row<'t>> {
        let (files, chapters) = line.strip_prefix("//! | `")?.split_once('|')?;
        let files = files.split([',', '`', ' ']).filter(|file| !file.is_empty()).collect();
        let words = chapters.split([',', ' ']).filter(|word| !word.is_empty());
        let numbers: Vec<&str> = words.take_while(|word| is_number(word)).collect();
        (!numbers.is_empty()).then_some(Row { files, numbers })
    }

    /// How closely the row says that a rule is at home here.
    fn claims(&self, rule: &str) -> usize {
        let fits = self.numbers.iter().filter(|number| is_part(rule, number));
        fits.map(|number| number.trim_end_matches('x').len()).max().unwrap_or(0)
    }

    fn is_home(&self, place: &str) -> bool {
        let within = |file: &&str| {
            let rest = place.strip_prefix("src/").and_then(|place| place.strip_prefix(file.trim_end_matches(".rs")));
            rest.is_some_and(|rest| rest.starts_with(".rs:") || rest.starts_with('/'))
        };
        self.files.iter().any(within)
    }
}

fn misplaced(coverage: &Coverage, rows: &[Row]) -> Vec<String> {
    let mut faults = vec![];
    if rows.is_empty() {
        return faults;
    }
    for rule in coverage.rules.iter().filter(|rule| rule.enforced) {
        let apart = |place: &&String| !(place.starts_with("src/components") || place.starts_with("src/state.rs"));
        let mut cited = rule.cited.iter().filter(|place| place.starts_with("src/") && !place.starts_with("src/lib.rs"));
        if !cited.clone().any(|place| apart(&place)) {
            continue;
        }
        let closest = rows.iter().map(|row| row.claims(&rule.id)).max().unwrap_or(0);
        let homes: Vec<&Row> = rows.iter().filter(|row| closest > 0 && row.claims(&rule.id) == closest).collect();
        if !cited.any(|place| homes.iter().any(|row| row.is_home(place))) {
            let files: Vec<&str> = homes.iter().flat_map(|row| row.files.iter().copied()).collect();
            let home = if files.is_empty() { "nowhere".into() } else { files.join(", ") };
            faults.push(format!("{} is at home {home}, but cited in {}", rule.id, rule.cited.join(", ")));
        }
    }
    faults
}

/// `5`, `SUP`, `7.7x`, `17.A.2`, `seq.x`: not a word of the title.
fn is_number(word: &str) -> bool {
    let (chapter, rest) = word.split_once('.').map_or((word, None), |(chapter, rest)| (chapter, Some(rest)));
    let is_short = !chapter.is_empty() && chapter.len() <= 3;
    let is_letters = is_short && chapter.bytes().all(|b| b.is_ascii_uppercase());
    let is_named = is_short && chapter.bytes().all(|b| b.is_ascii_lowercase()) && rest.is_some_and(|it| !it.is_empty());
    is_letters || is_named || word.starts_with(|c: char| c.is_ascii_digit())
}

fn is_part(rule: &str, number: &str) -> bool {
    match number.strip_suffix('x') {
        Some(tens) => rule.starts_with(tens),
        None => rule.strip_prefix(number).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::RuleCoverage;

    fn coverage(cited: &[(&str, &[&str])]) -> Coverage {
        let rule = |(id, places): &(&str, &[&str])| RuleCoverage {
            id: (*id).into(),
            enforced: true,
            cited: places.iter().map(|place| (*place).into()).collect(),
            tests: vec![],
        };
        Coverage { rules: cited.iter().map(rule).collect(), unknown: vec![] }
    }

    #[test]
    fn a_row_names_files_and_numbers() {
        let row = Row::read("//! | `retreat.rs`, `advance.rs` | 7.7x, 7.9x, SF.2 Retreat and advance |");
        let expected = Row { files: vec!["retreat.rs", "advance.rs"], numbers: vec!["7.7x", "7.9x", "SF.2"] };
        assert_eq!(row, Some(expected));
        assert_eq!(Row::read("//! | file | chapters |"), None);
        assert_eq!(Row::read("//! | `scene.rs`, `kit.rs` | what is seen |"), None);
    }

    #[test]
    fn a_chapter_may_have_a_name() {
        let row = Row::read("//! | `sequence.rs` | 4, seq.x, dn.d the order of play etc. |");
        assert_eq!(row, Some(Row { files: vec!["sequence.rs"], numbers: vec!["4", "seq.x", "dn.d"] }));
        assert!(is_part("seq.11", "seq.x") && is_part("dn.d", "dn.d") && !is_part("dn.e", "dn.d"));
    }

    #[test]
    fn a_rule_far_from_home_is_seen() {
        let rows = [
            Row { files: vec!["movement.rs"], numbers: vec!["5", "12.8"] },
            Row { files: vec!["drops.rs"], numbers: vec!["12"] },
            Row { files: vec!["retreat.rs"], numbers: vec!["7.7x"] },
        ];
        let sound: &[(&str, &[&str])] = &[
            ("5.1", &["src/movement.rs:3"]),
            ("5.10", &["src/bot.rs:1", "src/movement/way.rs:8"]),
            ("12.8", &["src/movement.rs:9"]),
            ("12.81", &["src/drops.rs:9"]),
            ("7.71.a", &["src/retreat.rs:1"]),
            ("5.3", &["src/components/map.rs:7", "src/state.rs:1"]),
            ("5.4", &["data/map.txt:3"]),
        ];
        assert_eq!(misplaced(&coverage(sound), &rows), [] as [&str; 0]);
        let lost: &[(&str, &[&str])] =
            &[("5.1", &["src/turn.rs:3"]), ("12.8", &["src/drops.rs:9"]), ("7.8", &["src/retreat.rs:1"])];
        let faults = misplaced(&coverage(lost), &rows);
        assert_eq!(faults.len(), 3, "{faults:?}");
        assert_eq!(faults[0], "5.1 is at home movement.rs, but cited in src/turn.rs:3");
        assert_eq!(faults[2], "7.8 is at home nowhere, but cited in src/retreat.rs:1");
        assert_eq!(misplaced(&coverage(lost), &[]), [] as [&str; 0]);
    }
}
