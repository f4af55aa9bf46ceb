//! Hürtgen Forest: the November 1944 battle between US and German battalions, 500 metres to the hex.
//!
//! Standard rules 1.0 to 9.0, exclusive rules 10.0 to 17.0. [1.0.a] Where both folders speak, the exclusive one leads.
//! The order of play is in `sequence.rs`. Where to find a rule, by chapter; a single number is a rule that is applied in
//! another chapter's file, and 7.7x are 7.7 to 7.79.
//!
//! | file | rules |
//! |---|---|
//! | `sequence.rs`, `dispatch.rs` | 4, 5.11, 7.0 sequence of play, and who answers which question |
//! | `movement.rs` | 5, 4.1.1.A.a, 6.0.a, 6.12, 6.13, 13.0.a, 13.14, 13.21 movement, terrain, friendly units |
//! | `zones.rs` | 6 Zones of Control |
//! | `combat.rs` | 4.1.1.B.a, 7.0.f, 7.1x, 7.2x, 7.3x, 7.5x, 7.83, 13.25 who attacks whom, duties |
//! | `resolution.rs` | 4.1.1.B.d, 7.0.b, 7.0.c, 7.0.d, 7.3, 7.4x, 7.52, 7.6x differential, terrain, results |
//! | `retreat.rs` | 5.24.a, 7.62.f, 7.7x, 14.13 retreat |
//! | `displacement.rs` | 5.24.b, 7.8x displacement |
//! | `advance.rs` | 7.9x advance |
//! | `artillery.rs` | 2.32.f, 7.82.c, 8, 11 artillery |
//! | `resolution.rs` | 8.14, 8.33, 8.62 guns in a battle |
//! | `ground_support.rs` | 9, 11 Ground Support |
//! | `panzer_116.rs` | 12, 14.12 the 116th Panzer Division |
//! | `reinforcements.rs` | 2.1.c, 13 reinforcements |
//! | `exit.rs` | 14, 14.13.a exit |
//! | `victory.rs` | 5.16, 15 victory |
//! | `scenarios.rs` | 3, 16 scenarios |
//! | `kit.rs` | 15.22, 16.14, 16.15 what the map shows |

#![deny(clippy::float_arithmetic)]

mod action;
mod advance;
mod artillery;
mod bot;
mod briefing;
mod combat;
pub mod components;
mod dispatch;
mod displacement;
mod event;
mod exit;
mod focus;
mod forecast;
mod ground_support;
mod judgement;
mod kit;
mod matching;
mod movement;
mod outlook;
mod panzer_116;
mod position;
mod reinforcements;
mod resolution;
mod retreat;
mod scenarios;
mod scene;
mod sequence;
pub mod state;
mod training;
mod victory;
mod words;
mod zones;

pub use action::{Action, Route};
pub use components::files;
pub use event::Event;
pub use sequence::Step;
pub use state::State;

use components::{Components, Ground, HexSide, Kind};
use data::{DataError, Files};
use referee::{
    Awaits, Dice, Forecast, Game, Illegal, Kit, Note, Offer, Opening, Pick, Ref, Referee, RuleIndex, Scenario, Scene,
    Seat, Setup, Spot, Unreadable, Viewer,
};
use state::{Side, State as S, Unit, Units};
use std::sync::atomic::{AtomicU64, Ordering};

/// The part of a counter that rules ask about all the time.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Card {
    pub(crate) side: Side,
    /// [2.31.b] Bound by the ban of 5.24.
    pub(crate) motorized: bool,
    pub(crate) artillery: bool,
    /// [12.0.a] Of the division that has to leave.
    pub(crate) withdraws: bool,
    /// [2.32.a], [2.32.c] Attack Strength, Barrage Strength of artillery.
    pub(crate) attack: u8,
    pub(crate) fpf: u8,
    pub(crate) range: u8,
    pub(crate) defense: u8,
    /// [2.32.e] In half points.
    pub(crate) movement: u16,
    pub(crate) at: Spot,
    pub(crate) turn: u8,
}

/// A hex next to another, and whether a road leads there.
#[derive(Copy, Clone, Debug)]
struct Neighbour {
    to: Spot,
    by_road: bool,
}

