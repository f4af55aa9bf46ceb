//! Mistakes an owner could make in the data files: they are reported with file and line, and nothing panics.

use data::{DataError, Files};

/// A game's files, and how they are read.
pub struct Mistakes<T> {
    /// As the files are named in messages.
    pub game: &'static str,
    pub files: fn() -> Files,
    pub read: fn(&Files) -> Result<T, DataError>,
}

impl<T> std::fmt::Debug for Mistakes<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Mistakes in the files of {}", self.game)
    }
}

/// An index that is read at once, for games whose files do not depend on it: the real one is long.
const SHORT_INDEX: &str = "[[rule]]\nid = \"1\"\ntitle = \"\"\ntext = \"\"\nkind = \"advice\"\n";

impl<T> Mistakes<T> {
    /// The game's files with one of them changed.
    pub fn with(&self, file: &str, change: impl Fn(&str) -> String) -> Result<T, DataError> {
        self.changed(file, change, false)
    }

    fn changed(&self, file: &str, change: impl Fn(&str) -> String, short: bool) -> Result<T, DataError> {
        let original = (self.files)();
        let body = |text: &data::Text| match text.name() {
            name if name == file => change(text.body()),
            "rules.toml" if short => SHORT_INDEX.to_owned(),
            _ => text.body().to_owned(),
        };
        let texts: Vec<(&str, String)> = original.texts().iter().map(|text| (text.name(), body(text))).collect();
        let texts: Vec<(&str, &str)> = texts.iter().map(|(name, body)| (*name, body.as_str())).collect();
        (self.read)(&Files::embedded(self.game, &texts))
    }

    /// What is said of a change that is a mistake.
    #[track_caller]
    pub fn message(&self, file: &str, change: impl Fn(&str) -> String) -> String {
        self.with(file, change).map(drop).expect_err("the change is a mistake").to_string()
    }

    /// The mistake stands in the line of the change, made once, and says this.
    #[track_caller]
    pub fn in_line(&self, file: &str, from: &str, to: &str, what: &str) {
        let body = (self.files)().text(file).expect("a file of the game").body().to_owned();
        let at = body.find(from).unwrap_or_else(|| panic!("{file} has no {from:?}"));
        let line = body[..at].matches('\n').count() + 1 + from.chars().take_while(|c| *c == '\n').count();
        let error = self.message(file, |body| body.replacen(from, to, 1));
        assert!(error.starts_with(&format!("{}/{file}:{line}:", self.game)), "line {line}: {error}");
        assert!(error.contains(what), "{error}");
    }

    /// The file as a whole is wrong after the change, made everywhere.
    #[track_caller]
    pub fn in_file(&self, file: &str, from: &str, to: &str, what: &str) {
        let body = (self.files)().text(file).expect("a file of the game").body().to_owned();
        assert!(body.contains(from), "{file} has no {from:?}");
        let error = self.message(file, |body| body.replace(from, to));
        assert_eq!(error, format!("{}/{file}: {what}", self.game));
    }

    /// Files that end too early, that have lost a line, and lines whose last word is lost, doubled or a number: a
    /// mistake or a smaller game, never a panic.
    pub fn nothing_panics(&self) {
        self.nothing_panics_every(1);
    }

    /// The same for one line in so many: where the files are long.
    pub fn nothing_panics_every(&self, nth: usize) {
        let original = (self.files)();
        // The index is long: in pieces, so that it does not take all day.
        let rules: Vec<&str> = original.text("rules.toml").expect("a file").body().split_inclusive("\n\n").collect();
        for piece in rules.chunks(20).map(<[&str]>::concat) {
            for (end, _) in piece.match_indices('\n').step_by(nth) {
                let cut = Files::embedded(self.game, &[("rules.toml", &piece[..end])]);
                drop(data::rule_index(cut.text("rules.toml").expect("the one file")));
            }
        }
        for text in original.texts().iter().filter(|text| text.name() != "rules.toml") {
            let try_with = |change: &dyn Fn(&str) -> String| drop(self.changed(text.name(), change, true));
            for (end, _) in text.body().match_indices('\n').step_by(nth) {
                try_with(&|body| body[..end].to_owned());
            }
            for (number, line) in text.body().lines().enumerate().step_by(nth) {
                try_with(&|body| line_replaced(body, number, None));
                let Some((before, last)) = line.rsplit_once(' ').filter(|_| text.name().ends_with(".txt")) else {
                    continue;
                };
                for wrong in [before.to_owned(), format!("{line} {last}"), format!("{before} 9999")] {
                    try_with(&|body| line_replaced(body, number, Some(&wrong)));
                }
            }
        }
    }
}

fn line_replaced(body: &str, number: usize, by: Option<&str>) -> String {
    let lines = body.lines().enumerate();
    let kept = lines.filter_map(|(n, line)| if n == number { by } else { Some(line) });
    kept.flat_map(|line| [line, "\n"]).collect()
}
