//! A table in a process of its own, which can be killed and started again on the same store.

use crate::disk::Disk;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

/// Ends the process it holds, and no other.
pub(crate) struct Running(pub(crate) Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// `RHINE_BINARY` tries another build: an old one must lose what these tests look for.
fn binary() -> String {
    std::env::var("RHINE_BINARY").unwrap_or_else(|_| env!("CARGO_BIN_EXE_rhine").into())
}

pub(crate) fn start(db: &str, disk: Option<&Disk>, more: &[&str]) -> (Running, SocketAddr) {
    let mut command = Command::new(binary());
    command.args(["--port", "0", "--bot-delay", "1", "--no-limits", "--db", db]).args(more);
    if let Some(disk) = disk {
        disk.under(&mut command);
    }
    let log = if std::env::var_os("RHINE_SHOW_LOG").is_some() { Stdio::inherit() } else { Stdio::null() };
    let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().expect("it starts");
    let out = child.stdout.take().expect("it speaks");
    let running = Running(child);
    let mut line = String::new();
    BufReader::new(out).read_line(&mut line).expect("it says where");
    let address = line.trim().strip_prefix("listening on http://").map(str::parse);
    (running, address.unwrap_or_else(|| panic!("it says `{line}`")).expect("an address"))
}
