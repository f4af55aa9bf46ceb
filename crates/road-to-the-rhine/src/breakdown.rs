//! Breakdown of divisions (22.A), amphibious groups [22.C.4.a], SS 150 (22.F).

use crate::action::no;
use crate::components::{Kind, Nation};
use crate::event::Event;
use crate::state::{NOWHERE, Side, State, Unit, Units};
use crate::{Card, National, Off, RoadToTheRhine};
use referee::{Illegal, Referee, Rule};

impl RoadToTheRhine {
    /// [22.A.b] The set of counters for a division.
    pub(crate) fn set_for(&self, unit: Unit) -> Option<Units> {
        self.set_of[unit.index()]
    }

    /// The counters of a division that has broken down.
    pub(crate) fn counters_of(&self, s: &State, division: Unit) -> Option<Units> {
        self.set_for(division).filter(|_| s.at(division) == self.spot_of(Off::Broken))
    }

    /// The division whose counters are in play.
    fn broken_division(&self, s: &State, counter: Unit) -> Option<Unit> {
        self.broken_into(s.units_at(self.spot_of(Off::Broken)), counter)
    }

    fn broken_into(&self, broken: Units, counter: Unit) -> Option<Unit> {
        broken.iter().find(|unit| self.set_for(*unit).is_some_and(|set| set.contains(counter)))
    }

    /// [22.A.b] None of the divisions that are broken down is broken into these counters.
    pub(crate) fn counters_are_free(&self, s: &State, set: Units, broken: Units) -> bool {
        set.iter().all(|it| s.at(it) == self.spot_of(Off::NotYet) || s.at(it) == self.spot_of(Off::Destroyed))
            && set.first().is_none_or(|it| self.broken_into(broken, it).is_none())
    }

    fn in_retreat(&self, s: &State, unit: Unit) -> bool {
        matches!(s.now(), Some(crate::Step::First { todo, .. }) if todo.contains(unit))
    }

    fn in_advance(&self, s: &State, unit: Unit) -> bool {
        matches!(s.now(), Some(crate::Step::Advance)) && s.battle.is_some_and(|battle| battle.attackers.contains(unit))
    }

    pub(crate) fn check_break(&self, s: &State, unit: Unit) -> Result<(), Illegal> {
        self.check_break_later(s, unit)?;
        if !self.on_map(s, unit) {
            return Err(no(Rule("22.A.b"), "it breaks down where it stands"));
        }
        self.check_break_room(s, unit)
    }

    /// Room for the counters where it stands.
    pub(crate) fn check_break_room(&self, s: &State, unit: Unit) -> Result<(), Illegal> {
        // Who retreats leaves the hex in any case.
        if self.in_retreat(s, unit) {
            return Ok(());
        }
        let set = self.set_for(unit).unwrap_or_default();
        self.check_crowd((self.stack(s, self.side(unit), s.at(unit)) - Units::only(unit)) | set)
    }

    /// The same wherever it will stand.
    pub(crate) fn check_break_later(&self, s: &State, unit: Unit) -> Result<(), Illegal> {
        let Some(set) = self.set_for(unit) else {
            return Err(no(Rule("22.A.b"), "there are no counters for it"));
        };
        let there = self.on_map(s, unit) || s.at(unit) == self.spot_of(Off::Waiting);
        if s.reduced.contains(unit) || !there || !self.counters_are_free(s, set, s.units_at(self.spot_of(Off::Broken)))
        {
            return Err(no(Rule("22.A.b"), "a full division breaks down if its counters are free"));
        }
        let moving = matches!(s.now(), Some(crate::Step::Movement)) && self.check_mover(s, unit).is_ok();
        if !moving && !self.in_retreat(s, unit) && !self.in_advance(s, unit) {
            return Err(no(Rule("22.A.1"), "it breaks down only while moving"));
        }
        Ok(())
    }

    fn inherit(&self, s: &mut State, from: Unit, to: Unit) {
        for marks in [
            &mut s.supplied,
            &mut s.finished,
            &mut s.earlier,
            &mut s.reserve,
            &mut s.unsupplied,
            &mut s.starving,
            &mut s.airfed,
            &mut s.approached,
            &mut s.fought,
            &mut s.struck,
            &mut s.retreated,
            &mut s.was_in_zone,
            &mut s.released,
            &mut s.just_in_germany,
        ] {
            if marks.contains(from) {
                marks.insert(to);
            }
        }
        s.spent[to.index()] = s.spent[to.index()].max(s.spent[from.index()]);
        s.began[to.index()] = s.began[from.index()];
        s.left[to.index()] = s.left[from.index()];
    }

