//! [7.8] A retreat that leads over friends pushes them out of the way, one hex each.
//!
//! Whatever is offered here can be carried through: every choice is looked ahead to its end, so that
//! no unit dies of being displaced [7.82] and nobody is stranded half way.

use crate::HurtgenForest;
use crate::action::Action;
use crate::event::Event;
use crate::sequence::Step;
use crate::state::{State, Unit};
use board::Way;
use referee::{Illegal, Offer, Ref, Referee, Rule, Spot, Stack};

type Chain = Stack<(Unit, Spot), 12>;

/// A retreat over friends on its way.
#[derive(Copy, Clone, Debug)]
struct Withdrawal {
    unit: Unit,
    start: Spot,
    gone: u8,
    hexes: u8,
}

impl HurtgenForest {
    /// [7.81] The next hexes of a retreat that must lead over friends at some point.
    pub(crate) fn next_over_friends(&self, s: &State, unit: Unit, start: Spot, gone: u8, hexes: u8) -> Vec<Spot> {
        let withdrawal = Withdrawal { unit, start, gone, hexes };
        self.steps_away(s, withdrawal).filter(|&to| self.can_go_on_over(s, withdrawal, to)).collect()
    }

    /// Lawful steps one hex farther from the combat position, vacant or not.
    fn steps_away<'a>(&'a self, s: &'a State, w: Withdrawal) -> impl Iterator<Item = Spot> + 'a {
        let farther = move |way: &&Way| {
            self.is_hex(way.to)
                && self.grid.distance(w.start, way.to) == u16::from(w.gone + 1)
                && self.may_retreat(s, w.unit, **way).is_ok()
        };
        self.board.ways(s.at(w.unit)).iter().filter(farther).map(|way| way.to)
    }

    /// Whether the retreat can be finished by way of this hex.
    fn can_go_on_over(&self, s: &State, w: Withdrawal, to: Spot) -> bool {
        let mut chain = Chain::new();
        chain.push((w.unit, to));
        if s.is_vacant(to) {
            return self.can_finish_after(s, w, chain);
        }
        self.can_clear(s, w, chain)
    }

    /// The last of the chain waits for a hex that a friend holds: can that friend be moved?
    fn can_clear(&self, s: &State, w: Withdrawal, chain: Chain) -> bool {
        let (_, hex) = chain.top().expect("somebody waits");
        let Some(friend) = s.occupant(hex) else { return self.can_finish_after(s, w, chain) };
        self.ways_out(s, &chain, friend).into_iter().any(|to| self.leads_on(s, w, chain, friend, to))
    }

    fn leads_on(&self, s: &State, w: Withdrawal, mut chain: Chain, friend: Unit, to: Spot) -> bool {
        if chain.is_full() {
            return false;
        }
        chain.push((friend, to));
        if s.is_vacant(to) { self.can_finish_after(s, w, chain) } else { self.can_clear(s, w, chain) }
    }

    /// The chain moves up, the last first; then the retreat needs the rest of its way.
    fn can_finish_after(&self, s: &State, w: Withdrawal, mut chain: Chain) -> bool {
        let mut then = s.clone();
        while let Some((unit, to)) = chain.pop() {
            self.place(&mut then, unit, to);
        }
        let w = Withdrawal { gone: w.gone + 1, ..w };
        w.gone == w.hexes
            || self.vacant_ways(&then, w.unit, w.start, w.gone, w.hexes).ends().next().is_some()
            || self.steps_away(&then, w).any(|to| self.can_go_on_over(&then, w, to))
    }

    /// [7.81], [7.82.a], [7.82.d] Where a friend may be pushed: vacant hexes if there are any, else over further
    /// friends, but never into anybody of the chain itself.
    fn ways_out(&self, s: &State, chain: &Chain, friend: Unit) -> Vec<Spot> {
        let lawful = |way: &&Way| self.is_hex(way.to) && self.may_retreat(s, friend, **way).is_ok();
        let all: Vec<Spot> = self.board.ways(s.at(friend)).iter().filter(lawful).map(|way| way.to).collect();
        let vacant: Vec<Spot> = all.iter().copied().filter(|&to| s.is_vacant(to)).collect();
        if !vacant.is_empty() {
            return vacant;
        }
        let waits = |to: Spot| chain.iter().any(|(unit, _)| s.at(unit) == to);
        all.into_iter().filter(|&to| !waits(to)).collect()
    }

