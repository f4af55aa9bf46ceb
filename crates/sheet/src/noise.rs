//! Repeatable pseudo-randomness: the same hex always gets the same trees.
#![allow(clippy::cast_possible_truncation, reason = "drawing only: coordinates are small and cut on purpose")]

use crate::geometry::Pt;

/// From 0 up to, but not including, 1.
pub(crate) fn hash(a: i32, b: i32, c: i32) -> f64 {
    let mut h = a.wrapping_mul(374_761_393) ^ b.wrapping_mul(668_265_263) ^ c.wrapping_mul(1_274_126_177);
    h = (h ^ h.cast_unsigned().wrapping_shr(13).cast_signed()).wrapping_mul(1_274_126_177);
    let h = h.cast_unsigned();
    f64::from(h ^ (h >> 16)) / 4_294_967_296.0
}

/// A hash of a place, fine enough to tell neighbouring marks apart.
pub(crate) fn at(p: Pt, salt: i32) -> f64 {
    hash((p.x * 9.0) as i32, (p.y * 9.0) as i32, salt)
}

/// Value noise: smooth, from 0 to 1, one bump per unit.
pub(crate) fn noise(x: f64, y: f64, seed: i32) -> f64 {
    let (i, j) = (x.floor() as i32, y.floor() as i32);
    let ease = |t: f64| t * t * (3.0 - 2.0 * t);
    let (u, v) = (ease(x - x.floor()), ease(y - y.floor()));
    let row = |j| {
        let (a, b) = (hash(i, j, seed), hash(i + 1, j, seed));
        a + (b - a) * u
    };
    row(j) * (1.0 - v) + row(j + 1) * v
}
