//! Every case a test of its own: `tests/cases.rs` of a game, with `harness = false`.

use super::run::{read_for, run_case};
use super::script::Case;
use libtest_mimic::{Arguments, Failed, Trial};
use referee::Game;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// Runs every case of `DIR/*.case` as a named test. The `main` of a game's `tests/cases.rs`:
///
/// ```ignore
/// fn main() -> std::process::ExitCode {
///     testkit::cases_main(game, Path::new(env!("CARGO_MANIFEST_DIR")).join("cases"))
/// }
/// ```
pub fn cases_main<G: Game>(game: Arc<G>, dir: impl AsRef<Path>) -> ExitCode {
    let dir = dir.as_ref();
    let mut files: Vec<_> = match std::fs::read_dir(dir) {
        Ok(entries) => entries.filter_map(|entry| Some(entry.ok()?.path())).collect(),
        Err(error) => {
            eprintln!("{}: {error}", dir.display());
            return ExitCode::FAILURE;
        }
    };
    files.retain(|file| file.extension().is_some_and(|extension| extension == "case"));
    files.sort();
    let trials = files.iter().flat_map(|file| trials(&game, file)).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn trials<G: Game>(game: &Arc<G>, file: &Path) -> Vec<Trial> {
    let shown = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let failing = |what: String| vec![Trial::test(format!("{stem}::script"), move || Err(Failed::from(what)))];
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) => return failing(format!("{shown}: {error}")),
    };
    // A script that cannot be read is one failing test.
    let script = match read_for(game, &shown, &text) {
        Ok(script) => script,
        Err(report) => return failing(report.to_string()),
    };
    let trial = |case: Case| {
        let name = format!("{stem}::{}", case.name());
        let (game, shown) = (Arc::clone(game), shown.clone());
        let run = move || run_case(&game, &shown, &case).map_err(|report| Failed::from(report.to_string()));
        Trial::test(name, run)
    };
    script.cases.into_iter().map(trial).collect()
}
