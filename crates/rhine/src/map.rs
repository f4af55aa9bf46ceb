//! The map of a game as a picture.

use crate::paint::say;
use crate::{find, setup};
use anyhow::{Context, Result};
use referee::{Seeded, Viewer};
use shelf::Shelf;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args)]
pub(crate) struct Options {
    game: String,
    /// Where to; `-` for standard output.
    #[arg(short, long, value_name = "FILE.svg")]
    output: PathBuf,
    /// With the counters of a scenario as it begins.
    #[arg(long, value_name = "SCENARIO")]
    scene: Option<String>,
    /// Hatch what is reconstructed.
    #[arg(long)]
    unsure: bool,
    /// Without hex numbers.
    #[arg(long)]
    no_numbers: bool,
    /// In pixels.
    #[arg(long)]
    width: Option<u32>,
}

pub(crate) fn run(shelf: &Shelf, options: &Options) -> Result<ExitCode> {
    let game = find(shelf, &options.game)?;
    let scene = match &options.scene {
        None => None,
        Some(scenario) => {
            let table = game.begin(&setup(&**game, Some(scenario))?, &mut Seeded(1))?;
            Some(table.scene(Viewer::Public))
        }
    };
    let drawn = sheet::Options {
        counters: scene.is_some(),
        numbers: !options.no_numbers,
        shade_unsure: options.unsure,
        width: options.width,
        ..sheet::Options::default()
    };
    let svg = sheet::draw(game.kit(), scene.as_ref(), &drawn);
    if options.output.as_os_str() == "-" {
        say(svg);
    } else {
        let file = &options.output;
        std::fs::write(file, &svg).with_context(|| file.display().to_string())?;
        say(format_args!("{}: {} KB", file.display(), svg.len() / 1024));
    }
    Ok(ExitCode::SUCCESS)
}
