//! Decisions of people: judged, kept, told.

use super::message::{at_a_loss, not_seated};
use super::{Room, now, small};
use crate::dice::{Part, Thrown};
use crate::error::Error;
use crate::matches::{outcome_of, resignation, stands};
use crate::message::{Pace, ToClient, Told};
use crate::store::{EntryRow, Kept, private};
use crate::view;
use referee::{Awaits, NotesByViewer, Seat, Viewer};
use shelf::LiveMatch;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};
use testkit::catch;
use tokio::sync::oneshot::{self, error::RecvError};

/// The store has this long before players are told that play stands still.
const PATIENCE_WITH_STORE: Duration = Duration::from_secs(1);

/// Something that happened but is not kept yet. Nobody has seen it.
pub(super) struct Pending {
    pub(super) kept: Kept,
    /// The match as it will stand.
    game_match: Box<dyn LiveMatch>,
    after: After,
}

/// What bots play one after the other while nobody wants to watch: on a copy, each decision handed to the store and none
/// waited for. The match itself stands as it was until all of it is kept, so nobody can see what is not.
pub(super) struct Stretch {
    pub(super) game_match: Box<dyn LiveMatch>,
    pub(super) thrown: Thrown,
    played: Vec<(Kept, Played)>,
    begun: Instant,
}

impl Stretch {
    pub(super) fn begin(game_match: &dyn LiveMatch, thrown: &Thrown) -> Stretch {
        Stretch { game_match: game_match.fork(), thrown: thrown.clone(), played: vec![], begun: Instant::now() }
    }

    pub(super) fn len(&self) -> usize {
        self.played.len()
    }
}

/// Something that was played and is told later, together with what follows.
pub(super) struct Played {
    entry: usize,
    seat: Seat,
    notes: NotesByViewer,
}

/// What bots play at once is told this often.
pub(super) const TELL_EVERY: Duration = Duration::from_millis(250);

/// What is told once it is kept.
enum After {
    /// In their order, and what the dice of all have shown since.
    Played(Vec<Played>, Thrown),
    TakenBack,
    /// Somebody has added something to the secret of the dice.
    Part(Part),
}

impl Room {
    pub(super) async fn play(&mut self, id: u64, offer: u16, pick: view::Pick) -> Result<(), Error> {
        let Some(seat) = self.speaks_for(id) else {
            self.send(id, &ToClient::Refused(not_seated()));
            return Ok(());
        };
        if let Some(why) = &self.frozen {
            let what = format!("this match is frozen: {why}");
            self.send(id, &ToClient::Error { what });
            return Ok(());
        }
        if self.resigned().is_some() {
            self.send_error(id, "this match was given up");
            return Ok(());
        }
        let mut dice = self.dice();
        let described = format!("offer {offer} {pick:?}");
        let played = catch(|| self.game_match.play(seat, offer, pick.into(), &mut dice));
        match played {
            Ok(Ok(notes)) => self.keep_play(seat, notes).await,
            Ok(Err(refusal)) => {
                let refused = self.refused(refusal);
                self.send(id, &ToClient::Refused(refused));
                Ok(())
            }
            Err(panic) => {
                self.recover(&described, &panic)?;
                self.send(id, &ToClient::Refused(at_a_loss()));
                Ok(())
            }
        }
    }

    /// Who has given up.
    pub(super) fn resigned(&self) -> Option<Seat> {
        u8::try_from(self.row.resigned).ok().map(Seat)
    }

    /// Gives the match up for a seat of this person. It is kept before anybody hears of it.
    pub(super) async fn resign(&mut self, id: u64) -> Result<(), Error> {
        let seats = self.seats_of(id);
        let awaited = self.game_match.awaits().seat();
        let seat = awaited.filter(|seat| seats.contains(seat)).or(seats.first().copied());
        let (Some(seat), Some(_), None) = (seat, awaited, self.resigned()) else {
            self.send_error(id, "there is nothing to give up here");
            return Ok(());
        };
        let (_, words) = resignation(self.game_match.kit(), &self.seats, seat);
        if self.rooms.store.resign(&self.row.id, seat.0.into(), &words).await? {
            self.row.resigned = seat.0.into();
            self.tell_all();
            self.broadcast(small(self.game_match.entries()), |_| vec![]);
        }
        Ok(())
    }

