//! [9.0] Ground Support, as [11.4] grants it: points without range, for US attacks only.

use crate::HurtgenForest;
use crate::action::Action;
use crate::event::Event;
use crate::sequence::Step;
use crate::state::{Side, State};
use referee::{Illegal, Offer, Opening, Ref, Referee, Rule};

impl HurtgenForest {
    /// [11.41] Points granted in each Game-Turn; [9.14] what is left is lost.
    pub(crate) fn support_each_turn(&self, side: Side) -> u8 {
        self.components.tables.support_per_turn[side]
    }

    pub(crate) fn support_left(&self, s: &State, side: Side) -> u8 {
        match side {
            Side::US => s.support,
            Side::German => 0,
        }
    }

    /// Points that no duty claims.
    pub(crate) fn spare_support(&self, s: &State, side: Side) -> u8 {
        match self.support_left(s, side) {
            0 => 0,
            left => left - self.reserved_support(s, side),
        }
    }

    /// [9.12], [11.42] The least and the most points for the declared attack.
    pub(crate) fn support_limits(&self, s: &State, side: Side) -> (u8, u8) {
        let most = self.spare_support(s, side).min(self.components.tables.support_per_combat);
        let alone = (s.battle.attackers | s.battle.barrage).is_empty();
        (u8::from(alone), most)
    }

    pub(crate) fn offer_support(&self, offers: &mut Vec<Offer<Action>>) {
        offers.push(Offer::new(Action::Support { points: 0 }, Ref::Nothing, "ground support"));
    }

    pub(crate) fn open_support(&self, s: &State, side: Side) -> Opening {
        let (least, most) = self.support_limits(s, side);
        Opening::Amount { least: least.into(), most: most.into() }
    }

    pub(crate) fn check_support(&self, s: &State, side: Side, points: i16) -> Result<(), Illegal> {
        let (least, most) = self.support_limits(s, side);
        let refuse = |rule, why| Err(Illegal::new(rule, why));
        if points < 0 {
            return refuse(Rule("7.52"), "strength is added to an attack, never taken from it");
        }
        if points > i16::from(self.components.tables.support_per_combat) {
            return refuse(Rule("11.42"), "at most five Ground Support Points go into one combat");
        }
        if points > i16::from(self.support_left(s, side)) {
            return refuse(Rule("11.41"), "not that many Ground Support Points are left in this Game-Turn");
        }
        if points > i16::from(most) {
            return refuse(Rule("7.11"), "the points are needed against an enemy nobody else can attack");
        }
        if points < i16::from(least) {
            return refuse(Rule("8.21"), "an attack without units needs at least one point");
        }
        Ok(())
    }

    /// [9.11], [9.13], [11.44] A point is a point of artillery strength, anywhere on the map. [9.0.b] The series would
    /// let it defend as well; here it does not [11.43].
    pub(crate) fn add_support(&self, s: &mut State, side: Side, points: i16, r: &mut Referee<Event>) {
        let points = u8::try_from(points).expect("a checked number of points is small");
        s.battle.support = points;
        s.support -= points;
        s.steps.pop();
        s.steps.push(Step::ProtectiveFire(side.other())); // [11.43] by artillery only
        r.note(Rule("9.0.a"), Event::Support { points, left: s.support });
    }
}
