//! 1944: Race to the Rhine. Three rival commanders, trucks and cards, on a map of areas and roads.
//!
//! Read [`sequence`] first: it says what is decided when. Where to find a rule, by chapter; a single number is a rule
//! that is applied in another chapter's file.
//!
//! | file | rules |
//! |---|---|
//! | `components.rs`, `state.rs` | 2 components |
//! | `setup.rs` | 4, 13.6, 15.D.1, 15.D.2, 17.A set-up |
//! | `sequence.rs`, `dispatch.rs` | 5, 10.13, 13.1, 16.2 the order of play, and who answers which question |
//! | `stock.rs` | 6, 6.7 supplies |
//! | `trucks.rs` | 7, 2.22, 15.E.1 trucks |
//! | `transport.rs` | 8, 2.20.b, 6.7, 6.8, 10.7, 10.8 transport, loading and unloading |
//! | `supply_check.rs` | 9, 2.22.d, 5.10, 13.4, 13.7 Supply Check |
//! | `movement.rs`, `cards.rs`, `combat.rs`, `encirclement.rs` | 10 movement, cards, fights |
//! | `movement.rs` | 2.38.b, 4.19.a, 9.5.b, 11.4, 11.5, 12.4, 12.5, 12.8, 17.C.7 what is met on the way |
//! | `cards.rs` | 2.29, 2.32, 2.34, 5.5, 5.6, 11.2, 11.6, 11.9, 15.C.1, 17.E.1, 17.E.2 decks and hands |
//! | `combat.rs`, `encirclement.rs` | 17.A.3, 17.C.6 fights in the solitaire game |
//! | `air_support.rs` | 11, 5.1, 15.B.2 air support |
//! | `airborne.rs` | 12, 17.E.3 airborne landing |
//! | `commanders.rs` | 13, 6.6 commanders |
//! | `axis.rs` | 14, 15.D.3, 15.D.4 Axis reaction |
//! | `special.rs` | 15 special rules and options |
//! | `ending.rs` | 3, 16, 17.B.1 victory |
//! | `solitaire.rs`, `front.rs` | 17 the solitaire game |

mod action;
mod air_support;
mod airborne;
mod art;
mod axis;
mod bot;
mod briefing;
mod cards;
mod combat;
mod commanders;
pub mod components;
mod dispatch;
mod encirclement;
mod ending;
mod focus;
mod forecast;
mod front;
mod judgement;
mod kit;
mod movement;
mod notation;
mod panels;
mod position;
mod scene;
mod sentences;
pub mod sequence;
mod setup;
mod solitaire;
mod special;
pub mod state;
mod stock;
mod supply_check;
mod training;
mod transport;
mod trucks;

pub use action::{Action, Delivery, Event, Payment, Purse, Which};
pub use components::files;

use components::{Area, Card, Commander, Components, Corps, Load, Supply};
use data::{DataError, Files};
use referee::{
    Awaits, Decision, Dice, Forecast, Game, Illegal, Kit, Note, Offer, Opening, Pick, Piece, Ref, Referee, Rule,
    RuleIndex, Scenario, Scene, Seat, Setup, Spot, Thing, Unreadable, Viewer, won_above_all,
};
use sequence::{Debt, Step};
use state::{Areas, CardId, MAX_AREAS, State};
use std::sync::atomic::{AtomicU64, Ordering};

static SERIAL: AtomicU64 = AtomicU64::new(0);

/// The printed components, and what follows from the map.
#[derive(Debug)]
pub struct Race {
    c: Components,
    scenarios: Vec<Scenario>,
    kit: Kit,
    /// [2.20.a] By area: what any connection joins to it.
    near: Vec<Areas>,
    /// [2.20, 2.21] By commander and area: what his own connections join to it.
    own: [Vec<Areas>; 3],
    /// [2.11]
    victory: Areas,
    /// [2.12]
    flags: Areas,
    /// [2.13]
    flagged_victory: Areas,
    /// [14.B.3] Starting areas and Army bases.
    starts: Areas,
    /// [2.37.b] By commander.
    printed: [Areas; 3],
    /// [2.9, 2.10] By commander: all areas of his colour.
    coloured: [Areas; 3],
    /// Steps from each area to the nearest victory area over a commander's own connections. For bots.
    to_rhine: [Vec<u8>; 3],
    /// Which of the games this process has read it is: what bots remember is of one of them.
    serial: u64,
}

