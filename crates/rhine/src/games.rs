//! The shelf as a list, and the welcome.

use crate::paint::{FAINT, STRONG, in_style, say, wrapped};
use anyhow::Result;
use shelf::{BOTS, Shelf};
use std::process::ExitCode;

pub(crate) fn run(shelf: &Shelf) -> Result<ExitCode> {
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
            let turns = format!("{} turns", scenario.turns);
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

/// Without a command: what there is to do.
pub(crate) fn welcome(shelf: &Shelf) -> Result<ExitCode> {
    let first = shelf.ids().next().unwrap_or("GAME");
    let last = shelf.ids().last().unwrap_or(first);
    say(in_style(STRONG, "Rhine, a wargame table with a referee"));
    say("The table in the browser is not laid yet. Until then:");
    say("");
    let lines = [
        ("rhine games", "the shelf, with every scenario"),
        (&format!("rhine play {first}"), "learn it in five minutes, here in the terminal"),
        (&format!("rhine play {last} --seats human,cautious"), "against a bot"),
        (&format!("rhine sim {last} --games 100 --seats {}", BOTS.join(",")), "bots against each other"),
        ("rhine replay FILE", "what happened in a match"),
        ("rhine case FILE…", "run rule cases"),
        (&format!("rhine rules {last} 7.1"), "a rule, in our words"),
        (&format!("rhine map {last} -o map.svg"), "the map as a picture"),
        ("rhine perft, bench, fuzz", "counts, figures and laws, for those who build"),
        ("rhine --help", "all of it"),
    ];
    let width = lines.iter().map(|(command, _)| command.chars().count()).max().unwrap_or(0);
    for (command, what) in lines {
        say(format_args!("  {command:width$}   {}", in_style(FAINT, what)));
    }
    Ok(ExitCode::SUCCESS)
}
