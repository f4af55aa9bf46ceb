//! Whether the rolls of a match are those its table had promised.

use crate::find;
use crate::paint::{BAD, FAINT, GOOD, in_style, say};
use anyhow::{Context, Result, anyhow};
use server::dice::{Verified, verify};
use shelf::Shelf;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args)]
pub(crate) struct Options {
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

pub(crate) fn run(shelf: &Shelf, options: &Options) -> Result<ExitCode> {
    let mut all = true;
    for file in &options.files {
        let name = file.display();
        let text = std::fs::read_to_string(file).with_context(|| name.to_string())?;
        let game = text.lines().take(16).find_map(|line| line.strip_prefix("game "));
        let game = game.ok_or_else(|| anyhow!("{name}: not a match file: it names no game"))?.trim();
        let verified = verify(&**find(shelf, game).with_context(|| name.to_string())?, &text);
        all &= matches!(verified, Verified::Fair { .. });
        let (style, word, what) = match verified {
            Verified::Fair { rolls, elsewhere: 0 } => {
                (GOOD, "fair  ", format!("every one of {rolls} rolls follows from the seed"))
            }
            Verified::Fair { rolls, elsewhere } => {
                let what = format!("{rolls} rolls follow from the seed; {elsewhere} before them were made elsewhere");
                (GOOD, "fair  ", what)
            }
            Verified::NotYet { hash } => {
                (FAINT, "open  ", format!("the match runs; its seed will have the hash {hash}"))
            }
            Verified::NoDice => (BAD, "none  ", "the file does not say where its rolls come from".into()),
            Verified::HashDiffers => (BAD, "foul  ", "the seed is not the one that was promised".into()),
            Verified::RollDiffers { roll, line, written, derived } => {
                let what = format!("line {line}: roll {roll} is written as {written}, but the seed gives {derived}");
                (BAD, "foul  ", what)
            }
            Verified::Unreadable(what) => (BAD, "broken", what),
        };
        say(format_args!("{}  {name}: {what}", in_style(style, word)));
    }
    Ok(if all { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
