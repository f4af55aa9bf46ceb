//! [10] Corps movement: area by area, with a card in every new one.

use crate::components::{Commander, Load};
use crate::sequence::{Step, Toll};
use crate::state::{DeckId, State, Trail};
use crate::{Event, Race};
use board::Way;
use referee::{Illegal, Piece, Reach, Ref, Referee, Rule, Spot};

impl Race {
    /// [10.1, 10.2, 9.5.b] Whether a corps may be activated.
    pub(crate) fn check_start(&self, s: &State, mover: Commander, corps: Piece) -> Result<(), Illegal> {
        let at = self.place_of(s, mover, corps)?;
        let refuse = |rule, why| Err(Illegal::new(Rule(rule), why).about(Ref::Piece(corps)));
        if s.has_moved(corps) {
            // [10.2.a, 13.10] Whatever gives the action.
            return refuse("10.2", "this corps has moved in this turn");
        }
        if s.corps(corps).grounded {
            return refuse("9.5.b", "a grounded corps waits for food");
        }
        if s.corps(corps).load.gas == 0 && s.lying[at.index()].gas == 0 {
            return refuse("10.1", "there is no gas on its card or in its area");
        }
        Ok(())
    }

    /// Whether a corps can be activated and go somewhere.
    pub(crate) fn can_start(&self, s: &State, mover: Commander, corps: Piece) -> bool {
        self.check_start(s, mover, corps).is_ok() && self.has_a_way(s, mover, corps)
    }

    fn has_a_way(&self, s: &State, mover: Commander, corps: Piece) -> bool {
        let Some(at) = s.corps(corps).at else { return false };
        self.c.map.board.ways(at).iter().any(|way| self.may_enter(s, mover, corps, *way).is_ok())
    }

    /// Whether the movement on top of the stack can go on.
    pub(crate) fn can_go_on(&self, s: &State, step: Step) -> bool {
        let Step::Moving { corps, left, toll, .. } = step else { return false };
        left > 0 && self.check_toll(s, corps, toll).is_ok() && self.has_a_way(s, self.unit(corps).commander, corps)
    }

    /// [10.4, 10.5, 10.6, 10.9] Whether the corps may take this step.
    pub(crate) fn may_enter(&self, s: &State, mover: Commander, corps: Piece, way: Way) -> Result<(), Illegal> {
        let refuse = |rule, why| Err(Illegal::new(Rule(rule), why).about(Ref::Spot(way.to)));
        if !self.c.map.is_open(way.to, mover) {
            return refuse("10.4", "it has another player's colour");
        }
        let road = self.c.map.road(way.edge);
        if road.is_empty() {
            return refuse("2.21.a", "black roads are for the Axis alone");
        }
        if !road.contains(mover) {
            return refuse("2.20", "the road has another player's colour");
        }
        match s.holder(way.to) {
            Some(holder) if holder == mover => {}
            // [4.19.a, 17.A.2]
            Some(holder) if !s.players.contains(holder) => {
                return refuse(
                    if s.options.solo { "17.A.2" } else { "4.19.a" },
                    "it belongs to a commander who takes no part",
                );
            }
            Some(_) => return refuse("10.6", "another player was there first"),
            None => {}
        }
        if s.corps_at(way.to).is_some_and(|other| other != corps) {
            return refuse("10.5", "a corps stands there");
        }
        if self.has_walls(s, way.to) && s.corps(corps).load.ammo == 0 && self.bonus(s, mover, way.to) == 0 {
            return refuse("10.9", "walls cost 1 ammo to enter");
        }
        Ok(())
    }

    /// [10.9, 2.36] A fortified area that nobody controls.
    fn has_walls(&self, s: &State, area: Spot) -> bool {
        self.area(area).fortified && s.holder(area).is_none()
    }

    /// [10.10.a, 10.10.b, 2.38.b, 17.C.7] The deck from which an uncontrolled area draws.
    pub(crate) fn deck_for(&self, s: &State, mover: Commander, area: Spot) -> DeckId {
        if s.axis.contains(area) || self.flags.contains(area) { DeckId::Axis } else { s.pursuit(mover) }
    }

