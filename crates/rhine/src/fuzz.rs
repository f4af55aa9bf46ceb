//! Random games under all laws, on every core. A long trial can be stopped and taken up again.

use crate::paint::{BAD, GOOD, STRONG, in_style, say};
use crate::{find, setups};
use anyhow::{Context, Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use referee::Setup;
use shelf::{AnyGame, Shelf};
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
    /// Ask everything of one state in so many only, and of the others what costs little: for long trials.
    #[arg(long, value_name = "STATES", default_value_t = 1)]
    one_in: u16,
    /// Put the match file of every violation there.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Keep the counts in this file, and go on from it: games that it has seen are not played again.
    #[arg(long, value_name = "FILE")]
    tally: Option<PathBuf>,
    /// Games at the same time; one for each core if not given.
    #[arg(long)]
    threads: Option<usize>,
}

/// Games between two writings of the tally.
const ROUND: u64 = 100;

pub(crate) fn run(shelf: &Shelf, options: &Options) -> Result<ExitCode> {
    let game = find(shelf, &options.game)?;
    ensure!(options.seconds != Some(0) && options.games != Some(0), "nothing to do in no time");
    ensure!(options.threads != Some(0), "nobody plays with no thread");
    ensure!(options.one_in > 0, "one state in none: nothing would be asked");
    let mut clean = true;
    for setup in setups(&**game, options.scenario.as_deref())? {
        let start = Instant::now();
        let deadline = options.seconds.map(|seconds| start + Duration::from_secs(seconds));
        let bar = ProgressBar::new_spinner();
        bar.set_style(ProgressStyle::with_template("{spinner} {msg} {pos} games, {per_sec}, {elapsed}")?);
        bar.set_message(format!("{} {setup}:", options.game));
        let trial = match options.one_in {
            1 => format!("{} {setup}, from seed {}", options.game, options.seed),
            n => format!("{} {setup}, from seed {}, one state in {n}", options.game, options.seed),
        };
        let mut report = match &options.tally {
            Some(file) => tally::read(file, &trial)?,
            None => LawReport::default(),
        };
        while options.games.is_none_or(|games| report.games < games) && deadline.is_none_or(|end| Instant::now() < end)
        {
            let most = options.games.map_or(u64::MAX, |games| games - report.games);
            let round = if options.tally.is_some() { most.min(ROUND) } else { most };
            let part = play(&**game, &setup, options, report.games, round, deadline, &bar)?;
            keep(options, &setup, &part)?;
            report.merge(part);
            if let Some(file) = &options.tally {
                tally::write(file, &trial, &report)?;
            }
        }
        bar.finish_and_clear();
        let verdict = if report.is_clean() { in_style(GOOD, "all laws kept") } else { in_style(BAD, "laws broken") };
        let seconds = start.elapsed().as_secs_f64();
        say(format_args!("{} {setup}: {verdict} in {seconds:.0} s\n{report}", in_style(STRONG, &options.game)));
        clean &= report.is_clean();
    }
    Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// So many games at most, after those that were played; with a deadline perhaps fewer.
fn play(
    game: &dyn AnyGame,
    setup: &Setup,
    options: &Options,
    played: u64,
    games: u64,
    deadline: Option<Instant>,
    bar: &ProgressBar,
) -> Result<LawReport> {
    let next = AtomicU64::new(0);
    let workers = options.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let reports: Vec<_> = std::thread::scope(|scope| {
        let work = || {
            let mut seeds = std::iter::from_fn(|| {
                if deadline.is_some_and(|end| Instant::now() >= end) {
                    return None;
                }
                let n = next.fetch_add(1, Ordering::Relaxed);
                bar.set_position(played + n.min(games));
                (n < games).then_some(options.seed + played + n)
            });
            game.inspect(setup, &mut seeds, options.most_decisions, options.one_in)
        };
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    ensure!(reports.len() == workers, "a worker died");
    let mut report = LawReport::default();
    reports.into_iter().for_each(|part| report.merge(part));
    Ok(report)
}

fn keep(options: &Options, setup: &Setup, report: &LawReport) -> Result<()> {
    let Some(dir) = &options.keep else { return Ok(()) };
    for violation in &report.violations {
        std::fs::create_dir_all(dir).with_context(|| dir.display().to_string())?;
        let name = format!("{}-{}-law{}-seed{}.match", options.game, setup.scenario, violation.law, violation.seed);
        let file = dir.join(name);
        std::fs::write(&file, &violation.text).with_context(|| file.display().to_string())?;
        eprintln!("kept {}", file.display());
    }
    Ok(())
}

/// The counts of a trial between two runs: one line for each trial, so that several may share a file.
mod tally {
    use anyhow::{Context, Result, bail};
    use serde_json::{Map, Value, json};
    use std::path::Path;
    use testkit::LawReport;

    pub(super) fn read(file: &Path, trial: &str) -> Result<LawReport> {
        let all = trials(file)?;
        let Some(counts) = all.get(trial) else { return Ok(LawReport::default()) };
        let number = |field: &str| {
            let found = counts.get(field).and_then(Value::as_u64);
            found.with_context(|| format!("{}: {trial}: `{field}` is missing, or no number", file.display()))
        };
        let mut report = LawReport {
            games: number("games")?,
            decisions: number("decisions")?,
            longest: usize::try_from(number("longest")?)?,
            announced: number("announced")?,
            wild: number("wild")?,
            wild_lawful: number("wild_lawful")?,
            positions: number("positions")?,
            ..LawReport::default()
        };
        for (law, broken) in report.broken.iter_mut().enumerate().skip(1) {
            *broken = number(&format!("law_{law}_broken"))?;
        }
        Ok(report)
    }

    /// Put beside the old file first, so that nothing is lost half-way.
    pub(super) fn write(file: &Path, trial: &str, report: &LawReport) -> Result<()> {
        let mut counts = json!({
            "games": report.games, "decisions": report.decisions, "longest": report.longest,
            "announced": report.announced, "wild": report.wild, "wild_lawful": report.wild_lawful,
            "positions": report.positions,
        });
        for (law, broken) in report.broken.iter().enumerate().skip(1) {
            counts[format!("law_{law}_broken")] = json!(broken);
        }
        let mut all = trials(file)?;
        all.insert(trial.to_owned(), counts);
        let beside = file.with_extension(format!("{}.new", std::process::id()));
        std::fs::write(&beside, serde_json::to_string_pretty(&all)? + "\n")
            .and_then(|()| std::fs::rename(&beside, file))
            .with_context(|| file.display().to_string())
    }

    fn trials(file: &Path) -> Result<Map<String, Value>> {
        match std::fs::read_to_string(file) {
            Ok(text) => serde_json::from_str(&text).with_context(|| format!("{} is no tally", file.display())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Map::new()),
            Err(error) => bail!("{}: {error}", file.display()),
        }
    }
}
