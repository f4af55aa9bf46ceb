//! What the yardstick plays by: how a position looks, and which actions promise something, as on 2026-11-16. In hundredths
//! of an Allied step. It stays as it is; what the levels at the table play by is in `judgement.rs`.

mod attacks;
mod intents;
mod plans;
mod risk;
mod ways;

pub(crate) use ways::Ways;

use crate::action::Action;
use crate::components::{City, Goal, Kind, Month, Side};
use crate::sequence::Step;
use crate::state::{Hexes, State, mark};
use crate::supply::Eyes;
use crate::{DdayToTheRhine, Event};
use referee::{Fixed, Piece, Referee, Seat, Spot};

/// How far a city draws units: hexes, or the trouble of a way that leads through the enemy.
pub(crate) const PULL: i32 = 16;
/// What is left of the worth of a unit without supply, in hundredths: it may get out yet.
const CUT_OFF: i32 = 35;
/// The same as its enemy sees it, who has not had his turn to mend it.
const CUT_OFF_ENEMY: i32 = 85;
/// What is left of a unit that stands on another and is sent back if it stays.
pub(crate) const CROWDED: i32 = 65;
/// What an attack that can be made is asked to bring beyond that before it is tried, in hundredths.
const EAGER: i32 = 20;
/// The part of its worth that a city has which nobody holds any more, with Allies beside it, in hundredths.
pub(crate) const VACANT: i32 = 70;
/// What it is worth that somebody stands in a city that must not be lost.
pub(crate) const GARRISON: i32 = 200;

impl DdayToTheRhine {
    pub(crate) fn value_of(&self, s: &State, seat: Seat) -> i32 {
        match Side::of_seat(seat) {
            Some(Side::Allied) => self.allied_view(s, Side::Allied),
            Some(Side::German) => -self.allied_view(s, Side::German),
            None => 0,
        }
    }

    /// What an action promises before it is tried, to whoever makes it.
    pub(crate) fn advice_on(&self, s: &State, action: &Action) -> i32 {
        let Some(step) = s.steps.top() else { return 0 };
        match (step, action) {
            (Step::Launch, Action::Launch) => self.launch_promise(s),
            (Step::Arrivals(side), Action::Step(unit)) => -self.price(s, side, self.step_cost(*unit)),
            (Step::Arrivals(side), Action::Rebuild { unit, hidden, .. }) => {
                i32::from(*hidden) - self.price(s, side, self.unit_cost(*unit))
            }
            (Step::Arrivals(_), Action::Place { at: Some(at), hidden, .. }) => {
                i32::from(*hidden) - 20 * i32::from(s.holds(Side::Allied, *at) || s.holds(Side::German, *at))
            }
            (Step::Activation(side), Action::Move { unit, path } | Action::Motor { unit, path }) => {
                match (DdayToTheRhine::phantom_of(*unit), path.last()) {
                    (None, Some(to)) => self.move_promise(s, side, *unit, to, path.iter()),
                    _ => -20,
                }
            }
            (Step::Activation(side), Action::Rail { unit, at: Some(at) }) => {
                self.move_promise(s, side, *unit, *at, std::iter::empty())
            }
            (Step::Activation(side), Action::Attack(battle)) => self.expectation(s, side, *battle, 0) * EAGER / 100,
            (Step::Support { battle, defending }, Action::Support(support)) => {
                self.support_promise(s, battle, defending, *support)
            }
            (Step::Activation(side), Action::End) => self.end_promise(s, side),
            (Step::Hide, Action::Hide(_)) => 20,
            (Step::Hide, Action::Phantom(_)) => 10,
            _ => 0,
        }
    }

    // How a position looks.

    /// How good a position looks to the Allies, as a side sees it: it knows its own card.
    fn allied_view(&self, s: &State, side: Side) -> i32 {
        let mut sum = self.forces(s, side) + self.harbour_worth(s);
        sum += self.ground_held(s, side);
        sum += self.chances(s) + self.drive(s);
        if let Some(Step::Support { battle, defending }) = s.steps.top() {
            let attacker = if defending { Side::German } else { Side::Allied };
            let promise = self.expectation(s, attacker, battle, 0);
            sum += if defending { -promise } else { promise };
        }
        sum
    }

    /// Units on the map, less if they are cut off, and what they stand for.
    pub(crate) fn forces(&self, s: &State, view: Side) -> i32 {
        let supply = Side::BOTH.map(|side| self.supply(s, side, Eyes::Truth));
        let mut crowd = [0u8; 512];
        for unit in &s.units {
            if let crate::state::Place::Map(at) = unit.place {
                crowd[at.index()] += 1;
            }
        }
        let blocked = self.approaches(s);
        // [V.5, V.8] Who is across counts at the end; a lone corps in autumn is only in danger.
        let across = match self.scenario(s).last {
            Month::MARCH => 40 * (i32::from(s.month.0) - i32::from(Month::DECEMBER.0)).max(0),
            _ => 90,
        };
        let mut sum = 0;
        for (unit, card) in (0u16..).map(Piece).zip(&self.c.units) {
            let Some(at) = s.at(unit) else { continue };
            let mut worth = self.unit_worth(unit, s.unit(unit).sp);
            let supplied = self.is_supplied(s, unit, &supply[card.side.index()]) || card.kind == Kind::Fortress;
            if !supplied {
                worth = worth * if card.side == view { CUT_OFF } else { CUT_OFF_ENEMY } / 100;
            } else if crowd[at.index()] > 1 && s.has(unit, mark::ENTERED) {
                worth = worth * CROWDED / 100;
                crowd[at.index()] -= 1;
            }
            match card.side {
                Side::Allied => {
                    sum += worth;
                    if supplied && self.beyond_rhine.contains(at) {
                        sum += across;
                    }
                }
                Side::German => {
                    sum -= worth;
                    if blocked.contains(at) {
                        sum -= 200;
                    }
                }
            }
        }
        sum
    }