    /// The retreating unit takes one step; a friend in the way is asked for first.
    pub(crate) fn step_over_friends(&self, s: &mut State, unit: Unit, to: Spot, r: &mut Referee<Event>) {
        s.battle.chain.push((unit, to));
        match s.occupant(to) {
            Some(friend) => s.steps.push(Step::Displace(friend)),
            None => self.move_up(s, r),
        }
    }

    fn withdrawal(&self, s: &State) -> Withdrawal {
        let found = s.steps.iter().rev().find_map(|step| match step {
            Step::Withdraw { unit, start, gone, hexes } => Some(Withdrawal { unit, start, gone, hexes }),
            _ => None,
        });
        found.expect("units are displaced by a retreat")
    }

    /// Lawful ways out from which the whole retreat can still be finished.
    pub(crate) fn displacements(&self, s: &State, friend: Unit) -> Vec<Spot> {
        let w = self.withdrawal(s);
        let chain = s.battle.chain;
        self.ways_out(s, &chain, friend).into_iter().filter(|&to| self.leads_on(s, w, chain, friend, to)).collect()
    }

    pub(crate) fn offer_displacements(&self, s: &State, unit: Unit, offers: &mut Vec<Offer<Action>>) {
        for to in self.displacements(s, unit) {
            let action = Action::Displace { unit, to };
            offers.push(Offer::new(action, Ref::Spot(to), "displace here"));
        }
    }

    pub(crate) fn check_displacement(&self, s: &State, unit: Unit, to: Spot) -> Result<(), Illegal> {
        let refuse = |rule, why| Err(Illegal::new(rule, why).about(Ref::Spot(to)));
        let Some(edge) = self.board.edge(s.at(unit), to) else {
            return refuse(Rule("7.81"), "a displaced unit moves one hex");
        };
        self.may_retreat(s, unit, Way { to, edge }).map_err(|illegal| match illegal.rule {
            Rule("7.72") if self.terrain_cost(false, to, edge).is_ok() => {
                Illegal::new(Rule("5.24.b"), "the way is closed to motorized units").about(Ref::Spot(to))
            }
            _ => illegal,
        })?;
        if !self.ways_out(s, &s.battle.chain, unit).contains(&to) {
            return refuse(Rule("7.82.d"), "no further unit is displaced while a vacant hex is open");
        }
        if !self.displacements(s, unit).contains(&to) {
            return refuse(Rule("7.82"), "the retreat could not be finished that way");
        }
        Ok(())
    }

    /// [7.82.b] Also if it was displaced before in this phase.
    pub(crate) fn displace(&self, s: &mut State, unit: Unit, to: Spot, r: &mut Referee<Event>) {
        s.steps.pop();
        s.battle.chain.push((unit, to));
        match s.occupant(to) {
            Some(next) => s.steps.push(Step::Displace(next)), // [7.82.a]
            None => self.move_up(s, r),
        }
    }

    /// Everybody who waited moves into the hex in front, the last displaced first, the retreating unit last.
    fn move_up(&self, s: &mut State, r: &mut Referee<Event>) {
        while let Some((unit, to)) = s.battle.chain.pop() {
            if !s.battle.chain.is_empty() {
                self.place(s, unit, to);
                s.displaced[0].insert(unit);
                r.note(Rule("7.81"), Event::Displaced { unit, to });
                continue;
            }
            let Some(Step::Withdraw { unit, start, gone, hexes }) = s.steps.pop() else {
                unreachable!("the first of the chain is retreating")
            };
            self.leave_trail(s, unit, s.at(unit));
            self.place(s, unit, to);
            r.note(Rule("7.7"), Event::Retreated { unit, path: [to].into_iter().collect() });
            if gone + 1 < hexes {
                s.steps.push(Step::Withdraw { unit, start, gone: gone + 1, hexes });
            }
        }
    }
}
