//! [8] Transport supplies.

use crate::components::{Commander, Load};
use crate::sequence::Step;
use crate::state::{Areas, Road, State};
use crate::{Event, Race};
use referee::{Illegal, Piece, Ref, Referee, Rule, Spot};

impl Race {
    /// [8.6, 8.7] Where a truck from here may go.
    pub(crate) fn truck_targets(&self, s: &State, mover: Commander, from: Spot) -> Areas {
        let held = s.held[mover.index()];
        if !held.contains(from) {
            return Areas::empty();
        }
        let free = |way: &&board::Way| {
            held.contains(way.to) && self.c.map.road(way.edge).contains(mover) && !s.jammed.contains(Road(way.edge))
        };
        self.c.map.board.ways(from).iter().filter(free).map(|way| way.to).collect()
    }

    /// Areas from which a truck can go anywhere with something on it.
    pub(crate) fn truck_sources(&self, s: &State, mover: Commander) -> impl Iterator<Item = Spot> {
        let held = s.held[mover.index()];
        held.into_iter().filter(move |from| !self.truck_targets(s, mover, *from).is_empty())
    }

    pub(crate) fn check_truck(&self, s: &State, mover: Commander, from: Spot, to: Option<Spot>) -> Result<(), Illegal> {
        let refuse = |rule, why, about| Err(Illegal::new(Rule(rule), why).about(Ref::Spot(about)));
        if s.side(mover).trucks == 0 {
            return refuse("8.5", "no truck is left in your pool", from);
        }
        let Some(to) = to.filter(|to| self.is_area(*to) && self.is_area(from)) else {
            return refuse("8.1", "say between which areas the truck goes", from);
        };
        for area in [from, to] {
            if !s.holds(mover, area) {
                return refuse("8.6", "both areas must be yours", area);
            }
        }
        let Some(edge) = self.c.map.board.edge(from, to) else {
            return refuse("8.1", "no road joins these areas", to);
        };
        let road = self.c.map.road(edge);
        if road.is_empty() {
            return refuse("2.21.a", "black roads are for the Axis alone", to);
        }
        if !road.contains(mover) {
            return refuse("8.6", "the road has another player's colour", to);
        }
        if s.jammed.contains(Road(edge)) {
            return refuse("8.7", "the road is jammed until the next Supply Check", to);
        }
        Ok(())
    }

    /// [2.20.b, 8.2] The truck lies on its connection, and what it carries is said now or never.
    pub(crate) fn send_truck(&self, s: &mut State, mover: Commander, from: Spot, to: Spot) {
        let edge = self.c.map.board.edge(from, to).expect("checked: a road joins them");
        s.side_mut(mover).trucks -= 1;
        s.jammed.insert(Road(edge));
        if s.steps.top() == Some(Step::Turn) {
            s.steps.push(Step::Transport { left: self.c.tables.placement[Race::column(s, mover)] });
        }
        if let Some(Step::Transport { left }) = s.steps.top_mut() {
            *left -= 1;
        }
        s.steps.push(Step::Carry { from, to });
    }

    /// [8.5] Whether another truck can be placed in this action.
    pub(crate) fn transport_goes_on(&self, s: &State, left: u8) -> bool {
        let mover = s.mover();
        left > 0 && s.side(mover).trucks > 0 && self.truck_sources(s, mover).next().is_some()
    }

    /// [8.9] What lies in the area, and what a corps there could put down.
    pub(crate) fn within_reach_of_truck(&self, s: &State, mover: Commander, from: Spot) -> Load {
        let ours = s.corps_at(from).filter(|corps| self.unit(*corps).commander == mover);
        s.lying[from.index()].plus(ours.map_or(Load::NOTHING, |corps| s.corps(corps).load))
    }

    pub(crate) fn check_carry(&self, s: &State, mover: Commander, from: Spot, load: Load) -> Result<(), Illegal> {
        let refuse = |rule, why| Err(Illegal::new(Rule(rule), why).about(Ref::Spot(from)));
        if load.total() > self.c.tables.truck_load.into() {
            return refuse("8.3", "a truck carries five supplies at most");
        }
        if !self.within_reach_of_truck(s, mover, from).covers(load) {
            return refuse("8.1", "that is not there to be loaded");
        }
        Ok(())
    }

