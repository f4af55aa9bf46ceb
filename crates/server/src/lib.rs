//! The table: matches over HTTP and sockets, kept in a database.
//!
//! Read in this order: [`message`] (all that crosses the wire), `room` (one task per match), `store`
//! (what is kept), `socket` and `http` (how people reach a room), [`dice`] (where rolls come from).

pub mod dice;
mod error;
mod http;
mod identity;
mod limits;
mod listen;
mod matches;
pub mod message;
mod names;
mod proxy;
pub mod repair;
mod room;
mod rooms;
mod settings;
mod socket;
mod store;
pub mod view;

pub use error::Error;
pub use settings::{Limits, Settings};

use rooms::Rooms;
use shelf::Shelf;
use std::net::SocketAddr;
use std::sync::Arc;
use store::Store;
use tokio::net::TcpListener;

/// A table that is open but not yet served.
#[derive(Debug)]
pub struct Server {
    rooms: Arc<Rooms>,
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Opens the store, made when missing, and takes the port.
    pub async fn bind(shelf: Shelf, settings: Settings) -> Result<Server, Error> {
        let store = Store::open(&settings.database).await?;
        let wanted = SocketAddr::new(settings.bind, settings.port);
        let listener = TcpListener::bind(wanted).await.map_err(|error| match error.kind() {
            std::io::ErrorKind::AddrInUse => Error::Inner(format!("{wanted} is taken; `--port 0` finds a free one")),
            _ => Error::Io(error),
        })?;
        let address = listener.local_addr()?;
        Ok(Server { rooms: Rooms::new(shelf, store, settings), listener, address })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until the process ends. Matches in which a bot is to move go on by themselves.
    pub async fn run(self) -> Result<(), Error> {
        self.run_until(std::future::pending()).await
    }

    /// Serves until it is told to stop: then nobody new is let in, what is under way is finished, sockets are
    /// closed with a word, and the store is brought to an orderly end.
    pub async fn run_until(self, stop: impl Future<Output = ()>) -> Result<(), Error> {
        self.rooms.wake_bots().await?;
        let rooms = Arc::clone(&self.rooms);
        let served = listen::serve(self.listener, http::router(Arc::clone(&rooms)), Arc::clone(&rooms));
        let mut served = std::pin::pin!(served);
        tokio::select! {
            () = &mut served => {}
            () = stop => {
                tracing::info!("closing");
                rooms.closing.send_replace(true);
                served.await;
            }
        }
        rooms.store.close().await;
        tracing::info!("closed");
        Ok(())
    }
}

/// Opens the table, says where, and serves until the system asks to stop.
pub async fn serve(shelf: Shelf, settings: Settings) -> Result<(), Error> {
    let server = Server::bind(shelf, settings).await?;
    let stop = stop_signal()?;
    println!("listening on http://{}", server.address());
    tracing::info!("match files are signed with the key {}", server.rooms.store.signer().key());
    if !server.rooms.settings.bind.is_loopback() {
        tracing::warn!(
            "others can reach this table, without TLS and without passwords: put a proxy with TLS before it, or use it \
             only where you trust everybody"
        );
    }
    server.run_until(stop).await
}

/// Ends when the system asks the process to end: SIGTERM or SIGINT.
#[cfg(unix)]
fn stop_signal() -> Result<impl Future<Output = ()>, Error> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn stop_signal() -> Result<impl Future<Output = ()>, Error> {
    Ok(async { drop(tokio::signal::ctrl_c().await) })
}
