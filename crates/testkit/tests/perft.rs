//! Perft counts of Tally, by hand.

mod tally;

use referee::Game;
use std::sync::Arc;
use tally::{Fault, Tally};
use testkit::perft::{check_file, perft, read_counts, record_file, write_counts};

#[test]
fn counts_are_those_found_by_hand() {
    let game = Tally::new(Fault::None);
    let planned = game.read_position("step 2\nA plan 1\nB plan 1\nA at s0").unwrap();
    let deal = game.read_position("step 0").unwrap();
    assert_eq!(perft(&game, &deal, 1, 0), 5);
    assert_eq!(perft(&game, &deal, 2, 0), 25);
    // Three walks, a roll, and the 8 of 15 sets of tokens 1, 2, 3, 4 that weigh five at most:
    // 1, 2, 3, 4, 12, 13, 14, 23.
    assert_eq!(perft(&game, &planned, 1, 0), 3 + 1 + 8);
    assert_eq!(perft(&game, &deal, 3, 0), 25 * 12);
}

#[test]
fn a_changed_count_is_found() {
    let file = std::env::temp_dir().join(format!("rhine-perft-{}.perft", std::process::id()));
    let game = Arc::new(Tally::new(Fault::None));
    std::fs::write(&file, "# comment\nplain 1 0 5\nplain  2 100   25\n").unwrap();
    check_file(&game, &file).unwrap();
    std::fs::write(&file, "plain 1 0 6\n").unwrap();
    let changed = check_file(&game, &file).unwrap_err();
    assert!(changed.contains("plain depth 1 dice 0: recorded 6, now 5"), "{changed}");
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn a_file_that_is_missing_is_made() {
    let file = std::env::temp_dir().join(format!("rhine-first-{}.perft", std::process::id()));
    let game = Arc::new(Tally::new(Fault::None));
    assert!(check_file(&game, &file).unwrap_err().ends_with("RHINE_RECORD=1 makes it"));
    record_file(&game, &file).unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    check_file(&game, &file).unwrap();
    std::fs::remove_file(&file).unwrap();
    let counts = read_counts(&text).unwrap();
    assert!(game.scenarios().iter().all(|scenario| counts.iter().any(|count| count.position == scenario.id)), "{text}");
    assert!(counts.iter().all(|count| count.count > 0), "{text}");
}

#[test]
fn a_file_of_counts_is_read_and_written() {
    let text =
        "# position, depth, dice, count. A changed count is a changed rule.\nplain        3   50        120000\n";
    let counts = read_counts(text).unwrap();
    assert_eq!(read_counts(&write_counts(&counts)).unwrap(), counts);
    assert_eq!(
        read_counts("plain 3 50").unwrap_err(),
        "line 1: expected position, depth, dice and count, found `plain 3 50`"
    );
    assert_eq!(read_counts("plain 3 x 5").unwrap_err(), "line 1: `x` is no number");
}