    /// [8.3, 8.4, 8.5.a] What another truck has brought goes on with the rest. The area's own supplies first, then those of the corps that stands there.
    pub(crate) fn carry(
        &self,
        s: &mut State,
        mover: Commander,
        from: Spot,
        to: Spot,
        load: Load,
        r: &mut Referee<Event>,
    ) {
        s.steps.pop();
        let lying = s.lying[from.index()];
        let first = lying.common(load);
        s.lying[from.index()] = lying.minus(first).expect("what both have");
        let rest = load.minus(first).expect("part of it");
        if let Some(corps) = s.corps_at(from).filter(|corps| self.unit(*corps).commander == mover && !rest.is_empty()) {
            let card = s.corps(corps).load;
            s.corps_mut(corps).load = card.minus(rest).expect("checked: the card has it");
            r.note(Rule("8.9"), Event::Shifted { corps, load: rest, onto_card: false });
        }
        r.note(Rule("8.1"), Event::Transported { from, to, load });
        self.put(s, to, load, r);
    }

    /// [8.9] In his own turn a player shifts supplies of his own corps.
    fn shifting(&self, s: &State, mover: Commander, corps: Piece) -> Result<Spot, Illegal> {
        let refusal = Illegal::new(Rule("8.9"), "in your own turn, with your own corps").about(Ref::Piece(corps));
        self.place_of(s, mover, corps).map_err(|_| refusal)
    }

    /// [8.9, 10.7] From the area onto the card.
    pub(crate) fn check_load(&self, s: &State, mover: Commander, corps: Piece, load: Load) -> Result<(), Illegal> {
        let at = self.shifting(s, mover, corps)?;
        let about = Ref::Piece(corps);
        if load.is_empty() {
            return Err(Illegal::new(Rule("8.9"), "name what is to be moved").about(about));
        }
        if !s.lying[at.index()].covers(load) {
            return Err(Illegal::new(Rule("8.9"), "that does not lie in the area").about(Ref::Spot(at)));
        }
        let full = s.corps(corps).load.total() + load.total();
        if full > self.c.tables.card_limit.into() {
            return Err(Illegal::new(Rule("2.30.a"), "a Corps card has six spaces").about(about));
        }
        Ok(())
    }

    /// [8.9, 10.8] From the card into the area.
    pub(crate) fn check_unload(&self, s: &State, mover: Commander, corps: Piece, load: Load) -> Result<(), Illegal> {
        let at = self.shifting(s, mover, corps)?;
        if load.is_empty() {
            return Err(Illegal::new(Rule("8.9"), "name what is to be moved").about(Ref::Piece(corps)));
        }
        if !s.corps(corps).load.covers(load) {
            return Err(Illegal::new(Rule("8.9"), "that is not on the card").about(Ref::Piece(corps)));
        }
        if !s.holds(mover, at) {
            return Err(Illegal::new(Rule("6.8"), "supplies lie only where you have a marker").about(Ref::Spot(at)));
        }
        if s.lying[at.index()].total() + load.total() > self.limit(s, at).into() {
            return Err(Illegal::new(Rule("6.7"), "the area cannot hold so much").about(Ref::Spot(at)));
        }
        Ok(())
    }

    pub(crate) fn shift(&self, s: &mut State, corps: Piece, load: Load, onto_card: bool, r: &mut Referee<Event>) {
        let at: Spot = s.corps(corps).at.expect("checked: it is on the map");
        let (card, lying) = (s.corps(corps).load, s.lying[at.index()]);
        let moved = "checked: there is as much";
        if onto_card {
            s.corps_mut(corps).load = card.plus(load);
            s.lying[at.index()] = lying.minus(load).expect(moved);
        } else {
            s.corps_mut(corps).load = card.minus(load).expect(moved);
            s.lying[at.index()] = lying.plus(load);
        }
        r.note(Rule("8.9"), Event::Shifted { corps, load, onto_card });
    }
}
