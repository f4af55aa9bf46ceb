//! The table that is measured: a process of its own.

use anyhow::{Context, Result, bail};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// It ends with this value, and so does what it kept, unless it was told where to keep it.
pub(super) struct Table {
    command: Command,
    child: Child,
    dir: PathBuf,
}

impl Table {
    pub(super) fn start(binary: Option<&Path>, store: Option<&str>, more: &[&OsStr]) -> Result<(Table, SocketAddr)> {
        let dir = std::env::temp_dir().join(format!("rhine-load-{}", std::process::id()));
        std::fs::create_dir_all(&dir)?;
        let own = std::env::current_exe()?;
        let store = store.map_or_else(|| dir.join("load.sqlite").into_os_string(), Into::into);
        let mut command = Command::new(binary.unwrap_or(&own));
        command.args(["--port", "0", "--bot-delay", "0", "--db"]).arg(store).args(more).stdout(Stdio::piped());
        let child = command.spawn().with_context(|| format!("{command:?}"))?;
        let mut table = Table { command, child, dir };
        let address = table.address()?;
        Ok((table, address))
    }

    /// Ends it and starts it again, over the same matches.
    pub(super) fn start_again(&mut self) -> Result<SocketAddr> {
        self.child.kill()?;
        self.child.wait()?;
        self.child = self.command.spawn()?;
        self.address()
    }

    /// Where it says that it listens.
    fn address(&mut self) -> Result<SocketAddr> {
        let mut line = String::new();
        BufReader::new(self.child.stdout.take().context("the table speaks")?).read_line(&mut line)?;
        let address = line.trim().strip_prefix("listening on http://").map(str::parse::<SocketAddr>);
        match address {
            Some(Ok(address)) => Ok(address),
            _ => bail!("the table says `{}`", line.trim()),
        }
    }

    /// Resident memory; 0 where the system does not tell.
    pub(super) fn memory_kb(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}
