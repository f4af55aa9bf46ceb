//! [12.0] The 116th Panzer Division has to leave.

use crate::HurtgenForest;
use crate::event::Event;
use crate::state::{Side, State};
use referee::{Referee, Rule};

impl HurtgenForest {
    /// [12.11] At the start of each Game-Turn from the fifth on, the US player gains points for every unit
    /// of the division on the map. [12.12] Not for destroyed ones, [14.12] nor for those that left: [12.0.b] by the
    /// fourth in time, later still allowed. [12.13] is the book's own sum.
    pub(crate) fn penalize_116th(&self, s: &mut State, r: &mut Referee<Event>) {
        let tables = &self.components.tables;
        if s.turn < tables.penalty_from_turn {
            return;
        }
        let late =
            self.of_side(Side::German).iter().filter(|&unit| self.card(unit).withdraws && self.is_hex(s.at(unit)));
        let late = u8::try_from(late.count()).expect("few units");
        if late == 0 {
            return;
        }
        let points = u16::from(late) * tables.penalty_points;
        s.points[Side::US] += points;
        r.note(Rule("12.11"), Event::Penalty { units: late, points, total: s.points[Side::US] });
    }
}
