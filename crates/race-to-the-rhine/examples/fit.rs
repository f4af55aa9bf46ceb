//! Finds the networks of `data/network.toml`. Bots play games with each other, some of their decisions careless; what each
//! seat saw is written down with how the game went; networks learn to tell the one from the other.
//!
//! ```sh
//! cargo run --release -p race-to-the-rhine --example fit -- play rows.bin 20000 1 kept,today
//! cargo run --release -p race-to-the-rhine --example fit -- learn network.toml 10 rows.bin
//! ```
//!
//! `play` takes the number of games, the first seed, and the eyes the seats are dealt; with `mine/` at the end the networks of
//! another directory are used, as by `rhine --data mine`. `learn` takes the rounds, and any number of files with rows.

use bots::{Care, CautiousBot, Eyes, arena};
use race_to_the_rhine::state::State;
use race_to_the_rhine::{Action, Race, files};
use referee::{Bot, Dice, Game as _, Seat, Seeded, Setup, Sight};
use std::fmt::Write as _;
use std::io::Write as _;

/// Hidden units of each part of a network, and parts: they learn apart, so that what one of them has only by luck counts less.
const HIDDEN: usize = 8;
const PARTS: usize = 4;
const SCENARIOS: [&str; 5] = ["monty-brad", "brad-patton", "monty-patton", "three", "three"];
/// Quick hands are enough for rows; careless ones see that there is some of everything.
const QUICK: Care = Care { actions: 128, tried: 24, finalists: 1, worlds: 1 };
const CARELESS: Care = Care { actions: 16, tried: 2, finalists: 1, worlds: 1 };
/// Of a hundred decisions, those that are careless.
const CARELESSLY: u16 = 6;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["play", out, games, seed, eyes, ref more @ ..] => {
            let (games, seed) = (games.parse().expect("a number of games"), seed.parse().expect("a seed"));
            play(out, games, seed, &eyes.split(',').collect::<Vec<_>>(), more.first().copied());
        }
        ["learn", out, rounds, ref rows @ ..] => learn(out, rounds.parse().expect("a number of rounds"), rows),
        _ => eprintln!("play ROWS GAMES SEED EYES [DATA], or learn NETWORK ROUNDS ROWS…"),
    }
}

struct Hands {
    careful: CautiousBot<Action>,
    careless: CautiousBot<Action>,
}

impl Hands {
    fn with(eyes: Eyes) -> Hands {
        let hands = |care| CautiousBot::with(care).seeing(eyes);
        Hands { careful: hands(QUICK), careless: hands(CARELESS) }
    }
}

impl Bot<Race> for Hands {
    fn choose(&mut self, sight: &Sight<'_, Race>, dice: &mut dyn Dice) -> Action {
        let hands = if dice.pick(100) < CARELESSLY { &mut self.careless } else { &mut self.careful };
        hands.choose(sight, dice)
    }
}

/// What a seat saw.
struct Seen {
    seat: Seat,
    inputs: Vec<i32>,
}

fn play(out: &str, games: u64, first: u64, eyes: &[&str], mine: Option<&str>) {
    let mut files = files();
    if let Some(mine) = mine {
        files = files.overridden(mine.as_ref()).expect("the other data can be read");
    }
    let race = Race::new(&files).expect("the files can be read");
    let mut file = std::io::BufWriter::new(std::fs::File::create(out).expect("the rows can be written"));
    let mut dice = Seeded(first ^ 0x00F1_7000);
    for seed in first..first + games {
        let setup = Setup { scenario: SCENARIOS[(seed % 5) as usize].into(), options: vec![] };
        let seats = arena::seats_of(&race, &setup);
        let mut bots: Vec<arena::Seated<Race>> = vec![];
        for _ in &seats {
            let eyes = eyes[usize::from(dice.pick(eyes.len() as u16))];
            bots.push(match eyes {
                "kept" => Box::new(Hands::with(Eyes::Kept)),
                "today" => Box::new(Hands::with(Eyes::Today)),
                bot => bots::by_name(bot).expect("a bot has this name"),
            });
        }
        let (mut seen, mut phase): (Vec<Seen>, _) = (vec![], None);
        let played = arena::play(&race, &setup, &mut bots, 5_000_000 + seed, |state: &State| {
            if race.awaits(state).seat().is_some() && phase != Some(race.phase(state)) {
                phase = Some(race.phase(state));
                seen.extend(seats.iter().map(|seat| Seen { seat: *seat, inputs: race.inputs_of(state, *seat) }));
            }
        });
        for Seen { seat, inputs } in seen {
            let won = played.outcome.winner == Some(seat);
            let lead = race.medal_lead(&played.state, seat).clamp(-100, 100) as i8;
            let mut bytes = (seed as u32).to_le_bytes().to_vec();
            bytes.extend([seat.0, u8::from(won), lead as u8]);
            for input in inputs {
                bytes.extend((input.clamp(-32_000, 32_000) as i16).to_le_bytes());
            }
            file.write_all(&bytes).expect("a row can be written");
        }
    }
}

