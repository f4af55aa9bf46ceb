//! Operation Grenade: the Ninth Army crosses the Roer in February 1945, regiments and battalions, a day to the turn.
//!
//! Standard rules [1.0]–[14.0], exclusive rules [15.0]–[28.0]. A rule lives in the file of its chapter under its number; the
//! order of play is in `sequence.rs`.
//!
//! | file | chapters |
//! |---|---|
//! | `sequence.rs`, `dispatch.rs` | [4.0] sequence of play; which chapter answers which question |
//! | `movement.rs`, `march.rs` | [5.0] movement, [26.0] bridging, [27.1] swamp; [5.5] strategic movement |
//! | `zones.rs`, `stacking.rs` | [6.0] Zones of Control; [7.0], [7.1] stacking |
//! | `chits.rs` | [8.0] limited intelligence |
//! | `duties.rs`, `attack.rs` | [9.0], [9.1], [9.2] who fights whom, [7.2] one regiment a hex |
//! | `strength.rs`, `shifts.rs` | [9.31], [9.32], [12.0], [18.11], [20.0]; [9.33] to [9.5], [18.2], [24.22] |
//! | `artillery.rs`, `air.rs` | [9.6]; [13.0], [25.0] |
//! | `resolution.rs`, `losses.rs` | [9.7], [9.8]; [9.82], [9.85], [10.0] |
//! | `retreat.rs`, `advance.rs` | [9.91], [9.97]; [9.94] |
//! | `supply.rs`, `reinforcements.rs` | [11.0]; [14.0], [23.0], [27.3] |
//! | `set_up.rs`, `flood.rs`, `restrictions.rs` | [16.0]; [17.0], [18.0]; [19.0] |
//! | `odds.rs`, `forecast.rs` | exact chances over hidden chits; what is shown of them |
//! | `scene.rs`, `kit.rs`, `charts.rs`, `focus.rs` | what a viewer sees, where eyes are led, why something is not offered |
//! | `volkssturm.rs`, `rhine.rs`, `weather.rs`, `victory.rs` | [21.0]; [22.0]; [24.0]; [28.0] |

#![deny(clippy::float_arithmetic)]

mod action;
mod advance;
mod air;
mod artillery;
mod attack;
mod bot;
mod briefing;
mod charts;
mod chits;
pub mod components;
mod dispatch;
mod duties;
mod event;
mod flood;
mod focus;
mod forecast;
mod kit;
mod losses;
mod march;
mod movement;
mod notation;
mod odds;
mod position;
mod reinforcements;
mod resolution;
mod restrictions;
mod retreat;
mod rhine;
mod rows;
mod scene;
mod sequence;
mod set_up;
mod shifts;
mod sound;
mod stacking;
pub mod state;
mod strength;
mod supply;
mod training;
mod victory;
mod volkssturm;
mod weather;
mod words;
mod zones;

pub use action::{Action, Chase, Route, Targets};
pub use components::files;
pub use event::Event;
pub use sequence::{Loss, Step};
pub use state::State;

use board::{Board, Edge, Path, Way};
use components::{Components, Draws, Ground, Kind, Place, UnitCard, Water};
use data::{DataError, Files};
use referee::{
    Awaits, BySeat, Dice, Forecast, Game, Illegal, Kit, Note, Offer, Opening, Pick, Ref, Referee, RuleIndex, Scenario,
    ScenarioOption, Scene, Seat, Setup, Spot, Unreadable, Viewer,
};
use rows::Extent;
use state::{CHIT_KINDS, Hexes, POOLS, Side, State as S, Unit, Units};

/// The part of a counter that rules ask about all the time.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct Card {
    pub(crate) side: Side,
    pub(crate) kind: Kind,
    /// [5.31] Mechanized by movement: tanks, mechanized infantry, reconnaissance, self-propelled artillery.
    pub(crate) mechanized: bool,
    /// [9.96] Tanks and mechanized infantry.
    pub(crate) armour: bool,
    /// [11.33.3] Those and reconnaissance.
    pub(crate) fuel: bool,
    pub(crate) artillery: bool,
    pub(crate) volkssturm: bool,
    pub(crate) draws: Option<Draws>,
    pub(crate) strength: u8,
    pub(crate) movement: u8,
    /// [10.0] Strength and allowance.
    pub(crate) cadre: (u8, u8),
    /// [2.22] A number for each corps of a side.
    pub(crate) corps: Option<u8>,
    pub(crate) mine_clearing: bool,
    pub(crate) place: Place,
    /// [19.11] It stands still up to this Game-Turn.
    pub(crate) frozen_until: u8,
    /// [19.12] Of the corps that waits.
    pub(crate) withdraws: bool,
    /// [19.32]
    pub(crate) boundary: Option<u8>,
    /// [19.41], [19.42]
    pub(crate) unsupplied_until: u8,
}

