//! 1944 D-Day to the Rhine: ten months from the beaches to the Ruhr.
//!
//! Read [`sequence`] first: it says what is decided when. Where to find a rule, by chapter; a single number is a rule
//! that is applied in another chapter's file.
//!
//! | file | rules |
//! |---|---|
//! | `components.rs`, `state.rs` | G, U, K components |
//! | `setup.rs` | SET, V.4, V.12.f, V.13 set-up and cards |
//! | `sequence.rs`, `dispatch.rs` | Q, R.9, R.10.a, A.4.b, C.1, C.2.a the month, and who answers which question |
//! | `invasion.rs` | I, Q.3, V.1 invasion |
//! | `resources.rs` | R resource points and ports |
//! | `arrivals.rs` | A, SF arrivals, rebuilding, steps |
//! | `movement.rs`, `combat.rs` | ACT, RCO.3 activation |
//! | `movement.rs` | M, M.1.a, G.7, U.2.c, U.15.a, I.11, I.12, SF.2.a, SF.2.b movement |
//! | `combat.rs` | C, G.5, G.6, U.15.b, S.3.e, S.4.e, A.4.a, A.5.b, M.7.d, RCO.4.c, RCO.4.d, O.2.b combat |
//! | `support.rs` | S, C.5 air, artillery, fleet and airborne support |
//! | `supply.rs` | SUP, R.6, M.1, SF.1 supply and zones |
//! | `control.rs` | CTL, G.3.a, K.1.a city control |
//! | `rco.rs` | RCO Rundstedt's counter-offensive |
//! | `victory.rs` | V victory |
//! | `hidden.rs` | O.1 hidden and phantom units |
//! | `weather.rs` | O.2 variable weather |

mod action;
mod arrivals;
mod bot;
mod briefing;
mod combat;
pub mod components;
mod control;
mod dispatch;
mod focus;
mod forecast;
mod hidden;
mod invasion;
mod judgement;
mod kit;
mod movement;
mod notation;
mod position;
mod rco;
mod resources;
mod scene;
mod sentences;
pub mod sequence;
mod setup;
pub mod state;
mod supply;
mod support;
mod training;
mod victory;
mod weather;

pub use action::{Action, Battle, Event, How, Losses, Support, Throw};
pub use components::files;

use components::{City, Components, Country, Entry, ScenarioCard, Side, Unit};
use data::{DataError, Files};
use referee::{
    Awaits, Decision, Dice, Forecast, Game, Illegal, Kit, Note, Offer, Opening, Pick, Piece, Ref, Referee, Rule,
    RuleIndex, Scenario, Scene, Seat, Setup, Spot, Unreadable, Viewer, won_above_all,
};
use sequence::Step;
use state::{Hexes, State};
use std::sync::atomic::{AtomicU64, Ordering};

static SERIAL: AtomicU64 = AtomicU64::new(0);

/// The printed components, and what follows from the map.
#[derive(Debug)]
pub struct DdayToTheRhine {
    c: Components,
    scenarios: Vec<Scenario>,
    kit: Kit,
    /// Tells apart games read from different files, for what a thread remembers.
    serial: u64,
    /// The units of each side.
    of: [Vec<Piece>; 2],
    /// By hex: the hexes around it.
    near: Vec<Hexes>,
    ways: bot::Ways,
    all: Hexes,
    cities: Hexes,
    ports: Hexes,
    germany: Hexes,
    german_cities: Hexes,
    french_cities: Hexes,
    south_france: Hexes,
    german_edges: Hexes,
    ruhr: Hexes,
    /// [V.7]
    saar: Hexes,
    /// [V.10]
    prizes: Hexes,
    /// [G.2.h] In Germany.
    beyond_rhine: Hexes,
    beyond_meuse: Hexes,
    /// [A.9] Cities of groups B, G and H, and of panzers.
    lists: [Hexes; 4],
    /// [SET.2] By beach.
    invaders: [Piece; 2],
    sixth_panzer: Piece,
    first_ss: Piece,
}

