//! Chapter 6: general supply.

use crate::RoadToTheRhine;
use crate::components::side;
use crate::event::Event;
use crate::state::{HEXES, Hexes, NEVER, Options, Side, State, Units};
use referee::{Referee, Rule, Spot};
use std::cell::RefCell;

/// All that a supply net depends on.
#[derive(Clone, PartialEq)]
struct Cause {
    /// Of the game: its map may be an owner's.
    game: u64,
    side: Side,
    open: Hexes,
    zones: Hexes,
    /// Friends who cancel a zone.
    cancelled: Hexes,
    roer: bool,
    /// Germans hold Dunkirk: whoever joins them there is fed past their zone [20.b].
    besieged: bool,
}

/// A net that was worked out, and buffers for the next one.
#[derive(Default)]
struct Memory {
    nets: Vec<(Cause, Hexes)>,
    oldest: usize,
    seen: Vec<u64>,
    frontier: Vec<(Spot, u8, u8)>,
    next: Vec<(Spot, u8, u8)>,
}

/// Most moves change nothing that a supply line depends on: the last few nets are kept.
const KEPT: usize = 8;

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::default();
}

impl RoadToTheRhine {
    /// Every hex in which a unit of the side would be in general supply now.
    pub fn general_supply(&self, state: &State, side: Side) -> Hexes {
        self.lines(state, side)
    }

    /// [6.B.a] Every hex in which a unit of the side would be in general supply now: only enemies and their primary zones are in
    /// the way [2.g]. What lies under the chart box does not count [29.C.b]: no line runs there.
    pub(crate) fn lines(&self, s: &State, side: Side) -> Hexes {
        let mut open = self.open_to(s, side);
        if s.options.has(Options::SUPPLY_CONTROL) {
            match side {
                Side::AL => open &= s.held,
                Side::GE => open -= s.held,
            }
        }
        self.net(s, side, open, s.here[side], self.supply_zones(s, side))
    }

    /// What a move is judged by [7.e]: a line with other friends in place. Whoever moves makes the hexes of his way his own, so that
    /// the option on control does not ask here. Without any friend it is what nobody can spoil by moving away.
    pub(crate) fn lines_with(&self, s: &State, side: Side, friends: Hexes) -> Hexes {
        self.lines_among(s, side, friends, self.supply_zones(s, side))
    }

    /// The same where the zones are known.
    pub(crate) fn lines_among(&self, s: &State, side: Side, friends: Hexes, zones: Hexes) -> Hexes {
        self.net(s, side, self.open_to(s, side), friends, zones)
    }

    /// Land without enemies.
    fn open_to(&self, s: &State, side: Side) -> Hexes {
        let land = if self.scenario(s).north_only { self.land & self.on_north } else { self.land };
        land - s.here[side.other()]
    }

    fn net(&self, s: &State, side: Side, open: Hexes, friends: Hexes, zones: Hexes) -> Hexes {
        let roer = s.roer_until != NEVER;
        let besieged = side == Side::AL && s.here[Side::GE].contains(self.dunkirk);
        let cause = Cause { game: self.number, side, open, zones, cancelled: friends & zones, roer, besieged };
        MEMORY.with_borrow_mut(|memory| {
            if let Some((_, net)) = memory.nets.iter().find(|(it, _)| *it == cause) {
                return *net;
            }
            let net = self.trace(&cause, memory);
            if memory.nets.len() < KEPT {
                memory.nets.push((cause, net));
            } else {
                memory.nets[memory.oldest] = (cause, net);
                memory.oldest = (memory.oldest + 1) % KEPT;
            }
            net
        })
    }

    fn trace(&self, cause: &Cause, memory: &mut Memory) -> Hexes {
        // [6.B.d], [6.B.e] The road part: no enemy, no enemy zone, whoever stands in it.
        let clear = cause.open - cause.zones;
        let mut road = self.components.map.exits[cause.side] & clear;
        memory.frontier.clear();
        memory.frontier.extend(road.iter().map(|hex| (hex, 0, 0)));
        while let Some((hex, ..)) = memory.frontier.pop() {
            for near in self.near(hex) {
                let through = near.sides & side::ROAD != 0 && !(cause.roer && near.sides & side::ROER != 0);
                if through && clear.contains(near.to) && road.insert(near.to) {
                    memory.frontier.push((near.to, 0, 0));
                }
            }
        }
        self.last_eight(cause, road, memory)
    }

