//! The rule cases in `cases/`, each a test of its own.

use ford::{Ford, files};
use std::sync::Arc;

fn main() -> std::process::ExitCode {
    let game = Ford::new(&files()).expect("the files Ford was built with can be read");
    testkit::cases_main(Arc::new(game), concat!(env!("CARGO_MANIFEST_DIR"), "/cases"))
}