    /// [R.3, R.4] Hexes from which Germans close a port.
    pub(crate) fn approaches(&self, s: &State) -> Hexes {
        let map = &self.c.map;
        let mut hexes = Hexes::empty();
        if s.allied.contains(map.antwerp) {
            hexes |= map.antwerp_approach.iter().copied().collect::<Hexes>();
        }
        if s.allied.contains(map.bordeaux) {
            hexes.insert(map.royan);
        }
        hexes
    }

    /// A unit with so many steps. The last step is worth more: with it goes the unit.
    pub(crate) fn unit_worth(&self, unit: Piece, sp: u8) -> i32 {
        if sp == 0 {
            return 0;
        }
        let card = self.unit(unit);
        let (first, more) = match (card.side, card.kind) {
            (Side::Allied, _) => (190, 100),
            (_, Kind::Panzer) => (270, 150),
            (_, Kind::Volksturm) => (130, 40),
            (_, Kind::Coast | Kind::Fortress) => (120, 0),
            (_, Kind::Elite) => (250, 120),
            _ => (210, 110),
        };
        first + more * i32::from(sp - 1)
    }

    /// [R.1] Port capacity is fuel; there is a cap on it.
    pub(crate) fn harbour_worth(&self, s: &State) -> i32 {
        i32::from(self.port_capacity(s)) * port_worth(s) / 2
    }

    /// What a city is worth to the Allies, by the map and by the card of the side that looks.
    pub(crate) fn city_worth(&self, s: &State, side: Side, city: &City) -> i32 {
        let map = &self.c.map;
        let mut worth = 60 + i32::from(city.port) * port_worth(s) / 2;
        let german = self.german_cities.contains(city.at);
        if german {
            worth += 140;
        }
        if city.major {
            worth += 260;
        }
        if self.ruhr.contains(city.at) {
            worth += 300;
        }
        if city.at == map.paris {
            worth += if side == Side::Allied { 500 } else { 200 };
        }
        if city.at == map.antwerp {
            worth += 600;
        }
        if city.at == map.arnhem {
            worth += 120;
        }
        worth += match s.cards[side.index()] {
            1 | 4 if german => 60,
            2 if city.at == map.arnhem || city.at == map.antwerp || self.ruhr.contains(city.at) => 250,
            3 if self.saar.contains(city.at) => 350,
            5 => 60 * i32::from(city.port),
            6 if self.prizes.contains(city.at) && s.month >= self.c.tables.victory.blow_from => 300,
            _ => 0,
        };
        worth + self.goal_worth(s, city)
    }

    /// [V.12.b, V.12.c, V.12.d] What the scenario asks for.
    fn goal_worth(&self, s: &State, city: &City) -> i32 {
        match self.scenario(s).goal {
            Some(Goal::Normandy) if city.at == self.c.map.paris => 1500,
            Some(Goal::Normandy) => 150 * i32::from(city.port),
            Some(Goal::France) if self.c.tables.victory.france.contains(&city.at) => 900,
            Some(Goal::Christmas) if self.ruhr.contains(city.at) => 500,
            _ => 0,
        }
    }

