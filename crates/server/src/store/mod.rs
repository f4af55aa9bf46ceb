//! What is kept: matches, seats, entries, chat. One code path for SQLite and PostgreSQL.
//!
//! Everything is written by one [`writer`], over a connection of its own; a pool of others reads.

mod rows;
mod writer;

use crate::dice::Seed;
use crate::error::Error;
use crate::identity::{Identity, token_hash};
use rows::SecretRow;
pub(crate) use rows::{ChatRow, EntryRow, NewSitting, SeatRow, Secret, SittingRow};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{PgPool, SqlitePool};
use std::str::FromStr;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};
use writer::{Job, Line, Write, Writer};

/// Where it is kept.
#[derive(Clone, Debug)]
enum Place {
    Lite(SqliteConnectOptions),
    Pg(PgConnectOptions),
}

impl Place {
    fn read(database: &str) -> Result<Place, Error> {
        if database.starts_with("postgres:") || database.starts_with("postgresql:") {
            return Ok(Place::Pg(PgConnectOptions::from_str(database)?));
        }
        let options = SqliteConnectOptions::new()
            .filename(database)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // A commit is on the disk before it is acknowledged.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(5))
            .foreign_keys(true);
        Ok(Place::Lite(options))
    }
}

/// Connections that read.
#[derive(Clone, Debug)]
enum Db {
    Lite(SqlitePool),
    Pg(PgPool),
}

macro_rules! on {
    ($db:expr, $c:ident => $body:expr) => {
        match $db {
            Db::Lite($c) => $body,
            Db::Pg($c) => $body,
        }
    };
}

#[derive(Clone, Debug)]
pub(crate) struct Store {
    db: Db,
    writer: mpsc::UnboundedSender<Job>,
    trouble: watch::Receiver<Option<String>>,
}

/// A decision on its way to the disk: whether it was kept, or somebody else was first.
pub(crate) type Kept = oneshot::Receiver<Result<bool, Error>>;

/// Whoever asks longer than this finds the store away.
const ANSWER_WITHIN: Duration = Duration::from_secs(5);

const SITTING: &str = "SELECT s.id, s.game, s.setup, s.head, s.dice_hash, s.dice_from, s.owner, s.public, s.created, \
     COALESCE(e.awaits, s.awaits) AS awaits, CASE WHEN e.n IS NULL THEN s.outcome ELSE e.outcome END AS outcome, \
     COALESCE(e.n + 1, 0) AS seq, COALESCE(e.at, s.created) AS moved \
     FROM sitting s LEFT JOIN entry e ON e.sitting = s.id \
     AND e.n = (SELECT MAX(l.n) FROM entry l WHERE l.sitting = s.id) ";

/// SQL that differs only in its end; none of it comes from outside.
fn sittings(end: &str) -> sqlx::AssertSqlSafe<String> {
    sqlx::AssertSqlSafe(format!("{SITTING}{end}"))
}

impl Store {
    pub(crate) async fn open(database: &str) -> Result<Store, Error> {
        let place = Place::read(database)?;
        let mut line = Line::open(&place).await?;
        line.bring_up_to_date().await?;
        let db = match place.clone() {
            Place::Lite(options) => {
                let pool = SqlitePoolOptions::new().max_connections(4).acquire_timeout(ANSWER_WITHIN);
                Db::Lite(pool.connect_with(options.pragma("query_only", "on")).await?)
            }
            Place::Pg(options) => {
                let pool = PgPoolOptions::new().max_connections(10).acquire_timeout(ANSWER_WITHIN);
                Db::Pg(pool.connect_with(options).await?)
            }
        };
        let (writer, jobs) = mpsc::unbounded_channel();
        let (ill, trouble) = watch::channel(None);
        tokio::spawn(Writer::new(place, line, ill).run(jobs));
        Ok(Store { db, writer, trouble })
    }

    /// Why nothing can be written just now, if that is so.
    pub(crate) fn trouble(&self) -> Option<String> {
        self.trouble.borrow().clone()
    }

    fn write(&self, write: Write) -> Kept {
        let (answer, kept) = oneshot::channel();
        // Without a writer the answer never comes, and that is told as such.
        let _ = self.writer.send((write, answer));
        kept
    }

    async fn written(&self, write: Write) -> Result<bool, Error> {
        self.write(write).await.unwrap_or_else(|_| Err(Error::Inner("the store has closed".into())))
    }

    /// Keeps a new match with all that belongs to it, or nothing.
    pub(crate) async fn begin(&self, new: NewSitting) -> Result<(), Error> {
        self.written(Write::Match(Box::new(new))).await.map(drop)
    }

    /// Answers when the entry is on the disk, however long that takes.
    pub(crate) fn append(&self, row: EntryRow) -> Kept {
        self.write(Write::Entry(row))
    }

    pub(crate) async fn sitting(&self, id: &str) -> Result<SittingRow, Error> {
        let row = on!(&self.db, c =>
            sqlx::query_as::<_, SittingRow>(sittings("WHERE s.id = $1")).bind(id).fetch_optional(c).await)?;
        row.ok_or(Error::Missing("match"))
    }

