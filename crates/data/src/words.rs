use crate::{DataError, Mark, Text};
use board::Grid;
use referee::Spot;
use std::str::FromStr;

const DEFAULT: &str = "default ";
const NO_DEFAULT: &str =
    "the file must begin with where it comes from: `default printed: source` or `default reconstructed: why`";

/// A word file: comments with `#`, then one record a line; a line that starts with a blank goes on with the record
/// before it. The first record is `default printed: source` or `default reconstructed: why`.
#[derive(Clone, Debug)]
pub struct WordFile<'a> {
    default: Mark,
    records: Vec<Record<'a>>,
}

/// One record: its words, the rules it cites (`[16.12.a]`) and where it comes from (`~ reconstructed: why`).
#[derive(Clone, Debug)]
pub struct Record<'a> {
    text: &'a Text,
    line: usize,
    words: Vec<Word<'a>>,
    rules: Vec<Word<'a>>,
    mark: Mark,
}

/// One word, or one name in double quotes.
#[derive(Copy, Clone, Debug)]
pub struct Word<'a> {
    text: &'a Text,
    line: usize,
    word: &'a str,
}

/// Takes the words of a record from left to right.
#[derive(Clone, Debug)]
pub struct Words<'r, 'a> {
    record: &'r Record<'a>,
    next: usize,
}

impl<'a> WordFile<'a> {
    pub fn read(text: &'a Text) -> Result<WordFile<'a>, DataError> {
        let mut drafts = drafts(text)?.into_iter();
        let default = match drafts.next() {
            Some(draft) if draft.is_default() => draft.finish(text, &Mark::printed())?.mark,
            Some(draft) => return Err(text.error_in_line(draft.line, NO_DEFAULT)),
            None => return Err(text.error(NO_DEFAULT)),
        };
        let records = drafts.map(|draft| draft.finish(text, &default)).collect::<Result<_, _>>()?;
        Ok(WordFile { default, records })
    }

    /// Where a record comes from that does not say so itself.
    pub fn default(&self) -> &Mark {
        &self.default
    }

    /// All records but the default.
    pub fn records(&self) -> &[Record<'a>] {
        &self.records
    }
}

impl<'a> Record<'a> {
    pub fn words(&self) -> Words<'_, 'a> {
        Words { record: self, next: 0 }
    }

    /// What it begins with.
    pub fn first(&self) -> Option<Word<'a>> {
        self.words.first().copied()
    }

    pub fn starts_with(&self, word: &str) -> bool {
        self.first().is_some_and(|first| first.as_str() == word)
    }

    /// The rules the record cites.
    pub fn rules(&self) -> &[Word<'a>] {
        &self.rules
    }

    pub fn mark(&self) -> &Mark {
        &self.mark
    }

    /// A mistake of the whole record.
    pub fn error(&self, what: impl Into<String>) -> DataError {
        self.text.error_in_line(self.line, what)
    }
}

impl<'a> Word<'a> {
    pub fn as_str(&self) -> &'a str {
        self.word
    }

    pub fn error(&self, what: impl Into<String>) -> DataError {
        self.text.error_in_line(self.line, what)
    }

    /// The word as a number; `what` says what it counts.
    pub fn number<T: FromStr>(&self, what: &str) -> Result<T, DataError> {
        self.word.parse().map_err(|_| self.error(format!("{what} must be a number in its bounds, not {:?}", self.word)))
    }

    /// The word as hundredths: `26.7` is 2670. No more than two decimals.
    pub fn hundredths(&self, what: &str) -> Result<i32, DataError> {
        let read = || {
            let (sign, digits) = self.word.strip_prefix('-').map_or((1, self.word), |digits| (-1, digits));
            let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
            let plain = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            if !plain(whole) || !plain(part) || part.len() > 2 {
                return None;
            }
            let part: i32 = format!("{part:0<2}").parse().ok()?;
            let whole: i32 = whole.parse().ok()?;
            Some(sign * whole.checked_mul(100)?.checked_add(part)?)
        };
        read().ok_or_else(|| self.error(format!("{what} must be a number such as 26.7, not {:?}", self.word)))
    }

    /// The hex the word names.
    pub fn hex(&self, grid: &Grid) -> Result<Spot, DataError> {
        grid.read(self.word).ok_or_else(|| {
            let (first, last) = grid.range();
            self.error(format!("{:?} is no hex of this map, {first} to {last}", self.word))
        })
    }

    /// The hexside `0526-0626`, the lower hex first.
    pub fn hexside(&self, grid: &Grid) -> Result<(Spot, Spot), DataError> {
        let two = self.word.split_once('-').and_then(|(a, b)| Some((grid.read(a)?, grid.read(b)?)));
        match two {
            Some((a, b)) if grid.adjacent(a, b) => Ok((a.min(b), a.max(b))),
            Some(_) => Err(self.error(format!("the hexes {} are no neighbours", self.word))),
            None => Err(self.error(format!("{:?} is no hexside of this map, such as 0101-0102", self.word))),
        }
    }

    /// What the word stands for among the known ones.
    pub fn one_of<T: Copy>(&self, what: &str, known: &[(&str, T)]) -> Result<T, DataError> {
        match known.iter().find(|(word, _)| *word == self.word) {
            Some((_, meaning)) => Ok(*meaning),
            None => {
                let known: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
                Err(self.error(format!("unknown {what} {:?}; known: {}", self.word, known.join(", "))))
            }
        }
    }
}

