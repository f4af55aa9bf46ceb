//! Chapter 19: ports; [28.b] Western Holland.

use crate::RoadToTheRhine;
use crate::event::Event;
use crate::state::{Hexes, NEVER, Side, State};
use referee::{Referee, Rule, Spot};

impl RoadToTheRhine {
    /// [19.c], [19.i] Captured in turn t, it pays from t + 3 on; a scenario says when it was captured before.
    pub(crate) fn small_port_pays(&self, taken: u8, turn: u8) -> bool {
        taken != NEVER && turn > taken + self.components.tables.small_wait
    }

    /// [19.f], [19.h] What Antwerp pays in this turn.
    pub(crate) fn antwerp_income(&self, taken: u8, held: Hexes, ran: u8, turn: u8) -> u16 {
        let tables = &self.components.tables;
        let whole = self.scheldt | self.antwerp;
        if taken == NEVER || turn <= taken + tables.antwerp_wait || !whole.is_subset(&held) {
            return 0;
        }
        tables.antwerp[usize::from(ran).min(tables.antwerp.len() - 1)]
    }

    /// A hex was entered: what it means for ports.
    pub(crate) fn note_ports(&self, s: &mut State, side: Side, hex: Spot, was_held: bool, r: &mut Referee<Event>) {
        for (port, (_, at)) in self.components.map.ports.iter().enumerate().take(2) {
            if *at != hex {
                continue;
            }
            let german_inside = s.here[Side::GE].contains(hex);
            if side == Side::AL && s.ports[port] == NEVER && !german_inside {
                s.ports[port] = s.turn;
                let what = if port == 0 { "Dunkirk is taken." } else { "Ostende is taken." };
                r.note(Rule("19.b"), Event::Plain(what));
            }
            if side == Side::GE && s.ports[port] != NEVER {
                s.ports[port] = NEVER;
                let what = if port == 0 { "Dunkirk is German again." } else { "Ostende is German again." };
                r.note(Rule("19.d"), Event::Plain(what));
            }
        }
        let whole = self.scheldt | self.antwerp;
        if !whole.contains(hex) {
            return;
        }
        let was_whole = was_held && whole.is_subset(&s.held);
        match side {
            Side::AL if !was_whole && whole.is_subset(&s.held) => {
                let wait = self.components.tables.antwerp_wait;
                if s.ports[2] == NEVER || s.antwerp_ran == 0 && s.turn <= s.ports[2] + wait {
                    s.ports[2] = s.turn;
                    r.note(Rule("19.e"), Event::Plain("Antwerp and the estuary are taken."));
                } else {
                    r.note(Rule("19.h"), Event::Plain("The estuary is open again."));
                }
            }
            Side::AL => {}
            Side::GE if s.ports[2] == NEVER || !was_held => {}
            Side::GE if self.antwerp.contains(hex) => {
                s.ports[2] = NEVER;
                s.antwerp_ran = 0;
                s.antwerp_paused = false;
                r.note(Rule("19.g"), Event::Plain("Antwerp is German again."));
            }
            // Three turns of waiting begin anew; later the port only stands still.
            Side::GE if s.antwerp_ran == 0 && s.turn <= s.ports[2] + self.components.tables.antwerp_wait => {
                s.ports[2] = NEVER;
                r.note(Rule("19.h"), Event::Plain("The estuary is closed."));
            }
            Side::GE => {
                s.antwerp_paused = true;
                r.note(Rule("19.h"), Event::Plain("The estuary is closed."));
            }
        }
    }

    /// A garrison is gone: who is left holds the hex [19.b], and what stands on its field is overrun [10.A.7.b].
    pub(crate) fn garrison_gone(&self, s: &mut State, hex: Spot, r: &mut Referee<Event>) {
        if hex == self.dunkirk && s.here[Side::AL].contains(hex) && !s.here[Side::GE].contains(hex) {
            self.pass(s, Side::AL, hex, hex, r);
        }
    }

    /// [28.b]
    pub(crate) fn flood_holland(&self, s: &mut State, r: &mut Referee<Event>) {
        let allied = self.troops(s, Side::AL).any(|unit| self.western_holland.contains(s.at(unit)));
        let dikes = self.components.map.dikes;
        if allied && dikes.iter().any(|hex| s.here[Side::GE].contains(hex)) {
            let points = self.components.tables.flooding;
            s.penalty = s.penalty.saturating_add(u8::try_from(points).unwrap_or(u8::MAX));
            r.note(Rule("28.b"), Event::Flooded { points });
        }
    }
}
