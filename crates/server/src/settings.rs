//! What can be chosen when the table is opened.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct Settings {
    pub bind: IpAddr,
    /// 0 takes any free port.
    pub port: u16,
    /// A SQLite file, made when missing, or the address of a PostgreSQL database.
    pub database: String,
    /// Names under which this table is reached, beside its address: for a table behind a proxy.
    pub hosts: Vec<String>,
    /// Proxies whose word is taken for who is asking (`X-Forwarded-For`) and how (`X-Forwarded-Proto`).
    pub trusted_proxies: Vec<IpAddr>,
    /// Where match files are kept that a mistake of ours has stopped.
    pub kept: PathBuf,
    /// How long a bot takes at least: people like to follow.
    pub bot_delay: Duration,
    /// A match without visitors is put to sleep after this time; it wakes by replay.
    pub sleep_after: Duration,
    /// How often a page is asked whether it is still there. Whoever is silent for a little over two of these is gone.
    pub heartbeat: Duration,
    pub limits: Limits,
    /// Whoever asks too often is told so after this time: a flood of requests is answered as slowly as that.
    pub refuse_after: Duration,
}

/// How much one may ask for. A pair is: at once, and a second.
#[derive(Copy, Clone, Debug)]
pub struct Limits {
    /// Messages of one connection.
    pub messages: (f64, f64),
    /// Requests of one address that change something.
    pub posts: (f64, f64),
    /// Other requests of one address; one that is dear counts as several.
    pub gets: (f64, f64),
    /// Lines of chat in one match, of players and of spectators.
    pub talk: (f64, f64),
    /// Connections of one address.
    pub connections: usize,
    /// Sockets of one address.
    pub sockets: usize,
    /// People who watch one match.
    pub spectators: usize,
}

impl Limits {
    /// For tests of load.
    pub const NONE: Limits = Limits {
        messages: (1e9, 1e9),
        posts: (1e9, 1e9),
        gets: (1e9, 1e9),
        talk: (1e9, 1e9),
        connections: usize::MAX,
        sockets: usize::MAX,
        spectators: usize::MAX,
    };
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            messages: (60.0, 20.0),
            posts: (60.0, 5.0),
            gets: (300.0, 60.0),
            talk: (30.0, 1.0),
            connections: 200,
            sockets: 100,
            spectators: 300,
        }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 7744,
            database: "rhine.sqlite".into(),
            hosts: vec![],
            trusted_proxies: vec![],
            kept: PathBuf::from("rhine-kept"),
            bot_delay: Duration::from_millis(500),
            sleep_after: Duration::from_secs(300),
            heartbeat: Duration::from_secs(30),
            limits: Limits::default(),
            refuse_after: Duration::from_millis(500),
        }
    }
}