impl<'r, 'a> Words<'r, 'a> {
    /// The next word; a mistake if there is none, where `what` says what should stand here.
    pub fn take(&mut self, what: &str) -> Result<Word<'a>, DataError> {
        self.optional().ok_or_else(|| self.record.error(format!("{what} is missing")))
    }

    /// The next word, if there is one.
    pub fn optional(&mut self) -> Option<Word<'a>> {
        let word = self.record.words.get(self.next).copied();
        self.next += usize::from(word.is_some());
        word
    }

    /// All words that are left.
    pub fn rest(&mut self) -> &'r [Word<'a>] {
        let rest = self.record.words.get(self.next..).unwrap_or_default();
        self.next = self.record.words.len();
        rest
    }

    /// A mistake if words are left.
    pub fn end(mut self) -> Result<(), DataError> {
        match self.optional() {
            Some(word) => Err(word.error(format!("{:?} is one word too many", word.as_str()))),
            None => Ok(()),
        }
    }
}

/// A record while its lines are being collected.
struct Draft<'a> {
    line: usize,
    words: Vec<Word<'a>>,
    rules: Vec<Word<'a>>,
    mark: Option<String>,
}

fn drafts(text: &Text) -> Result<Vec<Draft<'_>>, DataError> {
    let mut drafts: Vec<Draft<'_>> = Vec::new();
    for (number, line) in text.body().lines().enumerate() {
        let content = line.trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        if !line.starts_with(char::is_whitespace) {
            drafts.push(Draft { line: number + 1, words: Vec::new(), rules: Vec::new(), mark: None });
        }
        match drafts.last_mut() {
            Some(draft) => draft.read(text, number + 1, content)?,
            None => return Err(text.error_in_line(number + 1, "the line begins with a blank but continues nothing")),
        }
    }
    Ok(drafts)
}

impl<'a> Draft<'a> {
    /// Reads one line, the first or a continuation.
    fn read(&mut self, text: &'a Text, line: usize, content: &'a str) -> Result<(), DataError> {
        if let Some(mark) = &mut self.mark {
            mark.push(' ');
            mark.push_str(without_comment(content));
            return Ok(());
        }
        let is_first = self.words.is_empty() && self.rules.is_empty();
        if let (true, Some(mark)) = (is_first, content.strip_prefix(DEFAULT)) {
            self.words.push(Word { text, line, word: DEFAULT });
            self.mark = Some(without_comment(mark).to_owned());
            return Ok(());
        }
        let mut rest = content;
        let upto = |rest: &'a str, end: char| rest.split_once(end);
        while !rest.is_empty() && !rest.starts_with('#') {
            let after = if let Some(mark) = rest.strip_prefix('~') {
                self.mark = Some(without_comment(mark).to_owned());
                ""
            } else if let Some(name) = rest.strip_prefix('"') {
                let (word, after) =
                    upto(name, '"').ok_or_else(|| text.error_in_line(line, "the quotation mark is not closed"))?;
                self.words.push(Word { text, line, word });
                after
            } else if let Some(rules) = rest.strip_prefix('[') {
                let (rules, after) =
                    upto(rules, ']').ok_or_else(|| text.error_in_line(line, "the bracket is not closed"))?;
                self.rules.extend(rules.split(',').map(|rule| Word { text, line, word: rule.trim() }));
                after
            } else {
                let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                let (word, after) = rest.split_at(end);
                self.words.push(Word { text, line, word });
                after
            };
            rest = after.trim_start();
        }
        Ok(())
    }

    fn is_default(&self) -> bool {
        self.words.first().is_some_and(|word| word.as_str() == DEFAULT)
    }

    fn finish(self, text: &'a Text, default: &Mark) -> Result<Record<'a>, DataError> {
        let mark = match &self.mark {
            Some(mark) => Mark::read(mark).map_err(|what| text.error_in_line(self.line, what))?,
            None => default.clone(),
        };
        Ok(Record { text, line: self.line, words: self.words, rules: self.rules, mark })
    }
}

fn without_comment(mark: &str) -> &str {
    mark.split(" #").next().unwrap_or_default().trim()
}