impl DdayToTheRhine {
    pub fn new(files: &Files) -> Result<DdayToTheRhine, DataError> {
        let c = Components::read(files)?;
        let map = &c.map;
        let spots = || map.board.spots();
        let flagged = |flags: &[bool]| -> Hexes { spots().filter(|at| flags[at.index()]).collect() };
        let towns = |fits: &dyn Fn(&City) -> bool| -> Hexes {
            map.cities.iter().filter(|city| fits(city)).map(|city| city.at).collect()
        };
        let set = |spots: &[Spot]| -> Hexes { spots.iter().copied().collect() };
        let german = |at: Spot| map.country[at.index()] == Country::Germany;
        let beyond = (0..map.cities.len()).filter(|i| map.east_of_meuse[*i]).map(|i| map.cities[i].at);
        let piece = |i: usize| Piece(u16::try_from(i).unwrap_or(0));
        let lands = |at: Spot| {
            let found = c.units.iter().position(|unit| unit.due == components::Due::Invasion && unit.start == Some(at));
            piece(found.unwrap_or(0))
        };
        let of = |side: Side| (0..c.units.len()).filter(|i| c.units[*i].side == side).map(piece).collect();
        let mut rhine = DdayToTheRhine {
            serial: SERIAL.fetch_add(1, Ordering::Relaxed),
            of: Side::BOTH.map(of),
            near: spots().map(|at| map.board.ways(at).iter().map(|way| way.to).collect()).collect(),
            ways: bot::Ways::new(map),
            all: spots().collect(),
            cities: towns(&|_| true),
            ports: towns(&|city| city.port > 0),
            germany: spots().filter(|at| german(*at)).collect(),
            german_cities: towns(&|city| city.country == Country::Germany),
            french_cities: towns(&|city| city.country == Country::France),
            south_france: flagged(&map.south_france),
            german_edges: flagged(&map.east_germany) | flagged(&map.south_germany),
            ruhr: set(&map.ruhr),
            saar: set(&c.tables.victory.saar),
            prizes: set(&c.tables.victory.blow),
            beyond_rhine: flagged(&map.east_of_rhine).iter().filter(|at| german(*at)).collect(),
            beyond_meuse: beyond.collect(),
            lists: [&c.tables.places_b, &c.tables.places_g, &c.tables.places_h, &c.tables.places_panzer]
                .map(|places| set(places)),
            invaders: map.beach.map(lands),
            sixth_panzer: piece(c.tables.dietrich),
            first_ss: piece(c.tables.first_ss),
            scenarios: c.scenarios.iter().map(setup::scenario).collect(),
            kit: Kit::default(),
            c,
        };
        rhine.kit = rhine.make_kit();
        Ok(rhine)
    }

    fn unit(&self, unit: Piece) -> &Unit {
        &self.c.units[unit.index()]
    }

    /// The units of a side, wherever they are.
    fn all_of(&self, side: Side) -> impl Iterator<Item = Piece> {
        self.of[side.index()].iter().copied()
    }

    fn is_hex(&self, at: Spot) -> bool {
        at.index() < self.c.map.board.len()
    }

    fn city(&self, at: Spot) -> Option<&City> {
        self.c.map.city_at(at)
    }

    fn scenario(&self, s: &State) -> &ScenarioCard {
        &self.c.scenarios[usize::from(s.scenario)]
    }

    /// [SF.2] The German units that come up from the south.
    fn is_from_the_south(&self, unit: Piece) -> bool {
        let card = self.unit(unit);
        card.side == Side::German && card.entry == Entry::SouthFrance
    }
}

