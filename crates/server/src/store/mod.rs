//! What is kept: matches, seats, entries, chat. One code path for SQLite and PostgreSQL.
//!
//! Everything is written by one [`writer`], over a connection of its own; a pool of others reads.

mod line;
mod place;
mod rows;
mod writer;

use crate::dice::{Part, Signer};
use crate::error::Error;
use crate::identity::{Identity, token_hash};
use line::Line;
use place::Place;
pub(crate) use place::private;
pub(crate) use rows::{ChatRow, EntryRow, MarkRow, MatchRow, NewMatchRow, RepairRow, SeatRow, Secret};
use rows::{PartRow, SecretRow};
use sqlx::{AssertSqlSafe, PgPool, SqlitePool};
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};
use writer::{Job, Write, Writer};

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
    signer: Signer,
}

/// A decision on its way to the disk: whether it was kept, or somebody else was first.
pub(crate) type Kept = oneshot::Receiver<Result<bool, Error>>;

/// Whoever asks longer than this finds the store away.
const ANSWER_WITHIN: Duration = Duration::from_secs(5);

/// What cannot be kept in this time when the table closes is not kept; nobody was told of it.
const CLOSE_WITHIN: Duration = Duration::from_secs(10);

const MATCH: &str = "SELECT m.id, m.game, m.setup, m.head, m.dice, m.dice_hash, m.dice_from, m.owner, m.public, \
                     m.origin, m.created, m.awaits, m.outcome, m.seq, m.moved, m.stands, m.entries, m.resigned FROM matches m ";
const SEAT: &str = "SELECT t.match_id, t.seat, t.kind, t.bot, t.person, COALESCE(p.name, '') AS name \
                    FROM seat t LEFT JOIN person p ON p.id = t.person ";
/// The name under which the table keeps the key it signs match files with.
const SIGNING_KEY: &str = "signing key";
/// The most that a list shows.
const LISTED: usize = 100;

/// SQL that differs only in its end; none of it comes from outside.
fn sql(begin: &str, end: &str) -> AssertSqlSafe<String> {
    AssertSqlSafe(format!("{begin}{end}"))
}

/// `$1, $2, $3`.
fn places(count: usize) -> String {
    (1..=count).map(|n| format!("${n}")).collect::<Vec<_>>().join(", ")
}

impl Store {
    pub(crate) async fn open(database: &str) -> Result<Store, Error> {
        let place = Place::prepare(database).await?;
        let mut line = Line::open(&place).await?;
        line.bring_up_to_date().await?;
        let db = match &place {
            Place::Lite(place) => Db::Lite(place.readers().await?),
            Place::Pg(options) => Db::Pg(place::pg_readers(options).await?),
        };
        let (writer, jobs) = mpsc::unbounded_channel();
        let (ill, trouble) = watch::channel(None);
        tokio::spawn(Writer::new(place, line, ill).run(jobs));
        let mut store = Store { db, writer, trouble, signer: Signer::fresh() };
        // A table that cannot keep anything is not opened.
        store.written(Write::Own { name: "opened", value: crate::room::now().to_string() }).await?;
        match store.own(SIGNING_KEY).await? {
            Some(kept) => {
                let damaged = || Error::Inner("the key this table signs match files with is damaged".into());
                store.signer = Signer::read(&kept).ok_or_else(damaged)?;
            }
            None => drop(store.written(Write::Own { name: SIGNING_KEY, value: store.signer.hex() }).await?),
        }
        Ok(store)
    }

    /// Keeps what is still under way, and brings the database to an orderly end.
    pub(crate) async fn close(&self) {
        let (done, closed) = oneshot::channel();
        let _ = self.writer.send(Job::Close(done));
        let _ = tokio::time::timeout(CLOSE_WITHIN, closed).await;
        on!(&self.db, c => c.close().await);
    }

    /// Why nothing can be written just now, if that is so.
    pub(crate) fn trouble(&self) -> Option<String> {
        self.trouble.borrow().clone()
    }

