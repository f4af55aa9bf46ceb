//! The table as a process: who may read its files, how it ends, that it is alone, and what it says of its health.
#![cfg(unix)]

#[allow(dead_code, reason = "shared with the tests of the server")]
#[path = "../../server/tests/table/common.rs"]
mod common;

use common::{Person, Running, request, start};
use referee::Seeded;
use serde_json::json;
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tungstenite::protocol::frame::coding::CloseCode;

fn rhine() -> Command {
    Command::new(std::env::var("RHINE_BINARY").unwrap_or_else(|_| env!("CARGO_BIN_EXE_rhine").into()))
}

fn table(db: &Path) -> (Running, SocketAddr) {
    start(rhine().args(["--port", "0", "--bot-delay", "1", "--no-limits", "--db"]).arg(db))
}

fn opened(address: SocketAddr) -> (Person, String) {
    let ada = Person::new(address, "Ada");
    let opened = ada.open("ford", "dusk", &json!([{ "kind": "me" }, { "kind": "me" }]));
    (ada, opened["id"].as_str().expect("an id").into())
}

fn with_end(db: &Path, end: &str) -> PathBuf {
    PathBuf::from(format!("{}{end}", db.display()))
}

#[test]
fn nobody_else_reads_the_files() {
    let dir = tempfile::tempdir().expect("a folder");
    let db = dir.path().join("table.sqlite");
    // One that was made before, for all to read.
    std::fs::write(&db, "").expect("a file");
    std::fs::set_permissions(&db, std::fs::Permissions::from_mode(0o644)).expect("a file");
    let (_table, address) = table(&db);
    opened(address);
    for end in ["", "-wal", "-shm"] {
        let mode = with_end(&db, end).metadata().expect("a file").permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{end}");
    }
}

#[test]
fn a_second_process_is_refused_with_a_sentence() {
    let dir = tempfile::tempdir().expect("a folder");
    let db = dir.path().join("table.sqlite");
    let (first, address) = table(&db);
    let (ada, id) = opened(address);
    // Another name for the same file does not help.
    let other = dir.path().join("other.sqlite");
    std::os::unix::fs::symlink(&db, &other).expect("a link");
    for db in [&db, &other] {
        let mut second = rhine();
        second.args(["--port", "0", "--db"]).arg(db).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut second = Running(second.spawn().expect("it starts"));
        let since = Instant::now();
        let status = loop {
            if let Some(status) = second.0.try_wait().expect("a process") {
                break status;
            }
            assert!(since.elapsed() < Duration::from_secs(120), "it serves the same file");
            std::thread::sleep(Duration::from_millis(20));
        };
        let mut said = String::new();
        std::io::Read::read_to_string(&mut second.0.stderr.take().expect("it speaks"), &mut said).expect("text");
        assert!(!status.success() && said.contains("already served by another process"), "{said}");
    }
    let mut line = ada.connect(&id);
    line.hello(None);
    line.play(&mut Seeded(1));
    // When the first is gone, the next may come at once.
    drop(first);
    table(&db);
}

#[test]
fn an_end_in_order() {
    let dir = tempfile::tempdir().expect("a folder");
    let db = dir.path().join("table.sqlite");
    for signal in ["-TERM", "-INT"] {
        let (mut running, address) = table(&db);
        let (ada, id) = opened(address);
        let mut line = ada.connect(&id);
        line.hello(None);
        line.play(&mut Seeded(1));
        let seq = line.seq();
        Command::new("kill").arg(signal).arg(running.0.id().to_string()).status().expect("kill runs");
        assert_eq!(line.until_closed(), Some(CloseCode::Restart));
        let status = running.0.wait().expect("a process");
        assert!(status.success(), "{status}");
        // Everything is in the one file.
        assert_eq!(with_end(&db, "-wal").metadata().map_or(0, |wal| wal.len()), 0, "the log is not folded in");
        let (_table, address) = table(&db);
        let mut line = ada.at(address).connect(&id);
        line.hello(None);
        assert_eq!(line.seq(), seq);
    }
}

#[test]
fn a_file_that_vanished_is_noticed() {
    let dir = tempfile::tempdir().expect("a folder");
    let db = dir.path().join("table.sqlite");
    let (_table, address) = table(&db);
    let (ada, id) = opened(address);
    let mut line = ada.connect(&id);
    line.hello(None);
    let mut dice = Seeded(1);
    line.play(&mut dice);
    assert_eq!(request(address, "GET", "/health", &[], b"").status, 200);
    let (seq, away) = (line.seq(), dir.path().join("away.sqlite"));
    std::fs::rename(&db, &away).expect("a file");
    let (offer, pick) = line.choose(&mut dice);
    line.send(&json!({ "type": "play", "seq": seq, "offer": offer, "pick": pick }));
    let told = line.until_either("standstill", "update");
    let what = told["what"].as_str().unwrap_or_default();
    assert!(what.contains("moved or deleted") || what.contains("cannot be opened"), "{told}");
    let health = request(address, "GET", "/health", &[], b"");
    assert_eq!((health.status, &health.json()["status"]), (503, &json!("standstill")));
    std::fs::rename(&away, &db).expect("a file");
    line.reach(seq + 1);
    assert_eq!(request(address, "GET", "/health", &[], b"").status, 200);
    line.play(&mut dice);
    // Another file in its place is not ours.
    std::fs::rename(&db, &away).expect("a file");
    std::fs::copy(&away, &db).expect("a copy");
    let (offer, pick) = line.choose(&mut dice);
    line.send(&json!({ "type": "play", "seq": line.seq(), "offer": offer, "pick": pick }));
    let told = line.until_either("standstill", "update");
    assert!(told["what"].as_str().unwrap_or_default().contains("replaced"), "{told}");
}

#[test]
fn a_table_that_cannot_write_does_not_open() {
    let dir = tempfile::tempdir().expect("a folder");
    let missing = dir.path().join("no/such/folder/table.sqlite");
    let done = rhine().args(["--port", "0", "--db"]).arg(&missing).output().expect("it runs");
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(!done.status.success() && said.contains("cannot be written"), "{said}");
}