    /// [11.4, 12.4] Ammo that the corps has besides its card when it enters this area: its own aircraft [11.5], and
    /// paratroopers of whoever sent them [12.8].
    pub(crate) fn bonus(&self, s: &State, mover: Commander, area: Spot) -> u8 {
        let air = s.side(mover).air == Some(self.deck_for(s, mover, area));
        s.drops_in(area) + u8::from(air)
    }

    /// [10.3] Where the corps can go now: through own areas, and up to the first that draws a card.
    pub(crate) fn reach(&self, s: &State, corps: Piece) -> Option<Reach> {
        let state = s.corps.get(corps.index())?;
        let (from, mover) = (state.at?, self.unit(corps).commander);
        let left = match s.steps.top() {
            Some(Step::Moving { left, .. }) => left,
            _ => self.c.tables.areas_moved,
        };
        let toll = |_, way: Way| match self.may_enter(s, mover, corps, way) {
            Err(illegal) => board::Toll::Barred(illegal.rule),
            Ok(()) if s.holds(mover, way.to) => board::Toll::Pay(1),
            Ok(()) => board::Toll::PayAndStop(1),
        };
        Some(board::reach(&self.c.map.board, from, left.into(), toll, |spot| spot != from).in_parts(0))
    }

    pub(crate) fn check_path(
        &self,
        s: &State,
        mover: Commander,
        corps: Piece,
        left: u8,
        path: &Trail,
    ) -> Result<(), Illegal> {
        let mut at = self.place_of(s, mover, corps)?;
        let refuse = |rule, why, about| Err(Illegal::new(Rule(rule), why).about(Ref::Spot(about)));
        if path.is_empty() {
            return refuse("10.3", "say where it goes", at);
        }
        if path.len() > left.into() {
            return refuse("10.3", "a movement goes through three areas at most", at);
        }
        for (i, to) in path.iter().enumerate() {
            if !self.is_area(to) {
                return refuse("10.4", "there is no such area", to);
            }
            let Some(edge) = self.c.map.board.edge(at, to) else {
                return refuse("10.4", "no road leads there", to);
            };
            self.may_enter(s, mover, corps, Way { to, edge })?;
            if !s.holds(mover, to) && i + 1 < path.len() {
                return refuse("10.10", "a card is drawn there first", to);
            }
            at = to;
        }
        if s.corps(corps).at == Some(at) {
            return refuse("10.3", "there and back is two movements; name them one by one", at);
        }
        Ok(())
    }

    /// [10.1.a] The area's gas first, then the card's.
    pub(crate) fn start_move(&self, s: &mut State, step: Step, corps: Piece, path: &Trail, r: &mut Referee<Event>) {
        if step == Step::Card {
            s.steps.pop();
        }
        let at = s.corps(corps).at.expect("checked: it is on the map");
        let one = Load::new(1, 0, 0);
        let purse = match s.lying[at.index()].gas {
            0 => &mut s.corps[corps.index()].load,
            _ => &mut s.lying[at.index()],
        };
        *purse = purse.minus(one).expect("checked: there is gas");
        Race::spend(s, one);
        r.note(Rule("10.1"), Event::GasPaid { corps });
        s.now.moved |= 1 << corps.0;
        s.steps.push(Step::Moving { corps, left: self.c.tables.areas_moved, toll: Toll::Free, fresh_recon: false });
        self.walk(s, corps, path, r);
    }

    /// [10.12.a, 10.12.b]
    pub(crate) fn go_on(&self, s: &mut State, corps: Piece, path: &Trail, r: &mut Referee<Event>) {
        if let Some(Step::Moving { toll, .. }) = s.steps.top()
            && let Some(rule) = toll.rule()
        {
            self.pay_from_card(s, corps, Load::new(1, 0, 0));
            r.note(rule, Event::GasPaid { corps });
        }
        self.walk(s, corps, path, r);
    }

