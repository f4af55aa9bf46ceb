//! [10] Combat: the enemy card is paid for, or the corps withdraws.

use crate::components::Load;
use crate::sequence::{Step, Toll};
use crate::state::{CardId, State};
use crate::{Event, Race};
use referee::{Piece, Referee, Rule, Spot};

impl Race {
    /// [10.33, 10.34] What the corps itself must pay, when bonus ammo is used up first.
    pub(crate) fn price(&self, card: CardId, bonus: u8) -> Load {
        let cost = self.card(card).cost;
        Load { ammo: cost.ammo.saturating_sub(bonus), ..cost }
    }

    /// [10.34, 10.35] Whoever can pay must pay, from the fighting corps' card alone.
    pub(crate) fn fight(
        &self,
        s: &mut State,
        corps: Piece,
        card: CardId,
        from: Spot,
        bonus: u8,
        r: &mut Referee<Event>,
    ) {
        let who = self.unit(corps).commander;
        let at = s.corps(corps).at.expect("it is on the map");
        let deck = self.home(s, card);
        let price = self.price(card, bonus);
        let won = s.corps(corps).load.covers(price);
        // [10.39] Of what is asked, as much as there is.
        let paid = s.corps(corps).load.common(price);
        self.pay_from_card(s, corps, paid);
        let rule = match self.card(card).kind {
            crate::components::CardKind::Division => "10.28",
            crate::components::CardKind::AxisDivision => "10.30",
            crate::components::CardKind::AxisElite => "10.31",
            _ => "10.32",
        };
        let bonus = bonus.min(self.card(card).cost.ammo);
        let left = s.corps(corps).load;
        r.note(Rule(rule), Event::Fought { corps, card, at, paid, bonus, left, won });
        if won {
            // [10.36, 16.6]
            let side = s.side_mut(who);
            side.taken.insert(card);
            side.beaten = side.beaten.saturating_add(1);
            if let Some(Step::Moving { toll, .. }) = s.steps.top_mut() {
                *toll = Toll::Regroup;
            }
            self.renew(s, deck, r);
            return self.liberate(s, who, at, r);
        }
        // [10.42, 2.34] The card goes back; a deck that it had emptied is made anew with it.
        let pile = s.deck_mut(deck);
        if pile.is_empty() {
            pile.bag = std::mem::take(&mut pile.discards);
        }
        pile.bag.insert(card);
        r.note(Rule("10.42"), Event::Reshuffled(deck));
        // [10.40, 10.41]
        s.corps_mut(corps).at = Some(from);
        r.note(Rule("10.40"), Event::Withdrawn { corps, to: from });
        self.stop_moving(s);
    }

    /// [10.38] The Axis marker goes back to the pool.
    pub(crate) fn axis_beaten(&self, s: &mut State, at: Spot, r: &mut Referee<Event>) {
        // [17.C.6, 14.A.7] In solitaire, and after the last marker was placed, it stays off.
        if s.options.solo {
            for number in &mut s.numbers {
                if *number == crate::state::Number::Turned(at) {
                    *number = crate::state::Number::Gone;
                }
            }
        } else if !s.last_round {
            s.axis_pool += 1;
        }
        r.note(Rule(if s.options.solo { "17.C.6" } else { "10.38" }), Event::AxisGone { at });
    }
}
