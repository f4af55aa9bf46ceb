//! How a position looks to the bots at the table: named features, weighed by `data/bot-allied.toml`, `bot-german.toml` and, for
//! shorter scenarios, by the files beside them. In hundredths of an Allied step, as the Allies see it.

use crate::DdayToTheRhine;
use crate::Event;
use crate::action::Action;
use crate::bot::{CROWDED, GARRISON, PULL, VACANT};
use crate::components::{City, Kind, Month, Side};
use crate::sequence::Step;
use crate::state::{Place, State, mark};
use crate::supply::{Eyes, Supply};
use referee::{Fixed, Piece, Referee, Seat, Spot};

/// The features, by the names of their weights; the last ones are for what actions promise.
pub(crate) const FEATURES: [&str; 21] = [
    "allies",
    "germans",
    "cut_allies",
    "cut_germans",
    "crossed",
    "ports",
    "cities",
    "pull",
    "guard",
    "drive",
    "pending",
    "risk_allied",
    "risk_german",
    "plan",
    "attack",
    "rp",
    "step_rp",
    "steps_first",
    "starves",
    "old_look",
    "old_hints",
];
/// So many are features of a position.
const JUDGED: usize = 13;
const RISK: usize = 11;
pub(crate) const PLAN: usize = 13;
pub(crate) const ATTACK: usize = 14;
const RP: usize = 15;
const STEP_RP: usize = 16;
const STEPS_FIRST: usize = 17;
const STARVES: usize = 18;
const OLD_LOOK: usize = 19;
const OLD_HINTS: usize = 20;
pub(crate) type Weights = [i32; FEATURES.len()];

/// How much a city draws with so many steps in it, in hundredths.
const GUARDED: [i32; 4] = [100, 80, 62, 50];
/// So near to the enemy strength is wanted first.
const NEAR: i32 = 5;
/// What an RP of a month to come is worth.
const RP_TO_COME: i32 = 35;

impl DdayToTheRhine {
    /// How good the position looks for a seat.
    pub(crate) fn judged(&self, s: &State, seat: Seat) -> i32 {
        let Some(side) = Side::of_seat(seat) else { return 0 };
        let weights = self.weights_of(s, side);
        let old = weights[OLD_LOOK];
        if old >= 100 {
            return self.value_of(s, seat);
        }
        let features = self.features(s, side, weights);
        let weighed = features.iter().zip(weights).map(|(found, weight)| i64::from(*found) * i64::from(*weight));
        let allied = i32::try_from(weighed.sum::<i64>() / 100).unwrap_or(0);
        let own = if side == Side::Allied { allied } else { -allied };
        if old == 0 { own } else { own * (100 - old) / 100 + self.value_of(s, seat) * old / 100 }
    }

    /// What a side judges by.
    pub(crate) fn weights_of(&self, s: &State, side: Side) -> &Weights {
        let [whole, france, later] = &self.c.weights[side.index()];
        match self.scenario(s) {
            scenario if scenario.first > Month::JUNE => later,
            scenario if scenario.last <= Month::SEPTEMBER => france,
            _ => whole,
        }
    }

    /// The features in the order of `FEATURES`, as a side sees them: it knows its own card.
    fn features(&self, s: &State, side: Side, weights: &Weights) -> [i32; JUDGED] {
        let supply = Side::BOTH.map(|side| self.supply(s, side, Eyes::Truth));
        let [allies, germans, cut_allies, cut_germans, crossed] = self.bodies(s, &supply, weights[STARVES]);
        let [cities, pull, guard] = self.places_held(s, &supply, side);
        let risk = |side: Side| self.risk(s, side, &supply[side.other().index()]);
        [
            allies,
            -germans,
            -cut_allies,
            cut_germans,
            crossed,
            self.fuel_to_come(s),
            cities,
            pull,
            -guard,
            self.way_to_go(s),
            self.attack_declared(s),
            if weights[RISK] == 0 || self.is_last_word(s) { 0 } else { -risk(Side::Allied) },
            if weights[RISK + 1] == 0 { 0 } else { risk(Side::German) },
        ]
    }

