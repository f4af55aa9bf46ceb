//! Writes down where the rules of each game are cited and tested, so that the released program can say so.

#[path = "../testkit/src/coverage/scan.rs"]
#[allow(unreachable_pub, reason = "public where it is at home")]
mod scan;

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let crates = Path::new(&here).parent().ok_or_else(|| io::Error::other("the shelf stands among other crates"))?;
    let mut table = String::from("&[\n");
    let mut dirs = fs::read_dir(crates)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    dirs.sort();
    // A game is a crate with a rule index.
    for dir in dirs.iter().filter(|dir| dir.join("data/rules.toml").is_file()) {
        // As a whole: a folder that is not there yet would be taken for changed every time.
        println!("cargo:rerun-if-changed={}", dir.display());
        let game = dir.file_name().unwrap_or_default().to_string_lossy();
        let scan::Scan { citations, tests } = scan::scan(dir)?;
        let _ = writeln!(table, "({game:?}, &{citations:?}, &{tests:?}),");
    }
    table += "]";
    // Where a new game is registered.
    println!("cargo:rerun-if-changed=Cargo.toml");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../testkit/src/coverage/scan.rs");
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("coverage.rs"), table)
}
