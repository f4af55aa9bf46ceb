//! Attacks: what one is worth by its column, and who joins it.

use super::picture::{FAR, Picture};
use crate::RoadToTheRhine;
use crate::action::Action;
use crate::components::{CombatResult, Place};
use crate::state::{Options, Side, State, Unit, Units};
use referee::Spot;

impl RoadToTheRhine {
    /// All attacks and drops of a declaration, and its end.
    pub(super) fn declarations(&self, s: &State, side: Side) -> Vec<Action> {
        let (mut world, mut orders) = (*s, vec![]);
        for drop in self.wanted_drops(s) {
            self.order(&mut world, drop, &mut orders);
        }
        let picture = self.picture(&world, side);
        loop {
            let mut best: Option<(i32, Spot, Units)> = None;
            for hex in world.here[side.other()].iter() {
                if world.attack_on(hex).is_some() {
                    continue;
                }
                let Some((worth, with)) = self.best_attack(&world, &picture, hex) else { continue };
                if best.is_none_or(|(known, ..)| worth > known) {
                    best = Some((worth, hex, with));
                }
            }
            let Some((_, hex, with)) = best else { break };
            if !self.order(&mut world, Action::Attack { hex, with }, &mut orders) {
                break;
            }
        }
        for hex in self.assaults_left(&world) {
            let with = self.stack(&world, side, hex) & world.airdrop;
            self.order(&mut world, Action::Attack { hex, with }, &mut orders);
        }
        orders.push(Action::Done);
        orders
    }

    /// [21.A.2.a] Drops among enemies that must be fought for.
    fn assaults_left(&self, s: &State) -> Vec<Spot> {
        let mut hexes: Vec<Spot> = s
            .airdrop
            .iter()
            .filter(|unit| self.on_map(s, *unit) && s.task[unit.index()] == 0)
            .map(|unit| s.at(unit))
            .filter(|hex| s.here[s.attacker().other()].contains(*hex))
            .collect();
        hexes.dedup();
        hexes
    }

    /// The best set of those who may attack a hex now, and what it promises.
    fn best_attack(&self, s: &State, picture: &Picture, hex: Spot) -> Option<(i32, Units)> {
        let near = self.ways(hex).any(|way| s.here[picture.side].contains(way.to));
        if !near && !s.here[picture.side].contains(hex) {
            return None;
        }
        let able = self.open_attack(s, hex);
        let must: Units = able.iter().filter(|unit| s.airdrop.contains(*unit) && s.at(*unit) == hex).collect();
        let mut order: Vec<Unit> = (able - must).iter().collect();
        order.sort_by_key(|unit| std::cmp::Reverse(self.attack_of(s, *unit, hex, Units::only(*unit))));
        let mut with = must;
        let mut best: Option<(i32, Units)> = None;
        for unit in order {
            with.insert(unit);
            if self.check_attack(s, hex, with).is_err() {
                continue;
            }
            let crowd = self.weights(s, picture.side).crowd * i32::try_from(with.len()).unwrap_or(0);
            let worth = self.worth_of_attack(s, picture, hex, with, 0) - crowd;
            if best.is_none_or(|(known, _)| worth > known) {
                best = Some((worth, with));
            }
        }
        best.filter(|(worth, _)| *worth > self.weights(s, picture.side).promise)
    }

    /// The mean of what the dice may bring: ground, levels of both sides, the end of who cannot go.
    pub(super) fn worth_of_attack(&self, s: &State, picture: &Picture, hex: Spot, with: Units, air: i8) -> i32 {
        let odds = self.odds(s, hex, with, air);
        if odds.raw.is_none() {
            return -100;
        }
        let target = self.stack(s, picture.side.other(), hex);
        let take = self.worth_of_hex(s, picture, hex, with);
        let own = self.cheapest_level(s, with) * picture.thrift / 10;
        let his = self.cheapest_level(s, target) * 10;
        let all: i32 = target.iter().map(|unit| self.level_of(s, unit) * 10).sum();
        let doomed = target.iter().all(|unit| self.first_hexes(s, unit).is_empty());
        let body: i32 = target.iter().map(|unit| self.points_of_strength(s, unit) * 10 + 10).sum();
        let gone = if doomed { body } else { 0 };
        let table = &self.components.tables.combat[usize::from(s.options.has(Options::CONSERVATIVE))];
        let mut sum = 0;
        for row in table {
            sum += match row[usize::from(odds.column)] {
                CombatResult::ARL => -own - 20,
                CombatResult::AL => -own,
                CombatResult::NE => -2,
                CombatResult::DX => take + gone - own,
                CombatResult::EX => (take + gone) * 2 / 3 + his - own,
                CombatResult::DR => take + gone,
                CombatResult::DRL => take + gone.max(his),
                CombatResult::DM => take + gone.max(all),
            };
        }
        let (river, sea) = self.water_price(s, hex, with);
        sum / 6 - 4 * i32::from(river + sea)
    }

    /// What the hex itself is worth: on the way to a goal, a place, in the way of others.
    fn worth_of_hex(&self, s: &State, picture: &Picture, hex: Spot, with: Units) -> i32 {
        let map = &self.components.map;
        let place = match map.place[hex.index()] {
            Place::Major => 24,
            Place::City => 16,
            Place::Town => 6,
            _ => 0,
        };
        if !picture.attacks {
            // Out of the ground he has won, or away from what he wants.
            return self.weights(s, picture.side).take_defending + place / 2 + picture.need[hex.index()].min(80) / 8;
        }
        let mut sum = self.weights(s, picture.side).take + place;
        let here = picture.to_goal[hex.index()];
        let there = with.iter().map(|unit| picture.to_goal[s.at(unit).index()]).min().unwrap_or(FAR);
        if here < there && there < FAR {
            sum += i32::from(there - here).min(24);
            sum += (120 - i32::from(here.min(120))) / 4;
        }
        if picture.goals.contains(hex) {
            sum += 60;
        }
        sum
    }

    /// Strength that goes with the next level of a unit.
    pub(super) fn level_of(&self, s: &State, unit: Unit) -> i32 {
        let card = self.card(unit);
        match card.back {
            Some(back) if !s.reduced.contains(unit) => i32::from(card.strength - back.min(card.strength)),
            _ => self.points_of_strength(s, unit) + 1,
        }
    }

    fn cheapest_level(&self, s: &State, units: Units) -> i32 {
        units.iter().map(|unit| self.level_of(s, unit)).min().unwrap_or(0)
    }

    /// [11.f] The surest attack first: it opens ways for others.
    pub(super) fn choose_battle(&self, s: &State) -> Vec<Action> {
        let picture = self.picture(s, s.attacker());
        let mut best: Option<(i32, Action)> = None;
        for (index, attack) in s.open_attacks() {
            let action = Action::Resolve(attack.hex);
            let with = self.present(s, self.tasked(s, index));
            if self.check_action(s, &action).is_err() {
                continue;
            }
            let worth = match with.is_empty() || !s.here[s.attacker().other()].contains(attack.hex) {
                true => 0,
                false => self.worth_of_attack(s, &picture, attack.hex, with, attack.shift),
            };
            // Air and losses may have made it hopeless.
            if worth > -15 && best.as_ref().is_none_or(|(known, _)| worth > *known) || attack.assault {
                best = Some((if attack.assault { i32::MAX } else { worth }, action));
            }
        }
        vec![best.map_or(Action::Done, |(_, action)| action)]
    }
}
