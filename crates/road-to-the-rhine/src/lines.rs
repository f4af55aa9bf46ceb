//! [6] General supply.

use crate::RoadToTheRhine;
use crate::event::Event;
use crate::state::{Hexes, Options, Side, State, Unit, Units};
use referee::{Referee, Rule, Spot};

impl RoadToTheRhine {
    /// [6.B.a] Every hex in which a unit of the side would be in general supply now.
    pub(crate) fn lines(&self, s: &State, side: Side) -> Hexes {
        let map = &self.components.map;
        let enemy = side.other();
        let zones = self.supply_zones(s, side);
        let north_only = self.scenario(s).north_only;
        let control = s.options.has(Options::SUPPLY_CONTROL);
        let open = |hex: Spot| {
            !self.all_sea.contains(hex)
                && !self.swiss.contains(hex)
                && (!north_only || self.on_north.contains(hex))
                && !s.here[enemy].contains(hex)
                && (!control || self.holds(s, side, hex))
        };
        // [6.B.d], [6.B.e] The road part: no enemy, no enemy zone, whoever stands in it.
        let mut road = Hexes::empty();
        let mut queue: Vec<Spot> = vec![];
        for hex in map.exits[side].iter().filter(|hex| open(*hex) && !zones.contains(*hex)) {
            if road.insert(hex) {
                queue.push(hex);
            }
        }
        while let Some(hex) = queue.pop() {
            for way in self.ways(hex) {
                let through = self.is_road(way.edge) && !self.roer_floods(s, way.edge);
                if through && open(way.to) && !zones.contains(way.to) && road.insert(way.to) {
                    queue.push(way.to);
                }
            }
        }
        self.last_eight(s, side, road, &zones, open)
    }

    /// [6.B.a] to [6.B.h] The last eight hexes: a layer for each number of steps past a river and past the sea.
    fn last_eight(&self, s: &State, side: Side, road: Hexes, zones: &Hexes, open: impl Fn(Spot) -> bool) -> Hexes {
        let tables = &self.components.tables;
        let beyond = tables.beyond_water;
        let layers = beyond + 1;
        let passes = |hex: Spot| !zones.contains(hex) || s.here[side].contains(hex);
        let mut seen = vec![0u64; usize::from(self.hexes)];
        let mut reached = road;
        let mut frontier: Vec<(Spot, u8, u8)> = vec![];
        for hex in self.components.map.edges[side].iter().filter(|hex| open(*hex)) {
            reached.insert(hex);
        }
        for hex in reached.iter().filter(|hex| passes(*hex)) {
            seen[hex.index()] |= 1;
            frontier.push((hex, 0, 0));
        }
        for _ in 0..tables.off_road {
            let mut next = vec![];
            for (hex, river, sea) in frontier {
                for way in self.ways(hex) {
                    if !open(way.to) {
                        continue;
                    }
                    let crosses =
                        self.is_major(way.edge) && !self.is_bridged(way.edge) || self.roer_floods(s, way.edge);
                    let river = if river > 0 || crosses { river + 1 } else { 0 };
                    let sea = match (self.is_sea(way.edge), sea) {
                        (true, _) => 1,
                        (false, 0) => 0,
                        (false, steps) => steps + 1,
                    };
                    if river > beyond || sea > beyond {
                        continue;
                    }
                    let bit = 1u64 << (river * layers + sea);
                    // Nothing is gained by coming back with more steps past water.
                    if seen[way.to.index()] & (bit | 1) != 0 {
                        continue;
                    }
                    seen[way.to.index()] |= bit;
                    reached.insert(way.to);
                    if passes(way.to) {
                        next.push((way.to, river, sea));
                    }
                }
            }
            frontier = next;
        }
        // [20.a], and an own hex is exempt for who stands beside the garrison.
        if side == Side::GE || self.ways(self.dunkirk).any(|way| reached.contains(way.to)) {
            reached.insert(self.dunkirk);
        }
        reached
    }

    /// [5.D.5.a], [18.E.b] A line can be traced to the unit now.
    pub(crate) fn is_traced(&self, s: &State, unit: Unit) -> bool {
        self.on_map(s, unit) && self.lines(s, self.side(unit)).contains(s.at(unit))
    }

    /// [6.A.a] Determined for all ground units of both sides.
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
            s.reserve.remove(unit);
            r.note(Rule("9.C.b"), Event::About { unit, what: "is no longer a reserve: out of supply" });
        }
    }
}
