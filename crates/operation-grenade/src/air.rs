//! [13.0] Air Points, granted by the weather [25.0], [24.12].

use crate::OperationGrenade;
use crate::action::Action;
use crate::event::Event;
use crate::sequence::Step;
use crate::state::{Side, State, Weather};
use referee::{Illegal, Offer, Opening, Ref, Referee, Rule};

impl OperationGrenade {
    /// [25.0] Fresh in every Game-Turn: what was not flown is lost.
    pub(crate) fn grant_air_points(&self, s: &mut State) {
        let sky = match s.weather[0] {
            Weather::Clear | Weather::Thaw => 0,
            Weather::Light => 1,
            Weather::Rain => 2,
        };
        for side in Side::BOTH {
            let (points, from_turn) = self.components.tables.air[side as usize];
            s.air[side] = if s.turn >= from_turn { points[sky] } else { 0 };
        }
    }

    /// [13.12] One Air Point for a combat and a side.
    pub(crate) fn check_air(&self, s: &State, side: Side, points: i16) -> Result<(), Illegal> {
        match (0..=i16::from(s.air[side].min(1))).contains(&points) {
            true => Ok(()),
            false => Err(Illegal::new(Rule("13.12"), "a side sends one Air Point to a combat at most, if it has one")),
        }
    }

    pub(crate) fn offer_air(&self, offers: &mut Vec<Offer<Action>>) {
        offers.push(Offer::new(Action::Air(0), Ref::Nothing, "air"));
    }

    pub(crate) fn open_air(&self, s: &State, side: Side) -> Opening {
        Opening::Amount { least: 0, most: s.air[side].min(1).into() }
    }

    pub(crate) fn send_air(&self, s: &mut State, side: Side, points: i16, r: &mut Referee<Event>) {
        if points > 0 {
            s.air[side] -= 1;
            s.battle.air[side] = true;
            r.note(Rule("13.11"), Event::Air { attack: side == s.battle.side, left: s.air[side] });
        } else {
            r.note(Rule("13.11"), Event::NoAir { attack: side == s.battle.side });
        }
        self.after_air(s, side);
    }

    /// [13.13] After the attacker's guns and aircraft those of the defender, then his fighters.
    fn after_air(&self, s: &mut State, side: Side) {
        s.steps.pop();
        if side == s.battle.side {
            s.steps.push(Step::Support(side.other()));
        } else if let Some(hex) = s.battle.targets.iter().next() {
            s.steps.push(Step::Fighter(hex));
        }
    }

    pub(crate) fn settle_air(&self, s: &mut State, side: Side) -> bool {
        let waits = s.air[side] > 0;
        if !waits {
            self.after_air(s, side);
        }
        waits
    }
}
