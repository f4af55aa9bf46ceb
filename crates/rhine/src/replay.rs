//! Match files: what happened, or whether they still hold.

use crate::find;
use crate::paint::{BAD, FAINT, GOOD, RULE, STRONG, in_style, say};
use anyhow::{Context, Result, anyhow, bail};
use referee::{Awaits, Kit, Replayed, Viewer};
use shelf::{LiveMatch, LogEntry, Shelf};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(clap::Args)]
pub(crate) struct Options {
    #[arg(required_unless_present = "all")]
    file: Option<PathBuf>,
    /// Say only whether every line holds under the rules of today.
    #[arg(long)]
    check: bool,
    /// Check every match file below DIR.
    #[arg(long, value_name = "DIR", conflicts_with = "file")]
    all: Option<PathBuf>,
    /// Write today's fingerprints into the file if every line is lawful: for matches written by hand.
    #[arg(long, conflicts_with_all = ["all", "check"])]
    stamp: bool,
}

pub(crate) fn run(shelf: &Shelf, options: &Options) -> Result<ExitCode> {
    if let Some(dir) = &options.all {
        let files = match_files(dir)?;
        let mut failed = 0;
        for file in &files {
            failed += usize::from(!holds(shelf, file)?);
        }
        say(format_args!("{} match files, {failed} diverge", files.len()));
        return Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let Some(file) = &options.file else { bail!("which file?") };
    let kept = match options {
        Options { check: true, .. } => holds(shelf, file)?,
        Options { stamp: true, .. } => stamp(shelf, file)?,
        _ => tell(shelf, file)?,
    };
    Ok(if kept { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

type Read = Replayed<Box<dyn LiveMatch>>;

/// Reads a match file; its header names the game.
pub(crate) fn open(shelf: &Shelf, file: &Path) -> Result<Read> {
    read(shelf, file, &text_of(file)?)
}

pub(crate) fn text_of(file: &Path) -> Result<String> {
    let text = std::fs::read(file).with_context(|| file.display().to_string())?;
    String::from_utf8(text).map_err(|_| anyhow!("{}: not a text file", file.display()))
}

pub(crate) fn read(shelf: &Shelf, file: &Path, text: &str) -> Result<Read> {
    let named = text.lines().take(16).find_map(|line| line.strip_prefix("game "));
    let id = named.ok_or_else(|| anyhow!("{}: not a match file: it names no game", file.display()))?.trim();
    let game = find(shelf, id).with_context(|| file.display().to_string())?;
    Ok(game.replay(text))
}

/// The fingerprints in the file do not count, what was decided does.
fn stamp(shelf: &Shelf, file: &Path) -> Result<bool> {
    let bare = |line: &str| {
        line.rsplit_once([' ']).filter(|(_, word)| is_stamp(word)).map_or(line, |(line, _)| line).to_owned()
    };
    let text: String = text_of(file)?.lines().map(|line| bare(line) + "\n").collect();
    match read(shelf, file, &text)?.whole() {
        Ok(table) => {
            std::fs::write(file, table.write()).with_context(|| file.display().to_string())?;
            say(format_args!("{}  {}: {} entries", in_style(GOOD, "stamped "), file.display(), table.entries()));
            Ok(true)
        }
        Err(stopped) => {
            say(format_args!("{}  {}: {stopped}", in_style(BAD, "diverges"), file.display()));
            Ok(false)
        }
    }
}

fn is_stamp(word: &str) -> bool {
    word.strip_prefix(['@', '#']).is_some_and(|digits| u32::from_str_radix(digits, 16).is_ok())
}

fn holds(shelf: &Shelf, file: &Path) -> Result<bool> {
    let Replayed { game_match, stopped, changed } = open(shelf, file)?;
    let entries = game_match.map_or(0, |table| table.entries());
    match (&stopped, &changed) {
        (Some(stopped), _) => say(format_args!("{}  {}: {stopped}", in_style(BAD, "diverges"), file.display())),
        (None, Some(changed)) => say(format_args!("{}  {}: {changed}", in_style(RULE, "changed "), file.display())),
        (None, None) => say(format_args!("{}  {}: {entries} entries", in_style(GOOD, "holds   "), file.display())),
    }
    Ok(stopped.is_none())
}

fn tell(shelf: &Shelf, file: &Path) -> Result<bool> {
    let Replayed { game_match, stopped, changed } = open(shelf, file)?;
    if let Some(table) = &game_match {
        let kit = table.kit();
        say(format_args!("{}  {}", in_style(STRONG, &kit.title), in_style(FAINT, table.setup())));
        table.log(Viewer::Public, 0).iter().enumerate().for_each(|(i, told)| show(kit, i + 1, told));
        say(ending(&**table));
    }
    if let Some(changed) = changed {
        say(format_args!("{} {}: {changed}", in_style(RULE, "changed"), file.display()));
    }
    match stopped {
        None => Ok(true),
        Some(stopped) => {
            say(format_args!("{} {}: {stopped}", in_style(BAD, "diverges"), file.display()));
            Ok(false)
        }
    }
}

fn show(kit: &Kit, number: usize, told: &LogEntry) {
    let seat = kit.seats.get(told.seat.index()).map_or("?", |look| &look.short);
    let rolls: Vec<_> = told.rolls.iter().map(u16::to_string).collect();
    let rolls = if rolls.is_empty() { String::new() } else { format!("  ! {}", rolls.join(",")) };
    say(format_args!("{number:>5}  {seat} {}{}", in_style(STRONG, &told.action), in_style(FAINT, rolls)));
    for note in &told.notes {
        let rule = format!("{:>9}", format!("[{}]", note.rule));
        say(format_args!("       {} {}", in_style(RULE, rule), note.note.text));
    }
}

/// How a match stands, in one line.
pub(crate) fn ending(table: &dyn LiveMatch) -> String {
    let name = |seat: referee::Seat| table.kit().seats.get(seat.index()).map_or("?", |look| &look.name);
    match table.awaits() {
        Awaits::Over(outcome) => {
            let winner = outcome.winner.and_then(|seat| table.kit().seats.get(seat.index()));
            let words =
                winner.map_or_else(|| format!("Nobody wins: {}", outcome.level), |it| it.and_level(outcome.level));
            format!("{}  {}", in_style(STRONG, words), in_style(RULE, format!("[{}]", outcome.rule)))
        }
        Awaits::Decision(decision) => {
            let rule = in_style(RULE, format!("[{}]", decision.rule));
            format!("{}: {} {rule}", in_style(STRONG, name(decision.seat)), decision.question)
        }
    }
}

fn match_files(dir: &Path) -> Result<Vec<PathBuf>> {
    let mut files = vec![];
    for entry in std::fs::read_dir(dir).with_context(|| dir.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(match_files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "match") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
