//! Many matches at once against a table in a process of its own, over real sockets.

mod matches;
mod people;
mod strangers;
mod table;
mod wire;

use crate::find;
use crate::paint::{FAINT, STRONG, in_style, say};
use anyhow::{Context, Result, bail};
use people::{Figures, Person, spectator};
use serde_json::{Value, json};
use shelf::Shelf;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use strangers::try_everything;
use table::Table;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Matches played at once, each by one person against bots.
    #[arg(long, default_value_t = 100)]
    matches: u32,
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Decisions a second of all people together; 0 for as fast as they can.
    #[arg(long, default_value_t = 500)]
    rate: u32,
    /// A game, or `all`: every match then is of the next one on the shelf.
    #[arg(long, default_value = "hurtgen-forest")]
    game: String,
    /// An open loop: people want to decide at moments that do not depend on how fast the table is, and what they wait
    /// counts from these moments.
    #[arg(long)]
    open_loop: bool,
    /// People who watch each match.
    #[arg(long, default_value_t = 0, value_name = "PEOPLE")]
    spectators: u32,
    /// Matches in which two hard bots play each other meanwhile, of all games in turn.
    #[arg(long, default_value_t = 0, value_name = "MATCHES")]
    hard_bots: u32,
    /// How often a second somebody loses the line and comes back.
    #[arg(long, default_value_t = 0.0, value_name = "RATE")]
    reconnects: f64,
    /// Where the table keeps its matches: as `--db` of the table itself. Without it, a file that is deleted afterwards.
    #[arg(long, value_name = "FILE")]
    store: Option<String>,
    /// Open so many public matches first, and measure how long the list of matches takes with them.
    #[arg(long, default_value_t = 0, value_name = "MATCHES")]
    stored: u32,
    /// Measure at the end how long it takes to wake a match of so many decisions, or of as many as the game has.
    #[arg(long, value_name = "DECISIONS")]
    wake: Option<usize>,
    /// Strangers try meanwhile what they can: spectators who ask for everything again and again, half requests, floods.
    /// The table has its usual limits then.
    #[arg(long)]
    strangers: bool,
    /// Measure another build of `rhine`.
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,
}

pub(crate) fn run(shelf: &Shelf, data: Option<&Path>, options: &Options) -> Result<ExitCode> {
    let wishes = wishes(shelf, &options.game)?;
    if options.open_loop && options.rate == 0 {
        bail!("an open loop needs a rate: `--rate 0` means as fast as the table answers");
    }
    let limits = if options.strangers { None } else { Some(OsStr::new("--no-limits")) };
    let data = data.into_iter().flat_map(|dir| [OsStr::new("--data"), dir.as_os_str()]);
    let more: Vec<&OsStr> = limits.into_iter().chain(data).collect();
    let (mut table, mut address) = Table::start(options.binary.as_deref(), options.store.as_deref(), &more)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    if options.stored > 0 {
        let ada = runtime.block_on(matches::fill(address, &wishes[0], options.stored))?;
        // They are asleep then, as most matches are.
        address = table.start_again()?;
        let (mut own, mut strangers) = runtime.block_on(matches::lists(address, &ada))?;
        say(format_args!("list of matches, {} stored", options.stored));
        say(format_args!("  with 100 of one's own ms {}", percentiles(&mut own)));
        say(format_args!("  of a stranger ms     {}", percentiles(&mut strangers)));
    }
    let bots = runtime.block_on(matches::bots(address, &bot_wishes(shelf)?, options.hard_bots))?;
    let before = table.memory_kb();
    let end = Instant::now() + Duration::from_secs(options.seconds);
    let pause = match options.rate {
        0 => Duration::ZERO,
        rate => Duration::from_secs(1) * options.matches / rate,
    };
    // How long somebody stays on the line, on average.
    let stays =
        (options.reconnects > 0.0).then(|| Duration::from_secs_f64(f64::from(options.matches) / options.reconnects));
    let (figures, lines) = runtime.block_on(async {
        let (tell, mut opened) = tokio::sync::mpsc::unbounded_channel();
        let mut people = vec![];
        for (n, wish) in (0..options.matches).zip(wishes.iter().cycle()) {
            let person = Person {
                address,
                wish: wish.clone(),
                seed: u64::from(n),
                pause,
                end,
                stays,
                open_loop: options.open_loop,
                tell: tell.clone(),
            };
            people.push(tokio::spawn(person.play()));
        }
        drop(tell);
        let (spectators, strangers) = (options.spectators, options.strangers);
        let watching = tokio::spawn(async move {
            let mut watching = vec![];
            let mut trying = None;
            while let Some(id) = opened.recv().await {
                if strangers && trying.is_none() {
                    let id = id.clone();
                    // On a thread of their own: what people wait for them here is not the table's fault.
                    trying = Some(tokio::task::spawn_blocking(move || {
                        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
                        anyhow::Ok(runtime.block_on(try_everything(address, id, end)))
                    }));
                }
                watching.extend((0..spectators).map(|_| tokio::spawn(spectator(address, String::clone(&id), end))));
            }
            let mut seen = 0;
            for spectator in watching {
                seen += spectator.await??;
            }
            let tried = match trying {
                Some(trying) => Some(trying.await??),
                None => None,
            };
            anyhow::Ok((seen, tried))
        });
        let mut all = Figures::default();
        let mut lines = vec![];
        for person in people {
            let (figures, line) = person.await??;
            all.add(figures);
            lines.push(line);
        }
        (all.watched, all.tried) = watching.await??;
        anyhow::Ok((all, lines))
    })?;
    let after = table.memory_kb();
    drop((lines, bots));
    report(options, figures, before, after);
    if let Some(decisions) = options.wake {
        let game = find(shelf, if options.game == "all" { "hurtgen-forest" } else { &options.game })?;
        let text = matches::random_match(&**game, decisions)?;
        let (decisions, mut times) = matches::wakes(&runtime, &mut table, &text)?;
        say(format_args!("waking a match of {decisions} decisions ms {}", percentiles(&mut times)));
    }
    Ok(ExitCode::SUCCESS)
}

