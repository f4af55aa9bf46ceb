//! [4] Setting up the game.

use crate::components::{CardKind, Colours, Commander, Load, ScenarioCard};
use crate::state::{
    Areas, CardId, CorpsState, Deck, DeckId, MAX_AIRBORNE, MAX_AREAS, NUMBERS, Number, NumberId, Options, Player,
    Roads, State,
};
use crate::{Event, Race};
use referee::{Referee, Rule, Scenario, Setup, Stack};

pub(crate) fn scenario(card: &ScenarioCard) -> Scenario {
    Scenario {
        id: card.id.clone(),
        title: card.title.clone(),
        about: card.history.clone(),
        reconstructed: card.reconstructed.clone(),
        turns: card.turns,
        seats: card.seats.iter().map(|who| who.seat()).collect(),
        options: card.options.clone(),
    }
}

impl Race {
    /// Everything of chapter 4 but the order of turns, which is drawn.
    pub(crate) fn laid_out(&self, setup: &Setup) -> State {
        let card = self.c.scenarios.iter().find(|card| card.id == setup.scenario);
        let seats: Vec<Commander> = card.map(|card| card.seats.clone()).unwrap_or_default();
        let players = seats.iter().fold(Colours::BLACK, |all, who| all.with(*who));
        let count = seats.len();
        let basic = setup.has("basic");
        // [5.1] The basic game leaves out chapter 15.
        let on = |option| !basic && setup.has(option);
        let options = Options {
            basic,
            weather: on("weather"),
            common_deck: on("common-deck"),
            veteran: [on("veteran-monty"), on("veteran-brad"), on("veteran-patton")],
            fair_play: on("fair-play"),
            no_encircled_medals: setup.has("no-encircled-medals"),
            solo: count == 1,
        };
        let tables = &self.c.tables;
        let mut order = Commander::ALL;
        for (place, who) in order.iter_mut().zip(&seats) {
            *place = *who;
        }
        let mut s = State {
            steps: Stack::new(),
            options,
            players,
            order,
            round: 1,
            seat: 0,
            now: crate::state::Turn::default(),
            corps: [CorpsState::default(); crate::state::MAX_CORPS],
            lying: [Load::NOTHING; MAX_AREAS],
            held: self.printed,
            axis: Areas::empty(),
            jammed: Roads::empty(),
            // [4.3] Commander cards face up.
            sides: [Player::default(); 3],
            stock: tables.full_stock(count),
            reserve: Load::NOTHING,
            truck_stock: tables.stock_trucks,
            axis_pool: tables.axis_pool[count.clamp(1, 3) - 1],
            last_round: false,
            more_trucks: false,
            decks: [Deck::default(); 4],
            airborne: [None; MAX_AIRBORNE],
            // [4.14]
            airborne_left: tables.airborne,
            // [4.15]
            ostende_used: false,
            antwerp_open: false,
            // [4.16]
            rain: false,
            spared: Areas::empty(),
            paid: Areas::empty(),
            numbers: [Number::Gone; NUMBERS],
            declined: false,
            civilians: 0,
            winner: None,
        };
        for who in seats {
            let i = who.index();
            s.sides[i].trucks = tables.pool_trucks;
            // [4.13, 13.6, 5.1, 15.D.2]
            let level = tables.start_level[i];
            s.sides[i].level = if basic || options.veteran[i] && who == Commander::Brad { 1 } else { level };
            for corps in self.corps_of(who) {
                let printed = self.unit(corps);
                *s.corps_mut(corps) = CorpsState { at: Some(printed.start), load: printed.load, grounded: false };
            }
        }
        self.fill_decks(&mut s);
        self.seat_the_absent(&mut s);
        // [15.D.1]
        if options.veteran[Commander::Patton.index()] {
            s.axis.insert(tables.veteran_marker);
            s.axis_pool -= 1;
        }
        // [17.A.1]
        if options.solo {
            for (number, at) in &self.c.solo.numbers[s.mover().index()] {
                if let Some(id) = NumberId::of_number(*number) {
                    s.numbers[usize::from(id.0)] = Number::Up(*at);
                }
            }
        }
        let out = s.corps.iter().fold(s.stock, |out, corps| out.plus(corps.load));
        s.reserve = tables.totals.minus(out).unwrap_or_default();
        s
    }

