//! [5.0] Movement: terrain, roads, rivers, zones; US bridging [26.0]; swamp [27.1]. Strategic movement is in march.rs.

use crate::OperationGrenade;
use crate::action::{Action, Route};
use crate::components::{Ground, Water};
use crate::event::Event;
use crate::march::Lent;
use crate::restrictions::why_barred;
use crate::sequence::Step;
use crate::state::{Bridge, Hexes, Side, State, Unit, Units};
use board::{Edge, Toll, Way, reach};
use referee::{Dice, Illegal, Offer, Reach, Ref, Referee, Rule, Spot};

/// Movement Points are counted in sixths, because thirds and halves meet.
pub(crate) const SIXTHS: u8 = 6;

/// A unit about to move, and what does not change while it does.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Mover<'a> {
    pub(crate) unit: Unit,
    pub(crate) side: Side,
    pub(crate) mechanized: bool,
    pub(crate) march: bool,
    /// Where it begins, or goes on.
    pub(crate) start: Spot,
    /// Sixths it may spend.
    left: u16,
    /// Nothing is spent yet: [5.25], [6.32] and [26.0] speak of the first hex.
    fresh: bool,
    /// [6.32] Leaving a zone costs so much; nothing if it stands in none.
    leaving: Option<u16>,
    /// [6.32.c] It has left a zone, now or before it was interrupted.
    has_left_zone: bool,
    /// [19.32] No hexrow beyond this one.
    boundary: Option<u8>,
    /// Which table of costs is its own.
    table: usize,
    /// [5.51] Too near to the enemy for strategic movement.
    near: Lent<'a>,
    /// [14.11] Where it may enter, if it comes from off the map.
    pub(crate) entries: Lent<'a>,
}

impl<'a> Mover<'a> {
    /// From now on by strategic movement.
    #[inline]
    fn set_marching(&mut self, near: &'a Hexes) {
        self.march = true;
        self.table |= MARCH;
        self.near = Lent::Of(near);
    }
}

/// The bit of the tables that says how a unit moves.
const MARCH: usize = 1 << 3;

/// An edge counts twice, once for each direction.
#[inline]
pub(crate) fn directed(from: Spot, way: Way) -> usize {
    way.edge.index() * 2 + usize::from(from < way.to)
}

/// Which of the tables: by class [5.32], mud [24.22.b], flash flood and manner of moving.
pub(crate) fn table(mechanized: bool, mud: bool, flash: bool, march: bool) -> usize {
    usize::from(mechanized) | usize::from(mud) << 1 | usize::from(flash) << 2 | if march { MARCH } else { 0 }
}

impl OperationGrenade {
    /// [5.62] Sixths by directed edge; 0 where the way is closed, or must be looked at more closely: the Rhine.
    pub(crate) fn cost_table(&self, table: usize) -> Vec<u8> {
        let [mechanized, mud, flash, march] = [0, 1, 2, 3].map(|bit| table >> bit & 1 == 1);
        let mut costs = vec![0; self.entry_board.edges() * 2];
        for from in self.hexes() {
            for way in self.ways(from) {
                if self.printed_water(way.edge) != Water::Rhine && self.printed_ground(way.to) != Ground::Lake {
                    let cost = self.terrain_cost(mechanized, mud, flash, march, from, *way, true);
                    costs[directed(from, *way)] = cost.ok().and_then(|cost| u8::try_from(cost).ok()).unwrap_or(0);
                }
            }
        }
        costs
    }

    /// [5.43], [5.61], [5.62], [27.1] Sixths for a step between two hexes: every entry of the tables comes from here.
    /// [18.14] The Roer is a river like others, [12.1] and works cost nothing.
    /// [5.62.b] A road takes the place of hex and hexside; a blown bridge carries none [22.12].
    #[expect(clippy::too_many_arguments, reason = "everything that the chart asks for")]
    fn terrain_cost(
        &self,
        mechanized: bool,
        mud: bool,
        flash: bool,
        march: bool,
        from: Spot,
        way: Way,
        bridge: bool,
    ) -> Result<u16, Rule> {
        let costs = &self.components.tables.costs[usize::from(mechanized)];
        if self.components.map.road[way.edge.index()] && bridge {
            return Ok(if march { costs.march[usize::from(mud)] } else { costs.road });
        }
        let water = self.water_in(way.edge, from, way.to, mud, flash);
        let adds = match water {
            Water::None => Some(0),
            Water::Stream => costs.stream,
            Water::River | Water::Lower | Water::Upper | Water::Rhine => costs.river,
        };
        let Some(adds) = adds else { return Err(Rule("5.61")) };
        let ground = |hex: Spot| self.ground_in(hex, flash);
        if mechanized && (ground(way.to) == Ground::Swamp || ground(from) == Ground::Swamp) {
            return Err(Rule("27.1")); // [27.1.a] but by road
        }
        match costs.ground[usize::from(mud)][ground(way.to) as usize] {
            Some(cost) => Ok(cost + adds),
            None => Err(Rule("5.62")),
        }
    }