    /// Signs match files for this table.
    pub(crate) fn signer(&self) -> &Signer {
        &self.signer
    }

    async fn own(&self, name: &str) -> Result<Option<String>, Error> {
        let sql = "SELECT value FROM own WHERE name = $1";
        Ok(on!(&self.db, c => sqlx::query_scalar::<_, String>(sql).bind(name).fetch_optional(c).await)?)
    }

    fn write(&self, write: Write) -> Kept {
        let (answer, kept) = oneshot::channel();
        // Without a writer the answer never comes, and that is told as such.
        let _ = self.writer.send(Job::Write(write, answer));
        kept
    }

    async fn written(&self, write: Write) -> Result<bool, Error> {
        self.write(write).await.unwrap_or_else(|_| Err(Error::Inner("the store has closed".into())))
    }

    // Matches.

    /// Keeps a new match with all that belongs to it, or nothing.
    pub(crate) async fn begin(&self, new: NewMatchRow) -> Result<(), Error> {
        self.written(Write::Match(Box::new(new))).await.map(drop)
    }

    /// Answers when the entry is on the disk, however long that takes.
    pub(crate) fn append(&self, row: EntryRow) -> Kept {
        self.write(Write::Entry(row))
    }

    pub(crate) async fn match_row(&self, id: &str) -> Result<MatchRow, Error> {
        let row = on!(&self.db, c =>
            sqlx::query_as::<_, MatchRow>(sql(MATCH, "WHERE m.id = $1")).bind(id).fetch_optional(c).await)?;
        row.ok_or(Error::Missing("match"))
    }

    /// Of all matches, the oldest first.
    pub(crate) async fn ids(&self) -> Result<Vec<String>, Error> {
        let sql = "SELECT id FROM matches ORDER BY created, id";
        Ok(on!(&self.db, c => sqlx::query_scalar::<_, String>(sql).fetch_all(c).await)?)
    }

    /// Deletes a match; whether it was there.
    pub(crate) async fn forget(&self, id: &str) -> Result<bool, Error> {
        self.written(Write::Forget { match_id: id.into() }).await
    }

    /// Brings a match to the rules of today, whole or not at all.
    pub(crate) async fn rewrite(&self, row: RepairRow) -> Result<(), Error> {
        self.written(Write::Repair(row)).await.map(drop)
    }

    /// Matches that somebody opened or holds a seat in, and other public ones; each with its seats, the latest first.
    pub(crate) async fn listed(&self, who: Option<&Identity>) -> Result<[Vec<(MatchRow, Vec<SeatRow>)>; 2], Error> {
        let mut rows = match who {
            Some(who) => self.mine(who).await?,
            None => vec![],
        };
        let own = rows.len();
        let end = "WHERE m.public = 1 ORDER BY m.moved DESC LIMIT 100";
        let public = on!(&self.db, c => sqlx::query_as::<_, MatchRow>(sql(MATCH, end)).fetch_all(c).await)?;
        let others: Vec<_> = public.into_iter().filter(|row| !rows.iter().any(|mine| mine.id == row.id)).collect();
        rows.extend(others);
        let mut mine = self.with_seats(rows).await?;
        let public = mine.split_off(own);
        Ok([mine, public])
    }

    async fn mine(&self, who: &Identity) -> Result<Vec<MatchRow>, Error> {
        // Two looks into an index, each no longer than the list.
        let opened = "WHERE m.owner = $1 ORDER BY m.moved DESC LIMIT 100";
        let held = "JOIN seat s ON s.match_id = m.id WHERE s.person = $1 AND m.owner <> $1 \
                    ORDER BY m.moved DESC LIMIT 100";
        let (mut rows, held) = on!(&self.db, c => (
            sqlx::query_as::<_, MatchRow>(sql(MATCH, opened)).bind(&who.0).fetch_all(c).await?,
            sqlx::query_as::<_, MatchRow>(sql(MATCH, held)).bind(&who.0).fetch_all(c).await?,
        ));
        rows.extend(held);
        rows.sort_by_key(|row| (std::cmp::Reverse(row.moved), row.id.clone()));
        rows.dedup_by(|one, other| one.id == other.id);
        rows.truncate(LISTED);
        Ok(rows)
    }

