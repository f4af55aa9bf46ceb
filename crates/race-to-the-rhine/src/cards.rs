//! [10] The cards: what is drawn, and what Pursuit cards do.

use crate::action::Which;
use crate::components::{CardKind, Commander, Load, Supply};
use crate::sequence::{Step, Toll};
use crate::state::{CardId, Cards, DeckId, State};
use crate::{Event, Race};
use referee::{Illegal, Piece, Ref, Referee, Rule, Spot};

/// The nth card of a bag leaves it; nothing if it is empty.
pub(crate) fn draw_from(bag: &mut Cards, pick: impl FnOnce(u16) -> u16) -> Option<CardId> {
    let count = u16::try_from(bag.len()).unwrap_or(u16::MAX);
    if count == 0 {
        return None;
    }
    let card = bag.iter().nth(usize::from(pick(count)))?;
    bag.remove(card);
    Some(card)
}

impl Race {
    /// [2.29, 2.32] The own Pursuit deck, or the Axis deck that is everybody's.
    pub(crate) fn deck_of(&self, s: &State, mover: Commander, which: Which) -> DeckId {
        match which {
            Which::Pursuit => s.pursuit(mover),
            Which::Axis => DeckId::Axis,
        }
    }

    /// [15.C.1] The deck a card belongs to in this match.
    pub(crate) fn home(&self, s: &State, card: CardId) -> DeckId {
        self.card(card).owner.map_or(DeckId::Axis, |owner| s.pursuit(owner))
    }

    /// A kept card of this kind.
    pub(crate) fn kept(&self, s: &State, who: Commander, kind: CardKind) -> Option<CardId> {
        s.side(who).hand.iter().find(|card| self.card(*card).kind == kind)
    }

    /// [10.10] The top card is turned over; air support markers on the deck return [11.6, 11.9].
    pub(crate) fn turn_over(
        &self,
        s: &mut State,
        deck: DeckId,
        mover: Commander,
        r: &mut Referee<Event>,
    ) -> Option<CardId> {
        let pile = s.deck_mut(deck);
        let card = match pile.top.take() {
            Some((card, _)) => {
                r.seal();
                Some(card)
            }
            None => draw_from(&mut pile.bag, |n| r.draw(n)),
        };
        for who in Commander::ALL {
            let air = &mut s.side_mut(who).air;
            if *air == Some(deck) {
                *air = None;
                r.note(Rule("11.6"), Event::AirReturns(who));
            }
        }
        if let Some(card) = card {
            r.note(Rule("10.10"), Event::Drawn { who: mover, card });
        }
        card
    }

    /// [10.14] A card goes to the discards of its deck.
    pub(crate) fn discard(&self, s: &mut State, card: CardId, r: &mut Referee<Event>) {
        let deck = self.home(s, card);
        s.deck_mut(deck).discards.insert(card);
        self.renew(s, deck, r);
    }

    /// [2.34] A deck that has run out is made anew from its discards.
    pub(crate) fn renew(&self, s: &mut State, deck: DeckId, r: &mut Referee<Event>) {
        let pile = s.deck_mut(deck);
        if pile.is_empty() && !pile.discards.is_empty() {
            pile.bag = std::mem::take(&mut pile.discards);
            r.note(Rule("2.34"), Event::Reshuffled(deck));
        }
    }

