//! Any bytes as a message of a page: read or not, it is answered, and the match is sound afterwards.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::socket(bytes));
