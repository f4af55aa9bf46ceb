//! Rules of thumb for bots: how a position looks, and which actions promise something. A state that a bot looks at was
//! imagined: chits it cannot know are drawn afresh.

use crate::OperationGrenade;
use crate::action::Action;
use crate::components::{Ground, Loser, Place, VictoryHex};
use crate::rows::{Extent, Rows};
use crate::sequence::Step;
use crate::state::{Battle, HEXES, Hexes, Side, State, Unit, Units};
use referee::{Seat, Spot};
use std::cell::RefCell;

/// Positions and promises are counted in hundredths of a Victory Point.
const POINT: i32 = 100;
/// As far as it counts when there is nobody.
const NOBODY_NEAR: i32 = 30;

/// What a position and an action are judged by, in the order of their weights in `data/bot-us.toml` and `bot-german.toml`.
/// From `works` to `bridges`: where German units are wanted; `alone` and `cornered`: where they are not; `ways`: whether they
/// stand between the US and the towns.
pub(crate) const FEATURES: [&str; 18] = [
    "points",
    "towns",
    "body_us",
    "body_german",
    "progress",
    "armour",
    "works",
    "open",
    "near",
    "guns_german",
    "held",
    "bridges",
    "alone",
    "cornered",
    "ways",
    "contact",
    "attack",
    "early",
];
pub(crate) type Weights = [i32; FEATURES.len()];
/// The weights of the yardstick: they stay as they are.
pub(crate) const KEPT: Weights = [100, 100, 100, 100, 100, 0, 100, 100, 100, 100, 100, 100, 0, 0, 0, 100, 100, 12];
const ARMOUR: usize = 5;
const ALONE: usize = 12;
const CORNERED: usize = 13;
const WAYS: usize = 14;
const CONTACT: usize = 15;
const ATTACK: usize = 16;
const EARLY: usize = 17;

/// Trouble on the way to a town: the zone of a German unit, the unit itself, and what is too much.
const IN_ZONE: usize = 3;
const HELD: usize = 7;
const FAR: usize = 24;

/// By hex: how far away the fighting units of either side are.
struct Far {
    us: [i32; HEXES],
    german: [i32; HEXES],
}

/// A map, and where the fighting units of a side stand on it.
type Stand = Option<(Extent, Hexes)>;

thread_local! {
    /// By side: what was found last by `far_from`.
    static LAST: RefCell<[(Stand, [i32; HEXES]); 2]> = const { RefCell::new([(None, [0; HEXES]); 2]) };
}

impl OperationGrenade {
    /// What a seat judges by.
    pub(crate) fn weights_of(&self, seat: Seat) -> &Weights {
        &self.components.weights[Side::of(seat)]
    }

    /// How good the position looks for a side.
    pub(crate) fn looks(&self, s: &State, side: Side, weights: &Weights) -> i32 {
        let far = Far { us: self.far_from(s, Side::US), german: self.far_from(s, Side::German) };
        let [works, open, near, guns, held, bridges] = self.guard(s, &far);
        let found = [
            i32::from(self.points(s)) * POINT,
            self.towns_near(s, &far),
            self.body(s, Side::US),
            -self.body(s, Side::German),
            self.progress(s, &far),
            if weights[ARMOUR] == 0 { 0 } else { self.armour(s) },
            -works,
            -open,
            -near,
            -guns,
            -held,
            -bridges,
            if weights[ALONE] == 0 { 0 } else { self.alone(s) },
            if weights[CORNERED] == 0 { 0 } else { self.cornered(s, &far) },
            if weights[WAYS] == 0 { 0 } else { self.ways_to_towns(s) },
        ];
        let us = found.iter().zip(weights).map(|(found, weight)| found * weight).sum::<i32>() / 100;
        if side == Side::US { us } else { -us }
    }

    /// Towns that score: how near the US is to those it does not hold.
    fn towns_near(&self, s: &State, far: &Far) -> i32 {
        let mut sum = 0;
        for (i, town) in self.components.map.victory.iter().enumerate() {
            let worth = i32::from(town.points);
            let near = far.us[town.hex.index()];
            if s.held & (1 << i) == 0 {
                sum += worth * (40 - 4 * near.min(10));
            } else if far.german[town.hex.index()] <= 2 && s.is_empty(town.hex) {
                sum -= worth * 30;
            }
        }
        sum
    }

