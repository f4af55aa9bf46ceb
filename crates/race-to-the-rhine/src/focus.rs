//! Where eyes are led, and why nothing is offered about something.

use crate::Race;
use crate::action::Action;
use crate::sequence::Step;
use crate::state::{State, Trail};
use referee::{Focus, Game as _, Illegal, Piece, Ref};

impl Race {
    /// What the decision at hand is about. Everybody may know it.
    pub(crate) fn focus(&self, s: &State) -> Focus {
        let on = |about: Ref, text: String| Focus { text, on: vec![about], by: vec![] };
        let corps = |piece: Piece| format!("{} Corps", self.unit(piece).name);
        match s.steps.top() {
            Some(
                Step::Moving { corps: piece, .. } | Step::Civilians { corps: piece } | Step::Market { corps: piece },
            ) => {
                let at = s.corps(piece).at.map_or("", |at| self.name(at));
                on(Ref::Piece(piece), format!("{} in {at}.", corps(piece)))
            }
            Some(Step::Check { next }) => on(Ref::Piece(next), format!("{} eats.", corps(next))),
            Some(Step::Carry { from, to }) => {
                on(Ref::Spot(from), format!("From {} to {}.", self.name(from), self.name(to)))
            }
            Some(Step::Bonus { at } | Step::Overflow { at }) => on(Ref::Spot(at), format!("In {}.", self.name(at))),
            Some(
                Step::Turn
                | Step::Transport { .. }
                | Step::Card
                | Step::Landing { .. }
                | Step::Pay { .. }
                | Step::Reaction
                | Step::Solo(_)
                | Step::Place { .. },
            )
            | None => Focus::default(),
        }
    }

    /// The refusal of what a player most likely meant by pointing there.
    pub(crate) fn why_nothing(&self, s: &State, about: Ref) -> Option<Illegal> {
        let meant = match (s.steps.top()?, about) {
            (Step::Turn | Step::Card | Step::Moving { .. }, Ref::Piece(corps))
                if self.c.corps.get(corps.index()).is_some() =>
            {
                Action::Move { corps, path: Trail::new() }
            }
            // A truck from there: to whichever area comes first, for the player has named none.
            (Step::Turn | Step::Transport { .. }, Ref::Spot(from)) if self.is_area(from) => {
                Action::Truck { from, to: self.c.map.board.ways(from).first().map(|way| way.to) }
            }
            _ => return None,
        };
        self.check(s, &meant).err()
    }
}
