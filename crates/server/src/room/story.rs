//! A match as somebody may see it, and how it comes back from what was kept.

use super::{SMALL_OPENING, small};
use crate::error::Error;
use crate::message::{DiceView, MayUndo, Told, Update};
use crate::store::EntryRow;
use crate::view;
use referee::{Awaits, Opening, Seat, Viewer};
use shelf::{AnyGame, Table};
use testkit::catch;

/// What an update needs beside the match itself.
pub(crate) struct Extra {
    pub(crate) seq: u32,
    pub(crate) told_from: u32,
    pub(crate) told: Vec<Told>,
    pub(crate) undo: MayUndo,
    pub(crate) dice: DiceView,
}

/// All that somebody with these seats is shown of a match.
pub(crate) fn build_update(table: &dyn Table, seats: &[Seat], extra: Extra) -> Update {
    let viewer = viewer_of(table, seats);
    let awaits = table.awaits();
    let seat = match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Public => None,
    };
    let yours = seat.is_some() && awaits.seat() == seat;
    let offers = match seat.filter(|_| yours) {
        Some(seat) => offers(table, seat),
        None => vec![],
    };
    Update {
        seq: extra.seq,
        entries: small(table.entries()),
        viewer: seat.map(|seat| seat.0),
        yours,
        scene: table.scene(viewer).into(),
        awaits: awaits.into(),
        offers,
        told_from: extra.told_from,
        told: extra.told,
        undo: extra.undo,
        dice: extra.dice,
    }
}

fn offers(table: &dyn Table, seat: Seat) -> Vec<view::Offer> {
    let small = |open: Option<Opening>| match open? {
        Opening::Subset { ref of, .. } if of.len() > SMALL_OPENING => None,
        small => Some(small.into()),
    };
    let openings = table.openings(seat).into_iter().map(small);
    let offer = |(line, open): (referee::OfferLine, _)| view::Offer {
        about: view::Ref(line.about),
        label: line.label,
        text: line.text,
        to: line.to.map(|spot| spot.0),
        ends: line.ends,
        open,
    };
    table.offers(seat).into_iter().zip(openings).map(offer).collect()
}

/// Through whose eyes somebody with these seats looks: the awaited seat's, if it is theirs.
pub(crate) fn viewer_of(table: &dyn Table, seats: &[Seat]) -> Viewer {
    let awaited = table.awaits().seat().filter(|seat| seats.contains(seat));
    awaited.or(seats.first().copied()).map_or(Viewer::Public, Viewer::Seat)
}

/// The log from an entry on. While the match runs, actions are told only to those who made them.
pub(crate) fn tell_story(table: &dyn Table, viewer: Viewer, from: usize) -> Vec<Told> {
    let over = matches!(table.awaits(), Awaits::Over(_));
    let told = |(entry, told): (usize, shelf::LogEntry)| Told {
        entry: small(entry),
        seat: told.seat.0,
        action: (over || viewer == Viewer::Seat(told.seat)).then_some(told.action),
        notes: told.notes.into_iter().map(Into::into).collect(),
    };
    (from..).zip(table.log(viewer, from)).map(told).collect()
}

type Restored = (Box<dyn Table>, Vec<u32>, Option<String>);

/// Replays what is kept. A match that no longer fits the rules is frozen at the last line that does.
pub(super) fn restore(game: &dyn AnyGame, head: &str, entries: &[EntryRow]) -> Result<Restored, Error> {
    let mut lines: Vec<&str> = vec![];
    let mut stood = vec![];
    for entry in entries {
        match entry.line.strip_prefix("= ") {
            Some(back) => lines.truncate(back.parse().map_err(|_| Error::Inner(format!("`{}`", entry.line)))?),
            None => lines.push(&entry.line),
        }
        stood.push(small(lines.len()));
    }
    let mut text = head.to_string();
    for line in lines {
        text.push_str(line);
        text.push('\n');
    }
    let replayed = catch(|| game.replay(&text)).map_err(Error::Inner)?;
    let table = replayed.game_match.ok_or_else(|| Error::Inner("the kept match cannot be read".into()))?;
    Ok((table, stood, replayed.stopped.map(|stopped| stopped.to_string())))
}
