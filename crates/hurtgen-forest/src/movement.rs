//! [5.0] Movement: terrain, roads and trails, enemy zones, friendly units.

use crate::HurtgenForest;
use crate::action::{Action, Route};
use crate::components::{Ground, HexSide};
use crate::event::Event;
use crate::reinforcements::Entry;
use crate::state::{Side, State, Unit, Units};
use board::{Board, Edge, Path, Toll, Way, reach, reach_sparing};
use referee::{Dice, Illegal, Offer, Reach, Ref, Referee, Rule, Spot};

/// Movement is counted in half points.
const HALVES: u8 = 2;

/// A unit about to move, and what does not change while it does.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Mover {
    pub(crate) unit: Unit,
    side: Side,
    motorized: bool,
    /// [5.14], [6.13] It stands in an enemy-controlled hex: only combat takes it out.
    locked: bool,
    /// [13.11] It comes from off the map.
    entry: Option<Entry>,
    /// One of the two above: its steps need a closer look.
    is_rare: bool,
}

/// [5.31.a] Units that still have to leave their hexes.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Crowd {
    units: Units,
    /// Each of them can go to more empty hexes than there are of them: one taken hex cannot lock them in.
    ample: bool,
}

/// Where the units of a class can go at all, and what it costs: what searches walk over.
#[derive(Debug)]
pub(crate) struct OpenWays {
    pub(crate) board: Board,
    /// By edge and direction; 0 where only the other direction is open.
    costs: Vec<u8>,
    /// By spot: what its cheapest way out costs, 0 where one leads off the map.
    least: Vec<u8>,
}

impl OpenWays {
    #[inline]
    fn cost(&self, from: Spot, way: Way) -> u8 {
        self.costs[directed(from, way)]
    }
}

/// An edge counts twice, once for each direction.
#[inline]
pub(crate) fn directed(from: Spot, way: Way) -> usize {
    way.edge.index() * 2 + usize::from(from < way.to)
}

impl HurtgenForest {
    /// Leaves out of the board what is closed to a class both ways, and the ways in from beside the map.
    pub(crate) fn open_ways(&self, motorized: bool) -> OpenWays {
        let cost = |from: Spot, to: Spot| {
            let edge = self.board.edge(from, to).expect("an edge of the board");
            let inside = self.is_hex(from) && self.is_hex(to);
            if inside { self.step_cost(motorized, from, Way { to, edge }) } else { 0 }
        };
        let all = (0..self.board.edges()).map(|i| self.board.ends(Edge(u16::try_from(i).expect("few edges"))));
        let open: Vec<(Spot, Spot)> =
            all.filter(|&(a, b)| b == self.exit || cost(a, b) > 0 || cost(b, a) > 0).collect();
        let names = self.board.spots().map(|spot| self.board.name(spot).into()).collect();
        let board = Board::new(names, &open);
        let mut costs = vec![0; board.edges() * 2];
        for from in board.spots() {
            for way in board.ways(from) {
                costs[directed(from, *way)] = cost(from, way.to);
            }
        }
        let least = |from: Spot| match board.ways(from) {
            ways if ways.iter().any(|way| way.to == self.exit) => 0,
            ways => ways.iter().map(|way| costs[directed(from, *way)]).filter(|cost| *cost > 0).min().unwrap_or(0),
        };
        OpenWays { least: board.spots().map(least).collect(), board, costs }
    }

    pub(crate) fn mover(&self, s: &State, unit: Unit) -> Mover {
        let side = self.side(unit);
        let at = s.at(unit);
        let locked = self.enemy_controls(s, side, at);
        let is_rare = locked || at == self.off;
        let entry = (at == self.off).then(|| self.entry(s, unit));
        Mover { unit, side, motorized: self.card(unit).motorized, locked, entry, is_rare }
    }

    /// [5.1], [5.2], [6.0.a] What it takes a unit to step from one hex to the next.
    /// Cost, stop and refusal come from here, whoever asks. [5.31], [5.32], [5.33] Friends, however many, and
    /// their zones never hinder.
    #[inline]
    pub(crate) fn toll(&self, s: &State, mover: &Mover, from: Spot, way: Way) -> Toll {
        if mover.is_rare || !self.is_hex(way.to) {
            return self.rare_toll(s, mover, from, way);
        }
        self.plain_toll(s, mover, from, way)
    }