    pub(crate) async fn mine(&self, who: &Identity) -> Result<Vec<SittingRow>, Error> {
        let end = "WHERE s.owner = $1 OR s.id IN (SELECT sitting FROM seat WHERE person = $1) \
                   ORDER BY moved DESC LIMIT 100";
        Ok(on!(&self.db, c => sqlx::query_as::<_, SittingRow>(sittings(end)).bind(&who.0).fetch_all(c).await)?)
    }

    pub(crate) async fn public(&self) -> Result<Vec<SittingRow>, Error> {
        let end = "WHERE s.public = 1 ORDER BY moved DESC LIMIT 100";
        Ok(on!(&self.db, c => sqlx::query_as::<_, SittingRow>(sittings(end)).fetch_all(c).await)?)
    }

    /// Matches in which a bot is to move.
    pub(crate) async fn bots_awaited(&self) -> Result<Vec<SittingRow>, Error> {
        let end = "WHERE EXISTS (SELECT 1 FROM seat b WHERE b.sitting = s.id AND b.kind = 'bot' \
                   AND b.seat = COALESCE(e.awaits, s.awaits))";
        Ok(on!(&self.db, c => sqlx::query_as::<_, SittingRow>(sittings(end)).fetch_all(c).await)?)
    }

    pub(crate) async fn seats(&self, sitting: &str) -> Result<Vec<SeatRow>, Error> {
        Ok(on!(&self.db, c => sqlx::query_as::<_, SeatRow>(
            "SELECT t.seat, t.kind, t.bot, t.person, COALESCE(p.name, '') AS name \
             FROM seat t LEFT JOIN person p ON p.id = t.person WHERE t.sitting = $1 ORDER BY t.seat")
            .bind(sitting).fetch_all(c).await)?)
    }

    pub(crate) async fn entries(&self, sitting: &str) -> Result<Vec<EntryRow>, Error> {
        Ok(on!(&self.db, c => sqlx::query_as::<_, EntryRow>(
            "SELECT sitting, n, line, awaits, outcome, at FROM entry WHERE sitting = $1 ORDER BY n")
            .bind(sitting).fetch_all(c).await)?)
    }

    pub(crate) async fn secret(&self, sitting: &str) -> Result<Secret, Error> {
        let row = on!(&self.db, c => sqlx::query_as::<_, SecretRow>(
            "SELECT dice, links FROM secret WHERE sitting = $1").bind(sitting).fetch_one(c).await)?;
        let seed = Seed::read(&row.dice).ok_or_else(|| Error::Inner("the kept seed is damaged".into()))?;
        Ok(Secret { seed, links: row.links })
    }

    /// The match and the seat that a link invites to.
    pub(crate) async fn invited(&self, token: &str) -> Result<(String, i64), Error> {
        let row = on!(&self.db, c => sqlx::query_as::<_, (String, i64)>(
            "SELECT sitting, seat FROM seat WHERE link_hash = $1").bind(token_hash(token)).fetch_optional(c).await)?;
        row.ok_or(Error::Missing("invitation"))
    }

    /// Whether the seat was still open and is now taken.
    pub(crate) async fn sit(&self, sitting: &str, seat: i64, who: &Identity) -> Result<bool, Error> {
        self.written(Write::Seat { sitting: sitting.into(), seat, who: who.clone() }).await
    }

    pub(crate) async fn name(&self, who: &Identity) -> Result<String, Error> {
        let name = on!(&self.db, c => sqlx::query_scalar::<_, String>("SELECT name FROM person WHERE id = $1")
            .bind(&who.0).fetch_optional(c).await)?;
        Ok(name.unwrap_or_default())
    }

    pub(crate) async fn set_name(&self, who: &Identity, name: &str) -> Result<(), Error> {
        self.written(Write::Name { who: who.clone(), name: name.into() }).await.map(drop)
    }

    pub(crate) async fn chat(&self, sitting: &str) -> Result<Vec<ChatRow>, Error> {
        Ok(on!(&self.db, c => sqlx::query_as::<_, ChatRow>(
            "SELECT n, seat, name, line, at FROM chat WHERE sitting = $1 ORDER BY n")
            .bind(sitting).fetch_all(c).await)?)
    }

    /// Whether the number of the line was still free.
    pub(crate) async fn say(&self, sitting: &str, row: &ChatRow) -> Result<bool, Error> {
        self.written(Write::Chat { sitting: sitting.into(), row: row.clone() }).await
    }

    pub(crate) async fn note(&self, sitting: &str, who: &Identity) -> Result<String, Error> {
        let line = on!(&self.db, c => sqlx::query_scalar::<_, String>(
            "SELECT line FROM private_note WHERE sitting = $1 AND person = $2")
            .bind(sitting).bind(&who.0).fetch_optional(c).await)?;
        Ok(line.unwrap_or_default())
    }

    pub(crate) async fn keep_note(&self, sitting: &str, who: &Identity, line: &str) -> Result<(), Error> {
        self.written(Write::Note { sitting: sitting.into(), who: who.clone(), line: line.into() }).await.map(drop)
    }
}

fn number(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}
