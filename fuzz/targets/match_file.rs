//! Any text as a match file: read as far as it goes, never a panic, and what was read is written so
//! that it is read again.
#![no_main]

use fuzz::{BEGUN, SHELF};
use libfuzzer_sys::fuzz_target;
use referee::Replayed;

fuzz_target!(|bytes: &[u8]| {
    let [kind, rest @ ..] = bytes else { return };
    let rest = String::from_utf8_lossy(rest);
    // Raw, behind a good header, or put in the place of a line of a good match.
    let begun = &BEGUN[usize::from(*kind) % BEGUN.len()];
    let lines: Vec<_> = begun.lines().collect();
    let at = usize::from(*kind / 4) % lines.len();
    let text = match kind % 4 {
        0 => rest.into_owned(),
        1 => format!("{}\n{rest}", lines[..6.min(lines.len())].join("\n")),
        2 => format!("{}\n{rest}\n{}", lines[..at].join("\n"), lines[at + 1..].join("\n")),
        _ => format!("{}\n{rest}", lines.join("\n")),
    };
    for game in SHELF.games() {
        let Some(table) = game.replay(&text).game_match else { continue };
        let written = table.write();
        let Replayed { game_match: again, stopped: diverged, .. } = game.replay(&written);
        assert_eq!(diverged, None, "what was written cannot be read:\n{written}");
        assert_eq!(again.expect("a whole match").write(), written);
    }
});
