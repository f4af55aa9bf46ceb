//! Paratroops: where to drop, and when.

use crate::action::Action;
use crate::components::{Place, Spread};
use crate::state::{Hexes, NOWHERE, Side, State, Unit, Units};
use crate::{National, RoadToTheRhine};
use referee::Spot;

impl RoadToTheRhine {
    /// [21.A.5.a], [21.C.b] A hex that wins something and can be supplied, or none.
    pub(super) fn choose_plot(&self, s: &State, unit: Unit) -> Action {
        let none = Action::Plot { unit, at: NOWHERE, impulse: 0 };
        if self.side(unit) == Side::GE {
            return none;
        }
        if self.scenario(s).victory == "market-garden" {
            let at = self.carpet_hex(s, unit).filter(|at| self.check_plot(s, unit, unit, *at, 0).is_ok());
            return at.map_or(none, |at| Action::Plot { unit, at, impulse: 0 });
        }
        let lines = self.lines(s, Side::AL);
        let near =
            board::flood(&self.components.map.board, s.here[Side::AL].iter().map(|hex| (hex, 0)), 40, |_, way| {
                (!self.all_sea.contains(way.to)).then_some(1)
            });
        let mut best: Option<(i32, Spot)> = None;
        for at in (0..self.hexes).map(Spot).filter(|hex| lines.contains(*hex)) {
            let far = i32::from(near.cost(at).unwrap_or(40));
            if !(2..=12).contains(&far) || self.check_plot(s, unit, unit, at, 0).is_err() {
                continue;
            }
            let worth = self.worth_of_drop(s, at, far);
            if best.is_none_or(|(known, _)| worth > known) {
                best = Some((worth, at));
            }
        }
        match best {
            Some((worth, at)) if worth > 20 => Action::Plot { unit, at, impulse: 0 },
            _ => none,
        }
    }

    /// A carpet from the front over the Waal: who is asked first lands at its far end, the second in the middle, the last
    /// near the front. Where a German list may put somebody nobody drops.
    fn carpet_hex(&self, s: &State, unit: Unit) -> Option<Spot> {
        let far_bank = *self.components.map.region("east-of-waal");
        let listed: Hexes = self
            .groups(s)
            .filter(|group| group.side == Side::GE)
            .filter_map(|group| match &group.spread {
                Spread::In(hexes) => Some(*hexes),
                _ => None,
            })
            .fold(Hexes::empty(), |all, hexes| all | hexes);
        let to_goal = self.to_goals(s, Side::AL);
        let british = |hex: &Spot| self.stack(s, Side::AL, *hex).iter().any(|it| self.group_of(it) == National::Third);
        let start = s.here[Side::AL].iter().filter(british).filter(|hex| !self.scheldt_side(*hex));
        let mut at = start.min_by_key(|hex| (to_goal[hex.index()], *hex))?;
        let mut path = vec![];
        while !far_bank.contains(at) && path.len() < 40 {
            at = self.ways(at).map(|way| way.to).min_by_key(|hex| (to_goal[hex.index()], *hex))?;
            path.push(at);
        }
        if !far_bank.contains(at) {
            return None;
        }
        path.retain(|hex| !listed.contains(*hex) && self.check_plot(s, unit, unit, *hex, 0).is_ok());
        let last = path.len().checked_sub(1)?;
        let number = self.droppers().filter(|(_, it)| it.0 < unit.0 && self.is_ready_to_drop(s, *it)).count();
        Some(match number % 5 {
            1 => path[last * 2 / 3],
            4 => path[last / 3],
            _ => path[last],
        })
    }

    /// West of Antwerp another river is meant.
    fn scheldt_side(&self, hex: Spot) -> bool {
        let column = |hex: Spot| self.components.map.grid.column_row(hex).0;
        self.antwerp.iter().any(|port| column(hex) <= column(port) + 1)
    }

    fn worth_of_drop(&self, s: &State, at: Spot, far: i32) -> i32 {
        let map = &self.components.map;
        let mut sum = -3 * far;
        // Behind a river, on a bridge, in a city that counts.
        let prize = self.prizes(s).iter().any(|(_, hexes)| hexes.contains(at) && !s.held.contains(at));
        let bridge = self.ways(at).any(|way| self.is_bridged(way.edge) && !s.held.contains(at));
        sum += 50 * i32::from(prize) + 16 * i32::from(bridge);
        sum += 4 * i32::from(self.ways(at).any(|way| self.is_road(way.edge)));
        sum += 3 * i32::from(map.place[at.index()] >= Place::Village);
        for way in self.ways(at) {
            let enemies = self.stack(s, Side::GE, way.to);
            sum -= 4 * enemies.iter().map(|unit| self.points_of_strength(s, unit)).sum::<i32>();
        }
        if s.here[Side::GE].contains(at) {
            sum -= 60;
        }
        // Together they hold.
        for plot in s.plots.iter().filter(|plot| **plot != NOWHERE) {
            sum += match map.grid.distance(*plot, at) {
                0 => -4,
                1 => 12,
                2 => 6,
                _ => 0,
            };
        }
        sum
    }

    /// [21.A.1.a] Drops that would be in supply and among friends or alone; not into the enemy.
    pub(super) fn wanted_drops(&self, s: &State) -> Vec<Action> {
        if s.reserve_phase {
            return vec![];
        }
        let lines = self.lines(s, s.initiative);
        let market_garden = self.scenario(s).victory == "market-garden";
        let early = market_garden && self.weights(s, s.initiative).drop_early > 0;
        let fits = |unit: &Unit| {
            let at = self.plot_of(s, *unit);
            at != NOWHERE
                && self.check_drop(s, *unit).is_ok()
                && !s.here[s.initiative.other()].contains(at)
                && (lines.contains(at) || early)
                && self.enemies_beside(s, at, s.initiative.other()) <= if market_garden { 12 } else { 8 }
        };
        let all: Units = self.ground.iter().filter(|unit| self.card(*unit).airborne).filter(fits).collect();
        all.iter().map(Action::Drop).collect()
    }

    fn enemies_beside(&self, s: &State, at: Spot, enemy: Side) -> i32 {
        let units = self.ways(at).flat_map(|way| self.stack(s, enemy, way.to).iter());
        units.map(|unit| self.points_of_strength(s, unit)).sum()
    }
}