    /// [6.B.a], [6.B.b], [6.B.c], [6.B.h] The last eight hexes: a layer for each number of steps past a river and past the sea.
    fn last_eight(&self, cause: &Cause, road: Hexes, memory: &mut Memory) -> Hexes {
        let (map, tables) = (&self.components.map, &self.components.tables);
        let beyond = tables.beyond_water;
        // Past the last sea hexside a unit is too far, but another crossing begins the count anew: one layer more.
        let layers = beyond + 2;
        // [2.h] A friend cancels a zone here, and only here.
        let passable = cause.open - (cause.zones - cause.cancelled);
        let Memory { seen, frontier, next, .. } = memory;
        seen.clear();
        seen.resize(HEXES, 0);
        frontier.clear();
        let mut reached = road | (map.edges[cause.side] & cause.open);
        for hex in (reached & passable).iter() {
            seen[hex.index()] = 1;
            frontier.push((hex, 0, 0));
        }
        for _ in 0..tables.off_road {
            next.clear();
            for &(hex, river, sea) in frontier.iter() {
                for near in self.near(hex) {
                    let before = seen[near.to.index()];
                    // Nothing is gained by coming back with more steps past water.
                    if before & 1 != 0 || !cause.open.contains(near.to) {
                        continue;
                    }
                    let kind = near.sides;
                    let crosses =
                        kind & (side::MAJOR | side::BRIDGE) == side::MAJOR || cause.roer && kind & side::ROER != 0;
                    let river = if river > 0 || crosses { river + 1 } else { 0 };
                    let sea = match (kind & (side::SEA | side::CAUSEWAY) == side::SEA, sea) {
                        (true, _) => 1,
                        (false, 0) => 0,
                        (false, steps) => (steps + 1).min(beyond + 1),
                    };
                    if river > beyond {
                        continue;
                    }
                    let bit = 1u64 << (river * layers + sea);
                    if before & bit != 0 {
                        continue;
                    }
                    seen[near.to.index()] = before | bit;
                    if sea <= beyond {
                        reached.insert(near.to);
                    }
                    if passable.contains(near.to) {
                        next.push((near.to, river, sea));
                    }
                }
            }
            std::mem::swap(frontier, next);
        }
        // [20.a]
        let invests = cause.besieged && self.ways(self.dunkirk).any(|way| reached.contains(way.to));
        if cause.side == Side::GE || invests {
            reached.insert(self.dunkirk);
        }
        reached
    }

    /// [5.D.5.a], [6.B.d], [6.B.e] The same for what cancels no zone itself: an air base, a captured city.
    pub(crate) fn fed(&self, s: &State, side: Side) -> Hexes {
        self.lines(s, side) - (self.supply_zones(s, side) - s.here[side])
    }

    /// [6.A.a] Determined for all ground units of both sides, and for nobody else [6.a].
    pub(crate) fn determine_supply(&self, s: &mut State, r: &mut Referee<Event>) {
        let mut out = Units::empty();
        for side in Side::BOTH {
            let lines = self.lines(s, side);
            out.extend(self.troops(s, side).filter(|unit| !lines.contains(s.at(*unit))));
        }
        s.airfed = Units::empty();
        s.unsupplied = out;
        // [6.C.b] Out in every impulse of the owner's player-turn so far.
        let mine: Units = out.iter().filter(|unit| self.side(*unit) == s.initiative).collect();
        let others: Units = s.starving.iter().filter(|unit| self.side(*unit) != s.initiative).collect();
        s.starving = if s.impulse <= 1 { mine | others } else { s.starving & mine | others };
        if !out.is_empty() {
            r.note(Rule("6.A.b"), Event::Unsupplied(out));
        }
    }

    /// [9.C.b] Reserves found out of supply.
    pub(crate) fn lose_unsupplied_reserves(&self, s: &mut State, r: &mut Referee<Event>) {
        for unit in (s.reserve & s.unsupplied).iter() {
            self.lose_reserve(s, unit);
            r.note(Rule("9.C.b"), Event::About { unit, what: "is no longer a reserve: out of supply" });
        }
    }
}