    async fn with_seats(&self, rows: Vec<MatchRow>) -> Result<Vec<(MatchRow, Vec<SeatRow>)>, Error> {
        if rows.is_empty() {
            return Ok(vec![]);
        }
        let end = format!("WHERE t.match_id IN ({})", places(rows.len()));
        let mut seats = on!(&self.db, c => {
            let query = sqlx::query_as::<_, SeatRow>(sql(SEAT, &end));
            rows.iter().fold(query, |query, row| query.bind(&row.id)).fetch_all(c).await
        })?;
        seats.sort_by(|one, other| (&one.match_id, one.seat).cmp(&(&other.match_id, other.seat)));
        let of = |row: &MatchRow| {
            let first = seats.partition_point(|seat| seat.match_id < row.id);
            seats[first..].iter().take_while(|seat| seat.match_id == row.id).cloned().collect()
        };
        Ok(rows.into_iter().map(|row| (of(&row), row)).map(|(seats, row)| (row, seats)).collect())
    }

    /// Matches in which a bot is to move.
    pub(crate) async fn bots_awaited(&self) -> Result<Vec<String>, Error> {
        let sql = "SELECT m.id FROM matches m JOIN seat b ON b.match_id = m.id AND b.seat = m.awaits \
                   WHERE b.kind = 'bot'";
        Ok(on!(&self.db, c => sqlx::query_scalar::<_, String>(sql).fetch_all(c).await)?)
    }

    pub(crate) async fn seats(&self, id: &str) -> Result<Vec<SeatRow>, Error> {
        let end = "WHERE t.match_id = $1 ORDER BY t.seat";
        Ok(on!(&self.db, c => sqlx::query_as::<_, SeatRow>(sql(SEAT, end)).bind(id).fetch_all(c).await)?)
    }

    /// Everything that happened in a match, a line for each.
    pub(crate) async fn lines(&self, id: &str) -> Result<String, Error> {
        // One string is fetched much faster than many rows.
        let sql = "SELECT COALESCE(string_agg(line, '\n' ORDER BY n), '') FROM entry WHERE match_id = $1";
        Ok(on!(&self.db, c => sqlx::query_scalar::<_, String>(sql).bind(id).fetch_one(c).await)?)
    }

    pub(crate) async fn secret(&self, id: &str) -> Result<Secret, Error> {
        let sql = "SELECT match_id, dice, links FROM secret WHERE match_id = $1";
        on!(&self.db, c => sqlx::query_as::<_, SecretRow>(sql).bind(id).fetch_one(c).await)?.try_into()
    }

    /// The secrets of several matches.
    pub(crate) async fn secrets(&self, ids: &[&str]) -> Result<BTreeMap<String, Secret>, Error> {
        if ids.is_empty() {
            return Ok(BTreeMap::new());
        }
        let end = format!("WHERE match_id IN ({})", places(ids.len()));
        let rows = on!(&self.db, c => {
            let query = sqlx::query_as::<_, SecretRow>(sql("SELECT match_id, dice, links FROM secret ", &end));
            ids.iter().fold(query, |query, id| query.bind(*id)).fetch_all(c).await
        })?;
        rows.into_iter().map(|row| Ok((row.match_id.clone(), row.try_into()?))).collect()
    }

    /// What people have added to the secret, in the order they did.
    pub(crate) async fn parts(&self, id: &str) -> Result<Vec<Part>, Error> {
        let sql = "SELECT seat, from_roll, digits FROM part WHERE match_id = $1 ORDER BY from_roll, seat";
        let rows = on!(&self.db, c => sqlx::query_as::<_, PartRow>(sql).bind(id).fetch_all(c).await)?;
        Ok(rows.into_iter().map(Into::into).collect())
    }

