//! What needs a browser or npm: the types of the client, and the table as people meet it.

use crate::{cargo, install, root, run, target};
use anyhow::{Context, Result};
use std::process::{Command, Stdio};

const TYPESCRIPT: &str = "5.9.3";

/// The types in the comments of the client, against those of the server.
pub(crate) fn client_types() -> Result<()> {
    let dir = target().join("npm").join(format!("typescript-{TYPESCRIPT}"));
    let tsc = dir.join("node_modules/typescript/bin/tsc");
    if !tsc.exists() {
        std::fs::create_dir_all(&dir).with_context(|| dir.display().to_string())?;
        let mut npm = Command::new("npm");
        npm.args(["install", "--silent", "--no-save", "--prefix"]).arg(&dir);
        run(npm.arg(format!("typescript@{TYPESCRIPT}")).stdout(Stdio::null()))
            .context("the client is checked by tsc, which comes from npm: install Node.js and npm")?;
    }
    run(Command::new("node").arg(tsc).args(["--noEmit", "-p"]).arg(root().join("client/tsconfig.json")))
}

/// Chromium plays. Its packages are installed when they are missing and that can be done.
pub(crate) fn browser() -> Result<()> {
    install::chromium()?;
    with_pictures(|| cargo(&["test", "--quiet", "--workspace", "--test", "browser"], &[]))
}

/// Runs tests of the browser, and says what they measured and where their pictures are.
pub(crate) fn with_pictures(tests: impl FnOnce() -> Result<()>) -> Result<()> {
    let figures = target().join("pictures/figures.txt");
    let _ = std::fs::remove_file(&figures);
    let played = tests();
    print!("{}", std::fs::read_to_string(&figures).unwrap_or_default());
    println!("pictures: {}", target().join("pictures").display());
    played
}
