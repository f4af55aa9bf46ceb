//! Connections as they come in: how many, how long they may take, and how they end.

use crate::limits::Places;
use crate::rooms::Rooms;
use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, Sleep};
use tower::ServiceExt as _;

/// The head of a request has to come in this time, counted from the last one on the same connection.
const HEAD_WITHIN: Duration = Duration::from_secs(10);
/// Whoever does not read for this long is let go.
const READ_WITHIN: Duration = Duration::from_secs(30);
/// Files that are none of a connection: the database, the log, the program.
const OTHER_FILES: usize = 100;
/// What is under way when the table closes has this long to end.
const END_WITHIN: Duration = Duration::from_secs(10);

/// Takes connections until the table closes, then waits for those under way.
pub(crate) async fn serve(listener: TcpListener, router: Router, rooms: Arc<Rooms>) {
    let places = Places::new(rooms.settings.limits.connections);
    let most = more_files().saturating_sub(OTHER_FILES);
    let mut closing = rooms.closing.subscribe();
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Most often there are no files left: somebody has to go first.
                    tracing::warn!("a connection could not be taken: {error}");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                }
            },
            _ = closing.changed() => break,
        };
        let trusted = rooms.settings.trusted_proxies.contains(&peer.ip().to_canonical());
        let place = if trusted { None } else { Some(places.take(peer.ip())) };
        if matches!(place, Some(None)) || rooms.connections.load(Ordering::Relaxed) >= most {
            tracing::debug!(%peer, "too many connections");
            continue;
        }
        let _ = stream.set_nodelay(true);
        let (router, rooms) = (router.clone(), Arc::clone(&rooms));
        rooms.connections.fetch_add(1, Ordering::Relaxed);
        tokio::spawn(async move {
            connection(stream, peer, router, &rooms).await;
            rooms.connections.fetch_sub(1, Ordering::Relaxed);
            drop(place);
        });
    }
    drop(listener);
    let end = Instant::now() + END_WITHIN;
    while rooms.connections.load(Ordering::Relaxed) > 0 && Instant::now() < end {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn connection(stream: TcpStream, peer: SocketAddr, router: Router, rooms: &Rooms) {
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request)
    });
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_WITHIN).max_buf_size(32 * 1024);
    let io = TokioIo::new(Patient::new(stream));
    let mut served = std::pin::pin!(http.serve_connection(io, service).with_upgrades());
    let mut closing = rooms.closing.subscribe();
    tokio::select! {
        _ = &mut served => {}
        _ = closing.changed() => {
            served.as_mut().graceful_shutdown();
            let _ = served.await;
        }
    }
}

/// A stream that ends when the other side does not take what it is sent.
struct Patient {
    stream: TcpStream,
    /// When a write that waits is given up.
    end: Pin<Box<Sleep>>,
    waits: bool,
}

impl Patient {
    fn new(stream: TcpStream) -> Patient {
        Patient { stream, end: Box::pin(tokio::time::sleep(READ_WITHIN)), waits: false }
    }

    fn wait<T>(&mut self, context: &mut Context<'_>, polled: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if polled.is_ready() {
            self.waits = false;
            return polled;
        }
        if !self.waits {
            self.waits = true;
            self.end.as_mut().reset(Instant::now() + READ_WITHIN);
        }
        ready!(self.end.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, to: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, to)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.wait(context, polled)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.wait(context, polled)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_flush(context);
        self.wait(context, polled)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// Asks the system for as many open files as it gives, and says how many that are.
#[cfg(unix)]
fn more_files() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    const WANTED: u64 = 65_536;
    let limit = getrlimit(Resource::Nofile);
    let most = limit.maximum.map_or(WANTED, |most| most.min(WANTED));
    let current = limit.current.unwrap_or(WANTED);
    if current < most {
        let raised = setrlimit(Resource::Nofile, Rlimit { current: Some(most), maximum: limit.maximum });
        tracing::debug!("open files: {current} raised to {most}: {raised:?}");
    }
    let current = getrlimit(Resource::Nofile).current.unwrap_or(WANTED);
    usize::try_from(current).unwrap_or(usize::MAX)
}

#[cfg(not(unix))]
fn more_files() -> usize {
    4_096
}
