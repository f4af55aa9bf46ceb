//! [15] Special rules: the port of Antwerpen, and the weather.

use crate::components::Commander;
use crate::sequence::Step;
use crate::state::{CardId, State};
use crate::{Event, Race};
use referee::{Referee, Rule};

impl Race {
    /// [15.A.1, 15.A.2] The port opens for good when Monty has Antwerpen and the four areas before it.
    pub(crate) fn test_antwerp(&self, s: &mut State, r: &mut Referee<Event>) {
        let monty = Commander::Monty;
        if s.antwerp_open || s.options.basic || !s.players.contains(monty) {
            return;
        }
        let held = s.held[monty.index()];
        if !self.c.map.board.spots().all(|at| held.contains(at) || !(self.area(at).blockade || self.area(at).port)) {
            return;
        }
        s.antwerp_open = true;
        r.note(Rule("15.A.1"), Event::AntwerpOpens);
        // [15.A.3] What is too much in the old base goes at once.
        let old = self.c.map.bases[monty.index()];
        if s.lying[old.index()].total() > u16::from(self.limit(s, old)) {
            s.steps.push(Step::Overflow { at: old });
        }
    }

    /// [15.B.1, 15.B.3]
    pub(crate) fn set_weather(&self, s: &mut State, card: CardId, r: &mut Referee<Event>) {
        let Some(rain) = self.card(card).rain.filter(|_| s.options.weather) else { return };
        if rain == s.rain {
            return;
        }
        s.rain = rain;
        r.note(Rule("15.B.1"), Event::Weather { rain });
        if rain {
            for who in Commander::ALL {
                if s.side_mut(who).air.take().is_some() {
                    r.note(Rule("15.B.3"), Event::AirReturns(who));
                }
            }
        }
    }
}
