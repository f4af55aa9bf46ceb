//! `rhine tune`: better weights for a bot, found by playing. One or two weights of a file are changed at a time; what ends
//! games in the same seat with better margins is kept, and becomes what the next change is measured against. With
//! `--swarm` all weights are changed at once, a little, many times over: one game for each, and the weights move towards
//! those whose games ended best. Every game then tells something about every weight.

mod swarm;

use crate::arena::stats::{Share, duplicate};
use crate::paint::say;
use crate::{clock, scenario, setup};
use anyhow::{Context as _, Result, anyhow, ensure};
use clap::Args;
use data::Files;
use rayon::prelude::*;
use referee::{Dice, Seat, Seeded, Setup};
use shelf::AnyGame;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

#[derive(Args)]
pub(crate) struct Options {
    game: String,
    /// Scenarios with their options (`basic+weather`), divided by commas.
    #[arg(value_delimiter = ',', required = true)]
    scenarios: Vec<String>,
    /// The seats that play by the file, by their short names; all that the scenario has if none is named.
    #[arg(long, value_delimiter = ',')]
    seat: Vec<String>,
    /// The file of weights.
    #[arg(long, default_value = "bot.toml")]
    file: String,
    /// The bot that plays by it.
    #[arg(long, default_value = "medium")]
    bot: String,
    /// Who sits in the other seats.
    #[arg(long, default_value = super::arena::YARDSTICK)]
    against: String,
    /// Games in each seat after which a change is given up.
    #[arg(long, default_value_t = 64)]
    games: u64,
    /// Games in each seat before anything is decided, and between decisions.
    #[arg(long, default_value_t = 16)]
    batch: u64,
    #[arg(long, default_value_t = 10.0)]
    minutes: f64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long)]
    threads: Option<usize>,
    /// Only these weights; all if none is named.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Instead: so many variants at a time, all weights changed in each, and a game in every seat for each of them.
    #[arg(long, value_name = "VARIANTS")]
    swarm: Option<usize>,
    /// With --swarm: how far the variants are spread, as a part of each weight.
    #[arg(long, default_value_t = 0.35)]
    spread: f64,
    /// The directory into whose GAME/ the file is written whenever something better is found: for --data.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// A change is better that leads by so many standard errors, and is given up when it leads by fewer than these.
const SURE: f64 = 2.2;
const HOPELESS: f64 = 0.4;

pub(crate) fn run(data: Option<&Path>, options: &Options) -> Result<ExitCode> {
    let known = || shelf::files().iter().map(|files| files.game().to_owned()).collect::<Vec<_>>().join(", ");
    let files = shelf::files().into_iter().find(|files| files.game() == options.game);
    let files = files.ok_or_else(|| anyhow!("unknown game `{}`; known: {}", options.game, known()))?;
    let files = match data {
        Some(dir) => files.overridden(dir)?,
        None => files,
    };
    for bot in [&options.bot, &options.against] {
        ensure!(shelf::is_bot(bot), "unknown bot `{bot}`; known: {}", shelf::KNOWN_BOTS.join(", "));
    }
    let mut pool = rayon::ThreadPoolBuilder::new();
    if let Some(threads) = options.threads {
        pool = pool.num_threads(threads);
    }
    let pool = pool.build().context("no threads")?;
    let dir = options.out.join(&options.game);
    std::fs::create_dir_all(&dir).with_context(|| dir.display().to_string())?;
    let file = Weights::read(files.text(&options.file)?.body());
    ensure!(!file.places.is_empty(), "{} has no weights", options.file);
    let mut tuner = Tuner { options, files: &files, pool, first: options.seed, trials: 0, kept: 0 };
    if let Some(variants) = options.swarm {
        return swarm::run(&tuner, file, variants, &dir.join(&options.file));
    }
    let mut best = tuner.arms(file)?;
    let until = Instant::now() + Duration::from_secs_f64(60.0 * options.minutes);
    let mut dice = Seeded(options.seed ^ 0x7E57);
    while Instant::now() < until {
        let Some(other) = best.weights.changed(&options.only, &mut dice) else {
            return Err(anyhow!("none of the weights named is in {}", options.file));
        };
        tuner.trials += 1;
        let told = best.weights.difference(&other);
        if let Some((better, share)) = tuner.try_out(&mut best, other)? {
            tuner.kept += 1;
            best = better;
            let path = dir.join(&options.file);
            std::fs::write(&path, &best.weights.text).with_context(|| path.display().to_string())?;
            say(format_args!("{:4}  {told}  better in {:.3} ± {:.3}", tuner.trials, share.mean, share.error));
        }
    }
    say(format_args!("{} changes tried, {} kept", tuner.trials, tuner.kept));
    Ok(ExitCode::SUCCESS)
}

