//! Programs that the check needs and Rust does not bring: installed when they are missing.

use crate::run;
use anyhow::{Context, Result, bail};
use std::process::{Command, Stdio};

/// A server that the tests of the store can start for themselves. It is often not in the path.
pub(crate) fn postgres() -> Result<()> {
    let there = |_: &str| {
        let mut versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        versions.any(|version| version.path().join("bin/initdb").exists()) || runs("initdb")
    };
    install("the tests of the store", &["initdb"], &["postgresql"], there)
}

pub(crate) fn chromium() -> Result<()> {
    install("the browser tests", &["chromium", "chromedriver"], &["chromium", "chromium-driver"], runs)
}

/// Installs the packages of programs that are missing, if that can be done; `what` needs them.
fn install(what: &str, programs: &[&str], packages: &[&str], there: impl Fn(&str) -> bool) -> Result<()> {
    let missing: Vec<_> = programs.iter().filter(|program| !there(program)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let hand = format!("install {} yourself, then run this again", packages.join(" and "));
    if !runs("apt-get") {
        bail!("{what} need {missing:?}, and there is no apt-get here: {hand}");
    }
    let root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.trim_ascii() == b"0");
    if !root && !Command::new("sudo").args(["-n", "true"]).stderr(Stdio::null()).status().is_ok_and(|s| s.success()) {
        bail!("{what} need {missing:?}, and only root may install packages: {hand}");
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
    match programs.iter().find(|program| !there(program)) {
        Some(program) => bail!("{program} still does not start after {} were installed: {hand}", packages.join(", ")),
        None => Ok(()),
    }
}

fn runs(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}