    pub(crate) fn pay_from_card(&self, s: &mut State, corps: Piece, load: Load) {
        let card = &mut s.corps[corps.index()].load;
        *card = card.minus(load).expect("checked: the card has it");
        Race::spend(s, load);
    }

    fn walk(&self, s: &mut State, corps: Piece, path: &Trail, r: &mut Referee<Event>) {
        let mover = self.unit(corps).commander;
        for to in path.iter() {
            if let Some(Step::Moving { left, toll, fresh_recon, .. }) = s.steps.top_mut() {
                *left -= 1;
                *toll = Toll::Free;
                *fresh_recon = false;
            }
            let from = s.corps(corps).at.expect("it is on the map");
            s.corps_mut(corps).at = Some(to);
            r.note(Rule("10.3"), Event::Moved { corps, from, to });
            if s.holds(mover, to) {
                // [10.11] No card, no walls; but a link may stand now.
                self.test_victory(s, r);
            } else {
                self.enter(s, mover, corps, from, to, r);
            }
        }
    }

    /// [10.17] One step into an uncontrolled area: walls, card, effect or combat, marker.
    fn enter(&self, s: &mut State, mover: Commander, corps: Piece, from: Spot, to: Spot, r: &mut Referee<Event>) {
        let mut bonus = self.bonus(s, mover, to);
        if self.has_walls(s, to) {
            // [10.9] What aircraft and paratroopers can pay is used up first.
            match bonus {
                0 => self.pay_from_card(s, corps, Load::new(0, 1, 0)),
                _ => bonus -= 1,
            }
            r.note(Rule("10.9"), Event::Walls { corps, at: to });
        }
        let deck = self.deck_for(s, mover, to);
        match self.turn_over(s, deck, mover, r) {
            Some(card) => self.meet(s, corps, card, from, bonus, r),
            None => {
                r.note(Rule("2.34"), Event::NoCard { at: to });
                self.liberate(s, mover, to, r);
            }
        }
    }

    /// [10.17] The marker, and what comes with it.
    pub(crate) fn liberate(&self, s: &mut State, who: Commander, at: Spot, r: &mut Referee<Event>) {
        if s.axis.remove(at) {
            self.axis_beaten(s, at, r);
        }
        s.spared.remove(at);
        r.note(Rule("10.17"), Event::Taken { who, at });
        self.take_control(s, who, at, false, r);
        self.encircle(s, who, r);
        self.test_victory(s, r);
    }

    /// A marker is placed, by a corps or by encirclement.
    pub(crate) fn take_control(
        &self,
        s: &mut State,
        who: Commander,
        at: Spot,
        encircled: bool,
        r: &mut Referee<Event>,
    ) {
        s.held[who.index()].insert(at);
        // [2.18] Captured anew, it pays anew.
        if self.area(at).medal && !(encircled && s.options.no_encircled_medals) {
            s.side_mut(who).medals += 1;
            s.paid.insert(at);
            r.note(Rule("2.18"), Event::Medal { who, at });
        }
        // [12.5]
        for drop in &mut s.airborne {
            if drop.is_some_and(|drop| drop.at == at) {
                *drop = None;
                r.note(Rule("12.5"), Event::AirborneGone { at });
            }
        }
        s.close_up_airborne();
        self.test_antwerp(s, r);
    }

    /// Every movement on the stack is over.
    pub(crate) fn stop_moving(&self, s: &mut State) {
        if let Some(Step::Moving { left, .. }) = s.steps.top_mut() {
            *left = 0;
        }
    }

    /// [10.27, 10.37] Whether the corps can pay for going on.
    pub(crate) fn check_toll(&self, s: &State, corps: Piece, toll: Toll) -> Result<(), Illegal> {
        let gas = s.corps(corps).load.gas > 0;
        let about = Ref::Piece(corps);
        match toll {
            Toll::Boches if !gas => {
                Err(Illegal::new(Rule("10.27"), "going on after Les Boches costs 1 gas from the card").about(about))
            }
            Toll::Regroup if !gas => {
                Err(Illegal::new(Rule("10.37"), "going on after a fight costs 1 gas from the card").about(about))
            }
            _ => Ok(()),
        }
    }
}
