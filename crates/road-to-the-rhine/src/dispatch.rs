//! Which chapter answers which question: checks and play by the step that is being decided.

use crate::RoadToTheRhine;
use crate::action::{Action, NOT_NOW, no};
use crate::event::Event;
use crate::sequence::{Phase, Step};
use crate::state::{Side, State};
use referee::{Illegal, Referee, Rule};

impl RoadToTheRhine {
    /// [4.g] What is not asked for now is refused.
    pub(crate) fn check_action(&self, s: &State, action: &Action) -> Result<(), Illegal> {
        let step = s.now().ok_or(NOT_NOW)?;
        if *action == Action::Dams && self.asked_side(s, step) == Side::GE {
            return self.check_dams(s);
        }
        match (step, action) {
            (Step::Deploy, Action::Deploy { unit, at, reserve }) => self.check_deploy(s, *unit, *at, *reserve),
            (Step::Deploy, Action::Done) => match self.left_to_deploy(s).is_empty() {
                true => Ok(()),
                false => Err(no(Rule("30.C.a"), "units are left to be set up")),
            },
            (Step::Plot(asked), Action::Plot { unit, at, impulse }) => self.check_plot(s, asked, *unit, *at, *impulse),
            (Step::Forgo { named, .. }, Action::Forgo(kind)) => match self.may_forgo(s, &named).any(|it| it == *kind) {
                true => Ok(()),
                false => Err(no(Rule("33.F"), "no more of that kind were received")),
            },
            (Step::Prepare | Step::Refit, Action::Rebuild { units, with }) => self.check_rebuild(s, *units, *with),
            (Step::Prepare, Action::Cannibalize(units)) => self.check_cannibalize(s, *units),
            (Step::Prepare, Action::Airlift(units)) => self.check_airlift(s, *units),
            (Step::Prepare, Action::Supply(units)) => self.check_supply(s, *units),
            (Step::Prepare, Action::FreeSupply(units)) => self.check_free_supply(s, *units),
            (Step::Withdraw(asked), Action::Withdraw(unit)) => self.check_withdraw(s, asked, *unit),
            (Step::NextImpulse, Action::Impulse { south }) => self.check_impulse(s, *south),
            (Step::DropSupply, Action::DropSupply(units)) => self.check_drop_supply(s, *units),
            (Step::Fuel(side), Action::Fuel(units)) => self.check_fuel(s, side, *units),
            (Step::Movement, Action::Move { unit, path, breaks }) => {
                self.check_move(s, *unit, path.as_slice(), *breaks)
            }
            (Step::Movement | Step::First { .. } | Step::Advance, Action::Break(unit)) => self.check_break(s, *unit),
            (Step::Movement | Step::First { .. } | Step::Advance, Action::Combine(unit)) => {
                self.check_combine(s, *unit)
            }
            (Step::Movement, Action::Group { brigade, with }) => self.check_group(s, *brigade, *with),
            (Step::Reserves, Action::Reserve(units)) => self.check_reserves(s, *units),
            (Step::Declare, Action::Drop(unit)) => self.check_drop(s, *unit),
            (Step::Declare, Action::Attack { hex, with }) => self.check_attack(s, *hex, *with),
            (Step::Declare, Action::Done) => match self.undeclared_assault(s) {
                true => Err(no(Rule("21.A.2.a"), "who dropped on the enemy must attack")),
                false => Ok(()),
            },
            (Step::Fly(stage), Action::Support { hex, with, extended }) => {
                self.check_support(s, stage, *hex, *with, *extended)
            }
            (Step::Fly(stage), Action::Intercept { hex, with }) => self.check_intercept(s, stage, *hex, *with),
            (Step::Fly(stage), Action::Transfer { air, to }) => self.check_transfer(s, stage, *air, *to),
            (Step::Aim(hex), Action::Aim(units)) => self.check_aim(s, hex, *units),
            (Step::Combat, Action::Resolve(hex)) => self.check_resolve(s, *hex),
            (Step::Combat, Action::Done) => match self.open_assault(s) {
                true => Err(no(Rule("21.A.2.a"), "an immediate assault must be fought")),
                false => Ok(()),
            },
            (Step::Bid, Action::Bid(levels)) => self.check_bid(s, *levels),
            (Step::Lose { side, .. }, Action::Lose(unit)) => self.check_lose(s, side, *unit),
            (Step::First { todo, .. }, Action::First { units, to }) => self.check_first(s, todo, *units, *to),
            (Step::First { todo, .. }, Action::Surrender(units)) => self.check_surrender(s, todo, *units),
            (Step::Second { .. }, Action::Second { units, to }) => self.check_second(s, *units, *to),
            (Step::Further { todo }, Action::Further { unit, to }) => self.check_further(s, todo, *unit, *to),
            (Step::Advance, Action::Advance { unit, path }) => self.check_advance(s, *unit, path.as_slice()),
            (Step::Release, Action::Release(units)) => self.check_release(s, *units),
            (Step::Deploy, Action::DeployRest) => match self.left_to_deploy(s).is_empty() {
                true => Err(no(Rule("30.C.a"), "nobody is left to be set up")),
                false => Ok(()),
            },
            (Step::Prepare | Step::Movement | Step::Fly(_) | Step::Advance | Step::Refit, Action::Done)
            | (Step::NextImpulse, Action::End)
            | (Step::Escalate { .. }, Action::Escalate | Action::Decline)
            | (Step::Final, Action::Final | Action::GoOn)
            | (Step::Dams, Action::NoDams) => Ok(()),
            (_, Action::Rebuild { .. }) => {
                Err(no(Rule("18.B.d"), "replacements are used in the first and last segment"))
            }
            (_, Action::Cannibalize(_)) => Err(no(Rule("18.E.a"), "only in the initial segment")),
            (_, Action::Supply(_)) => Err(no(Rule("5.D.1.c"), "only in the initial segment")),
            (_, Action::Dams) => Err(no(Rule("24.a"), "only the German blows the dams")),
            _ => Err(NOT_NOW),
        }
    }