impl Race {
    pub fn new(files: &Files) -> Result<Race, DataError> {
        let c = Components::read(files)?;
        let spots = || c.map.board.spots();
        let select =
            |fits: &dyn Fn(&Area) -> bool| -> Areas { spots().filter(|spot| fits(c.map.area(*spot))).collect() };
        let near = spots().map(|spot| c.map.board.ways(spot).iter().map(|way| way.to).collect()).collect();
        let own = Commander::ALL.map(|commander| {
            let usable = |spot: Spot| {
                let ways = c.map.board.ways(spot).iter();
                ways.filter(|way| c.map.road(way.edge).contains(commander)).map(|way| way.to).collect()
            };
            spots().map(usable).collect::<Vec<Areas>>()
        });
        let victory = select(&|area| area.victory);
        let to_rhine = [0, 1, 2].map(|i| steps_to(&own[i], victory));
        let mut race = Race {
            near,
            victory,
            flags: select(&|area| area.flag),
            flagged_victory: select(&|area| area.flag && area.victory),
            starts: select(&|area| area.start || area.army_base.is_some()),
            printed: Commander::ALL.map(|commander| select(&|area| area.printed == Some(commander))),
            coloured: Commander::ALL.map(|commander| select(&|area| area.colours.contains(commander))),
            scenarios: c.scenarios.iter().map(setup::scenario).collect(),
            own,
            to_rhine,
            c,
            kit: Kit::default(),
            serial: SERIAL.fetch_add(1, Ordering::Relaxed),
        };
        race.kit = race.make_kit();
        Ok(race)
    }

    fn area(&self, spot: Spot) -> &Area {
        self.c.map.area(spot)
    }

    fn name(&self, spot: Spot) -> &str {
        &self.area(spot).name
    }

    fn card(&self, card: CardId) -> &Card {
        &self.c.cards[usize::from(card.0)]
    }

    fn unit(&self, corps: Piece) -> &Corps {
        &self.c.corps[corps.index()]
    }

    fn corps_of(&self, commander: Commander) -> impl Iterator<Item = Piece> {
        (0u16..).map(Piece).zip(&self.c.corps).filter(move |(_, c)| c.commander == commander).map(|(piece, _)| piece)
    }

    /// Where a corps of this player stands, if there is such a one.
    fn place_of(&self, s: &State, commander: Commander, corps: Piece) -> Result<Spot, Illegal> {
        let ours = self.c.corps.get(corps.index()).is_some_and(|corps| corps.commander == commander);
        let at = if ours { s.corps(corps).at } else { None };
        at.ok_or(Illegal::new(Rule("2.2"), "that is no corps of yours").about(Ref::Piece(corps)))
    }

    fn is_area(&self, spot: Spot) -> bool {
        spot.index() < self.c.map.areas.len()
    }

    /// [6.7, 6.7.a] What lies in the area counts, not what a Corps card carries.
    fn limit(&self, s: &State, area: Spot) -> u8 {
        let tables = &self.c.tables;
        if self.is_army_base(s, area) { tables.base_limit } else { tables.area_limit }
    }

    /// [2.15, 15.A.2] The base of a commander now.
    fn base(&self, s: &State, commander: Commander) -> Spot {
        if commander == Commander::Monty && s.antwerp_open {
            self.c.map.port
        } else {
            self.c.map.bases[commander.index()]
        }
    }

    fn is_army_base(&self, s: &State, area: Spot) -> bool {
        Commander::ALL.into_iter().any(|commander| self.base(s, commander) == area)
    }

    /// Puts supplies down; a grounded corps eats first [9.5.c], and what is too much has to go [6.7.b].
    fn put(&self, s: &mut State, at: Spot, load: Load, r: &mut Referee<Event>) {
        let lying = &mut s.lying[at.index()];
        *lying = lying.plus(load);
        self.wake(s, at, r);
        if s.lying[at.index()].total() > u16::from(self.limit(s, at)) {
            s.steps.push(Step::Overflow { at });
        }
    }

    /// [10.18] Back into the reserve.
    fn spend(s: &mut State, load: Load) {
        s.reserve = s.reserve.plus(load);
    }

    fn thing(supply: Supply) -> Ref {
        Ref::Thing(Thing(supply as u16))
    }
}

/// Steps from each area into a set, along these ways; 255 where there is none.
fn steps_to(ways: &[Areas], goal: Areas) -> Vec<u8> {
    let mut steps = vec![u8::MAX; ways.len()];
    let (mut reached, mut edge, mut far) = (goal, goal, 0);
    while !edge.is_empty() {
        for spot in edge {
            steps[spot.index()] = far;
        }
        edge = edge.iter().fold(Areas::empty(), |next, spot| next | ways[spot.index()]) - reached;
        reached |= edge;
        far += 1;
    }
    steps
}

impl Game for Race {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn kit(&self) -> &Kit {
        &self.kit
    }

    fn rules(&self) -> &RuleIndex {
        &self.c.rules
    }

    fn scenarios(&self) -> &[Scenario] {
        &self.scenarios
    }

    fn start(&self, setup: &Setup, r: &mut Referee<Event>) -> State {
        let mut s = self.laid_out(setup);
        self.draw_order(&mut s, r);
        self.begin_turn(&mut s);
        s
    }