/// A row of one commander.
struct Row {
    game: u32,
    /// Whether it only shows how well the others were learned.
    checks: bool,
    /// How the game went: whether it was won, and the medals.
    went: [f32; 2],
    /// What is learned.
    goal: [f32; 2],
    inputs: Vec<i16>,
}

/// Bytes of a row before the inputs: the number of the game, the seat, whether it won, its lead in medals.
const HEAD: usize = 7;
/// How much of what is learned comes from the end of a turn after the next one, and not from what is known of the next.
const FARTHER: f32 = 0.8;

fn learn(out: &str, rounds: usize, rows: &[&str]) {
    let names = Race::input_names();
    let length = HEAD + 2 * names.len();
    let mut text = format!("found = \"{} rounds on games between bots (examples/fit.rs)\"\n", rounds);
    for (seat, name) in ["monty", "brad", "patton"].iter().enumerate() {
        let mut found = vec![];
        for file in rows {
            let bytes = std::fs::read(file).expect("the rows can be read");
            for row in bytes.chunks_exact(length).filter(|row| usize::from(row[4]) == seat) {
                let lead = f32::from(row[6] as i8);
                let game = u32::from_le_bytes([row[0], row[1], row[2], row[3]]);
                let went = [f32::from(row[5]), 1.0 / (1.0 + (-lead / 3.0).exp())];
                found.push(Row {
                    game,
                    checks: game / 5 % 10 == 3,
                    went,
                    goal: went,
                    inputs: row[HEAD..].chunks_exact(2).map(|it| i16::from_le_bytes([it[0], it[1]])).collect(),
                });
            }
        }
        let mut parts: Vec<Network> = (0..PARTS).map(|nth| Network::new(&found, nth)).collect();
        for stage in 0..STAGES {
            for (nth, part) in parts.iter_mut().enumerate() {
                part.learn(&found, rounds, nth as u64);
            }
            let checks: Vec<&Row> = found.iter().filter(|row| row.checks).collect();
            let sum: f64 = checks.iter().map(|row| f64::from(error_of(&parts, row))).sum();
            println!("{name}: stage {stage}, {} rows, of others {:.4}", found.len(), sum / checks.len() as f64);
            look_ahead(&mut found, &parts);
        }
        write(&parts, name, &names, &mut text);
    }
    std::fs::write(out, text).expect("the networks can be written");
}

/// What is learned is no longer how the game went, but how it looked at the end of the next turn and those after it.
fn look_ahead(rows: &mut [Row], parts: &[Network]) {
    let (mut game, mut next) = (None, None);
    for row in rows.iter_mut().rev() {
        if game != Some(row.game) {
            (game, next) = (Some(row.game), None);
        }
        row.goal = next.unwrap_or(row.went);
        let looks = chances_of(parts, row);
        next = Some([0, 1].map(|i| FARTHER * row.goal[i] + (1.0 - FARTHER) * looks[i]));
    }
}

/// The mean of what the parts say.
fn chances_of(parts: &[Network], row: &Row) -> [f32; 2] {
    let mut scores = [0f32; 2];
    for part in parts {
        let chances = part.look(row).1;
        scores.iter_mut().zip(chances).for_each(|(sum, chance)| *sum += (chance / (1.0 - chance)).ln());
    }
    scores.map(|score| 1.0 / (1.0 + (-score / parts.len() as f32).exp()))
}

/// How far off that is from how the game went.
fn error_of(parts: &[Network], row: &Row) -> f32 {
    let chances = chances_of(parts, row);
    [0, 1].map(|i| -row.went[i] * chances[i].ln() - (1.0 - row.went[i]) * (1.0 - chances[i]).ln()).iter().sum()
}

/// All that is learned, in one row of numbers: hidden units with their biases, then two outputs with theirs.
struct Network {
    mean: Vec<f32>,
    spread: Vec<f32>,
    numbers: Vec<f32>,
}

