//! Strength points in exact fractions.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub, SubAssign};

/// A number of strength points, such as 3, 2 1/2 or -1/3. Nothing is rounded until the rules say so.
///
/// Always in lowest terms, so equal strengths look the same. Panics beyond two thousand million parts,
/// which no combat has.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Strength {
    parts: i32,
    /// Parts to a point, at least 1.
    whole: i32,
}

impl Strength {
    pub const ZERO: Strength = Strength { parts: 0, whole: 1 };

    #[must_use]
    pub fn times(self, n: i32) -> Strength {
        Strength::reduced(i64::from(self.parts) * i64::from(n), self.whole.into())
    }

    #[must_use]
    pub fn halved(self) -> Strength {
        Strength::reduced(self.parts.into(), i64::from(self.whole) * 2)
    }

    #[must_use]
    pub fn third(self) -> Strength {
        Strength::reduced(self.parts.into(), i64::from(self.whole) * 3)
    }

    /// Whole points, a fraction dropped downwards: -1/2 becomes -1.
    pub fn floor(self) -> i32 {
        self.parts.div_euclid(self.whole)
    }

    /// Whole points, a fraction raised upwards: -1/2 becomes 0.
    pub fn ceil(self) -> i32 {
        let whole = self.floor();
        if whole * self.whole == self.parts { whole } else { whole + 1 }
    }

    fn reduced(parts: i64, whole: i64) -> Strength {
        let divisor = greatest_common_divisor(parts.abs(), whole);
        let part = |n: i64| i32::try_from(n / divisor).expect("strengths are small numbers");
        Strength { parts: part(parts), whole: part(whole) }
    }
}

fn greatest_common_divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

impl From<i32> for Strength {
    fn from(points: i32) -> Strength {
        Strength { parts: points, whole: 1 }
    }
}

impl Default for Strength {
    fn default() -> Strength {
        Strength::ZERO
    }
}

impl Add for Strength {
    type Output = Strength;

    fn add(self, other: Strength) -> Strength {
        let (a, b) = (i64::from(self.whole), i64::from(other.whole));
        Strength::reduced(i64::from(self.parts) * b + i64::from(other.parts) * a, a * b)
    }
}

impl Sub for Strength {
    type Output = Strength;

    fn sub(self, other: Strength) -> Strength {
        self + other.times(-1)
    }
}

impl AddAssign for Strength {
    fn add_assign(&mut self, other: Strength) {
        *self = *self + other;
    }
}

impl SubAssign for Strength {
    fn sub_assign(&mut self, other: Strength) {
        *self = *self - other;
    }
}

impl Sum for Strength {
    fn sum<I: Iterator<Item = Strength>>(strengths: I) -> Strength {
        strengths.fold(Strength::ZERO, Add::add)
    }
}

impl Ord for Strength {
    fn cmp(&self, other: &Strength) -> Ordering {
        let mine = i64::from(self.parts) * i64::from(other.whole);
        mine.cmp(&(i64::from(other.parts) * i64::from(self.whole)))
    }
}

impl PartialOrd for Strength {
    fn partial_cmp(&self, other: &Strength) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// As printed: `3`, `2 1/2`, `-1/3`.
impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (points, rest) = (self.parts / self.whole, (self.parts % self.whole).abs());
        match (points, rest) {
            (_, 0) => write!(f, "{points}"),
            (0, _) => write!(f, "{}/{}", self.parts, self.whole),
            (_, _) => write!(f, "{points} {rest}/{}", self.whole),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(n: i32) -> Strength {
        Strength::from(n)
    }

    #[test]
    fn fractions_add_up_exactly() {
        assert_eq!(points(1).third() + points(1).third() + points(1).third(), points(1));
        assert_eq!(points(5).halved() + points(1).halved(), points(3));
        assert_eq!(points(1).halved() - points(1).third(), points(1).halved().third());
        assert_eq!([3, 1, 2].map(|n| points(n).halved()).into_iter().sum::<Strength>(), points(3));
        let mut total = points(2);
        total += points(1).halved();
        total -= points(3);
        assert_eq!(total, points(-1).halved());
    }

    #[test]
    fn the_order_of_halving_and_adding_does_not_matter() {
        for a in -20..20 {
            for b in -20..20 {
                assert_eq!((points(a) + points(b)).halved(), points(a).halved() + points(b).halved());
                assert_eq!(points(a).third().halved(), points(a).halved().third());
                assert_eq!(points(a).third().cmp(&points(b).third()), a.cmp(&b));
                assert_eq!(points(a).halved().cmp(&points(b).third()), (3 * a).cmp(&(2 * b)));
            }
        }
    }

    #[test]
    fn rounding_goes_the_way_it_is_asked() {
        for (parts, down, up) in [(-4, -2, -2), (-3, -2, -1), (-1, -1, 0), (0, 0, 0), (1, 0, 1), (3, 1, 2), (4, 2, 2)] {
            let strength = points(parts).halved();
            assert_eq!((strength.floor(), strength.ceil()), (down, up), "{strength}");
        }
    }

    #[test]
    fn strengths_print_as_people_write_them() {
        let printed = [(0, "0"), (1, "1/2"), (2, "1"), (5, "2 1/2"), (-1, "-1/2"), (-5, "-2 1/2"), (-6, "-3")];
        for (halves, text) in printed {
            assert_eq!(points(halves).halved().to_string(), text);
        }
        assert_eq!(points(7).third().times(2).to_string(), "4 2/3");
    }

    #[test]
    fn equal_strengths_look_the_same() {
        assert_eq!(points(2).halved(), points(1));
        assert_eq!(points(0).third(), Strength::ZERO);
        assert_eq!(points(6).third().halved(), Strength::default() + points(1));
    }
}
