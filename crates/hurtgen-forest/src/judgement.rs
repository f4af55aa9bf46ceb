//! How a position looks to the bots at the table: named features, weighed by `data/bot-us.toml` and `data/bot-german.toml`. Everything is counted in
//! hundredths of a Victory Point, as the US player sees it.

use crate::HurtgenForest;
use crate::action::Action;
use crate::bot::POINT;
use crate::components::CombatResult;
use crate::sequence::Step;
use crate::state::{HEXES, Side, State, Unit, Units};
use referee::{Game as _, Referee, Seeded, Spot};

/// The features, by the names of their weights.
pub(crate) const FEATURES: [&str; 17] = [
    "points",
    "towns",
    "ways",
    "withdrawal",
    "guns",
    "forward",
    "fray",
    "pending",
    "exposed_us",
    "exposed_german",
    "rooms_us",
    "rooms_german",
    "ground",
    "trapped_us",
    "trapped_german",
    "lines",
    "contact",
];
/// The last of them is no part of a position, but of a move: what contact with the enemy promises.
const CONTACT: usize = FEATURES.len() - 1;

/// What a retreat costs whoever makes it, and each hex of it.
const RETREAT: i32 = 50;
const HEX_BACK: i32 = 20;
/// How far a unit comes in a move and still attacks, by hexes; in quarters of its strength.
const COMES: [i32; 5] = [4, 4, 4, 2, 1];
/// What a hex between where a unit is deployed and where it stood in history costs.
const FROM_HISTORY: i32 = 60;
/// The greatest trouble of a way to a town that counts.
const FAR: u8 = 40;

/// What a step of such a way costs: along a road, elsewhere, into a German zone, into a German hex.
const BY_ROAD: u8 = 1;
const FREE: u8 = 2;
const IN_ZONE: u8 = 4;
const HELD: u8 = 8;

/// A side's units that fight, where they stand.
struct Force {
    fighters: Vec<(Unit, Spot)>,
    /// Barrage and Final Protective Fire of all its guns.
    barrage: i32,
    fpf: i32,
}

impl HurtgenForest {
    /// How good the position looks for a side, which has weights of its own.
    pub(crate) fn judged(&self, s: &State, side: Side) -> i32 {
        let weights = &self.components.weights[side];
        let forces = Side::BOTH.map(|side| self.force(s, side));
        let found = (0..CONTACT).filter(|nth| weights[*nth] != 0);
        let sum: i64 = found.map(|nth| i64::from(weights[nth]) * i64::from(self.feature(s, nth, &forces))).sum();
        let us_view = i32::try_from(sum / 100).unwrap_or(0);
        if side == Side::US { us_view } else { -us_view }
    }

    /// One feature, by its place in `FEATURES`. What the other side can do next counts for the side that moves now; it has
    /// had its turn otherwise.
    fn feature(&self, s: &State, nth: usize, forces: &[Force; 2]) -> i32 {
        let mover = self.whose_turn(s);
        // After the last turn of all nobody is in danger.
        let answered = |side: Side| mover == Some(side) && (s.turn < s.turns || side == s.first);
        let (us, german) = (answered(Side::US), answered(Side::German));
        match FEATURES[nth] {
            "points" => (i32::from(s.points[Side::US]) - i32::from(s.points[Side::German])) * POINT,
            "towns" => self.towns_won(s),
            "ground" => self.ground_gained(s),
            "ways" => self.ways_to_towns(s, &forces[0]),
            "lines" => self.lines_open(s),
            "withdrawal" => self.withdrawal_pressure(s),
            "guns" => self.guns_exposed(s),
            "forward" => self.forward(s, &forces[0]),
            "fray" => self.fray(s, mover, forces),
            "pending" => self.pending(s),
            "exposed_us" if us => -self.exposure(s, Side::US, forces),
            "exposed_german" if german => self.exposure(s, Side::German, forces),
            "rooms_us" => -self.cramped(s, &forces[0]),
            "rooms_german" => self.cramped(s, &forces[1]),
            "trapped_us" if us => -self.may_be_trapped(s, Side::US),
            "trapped_german" if german => self.may_be_trapped(s, Side::German),
            _ => 0,
        }
    }

