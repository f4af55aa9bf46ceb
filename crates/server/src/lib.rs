//! The table: matches over HTTP and sockets, kept in a database.
//!
//! Read in this order: [`message`] (all that crosses the wire), `room` (one task per match), `store`
//! (what is kept), `socket` and `http` (how people reach a room), [`dice`] (where rolls come from).

pub mod dice;
mod error;
mod http;
mod identity;
mod limits;
mod matches;
pub mod message;
mod room;
mod rooms;
mod settings;
mod socket;
mod store;
pub mod view;

pub use error::Error;
pub use settings::{Limits, Settings};

use rooms::House;
use shelf::Shelf;
use std::net::SocketAddr;
use std::sync::Arc;
use store::Store;
use tokio::net::TcpListener;

/// A table that is laid but not yet served.
#[derive(Debug)]
pub struct Server {
    house: Arc<House>,
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
        Ok(Server { house: House::new(shelf, store, settings), listener, address })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until the process ends. Matches in which a bot is to move go on by themselves.
    pub async fn run(self) -> Result<(), Error> {
        self.house.wake_bots().await?;
        let service = http::router(self.house).into_make_service_with_connect_info::<SocketAddr>();
        let listener = axum::serve::ListenerExt::tap_io(self.listener, |stream| {
            let _ = stream.set_nodelay(true);
        });
        Ok(axum::serve(listener, service).await?)
    }
}

/// Opens the table and says where.
pub async fn serve(shelf: Shelf, settings: Settings) -> Result<(), Error> {
    let server = Server::bind(shelf, settings).await?;
    println!("listening on http://{}", server.address());
    server.run().await
}
