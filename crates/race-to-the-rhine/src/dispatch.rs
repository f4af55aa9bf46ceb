//! [5] The course of a turn: what is offered at each step, what is checked, what is done.

use crate::Race;
use crate::action::{Action, Delivery, Event, Payment, Which, deck_thing, thing_of};
use crate::components::{Commander, Load, Supply};
use crate::sequence::{Stage, Step};
use crate::state::{Cards, State, Trail};
use referee::{Heap, Illegal, Leg, Offer, Opening, Piece, Reach, Ref, Referee, Rule};

const NOT_NOW: Illegal = Illegal::new(Rule("5.9"), "finish first what you have begun");

/// [10.24] Every exchange, with its name.
const TRADES: [(Supply, Supply, &str); 6] = [
    (Supply::Gas, Supply::Ammo, "gas for ammo"),
    (Supply::Gas, Supply::Food, "gas for food"),
    (Supply::Ammo, Supply::Gas, "ammo for gas"),
    (Supply::Ammo, Supply::Food, "ammo for food"),
    (Supply::Food, Supply::Gas, "food for gas"),
    (Supply::Food, Supply::Ammo, "food for ammo"),
];

/// Sets a base can receive, with their names: alone, and with Monty's card [13.8].
pub(crate) const SETS: [(Delivery, &str, &str); 4] = [
    (Delivery::Basic, "1 gas, 1 ammo, 1 food", "1 gas, 1 ammo, 1 food and two more"),
    (Delivery::Three(Supply::Gas), "3 gas", "3 gas and two more"),
    (Delivery::Three(Supply::Ammo), "3 ammo", "3 ammo and two more"),
    (Delivery::Three(Supply::Food), "3 food", "3 food and two more"),
];

impl Race {
    pub(crate) fn make_offers(&self, s: &State, offers: &mut Vec<Offer<Action>>) {
        let Some(step) = s.steps.top() else { return };
        let mover = s.mover();
        let mut offer = |action, about, label| offers.push(Offer::new(action, about, label));
        match step {
            Step::Turn => {
                self.offer_actions(s, mover, &mut offer);
                self.offer_shifts(s, mover, &mut offer);
                offers.push(Offer::ending(Action::End, "end your turn", s.now.actions.into()));
            }
            Step::Transport { .. } => {
                for from in self.truck_sources(s, mover) {
                    offer(Action::Truck { from, to: None }, Ref::Spot(from), "send a truck");
                }
                self.offer_shifts(s, mover, &mut offer);
                offer(Action::Done, Ref::Nothing, "end the transport");
            }
            Step::Carry { from, .. } => offer(Action::Carry(Load::NOTHING), Ref::Spot(from), "load the truck"),
            Step::Bonus { at } => offer(Action::Bonus(Load::NOTHING), Ref::Spot(at), "take two more"),
            Step::Overflow { at } => offer(Action::Drop(Load::NOTHING), Ref::Spot(at), "give back"),
            Step::Card if mover == Commander::Brad => self.offer_air(s, mover, &mut offer),
            Step::Card => self.offer_moves(s, mover, &mut offer),
            Step::Moving { corps, fresh_recon, .. } => {
                if self.can_go_on(s, step) {
                    offer(Action::Move { corps, path: Trail::new() }, Ref::Piece(corps), "go on");
                }
                if fresh_recon && self.may_recon(s, mover).is_ok() {
                    self.offer_recon(s, mover, &mut offer);
                }
                self.offer_shifts(s, mover, &mut offer);
                offer(Action::Halt, Ref::Piece(corps), "halt here");
            }
            Step::Civilians { corps } => {
                offer(Action::Give, Ref::Piece(corps), "give 1 food");
                if self.may_decline(s).is_ok() {
                    offer(Action::Decline, Ref::Piece(corps), "give nothing");
                }
            }
            Step::Market { corps } => {
                for (give, get, label) in TRADES {
                    if self.check_trade(s, corps, give, get).is_ok() {
                        offer(Action::Trade { give, get }, Ref::Piece(corps), label);
                    }
                }
                offer(Action::Decline, Ref::Piece(corps), "exchange nothing");
            }
            Step::Landing { .. } => {
                offer(Action::Land(None), Ref::Nothing, "land another unit");
                offer(Action::Done, Ref::Nothing, "no more landings");
            }
            Step::Pay { who, why, .. } => {
                let choice = self.payments(s, who, why);
                if choice.counter {
                    offer(Action::Pay(Payment::Counter), Ref::Nothing, "a medal counter");
                }
                for card in choice.medal_cards {
                    let payment = Payment::Cards(Cards::only(card));
                    offer(Action::Pay(payment), Ref::Thing(thing_of(card)), "a card with a medal");
                }
                if choice.lots {
                    offer(Action::Pay(Payment::Cards(Cards::empty())), Ref::Nothing, "cards without a medal");
                }
            }
            Step::Check { next } => {
                offer(Action::Eat(crate::Purse::Card), Ref::Piece(next), "from the card");
                offer(Action::Eat(crate::Purse::Area), Ref::Piece(next), "from the area");
            }
            Step::Reaction => self.offer_reaction(s, mover, &mut offer),
            Step::Place { left, among, placed } => {
                let Some(number) = self.next_number(left) else { return };
                for at in self.places_for(s, left, among, placed) {
                    offer(Action::Place { number, at }, Ref::Spot(at), "put the marker here");
                }
            }
            Step::Solo(_) => {}
        }
    }