    /// Units on the map, Allied and German; what of them is as good as lost, for it is cut off; Allies across the Rhine
    /// and Germans who close a port.
    fn bodies(&self, s: &State, supply: &[Supply; 2], starves: i32) -> [i32; 5] {
        let mut crowd = [0u8; 512];
        for unit in &s.units {
            if let Place::Map(at) = unit.place {
                crowd[at.index()] += 1;
            }
        }
        let blocked = self.approaches(s);
        let left = i32::from(self.scenario(s).last.0) - i32::from(s.month.0);
        // [V.5, V.8] Who is across counts at the end; a lone corps in autumn is only in danger.
        let across = match self.scenario(s).last {
            Month::MARCH => 40 * (4 - left).max(0),
            _ => 90,
        };
        // In the end only ground counts.
        let counts = 40 + 20 * left.clamp(0, 3);
        let acting = acting(s);
        let mut found = [0; 5];
        for (unit, card) in (0u16..).map(Piece).zip(&self.c.units) {
            let Some(at) = s.at(unit) else { continue };
            let (own, cut) = if card.side == Side::Allied { (0, 2) } else { (1, 3) };
            let worth = self.unit_worth(unit, s.unit(unit).sp) * counts / 100;
            found[own] += worth;
            let supplied = card.kind == Kind::Fortress || self.is_supplied(s, unit, &supply[card.side.index()]);
            if !supplied {
                let goes = card.mp > 0;
                let can = !s.has(unit, mark::MOVED) && s.rp[card.side.index()] > 0;
                let share = match acting == Some(card.side) {
                    _ if !goes => 90,
                    false => starves,
                    true if can => 50,
                    true => 90,
                };
                found[cut] += worth * share / 100;
            } else if crowd[at.index()] > 1 && s.has(unit, mark::ENTERED) {
                found[cut] += worth * (100 - CROWDED) / 100;
                crowd[at.index()] -= 1;
            }
            if card.side == Side::Allied && supplied && self.beyond_rhine.contains(at) {
                found[4] += across;
            }
            if card.side == Side::German && blocked.contains(at) {
                found[4] -= 6 * self.fuel_of(s, 1);
            }
        }
        found
    }

    /// What the ports that work will bring in the months to come, under the cap.
    fn fuel_to_come(&self, s: &State) -> i32 {
        self.fuel_of(s, i32::from(self.port_capacity(s)))
    }

    /// What so much capacity will bring.
    fn fuel_of(&self, s: &State, capacity: i32) -> i32 {
        let tables = &self.c.tables;
        let first = usize::from(s.month.0) + usize::from(matches!(s.phase, 3 | 4));
        let last = usize::from(self.scenario(s).last.0);
        let months = tables.allied_rp.iter().take(last + 1).skip(first);
        months.map(|track| capacity.min((i32::from(tables.rp_cap) - i32::from(*track)).max(0))).sum::<i32>()
            * RP_TO_COME
    }

    /// What a city is worth to the Allies beside its port.
    fn prize(&self, s: &State, side: Side, city: &City) -> i32 {
        let port = i32::from(city.port) * (40 + 35 * i32::from(Month::MARCH.0.saturating_sub(s.month.0))) / 2;
        self.city_worth(s, side, city) - port
    }

    /// Cities held; how near others are; and what is open to the enemy.
    fn places_held(&self, s: &State, supply: &[Supply; 2], side: Side) -> [i32; 3] {
        // Who is cut off does not get there.
        let supplied = Side::BOTH.map(|side| supply[side.index()].hexes);
        let able = |side: Side| -> Vec<Spot> {
            let able = |unit: &Piece| self.unit(*unit).mp > 0;
            let places = self.all_of(side).filter(able).filter_map(|unit| s.at(unit));
            places.filter(|at| supplied[side.index()].contains(*at)).collect()
        };
        let (allies, germans) = (able(Side::Allied), able(Side::German));
        let [allied, german] = s.occupied;
        let way = self.ways_from(s, allied & supplied[0]);
        let draws = |distance: i32| {
            let left = (PULL - distance).max(0);
            left * left
        };
        // In hundredths of its worth.
        let pull = |at: Spot, [_, second, third]: [i32; 3]| {
            (36 * draws(way[at.index()].into()) + 12 * draws(second) + 6 * draws(third)) / (PULL * PULL)
        };
        let (mut held, mut drawn, mut open) = (0, 0, 0);
        for (city, [allies, germans]) in self.cities_with_nearest([&allies, &germans]) {
            let mut worth = self.prize(s, side, city);
            let near = &self.near[city.at.index()];
            if s.allied.contains(city.at) {
                held += worth;
                let [first, ..] = germans;
                let gap = match () {
                    () if allied.contains(city.at) => 15,
                    () if near.intersects(&allied) => 45,
                    () => 100,
                };
                open += worth * (6 - first).max(0) * gap / 2400;
            } else {
                if city.port > 0 {
                    worth += self.fuel_of(s, city.port.into());
                }
                let guarded = german.contains(city.at);
                let steps = if guarded { self.defender(s, city.at).map_or(0, |unit| s.unit(unit).sp) } else { 0 };
                let mut part = pull(city.at, allies) * GUARDED[usize::from(steps.min(3))] / 100;
                if !guarded && near.intersects(&allied) {
                    part = part.max(VACANT);
                }
                drawn += worth * part / 100;
            }
        }
        // [V.10] What a raid would win the war for, wants a garrison.
        if s.month >= Month::OCTOBER {
            for at in (self.prizes & s.allied) - allied {
                let [first, ..] = self.nearest_to(at, &germans);
                open += GARRISON * (9 - first).clamp(0, 6) / 6;
            }
        }
        for at in self.approaches(s) & german {
            drawn += 4 * pull(at, self.nearest_to(at, &allies));
        }
        for (beach, at) in s.beaches.iter().zip(self.c.map.beach) {
            let [first, ..] = self.nearest_to(at, &germans);
            if *beach && !allied.contains(at) {
                open += 40 * (5 - first).max(0);
            }
        }
        [held, drawn, open]
    }

