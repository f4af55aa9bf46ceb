//! What people draw on the map for each other. Like talk: players for players, spectators for spectators, until the
//! match is over. It lasts as long as they are here.

use super::{Connection, Room};
use crate::message::{SketchMark, ToClient};
use crate::names;
use referee::Awaits;

const MOST_MARKS: usize = 60;
const LONGEST_WORDS: usize = 60;

impl Room {
    pub(super) fn sketch(&mut self, id: u64, mut marks: Vec<SketchMark>) {
        if marks.len() > MOST_MARKS {
            return self.send_error(id, &format!("at most {MOST_MARKS} drawings can be shown to the others"));
        }
        for mark in &mut marks {
            mark.text = names::clean_talk(&mark.text).chars().take(LONGEST_WORDS).collect();
        }
        let Some(connection) = self.connections.get_mut(&id) else { return };
        // Whoever has nothing to show need not say so.
        if connection.sketch == marks {
            return;
        }
        connection.sketch.clone_from(&marks);
        let (name, plays) = (connection.name.clone(), !connection.seats.is_empty());
        self.show_sketch(id, &name, plays, marks);
    }

    /// To all others who may see it.
    pub(super) fn show_sketch(&mut self, id: u64, name: &str, plays: bool, marks: Vec<SketchMark>) {
        let over = matches!(self.game_match.awaits(), Awaits::Over(_));
        let shown = ToClient::Sketch { by: number(id), name: name.into(), marks };
        let own = self.connections.get(&id).map(|connection| connection.out.clone());
        let other = |one: &Connection| own.as_ref().is_none_or(|own| !one.out.same_channel(own));
        self.send_some(&shown, |one| other(one) && sees(one, plays, over));
    }

    /// What others have drawn before somebody came.
    pub(super) fn send_sketches(&mut self, id: u64) {
        let over = matches!(self.game_match.awaits(), Awaits::Over(_));
        let Some(newcomer) = self.connections.get(&id) else { return };
        let drawn = self
            .connections
            .iter()
            .filter(|(other, _)| **other != id)
            .filter(|(_, one)| !one.sketch.is_empty() && sees(newcomer, !one.seats.is_empty(), over));
        let shown: Vec<_> = drawn
            .map(|(by, one)| ToClient::Sketch { by: number(*by), name: one.name.clone(), marks: one.sketch.clone() })
            .collect();
        for sketch in &shown {
            self.send(id, sketch);
        }
    }
}

fn sees(connection: &Connection, drawn_by_player: bool, over: bool) -> bool {
    over || connection.seats.is_empty() != drawn_by_player
}

fn number(id: u64) -> u32 {
    u32::try_from(id).unwrap_or(u32::MAX)
}
