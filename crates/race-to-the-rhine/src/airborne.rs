//! [12] Airborne landing, and paying with medals.

use crate::action::Payment;
use crate::components::Commander;
use crate::sequence::{Debt, Step};
use crate::state::{CardId, Cards, Drop, State};
use crate::{Event, Race};
use referee::{Illegal, Ref, Referee, Rule, Spot};

/// The ways in which a medal can be paid.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) counter: bool,
    pub(crate) medal_cards: Cards,
    /// [16.5] Cards without a medal that together make one.
    pub(crate) lots: bool,
    /// All of them, if it takes all of them.
    whole_lot: Option<Cards>,
}

impl Choice {
    /// The only way, if there is just one and nothing to choose in it.
    pub(crate) fn only(&self) -> Option<Payment> {
        match (self.counter, self.medal_cards.len(), self.lots) {
            (true, 0, false) => Some(Payment::Counter),
            (false, 1, false) => Some(Payment::Cards(self.medal_cards)),
            (false, 0, true) => self.whole_lot.map(Payment::Cards),
            _ => None,
        }
    }
}

impl Race {
    /// [12.3, 14.B.7]
    pub(crate) fn payments(&self, s: &State, who: Commander, why: Debt) -> Choice {
        let side = s.side(who);
        let mut medal_cards = side.taken;
        medal_cards.retain(|card| self.card(card).medal);
        let counter = side.medals > 0;
        let ammo = self.plain_ammo(s, who);
        let enough = ammo >= u16::from(self.c.tables.medal_ammo);
        // A lost objective takes a lot of plain cards only if there is nothing else.
        let lots = enough && (why == Debt::Landing || (!counter && medal_cards.is_empty()));
        let plain = side.taken - medal_cards;
        let smallest = plain.iter().map(|card| u16::from(self.card(card).cost.ammo)).min().unwrap_or(0);
        let whole_lot = (ammo - smallest < u16::from(self.c.tables.medal_ammo)).then_some(plain);
        Choice { counter, medal_cards, lots, whole_lot }
    }

    /// [16.5] Ammo symbols on captured cards without a medal.
    pub(crate) fn plain_ammo(&self, s: &State, who: Commander) -> u16 {
        let taken = s.side(who).taken.iter().map(|card| self.card(card));
        taken.filter(|card| !card.medal).map(|card| u16::from(card.cost.ammo)).sum()
    }

    /// Captured cards without a medal, those with most ammo first.
    pub(crate) fn plain_cards(&self, s: &State, who: Commander) -> Vec<CardId> {
        let mut cards: Vec<CardId> = s.side(who).taken.iter().filter(|card| !self.card(*card).medal).collect();
        cards.sort_by_key(|card| std::cmp::Reverse(self.card(*card).cost.ammo));
        cards
    }

    /// How many of these, from the first, make a medal.
    pub(crate) fn fewest_for_a_medal(&self, cards: &[CardId]) -> usize {
        let mut ammo = 0;
        let short = |card: &&CardId| {
            let before = ammo;
            ammo += self.card(**card).cost.ammo;
            before < self.c.tables.medal_ammo
        };
        cards.iter().take_while(short).count()
    }

    pub(crate) fn check_payment(&self, s: &State, who: Commander, why: Debt, payment: Payment) -> Result<(), Illegal> {
        let choice = self.payments(s, who, why);
        let rule = match why {
            Debt::Landing => Rule("12.3"),
            Debt::Objective => Rule("14.B.7"),
        };
        let cards = match payment {
            Payment::Counter if choice.counter => return Ok(()),
            Payment::Counter => return Err(Illegal::new(rule, "you have no medal counter")),
            Payment::Cards(cards) => cards,
        };
        if !cards.is_subset(&s.side(who).taken) || cards.is_empty() {
            return Err(Illegal::new(rule, "pay with cards you have captured"));
        }
        if cards.len() == 1 && cards.is_subset(&choice.medal_cards) {
            return Ok(());
        }
        if cards.intersects(&choice.medal_cards) {
            return Err(Illegal::new(rule, "one card with a medal is enough, and alone"));
        }
        if !choice.lots {
            return Err(Illegal::new(rule, "a lot of plain cards only when there is nothing else"));
        }
        let ammo: u16 = cards.iter().map(|card| u16::from(self.card(card).cost.ammo)).sum();
        match ammo < self.c.tables.medal_ammo.into() {
            true => Err(Illegal::new(rule, "plain cards make a medal with five ammo symbols")),
            false => Ok(()),
        }
    }

