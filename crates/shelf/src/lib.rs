//! The shelf: the only crate that names all games. What stands on it has no type parameters, so that
//! neither the server nor the command line needs any.

mod balance;
mod bench;
mod contest;
mod coverage;
mod ladder;
mod live_match;
mod shelved;
mod simulate;

pub use balance::{Balance, balance};
pub use bench::Bench;
pub use bots::about as about_bot;
pub use bots::fair::{Due, Twins};
pub use bots::{KNOWN as KNOWN_BOTS, NAMES as BOTS, is_known as is_bot};
pub use contest::{Contender, Contest};
pub use coverage::coverage;
pub use ladder::{Strength, strength};
pub use live_match::{Advice, BotTask, LiveMatch, LogEntry, Mind};
pub use shelved::AnyGame;
pub use simulate::{DeadEnd, Simulated};

use data::{DataError, Files};
use shelved::Shelved;
use std::path::Path;
use std::sync::Arc;

/// The games, set up from their data files.
#[derive(Clone)]
pub struct Shelf {
    games: Vec<Arc<dyn AnyGame>>,
}

impl std::fmt::Debug for Shelf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.ids()).finish()
    }
}

impl Shelf {
    /// Every game with the data it was built with, or with what lies in `data/GAME/` instead.
    pub fn open(data: Option<&Path>) -> Result<Shelf, DataError> {
        let game = |embedded: Files| match data {
            Some(dir) => build(&embedded.overridden(dir)?),
            None => build(&embedded),
        };
        Ok(Shelf { games: files().into_iter().map(game).collect::<Result<_, _>>()? })
    }

    /// A shelf of one's own.
    pub fn of(games: Vec<Arc<dyn AnyGame>>) -> Shelf {
        Shelf { games }
    }

    pub fn games(&self) -> &[Arc<dyn AnyGame>] {
        &self.games
    }

    pub fn game(&self, id: &str) -> Option<&Arc<dyn AnyGame>> {
        self.games.iter().find(|game| game.kit().id == id)
    }

    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.games.iter().map(|game| game.kit().id.as_str())
    }
}

/// A game as it stands on a shelf.
pub fn shelved<G: referee::Game>(game: G) -> Arc<dyn AnyGame> {
    Shelved::boxed(game)
}

/// The files every game was built with.
pub fn files() -> Vec<Files> {
    // One a line: `cargo xtask new-game` adds to them.
    #[rustfmt::skip]
    let files = vec![
        ford::files(),
        hurtgen_forest::files(),
        race_to_the_rhine::files(),
        dday_to_the_rhine::files(),
        operation_grenade::files(),
        road_to_the_rhine::files(),
    ];
    files
}

/// The game that these files belong to. Its kit is looked through: what nobody could draw is an error.
pub fn build(files: &Files) -> Result<Arc<dyn AnyGame>, DataError> {
    let game = rules(files)?;
    match game.kit().faults().first() {
        None => Ok(game),
        Some(fault) => Err(DataError { file: files.game().into(), line: None, column: None, what: fault.clone() }),
    }
}

fn rules(files: &Files) -> Result<Arc<dyn AnyGame>, DataError> {
    match files.game() {
        "ford" => Ok(Shelved::boxed(ford::Ford::new(files)?)),
        "hurtgen-forest" => Ok(Shelved::boxed(hurtgen_forest::HurtgenForest::new(files)?)),
        "race-to-the-rhine" => Ok(Shelved::boxed(race_to_the_rhine::Race::new(files)?)),
        "dday-to-the-rhine" => Ok(Shelved::boxed(dday_to_the_rhine::DdayToTheRhine::new(files)?)),
        "operation-grenade" => Ok(Shelved::boxed(operation_grenade::OperationGrenade::new(files)?)),
        "road-to-the-rhine" => Ok(Shelved::boxed(road_to_the_rhine::RoadToTheRhine::new(files)?)),
        unknown => {
            let what = format!("there is no game `{unknown}` on the shelf");
            Err(DataError { file: unknown.into(), line: None, column: None, what })
        }
    }
}