    fn awaits(&self, s: &State) -> Awaits {
        let Some(step) = s.steps.top() else { return Awaits::Over(self.outcome(s)) };
        let mover = s.mover();
        let (who, rule, question) = match step {
            Step::Turn => (mover, "5.3", "What do you do?"),
            Step::Transport { .. } => (mover, "8.1", "Where does the next truck go?"),
            Step::Carry { .. } => (mover, "8.3", "What does the truck carry?"),
            Step::Bonus { .. } => (mover, "13.8", "Which two markers more?"),
            Step::Overflow { at } => {
                (s.holder(at).unwrap_or(mover), "6.7.b", "There is too much here. What goes back to the reserve?")
            }
            Step::Card if mover == Commander::Brad => (mover, "13.5", "Which deck do your aircraft watch?"),
            Step::Card => (mover, "13.9", "Which corps moves?"),
            Step::Moving { .. } => (mover, "10.3", "Does the corps go on?"),
            Step::Civilians { .. } => (mover, "10.20", "Civilians are starving. Do you give food for a medal?"),
            Step::Market { .. } => (mover, "10.24", "Black market: what do you exchange?"),
            Step::Landing { .. } => (mover, "12.1", "Does another airborne unit land?"),
            Step::Pay { who, why: Debt::Landing, .. } => (who, "12.3", "Which medal do you pay with?"),
            Step::Pay { who, why: Debt::Objective, .. } => {
                (who, "14.B.7", "The city is lost. Which medal do you return?")
            }
            Step::Check { next } => {
                (self.unit(next).commander, "9.5", "Supply Check: does the corps eat from its card or from its area?")
            }
            Step::Reaction => (mover, "14.1", "What does the Axis do?"),
            Step::Solo(_) | Step::Place { .. } => (mover, "17.D.3", "Where does the numbered marker go?"),
        };
        Awaits::Decision(Decision { seat: who.seat(), rule: Rule(rule), question })
    }

    fn offers(&self, s: &State, offers: &mut Vec<Offer<Action>>) {
        self.make_offers(s, offers);
    }

    fn open(&self, s: &State, action: &Action) -> Opening {
        self.opening(s, action)
    }

    fn fill(&self, action: &mut Action, pick: Pick) {
        action.fill(pick);
    }

    fn check(&self, s: &State, action: &Action) -> Result<(), Illegal> {
        self.check_action(s, action)
    }

    fn play(&self, s: &mut State, action: &Action, r: &mut Referee<Event>) {
        debug_assert_eq!(self.check(s, action), Ok(()), "the caller has checked the action");
        self.play_action(s, action, r);
        self.settle(s, r);
    }

    fn scene(&self, s: &State, viewer: Viewer) -> Scene {
        self.make_scene(s, viewer)
    }

    fn why_not(&self, s: &State, about: Ref) -> Option<Illegal> {
        self.why_nothing(s, about)
    }

    fn describe(&self, event: &Event, viewer: Viewer) -> Option<Note> {
        Some(self.sentence(event, viewer))
    }

    /// [11.2, 10.26] Only a top card that others have looked at is unknown.
    fn imagine(&self, s: &State, seat: Seat, dice: &mut dyn Dice) -> State {
        let mut s = *s;
        let Some(commander) = Commander::of_seat(seat) else { return s };
        for deck in &mut s.decks {
            if let Some((card, knowers)) = deck.top.filter(|(_, knowers)| !knowers.contains(commander)) {
                deck.bag.insert(card);
                let drawn = cards::draw_from(&mut deck.bag, |n| dice.pick(n));
                deck.top = drawn.map(|card| (card, knowers));
            }
        }
        s
    }

    fn write_action(&self, action: &Action) -> String {
        self.write_action(action)
    }

    fn read_action(&self, text: &str) -> Result<Action, Unreadable> {
        self.read_action(text)
    }

    fn write_position(&self, s: &State) -> String {
        self.write_position(s)
    }

    fn read_position(&self, lines: &str) -> Result<State, Unreadable> {
        self.read_position(lines)
    }

    fn forecast(&self, s: &State, action: &Action) -> Option<Forecast> {
        self.make_forecast(s, action)
    }

    fn value(&self, s: &State, seat: Seat) -> i32 {
        self.judged(s, seat)
    }

    fn kept_value(&self, s: &State, seat: Seat) -> i32 {
        self.value_of(s, seat)
    }

    fn advise(&self, s: &State, action: &Action) -> i32 {
        self.advice_on(s, action)
    }

    fn trusts_value(&self) -> bool {
        true
    }

    fn phase(&self, s: &State) -> u32 {
        4 * u32::from(s.round) + u32::from(s.seat) + 1
    }

    fn budget(&self) -> u64 {
        600_000
    }

    fn mover(&self, s: &State) -> Option<Seat> {
        Some(s.mover().seat())
    }

    fn margin(&self, s: &State, seat: Seat) -> i32 {
        won_above_all(self.awaits(s), seat, self.gained(s, seat))
    }

    fn assert_sound(&self, s: &State) {
        self.assert_state(s);
    }

    fn overlay(&self, s: &State, viewer: Viewer, name: &str, about: Ref) -> Vec<Ref> {
        self.marked(s, viewer, name, about)
    }
}

const _: () = assert!(MAX_AREAS == components::map::MAX_AREAS, "sets and arrays have room for the map");
