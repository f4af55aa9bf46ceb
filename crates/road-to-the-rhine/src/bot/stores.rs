//! What is bought: replacements, maneuver supply, impulses; and who is kept back as a reserve.

use super::picture::Picture;
use crate::action::Action;
use crate::sequence::Step;
use crate::state::{Account, Side, State, Unit, Units};
use crate::{Off, RoadToTheRhine};

impl RoadToTheRhine {
    /// Impulses of a player-turn at most: more are for who is out for gains.
    fn most_impulses(&self, s: &State) -> u8 {
        let battle = matches!(self.scenario(s).victory.as_str(), "bulge" | "market-garden");
        let points = self.points_of(s, s.initiative);
        let weights = self.weights(s, s.initiative);
        let most = match (self.is_out_for_gains(s, s.initiative), battle) {
            (true, true) => weights.impulses_battle,
            (true, false) if points > 40 => weights.impulses_campaign + 2,
            (true, false) => weights.impulses_campaign,
            (false, _) if points > 12 => weights.impulses_defending + 1,
            (false, _) => weights.impulses_defending,
        };
        u8::try_from(most).unwrap_or(1).max(1)
    }

    /// Impulses that are still meant to be bought.
    pub(super) fn impulses_left(&self, s: &State) -> u16 {
        self.most_impulses(s).saturating_sub(s.impulse.max(1)).into()
    }

    /// Whether no further impulse will be bought after this one.
    pub(super) fn is_last_impulse(&self, s: &State) -> bool {
        s.impulse >= self.most_impulses(s)
            || s.points(Account::of(s.initiative)) < self.impulse_price(s)
            || !self.has_fresh_units(s)
            || self.has_won(s)
    }

    /// The battle of Market-Garden is as good as it gets: nothing must spoil it.
    fn has_won(&self, s: &State) -> bool {
        let good =
            |level: u8| level <= 1 || level == 2 && i32::from(s.impulse) >= self.weights(s, s.initiative).content;
        s.stage == 0 && self.scenario(s).victory == "market-garden" && good(self.market_garden_level(s))
    }

    /// Somebody has not acted yet and could do something.
    fn has_fresh_units(&self, s: &State) -> bool {
        let side = s.initiative;
        let used = s.finished | s.earlier | s.reserve | s.airdrop;
        self.troops(s, side).any(|unit| !used.contains(unit) && !self.lacks_fuel(s, unit))
    }

    /// [5.C.2.c] Somebody on the south map has not acted yet, and southern points buy nothing else.
    fn has_fresh_south(&self, s: &State) -> bool {
        let used = s.finished | s.earlier | s.reserve;
        let fresh = |unit: Unit| {
            !used.contains(unit)
                && self.card(unit).needs
                && !self.lacks_fuel(s, unit)
                && self.on_south.contains(s.at(unit))
        };
        s.initiative == Side::AL && self.troops(s, Side::AL).any(fresh)
    }

    pub(super) fn choose_impulse(&self, s: &State) -> Action {
        let more = Action::Impulse { south: false };
        let south = Action::Impulse { south: true };
        if !self.is_last_impulse(s) && self.check_action(s, &more).is_ok() {
            more
        } else if s.impulse < 4 && self.has_fresh_south(s) && self.check_action(s, &south).is_ok() {
            south
        } else {
            Action::End
        }
    }

    /// [9.a] In the last impulse whoever may is a reserve: it costs nothing.
    pub(super) fn choose_reserves(&self, s: &State) -> Action {
        if !self.is_last_impulse(s) {
            return Action::Reserve(Units::empty());
        }
        let side = s.initiative;
        let picture = self.picture(s, side);
        // Who stands next to the enemy holds the line; who is far away would never come.
        let fits = |unit: &Unit| {
            self.check_reserve(s, *unit).is_ok()
                && picture.enemy[s.at(*unit).index()] <= 20
                && s.at(*unit) != self.dunkirk
        };
        Action::Reserve(self.ground.iter().filter(fits).collect())
    }

    /// [seq.2], [18.B.d] Replacements, points by air, supply; one after the other.
    pub(super) fn prepare(&self, s: &State, step: Step) -> Vec<Action> {
        let (mut world, mut orders) = (*s, vec![]);
        self.spend_replacements(&mut world, &mut orders);
        if step == Step::Prepare {
            let plotted = self.droppers().any(|(number, _)| s.plots[number] != crate::state::NOWHERE);
            let free = self.free_transports(&world);
            if !plotted && !free.is_empty() {
                self.order(&mut world, Action::Airlift(free), &mut orders);
            }
            self.give_out(&mut world, &mut orders);
        }
        orders.push(Action::Done);
        orders
    }

