//! Chapter 24: the Roer dams.

use crate::RoadToTheRhine;
use crate::action::no;
use crate::components::side;
use crate::event::Event;
use crate::sequence::{Phase, Step};
use crate::state::{LAST_TURN, Side, State};
use referee::{Illegal, Referee, Rule};

impl RoadToTheRhine {
    pub(crate) fn guards_dams(&self, s: &State) -> bool {
        self.components.map.dam_hexes.iter().any(|hex| s.here[Side::GE].contains(hex))
    }

    /// Whether Germans stand at the dams when a phase begins.
    pub(crate) fn watch_dams(&self, s: &mut State) {
        s.dam_watch = self.guards_dams(s);
    }

    /// [24.a] At the end of a phase: not while units move, nor while air units or attacks are being resolved.
    pub(crate) fn check_dams(&self, s: &State) -> Result<(), Illegal> {
        let asked = s.now() == Some(Step::Dams);
        let amid = match s.now() {
            Some(Step::Combat) => !s.fought.is_empty(),
            Some(Step::Movement) => s.spent.iter().any(|spent| *spent > 0),
            // Neither aircraft over their targets nor plots [21.C.b] are the end of a phase.
            Some(Step::Aim(_) | Step::Plot(_)) => true,
            step => step.is_some_and(Step::is_in_battle),
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
        s.roer_until = (s.turn + 1).min(LAST_TURN);
        s.dam_watch = false;
        self.lay_zones(s);
        r.note(Rule("24.a"), Event::Dams { until: s.roer_until });
        // [12.B.d] Who could not declare an attack over the flood now does not fight one.
        for unit in self.ground.iter() {
            let Some(index) = usize::from(s.task[unit.index()]).checked_sub(1) else { continue };
            let hex = s.attacks[index].hex;
            if let Some(edge) = self.front_edge(s, unit, hex)
                && self.roer_floods(s, edge)
                && self.check_water(s, unit, hex, edge, self.is_amphibious(s, unit)).is_err()
            {
                s.task[unit.index()] = 0;
            }
        }
        self.strike_off_empty(s, Rule("24.b"), r);
    }
}