    /// The same over the ways that are open to the mover's class, if it is nothing rare: for searches, which need no
    /// reason.
    #[inline]
    fn open_toll(&self, s: &State, mover: &Mover, open: &OpenWays, from: Spot, way: Way) -> Toll {
        match open.cost(from, way) {
            0 if way.to == self.exit => self.exit_toll(mover.unit, from),
            0 => Toll::Barred(Rule("5.24")),
            cost => self.stop_or_go(s, mover, way.to, cost.into()),
        }
    }

    #[inline]
    fn plain_toll(&self, s: &State, mover: &Mover, from: Spot, way: Way) -> Toll {
        // [5.12] needs no look here: who stands next to an enemy is locked or has stopped, and a river
        // that no zone crosses lets nobody over.
        match self.step_cost(mover.motorized, from, way) {
            0 => Toll::Barred(self.closed_by(mover.motorized, way.to, way.edge)),
            cost => self.stop_or_go(s, mover, way.to, cost.into()),
        }
    }

    /// [6.12] Entering an enemy-controlled hex costs nothing more, but ends the move.
    #[inline]
    fn stop_or_go(&self, s: &State, mover: &Mover, to: Spot, cost: u16) -> Toll {
        if self.enemy_controls(s, mover.side, to) { Toll::PayAndStop(cost) } else { Toll::Pay(cost) }
    }

    /// Steps of a unit in an enemy zone, onto the map or off it.
    #[cold]
    fn rare_toll(&self, s: &State, mover: &Mover, from: Spot, way: Way) -> Toll {
        if s.occupant(way.to).is_some_and(|unit| self.side(unit) != mover.side) {
            return Toll::Barred(Rule("5.12"));
        }
        if mover.locked {
            return Toll::Barred(Rule("5.14"));
        }
        match &mover.entry {
            _ if way.to == self.exit => self.exit_toll(mover.unit, from),
            Some(entry) if from == self.off => match self.entry_toll(mover.unit, entry, way.to) {
                Ok(cost) => self.stop_or_go(s, mover, way.to, cost),
                Err(rule) => Toll::Barred(rule),
            },
            _ if self.is_hex(from) && self.is_hex(way.to) => self.plain_toll(s, mover, from, way),
            _ => Toll::Barred(Rule("14.0")),
        }
    }

    /// Half points for a step between two hexes; 0 where the way is closed.
    #[inline]
    pub(crate) fn step_cost(&self, motorized: bool, from: Spot, way: Way) -> u8 {
        self.step_costs[usize::from(motorized)][directed(from, way)]
    }

    /// [5.21]–[5.24] The same worked out from the map: every entry of that table comes from here.
    pub(crate) fn terrain_cost(&self, motorized: bool, to: Spot, edge: Edge) -> Result<u8, Rule> {
        let side = self.hexside(edge);
        if side.has(HexSide::RIVER) && !side.has(HexSide::BRIDGE) {
            return Err(Rule("5.21.a"));
        }
        let tables = &self.components.tables;
        if side.has(HexSide::ROAD) {
            return Ok(tables.road_cost); // [5.22] whatever else is there
        }
        if side.has(HexSide::TRAIL) {
            return Ok(tables.trail_cost); // [5.23] at a bridge and at a ford alike
        }
        let ground = self.ground(to);
        if motorized && (side.has(HexSide::STREAM) || side.has(HexSide::RIVER) || self.closed_to_motorized(ground)) {
            return Err(Rule("5.24"));
        }
        let water = if side.has(HexSide::STREAM) { tables.stream_adds } else { 0 };
        Ok(self.ground_cost(ground) + water) // [5.21] cumulative
    }

    #[cold]
    fn closed_by(&self, motorized: bool, to: Spot, edge: Edge) -> Rule {
        self.terrain_cost(motorized, to, edge).expect_err("a closed way is closed by a rule")
    }

