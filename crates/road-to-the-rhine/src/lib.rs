//! Road to the Rhine: the west, September 1944 to April 1945, divisions, a week to the turn.
//!
//! A rule lives in the file of its chapter under its number; the order of play is in `sequence.rs`.
//!
//! | file | chapters |
//! |---|---|
//! | `sequence.rs`, `dispatch.rs` | 4, 13.a, 13.e, 14, 16, 17.a, 17.2.a, 22.E.a, 26.f, seq.x The order of play |
//! | `zones.rs` | 2, 10.A.7.a, 17.1.a, 17.1.b, 20.e, 24.d Zones of control, rivers in flood |
//! | `places.rs` | 19.a Who is where, who holds what |
//! | `stacking.rs` | 3, 20.g, 22.A.5, 22.C.2 Stacking |
//! | `income.rs` | 5.A, 5.B, 5.C, 18.B.a, 18.B.b, 18.B.c, 25.b, 31.D, 31.F, 32.F, 33.D, 33.F, 34.F, 34.D.a, 35.D, 35.F What a turn brings |
//! | `maneuver.rs` | 5.C.2, 5.D, 34.D.b What Maneuver Supply Points are spent on |
//! | `lines.rs` | 2.g, 2.h, 6, 9.C.b, 20.a, 29.C.b General supply |
//! | `movement.rs`, `survey.rs` | 7, 9.C.a, 10.A.7.b, 13.b, 13.c, 13.d, 15.b, 23.C, 25.c, 26.b Movement |
//! | `toll.rs` | 2.c, 2.d, 2.e, 2.j, 3.a, 3.d, 5.D.1.d, 5.D.1.f, 8, 20, 21.A.6, 21.B.2.c, 22.B.1, 22.C.4.c, 22.C.5, 22.D.a, 22.E.b, 23.C.a, 25, 26.a, 26.h, 27.B, 29.B.a, 29.C.a, 32.G.4 What a step costs |
//! | `reserves.rs` | 9.a, 9.A, 9.B.a, 9.B.c, 13, 26.e, 26.g Reserves |
//! | `air.rs`, `air_combat.rs` | 3.f, 10.A, 14.a, 17.2.b, 17.f, 23.D, 27.C, 29.B.b Aircraft |
//! | `transports.rs` | 5.C.4, 6.D, 10.B, 10.B.3.b, 17.2.d, 17.2.e, 32.D Transports |
//! | `attack.rs` | 5.D.1.e, 5.D.4, 9.B.b, 11, 12.A.g, 12.B.d, 12.B.f, 12.B.h, 12.B.j, 15, 17.h, 21.A.2.a, 17.1.c, 22.B.2.a, 22.B.2.b, 26.c Who may attack whom |
//! | `strength.rs` | 5.D.1.g, 6.E, 10.A.1.d, 10.A.2.c, 11.A, 11.b, 12, 22.B.2, 22.C.3, 22.D.b, 22.F.1, 26.d Strengths, columns, shifts |
//! | `results.rs` | 9.C.c, 11.A.d, 11.A.e, 11.B Results and bids |
//! | `losses.rs` | 6.C, 11.C Losses and starvation |
//! | `retreat.rs` | 2.f, 3.e, 11.D, 21.A.2.c, 24.c, 28.c, 29.B.c Retreats |
//! | `advance.rs` | 11.E, 21.A.2.b, 21.A.2.d, 22.F.2 Advances, assaults that failed |
//! | `toll.rs`, `attack.rs`, `strength.rs` | 17 What weather does |
//! | `replacements.rs` | 18 Replacements |
//! | `ports.rs` | 19, 28.b Ports, Western Holland |
//! | `airborne.rs` | 10.B.3, 21 Paratroops |
//! | `breakdown.rs` | 22.A, 22.C, 22.F Breakdown counters, groups, SS 150 |
//! | `arrivals.rs` | 21.B.4.a, 23, 31.E, dn.x New units, withdrawals |
//! | `dams.rs` | 24 The Roer dams |
//! | `set_up.rs` | 17.2.c, 30, 31, 32, 33, 34, 35 Set-up |
//! | `victory.rs` | 31.B, 32.B, 32.G.3, 33.B, 34.B, 35.B Who has won |
//! | `forecast.rs` | chances before an attack |
//! | `network.rs`, `columns.rs` | hexes and boxes as one board; hexes as columns of bits |
//! | `kit.rs`, `boxes.rs`, `charts.rs`, `briefing.rs`, `training.rs` | what never changes on the table |
//! | `scene.rs`, `focus.rs`, `rosters.rs`, `ledger.rs` | what a viewer sees |
//! | `bot.rs` | what bots go by |

