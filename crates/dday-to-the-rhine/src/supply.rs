//! SUP: Supply.

use crate::components::Side;
use crate::state::{Hexes, State};
use crate::{DdayToTheRhine, Event};
use referee::{Piece, Referee, Rule, Spot};
use std::cell::RefCell;

/// What a side's supply reaches.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct Supply {
    /// Where a unit would be in supply.
    pub(crate) hexes: Hexes,
    /// Controlled cities in supply.
    pub(crate) cities: Hexes,
}

/// All that supply depends on.
#[derive(Copy, Clone, PartialEq)]
struct Chains {
    serial: u64,
    side: Side,
    own: Hexes,
    enemies: Hexes,
    sources: Hexes,
    allied: Hexes,
}

/// What was found last.
type Known = (Chains, Supply);

/// The longest chain there is room for.
const LONGEST: usize = 8;

thread_local! {
    static LAST: RefCell<[[Option<Known>; 2]; 2]> = const { RefCell::new([[None; 2]; 2]) };
}

/// Through whose eyes supply is traced.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Eyes {
    Truth,
    /// What the Allied player sees: a marker cuts no chain [O.1.e].
    Allied,
}

impl DdayToTheRhine {
    /// All six hexes around each of these.
    pub(crate) fn around(&self, hexes: Hexes) -> Hexes {
        hexes.iter().fold(Hexes::empty(), |near, hex| near | self.near[hex.index()])
    }

    /// [M.1] The zone of control of a side.
    pub(crate) fn zone(&self, s: &State, side: Side, eyes: Eyes) -> Hexes {
        self.around(self.seen_units(s, side, eyes))
    }

    /// Hexes in which somebody sees units of a side.
    pub(crate) fn seen_units(&self, s: &State, side: Side, eyes: Eyes) -> Hexes {
        match (eyes, side) {
            (Eyes::Allied, Side::German) => s.seen_germans(),
            _ => s.occupied[side.index()],
        }
    }

    /// [SUP.1, SUP.3, SF.1] Where chains of a side end, apart from cities.
    fn sources(&self, s: &State, side: Side) -> Hexes {
        let september = s.month >= self.c.tables.south_france_allied_from;
        match side {
            Side::German => self.german_edges | if september { Hexes::empty() } else { self.south_france },
            Side::Allied => {
                let beaches = (0..2).filter(|i| s.beaches[*i]).map(|i| self.c.map.beach[i]).collect::<Hexes>();
                let south = if september { self.south_france } else { Hexes::empty() };
                beaches | self.working_ports(s) | south
            }
        }
    }

    /// [SUP.5, SUP.5.a, M.1.b] Hexes a chain of this side may enter.
    fn passable(&self, chains: &Chains) -> Hexes {
        let zone = self.around(chains.enemies) - chains.own;
        let foreign = match chains.side {
            Side::German => chains.allied,
            Side::Allied => self.cities - chains.allied,
        };
        self.all - zone - chains.enemies - foreign
    }

    /// [SUP.2, SUP.4] Cities controlled by a side.
    pub(crate) fn controlled(&self, s: &State, side: Side) -> Hexes {
        match side {
            Side::Allied => s.allied,
            Side::German => self.cities - s.allied,
        }
    }

    /// What supply reaches. Offers, a pick and the move that follows ask for the same, so a thread remembers what it
    /// found last for each side and its eyes: that halves the time of a random decision.
    pub(crate) fn supply(&self, s: &State, side: Side, eyes: Eyes) -> Supply {
        let chains = Chains {
            serial: self.serial,
            side,
            own: self.seen_units(s, side, eyes),
            enemies: self.seen_units(s, side.other(), eyes),
            sources: self.sources(s, side),
            allied: s.allied,
        };
        LAST.with_borrow_mut(|last| {
            let last = &mut last[side.index()];
            // Mostly both eyes see the same.
            if let Some((_, supply)) = last.iter().flatten().find(|(known, _)| *known == chains) {
                return *supply;
            }
            let supply = self.trace(&chains);
            last[eyes as usize] = Some((chains, supply));
            supply
        })
    }

