//! Transports (10.B): general supply by air (6.D), airlifted points (5.C.4).

use crate::action::no;
use crate::event::Event;
use crate::state::{Account, Side, State, Unit, Units, Weather};
use crate::{Off, RoadToTheRhine};
use referee::{Illegal, Referee, Rule};

impl RoadToTheRhine {
    /// Transports that may fly in this impulse: one that lifts points does nothing else [10.B.1].
    pub(crate) fn free_transports(&self, s: &State) -> Units {
        let england = self.spot_of(Off::England);
        let free = |it: &Unit| s.at(*it) == england && !s.airlifting.contains(*it) && !s.flew.contains(*it);
        self.transports.iter().filter(free).collect()
    }

    /// [17.2.d] Transports and drops go by the sky of the impulse before.
    pub(crate) fn sky_was_clear(&self, s: &State) -> bool {
        !s.cloudy_before && s.weather != Weather::WinterStorm
    }

    pub(crate) fn may_drop_supply(&self, s: &State) -> bool {
        self.sky_was_clear(s) && !self.free_transports(s).is_empty() && !self.open_drop_supply(s).is_empty()
    }

    pub(crate) fn open_drop_supply(&self, s: &State) -> Units {
        s.unsupplied.iter().filter(|unit| self.side(*unit) == Side::AL && self.on_map(s, *unit)).collect()
    }

    /// [6.D.a], [6.D.b], [10.B.2]
    pub(crate) fn check_drop_supply(&self, s: &State, units: Units) -> Result<(), Illegal> {
        if !units.is_subset(&self.open_drop_supply(s)) {
            return Err(no(Rule("6.D.a"), "only Allied units that are out of supply live from the air"));
        }
        if !units.is_empty() && !self.sky_was_clear(s) {
            return Err(no(Rule("6.D.b"), "the sky was not clear"));
        }
        if units.len() > self.free_transports(s).len() {
            return Err(no(Rule("10.B.3.b"), "not that many transports are free"));
        }
        Ok(())
    }

    pub(crate) fn drop_supply(&self, s: &mut State, units: Units, r: &mut Referee<Event>) {
        for (transport, _) in self.free_transports(s).iter().zip(units.iter()) {
            s.flew.insert(transport);
        }
        s.airfed |= units;
        s.unsupplied -= units;
        s.starving -= units;
        if !units.is_empty() {
            r.note(Rule("6.D.a"), Event::Airfed(units));
        }
    }

    /// [5.C.4.a], [17.2.e], [32.D]
    pub(crate) fn check_airlift(&self, s: &State, units: Units) -> Result<(), Illegal> {
        if s.initiative != Side::AL || units.is_empty() || !units.is_subset(&self.free_transports(s)) {
            return Err(no(Rule("5.C.4.b"), "this is no transport that is free"));
        }
        if s.weather == Weather::WinterStorm {
            return Err(no(Rule("17.2.e"), "nothing flies in a winter storm"));
        }
        if self.scenario(s).income[Side::AL] == crate::components::Income::None {
            return Err(no(Rule("32.D"), "the points of the battle games are given"));
        }
        Ok(())
    }

    pub(crate) fn airlift(&self, s: &mut State, units: Units, r: &mut Referee<Event>) {
        s.airlifting |= units;
        let count = self.components.tables.airlift * u16::try_from(units.len()).unwrap_or(0);
        s.msp[Account::Allied as usize] += count;
        r.note(Rule("5.C.4.a"), Event::Points { count, source: "by airlift" });
    }
}