    /// Towns that score and that the US does not hold: how little trouble it has to get there, around German units or through
    /// them.
    fn ways_to_towns(&self, s: &State) -> i32 {
        let stand = |units: Units| units.iter().map(|unit| s.at(unit)).filter(|at| self.is_hex(*at)).collect::<Hexes>();
        let german = Rows::of(&stand(self.of_side(Side::German)), self.extent);
        let zone = Rows::of(&s.zones[Side::German], self.extent).less(&german);
        let barred = german.or(&zone);
        let towns = self.components.map.victory.iter().enumerate();
        let mut open: Vec<&VictoryHex> = towns.filter(|(i, _)| s.held & (1 << i) == 0).map(|(_, town)| town).collect();
        let near = |trouble: usize| i32::try_from(FAR - trouble).unwrap_or(0);
        let mut waves = [Rows::EMPTY; FAR + HELD];
        waves[0] = Rows::of(&stand(self.of_side(Side::US) - self.guns), self.extent);
        let (mut done, mut sum) = (Rows::EMPTY, 0);
        for trouble in 0..FAR {
            let wave = waves[trouble].less(&done);
            done = done.or(&wave);
            open.retain(|town| {
                let reached = wave.contains(town.hex, self.extent);
                sum += if reached { 2 * i32::from(town.points) * near(trouble) } else { 0 };
                !reached
            });
            let grown = wave.grown(self.extent).less(&done);
            for (price, into) in [(1, grown.less(&barred)), (IN_ZONE, grown.and(&zone)), (HELD, grown.and(&german))] {
                waves[trouble + price] = waves[trouble + price].or(&into);
            }
        }
        sum
    }

    /// By hex: how far it is from the nearest unit of a side that fights. Who decides moves his own units: how far it is
    /// from the others was found out for the decision before.
    fn far_from(&self, s: &State, side: Side) -> [i32; HEXES] {
        let fighters = (self.of_side(side) - self.guns).iter().map(|unit| s.at(unit));
        let fighters: Hexes = fighters.filter(|at| self.is_hex(*at)).collect();
        LAST.with_borrow_mut(|last| {
            let (known, far) = &mut last[side.seat().index()];
            if *known != Some((self.extent, fighters)) {
                *known = Some((self.extent, fighters));
                *far = self.spread(fighters);
            }
            *far
        })
    }

    /// By hex: how far it is from the nearest of these.
    fn spread(&self, from: Hexes) -> [i32; HEXES] {
        let mut far = [NOBODY_NEAR; HEXES];
        let (mut known, mut ring, mut rows) = (from, from, Rows::of(&from, self.extent));
        for distance in 0..NOBODY_NEAR {
            ring.iter().for_each(|hex| far[hex.index()] = distance);
            rows = rows.grown(self.extent);
            let grown = rows.hexes(self.extent);
            ring = grown - known;
            known = grown;
            if ring.is_empty() {
                break;
            }
        }
        far
    }

    /// Strength and steps that are left, less for who is cut off.
    fn body(&self, s: &State, side: Side) -> i32 {
        let mut sum = 0;
        for unit in self.of_side(side) {
            if s.at(unit) == self.dead {
                continue;
            }
            let strength = match (self.draws(s, unit).is_some(), s.has_chit(unit)) {
                (true, false) => self.mean_tenths(s, unit, side) * 4 / 10,
                _ => i32::from(self.strength(s, unit)) * 4,
            };
            sum += 12 + strength + if self.is_large(s, unit) { 14 } else { 0 };
            if s.isolated.contains(unit) {
                sum -= 20;
            } else if s.unsupplied.contains(unit) {
                sum -= 5;
            }
        }
        sum
    }

    /// US units on their way to what scores, guns behind them.
    fn progress(&self, s: &State, far: &Far) -> i32 {
        let towns = &self.components.map.victory;
        let goals = || towns.iter().enumerate().filter(|(i, _)| s.held & (1 << i) == 0);
        let mut sum = 0;
        for unit in self.of_side(Side::US) {
            let at = s.at(unit);
            if !self.is_hex(at) {
                continue;
            }
            let card = self.card(unit);
            if card.artillery {
                let near = far.german[at.index()];
                sum -= if near == 1 { 20 } else { 3 * (near - 3).abs() };
                continue;
            }
            let left = |(i, town): (usize, &VictoryHex)| self.to_goal[i][at.index()] - 2 * i32::from(town.points);
            sum -= goals().map(left).min().unwrap_or(0) * if card.mechanized { 4 } else { 3 };
            // East of the river the work is half done.
            if self.components.map.east.contains(at) {
                sum += 15;
            }
        }
        sum
    }

