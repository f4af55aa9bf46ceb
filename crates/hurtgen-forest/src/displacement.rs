//! [7.8] A retreat that leads over friends pushes them out of the way, one hex each.
//!
//! Whatever is offered here can be carried through: every choice is looked ahead to its end, so that
//! no unit dies of being displaced [7.82] and nobody is stranded half way.

#[cfg(test)]
mod oracle;
mod search;

use crate::HurtgenForest;
use crate::action::Action;
use crate::event::Event;
use crate::sequence::Step;
use crate::state::{State, Unit};
use board::Way;
use referee::{Illegal, Offer, Ref, Referee, Rule, Spot};
use search::Search;

/// A retreat over friends on its way.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Withdrawal {
    pub(crate) unit: Unit,
    pub(crate) start: Spot,
    pub(crate) gone: u8,
    pub(crate) hexes: u8,
}

/// Hexes by which a retreat can be finished.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Choices {
    pub(crate) open: Vec<Spot>,
    /// [7.82.b] Closed, because somebody would be displaced a second time and another choice avoids it.
    pub(crate) repeated: Vec<Spot>,
}

impl HurtgenForest {
    /// [7.81] The next hexes of a retreat that must lead over friends at some point.
    pub(crate) fn next_over_friends(&self, s: &State, w: Withdrawal) -> Choices {
        self.choices(s, w, self.steps_away(s, w).collect())
    }

    /// Whether there is any.
    pub(crate) fn can_go_over_friends(&self, s: &State, w: Withdrawal) -> bool {
        let mut steps = self.steps_away(s, w).peekable();
        if steps.peek().is_none() {
            return false;
        }
        let mut search = Search::new(self, s, w);
        steps.any(|to| search.can_finish(&[to]))
    }

    /// The vacant hexes in which a chain of displacements can end that begins in this hex.
    pub(crate) fn ends_of_chain(&self, s: &State, w: Withdrawal, first: Spot) -> Vec<Spot> {
        Search::new(self, s, w).exits(first).iter().collect()
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

    /// Of several hexes for the next unit in line, those that lead on.
    fn choices(&self, s: &State, w: Withdrawal, mut hexes: Vec<Spot>) -> Choices {
        if hexes.is_empty() {
            return Choices::default();
        }
        let mut search = Search::new(self, s, w);
        let line = |to: Spot| -> Vec<Spot> { s.battle.chain.hexes().iter().copied().chain([to]).collect() };
        hexes.retain(|&to| search.can_finish(&line(to)));
        if hexes.len() < 2 {
            return Choices { open: hexes, repeated: vec![] };
        }
        // [7.82.b] A second displacement only where nothing else is left.
        let (open, repeated): (Vec<Spot>, Vec<Spot>) =
            hexes.into_iter().partition(|&to| search.can_finish_without_repetition(&line(to)));
        match open.is_empty() {
            true => Choices { open: repeated, repeated: vec![] },
            false => Choices { open, repeated },
        }
    }

    /// [7.81], [7.82.a], [7.82.d] Where a friend may be pushed: vacant hexes if there are any, else over further
    /// friends, but never into anybody of the chain itself.
    fn ways_out(&self, s: &State, friend: Unit) -> Vec<Spot> {
        let lawful = |way: &&Way| self.is_hex(way.to) && self.may_retreat(s, friend, **way).is_ok();
        let all: Vec<Spot> = self.board.ways(s.at(friend)).iter().filter(lawful).map(|way| way.to).collect();
        let vacant: Vec<Spot> = all.iter().copied().filter(|&to| s.is_vacant(to)).collect();
        if !vacant.is_empty() {
            return vacant;
        }
        let waits = |to: Spot| s.battle.chain.iter().any(|(unit, _)| s.at(unit) == to);
        all.into_iter().filter(|&to| !waits(to)).collect()
    }

    /// The retreating unit takes one step; a friend in the way is asked for first.
    pub(crate) fn step_over_friends(&self, s: &mut State, unit: Unit, to: Spot, r: &mut Referee<Event>) {
        s.battle.chain.push(unit, to);
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
    fn displacements(&self, s: &State, friend: Unit) -> Choices {
        self.choices(s, self.withdrawal(s), self.ways_out(s, friend))
    }

    pub(crate) fn offer_displacements(&self, s: &State, unit: Unit, offers: &mut Vec<Offer<Action>>) {
        for to in self.displacements(s, unit).open {
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
        if !self.ways_out(s, unit).contains(&to) {
            return refuse(Rule("7.82.d"), "no further unit is displaced while a vacant hex is open");
        }
        let choices = self.displacements(s, unit);
        if choices.repeated.contains(&to) {
            return refuse(Rule("7.82.b"), DISPLACED_TWICE);
        }
        if !choices.open.contains(&to) {
            return refuse(Rule("7.82"), "the retreat could not be finished that way");
        }
        Ok(())
    }

    pub(crate) fn displace(&self, s: &mut State, unit: Unit, to: Spot, r: &mut Referee<Event>) {
        s.steps.pop();
        s.battle.chain.push(unit, to);
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

pub(crate) const DISPLACED_TWICE: &str = "somebody would be displaced a second time, and another choice avoids it";
