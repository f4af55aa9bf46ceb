//! What attacks promise: those that are declared, and those that could be.

use super::{VACANT, port_worth};
use crate::DdayToTheRhine;
use crate::action::{Battle, Support};
use crate::components::{Kind, Side};
use crate::state::{State, Units, mark};
use referee::{Piece, Spot};

/// The part of what an attack would bring that counts before it is made, in hundredths: this month, and some day.
const NOW: i32 = 80;
const ALLIED_THREAT: i32 = 45;
const GERMAN_THREAT: i32 = 22;

/// An attack that could be made this month, and what it promises now and some day.
struct Chance {
    target: Spot,
    ready: Units,
    now: Option<i32>,
    later: i32,
}

impl DdayToTheRhine {
    /// What units in contact could do to each other. The side that acts can do it now, as far as its RP and its fresh
    /// units go; the rest is a matter of later months, and of units that are near.
    pub(crate) fn chances(&self, s: &State) -> i32 {
        let acting = match s.phase {
            1 | 2 => Some(Side::German),
            3 | 4 => Some(Side::Allied),
            _ => None,
        };
        let mut sum = 0;
        for side in Side::BOTH {
            let chances = self.chances_of(s, side);
            let mut worth: i32 = chances.iter().map(|chance| chance.later).sum();
            if acting == Some(side) {
                worth += self.at_once(s, side, chances);
            }
            sum += if side == Side::Allied { worth } else { -worth };
        }
        sum
    }

    fn chances_of(&self, s: &State, side: Side) -> Vec<Chance> {
        let part = if side == Side::Allied { ALLIED_THREAT } else { GERMAN_THREAT };
        let units: Vec<(Piece, Spot)> = self.all_of(side).filter_map(|unit| s.at(unit).map(|at| (unit, at))).collect();
        let mut chances = vec![];
        for target in s.occupied[side.other().index()] & self.around(s.occupied[side.index()]) {
            let Some(defender) = self.defender(s, target) else { continue };
            let (mut mobile, mut ready, mut helpers) = (Units::empty(), Units::empty(), 0);
            for (unit, at) in &units {
                let moves = self.unit(*unit).mp > 0;
                match self.apart(target, *at) {
                    1 => {
                        if moves {
                            mobile.insert(*unit);
                        }
                        if !s.has(*unit, mark::ATTACKED | mark::STRATEGIC) {
                            ready.insert(*unit);
                        }
                    }
                    2 | 3 if moves => helpers += s.unit(*unit).sp,
                    _ => {}
                }
            }
            let mut later = 0;
            if !mobile.is_empty() {
                let dice = self.dice_of(s, mobile, target) + helpers / 3;
                let (gain, loss) = self.clash(s, side, mobile, defender, target, dice);
                later = (gain - loss).max(0) * part / 100;
            }
            chances.push(Chance { target, ready, now: None, later });
        }
        chances
    }

    /// What the best attacks bring that can be paid this month, each unit in one of them, beyond what counts anyway.
    fn at_once(&self, s: &State, side: Side, mut chances: Vec<Chance>) -> i32 {
        let (mut rp, mut used, mut sum) = (s.rp[side.index()], Units::empty(), 0);
        loop {
            for chance in &mut chances {
                if chance.now.is_none() || chance.ready.intersects(&used) {
                    chance.ready -= used;
                    let battle = Battle { target: chance.target, attackers: chance.ready, surprise: false };
                    let able = !chance.ready.is_empty();
                    chance.now = Some(if able { self.expectation(s, side, battle, 0) } else { 0 });
                }
            }
            chances.retain(|chance| chance.now.is_some_and(|now| now > 0) && self.attack_cost(s, chance.ready) <= rp);
            let Some(best) = (0..chances.len()).max_by_key(|i| chances[*i].now) else { return sum };
            let best = chances.swap_remove(best);
            rp -= self.attack_cost(s, best.ready);
            used |= best.ready;
            sum += (best.now.unwrap_or(0) * NOW / 100 - best.later).max(0);
        }
    }

