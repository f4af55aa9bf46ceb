//! What bots go by. This game is too large to open every offer of every decision: a habit names the next decisions at
//! once, by a picture of the front (`picture.rs`). Everything here looks only at what the awaited seat knows.

mod air;
mod answers;
mod attacks;
mod drops;
mod march;
mod picture;
mod plug;
mod stores;

use crate::RoadToTheRhine;
use crate::action::Action;
use crate::components::Weights;
use crate::sequence::Step;
use crate::state::{NOWHERE, Side, State, Units};
use crate::strength::PARTS;
use picture::FAR;
use referee::{Referee, Seeded};

impl RoadToTheRhine {
    /// What a practised player does next: all moves of a phase, all attacks of a declaration, or one answer.
    pub(crate) fn habits(&self, s: &State) -> Vec<Action> {
        let Some(step) = s.now() else { return vec![] };
        let side = self.asked_side(s, step);
        if step != Step::Dams && side == Side::GE && self.blows_dams(s) {
            return vec![Action::Dams];
        }
        let mut orders = match step {
            Step::Deploy => self.choose_set_up(s, side),
            Step::Plot(unit) => vec![self.choose_plot(s, unit)],
            Step::Forgo { named, .. } => self.choose_forgo(s, &named),
            Step::Prepare | Step::Refit => self.prepare(s, step),
            Step::Withdraw(unit) => self.choose_withdrawal(s, unit),
            Step::NextImpulse => vec![self.choose_impulse(s)],
            Step::DropSupply => vec![self.choose_drop_supply(s)],
            Step::Fuel(side) => vec![self.choose_fuel(s, side)],
            Step::Movement => self.march(s, side),
            Step::Reserves => vec![self.choose_reserves(s)],
            Step::Declare => self.declarations(s, side),
            Step::Fly(stage) => self.missions(s, stage),
            Step::Aim(hex) => vec![Action::Aim(self.choose_aim(s, hex))],
            Step::Combat => self.choose_battle(s),
            Step::Final => vec![if self.is_last_impulse(s) { Action::Final } else { Action::GoOn }],
            Step::Release => vec![Action::Release(self.open_release(s))],
            Step::Dams if self.guards_dams(s) && !self.blows_dams(s) => vec![Action::NoDams],
            Step::Dams => vec![Action::Dams],
            Step::Bid => vec![self.choose_bid(s)],
            Step::Escalate { attacker } => vec![self.choose_escalation(s, attacker)],
            Step::Lose { side, .. } => self.choose_loss(s, side),
            Step::First { todo, .. } => self.choose_first(s, side, todo),
            Step::Second { .. } => self.choose_second(s, side),
            Step::Further { todo } => todo.first().map_or(vec![], |unit| self.choose_further(s, unit)),
            Step::Advance => self.choose_advance(s, side),
            Step::Rout { .. } | Step::Repulse => vec![],
        };
        if let Some(first) = orders.first()
            && self.check_action(s, first).is_err()
        {
            orders = vec![];
        }
        if orders.is_empty() { self.anything(s) } else { orders }
    }

    /// The same game with other weights.
    pub(crate) fn weighing(&self, change: impl Fn(&Weights) -> Weights) -> RoadToTheRhine {
        let mut other = self.clone();
        other.components.weights.iter_mut().flatten().for_each(|weights| *weights = change(weights));
        other
    }

    /// What a side weighs things by.
    fn weights(&self, s: &State, side: Side) -> &Weights {
        let war = match self.scenario(s).victory.as_str() {
            "market-garden" => 0,
            "bulge" => 1,
            _ => 2,
        };
        &self.components.weights[war][side as usize]
    }

    /// [30.C.a] As the lists suggest; in the Bulge strong divisions hold the hex between Waal and Lek [34.B.e], and whoever else
    /// has room beside them if only the battle counts.
    fn choose_set_up(&self, s: &State, side: Side) -> Vec<Action> {
        let (mut world, mut orders) = (*s, vec![]);
        if side == Side::AL && self.scenario(s).setups == "bulge" {
            let north = *self.components.map.region("between-waal-and-lek");
            let battle = self.scenario(s).victory == "bulge";
            let most = if battle { self.weights(s, side).north } else { 2 };
            let mut units: Vec<_> = self.left_to_deploy(s).iter().filter(|unit| self.ground.contains(*unit)).collect();
            units.sort_by_key(|unit| {
                let card = self.card(*unit);
                (!card.division, std::cmp::Reverse((card.strength, unit.0)))
            });
            let mut placed = 0;
            for unit in units {
                let hexes: Vec<_> = self.deploy_hexes(&world, unit, false).iter().collect();
                for at in hexes {
                    let fits = placed < most && north.contains(at);
                    if fits && self.order(&mut world, Action::Deploy { unit, at, reserve: false }, &mut orders) {
                        placed += 1;
                        break;
                    }
                }
            }
        }
        orders.push(Action::DeployRest);
        orders
    }