    /// Cities held, and how near others are: a city draws the nearest units, less if somebody guards it. Germans in a
    /// line make the way to everything behind it long.
    pub(crate) fn ground_held(&self, s: &State, side: Side) -> i32 {
        let able = |side: Side| -> Vec<Spot> {
            let able = |unit: &Piece| self.unit(*unit).mp > 0;
            self.all_of(side).filter(able).filter_map(|unit| s.at(unit)).collect()
        };
        let (allies, germans) = (able(Side::Allied), able(Side::German));
        let [allied, german] = s.occupied;
        let way = self.ways_for_allies(s);
        let draws = |distance: i32| {
            let left = (PULL - distance).max(0);
            left * left
        };
        // In hundredths of its worth.
        let pull = |at: Spot, [_, second, third]: [i32; 3]| {
            (36 * draws(way[at.index()].into()) + 12 * draws(second) + 6 * draws(third)) / (PULL * PULL)
        };
        let mut sum = 0;
        for (city, [allies, germans]) in self.cities_with_nearest([&allies, &germans]) {
            let worth = self.city_worth(s, side, city);
            let near = &self.near[city.at.index()];
            if s.allied.contains(city.at) {
                sum += worth;
                let [first, ..] = germans;
                let open = match () {
                    () if allied.contains(city.at) => 15,
                    () if near.intersects(&allied) => 45,
                    () => 100,
                };
                sum -= worth * (6 - first).max(0) * open / 2400;
            } else {
                let guard = if german.contains(city.at) { 75 } else { 100 };
                let mut part = pull(city.at, allies) * guard / 100;
                if !german.contains(city.at) && near.intersects(&allied) {
                    part = part.max(VACANT);
                    sum += i32::from(city.port) * port_worth(s) * VACANT / 200;
                }
                sum += worth * part / 100;
            }
        }
        // [V.10] What a raid would win the war for, wants a garrison.
        if s.month >= Month::OCTOBER {
            for at in (self.prizes & s.allied) - allied {
                let [first, ..] = self.nearest_to(at, &germans);
                sum -= GARRISON * (9 - first).clamp(0, 6) / 6;
            }
        }
        for at in self.approaches(s) & german {
            sum += 4 * pull(at, self.nearest_to(at, &allies));
        }
        for (beach, at) in s.beaches.iter().zip(self.c.map.beach) {
            let [first, ..] = self.nearest_to(at, &germans);
            if *beach && !allied.contains(at) {
                sum -= 40 * (5 - first).max(0);
            }
        }
        sum
    }

    /// Allied steps that are far from everything they could do, and far from the Ruhr.
    pub(crate) fn drive(&self, s: &State) -> i32 {
        let work = s.occupied[Side::German.index()] | (self.cities - s.allied);
        let ruhr = self.c.map.ruhr[0];
        let mut sum = 0;
        for unit in self.all_of(Side::Allied) {
            let Some(at) = s.at(unit) else { continue };
            let first = self.way_to_nearest(at, &work);
            let far = if first > 50 { 0 } else { (first - 1).max(0) };
            sum -= i32::from(s.unit(unit).sp) * (5 * far + 3 * self.apart(at, ruhr) / 2);
        }
        sum
    }

    // What actions promise.

    /// [R.10.a] What RP spent on strength are missed for, in moves and attacks.
    pub(crate) fn price(&self, s: &State, side: Side, cost: u8) -> i32 {
        let left = i32::from(s.rp[side.index()]) - i32::from(cost);
        let (each, kept) = match side {
            Side::Allied => (50, 12),
            Side::German => (65, 5),
        };
        each * i32::from(cost) + 12 * (kept - left).max(0)
    }

    pub(crate) fn launch_promise(&self, s: &State) -> i32 {
        if s.month < Month::DECEMBER { -50 } else { 100 }
    }

    /// The phase ends as good as it is: what follows from its end would happen anyway.
    fn end_promise(&self, s: &State, side: Side) -> i32 {
        let now = self.value_of(s, side.seat());
        let mut copy = *s;
        let mut dice = Fixed(50);
        let mut r: Referee<'_, Event> = Referee::silent(&mut dice);
        self.play_action(&mut copy, &Action::End, &mut r);
        self.settle(&mut copy, &mut r);
        if copy.steps.is_empty() { 0 } else { now - self.value_of(&copy, side.seat()) }
    }

    /// Where a move leads, roughly.
    pub(crate) fn move_promise(
        &self,
        s: &State,
        side: Side,
        unit: Piece,
        to: Spot,
        path: impl Iterator<Item = Spot>,
    ) -> i32 {
        let Some(from) = s.at(unit) else { return 0 };
        let mut sum = self.draw_of(s, side, to) - self.draw_of(s, side, from);
        for at in path {
            if let Some(city) = self.city(at)
                && s.allied.contains(at) != (side == Side::Allied)
            {
                sum += self.city_worth(s, side, city);
            }
        }
        sum / 6 - 8
    }

    /// How much a side wants to stand in a hex.
    fn draw_of(&self, s: &State, side: Side, at: Spot) -> i32 {
        let mut best = 0;
        match side {
            Side::Allied => {
                for city in &self.c.map.cities {
                    if !s.allied.contains(city.at) {
                        let distance = self.apart(at, city.at);
                        best = best.max(self.city_worth(s, side, city) * (PULL - distance).max(0) / PULL);
                    }
                }
                let contact = self.near[at.index()].intersects(&s.occupied[Side::German.index()]);
                best + 60 * i32::from(contact)
            }
            Side::German => {
                let allies: Vec<Spot> = s.occupied[Side::Allied.index()].iter().collect();
                let [front, ..] = self.nearest_to(at, &allies);
                for city in &self.c.map.cities {
                    let distance = self.apart(at, city.at);
                    if distance > 4 || s.allied.contains(city.at) {
                        continue;
                    }
                    let [threat, ..] = self.nearest_to(city.at, &allies);
                    let need = self.city_worth(s, side, city) * (8 - threat).max(0) / 8;
                    best = best.max(need * (5 - distance) / 5);
                }
                best + 10 * (8 - front).max(0)
            }
        }
    }
}

/// A port is worth what it will bring until the end.
fn port_worth(s: &State) -> i32 {
    40 + 35 * i32::from(Month::MARCH.0.saturating_sub(s.month.0))
}