/// What a person asks for when opening a match: one for each game.
fn wishes(shelf: &Shelf, game: &str) -> Result<Vec<Value>> {
    let games = if game == "all" { shelf.games().iter().collect() } else { vec![find(shelf, game)?] };
    let wish = |game: &std::sync::Arc<dyn shelf::AnyGame>| {
        let scenario = game.scenarios().first().context("the game has a scenario")?;
        let seat = |seat| if seat == 0 { json!({ "kind": "me" }) } else { json!({ "kind": "bot", "name": "random" }) };
        let seats: Vec<_> = (0..scenario.seats.len()).map(seat).collect();
        Ok(json!({ "game": game.kit().id, "scenario": scenario.id, "seats": seats }))
    };
    games.into_iter().map(wish).collect()
}

/// What is asked for to let two hard bots play: one wish for each game.
fn bot_wishes(shelf: &Shelf) -> Result<Vec<Value>> {
    let mut wishes = wishes(shelf, "all")?;
    for wish in &mut wishes {
        for seat in wish["seats"].as_array_mut().into_iter().flatten() {
            *seat = json!({ "kind": "bot", "name": "hard" });
        }
    }
    Ok(wishes)
}

fn report(options: &Options, mut figures: Figures, before: u64, after: u64) {
    #[allow(clippy::cast_precision_loss, reason = "figures for people")]
    let a_second = |n: u64| n as f64 / options.seconds as f64;
    let title = in_style(STRONG, "load");
    say(format_args!("{title}  {} matches of {}, {} s", options.matches, options.game, options.seconds));
    say(format_args!("  actions a second     {:>9.0}", a_second(figures.updates)));
    say(format_args!("  of people            {:>9.0}", a_second(figures.waits.len() as u64)));
    let from = if options.open_loop { "wish to update ms " } else { "click to update ms" };
    say(format_args!("  {from}   {}", percentiles(&mut figures.waits)));
    if let Some(longest) = figures.waits.iter().max() {
        say(format_args!("  the longest ms       {:>9.1}", longest.as_secs_f64() * 1e3));
    }
    if options.hard_bots > 0 {
        say(format_args!("  hard bots meanwhile  {:>9} matches", options.hard_bots));
    }
    if options.reconnects > 0.0 {
        let times = figures.comings_back.len();
        say(format_args!("  back at the table ms {}  {times} times", percentiles(&mut figures.comings_back)));
    }
    if options.spectators > 0 {
        say(format_args!("  updates watched      {:>9.0} a second", a_second(figures.watched)));
    }
    if let Some(tried) = &figures.tried {
        let strangers::Tried { hellos, half_requests, requests, frames } = tried;
        say(format_args!(
            "  strangers tried      {hellos:>9} hellos, {half_requests} half requests, {requests} requests"
        ));
        say(format_args!("                       {frames:>9} binary frames"));
    }
    say(format_args!("  bytes an update      {:>9}", figures.bytes / figures.updates.max(1)));
    say(format_args!("  games ended          {:>9}", figures.games));
    let each = (after.saturating_sub(before)) / u64::from(options.matches.max(1));
    let note = in_style(FAINT, "with its visitors, awake");
    say(format_args!("  memory of the table  {after:>9} kB, {each} kB a match {note}"));
}

fn percentiles(waits: &mut [Duration]) -> String {
    waits.sort();
    let percentile = |share: usize| {
        let at = (waits.len() * share / 1000).min(waits.len().saturating_sub(1));
        waits.get(at).map_or(0.0, |wait| wait.as_secs_f64() * 1e3)
    };
    let [p50, p90, p99, p999] = [500, 900, 990, 999].map(percentile);
    format!("{p50:>9.1} p50  {p90:.1} p90  {p99:.1} p99  {p999:.1} p99.9")
}
