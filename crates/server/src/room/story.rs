//! A match as somebody may see it, and how it comes back from what was kept.

use super::{SMALL_OPENING, small};
use crate::dice::Thrown;
use crate::error::Error;
use crate::message::{DiceView, MayUndo, Told, Update};
use crate::view;
use referee::{Awaits, Opening, Seat, Viewer};
use shelf::{AnyGame, LiveMatch};

/// What an update needs beside the match itself.
pub(crate) struct Extra {
    pub(crate) seq: u32,
    pub(crate) told_from: u32,
    pub(crate) told: Vec<Told>,
    pub(crate) undo: MayUndo,
    pub(crate) dice: DiceView,
}

/// All that somebody with these seats is shown of a match.
pub(crate) fn build_update(game_match: &dyn LiveMatch, seats: &[Seat], extra: Extra) -> Update {
    let awaits = game_match.awaits();
    let viewer = viewer_of(awaits, seats);
    let seat = match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Public => None,
    };
    let yours = seat.is_some() && awaits.seat() == seat;
    let offers = match seat.filter(|_| yours) {
        Some(seat) => offers(game_match, seat),
        None => vec![],
    };
    Update {
        seq: extra.seq,
        entries: small(game_match.entries()),
        viewer: seat.map(|seat| seat.0),
        yours,
        scene: game_match.scene(viewer),
        awaits: awaits.into(),
        offers,
        told_from: extra.told_from,
        told: extra.told,
        undo: extra.undo,
        dice: extra.dice,
    }
}

fn offers(game_match: &dyn LiveMatch, seat: Seat) -> Vec<view::Offer> {
    let small = |open: Option<Opening>| match open? {
        Opening::Subset { ref of, .. } if of.len() > SMALL_OPENING => None,
        small => Some(small.into()),
    };
    let openings = game_match.openings(seat).into_iter().map(small);
    let offer = |(line, open): (referee::OfferLine, _)| view::Offer {
        about: line.about,
        label: line.label,
        text: line.text,
        to: line.to,
        ends: line.ends,
        open,
    };
    game_match.offers(seat).into_iter().zip(openings).map(offer).collect()
}

/// Through whose eyes somebody with these seats looks: the awaited seat's, if it is theirs.
pub(crate) fn viewer_of(awaits: Awaits, seats: &[Seat]) -> Viewer {
    let awaited = awaits.seat().filter(|seat| seats.contains(seat));
    awaited.or(seats.first().copied()).map_or(Viewer::Public, Viewer::Seat)
}

/// The log from an entry on. While the match runs, actions are told only to those who made them.
pub(crate) fn log_from(game_match: &dyn LiveMatch, viewer: Viewer, from: usize) -> Vec<Told> {
    let over = matches!(game_match.awaits(), Awaits::Over(_));
    let told = |(entry, told): (usize, shelf::LogEntry)| Told {
        entry: small(entry),
        seat: told.seat.0,
        action: (over || viewer == Viewer::Seat(told.seat)).then_some(told.action),
        notes: told.notes.into_iter().map(Into::into).collect(),
    };
    (from..).zip(game_match.log(viewer, from)).map(told).collect()
}

/// A match as it comes back from what was kept.
pub(super) struct Restored {
    pub(super) game_match: Box<dyn LiveMatch>,
    /// How many entries stood after each thing that happened.
    pub(super) entries_after: Vec<u32>,
    /// Which rolls were made, and which of them stand.
    pub(super) thrown: Thrown,
    /// Why it cannot go on.
    pub(super) frozen: Option<String>,
}

/// Replays what is kept. A match that no longer fits the rules is frozen at the last line that does.
pub(super) fn restore(game: &dyn AnyGame, head: &str, happened: &str) -> Result<Restored, Error> {
    let lines: Vec<_> = standing(happened)?.into_iter().map(|(_, line)| line).collect();
    let mut entries_after = vec![];
    let deal = head.lines().rfind(|line| line.starts_with("deal")).unwrap_or_default();
    let mut thrown = Thrown::dealt(rolls_in(deal));
    for line in happened.lines() {
        match taken_back(line)? {
            Some(entries) => thrown.taken_back(entries),
            None => thrown.played(rolls_in(line)),
        }
        entries_after.push(small(thrown.entries()));
    }
    let replayed = game.replay(&format!("{head}{}\n", lines.join("\n")));
    let game_match = replayed.game_match.ok_or_else(|| Error::Inner("the kept match cannot be read".into()))?;
    Ok(Restored { game_match, entries_after, thrown, frozen: replayed.stopped.map(|stopped| stopped.to_string()) })
}

/// What stands of all that happened: each line with its number.
pub(crate) fn standing(happened: &str) -> Result<Vec<(usize, &str)>, Error> {
    let mut lines = vec![];
    for (n, line) in happened.lines().enumerate() {
        match taken_back(line)? {
            Some(entries) => lines.truncate(entries),
            None => lines.push((n, line)),
        }
    }
    Ok(lines)
}

/// `= 17`: back to 17 entries.
fn taken_back(line: &str) -> Result<Option<usize>, Error> {
    let Some(entries) = line.strip_prefix("= ") else { return Ok(None) };
    entries.parse().map(Some).map_err(|_| Error::Inner(format!("`{line}`")))
}

/// How many rolls a line of a match file tells of.
fn rolls_in(line: &str) -> u64 {
    let Some((_, rolls)) = line.split_once(" !") else { return 0 };
    let rolls = rolls.split(['@', '#']).next().unwrap_or_default();
    rolls.split(',').filter(|roll| !roll.trim().is_empty()).count() as u64
}
