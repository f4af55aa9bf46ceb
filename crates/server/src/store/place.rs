//! Where it is kept: a file that only its owner reads and only one process serves, or a database.

use super::ANSWER_WITHIN;
use crate::error::Error;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

#[derive(Clone, Debug)]
pub(super) enum Place {
    Lite(LitePlace),
    Pg(Box<PgConnectOptions>),
}

#[derive(Clone, Debug)]
pub(super) struct LitePlace {
    file: PathBuf,
    /// Which file it was when the table was opened.
    which: Which,
    /// Held as long as the table is open: nobody else may serve the same file.
    _lock: Arc<File>,
}

/// A process that has just been stopped may still hold the lock.
pub(super) const LOCK_WITHIN: Duration = Duration::from_secs(3);

impl Place {
    pub(super) async fn prepare(database: &str) -> Result<Place, Error> {
        if database.starts_with("postgres:") || database.starts_with("postgresql:") {
            let options = PgConnectOptions::from_str(database)?;
            return Ok(Place::Pg(Box::new(options.application_name("rhine"))));
        }
        Ok(Place::Lite(LitePlace::prepare(Path::new(database)).await?))
    }
}

impl LitePlace {
    async fn prepare(given: &Path) -> Result<LitePlace, Error> {
        let wrong = |what: &str, error: io::Error| Error::Inner(format!("{}: {what}: {error}", given.display()));
        private(OpenOptions::new().create(true).truncate(false).write(true))
            .open(given)
            .map_err(|error| wrong("the database file cannot be written", error))?;
        // Whatever name leads to it, it is one file.
        let file = given.canonicalize().map_err(|error| wrong("the database file cannot be found", error))?;
        let lock = lock(&file).await?;
        for end in ["", "-wal", "-shm"] {
            make_private(&with_end(&file, end)).map_err(|error| wrong("it cannot be closed to others", error))?;
        }
        let which = Which::of(&file).map_err(|error| wrong("the database file cannot be found", error))?;
        Ok(LitePlace { file, which, _lock: Arc::new(lock) })
    }

    pub(super) fn options(&self) -> SqliteConnectOptions {
        SqliteConnectOptions::new()
            .row_buffer_size(1_000) // A list comes at once, and not row by row between two threads.
            .filename(&self.file)
            .journal_mode(SqliteJournalMode::Wal)
            // A commit is on the disk before it is acknowledged.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(5))
            .foreign_keys(true)
    }

    pub(super) async fn readers(&self) -> sqlx::Result<SqlitePool> {
        let pool = SqlitePoolOptions::new().max_connections(4).acquire_timeout(ANSWER_WITHIN);
        pool.connect_with(self.options().pragma("query_only", "on")).await
    }

    /// The file of what is committed and not yet folded into the database.
    pub(super) fn log(&self) -> Option<Which> {
        Which::of(&with_end(&self.file, "-wal")).ok()
    }

    /// What is written into a file that has no name any more is lost with the process.
    pub(super) fn is_there(&self, log: Option<Which>) -> sqlx::Result<()> {
        let lost = |what: &'static str| Err(sqlx::Error::AnyDriverError(what.into()));
        match Which::of(&self.file) {
            Err(_) => lost("the database file was moved or deleted"),
            Ok(which) if which != self.which => {
                lost("the database file was replaced by another; start the table again")
            }
            Ok(_) if log.is_some() && self.log() != log => lost("the log of the database file was moved or deleted"),
            Ok(_) => Ok(()),
        }
    }
}

pub(super) async fn pg_readers(options: &PgConnectOptions) -> sqlx::Result<PgPool> {
    PgPoolOptions::new().max_connections(10).acquire_timeout(ANSWER_WITHIN).connect_with(options.clone()).await
}

fn with_end(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    name.into()
}

async fn lock(file: &Path) -> Result<File, Error> {
    let path = with_end(file, "-lock");
    let lock = private(OpenOptions::new().create(true).truncate(false).write(true)).open(&path)?;
    let since = Instant::now();
    while lock.try_lock().is_err() {
        if since.elapsed() > LOCK_WITHIN {
            let file = file.display();
            let what = format!("{file} is already served by another process; two would not see each other's moves");
            return Err(Error::Inner(what));
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    // For people who look for the other process; nobody reads it.
    let _ = lock.set_len(0).and_then(|()| writeln!(&lock, "{}", std::process::id()));
    Ok(lock)
}

/// One file under whatever name.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Which {
    #[cfg(unix)]
    device: u64,
    #[cfg(unix)]
    inode: u64,
}

impl Which {
    #[cfg(unix)]
    fn of(file: &Path) -> io::Result<Which> {
        use std::os::unix::fs::MetadataExt;
        let about = file.metadata()?;
        Ok(Which { device: about.dev(), inode: about.ino() })
    }

    #[cfg(not(unix))]
    fn of(file: &Path) -> io::Result<Which> {
        file.metadata().map(|_| Which {})
    }
}

/// Files for their owner's eyes only.
#[cfg(unix)]
pub(crate) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    options.mode(0o600)
}

#[cfg(not(unix))]
pub(crate) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Takes away what others may do with a file that was made before.
#[cfg(unix)]
fn make_private(file: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let Ok(about) = file.metadata() else { return Ok(()) };
    if about.mode() & 0o077 == 0 {
        return Ok(());
    }
    tracing::warn!("{} could be read by others; it is closed to them", file.display());
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(about.mode() & 0o700))
}

#[cfg(not(unix))]
fn make_private(_: &Path) -> io::Result<()> {
    Ok(())
}
