//! What needs a browser or npm: the types of the client, and the table as people meet it.

use crate::{cargo, root, run, target};
use anyhow::{Context, Result, bail};
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
    install(&["chromium", "chromedriver"], &["chromium", "chromium-driver"])?;
    let figures = target().join("pictures/figures.txt");
    let _ = std::fs::remove_file(&figures);
    let played = cargo(&["test", "--quiet", "--package", "browser-tests"], &[]);
    print!("{}", std::fs::read_to_string(&figures).unwrap_or_default());
    println!("pictures: {}", target().join("pictures").display());
    played
}

fn install(programs: &[&str], packages: &[&str]) -> Result<()> {
    let missing: Vec<_> = programs.iter().filter(|program| !runs(program, "--version")).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let hand = format!("install {} yourself, then run this again", packages.join(" and "));
    if !runs("apt-get", "--version") {
        bail!("the browser tests need {missing:?}, and there is no apt-get here: {hand}");
    }
    let root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.trim_ascii() == b"0");
    if !root && !Command::new("sudo").args(["-n", "true"]).stderr(Stdio::null()).status().is_ok_and(|s| s.success()) {
        bail!("the browser tests need {missing:?}, and only root may install packages: {hand}");
    }
    println!("installing {}", packages.join(", "));
    let apt = |args: &[&str]| {
        let mut command = Command::new(if root { "apt-get" } else { "sudo" });
        if !root {
            command.args(["-n", "apt-get"]);
        }
        run(command.args(args).env("DEBIAN_FRONTEND", "noninteractive").stdout(Stdio::null()))
    };
    let arguments = [&["install", "--yes", "--no-install-recommends"], packages].concat();
    // The list of packages may be missing or old: then it is fetched, and the install tried once more.
    apt(&arguments).or_else(|_| apt(&["update"]).and_then(|()| apt(&arguments))).with_context(|| hand.clone())?;
    match programs.iter().find(|program| !runs(program, "--version")) {
        Some(program) => bail!("{program} still does not start after {} were installed: {hand}", packages.join(", ")),
        None => Ok(()),
    }
}

fn runs(program: &str, argument: &str) -> bool {
    let mut command = Command::new(program);
    command.arg(argument).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}
