//! Moves all weights at once. A swarm of variants is scattered around the middle, each plays a game in every seat, and the
//! middle moves to the mean of the better half, the best counting most. Single games are luck; the mean of many is not.

use super::{Tuner, Weights};
use crate::paint::say;
use anyhow::{Context as _, Result, ensure};
use rayon::prelude::*;
use referee::{Dice, Seeded};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// A weight that is small or 0 is spread as if it were this part of the others' mean.
const LEAST_PART: f64 = 0.3;

pub(super) fn run(tuner: &Tuner<'_>, file: Weights, variants: usize, path: &Path) -> Result<ExitCode> {
    ensure!(variants >= 4, "a swarm has four variants at least");
    let options = tuner.options;
    let open: Vec<usize> = (0..file.places.len())
        .filter(|nth| options.only.is_empty() || options.only.contains(&file.places[*nth].0))
        .collect();
    ensure!(!open.is_empty(), "none of the weights named is in {}", options.file);
    let mut middle: Vec<f64> = open.iter().map(|nth| f64::from(file.places[*nth].1)).collect();
    let scale = middle.iter().map(|it| it.abs()).sum::<f64>() / count(middle.len());
    let until = Instant::now() + Duration::from_secs_f64(60.0 * options.minutes);
    let mut dice = Seeded(options.seed ^ 0x5AA3);
    let (mut seed, mut round) = (options.seed, 0);
    // The mean of all middles after the first third: what luck did to one of them is forgotten.
    let mut seen: Vec<Vec<f64>> = vec![];
    while Instant::now() < until {
        round += 1;
        let steps: Vec<f64> = middle.iter().map(|it| options.spread * it.abs().max(LEAST_PART * scale)).collect();
        let scattered: Vec<Vec<f64>> =
            (0..variants).map(|_| steps.iter().map(|step| step * normal(&mut dice)).collect()).collect();
        let swarm: Vec<Weights> = scattered.iter().map(|off| moved(&file, &open, &middle, off)).collect();
        let margins = played(tuner, &swarm, &mut seed)?;
        let order = ranked(&margins, variants);
        let kept = variants / 2;
        let pull: Vec<f64> = (0..kept).map(|nth| (count(kept) + 0.5).ln() - count(nth + 1).ln()).collect();
        let all: f64 = pull.iter().sum();
        for (nth, pull) in pull.iter().enumerate() {
            for (it, off) in middle.iter_mut().zip(&scattered[order[nth]]) {
                *it += pull / all * off;
            }
        }
        for (it, nth) in middle.iter_mut().zip(&open) {
            if file.places[*nth].1 >= 0 {
                *it = it.max(0.0);
            }
        }
        seen.push(middle.clone());
        let late = &seen[seen.len() / 3..];
        let mean: Vec<f64> =
            (0..open.len()).map(|i| late.iter().map(|one| one[i]).sum::<f64>() / count(late.len())).collect();
        let best = moved(&file, &open, &mean, &vec![0.0; open.len()]);
        std::fs::write(path, &best.text).with_context(|| path.display().to_string())?;
        let told: Vec<String> =
            margins.iter().map(|it| format!("{:.1}", it.iter().sum::<f64>() / count(it.len()))).collect();
        say(format_args!("{round:4}  margins {}  {}", told.join(" "), file.difference(&best)));
    }
    Ok(ExitCode::SUCCESS)
}

/// The file with its open weights moved; what was never negative does not become so.
fn moved(file: &Weights, open: &[usize], middle: &[f64], off: &[f64]) -> Weights {
    let mut found = file.clone();
    for ((nth, at), off) in open.iter().zip(middle).zip(off) {
        let least = if file.places[*nth].1 >= 0 { 0.0 } else { f64::from(i32::MIN) };
        #[expect(clippy::cast_possible_truncation, reason = "weights are small")]
        let number = (at + off).max(least).round() as i32;
        found = found.with(*nth, number);
    }
    found
}

/// The margin of each variant by scenario and seat: a game for each with a seed of its own.
fn played(tuner: &Tuner<'_>, swarm: &[Weights], seed: &mut u64) -> Result<Vec<Vec<f64>>> {
    let arms = swarm.iter().map(|weights| tuner.arms(weights.clone())).collect::<Result<Vec<_>>>()?;
    let first = *seed;
    *seed += swarm.len() as u64;
    let series = arms[0].series.len();
    let tasks: Vec<(usize, usize)> = (0..series).flat_map(|nth| (0..arms.len()).map(move |arm| (nth, arm))).collect();
    let one = |(nth, arm): &(usize, usize)| {
        let it = &arms[*arm];
        let (setup, seat, _) = &it.series[*nth];
        tuner.one_game(&*it.game, setup, *seat, first + *arm as u64).map(f64::from)
    };
    let found = tuner.pool.install(|| tasks.par_iter().map(one).collect::<Result<Vec<f64>>>())?;
    Ok(found.chunks(arms.len()).map(<[f64]>::to_vec).collect())
}

/// The variants, the best first: by the sum of their places in every scenario and seat.
fn ranked(margins: &[Vec<f64>], variants: usize) -> Vec<usize> {
    let mut sums = vec![0.0; variants];
    for series in margins {
        for (sum, own) in sums.iter_mut().zip(series) {
            *sum += series.iter().map(|other| f64::from(own.total_cmp(other) as i8)).sum::<f64>();
        }
    }
    let mut order: Vec<usize> = (0..variants).collect();
    order.sort_by(|a, b| sums[*b].total_cmp(&sums[*a]));
    order
}

/// Nearly normal, with a spread of 1: the sum of twelve dice.
fn normal(dice: &mut dyn Dice) -> f64 {
    (0..12).map(|_| f64::from(dice.pick(1_000)) / 1_000.0).sum::<f64>() - 6.0
}

#[expect(clippy::cast_precision_loss, reason = "variants and weights are few")]
fn count(n: usize) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_ends_best_comes_first() {
        assert_eq!(ranked(&[vec![1.0, 5.0, 3.0], vec![-2.0, 9.0, 9.0]], 3), [1, 2, 0]);
    }

    #[test]
    fn variants_lie_around_the_middle() {
        let mut dice = Seeded(7);
        let found: Vec<f64> = (0..4_000).map(|_| normal(&mut dice)).collect();
        let mean = found.iter().sum::<f64>() / count(found.len());
        let spread = found.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / count(found.len());
        assert!(mean.abs() < 0.1 && (spread - 1.0).abs() < 0.1, "{mean} {spread}");
    }

    #[test]
    fn what_was_never_negative_stays_so() {
        let file = Weights::read("[weights]\nguns = 30\ntowns = -1\n");
        let other = moved(&file, &[0, 1], &[30.0, -1.0], &[-90.0, -4.0]);
        assert_eq!(other.text, "[weights]\nguns = 0\ntowns = -5\n");
    }
}
