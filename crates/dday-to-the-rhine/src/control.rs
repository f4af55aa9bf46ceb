//! CTL: Control of cities.

use crate::components::Side;
use crate::state::State;
use crate::supply::Eyes;
use crate::{DdayToTheRhine, Event};
use referee::{Referee, Rule, Spot};

impl DdayToTheRhine {
    /// [G.3.a, CTL.2.a, CTL.3, CTL.4, K.1.a] A unit comes into a hex.
    pub(crate) fn enter(&self, s: &mut State, side: Side, at: Spot, r: &mut Referee<Event>) {
        if self.cities.contains(at) && s.allied.contains(at) != (side == Side::Allied) {
            self.set_control(s, at, side);
            let rule = match (side, self.c.map.country[at.index()].is_allied()) {
                (Side::German, _) => "CTL.3",
                (Side::Allied, true) => "CTL.2.a",
                (Side::Allied, false) => "CTL.4",
            };
            r.note(Rule(rule), Event::Control { at, side });
        }
        if side == Side::German {
            for beach in 0..2 {
                if s.beaches[beach] && self.c.map.beach[beach] == at {
                    s.beaches[beach] = false;
                    r.note(Rule("K.1.a"), Event::BeachLost(u8::try_from(beach).unwrap_or(0)));
                }
            }
        }
    }

    /// [CTL.5]
    pub(crate) fn set_control(&self, s: &mut State, at: Spot, side: Side) {
        match side {
            Side::Allied => {
                s.allied.insert(at);
                if self.prizes.contains(at) {
                    s.held.insert(at);
                }
            }
            Side::German => {
                s.allied.remove(at);
            }
        }
    }

    /// [CTL.2.b, CTL.4.a] At the end of phase 2 and 4.
    pub(crate) fn adjust_control(&self, s: &mut State, side: Side, r: &mut Referee<Event>) {
        let supplied = self.supply(s, side, Eyes::Truth).cities;
        let (cities, rule) = match side {
            Side::German => {
                let vacant = self.cities - s.allied - s.occupied[Side::German.index()];
                (vacant - self.german_cities - supplied, "CTL.2.b")
            }
            Side::Allied => ((s.allied & self.german_cities) - supplied - self.standing_in_supply(s), "CTL.4.a"),
        };
        for at in cities {
            self.set_control(s, at, side.other());
            r.note(Rule(rule), Event::Control { at, side: side.other() });
        }
    }

    /// German cities in which an Allied unit stands that is in supply.
    fn standing_in_supply(&self, s: &State) -> crate::state::Hexes {
        let supply = self.supply(s, Side::Allied, Eyes::Truth);
        s.occupied[Side::Allied.index()] & supply.hexes
    }
}