    /// The division takes the worst of its counters: what helps only if all have it, what hinders if one has it.
    fn inherit_worst(&self, s: &mut State, parts: Units, to: Unit) {
        let any = |marks: &Units| parts.intersects(marks);
        let all = |marks: &Units| parts.is_subset(marks);
        let moved = |unit: Unit| s.finished.contains(unit) && s.spent[unit.index()] > 0;
        // [15.a] A part that may not attack in a reserve phase holds the others back.
        let answers = parts.iter().all(|unit| moved(unit) || s.approached.contains(unit));
        let spent = parts.iter().map(|unit| s.spent[unit.index()]).max().unwrap_or(0);
        let at = s.at(to);
        let came = parts.iter().map(|unit| s.began[unit.index()]).find(|began| *began != at);
        // [9.B.a] Who was made a reserve has acted.
        let acted = any(&s.reserve) && !all(&s.reserve) && self.side(to) == s.initiative;
        let helps = [&mut s.supplied, &mut s.reserve, &mut s.airfed, &mut s.approached, &mut s.released];
        for marks in helps {
            if all(marks) {
                marks.insert(to);
            }
        }
        let hinders = [
            &mut s.finished,
            &mut s.earlier,
            &mut s.unsupplied,
            &mut s.starving,
            &mut s.fought,
            &mut s.struck,
            &mut s.retreated,
            &mut s.was_in_zone,
            &mut s.just_in_germany,
        ];
        for marks in hinders {
            if any(marks) {
                marks.insert(to);
            }
        }
        if acted {
            s.finished.insert(to);
            s.earlier.insert(to);
        }
        s.spent[to.index()] = if s.reserve_phase && !answers { 0 } else { spent };
        s.began[to.index()] = came.unwrap_or(at);
        s.left[to.index()] = parts.first().map_or(NOWHERE, |unit| s.left[unit.index()]);
    }

    /// [22.A.1] The counters have their own strength, whatever it adds up to [22.A.4].
    pub(crate) fn break_down(&self, s: &mut State, unit: Unit, r: &mut Referee<Event>) {
        let Some(set) = self.set_for(unit) else { return };
        let at = s.at(unit);
        for counter in set.iter() {
            self.put(s, counter, at);
            self.inherit(s, unit, counter);
        }
        match s.steps.top_mut() {
            Some(crate::Step::First { todo, .. }) if todo.contains(unit) => {
                todo.remove(unit);
                *todo |= set;
            }
            _ => {}
        }
        if let Some(battle) = &mut s.battle {
            for units in [&mut battle.attackers, &mut battle.defenders] {
                if units.remove(unit) {
                    *units |= set;
                }
            }
        }
        // Counters may go on with what is left of the move, but not where a zone has ended it [2.c].
        let stopped = s.finished.contains(unit) && self.in_primary(s, self.side(unit), at);
        if matches!(s.now(), Some(crate::Step::Movement)) && !stopped {
            s.finished -= set;
            if s.reserve_phase {
                s.reserve |= set;
            }
        }
        self.remove(s, unit, Off::Broken);
        r.note(Rule("22.A.1"), Event::About { unit, what: "breaks down" });
    }

    pub(crate) fn check_combine(&self, s: &State, unit: Unit) -> Result<(), Illegal> {
        let asked = s.now().is_some_and(|step| self.asked_side(s, step) == self.side(unit));
        if s.at(unit) != self.spot_of(Off::Broken) || !asked {
            return Err(no(Rule("22.A.b"), "it is not broken down"));
        }
        let Some(set) = self.set_for(unit) else { return Err(no(Rule("22.A.b"), "there are no counters for it")) };
        let alive: Units = set.iter().filter(|it| self.on_map(s, *it)).collect();
        let Some(first) = alive.first() else { return Err(no(Rule("22.A.2"), "no counter is left on the map")) };
        // Who is neither lost nor here is somewhere else: waiting, or under the charts.
        let lost = [Off::Destroyed, Off::NotYet].map(|it| self.spot_of(it));
        if set.iter().any(|it| s.at(it) != s.at(first) && !lost.contains(&s.at(it))) {
            return Err(no(Rule("22.A.2"), "its counters are in different hexes"));
        }
        let moves = |it: Unit| {
            matches!(s.now(), Some(crate::Step::Movement))
                && (self.check_mover(s, it).is_ok() || s.spent[it.index()] > 0)
                || self.in_retreat(s, it)
                || self.in_advance(s, it)
        };
        if !alive.iter().any(moves) {
            return Err(no(Rule("22.A.1"), "none of its counters is moving"));
        }
        // Who has lost two counters is a cadre and stands nowhere.
        match set.len() - alive.len() {
            0 | 1 => self.check_crowd((self.stack(s, self.side(unit), s.at(first)) - alive) | Units::only(unit)),
            _ => Ok(()),
        }
    }