    pub(crate) fn pay(&self, s: &mut State, who: Commander, why: Debt, payment: Payment, r: &mut Referee<Event>) {
        let Some(Step::Pay { times, .. }) = s.steps.pop() else { unreachable!("only a debt is paid") };
        match payment {
            Payment::Counter => s.side_mut(who).medals -= 1,
            Payment::Cards(cards) => {
                for card in cards {
                    s.side_mut(who).taken.remove(card);
                    self.discard(s, card, r);
                }
            }
        }
        let rule = match why {
            Debt::Landing => "12.3",
            Debt::Objective => "14.B.7",
        };
        r.note(Rule(rule), Event::Paid { who });
        // [14.B.8] Who has nothing left owes nothing.
        if times > 1 && self.owes(s, who) {
            s.steps.push(Step::Pay { who, why, times: times - 1 });
        }
    }

    /// [12.1, 12.3, 15.B.2, 17.E.3]
    pub(crate) fn may_land(&self, s: &State, mover: Commander) -> Result<(), Illegal> {
        let refuse = |rule, why| Err(Illegal::new(Rule(rule), why));
        if s.options.basic {
            return refuse("5.1", "the basic game has no airborne landing");
        }
        if s.options.solo {
            return refuse("17.E.3", "there is no airborne landing in the solitaire game");
        }
        if s.rain {
            return refuse("15.B.2", "nobody jumps in rain");
        }
        if s.airborne_left == 0 {
            return refuse("12.1", "no airborne unit is left");
        }
        let choice = self.payments(s, mover, Debt::Landing);
        if !choice.counter && choice.medal_cards.is_empty() && !choice.lots {
            return refuse("12.3", "you have no medal to pay with");
        }
        Ok(())
    }

    /// [12.2]
    pub(crate) fn landing_areas(&self, s: &State) -> impl Iterator<Item = Spot> {
        let controlled = s.controlled();
        self.c.map.board.spots().filter(move |area| !controlled.contains(*area))
    }

    pub(crate) fn check_landing(&self, s: &State, at: Option<Spot>) -> Result<(), Illegal> {
        let Some(at) = at.filter(|at| self.is_area(*at)) else {
            return Err(Illegal::new(Rule("12.2"), "say where the unit lands"));
        };
        match s.holder(at) {
            Some(_) => Err(Illegal::new(Rule("12.2"), "they land where no player has a marker").about(Ref::Spot(at))),
            None => Ok(()),
        }
    }

    /// Whether another unit may follow in this action.
    pub(crate) fn landing_goes_on(&self, s: &State, left: u8) -> bool {
        left > 0 && self.may_land(s, s.mover()).is_ok()
    }

    pub(crate) fn land(&self, s: &mut State, step: Step, mover: Commander, at: Spot, r: &mut Referee<Event>) {
        if step == Step::Turn {
            s.steps.push(Step::Landing { left: self.c.tables.landing });
        }
        if let Some(Step::Landing { left }) = s.steps.top_mut() {
            *left -= 1;
        }
        s.airborne_left -= 1;
        let free = s.airborne.iter_mut().find(|place| place.is_none()).expect("no more units than places");
        *free = Some(Drop { at, by: mover, face_down: false });
        r.note(Rule("12.1"), Event::Landed { who: mover, at });
        s.steps.push(Step::Pay { who: mover, why: Debt::Landing, times: 1 });
    }

    /// [12.6] The player's own units age when he has ended his actions.
    pub(crate) fn age_airborne(&self, s: &mut State, mover: Commander, r: &mut Referee<Event>) {
        for place in &mut s.airborne {
            let Some(drop) = place.as_mut().filter(|drop| drop.by == mover) else { continue };
            let at = drop.at;
            if drop.face_down {
                *place = None;
                r.note(Rule("12.6"), Event::AirborneGone { at });
            } else {
                drop.face_down = true;
                r.note(Rule("12.6"), Event::AirborneTurned { at });
            }
        }
        s.close_up_airborne();
    }
}
