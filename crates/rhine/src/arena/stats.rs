//! What games say about strength: duplicates, a test that stops when it is decided, ratings with a bias for the seat.
#![expect(clippy::cast_precision_loss, reason = "games are counted in hundreds")]

/// A share and its standard error.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct Share {
    pub(crate) mean: f64,
    pub(crate) error: f64,
}

impl Share {
    /// 95 of 100 such intervals hold the truth.
    pub(super) fn interval(self) -> (f64, f64) {
        ((self.mean - 1.96 * self.error).max(0.0), (self.mean + 1.96 * self.error).min(1.0))
    }
}

/// How often a margin of the first is better than one of the second, ties half: over all pairs, with the error of
/// such a statistic.
pub(crate) fn duplicate(a: &[i32], b: &[i32]) -> Share {
    let beats = |x: i32, y: i32| match x.cmp(&y) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    };
    if a.is_empty() || b.is_empty() {
        return Share { mean: 0.5, error: 0.5 };
    }
    let of_a: Vec<f64> = a.iter().map(|x| b.iter().map(|y| beats(*x, *y)).sum::<f64>() / b.len() as f64).collect();
    let of_b: Vec<f64> = b.iter().map(|y| a.iter().map(|x| beats(*x, *y)).sum::<f64>() / a.len() as f64).collect();
    let mean = of_a.iter().sum::<f64>() / of_a.len() as f64;
    let variance = spread(&of_a) / of_a.len() as f64 + spread(&of_b) / of_b.len() as f64;
    // All on one side is not certainty: one game of the other kind may be missing.
    let least = 1.0 / (a.len().min(b.len()) as f64 + 2.0) / 2.0;
    Share { mean, error: variance.sqrt().max(least * 0.5) }
}

fn spread(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    squares / (values.len().max(2) - 1) as f64
}

/// Wins and halves of draws in a number of games, by Wilson.
pub(super) fn won(points: f64, games: usize) -> (f64, f64, f64) {
    let (n, z) = (games.max(1) as f64, 1.96);
    let share = points / n;
    let middle = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    (share, (middle - half).max(0.0), (middle + half).min(1.0))
}

/// What somebody is expected to score who is so much stronger.
pub(super) fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in strength that a share of points speaks of.
pub(super) fn elo(share: f64) -> f64 {
    let share = share.clamp(0.001, 0.999);
    400.0 * (share / (1.0 - share)).log10()
}

/// How a sequential test stands.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Open,
    Stronger,
    NotStronger,
}

/// A generalised sequential probability ratio test on scores of pairs from 0 to 1: is the first `elo0` or `elo1`
/// stronger? Wrong once in twenty times either way.
pub(super) fn sequential(scores: &[f64], elo0: f64, elo1: f64) -> (f64, Verdict) {
    let n = scores.len() as f64;
    if scores.len() < 8 {
        return (0.0, Verdict::Open);
    }
    let mean = scores.iter().sum::<f64>() / n;
    // Few games that all went alike have no spread of their own; one half-way game keeps it from being nothing.
    let variance = spread(scores).max(0.25 / n);
    let (s0, s1) = (expected(elo0), expected(elo1));
    let ratio = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
    let bound = (0.95f64 / 0.05).ln();
    let verdict = match ratio {
        ratio if ratio >= bound => Verdict::Stronger,
        ratio if ratio <= -bound => Verdict::NotStronger,
        _ => Verdict::Open,
    };
    (ratio, verdict)
}

/// Games of one bot in one seat against another bot in the others.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) struct Series {
    pub(super) bot: usize,
    pub(super) against: usize,
    /// Scenario and seat, whose advantage is a parameter.
    pub(super) seat: usize,
    pub(super) games: f64,
    /// Wins and half the draws.
    pub(super) points: f64,
}

/// A rating, the yardstick being 1000.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) struct Rating {
    pub(super) elo: f64,
    /// Half the 95 % interval.
    pub(super) within: f64,
}

/// The most likely ratings with a bias for every seat: P(win) = logistic(own - other + bias). Priors keep a bot that won
/// everything from being infinitely strong: ratings within 400 of the yardstick, biases within 300.
pub(super) fn ratings(bots: usize, seats: usize, yardstick: usize, series: &[Series]) -> Vec<Rating> {
    const UNIT: f64 = std::f64::consts::LN_10 / 400.0;
    let n = bots + seats;
    let mut at = vec![0.0; n];
    let mut inverse = vec![vec![0.0; n]; n];
    for _ in 0..60 {
        let prior = |i: usize| if i < bots { 1.0 / (400.0 * 400.0) } else { 1.0 / (300.0 * 300.0) };
        let mut slope: Vec<f64> = (0..n).map(|i| -at[i] * prior(i)).collect();
        let mut bend = vec![vec![0.0; n]; n];
        (0..n).for_each(|i| bend[i][i] = prior(i));
        for it in series {
            let signs: &[(usize, f64)] = match it.bot == it.against {
                true => &[(bots + it.seat, 1.0)],
                false => &[(it.bot, 1.0), (it.against, -1.0), (bots + it.seat, 1.0)],
            };
            let sum: f64 = signs.iter().map(|(i, sign)| sign * at[*i]).sum();
            let share = expected(sum);
            let (pull, weight) =
                (UNIT * (it.points - it.games * share), UNIT * UNIT * it.games * share * (1.0 - share));
            for (i, sign) in signs {
                slope[*i] += sign * pull;
                signs.iter().for_each(|(j, other)| bend[*i][*j] += sign * other * weight);
            }
        }
        inverse = inverted(bend);
        for i in 0..n {
            let step: f64 = (0..n).map(|j| inverse[i][j] * slope[j]).sum();
            at[i] += step.clamp(-200.0, 200.0);
        }
    }
    let against = |i: usize| {
        let variance = inverse[i][i] + inverse[yardstick][yardstick] - 2.0 * inverse[i][yardstick];
        Rating { elo: 1000.0 + at[i] - at[yardstick], within: 1.96 * variance.max(0.0).sqrt() }
    };
    (0..bots).map(against).collect()
}

