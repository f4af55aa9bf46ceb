//! Talk beside the match. Players talk to players and spectators to spectators; when the match is over, all to all.

use super::{Connection, LONGEST_CHAT, MOST_CHAT, Room, now};
use crate::error::Error;
use crate::message::{Said, ToClient};
use crate::names;
use crate::store::ChatRow;
use referee::Awaits;

impl Room {
    pub(super) async fn say(&mut self, id: u64, text: &str) -> Result<(), Error> {
        let text = names::clean_talk(text);
        if text.is_empty() || text.chars().count() > LONGEST_CHAT {
            self.send_error(id, &format!("a line of chat has 1 to {LONGEST_CHAT} characters"));
            return Ok(());
        }
        let Some(connection) = self.connections.get(&id) else { return Ok(()) };
        if connection.who.is_none() {
            self.send_error(id, "nobody knows you yet: ask /api/me first");
            return Ok(());
        }
        let plays = !connection.seats.is_empty();
        let mut row = ChatRow {
            n: self.next_line(),
            seat: connection.seats.first().map_or(-1, |seat| seat.0.into()),
            name: self.shown_name(connection),
            line: text,
            at: now(),
        };
        if !self.talk[usize::from(plays)].take(1.0) {
            self.send_error(id, "too much is being said: wait a moment");
            return Ok(());
        }
        let store = self.rooms.store.clone();
        if !store.say(&self.row.id, &row).await? {
            // A line that was not acknowledged was kept all the same: this one comes after it.
            self.chat = store.chat(&self.row.id, MOST_CHAT).await?;
            row.n = self.next_line();
            if !store.say(&self.row.id, &row).await? {
                return Err(Error::Overtaken);
            }
        }
        self.chat.push(row.clone());
        self.forget_old_lines(plays);
        let over = self.is_over();
        self.send_some(&ToClient::Said(said(row)), |other| hears(other, plays, over));
        Ok(())
    }

    fn next_line(&self) -> i64 {
        self.chat.last().map_or(0, |last| last.n + 1)
    }

    /// A spectator who is called like a player, or nearly so, is marked as a spectator.
    fn shown_name(&self, connection: &Connection) -> String {
        let like = |name: &String| connection.seats.is_empty() && names::look_alike(name, &connection.name);
        match self.seats.iter().map(|seat| &seat.name).any(like) {
            true => format!("{} (spectator)", connection.name),
            false => connection.name.clone(),
        }
    }

    fn forget_old_lines(&mut self, by_players: bool) {
        let theirs = |row: &ChatRow| (row.seat >= 0) == by_players;
        if self.chat.iter().filter(|row| theirs(row)).count() > 2 * MOST_CHAT {
            let mut left = MOST_CHAT;
            self.chat.retain(|row| {
                !theirs(row) || left == 0 || {
                    left -= 1;
                    false
                }
            });
        }
    }

    /// What somebody who comes in is told of what was said.
    pub(super) fn chat_for(&self, id: u64) -> Vec<Said> {
        let Some(connection) = self.connections.get(&id) else { return vec![] };
        let over = self.is_over();
        let heard = self.chat.iter().filter(|row| hears(connection, row.seat >= 0, over));
        let heard: Vec<_> = heard.cloned().map(said).collect();
        heard[heard.len().saturating_sub(MOST_CHAT)..].to_vec()
    }

    fn is_over(&self) -> bool {
        matches!(self.game_match.awaits(), Awaits::Over(_))
    }
}

fn hears(connection: &Connection, by_players: bool, over: bool) -> bool {
    over || connection.seats.is_empty() != by_players
}

fn said(row: ChatRow) -> Said {
    Said {
        n: u32::try_from(row.n).unwrap_or(u32::MAX),
        at: row.at,
        seat: u8::try_from(row.seat).ok(),
        name: row.name,
        text: row.line,
    }
}
