//! Chapter 24: the Roer dams.

use crate::RoadToTheRhine;
use crate::action::no;
use crate::components::side;
use crate::event::Event;
use crate::sequence::{Phase, Step};
use crate::state::{Side, State};
use referee::{Illegal, Referee, Rule};

impl RoadToTheRhine {
    pub(crate) fn guards_dams(&self, s: &State) -> bool {
        self.components.map.dam_hexes.iter().any(|hex| s.here[Side::GE].contains(hex))
    }

    /// Whether Germans stand at the dams when a phase begins.
    pub(crate) fn watch_dams(&self, s: &mut State) {
        s.dam_watch = self.guards_dams(s);
    }

    /// [24.a] At the end of a phase: not while air units or attacks are being resolved.
    pub(crate) fn check_dams(&self, s: &State) -> Result<(), Illegal> {
        let asked = s.now() == Some(Step::Dams);
        let amid = match s.now() {
            Some(
                Step::Bid
                | Step::Escalate { .. }
                | Step::Lose { .. }
                | Step::Rout { .. }
                | Step::First { .. }
                | Step::Second { .. }
                | Step::Further { .. }
                | Step::Repulse
                | Step::Advance
                | Step::Aim(_),
            ) => true,
            Some(Step::Combat) => !s.fought.is_empty(),
            _ => false,
        };
        if amid {
            return Err(no(Rule("24.a"), "the dams are blown at the end of a phase"));
        }
        match !s.dams_blown && s.stage == 0 && (asked || self.guards_dams(s)) {
            true => Ok(()),
            false => Err(no(Rule("24.a"), "no German stands at the dams, or they are blown")),
        }
    }

    /// [24.a] The last chance: in the phase now ending the last German has left. In the Allied player-turn the German has few
    /// questions of his own: he is asked when the Allies have come up to the Roer against him.
    pub(crate) fn ask_about_dams(&self, s: &mut State) {
        let here = self.guards_dams(s);
        let gone = s.dam_watch && !here;
        let allies_move = s.initiative == Side::AL && !s.reserve_phase && s.phase == Phase::Reserves;
        if !s.dams_blown && (gone || here && allies_move && self.faces_roer(s)) {
            s.steps.push(Step::Dams);
        }
        s.dam_watch = here;
    }

    /// Both sides stand at a hexside that the dams would flood.
    fn faces_roer(&self, s: &State) -> bool {
        s.here[Side::AL].iter().any(|hex| {
            self.ways(hex).any(|way| self.sides_of(way.edge) & side::ROER != 0 && s.here[Side::GE].contains(way.to))
        })
    }

    /// [24.b]
    pub(crate) fn blow_dams(&self, s: &mut State, r: &mut Referee<Event>) {
        s.dams_blown = true;
        s.roer_until = s.turn + 1;
        s.dam_watch = false;
        r.note(Rule("24.a"), Event::Dams { until: s.roer_until });
    }
}
