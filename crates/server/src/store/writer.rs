//! The only hand that writes. It has a connection of its own, commits whatever has gathered in one
//! transaction, and answers only when the commit has happened and was synced.
//!
//! After any error the connection is dropped and another one opened: what a failed write leaves behind in a
//! connection cannot be trusted. Decisions wait until they can be written; everything else is refused at once
//! while nothing can. A commit that failed may have happened all the same, so to write a decision again is
//! harmless: the same line under the same number counts as kept.

use super::rows::{ChatRow, EntryRow, NewSitting};
use super::{Place, number};
use crate::error::Error;
use crate::identity::{Identity, token_hash};
use sqlx::error::{DatabaseError, ErrorKind};
use sqlx::{Connection as _, Executor as _, PgConnection, QueryBuilder, SqliteConnection};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};

/// Something to be kept.
#[derive(Debug)]
pub(super) enum Write {
    Entry(EntryRow),
    Match(Box<NewSitting>),
    Chat { sitting: String, row: ChatRow },
    Seat { sitting: String, seat: i64, who: Identity },
    Name { who: Identity, name: String },
    Note { sitting: String, who: Identity, line: String },
}

impl Write {
    /// A decision waits until it can be kept: its players were promised that it is not lost.
    fn waits(&self) -> bool {
        matches!(self, Write::Entry(_))
    }
}

/// Whether it was kept; if not, somebody else was first.
pub(super) type Answer = oneshot::Sender<Result<bool, Error>>;
pub(super) type Job = (Write, Answer);

/// The most that is committed together.
const MOST_TOGETHER: usize = 256;
/// PostgreSQL may be gone without a word.
const ANSWER_WITHIN: Duration = Duration::from_secs(10);
const SHORTEST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(super) enum Line {
    Lite(SqliteConnection),
    Pg(PgConnection),
}

macro_rules! on {
    ($line:expr, $c:ident => $body:expr) => {
        match $line {
            Line::Lite($c) => $body,
            Line::Pg($c) => $body,
        }
    };
}

impl Line {
    pub(super) async fn open(place: &Place) -> sqlx::Result<Line> {
        let open = async {
            Ok(match place {
                Place::Lite(options) => Line::Lite(SqliteConnection::connect_with(options).await?),
                Place::Pg(options) => {
                    let mut line = PgConnection::connect_with(options).await?;
                    // Acknowledged means on the disk, whatever the database is set to.
                    line.execute("SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'").await?;
                    Line::Pg(line)
                }
            })
        };
        within(place, open).await
    }

    pub(super) async fn bring_up_to_date(&mut self) -> Result<(), Error> {
        Ok(on!(self, c => sqlx::migrate!().run(c).await)?)
    }

    async fn run(&mut self, statement: &'static str) -> sqlx::Result<()> {
        on!(self, c => c.execute(statement).await.map(drop))
    }

    /// Writes one thing into the open transaction.
    async fn write(&mut self, write: &Write) -> sqlx::Result<bool> {
        match write {
            Write::Entry(row) => self.entry(row).await,
            Write::Match(new) => self.match_with_all(new).await.map(|()| true),
            Write::Chat { sitting, row } => {
                let sql = "INSERT INTO chat (sitting, n, seat, name, line, at) VALUES ($1, $2, $3, $4, $5, $6) \
                           ON CONFLICT (sitting, n) DO NOTHING";
                let rows = on!(self, c => sqlx::query(sql).bind(sitting).bind(row.n).bind(row.seat).bind(&row.name)
                    .bind(&row.line).bind(row.at).execute(c).await.map(|done| done.rows_affected()))?;
                Ok(rows == 1)
            }
            Write::Seat { sitting, seat, who } => {
                let sql =
                    "UPDATE seat SET kind = 'human', person = $1 WHERE sitting = $2 AND seat = $3 AND kind = 'open'";
                let rows = on!(self, c => sqlx::query(sql).bind(&who.0).bind(sitting).bind(seat)
                    .execute(c).await.map(|done| done.rows_affected()))?;
                Ok(rows == 1)
            }
            Write::Name { who, name } => {
                let sql =
                    "INSERT INTO person (id, name) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET name = excluded.name";
                on!(self, c => sqlx::query(sql).bind(&who.0).bind(name).execute(c).await.map(|_| true))
            }
            Write::Note { sitting, who, line } => {
                let sql = "INSERT INTO private_note (sitting, person, line) VALUES ($1, $2, $3) \
                           ON CONFLICT (sitting, person) DO UPDATE SET line = excluded.line";
                on!(self, c => sqlx::query(sql).bind(sitting).bind(&who.0).bind(line).execute(c).await.map(|_| true))
            }
        }
    }

    async fn entry(&mut self, row: &EntryRow) -> sqlx::Result<bool> {
        let sql = "INSERT INTO entry (sitting, n, line, awaits, outcome, at) VALUES ($1, $2, $3, $4, $5, $6) \
                   ON CONFLICT (sitting, n) DO NOTHING";
        let rows = on!(self, c => sqlx::query(sql).bind(&row.sitting).bind(row.n).bind(&row.line).bind(row.awaits)
            .bind(&row.outcome).bind(row.at).execute(c).await.map(|done| done.rows_affected()))?;
        if rows == 1 {
            return Ok(true);
        }
        // It may be our own, kept by a commit that seemed to fail.
        let sql = "SELECT line, at FROM entry WHERE sitting = $1 AND n = $2";
        let kept = on!(self, c => sqlx::query_as::<_, (String, i64)>(sql).bind(&row.sitting).bind(row.n)
            .fetch_one(c).await)?;
        Ok(kept == (row.line.clone(), row.at))
    }

