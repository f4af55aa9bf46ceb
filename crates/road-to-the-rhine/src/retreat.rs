//! Retreats (11.D): the owner names the first hex, the enemy the second; [28.c] surrender.

use crate::RoadToTheRhine;
use crate::action::no;
use crate::event::Event;
use crate::sequence::Step;
use crate::state::{Fleeing, NOWHERE, Side, State, Unit, Units};
use board::Way;
use referee::{Illegal, Referee, Rule, Spot};

impl RoadToTheRhine {
    /// Whether a step of a retreat is closed for good; a primary zone is [2.f].
    fn check_flight(&self, s: &State, side: Side, way: Way, spared: Units) -> Result<(), Illegal> {
        if self.swiss.contains(way.to) {
            return Err(no(Rule("29.B.c"), "nobody retreats into Switzerland"));
        }
        if self.roer_floods(s, way.edge) {
            return Err(no(Rule("24.c"), "nobody retreats over the flooded Roer"));
        }
        let enemy = s.here[side.other()].contains(way.to);
        let zone = if spared.is_empty() {
            self.in_primary(s, side, way.to)
        } else {
            self.in_primary_but(s, side, way.to, spared)
        };
        if enemy
            || self.all_sea.contains(way.to)
            || !self.in_scenario_map(s, way.to)
            || self.is_sea(way.edge)
            || self.dam_stands(s, way.edge)
            || zone
        {
            return Err(no(Rule("11.D.d"), "that hex is closed to a retreat"));
        }
        Ok(())
    }

    fn flights(&self, s: &State, side: Side, from: Spot) -> Vec<Spot> {
        let open = |way: &Way| self.check_flight(s, side, *way, Units::empty()).is_ok();
        self.ways(from).filter(open).map(|way| way.to).collect()
    }

    fn far(&self, a: Spot, b: Spot) -> u16 {
        self.components.map.grid.distance(a, b)
    }

    /// [3.c] Who takes room in a hex: not those on their way through it, nor those about to go.
    fn at_rest(&self, s: &State, side: Side, hex: Spot) -> Units {
        let leaving = if let Some(Step::First { todo, .. }) = s.now() { todo } else { Units::empty() };
        let mut units = self.stack(s, side, hex) - leaving;
        units.retain(|unit| s.left[unit.index()] == NOWHERE);
        units
    }

    fn has_room(&self, s: &State, unit: Unit, hex: Spot) -> bool {
        self.check_crowd(self.at_rest(s, self.side(unit), hex) | Units::only(unit)).is_ok()
    }

    /// How well a second hex suits: 0 with room on the own front, 1 beyond it, 2 a full hex.
    fn fit(&self, s: &State, unit: Unit, from: Spot, to: Spot) -> u8 {
        if !self.has_room(s, unit, to) {
            return 2;
        }
        u8::from(self.check_front(unit, from, to).is_err())
    }

    /// Second hexes behind a first, only the best that there are.
    fn seconds(&self, s: &State, unit: Unit, origin: Spot, first: Spot) -> (u8, Vec<Spot>) {
        let side = self.side(unit);
        let all: Vec<(u8, Spot)> = self
            .flights(s, side, first)
            .into_iter()
            .filter(|to| self.far(origin, *to) == 2)
            .map(|to| (self.fit(s, unit, first, to), to))
            .collect();
        let best = all.iter().map(|(fit, _)| *fit).min().unwrap_or(3);
        (best, all.into_iter().filter(|(fit, _)| *fit == best).map(|(_, to)| to).collect())
    }

    /// First hexes that a unit may retreat to; none if there is no way at all. Each of a stack for itself [11.D.c].
    pub(crate) fn first_hexes(&self, s: &State, unit: Unit) -> Vec<Spot> {
        let (side, origin) = (self.side(unit), s.at(unit));
        if let Some(battle) = s.battle
            && battle.assault.contains(unit)
        {
            // [21.A.2.b], [21.A.2.c] One hex, of the owner's choice; on its own front if there is one [27.B.c].
            let open = |way: &Way| {
                self.check_flight(s, side, *way, battle.defenders).is_ok()
                    && self.check_stack(s, side, way.to, Units::only(unit)).is_ok()
            };
            let all: Vec<Spot> = self.ways(origin).filter(open).map(|way| way.to).collect();
            let home: Vec<Spot> =
                all.iter().copied().filter(|to| self.check_front(unit, origin, *to).is_ok()).collect();
            return if home.is_empty() { all } else { home };
        }
        let all: Vec<(u8, Spot)> = self
            .flights(s, side, origin)
            .into_iter()
            .map(|first| {
                let abroad = u8::from(self.check_front(unit, origin, first).is_err());
                (self.seconds(s, unit, origin, first).0.max(abroad), first)
            })
            .filter(|(best, _)| *best < 3)
            .collect();
        let best = all.iter().map(|(fit, _)| *fit).min().unwrap_or(3);
        all.into_iter().filter(|(fit, _)| *fit == best).map(|(_, first)| first).collect()
    }

