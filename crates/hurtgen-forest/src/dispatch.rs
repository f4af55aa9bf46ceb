//! Who answers which question: what is offered at each step, what is checked, what is done.

use crate::HurtgenForest;
use crate::action::{Action, NOT_NOW};
use crate::event::Event;
use crate::sequence::Step;
use crate::state::{State, Unit, Units};
use referee::{Illegal, Offer, Opening, Pick, Ref, Referee, Rule};

impl HurtgenForest {
    pub(crate) fn make_offers(&self, s: &State, offers: &mut Vec<Offer<Action>>) {
        match s.now() {
            None => {}
            Some(Step::Deploy(side)) => self.offer_deployment(s, side, offers),
            Some(Step::Movement(side)) => self.offer_movement(s, side, offers),
            Some(Step::Combat(side)) => self.offer_combat(s, side, offers),
            Some(Step::Barrage(_)) => self.offer_barrage(offers),
            Some(Step::Support(_)) => self.offer_support(offers),
            Some(Step::ProtectiveFire(_)) => self.offer_protective_fire(offers),
            Some(Step::Retreat { units, .. }) => self.offer_retreats(units, offers),
            Some(Step::Withdraw { unit, .. }) => self.offer_retreats(Units::only(unit), offers),
            Some(Step::Displace(unit)) => self.offer_displacements(s, unit, offers),
            Some(Step::Advance { units, .. }) => self.offer_advances(s, units, offers),
        }
    }

    pub(crate) fn opening(&self, s: &State, action: &Action) -> Opening {
        match (s.now(), action) {
            (Some(Step::Deploy(_)), Action::Deploy { unit, .. }) => self.open_deployment(s, *unit),
            (Some(Step::Movement(_)), Action::Move { unit, .. }) => Opening::Path(self.reach_of(s, *unit)),
            (Some(Step::Combat(_)), Action::Attack { targets, .. }) => self.open_attack(s, *targets),
            (Some(Step::Barrage(side)), Action::Barrage { .. }) => self.open_barrage(s, side),
            (Some(Step::Support(side)), Action::Support { .. }) => self.open_support(s, side),
            (Some(Step::ProtectiveFire(side)), Action::ProtectiveFire { .. }) => self.open_protective_fire(s, side),
            (Some(Step::Retreat { hexes, .. }), Action::Retreat { unit, .. }) => {
                self.open_retreat(s, *unit, s.at(*unit), 0, hexes)
            }
            (Some(Step::Withdraw { start, gone, hexes, .. }), Action::Retreat { unit, .. }) => {
                self.open_retreat(s, *unit, start, gone, hexes)
            }
            (Some(Step::Advance { .. }), Action::Advance { unit, .. }) => self.open_advance(s, *unit),
            _ => Opening::Nothing,
        }
    }

    pub(crate) fn fill_in(&self, action: &mut Action, pick: Pick) {
        let units = |refs: &[Ref]| -> Units {
            let unit = |item: &Ref| match item {
                Ref::Piece(piece) => Unit::of(*piece).filter(|unit| self.exists(*unit)),
                Ref::Nothing | Ref::Spot(_) | Ref::Thing(_) => None,
            };
            refs.iter().filter_map(unit).collect()
        };
        match (action, pick) {
            (Action::Deploy { at, .. }, Pick::Subset(refs)) => {
                if let [Ref::Spot(hex)] = refs[..] {
                    *at = hex;
                }
            }
            (Action::Move { path, .. }, Pick::Path(spots)) => *path = spots[..].try_into().unwrap_or_default(),
            (Action::Retreat { path, .. } | Action::Advance { path, .. }, Pick::Path(spots)) => {
                *path = spots[..].try_into().unwrap_or_default();
            }
            (Action::Attack { with, .. }, Pick::Subset(refs)) => *with = units(&refs),
            (Action::Barrage { guns } | Action::ProtectiveFire { guns }, Pick::Subset(refs)) => *guns = units(&refs),
            (Action::Support { points }, Pick::Amount(n)) => *points = n,
            _ => {}
        }
    }

