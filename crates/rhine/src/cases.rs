//! Rule cases from files.

use crate::find;
use crate::paint::{BAD, FAINT, GOOD, in_style, say};
use anyhow::{Context, Result};
use shelf::Shelf;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args)]
pub(crate) struct Options {
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Show only what fails.
    #[arg(short, long)]
    quiet: bool,
}

pub(crate) fn run(shelf: &Shelf, options: &Options) -> Result<ExitCode> {
    let (mut passed, mut failed) = (0, 0);
    for file in &options.files {
        let shown = file.display().to_string();
        let text = std::fs::read_to_string(file).with_context(|| shown.clone())?;
        // A script that names no game is told so by the first game's reader.
        let named = text.lines().find_map(|line| line.trim().strip_prefix("game "));
        let id = named.map(|rest| rest.split('#').next().unwrap_or_default().trim());
        let game = match id {
            Some(id) => find(shelf, id).with_context(|| shown.clone())?,
            None => &shelf.games()[0],
        };
        let results = match game.run_cases(&shown, &text) {
            Ok(results) => results,
            Err(report) => {
                say(format_args!("{}  {report}", in_style(BAD, "no script")));
                failed += 1;
                continue;
            }
        };
        for case in results {
            match case.result {
                Ok(()) => {
                    passed += 1;
                    if !options.quiet {
                        let line = in_style(FAINT, format!("{shown}:{}", case.line));
                        say(format_args!("{}  {}  {line}", in_style(GOOD, "ok    "), case.name));
                    }
                }
                Err(report) => {
                    failed += 1;
                    say(format_args!("{}  {}\n{report}", in_style(BAD, "FAILED"), case.name));
                }
            }
        }
    }
    say(format_args!("{passed} passed, {failed} failed"));
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
