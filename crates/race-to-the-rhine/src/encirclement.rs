//! [10.43] Encirclement, and the trace to Düsseldorf that counter-attacks use as well.

use crate::components::Commander;
use crate::state::{Areas, State};
use crate::{Event, Race};
use referee::{Referee, Rule};

impl Race {
    /// [10.43, 14.B.4] Every area without a player's marker that is joined to Düsseldorf by such areas. The other
    /// victory areas without a marker count as joined to it.
    pub(crate) fn axis_ground(&self, s: &State) -> Areas {
        let barred = s.controlled();
        let mut reached = self.victory - barred;
        let mut edge = reached;
        while !edge.is_empty() {
            edge = edge.iter().fold(Areas::empty(), |next, area| next | self.near[area.index()]) - barred - reached;
            reached |= edge;
        }
        reached
    }

    /// [10.44, 10.45, 10.46, 10.47] What the mover has just cut off falls to the owners of its colours.
    pub(crate) fn encircle(&self, s: &mut State, mover: Commander, r: &mut Referee<Event>) {
        let all: Areas = self.c.map.board.spots().collect();
        let immune = s.axis | self.flags | s.spared | self.victory;
        let cut_off = all - s.controlled() - self.axis_ground(s) - immune;
        for at in cut_off {
            // [17.A.3] A colour whose commander takes no part does not count.
            let colours = self.area(at).colours;
            let owners = || colours.iter().filter(|owner| s.players.contains(*owner));
            let who = match owners().count() {
                1 => owners().next(),
                _ => Some(mover).filter(|mover| colours.contains(*mover) && s.players.contains(*mover)),
            };
            let Some(who) = who else { continue };
            r.note(Rule("10.44"), Event::Encircled { who, at });
            self.take_control(s, who, at, true, r);
        }
    }
}