impl Game for DdayToTheRhine {
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
        self.begin(&mut s, r);
        self.settle(&mut s, r);
        s
    }

    fn awaits(&self, s: &State) -> Awaits {
        let Some(step) = s.steps.top() else { return Awaits::Over(self.outcome(s)) };
        let (side, rule, question) = match step {
            Step::Invasion => (Side::Allied, "I.2", "Which landing comes next?"),
            Step::Launch => (Side::German, "RCO.1", "Do you launch the counter-offensive this month?"),
            Step::Arrivals(side) => (side, "A.1", "Reinforcements and replacements."),
            Step::Activation(side) => (side, "ACT.1", "Move and attack."),
            Step::Moving { .. } => (Side::Allied, "M.2", "Something has come to light. Does the unit go on?"),
            Step::Support { .. } => (Side::Allied, "C.5", "Which support joins the combat?"),
            Step::FriendlyHit { .. } => (Side::Allied, "S.3.d", "Bombs fall short. Who is hit?"),
            Step::Losses { among, .. } => {
                let side = among.first().map_or(Side::Allied, |unit| self.unit(unit).side);
                (side, "C.12", "How do you share out the losses?")
            }
            Step::Close { side, .. } => (side, "A.5.c", "Too many units in one hex. Who goes back?"),
            Step::Hide => (Side::German, "O.1.b", "Which units do you hide?"),
            Step::Fight { .. } => (Side::Allied, "C.7", "The dice are rolled."),
        };
        Awaits::Decision(Decision { seat: side.seat(), rule: Rule(rule), question })
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

    fn sample(&self, s: &State, action: &Action, dice: &mut dyn Dice) -> Option<Pick> {
        self.any_pick(s, action, dice)
    }

    fn check(&self, s: &State, action: &Action) -> Result<(), Illegal> {
        self.check_action(s, action)
    }

    fn play(&self, s: &mut State, action: &Action, r: &mut Referee<Event>) {
        debug_assert_eq!(self.check(s, action), Ok(()), "the caller has checked the action");
        self.play_action(s, action, r);
        self.settle(s, r);
        self.uncover_ports(s, r);
    }

    fn scene(&self, s: &State, viewer: Viewer) -> Scene {
        self.make_scene(s, viewer)
    }

    fn why_not(&self, s: &State, about: Ref) -> Option<Illegal> {
        self.why_nothing(s, about)
    }

    fn describe(&self, event: &Event, viewer: Viewer) -> Option<Note> {
        self.sentence(event, viewer)
    }

    /// [V.4, O.1.e] The enemy's card, and what lies under markers.
    fn imagine(&self, s: &State, seat: Seat, dice: &mut dyn Dice) -> State {
        let mut s = *s;
        let Some(side) = Side::of_seat(seat) else { return s };
        let enemy = side.other();
        if s.cards[enemy.index()] > 0 && !s.options.open_cards {
            let of = self.cards_of(&s, enemy);
            let n = u16::try_from(of.len()).unwrap_or(1);
            s.cards[enemy.index()] = of[usize::from(dice.pick(n))];
        }
        if side == Side::Allied && s.options.hidden {
            self.imagine_markers(&mut s, dice);
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

    fn advise(&self, s: &State, action: &Action) -> i32 {
        self.hint_on(s, action)
    }

    fn kept_value(&self, s: &State, seat: Seat) -> i32 {
        self.value_of(s, seat)
    }

    fn kept_advice(&self, s: &State, action: &Action) -> i32 {
        self.advice_on(s, action)
    }

    fn budget(&self) -> u64 {
        320_000
    }

    fn drafts(&self) -> usize {
        8
    }

    fn hurries_by_kept_values(&self) -> bool {
        true
    }

    fn phase(&self, s: &State) -> u32 {
        4 * u32::from(s.month.0) + u32::from(s.phase.div_ceil(2)) + 1
    }

    fn mover(&self, s: &State) -> Option<Seat> {
        Some(if matches!(s.phase, 1 | 2) { Side::German } else { Side::Allied }.seat())
    }

    fn margin(&self, s: &State, seat: Seat) -> i32 {
        won_above_all(self.awaits(s), seat, self.gained(s, seat))
    }

    fn operations(&self, s: &State, seat: Seat) -> Vec<Vec<Action>> {
        self.planned(s, seat)
    }

    fn assert_sound(&self, s: &State) {
        self.assert_state(s);
    }

    fn overlay(&self, s: &State, viewer: Viewer, name: &str, about: Ref) -> Vec<Ref> {
        self.marked(s, viewer, name, about)
    }
}