    /// What a drawn card does. Only divisions and Les Boches stop a movement [10.12.c]. `from` is where the corps would withdraw to.
    pub(crate) fn meet(
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
        let (kind, deck) = (self.card(card).kind, self.home(s, card));
        self.set_weather(s, card, r);
        match kind {
            CardKind::Division | CardKind::AxisDivision | CardKind::AxisElite | CardKind::AxisArmored => {
                return self.fight(s, corps, card, from, bonus, r);
            }
            CardKind::Civilians => {
                // [10.20.a, 10.20.b] Now or never; it leaves the game, whatever is decided.
                self.renew(s, deck, r);
                if s.options.solo {
                    s.civilians = s.civilians.saturating_add(1);
                }
                if s.corps(corps).load.food > 0 {
                    if s.options.solo && self.may_decline(s).is_err() {
                        return self.feed_civilians(s, corps, r);
                    }
                    return s.steps.push(Step::Civilians { corps });
                }
            }
            // [10.24.a]
            CardKind::BlackMarket => {
                self.discard(s, card, r);
                if self.can_trade(s, corps) {
                    return s.steps.push(Step::Market { corps });
                }
            }
            CardKind::Stock => self.find(s, at, Supply::Ammo, Rule("10.21"), r),
            CardKind::Supplies => self.find(s, at, Supply::Gas, Rule("10.22"), r),
            CardKind::Liberation => self.find(s, at, Supply::Food, Rule("10.23"), r),
            CardKind::Boches => {
                if let Some(Step::Moving { toll, .. }) = s.steps.top_mut() {
                    *toll = Toll::Boches;
                }
                r.note(Rule("10.27"), Event::Stopped { corps });
            }
            CardKind::Resistance if !self.card(card).hand => self.fleeting_resistance(s, who, r),
            CardKind::Resistance | CardKind::Recon => {
                // [10.15, 10.26.a]
                s.side_mut(who).hand.insert(card);
                if let Some(Step::Moving { fresh_recon, .. }) = s.steps.top_mut() {
                    *fresh_recon = kind == CardKind::Recon;
                }
                r.note(Rule("10.15"), Event::Kept { who, card });
                self.renew(s, deck, r);
            }
            // [10.29]
            CardKind::Event => {}
        }
        let stays = s.side(who).hand.contains(card) || kind == CardKind::Civilians || kind == CardKind::BlackMarket;
        if !stays {
            self.discard(s, card, r);
        }
        self.liberate(s, who, at, r);
    }

    /// [10.19] Something is found in the area just entered.
    fn find(&self, s: &mut State, at: Spot, supply: Supply, rule: Rule, r: &mut Referee<Event>) {
        match Race::from_reserve(s, supply) {
            Some(load) => {
                let lying = &mut s.lying[at.index()];
                *lying = lying.plus(load);
                r.note(rule, Event::Found { at, load });
            }
            None => r.note(Rule("10.19"), Event::NothingFound),
        }
    }

    /// [10.16]
    fn fleeting_resistance(&self, s: &mut State, who: Commander, r: &mut Referee<Event>) {
        if s.now.resistance {
            return r.note(Rule("10.25.b"), Event::ResistanceLost);
        }
        s.now.resistance = true;
        s.now.actions += 1;
        r.note(Rule("10.16"), Event::ExtraAction { who });
    }

    /// [10.20, 17.E.2]
    pub(crate) fn may_decline(&self, s: &State) -> Result<(), Illegal> {
        if s.options.solo && (s.declined || s.civilians > 2) {
            return Err(Illegal::new(Rule("17.E.2"), "one refusal in the game, of the first or second such card"));
        }
        Ok(())
    }

    pub(crate) fn answer_civilians(&self, s: &mut State, corps: Piece, give: bool, r: &mut Referee<Event>) {
        s.steps.pop();
        if give {
            return self.feed_civilians(s, corps, r);
        }
        s.declined |= s.options.solo;
        self.liberate_where_it_stands(s, corps, r);
    }

    fn feed_civilians(&self, s: &mut State, corps: Piece, r: &mut Referee<Event>) {
        let who = self.unit(corps).commander;
        self.pay_from_card(s, corps, Load::new(0, 0, 1));
        s.side_mut(who).medals += 1;
        r.note(Rule("10.20"), Event::FedCivilians { who });
        self.liberate_where_it_stands(s, corps, r);
    }

    fn liberate_where_it_stands(&self, s: &mut State, corps: Piece, r: &mut Referee<Event>) {
        let at = s.corps(corps).at.expect("it is on the map");
        self.liberate(s, self.unit(corps).commander, at, r);
    }

    /// [10.24]
    pub(crate) fn check_trade(&self, s: &State, corps: Piece, give: Supply, get: Supply) -> Result<(), Illegal> {
        let refuse = |rule, why| Err(Illegal::new(Rule(rule), why).about(Ref::Piece(corps)));
        if give == get {
            return refuse("10.24", "one kind is exchanged for another");
        }
        if s.corps(corps).load.get(give) == 0 {
            return refuse("10.24", "the card has none of that");
        }
        if s.reserve.get(get) == 0 {
            return refuse("10.19", "the reserve has none of that");
        }
        Ok(())
    }