    pub(crate) fn second_hexes(&self, s: &State, unit: Unit) -> Vec<Spot> {
        self.seconds(s, unit, s.left[unit.index()], s.at(unit)).1
    }

    /// Who is left of a side begins to go.
    pub(crate) fn begin_retreat(&self, s: &mut State, side: Side, _: &mut Referee<Event>) {
        s.steps.pop();
        let Some(battle) = s.battle else { return };
        let units = if side == s.attacker() { battle.attackers - battle.assault } else { battle.defenders };
        let todo: Units = units.iter().filter(|unit| self.on_map(s, *unit)).collect();
        if !todo.is_empty() {
            s.steps.push(Step::First { side, todo });
        }
    }

    pub(crate) fn settle_first(&self, s: &mut State, side: Side, todo: Units, r: &mut Referee<Event>) -> bool {
        let lost: Units = todo.iter().filter(|unit| self.first_hexes(s, *unit).is_empty()).collect();
        if lost.is_empty() && !todo.is_empty() {
            return true;
        }
        s.steps.pop();
        for unit in lost.iter() {
            self.eliminate(s, unit, self.doom(s, unit), r);
        }
        let todo = todo - lost;
        if !todo.is_empty() {
            s.steps.push(Step::First { side, todo });
            return false;
        }
        let gone: Units = s.fleers().collect();
        if s.battle.is_some_and(|battle| gone.intersects(&battle.assault)) {
            s.fleeing.clear();
            self.came_back(s, gone, r);
        } else if !gone.is_empty() {
            s.steps.push(Step::Second { side });
        }
        false
    }