/// The components of the game; with the rules in this crate they are the game.
#[derive(Debug)]
pub struct OperationGrenade {
    components: Components,
    kit: Kit,
    scenarios: Vec<Scenario>,
    /// Boxes beside the map: waiting, eliminated.
    off: Spot,
    dead: Spot,
    extent: Extent,
    /// The hexes, and the box of waiting units beside the edges [14.11].
    entry_board: Board,
    /// By hex: its neighbours, and those not over the Rhine.
    around: Vec<Path<6>>,
    dry_around: Vec<Path<6>>,
    /// By hex: where roads lead [11.1].
    roads: Vec<Path<6>>,
    /// By class, mud, flood and manner of moving, then directed edge: sixths, 0 where a closer look is needed.
    costs: Vec<Vec<u8>>,
    cards: Vec<Card>,
    sides: BySeat<Units>,
    large: Units,
    guns: Units,
    drawing: Units,
    free: Units,
    volkssturm: Units,
    /// [9.4] Regiments that make a division.
    divisions: Vec<Units>,
    box_of_chits: [[u8; CHIT_KINDS]; POOLS],
    all_hexes: Hexes,
    road_hexes: Hexes,
    hilltops: Hexes,
    /// [11.22] The friendly edge of the map, and [11.52] the hexes next to it as well.
    supply_edge: BySeat<Hexes>,
    near_edge: BySeat<Hexes>,
    /// [16.2.o] By unit: where it may be set up freely, as far as its corps goes.
    deploy_areas: Vec<Hexes>,
    /// By edge: the bridge over the Rhine.
    bridge_at: Vec<Option<u8>>,
    /// By hex, as bits: bridges of which it is the western end, towns that a unit here calls out.
    bridges_west: Vec<u16>,
    levies_near: Vec<u64>,
    /// By hex: its number among the victory hexes.
    victory_at: Vec<Option<u8>>,
    /// By victory hex, then hex: how far it is, for bots.
    to_goal: Vec<Vec<i32>>,
    /// By pool, class and side of the chit: the mean strength in tenths, for bots.
    mean_of_pool: [[[i32; 2]; 3]; POOLS],
    /// By the first eight letters of the name, for the notation.
    names: Vec<(u64, Unit)>,
}

impl OperationGrenade {
    pub fn new(files: &Files) -> Result<OperationGrenade, DataError> {
        let components = components::load(files)?;
        let map = &components.map;
        let layout = map.grid.layout();
        let [off, dead] = [0, 1].map(|i| Spot(u16::try_from(map.grid.len() + i).expect("few hexes")));
        let cards: Vec<Card> = components.units.iter().map(|unit| card(unit, &components)).collect();
        let mut game = OperationGrenade {
            kit: Kit::default(),
            scenarios: components.scenarios.iter().map(scenario).collect(),
            off,
            dead,
            extent: Extent { rows: layout.rows.into(), columns: layout.columns.into() },
            entry_board: lay_out(map, off),
            around: vec![],
            dry_around: vec![],
            roads: vec![],
            costs: vec![],
            sides: BySeat(Side::BOTH.map(|side| select(&cards, |card| card.side == side))),
            large: (0u8..).zip(&components.units).filter(|(_, unit)| unit.is_large()).map(|(i, _)| Unit(i)).collect(),
            guns: select(&cards, |card| card.artillery),
            drawing: select(&cards, |card| card.draws.is_some()),
            free: select(&cards, |card| Self::is_free(card.place, card.kind)),
            volkssturm: select(&cards, |card| card.volkssturm),
            divisions: divisions(&components.units),
            box_of_chits: components.chits.counts(),
            all_hexes: map.grid.spots().collect(),
            road_hexes: Hexes::empty(),
            hilltops: map.grid.spots().filter(|hex| map.ground[hex.index()] == Ground::Hilltop).collect(),
            supply_edge: BySeat::default(),
            near_edge: BySeat::default(),
            deploy_areas: vec![],
            bridge_at: vec![None; map.board.edges()],
            bridges_west: vec![0; map.grid.len()],
            levies_near: vec![0; map.grid.len()],
            victory_at: vec![None; map.grid.len()],
            names: vec![],
            to_goal: vec![],
            mean_of_pool: std::array::from_fn(|pool| means(&components.chits.pools[pool])),
            cards,
            components,
        };
        game.prepare();
        game.kit = game.make_kit();
        Ok(game)
    }

