//! A PostgreSQL server of our own: on a free port, with its files in a folder of its own, gone when it is dropped.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first thing that goes wrong")]

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

#[derive(Debug)]
pub(crate) struct Postgres {
    bin: PathBuf,
    dir: tempfile::TempDir,
    port: u16,
    /// Speaks TLS, and only TLS.
    tls: bool,
    running: Option<Child>,
}

/// Where the programs of the server are: `initdb` is seldom in the path.
fn programs() -> Option<PathBuf> {
    let said = Command::new("pg_config").arg("--bindir").output().ok();
    let said = said.map(|said| PathBuf::from(String::from_utf8_lossy(&said.stdout).trim()));
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let usual = versions.map(|version| version.path().join("bin"));
    usual.chain(said).find(|bin| bin.join("initdb").exists())
}

impl Postgres {
    /// Nothing if PostgreSQL is not installed and nobody has said (`RHINE_POSTGRES`) that it must be.
    pub(crate) fn start() -> Option<Postgres> {
        Postgres::start_with(false)
    }

    /// One that takes nobody without TLS; its certificate is its own authority.
    pub(crate) fn start_with_tls() -> Option<Postgres> {
        Postgres::start_with(true)
    }

    fn start_with(tls: bool) -> Option<Postgres> {
        let Some(bin) = programs() else {
            assert!(std::env::var_os("RHINE_POSTGRES").is_none(), "PostgreSQL is not installed");
            println!("PostgreSQL is not installed: not tried");
            return None;
        };
        let dir = tempfile::tempdir().unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        if is_root() {
            run(Command::new("chown").arg("postgres").arg(dir.path()));
        }
        let mut postgres = Postgres { bin, dir, port, tls, running: None };
        let mut initdb = postgres.program("initdb");
        initdb.args(["--auth=trust", "--username=rhine", "--encoding=UTF8", "--no-sync", "--pgdata"]);
        run(initdb.arg(postgres.data()).stdout(Stdio::null()));
        if tls {
            postgres.make_certificate();
        }
        postgres.go_on();
        Some(postgres)
    }

    fn make_certificate(&self) {
        let mut openssl = Command::new("openssl");
        openssl.args(["req", "-new", "-x509", "-nodes", "-days", "2", "-newkey", "rsa:2048", "-subj", "/CN=localhost"]);
        openssl.args(["-addext", "subjectAltName=DNS:localhost", "-addext", "basicConstraints=critical,CA:FALSE"]);
        openssl.arg("-keyout").arg(self.data().join("server.key")).arg("-out").arg(self.certificate());
        run(openssl.stderr(Stdio::null()));
        run(Command::new("chmod").arg("600").arg(self.data().join("server.key")));
        if is_root() {
            run(Command::new("chown").arg("postgres").arg(self.data().join("server.key")).arg(self.certificate()));
        }
        std::fs::write(self.data().join("pg_hba.conf"), "hostssl all all 127.0.0.1/32 trust\n").unwrap();
    }

    pub(crate) fn certificate(&self) -> PathBuf {
        self.data().join("server.crt")
    }

    fn data(&self) -> PathBuf {
        self.dir.path().join("data")
    }

    /// PostgreSQL refuses to run as root.
    fn program(&self, name: &str) -> Command {
        let path = self.bin.join(name);
        if !is_root() {
            return Command::new(path);
        }
        let mut command = Command::new("setpriv");
        command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups", "--"]).arg(path);
        command
    }

    pub(crate) fn url(&self) -> String {
        format!("postgres://rhine@localhost:{}/postgres", self.port)
    }

    /// Starts it again.
    pub(crate) fn go_on(&mut self) {
        let mut server = self.program("postgres");
        server.arg("-D").arg(self.data()).args(["-p", &self.port.to_string(), "-k"]).arg(self.dir.path());
        server.args(["-c", "listen_addresses=127.0.0.1", "-c", "shared_buffers=16MB", "-c", "max_connections=60"]);
        server.args(["-c", if self.tls { "ssl=on" } else { "ssl=off" }]);
        self.running = Some(server.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
        let since = Instant::now();
        while !self.answers() {
            assert!(since.elapsed() < Duration::from_secs(120), "PostgreSQL does not start");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn answers(&self) -> bool {
        let mut ready = self.program("pg_isready");
        ready.args(["-q", "-h", "127.0.0.1", "-U", "rhine", "-d", "postgres", "-p", &self.port.to_string()]);
        ready.status().is_ok_and(|status| status.success())
    }

    /// As a power cut: nothing is brought to an end, and the next start has to recover.
    pub(crate) fn stop(&mut self) {
        if let Some(mut running) = self.running.take() {
            let mut stop = self.program("pg_ctl");
            stop.args(["stop", "--mode=immediate", "--silent", "--pgdata"]).arg(self.data());
            let _ = stop.stdout(Stdio::null()).stderr(Stdio::null()).status();
            let _ = running.wait();
        }
    }

    /// It is there and says nothing, until it is let go again.
    pub(crate) fn freeze(&self, frozen: bool) {
        let Some(running) = &self.running else { return };
        let mut ids = vec![running.id()];
        ids.extend(children(running.id()));
        let signal = if frozen { "-STOP" } else { "-CONT" };
        let _ = Command::new("kill").arg(signal).args(ids.iter().map(u32::to_string)).status();
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.freeze(false);
        self.stop();
    }
}

fn children(of: u32) -> Vec<u32> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let parent = |id: &u32| {
        let about = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let after_name = about.rsplit_once(") ").map(|(_, rest)| rest.to_string()).unwrap_or_default();
        after_name.split(' ').nth(1) == Some(&of.to_string())
    };
    ids.filter(parent).collect()
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.trim_ascii() == b"0")
}

fn run(command: &mut Command) {
    assert!(command.status().unwrap().success(), "{command:?}");
}

/// A place to keep matches for every kind of store there is.
pub(crate) fn stores(dir: &Path) -> Vec<(String, Option<Postgres>)> {
    let lite = (dir.join("table.sqlite").display().to_string(), None);
    let postgres = Postgres::start().map(|postgres| (postgres.url(), Some(postgres)));
    std::iter::once(lite).chain(postgres).collect()
}
