//! Chores of the house: `cargo xtask check` before a push, and the same in CI.

mod browser;
mod install;
#[cfg(test)]
mod links;
mod new_game;

use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

const HELP: &str = "cargo xtask check            everything that must hold before a push
cargo xtask browser          only what needs a browser or npm: types of the client, Chromium at the table
cargo xtask new-game [ID]    a game to begin with: Ford under another name, on the shelf; without ID a trial of it
cargo xtask golden           record perft counts and playthroughs anew; read the diff
cargo xtask fuzz [SECONDS]   every fuzz target for so long (60)
cargo xtask faults [TRIALS]  a table whose disk or database fails at random moments (500)";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        ["check"] => check(),
        ["browser"] => browser::client_types().and_then(|()| browser::browser()),
        ["new-game"] => new_game::try_out(),
        ["new-game", id] => new_game::new_game(id),
        ["golden"] => golden(),
        ["fuzz"] => fuzz("60"),
        ["fuzz", seconds] => fuzz(seconds),
        ["faults"] => faults("500"),
        ["faults", trials] => faults(trials),
        _ => {
            eprintln!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// All steps, also after one has failed: whoever pushes wants to know everything at once.
fn check() -> Result<()> {
    type Step = (&'static str, fn() -> Result<()>);
    let steps: [Step; 8] = [
        ("format", || cargo(&["fmt", "--all", "--check"], &[])),
        ("clippy", || cargo(&["clippy", "--quiet", "--workspace", "--all-targets", "--", "--deny", "warnings"], &[])),
        ("tests", tests),
        ("client types", browser::client_types),
        ("documentation", || {
            cargo(&["doc", "--quiet", "--workspace", "--no-deps"], &[("RUSTDOCFLAGS", "--deny warnings")])
        }),
        // Every enforced rule is cited and tested, and nothing cites a rule that does not exist.
        ("rules", || rhine(&["rules"])),
        // The data files can be read, and every record says where it comes from.
        ("data", || rhine(&["games", "--records"])),
        ("a new game", new_game::try_out),
    ];
    let mut failed = vec![];
    for (name, step) in steps {
        println!("── {name}");
        let start = Instant::now();
        if let Err(error) = step() {
            failed.push((name, format!("{error:#}")));
        }
        println!("── {name}: {:.0} s", start.elapsed().as_secs_f64());
    }
    // Told last, after everything else that was printed: whoever sees only the end of it knows what to mend.
    for (name, error) in &failed {
        eprintln!("── {name} failed: {error}");
    }
    let names: Vec<_> = failed.iter().map(|(name, _)| *name).collect();
    if names.is_empty() { Ok(()) } else { bail!("failed: {}", names.join(", ")) }
}

/// All of them, in the browser and on PostgreSQL too. They are built and run together: asked for one by one, crates are
/// built again for every set of features.
fn tests() -> Result<()> {
    let (postgres, chromium) = (install::postgres(), install::chromium());
    // What needs no PostgreSQL is tested all the same.
    let must: &[_] = if postgres.is_ok() { &[("RHINE_POSTGRES", "must")] } else { &[] };
    let tested = browser::with_pictures(|| {
        let mut all = Command::new(program());
        all.args(["test", "--quiet", "--no-fail-fast", "--workspace"]).envs(must.iter().copied());
        run_tests(&mut all)
    });
    postgres.and(chromium).and(tested)
}

/// Runs tests; the error holds what those that failed had to say.
fn run_tests(command: &mut Command) -> Result<()> {
    const MOST_LINES: usize = 400;
    let mut child = command.stdout(Stdio::piped()).spawn().with_context(|| format!("{command:?}"))?;
    let mut told = vec![];
    let mut telling = false;
    for line in child.stdout.take().into_iter().flat_map(|out| BufReader::new(out).split(b'\n')) {
        let line = String::from_utf8_lossy(&line?).into_owned();
        println!("{line}");
        telling |= line == "failures:";
        if telling {
            telling = !line.starts_with("test result:");
            told.push(line);
        }
    }
    if child.wait()?.success() {
        return Ok(());
    }
    let last = told.len().saturating_sub(MOST_LINES);
    bail!("{command:?}\n{}", told[last..].join("\n"))
}

fn cargo(args: &[&str], environment: &[(&str, &str)]) -> Result<()> {
    run(Command::new(program()).args(args).envs(environment.iter().copied()))
}

fn program() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".into())
}

fn run(command: &mut Command) -> Result<()> {
    let shown = format!("{command:?}");
    let status = command.status().with_context(|| shown.clone())?;
    if status.success() { Ok(()) } else { bail!("{shown} failed") }
}

/// Runs the program as the tests have just built it.
fn rhine(args: &[&str]) -> Result<()> {
    run(Command::new(target().join("debug/rhine")).args(args))
}

fn golden() -> Result<()> {
    cargo(&["test", "--quiet", "--release", "--workspace"], &[("RHINE_RECORD", "1")])?;
    run(Command::new("git").args(["diff", "--stat", "--", "*.perft", "*.txt"]))
}

/// As many trials as asked for of what the tests try a few times; the figures are printed.
fn faults(trials: &str) -> Result<()> {
    let _: u32 = trials.parse().with_context(|| format!("`{trials}` is no number of trials"))?;
    install::postgres()?;
    let args = ["test", "--release", "--package", "rhine", "--test", "faults", "--", "--nocapture"];
    cargo(&args, &[("RHINE_TRIALS", trials), ("RHINE_POSTGRES", "must")])
}

/// Needs a nightly toolchain and `cargo install cargo-fuzz`.
fn fuzz(seconds: &str) -> Result<()> {
    let seconds: u32 = seconds.parse().with_context(|| format!("`{seconds}` is no number of seconds"))?;
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
    let targets = fuzz.join("targets");
    let mut names = vec![];
    for entry in std::fs::read_dir(&targets).with_context(|| targets.display().to_string())? {
        names.extend(entry?.path().file_stem().map(|name| name.to_string_lossy().into_owned()));
    }
    names.sort();
    for name in names {
        println!("── {name}");
        let limit = format!("-max_total_time={seconds}");
        // What it finds goes into the corpus; what was worth keeping is among the seeds.
        let (corpus, seeds) = (fuzz.join("corpus").join(&name), fuzz.join("seeds").join(&name));
        std::fs::create_dir_all(&corpus).with_context(|| corpus.display().to_string())?;
        let mut command = Command::new("cargo");
        command.args(["+nightly", "fuzz", "run", "--sanitizer", "none", &name]).arg(corpus);
        command.args(seeds.exists().then_some(seeds));
        run(command.args(["--", &limit, "-timeout=10"]))?;
    }
    Ok(())
}

fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_path_buf()
}

/// Where cargo builds, and where fetched tools and pictures are kept.
fn target() -> PathBuf {
    // This program runs from `target/debug`.
    let own = std::env::current_exe().ok().and_then(|own| Some(own.ancestors().nth(2)?.to_path_buf()));
    own.unwrap_or_else(|| root().join("target"))
}