    /// The rules made a mistake: what happened is written down, and the match is built again from its entries.
    pub(super) fn recover(&mut self, action: &str, panic: &str) -> Result<(), Error> {
        self.game_match = catch(|| self.game_match.up_to(self.game_match.entries())).map_err(Error::Inner)?;
        self.forget_views();
        let text = format!("{}// here: {action}\n// {}\n", self.game_match.write(), panic.replace('\n', " "));
        let file = self.rooms.settings.kept.join(format!("{}-{}.match", self.row.id, self.seq()));
        let kept = keep_private(&file, &text);
        match kept {
            Ok(()) => tracing::error!(match_id = self.row.id, "{panic}; kept in {}", file.display()),
            Err(error) => tracing::error!(match_id = self.row.id, "{panic}; not kept: {error}"),
        }
        Ok(())
    }

    /// After a play: keeps it, and tells everybody once it is safe.
    pub(super) async fn keep_play(&mut self, seat: Seat, notes: NotesByViewer) -> Result<(), Error> {
        let entry = self.game_match.entries() - 1;
        let line = last_line(&*self.game_match)?;
        let mut kept = self.rooms.store.append(self.entry(&*self.game_match, self.seq(), line));
        self.start_bot_ahead();
        let mut thrown = self.dice.thrown.clone();
        count_rolls(&mut thrown, &*self.game_match);
        let after = After::Played(vec![Played { entry, seat, notes }], thrown);
        if let Ok(kept) = tokio::time::timeout(PATIENCE_WITH_STORE, &mut kept).await {
            return self.kept(kept, after);
        }
        // Nobody may see it before it is kept: the match stands as before.
        let before = catch(|| self.game_match.up_to(entry)).map_err(Error::Inner)?;
        let game_match = std::mem::replace(&mut self.game_match, before);
        self.stand_still(Pending { kept, game_match, after });
        Ok(())
    }

    /// After a play of a bot on the copy ahead: it is handed to the store, and the next bot goes on at once. When the
    /// stretch is over, or somebody should hear of it, all of it is waited for.
    pub(super) async fn keep_stretch(&mut self, seat: Seat, notes: NotesByViewer) -> Result<(), Error> {
        let Some(stretch) = &self.stretch else { return Ok(()) };
        let line = last_line(&*stretch.game_match)?;
        let entry = stretch.game_match.entries() - 1;
        let kept = self.rooms.store.append(self.entry(&*stretch.game_match, self.seq_ahead(), line));
        let Some(stretch) = &mut self.stretch else { return Ok(()) };
        count_rolls(&mut stretch.thrown, &*stretch.game_match);
        stretch.played.push((kept, Played { entry, seat, notes }));
        let short = stretch.begun.elapsed() < TELL_EVERY;
        self.start_bot();
        if short && self.awaits_bot() { Ok(()) } else { self.end_stretch().await }
    }

    /// Waits until all of a stretch is kept; only then is it what the match is.
    pub(super) async fn end_stretch(&mut self) -> Result<(), Error> {
        let Some(Stretch { game_match, thrown, played, .. }) = self.stretch.take() else { return Ok(()) };
        if played.is_empty() {
            return Ok(());
        }
        let (answers, played): (Vec<Kept>, Vec<Played>) = played.into_iter().unzip();
        let (tell, mut kept) = oneshot::channel();
        tokio::spawn(async move {
            let _ = tell.send(all_kept(answers).await);
        });
        let after = After::Played(played, thrown);
        if let Ok(kept) = tokio::time::timeout(PATIENCE_WITH_STORE, &mut kept).await {
            self.game_match = game_match;
            return self.kept(kept, after);
        }
        self.stand_still(Pending { kept, game_match, after });
        Ok(())
    }

    /// As [`Room::keep_play`], for a match that was taken back to an earlier entry.
    pub(super) async fn keep_take_back(&mut self, game_match: Box<dyn LiveMatch>) -> Result<(), Error> {
        let mut kept =
            self.rooms.store.append(self.entry(&*game_match, self.seq(), format!("= {}", game_match.entries())));
        if let Ok(kept) = tokio::time::timeout(PATIENCE_WITH_STORE, &mut kept).await {
            self.game_match = game_match;
            return self.kept(kept, After::TakenBack);
        }
        self.stand_still(Pending { kept, game_match, after: After::TakenBack });
        Ok(())
    }

    /// As [`Room::keep_play`], for a part of the dice.
    pub(super) async fn keep_part(&mut self, part: Part) -> Result<(), Error> {
        let mut kept = self.rooms.store.keep_part(&self.row.id, &part);
        if let Ok(kept) = tokio::time::timeout(PATIENCE_WITH_STORE, &mut kept).await {
            return self.kept(kept, After::Part(part));
        }
        let game_match = catch(|| self.game_match.fork()).map_err(Error::Inner)?;
        self.stand_still(Pending { kept, game_match, after: After::Part(part) });
        Ok(())
    }