    /// The first lawful thing that is offered, where no rule of thumb found one.
    fn anything(&self, s: &State) -> Vec<Action> {
        let mut offers = vec![];
        self.make_offers(s, &mut offers);
        // What ends a phase stands last.
        for offer in offers.into_iter().rev() {
            let mut action = offer.action;
            if self.check_action(s, &action).is_ok() {
                return vec![action];
            }
            if let Some(pick) = self.opening(s, &action).simplest() {
                self.fill_in(&mut action, pick);
                if self.check_action(s, &action).is_ok() {
                    return vec![action];
                }
            }
        }
        vec![]
    }

    /// Plays an order in a world of thought, if it is lawful there. Only for orders without dice.
    fn order(&self, world: &mut State, action: Action, orders: &mut Vec<Action>) -> bool {
        if self.check_action(world, &action).is_err() {
            return false;
        }
        self.play_action(world, &action, &mut Referee::silent(&mut Seeded(0)));
        orders.push(action);
        true
    }

    /// [24.a] The dams go when the Allies are over the Roer, or about to come.
    fn blows_dams(&self, s: &State) -> bool {
        let over = *self.components.map.region("east-of-roer");
        s.stage == 0
            && s.initiative == Side::AL
            && over.iter().any(|hex| s.here[Side::AL].contains(hex))
            && self.check_dams(s).is_ok()
    }

    /// How good a position looks for a side: strength that can be used, what counts for victory, and how near it is.
    pub(crate) fn value_of(&self, s: &State, side: Side) -> i32 {
        let allied = self.body(s, Side::AL) - self.body(s, Side::GE) + self.gains(s);
        if side == Side::AL { allied } else { -allied }
    }

    fn body(&self, s: &State, side: Side) -> i32 {
        let mut sum = 0;
        for unit in self.ground.iter().filter(|unit| self.side(*unit) == side) {
            let strength = self.points_of_strength(s, unit);
            if self.on_map(s, unit) {
                let starved = s.unsupplied.contains(unit) && !s.airfed.contains(unit);
                sum += strength * if starved { 5 } else { 10 };
                sum += if s.reserve.contains(unit) { 2 } else { 0 };
            } else if s.at(unit) == self.spot_of(crate::Off::Cadre) {
                sum += 10;
            } else if s.at(unit) == self.spot_of(crate::Off::Waiting) || s.at(unit) == self.spot_of(crate::Off::England)
            {
                sum += strength * 8;
            }
        }
        sum + i32::from(self.points_of(s, side)) * 4
    }

    /// What the Allies have gained of what the scenario counts; less where the German gains.
    fn gains(&self, s: &State) -> i32 {
        let mut sum = 0;
        if self.scenario(s).victory == "bulge" {
            let taken = s.bridges.iter().filter(|side| **side == Side::GE).count();
            sum -= 150 * i32::try_from(taken).unwrap_or(0);
            sum -= 100 * (3 - i32::from(self.bulge_level(s)));
            let near = self.to_goals(s, Side::GE);
            let spearhead = s.here[Side::GE].iter().map(|hex| near[hex.index()]).min().unwrap_or(FAR);
            return sum - 3 * (100 - i32::from(spearhead.min(100)));
        }
        if self.scenario(s).victory == "market-garden" {
            sum += 200 * (3 - i32::from(self.market_garden_level(s)));
        }
        let near = self.to_goals(s, Side::AL);
        for (_, hexes) in self.prizes(s) {
            let held = hexes.iter().filter(|hex| s.held.contains(*hex)).count();
            sum += 120 * i32::try_from(held).unwrap_or(0);
        }
        let mut spearheads: Vec<u16> = s.here[Side::AL].iter().map(|hex| near[hex.index()]).collect();
        spearheads.sort_unstable();
        sum - spearheads.iter().take(8).map(|far| i32::from((*far).min(200))).sum::<i32>()
    }

    /// Printed strength of the side that is up, in whole points.
    fn points_of_strength(&self, s: &State, unit: crate::state::Unit) -> i32 {
        i32::try_from(self.strength(s, unit) / PARTS).unwrap_or(0)
    }

    /// Rules of thumb for who weighs every offer: what nobody does without a plan.
    pub(crate) fn advice_on(&self, action: &Action) -> i32 {
        match action {
            Action::Break(_) | Action::Combine(_) | Action::Cannibalize(_) | Action::Group { .. } => -500,
            Action::Move { breaks: true, .. } => -500,
            Action::Plot { at: NOWHERE, .. } => 5,
            _ => 0,
        }
    }

    /// Units of a set that are still on the map.
    fn present(&self, s: &State, units: Units) -> Units {
        units.iter().filter(|unit| self.on_map(s, *unit)).collect()
    }
}
