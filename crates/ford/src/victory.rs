//! [7.0] Victory: who holds what at dusk.

use crate::state::{Bridge, Side, State};
use crate::{Event, Ford};
use referee::{Outcome, Piece, Referee, Rule, Spot};

impl Ford {
    /// [7.2]
    pub(crate) fn take_village(&self, s: &mut State, unit: Piece, hex: Spot, r: &mut Referee<Event>) {
        let side = self.side(unit);
        if hex == self.map.village && s.village != side {
            s.village = side;
            r.note(Rule("7.2"), Event::VillageTaken(side));
        }
    }

    /// [7.4] The side that has no unit left, if one has none.
    pub(crate) fn wiped_out(&self, s: &State) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.on_map(s, *side).next().is_none())
    }

    /// [7.3], [7.4] How the game ends if it ends now.
    pub(crate) fn outcome(&self, s: &State) -> Outcome {
        let won = |side: Side, level, rule| Outcome { winner: Some(side.seat()), level, rule };
        if let Some(loser) = self.wiped_out(s) {
            return won(loser.other(), "decisive", Rule("7.4"));
        }
        let across = self.on_map(s, Side::US).any(|unit| s.at(unit).is_some_and(|hex| self.map.beyond.contains(hex)));
        match (s.village, s.bridge) {
            (Side::US, Bridge::Charged | Bridge::Safe) => won(Side::US, "decisive", Rule("7.3")),
            (Side::US, Bridge::Blown) => won(Side::US, "marginal", Rule("7.3")),
            (Side::GE, _) if across => Outcome { winner: None, level: "draw", rule: Rule("7.3") },
            (Side::GE, _) => won(Side::GE, "marginal", Rule("7.3")),
        }
    }

    /// For bots: points for the US, by what decides at dusk and what leads there.
    pub(crate) fn worth(&self, s: &State) -> i32 {
        if s.steps.is_empty() {
            let outcome = self.outcome(s);
            let sign = outcome.winner.map_or(0, |seat| if seat == Side::US.seat() { 1 } else { -1 });
            return sign * if outcome.level == "decisive" { 2000 } else { 1000 };
        }
        let steps = |side| self.on_map(s, side).map(|unit| i32::from(s.steps_of(unit))).sum::<i32>();
        let way = |unit| s.at(unit).map_or(0, |hex| i32::from(self.map.to_village[hex.index()]));
        let near: i32 = self.on_map(s, Side::US).map(|unit| 8 - way(unit)).sum();
        let village = if s.village == Side::US { 300 } else { 0 };
        let bridge = match s.bridge {
            Bridge::Charged => 0,
            Bridge::Safe => 60,
            Bridge::Blown => -60,
        };
        village + bridge + 40 * (steps(Side::US) - steps(Side::GE)) + 6 * near
    }
}
