//! What must hold of every game's rulebook and components as a whole. One line in a game's tests:
//! `testkit::book::check(game, env!("CARGO_MANIFEST_DIR"))`.

use crate::{chapters, coverage, perft};
use referee::{Game, Kit, RuleIndex};
use std::path::Path;
use std::sync::Arc;

/// Panics with everything that is wrong: rules that are not cited, are far from their chapter or have no case, rulings that `RULINGS.md` does not
/// have, a kit that points at what it does not have, counts of `tests/ways.perft` that have changed.
#[track_caller]
pub fn check<G: Game>(game: G, dir: &str) {
    let game = Arc::new(game);
    let dir = Path::new(dir);
    let mut faults = vec![];
    match coverage::check(game.rules(), dir) {
        Ok(coverage) if coverage.missing().count() == 0 => faults.extend(chapters::far_from_home(&coverage, dir)),
        Ok(coverage) => faults.push(coverage.to_string()),
        Err(error) => faults.push(error.to_string()),
    }
    faults.extend(unwritten_rulings(game.rules(), dir));
    faults.extend(loose_ends(game.kit(), game.rules()));
    if let Err(changed) = perft::check_file(&game, &dir.join("tests/ways.perft")) {
        faults.push(changed);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A ruling stands beside its rule, and with question and reason in `RULINGS.md`.
fn unwritten_rulings(rules: &RuleIndex, dir: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(dir.join("RULINGS.md")).unwrap_or_default();
    let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || "|,:;()[]`*".contains(c)).collect();
    let ruled = rules.entries.iter().filter(|rule| rule.ruling.is_some());
    let missing = ruled.filter(|rule| !words.contains(&rule.id.as_str()));
    missing.map(|rule| format!("{} {} has a ruling that RULINGS.md does not mention", rule.id, rule.title)).collect()
}

/// Indexes and names in a kit that lead nowhere.
fn loose_ends(kit: &Kit, rules: &RuleIndex) -> Vec<String> {
    let mut faults = vec![];
    let mut fault = |wrong: bool, what: String| {
        if wrong {
            faults.push(what);
        }
    };
    for spot in &kit.spots {
        fault(usize::from(spot.ground) >= kit.grounds.len(), format!("{} has a ground that does not exist", spot.name));
    }
    for run in &kit.runs {
        fault(usize::from(run.line) >= kit.lines.len(), format!("{} is a line that does not exist", run.name));
    }
    for chart in &kit.charts {
        let columns = chart.heads.iter().map(Vec::len).max().unwrap_or(0);
        fault(rules.find(&chart.rule).is_none(), format!("{} cites {}, which is no rule", chart.name, chart.rule));
        // The head of a row may stand under a heading of its own.
        let wide = chart.rows.iter().any(|(_, cells)| cells.len() > columns);
        fault(wide, format!("{} has more cells than headings", chart.name));
    }
    let seats = kit.seats.len();
    for face in kit.faces.iter().filter(|face| face.seat.is_some_and(|seat| seat.index() >= seats)) {
        fault(true, format!("{} belongs to nobody at the table", face.name));
    }
    let names: Vec<&str> = kit.spots.iter().map(|spot| spot.name.as_str()).collect();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    let twice = sorted.windows(2).find(|two| two[0] == two[1]);
    fault(twice.is_some(), format!("two spots are called {}", twice.map_or("", |two| two[0])));
    faults
}