    pub(crate) fn check_action(&self, s: &State, action: &Action) -> Result<(), Illegal> {
        match (s.now().ok_or(NOT_NOW)?, action) {
            (Step::Deploy(side), Action::Deploy { unit, at }) => self.check_deploy(s, side, *unit, *at),
            (Step::Movement(side), Action::Move { unit, path }) => self.check_move(s, side, *unit, path.as_slice()),
            (Step::Movement(_), Action::Done) => self.check_end_movement(s),
            (Step::Combat(side), Action::Attack { targets, with }) => self.check_attack(s, side, *targets, *with),
            (Step::Combat(side), Action::Bombard { targets }) => self.check_bombard(s, side, *targets),
            (Step::Combat(side), Action::Done) => self.check_end_combat(s, side),
            (Step::Barrage(side), Action::Barrage { guns }) => self.check_barrage(s, side, *guns),
            (Step::Support(side), Action::Support { points }) => self.check_support(s, side, *points),
            (Step::ProtectiveFire(side), Action::ProtectiveFire { guns }) => self.check_protective_fire(s, side, *guns),
            (Step::Retreat { side, units, hexes }, Action::Retreat { unit, path }) => {
                self.check_retreat(s, side, units, hexes, *unit, path.as_slice())
            }
            (Step::Withdraw { unit, start, gone, hexes }, Action::Retreat { unit: named, path }) => {
                if *named != unit {
                    return Err(Illegal::new(Rule("7.62.f"), "another unit is retreating").about(unit.into()));
                }
                self.check_withdrawal(s, unit, start, gone, hexes, path.as_slice())
            }
            (Step::Displace(unit), Action::Displace { unit: named, to }) => {
                if *named != unit {
                    return Err(Illegal::new(Rule("7.81"), "another unit is in the way").about(unit.into()));
                }
                self.check_displacement(s, unit, *to)
            }
            (Step::Advance { units, .. }, Action::Advance { unit, path }) => {
                self.check_advance(s, units, *unit, path.as_slice())
            }
            (Step::Advance { .. }, Action::Done) => Ok(()),
            (step, action) => Err(out_of_sequence(step, action)),
        }
    }

    pub(crate) fn play_action(&self, s: &mut State, action: &Action, r: &mut Referee<Event>) {
        let step = s.now().expect("a checked action has a step that asked for it");
        match (step, action) {
            (Step::Deploy(_), Action::Deploy { unit, at }) => self.deploy(s, *unit, *at, r),
            (Step::Movement(_), Action::Move { unit, path }) => self.move_unit(s, *unit, path.as_slice(), r),
            (Step::Movement(side), Action::Done) => self.end_movement(s, side, r),
            (Step::Combat(side), Action::Attack { targets, with }) => self.declare(s, side, *targets, *with, r),
            (Step::Combat(side), Action::Bombard { targets }) => self.declare(s, side, *targets, Units::empty(), r),
            (Step::Combat(side), Action::Done) => self.end_combat(s, side, r),
            (Step::Barrage(side), Action::Barrage { guns }) => self.add_barrage(s, side, *guns, r),
            (Step::Support(side), Action::Support { points }) => self.add_support(s, side, *points, r),
            (Step::ProtectiveFire(_), Action::ProtectiveFire { guns }) => self.add_protective_fire(s, *guns, r),
            (Step::Retreat { .. } | Step::Withdraw { .. }, Action::Retreat { unit, path }) => {
                self.retreat(s, *unit, path.as_slice(), r);
            }
            (Step::Displace(_), Action::Displace { unit, to }) => self.displace(s, *unit, *to, r),
            (Step::Advance { .. }, Action::Advance { unit, path }) => self.advance(s, *unit, path.as_slice(), r),
            (Step::Advance { .. }, Action::Done) => {
                s.steps.pop();
                r.note(Rule("7.91"), Event::AdvanceEnds);
            }
            (step, action) => unreachable!("check refuses {action:?} in {step:?}"),
        }
        self.settle(s, r);
    }
}

/// The refusal of something that belongs elsewhere in the sequence, as precise as the step allows.
fn out_of_sequence(step: Step, action: &Action) -> Illegal {
    match (step, action) {
        // [4.1.1.B.e] says the same of the Combat Phase.
        (Step::Combat(_), Action::Move { .. }) => {
            Illegal::new(Rule("5.11"), "in a Combat Phase units move only by retreat, displacement or advance")
        }
        (Step::Combat(_), Action::Advance { .. }) => {
            Illegal::new(Rule("7.96"), "an advance is made at once, before any other combat, or not at all")
        }
        (Step::Movement(_), Action::Attack { .. } | Action::Bombard { .. }) => {
            Illegal::new(Rule("4.1"), "attacks are made in the Combat Phase, after movement")
        }
        (Step::Advance { .. }, Action::Attack { .. } | Action::Bombard { .. }) => {
            Illegal::new(Rule("7.96"), "the advance is decided before any other combat")
        }
        (Step::Retreat { .. } | Step::Withdraw { .. } | Step::Displace(_), _) => {
            Illegal::new(Rule("7.0.e"), "the result of this combat is applied first")
        }
        (Step::Barrage(_) | Step::Support(_) | Step::ProtectiveFire(_), _) => {
            Illegal::new(Rule("4.1.1.B"), "the attack that was declared is resolved first")
        }
        _ => NOT_NOW,
    }
}