mod action;
mod advance;
mod air;
mod air_combat;
mod airborne;
mod arrivals;
mod attack;
mod bot;
mod boxes;
mod breakdown;
mod briefing;
mod charts;
mod columns;
pub mod components;
mod dams;
mod dispatch;
mod event;
mod focus;
mod forecast;
mod income;
mod kit;
mod ledger;
mod lines;
mod losses;
mod maneuver;
mod movement;
mod network;
mod notation;
mod offers;
mod places;
mod ports;
mod position;
mod replacements;
mod reserves;
mod results;
mod retreat;
mod rosters;
mod scene;
mod sequence;
mod set_up;
mod sound;
mod stacking;
pub mod state;
mod strength;
mod survey;
mod toll;
mod training;
mod transports;
mod victory;
mod why_not;
mod words;
mod zones;

pub use action::{Action, Chase, Route};
pub use components::files;
pub use event::Event;
pub use sequence::{Phase, Step};
pub use state::State;

use board::{Board, Way};
use components::{Components, Country, Ground, Kind, Mood, Nation, Place, ScenarioCard};
use data::{DataError, Files};
use referee::{
    Awaits, BySeat, Dice, Forecast, Game, Illegal, Kit, Note, Offer, Opening, Pick, Ref, Referee, RuleIndex, Scenario,
    Scene, Seat, Setup, Spot, Unreadable, Viewer,
};
use state::{Hexes, Side, State as S, Unit, Units};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many games were made in this program.
static GAMES: AtomicU64 = AtomicU64::new(0);

/// Boxes beside the map: spots behind the hexes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Off {
    England,
    Crossing,
    Waiting,
    Cadre,
    Destroyed,
    Cannibalized,
    Withdrawn,
    Broken,
    ChartWest,
    ChartNorth,
    Lost,
    /// Not yet due, or not in this scenario.
    NotYet,
}

pub(crate) const BOXES: [&str; 12] = [
    "england",
    "crossing",
    "waiting",
    "cadre",
    "destroyed",
    "cannibalized",
    "withdrawn",
    "broken",
    "chart-west",
    "chart-north",
    "lost",
    "off",
];

/// [27.A]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum National {
    US,
    French,
    Third,
}

/// The part of a counter that rules ask about all the time.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Card {
    pub(crate) side: Side,
    pub(crate) nation: Nation,
    pub(crate) kind: Kind,
    pub(crate) division: bool,
    pub(crate) strength: u8,
    pub(crate) movement: u8,
    pub(crate) back: Option<u8>,
    /// [5.D.1.a]
    pub(crate) needs: bool,
    pub(crate) airborne: bool,
    /// Number among the Allied airborne units.
    pub(crate) dropper: Option<usize>,
    /// Number among the air units.
    pub(crate) air: Option<usize>,
    pub(crate) set: Option<u8>,
    pub(crate) code: Option<char>,
    /// How it goes over ground: a row of `hex_costs`.
    pub(crate) gait: u8,
}

/// Counters with rules of their own.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Special {
    pub(crate) vdh: Option<Unit>,
    pub(crate) ss30: Option<Unit>,
    pub(crate) ss150: Option<Unit>,
    pub(crate) dutch: Option<Unit>,
    pub(crate) belgians: Option<Unit>,
    pub(crate) poles: Option<Unit>,
    pub(crate) br52: Option<Unit>,
    pub(crate) french2: Option<Unit>,
}

