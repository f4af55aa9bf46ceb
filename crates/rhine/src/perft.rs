//! Perft counts, in the form in which they are recorded.

use crate::paint::{FAINT, in_style, say};
use crate::{find, setup};
use anyhow::Result;
use shelf::Shelf;
use std::process::ExitCode;
use std::time::Instant;
use testkit::perft::{Count, DICE, write_counts};

#[derive(clap::Args)]
pub(crate) struct Options {
    game: String,
    scenario: String,
    depth: u32,
    /// Only with these dice: every roll at 0, 50 or 100 percent of the way up.
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(..=100))]
    dice: Option<u8>,
}

pub(crate) fn run(shelf: &Shelf, options: &Options) -> Result<ExitCode> {
    let game = find(shelf, &options.game)?;
    let setup = setup(&**game, Some(&options.scenario))?;
    let start = Instant::now();
    let mut counts = vec![];
    for depth in 1..=options.depth {
        for dice in DICE.into_iter().filter(|dice| options.dice.is_none_or(|only| only == *dice)) {
            let count = game.perft(&setup, depth, dice)?;
            counts.push(Count { position: options.scenario.clone(), depth, dice, count });
        }
    }
    say(write_counts(&counts).trim_end());
    let total: u64 = counts.iter().map(|count| count.count).sum();
    say(in_style(FAINT, format!("# {total} in {:.1} s", start.elapsed().as_secs_f64())));
    Ok(ExitCode::SUCCESS)
}