    /// [5.24] Woods, broken and rough ground.
    pub(crate) fn closed_to_motorized(&self, ground: Ground) -> bool {
        self.components.tables.closed_to_motorized[ground as usize]
    }

    /// [5.21.a] Half points for a hex of the Terrain Key.
    pub(crate) fn ground_cost(&self, ground: Ground) -> u8 {
        self.components.tables.ground_cost[ground as usize]
    }

    /// [5.13], [13.13] Half points a unit may spend in one phase; [5.13.a] they lapse with it.
    fn allowance(&self, unit: Unit) -> u16 {
        self.card(unit).movement
    }

    pub(crate) fn reach_of(&self, s: &State, unit: Unit) -> Reach {
        self.reach_in(s, &self.crowd(s), unit)
    }

    fn reach_in(&self, s: &State, crowd: &Crowd, unit: Unit) -> Reach {
        let may_end = |to| (crowd.ample && s.is_vacant(to)) || self.may_end(s, crowd, unit, to).is_ok();
        self.search(s, &self.mover(s, unit), may_end)
    }

    /// Everywhere a unit can go, whoever asks and wherever it may end.
    fn search(&self, s: &State, mover: &Mover, may_end: impl FnMut(Spot) -> bool) -> Reach {
        let (at, allowance) = (s.at(mover.unit), self.allowance(mover.unit));
        if mover.is_rare {
            return reach(&self.board, at, allowance, |from, way| self.toll(s, mover, from, way), may_end)
                .in_parts(HALVES);
        }
        let open = &self.open[usize::from(mover.motorized)];
        let least = |from: Spot| open.least[from.index()].into();
        let toll = |from: Spot, way| self.open_toll(s, mover, open, from, way);
        reach_sparing(&open.board, at, allowance, least, toll, may_end).in_parts(HALVES)
    }

    /// Those who still have to leave their hexes, for whoever moves next.
    pub(crate) fn crowd(&self, s: &State) -> Crowd {
        let units = s.crowded;
        Crowd { units, ample: units.iter().all(|unit| self.has_rooms(s, unit, units.len() + 1)) }
    }

    /// Whether a unit could go to at least so many empty hexes. Mostly those within two steps are enough.
    fn has_rooms(&self, s: &State, unit: Unit, wanted: usize) -> bool {
        let mover = self.mover(s, unit);
        if mover.locked {
            return false;
        }
        if self.rooms_next_door(s, unit).nth(wanted - 1).is_some() || self.rooms_near(s, &mover, s.at(unit), 0, wanted)
        {
            return true;
        }
        self.search(s, &mover, |hex| s.is_vacant(hex)).ends().nth(wanted - 1).is_some()
    }

    /// Empty hexes into which a unit on the map that no enemy zone holds could step at once.
    fn rooms_next_door<'a>(&'a self, s: &'a State, unit: Unit) -> impl Iterator<Item = Spot> + 'a {
        let (at, motorized, allowance) = (s.at(unit), self.card(unit).motorized, self.allowance(unit));
        let ways = self.board.ways(at).iter().filter(move |way| self.is_hex(way.to) && self.is_hex(at));
        let open = move |way: &&Way| {
            s.is_vacant(way.to) && (1..=allowance).contains(&self.step_cost(motorized, at, **way).into())
        };
        ways.filter(open).map(|way| way.to)
    }

    /// Whether there are so many empty hexes one or two steps on. Up to six are counted.
    fn rooms_near(&self, s: &State, mover: &Mover, from: Spot, spent: u16, wanted: usize) -> bool {
        let mut rooms = Path::<6>::default();
        for way in self.board.ways(from) {
            let Some((cost, stop)) = self.step(s, mover, from, *way, spent) else { continue };
            if s.is_vacant(way.to) {
                rooms.push(way.to);
            } else if !stop {
                for next in self.board.ways(way.to).iter().filter(|next| s.is_vacant(next.to)) {
                    let known = rooms.as_slice().contains(&next.to) || rooms.len() == 6;
                    if !known && self.step(s, mover, way.to, *next, cost).is_some() {
                        rooms.push(next.to);
                    }
                }
            }
            if rooms.len() >= wanted.min(6) {
                return wanted <= 6;
            }
        }
        false
    }