    fn entry(&self, game_match: &dyn LiveMatch, n: u32, line: String) -> EntryRow {
        let awaits = game_match.awaits();
        EntryRow {
            match_id: self.row.id.clone(),
            n: n.into(),
            line,
            awaits: awaits.seat().map_or(-1, |seat| seat.0.into()),
            outcome: outcome_of(game_match.kit(), awaits),
            stands: stands(game_match),
            entries: small(game_match.entries()).into(),
            at: now(),
        }
    }

    fn stand_still(&mut self, pending: Pending) {
        self.tell_all();
        self.pending = Some(pending);
        let what = self.standstill();
        tracing::warn!(match_id = self.row.id, "{what}");
        self.send_all(&ToClient::Standstill { what: Some(what) });
    }

    /// Why play stands still.
    pub(super) fn standstill(&self) -> String {
        let why = self.rooms.store.trouble().unwrap_or_else(|| "the disk is slow".into());
        format!("Play stands still: the last decision cannot be kept just now ({why}). It goes on by itself.")
    }

    /// What was pending is safe, or never will be.
    pub(super) fn settle(&mut self, kept: Result<Result<bool, Error>, RecvError>) -> Result<(), Error> {
        let Some(pending) = self.pending.take() else { return Ok(()) };
        self.game_match = pending.game_match;
        self.send_all(&ToClient::Standstill { what: None });
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
        if let After::Part(part) = after {
            self.add_part(part);
            return Ok(());
        }
        self.row.moved = now();
        self.undo = None;
        self.bot_failures = 0;
        match after {
            After::Part(_) => {}
            After::Played(played, thrown) => {
                self.dice.thrown = thrown;
                self.entries_after.extend(played.iter().map(|one| small(one.entry + 1)));
                self.untold.extend(played);
                let later = self.awaits_bot() && self.pace() == Pace::AtOnce && self.told_at.elapsed() < TELL_EVERY;
                if !later {
                    self.tell_all();
                }
            }
            After::TakenBack => {
                self.entries_after.push(small(self.game_match.entries()));
                self.tell_all();
                // Plans were made for what no longer is.
                self.minds.clear();
                self.dice.thrown.taken_back(self.game_match.entries());
                self.broadcast(small(self.game_match.entries()), |_| vec![]);
                self.send_table();
            }
        }
        self.start_bot();
        Ok(())
    }

    /// Tells everybody what was played and is kept.
    pub(super) fn tell_all(&mut self) {
        let untold = std::mem::take(&mut self.untold);
        let Some(first) = untold.first() else { return };
        let over = matches!(self.game_match.awaits(), Awaits::Over(_));
        let actions: Vec<_> = untold.iter().map(|played| self.game_match.action(played.entry)).collect();
        let told = |viewer: Viewer| {
            let one = |(played, action): (&Played, &Option<String>)| Told {
                entry: small(played.entry),
                seat: played.seat.0,
                action: action.clone().filter(|_| over || viewer == Viewer::Seat(played.seat)),
                notes: played.notes.of(viewer).iter().cloned().map(Into::into).collect(),
            };
            untold.iter().zip(&actions).map(one).collect()
        };
        self.told_at = Instant::now();
        self.broadcast(small(first.entry), told);
    }
}

/// What was played last, as the match file has it.
fn last_line(game_match: &dyn LiveMatch) -> Result<String, Error> {
    let line = game_match.entries().checked_sub(1).and_then(|entry| game_match.line(entry));
    line.ok_or_else(|| Error::Inner("what was played has no line".into()))
}

/// Counts the rolls of what was played last.
fn count_rolls(thrown: &mut Thrown, game_match: &dyn LiveMatch) {
    thrown.played((game_match.rolls() as u64).saturating_sub(thrown.standing()));
}

/// Whether all of it was kept.
async fn all_kept(answers: Vec<Kept>) -> Result<bool, Error> {
    for answer in answers {
        let kept = answer.await.map_err(|_| Error::Inner("the store has closed".into()))?;
        if !kept? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A file that tells everything, for its owner's eyes only.
fn keep_private(file: &Path, text: &str) -> std::io::Result<()> {
    file.parent().map_or(Ok(()), std::fs::create_dir_all)?;
    private(OpenOptions::new().create(true).write(true).truncate(true)).open(file)?.write_all(text.as_bytes())
}
