//! Answers in a battle: bids, losses, retreats, advances.

use super::picture::Picture;
use crate::RoadToTheRhine;
use crate::action::{Action, Chase};
use crate::components::Place;
use crate::state::{Battle, Side, State, Unit, Units};
use referee::Spot;

impl RoadToTheRhine {
    /// [11.B.DX.a] He goes in any case: a level is given only by who has no way out.
    pub(super) fn choose_bid(&self, s: &State) -> Action {
        let Some(battle) = s.battle else { return Action::Bid(0) };
        let most = self.levels(s, s.attacker().other());
        let left = self.present(s, battle.defenders);
        let doomed = left.iter().all(|unit| self.first_hexes(s, unit).is_empty());
        Action::Bid(if doomed { most.into() } else { 0 })
    }

    /// [11.B.EX.b] Who wants the hex more than a level raises.
    pub(super) fn choose_escalation(&self, s: &State, attacker: bool) -> Action {
        let Some(battle) = s.battle else { return Action::Decline };
        let side = if attacker { s.attacker() } else { s.attacker().other() };
        let picture = self.picture(s, side);
        let units = self.present(s, if attacker { battle.attackers } else { battle.defenders });
        let level = units.iter().map(|unit| self.level_of(s, unit)).min().unwrap_or(9) * picture.thrift / 10;
        let stake = self.stake(s, &picture, &battle, attacker);
        // The more was raised already, the less it takes to be the one who goes.
        let raised = i32::from(battle.bids[usize::from(!attacker)]);
        if stake > level + 6 * raised { Action::Escalate } else { Action::Decline }
    }

    /// What the hex is worth to who asks whether to raise.
    fn stake(&self, s: &State, picture: &Picture, battle: &Battle, attacker: bool) -> i32 {
        let hex = battle.target;
        let place = match self.components.map.place[hex.index()] {
            Place::Major => 30,
            Place::City => 20,
            Place::Town => 6,
            _ => 0,
        };
        if attacker {
            let near = if picture.attacks { (120 - i32::from(picture.to_goal[hex.index()].min(120))) / 4 } else { 0 };
            return 12 + place + near + 60 * i32::from(picture.goals.contains(hex));
        }
        let left = self.present(s, battle.defenders);
        let doomed = left.iter().all(|unit| self.first_hexes(s, unit).is_empty());
        let body: i32 = left.iter().map(|unit| self.points_of_strength(s, unit) * 10).sum();
        let his = self
            .goals_of(s, picture.side.other())
            .iter()
            .any(|(goal, extra)| *goal == hex && i32::from(*extra) < self.guarded_within(s, picture.side));
        8 + place + picture.need[hex.index()].min(120) / 8 + if doomed { body } else { 0 } + 60 * i32::from(his)
    }

    /// [11.C.a] The level that costs least; nobody leaves the map for it if another can pay.
    pub(super) fn choose_loss(&self, s: &State, side: Side) -> Vec<Action> {
        let cost = |unit: &Unit| {
            let whole = self.card(*unit).back.is_some() && !s.reduced.contains(*unit);
            self.level_of(s, *unit) * 2 + if whole { 0 } else { 3 }
        };
        self.losers(s, side).iter().min_by_key(cost).map(Action::Lose).into_iter().collect()
    }

    /// [11.D.b] Back to where the unit is of use and in supply.
    pub(super) fn choose_first(&self, s: &State, side: Side, todo: Units) -> Vec<Action> {
        let picture = self.picture(s, side);
        let lines = self.lines(s, side);
        let Some(unit) = todo.first() else { return vec![] };
        let value = |hex: &Spot| self.refuge(s, &picture, unit, *hex, lines.contains(*hex));
        let best = self.first_hexes(s, unit).into_iter().max_by_key(value);
        best.map(|to| Action::First { units: Units::only(unit), to }).into_iter().collect()
    }

    /// [11.D.b] The enemy is sent where he is of least use.
    pub(super) fn choose_second(&self, s: &State, side: Side) -> Vec<Action> {
        let Some(unit) = s.fleers().next() else { return vec![] };
        let owner = side.other();
        let picture = self.picture(s, owner);
        let lines = self.lines(s, owner);
        let value = |hex: &Spot| self.refuge(s, &picture, unit, *hex, lines.contains(*hex));
        let worst = self.second_hexes(s, unit).into_iter().min_by_key(value);
        worst.map(|to| Action::Second { units: Units::only(unit), to }).into_iter().collect()
    }

    pub(super) fn choose_further(&self, s: &State, unit: Unit) -> Vec<Action> {
        let side = self.side(unit);
        let picture = self.picture(s, side);
        let lines = self.lines(s, side);
        let value = |hex: &Spot| self.refuge(s, &picture, unit, *hex, lines.contains(*hex));
        let best = self.further_hexes(s, unit).into_iter().max_by_key(value);
        best.map(|to| Action::Further { unit, to }).into_iter().collect()
    }

    fn refuge(&self, s: &State, picture: &Picture, unit: Unit, hex: Spot, supplied: bool) -> i32 {
        let mut sum = self.use_of(s, picture, unit, hex) - picture.pressure[hex.index()] / 4;
        sum -= if supplied { 0 } else { 60 };
        // [34.B.e]
        if picture.side == Side::AL
            && self.scenario(s).victory == "bulge"
            && self.components.map.region("between-waal-and-lek").contains(hex)
        {
            sum += 200;
        }
        let place = self.components.map.place[hex.index()];
        sum + if place >= Place::Town { 6 } else { 0 }
    }

    /// [11.E.b] Forward where it is worth it; a hex that is held against a counter-attack is not left for nothing.
    pub(super) fn choose_advance(&self, s: &State, side: Side) -> Vec<Action> {
        let mut picture = self.picture(s, side);
        let mut best: Option<(i32, Action)> = None;
        for unit in self.followers(s).iter() {
            let from = s.at(unit);
            self.count_cover(s, &mut picture, unit, from, -1);
            let stays = self.place_value(s, &picture, unit, from);
            for leg in self.open_advance(s, unit).ends() {
                let path = match leg.via == from {
                    true => vec![leg.spot],
                    false => vec![leg.via, leg.spot],
                };
                let Ok(path) = Chase::try_from(&path[..]) else { continue };
                let mut gain = self.place_value(s, &picture, unit, leg.spot) - stays;
                // Ground that was paid for, and the enemy's line with a hole in it.
                let empty =
                    s.battle.is_some_and(|battle| leg.spot == battle.target && !s.here[side].contains(leg.spot));
                gain += if picture.attacks && empty { 20 } else { 0 };
                if gain > 0 && best.as_ref().is_none_or(|(known, _)| gain > *known) {
                    best = Some((gain, Action::Advance { unit, path }));
                }
            }
            self.count_cover(s, &mut picture, unit, from, 1);
        }
        vec![best.map_or(Action::Done, |(_, action)| action)]
    }
}
