//! [4.0] The bridge: a move is interrupted, the US answers a question, a die is rolled, the move goes on.

use crate::state::{Bridge, Side, State};
use crate::{Event, Ford};
use referee::{Chance, Forecast, Piece, Referee, Rule, Spot};

impl Ford {
    /// [4.1] The mine comes first: a unit that it destroyed sets off nothing more.
    pub(crate) fn sets_off_charge(&self, s: &State, unit: Piece, hex: Spot) -> bool {
        let alive = s.at(unit).is_some();
        s.bridge == Bridge::Charged && self.side(unit) == Side::US && hex == self.map.bridgehead && alive
    }

    /// [4.2], [4.3]
    pub(crate) fn roll_for_demolition(&self, s: &mut State, unit: Piece, ruse: Ruse, r: &mut Referee<Event>) {
        s.steps.pop();
        r.seal(); // The ruse is played before everybody's eyes, whether or not it leaves a trace.
        let die = r.roll(6);
        s.bridge = if self.blown_on(ruse).contains(&die) { Bridge::Blown } else { Bridge::Safe };
        r.note(Rule("4.3"), Event::Demolition { ruse, die, bridge: s.bridge });
        if ruse == Ruse::Tried && self.tables.demolition.seen_through.contains(&die) {
            self.lose_step(s, unit, Rule("4.2"), r);
        }
    }

    pub(crate) fn forecast_demolition(&self, ruse: Ruse) -> Forecast {
        let blown = u64::try_from(self.blown_on(ruse).len()).expect("a die has six faces");
        let remark = match ruse {
            Ruse::Tried => Some("On a 1 the unit also loses a step.".into()),
            Ruse::Declined => None,
        };
        let chance = |label: &str, ways| Chance::new(label, ways, Rule("4.3"));
        let outcomes = vec![chance("safe", 6 - blown).worth(1), chance("blown", blown).worth(-1)];
        Forecast { title: "The charge at the bridge".into(), sums: vec![], chart: None, outcomes, of: 6, remark }
    }

    fn blown_on(&self, ruse: Ruse) -> &[u8] {
        match ruse {
            Ruse::Tried => &self.tables.demolition.ruse,
            Ruse::Declined => &self.tables.demolition.plain,
        }
    }
}

/// [4.2]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ruse {
    Tried,
    Declined,
}
