//! What the yardstick plays by: how a position looks, and which actions promise something, as on 2026-11-16. It stays as
//! it is; what the levels at the table play by is in `judgement.rs`.

use crate::HurtgenForest;
use crate::action::Action;
use crate::components::CombatResult;
use crate::sequence::Step;
use crate::state::{Battle, Hexes, Side, State, Unit, Units};
use referee::Spot;

/// Positions and promises are counted in hundredths of a Victory Point.
pub(crate) const POINT: i32 = 100;
/// Next to an enemy combat is mandatory, for both sides in turn: we reckon that one such neighbour in four dies of it.
const LOST_BY_CONTACT: i32 = 4;

impl HurtgenForest {
    /// How good the position looks for a side, in hundredths of a Victory Point.
    pub(crate) fn value_of(&self, s: &State, side: Side) -> i32 {
        let us = i32::from(s.points[Side::US]);
        let german = i32::from(s.points[Side::German]);
        let points = (us - german) * POINT;
        let us_view =
            points + self.towns_won(s) + self.ground_gained(s) + self.withdrawal_pressure(s) + self.massing(s);
        if side == Side::US { us_view } else { -us_view }
    }

    /// [15.21] Towns that would score now: worth more the nearer the end is.
    pub(crate) fn towns_won(&self, s: &State) -> i32 {
        let towns: u16 = self.open_towns(s).map(|town| town.points).sum();
        i32::from(towns) * (40 + 60 * i32::from(s.turn) / i32::from(s.turns.max(1)))
    }

    /// Towns: who holds them or stands near, weighted by their points.
    pub(crate) fn ground_gained(&self, s: &State) -> i32 {
        let mut sum = 0;
        let us = self.of_side(Side::US) - self.artillery;
        let us: Hexes = us.iter().map(|unit| s.at(unit)).filter(|&at| self.is_hex(at)).collect();
        for (town, far) in self.components.tables.objectives.iter().zip(&self.to_towns) {
            let worth = i32::from(town.points);
            let open = town.hexes.iter().all(|&hex| {
                !s.zones[Side::German].contains(hex) && s.occupant(hex).is_none_or(|unit| self.side(unit) == Side::US)
            });
            let us = us.iter().map(|at| i32::from(far[at.index()])).min().unwrap_or(40);
            sum += worth * (60 - 3 * us.min(20));
            if open && us <= 2 {
                sum += worth * 40;
            }
        }
        sum / 4
    }

    /// [12.0] Units of the 116th on the map: what they will still cost, and how far it is for them to get out.
    pub(crate) fn withdrawal_pressure(&self, s: &State) -> i32 {
        let map = &self.components.map;
        let late =
            self.of_side(Side::German).iter().filter(|&unit| self.card(unit).withdraws && self.is_hex(s.at(unit)));
        late.map(|unit| {
            let (column, row) = self.grid.column_row(s.at(unit));
            let way_out = i32::from(map.columns() - column).min(i32::from(map.rows() - row));
            self.future_penalty(s, unit) + 25 * way_out
        })
        .sum()
    }

    /// [12.11] Penalties that a unit of the 116th may still bring, if it stays and lives: alive it is worth more to
    /// the US player than dead.
    pub(crate) fn future_penalty(&self, s: &State, unit: Unit) -> i32 {
        if !self.card(unit).withdraws {
            return 0;
        }
        let tables = &self.components.tables;
        let left = i32::from(s.turns) + 1 - i32::from((s.turn + 1).max(tables.penalty_from_turn));
        POINT * i32::from(tables.penalty_points) * left.max(0)
    }

    /// What the loss of a unit brings the other side.
    pub(crate) fn stake(&self, s: &State, unit: Unit) -> i32 {
        i32::from(self.worth(unit)) * POINT - self.future_penalty(s, unit)
    }

    /// US units forward, German units between them and the towns.
    fn massing(&self, s: &State) -> i32 {
        let forward = |unit: Unit| {
            let (column, _) = self.grid.column_row(s.at(unit));
            i32::from(column)
        };
        let on_map = |side: Side| self.of_side(side).iter().filter(move |&unit| self.is_hex(s.at(unit)));
        let us: i32 = on_map(Side::US)
            .map(|unit| if self.card(unit).artillery { forward(unit) } else { 4 * forward(unit) })
            .sum();
        let threatened: i32 = Side::BOTH
            .iter()
            .map(|&side| {
                let guns = on_map(side).filter(|&unit| self.card(unit).artillery);
                let exposed = guns.filter(|&unit| self.enemy_controls(s, side, s.at(unit))).count();
                let exposed = i32::try_from(exposed).expect("few guns");
                if side == Side::US { -150 * exposed } else { 150 * exposed }
            })
            .sum();
        us + threatened
    }