    /// Works out, once, what play looks up all the time.
    fn prepare(&mut self) {
        let map = &self.components.map;
        let ways = |hex: Spot, fits: &dyn Fn(Edge) -> bool| -> Path<6> {
            map.board.ways(hex).iter().filter(|way| fits(way.edge)).map(|way| way.to).collect()
        };
        self.around = map.grid.spots().map(|hex| ways(hex, &|_| true)).collect();
        self.dry_around =
            map.grid.spots().map(|hex| ways(hex, &|edge| map.water[edge.index()] != Water::Rhine)).collect();
        self.roads = map.grid.spots().map(|hex| ways(hex, &|edge| map.road[edge.index()])).collect();
        self.road_hexes = map.grid.spots().filter(|hex| !self.roads[hex.index()].is_empty()).collect();
        let columns = map.grid.layout().columns;
        let edge = |column: u8| map.grid.spots().filter(|hex| map.grid.column_row(*hex).0 == column).collect::<Hexes>();
        self.supply_edge = BySeat([edge(1), edge(columns)]);
        for (bridge, it) in (0u8..).zip(&map.bridges) {
            let edge = map.board.edge(it.west, it.east).expect("a bridge joins neighbours");
            self.bridge_at[edge.index()] = Some(bridge);
            self.bridges_west[it.west.index()] |= 1 << bridge;
        }
        for (levy, it) in (0u8..).zip(&map.levies) {
            for hex in &map.towns[it.town].hexes {
                let near = self.around[hex.index()].iter().chain([*hex]);
                near.for_each(|near| self.levies_near[near.index()] |= 1 << levy);
            }
        }
        for (i, it) in (0u8..).zip(&map.victory) {
            self.victory_at[it.hex.index()] = Some(i);
        }
        self.near_edge = BySeat(Side::BOTH.map(|side| self.within(&self.supply_edge[side], 1)));
        let far = |goal: Spot| map.grid.spots().map(|hex| i32::from(map.grid.distance(hex, goal))).collect();
        self.to_goal = map.victory.iter().map(|town| far(town.hex)).collect();
        self.deploy_areas = self.all_units().map(|unit| self.near_corps(unit)).collect();
        self.costs = (0..16).map(|table| self.cost_table(table)).collect();
        self.names = self.all_units().map(|unit| (notation::eight_letters(self.name(unit)), unit)).collect();
        self.names.sort();
    }

    fn board(&self) -> &Board {
        &self.components.map.board
    }

    fn hexes(&self) -> impl Iterator<Item = Spot> + use<> {
        (0..self.off.0).map(Spot)
    }

    #[inline]
    fn is_hex(&self, spot: Spot) -> bool {
        spot < self.off
    }

    fn ways(&self, hex: Spot) -> &[Way] {
        self.components.map.board.ways(hex)
    }

    #[inline]
    fn around(&self, hex: Spot) -> &[Spot] {
        self.around[hex.index()].as_slice()
    }

    #[inline]
    fn dry_around(&self, hex: Spot) -> &[Spot] {
        self.dry_around[hex.index()].as_slice()
    }

    fn roads_from(&self, hex: Spot) -> &[Spot] {
        self.roads[hex.index()].as_slice()
    }

    /// The hexrow of a hex [2.1].
    fn row(&self, hex: Spot) -> u8 {
        self.components.map.grid.column_row(hex).1
    }

    fn printed_ground(&self, hex: Spot) -> Ground {
        self.components.map.ground[hex.index()]
    }

