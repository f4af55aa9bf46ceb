//! An owner edits a data file: the game is set up with it, or the mistake is named.
#![no_main]

use data::Files;
use libfuzzer_sys::fuzz_target;
use referee::Seeded;
use std::sync::LazyLock;

static FILES: LazyLock<Vec<Files>> = LazyLock::new(shelf::files);

fuzz_target!(|bytes: &[u8]| {
    let [game, file, how, low, high, edit @ ..] = bytes else { return };
    let files = &FILES[usize::from(*game) % FILES.len()];
    let edited = usize::from(*file) % files.texts().len();
    let edit = String::from_utf8_lossy(edit);
    let texts: Vec<(&str, String)> = files
        .texts()
        .iter()
        .enumerate()
        .map(|(i, text)| {
            let body = text.body();
            if i != edited {
                return (text.name(), body.to_owned());
            }
            let lines: Vec<_> = body.lines().collect();
            let at = (usize::from(*high) << 8 | usize::from(*low)) % lines.len().max(1);
            let body = match how % 5 {
                0 => edit.clone().into_owned(),
                1 => format!("{}\n{edit}\n{}", lines[..at].join("\n"), lines[at + 1..].join("\n")),
                2 => format!("{}\n{edit}\n{}", lines[..at].join("\n"), lines[at..].join("\n")),
                3 => lines[..at].join("\n"),
                _ => {
                    let (before, line) = (lines[..at].join("\n"), lines.get(at).copied().unwrap_or_default());
                    let words: Vec<_> = line.split_whitespace().collect();
                    let word = usize::from(*how / 5) % words.len().max(1);
                    let line = words.iter().enumerate().map(|(i, w)| if i == word { edit.as_ref() } else { w });
                    format!(
                        "{before}\n{}\n{}",
                        line.collect::<Vec<_>>().join(" "),
                        lines[(at + 1).min(lines.len())..].join("\n")
                    )
                }
            };
            (text.name(), body)
        })
        .collect();
    let texts: Vec<(&str, &str)> = texts.iter().map(|(name, body)| (*name, body.as_str())).collect();
    match shelf::build(&Files::embedded(files.game(), &texts)) {
        Err(error) => assert!(!error.what.is_empty() && error.file.starts_with(files.game()), "{error}"),
        Ok(game) => {
            for scenario in game.scenarios() {
                let setup = referee::Setup { scenario: scenario.id.clone(), options: vec![] };
                let table = game.begin(&setup, &mut Seeded(1)).expect("its own scenario");
                fuzz::look(&*table);
            }
        }
    }
});
