//! The small networks the bots at the table judge by, one for each commander: from the inputs over hidden units to the
//! chance to win and to how the medals will stand. Whole numbers only, so that every machine finds the same.

use crate::inputs::{INPUTS, names};
use data::{DataError, Spanned, Text, from_toml};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Hidden units.
const HIDDEN: usize = 32;
/// What an input is told in: parts of its spread, up to so many.
const UNIT: i32 = 64;
const MOST: i32 = 8 * UNIT - 1;
/// Weights are told in these parts.
const PARTS: i32 = 4096;
/// No weight of an input is larger, so that no sum is too large.
const LARGEST: i16 = 16_000;
/// A chance of 1.
pub(crate) const SURE: i32 = 1 << 15;

/// `SURE / (1 + exp(-x))` for x = 0, 1/4, … 8.
const CURVE: [i32; 33] = [
    16384, 18421, 20397, 22255, 23955, 25471, 26790, 27917, 28862, 29644, 30282, 30799, 31214, 31545, 31807, 32015,
    32179, 32307, 32408, 32487, 32549, 32597, 32635, 32664, 32687, 32705, 32719, 32730, 32738, 32745, 32750, 32754,
    32757,
];

/// A network as it is written in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    /// By input: its mean and its spread in hundredths, then its weight for each hidden unit.
    inputs: BTreeMap<Spanned<String>, Vec<i32>>,
    /// The biases of the hidden units.
    hidden: Vec<i32>,
    /// A bias, then a weight for each hidden unit.
    won: Vec<i32>,
    medals: Vec<i32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NetworkFile {
    /// How they were found: for readers.
    #[serde(rename = "found")]
    _found: String,
    monty: Written,
    brad: Written,
    patton: Written,
}

/// What a position promises: chances in parts of [`SURE`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Promise {
    pub(crate) won: i32,
    pub(crate) medals: i32,
}

#[derive(Clone, Debug)]
pub(crate) struct Network {
    /// By input: its mean in hundredths, and what turns the distance from it into parts of its spread.
    scale: Vec<(i32, i64)>,
    /// By hidden unit: a weight for each input.
    weights: Vec<[i16; INPUTS]>,
    hidden: [i32; HIDDEN],
    won: (i32, [i32; HIDDEN]),
    medals: (i32, [i32; HIDDEN]),
}

/// The networks of Monty, Brad and Patton.
pub(crate) fn read(text: &Text) -> Result<[Network; 3], DataError> {
    let file: NetworkFile = from_toml(text)?;
    Ok([
        network(text, "monty", &file.monty)?,
        network(text, "brad", &file.brad)?,
        network(text, "patton", &file.patton)?,
    ])
}

fn network(text: &Text, whose: &str, written: &Written) -> Result<Network, DataError> {
    let names = names();
    let mut network = Network {
        scale: vec![(0, 0); INPUTS],
        weights: vec![[0; INPUTS]; HIDDEN],
        hidden: [0; HIDDEN],
        won: (0, [0; HIDDEN]),
        medals: (0, [0; HIDDEN]),
    };
    let mut missing = vec![true; INPUTS];
    for (name, numbers) in &written.inputs {
        let wrong = |what: String| text.error_at(name.span(), format!("{whose}, {}: {what}", name.get_ref()));
        let at = names.iter().position(|known| known == name.get_ref());
        let at = at.ok_or_else(|| wrong("there is no such input".into()))?;
        let [mean, spread, weights @ ..] = numbers.as_slice() else {
            return Err(wrong("a mean, a spread and the weights are expected".into()));
        };
        if *spread < 1 || mean.abs() > 1_000_000 {
            return Err(wrong("the spread must be at least 1, and the mean within a million".into()));
        }
        if weights.len() != HIDDEN {
            return Err(wrong(format!("{} weights; there are {HIDDEN} hidden units", weights.len())));
        }
        network.scale[at] = (*mean, (i64::from(UNIT) << 16) / i64::from(*spread));
        for (unit, weight) in network.weights.iter_mut().zip(weights) {
            let small = i16::try_from(*weight).ok().filter(|weight| weight.abs() <= LARGEST);
            unit[at] = small.ok_or_else(|| wrong(format!("the weight {weight} is not within {LARGEST}")))?;
        }
        missing[at] = false;
    }
    if let Some(at) = missing.iter().position(|missing| *missing) {
        return Err(text.error(format!("{whose}: the input `{}` is missing", names[at])));
    }
    let units = |name: &str, numbers: &[i32]| -> Result<[i32; HIDDEN], DataError> {
        let small = numbers.iter().all(|number| number.abs() <= 1 << 20);
        let units = numbers.try_into().ok().filter(|_| small);
        units.ok_or_else(|| text.error(format!("{whose}, {name}: {HIDDEN} weights within a million are expected")))
    };
    let output = |name: &str, numbers: &[i32]| match numbers {
        [bias, weights @ ..] => Ok((*bias, units(name, weights)?)),
        [] => Err(text.error(format!("{whose}, {name}: a bias and weights are expected"))),
    };
    network.hidden = units("hidden", &written.hidden)?;
    network.won = output("won", &written.won)?;
    network.medals = output("medals", &written.medals)?;
    Ok(network)
}

impl Network {
    pub(crate) fn judge(&self, inputs: &[i32; INPUTS]) -> Promise {
        let mut scaled = [0i16; INPUTS];
        for ((scaled, input), (mean, scale)) in scaled.iter_mut().zip(inputs).zip(&self.scale) {
            let part = (i64::from(100 * input - mean) * scale) >> 16;
            *scaled = i16::try_from(part.clamp(-i64::from(MOST), i64::from(MOST))).unwrap_or(0);
        }
        let mut hidden = [0; HIDDEN];
        for ((found, weights), bias) in hidden.iter_mut().zip(&self.weights).zip(self.hidden) {
            let sum: i32 = weights.iter().zip(&scaled).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum();
            *found = (sum / PARTS + bias * UNIT / PARTS).max(0);
        }
        let chance = |(bias, weights): &(i32, [i32; HIDDEN])| {
            let sum: i64 = weights.iter().zip(hidden).map(|(a, b)| i64::from(*a) * i64::from(b)).sum();
            curve(sum + i64::from(*bias) * i64::from(UNIT))
        };
        Promise { won: chance(&self.won), medals: chance(&self.medals) }
    }
}

/// The chance for a score that is told in parts of `UNIT * PARTS`.
fn curve(score: i64) -> i32 {
    let step = i64::from(UNIT * PARTS / 4);
    let (whole, part) = (score.abs() / step, score.abs() % step);
    let at = usize::try_from(whole).unwrap_or(usize::MAX).min(CURVE.len() - 1);
    let (low, high) = (CURVE[at], CURVE[(at + 1).min(CURVE.len() - 1)]);
    let found = low + i32::try_from(i64::from(high - low) * part / step).unwrap_or(0);
    if score < 0 { SURE - found } else { found }
}

/// What a lead in medals counts at the end; networks learn to foresee it.
pub(crate) fn of_lead(medals: i32) -> i32 {
    curve(i64::from(UNIT * PARTS) * i64::from(medals) / 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_rises_and_is_even() {
        let unit = i64::from(UNIT * PARTS);
        assert_eq!(curve(0), SURE / 2);
        assert!((curve(unit) - 23_955).abs() <= 1, "{}", curve(unit));
        assert_eq!(curve(3 * unit) + curve(-3 * unit), SURE);
        assert!((-40..40).all(|x| curve(x * unit / 4) <= curve((x + 1) * unit / 4)));
        assert_eq!(curve(1000 * unit), CURVE[32]);
    }
}
