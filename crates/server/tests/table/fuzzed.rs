//! What fuzzing has found, and where it has been: `fuzz/seeds/`, run again with every test, and changed a little.
//!
//! `RHINE_FUZZ_SECONDS=600 cargo test -p server --test table fuzzed` changes them for ten minutes each: for machines
//! without a nightly toolchain, on which `cargo xtask fuzz` does it better. What fails is kept among the seeds.

use referee::{Dice, Seeded};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[allow(dead_code, unreachable_pub, reason = "shared with the fuzz targets")]
#[path = "../../../../fuzz/src/lib.rs"]
mod fuzz;

fn seeds_of(target: &str) -> (PathBuf, Vec<Vec<u8>>) {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&dir).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{} is empty", dir.display());
    (dir, files.iter().map(|file| std::fs::read(file).unwrap()).collect())
}

/// Every seed as it is, then changed ones: a few, or for as long as asked.
fn try_seeds(target: &str, run: fn(&[u8])) {
    let (dir, mut seeds) = seeds_of(target);
    let holds = |bytes: &[u8]| std::panic::catch_unwind(|| run(bytes)).is_ok();
    for seed in &seeds {
        assert!(holds(seed), "{target}: {:?}", String::from_utf8_lossy(seed));
    }
    let asked = std::env::var("RHINE_FUZZ_SECONDS").ok();
    let seconds = asked.as_ref().map_or(0, |n| n.parse().expect("RHINE_FUZZ_SECONDS is a number"));
    let (least, end) = (20, Instant::now() + Duration::from_secs(seconds));
    let mut dice = Seeded(if asked.is_some() { u64::from(std::process::id()) } else { 1944 });
    let mut tried = 0u64;
    while tried < least || Instant::now() < end {
        let mut bytes = seeds[below(&mut dice, seeds.len())].clone();
        for _ in 0..=below(&mut dice, 4) {
            change(&mut bytes, &seeds, &mut dice);
        }
        if !holds(&bytes) {
            let name = format!("found-{:08x}", referee::fingerprint(&format!("{bytes:?}")));
            std::fs::write(dir.join(&name), &bytes).unwrap();
            panic!("{target}: {name} is kept among the seeds");
        }
        tried += 1;
        // Changed ones are changed again.
        if seeds.len() < 2_000 && below(&mut dice, 50) == 0 {
            seeds.push(bytes);
        }
    }
    println!("{target}: {tried} inputs");
}

fn below(dice: &mut Seeded, n: usize) -> usize {
    usize::from(dice.pick(u16::try_from(n.max(1)).unwrap_or(u16::MAX)))
}

/// One small change: a byte, a piece left out or doubled, the end of another seed, another number.
fn change(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], dice: &mut Seeded) {
    let at = below(dice, bytes.len());
    let to = (at + 1 + below(dice, 16)).min(bytes.len());
    match dice.pick(6) {
        _ if bytes.is_empty() => bytes.push(7),
        0 => bytes[at] = u8::try_from(dice.pick(256)).unwrap_or(0),
        1 => bytes[at] ^= 1 << dice.pick(8),
        2 => drop(bytes.drain(at..to)),
        3 => {
            let piece = bytes[at..to].to_vec();
            bytes.splice(at..at, piece);
        }
        4 => {
            let other = &seeds[below(dice, seeds.len())];
            bytes.truncate(at);
            bytes.extend(&other[below(dice, other.len())..]);
        }
        _ => {
            let digits: Vec<usize> = (0..bytes.len()).filter(|i| bytes[*i].is_ascii_digit()).collect();
            let Some(&at) = digits.get(below(dice, digits.len())) else { return };
            let number = ["0", "1", "-1", "255", "256", "65535", "65536", "99999999999"][below(dice, 8)];
            bytes.splice(at..=at, number.bytes());
        }
    }
}

#[test]
fn seeds_of_play_keep_every_law() {
    try_seeds("play", fuzz::play);
}

#[test]
fn seeds_of_the_socket_are_answered() {
    try_seeds("socket", fuzz::socket);
}