/// The components of the game; with the rules in this crate they are the game.
#[derive(Clone, Debug)]
pub struct RoadToTheRhine {
    components: Components,
    kit: Kit,
    scenarios: Vec<Scenario>,
    cards: Vec<Card>,
    special: Special,
    /// Hexes, and boxes joined to where units enter and leave. Its first edges are those of the map.
    board: Board,
    hexes: u16,
    map_edges: u16,
    /// The same neighbours side by side: supply and zones are asked for all the time.
    around: Vec<[network::Near; 6]>,
    /// The same as columns of bits.
    lattice: columns::Lattice,
    /// By gait and hex, in half points [8.a].
    hex_costs: [Vec<u16>; 4],
    /// Told apart from other games in the same thread: what is kept from one question to the next belongs to one map.
    number: u64,
    ground: Units,
    /// Ground units of a side.
    troops: BySeat<Units>,
    /// Blocks of units in which those of a side lie.
    blocks: BySeat<Range<usize>>,
    fliers: Units,
    transports: Units,
    /// [22.C.1] Brigades of specialized armor.
    specialized: Units,
    divisions: Units,
    airborne: Units,
    /// [22.C.2] US and French units.
    strangers: Units,
    /// [22.A.a] Breakdown counters by set.
    sets: Vec<(String, Units)>,
    /// [22.A.b] By unit: the counters it may break into.
    set_of: Vec<Option<Units>>,
    /// Divisions that may break down.
    divisible: Units,
    /// Neither sea nor Switzerland.
    land: Hexes,
    /// [21.A.4.a] Where anybody drops at all.
    drop_zone: Hexes,
    /// [21.A.4.b] Holland and Germany.
    guarded: Hexes,
    swiss: Hexes,
    /// By hex: how far Switzerland is.
    swiss_far: Vec<u16>,
    all_sea: Hexes,
    on_north: Hexes,
    on_south: Hexes,
    towns: Hexes,
    german_towns: Hexes,
    dunkirk: Spot,
    /// Hexes around Dunkirk: an invested garrison has no zone [20.e].
    dunkirk_ring: Hexes,
    scheldt: Hexes,
    antwerp: Hexes,
    western_holland: Hexes,
    names: Vec<(String, Unit)>,
    /// By scenario: who is drawn beside the map before he comes.
    casts: Vec<boxes::Cast>,
    /// By scenario: who is set up by his player.
    lists: Vec<set_up::Lists>,
    /// By unit: the lines by which it comes.
    comings: Vec<Vec<usize>>,
    /// The same game with the weights of other tempers; the last is the yardstick among the bots, whose weights never change.
    tempers: Vec<RoadToTheRhine>,
}

