//! [SUP] Supply.

use crate::components::Side;
use crate::state::{Hexes, Place, State};
use crate::{Event, Rhine};
use referee::{Piece, Referee, Rule, Spot};

/// What a side's supply reaches.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct Supply {
    /// Where a unit would be in supply.
    pub(crate) hexes: Hexes,
    /// Controlled cities in supply.
    pub(crate) cities: Hexes,
}

/// Through whose eyes supply is traced.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Eyes {
    Truth,
    /// What the Allied player sees: a marker cuts no chain [O.1.e].
    Allied,
}

impl Rhine {
    /// All six hexes around each of these.
    pub(crate) fn around(&self, hexes: Hexes) -> Hexes {
        hexes.iter().fold(Hexes::empty(), |near, hex| near | self.near[hex.index()])
    }

    /// [M.1] The zone of control of a side.
    pub(crate) fn zone(&self, s: &State, side: Side, eyes: Eyes) -> Hexes {
        self.around(self.seen_units(s, side, eyes))
    }

    /// Hexes in which somebody sees units of a side.
    fn seen_units(&self, s: &State, side: Side, eyes: Eyes) -> Hexes {
        match (eyes, side) {
            (Eyes::Allied, Side::German) => s.seen_germans(),
            _ => s.occupied[side.index()],
        }
    }

    /// [SUP.1, SUP.3] Where chains of a side end, apart from cities.
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

    /// [SUP.5, SUP.5.a] Hexes a chain of this side may enter.
    fn passable(&self, s: &State, side: Side, eyes: Eyes) -> Hexes {
        let units = self.seen_units(s, side.other(), eyes);
        let zone = self.around(units) - self.seen_units(s, side, eyes);
        let foreign = match side {
            Side::German => s.allied,
            Side::Allied => self.cities - s.allied,
        };
        self.all - zone - units - foreign
    }

    /// [SUP.2, SUP.4] Cities controlled by a side.
    pub(crate) fn controlled(&self, s: &State, side: Side) -> Hexes {
        match side {
            Side::Allied => s.allied,
            Side::German => self.cities - s.allied,
        }
    }

    /// [SUP.13] Chains of at most five entered hexes, from city to city.
    pub(crate) fn supply(&self, s: &State, side: Side, eyes: Eyes) -> Supply {
        let passable = self.passable(s, side, eyes);
        let sources = self.sources(s, side);
        let towns = self.controlled(s, side) & passable;
        let range = usize::from(self.c.tables.supply_range);
        // What is entered first, second … on the way to a source; a city that is reached begins anew.
        let mut reached = Hexes::empty();
        let mut supplied = Hexes::empty();
        let mut fresh = sources & passable;
        let mut starts = fresh;
        while !fresh.is_empty() {
            let (mut seen, mut edge) = (fresh, fresh);
            let mut found = Hexes::empty();
            for depth in 1..=range {
                reached |= edge;
                let next = self.around(edge);
                found |= next & towns;
                if depth == range {
                    break;
                }
                edge = (next & passable) - seen;
                seen |= edge;
                if edge.is_empty() {
                    break;
                }
            }
            // Nearer hexes of an earlier wave are entered again from a new city: they may reach further.
            fresh = (found - supplied) - starts;
            supplied |= found;
            starts |= fresh;
        }
        let cities = supplied | (towns & sources);
        let own = match side {
            // [SUP.6, SUP.10] On its own edge a unit is supplied whatever surrounds it.
            Side::German => sources,
            // [SUP.12]
            Side::Allied => sources,
        };
        Supply { hexes: self.around(reached) | reached | own | cities, cities }
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

    /// Supply as it is known to the side that acts.
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

    /// [C.14.a, C.14.b] Off the map, into the pool or out of the game. True if it is out.
    pub(crate) fn remove(&self, s: &mut State, unit: Piece) -> bool {
        let Some(at) = s.at(unit) else { return false };
        let out = self.is_lost_for_good(s, unit);
        let side = self.unit(unit).side;
        let marks = s.unit(unit).marks;
        let state = s.unit_mut(unit);
        state.place = if out { Place::Out } else { Place::Pool };
        state.sp = 0;
        state.marker = 0;
        state.marks = marks & crate::state::mark::REBUILT;
        if s.units_in(at).next().is_none() {
            s.occupied[side.index()].remove(at);
        }
        out
    }

    pub(crate) fn put(&self, s: &mut State, unit: Piece, at: Spot) {
        let side = self.unit(unit).side;
        if let Some(from) = s.at(unit) {
            s.unit_mut(unit).place = Place::Map(at);
            if s.units_in(from).next().is_none() {
                s.occupied[side.index()].remove(from);
            }
        }
        s.unit_mut(unit).place = Place::Map(at);
        s.occupied[side.index()].insert(at);
    }
}
