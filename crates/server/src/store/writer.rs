//! The only hand that writes. It has a connection of its own, commits whatever has gathered in one
//! transaction, and answers only when the commit has happened and was synced.
//!
//! After any error the connection is dropped and another one opened: what a failed write leaves behind in a
//! connection cannot be trusted. Decisions wait until they can be written; everything else is refused at once
//! while nothing can. A commit that failed may have happened all the same, so to write a decision again is
//! harmless: the same line under the same number counts as kept.

use super::number;
use super::place::{Place, Which};
use super::rows::{ChatRow, EntryRow, MarkRow, NewMatchRow, RepairRow};
use crate::dice::Part;
use crate::error::Error;
use crate::identity::{Identity, token_hash};
use sqlx::error::{DatabaseError, ErrorKind};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{Connection as _, Executor as _, PgConnection, QueryBuilder, SqlSafeStr as _, SqliteConnection};
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
/// PostgreSQL may be gone without a word.
const ANSWER_WITHIN: Duration = Duration::from_secs(10);
/// So many lines of talk are kept of players, and as many of spectators; more are forgotten now and then.
const MOST_TALK: i64 = 1_000;
const FORGET_EVERY: i64 = 50;
const SHORTEST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(super) enum Line {
    /// With the log file it writes to.
    Lite(SqliteConnection, Option<Which>),
    Pg(PgConnection),
}

macro_rules! on {
    ($line:expr, $c:ident => $body:expr) => {
        match $line {
            Line::Lite($c, _) => $body,
            Line::Pg($c) => $body,
        }
    };
}

/// Two numbers that no other program at the same database has.
const LOCK: &str = "SELECT pg_try_advisory_lock(1919445358, 1701650552)";
const SYNC: &str = "SELECT set_config('synchronous_commit', 'on', false) \
                    WHERE current_setting('synchronous_commit') = 'off'";

impl Line {
    pub(super) async fn open(place: &Place) -> sqlx::Result<Line> {
        let open = async {
            match place {
                Place::Lite(place) => {
                    let mut line = SqliteConnection::connect_with(&place.options()).await?;
                    // The log file is made with the first look into the database.
                    line.execute("SELECT COUNT(*) FROM sqlite_master").await?;
                    Ok(Line::Lite(line, place.log()))
                }
                Place::Pg(options) => {
                    let mut line = PgConnection::connect_with(options).await?;
                    // Acknowledged means on the disk, whatever the database is set to.
                    line.execute(SYNC).await?;
                    // The lock goes with the connection: whoever has lost it may not write.
                    if sqlx::query_scalar::<_, bool>(LOCK).fetch_one(&mut line).await? {
                        return Ok(Line::Pg(line));
                    }
                    let _ = line.close().await;
                    let what =
                        "this database is already served by another process; two would not see each other's moves";
                    Err(sqlx::Error::AnyDriverError(what.into()))
                }
            }
        };
        within(place, open).await
    }