    fn can_trade(&self, s: &State, corps: Piece) -> bool {
        let kinds = || Supply::ALL.into_iter();
        kinds().any(|give| kinds().any(|get| self.check_trade(s, corps, give, get).is_ok()))
    }

    pub(crate) fn answer_market(
        &self,
        s: &mut State,
        corps: Piece,
        trade: Option<(Supply, Supply)>,
        r: &mut Referee<Event>,
    ) {
        s.steps.pop();
        if let Some((give, get)) = trade {
            self.pay_from_card(s, corps, Load::of(give, 1));
            let got = Race::from_reserve(s, get).expect("checked: the reserve has it");
            let card = &mut s.corps[corps.index()].load;
            *card = card.plus(got);
            r.note(Rule("10.24"), Event::Traded { give, get });
        }
        self.liberate_where_it_stands(s, corps, r);
    }

    /// [10.26, 5.6]
    pub(crate) fn may_recon(&self, s: &State, mover: Commander) -> Result<(), Illegal> {
        if s.now.recon {
            return Err(Illegal::new(Rule("10.26.b"), "one Recon in a turn, and it has been used"));
        }
        match self.kept(s, mover, CardKind::Recon) {
            Some(_) => Ok(()),
            None => Err(Illegal::new(Rule("10.26"), "you have kept no Recon card")),
        }
    }

    pub(crate) fn check_recon(&self, s: &State, mover: Commander, which: Which) -> Result<(), Illegal> {
        self.may_recon(s, mover)?;
        if s.deck(self.deck_of(s, mover, which)).is_empty() {
            return Err(Illegal::new(Rule("2.34"), "the deck is empty"));
        }
        Ok(())
    }

    pub(crate) fn recon(&self, s: &mut State, mover: Commander, which: Which, r: &mut Referee<Event>) {
        let card = self.kept(s, mover, CardKind::Recon).expect("checked: he has one");
        s.now.recon = true;
        if let Some(Step::Moving { fresh_recon, .. }) = s.steps.top_mut() {
            *fresh_recon = false;
        }
        self.peek(s, mover, self.deck_of(s, mover, which), Rule("10.26"), r);
        s.side_mut(mover).hand.remove(card);
        self.discard(s, card, r);
    }

    /// [10.26, 11.1, 11.2] A look at the top card, for one player's eyes.
    pub(crate) fn peek(&self, s: &mut State, who: Commander, deck: DeckId, rule: Rule, r: &mut Referee<Event>) {
        let pile = s.deck_mut(deck);
        let (card, knowers) = match pile.top {
            Some(known) => known,
            None => {
                let card = draw_from(&mut pile.bag, |n| r.draw(n)).expect("checked: the deck has a card");
                (card, crate::components::Colours::BLACK)
            }
        };
        pile.top = Some((card, knowers.with(who)));
        // [17.E.1] A card looked at cannot be unseen.
        r.seal();
        r.note(rule, Event::Peeked { who, deck, card });
    }

    /// [5.5, 10.25.b]
    pub(crate) fn may_use_resistance(&self, s: &State, mover: Commander) -> Result<(), Illegal> {
        if s.now.resistance {
            return Err(Illegal::new(Rule("10.25.b"), "one Resistance in a turn, and it has been used"));
        }
        match self.kept(s, mover, CardKind::Resistance) {
            Some(_) => Ok(()),
            None => Err(Illegal::new(Rule("10.25"), "you have kept no Resistance card")),
        }
    }

    pub(crate) fn use_resistance(&self, s: &mut State, mover: Commander, r: &mut Referee<Event>) {
        let card = self.kept(s, mover, CardKind::Resistance).expect("checked: he has one");
        s.side_mut(mover).hand.remove(card);
        self.discard(s, card, r);
        s.now.resistance = true;
        s.now.actions += 1;
        r.note(Rule("10.25.a"), Event::ExtraAction { who: mover });
    }
}
