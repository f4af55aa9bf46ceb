//! [13] What the Commander cards offer.

use crate::components::{Commander, Load};
use crate::sequence::Step;
use crate::state::State;
use crate::{Event, Race};
use referee::{Illegal, Referee, Rule};

impl Race {
    /// [13.3, 5.1]
    fn card_is_ready(&self, s: &State, who: Commander) -> Result<(), Illegal> {
        if s.options.basic {
            return Err(Illegal::new(Rule("5.1"), "the basic game does without Commander cards"));
        }
        if s.side(who).card_used {
            return Err(Illegal::new(Rule("13.3"), "your Commander card is face down until the next Supply Check"));
        }
        Ok(())
    }

    /// [13.5, 13.9] Brad's and Patton's additional action.
    pub(crate) fn may_use_card(&self, s: &State, mover: Commander) -> Result<(), Illegal> {
        self.card_is_ready(s, mover)?;
        match mover {
            Commander::Monty => Err(Illegal::new(Rule("13.2"), "Monty uses his card when he takes supply")),
            Commander::Brad => {
                self.may_fly(s, mover, true)?;
                let decks = [crate::Which::Pursuit, crate::Which::Axis];
                match decks.iter().any(|which| self.check_air(s, mover, *which, true).is_ok()) {
                    true => Ok(()),
                    false => Err(Illegal::new(Rule("2.34"), "both decks are empty")),
                }
            }
            Commander::Patton => match self.corps_of(mover).any(|corps| self.can_start(s, mover, corps)) {
                true => Ok(()),
                false => Err(Illegal::new(Rule("13.10"), "no corps can be moved that has not moved yet")),
            },
        }
    }

    pub(crate) fn use_card(&self, s: &mut State, mover: Commander, r: &mut Referee<Event>) {
        s.side_mut(mover).card_used = true;
        r.note(Rule("13.3"), Event::CommanderCard { who: mover });
        s.steps.push(Step::Card);
    }

    /// [13.8]
    pub(crate) fn may_add_bonus(&self, s: &State, mover: Commander) -> Result<(), Illegal> {
        if mover != Commander::Monty {
            return Err(Illegal::new(Rule("13.8"), "only Monty's card adds supplies"));
        }
        self.card_is_ready(s, mover)
    }

    pub(crate) fn check_bonus(&self, s: &State, load: Load) -> Result<(), Illegal> {
        if !s.reserve.covers(load) {
            return Err(Illegal::new(Rule("6.6"), "the reserve does not have that"));
        }
        if load.total() != s.reserve.total().min(2) {
            return Err(Illegal::new(Rule("13.8"), "take two markers"));
        }
        Ok(())
    }

    pub(crate) fn take_bonus(&self, s: &mut State, load: Load, r: &mut Referee<Event>) {
        let Some(Step::Bonus { at }) = s.steps.pop() else { unreachable!("only a bonus is taken") };
        s.reserve = s.reserve.minus(load).expect("checked: the reserve has it");
        r.note(Rule("13.8"), Event::Delivered { who: Commander::Monty, at, load });
        self.put(s, at, load, r);
    }
}
