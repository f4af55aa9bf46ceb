//! Which chapter answers which question: offers, openings, checks and play by the step that is being decided.

use crate::OperationGrenade;
use crate::action::{Action, NOT_NOW};
use crate::event::Event;
use crate::sequence::{Loss, Step};
use crate::state::{State, Unit, Units};
use referee::{Dice, Illegal, Offer, Opening, Pick, Ref, Referee, Rule, Spot};

impl OperationGrenade {
    pub(crate) fn make_offers(&self, s: &State, offers: &mut Vec<Offer<Action>>) {
        match s.now() {
            None | Some(Step::Arrival(_)) => {}
            Some(Step::Deploy) => self.offer_deployment(s, offers),
            Some(Step::Flood) => self.offer_floods(offers),
            Some(Step::DDay) => self.offer_d_day(offers),
            Some(Step::Movement(side)) => self.offer_movement(s, side, offers),
            Some(Step::Moving { unit, march, .. }) => self.offer_going_on(unit, march, offers),
            Some(Step::Excess { hex, .. }) => self.offer_removal(hex, offers),
            Some(Step::Combat(side)) => self.offer_combat(s, side, offers),
            Some(Step::Support(_)) => self.offer_support(offers),
            Some(Step::Air(_)) => self.offer_air(offers),
            Some(Step::Fighter(hex)) => self.offer_fighters(s, hex, offers),
            Some(Step::Lose { why, .. }) => self.offer_losses(self.may_lose(s, why), offers),
            Some(Step::FallBack { hexes, .. }) => self.offer_fall_back(s, hexes, offers),
            Some(Step::Retreat { .. }) => self.offer_retreats(s, offers),
            Some(Step::Blocked { stack, .. }) => self.offer_blocked(s, stack, offers),
            Some(Step::Advance(_)) => self.offer_advances(s, offers),
            Some(Step::Advancing { unit, .. }) => self.offer_advancing(unit, offers),
            Some(Step::Ruse(bridge)) => self.offer_ruse(bridge, offers),
            Some(Step::Place { units, .. }) => self.offer_places(units, offers),
        }
    }

    pub(crate) fn opening(&self, s: &State, action: &Action) -> Opening {
        match (s.now(), action) {
            (Some(Step::Deploy), Action::Deploy { unit, .. }) => self.open_deployment(s, *unit),
            (Some(Step::DDay), Action::DDay(_)) => self.open_d_day(),
            (Some(Step::Movement(_)), Action::Move { unit, .. }) => Opening::Path(self.open_move(s, *unit, false)),
            (Some(Step::Movement(_)), Action::March { unit, .. }) => Opening::Path(self.open_move(s, *unit, true)),
            (Some(Step::Moving { unit, march, left, left_zone }), Action::Move { .. } | Action::March { .. }) => {
                Opening::Path(self.reach_of(s, &self.mover_on(s, unit, march, left, left_zone)))
            }
            (Some(Step::Excess { hex, .. }), Action::Remove(_)) => self.open_removal(s, hex),
            (Some(Step::Combat(side)), Action::Attack { targets, .. }) => self.open_attack(s, side, targets.as_slice()),
            (Some(Step::Support(side)), Action::Support(_)) => self.open_support(s, side),
            (Some(Step::Air(side)), Action::Air(_)) => self.open_air(s, side),
            (Some(Step::FallBack { hexes, .. }), Action::FallBack(_)) => self.open_fall_back(s, hexes),
            (Some(Step::Retreat { .. }), Action::Retreat { from, .. }) => self.open_retreat(s, *from),
            (Some(Step::Advance(_)), Action::Advance { unit, path }) => {
                self.open_advance(s, *unit, path.as_slice().first().copied())
            }
            (Some(Step::Advancing { unit, stack, gone }), Action::Advance { .. }) => {
                self.open_advancing(s, unit, stack, gone)
            }
            (Some(Step::Place { levy, .. }), Action::Place { .. }) => self.open_place(s, levy),
            _ => Opening::Nothing,
        }
    }

