//! Where the rules of each game are cited and tested, as it was when this program was built.

use crate::AnyGame;
use testkit::coverage::{Coverage, Scan};

type Pairs = &'static [(&'static str, &'static str)];

/// Written by the build script: game, citations, tests.
const SCANS: &[(&str, Pairs, Pairs)] = include!(concat!(env!("OUT_DIR"), "/coverage.rs"));

/// What of a game's rules is cited and tested.
pub fn coverage(game: &dyn AnyGame) -> Coverage {
    let owned = |pairs: Pairs| pairs.iter().map(|(rule, place)| (rule.to_string(), place.to_string())).collect();
    let scan = SCANS.iter().find(|(id, ..)| *id == game.kit().id);
    let scan = scan
        .map_or_else(Scan::default, |(_, citations, tests)| Scan { citations: owned(citations), tests: owned(tests) });
    Coverage::new(game.rules(), &scan)
}