    fn printed_water(&self, edge: Edge) -> Water {
        self.components.map.water[edge.index()]
    }

    fn bridge_at(&self, edge: Edge) -> Option<u8> {
        self.bridge_at[edge.index()]
    }

    /// Bridges of which this hex is the western end.
    fn bridges_west(&self, hex: Spot) -> impl Iterator<Item = u8> + use<> {
        let bits = self.bridges_west.get(hex.index()).copied().unwrap_or(0);
        (0u8..16).filter(move |bridge| bits & 1 << bridge != 0)
    }

    fn victory_at(&self, hex: Spot) -> Option<u8> {
        self.victory_at[hex.index()]
    }

    fn all_units(&self) -> impl Iterator<Item = Unit> + use<> {
        (0..u8::try_from(self.cards.len()).expect("few units")).map(Unit)
    }

    fn exists(&self, unit: Unit) -> bool {
        unit.index() < self.cards.len()
    }

    #[inline]
    fn card(&self, unit: Unit) -> &Card {
        &self.cards[unit.index()]
    }

    #[inline]
    fn side(&self, unit: Unit) -> Side {
        self.cards[unit.index()].side
    }

    fn of_side(&self, side: Side) -> Units {
        self.sides[side]
    }

    fn name(&self, unit: Unit) -> &str {
        &self.components.units[unit.index()].name
    }

    fn hex_name(&self, hex: Spot) -> &str {
        self.entry_board.name(hex)
    }
}

/// Hexes and their neighbours, and the box of waiting units beside the edges.
fn lay_out(map: &components::Map, off: Spot) -> Board {
    let mut names: Vec<String> = map.grid.spots().map(|hex| map.grid.name(hex)).collect();
    names.push("off".into());
    let mut edges = map.grid.edges();
    edges.extend(map.grid.spots().filter(|hex| map.grid.is_edge(*hex)).map(|hex| (hex, off)));
    Board::new(names, &edges)
}

fn card(unit: &UnitCard, components: &Components) -> Card {
    let tables = &components.tables;
    let named = |list: &[(Side, String, u8)], name: &str| {
        let found = list.iter().find(|(side, it, _)| *side == unit.side && it == name && !name.is_empty());
        found.map_or(0, |(_, _, turn)| *turn)
    };
    // The first unit of a corps gives it its number; there are fewer corps than bits in a word.
    let mut corps: Vec<(Side, &str)> = vec![];
    for other in components.units.iter().filter(|other| !other.corps.is_empty()) {
        if !corps.contains(&(other.side, other.corps.as_str())) {
            corps.push((other.side, &other.corps));
        }
    }
    let corps = corps.iter().position(|(side, name)| *side == unit.side && *name == unit.corps);
    let (boundary_side, boundary_corps, hexrow) = &tables.boundary;
    let armour = matches!(unit.kind, Kind::Tank | Kind::Mechanized);
    Card {
        side: unit.side,
        kind: unit.kind,
        mechanized: armour || matches!(unit.kind, Kind::Recon | Kind::SpArtillery),
        armour,
        fuel: armour || unit.kind == Kind::Recon,
        artillery: unit.kind.is_artillery(),
        volkssturm: unit.kind == Kind::Volkssturm,
        draws: unit.draws,
        strength: unit.strength,
        movement: unit.movement,
        cadre: unit.cadre.unwrap_or((1, unit.movement)),
        corps: corps.and_then(|corps| u8::try_from(corps).ok()).filter(|corps| *corps < 64),
        mine_clearing: unit.mine_clearing,
        place: unit.place,
        frozen_until: named(&tables.frozen, &unit.division),
        withdraws: unit.side == Side::German && unit.corps == tables.withdrawal.0,
        boundary: (unit.side == *boundary_side && unit.corps == *boundary_corps).then_some(*hexrow),
        unsupplied_until: named(&tables.unsupplied, &unit.corps),
    }
}

