//! Movement: first those who join an attack, then those who are wanted elsewhere.

use super::picture::{FAR, Picture};
use crate::action::{Action, Route};
use crate::state::{Side, State, Unit, Units};
use crate::{Off, RoadToTheRhine};
use referee::{Reach, Spot};

/// Reaches that were worked out in this phase.
pub(super) struct Reaches {
    known: Vec<Option<Reach>>,
}

impl Reaches {
    pub(super) fn of<'a>(&'a mut self, game: &RoadToTheRhine, s: &State, unit: Unit) -> &'a Reach {
        self.known[unit.index()].get_or_insert_with(|| game.reach_of(s, unit))
    }
}

/// Who attacks from where: nobody moves who stands there already.
type Lineup = Vec<(Unit, Option<Spot>)>;

impl RoadToTheRhine {
    /// All moves of a phase, and its end.
    pub(super) fn march(&self, s: &State, side: Side) -> Vec<Action> {
        let mut picture = self.picture(s, side);
        let (mut world, mut orders) = (*s, vec![]);
        let mut reaches = Reaches { known: vec![None; self.cards.len()] };
        let movers: Units = self.ground.iter().filter(|unit| self.check_mover(s, *unit).is_ok()).collect();
        let tasked = self.line_up(&mut world, &mut picture, movers, &mut reaches, &mut orders);
        let last = s.reserve_phase || self.is_last_impulse(s);
        if !picture.attacks {
            // Who touches the enemy holds the line; the others close its holes.
            let behind: Units = (movers - tasked - world.finished)
                .iter()
                .filter(|unit| !self.is_hex(s.at(*unit)) || picture.enemy[s.at(*unit).index()] > 1)
                .collect();
            self.plug(&mut world, &mut picture, behind, &mut reaches, &mut orders);
        }
        let mut left: Vec<Unit> = (movers - tasked).iter().collect();
        left.sort_by_key(|unit| {
            (std::cmp::Reverse(self.card(*unit).movement), std::cmp::Reverse(self.card(*unit).strength))
        });
        for unit in left {
            if world.finished.contains(unit)
                || !last && !self.exploits(&world, &picture, unit)
                || self.holds_line(&world, &picture, unit)
            {
                continue;
            }
            if let Some(path) = self.best_place(&world, &mut picture, unit, last, &mut reaches) {
                let from = world.at(unit);
                let to = path.last().unwrap_or(from);
                if self.order(&mut world, Action::Move { unit, path, breaks: false }, &mut orders) {
                    self.count_cover(&world, &mut picture, unit, from, -1);
                    self.count_cover(&world, &mut picture, unit, to, 1);
                }
            }
        }
        orders.push(Action::Done);
        orders
    }

    /// Beside the enemy, and strong enough to stay there.
    fn holds_line(&self, s: &State, picture: &Picture, unit: Unit) -> bool {
        let at = s.at(unit);
        !picture.attacks
            && self.is_hex(at)
            && picture.enemy[at.index()] == 1
            && picture.pressure[at.index()] <= self.weights(s, picture.side).hold * picture.cover[at.index()]
            && !s.unsupplied.contains(unit)
    }

    /// Whether a unit goes before the last impulse: through a hole, or onto the map.
    fn exploits(&self, s: &State, picture: &Picture, unit: Unit) -> bool {
        let waits = s.at(unit) == self.spot_of(Off::Waiting);
        let fast = self.card(unit).needs && !self.lacks_fuel(s, unit);
        waits || picture.attacks && fast && s.impulse > 1
    }

    /// Finds attacks by those who stand beside the enemy and those who can come, and moves the latter.
    fn line_up(
        &self,
        world: &mut State,
        picture: &mut Picture,
        movers: Units,
        reaches: &mut Reaches,
        orders: &mut Vec<Action>,
    ) -> Units {
        let (side, enemy) = (picture.side, picture.side.other());
        let mut tasked = Units::empty();
        let s = *world;
        let near = |unit: &Unit| {
            let at = s.at(*unit);
            let far = if self.is_hex(at) { picture.enemy[at.index()] } else { 0 };
            far > 1 && far <= self.allowance(&s, *unit) / 8 && !self.lacks_fuel(&s, *unit)
                || far == 1 && !self.lacks_fuel(&s, *unit)
        };
        let comers: Vec<Unit> = movers.iter().filter(near).collect();
        let mut lineups: Vec<(i32, Spot)> = vec![];
        for hex in s.here[enemy].iter() {
            if hex == self.dunkirk {
                continue;
            }
            if let Some((worth, _)) = self.best_lineup(&s, picture, hex, &comers, tasked, reaches) {
                lineups.push((worth, hex));
            }
        }
        lineups.sort_by_key(|(worth, hex)| (std::cmp::Reverse(*worth), *hex));
        for (_, hex) in lineups {
            // The best may have been taken for another attack meanwhile.
            let Some((_, lineup)) = self.best_lineup(world, picture, hex, &comers, tasked, reaches) else { continue };
            for (unit, to) in lineup {
                let from = world.at(unit);
                let Some(to) = to else {
                    tasked.insert(unit);
                    continue;
                };
                let Some(path) = self.route(reaches.of(self, &s, unit), to) else { continue };
                if self.order(world, Action::Move { unit, path, breaks: false }, orders) {
                    tasked.insert(unit);
                    self.count_cover(world, picture, unit, from, -1);
                    self.count_cover(world, picture, unit, to, 1);
                }
            }
        }
        debug_assert!(tasked.iter().all(|unit| self.side(unit) == side));
        tasked
    }

