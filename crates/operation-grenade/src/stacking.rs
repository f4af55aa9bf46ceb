//! [7.1] Stacking: three units to a hex, looked at when movement ends.

use crate::OperationGrenade;
use crate::action::Action;
use crate::event::Event;
use crate::sequence::Step;
use crate::state::{Side, State, Unit, Units};
use referee::{Illegal, Offer, Opening, Ref, Referee, Rule, Spot};

impl OperationGrenade {
    /// [7.0] Units above the limit; [8.51] chits are none. [7.11] During a phase, and by retreat and advance, there may be more.
    fn excess(&self, s: &State, hex: Spot) -> usize {
        s.units_in(hex).count().saturating_sub(self.components.tables.limits.stack.into())
    }

    /// The first hex of a side with too many units.
    pub(crate) fn overfull(&self, s: &State, side: Side) -> Option<Spot> {
        s.here[side].iter().find(|hex| self.excess(s, *hex) > 0)
    }

    /// [7.0] Whether another unit may be set up here.
    pub(crate) fn has_room(&self, s: &State, hex: Spot) -> bool {
        s.units_in(hex).count() < self.components.tables.limits.stack.into()
    }

    pub(crate) fn check_remove(&self, s: &State, hex: Spot, units: Units) -> Result<(), Illegal> {
        let here: Units = s.units_in(hex).collect();
        match units.is_subset(&here) && units.len() == self.excess(s, hex) {
            true => Ok(()),
            false => {
                Err(Illegal::new(Rule("7.11.a"), "as many units of this hex must go as are too many")
                    .about(Ref::Spot(hex)))
            }
        }
    }

    pub(crate) fn offer_removal(&self, hex: Spot, offers: &mut Vec<Offer<Action>>) {
        offers.push(Offer::new(Action::Remove(Units::empty()), Ref::Spot(hex), "eliminate"));
    }

    pub(crate) fn open_removal(&self, s: &State, hex: Spot) -> Opening {
        let n = self.excess(s, hex);
        Opening::Subset { of: s.units_in(hex).map(Ref::from).collect(), must: 0, least: n, most: n, loose: false }
    }

    /// [7.11.a] The owner chooses who is eliminated; then the next hex, or combat.
    pub(crate) fn remove_excess(&self, s: &mut State, units: Units, r: &mut Referee<Event>) {
        let Some(Step::Excess { side, hex }) = s.now() else { return };
        for unit in units {
            r.note(Rule("7.11.a"), Event::Removed { unit, at: hex });
            self.eliminate(s, unit, r);
        }
        self.end_movement(s, side, r);
    }

    /// [9.86] A unit leaves the game; its chit goes back [8.52], Volkssturm may come again [21.22].
    pub(crate) fn eliminate(&self, s: &mut State, unit: Unit, r: &mut Referee<Event>) {
        self.return_chit(s, unit, r);
        let to = if self.card(unit).volkssturm { self.off } else { self.dead };
        self.take_away(s, unit, to);
        for set in [
            &mut s.moved,
            &mut s.fought,
            &mut s.out,
            &mut s.duty,
            &mut s.silent,
            &mut s.spent,
            &mut s.retreated,
            &mut s.broken,
            &mut s.unsupplied,
            &mut s.isolated,
            &mut s.cadre,
        ] {
            set.remove(unit);
        }
        // Volkssturm may come again before the combat is over: then it has no part in it.
        for trail in &mut s.battle.stacks {
            trail.units.remove(unit);
        }
    }
}
