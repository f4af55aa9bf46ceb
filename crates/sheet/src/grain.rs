//! The grain of the paper: a small picture that repeats. A filter that computes noise looks the same and takes a browser a
//! second whenever the map is seen at another scale.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "drawing only: small figures")]

use crate::noise::hash;

/// Pixels of a side, and how large each is printed.
const SIDE: u32 = 96;
const PIXEL: u32 = 5;
const INK: [u8; 3] = [107, 79, 36];

/// The grain as a pattern.
pub(crate) fn pattern(id: &str) -> String {
    let side = SIDE * PIXEL;
    format!(
        r#"<pattern id="{id}" width="{side}" height="{side}" patternUnits="userSpaceOnUse"><image href="data:image/png;base64,{}" width="{side}" height="{side}"/></pattern>"#,
        base64(&png())
    )
}

/// How dark a pixel is, in sixteenths; what leaves on one side comes in on the other.
fn shade(x: u32, y: u32) -> u8 {
    let mut dark = 0.0;
    let (mut cells, mut weight) = (8, 0.5);
    while cells < SIDE {
        let at = |n: u32| f64::from(n) * f64::from(cells) / f64::from(SIDE);
        dark += weight * tiled(at(x), at(y), cells as i32);
        (cells, weight) = (cells * 2, weight / 2.0);
    }
    ((dark * 0.9 - 0.3).clamp(0.0, 0.5) * 31.9) as u8
}

/// Smooth noise that repeats after so many cells.
fn tiled(x: f64, y: f64, cells: i32) -> f64 {
    let (i, j) = (x.floor() as i32, y.floor() as i32);
    let ease = |t: f64| t * t * (3.0 - 2.0 * t);
    let (u, v) = (ease(x.fract()), ease(y.fract()));
    let corner = |i: i32, j: i32| hash(i.rem_euclid(cells), j.rem_euclid(cells), cells);
    let row = |j: i32| corner(i, j) * (1.0 - u) + corner(i + 1, j) * u;
    row(j) * (1.0 - v) + row(j + 1) * v
}

/// Sixteen shades of one ink, nothing compressed: who sends it does that.
fn png() -> Vec<u8> {
    let mut rows = Vec::new();
    for y in 0..SIDE {
        rows.push(0);
        rows.extend((0..SIDE / 2).map(|pair| shade(2 * pair, y) << 4 | shade(2 * pair + 1, y)));
    }
    let mut header = Vec::new();
    header.extend(SIDE.to_be_bytes());
    header.extend(SIDE.to_be_bytes());
    header.extend([4, 3, 0, 0, 0]);
    let mut stream = vec![0x78, 0x01, 1];
    let length = rows.len() as u16;
    stream.extend(length.to_le_bytes());
    stream.extend((!length).to_le_bytes());
    stream.extend(&rows);
    stream.extend(adler(&rows).to_be_bytes());
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    let alphas: Vec<u8> = (0..16).map(|n| n * 8).collect();
    for (name, data) in
        [(b"IHDR", header), (b"PLTE", INK.repeat(16)), (b"tRNS", alphas), (b"IDAT", stream), (b"IEND", vec![])]
    {
        out.extend((data.len() as u32).to_be_bytes());
        let named: Vec<u8> = name.iter().chain(&data).copied().collect();
        out.extend(&named);
        out.extend(crc(&named).to_be_bytes());
    }
    out
}

fn adler(bytes: &[u8]) -> u32 {
    let (a, b) = bytes.iter().fold((1, 0), |(a, b), byte| {
        let a = (a + u32::from(*byte)) % 65521;
        (a, (a + b) % 65521)
    });
    b << 16 | a
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    })
}

fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for three in bytes.chunks(3) {
        let word = three.iter().chain([&0, &0]).take(3).fold(0_u32, |word, byte| word << 8 | u32::from(*byte));
        let sign = |n: usize| char::from(SIGNS[(word >> (18 - 6 * n) & 63) as usize]);
        out.extend((0..4).map(|n| if n <= three.len() { sign(n) } else { '=' }));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_signs_are_those_of_the_standards() {
        assert_eq!(crc(b"123456789"), 0xcbf4_3926);
        assert_eq!(adler(b"Wikipedia"), 0x11e6_0398);
        assert_eq!(base64(b"Rhine"), "UmhpbmU=");
    }

    #[test]
    fn the_grain_is_neither_blank_nor_flat_and_has_no_seam() {
        let shades: Vec<u8> = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| shade(x, y))).collect();
        assert!(shades.iter().any(|s| *s > 8) && shades.contains(&0), "{shades:?}");
        let step = |a: u32, b: u32| (0..SIDE).map(|y| u32::from(shade(a, y).abs_diff(shade(b, y)))).sum::<u32>();
        let inside: u32 = (0..SIDE - 1).map(|x| step(x, x + 1)).max().unwrap();
        assert!(step(SIDE - 1, 0) <= inside, "a seam");
    }
}
