//! Every rule case of `cases/`, each a test of its own name.

use operation_grenade::{OperationGrenade, files};
use std::process::ExitCode;
use std::sync::Arc;

fn main() -> ExitCode {
    let game = OperationGrenade::new(&files()).expect("the embedded files are sound");
    testkit::cases_main(Arc::new(game), concat!(env!("CARGO_MANIFEST_DIR"), "/cases"))
}
