//! Fits weights for `data/bot-monty.toml` and the others to games between bots: at the end of every turn the features of
//! each seat are noted, and a logistic regression says how much each tells about who wins. It prints a weight for each.
//!
//! `cargo run --release -p race-to-the-rhine --example fit -- monty-brad,brad-patton 300`

use bots::{Care, CautiousBot, arena};
use race_to_the_rhine::{Race, files};
use referee::{Game as _, Setup};

/// A seat at the end of a turn: its features with a bias at the end, and whether it won.
struct Row {
    features: Vec<f64>,
    won: f64,
}

/// Quick hands are enough for rows.
const HURRY: Care = Care { actions: 1024, finalists: 8, worlds: 2, ..Care::in_a_hurry(96) };

fn main() {
    let mut args = std::env::args().skip(1);
    let scenarios = args.next().unwrap_or_else(|| "monty-brad,brad-patton,monty-patton,three".into());
    let games: u64 = args.next().and_then(|games| games.parse().ok()).unwrap_or(300);
    let bot = args.next().unwrap_or_default();
    let race = Race::new(&files()).expect("the files the game was built with can be read");
    let mut rows = vec![];
    for scenario in scenarios.split(',') {
        let setup = Setup { scenario: scenario.into(), options: vec![] };
        let seats = arena::seats_of(&race, &setup);
        for seed in 0..games {
            let mut bots: Vec<arena::Seated<Race>> = seats
                .iter()
                .map(|_| match bots::by_name(&bot) {
                    Some(bot) => bot,
                    None => Box::new(CautiousBot::with(HURRY)),
                })
                .collect();
            let mut seen: Vec<Vec<Vec<f64>>> = vec![vec![]; seats.len()];
            let mut phase = None;
            let played = arena::play(&race, &setup, &mut bots, 1_000_000 + seed, |state| {
                if phase != Some(race.phase(state)) && race.awaits(state).seat().is_some() {
                    phase = Some(race.phase(state));
                    for (seat, rows) in seats.iter().zip(&mut seen) {
                        rows.push(race.features_of(state, *seat).into_iter().map(f64::from).collect());
                    }
                }
            });
            for (seat, of_seat) in seats.iter().zip(seen) {
                let won = f64::from(u8::from(played.outcome.winner == Some(*seat)));
                let last = of_seat.len().max(1) as f64;
                for (i, mut features) in of_seat.into_iter().enumerate() {
                    // A seat's own chances, and how far the game has come.
                    features.extend((0..3).map(|other| f64::from(u8::from(other == seat.index()))));
                    features.push(i as f64 / last);
                    rows.push(Row { features, won });
                }
            }
        }
    }
    let weights = fit(&rows);
    println!("{} rows, {:.3} won", rows.len(), rows.iter().map(|row| row.won).sum::<f64>() / rows.len() as f64);
    for (i, weight) in weights.iter().enumerate() {
        let mean = rows.iter().map(|row| row.features[i]).sum::<f64>() / rows.len() as f64;
        let spread = (rows.iter().map(|row| (row.features[i] - mean).powi(2)).sum::<f64>() / rows.len() as f64).sqrt();
        println!(
            "{i:2}  {:9.3} per thousand  mean {mean:8.1}  spread {spread:7.1}  effect {:+.3}",
            1000.0 * weight,
            weight * spread
        );
    }
}

/// Logistic regression by Newton's method, with a little pull towards zero.
fn fit(rows: &[Row]) -> Vec<f64> {
    let n = rows[0].features.len();
    let spread: Vec<f64> = (0..n)
        .map(|i| {
            let mean = rows.iter().map(|row| row.features[i]).sum::<f64>() / rows.len() as f64;
            (rows.iter().map(|row| (row.features[i] - mean).powi(2)).sum::<f64>() / rows.len() as f64).sqrt().max(1e-9)
        })
        .collect();
    let mut weights = vec![0.0; n];
    for _ in 0..12 {
        let mut slope = vec![0.0; n];
        let mut curve = vec![vec![0.0; n]; n];
        for row in rows {
            let x: Vec<f64> =
                row.features.iter().zip(&spread).map(|(x, s)| if *s < 1e-6 { 0.0 } else { x / s }).collect();
            let score: f64 = x.iter().zip(&weights).map(|(x, w): (&f64, &f64)| x * w).sum();
            let chance = 1.0 / (1.0 + (-score).exp());
            for i in 0..n {
                slope[i] += (row.won - chance) * x[i];
                for j in 0..n {
                    curve[i][j] += chance * (1.0 - chance) * x[i] * x[j];
                }
            }
        }
        let pull = 0.002 * rows.len() as f64;
        for i in 0..n {
            slope[i] -= pull * weights[i];
            curve[i][i] += pull;
        }
        for (weight, step) in weights.iter_mut().zip(solve(curve, slope)) {
            *weight += step;
        }
    }
    weights.iter().zip(&spread).map(|(w, s)| if *s < 1e-6 { 0.0 } else { w / s }).collect()
}

fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for i in 0..n {
        let best = (i..n).max_by(|x, y| a[*x][i].abs().total_cmp(&a[*y][i].abs())).unwrap_or(i);
        a.swap(i, best);
        b.swap(i, best);
        let (above, below) = a.split_at_mut(i + 1);
        for (j, row) in below.iter_mut().enumerate() {
            let part = row[i] / above[i][i];
            row.iter_mut().zip(&above[i]).for_each(|(x, pivot)| *x -= part * pivot);
            b[i + 1 + j] -= part * b[i];
        }
    }
    for i in (0..n).rev() {
        for j in i + 1..n {
            b[i] -= a[i][j] * b[j];
        }
        b[i] /= a[i][i];
    }
    b
}
