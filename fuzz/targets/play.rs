//! Bytes as choices and rolls: every law holds.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::play(bytes));