    /// [11.D.f] Why there is no way.
    fn doom(&self, s: &State, unit: Unit) -> &'static str {
        let side = self.side(unit);
        let mut reasons = self.ways(s.at(unit)).filter_map(|way| self.check_flight(s, side, way, Units::empty()).err());
        match reasons.find(|it| ["24.c", "29.B.c"].contains(&it.rule.0)) {
            Some(reason) => reason.rule.0,
            None => "11.D.f",
        }
    }

    pub(crate) fn check_first(&self, s: &State, todo: Units, units: Units, to: Spot) -> Result<(), Illegal> {
        if units.is_empty() || !units.is_subset(&todo) {
            return Err(no(Rule("11.D.b"), "this unit does not have to name a hex"));
        }
        // [11.D.c] One after the other: each sees who has been placed.
        let mut then = *s;
        for unit in units.iter() {
            let s = &then;
            let Some(edge) = self.front_edge(s, unit, to) else {
                return Err(no(Rule("11.D.b"), "the first hex is a neighbour"));
            };
            let spared = s.battle.map_or(Units::empty(), |battle| {
                if battle.assault.contains(unit) { battle.defenders } else { Units::empty() }
            });
            self.check_flight(s, self.side(unit), Way { to, edge }, spared)?;
            if !self.first_hexes(s, unit).contains(&to) {
                self.check_front(unit, s.at(unit), to)?;
                return Err(no(Rule("11.D.b"), "another hex leaves a second one"));
            }
            self.put(&mut then, unit, to);
        }
        Ok(())
    }

    pub(crate) fn take_first(&self, s: &mut State, units: Units, to: Spot, r: &mut Referee<Event>) {
        let Some(Step::First { side, todo }) = s.steps.pop() else { return };
        for unit in units.iter() {
            let from = s.at(unit);
            s.left[unit.index()] = from;
            s.fleeing.push(Fleeing { unit, joined: Some(unit) != units.first() });
            self.put(s, unit, to);
            self.pass(s, side, from, to, r);
            self.garrison_gone(s, from, r);
        }
        r.note(Rule("11.D.b"), Event::Retreats { units, to, on: false });
        s.steps.push(Step::First { side, todo: todo - units });
    }

    pub(crate) fn settle_second(&self, s: &mut State, r: &mut Referee<Event>) -> bool {
        let lost: Units = s.fleers().filter(|unit| self.second_hexes(s, *unit).is_empty()).collect();
        for unit in lost.iter() {
            self.eliminate(s, unit, "11.D.f", r);
        }
        self.flee_no_more(s, lost);
        if s.fleeing.is_empty() {
            s.steps.pop();
        }
        lost.is_empty() && !s.fleeing.is_empty()
    }

    fn flee_no_more(&self, s: &mut State, units: Units) {
        let mut joins = false;
        for it in std::mem::take(&mut s.fleeing).iter() {
            joins &= it.joined;
            if !units.contains(it.unit) {
                s.fleeing.push(Fleeing { joined: joins, ..it });
                joins = true;
            }
        }
    }

    /// [11.D.c] The enemy goes by the owner's order; whom the owner named together he may take apart.
    pub(crate) fn check_turn_to_flee(&self, s: &State, units: Units) -> Result<(), Illegal> {
        if units.is_empty() || !units.is_subset(&s.fleers().collect()) {
            return Err(no(Rule("11.D.b"), "this unit waits for no second hex"));
        }
        let mut left_out = false;
        let mut before = false;
        for it in s.fleeing.iter() {
            before = if it.joined { before } else { left_out };
            if before && units.contains(it.unit) {
                return Err(no(Rule("11.D.c"), "the owner named the first hex of another unit before"));
            }
            left_out |= !units.contains(it.unit);
        }
        Ok(())
    }

    /// Whose turn it is to be sent on.
    pub(crate) fn next_to_flee(&self, s: &State) -> Units {
        let behind = s.fleeing.iter().skip(1).take_while(|it| it.joined);
        s.fleeing.iter().take(1).chain(behind).map(|it| it.unit).collect()
    }

    pub(crate) fn check_second(&self, s: &State, units: Units, to: Spot) -> Result<(), Illegal> {
        self.check_turn_to_flee(s, units)?;
        // One after the other: each sees who has been placed.
        let mut then = *s;
        for unit in s.fleers().filter(|unit| units.contains(*unit)) {
            let s = &then;
            let Some(edge) = self.front_edge(s, unit, to) else {
                return Err(no(Rule("11.D.b"), "the second hex is a neighbour of the first"));
            };
            if self.far(s.left[unit.index()], to) != 2 {
                return Err(no(Rule("11.D.a"), "the second hex lies two hexes from the hex given up"));
            }
            self.check_flight(s, self.side(unit), Way { to, edge }, Units::empty())?;
            if !self.second_hexes(s, unit).contains(&to) {
                self.check_front(unit, s.at(unit), to)?;
                return Err(no(Rule("11.D.d"), "that hex is closed as long as another is open"));
            }
            self.put(&mut then, unit, to);
            then.left[unit.index()] = NOWHERE;
        }
        Ok(())
    }

    pub(crate) fn take_second(&self, s: &mut State, units: Units, to: Spot, r: &mut Referee<Event>) {
        let Some(Step::Second { side }) = s.now() else { return };
        let order: Vec<Unit> = s.fleers().filter(|unit| units.contains(*unit)).collect();
        self.flee_no_more(s, units);
        if s.fleeing.is_empty() {
            s.steps.pop();
        }
        r.note(Rule("11.D.b"), Event::Retreats { units, to, on: true });
        for unit in units.iter() {
            let from = s.at(unit);
            self.put(s, unit, to);
            self.pass(s, side, from, to, r);
        }
        self.came_to_rest(s, &order, r);
    }

    /// [3.e] Who is too many goes on: the last to come.
    fn came_to_rest(&self, s: &mut State, order: &[Unit], r: &mut Referee<Event>) {
        let Some(first) = order.first() else { return };
        let (side, hex) = (self.side(*first), s.at(*first));
        let units: Units = order.iter().copied().collect();
        let mut stays = units;
        let mut crowd = self.at_rest(s, side, hex) - units;
        for unit in order.iter().copied() {
            if self.check_crowd(crowd | Units::only(unit)).is_ok() {
                crowd.insert(unit);
            } else {
                stays.remove(unit);
            }
        }
        s.retreated |= stays;
        for unit in stays.iter() {
            s.left[unit.index()] = NOWHERE;
        }
        self.arrived(s, stays, false, r);
        if stays != units {
            s.steps.push(Step::Further { todo: units - stays });
        }
    }

    fn came_back(&self, s: &mut State, units: Units, r: &mut Referee<Event>) {
        for unit in units.iter() {
            s.retreated.insert(unit);
            s.left[unit.index()] = NOWHERE;
            self.arrived(s, Units::only(unit), false, r);
        }
    }

    /// [3.e] Steps from a hex of a retreat to the nearest with room, through full ones; `away`: each farther off than the one before.
    fn steps_to_room(&self, s: &State, unit: Unit, hex: Spot, away: bool) -> Option<u16> {
        let (side, origin) = (self.side(unit), s.left[unit.index()]);
        let (mut seen, mut edge) = (vec![origin, hex], vec![hex]);
        for steps in 0.. {
            if edge.is_empty() {
                break;
            }
            if edge.iter().any(|at| self.has_room(s, unit, *at)) {
                return Some(steps);
            }
            let mut next = Vec::new();
            for at in edge {
                for to in self.flights(s, side, at) {
                    if !seen.contains(&to) && (!away || self.far(origin, to) > self.far(origin, at)) {
                        seen.push(to);
                        next.push(to);
                    }
                }
            }
            edge = next;
        }
        None
    }

    /// [3.e] Away from the hex left as long as that leads to room, else the shortest way to it; on the own front if there is one [27.B.c].
    pub(crate) fn further_hexes(&self, s: &State, unit: Unit) -> Vec<Spot> {
        let (side, at, origin) = (self.side(unit), s.at(unit), s.left[unit.index()]);
        let all: Vec<Spot> = self.flights(s, side, at).into_iter().filter(|to| *to != origin).collect();
        let away = |to: &Spot| {
            self.far(origin, *to) > self.far(origin, at) && self.steps_to_room(s, unit, *to, true).is_some()
        };
        let mut ways: Vec<Spot> = all.iter().copied().filter(away).collect();
        if ways.is_empty() {
            let steps: Vec<(u16, Spot)> =
                all.into_iter().filter_map(|to| Some((self.steps_to_room(s, unit, to, false)?, to))).collect();
            let least = steps.iter().map(|(steps, _)| *steps).min();
            ways = steps.into_iter().filter(|(steps, _)| Some(*steps) == least).map(|(_, to)| to).collect();
        }
        let best = ways.iter().map(|to| self.fit(s, unit, at, *to)).min();
        ways.retain(|to| Some(self.fit(s, unit, at, *to)) == best);
        ways
    }

    pub(crate) fn settle_further(&self, s: &mut State, todo: Units, r: &mut Referee<Event>) -> bool {
        let lost: Units = todo.iter().filter(|unit| self.further_hexes(s, *unit).is_empty()).collect();
        if lost.is_empty() && !todo.is_empty() {
            return true;
        }
        s.steps.pop();
        for unit in lost.iter() {
            self.eliminate(s, unit, "3.e", r);
        }
        if todo != lost {
            s.steps.push(Step::Further { todo: todo - lost });
        }
        false
    }

    pub(crate) fn check_further(&self, s: &State, todo: Units, unit: Unit, to: Spot) -> Result<(), Illegal> {
        if !todo.contains(unit) || self.front_edge(s, unit, to).is_none() {
            return Err(no(Rule("3.e"), "this unit goes one hex on"));
        }
        if let Some(edge) = self.front_edge(s, unit, to) {
            self.check_flight(s, self.side(unit), Way { to, edge }, Units::empty())?;
        }
        if !self.further_hexes(s, unit).contains(&to) {
            self.check_front(unit, s.at(unit), to)?;
            return Err(no(Rule("3.e"), "another hex lies further away or has room"));
        }
        Ok(())
    }

    pub(crate) fn take_further(&self, s: &mut State, unit: Unit, to: Spot, r: &mut Referee<Event>) {
        let Some(Step::Further { mut todo }) = s.steps.pop() else { return };
        todo.remove(unit);
        if !todo.is_empty() {
            s.steps.push(Step::Further { todo });
        }
        let from = s.at(unit);
        self.put(s, unit, to);
        self.pass(s, self.side(unit), from, to, r);
        r.note(Rule("11.D.e"), Event::Retreats { units: Units::only(unit), to, on: true });
        self.came_to_rest(s, &[unit], r);
    }

    /// [28.c] Every lawful hex lies in Western Holland.
    pub(crate) fn may_surrender(&self, s: &State, unit: Unit) -> bool {
        let firsts = self.first_hexes(s, unit);
        let wet = |hex: &Spot| self.western_holland.contains(*hex);
        let origin = s.at(unit);
        self.side(unit) == Side::AL
            && !firsts.is_empty()
            && (firsts.iter().all(wet)
                || firsts.iter().all(|first| self.seconds(s, unit, origin, *first).1.iter().all(wet)))
    }

    pub(crate) fn check_surrender(&self, s: &State, todo: Units, units: Units) -> Result<(), Illegal> {
        let forced =
            units.is_subset(&todo) && !units.is_empty() && units.iter().all(|unit| self.may_surrender(s, unit));
        match forced {
            true => Ok(()),
            false => Err(no(Rule("28.c"), "it is not forced into Western Holland")),
        }
    }

    pub(crate) fn surrender(&self, s: &mut State, units: Units, r: &mut Referee<Event>) {
        let Some(Step::First { side, todo }) = s.steps.pop() else { return };
        for unit in units.iter() {
            self.eliminate(s, unit, "28.c", r);
        }
        s.steps.push(Step::First { side, todo: todo - units });
    }

    /// [22.E.b] It loses a level and goes back two hexes, the enemy naming the second.
    pub(crate) fn mutiny(&self, s: &mut State, unit: Unit, r: &mut Referee<Event>) {
        self.lose_level(s, unit, r);
        if self.on_map(s, unit) {
            s.steps.push(Step::First { side: Side::GE, todo: Units::only(unit) });
        }
    }
}