impl RoadToTheRhine {
    pub fn new(files: &Files) -> Result<RoadToTheRhine, DataError> {
        let components = components::load(files)?;
        let map = &components.map;
        let hexes = u16::try_from(map.grid.len()).expect("few hexes");
        let (mut dropper, mut air) = (0, 0);
        let mut sets: Vec<(String, Units)> = vec![];
        let mut cards = vec![];
        for (number, unit) in (0u16..).zip(&components.units) {
            let allied_drop = unit.airborne && unit.side == Side::AL;
            let set = unit.breakdown.as_ref().map(|name| match sets.iter().position(|(it, _)| it == name) {
                Some(place) => {
                    sets[place].1.insert(Unit(number));
                    place
                }
                None => {
                    sets.push((name.clone(), Units::only(Unit(number))));
                    sets.len() - 1
                }
            });
            cards.push(Card {
                side: unit.side,
                nation: unit.nation,
                kind: unit.kind,
                division: unit.is_division(),
                strength: unit.strength,
                movement: unit.movement,
                back: unit.back,
                needs: !unit.is_air() && (unit.movement > 10 || unit.motorized),
                airborne: unit.airborne,
                dropper: allied_drop.then_some(dropper),
                air: unit.is_air().then_some(air),
                set: set.and_then(|set| u8::try_from(set).ok()),
                code: unit.code,
                gait: toll::gait_of(unit),
            });
            dropper += usize::from(allied_drop);
            air += usize::from(unit.is_air());
        }
        let named = |name: &str| (0u16..).zip(&components.units).find(|(_, it)| it.name == name).map(|(n, _)| Unit(n));
        let special = Special {
            vdh: named("vdH"),
            ss30: named("SS30"),
            ss150: named("SS150"),
            dutch: named("DutchPI"),
            belgians: named("Belg1"),
            poles: named("Pol1Para"),
            br52: named("Br52"),
            french2: named("Fr2Arm"),
        };
        let of = |fits: &dyn Fn(&Card) -> bool| -> Units {
            (0u16..).zip(&cards).filter(|(_, card)| fits(card)).map(|(n, _)| Unit(n)).collect()
        };
        let ground = of(&|card| card.air.is_none());
        let fliers = of(&|card| card.air.is_some() && card.kind != Kind::Transport);
        let transports = of(&|card| card.kind == Kind::Transport);
        let select = |fits: &dyn Fn(Spot) -> bool| -> Hexes { map.grid.spots().filter(|hex| fits(*hex)).collect() };
        let row = |hex: Spot| map.grid.column_row(hex);
        let towns = select(&|hex| map.place[hex.index()] >= Place::Town);
        let dunkirk = map.ports.iter().find(|(name, _)| name == "Dunkirk").map(|(_, hex)| *hex);
        let Some(dunkirk) = dunkirk else {
            return Err(files.text("map.txt")?.error("the port Dunkirk is missing"));
        };
        let mut names: Vec<(String, Unit)> =
            (0u16..).zip(&components.units).map(|(n, unit)| (unit.name.clone(), Unit(n))).collect();
        names.sort();
        let (board, map_edges) = network::lay_out(map);
        let around = network::around(map, &board, map_edges);
        let Some(lattice) = columns::Lattice::new(map, &around) else {
            return Err(files
                .text("map.txt")?
                .error("the map has flat hexes, even columns low, at most 36 columns of 62"));
        };
        let set_of: Vec<Option<Units>> = cards.iter().map(|card| breakdown::set_for(card, &sets)).collect();
        let divisible =
            (0u16..).map(Unit).zip(&set_of).filter(|(_, set)| set.is_some()).map(|(unit, _)| unit).collect();
        let (swiss, all_sea) = (
            select(&|hex| map.country[hex.index()] == Country::Switzerland),
            select(&|hex| map.ground[hex.index()] == Ground::Sea),
        );
        let mut game = RoadToTheRhine {
            kit: Kit::default(),
            scenarios: components.scenarios.iter().map(ScenarioCard::listed).collect(),
            special,
            board,
            hexes,
            map_edges,
            around,
            lattice,
            hex_costs: toll::hex_costs(map, &components.tables),
            number: GAMES.fetch_add(1, Ordering::Relaxed),
            ground,
            troops: BySeat(Side::BOTH.map(|side| of(&|card| card.air.is_none() && card.side == side))),
            blocks: BySeat(Side::BOTH.map(|side| {
                let own = of(&|card| card.side == side);
                let first = own.first().map_or(0, Unit::index) / state::BLOCK;
                let last = own.iter().last().map_or(0, Unit::index) / state::BLOCK;
                first..last + 1
            })),
            fliers,
            transports,
            specialized: of(&|card| card.kind == Kind::Specialized),
            divisions: of(&|card| card.division),
            airborne: of(&|card| card.air.is_none() && card.airborne),
            strangers: of(&|card| card.side == Side::AL && matches!(card.nation, Nation::US | Nation::French)),
            sets,
            set_of,
            divisible,
            land: select(&|_| true) - swiss - all_sea,
            drop_zone: select(&|hex| map.place[hex.index()] != Place::Major && !map.fortified[hex.index()])
                - swiss
                - all_sea,
            guarded: select(&|hex| matches!(map.country[hex.index()], Country::Holland | Country::Germany)),
            swiss,
            swiss_far: map
                .grid
                .spots()
                .map(|hex| swiss.iter().map(|it| map.grid.distance(hex, it)).min().unwrap_or(u16::MAX / 4))
                .collect(),
            all_sea,
            on_north: select(&|hex| row(hex).1 <= 28 || row(hex).1 == 29 && row(hex).0 % 2 == 1),
            on_south: select(&|hex| row(hex).1 >= 29),
            german_towns: select(&|hex| {
                map.place[hex.index()] >= Place::Town && map.country[hex.index()] == Country::Germany
            }),
            towns,
            dunkirk,
            dunkirk_ring: map.grid.neighbours(dunkirk).collect(),
            scheldt: *map.region("scheldt"),
            antwerp: *map.region("antwerp"),
            western_holland: *map.region("western-holland"),
            names,
            casts: vec![],
            lists: components
                .scenarios
                .iter()
                .map(|card| set_up::Lists::of(&components.setups.groups, &card.setups, cards.len()))
                .collect(),
            comings: arrivals::comings(&components.setups.arrivals, cards.len()),
            cards,
            components,
            tempers: vec![],
        };
        game.casts = game.find_casts();
        let mut tempers = Mood::ALL.map(|mood| game.weighing(|weights| weights.minded(mood))).to_vec();
        tempers.push(game.weighing(|_| game.components.kept_weights.clone()));
        game.tempers = tempers;
        game.kit = game.make_kit();
        Ok(game)
    }