    /// US armour on its way to what scores, the rest of the way in hexes.
    fn armour(&self, s: &State) -> i32 {
        let towns = &self.components.map.victory;
        let goals = || (0..towns.len()).filter(|i| s.held & (1 << i) == 0);
        let mut sum = 0;
        for unit in self.of_side(Side::US) {
            let (at, card) = (s.at(unit), self.card(unit));
            if self.is_hex(at) && card.mechanized && !card.artillery {
                sum -= goals().map(|i| self.to_goal[i][at.index()]).min().unwrap_or(0);
            }
        }
        sum
    }

    /// German units where they are wanted: in works or a town near the enemy, not in the open beside him, not far from
    /// him, guns behind the front, in towns that score, beyond the bridges.
    fn guard(&self, s: &State, far: &Far) -> [i32; 6] {
        let map = &self.components.map;
        let [mut in_works, mut open, mut close, mut guns, mut towns, mut bridges] = [0; 6];
        for unit in self.of_side(Side::German) {
            let at = s.at(unit);
            if !self.is_hex(at) {
                continue;
            }
            let near = far.us[at.index()];
            let card = self.card(unit);
            if card.artillery {
                guns -= if near == 1 { 20 } else { 2 * (near - 3).abs() };
                continue;
            }
            if near <= 3 && (self.has_works(at) || self.ground(s, at) == Ground::Town) {
                in_works += 10;
            } else if near == 1 {
                open -= 6;
            }
            close -= near.min(12);
        }
        for town in &map.victory {
            let held = s.units_in(town.hex).any(|unit| self.side(unit) == Side::German && !self.card(unit).volkssturm);
            if held && far.us[town.hex.index()] <= 10 {
                towns += 14 * i32::from(town.points);
            }
        }
        for bridge in &map.bridges {
            let held =
                s.units_in(bridge.east).any(|unit| !self.card(unit).volkssturm && self.side(unit) == Side::German);
            if held && far.us[bridge.west.index()] <= 6 {
                bridges += 12;
            }
        }
        [in_works, open, close, guns, towns, bridges]
    }

    /// German units with no other within two hexes: no line.
    fn alone(&self, s: &State) -> i32 {
        let fighters = (self.of_side(Side::German) - self.guns).iter().map(|unit| s.at(unit));
        let places: Hexes = fighters.filter(|at| self.is_hex(*at)).collect();
        let lonely = |hex: &Spot| {
            let only: Hexes = std::iter::once(*hex).collect();
            (self.within(&only, 2) & places).len() == 1
        };
        6 * i32::try_from(places.iter().filter(lonely).count()).unwrap_or(0)
    }

    /// German units beside the enemy that have few hexes to fall back to: none of his own, none next to him.
    fn cornered(&self, s: &State, far: &Far) -> i32 {
        let mut sum = 0;
        for unit in self.of_side(Side::German) {
            let at = s.at(unit);
            if !self.is_hex(at) || far.us[at.index()] > 1 {
                continue;
            }
            let rooms = self.dry_around(at).iter().filter(|hex| far.us[hex.index()] > 1).count();
            sum += match rooms {
                0 => 40,
                1 => 12,
                2 => 4,
                _ => 0,
            };
        }
        sum
    }