/// The components of the game; with the rules in this crate they are the game.
#[derive(Debug)]
pub struct HurtgenForest {
    components: Components,
    kit: Kit,
    scenarios: Vec<Scenario>,
    grid: board::Grid,
    board: board::Board,
    /// Boxes beside the map: waiting, left the map, eliminated.
    off: Spot,
    exit: Spot,
    dead: Spot,
    /// By edge.
    hexsides: Vec<HexSide>,
    /// By hex: where zones reach.
    around: Vec<board::Path<6>>,
    /// By hex: where Lines of Communications go on.
    line_ways: Vec<board::Path<6>>,
    /// The same as sets, for searches that ask for no way back; and the rough hexes.
    line_near: Vec<state::Hexes>,
    rough: state::Hexes,
    /// By hex: its neighbours.
    near: Vec<Vec<Neighbour>>,
    /// By objective and hex: how far it is.
    to_towns: Vec<Vec<u8>>,
    /// By motorized or not, then edge and direction: half points, 0 where closed.
    step_costs: [Vec<u8>; 2],
    /// The same for searches, by motorized or not.
    open: Vec<movement::OpenWays>,
    cards: Vec<Card>,
    sides: referee::BySeat<Units>,
    artillery: Units,
    /// By the first eight letters of the name, for the notation.
    names: Vec<(u64, Unit)>,
    /// For the gauge.
    levels: Vec<referee::GaugeLevel>,
    /// Tells games with other data apart: what was worked out for one is not taken for another.
    serial: u64,
}

static SERIAL: AtomicU64 = AtomicU64::new(0);

impl HurtgenForest {
    pub fn new(files: &Files) -> Result<HurtgenForest, DataError> {
        let components = components::load(files)?;
        let map = &components.map;
        let grid = map.grid.clone();
        let [off, exit, dead] = [0, 1, 2].map(|i| Spot(u16::try_from(grid.len() + i).expect("few hexes")));
        let board = lay_out(&grid, map, off, exit);
        let cards: Vec<Card> = components.units.iter().map(|unit| card(unit, &components)).collect();
        let mut game = HurtgenForest {
            kit: Kit::default(),
            scenarios: components.scenarios.iter().map(scenario).collect(),
            grid,
            off,
            exit,
            dead,
            hexsides: vec![HexSide::default(); board.edges()],
            board,
            around: vec![],
            line_ways: vec![],
            line_near: vec![],
            rough: state::Hexes::empty(),
            near: vec![],
            to_towns: vec![],
            step_costs: [vec![], vec![]],
            open: vec![],
            sides: referee::BySeat(Side::BOTH.map(|side| select(&cards, |card| card.side == side))),
            artillery: select(&cards, |card| card.artillery),
            names: vec![],
            levels: vec![],
            serial: SERIAL.fetch_add(1, Ordering::Relaxed),
            cards,
            components,
        };
        game.prepare();
        game.kit = game.make_kit();
        Ok(game)
    }

    /// Works out, once, what play looks up all the time.
    fn prepare(&mut self) {
        for (a, b, side) in &self.components.map.sides {
            let edge = self.board.edge(*a, *b).expect("hexsides lie between neighbours");
            self.hexsides[usize::from(edge.0)] = *side;
        }
        let zone = |hex: Spot| {
            let open = self.board.ways(hex).iter().filter(|way| {
                let side = self.hexside(way.edge);
                self.is_hex(way.to) && (!side.has(HexSide::RIVER) || side.has(HexSide::BRIDGE))
            });
            open.map(|way| way.to).collect()
        };
        self.around = self.hexes().map(zone).collect();
        self.line_ways = self.ways_of_lines();
        self.line_near = self.line_ways.iter().map(|ways| ways.iter().collect()).collect();
        self.rough = self.hexes().filter(|hex| self.ground(*hex) == components::Ground::Rough).collect();
        let near = |hex: Spot| self.board.ways(hex).iter().filter(|way| self.is_hex(way.to));
        let neighbour = |way: &board::Way| Neighbour { to: way.to, by_road: self.hexside(way.edge).has(HexSide::ROAD) };
        self.near = self.hexes().map(|hex| near(hex).map(neighbour).collect()).collect();
        let far = |a: Spot, b: Spot| u8::try_from(self.grid.distance(a, b)).unwrap_or(u8::MAX);
        let to_town = |town: &components::Objective| self.hexes().map(|hex| far(hex, town.hexes[0])).collect();
        self.to_towns = self.components.tables.objectives.iter().map(to_town).collect();
        self.step_costs = [false, true].map(|motorized| {
            let mut costs = vec![0; self.board.edges() * 2];
            for from in self.hexes() {
                for way in self.board.ways(from).iter().filter(|way| self.is_hex(way.to)) {
                    let cost = self.terrain_cost(motorized, way.to, way.edge).unwrap_or(0);
                    costs[movement::directed(from, *way)] = cost;
                }
            }
            costs
        });
        self.open = [false, true].map(|motorized| self.open_ways(motorized)).into();
        self.names = self.all_units().map(|unit| (words::eight_letters(self.name(unit)), unit)).collect();
        self.names.sort();
        self.levels = self.gauge_levels();
    }

