//! Bots against each other, on every core.

use crate::paint::{FAINT, STRONG, grouped, in_style, say};
use crate::{find, scenario, setup};
use anyhow::{Context, Result, ensure};
use indicatif::{ParallelProgressIterator, ProgressBar, ProgressStyle};
use rayon::prelude::*;
use referee::{Kit, Seat};
use serde_json::{Map, json};
use shelf::{DeadEnd, KNOWN_BOTS, Shelf, Simulated, is_bot};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args)]
pub(crate) struct Options {
    game: String,
    /// With options: `basic+weather`. The first if none is named.
    scenario: Option<String>,
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// A bot for each seat: easy, medium, hard, random or cautious.
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    seats: Vec<String>,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long)]
    json: bool,
    /// With --json: the points of every game, by seat.
    #[arg(long)]
    points: bool,
    /// Put the match file of every dead end there.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
}

pub(crate) fn run(shelf: &Shelf, options: &Options) -> Result<ExitCode> {
    let game = find(shelf, &options.game)?;
    let setup = setup(&**game, options.scenario.as_deref())?;
    let kit = game.kit();
    let playing = scenario(&**game, &setup.scenario)?.seats.clone();
    let bots: Vec<&str> = match options.seats.is_empty() {
        true => vec!["random"; playing.len()],
        false => options.seats.iter().map(String::as_str).collect(),
    };
    let unknown = bots.iter().find(|bot| !is_bot(bot));
    ensure!(unknown.is_none(), "unknown bot `{}`; known: {}", unknown.unwrap_or(&""), KNOWN_BOTS.join(", "));
    ensure!(bots.len() == playing.len(), "this scenario has {} seats, not {}", playing.len(), bots.len());
    let bar = if options.json { ProgressBar::hidden() } else { ProgressBar::new(options.games) };
    bar.set_style(ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left")?);
    let seeds = options.seed..options.seed + options.games;
    let played = seeds.into_par_iter().progress_with(bar.clone());
    let played = played.map(|seed| game.simulate(&setup, &bots, seed)).collect::<Result<Vec<_>, _>>()?;
    bar.finish_and_clear();
    let tally = Tally::new(kit, &played);
    if options.json {
        let mut figures = json!({
            "game": kit.id, "scenario": setup.to_string(), "seats": bots, "seed": options.seed,
            "games": played.len(), "outcomes": tally.outcomes, "mean_decisions": tally.mean_decisions,
            "dead_ends": tally.dead_ends, "mean_points": tally.mean_points,
        });
        if options.points {
            let of = |game: &Simulated| playing.iter().map(|seat| points_of(game, *seat)).collect::<Vec<_>>();
            figures["points"] = json!(played.iter().map(of).collect::<Vec<_>>());
        }
        say(serde_json::to_string_pretty(&figures)?);
    } else {
        let seats: Vec<_> =
            playing.iter().zip(&bots).map(|(seat, bot)| format!("{} {bot}", kit.seats[seat.index()].short)).collect();
        tally.show(kit, &seats, played.len());
    }
    let dead_ends: Vec<_> = played.iter().filter_map(|game| game.dead_end.as_ref()).collect();
    for DeadEnd { seed, why, text } in &dead_ends {
        eprintln!("rhine: the game of seed {seed} came to a dead end: {why}");
        if let Some(dir) = &options.keep {
            std::fs::create_dir_all(dir).with_context(|| dir.display().to_string())?;
            let file = dir.join(format!("{}-{}-{}-seed{seed}.match", kit.id, setup.scenario, bots.join("-")));
            std::fs::write(&file, text).with_context(|| file.display().to_string())?;
        }
    }
    Ok(if dead_ends.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A game lists scores in an order of its own.
fn points_of(game: &Simulated, seat: Seat) -> Option<i32> {
    game.scores.iter().find(|score| score.seat == seat).map(|score| score.points)
}

struct Tally {
    outcomes: BTreeMap<String, u64>,
    mean_decisions: f64,
    mean_points: Map<String, serde_json::Value>,
    dead_ends: usize,
}

impl Tally {
    #[expect(clippy::cast_precision_loss, reason = "means are for people")]
    fn new(kit: &Kit, played: &[Simulated]) -> Tally {
        let games = played.len().max(1) as f64;
        let mut outcomes = BTreeMap::new();
        for outcome in played.iter().filter_map(|game| game.outcome) {
            let winner = outcome.winner.and_then(|seat| kit.seats.get(seat.index()));
            // Some levels name the winner themselves.
            let named =
                winner.filter(|seat| !outcome.level.starts_with(&seat.name) && !outcome.level.starts_with(&seat.short));
            let name = named.map_or(outcome.level.to_string(), |seat| format!("{} {}", seat.short, outcome.level));
            *outcomes.entry(name).or_insert(0) += 1;
        }
        let mut mean_points = Map::new();
        for (i, look) in kit.seats.iter().enumerate() {
            let seat = Seat(u8::try_from(i).unwrap_or(u8::MAX));
            let points: Vec<_> = played.iter().filter_map(|game| points_of(game, seat)).map(f64::from).collect();
            if !points.is_empty() {
                mean_points.insert(look.short.clone(), json!(points.iter().sum::<f64>() / points.len() as f64));
            }
        }
        let decisions: u64 = played.iter().map(|game| game.decisions).sum();
        let dead_ends = played.iter().filter(|game| game.outcome.is_none()).count();
        Tally { outcomes, mean_decisions: decisions as f64 / games, mean_points, dead_ends }
    }

    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "shares are for people")]
    fn show(&self, kit: &Kit, seats: &[String], games: usize) {
        say(format_args!("{}  {}", in_style(STRONG, &kit.title), in_style(FAINT, seats.join(" against "))));
        let mut outcomes: Vec<_> = self.outcomes.iter().collect();
        outcomes.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
        let width = outcomes.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(14);
        for (name, n) in outcomes {
            let share = *n as f64 / games as f64;
            let bar = "█".repeat(*n as usize * 40 / games.max(1));
            say(format_args!("  {name:width$}  {:>9}  {:>5.1} %  {bar}", grouped(*n), share * 100.0));
        }
        say(format_args!("  {:width$}  {:>9}", "games", grouped(games as u64)));
        say(format_args!("  {:width$}  {:>9.1}", "mean decisions", self.mean_decisions));
        for (seat, points) in &self.mean_points {
            say(format_args!("  {:width$}  {:>9.1}", format!("mean points {seat}"), points.as_f64().unwrap_or(0.0)));
        }
        say(format_args!("  {:width$}  {:>9}", "dead ends", self.dead_ends));
    }
}