    /// The best attack on a hex that can be brought about by moves.
    fn best_lineup(
        &self,
        s: &State,
        picture: &Picture,
        hex: Spot,
        comers: &[Unit],
        tasked: Units,
        reaches: &mut Reaches,
    ) -> Option<(i32, Lineup)> {
        let side = picture.side;
        let mut world = *s;
        let mut order: Vec<(u32, Unit, Option<Spot>)> = vec![];
        let places: Vec<Spot> = self.ways(hex).map(|way| way.to).collect();
        for place in &places {
            for unit in self.stack(s, side, *place).iter() {
                if !tasked.contains(unit) && self.check_attacker(s, unit, hex).is_ok() {
                    order.push((self.attack_of(s, unit, hex, Units::only(unit)), unit, None));
                }
            }
        }
        let free = |place: &&Spot| !s.here[side.other()].contains(**place) && !self.all_sea.contains(**place);
        let free: Vec<Spot> = places.iter().filter(free).copied().collect();
        for unit in comers.iter().copied().filter(|unit| !tasked.contains(*unit)) {
            let at = s.at(unit);
            if s.finished.contains(unit) || order.iter().any(|(_, it, _)| *it == unit) {
                continue;
            }
            let near =
                !self.is_hex(at) || self.components.map.grid.distance(at, hex) <= self.allowance(s, unit) / 8 + 1;
            if !near {
                continue;
            }
            let mut best: Option<(u32, u16, Spot)> = None;
            for place in &free {
                let Some(leg) = reaches.of(self, s, unit).leg(*place).copied().filter(|leg| leg.end) else { continue };
                self.put(&mut world, unit, *place);
                world.spent[unit.index()] = 1;
                let strength = self.attack_of(&world, unit, hex, Units::only(unit));
                let lawful = self.check_stack(s, side, *place, Units::only(unit)).is_ok()
                    && self.check_attacker(&world, unit, hex).is_ok();
                if lawful && best.is_none_or(|(known, cost, _)| (strength, cost) > (known, leg.cost)) {
                    best = Some((strength, leg.cost, *place));
                }
                self.put(&mut world, unit, at);
                world.spent[unit.index()] = s.spent[unit.index()];
            }
            order.extend(best.map(|(strength, _, place)| (strength, unit, Some(place))));
        }
        // Who stands there already comes first, then the strongest.
        order.sort_by_key(|(strength, unit, to)| (to.is_some(), std::cmp::Reverse(*strength), *unit));
        let (mut lineup, mut with) = (Lineup::new(), Units::empty());
        let mut best: Option<(i32, Lineup)> = None;
        for (_, unit, to) in order.into_iter().take(14) {
            if let Some(to) = to {
                if self.check_stack(&world, side, to, Units::only(unit)).is_err() {
                    continue;
                }
                self.put(&mut world, unit, to);
                world.spent[unit.index()] = 1;
            }
            with.insert(unit);
            lineup.push((unit, to));
            let odds = self.odds(&world, hex, with, 0);
            if odds.raw.is_none() || odds.known < 0 {
                continue;
            }
            let crowd = self.weights(s, picture.side).crowd;
            let crowd: i32 = lineup.iter().map(|(_, to)| if to.is_some() { 5 * crowd / 2 } else { crowd }).sum();
            let worth = self.worth_of_attack(&world, picture, hex, with, 0) - crowd;
            if best.as_ref().is_none_or(|(known, _)| worth > *known) {
                best = Some((worth, lineup.clone()));
            }
        }
        best.filter(|(worth, _)| *worth > self.weights(s, picture.side).lineup)
    }

    pub(super) fn route(&self, reach: &Reach, to: Spot) -> Option<Route> {
        reach.leg(to).filter(|leg| leg.end)?;
        Route::try_from(&reach.path_to(to)[..]).ok().filter(|path| !path.is_empty())
    }

    /// Where a unit is wanted most, if that is not where it is.
    fn best_place(
        &self,
        s: &State,
        picture: &mut Picture,
        unit: Unit,
        last: bool,
        reaches: &mut Reaches,
    ) -> Option<Route> {
        let from = s.at(unit);
        if from == self.dunkirk {
            return None;
        }
        self.count_cover(s, picture, unit, from, -1);
        let stays = if self.is_hex(from) { self.place_value(s, picture, unit, from) } else { -10_000 };
        let mut best: Option<(i32, Spot)> = None;
        for leg in reaches.of(self, s, unit).ends() {
            if !self.is_hex(leg.spot) || self.check_stack(s, picture.side, leg.spot, Units::only(unit)).is_err() {
                continue;
            }
            let value = self.place_value(s, picture, unit, leg.spot);
            if best.is_none_or(|(known, _)| value > known) {
                best = Some((value, leg.spot));
            }
        }
        self.count_cover(s, picture, unit, from, 1);
        let (value, to) = best?;
        let nearer = self.is_hex(from)
            && picture.to_goal[from.index()] < FAR
            && picture.to_goal[from.index()] >= picture.to_goal[to.index()].saturating_add(10);
        let weights = self.weights(s, picture.side);
        let wanted = match (s.reserve_phase, last) {
            (true, _) => value > stays + weights.pressing,
            (false, true) => value > stays + weights.better,
            (false, false) => value > stays + weights.better && (nearer || !self.is_hex(from)),
        };
        if !wanted {
            return None;
        }
        self.route(reaches.of(self, s, unit), to)
    }
}
