//! Why nothing is offered about something: the refusal of what a player most likely meant by pointing there.

use crate::action::{Action, no};
use crate::sequence::Step;
use crate::state::{Side, State, Unit, Units};
use crate::{Off, RoadToTheRhine};
use referee::{Illegal, Ref, Rule, Spot};

impl RoadToTheRhine {
    pub(crate) fn why_nothing(&self, s: &State, about: Ref) -> Option<Illegal> {
        let step = s.now()?;
        match about {
            Ref::Nothing => self.why_not_done(s, step),
            Ref::Piece(piece) if usize::from(piece.0) < self.cards.len() => {
                let unit = Unit(piece.0);
                self.why_not_unit(s, step, unit).map(|refusal| refusal.about(unit.into()))
            }
            Ref::Spot(hex) if self.is_hex(hex) => {
                self.why_not_hex(s, step, hex).map(|refusal| refusal.about(Ref::Spot(hex)))
            }
            _ => None,
        }
    }

    fn why_not_done(&self, s: &State, step: Step) -> Option<Illegal> {
        match step {
            Step::NextImpulse => self.check_impulse(s, false).err(),
            Step::Deploy | Step::Declare | Step::Combat => self.check_action(s, &Action::Done).err(),
            _ => None,
        }
    }

    fn why_not_unit(&self, s: &State, step: Step, unit: Unit) -> Option<Illegal> {
        let one = Units::only(unit);
        let mine = self.side(unit) == self.asked_side(s, step);
        match step {
            Step::Deploy => self.check_deploy(s, unit, s.at(unit), s.reserve.contains(unit)).err(),
            Step::Plot(asked) => self.check_plot(s, asked, unit, crate::state::NOWHERE, 0).err(),
            Step::Prepare => self.why_not_prepared(s, unit),
            Step::Refit => self.why_not_rebuilt(s, unit),
            Step::Withdraw(asked) => self.check_withdraw(s, asked, unit).err(),
            Step::DropSupply => self.check_drop_supply(s, one).err(),
            Step::Fuel(side) => self.check_fuel(s, side, one).err(),
            Step::Movement => self.why_not_moved(s, unit),
            Step::Reserves => self.check_reserve(s, unit).err(),
            Step::Declare if mine => self.why_no_attack_by(s, unit),
            Step::Declare => self.why_no_attack_on(s, s.at(unit)),
            Step::Fly(stage) => self.why_not_flown(s, stage, unit),
            Step::Aim(hex) => self.check_aim(s, hex, one).err(),
            Step::Combat if mine => match s.task[unit.index()] {
                0 => Some(no(Rule("11.a"), "no attack of this unit is declared")),
                _ => None,
            },
            Step::Combat => self.check_resolve(s, s.at(unit)).err(),
            Step::Release => self.check_release(s, one).err(),
            Step::Lose { side, .. } => self.check_lose(s, side, unit).err(),
            Step::First { todo, .. } if !todo.contains(unit) => self.check_first(s, todo, one, s.at(unit)).err(),
            Step::Second { .. } => self.check_turn_to_flee(s, one).err(),
            Step::Advance => {
                let target = s.battle.map(|battle| battle.target)?;
                self.check_advance(s, unit, &[target]).err()
            }
            _ => None,
        }
    }

    fn why_not_hex(&self, s: &State, step: Step, hex: Spot) -> Option<Illegal> {
        let asked = self.asked_side(s, step);
        let one = self.stack(s, asked, hex).first();
        match (step, one) {
            (Step::Declare, None) => self.why_no_attack_on(s, hex),
            (Step::Combat, None) => self.check_resolve(s, hex).err(),
            (Step::Fly(_), None) if s.attack_on(hex).is_none() => {
                Some(no(Rule("10.A.1.c"), "no attack on that hex is declared"))
            }
            (_, Some(unit)) => self.why_not_unit(s, step, unit),
            _ if self.components.map.dam_hexes.contains(hex) && asked == Side::GE => self.check_dams(s).err(),
            _ => None,
        }
    }

