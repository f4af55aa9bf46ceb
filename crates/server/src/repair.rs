//! Kept matches brought to the rules of today.

use crate::error::Error;
use crate::room::story::standing;
use crate::store::{RepairRow, Store, private};
use shelf::{AnyGame, Shelf};
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// What became of a kept match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repaired {
    pub id: String,
    pub game: String,
    pub outcome: Outcome,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It is as it would be kept today.
    Holds { entries: usize },
    /// Every line is lawful today; it is now kept as it is written today.
    Rewritten {
        entries: usize,
        /// Where the rules of today lead elsewhere than those of then.
        changed: Option<String>,
        /// The match as it was.
        old: PathBuf,
    },
    /// It was left alone: what does not fit, with its line and rule.
    Refused(String),
}

/// Goes through all matches of a store that nobody serves. The old ones are kept as files in a folder.
pub async fn repair(shelf: &Shelf, database: &str, old: &Path) -> Result<Vec<Repaired>, Error> {
    if !database.starts_with("postgres") && !Path::new(database).exists() {
        return Err(Error::Inner(format!("{database}: there is no such file")));
    }
    let store = Store::open(database).await?;
    let mut done = vec![];
    for id in store.ids().await? {
        let row = store.match_row(&id).await?;
        let outcome = match shelf.game(&row.game) {
            None => Outcome::Refused(format!("there is no game `{}`", row.game)),
            Some(game) => one(&store, &**game, &id, &row.head, old).await?,
        };
        done.push(Repaired { id, game: row.game, outcome });
    }
    store.close().await;
    Ok(done)
}

async fn one(store: &Store, game: &dyn AnyGame, id: &str, head: &str, old: &Path) -> Result<Outcome, Error> {
    let happened = store.lines(id).await?;
    // Lines that were taken back are never played again: they stay as they are.
    let lines = standing(&happened)?;
    let texts: Vec<_> = lines.iter().map(|(_, line)| *line).collect();
    let text = format!("{head}{}\n", texts.join("\n"));
    let referee::Replayed { game_match, stopped, changed } = game.replay(&text);
    if let Some(stopped) = stopped {
        return Ok(Outcome::Refused(stopped.to_string()));
    }
    let Some(game_match) = game_match else { return Ok(Outcome::Refused("it cannot be read".into())) };
    let entries = game_match.entries();
    let mut row = RepairRow { match_id: id.into(), head: game_match.head(), lines: vec![] };
    for (entry, (n, line)) in lines.iter().enumerate() {
        let today = game_match.line(entry).ok_or_else(|| Error::Inner("what was played has no line".into()))?;
        if today != *line {
            row.lines.push((i64::try_from(*n).unwrap_or(i64::MAX), today));
        }
    }
    if row.head == head && row.lines.is_empty() {
        return Ok(Outcome::Holds { entries });
    }
    let file = keep(old, id, &text)?;
    store.rewrite(row).await?;
    Ok(Outcome::Rewritten { entries, changed: changed.map(|changed| changed.to_string()), old: file })
}

/// Writes the match as it was under a name that is free, for its owner's eyes only.
fn keep(dir: &Path, id: &str, text: &str) -> Result<PathBuf, Error> {
    std::fs::create_dir_all(dir)?;
    for n in 1u32.. {
        let file = dir.join(if n == 1 { format!("{id}.match.old") } else { format!("{id}.match.old{n}") });
        match private(OpenOptions::new().write(true).create_new(true)).open(&file) {
            Ok(mut to) => {
                to.write_all(text.as_bytes())?;
                to.sync_all()?;
                return Ok(file);
            }
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Error::Inner("no name is free for the old file".into()))
}