/// By class and side: what a chit of a pool says on average, in tenths. A chit on its weaker side has one [9.82.1].
fn means(lines: &[components::ChitLine]) -> [[i32; 2]; 3] {
    std::array::from_fn(|class| {
        [false, true].map(|reduced| {
            let fits = |line: &&components::ChitLine| !reduced || line.front[class] >= components::TURNS_FROM;
            let count: i32 = lines.iter().filter(fits).map(|line| i32::from(line.count)).sum();
            let strength =
                |line: &components::ChitLine| i32::from(if reduced { line.back[class] } else { line.front[class] });
            let sum: i32 = lines.iter().filter(fits).map(|line| i32::from(line.count) * strength(line)).sum();
            sum * 10 / count.max(1)
        })
    })
}

fn select(cards: &[Card], fits: impl Fn(&Card) -> bool) -> Units {
    (0u8..).zip(cards).filter(|(_, card)| fits(card)).map(|(i, _)| Unit(i)).collect()
}

/// [9.4], [27.21] Regiments and brigades of one division, at least two; [27.22] Kampfgruppen belong to none.
fn divisions(units: &[UnitCard]) -> Vec<Units> {
    let mut found: Vec<(Side, &str, Units)> = vec![];
    for (i, unit) in (0u8..).zip(units) {
        if !unit.is_large() || unit.kind.is_artillery() || unit.kampfgruppe || unit.division.is_empty() {
            continue;
        }
        match found.iter_mut().find(|(side, division, _)| *side == unit.side && *division == unit.division) {
            Some((_, _, units)) => units.extend([Unit(i)]),
            None => found.push((unit.side, &unit.division, Units::only(Unit(i)))),
        }
    }
    found.into_iter().map(|(_, _, units)| units).filter(|units| units.len() > 1).collect()
}

fn scenario(card: &components::ScenarioCard) -> Scenario {
    Scenario {
        id: card.id.clone(),
        title: card.title.clone(),
        about: card.history.clone(),
        reconstructed: card.reconstructed.clone(),
        turns: card.turns,
        seats: vec![Seat(0), Seat(1)],
        options: card
            .options
            .iter()
            .map(|option| ScenarioOption { id: option.id.clone(), about: option.about.clone() })
            .collect(),
    }
}

impl Game for OperationGrenade {
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

    fn offers(&self, state: &S, offers: &mut Vec<Offer<Action>>) {
        self.make_offers(state, offers);
    }

    fn open(&self, state: &S, action: &Action) -> Opening {
        self.opening(state, action)
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

    fn scene(&self, state: &S, viewer: Viewer) -> Scene {
        self.make_scene(state, viewer)
    }

    fn describe(&self, event: &Event, viewer: Viewer) -> Option<Note> {
        self.sentence(event, viewer)
    }

    /// [8.42] A seat knows its own chits.
    fn imagine(&self, state: &S, seat: Seat, dice: &mut dyn Dice) -> S {
        self.imagine_chits(state, seat, dice)
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

    fn budget(&self) -> u64 {
        0
    }

    fn drafts(&self) -> usize {
        8
    }

    fn phase(&self, state: &S) -> u32 {
        let side = state.steps.iter().find_map(|step| match step {
            Step::Movement(side) | Step::Combat(side) => Some(side),
            _ => None,
        });
        4 * u32::from(state.turn) + side.map_or(0, |side| u32::from(side == Side::German) + 1)
    }

    fn value(&self, state: &S, seat: Seat) -> i32 {
        self.looks(state, Side::of(seat), self.weights_of(seat))
    }

    fn kept_value(&self, state: &S, seat: Seat) -> i32 {
        self.looks(state, Side::of(seat), &bot::KEPT)
    }

    fn advise(&self, state: &S, action: &Action) -> i32 {
        let weights = self.awaits(state).seat().map_or(&bot::KEPT, |seat| self.weights_of(seat));
        self.promise(state, action, weights)
    }

    fn kept_advice(&self, state: &S, action: &Action) -> i32 {
        self.promise(state, action, &bot::KEPT)
    }

    fn why_not(&self, state: &S, about: Ref) -> Option<Illegal> {
        self.why_nothing(state, about)
    }

    fn sample(&self, state: &S, action: &Action, dice: &mut dyn Dice) -> Option<Pick> {
        self.any_pick(state, action, dice)
    }

    fn assert_sound(&self, state: &S) {
        self.assert_state(state);
    }

    fn overlay(&self, state: &S, viewer: Viewer, name: &str, about: Ref) -> Vec<Ref> {
        self.marked(state, viewer, name, about)
    }
}