    /// What an action promises before it is tried, for whoever makes it.
    pub(crate) fn promise(&self, s: &State, action: &Action, weights: &Weights) -> i32 {
        match (s.now(), action) {
            (Some(Step::Deploy), Action::Deploy { unit, at }) => match self.card(*unit).place {
                Place::Free(hex) if self.is_hex(*at) => -5 * i32::from(self.components.map.grid.distance(hex, *at)),
                _ => 0,
            },
            (Some(Step::Deploy), Action::DeployRest) => 20,
            (Some(Step::DDay), Action::DDay(day)) => self.promise_of_day(*day, weights[EARLY]),
            (Some(Step::Movement(side)), Action::Move { unit, path } | Action::March { unit, path }) => {
                path.last().map_or(0, |to| self.contact(s, side, *unit, to) * weights[CONTACT] / 100)
            }
            (Some(Step::Combat(side)), Action::Attack { targets, with }) => {
                let mut battle = Battle { side, targets: *targets, attackers: *with, ..Battle::NONE };
                battle.defenders = self.likely_fighters(s, &battle);
                self.expectation(s, &battle, side, self.help(s, side, targets.as_slice())) * weights[ATTACK] / 100
            }
            (Some(Step::Support(side)), Action::Support(guns)) => {
                let battle = Battle { guns: s.battle.guns | *guns, ..s.battle };
                self.promise_of_help(s, battle, side) - 3 * i32::try_from(guns.len()).unwrap_or(0)
            }
            (Some(Step::Air(side)), Action::Air(points)) => {
                let mut battle = s.battle;
                battle.air[side] = *points > 0;
                self.promise_of_help(s, battle, side) - 4 * i32::from(*points)
            }
            (Some(Step::FallBack { side, hexes }), Action::FallBack(back)) => {
                self.promise_of_going(s, side, hexes, *back)
            }
            (Some(Step::Ruse(_)), Action::Ruse(true)) => 30,
            _ => 0,
        }
    }

    /// [18.12] Late enough for a calm river, early enough to surprise.
    fn promise_of_day(&self, day: i16, early: i32) -> i32 {
        let track = &self.components.tables.track;
        let Ok(index) = u8::try_from(day - i16::from(track.first)) else { return 0 };
        let surprise = if index <= track.surprise_until { 60 } else { 0 };
        let calm: i32 = (1..=6)
            .map(|die| match self.current_of(day, die).1 {
                crate::state::Current::Torrent => -60,
                crate::state::Current::Rapid => -25,
                crate::state::Current::Normal | crate::state::Current::None => 0,
            })
            .sum();
        surprise + calm / 2 - early * i32::from(index)
    }

    fn promise_of_help(&self, s: &State, mut battle: Battle, side: Side) -> i32 {
        battle.defenders = self.likely_fighters(s, &battle);
        let for_attacker = self.expectation(s, &battle, side, 0);
        if side == battle.side { for_attacker } else { -for_attacker }
    }

    /// [9.85.a] Ground that matters is paid for, the rest is not worth a step.
    fn promise_of_going(&self, s: &State, side: Side, hexes: u8, back: i16) -> i32 {
        let stays = i32::from(hexes) - i32::from(back);
        if stays == 0 {
            return 0;
        }
        let dear = s.battle.trails().iter().any(|trail| {
            self.victory_at(trail.start).is_some() || (side == Side::German && self.has_works(trail.start))
        });
        let steps: i32 = self.losers(s).iter().map(|unit| i32::from(self.steps(s, unit))).sum();
        let holds = i32::from(back) == 0 && steps > stays;
        stays * -30 + if dear && holds { 45 } else { 0 }
    }

    /// Columns that guns and aircraft will still add.
    fn help(&self, s: &State, side: Side, targets: &[Spot]) -> i32 {
        let grid = &self.components.map.grid;
        let limits = &self.components.tables.limits;
        let ready = (self.guns & self.of_side(side)) - s.silent - s.spent;
        let fires = |gun: &Unit| {
            self.is_hex(s.at(*gun)) && targets.iter().any(|hex| grid.distance(s.at(*gun), *hex) <= limits.support_range)
        };
        let guns = ready.iter().filter(fires).count().min(limits.support_attack.into());
        i32::try_from(guns).unwrap_or(0) + i32::from(s.air[side] > 0)
    }

    /// The odds a unit would bring about by moving next to enemies: it will have to attack, with whoever stands there
    /// already and some of those who can still come.
    fn contact(&self, s: &State, side: Side, unit: Unit, to: Spot) -> i32 {
        if !self.is_hex(to) {
            return 0;
        }
        let crowd = s.units_in(to).filter(|it| *it != unit).count();
        let mut sum = if crowd >= usize::from(self.components.tables.limits.stack) { -250 } else { 0 };
        let enemies = s.here[side.other()];
        let foes: Vec<Spot> = self.dry_around(to).iter().copied().filter(|hex| enemies.contains(*hex)).collect();
        if foes.is_empty() {
            return sum;
        }
        if self.card(unit).artillery {
            return sum - 60;
        }
        let mut then = *s;
        self.put(&mut then, unit, to);
        let mut each: Vec<i32> = foes.iter().map(|foe| self.looming(&then, side, *foe)).collect();
        each.sort_unstable();
        let best = each.pop().unwrap_or(0);
        sum += best + each.iter().map(|worse| (*worse).min(0) / 2).sum::<i32>();
        sum
    }