    /// [17.11], [24.22.a], [5.62.a] What flows along a hexside: in mud a stream is a river, within a flood it is gone.
    fn water_in(&self, edge: Edge, a: Spot, b: Spot, mud: bool, flash: bool) -> Water {
        let valley = &self.components.map.valley;
        match self.printed_water(edge) {
            Water::Stream if flash && valley.contains(a) && valley.contains(b) => Water::None,
            Water::Stream if mud => Water::River,
            water => water,
        }
    }

    /// [17.11] A flooded hex is swamp.
    fn ground_in(&self, hex: Spot, flash: bool) -> Ground {
        match flash && self.components.map.valley.contains(hex) {
            true => Ground::Swamp,
            false => self.printed_ground(hex),
        }
    }

    pub(crate) fn water(&self, s: &State, edge: Edge) -> Water {
        let (a, b) = self.board().ends(edge);
        self.water_in(edge, a, b, s.is_mud(), self.is_flash(s))
    }

    pub(crate) fn ground(&self, s: &State, hex: Spot) -> Ground {
        self.ground_in(hex, self.is_flash(s))
    }

    /// [9.32] Roer, other rivers, the Rhine; in mud streams too.
    pub(crate) fn is_river(&self, s: &State, edge: Edge) -> bool {
        !matches!(self.water(s, edge), Water::None | Water::Stream)
    }

    /// [22.2] Whether a bridge over the Rhine is there and not blown.
    pub(crate) fn has_bridge(&self, s: &State, edge: Edge) -> bool {
        self.bridge_at(edge).is_some_and(|bridge| s.bridges[usize::from(bridge)] != Bridge::Blown)
    }

    /// [5.43] A road over this hexside.
    pub(crate) fn has_road(&self, s: &State, edge: Edge) -> bool {
        self.components.map.road[edge.index()] && (self.printed_water(edge) != Water::Rhine || self.has_bridge(s, edge))
    }

    /// [22.11], [22.12] The Rhine closed to the US but for its bridges.
    pub(crate) fn rhine_bars(&self, s: &State, side: Side, edge: Edge) -> bool {
        side == Side::US && self.printed_water(edge) == Water::Rhine && !self.has_bridge(s, edge)
    }

    /// [27.1] Whether swamp without a road closes a hexside to mechanized units.
    pub(crate) fn swamp_bars(&self, s: &State, from: Spot, way: Way) -> bool {
        let swamp = |hex| self.ground(s, hex) == Ground::Swamp;
        !self.has_road(s, way.edge) && (swamp(from) || swamp(way.to))
    }

    /// [5.2], [11.33.3], [11.42.3] Whole points a unit may spend in one phase; [5.23] they lapse with it.
    pub(crate) fn allowance(&self, s: &State, unit: Unit) -> u16 {
        let card = self.card(unit);
        let full = u16::from(if s.cadre.contains(unit) { card.cadre.1 } else { card.movement });
        match (s.isolated.contains(unit), s.unsupplied.contains(unit)) {
            (true, _) if card.fuel => self.components.tables.limits.isolated_armour.into(),
            (true, _) => full / 2, // [11.42.4]
            (false, true) if card.fuel => full / 2,
            (false, _) => full, // [11.33.4]
        }
    }

