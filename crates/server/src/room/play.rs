//! Decisions of people: judged, kept, told.

use super::{Room, at_a_loss, not_seated, now, small};
use crate::error::Error;
use crate::matches::outcome_of;
use crate::message::{ToClient, Told};
use crate::store::{EntryRow, Kept};
use crate::view;
use referee::{Awaits, NotesByViewer, Seat, Viewer};
use shelf::Table;
use std::time::Duration;
use testkit::catch;
use tokio::sync::oneshot::error::RecvError;

/// The store has this long before players are told that play stands still.
const PATIENCE_WITH_STORE: Duration = Duration::from_secs(1);

/// Something that happened but is not kept yet. Nobody has seen it.
pub(super) struct Pending {
    pub(super) kept: Kept,
    /// The match as it will stand.
    table: Box<dyn Table>,
    after: After,
}

/// What is told once it is kept.
enum After {
    Played { seat: Seat, notes: NotesByViewer },
    TakenBack,
}

impl Room {
    pub(super) async fn play(&mut self, id: u64, offer: u16, pick: view::Pick) -> Result<(), Error> {
        let Some(seat) = self.speaks_for(id) else {
            self.tell(id, &ToClient::Refused(not_seated()));
            return Ok(());
        };
        if let Some(why) = &self.frozen {
            let what = format!("this match is frozen: {why}");
            self.tell(id, &ToClient::Error { what });
            return Ok(());
        }
        let mut dice = self.dice();
        let described = format!("offer {offer} {pick:?}");
        let played = catch(|| self.table.play(seat, offer, pick.into(), &mut dice));
        match played {
            Ok(Ok(notes)) => self.keep_play(seat, notes).await,
            Ok(Err(refusal)) => {
                let refused = self.refused(refusal);
                self.tell(id, &ToClient::Refused(refused));
                Ok(())
            }
            Err(panic) => {
                self.recover(&described, &panic)?;
                self.tell(id, &ToClient::Refused(at_a_loss()));
                Ok(())
            }
        }
    }

    /// The rules made a mistake: what happened is written down, and the match is built again from its entries.
    pub(super) fn recover(&mut self, action: &str, panic: &str) -> Result<(), Error> {
        self.table = catch(|| self.table.up_to(self.table.entries())).map_err(Error::Inner)?;
        let text = format!("{}// here: {action}\n// {}\n", self.table.write(), panic.replace('\n', " "));
        let file = self.house.settings.kept.join(format!("{}-{}.match", self.sitting.id, self.seq()));
        let kept = std::fs::create_dir_all(&self.house.settings.kept).and_then(|()| std::fs::write(&file, text));
        match kept {
            Ok(()) => eprintln!("match {}: {panic}; kept in {}", self.sitting.id, file.display()),
            Err(error) => eprintln!("match {}: {panic}; not kept: {error}", self.sitting.id),
        }
        Ok(())
    }

    pub(super) fn dice(&self) -> crate::dice::SecretDice {
        self.secret.seed.dice(self.table.rolls() as u64)
    }

    /// After a play: keeps it, and tells everybody once it is safe.
    pub(super) async fn keep_play(&mut self, seat: Seat, notes: NotesByViewer) -> Result<(), Error> {
        let entry = self.table.entries() - 1;
        let line = self.table.line(entry).ok_or_else(|| Error::Inner("what was played has no line".into()))?;
        let mut kept = self.house.store.append(self.row(&*self.table, line));
        if let Ok(kept) = tokio::time::timeout(PATIENCE_WITH_STORE, &mut kept).await {
            return self.kept(kept, After::Played { seat, notes });
        }
        // Nobody may see it before it is kept: the match stands as before.
        let before = catch(|| self.table.up_to(entry)).map_err(Error::Inner)?;
        let table = std::mem::replace(&mut self.table, before);
        self.stand_still(Pending { kept, table, after: After::Played { seat, notes } });
        Ok(())
    }

    /// As [`Room::keep_play`], for a match that was taken back to an earlier entry.
    pub(super) async fn keep_take_back(&mut self, table: Box<dyn Table>) -> Result<(), Error> {
        let mut kept = self.house.store.append(self.row(&*table, format!("= {}", table.entries())));
        if let Ok(kept) = tokio::time::timeout(PATIENCE_WITH_STORE, &mut kept).await {
            self.table = table;
            return self.kept(kept, After::TakenBack);
        }
        self.stand_still(Pending { kept, table, after: After::TakenBack });
        Ok(())
    }

    fn row(&self, table: &dyn Table, line: String) -> EntryRow {
        let awaits = table.awaits();
        EntryRow {
            sitting: self.sitting.id.clone(),
            n: self.seq().into(),
            line,
            awaits: awaits.seat().map_or(-1, |seat| seat.0.into()),
            outcome: outcome_of(table.kit(), awaits),
            at: now(),
        }
    }

    fn stand_still(&mut self, pending: Pending) {
        self.pending = Some(pending);
        let what = self.standstill();
        eprintln!("match {}: {what}", self.sitting.id);
        self.tell_all(&ToClient::Standstill { what: Some(what) });
    }

    /// Why play stands still.
    pub(super) fn standstill(&self) -> String {
        let why = self.house.store.trouble().unwrap_or_else(|| "the disk is slow".into());
        format!("Play stands still: the last decision cannot be kept just now ({why}). It goes on by itself.")
    }

    /// What was pending is safe, or never will be.
    pub(super) fn settle(&mut self, kept: Result<Result<bool, Error>, RecvError>) -> Result<(), Error> {
        let Some(pending) = self.pending.take() else { return Ok(()) };
        self.table = pending.table;
        self.tell_all(&ToClient::Standstill { what: None });
        self.kept(kept, pending.after)
    }

    /// The store has answered. Only now may anybody see what happened. After an error the room must not go on.
    fn kept(&mut self, kept: Result<Result<bool, Error>, RecvError>, after: After) -> Result<(), Error> {
        match kept {
            Ok(Ok(true)) => {}
            Ok(Ok(false)) => return Err(Error::Overtaken),
            Ok(Err(error)) => return Err(Error::Inner(error.to_string())),
            Err(_) => return Err(Error::Inner("the store has closed".into())),
        }
        self.sitting.moved = now();
        self.stood.push(small(self.table.entries()));
        self.undo = None;
        self.bot_failures = 0;
        match after {
            After::Played { seat, notes } => self.tell_play(seat, &notes),
            After::TakenBack => {
                self.broadcast(small(self.table.entries()), |_| vec![]);
                self.tell_table();
            }
        }
        self.let_bots_think();
        Ok(())
    }

    fn tell_play(&mut self, seat: Seat, notes: &NotesByViewer) {
        let entry = self.table.entries() - 1;
        let over = matches!(self.table.awaits(), Awaits::Over(_));
        let action = self.table.action(entry);
        let told = |viewer: Viewer| {
            let own = viewer == Viewer::Seat(seat);
            Told {
                entry: small(entry),
                seat: seat.0,
                action: action.clone().filter(|_| own || over),
                notes: notes.of(viewer).iter().cloned().map(Into::into).collect(),
            }
        };
        self.broadcast(small(entry), |viewer| vec![told(viewer)]);
    }
}
