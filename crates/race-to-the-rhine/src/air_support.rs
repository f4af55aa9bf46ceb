//! [11] Air support.

use crate::action::Which;
use crate::components::Commander;
use crate::sequence::Step;
use crate::state::State;
use crate::{Event, Race};
use referee::{Illegal, Referee, Rule};

impl Race {
    /// [11.7, 11.8, 15.B.2] `free` is Brad's Commander card.
    pub(crate) fn may_fly(&self, s: &State, mover: Commander, free: bool) -> Result<(), Illegal> {
        if s.options.basic {
            return Err(Illegal::new(Rule("5.1"), "the basic game has no air support"));
        }
        if s.side(mover).air.is_some() {
            return Err(Illegal::new(Rule(if free { "11.8" } else { "11.7" }), "your marker already lies on a deck"));
        }
        if s.rain && !free {
            return Err(Illegal::new(Rule("15.B.2"), "aircraft do not fly in rain"));
        }
        Ok(())
    }

    pub(crate) fn check_air(&self, s: &State, mover: Commander, which: Which, free: bool) -> Result<(), Illegal> {
        self.may_fly(s, mover, free)?;
        if s.deck(self.deck_of(s, mover, which)).is_empty() {
            return Err(Illegal::new(Rule("2.34"), "the deck is empty"));
        }
        Ok(())
    }

    /// [11.1, 11.3]
    pub(crate) fn fly(&self, s: &mut State, step: Step, mover: Commander, which: Which, r: &mut Referee<Event>) {
        if step == Step::Card {
            s.steps.pop();
        }
        let deck = self.deck_of(s, mover, which);
        self.peek(s, mover, deck, Rule("11.1"), r);
        s.side_mut(mover).air = Some(deck);
        r.note(Rule("11.3"), Event::AirPlaced { who: mover, deck });
    }
}