/// A file of weights, as it is written.
#[derive(Clone)]
struct Weights {
    text: String,
    /// Names with their numbers and where these stand in the text.
    places: Vec<(String, i32, std::ops::Range<usize>)>,
}

impl Weights {
    fn read(text: &str) -> Weights {
        let (mut places, mut at, mut inside) = (vec![], 0, false);
        for line in text.split_inclusive('\n') {
            if line.starts_with('[') {
                inside = line.trim() == "[weights]";
            } else if let Some((name, rest)) = line.split_once('=').filter(|_| inside) {
                let start = at + name.len() + 1 + (rest.len() - rest.trim_start().len());
                let length =
                    text[start..].find(|c: char| c != '-' && !c.is_ascii_digit()).unwrap_or(text.len() - start);
                if let Ok(number) = text[start..start + length].parse() {
                    places.push((name.trim().to_owned(), number, start..start + length));
                }
            }
            at += line.len();
        }
        Weights { text: text.to_owned(), places }
    }

    fn with(&self, nth: usize, number: i32) -> Weights {
        let mut text = self.text.clone();
        text.replace_range(self.places[nth].2.clone(), &number.to_string());
        Weights::read(&text)
    }

    /// One or two numbers are made larger or smaller.
    fn changed(&self, only: &[String], dice: &mut dyn Dice) -> Option<Weights> {
        let open: Vec<usize> =
            (0..self.places.len()).filter(|nth| only.is_empty() || only.contains(&self.places[*nth].0)).collect();
        let mut one = |size: usize| usize::from(dice.pick(u16::try_from(size).unwrap_or(u16::MAX).max(1)));
        let mut found = self.clone();
        for _ in 0..=one(2) {
            let nth = *open.get(one(open.len()))?;
            let now = found.places[nth].1;
            let factor = [25, 50, 75, 90, 115, 140, 200, 300][one(8)];
            let scaled = now * factor / 100;
            let number = match () {
                () if one(8) == 0 => 0,
                () if now == 0 => [5, 20, 60, 150][one(4)],
                () if scaled == now => now + if factor > 100 { 1 } else { -1 },
                () => scaled,
            };
            found = found.with(nth, number);
        }
        Some(found)
    }

    fn difference(&self, other: &Weights) -> String {
        let pairs = self.places.iter().zip(&other.places).filter(|(a, b)| a.1 != b.1);
        pairs.map(|(a, b)| format!("{} {} -> {}", a.0, a.1, b.1)).collect::<Vec<_>>().join(", ")
    }
}

/// Weights, the game that plays by them, and how its games ended by scenario and seat.
struct Arm {
    weights: Weights,
    game: Arc<dyn AnyGame>,
    series: Vec<(Setup, Seat, Vec<i32>)>,
}

struct Tuner<'a> {
    options: &'a Options,
    files: &'a Files,
    pool: rayon::ThreadPool,
    /// The seed of the first game: others after each change that is kept, so that nothing is fitted to some seeds.
    first: u64,
    trials: u32,
    kept: u32,
}