/// By Gauss and Jordan; the matrices here are small and positive.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut inverse: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for column in 0..n {
        let pivot = matrix[column][column];
        matrix[column].iter_mut().chain(inverse[column].iter_mut()).for_each(|value| *value /= pivot);
        let (row, inverse_row) = (matrix[column].clone(), inverse[column].clone());
        for other in (0..n).filter(|other| *other != column) {
            let factor = matrix[other][column];
            matrix[other].iter_mut().zip(&row).for_each(|(value, up)| *value -= factor * up);
            inverse[other].iter_mut().zip(&inverse_row).for_each(|(value, up)| *value -= factor * up);
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee::{Dice as _, Seeded};

    /// A margin of a bot that is so much stronger than another, whose own spread is the same: made of dice.
    fn margin(dice: &mut Seeded, stronger: i32) -> i32 {
        (0..12).map(|_| i32::from(dice.pick(100))).sum::<i32>() + stronger
    }

    /// Pairs of two bots, the first of which has so many points more.
    fn pairs(seed: u64, stronger: i32) -> impl Iterator<Item = (i32, i32)> {
        let mut dice = Seeded(seed);
        std::iter::repeat_with(move || (margin(&mut dice, stronger), margin(&mut dice, 0)))
    }

    /// How many pairs it takes to decide, and what is decided.
    fn decided(seed: u64, stronger: i32, most: usize) -> (usize, Verdict) {
        let mut scores = vec![];
        for (a, b) in pairs(seed, stronger).take(most) {
            scores.push(if a > b {
                1.0
            } else if a < b {
                0.0
            } else {
                0.5
            });
            let (_, verdict) = sequential(&scores, 0.0, 40.0);
            if verdict != Verdict::Open {
                return (scores.len(), verdict);
            }
        }
        (most, Verdict::Open)
    }

    #[test]
    fn a_bot_against_itself_is_even() {
        for seed in 0..20 {
            let (a, b): (Vec<i32>, Vec<i32>) = pairs(seed, 0).take(400).unzip();
            let share = duplicate(&a, &b);
            assert!(elo(share.mean).abs() < 35.0, "seed {seed}: {share:?}");
        }
    }

    #[test]
    fn a_planted_difference_of_a_hundred_elo_is_found_soon_and_no_difference_is_not() {
        // 0.64 of the pairs: the margins spread by 100, their difference by 141.
        let found = (0..40).filter(|seed| {
            let (pairs, verdict) = decided(*seed, 51, 150);
            verdict == Verdict::Stronger && pairs <= 150
        });
        assert!(found.count() >= 36, "a difference of 100 Elo shows within 150 pairs, nine times of ten");
        let fooled = (0..40).filter(|seed| decided(*seed, 0, 2_000).1 == Verdict::Stronger).count();
        assert!(fooled <= 5, "no difference was called one {fooled} times of 40");
    }

    #[test]
    fn ratings_find_strength_behind_a_seat_that_wins_anyway() {
        // The bot is 200 stronger; the first seat is worth 400, the second -400.
        let series = |bot, against, seat: usize, difference: f64| {
            let bias = if seat == 0 { 400.0 } else { -400.0 };
            Series { bot, against, seat, games: 1_000.0, points: 1_000.0 * expected(difference + bias) }
        };
        let games = [series(0, 0, 0, 0.0), series(0, 0, 1, 0.0), series(1, 0, 0, 200.0), series(1, 0, 1, 200.0)];
        let found = ratings(2, 2, 0, &games);
        assert!((found[1].elo - 1_200.0).abs() < 25.0, "{found:?}");
        assert!(found[1].within > 10.0 && found[1].within < 60.0, "{found:?}");
        assert!((found[0].elo - 1_000.0).abs() < 0.01, "{found:?}");
    }

    #[test]
    fn the_interval_of_a_duplicate_narrows_with_games() {
        let share = |games: usize| {
            let (a, b): (Vec<i32>, Vec<i32>) = pairs(3, 60).take(games).unzip();
            duplicate(&a, &b)
        };
        assert!(share(400).error < share(50).error);
        let (low, high) = share(400).interval();
        // 60 of 141 more: two times of three.
        assert!(low < 0.66 && high > 0.66, "{low} {high}");
    }
}