    pub(crate) fn hexes(&self) -> impl Iterator<Item = Spot> + use<> {
        (0..self.off.0).map(Spot)
    }

    pub(crate) fn is_hex(&self, spot: Spot) -> bool {
        spot < self.off
    }

    pub(crate) fn ground(&self, hex: Spot) -> Ground {
        self.components.map.ground[hex.index()]
    }

    pub(crate) fn hexside(&self, edge: board::Edge) -> HexSide {
        self.hexsides[usize::from(edge.0)]
    }

    /// [13.12] A hex with a road in it.
    pub(crate) fn is_road_hex(&self, hex: Spot) -> bool {
        self.components.map.road_off[hex.index()] || self.carries(hex, HexSide::ROAD)
    }

    /// A hex with a road or trail in it.
    pub(crate) fn is_way_hex(&self, hex: Spot) -> bool {
        self.is_road_hex(hex) || self.components.map.trail_off[hex.index()] || self.carries(hex, HexSide::TRAIL)
    }

    fn carries(&self, hex: Spot, way: HexSide) -> bool {
        self.board.ways(hex).iter().any(|side| self.hexside(side.edge).has(way))
    }

    pub(crate) fn all_units(&self) -> impl Iterator<Item = Unit> + use<> {
        (0..u8::try_from(self.cards.len()).expect("few units")).map(Unit)
    }

    pub(crate) fn exists(&self, unit: Unit) -> bool {
        unit.index() < self.cards.len()
    }

    pub(crate) fn card(&self, unit: Unit) -> &Card {
        &self.cards[unit.index()]
    }

    pub(crate) fn side(&self, unit: Unit) -> Side {
        self.cards[unit.index()].side
    }

    pub(crate) fn of_side(&self, side: Side) -> Units {
        self.sides[side]
    }

    pub(crate) fn name(&self, unit: Unit) -> &str {
        &self.components.units[unit.index()].name
    }
}

/// Hexes and their neighbours; the box of waiting units beside the east and west edges, and the way out over
/// the east and south edges. [2.1.c]
fn lay_out(grid: &board::Grid, map: &components::Map, off: Spot, exit: Spot) -> board::Board {
    let mut names: Vec<String> = grid.spots().map(|hex| grid.name(hex)).collect();
    names.extend(["off", "exit", "dead"].map(String::from));
    let mut edges = grid.edges();
    for hex in grid.spots() {
        let (column, row) = grid.column_row(hex);
        if column == 1 || column == map.columns() || row == 1 || row == map.rows() {
            edges.push((hex, off));
        }
        if column == map.columns() || row == map.rows() {
            edges.push((hex, exit));
        }
    }
    board::Board::new(names, &edges)
}

fn card(unit: &components::UnitCard, components: &Components) -> Card {
    Card {
        side: unit.side,
        motorized: match unit.kind {
            Kind::Mechanized | Kind::Armor | Kind::Recon | Kind::SpArtillery => true,
            Kind::Infantry | Kind::Artillery => false,
        },
        artillery: unit.kind.is_artillery(),
        withdraws: unit.side == Side::German && unit.division == components.tables.penalty_division,
        attack: unit.attack,
        fpf: unit.fpf,
        range: unit.range,
        defense: unit.defense,
        movement: u16::from(unit.movement) * 2,
        at: unit.at,
        turn: unit.turn,
    }
}

fn select(cards: &[Card], fits: impl Fn(&Card) -> bool) -> Units {
    (0u8..).zip(cards).filter(|(_, card)| fits(card)).map(|(i, _)| Unit(i)).collect()
}