    pub(crate) fn fill_in(&self, action: &mut Action, pick: Pick) {
        let units = |refs: &[Ref]| -> Units { refs.iter().filter_map(|item| self.unit_of(*item)).collect() };
        match (action, pick) {
            (Action::Deploy { at, .. } | Action::Place { at, .. }, Pick::Subset(refs)) => {
                if let [Ref::Spot(hex)] = refs[..] {
                    *at = hex;
                }
            }
            (Action::Move { path, .. } | Action::March { path, .. }, Pick::Path(spots)) => {
                *path = spots[..].try_into().unwrap_or_default();
            }
            (Action::Advance { path, .. }, Pick::Path(spots)) => *path = spots[..].try_into().unwrap_or_default(),
            (Action::Retreat { to, .. }, Pick::Path(spots)) => {
                if let [hex] = spots[..] {
                    *to = hex;
                }
            }
            (Action::Remove(of) | Action::Support(of), Pick::Subset(refs)) => *of = units(&refs),
            (Action::Attack { with, .. }, Pick::Subset(refs)) => *with = units(&refs),
            (Action::DDay(amount) | Action::Air(amount) | Action::FallBack(amount), Pick::Amount(n)) => *amount = n,
            _ => {}
        }
    }

    pub(crate) fn unit_of(&self, item: Ref) -> Option<Unit> {
        match item {
            Ref::Piece(piece) => Unit::of(piece).filter(|unit| self.exists(*unit)),
            Ref::Nothing | Ref::Spot(_) | Ref::Thing(_) => None,
        }
    }

    pub(crate) fn check_action(&self, s: &State, action: &Action) -> Result<(), Illegal> {
        let step = s.now().ok_or(NOT_NOW)?;
        match (step, action) {
            (Step::Deploy, Action::Deploy { unit, at }) => self.check_deploy(s, *unit, *at),
            (Step::Flood, Action::Flood(flood)) => Self::check_flood(*flood),
            (Step::DDay, Action::DDay(day)) => self.check_d_day(*day),
            (Step::Movement(side), Action::Move { unit, path }) => {
                self.check_move(s, side, *unit, path.as_slice(), false)
            }
            (Step::Movement(side), Action::March { unit, path }) => {
                self.check_move(s, side, *unit, path.as_slice(), true)
            }
            (Step::Moving { .. }, Action::Move { unit, path }) => {
                self.check_going_on(s, step, *unit, path.as_slice(), false)
            }
            (Step::Moving { .. }, Action::March { unit, path }) => {
                self.check_going_on(s, step, *unit, path.as_slice(), true)
            }
            (Step::Excess { hex, .. }, Action::Remove(units)) => self.check_remove(s, hex, *units),
            (Step::Combat(side), Action::Attack { targets, with }) => {
                self.check_attack(s, side, targets.as_slice(), *with)
            }
            (Step::Combat(side), Action::Done) => self.check_end_combat(s, side),
            (Step::Support(side), Action::Support(guns)) => self.check_support(s, side, *guns),
            (Step::Air(side), Action::Air(points)) => self.check_air(s, side, *points),
            (Step::Fighter(hex), Action::Fight(unit)) => self.check_fighter(s, hex, *unit),
            (Step::Lose { why, .. }, Action::Lose(unit)) => self.check_lose(s, why, *unit),
            (Step::FallBack { hexes, .. }, Action::FallBack(n)) => self.check_fall_back(s, hexes, *n),
            (Step::Retreat { .. }, Action::Retreat { from, to }) => self.check_retreat(s, *from, *to),
            (Step::Blocked { stack, .. }, Action::Lose(unit)) => self.check_lose(s, Loss::Missing(stack), *unit),
            (Step::Advance(_), Action::Advance { unit, path }) => self.check_advance(s, *unit, path.as_slice()),
            (Step::Advancing { unit, stack, gone }, Action::Advance { unit: named, path }) => {
                self.check_advancing(s, (unit, stack, gone), *named, path.as_slice())
            }
            (Step::Place { levy, units }, Action::Place { unit, at }) => self.check_place(s, levy, units, *unit, *at),
            (Step::Deploy, Action::DeployRest)
            | (Step::Movement(_) | Step::Advance(_), Action::Done)
            | (Step::Moving { .. } | Step::Advancing { .. }, Action::Halt)
            | (Step::Blocked { .. }, Action::Leave)
            | (Step::Ruse(_), Action::Ruse(_)) => Ok(()),
            (step, action) => Err(out_of_sequence(s, step, action)),
        }
    }

