//! People who play at random, who watch, who lose the line and come back.

use super::strangers::Tried;
use super::wire::{Line, connect, hear, pick, request};
use anyhow::{Context, Result, bail};
use futures_util::SinkExt;
use referee::{Dice, Seeded};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::UnboundedSender;
use tokio_tungstenite::tungstenite::Message;

#[derive(Default)]
pub(super) struct Figures {
    pub(super) updates: u64,
    pub(super) games: u64,
    pub(super) bytes: u64,
    pub(super) waits: Vec<Duration>,
    pub(super) comings_back: Vec<Duration>,
    /// Updates that spectators saw.
    pub(super) watched: u64,
    /// What strangers tried meanwhile.
    pub(super) tried: Option<Tried>,
}

impl Figures {
    pub(super) fn add(&mut self, other: Figures) {
        self.updates += other.updates;
        self.games += other.games;
        self.bytes += other.bytes;
        self.waits.extend(other.waits);
        self.comings_back.extend(other.comings_back);
        self.watched += other.watched;
    }
}

/// Somebody who plays at random until the end, and then stays at the table.
pub(super) struct Person {
    pub(super) address: SocketAddr,
    /// The match to open.
    pub(super) wish: Value,
    pub(super) seed: u64,
    /// Between two decisions.
    pub(super) pause: Duration,
    pub(super) end: Instant,
    /// On the line, on average; for ever if there is none.
    pub(super) stays: Option<Duration>,
    pub(super) open_loop: bool,
    /// Matches that were opened, for those who watch.
    pub(super) tell: UnboundedSender<String>,
}

/// A match as its player sees it.
struct Seat {
    line: Line,
    update: Value,
    /// When the next decision is wished for, and since when the last one waits.
    next: Instant,
    clicked: Option<Instant>,
    /// When the line is lost.
    leaves: Option<Instant>,
}

impl Person {
    pub(super) async fn play(self) -> Result<(Figures, Line)> {
        let cookie = request(self.address, "GET", "/api/me", "", None).await?.0;
        let mut dice = Seeded(self.seed);
        let mut figures = Figures::default();
        loop {
            let opened = request(self.address, "POST", "/api/matches", &cookie, Some(&self.wish)).await?.1;
            let id = opened["id"].as_str().with_context(|| format!("no match was opened: {opened}"))?.to_string();
            let _ = self.tell.send(id.clone());
            let mut seat = Seat {
                line: greeted(self.address, &id, &cookie, None).await?,
                update: Value::Null,
                // People do not begin all at once.
                next: Instant::now() + self.pause.mul_f64(share(&mut dice)),
                clicked: None,
                leaves: self.leaves(&mut dice),
            };
            while seat.update["awaits"]["kind"] != "over" {
                if Instant::now() >= self.end {
                    return Ok((figures, seat.line));
                }
                self.one_message(&mut seat, &id, &cookie, &mut dice, &mut figures).await?;
            }
            figures.games += 1;
        }
    }

    fn leaves(&self, dice: &mut Seeded) -> Option<Instant> {
        self.stays.map(|stays| Instant::now() + stays.mul_f64(2.0 * share(dice)))
    }

    async fn one_message(
        &self,
        seat: &mut Seat,
        id: &str,
        cookie: &str,
        dice: &mut Seeded,
        figures: &mut Figures,
    ) -> Result<()> {
        if seat.clicked.is_none() && seat.leaves.is_some_and(|leaves| leaves <= Instant::now()) {
            let since = Instant::now();
            seat.line = greeted(self.address, id, cookie, seat.update["seq"].as_u64()).await?;
            seat.update = update(&mut seat.line).await?;
            figures.comings_back.push(since.elapsed());
            seat.leaves = self.leaves(dice);
        }
        if seat.clicked.is_none() && seat.update["yours"] == true {
            tokio::time::sleep_until(seat.next.into()).await;
            // In an open loop whoever is late has been waiting since they wished to decide.
            let wished = if self.open_loop { seat.next } else { Instant::now() };
            seat.next = wished + self.pause;
            let play = choose(&mut seat.line, &seat.update, dice).await?;
            seat.clicked = Some(if self.open_loop { wished } else { Instant::now() });
            seat.line.send(Message::text(play.to_string())).await?;
        }
        let text = hear(&mut seat.line).await?;
        if text.starts_with(r#"{"type":"update""#) {
            if let Some(clicked) = seat.clicked.take() {
                figures.waits.push(clicked.elapsed());
            }
            figures.updates += 1;
            figures.bytes += text.len() as u64;
            seat.update = serde_json::from_str(&text)?;
        } else if text.starts_with(r#"{"type":"refused""#) {
            // A loose opening: try something else.
            seat.clicked = None;
        } else if text.starts_with(r#"{"type":"ended""#) || text.starts_with(r#"{"type":"error""#) {
            bail!("{text}");
        }
        Ok(())
    }
}

/// Somebody without a name who watches until the end: how many updates they saw.
pub(super) async fn spectator(address: SocketAddr, id: String, end: Instant) -> Result<u64> {
    let mut line = greeted(address, &id, "", None).await?;
    let mut seen = 0;
    while let Ok(text) = tokio::time::timeout_at(end.into(), hear(&mut line)).await {
        // The table may close first.
        let Ok(text) = text else { break };
        seen += u64::from(text.starts_with(r#"{"type":"update""#));
    }
    Ok(seen)
}

pub(super) async fn greeted(address: SocketAddr, id: &str, cookie: &str, seen: Option<u64>) -> Result<Line> {
    let mut line = connect(address, id, cookie).await?;
    line.send(Message::text(json!({ "type": "hello", "seen": seen }).to_string())).await?;
    Ok(line)
}

pub(super) async fn update(line: &mut Line) -> Result<Value> {
    loop {
        let text = hear(line).await?;
        if text.starts_with(r#"{"type":"update""#) {
            return Ok(serde_json::from_str(&text)?);
        }
    }
}

/// A random offer with a random pick in it.
async fn choose(line: &mut Line, update: &Value, dice: &mut Seeded) -> Result<Value> {
    let offers = update["offers"].as_array().context("an update has offers")?;
    if offers.is_empty() {
        bail!("awaited, and nothing offered");
    }
    let offer = below(dice, offers.len());
    let mut open = offers[offer]["open"].clone();
    if open.is_null() {
        let ask = json!({ "type": "open", "tag": 1, "seq": update["seq"], "offer": offer });
        line.send(Message::text(ask.to_string())).await?;
        loop {
            let text = hear(line).await?;
            if text.starts_with(r#"{"type":"opened""#) {
                open = serde_json::from_str::<Value>(&text)?["open"].take();
                break;
            }
        }
    }
    let pick = pick(&open, dice).with_context(|| format!("no pick in {open}"))?;
    Ok(json!({ "type": "play", "seq": update["seq"], "offer": offer, "pick": pick }))
}

pub(super) fn below(dice: &mut Seeded, n: usize) -> usize {
    usize::from(dice.pick(u16::try_from(n.max(1)).unwrap_or(u16::MAX)))
}

/// From 0 to 1.
fn share(dice: &mut Seeded) -> f64 {
    f64::from(dice.pick(1000)) / 1000.0
}
