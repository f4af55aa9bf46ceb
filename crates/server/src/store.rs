//! What is kept: matches, seats, entries, chat. One code path for SQLite and PostgreSQL.
//!
//! Entries of all matches go through one writer, which commits whatever has gathered in one
//! transaction; nothing is acknowledged before that.

use crate::dice::Seed;
use crate::error::Error;
use crate::identity::{Identity, token_hash};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{PgPool, SqlitePool};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

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
    writer: mpsc::Sender<(EntryRow, oneshot::Sender<sqlx::Result<()>>)>,
}

/// A match as it is kept, with the last that happened in it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct SittingRow {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) setup: String,
    pub(crate) head: String,
    pub(crate) dice_hash: String,
    pub(crate) dice_from: i64,
    pub(crate) owner: String,
    pub(crate) public: i64,
    pub(crate) created: i64,
    /// -1 when nobody is awaited.
    pub(crate) awaits: i64,
    pub(crate) outcome: Option<String>,
    pub(crate) seq: i64,
    pub(crate) moved: i64,
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct SeatRow {
    pub(crate) seat: i64,
    /// human, bot, open.
    pub(crate) kind: String,
    pub(crate) bot: String,
    pub(crate) person: String,
    /// Of the person.
    pub(crate) name: String,
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct EntryRow {
    pub(crate) sitting: String,
    pub(crate) n: i64,
    pub(crate) line: String,
    pub(crate) awaits: i64,
    pub(crate) outcome: Option<String>,
    pub(crate) at: i64,
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct ChatRow {
    pub(crate) n: i64,
    /// -1 for a spectator.
    pub(crate) seat: i64,
    pub(crate) name: String,
    pub(crate) line: String,
    pub(crate) at: i64,
}

#[derive(Clone, Debug, sqlx::FromRow)]
struct SecretRow {
    dice: String,
    links: String,
}

/// What only the server knows of a match.
#[derive(Clone, Debug)]
pub(crate) struct Secret {
    pub(crate) seed: Seed,
    links: String,
}

impl Secret {
    pub(crate) fn fresh() -> Secret {
        Secret { seed: Seed::secret(), links: crate::identity::new_token() }
    }

    /// The token of the link that invites to a seat.
    pub(crate) fn link(&self, seat: usize) -> String {
        token_hash(&format!("{} {seat}", self.links))
    }
}

/// A match that is about to be kept.
#[derive(Clone, Debug)]
pub(crate) struct NewSitting {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) setup: String,
    pub(crate) head: String,
    pub(crate) secret: Secret,
    pub(crate) dice_from: i64,
    pub(crate) owner: Identity,
    pub(crate) public: bool,
    pub(crate) awaits: i64,
    pub(crate) outcome: Option<String>,
    pub(crate) created: i64,
    /// Kind, bot and person of each seat.
    pub(crate) seats: Vec<(&'static str, String, String)>,
    /// Lines of the match file that were there before.
    pub(crate) lines: Vec<String>,
}

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
        let db = if database.starts_with("postgres:") || database.starts_with("postgresql:") {
            Db::Pg(PgPool::connect(database).await?)
        } else {
            let options = SqliteConnectOptions::new()
                .filename(database)
                .create_if_missing(true)
                .journal_mode(SqliteJournalMode::Wal)
                .synchronous(SqliteSynchronous::Normal)
                .busy_timeout(Duration::from_secs(5))
                .foreign_keys(true);
            Db::Lite(SqlitePoolOptions::new().max_connections(4).connect_with(options).await?)
        };
        on!(&db, c => sqlx::migrate!().run(c).await)?;
        let (writer, rows) = mpsc::channel(1024);
        tokio::spawn(write(db.clone(), rows));
        Ok(Store { db, writer })
    }

    /// Keeps a new match with all that belongs to it, or nothing.
    pub(crate) async fn begin(&self, new: &NewSitting) -> Result<(), Error> {
        on!(&self.db, c => {
            let mut tx = c.begin().await?;
            sqlx::query("INSERT INTO sitting (id, game, setup, head, dice_hash, dice_from, owner, public, awaits, outcome, created) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)")
                .bind(&new.id).bind(&new.game).bind(&new.setup).bind(&new.head).bind(new.secret.seed.hash())
                .bind(new.dice_from).bind(&new.owner.0).bind(i64::from(new.public)).bind(new.awaits)
                .bind(&new.outcome).bind(new.created)
                .execute(&mut *tx).await?;
            sqlx::query("INSERT INTO secret (sitting, dice, links) VALUES ($1, $2, $3)")
                .bind(&new.id).bind(new.secret.seed.hex()).bind(&new.secret.links)
                .execute(&mut *tx).await?;
            for (seat, (kind, bot, person)) in new.seats.iter().enumerate() {
                sqlx::query("INSERT INTO seat (sitting, seat, kind, bot, link_hash, person) VALUES ($1, $2, $3, $4, $5, $6)")
                    .bind(&new.id).bind(number(seat)).bind(*kind).bind(bot)
                    .bind(token_hash(&new.secret.link(seat))).bind(person)
                    .execute(&mut *tx).await?;
            }
            for (n, line) in new.lines.iter().enumerate() {
                sqlx::query("INSERT INTO entry (sitting, n, line, awaits, outcome, at) VALUES ($1, $2, $3, $4, $5, $6)")
                    .bind(&new.id).bind(number(n)).bind(line).bind(new.awaits).bind(&new.outcome).bind(new.created)
                    .execute(&mut *tx).await?;
            }
            tx.commit().await?;
        });
        Ok(())
    }

    /// Returns when the entry is safe.
    pub(crate) async fn append(&self, row: EntryRow) -> Result<(), Error> {
        let (done, safe) = oneshot::channel();
        let gone = |_| Error::Inner("the store has closed".into());
        self.writer.send((row, done)).await.map_err(|_| Error::Inner("the store has closed".into()))?;
        Ok(safe.await.map_err(gone)??)
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
        let sql = "UPDATE seat SET kind = 'human', person = $1 WHERE sitting = $2 AND seat = $3 AND kind = 'open'";
        let taken = on!(&self.db, c =>
            sqlx::query(sql).bind(&who.0).bind(sitting).bind(seat).execute(c).await.map(|done| done.rows_affected()))?;
        Ok(taken == 1)
    }

    pub(crate) async fn name(&self, who: &Identity) -> Result<String, Error> {
        let name = on!(&self.db, c => sqlx::query_scalar::<_, String>("SELECT name FROM person WHERE id = $1")
            .bind(&who.0).fetch_optional(c).await)?;
        Ok(name.unwrap_or_default())
    }

    pub(crate) async fn set_name(&self, who: &Identity, name: &str) -> Result<(), Error> {
        let sql = "INSERT INTO person (id, name) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET name = excluded.name";
        on!(&self.db, c => sqlx::query(sql).bind(&who.0).bind(name).execute(c).await.map(|_| ()))?;
        Ok(())
    }

    pub(crate) async fn chat(&self, sitting: &str) -> Result<Vec<ChatRow>, Error> {
        Ok(on!(&self.db, c => sqlx::query_as::<_, ChatRow>(
            "SELECT n, seat, name, line, at FROM chat WHERE sitting = $1 ORDER BY n")
            .bind(sitting).fetch_all(c).await)?)
    }

    pub(crate) async fn say(&self, sitting: &str, row: &ChatRow) -> Result<(), Error> {
        let sql = "INSERT INTO chat (sitting, n, seat, name, line, at) VALUES ($1, $2, $3, $4, $5, $6)";
        on!(&self.db, c => sqlx::query(sql).bind(sitting).bind(row.n).bind(row.seat).bind(&row.name)
            .bind(&row.line).bind(row.at).execute(c).await.map(|_| ()))?;
        Ok(())
    }

    pub(crate) async fn note(&self, sitting: &str, who: &Identity) -> Result<String, Error> {
        let line = on!(&self.db, c => sqlx::query_scalar::<_, String>(
            "SELECT line FROM private_note WHERE sitting = $1 AND person = $2")
            .bind(sitting).bind(&who.0).fetch_optional(c).await)?;
        Ok(line.unwrap_or_default())
    }

    pub(crate) async fn keep_note(&self, sitting: &str, who: &Identity, line: &str) -> Result<(), Error> {
        let sql = "INSERT INTO private_note (sitting, person, line) VALUES ($1, $2, $3) \
                   ON CONFLICT (sitting, person) DO UPDATE SET line = excluded.line";
        on!(&self.db, c => sqlx::query(sql).bind(sitting).bind(&who.0).bind(line).execute(c).await.map(|_| ()))?;
        Ok(())
    }
}

