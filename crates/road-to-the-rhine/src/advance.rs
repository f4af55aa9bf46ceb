//! Advance after combat (11.E); assaults that failed [21.A.2.b].

use crate::RoadToTheRhine;
use crate::action::no;
use crate::event::Event;
use crate::sequence::Step;
use crate::state::{NOWHERE, Ss30, State, Unit, Units};
use referee::{Illegal, Leg, Reach, Referee, Rule, Spot};

impl RoadToTheRhine {
    /// [11.E.a], [11.E.b] Who may advance: attackers, and [22.F.2] SS150 beside them.
    fn may_follow(&self, s: &State) -> Units {
        let Some(battle) = s.battle else { return Units::empty() };
        if battle.no_advance || s.here[s.attacker().other()].contains(battle.target) {
            return Units::empty();
        }
        let stays =
            |unit: &Unit| self.on_map(s, *unit) && s.at(*unit) != battle.target && !battle.assault.contains(*unit);
        // Who has advanced is no longer where it attacked from.
        let mut units: Units = (battle.attackers - s.retreated).iter().filter(stays).collect();
        units.retain(|unit| {
            self.board.edge(s.at(unit), battle.target).is_some() && s.left[unit.index()] != battle.target
        });
        if let Some(unit) = self.special.ss150.filter(|unit| battle.escort && self.on_map(s, *unit)) {
            units.insert(unit);
        }
        units
    }

    /// [22.F.2] SS 150 stands with the attackers when the attack is resolved, takes no part, and may use its disguise; as a
    /// reserve it has acted [9.B.b].
    pub(crate) fn escorts(&self, s: &State, attackers: Units) -> bool {
        self.special.ss150.is_some_and(|unit| {
            self.on_map(s, unit)
                && !attackers.contains(unit)
                && !s.fought.contains(unit)
                && !s.earlier.contains(unit)
                && !s.reserve.contains(unit)
                && self.ss150_disguised(s, unit)
                && attackers.iter().any(|other| s.at(other) == s.at(unit))
        })
    }

    pub(crate) fn settle_advance(&self, s: &mut State) -> bool {
        // Only who has advanced is remembered.
        if let Some(battle) = s.battle {
            for unit in self.ground.iter() {
                if !battle.attackers.contains(unit) || s.left[unit.index()] != battle.target {
                    s.left[unit.index()] = NOWHERE;
                }
            }
        }
        let units = self.may_follow(s);
        if units.iter().any(|unit| !self.open_advance(s, unit).legs.is_empty()) {
            return true;
        }
        s.steps.pop();
        self.end_battle(s);
        false
    }

    pub(crate) fn end_battle(&self, s: &mut State) {
        s.battle = None;
        s.left = [NOWHERE; crate::state::UNITS];
    }

    pub(crate) fn followers(&self, s: &State) -> Units {
        self.may_follow(s).iter().filter(|unit| self.open_advance(s, *unit).ends().next().is_some()).collect()
    }

    fn check_advance_step(&self, s: &State, unit: Unit, from: Spot, to: Spot, first: bool) -> Result<bool, Illegal> {
        let side = self.side(unit);
        let Some(edge) = self.board.edge(from, to).filter(|edge| edge.0 < self.map_edges) else {
            return Err(no(Rule("11.E.c"), "the hexes are no neighbours"));
        };
        if self.swiss.contains(to) || self.all_sea.contains(to) || s.here[side.other()].contains(to) {
            return Err(no(Rule("11.E.c"), "that hex cannot be entered"));
        }
        if !self.in_scenario_map(s, to) {
            return Err(no(Rule("32.G.4"), "only the north map is used"));
        }
        if s.south_only && side == s.initiative && !self.on_south.contains(to) {
            return Err(no(Rule("5.C.2.c"), "this impulse was bought for the south map only"));
        }
        self.check_front(unit, from, to)?;
        if self.dam_stands(s, edge) {
            return Err(no(Rule("12.B.j"), "nobody crosses a dam"));
        }
        let water = self.is_sea(edge) || self.wide_river(s, edge);
        if water && !first {
            return Err(no(Rule("11.E.e"), "water is crossed only into the vacated hex"));
        }
        if Some(unit) == self.special.ss30 && s.ss30 == Ss30::Mutinied && self.in_primary(s, side, to) {
            return Err(no(Rule("22.E.b"), "after its mutiny SS30 enters no enemy zone"));
        }
        let ignores = Some(unit) == self.special.ss150 && s.battle.is_some_and(|it| !it.attackers.contains(unit));
        Ok(water || !ignores && self.in_primary(s, side, to))
    }

    /// [22.C.4.a] An amphibious brigade and who goes with it in this impulse.
    fn group_with(&self, s: &State, unit: Unit) -> Units {
        let mut units = Units::only(unit);
        if self.specialized.contains(unit) {
            units.extend(s.grouped.iter().filter(|it| s.at(*it) == s.at(unit)));
        }
        units
    }

