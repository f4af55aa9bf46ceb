//! The table as people meet it: real sockets, a store on disk.
#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "a test may stop at the first thing that goes wrong"
)]

mod attacks;
#[allow(dead_code, reason = "shared with the tests of the binary")]
mod common;
mod dice;
mod fuzzed;
mod hidden_chits;
mod hidden_plots;
mod hidden_units;
mod leaky;
mod mistakes;
mod nobody_in;
mod peeks;
mod play;
#[allow(dead_code, reason = "shared with the tests of the binary")]
mod postgres;
mod secrets;
mod sitting;
mod stores;
mod talk;