/// First how games went is learned, then twice what was foreseen at the ends of the next turns.
const STAGES: usize = 3;
/// Samples that are looked at together.
const BATCH: usize = 128;
const RATE: f32 = 0.001;
/// What pulls numbers towards 0.
const PULL: f32 = 1e-3;

impl Network {
    fn new(rows: &[Row], nth: usize) -> Network {
        let n = rows[0].inputs.len();
        let (mut mean, mut spread) = (vec![0f64; n], vec![0f64; n]);
        for row in rows {
            row.inputs.iter().zip(&mut mean).for_each(|(x, sum)| *sum += f64::from(*x));
        }
        mean.iter_mut().for_each(|sum| *sum /= rows.len() as f64);
        for row in rows {
            let squares = row.inputs.iter().zip(&mean).map(|(x, mean)| (f64::from(*x) - mean).powi(2));
            squares.zip(&mut spread).for_each(|(square, sum)| *sum += square);
        }
        let mut luck = Seeded(7 + nth as u64);
        let mut numbers = vec![0f32; HIDDEN * (n + 1) + 2 * (HIDDEN + 1)];
        let size = 1.0 / (n as f32).sqrt();
        for number in &mut numbers {
            *number = (f32::from(luck.pick(2001)) / 1000.0 - 1.0) * size;
        }
        Network {
            // As they will be written: in hundredths.
            mean: mean.iter().map(|mean| (100.0 * mean).round() as f32 / 100.0).collect(),
            spread: spread
                .iter()
                .map(|sum| ((100.0 * (sum / rows.len() as f64).sqrt()).round() as f32 / 100.0).max(0.05))
                .collect(),
            numbers,
        }
    }

    fn learn(&mut self, rows: &[Row], rounds: usize, nth: u64) {
        let (network, mut luck) = (self, Seeded(90 + nth));
        let mut order: Vec<u32> = (0..rows.len() as u32).filter(|i| !rows[*i as usize].checks).collect();
        let checks: Vec<&Row> = rows.iter().filter(|row| row.checks).collect();
        let all = network.numbers.len();
        let (mut slope, mut first, mut second) = (vec![0f32; all], vec![0f32; all], vec![0f32; all]);
        let (mut steps, mut best) = (0i32, (f64::MAX, vec![]));
        let total = rounds * order.len().div_ceil(BATCH);
        for _ in 0..rounds {
            for i in (1..order.len()).rev() {
                let j = (u64::from(luck.pick(u16::MAX)) << 16 | u64::from(luck.pick(u16::MAX))) % (i as u64 + 1);
                order.swap(i, j as usize);
            }
            for batch in order.chunks(BATCH) {
                slope.fill(0.0);
                for i in batch {
                    network.add_slope(&rows[*i as usize], &mut slope);
                }
                steps += 1;
                let rate = RATE * (0.01 + 0.5 * (1.0 + (std::f32::consts::PI * steps as f32 / total as f32).cos()));
                let (even1, even2) = (1.0 - 0.9f32.powi(steps.min(1000)), 1.0 - 0.999f32.powi(steps.min(20_000)));
                let share = 1.0 / batch.len() as f32;
                for i in 0..all {
                    let slope = slope[i] * share + PULL * network.numbers[i];
                    first[i] = 0.9 * first[i] + 0.1 * slope;
                    second[i] = 0.999 * second[i] + 0.001 * slope * slope;
                    network.numbers[i] -= rate * (first[i] / even1) / ((second[i] / even2).sqrt() + 1e-8);
                }
            }
            let mut unused = vec![0f32; all];
            let checked = checks.iter().map(|row| f64::from(network.add_slope(row, &mut unused))).sum::<f64>()
                / checks.len().max(1) as f64;
            if checked < best.0 {
                best = (checked, network.numbers.clone());
            }
        }
        network.numbers = best.1;
    }