    pub(crate) fn check_advance(&self, s: &State, unit: Unit, path: &[Spot]) -> Result<(), Illegal> {
        let Some(battle) = s.battle else { return Err(crate::action::NOT_NOW) };
        let group = self.group_with(s, unit);
        if !group.is_subset(&self.may_follow(s)) {
            let is_reserve = group.intersects(&s.reserve);
            let reserve = no(Rule("9.B.b"), "a reserve does nothing more in its own turn");
            return Err(if is_reserve { reserve } else { no(Rule("11.E.b"), "only who attacked advances, once") });
        }
        let leads = |it: Unit| self.specialized.contains(it) && s.at(it) == s.at(unit);
        if s.grouped.contains(unit) && self.stack(s, self.side(unit), s.at(unit)).iter().any(leads) {
            return Err(no(Rule("22.C.4.a"), "it advances with its brigade"));
        }
        if path.is_empty() || path.len() > 2 || path[0] != battle.target {
            return Err(no(Rule("11.E.c"), "an advance begins with the vacated hex and has two hexes at most"));
        }
        let mut at = s.at(unit);
        let mut stopped = None;
        for (i, to) in path.iter().enumerate() {
            if let Some(rule) = stopped {
                return Err(no(Rule(rule), "the advance stops there"));
            }
            let stop = self.check_advance_step(s, unit, at, *to, i == 0)?;
            // [11.E.d], [11.E.e]
            let zone = self.in_primary(s, self.side(unit), *to);
            stopped = stop.then_some(if zone { "11.E.d" } else { "11.E.e" });
            at = *to;
        }
        self.check_stack(s, self.side(unit), at, group)
            .map_err(|it| if it.rule.0 == "3.b" { no(Rule("11.E.f"), "that hex is full") } else { it })
    }

    pub(crate) fn open_advance(&self, s: &State, unit: Unit) -> Reach {
        let from = s.at(unit);
        let mut legs: Vec<Leg> = vec![];
        if let Some(battle) = s.battle
            && let Ok(stop) = self.check_advance_step(s, unit, from, battle.target, true)
        {
            let target = battle.target;
            let end = self.check_advance(s, unit, &[target]).is_ok();
            legs.push(Leg { spot: target, via: from, cost: 1, end, stop });
            if !stop {
                for way in self.ways(target) {
                    if way.to != from && self.check_advance(s, unit, &[target, way.to]).is_ok() {
                        legs.push(Leg { spot: way.to, via: target, cost: 2, end: true, stop: true });
                    }
                }
            }
        }
        if legs.iter().all(|leg| !leg.end) {
            legs.clear();
        }
        Reach { from, budget: 2, scale: 0, legs }
    }

    pub(crate) fn advance(&self, s: &mut State, unit: Unit, path: &[Spot], r: &mut Referee<Event>) {
        let Some(battle) = s.battle else { return };
        let side = self.side(unit);
        let start = s.at(unit);
        let mut at = start;
        for to in path {
            self.pass(s, side, at, *to, r);
            at = *to;
        }
        let group = self.group_with(s, unit);
        for it in group.iter() {
            // [11.E.b] Once: remembered by where it has come from.
            s.left[it.index()] = battle.target;
            self.put(s, it, at);
            r.note(Rule("11.E.b"), Event::Advances { unit: it, to: at });
        }
        self.note_germany(s, group, start, at);
        s.finished |= group;
        if Some(unit) == self.special.ss150 {
            s.ss150_spent = true;
            // It has left the hex from which it would attack [11.c].
            s.task[unit.index()] = 0;
            self.strike_off_empty(s, Rule("22.F.2"), r);
        }
        // [11.E.g] Reserves beside it lose their status.
        self.arrived(s, group, true, r);
        if let Some(battle) = &mut s.battle {
            battle.vacated = true;
            if Some(unit) == self.special.ss150 {
                battle.escort = false;
            }
        }
    }

    /// [21.A.2.b] Each airborne unit in a hex that was not emptied loses a level and goes back one hex.
    pub(crate) fn repulse(&self, s: &mut State, r: &mut Referee<Event>) {
        let Some(battle) = s.battle else { return };
        let side = s.attacker();
        let here: Units = battle.assault.iter().filter(|unit| s.at(*unit) == battle.target).collect();
        // [21.A.2.d]
        s.finished |= here;
        if !s.here[side.other()].contains(battle.target) {
            for unit in here.iter() {
                self.pass(s, side, battle.target, battle.target, r);
                s.finished.insert(unit);
            }
            return;
        }
        r.note(Rule("21.A.2.b"), Event::Failed { hex: battle.target });
        for unit in here.iter() {
            self.lose_level(s, unit, r);
        }
        let todo: Units = here.iter().filter(|unit| self.on_map(s, *unit)).collect();
        if !todo.is_empty() {
            s.steps.push(Step::First { side, todo });
        }
    }
}
