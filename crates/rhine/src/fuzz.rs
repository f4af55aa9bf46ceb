//! Random games under all laws, on every core.

use crate::paint::{BAD, GOOD, STRONG, in_style, say};
use crate::{find, setups};
use anyhow::{Context, Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use shelf::Shelf;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use testkit::LawReport;

#[derive(clap::Args)]
pub(crate) struct Options {
    game: String,
    /// How long, for each scenario.
    #[arg(long, required_unless_present = "games")]
    seconds: Option<u64>,
    /// At most so many games of each scenario.
    #[arg(long)]
    games: Option<u64>,
    /// All scenarios if none is named.
    #[arg(long)]
    scenario: Option<String>,
    /// The seed of the first game.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A game longer than this has no end.
    #[arg(long, default_value_t = 20_000)]
    most_decisions: usize,
    /// Put the match file of every violation there.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
}

pub(crate) fn run(shelf: &Shelf, options: &Options) -> Result<ExitCode> {
    let game = find(shelf, &options.game)?;
    ensure!(options.seconds != Some(0) && options.games != Some(0), "nothing to do in no time");
    let mut clean = true;
    for setup in setups(&**game, options.scenario.as_deref())? {
        let start = Instant::now();
        let deadline = options.seconds.map(|seconds| start + Duration::from_secs(seconds));
        let bar = ProgressBar::new_spinner();
        bar.set_style(ProgressStyle::with_template("{spinner} {msg} {pos} games, {per_sec}, {elapsed}")?);
        bar.set_message(format!("{} {setup}:", options.game));
        let next = AtomicU64::new(0);
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        let reports: Vec<_> = std::thread::scope(|scope| {
            let work = || {
                let mut seeds = std::iter::from_fn(|| {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    let more =
                        options.games.is_none_or(|games| n < games) && deadline.is_none_or(|end| Instant::now() < end);
                    bar.set_position(n);
                    more.then_some(options.seed + n)
                });
                game.inspect(&setup, &mut seeds, options.most_decisions)
            };
            let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
            threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
        });
        bar.finish_and_clear();
        ensure!(reports.len() == workers, "a worker died");
        let mut report = LawReport::default();
        reports.into_iter().for_each(|part| report.merge(part));
        for violation in options.keep.iter().flat_map(|dir| report.violations.iter().map(move |v| (dir, v))) {
            let (dir, violation) = violation;
            std::fs::create_dir_all(dir).with_context(|| dir.display().to_string())?;
            let name = format!("{}-{}-law{}-seed{}.match", options.game, setup.scenario, violation.law, violation.seed);
            let file = dir.join(name);
            std::fs::write(&file, &violation.text).with_context(|| file.display().to_string())?;
            eprintln!("kept {}", file.display());
        }
        let verdict = if report.is_clean() { in_style(GOOD, "all laws kept") } else { in_style(BAD, "laws broken") };
        let seconds = start.elapsed().as_secs_f64();
        say(format_args!("{} {setup}: {verdict} in {seconds:.0} s\n{report}", in_style(STRONG, &options.game)));
        clean &= report.is_clean();
    }
    Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
