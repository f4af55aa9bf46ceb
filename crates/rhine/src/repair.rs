//! Match files, and whole stores of a table, brought to the rules of today.

use crate::paint::{BAD, GOOD, RULE, in_style, say};
use crate::replay::{read, text_of};
use crate::serve::kept_in;
use anyhow::{Context, Result};
use referee::Replayed;
use server::dice::without_signature;
use server::repair::Outcome;
use shelf::{LiveMatch, Shelf};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(clap::Args)]
pub(crate) struct Options {
    #[arg(required_unless_present = "db")]
    files: Vec<PathBuf>,
    /// Every match of a store that no table serves just now: a SQLite file or the address of a PostgreSQL database.
    /// What is changed is kept as it was, in a folder beside the file (or here).
    #[arg(long, value_name = "FILE", conflicts_with = "files")]
    db: Option<String>,
}

pub(crate) fn run(shelf: &Shelf, options: &Options) -> Result<ExitCode> {
    if let Some(db) = &options.db {
        return repair_store(shelf, db);
    }
    let mut refused = 0;
    for file in &options.files {
        refused += usize::from(!repair(shelf, file)?);
    }
    Ok(if refused == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn repair_store(shelf: &Shelf, db: &str) -> Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let done = runtime.block_on(server::repair::repair(shelf, db, &kept_in(db)))?;
    let mut count = [0; 3];
    for server::repair::Repaired { id, game, outcome } in &done {
        let (of, style, word, what) = match outcome {
            Outcome::Holds { entries } => (0, GOOD, "holds   ", format!("{entries} entries")),
            Outcome::Rewritten { entries, changed, old } => {
                let changed = changed.as_ref().map(|changed| format!("; {changed}")).unwrap_or_default();
                (1, RULE, "repaired", format!("{entries} entries, as it was: {}{changed}", old.display()))
            }
            Outcome::Refused(what) => (2, BAD, "refused ", what.clone()),
        };
        count[of] += 1;
        say(format_args!("{}  {id} {game}: {what}", in_style(style, word)));
    }
    let [holds, repaired, refused] = count;
    say(format_args!("{} matches: {holds} hold, {repaired} repaired, {refused} refused and left alone", done.len()));
    Ok(if refused == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Rewrites a file whose every line is lawful today, and keeps the old one beside it. A file with a line that is not
/// is left alone.
fn repair(shelf: &Shelf, file: &Path) -> Result<bool> {
    let text = text_of(file)?;
    let Replayed { game_match, stopped, changed } = read(shelf, file, &text)?;
    let tell = |style, word, what: &str| say(format_args!("{}  {}: {what}", in_style(style, word), file.display()));
    let table = match (game_match, stopped) {
        (Some(table), None) => table,
        (_, stopped) => {
            tell(BAD, "refused ", &stopped.map(|stopped| stopped.to_string()).unwrap_or_default());
            return Ok(false);
        }
    };
    let unsigned = without_signature(&text);
    let repaired = repaired(&unsigned, &*table);
    if repaired == unsigned {
        tell(GOOD, "holds   ", &format!("{} entries", table.entries()));
        return Ok(true);
    }
    let kept = kept_beside(file);
    std::fs::rename(file, &kept).with_context(|| kept.display().to_string())?;
    std::fs::write(file, repaired).with_context(|| file.display().to_string())?;
    let mut changed = changed.map(|changed| format!("; {changed}")).unwrap_or_default();
    if unsigned != text {
        changed += "; its table has not signed what stands there now";
    }
    tell(RULE, "repaired", &format!("{} entries, the old file is {}{changed}", table.entries(), kept.display()));
    Ok(true)
}

/// The header as it was, with the rules of today, and every line as it is written today.
fn repaired(text: &str, table: &dyn LiveMatch) -> String {
    let written = table.write();
    let (head, body) = written.split_once("\n\n").unwrap_or((&written, ""));
    let deal = head.lines().last().unwrap_or_default();
    let rules = format!("rules {}", table.kit().rules_version);
    let mut repaired = String::new();
    for line in text.lines().take_while(|line| !line.starts_with("deal")) {
        repaired += if line.starts_with("rules ") { &rules } else { line };
        repaired.push('\n');
    }
    repaired + deal + "\n\n" + body
}

/// A name that is free: `x.match.old`, `x.match.old2` and so on.
fn kept_beside(file: &Path) -> PathBuf {
    let named = |n: u32| {
        let mut name = file.as_os_str().to_owned();
        name.push(if n == 1 { ".old".to_owned() } else { format!(".old{n}") });
        PathBuf::from(name)
    };
    (1..).map(named).find(|path| !path.exists()).unwrap_or_else(|| named(1))
}
