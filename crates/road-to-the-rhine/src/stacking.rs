//! Chapter 3: stacking; [22.C.2] specialized armor.

use crate::RoadToTheRhine;
use crate::action::no;
use crate::state::{Side, State, Units};
use referee::{Illegal, Rule, Spot};

impl RoadToTheRhine {
    /// [3.b], [3.c], [22.C.2] Whether these may come to stand in the hex beside who is there: [3.g] air units do not
    /// count, [20.g] nor do enemies.
    pub(crate) fn check_stack(&self, s: &State, side: Side, hex: Spot, coming: Units) -> Result<(), Illegal> {
        // One alone has room everywhere.
        if !s.here[side].contains(hex) && coming.first().is_some_and(|unit| coming == Units::only(unit)) {
            return Ok(());
        }
        self.check_crowd(self.stack(s, side, hex) | coming)
    }

    /// [22.A.5] Breakdown counters are no divisions.
    pub(crate) fn check_crowd(&self, units: Units) -> Result<(), Illegal> {
        let special = (units & self.specialized).len();
        let (plain, divisions) = (units.len() - special, (units & self.divisions).len());
        if plain > 3 || divisions > 2 {
            return Err(no(Rule("3.b"), "a hex holds three units, two of them divisions"));
        }
        if special > 1 || special == 1 && units.intersects(&self.strangers) {
            return Err(no(Rule("22.C.2"), "one brigade of specialized armor a hex, never with US or French units"));
        }
        Ok(())
    }
}