    /// The initial segment: supply for who needs it, else replacements, else the airlift.
    fn why_not_prepared(&self, s: &State, unit: Unit) -> Option<Illegal> {
        if self.transports.contains(unit) {
            return self.check_airlift(s, Units::only(unit)).err();
        }
        let boxed = s.at(unit) == self.spot_of(Off::Cadre) || s.at(unit) == self.spot_of(Off::Destroyed);
        match boxed || self.card(unit).air.is_some() {
            true => self.why_not_rebuilt(s, unit),
            false => self.check_supply(s, Units::only(unit)).err(),
        }
    }

    fn why_not_rebuilt(&self, s: &State, unit: Unit) -> Option<Illegal> {
        let kind = if self.card(unit).air.is_some() { None } else { self.own_kind(unit) };
        self.check_rebuild(s, Units::only(unit), kind).err()
    }

    /// Who may not move at all, or what closes the hexes around him.
    fn why_not_moved(&self, s: &State, unit: Unit) -> Option<Illegal> {
        if let Err(refusal) = self.check_mover(s, unit) {
            return Some(refusal);
        }
        if self.reach_of(s, unit).ends().next().is_some() {
            return None;
        }
        let m = self.mover(s, unit);
        let ways = self.board.ways(m.start).iter();
        let closed: Vec<Illegal> = ways.filter_map(|way| self.check_path(s, &m, &[way.to]).err()).collect();
        // What nobody could do anything about is named last.
        let weight = |refusal: &&Illegal| match refusal.rule.0 {
            "29.B.a" | "8.a" | "32.G.4" | "7.c" | "25.d" | "25.a" => 0,
            "3.a" | "27.B.a" | "27.B.c" | "23.B.a" | "23.A.b" => 1,
            "7.b" | "3.b" => 2,
            _ => 3,
        };
        let reason = closed.iter().max_by_key(weight).copied();
        reason.or(Some(no(Rule("7.c"), "no hex around it can be entered")))
    }

    /// A unit of the attacker against the nearest enemy, or its drop.
    fn why_no_attack_by(&self, s: &State, unit: Unit) -> Option<Illegal> {
        if !self.on_map(s, unit) {
            return match self.card(unit).airborne {
                true => self.check_drop(s, unit).err(),
                false => Some(no(Rule("11.a"), "this is no unit of yours on the map")),
            };
        }
        let (at, enemies) = (s.at(unit), s.here[s.attacker().other()]);
        let grid = &self.components.map.grid;
        let target = enemies.iter().min_by_key(|hex| grid.distance(at, *hex))?;
        self.check_attack(s, target, Units::only(unit)).err()
    }

    /// An enemy hex against all who stand beside it.
    fn why_no_attack_on(&self, s: &State, hex: Spot) -> Option<Illegal> {
        let me = s.attacker();
        if !self.is_hex(hex) || !s.here[me.other()].contains(hex) {
            return Some(no(Rule("11.a"), "name an enemy hex and who attacks it"));
        }
        if self.attack_order(s, hex).is_some() {
            return None;
        }
        let near: Units = self.ways(hex).flat_map(|way| self.stack(s, me, way.to).iter()).collect();
        match near.first() {
            None => Some(no(Rule("11.c"), "nobody of yours is adjacent")),
            Some(_) => self.check_attack(s, hex, near).err(),
        }
    }

    fn why_not_flown(&self, s: &State, stage: u8, air: Unit) -> Option<Illegal> {
        if let Err(refusal) = self.check_flier(s, self.flying_side(s, stage), air) {
            return Some(refusal);
        }
        let one = Units::only(air);
        let targets: Vec<Spot> = s.open_attacks().map(|(_, attack)| attack.hex).collect();
        let lawful = |hex: &Spot| {
            let supports = |far: &bool| stage < 2 && self.check_support(s, stage, *hex, one, *far).is_ok();
            [false, true].iter().any(supports) || self.check_intercept(s, stage, *hex, one).is_ok()
        };
        if targets.iter().any(lawful) {
            return None;
        }
        match targets.first() {
            Some(hex) if stage < 2 => self.check_support(s, stage, *hex, one, true).err(),
            Some(hex) => self.check_intercept(s, stage, *hex, one).err(),
            None => Some(no(Rule("10.A.1.c"), "no attack is declared")),
        }
    }
}