    /// What is spent after a step, and whether it ends the move; nothing if it cannot be made.
    fn step(&self, s: &State, mover: &Mover, from: Spot, way: Way, spent: u16) -> Option<(u16, bool)> {
        let (cost, stop) = match self.toll(s, mover, from, way) {
            Toll::Pay(cost) => (cost, false),
            Toll::PayAndStop(cost) => (cost, true),
            Toll::Barred(_) => return None,
        };
        (spent + cost <= self.allowance(mover.unit)).then_some((spent + cost, stop))
    }

    /// Whether a unit that enters here finds an empty hex at once: this one or one nearby.
    fn has_room_behind(&self, s: &State, mover: &Mover, hex: Spot) -> bool {
        let Some(edge) = self.board.edge(self.off, hex) else { return false };
        match self.step(s, mover, self.off, Way { to: hex, edge }, 0) {
            None => false,
            Some(_) if s.is_vacant(hex) => true,
            Some((_, true)) => false,
            Some((cost, false)) => self.rooms_near(s, mover, hex, cost, 1),
        }
    }

    /// [5.31.a] No hex may hold two units when the phase ends. So a move may end on a friend only if
    /// that friend can still go, and never so that two units could no longer be parted.
    pub(crate) fn may_end(&self, s: &State, crowd: &Crowd, unit: Unit, to: Spot) -> Result<(), Illegal> {
        const CROWDED: Illegal = Illegal::new(Rule("5.31.a"), "two units would be left in one hex");
        let mut crowded = crowd.units;
        crowded.remove(unit);
        match s.occupant(to) {
            None if crowd.ample => return Ok(()),
            None => {}
            Some(friend) if s.moved.contains(friend) || s.crowded.iter().any(|u| s.at(u) == to) => {
                return Err(CROWDED.about(Ref::Spot(to)));
            }
            Some(friend) => {
                // Whoever has more rooms next door than there are units to part can always be parted.
                if crowd.ample && self.has_rooms(s, friend, crowded.len() + 1) {
                    return Ok(());
                }
                if self.enemy_controls(s, self.side(friend), to) {
                    return Err(CROWDED.about(Ref::Spot(to))); // [5.14] The friend has to stay.
                }
                crowded.insert(friend);
            }
        }
        if self.can_part(s, crowded, unit, to) { Ok(()) } else { Err(CROWDED.about(Ref::Spot(to))) }
    }

    /// Whether each of the crowded units could still go to an empty hex of its own, once `unit` stands
    /// at `to`. Friends never bar the way [5.31], so each unit's reach is what it is.
    fn can_part(&self, s: &State, crowded: Units, unit: Unit, to: Spot) -> bool {
        let freed = s.at(unit);
        let freed = (s.occupant(freed) == Some(unit)).then_some(freed);
        let is_free = |hex: Spot| hex != to && (s.is_vacant(hex) || Some(hex) == freed);
        let rooms: Vec<(Unit, Vec<Spot>)> = crowded
            .iter()
            .map(|unit| {
                let reach = self.search(s, &self.mover(s, unit), is_free);
                (unit, reach.ends().map(|leg| leg.spot).collect())
            })
            .collect();
        crate::matching::all_matched(&rooms, |hex| hex == self.exit)
    }