    /// A unit at the beginning of its move.
    #[inline]
    pub(crate) fn mover<'a>(&self, s: &State, unit: Unit, march: bool, near: Lent<'a>) -> Mover<'a> {
        let side = self.side(unit);
        let (at, whole) = (s.at(unit), self.allowance(s, unit));
        let on_map = self.is_hex(at);
        // [6.32.b] Half of what supply has left of it.
        let leaving = (on_map && self.enemy_controls(s, side, at)).then_some(whole / 2 * u16::from(SIXTHS));
        Mover {
            unit,
            side,
            mechanized: self.card(unit).mechanized,
            march,
            start: at,
            left: whole * u16::from(SIXTHS),
            fresh: true,
            leaving,
            has_left_zone: leaving.is_some(),
            boundary: self.card(unit).boundary,
            table: table(self.card(unit).mechanized, s.is_mud(), self.is_flash(s), march),
            near,
            entries: if on_map { Lent::Nothing } else { Lent::Own(self.entry_hexes(s, unit)) },
        }
    }

    /// The same after an interruption.
    pub(crate) fn mover_on(&self, s: &State, unit: Unit, march: bool, left: u16, left_zone: bool) -> Mover<'_> {
        let near = self.near_if(s, unit, march);
        Mover { left, fresh: false, leaving: None, has_left_zone: left_zone, ..self.mover(s, unit, march, near) }
    }

    fn mover_now(&self, s: &State, unit: Unit, march: bool) -> Mover<'_> {
        self.mover(s, unit, march, self.near_if(s, unit, march))
    }

    /// [5.51] Only who marches minds.
    fn near_if(&self, s: &State, unit: Unit, march: bool) -> Lent<'_> {
        if march { Lent::Own(self.near_enemy(s, self.side(unit))) } else { Lent::Nothing }
    }

    /// [5.2] What it takes to step from one hex to the next, or onto the map. [5.71], [5.72], [7.12] Friends and their zones
    /// neither cost nor hinder. Cost, stop and refusal come from here,
    /// whoever asks.
    #[inline]
    pub(crate) fn toll(&self, s: &State, mover: &Mover<'_>, from: Spot, way: Way) -> Toll {
        if s.here[mover.side.other()].contains(way.to) {
            return Toll::Barred(Rule("5.21"));
        }
        let cost = match self.is_hex(from) {
            true => self.costs[mover.table][directed(from, way)],
            false => 0,
        };
        if cost == 0 {
            return self.rare_toll(s, mover, from, way);
        }
        match self.too_far(mover, from, way.to) {
            Some(rule) => Toll::Barred(rule),
            None => self.zone_toll(s, mover, from, way.to, cost.into()),
        }
    }

    /// [19.32], [5.51] Limits of corps and of strategic movement.
    #[inline]
    pub(crate) fn too_far(&self, mover: &Mover<'_>, from: Spot, to: Spot) -> Option<Rule> {
        if self.crosses_boundary(mover.boundary, from, to) {
            return Some(Rule("19.32"));
        }
        (mover.march && (mover.near.contains(to) || mover.near.contains(from))).then_some(Rule("5.51"))
    }

    /// [6.31], [6.32] Zones stop, [6.22] cost nothing to enter but to leave [5.22.a], are not left for another [5.22.b], and not
    /// entered after that [5.22.c]; [5.25] one hex is always possible on foot.
    #[inline]
    pub(crate) fn zone_toll(&self, s: &State, mover: &Mover<'_>, from: Spot, to: Spot, mut cost: u16) -> Toll {
        let controlled = self.enemy_controls(s, mover.side, to);
        let first = mover.fresh && from == mover.start;
        if let Some(leaving) = mover.leaving.filter(|_| first) {
            if controlled {
                return Toll::Barred(Rule("6.32.a"));
            }
            cost += leaving;
        } else if mover.has_left_zone && controlled {
            return Toll::Barred(Rule("6.32.c"));
        }
        if first && cost > mover.left && !mover.mechanized && !mover.march {
            return Toll::PayAndStop(mover.left); // [5.25]
        }
        if controlled { Toll::PayAndStop(cost) } else { Toll::Pay(cost) } // [5.22], [6.33]
    }

    /// Steps that are closed, over the Rhine or onto the map, with the reason in the order of the book.
    #[cold]
    fn rare_toll(&self, s: &State, mover: &Mover<'_>, from: Spot, way: Way) -> Toll {
        if !self.is_hex(way.to) {
            return Toll::Barred(Rule("5.0.a"));
        }
        if self.printed_ground(way.to) == Ground::Lake {
            return Toll::Barred(Rule("5.62"));
        }
        if !self.is_hex(from) {
            return self.entry_toll(s, mover, way.to);
        }
        if self.rhine_bars(s, mover.side, way.edge) {
            return Toll::Barred(Rule("22.11"));
        }
        if let Some(rule) = self.too_far(mover, from, way.to) {
            return Toll::Barred(rule);
        }
        let Mover { mechanized, march, .. } = *mover;
        let bridge = self.has_road(s, way.edge);
        match self.terrain_cost(mechanized, s.is_mud(), self.is_flash(s), march, from, way, bridge) {
            Ok(cost) => self.zone_toll(s, mover, from, way.to, cost),
            Err(Rule("5.61")) if self.may_bridge(s, mover, from, way) => {
                if self.swamp_bars(s, from, way) {
                    return Toll::Barred(Rule("27.1"));
                }
                match self.enemy_controls(s, mover.side, way.to) {
                    true => Toll::Barred(Rule("26.0.a")),
                    false => Toll::PayAndStop(mover.left),
                }
            }
            Err(rule) => Toll::Barred(rule),
        }
    }

    /// [26.0] A US mechanized unit outside of enemy zones may cross a river by the whole of its move.
    fn may_bridge(&self, s: &State, mover: &Mover<'_>, from: Spot, way: Way) -> bool {
        mover.side == Side::US
            && mover.fresh
            && from == mover.start
            && !mover.march
            && mover.leaving.is_none()
            && self.printed_water(way.edge) != Water::Rhine
            && self.is_hex(s.at(mover.unit))
    }

    /// Why a unit cannot be picked up at all.
    pub(crate) fn may_move(&self, s: &State, side: Side, unit: Unit) -> Result<(), Illegal> {
        let refuse = |rule, why| Err(Illegal::new(rule, why).about(unit.into()));
        if !self.exists(unit) {
            return Err(Illegal::new(Rule("4.1"), "there is no such unit"));
        }
        let levy = self.card(unit).volkssturm;
        if levy && self.side(unit) == side && s.at(unit) == self.off {
            return refuse(Rule("21.11"), "Volkssturm comes when the US nears its town, and not before");
        }
        let waits = s.at(unit) == self.off && !levy;
        if self.side(unit) != side || !(self.is_hex(s.at(unit)) || waits) {
            return refuse(Rule("4.1"), "only the Phasing Player's units on the map or waiting beside it move");
        }
        if s.moved.contains(unit) {
            return refuse(Rule("5.0.a"), "the unit has moved in this phase");
        }
        if waits {
            self.check_due(s, unit)?;
        }
        self.check_restrictions(s, unit)
    }

    pub(crate) fn check_move(
        &self,
        s: &State,
        side: Side,
        unit: Unit,
        path: &[Spot],
        march: bool,
    ) -> Result<(), Illegal> {
        self.may_move(s, side, unit)?;
        self.check_path(s, &self.mover_now(s, unit, march), path)
    }

    /// [5.41] In the manner it began.
    pub(crate) fn check_going_on(
        &self,
        s: &State,
        step: Step,
        unit: Unit,
        path: &[Spot],
        march: bool,
    ) -> Result<(), Illegal> {
        let Step::Moving { unit: moving, march: marching, left, left_zone } = step else { return Ok(()) };
        if unit != moving {
            return Err(Illegal::new(Rule("5.0.a"), "another unit has begun to move").about(moving.into()));
        }
        if march != marching {
            return Err(Illegal::new(Rule("5.41"), "a unit goes on in the manner it began").about(unit.into()));
        }
        self.check_path(s, &self.mover_on(s, unit, march, left, left_zone), path)
    }

    fn check_path(&self, s: &State, mover: &Mover<'_>, path: &[Spot]) -> Result<(), Illegal> {
        let refuse = |rule: Rule, why, hex| Err(Illegal::new(rule, why).about(Ref::Spot(hex)));
        let Some(end) = path.last() else {
            return Err(Illegal::new(Rule("5.0.a"), "a move needs a path").about(mover.unit.into()));
        };
        let (mut at, mut spent, mut stopped) = (mover.start, 0, None);
        for &to in path {
            if !self.is_hex(at) && !mover.entries.contains(to) {
                let (rule, why) = self.wrong_entry(s, mover.unit);
                return refuse(rule, why, to);
            }
            let Some(edge) = self.entry_board.edge(at, to).filter(|_| self.is_hex(to)) else {
                return refuse(Rule("5.0.a"), "the path must go from hex to neighbouring hex", to);
            };
            let toll = match (stopped, self.toll(s, mover, at, Way { to, edge })) {
                (Some((rule, why)), _) => return refuse(rule, why, at),
                (None, toll) => toll,
            };
            match toll {
                Toll::Pay(cost) => spent += cost,
                Toll::PayAndStop(cost) => {
                    spent += cost;
                    stopped = Some(self.why_stopped(s, mover, to));
                }
                Toll::Barred(rule) => return refuse(rule, why_barred(rule), to),
            }
            if spent > mover.left {
                return refuse(Rule("5.0"), "the points left do not pay for this hex", to);
            }
            at = to;
        }
        match *end == mover.start {
            true => refuse(Rule("5.0.a"), "the move would end where it began", *end),
            false => Ok(()),
        }
    }

    /// [5.22], [26.0], [5.25] What ended a move.
    fn why_stopped(&self, s: &State, mover: &Mover<'_>, at: Spot) -> (Rule, &'static str) {
        if self.enemy_controls(s, mover.side, at) {
            (Rule("5.22"), "a unit must stop on entering an enemy zone")
        } else if mover.mechanized {
            (Rule("26.0"), "bridging a river is the whole move")
        } else {
            (Rule("5.25"), "the minimum move is one hex")
        }
    }

    /// Everywhere a unit can go.
    pub(crate) fn reach_of(&self, s: &State, mover: &Mover<'_>) -> Reach {
        let board = if self.is_hex(mover.start) { self.board() } else { &self.entry_board };
        reach(board, mover.start, mover.left, |from, way| self.toll(s, mover, from, way), |_| true).in_parts(SIXTHS)
    }

    /// A lawful path of a few random steps, for playouts: much quicker than a search for every destination.
    pub(crate) fn wander(&self, s: &State, unit: Unit, march: bool, dice: &mut dyn Dice) -> Option<Vec<Spot>> {
        let mover = self.mover_now(s, unit, march);
        let mut path: Vec<Spot> = Vec::with_capacity(8);
        let (mut at, mut spent) = (mover.start, 0);
        for _ in 0..=dice.pick(8) {
            let ways = if self.is_hex(at) { self.ways(at) } else { self.entry_board.ways(at) };
            let way = ways[usize::from(dice.pick(u16::try_from(ways.len()).unwrap_or(1)))];
            let (cost, stop) = match self.toll(s, &mover, at, way) {
                Toll::Pay(cost) => (cost, false),
                Toll::PayAndStop(cost) => (cost, true),
                Toll::Barred(_) => continue,
            };
            if spent + cost > mover.left || way.to == mover.start {
                continue;
            }
            spent += cost;
            at = way.to;
            path.push(at);
            if stop {
                break;
            }
        }
        (!path.is_empty()).then_some(path)
    }

    /// Whether it can take one step at least.
    pub(crate) fn can_go(&self, s: &State, mover: &Mover<'_>) -> bool {
        let board = if self.is_hex(mover.start) { self.board() } else { &self.entry_board };
        board.ways(mover.start).iter().any(|way| match self.toll(s, mover, mover.start, *way) {
            Toll::Pay(cost) | Toll::PayAndStop(cost) => cost <= mover.left,
            Toll::Barred(_) => false,
        })
    }

    /// [5.11] All, some or none move, [5.13] each in one of two manners, [5.44] in any order; [14.22] nobody has to enter.
    pub(crate) fn offer_movement(&self, s: &State, side: Side, offers: &mut Vec<Offer<Action>>) {
        let near = self.near_enemy(s, side);
        let mut able = 0;
        for unit in self.of_side(side) - s.moved {
            if s.at(unit) == self.dead || self.may_move(s, side, unit).is_err() {
                continue;
            }
            let path = Route::default();
            let enters = s.at(unit) == self.off;
            let mut mover = self.mover(s, unit, false, Lent::Nothing);
            let moves = self.can_go(s, &mover);
            if moves {
                let label = if enters { "enter" } else { "move" };
                offers.push(Offer::new(Action::Move { unit, path }, unit.into(), label));
            }
            mover.set_marching(&near);
            let marches = !near.contains(s.at(unit)) && self.can_go(s, &mover);
            if marches {
                let label = if enters { "enter marching" } else { "march" };
                offers.push(Offer::new(Action::March { unit, path }, unit.into(), label));
            }
            able += usize::from(moves || marches);
        }
        offers.push(Offer::ending(Action::Done, "end movement", able));
    }

    /// Units that could still move in this phase.
    pub(crate) fn movable(&self, s: &State, side: Side) -> Units {
        let near = self.near_enemy(s, side);
        let can = |unit: &Unit| {
            let goes = |march| self.can_go(s, &self.mover(s, *unit, march, Lent::Of(&near)));
            self.may_move(s, side, *unit).is_ok() && (goes(false) || goes(true))
        };
        (self.of_side(side) - s.moved).iter().filter(can).collect()
    }

    pub(crate) fn offer_going_on(&self, unit: Unit, march: bool, offers: &mut Vec<Offer<Action>>) {
        let path = Route::default();
        match march {
            true => offers.push(Offer::new(Action::March { unit, path }, unit.into(), "march")),
            false => offers.push(Offer::new(Action::Move { unit, path }, unit.into(), "move")),
        }
        offers.push(Offer::new(Action::Halt, Ref::Nothing, "halt"));
    }

    pub(crate) fn open_move(&self, s: &State, unit: Unit, march: bool) -> Reach {
        self.reach_of(s, &self.mover_now(s, unit, march))
    }

    pub(crate) fn move_unit(&self, s: &mut State, unit: Unit, path: &[Spot], march: bool, r: &mut Referee<Event>) {
        let mover = self.mover_now(s, unit, march);
        self.walk(s, &mover, path, r);
    }

    pub(crate) fn go_on(&self, s: &mut State, step: Step, path: &[Spot], r: &mut Referee<Event>) {
        let Step::Moving { unit, march, left, left_zone } = step else { return };
        s.steps.pop();
        let mover = self.mover_on(s, unit, march, left, left_zone);
        self.walk(s, &mover, path, r);
    }

    /// Goes along a checked path as far as no die falls: the rest of the path is forgotten then.
    fn walk(&self, s: &mut State, mover: &Mover<'_>, path: &[Spot], r: &mut Referee<Event>) {
        let unit = mover.unit;
        let (mut at, mut left) = (mover.start, mover.left);
        for (i, &to) in path.iter().enumerate() {
            let edge = self.entry_board.edge(at, to).expect("a checked path goes from neighbour to neighbour");
            let (cost, stop) = match self.toll(s, mover, at, Way { to, edge }) {
                Toll::Pay(cost) => (cost, false),
                Toll::PayAndStop(cost) => (cost, true),
                Toll::Barred(rule) => unreachable!("a checked path is open, not barred by {rule}"),
            };
            left -= cost;
            if !self.is_hex(at) {
                self.arrive_on_map(s, unit, to, r);
            }
            if i == 0 && mover.fresh && stop {
                if self.is_beyond(s, mover, at, Way { to, edge }) {
                    r.note(Rule("5.25"), Event::MinimumMove { unit, to });
                } else if mover.mechanized && !self.enemy_controls(s, mover.side, to) {
                    r.note(Rule("26.0"), Event::Bridged { unit, to });
                }
            }
            self.pass(s, unit, at, to, r);
            at = to;
            let interrupted = mover.side == Side::US && self.dice_fall(s, to);
            if interrupted || i + 1 == path.len() {
                self.put(s, unit, to);
                let route = || path[..=i].iter().copied().collect();
                let rule = if mover.march { Rule("5.52") } else { Rule("5.42") };
                let cost = mover.left - left;
                r.note_with(rule, || Event::Moved { unit, path: route(), cost, march: mover.march });
            }
            if interrupted {
                let left = if stop { 0 } else { left };
                let left_zone = mover.has_left_zone;
                s.steps.push(Step::Moving { unit, march: mover.march, left, left_zone });
                s.steps.push(Step::Arrival(to));
                return;
            }
        }
        s.moved.insert(unit);
    }

    /// [5.25] Whether a step costs more than the unit has.
    fn is_beyond(&self, s: &State, mover: &Mover<'_>, from: Spot, way: Way) -> bool {
        let rich = Mover { left: u16::MAX, ..*mover };
        match self.toll(s, &rich, from, way) {
            Toll::Pay(cost) | Toll::PayAndStop(cost) => !mover.mechanized && cost > mover.left,
            Toll::Barred(_) => false,
        }
    }

    /// [5.0.a], [21.13] An interrupted move ends by itself when no further hex is open.
    pub(crate) fn settle_move(&self, s: &mut State, unit: Unit, march: bool, left: u16, left_zone: bool) -> bool {
        let goes_on = left > 0 && self.can_go(s, &self.mover_on(s, unit, march, left, left_zone));
        if !goes_on {
            self.halt(s, unit);
        }
        goes_on
    }

    pub(crate) fn halt(&self, s: &mut State, unit: Unit) {
        s.steps.pop();
        s.moved.insert(unit);
    }
}