    /// What an attack with so many dice brings and costs on average, wherever the attackers stand yet.
    pub(super) fn clash(
        &self,
        s: &State,
        side: Side,
        attackers: Units,
        defender: Piece,
        target: Spot,
        dice: u8,
    ) -> (i32, i32) {
        let panzer = self.unit(defender).kind == Kind::Panzer;
        let steps = s.unit(defender).sp;
        let chances = hits(dice, self.hitting(s, side, panzer), steps);
        let whole = self.unit_worth(defender, steps);
        let mut gain = 0;
        for (lost, chance) in (0u8..).zip(chances).take(usize::from(steps) + 1) {
            let mut worth = whole - self.unit_worth(defender, steps - lost);
            if lost == steps {
                worth += self.room_worth(s, side, target);
            }
            gain += worth * chance;
        }
        let panzers = attackers.iter().any(|unit| self.unit(unit).kind == Kind::Panzer);
        let back = i32::from(self.defence_dice(s, defender))
            * i32::try_from(self.hitting(s, side.other(), panzers)).unwrap_or(3);
        let strength: i32 = attackers.iter().map(|unit| i32::from(s.unit(unit).sp)).sum();
        let stake: i32 = attackers.iter().map(|unit| self.unit_worth(unit, s.unit(unit).sp)).sum();
        // In sixths of a step; whoever shares out losses spares what is dear.
        let lost = back.min(6 * strength);
        let loss = if strength == 0 { 0 } else { stake * lost / (6 * strength) };
        let spared = if attackers.len() > 1 { loss * 75 / 100 } else { loss };
        (gain / 1000, spared)
    }

    /// What it means that a hex is free of the enemy.
    fn room_worth(&self, s: &State, side: Side, at: Spot) -> i32 {
        match self.city(at) {
            _ if side == Side::Allied && self.approaches(s).contains(at) => 250,
            Some(city) => {
                30 + self.city_worth(s, side, city) * 40 / 100 + i32::from(city.port) * port_worth(s) * VACANT / 200
            }
            None => 30,
        }
    }

    /// The mean of what an attack brings whoever makes it, RP and all.
    pub(crate) fn expectation(&self, s: &State, side: Side, battle: Battle, extra: u8) -> i32 {
        let Some(defender) = self.defender(s, battle.target) else { return -50 };
        let dice = self.dice_of(s, battle.attackers, battle.target) + extra + u8::from(battle.surprise);
        let (gain, loss) = self.clash(s, side, battle.attackers, defender, battle.target, dice);
        let rp = i32::from(self.attack_cost(s, battle.attackers));
        let price = if side == Side::Allied { 25 } else { 40 };
        gain - loss - rp * price - 15 * i32::from(battle.surprise)
    }

    pub(crate) fn support_promise(&self, s: &State, battle: Battle, defending: bool, support: Support) -> i32 {
        if defending {
            return 50 * i32::from(support.naval().is_some());
        }
        let mut extra = 0;
        let mut price = 0;
        if support.naval().is_some() {
            extra += self.c.tables.naval_dice;
            price += 5;
        }
        if support.has(Support::BOMBER) {
            extra += self.c.tables.bomber_dice;
            price += 35;
        }
        if support.airborne().is_some() {
            extra += self.c.tables.airborne_dice;
            price += 45;
        }
        // The dice are rolled at once: what is meant must outweigh how they happen to fall.
        8 * (self.expectation(s, Side::Allied, battle, extra) - price)
    }
}

/// Chances in thousandths to hit 0, 1 … `most` or more times.
pub(super) fn hits(dice: u8, faces: u32, most: u8) -> [i32; 6] {
    let faces = i32::try_from(faces).unwrap_or(3);
    let most = usize::from(most.min(5));
    let mut chances = [0; 6];
    chances[0] = 1000;
    for _ in 0..dice {
        for k in (0..=most).rev() {
            let here = chances[k];
            if k < most {
                chances[k] = here * (6 - faces) / 6;
                chances[k + 1] += here - chances[k];
            }
        }
    }
    chances
}
