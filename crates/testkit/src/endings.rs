//! A match file for each way in which a game can end, replayed to its end.

use referee::{Awaits, Game, Match, Outcome, Seat};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// One way to end, and the match file in `tests/endings` that ends so.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Ending<'e> {
    pub rule: &'e str,
    pub level: &'e str,
    pub winner: Option<Seat>,
}

impl Ending<'_> {
    /// `V.12.b`, victory of seat 0: `v12b-victory-0.match`.
    fn file(&self) -> String {
        let plain = |text: &str| text.to_lowercase().replace(['.', ','], "").replace(' ', "-");
        let winner = self.winner.map_or("nobody".into(), |seat| seat.0.to_string());
        format!("{}-{}-{winner}.match", plain(self.rule), plain(self.level))
    }

    fn is(&self, outcome: Outcome) -> bool {
        (self.rule, self.level, self.winner) == (outcome.rule.0, outcome.level, outcome.winner)
    }
}

/// The match files of a game's endings.
#[derive(Debug)]
pub struct Endings<'e> {
    folder: PathBuf,
    all: &'e [Ending<'e>],
}

impl<'e> Endings<'e> {
    pub fn new(dir: &str, all: &'e [Ending<'e>]) -> Self {
        Endings { folder: Path::new(dir).join("tests/endings"), all }
    }

    /// Those of one scenario, in a folder of its own: where scenarios share levels and rules.
    pub fn of(dir: &str, scenario: &str, all: &'e [Ending<'e>]) -> Self {
        Endings { folder: Path::new(dir).join("tests/endings").join(scenario), all }
    }

    /// Replays them all. With `RHINE_RECORD=1` in the environment `record` is called first: it plays and hands what it
    /// played to [`Endings::keep`], until [`Endings::is_complete`].
    #[track_caller]
    pub fn check<G: Game>(&self, game: &Arc<G>, record: impl FnOnce(&Self)) {
        if std::env::var_os("RHINE_RECORD").is_some() {
            std::fs::create_dir_all(&self.folder).expect("the folder can be made");
            record(self);
        }
        for ending in self.all {
            let file = self.folder.join(ending.file());
            let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            let game_match = Match::read(Arc::clone(game), &text);
            let game_match = game_match.unwrap_or_else(|stopped| panic!("{}: {stopped}", file.display()));
            match game_match.awaits() {
                Awaits::Over(outcome) => assert!(ending.is(outcome), "{}: {outcome:?}", file.display()),
                Awaits::Decision(_) => panic!("{}: the match is not over", file.display()),
            }
        }
    }

    pub fn is_complete(&self) -> bool {
        self.all.iter().all(|ending| self.folder.join(ending.file()).exists())
    }

    /// Writes a match down if it ends in a way of which there is none yet.
    pub fn keep<G: Game>(&self, game_match: &Match<G>) {
        let Awaits::Over(outcome) = game_match.awaits() else { return };
        let Some(ending) = self.all.iter().find(|ending| ending.is(outcome)) else { return };
        let file = self.folder.join(ending.file());
        if !file.exists() {
            std::fs::write(file, game_match.write()).expect("the file can be written");
        }
    }
}
