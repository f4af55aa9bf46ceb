//! Match files brought to the rules of today.

use crate::paint::{BAD, GOOD, RULE, in_style, say};
use crate::replay::{read, text_of};
use anyhow::{Context, Result};
use referee::Replayed;
use shelf::{LiveMatch, Shelf};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(clap::Args)]
pub(crate) struct Options {
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

pub(crate) fn run(shelf: &Shelf, options: &Options) -> Result<ExitCode> {
    let mut refused = 0;
    for file in &options.files {
        refused += usize::from(!repair(shelf, file)?);
    }
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
    let repaired = repaired(&text, &*table);
    if repaired == text {
        tell(GOOD, "holds   ", &format!("{} entries", table.entries()));
        return Ok(true);
    }
    let kept = kept_beside(file);
    std::fs::rename(file, &kept).with_context(|| kept.display().to_string())?;
    std::fs::write(file, repaired).with_context(|| file.display().to_string())?;
    let changed = changed.map(|changed| format!("; {changed}")).unwrap_or_default();
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