const INSERT: &str = "INSERT INTO entry (sitting, n, line, awaits, outcome, at) VALUES ($1, $2, $3, $4, $5, $6)";

/// The writer: takes what has gathered, commits it together, and only then says so.
async fn write(db: Db, mut rows: mpsc::Receiver<(EntryRow, oneshot::Sender<sqlx::Result<()>>)>) {
    let mut batch = vec![];
    while rows.recv_many(&mut batch, 256).await > 0 {
        let together = commit(&db, &batch).await;
        for (row, done) in batch.drain(..) {
            // One row that does not fit must not take the others with it.
            let result = match &together {
                Ok(()) => Ok(()),
                Err(_) => on!(&db, c => bind(sqlx::query(INSERT), &row).execute(c).await.map(|_| ())),
            };
            let _ = done.send(result);
        }
    }
}

async fn commit<T>(db: &Db, batch: &[(EntryRow, T)]) -> sqlx::Result<()> {
    on!(db, c => {
        let mut tx = c.begin().await?;
        for (row, _) in batch {
            bind(sqlx::query(INSERT), row).execute(&mut *tx).await?;
        }
        tx.commit().await
    })
}

type Query<'q, D> = sqlx::query::Query<'q, D, <D as sqlx::Database>::Arguments>;

fn bind<'q, D: sqlx::Database>(query: Query<'q, D>, row: &'q EntryRow) -> Query<'q, D>
where
    &'q str: sqlx::Encode<'q, D> + sqlx::Type<D>,
    Option<&'q str>: sqlx::Encode<'q, D> + sqlx::Type<D>,
    i64: sqlx::Encode<'q, D> + sqlx::Type<D>,
{
    query
        .bind(row.sitting.as_str())
        .bind(row.n)
        .bind(row.line.as_str())
        .bind(row.awaits)
        .bind(row.outcome.as_deref())
        .bind(row.at)
}

fn number(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}