    pub(crate) fn play_action(&self, s: &mut State, action: &Action, r: &mut Referee<Event>) {
        let step = s.now().expect("a checked action has a step that asked for it");
        match (step, action) {
            (Step::Deploy, Action::Deploy { unit, at }) => self.deploy(s, *unit, *at, r),
            (Step::Deploy, Action::DeployRest) => self.deploy_rest(s, r),
            (Step::Flood, Action::Flood(flood)) => {
                s.steps.pop();
                self.let_loose(s, *flood, r);
            }
            (Step::DDay, Action::DDay(day)) => self.name_d_day(s, *day, r),
            (Step::Movement(_), Action::Move { unit, path }) => self.move_unit(s, *unit, path.as_slice(), false, r),
            (Step::Movement(_), Action::March { unit, path }) => self.move_unit(s, *unit, path.as_slice(), true, r),
            (Step::Movement(side), Action::Done) => self.end_movement(s, side, r),
            (Step::Moving { .. }, Action::Move { path, .. } | Action::March { path, .. }) => {
                self.go_on(s, step, path.as_slice(), r);
            }
            (Step::Moving { unit, .. }, Action::Halt) => self.halt(s, unit),
            (Step::Excess { .. }, Action::Remove(units)) => self.remove_excess(s, *units, r),
            (Step::Combat(side), Action::Attack { targets, with }) => self.declare(s, side, *targets, *with, r),
            (Step::Combat(side), Action::Done) => self.end_combat(s, side, r),
            (Step::Support(side), Action::Support(guns)) => self.add_support(s, side, *guns, r),
            (Step::Air(side), Action::Air(points)) => self.send_air(s, side, *points, r),
            (Step::Fighter(hex), Action::Fight(unit)) => self.choose_fighter(s, hex, *unit, r),
            (Step::Lose { .. }, Action::Lose(unit)) => self.answer_loss(s, *unit, r),
            (Step::FallBack { hexes, .. }, Action::FallBack(n)) => {
                self.fall_back(s, hexes, u8::try_from(*n).expect("checked: a few hexes"));
            }
            (Step::Retreat { .. }, Action::Retreat { from, to }) => self.retreat(s, *from, *to, r),
            (Step::Blocked { stack, .. }, Action::Lose(unit)) => self.pay_for_blocked(s, stack, *unit, r),
            (Step::Blocked { stack, .. }, Action::Leave) => self.leave_map(s, stack, r),
            (Step::Advance(_), Action::Advance { unit, path }) => self.advance(s, *unit, path.as_slice(), r),
            (Step::Advance(_), Action::Done) => {
                self.end_advance(s);
                r.note(Rule("9.94"), Event::AdvanceEnds);
            }
            (Step::Advancing { .. }, Action::Advance { unit, path }) => {
                self.go_on_advancing(s, *unit, path.as_slice(), r);
            }
            (Step::Advancing { .. }, Action::Halt) => {
                s.steps.pop();
            }
            (Step::Ruse(bridge), Action::Ruse(ruse)) => self.answer_ruse(s, bridge, *ruse, r),
            (Step::Place { .. }, Action::Place { unit, at }) => self.place_levy(s, *unit, *at, r),
            (step, action) => unreachable!("check refuses {action:?} in {step:?}"),
        }
        self.settle(s, r);
    }

    /// A lawful pick without working out the whole opening, for playouts.
    pub(crate) fn any_pick(&self, s: &State, action: &Action, dice: &mut dyn Dice) -> Option<Pick> {
        match (s.now(), action) {
            (Some(Step::Movement(_)), Action::Move { unit, .. }) => self.wander(s, *unit, false, dice).map(Pick::Path),
            (Some(Step::Movement(_)), Action::March { unit, .. }) => self.wander(s, *unit, true, dice).map(Pick::Path),
            _ => None,
        }
    }

    pub(crate) fn board_edge(&self, from: Spot, to: Spot) -> Option<board::Edge> {
        (self.is_hex(from) && self.is_hex(to)).then(|| self.board().edge(from, to))?
    }
}

/// The refusal of something that belongs elsewhere in the sequence, as precise as the step allows.
fn out_of_sequence(s: &State, step: Step, action: &Action) -> Illegal {
    match (step, action) {
        (Step::Movement(_), Action::Attack { .. }) => {
            Illegal::new(Rule("5.12"), "there is no combat in a Movement Phase")
        }
        _ if s.steps.iter().any(|step| matches!(step, Step::Moving { .. })) => {
            Illegal::new(Rule("5.0.a"), "the move that was interrupted is finished first")
        }
        _ if s.battle.is_on() => Illegal::new(Rule("9.0.c"), "the combat that was declared is resolved first"),
        _ => NOT_NOW,
    }
}