    /// An attack on one hex by everybody next to it, one regiment a hex, and half of those who may still come.
    fn looming(&self, s: &State, side: Side, foe: Spot) -> i32 {
        let mut attackers = Units::empty();
        for near in self.dry_around(foe).iter().filter(|near| s.here[side].contains(**near)) {
            let large = s.units_in(*near).filter(|unit| self.is_large(s, *unit));
            attackers.extend(large.max_by_key(|unit| self.mean_tenths(s, *unit, side)));
            attackers.extend(s.units_in(*near).filter(|unit| !self.is_large(s, *unit) && !self.card(*unit).artillery));
        }
        if attackers.is_empty() {
            return 0;
        }
        let mut battle = Battle { side, targets: [foe].into_iter().collect(), attackers, ..Battle::NONE };
        battle.defenders = self.likely_fighters(s, &battle);
        let grid = &self.components.map.grid;
        let coming = |unit: &Unit| {
            let at = s.at(*unit);
            self.is_hex(at)
                && (2..=3).contains(&grid.distance(at, foe))
                && self.is_large(s, *unit)
                && self.check_restrictions(s, *unit).is_ok()
        };
        let still = (self.of_side(side) - s.moved - attackers - self.guns).iter().filter(coming).take(3);
        let more: i32 = still.map(|unit| self.mean_tenths(s, unit, side) / 2).sum();
        let (attack, defence) = self.means(s, &battle, side);
        self.weighed(s, &battle, attack + more, defence, self.help(s, side, &[foe]))
    }

    /// Strengths in tenths, as a side can reckon.
    fn means(&self, s: &State, battle: &Battle, asking: Side) -> (i32, i32) {
        let attack = |unit: Unit| match (s.isolated.contains(unit), s.unsupplied.contains(unit)) {
            (true, _) => 10,
            (false, true) => (self.mean_tenths(s, unit, asking) / 2).max(10),
            (false, false) => self.mean_tenths(s, unit, asking).max(10),
        };
        let attack: i32 = battle.attackers.iter().map(attack).sum();
        let mut defence = 0;
        for hex in battle.targets.iter() {
            let (times, _) = self.multiple(s, battle, hex);
            let here = battle.defenders.iter().filter(|unit| s.at(*unit) == hex);
            defence += here.map(|unit| self.mean_tenths(s, unit, asking).max(10)).sum::<i32>() * i32::from(times);
            defence += 10 * i32::from(self.improved_adds(s, battle, hex));
        }
        (attack, defence.max(10))
    }

    /// The mean of what a combat would bring its attacker.
    fn expectation(&self, s: &State, battle: &Battle, asking: Side, help: i32) -> i32 {
        let (attack, defence) = self.means(s, battle, asking);
        self.weighed(s, battle, attack, defence, help)
    }

    fn weighed(&self, s: &State, battle: &Battle, attack: i32, defence: i32, help: i32) -> i32 {
        let [attack, defence] = [attack, defence].map(|tenths| u16::try_from(tenths).unwrap_or(u16::MAX / 2));
        let shifts = self.all_shifts(s, battle) + help;
        let (_, column) = self.column(self.line(s, battle), attack, defence, shifts);
        let prize = battle.targets.iter().filter_map(|hex| self.victory_at(hex)).count();
        let prize = 25 * i32::try_from(prize).unwrap_or(0);
        let mut sum = 0;
        for dice in 2..=12u8 {
            let throws = i32::from(6 - dice.abs_diff(7));
            let result = self.result(s, dice, column);
            let (hexes, steps) = (i32::from(result.hexes), i32::from(result.steps));
            let worth = match result.loser {
                Loser::Defender if result.breakthrough => 55 + 20 * steps + 10 * hexes + prize,
                Loser::Defender => 14 + 18 * steps + 8 * hexes + prize,
                Loser::Attacker => -(18 * steps + 8 * hexes),
            };
            sum += throws * worth;
        }
        sum / 36
    }
}
