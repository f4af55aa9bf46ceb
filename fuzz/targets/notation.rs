//! Any text as an action, as a position or as a case script: an answer, never a panic.
#![no_main]

use fuzz::{begun, chosen, look};
use libfuzzer_sys::fuzz_target;
use shelf::LiveMatch;
use std::cell::LazyCell;

thread_local! {
    static TABLES: LazyCell<Vec<Box<dyn LiveMatch>>> =
        const { LazyCell::new(|| (0..9).flat_map(|n| [begun(n, 0), begun(n, 30), begun(n, 150)]).collect()) };
}

fuzz_target!(|bytes: &[u8]| {
    let [kind, which, rest @ ..] = bytes else { return };
    let text = String::from_utf8_lossy(rest);
    let (game, _) = chosen(*which);
    match kind % 8 {
        0 => {
            let script = format!("game {}\n{text}", game.kit().id);
            if let Ok(results) = game.run_cases("fuzz.case", &script) {
                for report in results.iter().filter_map(|case| case.result.as_ref().err()) {
                    assert!(!report.found.contains("panicked"), "{report}");
                }
            }
        }
        1 => {
            if let Ok(table) = game.begin_at(&text) {
                look(&*table);
            }
        }
        _ => {
            if let Ok(written) = game.reread(&text) {
                assert_eq!(game.reread(&written).as_ref(), Ok(&written), "`{text}` is not read as it is written");
            }
            TABLES.with(|tables| {
                for table in tables.iter().filter(|table| table.kit().id == game.kit().id) {
                    if let Some(seat) = table.awaits().seat() {
                        let _ = table.ask_text(seat, &text);
                    }
                }
            });
        }
    }
});