    async fn match_with_all(&mut self, new: &NewSitting) -> sqlx::Result<()> {
        let sql = "INSERT INTO sitting (id, game, setup, head, dice_hash, dice_from, owner, public, awaits, outcome, \
                   created) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
        on!(self, c => sqlx::query(sql).bind(&new.id).bind(&new.game).bind(&new.setup).bind(&new.head)
            .bind(new.secret.seed.hash()).bind(new.dice_from).bind(&new.owner.0).bind(i64::from(new.public))
            .bind(new.awaits).bind(&new.outcome).bind(new.created).execute(c).await.map(drop))?;
        let sql = "INSERT INTO secret (sitting, dice, links) VALUES ($1, $2, $3)";
        on!(self, c => sqlx::query(sql).bind(&new.id).bind(new.secret.seed.hex()).bind(&new.secret.links)
            .execute(c).await.map(drop))?;
        for (seat, (kind, bot, person)) in new.seats.iter().enumerate() {
            let sql = "INSERT INTO seat (sitting, seat, kind, bot, link_hash, person) VALUES ($1, $2, $3, $4, $5, $6)";
            let link = token_hash(&new.secret.link(seat));
            on!(self, c => sqlx::query(sql).bind(&new.id).bind(number(seat)).bind(*kind).bind(bot).bind(&link)
                .bind(person).execute(c).await.map(drop))?;
        }
        let numbered: Vec<_> = new.lines.iter().enumerate().collect();
        for lines in numbered.chunks(500) {
            on!(self, c => {
                let mut insert = QueryBuilder::new("INSERT INTO entry (sitting, n, line, awaits, outcome, at) ");
                insert.push_values(lines, |mut row, (n, line)| {
                    row.push_bind(&new.id).push_bind(number(*n)).push_bind(*line).push_bind(new.awaits)
                        .push_bind(&new.outcome).push_bind(new.created);
                });
                insert.build().execute(c).await.map(drop)
            })?;
        }
        Ok(())
    }
}

/// Only a database over a network can be silent for ever.
async fn within<T>(place: &Place, work: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
    match place {
        Place::Lite(_) => work.await,
        Place::Pg(_) => match tokio::time::timeout(ANSWER_WITHIN, work).await {
            Ok(done) => done,
            Err(_) => Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into())),
        },
    }
}

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

    /// Writes until nobody is left who could ask for it.
    pub(super) async fn run(mut self, mut jobs: mpsc::UnboundedReceiver<Job>) {
        let mut waiting: Vec<Job> = vec![];
        let mut pause = SHORTEST_PAUSE;
        while !waiting.is_empty() || jobs.recv_many(&mut waiting, MOST_TOGETHER).await > 0 {
            match self.commit(&waiting).await {
                Ok(kept) => {
                    waiting.drain(..).zip(kept).for_each(|((_, answer), kept)| drop(answer.send(Ok(kept))));
                    self.trouble.send_if_modified(|trouble| trouble.take().is_some());
                    pause = SHORTEST_PAUSE;
                }
                // One that does not fit must not take the others with it.
                Err(error) if is_of_the_row(&error) => self.one_by_one(&mut waiting).await,
                Err(error) => {
                    eprintln!("store: {error}");
                    self.trouble.send_replace(Some(in_words(&error)));
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(LONGEST_PAUSE);
                    while let Ok(job) = jobs.try_recv() {
                        waiting.push(job);
                    }
                    waiting = refuse_impatient(waiting, &in_words(&error));
                }
            }
        }
        if let Some(line) = self.line.take() {
            let _ = on!(line, c => c.close().await);
        }
    }

    async fn one_by_one(&mut self, waiting: &mut Vec<Job>) {
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
    async fn commit(&mut self, jobs: &[Job]) -> sqlx::Result<Vec<bool>> {
        let mut line = match self.line.take() {
            Some(line) => line,
            None => Line::open(&self.place).await?,
        };
        match within(&self.place, transaction(&mut line, jobs)).await {
            Ok(kept) => {
                self.line = Some(line);
                Ok(kept)
            }
            Err(error) => {
                // Not to be waited for: it may hang just as its last statement did.
                tokio::spawn(async move { drop(on!(line, c => c.close_hard().await)) });
                Err(error)
            }
        }
    }
}

async fn transaction(line: &mut Line, jobs: &[Job]) -> sqlx::Result<Vec<bool>> {
    line.run(if matches!(line, Line::Lite(_)) { "BEGIN IMMEDIATE" } else { "BEGIN" }).await?;
    let mut kept = vec![];
    for (write, _) in jobs {
        kept.push(line.write(write).await?);
    }
    line.run("COMMIT").await?;
    Ok(kept)
}

/// Only decisions wait until they can be written.
fn refuse_impatient(waiting: Vec<Job>, why: &str) -> Vec<Job> {
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