    pub(crate) fn combine(&self, s: &mut State, unit: Unit, r: &mut Referee<Event>) {
        let Some(set) = self.set_for(unit) else { return };
        let alive: Units = set.iter().filter(|it| self.on_map(s, *it)).collect();
        let lost = set.len() - alive.len();
        let Some(first) = alive.first() else { return };
        let at = s.at(first);
        let cadre = lost >= 2;
        if !cadre {
            self.put(s, unit, at);
            self.inherit_worst(s, alive, unit);
        }
        match s.steps.top_mut() {
            Some(crate::Step::First { todo, .. }) if todo.intersects(&alive) => {
                *todo -= alive;
                if !cadre {
                    todo.insert(unit);
                }
            }
            _ => {}
        }
        if let Some(battle) = &mut s.battle {
            // [11.E.b] Who took no part does not advance: all of them did, or the division stays.
            let attacked = alive.is_subset(&battle.attackers);
            let defended = alive.intersects(&battle.defenders);
            for (units, joins) in [(&mut battle.attackers, attacked), (&mut battle.defenders, defended)] {
                *units -= alive;
                if joins && !cadre {
                    units.insert(unit);
                }
            }
        }
        for counter in set.iter() {
            self.remove(s, counter, Off::NotYet);
        }
        self.strike_off_empty(s, Rule("22.A.2"), r);
        self.garrison_gone(s, at, r);
        match lost {
            0 => r.note(Rule("22.A.2"), Event::About { unit, what: "is one again" }),
            1 => {
                s.reduced.insert(unit);
                r.note(Rule("22.A.3.b"), Event::About { unit, what: "is one again, reduced" });
            }
            _ => {
                self.remove(s, unit, Off::Cadre);
                r.note(Rule("22.A.3.b"), Event::About { unit, what: "is a cadre" });
            }
        }
    }

    /// [22.A.3.a], [22.A.3.c] The last counter of a division is lost.
    pub(crate) fn count_counters(&self, s: &mut State, counter: Unit, r: &mut Referee<Event>) {
        if self.card(counter).set.is_none() {
            return;
        }
        let Some(division) = self.broken_division(s, counter) else { return };
        let Some(set) = self.set_for(division) else { return };
        if set.iter().any(|it| s.at(it) != self.spot_of(Off::Destroyed)) {
            return;
        }
        let two = set.len() == 2;
        self.remove(s, division, if two { Off::Cadre } else { Off::Destroyed });
        for it in set.iter() {
            self.remove(s, it, Off::NotYet);
        }
        let what =
            if two { "goes to the cadre box with its last counter" } else { "is destroyed with its last counter" };
        r.note(Rule("22.A.3.c"), Event::About { unit: division, what });
    }

    /// [22.C.4.a], [22.C.4.b] Two counters of a division that has broken down are infantry brigades too.
    pub(crate) fn check_group(&self, s: &State, brigade: Unit, with: Units) -> Result<(), Illegal> {
        let card = self.card(brigade);
        if card.kind != Kind::Specialized || !matches!(card.code, Some('A' | 'B')) {
            return Err(no(Rule("22.C.1"), "only an amphibious brigade takes others along"));
        }
        if s.reserve_phase {
            return Err(no(Rule("22.C.5"), "a reserve has no special functions"));
        }
        if card.code == Some('B') && s.engineers == crate::state::Engineers::Support {
            return Err(no(Rule("22.C.4.d"), "it has given support in this turn"));
        }
        self.check_mover(s, brigade)?;
        let hex = s.at(brigade);
        let fits = |unit: Unit| {
            let it = self.card(unit);
            it.kind == Kind::Infantry
                && !it.division
                && it.side == Side::AL
                && self.group_of(unit) == National::Third
                && s.at(unit) == hex
                && s.began[unit.index()] == s.began[brigade.index()]
                && self.check_mover(s, unit).is_ok()
        };
        match !with.is_empty() && with.len() <= 2 && with.iter().all(fits) && s.began[brigade.index()] == hex {
            true => Ok(()),
            false => Err(no(Rule("22.C.4.a"), "up to two infantry brigades that began the impulse with it")),
        }
    }

    pub(crate) fn group(&self, s: &mut State, brigade: Unit, with: Units, r: &mut Referee<Event>) {
        s.grouped |= with;
        r.note(Rule("22.C.4.a"), Event::Group { brigade, with });
    }

    /// [22.F.a] Whether SS 150 is beside the enemy is remembered until the impulse is over.
    pub(crate) fn watch_ss150(&self, s: &mut State) {
        if let Some(unit) = self.special.ss150
            && self.on_map(s, unit)
        {
            s.ss150_met |= self.ways(s.at(unit)).any(|way| s.here[Side::AL].contains(way.to));
        }
    }

    /// The first impulse beside the enemy is over.
    pub(crate) fn judge_ss150(&self, s: &mut State) {
        self.watch_ss150(s);
        s.ss150_spent |= s.ss150_met;
        s.ss150_met = false;
    }
}

pub(crate) fn set_for(card: &Card, sets: &[(String, Units)]) -> Option<Units> {
    let name = match (card.nation, card.kind) {
        (Nation::US, Kind::Infantry) => "us-infantry",
        (Nation::US, Kind::Armor) => "us-armor",
        (Nation::British, Kind::Infantry) => "british-infantry",
        (Nation::British, Kind::Armor) => "british-armor",
        (Nation::Army | Nation::SS, Kind::Panzergrenadier) => "panzergrenadier",
        _ => return None,
    };
    let found = sets.iter().find(|(it, _)| it == name || it.starts_with(name) || name.starts_with(it.as_str()));
    found.filter(|_| card.division).map(|(_, units)| *units)
}
