//! Where eyes are led, and why nothing is offered about something.

use crate::DdayToTheRhine;
use crate::action::{Action, Battle};
use crate::components::Side;
use crate::sequence::{Stage, Step};
use crate::state::{Place, State, Trail, Units};
use referee::{Focus, Game as _, Illegal, Piece, Ref, Spot, listed};

impl DdayToTheRhine {
    /// What the decision at hand is about. Who fights has been seen; of all others only the places are told.
    pub(crate) fn focus(&self, s: &State) -> Focus {
        let names = |units: Units| listed(units.iter().map(|unit| self.unit(unit).name.as_str()));
        let places = |units: Units| units.iter().filter_map(|unit| s.at(unit)).map(Ref::Spot).collect::<Vec<_>>();
        let says = |text: String| Focus { text, ..Focus::default() };
        let budget = |side: Side| says(format!("{} RP left.", s.rp[side.index()]));
        match s.steps.top() {
            Some(Step::Support { battle, .. } | Step::Fight { battle, .. }) => Focus {
                text: format!("{} against {}.", names(battle.attackers), self.place_name(battle.target)),
                on: vec![Ref::Spot(battle.target)],
                by: places(battle.attackers),
            },
            Some(Step::FriendlyHit { attackers }) => {
                Focus { text: "The bombers hit their own.".into(), on: places(attackers), by: vec![] }
            }
            Some(Step::Losses { among, hits }) => {
                let steps = if hits == 1 { "step is" } else { "steps are" };
                Focus { text: format!("{hits} {steps} lost among {}.", names(among)), on: places(among), by: vec![] }
            }
            Some(Step::Moving { unit, .. }) => {
                Focus { on: s.at(unit).map(Ref::Spot).into_iter().collect(), ..Focus::default() }
            }
            Some(Step::Close { side, stage: Stage::Excess }) => {
                let units = self.excess_choice(s, side);
                Focus { text: "More units arrived than a hex holds.".into(), on: places(units), by: vec![] }
            }
            Some(Step::Invasion) => Focus { on: self.c.map.beach.map(Ref::Spot).into(), ..Focus::default() },
            Some(Step::Arrivals(side) | Step::Activation(side)) => budget(side),
            Some(Step::Launch | Step::Close { .. } | Step::Hide) | None => Focus::default(),
        }
    }

    /// The refusal of what a player most likely meant by pointing there, as far as the awaited side may know.
    pub(crate) fn why_nothing(&self, s: &State, about: Ref) -> Option<Illegal> {
        let step = s.steps.top()?;
        let side = match step {
            Step::Arrivals(side) | Step::Activation(side) => side,
            Step::Invasion => Side::Allied,
            Step::Hide => Side::German,
            _ => return None,
        };
        let own = |unit: Piece| self.c.units.get(unit.index()).is_some_and(|card| card.side == side);
        let open = |unit: Piece| self.c.units.get(unit.index()).is_some() && s.unit(unit).marker == 0;
        let attack = |target: Spot| Action::Attack(self.likely_attack(s, side, target));
        let meant = match (step, about) {
            (Step::Invasion, Ref::Spot(at)) => Action::Invade(at),
            (Step::Hide, Ref::Piece(unit)) if own(unit) => Action::Hide(unit),
            (Step::Arrivals(_), Ref::Piece(unit)) if own(unit) => match s.unit(unit).place {
                Place::Pool => Action::Rebuild { unit, at: None, hidden: false },
                Place::Map(_) => Action::Step(unit),
                Place::Track | Place::Out => Action::Place { unit, at: None, hidden: false },
            },
            (Step::Activation(_), Ref::Piece(unit)) if own(unit) => Action::Move { unit, path: Trail::new() },
            (Step::Activation(_), Ref::Piece(unit)) if open(unit) => attack(s.at(unit)?),
            (Step::Activation(_), Ref::Spot(at)) if self.is_hex(at) => attack(at),
            _ => return None,
        };
        self.check(s, &meant).err()
    }

    /// The attack of whoever stands beside a hex, or of anybody.
    fn likely_attack(&self, s: &State, side: Side, target: Spot) -> Battle {
        let beside = |unit: &Piece| s.at(*unit).is_some_and(|at| self.near[at.index()].contains(target));
        let on_map = |unit: &Piece| s.at(*unit).is_some();
        let attacker = self.all_of(side).find(beside).or_else(|| self.all_of(side).find(on_map));
        Battle { target, attackers: attacker.into_iter().collect(), surprise: false }
    }
}