    /// What an action promises that the position after it does not show. Who rolls has the mean of it.
    pub(crate) fn hint_on(&self, s: &State, action: &Action) -> i32 {
        match (s.now(), action) {
            // A set-up that is known to hold: the historical one, as near as the ground allows.
            (Some(Step::Deploy(_)), Action::Deploy { unit, at }) if self.is_hex(*at) => {
                -FROM_HISTORY * i32::from(self.grid.distance(self.card(*unit).at, *at))
            }
            (Some(Step::Movement(side)), Action::Move { unit, path }) => match path.last() {
                Some(to) if self.is_hex(to) => {
                    self.contact(s, side, *unit, to) * self.components.weights[side][CONTACT] / 100
                }
                _ => 0,
            },
            (_, Action::Done) => self.after_done(s),
            (Some(Step::Barrage(_)), Action::Barrage { guns }) => -15 * count(*guns),
            (Some(Step::Support(_)), Action::Support { points }) => -8 * i32::from(*points),
            (Some(Step::ProtectiveFire(_)), Action::ProtectiveFire { guns }) => -10 * count(*guns),
            _ => 0,
        }
    }

    /// What the position loses by the end of a phase, and a little more: a position looks different once the other side
    /// is to move, but what follows from the end follows anyway. What gains nothing is left undone.
    fn after_done(&self, s: &State) -> i32 {
        let Some(side) = self.awaits(s).seat().map(Side::of) else { return 0 };
        let mut then = s.clone();
        self.play(&mut then, &Action::Done, &mut Referee::silent(&mut Seeded(0)));
        self.judged(s, side) - self.judged(&then, side) + 1
    }

    fn whose_turn(&self, s: &State) -> Option<Side> {
        match s.steps.iter().next()? {
            Step::Movement(side) | Step::Combat(side) => Some(side),
            _ => None,
        }
    }

    fn force(&self, s: &State, side: Side) -> Force {
        let mut force = Force { fighters: Vec::with_capacity(40), barrage: 0, fpf: 0 };
        for unit in self.of_side(side).iter() {
            let at = s.at(unit);
            if !self.is_hex(at) {
                continue;
            }
            let card = self.card(unit);
            if card.artillery {
                force.barrage += i32::from(card.attack);
                force.fpf += i32::from(card.fpf);
            } else {
                force.fighters.push((unit, at));
            }
        }
        force
    }

    /// [7.71, 7.74] Hexes next door into which a unit could retreat as things stand.
    fn rooms(&self, s: &State, unit: Unit) -> i32 {
        let (side, motorized) = (self.side(unit), self.card(unit).motorized);
        let free = |way: &&board::Way| {
            self.is_hex(way.to)
                && s.is_vacant(way.to)
                && !self.enemy_controls(s, side, way.to)
                && self.terrain_cost(motorized, way.to, way.edge).is_ok()
        };
        i32::try_from(self.board.ways(s.at(unit)).iter().filter(free).count()).unwrap_or(0)
    }

    /// Towns by the trouble it takes the nearest US unit to get there, around German zones.
    fn ways_to_towns(&self, s: &State, us: &Force) -> i32 {
        let mut price = [FREE; HEXES];
        s.zones[Side::German].iter().for_each(|hex| price[hex.index()] = IN_ZONE);
        let held = self.of_side(Side::German).iter().map(|unit| s.at(unit)).filter(|at| self.is_hex(*at));
        held.for_each(|hex| price[hex.index()] = HELD);
        // Hexes by their trouble, in as many heaps as a step can cost.
        let mut trouble = [FAR; HEXES];
        let mut heaps = [[Spot(0); HEXES]; HELD as usize + 1];
        let mut sizes = [0; HELD as usize + 1];
        for (_, at) in &us.fighters {
            if trouble[at.index()] != 0 {
                trouble[at.index()] = 0;
                heaps[0][sizes[0]] = *at;
                sizes[0] += 1;
            }
        }
        for far in 0..FAR {
            let heap = usize::from(far) % heaps.len();
            for nth in 0..std::mem::take(&mut sizes[heap]) {
                let at = heaps[heap][nth];
                if trouble[at.index()] != far {
                    continue; // A shorter way was found.
                }
                for step in &self.near[at.index()] {
                    let price = price[step.to.index()];
                    let then = far + if step.by_road && price == FREE { BY_ROAD } else { price };
                    if then < trouble[step.to.index()] {
                        trouble[step.to.index()] = then;
                        let heap = usize::from(then) % heaps.len();
                        heaps[heap][sizes[heap]] = step.to;
                        sizes[heap] += 1;
                    }
                }
            }
        }
        let mut sum = 0;
        for town in &self.components.tables.objectives {
            let worst = town.hexes.iter().map(|hex| trouble[hex.index()]).max().unwrap_or(FAR);
            sum += i32::from(town.points) * (60 - i32::from(worst) * 3 / 2);
        }
        sum / 3
    }

