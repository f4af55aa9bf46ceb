//! Chapters 9 and 13: reserves; [26.e] their release in the first turn.

use crate::RoadToTheRhine;
use crate::action::no;
use crate::event::Event;
use crate::state::{Side, State, Unit, Units};
use referee::{Illegal, Referee, Rule};

impl RoadToTheRhine {
    /// [9.A.a], [9.A.b], [9.A.c], [9.A.d] Whether a unit may be made a reserve now.
    pub(crate) fn check_reserve(&self, s: &State, unit: Unit) -> Result<(), Illegal> {
        if self.side(unit) != s.initiative || self.card(unit).air.is_some() || !self.on_map(s, unit) {
            return Err(no(Rule("9.a"), "this is no unit of yours on the map"));
        }
        if s.reserve.contains(unit) {
            return Err(no(Rule("9.a"), "it is a reserve already"));
        }
        if s.earlier.contains(unit) {
            return Err(no(Rule("4.f"), "it has acted in an earlier impulse"));
        }
        if s.airdrop.contains(unit) {
            return Err(no(Rule("21.A.1.b"), "it was dropped in this impulse"));
        }
        if s.south_only && !self.on_south.contains(s.at(unit)) {
            return Err(no(Rule("5.C.2.c"), "this impulse was bought for the south map only"));
        }
        if s.was_in_zone.contains(unit) || self.in_primary(s, s.initiative, s.at(unit)) {
            return Err(no(Rule("9.A.a"), "it was in an enemy primary zone"));
        }
        if s.unsupplied.contains(unit) && !s.airfed.contains(unit) {
            return Err(no(Rule("9.A.b"), "it is out of general supply"));
        }
        // Half points against sixteenths.
        if u16::from(s.spent[unit.index()]) * 16 > self.allowance(s, unit) {
            return Err(no(Rule("9.A.c"), "it has spent more than half of its movement points"));
        }
        if self.lacks_fuel(s, unit) {
            return Err(no(Rule("9.A.d"), "it needs maneuver supply"));
        }
        Ok(())
    }

    pub(crate) fn check_reserves(&self, s: &State, units: Units) -> Result<(), Illegal> {
        units.iter().try_for_each(|unit| self.check_reserve(s, unit))
    }

    /// [9.B.a] The marker stands for having acted; [9.B.c] it is used in the enemy player-turn.
    pub(crate) fn make_reserves(&self, s: &mut State, units: Units, r: &mut Referee<Event>) {
        s.reserve |= units;
        s.finished -= units;
        // [21.B.2.c] Who needed none because he was dropped has it as long as he is a reserve [9.A.d].
        s.supplied.extend((units & s.dropped).iter().filter(|unit| self.card(*unit).needs));
        if !units.is_empty() {
            r.note(Rule("9.a"), Event::Reserves(units));
        }
    }

    /// [9.C.a] Paratroops have a zone from the impulse after their drop on: reserves in it lose their status.
    pub(crate) fn wake_zones(&self, s: &mut State, r: &mut Referee<Event>) {
        for unit in s.reserve.iter() {
            if self.in_primary(s, self.side(unit), s.at(unit)) {
                self.lose_reserve(s, unit);
                r.note(Rule("9.C.a"), Event::About { unit, what: "is no longer a reserve" });
            }
        }
    }

    /// [9.C.a], [9.C.b] The marker goes. In its owner's player-turn it stood for having acted [9.B.a].
    pub(crate) fn lose_reserve(&self, s: &mut State, unit: Unit) {
        s.reserve.remove(unit);
        if self.side(unit) == s.initiative {
            s.finished.insert(unit);
            s.earlier.insert(unit);
        }
    }

    fn releasable(&self, s: &State) -> Units {
        let fits = |unit: &Unit| self.side(*unit) == Side::GE && self.on_map(s, *unit);
        s.reserve.iter().filter(fits).collect()
    }

    /// [26.e] The Allied player-turn of the campaign's first turn.
    pub(crate) fn may_release(&self, s: &State) -> bool {
        self.is_first_turn(s) && s.initiative == Side::AL && !self.releasable(s).is_empty()
    }

    pub(crate) fn check_release(&self, s: &State, units: Units) -> Result<(), Illegal> {
        match units.is_subset(&self.releasable(s)) {
            true => Ok(()),
            false => Err(no(Rule("26.e"), "only German reserves are released")),
        }
    }

    pub(crate) fn open_release(&self, s: &State) -> Units {
        self.releasable(s)
    }

    /// [26.e], [26.g]
    pub(crate) fn release(&self, s: &mut State, units: Units, r: &mut Referee<Event>) {
        for unit in units.iter() {
            let die = r.roll(6);
            let released = die <= self.components.tables.release;
            r.note(Rule("26.e"), Event::Released { unit, die, released });
            if released {
                s.released.insert(unit);
            } else if self.card(unit).movement <= 10 {
                s.reserve.remove(unit);
                r.note(Rule("26.g"), Event::About { unit, what: "is no longer a reserve" });
            }
        }
    }
}