fn scenario(card: &components::ScenarioCard) -> Scenario {
    Scenario {
        id: card.id.clone(),
        title: card.title.clone(),
        about: card.history.clone(),
        reconstructed: card.reconstructed.clone().unwrap_or_default(),
        turns: card.turns,
        seats: vec![Seat(0), Seat(1)],
        options: vec![],
    }
}

impl Game for HurtgenForest {
    type State = S;
    type Action = Action;
    type Event = Event;

    fn kit(&self) -> &Kit {
        &self.kit
    }

    fn rules(&self) -> &RuleIndex {
        &self.components.rules
    }

    fn scenarios(&self) -> &[Scenario] {
        &self.scenarios
    }

    fn start(&self, setup: &Setup, referee: &mut Referee<Event>) -> S {
        self.set_scenario(setup, referee)
    }

    fn awaits(&self, state: &S) -> Awaits {
        self.awaited(state)
    }

    fn offers(&self, s: &S, offers: &mut Vec<Offer<Action>>) {
        self.make_offers(s, offers);
    }

    fn open(&self, s: &S, action: &Action) -> Opening {
        self.opening(s, action)
    }

    fn fill(&self, action: &mut Action, pick: Pick) {
        self.fill_in(action, pick);
    }

    fn check(&self, state: &S, action: &Action) -> Result<(), Illegal> {
        self.check_action(state, action)
    }

    fn play(&self, state: &mut S, action: &Action, referee: &mut Referee<Event>) {
        debug_assert_eq!(self.check(state, action), Ok(()), "{action:?}");
        self.play_action(state, action, referee);
    }

    fn scene(&self, state: &S, _: Viewer) -> Scene {
        self.make_scene(state)
    }

    fn why_not(&self, state: &S, about: Ref) -> Option<Illegal> {
        self.why_nothing(state, about)
    }

    fn describe(&self, event: &Event, _: Viewer) -> Option<Note> {
        Some(self.sentence(event))
    }

    /// Nothing is hidden in this game.
    fn imagine(&self, state: &S, _: Seat, _: &mut dyn Dice) -> S {
        state.clone()
    }

    fn write_action(&self, action: &Action) -> String {
        self.write_action(action)
    }

    fn read_action(&self, text: &str) -> Result<Action, Unreadable> {
        self.read_action(text)
    }

    fn write_position(&self, state: &S) -> String {
        self.write_position(state)
    }

    fn read_position(&self, lines: &str) -> Result<S, Unreadable> {
        self.read_position(lines)
    }

    fn forecast(&self, state: &S, action: &Action) -> Option<Forecast> {
        self.make_forecast(state, action)
    }

    fn sample(&self, s: &S, action: &Action, dice: &mut dyn Dice) -> Option<Pick> {
        match (s.now(), action) {
            (Some(Step::Movement(_)), Action::Move { unit, .. }) => self.wander(s, *unit, dice).map(Pick::Path),
            _ => None,
        }
    }

    fn value(&self, state: &S, seat: Seat) -> i32 {
        self.judged(state, Side::of(seat))
    }

    fn advise(&self, state: &S, action: &Action) -> i32 {
        self.hint_on(state, action)
    }

    fn kept_value(&self, state: &S, seat: Seat) -> i32 {
        self.value_of(state, Side::of(seat))
    }

    fn kept_advice(&self, state: &S, action: &Action) -> i32 {
        self.advice_on(state, action)
    }

    fn budget(&self) -> u64 {
        800_000
    }

    fn drafts(&self) -> usize {
        8
    }

    fn drafts_with_care(&self) -> bool {
        true
    }

    fn hurries_by_kept_values(&self) -> bool {
        true
    }

    fn phase(&self, state: &S) -> u32 {
        self.player_turn(state)
    }

    fn mover(&self, state: &S) -> Option<Seat> {
        match state.steps.iter().next()? {
            Step::Deploy(side) | Step::Movement(side) | Step::Combat(side) => Some(side.seat()),
            _ => None,
        }
    }

    fn assert_sound(&self, s: &S) {
        self.assert_state(s);
    }

    fn overlay(&self, state: &S, _: Viewer, name: &str, about: Ref) -> Vec<Ref> {
        self.marked(state, name, about)
    }
}
