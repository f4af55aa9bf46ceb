//! The connection over which the writer writes: how it is opened, and each thing as it is put into the tables.

use super::number;
use super::place::{LOCK_WITHIN, Place, Which};
use super::rows::{EntryRow, NewMatchRow};
use super::writer::Write;
use crate::dice::Part;
use crate::error::Error;
use crate::identity::token_hash;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{
    AssertSqlSafe, Connection as _, Executor as _, PgConnection, QueryBuilder, SqlSafeStr as _, SqliteConnection,
};
use std::time::{Duration, Instant};

/// PostgreSQL may be gone without a word.
const ANSWER_WITHIN: Duration = Duration::from_secs(10);
/// So many lines of talk are kept of players, and as many of spectators; more are forgotten now and then.
const MOST_TALK: i64 = 1_000;
const FORGET_EVERY: i64 = 50;

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
                    // A server takes a moment to notice that a connection was closed: who was just served may be so again.
                    let since = Instant::now();
                    while since.elapsed() < LOCK_WITHIN {
                        if sqlx::query_scalar::<_, bool>(LOCK).fetch_one(&mut line).await? {
                            return Ok(Line::Pg(line));
                        }
                        tokio::time::sleep(Duration::from_millis(50)).await;
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

    pub(super) async fn begin(&mut self) -> sqlx::Result<()> {
        self.run(if matches!(self, Line::Lite(..)) { "BEGIN IMMEDIATE" } else { "BEGIN" }).await
    }

    pub(super) async fn commit(&mut self) -> sqlx::Result<()> {
        self.run("COMMIT").await
    }

    /// Whether what was committed is where the next process will look for it.
    pub(super) fn is_there(&self, place: &Place) -> sqlx::Result<()> {
        match (self, place) {
            (Line::Lite(_, log), Place::Lite(place)) => place.is_there(*log),
            _ => Ok(()),
        }
    }

    /// Without a word to the database.
    pub(super) async fn abandon(self) {
        drop(on!(self, c => c.close_hard().await));
    }

    /// Folds the log into the database file, and closes it.
    pub(super) async fn close(mut self) -> sqlx::Result<()> {
        if matches!(self, Line::Lite(..)) {
            self.run("PRAGMA wal_checkpoint(TRUNCATE)").await?;
        }
        on!(self, c => c.close().await)
    }

    /// Writes one thing into the open transaction.
    pub(super) async fn write(&mut self, write: &Write) -> sqlx::Result<bool> {
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
            Write::Forget { match_id } => {
                for table in ["mark", "private_note", "chat", "part", "entry", "seat", "secret"] {
                    let sql = AssertSqlSafe(format!("DELETE FROM {table} WHERE match_id = $1"));
                    on!(self, c => sqlx::query(sql).bind(match_id).execute(c).await.map(drop))?;
                }
                let sql = "DELETE FROM matches WHERE id = $1";
                let rows =
                    on!(self, c => sqlx::query(sql).bind(match_id).execute(c).await.map(|done| done.rows_affected()))?;
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
pub(super) async fn within<T>(place: &Place, work: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
    match place {
        Place::Lite(_) => work.await,
        Place::Pg(_) => match tokio::time::timeout(ANSWER_WITHIN, work).await {
            Ok(done) => done,
            Err(_) => Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into())),
        },
    }
}