    pub(crate) fn play_action(&self, s: &mut State, action: &Action, r: &mut Referee<Event>) {
        let Some(step) = s.now() else { return };
        if *action == Action::Dams {
            if step == Step::Dams {
                s.steps.pop();
            }
            self.blow_dams(s, r);
            self.settle(s, r);
            return;
        }
        match (step, action) {
            (Step::Deploy, Action::Deploy { unit, at, reserve }) => self.deploy(s, *unit, *at, *reserve, r),
            (Step::Deploy, Action::DeployRest) => self.deploy_rest(s, self.stage_side(s), r),
            (Step::Deploy, Action::Done) => {
                s.steps.pop();
                s.stage += 1;
            }
            (Step::Plot(_), Action::Plot { unit, at, impulse }) => self.plot(s, *unit, *at, *impulse, r),
            (Step::Forgo { count, mut named }, Action::Forgo(kind)) => {
                s.steps.pop();
                self.forgo(s, *kind, r);
                named[usize::from(*kind)] += 1;
                if count > 1 && self.may_forgo(s, &named).next().is_some() {
                    s.steps.push(Step::Forgo { count: count - 1, named });
                }
            }
            (_, Action::Rebuild { units, with }) => self.rebuild(s, *units, *with, r),
            (_, Action::Cannibalize(units)) => self.cannibalize(s, *units, r),
            (_, Action::Airlift(units)) => self.airlift(s, *units, r),
            (_, Action::Supply(units)) => self.give_supply(s, *units, r),
            (_, Action::FreeSupply(units)) => self.give_free_supply(s, *units, r),
            (Step::Prepare, Action::Done) => {
                s.steps.pop();
                s.fresh_into_stock();
                if s.initiative == Side::GE {
                    s.free_supply = 0;
                }
            }
            (_, Action::Withdraw(unit)) => {
                s.steps.pop();
                self.withdraw(s, *unit, "31.E.c", r);
            }
            (_, Action::Impulse { south }) => {
                s.steps.pop();
                self.buy_impulse(s, *south, r);
                s.phase = Phase::ImpulseStart;
            }
            (_, Action::End) => {
                s.steps.pop();
            }
            (_, Action::DropSupply(units)) => {
                s.steps.pop();
                self.drop_supply(s, *units, r);
            }
            (Step::Fuel(side), Action::Fuel(units)) => {
                s.steps.pop();
                self.fuel(s, side, *units, r);
            }
            (_, Action::Move { unit, path, breaks }) => self.move_unit(s, *unit, path.as_slice(), *breaks, r),
            (_, Action::Break(unit)) => self.break_down(s, *unit, r),
            (_, Action::Combine(unit)) => self.combine(s, *unit, r),
            (_, Action::Group { brigade, with }) => self.group(s, *brigade, *with, r),
            (_, Action::Reserve(units)) => {
                s.steps.pop();
                self.make_reserves(s, *units, r);
            }
            (_, Action::Drop(unit)) => self.drop_unit(s, *unit, r),
            (_, Action::Attack { hex, with }) => self.declare(s, *hex, *with, r),
            (_, Action::Support { hex, with, extended }) => self.support(s, *hex, *with, *extended, r),
            (_, Action::Intercept { hex, with }) => self.intercept(s, *hex, *with, r),
            (_, Action::Transfer { air, to }) => self.transfer(s, *air, *to, r),
            (Step::Aim(hex), Action::Aim(units)) => {
                s.steps.pop();
                self.air_combat(s, hex, *units, r);
            }
            (_, Action::Resolve(hex)) => self.resolve(s, *hex, r),
            (Step::Combat, Action::Done) => {
                s.steps.pop();
                self.call_off(s);
            }
            (_, Action::Bid(levels)) => self.bid(s, *levels, r),
            (Step::Escalate { attacker }, Action::Escalate) => self.escalate(s, attacker, r),
            (Step::Escalate { attacker }, Action::Decline) => self.decline(s, attacker, r),
            (Step::Lose { side, count }, Action::Lose(unit)) => self.lose(s, side, count, *unit, r),
            (_, Action::First { units, to }) => self.take_first(s, *units, *to, r),
            (_, Action::Second { units, to }) => self.take_second(s, *units, *to, r),
            (_, Action::Further { unit, to }) => self.take_further(s, *unit, *to, r),
            (_, Action::Surrender(units)) => self.surrender(s, *units, r),
            (_, Action::Advance { unit, path }) => self.advance(s, *unit, path.as_slice(), r),
            (Step::Advance, Action::Done) => {
                s.steps.pop();
                self.end_battle(s);
            }
            (_, Action::Final) => {
                s.steps.pop();
                s.final_impulse = true;
                s.phase = Phase::EndImpulse;
                r.note(Rule("16.a"), Event::Plain("The final impulse."));
            }
            (_, Action::GoOn) => {
                s.steps.pop();
                s.phase = self.after_close(s);
            }
            (_, Action::Release(units)) => {
                s.steps.pop();
                self.release(s, *units, r);
            }
            _ => {
                s.steps.pop();
            }
        }
        self.settle(s, r);
    }
}
