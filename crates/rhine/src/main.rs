//! `rhine`: every game of the shelf from the command line.

mod arena;
mod bench;
mod cases;
mod chart;
mod clock;
mod fuzz;
mod games;
mod load;
mod map;
mod paint;
mod perft;
mod play;
mod prompt;
mod repair;
mod replay;
mod rules;
mod serve;
mod sim;
mod tune;
mod verify;

use anyhow::{Result, anyhow};
use clap::{Parser, Subcommand};
use referee::Setup;
use shelf::{AnyGame, Shelf};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// A wargame table with a referee. Without a command it opens the table for browsers.
#[derive(Parser)]
#[command(version, disable_help_subcommand = true, after_help = "Each command explains itself: rhine play --help")]
struct Cli {
    /// Take the files in DIR/GAME/ instead of the data a game was built with.
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,
    #[command(flatten)]
    serve: serve::Options,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// The shelf: every game with its scenarios.
    Games(games::Options),
    /// Play in the terminal, against bots or each other.
    Play(play::Options),
    /// Let bots play many games, and count how they end.
    Sim(sim::Options),
    /// Measure how strong bots are: in the same seat, against the same opponents.
    Arena(Box<arena::Options>),
    /// Find better weights for a bot by playing.
    Tune(Box<tune::Options>),
    /// Read a match file and tell what happened in it.
    Replay(replay::Options),
    /// Bring match files to the rules of today, or say which line is refused now.
    Repair(repair::Options),
    /// Derive every roll of a match file from the seed of its table again.
    Verify(verify::Options),
    /// Run rule cases: a position, what is played, what must follow.
    Case(cases::Options),
    /// Count what can be played to a depth: a fingerprint of the rules.
    Perft(perft::Options),
    /// Measure how fast the games are.
    Bench(bench::Options),
    /// Play many matches at once over sockets, and measure how fast the table answers.
    Load(load::Options),
    /// Play random games under all laws, on every core.
    Fuzz(fuzz::Options),
    /// The rules of a game in our words: where they are enforced, which tests carry them.
    Rules(rules::Options),
    /// Draw the map of a game.
    Map(map::Options),
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("rhine: {}", paint::harmless(&format!("{error:#}")));
            ExitCode::from(2)
        }
    }
}

fn run(cli: Cli) -> Result<ExitCode> {
    let shelf = Shelf::open(cli.data.as_deref())?;
    match cli.command {
        None => serve::run(shelf, &cli.serve),
        Some(Command::Games(options)) => games::run(&shelf, &options),
        Some(Command::Play(options)) => play::run(&shelf, &options),
        Some(Command::Sim(options)) => sim::run(&shelf, &options),
        Some(Command::Arena(options)) => arena::run(&shelf, &options),
        Some(Command::Tune(options)) => tune::run(cli.data.as_deref(), &options),
        Some(Command::Replay(options)) => replay::run(&shelf, &options),
        Some(Command::Repair(options)) => repair::run(&shelf, &options),
        Some(Command::Verify(options)) => verify::run(&shelf, &options),
        Some(Command::Case(options)) => cases::run(&shelf, &options),
        Some(Command::Perft(options)) => perft::run(&shelf, &options),
        Some(Command::Bench(options)) => bench::run(&shelf, &options),
        Some(Command::Load(options)) => load::run(&shelf, cli.data.as_deref(), &options),
        Some(Command::Fuzz(options)) => fuzz::run(&shelf, &options),
        Some(Command::Rules(options)) => rules::run(&shelf, &options),
        Some(Command::Map(options)) => map::run(&shelf, &options),
    }
}

/// A game by its name, or an error that lists those there are.
fn find<'s>(shelf: &'s Shelf, id: &str) -> Result<&'s Arc<dyn AnyGame>> {
    let known = || shelf.ids().collect::<Vec<_>>().join(", ");
    shelf.game(id).ok_or_else(|| anyhow!("unknown game `{id}`; known: {}", known()))
}

/// A scenario of a game with its options (`basic+weather`); the first if none is named.
fn setup(game: &dyn AnyGame, scenario: Option<&str>) -> Result<Setup> {
    let scenarios = game.scenarios();
    let Some(text) = scenario else {
        let first = scenarios.first().ok_or_else(|| anyhow!("{} has no scenario", game.kit().id))?;
        return Ok(Setup { scenario: first.id.clone(), options: vec![] });
    };
    let setup = Setup::read(&text.replace('+', " +"))?;
    let Some(scenario) = scenarios.iter().find(|scenario| scenario.id == setup.scenario) else {
        let known: Vec<_> = scenarios.iter().map(|scenario| scenario.id.as_str()).collect();
        return Err(anyhow!("unknown scenario `{}` of {}; known: {}", setup.scenario, game.kit().id, known.join(", ")));
    };
    if let Some(option) = setup.options.iter().find(|option| !scenario.options.iter().any(|known| known.id == **option))
    {
        let known: Vec<_> = scenario.options.iter().map(|option| option.id.as_str()).collect();
        let known = if known.is_empty() { "none".into() } else { known.join(", ") };
        return Err(anyhow!("unknown option `{option}` of {}; known: {known}", scenario.id));
    }
    Ok(setup)
}

/// A scenario by its name.
fn scenario<'a>(game: &'a dyn AnyGame, id: &str) -> Result<&'a referee::Scenario> {
    let found = game.scenarios().iter().find(|scenario| scenario.id == id);
    found.ok_or_else(|| anyhow!("unknown scenario `{id}` of {}", game.kit().id))
}

/// The setups asked for: one, or every scenario of the game.
fn setups(game: &dyn AnyGame, scenario: Option<&str>) -> Result<Vec<Setup>> {
    match scenario {
        Some(_) => Ok(vec![setup(game, scenario)?]),
        None => Ok(game.scenarios().iter().map(|s| Setup { scenario: s.id.clone(), options: vec![] }).collect()),
    }
}
