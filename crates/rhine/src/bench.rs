//! Figures of speed.

use crate::clock::cpu;
use crate::paint::{FAINT, STRONG, in_style, say};
use crate::{find, setups};
use anyhow::Result;
use serde_json::json;
use shelf::{AnyGame, Bench, Shelf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// All games if none is named.
    game: Option<String>,
    scenario: Option<String>,
    #[arg(long)]
    json: bool,
    /// How long each figure may take, in milliseconds.
    #[arg(long, default_value_t = 500)]
    patience: u64,
}

pub(crate) fn run(shelf: &Shelf, options: &Options) -> Result<ExitCode> {
    let games: Vec<&Arc<dyn AnyGame>> = match &options.game {
        Some(id) => vec![find(shelf, id)?],
        None => shelf.games().iter().collect(),
    };
    let mut objects = vec![];
    for game in games {
        for setup in setups(&**game, options.scenario.as_deref())? {
            let bench = game.bench(&setup, &cpu, Duration::from_millis(options.patience))?;
            let (id, scenario) = (&game.kit().id, setup.to_string());
            if !options.json {
                show(id, &scenario, &bench);
            }
            objects.push(json!({
                "game": id, "scenario": scenario,
                "decisions_per_s": bench.decisions_per_s.round(), "games_per_s": rounded(bench.games_per_s),
                "state_bytes": bench.state_bytes, "clone_ns": rounded(bench.clone_ns),
                "view_us": rounded(bench.view_us), "reach_us": rounded(bench.reach_us),
                "reach_budget": bench.reach_budget, "reach_spots": bench.reach_spots,
                "replay_us_per_entry": rounded(bench.replay_us_per_entry),
                "cautious_ms": rounded(bench.cautious_ms), "cautious_worst_ms": rounded(bench.cautious_worst_ms),
            }));
        }
    }
    if options.json {
        say(serde_json::to_string_pretty(&objects)?);
    }
    Ok(ExitCode::SUCCESS)
}

fn rounded(figure: f64) -> f64 {
    (figure * 1000.0).round() / 1000.0
}

fn show(game: &str, scenario: &str, bench: &Bench) {
    say(format_args!("{}  {}", in_style(STRONG, game), in_style(FAINT, format!("{scenario}, per CPU second"))));
    let widest = format!("µs, {} spots within {}", bench.reach_spots, bench.reach_budget);
    let lines: [(&str, f64, &str); 9] = [
        ("random decisions", bench.decisions_per_s, "/s"),
        ("random games", bench.games_per_s, "/s"),
        ("state", f64::from(u32::try_from(bench.state_bytes).unwrap_or(u32::MAX)), "bytes"),
        ("clone", bench.clone_ns, "ns"),
        ("view with offers", bench.view_us, "µs"),
        ("reach of the fastest", bench.reach_us, &widest),
        ("replay of an entry", bench.replay_us_per_entry, "µs"),
        ("cautious decision", bench.cautious_ms, "ms"),
        ("the longest of them", bench.cautious_worst_ms, "ms"),
    ];
    for (name, figure, unit) in lines {
        let digits = if figure >= 1000.0 || figure.fract() == 0.0 { 0 } else { 2 };
        say(format_args!("  {name:20} {figure:>12.digits$} {unit}"));
    }
    say("");
}
