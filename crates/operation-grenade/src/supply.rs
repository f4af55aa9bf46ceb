//! [11.0] Supply: roads to the friendly edge, and lines of six hexes to such roads.

use crate::OperationGrenade;
use crate::event::Event;
use crate::rows::Rows;
use crate::state::{Hexes, Side, State, Unit, Units};
use referee::{Referee, Rule, Spot};

/// What a side's supply rests on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Lines {
    /// [11.1] Road hexes that are joined to the friendly edge.
    pub(crate) linked: Hexes,
    /// [11.21] From where such a road is near enough.
    pub(crate) supplied: Hexes,
    /// [11.41] From where any road can be reached.
    pub(crate) connected: Hexes,
}

impl OperationGrenade {
    /// [11.0.a] For both sides at the beginning of each Player-Turn; it holds until the next.
    pub(crate) fn determine_supply(&self, s: &mut State, r: &mut Referee<Event>) {
        s.unsupplied = Units::empty();
        s.isolated = Units::empty();
        for side in Side::BOTH {
            let lines = self.lines(s, side);
            for unit in self.of_side(side) {
                let cut_off = match self.supply_state(s, &lines, unit) {
                    Supply::Supplied => continue,
                    Supply::Unsupplied => &mut s.unsupplied,
                    Supply::Isolated => &mut s.isolated,
                };
                cut_off.insert(unit);
            }
        }
        if !s.unsupplied.is_empty() {
            r.note(Rule("11.32"), Event::Unsupplied { units: s.unsupplied });
        }
        if !s.isolated.is_empty() {
            r.note(Rule("11.41"), Event::Isolated { units: s.isolated });
        }
    }

    /// [11.1], [11.1.a], [6.51] Lines run through hexes that are free of enemies, and of their zones unless a friend is there
    /// [6.52]; [11.1.b] terrain does not matter.
    pub(crate) fn lines(&self, s: &State, side: Side) -> Lines {
        let enemy = side.other();
        let open = (self.all_hexes - s.here[enemy]) - (s.zones[enemy] - s.here[side]);
        let linked = self.linked_roads(&(self.road_hexes & open), side);
        let rows = Rows::of(&open, self.extent);
        let mut near = Rows::of(&linked, self.extent);
        for _ in 0..self.components.tables.limits.supply_line {
            near = near.grown(self.extent).and(&rows);
        }
        let mut any = Rows::of(&(self.road_hexes & open), self.extent);
        loop {
            let more = any.grown(self.extent).and(&rows);
            if more == any {
                break;
            }
            any = more;
        }
        Lines { linked, supplied: near.hexes(self.extent), connected: any.hexes(self.extent) }
    }

    /// [11.1], [11.22] Open road hexes from the friendly edge on, from road hexside to road hexside.
    fn linked_roads(&self, open: &Hexes, side: Side) -> Hexes {
        let mut linked = *open & self.supply_edge[side];
        let mut queue = [Spot(0); crate::state::HEXES];
        let mut end = 0;
        for hex in linked {
            queue[end] = hex;
            end += 1;
        }
        let mut next = 0;
        while next < end {
            for to in self.roads_from(queue[next]) {
                if open.contains(*to) && linked.insert(*to) {
                    queue[end] = *to;
                    end += 1;
                }
            }
            next += 1;
        }
        linked
    }

    /// [11.31] Out of supply who is too far from a linked road [11.31.1], or reaches no linked one [11.31.2]; [11.41] isolated who
    /// reaches none at all. [11.5], [19.4] Some are whatever their lines say.
    fn supply_state(&self, s: &State, lines: &Lines, unit: Unit) -> Supply {
        let (at, card) = (s.at(unit), self.card(unit));
        if !self.is_hex(at) {
            return Supply::Supplied;
        }
        if s.turn <= card.unsupplied_until {
            return Supply::Unsupplied; // [19.41], [19.42] whatever else holds
        }
        let by_itself = s.arrived.iter().any(|units| units.contains(unit)) // [11.51]
            || self.near_edge[card.side].contains(at) // [11.52]
            || (card.side == Side::German && self.has_works(at)); // [11.53]
        if by_itself || lines.supplied.contains(at) {
            Supply::Supplied
        } else if lines.connected.contains(at) {
            Supply::Unsupplied
        } else {
            Supply::Isolated
        }
    }

    /// [12.0], [20.1] An entrenchment or improved position.
    pub(crate) fn has_works(&self, hex: Spot) -> bool {
        self.components.map.entrenchments.contains(hex) || self.components.map.improved.contains(hex)
    }
}

enum Supply {
    Supplied,
    Unsupplied,
    Isolated,
}
