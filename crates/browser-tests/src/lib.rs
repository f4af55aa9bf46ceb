//! Hands and eyes for the browser tests: a table in this process, Chromium driven over WebDriver, and a
//! player who looks at the page and clicks.
//!
//! Read [`house`] (what is started and brought to an end), then [`page`] (waiting, pointing, clicking), then
//! [`player`] (answering any decision by clicks). The tests are in `tests/browser/`.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first thing that goes wrong")]

pub mod axe;
pub mod house;
pub mod page;
pub mod player;

pub use house::{House, at_slow_table, at_table, report};
pub use page::Page;
pub use player::Player;
