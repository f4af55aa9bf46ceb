//! The shelf as a list.

use crate::paint::{FAINT, STRONG, in_style, say, wrapped};
use anyhow::Result;
use shelf::Shelf;
use std::process::ExitCode;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Instead: the data files, and how many of their records are printed, derived or reconstructed.
    #[arg(long)]
    records: bool,
}

pub(crate) fn run(shelf: &Shelf, options: &Options) -> Result<ExitCode> {
    if options.records {
        for files in shelf::files() {
            data::provenance_report(&files)?.iter().for_each(say);
        }
        return Ok(ExitCode::SUCCESS);
    }
    for game in shelf.games() {
        let kit = game.kit();
        let seats: Vec<_> = kit.seats.iter().map(|seat| format!("{} ({})", seat.name, seat.short)).collect();
        say(format_args!("{}  {}", in_style(STRONG, &kit.id), kit.title));
        if !kit.subtitle.is_empty() {
            say(wrapped(&kit.subtitle, "    ", 100));
        }
        say(format_args!(
            "    {}",
            in_style(FAINT, format_args!("{} · rules of {}", seats.join(", "), kit.rules_version))
        ));
        let width = game.scenarios().iter().map(|scenario| scenario.id.len()).max().unwrap_or(0);
        for scenario in game.scenarios() {
            let turns = if scenario.turns == 1 { "1 turn".into() } else { format!("{} turns", scenario.turns) };
            let id = in_style(STRONG, format_args!("{:width$}", scenario.id));
            say(format_args!("    {id}  {} · {turns}", scenario.title));
            let indent = " ".repeat(6 + width);
            let texts = [&scenario.about, &scenario.reconstructed];
            for text in texts.iter().filter(|text| !text.is_empty()) {
                say(in_style(FAINT, wrapped(text, &indent, 100)));
            }
            for option in &scenario.options {
                say(format_args!("{indent}+{}  {}", option.id, option.about));
            }
        }
        say("");
    }
    Ok(ExitCode::SUCCESS)
}
