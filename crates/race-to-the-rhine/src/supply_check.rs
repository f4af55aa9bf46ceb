//! [9] The Supply Check Interphase.

use crate::components::{Commander, Load};
use crate::sequence::Step;
use crate::state::{Roads, State};
use crate::{Event, Purse, Race};
use referee::{Piece, Referee, Rule, Spot};

impl Race {
    /// [5.10, 9.2] Everybody checks, whoever began it. [9.4] Levels rise first.
    pub(crate) fn begin_check(&self, s: &mut State, r: &mut Referee<Event>) {
        r.note(Rule("9.1"), Event::CheckBegins);
        for who in Commander::ALL.into_iter().filter(|who| s.players.contains(*who)) {
            let level = &mut s.sides[who.index()].level;
            // [13.7]
            if *level < 3 {
                *level += 1;
                r.note(Rule("9.4"), Event::Level { who, level: s.side(who).level });
            }
        }
    }

    /// [9.5] Whether the owner has to say where this corps eats.
    pub(crate) fn must_ask_for_food(&self, s: &State, corps: Piece) -> bool {
        let Some(state) = s.corps.get(corps.index()) else { return false };
        let Some(at) = state.at else { return false };
        !state.grounded && state.load.food > 0 && s.lying[at.index()].food > 0
    }

    /// [9.5, 9.5.a] One corps eats or is grounded; after the last the check is finished.
    pub(crate) fn feed(&self, s: &mut State, corps: Piece, from: Option<Purse>, r: &mut Referee<Event>) {
        s.steps.pop();
        if corps.index() >= s.corps.len() {
            return self.finish_check(s, r);
        }
        s.steps.push(Step::Check { next: Piece(corps.0 + 1) });
        let state = *s.corps(corps);
        let Some(at) = state.at.filter(|_| !state.grounded) else { return };
        let one = Load::new(0, 0, 1);
        let card = state.load.food > 0 && from != Some(Purse::Area);
        if card {
            s.corps_mut(corps).load = state.load.minus(one).expect("it has food");
        } else if let Some(rest) = s.lying[at.index()].minus(one) {
            s.lying[at.index()] = rest;
        } else {
            s.corps_mut(corps).grounded = true;
            return r.note(Rule("9.5.a"), Event::Grounded { corps });
        }
        Race::spend(s, one);
        r.note(Rule("9.5"), Event::Fed { corps });
    }

    /// [9.3] The steps after food, in their order; [9.11] below them on the stack the turn waits to go on.
    fn finish_check(&self, s: &mut State, r: &mut Referee<Event>) {
        // [9.6]
        let back = s.trucks_on_board();
        s.jammed = Roads::empty();
        s.truck_stock += back;
        r.note(Rule("9.6"), Event::TrucksReturn(back));
        // [9.7, 9.7.a, 2.22.d]
        if !s.more_trucks && Commander::ALL.into_iter().any(|who| s.players.contains(who) && s.side(who).level >= 3) {
            s.more_trucks = true;
            let extra = self.c.tables.extra(s.players.len() as usize);
            s.truck_stock += extra;
            r.note(Rule("9.7"), Event::MoreTrucks(extra));
        }
        // [9.8]
        let full = self.c.tables.full_stock(s.players.len() as usize);
        let wanted = full.minus(s.stock.common(full)).expect("what is common is part of it");
        let refill = s.reserve.common(wanted);
        s.reserve = s.reserve.minus(refill).expect("what is common is part of it");
        s.stock = s.stock.plus(refill);
        let grounded = s.corps.iter().filter(|corps| corps.at.is_some() && corps.grounded).count();
        let grounded = u8::try_from(grounded).unwrap_or(u8::MAX);
        r.note(Rule("9.8"), Event::Refilled { load: refill, trucks: back, grounded });
        // [9.9, 13.4]
        for side in &mut s.sides {
            side.card_used = false;
        }
        r.note(Rule("9.9"), Event::CardsReady);
        // [9.10]
        for who in Commander::ALL {
            if s.side_mut(who).air.take().is_some() {
                r.note(Rule("9.10"), Event::AirReturns(who));
            }
        }
    }

    /// [9.5.c] A grounded corps eats as soon as food is in its area.
    pub(crate) fn wake(&self, s: &mut State, at: Spot, r: &mut Referee<Event>) {
        let Some(corps) = s.corps_at(at).filter(|corps| s.corps(*corps).grounded) else { return };
        let one = Load::new(0, 0, 1);
        if let Some(rest) = s.lying[at.index()].minus(one) {
            s.lying[at.index()] = rest;
            Race::spend(s, one);
            s.corps_mut(corps).grounded = false;
            r.note(Rule("9.5.c"), Event::Woken { corps });
        }
    }
}
