//! The rule cases in `cases/`, each a test of its own.

use dday_to_the_rhine::{DdayToTheRhine, files};
use std::sync::Arc;

fn main() -> std::process::ExitCode {
    let game = DdayToTheRhine::new(&files()).expect("the files the game was built with can be read");
    testkit::cases_main(Arc::new(game), concat!(env!("CARGO_MANIFEST_DIR"), "/cases"))
}
