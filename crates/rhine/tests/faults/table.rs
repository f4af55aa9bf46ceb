//! A table in a process of its own, on a disk that can be told to fail.

use crate::common::{self, Running};
use crate::disk::Disk;
use std::net::SocketAddr;
use std::process::Command;

/// `RHINE_BINARY` tries another build: an old one must lose what these tests look for.
fn binary() -> String {
    std::env::var("RHINE_BINARY").unwrap_or_else(|_| env!("CARGO_BIN_EXE_rhine").into())
}

pub(crate) fn start(db: &str, disk: Option<&Disk>) -> (Running, SocketAddr) {
    let mut command = Command::new(binary());
    command.args(["--port", "0", "--bot-delay", "1", "--no-limits", "--db", db]);
    if let Some(disk) = disk {
        disk.under(&mut command);
    }
    common::start(&mut command)
}
