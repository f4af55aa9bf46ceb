//! A disk that fails when it is told to: see `disk.c`.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Fault {
    None = 0,
    Full = 1,
    WriteError = 2,
    SyncError = 3,
}

/// The library of `disk.c`, built once.
fn library() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let library = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("disk-{}.so", std::process::id()));
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/disk.c");
        let mut cc = Command::new("cc");
        cc.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(source).arg("-ldl");
        assert!(cc.status().expect("Rust itself links with cc").success(), "{cc:?}");
        library
    })
}

/// The switch of one disk.
pub(crate) struct Disk {
    control: File,
    path: PathBuf,
}

impl Disk {
    pub(crate) fn new(dir: &Path) -> Disk {
        let path = dir.join("control");
        std::fs::write(&path, [0; 16]).expect("a file");
        let control = File::options().read(true).write(true).open(&path).expect("a file");
        Disk { control, path }
    }

    /// Runs a program on this disk.
    pub(crate) fn under(&self, command: &mut Command) {
        command.env("LD_PRELOAD", library()).env("FAULT_CONTROL", &self.path).env("FAULT_SHADOW", "1");
    }

    pub(crate) fn set(&self, fault: Fault) {
        let mut control = &self.control;
        control.seek(SeekFrom::Start(0)).expect("a file");
        control.write_all(&[fault as u8]).expect("a file");
    }

    /// How often a file of the database was synced.
    pub(crate) fn syncs(&self) -> u64 {
        let mut control = &self.control;
        control.seek(SeekFrom::Start(8)).expect("a file");
        let mut count = [0; 8];
        control.read_exact(&mut count).expect("a file");
        u64::from_le_bytes(count)
    }
}

/// What is left of a database after the power was cut: what was synced, and nothing else. The journal of the
/// first moments is gone: its folder was synced after it.
pub(crate) fn cut_power(db: &Path) {
    for end in ["", "-wal", "-shm"] {
        let file = PathBuf::from(format!("{}{end}", db.display()));
        let synced = PathBuf::from(format!("{}.synced", file.display()));
        let _ = std::fs::remove_file(&file);
        if synced.exists() {
            std::fs::copy(&synced, &file).expect("a copy");
        }
    }
}
