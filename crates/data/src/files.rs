use crate::{DataError, Mark, Spanned};
use std::ops::Range;
use std::path::Path;

/// The data files of one game, by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Files {
    game: String,
    texts: Vec<Text>,
}

/// One data file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    name: String,
    shown: String,
    body: String,
    replaced: bool,
}

impl Files {
    /// The files a game was built with: `Files::embedded("ford", &[("map.txt", include_str!("../data/map.txt"))])`.
    pub fn embedded(game: &str, files: &[(&str, &str)]) -> Files {
        let text = |&(name, body): &(&str, &str)| Text {
            name: name.to_owned(),
            shown: format!("{game}/{name}"),
            body: body.to_owned(),
            replaced: false,
        };
        Files { game: game.to_owned(), texts: files.iter().map(text).collect() }
    }

    /// The same files, but a file of the same name in `dir/<game>/` takes the place of ours.
    ///
    /// It is no mistake if `dir/<game>/` does not exist. A `.txt` or `.toml` file in it that the game does not know
    /// is one, and so is one of the game's files in `dir` itself: it would be a correction that never takes effect.
    pub fn overridden(mut self, dir: &Path) -> Result<Files, DataError> {
        if !dir.is_dir() {
            return Err(about_path(dir, "is not a directory"));
        }
        if let Some(text) = self.texts.iter().find(|text| dir.join(&text.name).is_file()) {
            let (game, name) = (&self.game, &text.name);
            return Err(about_path(&dir.join(name), &format!("a file of {game} belongs in {game}/{name}")));
        }
        let dir = dir.join(&self.game);
        if !dir.exists() {
            return Ok(self);
        }
        let entries = std::fs::read_dir(&dir).map_err(|error| about_path(&dir, &error.to_string()))?;
        let mut paths = Vec::new();
        for entry in entries {
            paths.push(entry.map_err(|error| about_path(&dir, &error.to_string()))?.path());
        }
        paths.sort();
        for path in paths {
            let is_data = path.extension().is_some_and(|extension| extension == "txt" || extension == "toml");
            if !is_data {
                continue;
            }
            let known = self.names();
            match self.texts.iter_mut().find(|text| path.file_name().is_some_and(|name| name == text.name.as_str())) {
                Some(text) => text.replace(&path)?,
                None => return Err(about_path(&path, &format!("the game has no such data file; known: {known}"))),
            }
        }
        Ok(self)
    }

    /// The same files with another text in one of them: for trying things out.
    pub fn with(mut self, name: &str, body: &str) -> Result<Files, DataError> {
        self.text(name)?;
        for text in self.texts.iter_mut().filter(|text| text.name == name) {
            body.clone_into(&mut text.body);
        }
        Ok(self)
    }

    pub fn game(&self) -> &str {
        &self.game
    }

    /// The file with this name.
    pub fn text(&self, name: &str) -> Result<&Text, DataError> {
        self.texts.iter().find(|text| text.name == name).ok_or_else(|| DataError {
            file: format!("{}/{name}", self.game),
            line: None,
            column: None,
            what: format!("the game has no such data file; known: {}", self.names()),
        })
    }

    /// All files, in the order of the game.
    pub fn texts(&self) -> &[Text] {
        &self.texts
    }

    fn names(&self) -> String {
        let names: Vec<&str> = self.texts.iter().map(|text| text.name.as_str()).collect();
        names.join(", ")
    }
}

impl Text {
    /// `map.txt`
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How mistakes name the file: `hurtgen-forest/map.txt`, or the path of the replacement.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    pub fn body(&self) -> &str {
        &self.body
    }

    /// Whether a file of the owner stands in for ours.
    pub fn is_replaced(&self) -> bool {
        self.replaced
    }

    /// A mistake of the whole file.
    pub fn error(&self, what: impl Into<String>) -> DataError {
        DataError { file: self.shown.clone(), line: None, column: None, what: what.into() }
    }

    /// A mistake in a line, counted from 1.
    pub fn error_in_line(&self, line: usize, what: impl Into<String>) -> DataError {
        DataError { line: Some(line), ..self.error(what) }
    }

    /// A mistake at a place given in bytes, as TOML spans are.
    pub fn error_at(&self, span: Range<usize>, what: impl Into<String>) -> DataError {
        let before: String = self.body.char_indices().take_while(|(at, _)| *at < span.start).map(|(_, c)| c).collect();
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        DataError { line: Some(line), column: Some(column), ..self.error(what) }
    }

    /// What a word of a TOML file means, out of the words that are known.
    pub fn one_of<T: Copy>(&self, word: &Spanned<String>, what: &str, known: &[(&str, T)]) -> Result<T, DataError> {
        let meaning = known.iter().find(|(name, _)| *name == word.get_ref()).map(|(_, meaning)| *meaning);
        meaning.ok_or_else(|| {
            let known: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            self.error_at(word.span(), format!("unknown {what} {:?}; known: {}", word.get_ref(), known.join(", ")))
        })
    }

    /// Where a record of a TOML file comes from.
    pub fn mark(&self, mark: &Spanned<String>) -> Result<Mark, DataError> {
        Mark::read(mark.get_ref()).map_err(|what| self.error_at(mark.span(), what))
    }

    fn replace(&mut self, path: &Path) -> Result<(), DataError> {
        let bytes = std::fs::read(path).map_err(|error| about_path(path, &error.to_string()))?;
        self.shown = path.display().to_string();
        self.replaced = true;
        match String::from_utf8(bytes) {
            Ok(body) => {
                // Some editors begin a file with a byte order mark.
                self.body = body.trim_start_matches('\u{feff}').to_owned();
                Ok(())
            }
            Err(error) => {
                let good = error.utf8_error().valid_up_to();
                let line = error.as_bytes().iter().take(good).filter(|byte| **byte == b'\n').count() + 1;
                Err(self.error_in_line(line, "not UTF-8 text; save the file as UTF-8"))
            }
        }
    }
}

fn about_path(path: &Path, what: &str) -> DataError {
    DataError { file: path.display().to_string(), line: None, column: None, what: what.to_owned() }
}
