//! What fuzzing has found, and where it has been: `fuzz/seeds/`, run again with every test.

use std::path::Path;

#[allow(dead_code, unreachable_pub, reason = "shared with the fuzz targets")]
#[path = "../../../../fuzz/src/lib.rs"]
mod fuzz;

fn run_again(target: &str, run: fn(&[u8])) {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let mut count = 0;
    for seed in std::fs::read_dir(&seeds).unwrap() {
        let file = seed.unwrap().path();
        let bytes = std::fs::read(&file).unwrap();
        assert!(std::panic::catch_unwind(|| run(&bytes)).is_ok(), "{}", file.display());
        count += 1;
    }
    assert!(count > 0, "{} is empty", seeds.display());
}

#[test]
fn seeds_of_play_keep_every_law() {
    run_again("play", fuzz::play);
}

#[test]
fn seeds_of_the_socket_are_answered() {
    run_again("socket", fuzz::socket);
}
