//! [13.0] Reinforcements: when and where they come in, and what it costs.

use crate::HurtgenForest;
use crate::components::Ground;
use crate::state::{NOWHERE, State, Unit};
use referee::{Illegal, Rule, Spot};

/// [13.22] Where a unit may come in now: its scheduled hex, or the alternates if that one is blocked.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    hexes: [Spot; 2],
    /// [13.12] Units that came in by the same hex before it in this phase.
    ahead: [u8; 2],
}

impl Entry {
    pub(crate) fn hexes(&self) -> impl Iterator<Item = Spot> + '_ {
        self.hexes.iter().copied().filter(|&hex| hex != NOWHERE)
    }
}

impl HurtgenForest {
    /// [13.0], [13.23] Not before its Game-Turn; later is the owner's choice.
    pub(crate) fn check_due(&self, s: &State, unit: Unit) -> Result<(), Illegal> {
        if self.card(unit).turn > s.turn {
            return Err(Illegal::new(Rule("13.0"), "the Reinforcement is not due yet").about(unit.into()));
        }
        Ok(())
    }

    pub(crate) fn entry(&self, s: &State, unit: Unit) -> Entry {
        let scheduled = self.card(unit).at;
        let hexes = if self.is_blocked(s, unit, scheduled) {
            self.alternates(s, unit, scheduled)
        } else {
            [scheduled, NOWHERE]
        };
        Entry { hexes, ahead: hexes.map(|hex| s.columns.at(hex)) }
    }

    /// [13.22] Held by the enemy, or by a friend in an enemy zone. A vacant enemy-controlled hex is not blocked.
    fn is_blocked(&self, s: &State, unit: Unit, hex: Spot) -> bool {
        let side = self.side(unit);
        match s.occupant(hex) {
            Some(holder) if self.side(holder) != side => true,
            Some(_) => self.enemy_controls(s, side, hex),
            None => false,
        }
    }

    /// [13.22] The nearest unblocked hexes of the same map edge which the unit may lawfully enter; of these
    /// the one nearer to the closest friend on the map. Two are left only when nothing decides between them.
    fn alternates(&self, s: &State, unit: Unit, scheduled: Spot) -> [Spot; 2] {
        let side = self.side(unit);
        let lawful = |hex: &Spot| !self.is_blocked(s, unit, *hex) && self.entry_cost(unit, *hex, 0).is_ok();
        let friend_at = |hex: Spot| {
            let friends = self.of_side(side).iter().map(|friend| s.at(friend)).filter(|&at| self.is_hex(at));
            friends.map(|at| self.grid.distance(hex, at)).min().unwrap_or(0)
        };
        let rank = |hex: Spot| (self.grid.distance(scheduled, hex), friend_at(hex));
        let edge = || self.same_edge(scheduled).filter(lawful);
        let Some(best) = edge().map(rank).min() else { return [NOWHERE; 2] };
        let mut nearest = edge().filter(|&hex| rank(hex) == best);
        [nearest.next().unwrap_or(NOWHERE), nearest.next().unwrap_or(NOWHERE)]
    }

    /// [2.1.c] The hexes of the map edge on which a hex lies.
    fn same_edge(&self, hex: Spot) -> impl Iterator<Item = Spot> + '_ {
        let (column, row) = self.grid.column_row(hex);
        let map = &self.components.map;
        self.hexes().filter(move |&other| {
            let (c, r) = self.grid.column_row(other);
            let sides = [(column, c, 1), (column, c, map.columns()), (row, r, 1), (row, r, map.rows())];
            sides.iter().any(|&(mine, theirs, edge)| mine == edge && theirs == edge)
        })
    }

    pub(crate) fn entry_toll(&self, unit: Unit, entry: &Entry, to: Spot) -> Result<u16, Rule> {
        match entry.hexes.iter().position(|&hex| hex == to) {
            Some(i) => self.entry_cost(unit, to, entry.ahead[i]),
            None => Err(Rule("13.24")), // Its own hex, unless [13.22] sends it to another one.
        }
    }

    /// [13.11], [13.13] Half points for the entry hex and for the hexes before it in the column: along a
    /// road by the road rate, else the terrain of the hex and clear hexes before it. Where only a trail
    /// leads off the map, the hex costs the trail rate.
    fn entry_cost(&self, unit: Unit, hex: Spot, ahead: u8) -> Result<u16, Rule> {
        let tables = &self.components.tables;
        let ahead = u16::from(ahead);
        if self.is_road_hex(hex) {
            return Ok(u16::from(tables.road_cost) * (ahead + 1));
        }
        let clear = u16::from(self.ground_cost(Ground::Clear));
        if self.components.map.trail_off[hex.index()] {
            return Ok(u16::from(tables.trail_cost) + clear * ahead);
        }
        if self.card(unit).motorized && self.closed_to_motorized(self.ground(hex)) {
            return Err(Rule("5.24"));
        }
        Ok(u16::from(self.ground_cost(self.ground(hex))) + clear * ahead)
    }
}
