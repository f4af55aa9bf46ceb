//! The rule index: our words, where they are enforced, which tests carry them.

use crate::find;
use crate::paint::{BAD, FAINT, RULE, STRONG, in_style, say, wrapped};
use anyhow::{Result, bail};
use referee::{RuleEntry, RuleKind};
use shelf::{Shelf, coverage};
use std::process::ExitCode;
use testkit::coverage::RuleCoverage;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// All games if none is named: how many rules are enforced, and what is missing.
    game: Option<String>,
    /// A rule such as 7.11, or the beginning of several: `7.` is all of chapter 7.
    id: Option<String>,
}

pub(crate) fn run(shelf: &Shelf, options: &Options) -> Result<ExitCode> {
    let Some(id) = &options.game else { return Ok(missing(shelf)) };
    let game = find(shelf, id)?;
    let coverage = coverage(&**game);
    let entries = &game.rules().entries;
    match &options.id {
        None => entries.iter().zip(&coverage.rules).for_each(|(entry, found)| line(entry, found)),
        Some(id) => match (game.rules().find(id), coverage.rule(id)) {
            (Some(entry), Some(found)) => whole(entry, found),
            _ => {
                let chapter: Vec<_> = entries
                    .iter()
                    .zip(&coverage.rules)
                    .filter(|(entry, _)| entry.id.starts_with(id.as_str()))
                    .collect();
                if chapter.is_empty() {
                    let game = &game.kit().id;
                    bail!("unknown rule `{id}` of {game}; `rhine rules {game}` lists them");
                }
                chapter.into_iter().for_each(|(entry, found)| line(entry, found));
            }
        },
    }
    for (rule, place) in &coverage.unknown {
        say(format_args!("{} {place} cites {rule}, which is not in the index", in_style(BAD, "unknown")));
    }
    say("");
    say(&coverage);
    Ok(ExitCode::SUCCESS)
}

/// Every game in a line, before it the rules that are not cited or not tested. Fails if there are any.
fn missing(shelf: &Shelf) -> ExitCode {
    let mut sound = true;
    for game in shelf.games() {
        let (id, coverage) = (&game.kit().id, coverage(&**game));
        for rule in coverage.missing() {
            say(format_args!("{id}: {}: {} citations, {} tests", rule.id, rule.cited.len(), rule.tests.len()));
        }
        for (rule, place) in &coverage.unknown {
            say(format_args!("{id}: {place}: {rule} is not in the index"));
        }
        sound &= coverage.missing().count() + coverage.unknown.len() == 0;
        say(format_args!("{id}: {coverage}"));
    }
    if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn kind(entry: &RuleEntry) -> &'static str {
    match entry.kind {
        RuleKind::Enforced => "enforced",
        RuleKind::Definition => "definition",
        RuleKind::Components => "components",
        RuleKind::Advice => "advice",
        RuleKind::Heading => "heading",
    }
}

fn line(entry: &RuleEntry, found: &RuleCoverage) {
    let id = in_style(RULE, format!("{:10}", entry.id));
    let (cited, tests) = (found.cited.len(), found.tests.len());
    let mark = if found.is_missing() { in_style(BAD, "missing") } else { String::new() };
    let kind = in_style(FAINT, format!("{:10}", kind(entry)));
    let title: String = entry.title.chars().take(60).collect();
    say(format_args!("{id} {kind} {title:60} {cited:>3} cited {tests:>3} tests  {mark}").to_string().trim_end());
}

fn whole(entry: &RuleEntry, found: &RuleCoverage) {
    let reconstructed = if entry.reconstructed { ", figures reconstructed" } else { "" };
    let what = in_style(FAINT, format!("{}{reconstructed}", kind(entry)));
    say(format_args!("{} {}  {what}", in_style(RULE, &entry.id), in_style(STRONG, &entry.title)));
    say(wrapped(&entry.text, "  ", 100));
    if let Some(ruling) = &entry.ruling {
        say(in_style(STRONG, "  Ruling"));
        say(wrapped(ruling, "    ", 100));
    }
    if !entry.see.is_empty() {
        say(format_args!("  See {}", entry.see.join(", ")));
    }
    list("Cited", &found.cited);
    list("Tests", &found.tests);
    if found.is_missing() {
        say(in_style(BAD, "  It is enforced, but not both cited and tested."));
    }
}

fn list(title: &str, places: &[String]) {
    if !places.is_empty() {
        say(in_style(STRONG, format!("  {title}")));
        places.iter().for_each(|place| say(format_args!("    {place}")));
    }
}
