//! The only hand that writes. It has a connection of its own, commits whatever has gathered in one
//! transaction, and answers only when the commit has happened and was synced.
//!
//! After any error the connection is dropped and another one opened: what a failed write leaves behind in a
//! connection cannot be trusted. Decisions wait until they can be written; everything else is refused at once
//! while nothing can. A commit that failed may have happened all the same, so to write a decision again is
//! harmless: the same line under the same number counts as kept.

use super::line::{Line, within};
use super::place::Place;
use super::rows::{ChatRow, EntryRow, MarkRow, NewMatchRow, RepairRow};
use crate::dice::Part;
use crate::error::Error;
use crate::identity::Identity;
use sqlx::error::{DatabaseError, ErrorKind};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};

/// Something to be kept.
#[derive(Debug)]
pub(super) enum Write {
    Entry(EntryRow),
    Match(Box<NewMatchRow>),
    Chat {
        match_id: String,
        row: ChatRow,
    },
    Seat {
        match_id: String,
        seat: i64,
        who: Identity,
    },
    Name {
        who: Identity,
        name: String,
    },
    Note {
        match_id: String,
        who: Identity,
        line: String,
    },
    /// What somebody adds to the secret of a match.
    Part {
        match_id: String,
        part: Part,
    },
    Repair(RepairRow),
    Mark {
        who: Identity,
        mark: MarkRow,
    },
    Resign {
        match_id: String,
        seat: i64,
        outcome: String,
    },
    /// A match and all that belongs to it, for good.
    Forget {
        match_id: String,
    },
    /// Something of the table itself.
    Own {
        name: &'static str,
        value: String,
    },
}

impl Write {
    /// A decision waits until it can be kept: its players were promised that it is not lost. So does what the next
    /// roll depends on.
    fn waits(&self) -> bool {
        matches!(self, Write::Entry(_) | Write::Part { .. })
    }
}

/// Whether it was kept; if not, somebody else was first.
pub(super) type Answer = oneshot::Sender<Result<bool, Error>>;
type Waiting = (Write, Answer);

#[derive(Debug)]
pub(super) enum Job {
    Write(Write, Answer),
    /// The last one.
    Close(oneshot::Sender<()>),
}

/// The most that is committed together.
const MOST_TOGETHER: usize = 256;
const SHORTEST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(super) struct Writer {
    place: Place,
    line: Option<Line>,
    /// Why nothing can be written just now.
    trouble: watch::Sender<Option<String>>,
}

impl Writer {
    pub(super) fn new(place: Place, line: Line, trouble: watch::Sender<Option<String>>) -> Writer {
        Writer { place, line: Some(line), trouble }
    }

    /// Writes until it is told to close, or nobody is left who could ask for anything.
    pub(super) async fn run(mut self, mut jobs: mpsc::UnboundedReceiver<Job>) {
        let mut waiting: Vec<Waiting> = vec![];
        let mut closing = None;
        let mut pause = SHORTEST_PAUSE;
        loop {
            if waiting.is_empty() && !self.next(&mut jobs, &mut waiting, &mut closing).await {
                break;
            }
            match self.commit(&waiting).await {
                Ok(kept) => {
                    waiting.drain(..).zip(kept).for_each(|((_, answer), kept)| drop(answer.send(Ok(kept))));
                    self.well();
                    pause = SHORTEST_PAUSE;
                }
                // One that does not fit must not take the others with it.
                Err(error) if is_of_the_row(&error) => self.one_by_one(&mut waiting).await,
                Err(error) => {
                    self.ill(&error);
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(LONGEST_PAUSE);
                    gather(&mut jobs, &mut waiting, &mut closing);
                    waiting = refuse_impatient(waiting, &in_words(&error));
                }
            }
        }
        if let Some(line) = self.line.take()
            && let Err(error) = line.close().await
        {
            tracing::warn!("the store was not closed in order: {error}");
        }
        closing.map(|done: oneshot::Sender<()>| done.send(()));
    }

    /// Waits for something to write. Meanwhile, if nothing could be written, finds out whether it can be again.
    async fn next(
        &mut self,
        jobs: &mut mpsc::UnboundedReceiver<Job>,
        waiting: &mut Vec<Waiting>,
        closing: &mut Option<oneshot::Sender<()>>,
    ) -> bool {
        while closing.is_none() {
            let ill = self.trouble.borrow().is_some();
            match tokio::time::timeout(if ill { LONGEST_PAUSE } else { Duration::MAX }, jobs.recv()).await {
                Ok(Some(Job::Write(write, answer))) => {
                    waiting.push((write, answer));
                    gather(jobs, waiting, closing);
                    return true;
                }
                Ok(Some(Job::Close(done))) => *closing = Some(done),
                Ok(None) => return false,
                Err(_) => {
                    let (answer, _) = oneshot::channel();
                    let probe = Write::Own { name: "probe", value: crate::room::now().to_string() };
                    match self.commit(&[(probe, answer)]).await {
                        Ok(_) => self.well(),
                        Err(error) => self.ill(&error),
                    }
                }
            }
        }
        false
    }