    pub(crate) fn check_move(&self, s: &State, side: Side, unit: Unit, path: &[Spot]) -> Result<(), Illegal> {
        self.check_movable(s, side, unit)?;
        let mover = self.mover(s, unit);
        let (mut at, mut spent, mut stopped) = (s.at(unit), 0, false);
        let end = *path.last().ok_or(Illegal::new(Rule("5.0.a"), "a move needs a path").about(unit.into()))?;
        if end == at {
            return Err(Illegal::new(Rule("5.0.a"), "the move would end where it began").about(unit.into()));
        }
        for &to in path {
            let Some(edge) = self.board.edge(at, to) else {
                return Err(match to == self.exit {
                    true => Illegal::new(Rule("14.0"), why_barred(Rule("14.0"))),
                    false => Illegal::new(Rule("5.0.a"), "the path must go from hex to adjacent hex"),
                }
                .about(Ref::Spot(to)));
            };
            if s.occupant(to).is_some_and(|other| self.side(other) != side) {
                let rule = if at == self.off { Rule("13.21") } else { Rule("5.12") };
                return Err(Illegal::new(rule, why_barred(Rule("5.12"))).about(Ref::Spot(to)));
            }
            if stopped {
                return Err(Illegal::new(Rule("6.0.a"), "the move ends on entering an enemy zone").about(Ref::Spot(at)));
            }
            let before = spent;
            match self.toll(s, &mover, at, Way { to, edge }) {
                Toll::Pay(cost) => spent += cost,
                Toll::PayAndStop(cost) => {
                    spent += cost;
                    stopped = true;
                }
                Toll::Barred(rule) => return Err(Illegal::new(rule, why_barred(rule)).about(Ref::Spot(to))),
            }
            if spent > self.allowance(unit) {
                let illegal = match before == self.allowance(unit) {
                    _ if to == self.exit => {
                        Illegal::new(Rule("14.0.a"), "the Movement Points left do not pay for leaving")
                    }
                    true => Illegal::new(Rule("5.13"), "all Movement Points are spent"),
                    false => Illegal::new(Rule("5.25"), "the Movement Points left do not pay for this hex"),
                };
                return Err(illegal.about(Ref::Spot(to)));
            }
            at = to;
        }
        self.may_end(s, &self.crowd(s), unit, end)
    }

    /// A lawful path of a few random steps, for playouts: much quicker than a search for every destination.
    pub(crate) fn wander(&self, s: &State, unit: Unit, dice: &mut dyn Dice) -> Option<Vec<Spot>> {
        let mover = self.mover(s, unit);
        if !self.crowd(s).ample {
            return None;
        }
        let open = &self.open[usize::from(mover.motorized)];
        let toll = |at, way| self.open_toll(s, &mover, open, at, way);
        let wander = |from: Spot, left: u16, dice: &mut dyn Dice| {
            board::wander(&open.board, from, left, toll, |end| s.is_vacant(end), dice)
        };
        let Some(entry) = &mover.entry else { return wander(s.at(unit), self.allowance(unit), dice) };
        // [13.0] In by any of its hexes, and on from there.
        let count = u16::try_from(entry.hexes().count()).ok().filter(|count| *count > 0)?;
        let first = entry.hexes().nth(dice.pick(count).into())?;
        let edge = self.board.edge(self.off, first)?;
        let (spent, stop) = self.step(s, &mover, self.off, Way { to: first, edge }, 0)?;
        let rest = if stop { None } else { wander(first, self.allowance(unit) - spent, dice) };
        (rest.is_some() || s.is_vacant(first)).then(|| [first].into_iter().chain(rest.unwrap_or_default()).collect())
    }

    /// Whether the unit could be picked up at all.
    fn check_movable(&self, s: &State, side: Side, unit: Unit) -> Result<(), Illegal> {
        if !self.exists(unit) || self.side(unit) != side {
            return Err(Illegal::new(Rule("4.1.1.A.a"), "only the Phasing Player's units move").about(unit.into()));
        }
        if s.moved.contains(unit) {
            return Err(Illegal::new(Rule("5.15"), "the unit has finished its move").about(unit.into()));
        }
        match s.at(unit) {
            at if self.is_hex(at) => Ok(()),
            at if at == self.off => self.check_due(s, unit),
            at if at == self.exit => Err(Illegal::new(Rule("14.11"), "the unit has left the map for good")),
            _ => Err(Illegal::new(Rule("3.0.d"), "the unit is not in play")),
        }
    }

    /// Units that can make at least one lawful move.
    pub(crate) fn movable<'a>(&'a self, s: &'a State, side: Side) -> impl Iterator<Item = Unit> + 'a {
        let crowd = self.crowd(s);
        (self.of_side(side) - s.moved).iter().filter(move |&unit| self.can_move(s, &crowd, unit))
    }

