//! The shelf: the only crate that names all games. What stands on it has no type parameters, so that
//! neither the server nor the command line needs any.

mod bench;
mod coverage;
mod shelved;
mod simulate;
mod table;

pub use bench::Bench;
pub use bots::NAMES as BOTS;
pub use coverage::coverage;
pub use shelved::AnyGame;
pub use simulate::Simulated;
pub use table::{Table, Told};

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
        let files = |embedded: Files| match data {
            Some(dir) => embedded.overridden(dir),
            None => Ok(embedded),
        };
        let ford = ford::Ford::new(&files(ford::files())?)?;
        let hurtgen = hurtgen_forest::HurtgenForest::new(&files(hurtgen_forest::files())?)?;
        Ok(Shelf { games: vec![Shelved::boxed(ford), Shelved::boxed(hurtgen)] })
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

/// The files every game was built with, for the check of the data.
pub fn files() -> Vec<Files> {
    vec![ford::files(), hurtgen_forest::files()]
}