    /// Guns in an enemy zone.
    fn guns_exposed(&self, s: &State) -> i32 {
        let exposed = |side: Side| {
            let guns = (self.of_side(side) & self.artillery).iter().map(|unit| s.at(unit));
            let exposed = guns.filter(|&at| self.is_hex(at) && self.enemy_controls(s, side, at)).count();
            150 * i32::try_from(exposed).unwrap_or(0)
        };
        exposed(Side::German) - exposed(Side::US)
    }

    /// US units forward.
    fn forward(&self, _s: &State, us: &Force) -> i32 {
        us.fighters.iter().map(|(_, at)| 3 * i32::from(self.grid.column_row(*at).0)).sum()
    }

    /// Units that have little room to retreat with an enemy near: it takes one more to surround them.
    fn cramped(&self, s: &State, force: &Force) -> i32 {
        let mut sum = 0;
        for (unit, at) in &force.fighters {
            if self.enemy_controls(s, self.side(*unit), *at) {
                sum += match self.rooms(s, *unit) {
                    0 => 130,
                    1 => 50,
                    2 => 15,
                    _ => 0,
                };
            }
        }
        sum
    }

    /// The mean of what the side to move will get out of the combat it is in contact for: all of it is mandatory.
    fn fray(&self, s: &State, mover: Option<Side>, forces: &[Force; 2]) -> i32 {
        let Some(side) = mover else { return 0 };
        let own = &forces[usize::from(side == Side::German)];
        let foes: Vec<(Unit, Spot)> = forces[usize::from(side == Side::US)]
            .fighters
            .iter()
            .copied()
            .chain((self.of_side(side.other()) & self.artillery).iter().map(|unit| (unit, s.at(unit))))
            .filter(|(unit, at)| {
                self.is_hex(*at)
                    && !s.fought.contains(*unit)
                    && !s.battle.defenders.contains(*unit)
                    && s.zones[side].contains(*at)
            })
            .collect();
        // Who touches several must share itself out.
        let able = |unit: &Unit| {
            !s.fought.contains(*unit) && !s.battle.attackers.contains(*unit) && !self.artillery.contains(*unit)
        };
        let mut touched = vec![0i32; foes.len()];
        let mut losses = vec![0i32; foes.len()];
        for (unit, at) in own.fighters.iter().filter(|(unit, _)| able(unit)) {
            if !s.zones[side.other()].contains(*at) {
                continue;
            }
            let near: Vec<usize> = (0..foes.len()).filter(|i| self.around(*at).contains(&foes[*i].1)).collect();
            let parts = i32::try_from(near.len()).unwrap_or(1).max(1);
            for i in near {
                touched[i] += 12 * i32::from(self.card(*unit).attack) / parts;
                losses[i] += self.stake_in_retreat(s, *unit) / parts;
            }
        }
        let battles = i32::try_from(touched.iter().filter(|strength| **strength > 0).count()).unwrap_or(1).max(1);
        let help = self.help(s, side, own, battles);
        let fire = self.fire(&forces[usize::from(side == Side::US)], side.other(), battles);
        let mut sum = 0;
        for (i, (foe, at)) in foes.iter().enumerate().filter(|(i, _)| touched[*i] > 0) {
            let attack = touched[i] / 12 + help - fire;
            let gain = self.clash(s, *foe, *at, attack, losses[i]);
            sum += gain;
        }
        if side == Side::US { sum } else { -sum }
    }

