//! Bytes as choices and rolls: every law holds.
#![no_main]

use fuzz::chosen;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let [which, rest @ ..] = bytes else { return };
    let (game, setup) = chosen(*which);
    let report = game.inspect_bytes(&setup, rest, 20_000);
    assert!(report.is_clean(), "{report}");
});