    fn spend_replacements(&self, world: &mut State, orders: &mut Vec<Action>) {
        // Each one makes something whole, so this ends.
        for _ in 0..60 {
            let picture_of = |unit: Unit, s: &State| {
                let strength = i32::from(self.card(unit).strength);
                if self.on_map(s, unit) {
                    20 + strength
                } else if s.at(unit) == self.spot_of(Off::Cadre) {
                    10 + strength
                } else {
                    strength
                }
            };
            let s = *world;
            let mut all: Vec<(i32, Action)> = vec![];
            for with in self.rebuild_kinds(&s) {
                for unit in self.rebuildable(&s, with).iter() {
                    let one = Action::Rebuild { units: Units::only(unit), with };
                    all.push((picture_of(unit, &s), one));
                }
            }
            all.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
            if !all.into_iter().any(|(_, action)| self.order(world, action, orders)) {
                break;
            }
        }
    }

    /// [5.D.1.b] Supply for who can use it, the best first; points are kept for impulses and aircraft.
    fn give_out(&self, world: &mut State, orders: &mut Vec<Action>) {
        let s = *world;
        let side = s.initiative;
        let picture = self.picture(&s, side);
        if s.free_supply > 0 {
            let mut free: Vec<Unit> = self.ground.iter().filter(|it| self.check_free_unit(&s, *it).is_ok()).collect();
            free.sort_by_key(|unit| std::cmp::Reverse(self.thirst(&s, &picture, *unit)));
            let some: Units = free.into_iter().take(s.free_supply.into()).collect();
            if !some.is_empty() {
                self.order(world, Action::FreeSupply(some), orders);
            }
        }
        let lines = self.lines(world, side);
        let mut thirsty: Vec<Unit> =
            self.ground.iter().filter(|unit| self.check_supply_unit(world, *unit, &lines).is_ok()).collect();
        thirsty.sort_by_key(|unit| std::cmp::Reverse(self.thirst(&s, &picture, *unit)));
        let kept = self.kept_points(&s);
        let (mut some, mut paid) = (Units::empty(), 0);
        let points = 2 * self.points_of(world, side).saturating_sub(kept);
        for unit in thirsty {
            let price = if self.card(unit).division { 2 } else { 1 };
            if paid + price > points || self.thirst(&s, &picture, unit) <= 0 {
                continue;
            }
            let more = some | Units::only(unit);
            if self.check_supply(world, more).is_ok() {
                (some, paid) = (more, paid + price);
            }
        }
        if !some.is_empty() {
            self.order(world, Action::Supply(some), orders);
        }
    }

    /// Points that are not for trucks: further impulses, aircraft, rivers.
    pub(super) fn kept_points(&self, s: &State) -> u16 {
        let impulses = u16::from(self.most_impulses(s) - 1) * self.impulse_price(s);
        let sky = self.components.tables.visible[s.weather as usize] >= 3;
        let side = s.initiative;
        let aircraft = self.fliers.iter().filter(|air| self.side(*air) == side && self.on_map(s, *air)).count();
        let air = if sky {
            u16::try_from(aircraft).unwrap_or(0).min(u16::try_from(self.weights(s, side).air_points).unwrap_or(0))
        } else {
            0
        };
        let home = if self.is_out_for_gains(s, side) { 1 } else { 0 };
        impulses + air + home
    }

    /// How much maneuver supply does for a unit.
    fn thirst(&self, s: &State, picture: &Picture, unit: Unit) -> i32 {
        let strength = self.points_of_strength(s, unit);
        let at = s.at(unit);
        // Small units share a point.
        let double = if self.card(unit).division { 1 } else { 2 };
        if !self.is_hex(at) {
            return strength * double * 4;
        }
        if at == self.dunkirk {
            return 0;
        }
        let far = i32::from(picture.enemy[at.index()]);
        let fast = i32::from(self.card(unit).movement) / 5;
        let goal = i32::from(picture.to_goal[at.index()].min(200));
        let urge = if picture.attacks { (200 - goal) * self.weights(s, picture.side).urge / 100 } else { 6 };
        let use_of = match far {
            0..=2 => strength * 3 + fast,
            3..=8 => strength * 3 + fast - far,
            9..=16 => strength * 2 + fast - far,
            _ => strength - far / 2,
        };
        use_of * double + urge
    }

    /// [33.F] What is least missed.
    pub(super) fn choose_forgo(&self, s: &State, named: &[u8; 13]) -> Vec<Action> {
        let least = self.may_forgo(s, named).min_by_key(|kind| self.rebuildable(s, Some(*kind)).len());
        least.map(Action::Forgo).into_iter().collect()
    }

    /// [31.E.c] The weakest goes.
    pub(super) fn choose_withdrawal(&self, s: &State, unit: Unit) -> Vec<Action> {
        let weakest = self.substitutes(s, unit).iter().min_by_key(|it| self.points_of_strength(s, *it));
        weakest.map(Action::Withdraw).into_iter().collect()
    }
}
