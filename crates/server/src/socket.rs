//! One connection: reads messages, passes them to the room, writes what the room says.
//!
//! It outlives the room: if that dies, the connection comes into the next one, and the page notices nothing.

use crate::error::Error;
use crate::identity::Identity;
use crate::limits::Bucket;
use crate::message::{FromClient, ToClient};
use crate::rooms::{Newcomer, Rooms, ToRoom, ToSocket};
use axum::extract::ws::{CloseCode, CloseFrame, Message, WebSocket, close_code};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

/// The longest message from a page.
pub(crate) const MOST_BYTES: usize = 64 * 1024;
/// Whoever cannot take a message in this time is let go.
const PATIENCE: Duration = Duration::from_secs(20);
/// So many refusals for sending too often end a connection.
const STRIKES: u32 = 100;
/// A hello brings the whole match: after the first, it counts as so many messages.
const HELLO: f64 = 10.0;
/// A room that dies so often under one connection does not get well by itself.
const MOST_ROOMS: u32 = 5;

/// How a connection ended.
enum End {
    /// The other side is gone.
    Gone,
    /// We are to say good-bye.
    Close(CloseCode, &'static str),
    /// The room has died.
    RoomDied,
}

pub(crate) async fn serve(rooms: Arc<Rooms>, id: String, who: Option<Identity>, mut socket: WebSocket) {
    let mut talk = Talk::new(&rooms);
    let mut last = CloseFrame { code: close_code::NORMAL, reason: "".into() };
    for _ in 0..MOST_ROOMS {
        match in_room(&rooms, &id, who.as_ref(), &mut socket, &mut talk).await {
            Ok(End::RoomDied) => {
                last = CloseFrame { code: close_code::ERROR, reason: "the match is broken".into() };
            }
            Ok(End::Gone) => return,
            Ok(End::Close(code, reason)) => {
                last = CloseFrame { code, reason: reason.into() };
                break;
            }
            Err(error) => {
                // If it is the store, or there is no room left, they may try again; otherwise the match is broken.
                let (code, what) = (error.close_code(), error.to_string());
                let again = code == close_code::AGAIN;
                let message = if again { ToClient::Error { what } } else { ToClient::Ended { what } };
                send(&mut socket, &message).await;
                last = CloseFrame { code, reason: "".into() };
                break;
            }
        }
    }
    let _ = tokio::time::timeout(Duration::from_secs(1), socket.send(Message::Close(Some(last)))).await;
}

/// What a connection keeps while rooms come and go.
struct Talk {
    bucket: Bucket,
    strikes: u32,
    greeted: bool,
    /// The last `seq` that went out.
    seen: Option<u32>,
    heard: Instant,
}

impl Talk {
    fn new(rooms: &Rooms) -> Talk {
        Talk {
            bucket: Bucket::new(rooms.settings.limits.messages),
            strikes: 0,
            greeted: false,
            seen: None,
            heard: Instant::now(),
        }
    }
}

async fn in_room(
    rooms: &Arc<Rooms>,
    id: &str,
    who: Option<&Identity>,
    socket: &mut WebSocket,
    talk: &mut Talk,
) -> Result<End, Error> {
    let (name, note) = match who {
        Some(who) => (rooms.store.name(who).await?, rooms.store.note(id, who).await?),
        None => Default::default(),
    };
    let (mut queue, mut dismissed) = (None, None);
    let entered = rooms.ask(id, |reply| {
        let (out, from_room) = mpsc::channel::<ToSocket>(128);
        let (let_go, go) = oneshot::channel();
        (queue, dismissed) = (Some(from_room), Some(go));
        let newcomer = Newcomer { who: who.cloned(), name: name.clone(), note: note.clone(), out, dismissed: let_go };
        ToRoom::Enter { newcomer, reply }
    });
    let connection = entered.await??;
    let (Some(mut queue), Some(mut dismissed)) = (queue, dismissed) else { return Ok(End::RoomDied) };
    let sender = rooms.sender(id);
    if talk.seen.is_some() {
        let message = FromClient::Hello { seen: talk.seen };
        let _ = sender.send(ToRoom::Message { connection, message }).await;
    }
    let end = converse(rooms, socket, talk, connection, &sender, &mut queue).await;
    let _ = sender.send(ToRoom::Leave { connection }).await;
    Ok(match end {
        End::RoomDied if dismissed.try_recv().is_ok() => End::Close(close_code::AGAIN, "too slow"),
        end => end,
    })
}

async fn converse(
    rooms: &Rooms,
    socket: &mut WebSocket,
    talk: &mut Talk,
    connection: u64,
    sender: &mpsc::Sender<ToRoom>,
    queue: &mut mpsc::Receiver<ToSocket>,
) -> End {
    let mut closing = rooms.closing.subscribe();
    let every = rooms.settings.heartbeat;
    // Whoever is silent for this long, and does not even answer a ping, is gone.
    let silence = every * 7 / 3;
    let mut heartbeat = tokio::time::interval(every);
    heartbeat.tick().await;
    loop {
        tokio::select! {
            out = queue.recv() => {
                let Some(out) = out else { return End::RoomDied };
                if !write(socket, Message::Text((&*out.text).into())).await { return End::Gone }
                talk.seen = out.seq.or(talk.seen);
            }
            message = socket.recv() => {
                talk.heard = Instant::now();
                match take(socket, talk, message).await {
                    Ok(Some(message)) => {
                        if sender.send(ToRoom::Message { connection, message }).await.is_err() { return End::RoomDied }
                    }
                    Ok(None) => {}
                    Err(end) => return end,
                }
            }
            _ = heartbeat.tick() => {
                if talk.heard.elapsed() > silence { return End::Gone }
                if !write(socket, Message::Ping(vec![].into())).await { return End::Gone }
            }
            () = closed(&mut closing) => return End::Close(close_code::RESTART, "the table is closing"),
        }
    }
}

async fn closed(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|closing| *closing).await;
}