    /// Answers when the part is on the disk, as [`Store::append`].
    pub(crate) fn keep_part(&self, id: &str, part: &Part) -> Kept {
        self.write(Write::Part { match_id: id.into(), part: part.clone() })
    }

    // People.

    /// The match and the seat that a link invites to.
    pub(crate) async fn invited(&self, token: &str) -> Result<(String, i64), Error> {
        let sql = "SELECT match_id, seat FROM seat WHERE link_hash = $1";
        let row = on!(&self.db, c =>
            sqlx::query_as::<_, (String, i64)>(sql).bind(token_hash(token)).fetch_optional(c).await)?;
        row.ok_or(Error::Missing("invitation"))
    }

    /// Whether the seat was still open and is now taken.
    pub(crate) async fn sit(&self, id: &str, seat: i64, who: &Identity) -> Result<bool, Error> {
        self.written(Write::Seat { match_id: id.into(), seat, who: who.clone() }).await
    }

    pub(crate) async fn name(&self, who: &Identity) -> Result<String, Error> {
        let sql = "SELECT name FROM person WHERE id = $1";
        let name = on!(&self.db, c => sqlx::query_scalar::<_, String>(sql).bind(&who.0).fetch_optional(c).await)?;
        Ok(name.unwrap_or_default())
    }

    pub(crate) async fn set_name(&self, who: &Identity, name: &str) -> Result<(), Error> {
        self.written(Write::Name { who: who.clone(), name: name.into() }).await.map(drop)
    }

    /// What somebody calls matches, and which of them are put away.
    pub(crate) async fn marks(&self, who: &Identity) -> Result<BTreeMap<String, MarkRow>, Error> {
        let sql = "SELECT match_id, title, archived FROM mark WHERE person = $1";
        let rows = on!(&self.db, c => sqlx::query_as::<_, MarkRow>(sql).bind(&who.0).fetch_all(c).await)?;
        Ok(rows.into_iter().map(|row| (row.match_id.clone(), row)).collect())
    }

    pub(crate) async fn mark(&self, who: &Identity, mark: MarkRow) -> Result<(), Error> {
        self.written(Write::Mark { who: who.clone(), mark }).await.map(drop)
    }

    /// Whether nobody had given up before.
    pub(crate) async fn resign(&self, id: &str, seat: i64, outcome: &str) -> Result<bool, Error> {
        self.written(Write::Resign { match_id: id.into(), seat, outcome: outcome.into() }).await
    }

    // Talk and notes.

    /// The last lines of players, and as many of spectators, in their order.
    pub(crate) async fn chat(&self, id: &str, most: usize) -> Result<Vec<ChatRow>, Error> {
        let mut lines = vec![];
        for circle in [">= 0", "< 0"] {
            let end = format!("seat {circle} ORDER BY n DESC LIMIT $2");
            let sql = sql("SELECT n, seat, name, line, at FROM chat WHERE match_id = $1 AND ", &end);
            let rows = on!(&self.db, c =>
                sqlx::query_as::<_, ChatRow>(sql).bind(id).bind(number(most)).fetch_all(c).await)?;
            lines.extend(rows);
        }
        lines.sort_by_key(|line| line.n);
        Ok(lines)
    }

    /// Whether the number of the line was still free.
    pub(crate) async fn say(&self, id: &str, row: &ChatRow) -> Result<bool, Error> {
        self.written(Write::Chat { match_id: id.into(), row: row.clone() }).await
    }

    pub(crate) async fn note(&self, id: &str, who: &Identity) -> Result<String, Error> {
        let sql = "SELECT line FROM private_note WHERE match_id = $1 AND person = $2";
        let line =
            on!(&self.db, c => sqlx::query_scalar::<_, String>(sql).bind(id).bind(&who.0).fetch_optional(c).await)?;
        Ok(line.unwrap_or_default())
    }

    pub(crate) async fn keep_note(&self, id: &str, who: &Identity, line: &str) -> Result<(), Error> {
        self.written(Write::Note { match_id: id.into(), who: who.clone(), line: line.into() }).await.map(drop)
    }
}

fn number(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}
