//! Chapter 6: general supply.

use crate::RoadToTheRhine;
use crate::columns::{self, Columns};
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
}

/// All that the road part of a net depends on.
#[derive(Clone, PartialEq)]
struct RoadCause {
    game: u64,
    side: Side,
    clear: Hexes,
    roer: bool,
}

/// A net that was worked out, and buffers for the next one.
#[derive(Default)]
struct Memory {
    nets: Vec<(Cause, Hexes)>,
    oldest: usize,
    /// Road parts: they do not depend on friends.
    roads: Vec<(RoadCause, Hexes)>,
    oldest_road: usize,
    frontier: Vec<Spot>,
    /// By hexes left to go: what was reached with so many left or more.
    reached: Vec<Columns>,
    /// By hexes left to go: who came over the sea, and how many hexes ago.
    landed: Vec<Vec<(Spot, u8)>>,
    /// By hex: a bit for each number of hexes since the sea.
    seen: Vec<u32>,
}

/// Most moves change nothing that a supply line depends on: the last few nets are kept.
const KEPT: usize = 8;
const KEPT_ROADS: usize = 4;

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
        self.with_dunkirk(side, self.traced(s, side))
    }

    /// [5.D.5.a] Every hex to which a path can be traced: Dunkirk is in supply without one [20.a].
    pub(crate) fn traced(&self, s: &State, side: Side) -> Hexes {
        let mut open = self.open_to(s, side);
        if s.options.has(Options::SUPPLY_CONTROL) {
            match side {
                Side::AL => open &= s.held,
                Side::GE => open -= s.held,
            }
        }
        let (friends, zones) = (s.here[side], self.supply_zones(s, side));
        self.past_garrison(s, side, friends, self.net(s, side, open, friends, zones))
    }

    /// [20.b] A path leads to whoever invests Dunkirk, past the garrison; not through the zones of others [6.B.d].
    fn past_garrison(&self, s: &State, side: Side, friends: Hexes, mut net: Hexes) -> Hexes {
        if side == Side::AL && s.here[Side::GE].contains(self.dunkirk) && self.dunkirk_ring.intersects(&net) {
            let barred = self.watched_around_dunkirk(s) - friends;
            if (self.dunkirk_ring - barred).intersects(&net) {
                net.insert(self.dunkirk);
            }
        }
        net
    }

    /// [20.a] Dunkirk feeds its garrison.
    fn with_dunkirk(&self, side: Side, mut net: Hexes) -> Hexes {
        if side == Side::GE {
            net.insert(self.dunkirk);
        }
        net
    }

    /// What a move is judged by [7.e]: a line with other friends in place. Whoever moves makes the hexes of his way his own, so that
    /// the option on control does not ask here. Without any friend it is what nobody can spoil by moving away.
    pub(crate) fn lines_with(&self, s: &State, side: Side, friends: Hexes) -> Hexes {
        self.lines_among(s, side, friends, self.supply_zones(s, side))
    }

    /// The same where the zones are known.
    pub(crate) fn lines_among(&self, s: &State, side: Side, friends: Hexes, zones: Hexes) -> Hexes {
        let net = self.net(s, side, self.open_to(s, side), friends, zones);
        self.with_dunkirk(side, self.past_garrison(s, side, friends, net))
    }

    /// Land without enemies.
    fn open_to(&self, s: &State, side: Side) -> Hexes {
        let land = if self.scenario(s).north_only { self.land & self.on_north } else { self.land };
        land - s.here[side.other()]
    }

    fn net(&self, s: &State, side: Side, open: Hexes, friends: Hexes, zones: Hexes) -> Hexes {
        let roer = s.roer_until != NEVER;
        let cause = Cause { game: self.number, side, open, zones, cancelled: friends & zones, roer };
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
        let road = RoadCause { game: cause.game, side: cause.side, clear, roer: cause.roer };
        let road = match memory.roads.iter().find(|(it, _)| *it == road) {
            Some((_, net)) => *net,
            None => self.trace_roads(road, memory),
        };
        self.last_eight(cause, road, memory)
    }

    fn trace_roads(&self, cause: RoadCause, memory: &mut Memory) -> Hexes {
        let mut road = self.components.map.exits[cause.side] & cause.clear;
        memory.frontier.extend(road.iter());
        while let Some(hex) = memory.frontier.pop() {
            for to in self.lattice.roads(hex, cause.roer) {
                if cause.clear.contains(to) && road.insert(to) {
                    memory.frontier.push(to);
                }
            }
        }
        if memory.roads.len() < KEPT_ROADS {
            memory.roads.push((cause, road));
        } else {
            memory.roads[memory.oldest_road] = (cause, road);
            memory.oldest_road = (memory.oldest_road + 1) % KEPT_ROADS;
        }
        road
    }

    /// [6.B.a], [6.B.b], [6.B.c] The last eight hexes. Behind a river fewer are left: who crosses early waits until it is so.
    fn last_eight(&self, cause: &Cause, road: Hexes, memory: &mut Memory) -> Hexes {
        let (lattice, tables) = (&self.lattice, &self.components.tables);
        let dry = lattice.dry(cause.roer);
        let open = lattice.columns(&cause.open);
        // [2.h] A friend cancels a zone here, and only here.
        let passable = lattice.columns(&(cause.open - (cause.zones - cause.cancelled)));
        let mut reached = lattice.columns(&(road | self.components.map.edges[cause.side] & cause.open));
        let (mut front, mut across) = (reached.and(passable), Columns::EMPTY);
        memory.reached.resize(usize::from(tables.off_road), Columns::EMPTY);
        memory.landed.resize(usize::from(tables.off_road), vec![]);
        let mut sails = false;
        for left in (0..tables.off_road).rev() {
            let mut next = if left < tables.beyond_water {
                lattice.inland.ahead(&front)
            } else {
                across = across.or(lattice.inland.ahead(&front));
                dry.ahead(&front)
            };
            if left + 1 == tables.beyond_water {
                next = next.or(across);
            }
            let ashore = front.and(lattice.coast);
            next = next.and(open).without(reached);
            reached = reached.or(next);
            front = next.and(passable);
            memory.reached[usize::from(left)] = reached;
            lattice
                .each(&ashore, |hex| sails |= self.step_over_water(cause, hex, 0, left, &reached, &mut memory.landed));
        }
        let net = lattice.hexes(&reached);
        if sails { net | self.past_the_sea(cause, &passable, memory) } else { net }
    }

    /// [6.B.h] The hexes past a sea hexside. Too far from it nobody is in supply, but another crossing begins the count anew.
    fn past_the_sea(&self, cause: &Cause, passable: &Columns, memory: &mut Memory) -> Hexes {
        let beyond = self.components.tables.beyond_water;
        let mut net = Hexes::empty();
        memory.seen.clear();
        memory.seen.resize(HEXES, 0);
        for left in (0..self.components.tables.off_road).rev() {
            while let Some((hex, sea)) = memory.landed[usize::from(left)].pop() {
                let seen = &mut memory.seen[hex.index()];
                if *seen & 1 << sea != 0 {
                    continue;
                }
                *seen |= 1 << sea;
                if sea <= beyond {
                    net.insert(hex);
                }
                if left > 0 && self.lattice.holds(passable, hex) {
                    let by_land = &memory.reached[usize::from(left - 1)];
                    self.step_over_water(cause, hex, sea, left - 1, by_land, &mut memory.landed);
                }
            }
        }
        net
    }

    /// One hex further, over the sea or after it, with so many left; nothing is gained where others came by land. Says whether
    /// anybody went.
    fn step_over_water(
        &self,
        cause: &Cause,
        hex: Spot,
        sea: u8,
        left: u8,
        by_land: &Columns,
        landed: &mut [Vec<(Spot, u8)>],
    ) -> bool {
        let beyond = self.components.tables.beyond_water;
        let mut goes = false;
        for near in self.near(hex) {
            let sea = match (columns::is_sea(near.sides), sea) {
                (true, _) => 1,
                (false, 0) => continue,
                (false, hexes) => (hexes + 1).min(beyond + 1),
            };
            if !cause.open.contains(near.to) || self.lattice.holds(by_land, near.to) {
                continue;
            }
            goes = true;
            let left =
                if columns::is_river(near.sides, cause.roer) { left.min(beyond.saturating_sub(1)) } else { left };
            landed[usize::from(left)].push((near.to, sea));
        }
        goes
    }

    /// [5.D.5.a], [6.B.d], [6.B.e] The same for what cancels no zone itself: an air base, a captured city.
    pub(crate) fn fed(&self, s: &State, side: Side) -> Hexes {
        self.traced(s, side) - (self.supply_zones(s, side) - s.here[side])
    }

    /// [6.A.a] Determined for all ground units of both sides, and for nobody else [6.a].
    pub(crate) fn determine_supply(&self, s: &mut State, r: &mut Referee<Event>) {
        let mut out = Units::empty();
        for side in Side::BOTH {
            let lines = self.lines(s, side);
            out.extend(self.troops(s, side).filter(|unit| !lines.contains(s.at(*unit))));
        }
        s.airfed = Units::empty();
        // [29.C.a] Who goes round under the charts keeps what he had.
        out.extend(s.unsupplied.iter().filter(|unit| self.in_chart_box(s, *unit)));
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