/// A message for the room, if it is one, and if it does not come too often. Every frame counts.
async fn take(
    socket: &mut WebSocket,
    talk: &mut Talk,
    message: Option<Result<Message, axum::Error>>,
) -> Result<Option<FromClient>, End> {
    let message = match message {
        Some(Ok(message)) => message,
        Some(Err(error)) => return Err(broken(&error)),
        None => return Err(End::Gone),
    };
    let (read, cost) = match &message {
        Message::Close(_) => return Err(End::Gone),
        Message::Text(text) => match serde_json::from_str::<FromClient>(text) {
            Ok(message @ FromClient::Hello { .. }) => {
                let first = !std::mem::replace(&mut talk.greeted, true);
                (Ok(Some(message)), if first { 1.0 } else { HELLO })
            }
            Ok(message) => (Ok(Some(message)), 1.0),
            Err(error) => (Err(format!("this message makes no sense: {error}")), 1.0),
        },
        Message::Binary(_) => (Err("messages are text".into()), 1.0),
        Message::Ping(_) | Message::Pong(_) => (Ok(None), 1.0),
    };
    let complaint = if talk.bucket.take(cost) {
        match read {
            Ok(message) => return Ok(message),
            Err(complaint) => complaint,
        }
    } else {
        talk.strikes += 1;
        if talk.strikes > STRIKES {
            return Err(End::Close(close_code::POLICY, "too many messages"));
        }
        "too many messages: wait a moment".into()
    };
    let told = send(socket, &ToClient::Error { what: complaint }).await;
    if told { Ok(None) } else { Err(End::Gone) }
}

/// Why reading failed, as the protocol of sockets says it.
fn broken(error: &axum::Error) -> End {
    let text = error.to_string();
    if text.contains("too long") || text.contains("Space limit") {
        End::Close(close_code::SIZE, "messages have at most 64 KB")
    } else if text.contains("utf-8") || text.contains("UTF-8") {
        End::Close(close_code::INVALID, "text is UTF-8")
    } else if text.contains("protocol") {
        End::Close(close_code::PROTOCOL, "this breaks the protocol of sockets")
    } else {
        End::Gone
    }
}

async fn send(socket: &mut WebSocket, message: &ToClient) -> bool {
    let text = serde_json::to_string(message).expect("every message can be written");
    write(socket, Message::Text(text.into())).await
}

async fn write(socket: &mut WebSocket, message: Message) -> bool {
    matches!(tokio::time::timeout(PATIENCE, socket.send(message)).await, Ok(Ok(())))
}