    pub(super) async fn bring_up_to_date(&mut self) -> Result<(), Error> {
        // `sqlx::migrate!` would build SQLite once more for itself.
        let text = [
            ("table", include_str!("../../migrations/0001_table.sql")),
            ("match", include_str!("../../migrations/0002_match.sql")),
            ("parts", include_str!("../../migrations/0003_parts.sql")),
            ("lists", include_str!("../../migrations/0004_lists.sql")),
        ];
        let migration = |(n, (name, sql)): (i64, (&'static str, &'static str))| {
            Migration::new(n, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
        };
        let all = Migrator::with_migrations((1..).zip(text).map(migration).collect());
        Ok(on!(self, c => all.run(c).await)?)
    }

    async fn run(&mut self, statement: &'static str) -> sqlx::Result<()> {
        on!(self, c => c.execute(statement).await.map(drop))
    }

    /// Whether what was committed is where the next process will look for it.
    fn is_there(&self, place: &Place) -> sqlx::Result<()> {
        match (self, place) {
            (Line::Lite(_, log), Place::Lite(place)) => place.is_there(*log),
            _ => Ok(()),
        }
    }

    /// Folds the log into the database file, and closes it.
    async fn close(mut self) -> sqlx::Result<()> {
        if matches!(self, Line::Lite(..)) {
            self.run("PRAGMA wal_checkpoint(TRUNCATE)").await?;
        }
        on!(self, c => c.close().await)
    }

    /// Writes one thing into the open transaction.
    async fn write(&mut self, write: &Write) -> sqlx::Result<bool> {
        match write {
            Write::Entry(row) => self.entry(row).await,
            Write::Match(new) => self.match_with_all(new).await.map(|()| true),
            Write::Chat { match_id, row } => {
                let sql = "INSERT INTO chat (match_id, n, seat, name, line, at) VALUES ($1, $2, $3, $4, $5, $6) \
                           ON CONFLICT (match_id, n) DO NOTHING";
                let rows = on!(self, c => sqlx::query(sql).bind(match_id).bind(row.n).bind(row.seat).bind(&row.name)
                    .bind(&row.line).bind(row.at).execute(c).await.map(|done| done.rows_affected()))?;
                if row.n % FORGET_EVERY == 0 {
                    self.forget_talk(match_id, row.seat < 0).await?;
                }
                Ok(rows == 1)
            }
            Write::Seat { match_id, seat, who } => {
                let sql =
                    "UPDATE seat SET kind = 'human', person = $1 WHERE match_id = $2 AND seat = $3 AND kind = 'open'";
                let rows = on!(self, c => sqlx::query(sql).bind(&who.0).bind(match_id).bind(seat)
                    .execute(c).await.map(|done| done.rows_affected()))?;
                Ok(rows == 1)
            }
            Write::Name { who, name } => {
                let sql =
                    "INSERT INTO person (id, name) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET name = excluded.name";
                on!(self, c => sqlx::query(sql).bind(&who.0).bind(name).execute(c).await.map(|_| true))
            }
            Write::Note { match_id, who, line } => {
                let sql = "INSERT INTO private_note (match_id, person, line) VALUES ($1, $2, $3) \
                           ON CONFLICT (match_id, person) DO UPDATE SET line = excluded.line";
                on!(self, c => sqlx::query(sql).bind(match_id).bind(&who.0).bind(line).execute(c).await.map(|_| true))
            }
            Write::Part { match_id, part } => self.part(match_id, part).await,
            Write::Repair(row) => {
                let sql = "UPDATE matches SET head = $1 WHERE id = $2";
                on!(self, c => sqlx::query(sql).bind(&row.head).bind(&row.match_id).execute(c).await.map(drop))?;
                for (n, line) in &row.lines {
                    let sql = "UPDATE entry SET line = $1 WHERE match_id = $2 AND n = $3";
                    on!(self, c => sqlx::query(sql).bind(line).bind(&row.match_id).bind(n).execute(c).await.map(drop))?;
                }
                Ok(true)
            }
            Write::Mark { who, mark } => {
                let sql = "INSERT INTO mark (match_id, person, title, archived) VALUES ($1, $2, $3, $4) \
                           ON CONFLICT (match_id, person) DO UPDATE SET title = excluded.title, \
                           archived = excluded.archived";
                on!(self, c => sqlx::query(sql).bind(&mark.match_id).bind(&who.0).bind(&mark.title)
                    .bind(mark.archived).execute(c).await.map(|_| true))
            }
            Write::Resign { match_id, seat, outcome } => {
                let sql = "UPDATE matches SET resigned = $1, awaits = -1, outcome = $2 WHERE id = $3 AND resigned < 0";
                let rows = on!(self, c => sqlx::query(sql).bind(seat).bind(outcome).bind(match_id)
                    .execute(c).await.map(|done| done.rows_affected()))?;
                Ok(rows == 1)
            }
            Write::Own { name, value } => {
                let sql = "INSERT INTO own (name, value) VALUES ($1, $2) \
                           ON CONFLICT (name) DO UPDATE SET value = excluded.value";
                on!(self, c => sqlx::query(sql).bind(*name).bind(value).execute(c).await.map(|_| true))
            }
        }
    }

    /// Of what spectators say, and of what players say, only the last lines are kept.
    async fn forget_talk(&mut self, match_id: &str, of_spectators: bool) -> sqlx::Result<()> {
        let sql = if of_spectators {
            "DELETE FROM chat WHERE match_id = $1 AND seat < 0 AND n < \
             (SELECT MIN(l.n) FROM (SELECT n FROM chat WHERE match_id = $1 AND seat < 0 ORDER BY n DESC LIMIT $2) l)"
        } else {
            "DELETE FROM chat WHERE match_id = $1 AND seat >= 0 AND n < \
             (SELECT MIN(l.n) FROM (SELECT n FROM chat WHERE match_id = $1 AND seat >= 0 ORDER BY n DESC LIMIT $2) l)"
        };
        on!(self, c => sqlx::query(sql).bind(match_id).bind(MOST_TALK).execute(c).await.map(drop))
    }

    async fn entry(&mut self, row: &EntryRow) -> sqlx::Result<bool> {
        let sql = "INSERT INTO entry (match_id, n, line, at) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT (match_id, n) DO NOTHING";
        let rows = on!(self, c => sqlx::query(sql).bind(&row.match_id).bind(row.n).bind(&row.line).bind(row.at)
            .execute(c).await.map(|done| done.rows_affected()))?;
        if rows == 0 {
            // It may be our own, kept by a commit that seemed to fail.
            let sql = "SELECT line, at FROM entry WHERE match_id = $1 AND n = $2";
            let kept = on!(self, c => sqlx::query_as::<_, (String, i64)>(sql).bind(&row.match_id).bind(row.n)
                .fetch_one(c).await)?;
            return Ok(kept == (row.line.clone(), row.at));
        }
        let sql = "UPDATE matches SET seq = $1, moved = $2, awaits = $3, outcome = $4, stands = $5, entries = $6 WHERE id = $7";
        on!(self, c => sqlx::query(sql).bind(row.n + 1).bind(row.at).bind(row.awaits).bind(&row.outcome)
            .bind(&row.stands).bind(row.entries).bind(&row.match_id).execute(c).await.map(|_| true))
    }

    async fn part(&mut self, match_id: &str, part: &Part) -> sqlx::Result<bool> {
        let from = i64::try_from(part.from).unwrap_or(i64::MAX);
        let sql = "INSERT INTO part (match_id, seat, from_roll, digits) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT (match_id, seat) DO NOTHING";
        on!(self, c => sqlx::query(sql).bind(match_id).bind(part.by.number()).bind(from).bind(&part.digits)
            .execute(c).await.map(drop))?;
        // It may have been kept by a commit that seemed to fail.
        let sql = "SELECT from_roll, digits FROM part WHERE match_id = $1 AND seat = $2";
        let kept = on!(self, c => sqlx::query_as::<_, (i64, String)>(sql).bind(match_id).bind(part.by.number())
            .fetch_one(c).await)?;
        Ok(kept == (from, part.digits.clone()))
    }

    async fn match_with_all(&mut self, new: &NewMatchRow) -> sqlx::Result<()> {
        let NewMatchRow { row, secret, seats, part, lines } = new;
        let sql = "INSERT INTO matches (id, game, setup, head, dice, dice_hash, dice_from, owner, public, origin, \
                   created, awaits, outcome, seq, moved, stands, entries) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)";
        on!(self, c => sqlx::query(sql).bind(&row.id).bind(&row.game).bind(&row.setup).bind(&row.head).bind(row.dice)
            .bind(&row.dice_hash).bind(row.dice_from).bind(&row.owner).bind(row.public).bind(row.origin.word())
            .bind(row.created).bind(row.awaits).bind(&row.outcome).bind(row.seq).bind(row.moved)
            .bind(&row.stands).bind(row.entries)
            .execute(c).await.map(drop))?;
        let sql = "INSERT INTO secret (match_id, dice, links) VALUES ($1, $2, $3)";
        on!(self, c => sqlx::query(sql).bind(&row.id).bind(secret.seed.hex()).bind(&secret.links)
            .execute(c).await.map(drop))?;
        for (seat, (kind, bot, person)) in seats.iter().enumerate() {
            let sql = "INSERT INTO seat (match_id, seat, kind, bot, link_hash, person) VALUES ($1, $2, $3, $4, $5, $6)";
            let link = token_hash(&secret.link(seat));
            on!(self, c => sqlx::query(sql).bind(&row.id).bind(number(seat)).bind(kind.word()).bind(bot).bind(&link)
                .bind(person).execute(c).await.map(drop))?;
        }
        if let Some(part) = part {
            self.part(&row.id, part).await?;
        }
        let numbered: Vec<_> = lines.iter().enumerate().collect();
        for lines in numbered.chunks(500) {
            on!(self, c => {
                let mut insert = QueryBuilder::new("INSERT INTO entry (match_id, n, line, at) ");
                insert.push_values(lines, |mut values, (n, line)| {
                    values.push_bind(&row.id).push_bind(number(*n)).push_bind(*line).push_bind(row.created);
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
                tokio::spawn(async move { drop(on!(line, c => c.close_hard().await)) });
                Err(error)
            }
        }
    }
}

async fn transaction(line: &mut Line, jobs: &[Waiting]) -> sqlx::Result<Vec<bool>> {
    line.run(if matches!(line, Line::Lite(..)) { "BEGIN IMMEDIATE" } else { "BEGIN" }).await?;
    let mut kept = vec![];
    for (write, _) in jobs {
        kept.push(line.write(write).await?);
    }
    line.run("COMMIT").await?;
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
