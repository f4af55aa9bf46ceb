//! [O.2] Variable weather.

use crate::state::State;
use crate::{DdayToTheRhine, Event};
use referee::{Referee, Rule};

impl DdayToTheRhine {
    /// [C.13, O.2, O.2.a] The weather of the month.
    pub(crate) fn set_weather(&self, s: &mut State, r: &mut Referee<Event>) {
        let month = usize::from(s.month.0);
        s.overcast = self.c.tables.overcast[month];
        if rolled(s) {
            let die = r.roll(6);
            s.overcast = die > self.c.tables.clear_on[month];
            r.note(Rule("O.2"), Event::Weather { die, overcast: s.overcast });
        }
    }

    /// [O.2.c] What the Germans get of so many RP.
    pub(crate) fn under_weather(&self, s: &State, rp: u8) -> u8 {
        if !rolled(s) {
            return rp;
        }
        let winter = matches!(s.month.0, 6 | 7);
        match (s.overcast, winter) {
            (true, _) => rp + 1,
            (false, true) => rp.saturating_sub(1),
            (false, false) => rp,
        }
    }
}

/// [O.2] Whether a die decides the weather of this month: from October.
fn rolled(s: &State) -> bool {
    s.options.weather && s.month.0 >= 4
}
