//! Decisions of people: judged, kept, told.

use super::story::restore;
use super::{Room, at_a_loss, not_seated, now, small};
use crate::error::Error;
use crate::matches::outcome_of;
use crate::message::{ToClient, Told};
use crate::store::EntryRow;
use crate::view;
use referee::{Awaits, Seat, Viewer};
use testkit::catch;

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
                self.recover(&described, &panic).await?;
                self.tell(id, &ToClient::Refused(at_a_loss()));
                Ok(())
            }
        }
    }

    /// The rules made a mistake: what happened is written down, and the match begins again from what is kept.
    pub(super) async fn recover(&mut self, action: &str, panic: &str) -> Result<(), Error> {
        let entries = self.house.store.entries(&self.sitting.id).await?;
        let (table, stood, frozen) = restore(&*self.game, &self.sitting.head, &entries)?;
        (self.table, self.stood, self.frozen) = (table, stood, frozen);
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

    pub(super) async fn keep_play(&mut self, seat: Seat, notes: referee::NotesByViewer) -> Result<(), Error> {
        let entry = self.table.entries() - 1;
        let line = self.table.line(entry).ok_or_else(|| Error::Inner("what was played has no line".into()))?;
        self.keep(line).await?;
        self.undo = None;
        self.bot_failures = 0;
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
        self.let_bots_think();
        Ok(())
    }

    /// Returns when it is safe. On failure the room must not go on.
    pub(super) async fn keep(&mut self, line: String) -> Result<(), Error> {
        let awaits = self.table.awaits();
        let row = EntryRow {
            sitting: self.sitting.id.clone(),
            n: self.seq().into(),
            line,
            awaits: awaits.seat().map_or(-1, |seat| seat.0.into()),
            outcome: outcome_of(self.table.kit(), awaits),
            at: now(),
        };
        self.sitting.moved = row.at;
        self.house.store.append(row).await?;
        self.stood.push(small(self.table.entries()));
        Ok(())
    }
}
