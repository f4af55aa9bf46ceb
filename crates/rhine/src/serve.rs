//! The table in the browser.

use anyhow::Result;
use server::{Limits, Settings};
use shelf::Shelf;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use tracing::level_filters::LevelFilter;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The port of the table; 0 takes any that is free.
    #[arg(long, default_value_t = 7744)]
    port: u16,
    /// The address to listen on; 0.0.0.0 lets other machines in.
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    bind: IpAddr,
    /// Where matches are kept: a SQLite file, made when missing, or the address of a PostgreSQL database.
    #[arg(long, default_value = "rhine.sqlite", value_name = "FILE")]
    db: String,
    /// A name under which this table is reached through a proxy.
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// The address of a proxy before this table: who is asking is then who the proxy says.
    #[arg(long, value_name = "ADDRESS")]
    trusted_proxy: Vec<IpAddr>,
    /// How long a bot takes at least for a decision, in milliseconds.
    #[arg(long, default_value_t = 500, value_name = "MS")]
    bot_delay: u64,
    /// Put a match without visitors to sleep after so many seconds; it wakes by replay.
    #[arg(long, default_value_t = 300, value_name = "SECONDS")]
    sleep_after: u64,
    /// How much is written to the log, on standard error: error, warn, info, debug or trace.
    #[arg(long, default_value_t = LevelFilter::INFO, value_name = "LEVEL")]
    log: LevelFilter,
    /// Write the log as JSON, a line for each event.
    #[arg(long)]
    log_json: bool,
    /// Let everybody ask as often as they like: for measuring.
    #[arg(long)]
    no_limits: bool,
}

/// Where match files are kept for repair: beside the database file, or here.
pub(crate) fn kept_in(db: &str) -> PathBuf {
    if db.starts_with("postgres") { "rhine-kept".into() } else { Path::new(db).with_extension("kept") }
}

pub(crate) fn run(shelf: Shelf, options: &Options) -> Result<ExitCode> {
    let settings = Settings {
        bind: options.bind,
        port: options.port,
        database: options.db.clone(),
        hosts: options.host.clone(),
        trusted_proxies: options.trusted_proxy.clone(),
        kept: kept_in(&options.db),
        bot_delay: Duration::from_millis(options.bot_delay),
        sleep_after: Duration::from_secs(options.sleep_after),
        heartbeat: Settings::default().heartbeat,
        refuse_after: Settings::default().refuse_after,
        limits: if options.no_limits { Limits::NONE } else { Limits::default() },
    };
    let log = tracing_subscriber::fmt().with_max_level(options.log).with_writer(std::io::stderr);
    match options.log_json {
        true => log.json().flatten_event(true).init(),
        false => log.with_target(false).init(),
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(server::serve(shelf, settings))?;
    Ok(ExitCode::SUCCESS)
}
