//! What strangers may try while others play, each kind from addresses of its own.

use super::wire::connect_over;
use anyhow::Result;
use futures_util::{SinkExt, StreamExt};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;

/// How often something was tried.
#[derive(Default)]
pub(super) struct Tried {
    pub(super) hellos: u64,
    pub(super) half_requests: u64,
    pub(super) requests: u64,
    pub(super) frames: u64,
}

#[derive(Clone)]
enum Trick {
    /// Asks for the whole match 60 times, and listens to nothing.
    Hellos,
    HalfRequest,
    /// As many requests as the line carries.
    Flood(String),
    /// 20,000 binary frames.
    Frames,
}

/// All of it at once until the end: 20 spectators, 1,100 half requests, a flood of each dear request, binary frames.
pub(super) async fn try_everything(address: SocketAddr, id: String, end: Instant) -> Tried {
    let of_match = ["story", "at/1", "file"].map(|what| format!("/api/matches/{id}/{what}"));
    let others = ["/api/matches", "/api/shelf", "/api/faces/ford/0", "/api/sheet/hurtgen-forest", "/"];
    let floods = of_match.into_iter().chain(others.map(String::from)).map(Trick::Flood);
    let spectators = std::iter::repeat_n(Trick::Hellos, 20);
    let half = std::iter::repeat_n(Trick::HalfRequest, 1_100);
    let tricks = spectators.chain(half).chain(floods).chain([Trick::Frames]);
    let mut strangers = JoinSet::new();
    for (n, trick) in tricks.enumerate() {
        // Two hundred of them share an address: more connections of one are not taken.
        let from = u8::try_from(2 + n / 200).unwrap_or(u8::MAX);
        strangers.spawn(insist(trick, address, from, id.clone(), end));
    }
    let mut tried = Tried::default();
    while let Some(done) = strangers.join_next().await {
        match done {
            Ok((Trick::Hellos, count)) => tried.hellos += count,
            Ok((Trick::HalfRequest, count)) => tried.half_requests += count,
            Ok((Trick::Flood(_), count)) => tried.requests += count,
            Ok((Trick::Frames, count)) => tried.frames += count,
            Err(_) => {}
        }
    }
    tried
}

/// Whoever is refused or thrown out comes back a little later.
async fn insist(trick: Trick, address: SocketAddr, from: u8, id: String, end: Instant) -> (Trick, u64) {
    let mut count = 0;
    while Instant::now() < end {
        let done = tokio::time::timeout_at(end.into(), trick.once(address, from, &id, &mut count)).await;
        if !matches!(done, Ok(Ok(()))) {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    (trick, count)
}

impl Trick {
    async fn once(&self, address: SocketAddr, from: u8, id: &str, count: &mut u64) -> Result<()> {
        let mut stream = connect_from(from, address).await?;
        match self {
            Trick::Hellos => {
                let mut line = connect_over(stream, address, id, "").await?;
                for _ in 0..60 {
                    line.send(Message::text(r#"{"type":"hello","seen":null}"#)).await?;
                    *count += 1;
                }
                tokio::time::sleep(Duration::from_secs(2)).await;
            }
            Trick::HalfRequest => {
                *count += 1;
                stream.write_all(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ").await?;
                stream.read_to_end(&mut vec![]).await?;
            }
            Trick::Flood(path) => {
                *count += 1;
                let head = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
                stream.write_all(head.as_bytes()).await?;
                stream.read_to_end(&mut vec![]).await?;
            }
            Trick::Frames => {
                let (mut say, mut hear) = connect_over(stream, address, id, "").await?.split();
                let listening = tokio::spawn(async move { while let Some(Ok(_)) = hear.next().await {} });
                for _ in 0..20_000 {
                    say.send(Message::binary(vec![0; 8])).await?;
                    *count += 1;
                }
                listening.abort();
            }
        }
        Ok(())
    }
}

/// From another address of this machine, as somebody else would come.
async fn connect_from(last: u8, to: SocketAddr) -> Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from(([127, 0, 0, last], 0)))?;
    Ok(socket.connect(to).await?)
}
