//! Whether the rolls of a match are those its table had promised, and whether the file is as the table wrote it.

use crate::find;
use crate::paint::{BAD, FAINT, GOOD, RULE, in_style, say};
use anstyle::Style;
use anyhow::{Context, Result, anyhow, bail};
use server::dice::{Signature, Verified, signature_of, verify};
use shelf::Shelf;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args)]
pub(crate) struct Options {
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The key of the table that must have signed the files: 64 hex digits. A table says it when it opens, and under
    /// `/api/table`.
    #[arg(long, value_name = "KEY")]
    table: Option<String>,
}

pub(crate) fn run(shelf: &Shelf, options: &Options) -> Result<ExitCode> {
    let is_key = |key: &String| key.len() == 64 && key.bytes().all(|digit| digit.is_ascii_hexdigit());
    let wanted = options.table.as_ref().map(|key| key.to_ascii_lowercase());
    if let Some(key) = wanted.as_ref().filter(|key| !is_key(key)) {
        bail!("`{key}` is no key of a table: it has 64 hex digits");
    }
    let mut all = true;
    for file in &options.files {
        let name = file.display();
        let text = std::fs::read_to_string(file).with_context(|| name.to_string())?;
        let game = text.lines().take(16).find_map(|line| line.strip_prefix("game "));
        let game = game.ok_or_else(|| anyhow!("{name}: not a match file: it names no game"))?.trim();
        let verified = verify(&**find(shelf, game).with_context(|| name.to_string())?, &text);
        let fair = matches!(verified, Verified::Fair { .. });
        let (style, word, what) = dice(verified);
        say(format_args!("{}  {name}: {what}", in_style(style, word)));
        let signature = signature_of(&text);
        let signed = matches!(&signature, Signature::By(key) if wanted.as_ref().is_none_or(|wanted| wanted == key));
        // A file without a signature is judged by its dice alone, unless somebody asked for one.
        all &= fair && (signed || (signature == Signature::Unsigned && wanted.is_none()));
        let (style, word, what) = whose(&signature, wanted.as_deref());
        say(format_args!("{}  {name}: {what}", in_style(style, word)));
    }
    Ok(if all { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn dice(verified: Verified) -> (Style, &'static str, String) {
    match verified {
        Verified::Fair { rolls, elsewhere, taken_back, parts } => {
            let mut what = match elsewhere {
                0 => format!("every one of {rolls} rolls follows from the seed"),
                _ => format!("{rolls} rolls follow from the seed; {elsewhere} before them were made elsewhere"),
            };
            what += &match parts {
                0 => ", which the table made alone".to_string(),
                1 => ", in which one person had a part".to_string(),
                _ => format!(", in which people had {parts} parts"),
            };
            if taken_back > 0 {
                what += &format!("; {taken_back} more were taken back");
            }
            (GOOD, "fair    ", what)
        }
        Verified::NotYet { hash } => (FAINT, "open    ", format!("the match runs; its seed will have the hash {hash}")),
        Verified::NoDice => (BAD, "none    ", "the file does not say where its rolls come from".into()),
        Verified::HashDiffers => (BAD, "foul    ", "the seed is not the one that was promised".into()),
        Verified::RollDiffers { roll, line, written, derived } => {
            let what = format!("line {line}: roll {roll} is written as {written}, but the seed gives {derived}");
            (BAD, "foul    ", what)
        }
        Verified::Unreadable(what) => (BAD, "broken  ", what),
    }
}

fn whose(signature: &Signature, wanted: Option<&str>) -> (Style, &'static str, String) {
    match (signature, wanted) {
        (Signature::By(key), Some(wanted)) if key == wanted => (GOOD, "signed  ", "as that table handed it out".into()),
        (Signature::By(key), Some(_)) => (BAD, "foreign ", format!("another table has signed it: {key}")),
        (Signature::By(key), None) => {
            let what = format!("as the table {key} handed it out; whether you know that table, only you can tell");
            (GOOD, "signed  ", what)
        }
        (Signature::Unsigned, _) => {
            let what = "no table vouches for it: whoever wrote the file may have made up the seed as well";
            let style = if wanted.is_some() { BAD } else { RULE };
            (style, "unsigned", what.into())
        }
        (Signature::Wrong { table }, _) => (BAD, "forged  ", format!("it is not as the table {table} handed it out")),
        (Signature::Unreadable(what), _) => (BAD, "forged  ", (*what).into()),
    }
}