    /// What an action promises before it is tried, in hundredths of a Victory Point for whoever makes it.
    pub(crate) fn advice_on(&self, s: &State, action: &Action) -> i32 {
        match (s.now(), action) {
            (Some(Step::Movement(side)), Action::Move { unit, path }) => match path.last() {
                Some(to) if self.is_hex(to) => self.contact(s, side, *unit, to),
                _ => 0,
            },
            (Some(Step::Combat(_)), Action::Attack { targets, with }) => {
                let battle = Battle { attackers: *with, defenders: *targets, ..Battle::default() };
                self.expectation(s, &battle)
            }
            (Some(Step::Barrage(_)), Action::Barrage { guns }) => {
                self.expectation(s, &Battle { barrage: *guns, ..s.battle }) - 15 * count(*guns)
            }
            (Some(Step::Support(_)), Action::Support { points }) => {
                let support = u8::try_from(*points).unwrap_or(0);
                self.expectation(s, &Battle { support, ..s.battle }) - 8 * i32::from(*points)
            }
            (Some(Step::ProtectiveFire(_)), Action::ProtectiveFire { guns }) => {
                -self.expectation(s, &Battle { protective_fire: *guns, ..s.battle }) - 10 * count(*guns)
            }
            _ => 0,
        }
    }

    /// The odds a unit would bring about by moving next to enemies: it has to attack what it touches, with
    /// whoever stands there already and what support there is.
    pub(crate) fn contact(&self, s: &State, side: Side, unit: Unit, to: Spot) -> i32 {
        let foes = self.foes(s, side, to);
        if foes.is_empty() {
            return 0;
        }
        if self.card(unit).artillery {
            return -300;
        }
        let mut sum = 0;
        for foe in foes {
            let others = self.foes(s, side.other(), s.at(foe)) - Units::only(unit);
            let attackers = others | Units::only(unit);
            let strength: i32 = attackers.iter().map(|unit| i32::from(self.card(unit).attack)).sum();
            let help = if side == Side::US { 4 } else { 2 };
            let line = self.components.tables.combat.ground_line[self.ground(s.at(foe)) as usize];
            let bonus = if foes.len() > 1 { -1 } else { 0 };
            let needed = i32::from(self.card(foe).defense) + 3 - i32::from(line);
            let margin = (strength + help - needed + bonus).clamp(-4, 4);
            sum += 60 * margin - 40;
            if side == Side::US {
                sum -= self.future_penalty(s, foe) / LOST_BY_CONTACT; // leave alone what pays every turn
            }
            if self.card(foe).artillery {
                sum += 80;
            }
        }
        sum
    }

    /// The mean of what a combat would bring its attacker.
    pub(crate) fn expectation(&self, s: &State, battle: &Battle) -> i32 {
        let odds = self.odds(s, battle);
        let stake = |units: Units| -> i32 { units.iter().map(|unit| self.stake(s, unit)).sum() };
        let (mine, theirs) = (stake(battle.attackers), stake(battle.defenders));
        let alone = battle.attackers.is_subset(&self.artillery);
        let die = |die: u8| {
            let result = self.components.tables.combat.result(odds.line.into(), odds.differential(), die);
            let flight = |units: Units, hexes: u8| -> i32 {
                units.iter().map(|unit| if self.can_retreat(s, unit, hexes) { 90 } else { self.stake(s, unit) }).sum()
            };
            match result {
                CombatResult::De => theirs,
                CombatResult::Ae => -mine,
                CombatResult::D1 if alone => 0,
                CombatResult::D1 => flight(battle.defenders, 1),
                CombatResult::D2 => 40 + flight(battle.defenders, 2),
                CombatResult::D3 => 70 + flight(battle.defenders, 3),
                CombatResult::D4 => 90 + flight(battle.defenders, 4),
                CombatResult::A1 => -flight(battle.attackers, 1),
                CombatResult::A2 => -40 - flight(battle.attackers, 2),
                CombatResult::Br if alone => -flight(battle.attackers, 1),
                CombatResult::Br => flight(battle.defenders, 1) - flight(battle.attackers, 1),
            }
        };
        let sum: i32 = (1..=6).map(die).sum();
        sum / 6
    }
}

fn count(units: Units) -> i32 {
    i32::try_from(units.len()).expect("few units")
}
