//! Reading a script: lines into cases, cases into steps. Nothing here knows a game.

use super::Report;

/// A file of cases for one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    pub file: String,
    pub game: String,
    pub cases: Vec<Case>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    pub line: usize,
    pub rules: Vec<String>,
    pub title: String,
    pub(super) start: Start,
    pub(super) steps: Vec<Step>,
}

impl Case {
    /// Whether anything in it must follow. If not, it is no test.
    pub(super) fn can_fail(&self) -> bool {
        self.steps.iter().any(|step| match &step.what {
            What::Action { refused, .. } => refused.is_some(),
            What::Undo { refused, .. } => *refused,
            _ => true,
        })
    }

    /// "5.14, 6.1 A unit may not …".
    pub fn name(&self) -> String {
        format!("{} {}", self.rules.join(", "), self.title)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Start {
    Scenario {
        line: usize,
        setup: String,
        rolls: Vec<u16>,
    },
    /// Each line with its number.
    Position(Vec<(usize, String)>),
}

/// One action or expectation, and the line it stands in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub(super) line: usize,
    /// The whole line, for reports.
    pub(super) script: String,
    pub(super) what: What,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum What {
    Action { seat: String, text: String, rolls: Vec<u16>, refused: Option<Refused> },
    Asked { seat: String, rule: String, words: String },
    Noted { to: Reader, rule: String, words: String, is: bool },
    Offered { words: String, is: bool },
    Open { offer: String, items: Vec<String>, how: HowOpen },
    Expect { fact: String, is: bool },
    Forecast { action: String, words: String, odds: Option<(u32, u32)>, is: bool },
    Over { words: Vec<String> },
    Undo { seat: String, refused: bool },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Refused {
    Rule { rule: String, words: String },
    NotYourDecision,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Reader {
    Public,
    Seat(String),
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum HowOpen {
    Contains,
    Exactly,
    ContainsNone,
}

/// What stands where a statement should, and what could.
type Mistake = (String, String);

fn mistake<T>(expected: impl Into<String>, found: impl Into<String>) -> Result<T, Mistake> {
    Err((expected.into(), found.into()))
}

impl Script {
    pub fn read(file: &str, text: &str) -> Result<Script, Report> {
        let mut reader = Reading { game: None, cases: vec![], in_position: false };
        let mut last = (1, "");
        for (number, line) in text.lines().enumerate().map(|(i, line)| (i + 1, line)) {
            let words = without_comment(line).trim();
            if words.is_empty() {
                continue;
            }
            last = (number, line);
            reader.line(number, line, words).map_err(|mistake| report(file, number, line, mistake))?;
        }
        let end = |mistake| report(file, last.0, last.1, mistake);
        reader
            .close()
            .map_err(|(line, mistake)| report(file, line, text.lines().nth(line - 1).unwrap_or_default(), mistake))?;
        let Some(game) = reader.game else {
            return Err(end(("`game NAME` before the first case".into(), "no game is named".into())));
        };
        Ok(Script { file: file.into(), game, cases: reader.cases })
    }
}

fn report(file: &str, line: usize, script: &str, (expected, found): Mistake) -> Report {
    Report { file: file.into(), line, script: script.into(), expected, found }
}

struct Reading {
    game: Option<String>,
    cases: Vec<Case>,
    in_position: bool,
}

impl Reading {
    fn line(&mut self, number: usize, line: &str, words: &str) -> Result<(), Mistake> {
        let (first, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        let rest = rest.trim();
        match first {
            "game" if self.cases.is_empty() => {
                if self.game.is_some() {
                    return mistake("one game in a file", "a second `game`");
                }
                self.game = Some(rest.into());
                return Ok(());
            }
            "case" => {
                self.close().map_err(|(_, mistake)| mistake)?;
                self.in_position = false;
                let (rules, title) = case_header(rest)?;
                let start = Start::Position(vec![]);
                self.cases.push(Case { line: number, rules, title, start, steps: vec![] });
                return Ok(());
            }
            _ => {}
        }
        let Some(case) = self.cases.last_mut() else {
            return mistake("`game NAME`, then `case RULE title`", format!("`{first}`"));
        };
        if self.in_position {
            match (first, &mut case.start) {
                ("play", _) => self.in_position = false,
                (_, Start::Position(lines)) => lines.push((number, words.into())),
                (_, Start::Scenario { .. }) => return mistake("a scenario or a position", "both"),
            }
            return Ok(());
        }
        match first {
            "position" if case.steps.is_empty() => self.in_position = true,
            "scenario" if case.steps.is_empty() => {
                let (setup, rolls) = with_rolls(rest)?;
                case.start = Start::Scenario { line: number, setup: setup.into(), rolls };
            }
            "play" => {}
            _ => {
                for part in parts(words) {
                    statement(case, number, line, part)?;
                }
            }
        }
        Ok(())
    }

    /// A case is complete when the next begins, or the file ends.
    fn close(&self) -> Result<(), (usize, Mistake)> {
        let Some(case) = self.cases.last() else { return Ok(()) };
        let fail = |expected: &str, found: &str| Err((case.line, (expected.into(), found.into())));
        if self.in_position {
            return fail("`play` after the position", "the end of the case");
        }
        if matches!(&case.start, Start::Position(lines) if lines.is_empty()) {
            return fail("a scenario or a position", "neither");
        }
        Ok(())
    }
}

fn without_comment(line: &str) -> &str {
    let starts = |(at, _): &(usize, &str)| *at == 0 || line[..*at].ends_with(char::is_whitespace);
    line.match_indices('#').find(starts).map_or(line, |(at, _)| &line[..at])
}

/// `5.14, 6.1  A unit may not …`.
fn case_header(text: &str) -> Result<(Vec<String>, String), Mistake> {
    let mut rules = vec![];
    let mut rest = text;
    loop {
        let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        rules.extend(word.split(',').filter(|id| !id.is_empty()).map(String::from));
        rest = after.trim_start();
        // `5.14 ,6.1` and `5.14, 6.1` are both read as a list.
        if !word.ends_with(',') && !rest.starts_with(',') {
            break;
        }
    }
    let numbered = |id: &String| id.contains(|c: char| c.is_ascii_digit() || c == '.');
    if rules.is_empty() || !rules.iter().all(numbered) {
        return mistake("`case RULE title`", format!("`{text}`"));
    }
    if rest.is_empty() {
        return mistake("a title after the rule", "nothing");
    }
    Ok((rules, rest.into()))
}

/// The statements of a line: separated by two spaces or more, by a tab or by ` | `.
fn parts(line: &str) -> impl Iterator<Item = &str> {
    line.split("  ")
        .flat_map(|part| part.split('\t'))
        .flat_map(|part| part.split(" | "))
        .map(str::trim)
        .filter(|part| !part.is_empty())
}

fn with_rolls(text: &str) -> Result<(&str, Vec<u16>), Mistake> {
    let Some((text, rolls)) = text.split_once('!') else { return Ok((text.trim(), vec![])) };
    Ok((text.trim(), read_rolls(rolls)?))
}

fn read_rolls(text: &str) -> Result<Vec<u16>, Mistake> {
    let words = text.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty());
    words.map(|word| word.parse().or_else(|_| mistake("rolls such as `! 4,6`", format!("`{word}`")))).collect()
}

fn statement(case: &mut Case, line: usize, script: &str, part: &str) -> Result<(), Mistake> {
    let step = |what| Step { line, script: script.trim().into(), what };
    let (first, rest) = part.split_once(' ').unwrap_or((part, ""));
    let rest = rest.trim();
    if let Some(rolled) = part.strip_prefix('!') {
        return match case.steps.last_mut() {
            Some(Step { what: What::Action { rolls, .. }, .. }) if rolls.is_empty() => {
                *rolls = read_rolls(rolled)?;
                Ok(())
            }
            _ => mistake("an action before its rolls", format!("`{part}`")),
        };
    }
    if first == "refused" {
        return match case.steps.last_mut() {
            Some(Step { what: What::Action { refused: refused @ None, .. }, .. }) => {
                *refused = Some(match rule_and_words(rest) {
                    ("", _) => return mistake("`refused RULE`, or `refused turn`", "no rule"),
                    ("turn", _) => Refused::NotYourDecision,
                    (rule, words) => Refused::Rule { rule: rule.into(), words: words.into() },
                });
                Ok(())
            }
            _ => mistake("an action before `refused`", "none"),
        };
    }
    let what = match (first, rest.split_once(' ')) {
        ("not", Some((second, rest))) => expectation(second, rest.trim(), false)?,
        ("expect", Some(("not", fact))) => Some(What::Expect { fact: squeezed(fact), is: false }),
        _ => expectation(first, rest, true)?,
    };
    let what = match what {
        Some(what) => what,
        // Whatever is no expectation begins with a seat.
        None => seat_line(first, rest)?,
    };
    case.steps.push(step(what));
    Ok(())
}

fn seat_line(seat: &str, rest: &str) -> Result<What, Mistake> {
    let seat = seat.to_string();
    if let Some(asked) = rest.strip_prefix("is asked").or_else(|| rest.strip_prefix("asked")) {
        let (rule, words) = rule_and_words(asked.trim());
        if rule.is_empty() {
            return mistake("`SEAT asked RULE`", "no rule");
        }
        return Ok(What::Asked { seat, rule: rule.into(), words: words.into() });
    }
    let (text, rolls) = with_rolls(rest)?;
    if text.is_empty() {
        return mistake("an action after the seat, or an expectation", format!("`{seat}` alone"));
    }
    Ok(What::Action { seat, text: text.into(), rolls, refused: None })
}

/// Nothing if the first word is no expectation's.
fn expectation(first: &str, rest: &str, is: bool) -> Result<Option<What>, Mistake> {
    let plain =
        |what: What| if is { Ok(Some(what)) } else { mistake("an expectation after `not`", format!("`{first}`")) };
    match first {
        "noted" => {
            let (rule, words) = rule_and_words(rest);
            if rule.is_empty() {
                return mistake("`noted RULE words`", "no rule");
            }
            Ok(Some(What::Noted { to: Reader::Public, rule: rule.into(), words: words.into(), is }))
        }
        "told" => {
            let (seat, rest) = rule_and_words(rest);
            let (rule, words) = rule_and_words(rest);
            if rule.is_empty() {
                return mistake("`told SEAT RULE words`", format!("`{rest}`"));
            }
            Ok(Some(What::Noted { to: Reader::Seat(seat.into()), rule: rule.into(), words: words.into(), is }))
        }
        "offered" if !rest.is_empty() => Ok(Some(What::Offered { words: squeezed(rest), is })),
        "open" => {
            let contains = rest.split_once(" :").map(|(offer, items)| (offer, items, HowOpen::Contains));
            let exactly = rest.split_once(" =").map(|(offer, items)| (offer, items, HowOpen::Exactly));
            let (offer, items, how) = match contains.or(exactly) {
                Some((offer, items, HowOpen::Contains)) if !is => (offer, items, HowOpen::ContainsNone),
                Some(found) if is => found,
                _ => return mistake("`open OFFER : a b` or `open OFFER = a b`", format!("`{rest}`")),
            };
            let items = items.split_whitespace().map(String::from).collect();
            Ok(Some(What::Open { offer: squeezed(offer), items, how }))
        }
        "expect" if !rest.is_empty() => plain(What::Expect { fact: squeezed(rest), is }),
        "forecast" => {
            let Some((action, words)) = rest.split_once(" : ") else {
                return mistake("`forecast ACTION : outcome 1/6`", format!("`{rest}`"));
            };
            let fraction = |(words, odds): (&str, &str)| {
                let (ways, of) = odds.split_once('/')?;
                Some((words.to_string(), Some((ways.parse().ok()?, of.parse().ok()?))))
            };
            let (words, odds) = words.rsplit_once(' ').and_then(fraction).unwrap_or((words.trim().into(), None));
            Ok(Some(What::Forecast { action: action.trim().into(), words, odds, is }))
        }
        "over" => plain(What::Over { words: rest.split_whitespace().map(String::from).collect() }),
        "undo" => match rest.split_once(' ') {
            None if !rest.is_empty() => plain(What::Undo { seat: rest.into(), refused: false }),
            Some((seat, "refused")) => plain(What::Undo { seat: seat.into(), refused: true }),
            _ => mistake("`undo SEAT` or `undo SEAT refused`", format!("`{rest}`")),
        },
        _ if is => Ok(None),
        _ => mistake("an expectation after `not`", format!("`{first}`")),
    }
}

fn rule_and_words(text: &str) -> (&str, &str) {
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    (first, rest.trim())
}

/// One space between words.
pub(super) fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
