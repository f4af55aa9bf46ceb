//! Playing a script.

use super::expect::Table;
use super::script::{Case, Refused, Script, Start, Step, What, squeezed};
use super::{CaseResult, Report};
use crate::quiet::catch;
use referee::{Consent, Game, Match, Record, Refusal, Scripted, Seat, Setup};
use std::sync::Arc;

/// Runs every case of a script; `file` is only named in reports. A script that cannot be read, or
/// that is for another game, is a report of its own.
pub fn run_cases<G: Game>(game: &Arc<G>, file: &str, text: &str) -> Result<Vec<CaseResult>, Report> {
    let script = read_for(game, file, text)?;
    let result = |case: &Case| CaseResult { name: case.name(), line: case.line, result: run_case(game, file, case) };
    Ok(script.cases.iter().map(result).collect())
}

/// A script that is for this game.
pub(super) fn read_for<G: Game>(game: &Arc<G>, file: &str, text: &str) -> Result<Script, Report> {
    let script = Script::read(file, text)?;
    let id = &game.kit().id;
    if script.game == *id {
        return Ok(script);
    }
    let at = text.lines().position(|line| line.trim_start().starts_with("game")).unwrap_or(0);
    let line = text.lines().nth(at).unwrap_or_default().to_string();
    let (expected, found) = (format!("game {id}"), format!("unknown game `{}`", script.game));
    Err(Report { file: file.into(), line: at + 1, script: line, expected, found })
}

/// A difference between the script and the table: what the script says, and what is.
pub(super) type Difference = (String, String);

pub(super) fn differs<T>(expected: impl Into<String>, found: impl Into<String>) -> Result<T, Difference> {
    Err((expected.into(), found.into()))
}

pub(super) fn run_case<G: Game>(game: &Arc<G>, file: &str, case: &Case) -> Result<(), Report> {
    let report = |line: usize, script: &str, (expected, found): Difference| Report {
        file: file.into(),
        line,
        script: script.into(),
        expected,
        found,
    };
    if !case.can_fail() {
        let difference = ("something that must follow".into(), "a test that cannot fail".into());
        return Err(report(case.line, &format!("case {}", case.name()), difference));
    }
    for rule in &case.rules {
        if game.rules().find(rule).is_none() {
            let difference = ("a rule of the index".into(), format!("unknown rule `{rule}`"));
            return Err(report(case.line, &format!("case {}", case.name()), difference));
        }
    }
    let game_match = catch(|| begin(game, case))
        .unwrap_or_else(|panic| Err((case.line, format!("case {}", case.name()), ("a position".into(), panic))));
    let game_match = game_match.map_err(|(line, script, difference)| report(line, &script, difference))?;
    let mut table = Table { game_match, last: Record::default() };
    for step in &case.steps {
        let result = catch(|| take(&mut table, step));
        let result = result.unwrap_or_else(|panic| differs("an answer of the referee", panic));
        result.map_err(|difference| report(step.line, &step.script, difference))?;
    }
    Ok(())
}

fn begin<G: Game>(game: &Arc<G>, case: &Case) -> Result<Match<G>, (usize, String, Difference)> {
    match &case.start {
        Start::Scenario { line, setup, rolls } => {
            let fail = |found: String| (*line, format!("scenario {setup}"), ("a scenario that begins".into(), found));
            let setup = Setup::read(setup).map_err(|unreadable| fail(unreadable.what))?;
            let mut dice = Scripted::new(rolls);
            let game_match = Match::begin(Arc::clone(game), &setup, &mut dice);
            let game_match = game_match.map_err(|unreadable| fail(unreadable.what))?;
            dice.fault().map_or(Ok(game_match), |fault| Err(fail(fault.into())))
        }
        Start::Position(lines) => {
            let text: String = lines.iter().map(|(_, line)| format!("{line}\n")).collect();
            let state = game.read_position(&text).map_err(|unreadable| {
                // The line that holds the word the game did not know, if it named one.
                let word = unreadable.what.split('`').nth(1).unwrap_or_default();
                let holds = |(_, line): &&(usize, String)| {
                    !word.is_empty() && (line.split_whitespace().any(|w| w == word) || squeezed(line).contains(word))
                };
                let (line, script) = lines.iter().find(holds).unwrap_or(&lines[0]).clone();
                (line, script, ("a position".to_string(), unreadable.what.clone()))
            })?;
            game.assert_sound(&state);
            Match::begin_at(Arc::clone(game), state).map_err(|unreadable| {
                let (line, script) = lines[0].clone();
                (line, script, ("a position".to_string(), unreadable.what))
            })
        }
    }
}

fn take<G: Game>(table: &mut Table<G>, step: &Step) -> Result<(), Difference> {
    match &step.what {
        What::Action { seat, text, rolls, refused } => act(table, seat, text, rolls, refused.as_ref()),
        What::Undo { seat, refused } => {
            let seat = table.seat(seat)?;
            match (table.game_match.undo(seat, Consent::NotAsked), refused) {
                (Ok(()), false) | (Err(_), true) => Ok(()),
                (Ok(()), true) => differs("a refusal", "it was taken back"),
                (Err(refusal), false) => differs("it is taken back", refusal.to_string()),
            }
        }
        What::Asked { seat, rule, words } => table.asked(seat, rule, words),
        What::Noted { to, rule, words, is } => table.noted(to, rule, words, *is),
        What::Offered { words, is } => table.offered(words, *is),
        What::Open { offer, items, how } => table.open(offer, items, *how),
        What::Expect { fact, is } => table.expect(fact, *is),
        What::Forecast { action, words, odds, is } => table.forecast(action, words, *odds, *is),
        What::Over { words } => table.over(words),
    }
}

fn act<G: Game>(
    table: &mut Table<G>,
    seat: &str,
    text: &str,
    rolls: &[u16],
    refused: Option<&Refused>,
) -> Result<(), Difference> {
    let seat: Seat = table.seat(seat)?;
    let action = table.read_action(text)?;
    let mut dice = Scripted::new(rolls);
    let before = table.game_match.state().clone();
    let result = table.game_match.play(seat, action, &mut dice);
    match (result, refused) {
        (Ok(record), None) => {
            table.last = record;
            let used = table.last.rolls.len();
            match dice.fault() {
                Some(fault) => differs(format!("{} rolls", rolls.len()), format!("{fault} ({used} were asked for)")),
                None => {
                    table.game_match.game().assert_sound(table.game_match.state());
                    Ok(())
                }
            }
        }
        (Ok(record), Some(refused)) => {
            table.last = record;
            differs(format!("refused {}", shown(refused)), "it was done")
        }
        (Err(refusal), None) => differs("it is done", format!("refused {}", table.refusal(&refusal))),
        (Err(refusal), Some(expected)) => {
            if *table.game_match.state() != before {
                return differs("a refusal changes nothing", "the state changed");
            }
            let fits = match (&refusal, expected) {
                (Refusal::Illegal(illegal), Refused::Rule { rule, words }) => {
                    illegal.rule.0 == *rule && illegal.why.contains(words.as_str())
                }
                (Refusal::NotYourDecision { .. }, Refused::NotYourDecision) => true,
                _ => false,
            };
            match fits {
                true => Ok(()),
                false => {
                    differs(format!("refused {}", shown(expected)), format!("refused {}", table.refusal(&refusal)))
                }
            }
        }
    }
}

fn shown(refused: &Refused) -> String {
    match refused {
        Refused::Rule { rule, words } => format!("[{rule}] {words}").trim_end().into(),
        Refused::NotYourDecision => "because another seat is awaited".into(),
    }
}
