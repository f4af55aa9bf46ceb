//! RCO: Rundstedt's counter-offensive.

use crate::components::{Due, Month, Side};
use crate::state::{State, Units};
use crate::{DdayToTheRhine, Event};
use referee::{Illegal, Piece, Referee, Rule};

impl DdayToTheRhine {
    /// [RCO.1] November, December or January, once.
    pub(crate) fn may_launch(&self, s: &State) -> bool {
        s.launched.is_none() && self.c.tables.surprise.iter().any(|(month, _)| *month == s.month)
    }

    /// [RCO.2, RCO.4] The offensive begins.
    pub(crate) fn launch(&self, s: &mut State, r: &mut Referee<Event>) {
        s.steps.pop();
        s.launched = Some(s.month);
        let markers = self.c.tables.surprise.iter().find(|(month, _)| *month == s.month);
        s.surprise = markers.map_or(0, |(_, count)| *count);
        let strengths = self.rco_strength(s.month);
        for (unit, sp) in [(self.sixth_panzer, strengths.0), (self.first_ss, strengths.1)] {
            s.unit_mut(unit).sp = sp;
        }
        r.note(Rule("RCO.1"), Event::Launched(s.month));
    }

    /// [RCO.2.a, RCO.2.b, RCO.2.c] SP of the 6th Panzer Army and of I SS Panzer Corps.
    pub(crate) fn rco_strength(&self, month: Month) -> (u8, u8) {
        let tables = &self.c.tables;
        let nth = tables.surprise.iter().position(|(launch, _)| *launch == month).unwrap_or(0);
        (tables.dietrich_sp[nth], tables.first_ss_sp[nth])
    }

    /// Whether a unit of the counter-offensive may come in.
    pub(crate) fn comes_with_rco(&self, s: &State, unit: Piece) -> bool {
        let Some(month) = s.launched else { return false };
        let strengths = self.rco_strength(month);
        debug_assert_eq!(self.unit(unit).due, Due::Rco);
        if unit == self.first_ss { strengths.1 > 0 } else { strengths.0 > 0 }
    }

    /// [RCO.4.a, RCO.4.b, RCO.4.e]
    pub(crate) fn check_surprise(&self, s: &State, side: Side, attackers: Units) -> Result<(), Illegal> {
        if side != Side::German || s.surprise == 0 {
            return Err(Illegal::new(Rule("RCO.4"), "no Surprise marker is left"));
        }
        let supply = self.seen_supply(s, side);
        match attackers.iter().any(|unit| self.is_supplied(s, unit, &supply)) {
            true => Ok(()),
            false => Err(Illegal::new(Rule("RCO.4.a"), "one attacker at least must be in supply")),
        }
    }
}
