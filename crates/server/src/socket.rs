//! One connection: reads messages, passes them to the room, writes what the room says.

use crate::error::Error;
use crate::identity::Identity;
use crate::limits::Bucket;
use crate::message::{FromClient, ToClient};
use crate::rooms::{House, ToRoom};
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// The longest message from a page.
pub(crate) const MOST_BYTES: usize = 64 * 1024;
/// Whoever cannot take a message in this time is let go.
const PATIENCE: Duration = Duration::from_secs(20);
const HEARTBEAT: Duration = Duration::from_secs(30);
/// So many refusals for sending too often end a connection.
const STRIKES: u32 = 100;

pub(crate) async fn serve(house: Arc<House>, id: String, who: Option<Identity>, mut socket: WebSocket) {
    let (out, mut heard) = mpsc::channel::<Arc<str>>(128);
    let name = match &who {
        Some(who) => house.store.name(who).await,
        None => Ok(String::new()),
    };
    let name = match name {
        Ok(name) => name,
        Err(error) => return turn_away(&mut socket, &error).await,
    };
    let enter = |reply| ToRoom::Enter { who: who.clone(), name: name.clone(), out: out.clone(), reply };
    let entered = house.ask(&id, enter).await;
    drop(out);
    let visit = match entered {
        Ok(visit) => visit,
        Err(error) => return turn_away(&mut socket, &error).await,
    };
    let door = house.door(&id);
    let mut bucket = Bucket::new(house.settings.limits.messages);
    let mut strikes = 0;
    let mut heartbeat = tokio::time::interval(HEARTBEAT);
    heartbeat.tick().await;
    loop {
        tokio::select! {
            text = heard.recv() => {
                let Some(text) = text else { break };
                if !write(&mut socket, Message::Text((&*text).into())).await { break }
            }
            message = socket.recv() => {
                let text = match message {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Binary(_))) => {
                        if !complain(&mut socket, "messages are text").await { break }
                        continue;
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                };
                if !bucket.take() {
                    strikes += 1;
                    if strikes > STRIKES || !complain(&mut socket, "too many messages: wait a moment").await { break }
                    continue;
                }
                match serde_json::from_str::<FromClient>(&text) {
                    Ok(message) => {
                        if door.send(ToRoom::Says { visit, message }).await.is_err() { break }
                    }
                    Err(error) => {
                        if !complain(&mut socket, &format!("this message makes no sense: {error}")).await { break }
                    }
                }
            }
            _ = heartbeat.tick() => {
                if !write(&mut socket, Message::Ping(vec![].into())).await { break }
            }
        }
    }
    let _ = door.send(ToRoom::Leave { visit }).await;
    let close = CloseFrame { code: close_code::NORMAL, reason: "".into() };
    let _ = tokio::time::timeout(Duration::from_secs(1), socket.send(Message::Close(Some(close)))).await;
}

/// Nobody can come in: they may try again if it is the store, otherwise the match is broken.
async fn turn_away(socket: &mut WebSocket, error: &Error) {
    let what = error.to_string();
    let (message, code) = match error {
        Error::Store(_) | Error::Unwritable(_) => (ToClient::Error { what }, close_code::AGAIN),
        _ => (ToClient::Ended { what }, close_code::ERROR),
    };
    let _ = send(socket, &message).await;
    let close = CloseFrame { code, reason: "".into() };
    let _ = tokio::time::timeout(Duration::from_secs(1), socket.send(Message::Close(Some(close)))).await;
}

async fn complain(socket: &mut WebSocket, what: &str) -> bool {
    send(socket, &ToClient::Error { what: what.into() }).await
}

async fn send(socket: &mut WebSocket, message: &ToClient) -> bool {
    let text = serde_json::to_string(message).expect("every message can be written");
    write(socket, Message::Text(text.into())).await
}

async fn write(socket: &mut WebSocket, message: Message) -> bool {
    matches!(tokio::time::timeout(PATIENCE, socket.send(message)).await, Ok(Ok(())))
}