impl Tuner<'_> {
    fn arms(&self, weights: Weights) -> Result<Arm> {
        let game = shelf::build(&self.files.clone().with(&self.options.file, &weights.text)?)?;
        let mut series = vec![];
        for name in &self.options.scenarios {
            let setup = setup(&*game, Some(name))?;
            for seat in &scenario(&*game, &setup.scenario)?.seats {
                let named = |it: &String| game.kit().seats[seat.index()].short.eq_ignore_ascii_case(it);
                if self.options.seat.is_empty() || self.options.seat.iter().any(named) {
                    series.push((setup.clone(), *seat, vec![]));
                }
            }
        }
        ensure!(!series.is_empty(), "no such seat in {}", self.options.scenarios.join(", "));
        Ok(Arm { weights, game, series })
    }

    /// Whether other weights are better than the best so far.
    fn try_out(&mut self, best: &mut Arm, weights: Weights) -> Result<Option<(Arm, Share)>> {
        // Weights the game refuses, a negative one for example, are no use.
        let Ok(mut other) = self.arms(weights) else { return Ok(None) };
        let mut games = 0;
        while games < self.options.games {
            games += self.options.batch;
            self.play_to(best, games)?;
            self.play_to(&mut other, games)?;
            let share = compared(&other, best);
            let lead = (share.mean - 0.5) / share.error.max(1e-9);
            if lead > SURE {
                self.first += games;
                other.series.iter_mut().for_each(|(.., margins)| margins.clear());
                return Ok(Some((other, share)));
            }
            if lead < HOPELESS {
                break;
            }
        }
        Ok(None)
    }

    fn play_to(&self, arm: &mut Arm, games: u64) -> Result<()> {
        for (setup, seat, margins) in &mut arm.series {
            let seeds: Vec<u64> = (self.first + margins.len() as u64..self.first + games).collect();
            let one = |seed: &u64| self.one_game(&*arm.game, setup, *seat, *seed);
            margins.extend(self.pool.install(|| seeds.par_iter().map(one).collect::<Result<Vec<_>>>())?);
        }
        Ok(())
    }

    /// The margin of the bot in this seat.
    fn one_game(&self, game: &dyn AnyGame, setup: &Setup, seat: Seat, seed: u64) -> Result<i32> {
        let named = |other: &Seat| if *other == seat { &*self.options.bot } else { &*self.options.against };
        let bots: Vec<&str> = scenario(game, &setup.scenario)?.seats.iter().map(named).collect();
        let played = game.contest(setup, &bots, seed, &clock::cpu).map_err(|it| anyhow!(it.what))?;
        let own = played.by_seat.iter().find(|own| own.seat == seat);
        own.map(|own| own.margin).ok_or_else(|| anyhow!("nobody sat in this seat"))
    }
}

/// The chance of a better margin in the same seat, all seats alike.
#[expect(clippy::cast_precision_loss, reason = "seats are few")]
fn compared(other: &Arm, best: &Arm) -> Share {
    let shares: Vec<Share> = other.series.iter().zip(&best.series).map(|(a, b)| duplicate(&a.2, &b.2)).collect();
    let n = shares.len() as f64;
    let mean = shares.iter().map(|share| share.mean).sum::<f64>() / n;
    Share { mean, error: shares.iter().map(|share| share.error.powi(2)).sum::<f64>().sqrt() / n }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_changed_where_they_stand() {
        let text = "found = \"by hand\"\n[weights]\nguns = 30  # beside the road\ntowns = -1\n";
        let weights = Weights::read(text);
        assert_eq!(weights.places.iter().map(|it| (&*it.0, it.1)).collect::<Vec<_>>(), [("guns", 30), ("towns", -1)]);
        assert_eq!(weights.with(0, 7).text, text.replace("30", "7"));
        assert_eq!(weights.difference(&weights.with(1, 4)), "towns -1 -> 4");
        let only = ["towns".to_owned()];
        let other = (0..40).map(|seed| weights.changed(&only, &mut Seeded(seed)).unwrap());
        assert!(other.into_iter().all(|other| other.places[0].1 == 30), "guns were not asked for");
        assert!(weights.changed(&["mines".to_owned()], &mut Seeded(1)).is_none());
    }
}