    /// [4.6, 4.7, 15.C.1] Decks of those who play.
    fn fill_decks(&self, s: &mut State) {
        for (id, card) in (0u8..).map(CardId).zip(&self.c.cards) {
            if card.owner.is_none_or(|owner| s.players.contains(owner)) {
                let deck = self.home(s, id);
                s.deck_mut(deck).bag.insert(id);
            }
        }
        debug_assert!(self.c.cards.iter().any(|card| card.kind == CardKind::Event));
        debug_assert!(!s.deck(DeckId::Axis).is_empty());
    }

    /// [4.19, 4.20, 17.A.2, 17.A.4] Markers of commanders who take no part.
    fn seat_the_absent(&self, s: &mut State) {
        let absent = || Commander::ALL.into_iter().filter(|who| !s.players.contains(*who));
        if s.options.solo {
            let excluded = &self.c.solo.excluded[s.mover().index()];
            for (at, who) in excluded.clone() {
                s.held[who.index()].insert(at);
            }
            return;
        }
        for who in absent().collect::<Vec<_>>() {
            let mut areas = self.coloured[who.index()];
            // Without Brad the shared areas are open to their other owner.
            if who == Commander::Brad {
                areas.retain(|at| self.area(at).colours.len() == 1);
            }
            s.held[who.index()] |= areas;
        }
    }

    /// [4.18] Who is first, who second.
    pub(crate) fn draw_order(&self, s: &mut State, r: &mut Referee<Event>) {
        let count = s.players.len() as usize;
        for i in 0..count.saturating_sub(1) {
            let left = u16::try_from(count - i).expect("few players");
            let nth = i + usize::from(r.draw(left));
            // Those who are passed over keep their order.
            s.order[i..=nth].rotate_right(1);
        }
        r.note(Rule("4.18"), Event::First(s.order[0]));
    }

    /// [2.3, 2.4] Components are conserved.
    pub(crate) fn assert_state(&self, s: &State) {
        let lying = s.lying.iter().fold(Load::NOTHING, |sum, load| sum.plus(*load));
        let carried = s.corps.iter().fold(Load::NOTHING, |sum, corps| sum.plus(corps.load));
        assert_eq!(lying.plus(carried).plus(s.stock).plus(s.reserve), self.c.tables.totals, "no marker is lost");
        let pools: u8 = s.sides.iter().map(|side| side.trucks).sum();
        let count = u8::try_from(s.players.len()).expect("few players");
        let extra = if s.more_trucks { self.c.tables.extra(count.into()) } else { 0 };
        let all = count * self.c.tables.pool_trucks + self.c.tables.stock_trucks + extra;
        assert_eq!(pools + s.truck_stock + s.trucks_on_board(), all, "no truck is lost");
        for (i, corps) in s.corps.iter().enumerate() {
            assert!(corps.load.total() <= self.c.tables.card_limit.into(), "a card has six spaces");
            assert!(
                corps.at.is_none() || !s.corps[..i].iter().any(|other| other.at == corps.at),
                "one corps in an area"
            );
        }
        for at in self.c.map.board.spots() {
            let holders = s.held.iter().filter(|held| held.contains(at)).count();
            assert!(holders <= 1, "an area has one marker");
            assert!(holders == 1 || s.lying[at.index()].is_empty(), "supplies lie under a marker");
            assert!(!(holders == 1 && s.axis.contains(at)), "no Axis marker under a player's");
        }
        let mut seen = crate::state::Cards::empty();
        let piles = s.decks.iter().flat_map(|deck| {
            [
                deck.bag,
                deck.discards,
                deck.top.map_or(crate::state::Cards::empty(), |(card, _)| crate::state::Cards::only(card)),
            ]
        });
        for cards in piles.chain(s.sides.iter().flat_map(|side| [side.hand, side.taken])) {
            assert!(!seen.intersects(&cards), "a card is in one place");
            seen |= cards;
        }
        if !s.options.solo {
            let on_board = u8::try_from(s.axis.len()).unwrap_or(u8::MAX);
            let pool = self.c.tables.axis_pool[usize::from(count) - 1];
            assert!(on_board + s.axis_pool <= pool, "no more Axis markers than there are");
        }
    }
}
