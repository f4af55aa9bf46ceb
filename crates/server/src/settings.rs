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
    /// Where match files are kept that a mistake of ours has stopped.
    pub kept: PathBuf,
    /// How long a bot takes at least: people like to follow.
    pub bot_delay: Duration,
    /// A match without visitors is put to sleep after this time; it wakes by replay.
    pub sleep_after: Duration,
    pub limits: Limits,
}

/// How often somebody may ask.
#[derive(Copy, Clone, Debug)]
pub struct Limits {
    /// Messages of one connection: at once, and a second.
    pub messages: (f64, f64),
    /// Requests of one address that change something: at once, and a second.
    pub posts: (f64, f64),
}

impl Limits {
    /// For tests of load.
    pub const NONE: Limits = Limits { messages: (1e9, 1e9), posts: (1e9, 1e9) };
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { messages: (60.0, 20.0), posts: (60.0, 5.0) }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 7744,
            database: "rhine.sqlite".into(),
            hosts: vec![],
            kept: PathBuf::from("rhine-kept"),
            bot_delay: Duration::from_millis(500),
            sleep_after: Duration::from_secs(300),
            limits: Limits::default(),
        }
    }
}