    pub(crate) fn spot_of(&self, place: Off) -> Spot {
        Spot(self.hexes + place as u16)
    }

    #[inline]
    pub(crate) fn is_hex(&self, spot: Spot) -> bool {
        spot.0 < self.hexes
    }

    pub(crate) fn ways(&self, hex: Spot) -> impl Iterator<Item = Way> + '_ {
        self.board.ways(hex).iter().copied().filter(|way| way.edge.0 < self.map_edges)
    }

    #[inline]
    pub(crate) fn card(&self, unit: Unit) -> &Card {
        &self.cards[unit.index()]
    }

    #[inline]
    pub(crate) fn side(&self, unit: Unit) -> Side {
        self.cards[unit.index()].side
    }

    pub(crate) fn all_units(&self) -> impl Iterator<Item = Unit> + use<> {
        (0..u16::try_from(self.cards.len()).unwrap_or(0)).map(Unit)
    }

    pub(crate) fn name(&self, unit: Unit) -> &str {
        &self.components.units[unit.index()].name
    }

    pub(crate) fn spot_name(&self, spot: Spot) -> &str {
        if spot.index() < self.board.len() { self.board.name(spot) } else { "nowhere" }
    }

    pub(crate) fn scenario(&self, s: &S) -> &ScenarioCard {
        &self.components.scenarios[usize::from(s.scenario)]
    }

    /// [27.A]
    pub(crate) fn group_of(&self, unit: Unit) -> National {
        match self.card(unit).nation {
            Nation::US => National::US,
            Nation::French => National::French,
            _ => National::Third,
        }
    }

    pub(crate) fn in_scenario_map(&self, s: &S, hex: Spot) -> bool {
        !self.scenario(s).north_only || self.on_north.contains(hex)
    }
}

impl Game for RoadToTheRhine {
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

    fn imagine(&self, state: &S, seat: Seat, dice: &mut dyn Dice) -> S {
        self.imagine_plots(state, Side::of(seat), dice)
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

    fn overlay(&self, state: &S, viewer: Viewer, name: &str, about: Ref) -> Vec<Ref> {
        self.marked(state, viewer, name, about)
    }

    fn forecast(&self, state: &S, action: &Action) -> Option<Forecast> {
        self.make_forecast(state, action)
    }

    fn sample(&self, state: &S, action: &Action, dice: &mut dyn Dice) -> Option<Pick> {
        self.any_pick(state, action, dice)
    }

    fn value(&self, state: &S, seat: Seat) -> i32 {
        self.value_of(state, Side::of(seat))
    }

    fn advise(&self, _: &S, action: &Action) -> i32 {
        self.advice_on(action)
    }

    fn phase(&self, state: &S) -> u32 {
        let half = 2 * u32::from(state.turn) + u32::from(state.initiative == Side::AL);
        (half << 8 | u32::from(state.impulse)) << 1 | u32::from(state.reserve_phase)
    }

    fn mover(&self, state: &S) -> Option<Seat> {
        self.awaits(state).seat().map(|_| state.attacker().seat())
    }

    fn margin(&self, state: &S, seat: Seat) -> i32 {
        referee::won_above_all(self.awaits(state), seat, self.value_of(state, Side::of(seat)))
    }

    fn habit(&self, state: &S, _: Seat) -> Vec<Action> {
        self.habits(state)
    }

    fn kept_habit(&self, state: &S, _: Seat) -> Vec<Action> {
        self.tempers.last().unwrap_or(self).habits(state)
    }

    fn other_habits(&self, state: &S, _: Seat) -> Vec<Vec<Action>> {
        self.tempers.iter().map(|other| other.habits(state)).collect()
    }

    fn budget(&self) -> u64 {
        0
    }

    fn why_not(&self, state: &S, about: Ref) -> Option<Illegal> {
        self.why_nothing(state, about)
    }

    fn assert_sound(&self, state: &S) {
        self.assert_state(state);
    }
}