    fn can_move(&self, s: &State, crowd: &Crowd, unit: Unit) -> bool {
        let at = s.at(unit);
        if at == self.off {
            if self.check_due(s, unit).is_err() {
                return false;
            }
        } else if !self.is_hex(at) || self.enemy_controls(s, self.side(unit), at) {
            return false; // [5.14]
        }
        // Most units can step next door, or come in; only the others need a search.
        if crowd.ample && self.is_hex(at) && self.rooms_next_door(s, unit).next().is_some() {
            return true;
        }
        let mover = self.mover(s, unit);
        let at_once = || match &mover.entry {
            Some(entry) => entry.hexes().any(|hex| self.has_room_behind(s, &mover, hex)),
            None => self.rooms_near(s, &mover, at, 0, 1),
        };
        if crowd.ample && at_once() {
            return true;
        }
        self.reach_in(s, crowd, unit).ends().next().is_some()
    }

    pub(crate) fn offer_movement(&self, s: &State, side: Side, offers: &mut Vec<Offer<Action>>) {
        for unit in self.movable(s, side) {
            let label = if s.at(unit) == self.off { "enter" } else { "move" };
            offers.push(Offer::new(Action::Move { unit, path: Route::default() }, unit.into(), label));
        }
        if self.check_end_movement(s).is_ok() {
            offers.push(Offer::ending(Action::Done, "end movement", offers.len()));
        }
    }

    /// [5.31.a]
    pub(crate) fn check_end_movement(&self, s: &State) -> Result<(), Illegal> {
        match s.crowded.first() {
            Some(unit) => {
                Err(Illegal::new(Rule("5.31.a"), "two units stand in one hex: one must move on").about(unit.into()))
            }
            None => Ok(()),
        }
    }

    /// A move is made at once. [13.0.a], [13.14] Reinforcements come in among the other moves, in any order, and move
    /// on like everybody.
    pub(crate) fn move_unit(&self, s: &mut State, unit: Unit, path: &[Spot], r: &mut Referee<Event>) {
        let from = s.at(unit);
        let end = *path.last().expect("a checked move has a path");
        let route = || path.iter().copied().collect();
        if end == self.exit {
            r.note_with(Rule("14.0"), || Event::Exited { unit, path: route() });
        } else if from == self.off {
            r.note_with(Rule("13.0"), || Event::Entered { unit, path: route(), cost: self.cost_of(s, unit, path) });
        } else {
            r.note_with(Rule("5.0"), || Event::Moved { unit, path: route(), cost: self.cost_of(s, unit, path) });
        }
        s.moved.insert(unit);
        s.crowded.remove(unit);
        if from == self.off {
            let counted = s.columns.add(path[0], 1);
            assert!(counted, "there is a column for every unit that can enter");
        }
        if end == self.exit {
            return self.take_away(s, unit, self.exit);
        }
        if let Some(friend) = s.occupant(end) {
            s.crowded.insert(friend);
        }
        self.place(s, unit, end);
    }

    fn cost_of(&self, s: &State, unit: Unit, path: &[Spot]) -> u16 {
        let mover = self.mover(s, unit);
        let mut at = s.at(unit);
        let mut cost = 0;
        for &to in path {
            let edge = self.board.edge(at, to).expect("a checked path is contiguous");
            if let Toll::Pay(toll) | Toll::PayAndStop(toll) = self.toll(s, &mover, at, Way { to, edge }) {
                cost += toll;
            }
            at = to;
        }
        cost
    }
}

/// One clause for each rule that can bar a step.
fn why_barred(rule: Rule) -> &'static str {
    match rule.0 {
        "5.12" => "an enemy unit is in that hex",
        "5.14" => "a unit in an enemy zone may not leave it by movement",
        "5.21.a" => "the river has no bridge there",
        "5.24" => "motorized units need a road or trail there",
        "13.24" => "the unit must enter at its scheduled hex, or at the nearest edge hex if that one is blocked",
        "14.0.a" => "a motorized unit leaves such ground only by a road or trail",
        "14.0" => "only the 116th Panzer Division leaves the map, by the east or south edge",
        _ => "the way is barred",
    }
}
