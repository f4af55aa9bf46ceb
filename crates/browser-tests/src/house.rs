//! A table, a chromedriver and as many browsers as a test wants; all of it is gone when the test ends.

use crate::page::{Page, timeouts};
use fantoccini::ClientBuilder;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use server::{Limits, Server, Settings};
use shelf::Shelf;
use std::io::Write as _;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

/// Where a test plays.
#[derive(Debug)]
pub struct House {
    name: String,
    address: SocketAddr,
    driver: SocketAddr,
    dir: tempfile::TempDir,
    pages: Mutex<Vec<Page>>,
}

/// Ends the process it holds, and no other.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Lays a table and plays a test at it. If the test fails, a picture of every page is kept.
pub fn at_table(name: &str, test: impl AsyncFn(&House)) {
    at_slow_table(name, Duration::ZERO, test);
}

/// How often a test is tried before it has failed; `RHINE_TRIES=1` for whoever plants a fault and wants to see it red.
fn tries() -> u32 {
    std::env::var("RHINE_TRIES").ok().and_then(|tries| tries.parse().ok()).unwrap_or(3)
}

/// The same with bots that pause before each decision. On a busy machine a browser may be too slow for a test, and the dice are
/// real: what failed is tried again, at a new table, and that is told.
pub fn at_slow_table(name: &str, bot_delay: Duration, test: impl AsyncFn(&House)) {
    for tried in 1.. {
        let Err(panic) = try_at_table(name, bot_delay, &test) else { return };
        if tried >= tries() {
            resume_unwind(panic);
        }
        let words =
            panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
        report(&format!("{name}: failed, and is tried again: {}", words.unwrap_or("it said nothing")));
    }
}

fn try_at_table(name: &str, bot_delay: Duration, test: &impl AsyncFn(&House)) -> std::thread::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let settings = Settings {
        port: 0,
        database: dir.path().join("table.sqlite").display().to_string(),
        kept: dir.path().join("kept"),
        bot_delay,
        limits: Limits::NONE,
        ..Settings::default()
    };
    let server = runtime.block_on(Server::bind(shelf(), settings)).unwrap();
    let address = server.address();
    runtime.spawn(server.run());
    let (_chromedriver, driver) = start_driver();
    let house = House { name: name.into(), address, driver, dir, pages: Mutex::default() };
    let begun = Instant::now();
    let played = catch_unwind(AssertUnwindSafe(|| runtime.block_on(test(&house))));
    println!("{name}: {:.1} s", begun.elapsed().as_secs_f64());
    let pages = std::mem::take(&mut *house.pages.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
    for (n, page) in pages.into_iter().enumerate() {
        runtime.block_on(async {
            if played.is_err() {
                page.keep_evidence(&format!("failed-{name}-{n}")).await;
            }
            let _ = page.client.close().await;
        });
    }
    runtime.shutdown_timeout(Duration::from_millis(1));
    played
}

/// The games, read once for all tests.
fn shelf() -> Shelf {
    static SHELF: OnceLock<Shelf> = OnceLock::new();
    SHELF.get_or_init(|| Shelf::open(None).unwrap()).clone()
}

fn start_driver() -> (Running, SocketAddr) {
    // The port is free now and taken a moment later; nobody else here asks for one by number.
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut command = Command::new("chromedriver");
    command.arg(format!("--port={}", address.port())).stdout(Stdio::null()).stderr(Stdio::null());
    let child = command.spawn().unwrap_or_else(|error| {
        panic!("chromedriver does not start ({error}): `apt-get install chromium chromium-driver` brings it")
    });
    let running = Running(child);
    let begun = Instant::now();
    while TcpStream::connect(address).is_err() {
        assert!(begun.elapsed() < Duration::from_secs(30), "chromedriver does not answer on {address}");
        std::thread::sleep(Duration::from_millis(20));
    }
    (running, address)
}

impl House {
    /// Somebody new with a browser of his own, at the shelf.
    pub async fn visitor(&self, (width, height): (u32, u32)) -> Page {
        let profile = self.dir.path().join(format!("profile-{}", self.pages.lock().unwrap().len()));
        let options = json!({
            "browserName": "chrome",
            "goog:loggingPrefs": { "browser": "ALL" },
            "goog:chromeOptions": {
                "args": [
                    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                    "--disable-background-networking", "--disable-component-update", "--disable-sync",
                    "--disable-dev-shm-usage", "--hide-scrollbars", "--force-color-profile=srgb",
                    format!("--user-data-dir={}", profile.display()),
                    format!("--window-size={width},{height}"),
                ],
            },
        });
        let Value::Object(options) = options else { unreachable!("written as an object") };
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let client = builder.capabilities(options).connect(&format!("http://{}", self.driver)).await;
        let client = client.unwrap_or_else(|error| {
            panic!("Chromium does not start ({error}): `apt-get install chromium chromium-driver` brings it")
        });
        client.update_timeouts(timeouts()).await.unwrap();
        let page = Page { client, address: self.address };
        self.pages.lock().unwrap().push(page.clone());
        page.open_size(width, height).await;
        page.lamp("dark").await;
        page.client.goto(&page.at("/")).await.unwrap();
        page.until("the shelf is drawn", "return document.querySelector('#shelf .game') !== null").await;
        page
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }
}

/// Where pictures and figures are kept: `pictures` in the target directory, never in git.
pub fn kept() -> PathBuf {
    // The tests run from `target/debug/deps`.
    let dir = std::env::current_exe().unwrap().ancestors().nth(3).unwrap().join("pictures");
    std::fs::create_dir_all(&dir).unwrap();
    dir
}

/// A figure for people to read: printed, and added to `pictures/figures.txt`.
pub fn report(line: &str) {
    println!("{line}");
    let file = std::fs::OpenOptions::new().create(true).append(true).open(kept().join("figures.txt"));
    writeln!(file.unwrap(), "{line}").unwrap();
}
