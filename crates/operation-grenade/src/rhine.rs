//! [22.0] The Rhine: bridges, their demolition, and the ruse.

use crate::OperationGrenade;
use crate::action::Action;
use crate::components::RhineBridge;
use crate::event::Event;
use crate::state::{Bridge, Side, State};
use referee::{Offer, Ref, Referee, Rule};

impl Bridge {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Bridge::Untried => "untried",
            Bridge::Standing => "standing",
            Bridge::Blown => "blown",
        }
    }
}

impl OperationGrenade {
    pub(crate) fn rhine_bridge(&self, bridge: u8) -> &RhineBridge {
        &self.components.map.bridges[usize::from(bridge)]
    }

    pub(crate) fn offer_ruse(&self, bridge: u8, offers: &mut Vec<Offer<Action>>) {
        let at = Ref::Spot(self.rhine_bridge(bridge).west);
        offers.push(Offer::new(Action::Ruse(true), at, "try a ruse"));
        offers.push(Offer::new(Action::Ruse(false), at, "no ruse"));
    }

    /// [22.22.a], [22.22.b], [22.22.c], [22.26] Which dice blow a bridge, and by which rule.
    pub(crate) fn demolition(&self, s: &State, bridge: u8, ruse: bool) -> (Rule, (u8, u8)) {
        let [held, open, tricked] = self.components.tables.rhine;
        let east = self.rhine_bridge(bridge).east;
        let guarded = s.units_in(east).any(|unit| self.side(unit) == Side::German && !self.card(unit).volkssturm);
        match (ruse, guarded) {
            (true, _) => (Rule("22.22.c"), tricked),
            (false, true) => (Rule("22.22.a"), held),
            (false, false) => (Rule("22.22.b"), open),
        }
    }

    /// [22.23], [22.24] The ruse is declared once, before the dice.
    pub(crate) fn answer_ruse(&self, s: &mut State, bridge: u8, ruse: bool, r: &mut Referee<Event>) {
        s.steps.pop();
        if ruse {
            s.ruse_used = true;
            r.note(Rule("22.23"), Event::Ruse { bridge });
        }
        self.try_demolition(s, bridge, ruse, r);
    }

    /// [22.21], [22.21.a], [22.22] The attempt is made once, when the first US unit reaches the western end.
    pub(crate) fn try_demolition(&self, s: &mut State, bridge: u8, ruse: bool, r: &mut Referee<Event>) {
        let (rule, (least, most)) = self.demolition(s, bridge, ruse);
        let dice = [r.roll(6), r.roll(6)];
        let blown = (least..=most).contains(&(dice[0] + dice[1]));
        s.bridges[usize::from(bridge)] = if blown { Bridge::Blown } else { Bridge::Standing };
        r.note(rule, Event::Demolition { bridge, dice, blown });
    }
}
