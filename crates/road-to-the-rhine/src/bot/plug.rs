//! Holes in the own front: the way by which the enemy would come soonest to what he wants, and who closes it.

use super::march::Reaches;
use super::picture::Picture;
use crate::RoadToTheRhine;
use crate::action::Action;
use crate::components::{Ground, Place};
use crate::state::{HEXES, Hexes, Side, State, Unit, Units};
use board::Way;
use referee::Spot;

/// A unit has to be fought.
const UNIT: u16 = 60;
/// Foot soldiers come later.
const FOOT: u16 = 20;

/// Who bars the way: own units and their zones.
struct Line {
    enemy: Side,
    units: Hexes,
    zones: Hexes,
    /// What a zone adds to a way: it ends a move.
    zone: u16,
}

impl RoadToTheRhine {
    /// Moves units from behind the front into its holes, the worst hole first. Whoever moved is no longer free.
    pub(super) fn plug(
        &self,
        world: &mut State,
        picture: &mut Picture,
        free: Units,
        reaches: &mut Reaches,
        orders: &mut Vec<Action>,
    ) {
        let (side, enemy) = (picture.side, picture.side.other());
        let mut goals = self.guarded_goals(world, enemy);
        let mut free = free;
        while !free.is_empty() && !goals.is_empty() {
            let line = self.line_of(world, side);
            let Some(path) = self.leak(world, &line, &goals) else { break };
            let mut step_at = vec![u16::MAX; HEXES];
            for (step, hex) in (0u16..).zip(&path) {
                step_at[hex.index()] = step;
            }
            let mut best: Option<(i32, Unit, Spot)> = None;
            for unit in free.iter() {
                let strength = self.points_of_strength(world, unit);
                let lone = |hex: Spot| self.check_stack(world, side, hex, Units::only(unit)).is_ok();
                for leg in reaches.of(self, world, unit).ends() {
                    if !self.is_hex(leg.spot) || step_at[leg.spot.index()] == u16::MAX || !lone(leg.spot) {
                        continue;
                    }
                    let i = leg.spot.index();
                    let danger = (picture.pressure[i] - strength * 16).max(0) / 8;
                    let worth = picture.ground[i] * 5 + strength.min(5) * 2 - i32::from(leg.cost) / 4 - danger.min(24);
                    if best.is_none_or(|(known, ..)| worth > known) {
                        best = Some((worth, unit, leg.spot));
                    }
                }
            }
            let moved = best.and_then(|(_, unit, to)| {
                let path = self.route(reaches.of(self, world, unit), to)?;
                let from = world.at(unit);
                let done = self.order(world, Action::Move { unit, path, breaks: false }, orders);
                free.remove(unit);
                if done {
                    self.count_cover(world, picture, unit, from, -1);
                    self.count_cover(world, picture, unit, to, 1);
                }
                Some(())
            });
            if moved.is_none() {
                // Nobody can close it: look for holes on the way to other goals.
                let lost = path.last().copied();
                goals.retain(|goal| Some(*goal) != lost);
            }
        }
    }

    /// Goals of the enemy with less than so much added to the way there are guarded; in the Bulge Antwerp too.
    pub(super) fn guarded_within(&self, s: &State, side: Side) -> i32 {
        if self.scenario(s).victory == "bulge" { self.weights(s, side).guard_bulge } else { 30 }
    }

    /// What the enemy wants, has not yet, and must not get.
    pub(super) fn guarded_goals(&self, s: &State, enemy: Side) -> Vec<Spot> {
        let wanted = self.goals_of(s, enemy).into_iter();
        let guarded = wanted.filter(|(_, extra)| i32::from(*extra) < self.guarded_within(s, enemy.other()));
        guarded.map(|(hex, _)| hex).filter(|hex| !s.here[enemy].contains(*hex)).collect()
    }

    fn line_of(&self, s: &State, side: Side) -> Line {
        let mut zones = Hexes::empty();
        for hex in s.here[side].iter() {
            for way in self.ways(hex) {
                if !self.is_major(way.edge) && !self.is_sea(way.edge) {
                    zones.insert(way.to);
                }
            }
        }
        let zone = u16::try_from(self.weights(s, side).zone).unwrap_or(0);
        Line { enemy: side.other(), units: s.here[side], zones, zone }
    }

    /// What a step costs the enemy, as he would reckon it.
    fn leak_toll(&self, s: &State, line: &Line, from: Spot, way: Way) -> Option<u16> {
        let (map, tables) = (&self.components.map, &self.components.tables);
        let open = |hex: Spot| !self.all_sea.contains(hex) && !self.swiss.contains(hex) && self.in_scenario_map(s, hex);
        if !open(way.to) || self.is_sea(way.edge) || self.dam_stands(s, way.edge) {
            return None;
        }
        let i = way.to.index();
        let wide = self.wide_river(s, way.edge);
        let ground = match (map.place[i], map.ground[i]) {
            (Place::City | Place::Major, _) => tables.city,
            (_, Ground::Rough) => tables.rough,
            (_, Ground::Mountain) => tables.mountain,
            _ => tables.clear,
        };
        let minor = tables.minor * u16::from(self.is_minor(s, way.edge));
        let step = if self.is_road(way.edge) && !wide { tables.road } else { ground + if wide { 20 } else { minor } };
        let zone = line.zones.contains(way.to);
        let held = match (line.units.contains(way.to), zone, line.zones.contains(from)) {
            (true, ..) => UNIT,
            (false, true, true) => line.zone * 2,
            (false, true, false) => line.zone,
            (false, false, _) => 0,
        };
        Some(step + held)
    }

    /// The enemy's shortest way to a goal, if it is short enough to matter.
    fn leak(&self, s: &State, line: &Line, goals: &[Spot]) -> Option<Vec<Spot>> {
        let mut fast = Hexes::empty();
        for unit in self.troops(s, line.enemy).filter(|unit| self.card(*unit).movement > 10) {
            fast.insert(s.at(unit));
        }
        let sources = s.here[line.enemy].iter().map(|hex| (hex, if fast.contains(hex) { 0 } else { FOOT }));
        // As far as a fast unit drives in a player-turn and somewhat more: what lies beyond is safe for now.
        let leak = u16::try_from(self.weights(s, line.enemy.other()).leak).unwrap_or(0);
        let board = &self.components.map.board;
        let flood = board::flood(board, sources, leak, |from, way| self.leak_toll(s, line, from, way));
        let goal = goals.iter().copied().filter_map(|goal| flood.cost(goal).map(|cost| (cost, goal))).min()?;
        let mut path = vec![goal.1];
        let mut at = goal.1;
        while !s.here[line.enemy].contains(at) && path.len() < 120 {
            let paid = flood.cost(at)?;
            let back = self.ways(at).find(|way| {
                let here = Way { to: at, edge: way.edge };
                let before = flood.cost(way.to);
                before.is_some_and(|before| {
                    self.leak_toll(s, line, way.to, here).is_some_and(|toll| before + toll == paid)
                })
            })?;
            at = back.to;
            path.push(at);
        }
        path.reverse();
        Some(path)
    }
}