    /// Allied steps that are far from everything they could do, and far from the Ruhr.
    fn way_to_go(&self, s: &State) -> i32 {
        let work = s.occupied[Side::German.index()] | (self.cities - s.allied);
        let ruhr = &self.ways.far[self.c.map.ruhr[0].index()];
        let mut sum = 0;
        for unit in self.all_of(Side::Allied) {
            let Some(at) = s.at(unit) else { continue };
            let first = self.way_to_nearest(at, &work);
            let far = if first > 50 { 0 } else { (first - 1).max(0) };
            sum -= i32::from(s.unit(unit).sp) * (5 * far + 3 * i32::from(ruhr[at.index()]) / 2);
        }
        sum
    }

    /// The attack that was declared and is not rolled yet.
    fn attack_declared(&self, s: &State) -> i32 {
        match s.steps.top() {
            Some(Step::Support { battle, defending: true }) => -self.expectation(s, Side::German, battle, 0),
            Some(Step::Support { battle, defending: false }) => self.expectation(s, Side::Allied, battle, 0),
            _ => 0,
        }
    }

    /// What an action promises that the position after it does not show.
    pub(crate) fn hint_on(&self, s: &State, action: &Action) -> i32 {
        let Some(step) = s.steps.top() else { return 0 };
        let of = |side: Side| self.weights_of(s, side);
        if let Step::Activation(side) | Step::Arrivals(side) = step
            && of(side)[OLD_HINTS] > 0
        {
            return self.advice_on(s, action);
        }
        match (step, action) {
            (Step::Activation(side), Action::End) => self.as_it_is(s, side),
            (Step::Activation(side), Action::Attack(battle)) => self.attack_intended(s, side, battle),
            (Step::Activation(side), Action::Move { unit, path } | Action::Motor { unit, path }) => {
                let rough = self.advice_on(s, action);
                let Some(to) = path.last() else { return rough };
                let motor = matches!(action, Action::Motor { .. });
                rough + if motor { 0 } else { self.move_intended(s, side, *unit, to) }
            }
            (Step::Arrivals(side), Action::Step(unit)) => -self.price_of_strength(s, side, self.step_cost(*unit)),
            (Step::Arrivals(side), Action::Rebuild { unit, hidden, .. }) => {
                let first = if self.could_step(s, side) { of(side)[STEPS_FIRST] } else { 0 };
                i32::from(*hidden) - self.price_of_strength(s, side, self.unit_cost(*unit)) - first
            }
            _ => self.advice_on(s, action),
        }
    }

    /// The last phase of the game: what comes after it does not matter.
    pub(crate) fn is_last_word(&self, s: &State) -> bool {
        s.month == self.scenario(s).last && matches!(s.phase, 3 | 4)
    }

    /// What RP spent on strength are missed for.
    fn price_of_strength(&self, s: &State, side: Side, cost: u8) -> i32 {
        let weight = self.weights_of(s, side)[STEP_RP];
        match side {
            Side::Allied => self.price(s, side, cost) * weight / 100,
            Side::German => i32::from(cost) * weight,
        }
    }

    /// Whether somebody near the enemy could gain a step.
    fn could_step(&self, s: &State, side: Side) -> bool {
        let enemies: Vec<Spot> = s.occupied[side.other().index()].iter().collect();
        let near = |unit: Piece| s.at(unit).is_some_and(|at| self.nearest_to(at, &enemies)[0] <= NEAR);
        self.all_of(side).any(|unit| self.unit(unit).mp > 0 && near(unit) && self.check_step(s, side, unit).is_ok())
    }

    /// What an RP is worth this month: little if there are more of them than anybody can use.
    pub(crate) fn price_of_rp(&self, s: &State, side: Side) -> i32 {
        let fresh = |unit: &Piece| self.unit(*unit).mp > 0 && s.at(*unit).is_some() && !s.has(*unit, mark::MOVED);
        let fresh = i32::try_from(self.all_of(side).filter(fresh).count()).unwrap_or(0).max(1);
        let enough = 100 * i32::from(s.rp[side.index()]) / fresh;
        self.weights_of(s, side)[RP] * (150 - enough).clamp(20, 110) / 100
    }

    /// The phase ends as good as it is: what follows from its end would happen anyway.
    fn as_it_is(&self, s: &State, side: Side) -> i32 {
        let now = self.judged(s, side.seat());
        let mut copy = *s;
        let mut dice = Fixed(50);
        let mut r: Referee<'_, Event> = Referee::silent(&mut dice);
        self.play_action(&mut copy, &Action::End, &mut r);
        self.settle(&mut copy, &mut r);
        if copy.steps.is_empty() { 0 } else { now - self.judged(&copy, side.seat()) }
    }
}

/// Whose phase it is.
fn acting(s: &State) -> Option<Side> {
    match s.phase {
        1 | 2 => Some(Side::German),
        3 | 4 => Some(Side::Allied),
        _ => None,
    }
}