    /// [5.4, 5.8] The six kinds of action, and [5.7, 13.1] what cards add to them at any time.
    fn offer_actions(&self, s: &State, mover: Commander, offer: &mut impl FnMut(Action, Ref, &'static str)) {
        if s.now.actions > 0 {
            let bonus = self.may_add_bonus(s, mover).is_ok();
            for at in self.bases_of(s, mover) {
                for (set, label, more) in SETS {
                    if self.check_delivery(s, mover, at, set).is_ok() {
                        offer(Action::Supply { at, set, card: false }, Ref::Spot(at), label);
                        if bonus {
                            offer(Action::Supply { at, set, card: true }, Ref::Spot(at), more);
                        }
                    }
                }
            }
            if self.may_take_trucks(s, mover).is_ok() {
                offer(Action::Trucks(0), Ref::Nothing, "take trucks");
            }
            if s.side(mover).trucks > 0 {
                for from in self.truck_sources(s, mover) {
                    offer(Action::Truck { from, to: None }, Ref::Spot(from), "send a truck");
                }
            }
            self.offer_moves(s, mover, offer);
            if self.may_fly(s, mover, false).is_ok() {
                self.offer_air(s, mover, offer);
            }
            if self.may_land(s, mover).is_ok() {
                offer(Action::Land(None), Ref::Nothing, "land airborne units");
            }
        }
        if self.may_use_card(s, mover).is_ok() {
            offer(Action::Card, Ref::Nothing, "use your Commander card");
        }
        if self.may_use_resistance(s, mover).is_ok() {
            offer(Action::Resistance, Ref::Nothing, "use Resistance: one more action");
        }
        if self.may_recon(s, mover).is_ok() {
            self.offer_recon(s, mover, offer);
        }
    }

    pub(crate) fn offer_air(&self, s: &State, mover: Commander, offer: &mut impl FnMut(Action, Ref, &'static str)) {
        for which in [Which::Pursuit, Which::Axis] {
            let deck = self.deck_of(s, mover, which);
            if !s.deck(deck).is_empty() {
                offer(Action::Air(which), Ref::Thing(deck_thing(deck)), "air support on this deck");
            }
        }
    }

    fn offer_recon(&self, s: &State, mover: Commander, offer: &mut impl FnMut(Action, Ref, &'static str)) {
        for which in [Which::Pursuit, Which::Axis] {
            let deck = self.deck_of(s, mover, which);
            if !s.deck(deck).is_empty() {
                offer(Action::Recon(which), Ref::Thing(deck_thing(deck)), "recon: look at its top card");
            }
        }
    }

    fn offer_moves(&self, s: &State, mover: Commander, offer: &mut impl FnMut(Action, Ref, &'static str)) {
        for corps in self.corps_of(mover).filter(|corps| self.can_start(s, mover, *corps)) {
            offer(Action::Move { corps, path: Trail::new() }, Ref::Piece(corps), "move");
        }
    }

    fn offer_shifts(&self, s: &State, mover: Commander, offer: &mut impl FnMut(Action, Ref, &'static str)) {
        for corps in self.corps_of(mover) {
            self.offer_shift(s, corps, offer);
        }
    }

    fn offer_shift(&self, s: &State, corps: Piece, offer: &mut impl FnMut(Action, Ref, &'static str)) {
        let Some(at) = s.corps(corps).at else { return };
        let (card, lying) = (s.corps(corps).load, s.lying[at.index()]);
        if !lying.is_empty() && card.total() < u16::from(self.c.tables.card_limit) {
            offer(Action::Load { corps, load: Load::NOTHING }, Ref::Piece(corps), "load");
        }
        let room = lying.total() < u16::from(self.limit(s, at));
        if !card.is_empty() && room && s.holds(self.unit(corps).commander, at) {
            offer(Action::Unload { corps, load: Load::NOTHING }, Ref::Piece(corps), "unload");
        }
    }

    pub(crate) fn opening(&self, s: &State, action: &Action) -> Opening {
        let tables = &self.c.tables;
        let mover = s.mover();
        match (s.steps.top(), *action) {
            (Some(Step::Turn | Step::Card | Step::Moving { .. }), Action::Move { corps, .. }) => {
                self.reach(s, corps).map_or(Opening::Nothing, Opening::Path)
            }
            (Some(Step::Turn | Step::Transport { .. }), Action::Truck { from, .. }) if self.is_area(from) => {
                let leg = |to| Leg { spot: to, via: from, cost: 1, end: true, stop: true };
                let legs = self.truck_targets(s, mover, from).iter().map(leg).collect();
                Opening::Path(Reach { from, budget: 1, scale: 0, legs })
            }
            (Some(Step::Turn), Action::Trucks(_)) => {
                let (least, most) = self.truck_draw(s, mover);
                Opening::Amount { least: least.into(), most: most.into() }
            }
            (Some(Step::Turn | Step::Landing { .. }), Action::Land(_)) => {
                let of: Vec<Ref> = self.landing_areas(s).map(Ref::Spot).collect();
                Opening::Subset { of, must: 0, least: 1, most: 1, loose: false }
            }
            (Some(Step::Pay { who, .. }), Action::Pay(Payment::Cards(cards))) if cards.is_empty() => {
                let of = self.plain_cards(s, who);
                let least = self.fewest_for_a_medal(&of);
                let of: Vec<Ref> = of.into_iter().map(|card| Ref::Thing(thing_of(card))).collect();
                Opening::Subset { must: 0, least, most: of.len(), of, loose: true }
            }
            (Some(Step::Carry { from, .. }), Action::Carry(_)) => {
                let all = self.within_reach_of_truck(s, mover, from);
                heaps(all, 0, tables.truck_load.into())
            }
            (Some(Step::Bonus { .. }), Action::Bonus(_)) => {
                let most = s.reserve.total().min(2);
                heaps(s.reserve, most, most)
            }
            (Some(Step::Overflow { at }), Action::Drop(_)) => {
                let lying = s.lying[at.index()];
                let excess = lying.total().saturating_sub(self.limit(s, at).into());
                heaps(lying, excess, excess)
            }
            (Some(_), Action::Load { corps, .. }) => match self.c.corps.get(corps.index()).and(s.corps(corps).at) {
                Some(at) => {
                    let room = u16::from(tables.card_limit).saturating_sub(s.corps(corps).load.total());
                    heaps(s.lying[at.index()], 1, room)
                }
                None => Opening::Nothing,
            },
            (Some(_), Action::Unload { corps, .. }) => match self.c.corps.get(corps.index()).and(s.corps(corps).at) {
                Some(at) => {
                    let room = u16::from(self.limit(s, at)).saturating_sub(s.lying[at.index()].total());
                    heaps(s.corps(corps).load, 1, room)
                }
                None => Opening::Nothing,
            },
            _ => Opening::Nothing,
        }
    }

    pub(crate) fn check_action(&self, s: &State, action: &Action) -> Result<(), Illegal> {
        let Some(step) = s.steps.top() else { return Err(Illegal::new(Rule("16.1"), "the game is over")) };
        let mover = s.mover();
        let acts = || match s.now.actions {
            0 => Err(Illegal::new(Rule("5.3"), "no action is left in this turn")),
            _ => Ok(()),
        };
        match (step, *action) {
            (Step::Turn, Action::Supply { at, set, card }) => {
                acts()?;
                self.check_delivery(s, mover, at, set)?;
                if card { self.may_add_bonus(s, mover) } else { Ok(()) }
            }
            (Step::Turn, Action::Trucks(count)) => {
                acts()?;
                self.check_trucks(s, mover, count)
            }
            (Step::Turn, Action::Truck { from, to }) => {
                acts()?;
                self.check_truck(s, mover, from, to)
            }
            (Step::Transport { .. }, Action::Truck { from, to }) => self.check_truck(s, mover, from, to),
            (Step::Carry { from, .. }, Action::Carry(load)) => self.check_carry(s, mover, from, load),
            (Step::Turn, Action::Move { corps, path }) => {
                acts()?;
                self.check_start(s, mover, corps)?;
                self.check_path(s, mover, corps, self.c.tables.areas_moved, &path)
            }
            (Step::Card, Action::Move { corps, path }) if mover == Commander::Patton => {
                self.check_start(s, mover, corps)?;
                self.check_path(s, mover, corps, self.c.tables.areas_moved, &path)
            }
            (Step::Moving { corps: moving, left, toll, .. }, Action::Move { corps, path }) => {
                if corps != moving {
                    return Err(NOT_NOW.about(Ref::Piece(moving)));
                }
                self.check_toll(s, corps, toll)?;
                self.check_path(s, mover, corps, left, &path)
            }
            (Step::Turn, Action::Air(which)) => {
                acts()?;
                self.check_air(s, mover, which, false)
            }
            (Step::Card, Action::Air(which)) if mover == Commander::Brad => self.check_air(s, mover, which, true),
            (Step::Turn, Action::Recon(which)) => self.check_recon(s, mover, which),
            (Step::Moving { fresh_recon: true, .. }, Action::Recon(which)) => self.check_recon(s, mover, which),
            (Step::Turn, Action::Land(at)) => {
                acts()?;
                self.may_land(s, mover)?;
                self.check_landing(s, at)
            }
            (Step::Landing { .. }, Action::Land(at)) => {
                self.may_land(s, mover)?;
                self.check_landing(s, at)
            }
            (Step::Pay { who, why, .. }, Action::Pay(payment)) => self.check_payment(s, who, why, payment),
            (Step::Bonus { .. }, Action::Bonus(load)) => self.check_bonus(s, load),
            (Step::Overflow { at }, Action::Drop(load)) => self.check_drop(s, at, load),
            (Step::Turn, Action::Card) => self.may_use_card(s, mover),
            (Step::Turn, Action::Resistance) => self.may_use_resistance(s, mover),
            (Step::Turn | Step::Transport { .. } | Step::Moving { .. }, Action::Load { corps, load }) => {
                self.check_load(s, mover, corps, load)
            }
            (Step::Turn | Step::Transport { .. } | Step::Moving { .. }, Action::Unload { corps, load }) => {
                self.check_unload(s, mover, corps, load)
            }
            (Step::Civilians { .. }, Action::Decline) => self.may_decline(s),
            (Step::Market { corps }, Action::Trade { give, get }) => self.check_trade(s, corps, give, get),
            (Step::Reaction, Action::Axis(at)) => self.check_axis(s, at),
            (Step::Reaction, Action::Counter(at)) => self.check_counter(s, mover, at),
            (Step::Reaction, Action::Pass) => self.may_pass(s),
            (Step::Place { left, among, placed }, Action::Place { number, at }) => {
                self.check_place(s, number, at, left, among, placed)
            }
            (Step::Turn, Action::End)
            | (Step::Transport { .. } | Step::Landing { .. }, Action::Done)
            | (Step::Moving { .. }, Action::Halt)
            | (Step::Civilians { .. }, Action::Give)
            | (Step::Market { .. }, Action::Decline)
            | (Step::Check { .. }, Action::Eat(_)) => Ok(()),
            (Step::Turn, Action::Axis(_) | Action::Counter(_) | Action::Pass) => {
                Err(Illegal::new(Rule("5.11"), "the Axis reacts when the turn has ended"))
            }
            (Step::Reaction, _) => Err(Illegal::new(Rule("5.11"), "the actions are over; now the Axis reacts")),
            (Step::Civilians { .. } | Step::Market { .. }, _) => {
                Err(Illegal::new(Rule("10.13"), "answer the card first"))
            }
            (Step::Overflow { at }, _) => {
                Err(Illegal::new(Rule("6.7.b"), "first say what goes back to the reserve").about(Ref::Spot(at)))
            }
            _ => Err(NOT_NOW),
        }
    }

    pub(crate) fn play_action(&self, s: &mut State, action: &Action, r: &mut Referee<Event>) {
        let step = s.steps.top().expect("somebody is awaited");
        let mover = s.mover();
        // [5.3] Begun from the turn itself, these are player actions.
        let counts = matches!(
            action,
            Action::Supply { .. }
                | Action::Trucks(_)
                | Action::Truck { .. }
                | Action::Move { .. }
                | Action::Air(_)
                | Action::Land(_)
        );
        if step == Step::Turn && counts {
            s.now.actions -= 1;
        }
        match (step, *action) {
            (_, Action::Supply { at, set, card }) => self.deliver(s, mover, at, set, card, r),
            (_, Action::Bonus(load)) => self.take_bonus(s, load, r),
            (_, Action::Drop(load)) => self.drop_excess(s, load, r),
            (_, Action::Trucks(count)) => {
                self.take_trucks(s, mover, u8::try_from(count).expect("a checked number is small"), r);
            }
            (_, Action::Truck { from, to }) => self.send_truck(s, mover, from, to.expect("checked: it goes somewhere")),
            (Step::Carry { from, to }, Action::Carry(load)) => self.carry(s, mover, from, to, load, r),
            (Step::Turn | Step::Card, Action::Move { corps, path }) => self.start_move(s, step, corps, &path, r),
            (_, Action::Move { corps, path }) => self.go_on(s, corps, &path, r),
            (_, Action::Recon(which)) => self.recon(s, mover, which, r),
            (_, Action::Air(which)) => self.fly(s, step, mover, which, r),
            (_, Action::Land(at)) => self.land(s, step, mover, at.expect("checked: it lands somewhere"), r),
            (Step::Pay { who, why, .. }, Action::Pay(payment)) => self.pay(s, who, why, payment, r),
            (_, Action::Card) => self.use_card(s, mover, r),
            (_, Action::Resistance) => self.use_resistance(s, mover, r),
            (_, Action::Load { corps, load }) => self.shift(s, corps, load, true, r),
            (_, Action::Unload { corps, load }) => self.shift(s, corps, load, false, r),
            (Step::Civilians { corps }, Action::Give) => self.answer_civilians(s, corps, true, r),
            (Step::Civilians { corps }, Action::Decline) => self.answer_civilians(s, corps, false, r),
            (Step::Market { corps }, Action::Trade { give, get }) => self.answer_market(s, corps, Some((give, get)), r),
            (Step::Market { corps }, Action::Decline) => self.answer_market(s, corps, None, r),
            (Step::Check { next }, Action::Eat(purse)) => self.feed(s, next, Some(purse), r),
            (_, Action::Axis(at)) => self.place_axis(s, at, r),
            (_, Action::Counter(at)) => self.counter_attack(s, at, r),
            (_, Action::Pass) => self.next_turn(s, r),
            (_, Action::Place { number, at }) => self.place_number(s, number, at, r),
            (_, Action::End) => self.end_turn(s, mover, r),
            (Step::Moving { corps, .. }, Action::Halt) => {
                s.steps.pop();
                r.note(Rule("10.3"), Event::Halted { corps });
            }
            (_, Action::Done) => {
                s.steps.pop();
            }
            _ => unreachable!("check refuses everything else"),
        }
    }

    /// [5.11, 12.6] The actions are over; the Axis reacts.
    fn end_turn(&self, s: &mut State, mover: Commander, r: &mut Referee<Event>) {
        s.steps.clear();
        self.age_airborne(s, mover, r);
        s.steps.push(if s.options.solo { Step::Solo(Stage::Front) } else { Step::Reaction });
    }
}

/// Between `least` and `most` of these supplies.
#[expect(clippy::cast_possible_truncation, reason = "there are 90 markers")]
fn heaps(load: Load, least: u16, most: u16) -> Opening {
    let heap = |supply: Supply| Heap { of: Race::thing(supply), most: load.get(supply) };
    let most = most.min(load.total());
    Opening::Counts { of: Supply::ALL.map(heap).into(), least: least.min(most) as u8, most: most as u8 }
}