    /// The hidden units and the two chances.
    fn look(&self, row: &Row) -> ([f32; HIDDEN], [f32; 2]) {
        let n = row.inputs.len();
        let mut x = [0f32; 512];
        self.scaled(row, &mut x);
        let mut hidden = [0f32; HIDDEN];
        let (units, outputs) = self.numbers.split_at(HIDDEN * (n + 1));
        for (found, unit) in hidden.iter_mut().zip(units.chunks_exact(n + 1)) {
            *found = (dot(&unit[1..], &x[..n]) + unit[0]).max(0.0);
        }
        let mut chances = outputs.chunks_exact(HIDDEN + 1).map(|output| {
            let score = output[0] + output[1..].iter().zip(&hidden).map(|(w, h)| w * h).sum::<f32>();
            (1.0 / (1.0 + (-score).exp())).clamp(1e-6, 1.0 - 1e-6)
        });
        let chances = [0, 1].map(|_| chances.next().expect("two outputs"));
        (hidden, chances)
    }

    fn scaled(&self, row: &Row, x: &mut [f32]) {
        for (i, input) in row.inputs.iter().enumerate() {
            x[i] = ((f32::from(*input) - self.mean[i]) / self.spread[i]).clamp(-8.0, 8.0);
        }
    }

    /// Adds how the error changes with each number, and says the error.
    fn add_slope(&self, row: &Row, slope: &mut [f32]) -> f32 {
        let n = row.inputs.len();
        let (hidden, chances) = self.look(row);
        let mut x = [0f32; 512];
        self.scaled(row, &mut x);
        let outputs = &self.numbers[HIDDEN * (n + 1)..];
        let (unit_slopes, output_slopes) = slope.split_at_mut(HIDDEN * (n + 1));
        let (mut error, mut back) = (0.0, [0f32; HIDDEN]);
        for (nth, slopes) in output_slopes.chunks_exact_mut(HIDDEN + 1).enumerate() {
            let (chance, goal) = (chances[nth], row.goal[nth]);
            let output = &outputs[nth * (HIDDEN + 1)..];
            error -= goal * chance.ln() + (1.0 - goal) * (1.0 - chance).ln();
            let push = chance - goal;
            slopes[0] += push;
            for i in 0..HIDDEN {
                slopes[i + 1] += push * hidden[i];
                back[i] += push * output[i + 1];
            }
        }
        for (i, slopes) in unit_slopes.chunks_exact_mut(n + 1).enumerate() {
            if hidden[i] > 0.0 {
                slopes[0] += back[i];
                slopes[1..].iter_mut().zip(&x[..n]).for_each(|(slope, x)| *slope += back[i] * x);
            }
        }
        error
    }
}

/// All parts side by side, as one network that takes their mean.
fn write(parts: &[Network], name: &str, names: &[String], text: &mut String) {
    let n = names.len();
    let whole = |number: f32| (number * 4096.0).round() as i32;
    let listed =
        |numbers: &mut dyn Iterator<Item = i32>| numbers.map(|it| it.to_string()).collect::<Vec<_>>().join(", ");
    let units: Vec<&[f32]> =
        parts.iter().flat_map(|part| part.numbers[..HIDDEN * (n + 1)].chunks_exact(n + 1)).collect();
    let _ = writeln!(text, "\n[{name}]\nhidden = [{}]", listed(&mut units.iter().map(|unit| whole(unit[0]))));
    for (nth, output) in ["won", "medals"].iter().enumerate() {
        let of = |part: &Network| part.numbers[HIDDEN * (n + 1) + nth * (HIDDEN + 1)..][..=HIDDEN].to_vec();
        let bias = parts.iter().map(|part| of(part)[0]).sum::<f32>() / parts.len() as f32;
        let weights: Vec<f32> =
            parts.iter().flat_map(|part| of(part)[1..].to_vec()).map(|weight| weight / parts.len() as f32).collect();
        let numbers = listed(&mut std::iter::once(bias).chain(weights).map(whole));
        let _ = writeln!(text, "{output} = [{numbers}]");
    }
    let _ = writeln!(text, "\n[{name}.inputs]");
    for (i, input) in names.iter().enumerate() {
        // What never changes says nothing.
        let (mean, spread) = (parts[0].mean[i], parts[0].spread[i]);
        let known = spread > 0.06;
        let weights = units.iter().map(|unit| if known { whole(unit[i + 1]).clamp(-16_000, 16_000) } else { 0 });
        let (mean, spread) = ((100.0 * mean).round(), (100.0 * spread).round());
        let _ = writeln!(text, "{input} = [{mean}, {spread}, {}]", listed(&mut { weights }));
    }
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0f32; 8];
    let (a8, b8) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f32 = a8.remainder().iter().zip(b8.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in a8.zip(b8) {
        for i in 0..8 {
            sums[i] += a[i] * b[i];
        }
    }
    rest + sums.iter().sum::<f32>()
}