    /// What artillery and Ground Support add to each of so many attacks.
    fn help(&self, s: &State, side: Side, own: &Force, battles: i32) -> i32 {
        match side {
            Side::US => (i32::from(s.support) / battles).min(5) + (own.barrage / battles).min(6) * 2 / 3,
            Side::German => (own.barrage / battles).min(3) * 2 / 3,
        }
    }

    /// What Final Protective Fire adds to each of so many defences.
    fn fire(&self, own: &Force, side: Side, battles: i32) -> i32 {
        let most = if side == Side::US { 4 } else { 2 };
        (own.fpf / battles).min(most) / 2
    }

    /// What an attacker loses that is driven back: all of it if it has no room.
    fn stake_in_retreat(&self, s: &State, unit: Unit) -> i32 {
        match self.rooms(s, unit) {
            0 => self.stake(s, unit),
            1 => RETREAT + self.stake(s, unit) / 4,
            _ => RETREAT,
        }
    }

    /// The mean of what an attack of so many points brings against one unit.
    fn clash(&self, s: &State, foe: Unit, at: Spot, attack: i32, loss: i32) -> i32 {
        let table = &self.components.tables.combat;
        let line = usize::from(table.ground_line[self.ground(at) as usize]);
        let differential = i16::try_from(attack - i32::from(self.card(foe).defense)).unwrap_or(0);
        let (stake, rooms) = (self.stake(s, foe), self.rooms(s, foe));
        let back = |hexes: i32| {
            let dead = match rooms {
                0 => 100,
                1 => 15 * hexes,
                2 => 6 * hexes,
                _ => 2 * hexes,
            };
            stake * dead.min(100) / 100 + (RETREAT + HEX_BACK * hexes) * (100 - dead.min(100)) / 100
        };
        let die = |die: u8| match table.result(line, differential, die) {
            CombatResult::De => stake,
            CombatResult::Ae => -3 * loss.max(200),
            CombatResult::D1 => back(1),
            CombatResult::D2 => back(2),
            CombatResult::D3 => back(3),
            CombatResult::D4 => back(4),
            CombatResult::A1 => -loss,
            CombatResult::A2 => -loss - HEX_BACK,
            CombatResult::Br => back(1) - loss,
        };
        (1..=6).map(die).sum::<i32>() / 6
    }

    /// What the other side could do in its next combat, if it came for the units it can hurt most.
    fn exposure(&self, s: &State, side: Side, forces: &[Force; 2]) -> i32 {
        let own = &forces[usize::from(side == Side::German)];
        let others = &forces[usize::from(side == Side::US)];
        let help = match side.other() {
            Side::US => 5 + others.barrage.min(4),
            Side::German => others.barrage.min(3),
        };
        let fire = self.fire(own, side, 2);
        let mut found: Vec<i32> = vec![];
        for (unit, at) in &own.fighters {
            // The strongest four that could come.
            let mut strengths = [0; 4];
            for (other, from) in &others.fighters {
                let Some(part) = COMES.get(usize::from(self.grid.distance(*at, *from))) else { continue };
                let mut strength = part * i32::from(self.card(*other).attack);
                for known in &mut strengths {
                    if strength > *known {
                        std::mem::swap(known, &mut strength);
                    }
                }
            }
            if strengths[0] == 0 {
                continue;
            }
            let open = |hex: &&Spot| s.occupant(**hex).is_none_or(|there| self.side(there) != side);
            let doors = self.around(*at).iter().filter(open).count();
            let attack = strengths[..doors.min(4)].iter().sum::<i32>() / 4 + help - fire;
            found.push(self.clash(s, *unit, *at, attack, RETREAT * 2).max(0));
        }
        found.sort_unstable_by_key(|loss| std::cmp::Reverse(*loss));
        found.iter().take(6).sum::<i32>() + found.iter().skip(6).sum::<i32>() / 4
    }

    /// The battle that was declared and is not resolved yet.
    fn pending(&self, s: &State) -> i32 {
        let (Some(Step::Barrage(_) | Step::Support(_) | Step::ProtectiveFire(_)), Some(side)) =
            (s.now(), self.whose_turn(s))
        else {
            return 0;
        };
        let promise = self.expectation(s, &s.battle);
        if side == Side::US { promise } else { -promise }
    }
}

fn count(units: Units) -> i32 {
    i32::try_from(units.len()).expect("few units")
}
