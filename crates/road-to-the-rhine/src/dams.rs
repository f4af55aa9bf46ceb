//! Chapter 24: the Roer dams.

use crate::RoadToTheRhine;
use crate::action::no;
use crate::event::Event;
use crate::sequence::Step;
use crate::state::{Side, State};
use referee::{Illegal, Referee, Rule};

impl RoadToTheRhine {
    fn guards_dams(&self, s: &State) -> bool {
        self.components.map.dam_hexes.iter().any(|hex| s.here[Side::GE].contains(hex))
    }

    /// Whether Germans stand at the dams when a phase begins.
    pub(crate) fn watch_dams(&self, s: &mut State) {
        s.dam_watch = self.guards_dams(s);
    }

    pub(crate) fn check_dams(&self, s: &State) -> Result<(), Illegal> {
        let asked = s.now() == Some(Step::Dams);
        match !s.dams_blown && s.stage == 0 && (asked || self.guards_dams(s)) {
            true => Ok(()),
            false => Err(no(Rule("24.a"), "no German stands at the dams, or they are blown")),
        }
    }

    /// [24.a] The last chance: in the phase now ending the last German has left.
    pub(crate) fn ask_about_dams(&self, s: &mut State) {
        let here = self.guards_dams(s);
        if s.dam_watch && !here && !s.dams_blown {
            s.steps.push(Step::Dams);
        }
        s.dam_watch = here;
    }

    /// [24.b]
    pub(crate) fn blow_dams(&self, s: &mut State, r: &mut Referee<Event>) {
        s.dams_blown = true;
        s.roer_until = s.turn + 1;
        s.dam_watch = false;
        r.note(Rule("24.a"), Event::Dams { until: s.roer_until });
    }
}
