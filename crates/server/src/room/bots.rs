//! Decisions of bots: made beside the room, then played in it.

use super::play::Stretch;
use super::{PATIENCE_WITH_BOTS, Room, seat_of};
use crate::error::Error;
use crate::message::{Pace, SeatKind, ToClient};
use crate::rooms::ToRoom;
use referee::Seeded;
use shelf::{LiveMatch, Mind};
use std::sync::Arc;
use std::time::Duration;
use testkit::catch;

/// Thinks on a thread of its own that yields to everything else on this machine: bots may use all cores, and people are
/// served at once all the same.
async fn behind_people<T: Send + 'static>(
    think: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<T, String> {
    let (tell, told) = tokio::sync::oneshot::channel();
    let thinks = move || {
        // On Linux this is the thread alone; elsewhere it would be the whole table.
        #[cfg(target_os = "linux")]
        let _ = rustix::process::nice(LESS_URGENT);
        let _ = tell.send(think());
    };
    std::thread::Builder::new().name("bot".into()).spawn(thinks).map_err(|error| error.to_string())?;
    told.await.unwrap_or_else(|error| Err(error.to_string()))
}

/// As `nice` counts it.
#[cfg(target_os = "linux")]
const LESS_URGENT: i32 = 10;

impl Room {
    pub(super) fn start_bot(&mut self) {
        self.start_bot_for(self.seq_ahead());
    }

    /// Lets a bot think about what comes next while what was just played is being kept. What it decides is played only
    /// when that is safe.
    pub(super) fn start_bot_ahead(&mut self) {
        if self.bot_failures == 0 {
            self.start_bot_for(self.seq() + 1);
        }
    }

    fn start_bot_for(&mut self, seq: u32) {
        let Some(seat) = self.ahead().awaits().seat() else { return };
        let bot = self.seats.iter().find(|row| row.kind == SeatKind::Bot && seat_of(row.seat) == seat);
        let (Some(bot), None, None) = (bot, &self.frozen, self.resigned()) else { return };
        if self.pending.is_some() || self.thinking == Some(seq) || self.bot_failures >= PATIENCE_WITH_BOTS {
            return;
        }
        // A bot that failed is given a simpler mind.
        let known = self.minds.remove(&seat.0).filter(|_| self.bot_failures == 0);
        let name = if self.bot_failures == 0 { bot.bot.as_str() } else { "random" };
        let Ok(mind) = known.map_or_else(|| self.ahead().bot(name), Ok) else { return };
        let Ok(task) = self.ahead().bot_task(seat, mind) else { return };
        self.thinking = Some(seq);
        let (rooms, sender) = (Arc::clone(&self.rooms), self.sender.clone());
        let delay = match self.pace() {
            Pace::AtOnce => Duration::ZERO,
            Pace::Fast => rooms.settings.bot_delay / 4,
            Pace::Watch => rooms.settings.bot_delay,
        };
        let hurried = Arc::clone(&self.hurry).notified_owned();
        tokio::spawn(async move {
            let _ = tokio::time::timeout(delay, hurried).await;
            let Ok(_permit) = rooms.thinkers.acquire().await else { return };
            let think = move || catch(|| task(&mut Seeded(u64::from_le_bytes(crate::dice::random()))));
            let action = behind_people(think).await;
            if let Some(sender) = sender.upgrade() {
                let _ = sender.send(ToRoom::Decided { seq, action }).await;
            }
        });
    }

    /// As slow as the slowest player who is here wants it; spectators take what they get.
    pub(super) fn pace(&self) -> Pace {
        let here = self.connections.values().filter(|connection| connection.greeted && !connection.seats.is_empty());
        here.map(|connection| connection.pace).max().unwrap_or_default()
    }

    pub(super) fn set_pace(&mut self, id: u64, pace: Pace) {
        if let Some(connection) = self.connections.get_mut(&id) {
            connection.pace = pace;
        }
        if self.pace() == Pace::AtOnce {
            self.hurry.notify_waiters();
        }
        self.tell_all();
    }

    /// Where a bot plays.
    fn latest(&mut self) -> &mut dyn LiveMatch {
        match &mut self.stretch {
            Some(stretch) => &mut *stretch.game_match,
            None => &mut *self.game_match,
        }
    }

    /// Whether a bot is to decide.
    pub(super) fn awaits_bot(&self) -> bool {
        let awaited = self.ahead().awaits().seat();
        self.seats.iter().any(|row| row.kind == SeatKind::Bot && Some(seat_of(row.seat)) == awaited)
    }

    pub(super) async fn bot_decided(&mut self, seq: u32, decided: Result<(String, Mind), String>) -> Result<(), Error> {
        if self.thinking == Some(seq) {
            self.thinking = None;
        }
        let (true, Some(seat)) = (seq == self.seq_ahead(), self.ahead().awaits().seat()) else { return Ok(()) };
        // What it has in mind stays with it, unless it had to be replaced.
        let action = decided.map(|(action, mind)| {
            if self.bot_failures == 0 {
                self.minds.insert(seat.0, mind);
            }
            action
        });
        if self.stretch.is_none() && self.pace() == Pace::AtOnce {
            self.stretch = Some(Stretch::begin(&*self.game_match, &self.dice.thrown));
        }
        let mut dice = self.dice();
        let failed = match &action {
            Ok(action) => match catch(|| self.latest().play_text(seat, action, &mut dice)) {
                Ok(Ok(notes)) if self.stretch.is_some() => return self.keep_stretch(seat, notes).await,
                Ok(Ok(notes)) => return self.keep_play(seat, notes).await,
                Ok(Err(refusal)) => refusal.to_string(),
                Err(panic) => panic,
            },
            Err(panic) => panic.clone(),
        };
        if let Some(stretch) = &mut self.stretch {
            // What failed may have left half of itself behind.
            stretch.game_match =
                catch(|| stretch.game_match.up_to(stretch.game_match.entries())).map_err(Error::Inner)?;
            self.end_stretch().await?;
            if self.pending.is_some() {
                return Ok(());
            }
        }
        let described = format!("a bot: {}", action.as_deref().unwrap_or("no decision"));
        self.recover(&described, &failed)?;
        self.bot_failures += 1;
        if self.bot_failures >= PATIENCE_WITH_BOTS {
            self.tell_all();
            self.send_all(&ToClient::Error { what: "the bot is at a loss; the match is kept for repair".into() });
        }
        self.start_bot();
        Ok(())
    }
}
