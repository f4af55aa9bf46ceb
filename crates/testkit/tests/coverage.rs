//! Coverage over a small crate made for the purpose.

use referee::{RuleEntry, RuleIndex, RuleKind};
use std::path::PathBuf;
use testkit::coverage::check;

/// A game crate of a few files, gone when the test ends.
struct Crate(PathBuf);

impl Crate {
    fn new(name: &str, files: &[(&str, &str)]) -> Crate {
        let dir = std::env::temp_dir().join(format!("rhine-coverage-{name}-{}", std::process::id()));
        for (file, text) in files {
            let file = dir.join(file);
            std::fs::create_dir_all(file.parent().expect("a file in a directory")).expect("a directory");
            std::fs::write(file, text).expect("a file");
        }
        Crate(dir)
    }
}

impl Drop for Crate {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn index(rules: &[(&str, RuleKind)]) -> RuleIndex {
    let entry = |(id, kind): &(&str, RuleKind)| RuleEntry {
        id: (*id).into(),
        title: String::new(),
        text: String::new(),
        kind: *kind,
        see: vec![],
        ruling: None,
        reconstructed: false,
    };
    RuleIndex::new(rules.iter().map(entry).collect())
}

const SOURCE: &str = r#"
//! [5] is a chapter, [`Rule`] a link, [0] an index.
/// [5.1] Movement. [5.2, 5.3]
fn toll() { bar(Rule("5.4"), x[5.9 as usize]) } // [5.5]
/// A chapter may have a name: [seq.4], [dn.d]; [s.held], [map.edges] and [std.fmt] are code.
"#;

#[test]
fn every_enforced_rule_is_cited_and_tested() {
    use RuleKind::{Definition, Enforced};
    let game = Crate::new(
        "kept",
        &[
            ("src/movement.rs", SOURCE),
            ("data/units.txt", "US 1/28 at 0819   [16.12.a]\n"),
            ("data/tables.toml", "rule = \"7.61\"\nrules = [\"16.1\", \"16.2\"]\n"),
            ("data/rules.toml", "[[rule]]\nid = \"9.9\" # [9.9]\n"),
            ("cases/05.case", "game x\ncase 5.1,5.2 One\n  case 5.3, 5.4, 16.12.a  Two\ncase seq.4, dn.d  Three\n"),
            ("tests/more.rs", "#[test]\nfn r5_5_a_unit_stops() {}\nconst S: &str = \"\n case 7.61 A chart\";"),
            ("tests/examples/r16_1_setup.match", ""),
        ],
    );
    let rules = ["5.1", "5.2", "5.3", "5.4", "5.5", "7.61", "16.1", "16.12.a", "seq.4", "dn.d"];
    let rules = rules.map(|id| (id, Enforced));
    let rules: Vec<_> = rules.into_iter().chain([("16.2", Definition), ("9.9", Definition)]).collect();
    let coverage = check(&index(&rules), &game.0).unwrap();
    assert_eq!(coverage.to_string(), "10 enforced, 10 cited, 10 tested, 0 missing");
    let rule = coverage.rule("5.4").unwrap();
    assert_eq!(rule.cited, ["src/movement.rs:4"]);
    assert_eq!(rule.tests, ["05: Two"]);
}

#[test]
fn what_is_uncited_untested_or_unknown_is_named() {
    let source = "// [5.1]\nfn x() { Rule(\"5.2\"); Rule(\"8.8\"); }";
    let game = Crate::new("broken", &[("src/a.rs", source), ("cases/a.case", "case 5.3 x\ncase 5.2,7.7 y")]);
    let rules = ["5.1", "5.2", "5.3", "5.4"].map(|id| (id, RuleKind::Enforced));
    let faults = check(&index(&rules), &game.0).unwrap_err();
    let lines: Vec<_> = faults.lines().collect();
    assert_eq!(
        lines,
        [
            "5.1 is not tested",
            "5.3 is not cited",
            "5.4 is neither cited nor tested",
            "src/a.rs:2: 8.8 is not in the index",
            "a: y: 7.7 is not in the index",
            "4 enforced, 2 cited, 2 tested, 3 missing",
        ]
    );
}