    /// [SUP.13, SUP.14] Chains of at most five entered hexes, from city to city.
    fn trace(&self, chains: &Chains) -> Supply {
        let passable = self.passable(chains);
        let sources = chains.sources;
        let towns = passable
            & match chains.side {
                Side::Allied => chains.allied,
                Side::German => self.cities - chains.allied,
            };
        let range = usize::from(self.c.tables.supply_range).min(LONGEST);
        // By depth: what is entered so early, or earlier, on the way to a source. A city that is reached begins anew,
        // and what was entered later before is entered again: it may reach further.
        let mut entered = [Hexes::empty(); LONGEST + 1];
        let (mut reached, mut touched, mut supplied) = (Hexes::empty(), Hexes::empty(), Hexes::empty());
        let mut starts = sources & passable;
        let mut fresh = starts;
        while !fresh.is_empty() {
            let mut edge = fresh;
            let mut found = Hexes::empty();
            for depth in 1..=range {
                for known in &mut entered[depth..=range] {
                    *known |= edge;
                }
                reached |= edge;
                let next = self.around(edge);
                touched |= next;
                found |= next & towns;
                if depth == range {
                    break;
                }
                edge = (next & passable) - entered[depth + 1];
                if edge.is_empty() {
                    break;
                }
            }
            fresh = (found - supplied) - starts;
            supplied |= found;
            starts |= fresh;
        }
        let cities = supplied | (towns & sources);
        // [SUP.6, SUP.10, SUP.12] On its own source a unit is supplied whatever surrounds it.
        Supply { hexes: touched | reached | sources | cities, cities }
    }

    /// Whether a unit of this side would be in supply there.
    pub(crate) fn is_supplied(&self, s: &State, unit: Piece, supply: &Supply) -> bool {
        let Some(at) = s.at(unit) else { return false };
        supply.hexes.contains(at) || self.is_coastal_garrison(unit, at)
    }

    /// [R.6] A fortress unit in a coastal fortress hex.
    fn is_coastal_garrison(&self, unit: Piece, at: Spot) -> bool {
        self.unit(unit).kind == crate::components::Kind::Fortress && self.c.map.coastal_fortress[at.index()]
    }

    /// [SUP.7] Supply as it is known to the side that acts.
    pub(crate) fn seen_supply(&self, s: &State, side: Side) -> Supply {
        self.supply(s, side, if side == Side::Allied { Eyes::Allied } else { Eyes::Truth })
    }

    /// [SUP.9, SUP.11] Units without supply are eliminated; it is found once for all of them.
    pub(crate) fn starve(&self, s: &mut State, side: Side, r: &mut Referee<Event>) {
        let supply = self.supply(s, side, Eyes::Truth);
        for unit in self.all_of(side) {
            let starves = s.at(unit).is_some()
                && !self.is_supplied(s, unit, &supply)
                && self.unit(unit).kind != crate::components::Kind::Fortress;
            if starves {
                let out = self.remove(s, unit);
                r.note(Rule("SUP.9"), Event::Starved { unit, out });
                r.seal();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bots::RandomBot;
    use referee::{Awaits, Game, Referee, Seeded, Setup};

    /// The book read literally: chain by chain, wave by wave, nothing remembered.
    fn slowly(rhine: &DdayToTheRhine, chains: &Chains) -> Supply {
        let passable = rhine.passable(chains);
        let held = if chains.side == Side::Allied { chains.allied } else { rhine.cities - chains.allied };
        let towns = held & passable;
        let (mut reached, mut cities) = (Hexes::empty(), towns & chains.sources);
        let mut starts = chains.sources & passable;
        loop {
            let mut wave = starts;
            for _ in 1..rhine.c.tables.supply_range {
                wave |= rhine.around(wave) & passable;
            }
            reached |= wave;
            let found = rhine.around(wave) & towns;
            cities |= found;
            if found.is_subset(&starts) {
                return Supply { hexes: rhine.around(reached) | reached | chains.sources | cities, cities };
            }
            starts |= found;
        }
    }

    /// States of random games.
    fn states(rhine: &DdayToTheRhine) -> Vec<State> {
        let mut states = vec![];
        for setup in ["campaign", "autumn", "winter +hidden"] {
            for seed in 0..8 {
                let (mut dice, mut bot) = (Seeded(seed), RandomBot::default());
                let setup = Setup::read(setup).expect("a setup");
                let mut state = rhine.start(&setup, &mut Referee::silent(&mut dice));
                while let Awaits::Decision(_) = rhine.awaits(&state) {
                    let action = bot.decide(rhine, &state, &mut dice).expect("something is offered");
                    rhine.play(&mut state, &action, &mut Referee::silent(&mut dice));
                    states.push(state);
                }
            }
        }
        states
    }

    fn chains(rhine: &DdayToTheRhine, s: &State, side: Side) -> Chains {
        let [own, enemies] = [side, side.other()].map(|side| s.occupied[side.index()]);
        Chains { serial: rhine.serial, side, own, enemies, sources: rhine.sources(s, side), allied: s.allied }
    }

    #[test]
    fn quick_and_slow_supply_agree() {
        let rhine = DdayToTheRhine::new(&crate::files()).expect("the embedded files are sound");
        for s in states(&rhine) {
            for side in Side::BOTH {
                let chains = chains(&rhine, &s, side);
                assert_eq!(rhine.trace(&chains), slowly(&rhine, &chains), "{side:?}\n{}", rhine.write_position(&s));
                assert_eq!(rhine.supply(&s, side, Eyes::Truth), slowly(&rhine, &chains));
            }
        }
    }
}