    fn well(&self) {
        if self.trouble.send_if_modified(|trouble| trouble.take().is_some()) {
            tracing::info!("the store can be written again");
        }
    }

    fn ill(&self, error: &sqlx::Error) {
        let words = in_words(error);
        let changed = |trouble: &mut Option<String>| trouble.replace(words.clone()).as_ref() != Some(&words);
        if self.trouble.send_if_modified(changed) {
            tracing::error!("nothing can be written: {words}: {error}");
        }
    }

    async fn one_by_one(&mut self, waiting: &mut Vec<Waiting>) {
        for (write, answer) in std::mem::take(waiting) {
            let alone = [(write, answer)];
            let kept = self.commit(&alone).await;
            let [(write, answer)] = alone;
            match kept {
                Ok(kept) => drop(answer.send(Ok(kept[0]))),
                Err(error) if is_of_the_row(&error) => drop(answer.send(Err(Error::Store(error)))),
                Err(_) => waiting.push((write, answer)),
            }
        }
    }

    /// All of it or nothing. After an error the connection is gone.
    async fn commit(&mut self, jobs: &[Waiting]) -> sqlx::Result<Vec<bool>> {
        let mut line = match self.line.take() {
            Some(line) => line,
            None => Line::open(&self.place).await?,
        };
        let kept = within(&self.place, transaction(&mut line, jobs)).await;
        match kept.and_then(|kept| line.is_there(&self.place).map(|()| kept)) {
            Ok(kept) => {
                self.line = Some(line);
                Ok(kept)
            }
            Err(error) => {
                // Not to be waited for: it may hang just as its last statement did.
                tokio::spawn(line.abandon());
                Err(error)
            }
        }
    }
}

async fn transaction(line: &mut Line, jobs: &[Waiting]) -> sqlx::Result<Vec<bool>> {
    line.begin().await?;
    let mut kept = vec![];
    for (write, _) in jobs {
        kept.push(line.write(write).await?);
    }
    line.commit().await?;
    Ok(kept)
}

/// Takes what has gathered.
fn gather(
    jobs: &mut mpsc::UnboundedReceiver<Job>,
    waiting: &mut Vec<Waiting>,
    closing: &mut Option<oneshot::Sender<()>>,
) {
    while waiting.len() < MOST_TOGETHER && closing.is_none() {
        match jobs.try_recv() {
            Ok(Job::Write(write, answer)) => waiting.push((write, answer)),
            Ok(Job::Close(done)) => *closing = Some(done),
            Err(_) => return,
        }
    }
}

/// Only decisions wait until they can be written.
fn refuse_impatient(waiting: Vec<Waiting>, why: &str) -> Vec<Waiting> {
    let (waits, refused): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|(write, _)| write.waits());
    refused.into_iter().for_each(|(_, answer)| drop(answer.send(Err(Error::Unwritable(why.into())))));
    waits
}

/// Whether what was to be written is at fault, and not the store.
fn is_of_the_row(error: &sqlx::Error) -> bool {
    let by_code =
        |error: &dyn DatabaseError| error.code().is_some_and(|code| code.len() == 5 && code.starts_with("22"));
    let by_kind = |error: &dyn DatabaseError| {
        matches!(
            error.kind(),
            ErrorKind::UniqueViolation
                | ErrorKind::ForeignKeyViolation
                | ErrorKind::NotNullViolation
                | ErrorKind::CheckViolation
        )
    };
    error.as_database_error().is_some_and(|error| by_kind(error) || by_code(error))
}

/// What is wrong, for people at a table.
fn in_words(error: &sqlx::Error) -> String {
    if let sqlx::Error::AnyDriverError(what) = error {
        return what.to_string();
    }
    let code = error.as_database_error().and_then(|error| error.code());
    // SQLite counts its errors in the low byte; PostgreSQL has five characters.
    let lite = code.as_deref().filter(|code| code.len() < 5).and_then(|code| code.parse::<u32>().ok());
    let words = match (lite.map(|code| code & 0xff), code.as_deref()) {
        (Some(13), _) | (_, Some("53100")) => "the disk is full",
        (Some(10), _) => "the disk reports errors",
        (Some(5 | 6), _) => "another program holds the database",
        (Some(8), _) | (_, Some("25006")) => "the database may only be read",
        (Some(11 | 26), _) => "the database file is damaged",
        (Some(14), _) => "the database file cannot be opened",
        _ => "the database does not answer",
    };
    words.into()
}
