//! Ford, the smallest game of the house: the one to read and to copy.
//!
//! A US company has five turns to take a bridge and the village beyond it. The rules are in
//! `data/rules.toml`, and each chapter of them has a file here. Read [`sequence`] first: it says what is
//! decided when; then `movement.rs`, which shows how a rule is written. Small as it is, Ford needs
//! everything a large rulebook needs: secrets, interrupted moves, decisions of the other side, bids,
//! retreats, exact odds.
//!
//! Where to find a rule, by chapter (a test reads this table):
//!
//! | file | rules |
//! |---|---|
//! | `sequence.rs` | 1, 6.5, 6.6, 7.1 the turn, and what follows a combat |
//! | `movement.rs` | 2, 4.4 movement |
//! | `mine.rs` | 3 the mine |
//! | `bridge.rs` | 4 the bridge |
//! | `combat.rs` | 5 combat |
//! | `exchange.rs`, `retreat.rs` | 6 exchange, retreat and advance |
//! | `victory.rs` | 7 victory |

mod bridge;
mod briefing;
mod combat;
pub mod components;
mod exchange;
mod focus;
mod mine;
mod movement;
mod retreat;
mod scene;
pub mod sequence;
pub mod state;
mod training;
mod victory;
mod words;

pub use bridge::Ruse;
pub use combat::CombatResult;
pub use components::files;

use components::{Map, Tables, Unit};
use data::{DataError, Files};
use referee::{
    Awaits, Decision, Dice, Forecast, Game, Illegal, Kit, Note, Offer, Opening, Pick, Piece, Ref, Referee, Rule,
    RuleIndex, Scenario, Scene, Seat, Setup, Spot, Unreadable, Viewer,
};
use sequence::Step;
use state::{Battle, Bridge, Chit, Hexes, MAX_UNITS, Side, State, Trail, UnitState, Units};

/// The printed components.
#[derive(Debug)]
pub struct Ford {
    map: Map,
    units: Vec<Unit>,
    tables: Tables,
    rules: RuleIndex,
    scenarios: Vec<Scenario>,
    kit: Kit,
}

/// What a player can answer.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Action {
    HideMine(Spot),
    Move { unit: Piece, path: Trail },
    Halt,
    Ruse(Ruse),
    Attack(Battle),
    Support(i16),
    Bid(i16),
    GiveWay,
    Retreat { unit: Piece, path: Trail },
    Advance(Piece),
    Stay,
    Done,
}

/// What happened, in ids only. The sentences are in `words.rs`.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Event {
    TurnBegins(u8),
    Dusk,
    MineHidden(Spot),
    MineStruck(Piece, Spot),
    Moved { unit: Piece, trail: Trail },
    Demolition { ruse: Ruse, die: u8, bridge: Bridge },
    Attacked(Battle),
    ChitShown { unit: Piece, strength: u8 },
    Supported { side: Side, calls: u8 },
    Scored { by: Side, die: u8, score: i8, result: CombatResult },
    Result(CombatResult),
    Bid { side: Side, bid: u8 },
    GaveWay(Side),
    Retreated { unit: Piece, to: Spot },
    Advanced { unit: Piece, to: Spot },
    Stayed(Side),
    StepLost(Piece),
    Eliminated(Piece),
    VillageTaken(Side),
}

impl Ford {
    pub fn new(files: &Files) -> Result<Ford, DataError> {
        let map = Map::read(files.text("map.txt")?)?;
        let units = components::read_units(files.text("units.txt")?, &map)?;
        let tables = Tables::read(files.text("tables.toml")?)?;
        let rules = data::rule_index(files.text("rules.toml")?)?;
        let scenarios = components::read_scenarios(files.text("scenarios.toml")?)?;
        let mut ford = Ford { map, units, tables, rules, scenarios, kit: Kit::default() };
        ford.kit = ford.make_kit();
        Ok(ford)
    }

    fn unit(&self, unit: Piece) -> &Unit {
        &self.units[unit.index()]
    }

    fn side(&self, unit: Piece) -> Side {
        self.unit(unit).side
    }

    /// The units of a side, also those that are gone.
    fn all_of(&self, side: Side) -> impl Iterator<Item = Piece> {
        (0u16..).map(Piece).zip(&self.units).filter(move |(_, unit)| unit.side == side).map(|(piece, _)| piece)
    }

    fn on_map(&self, s: &State, side: Side) -> impl Iterator<Item = Piece> {
        self.all_of(side).filter(|unit| s.at(*unit).is_some())
    }

    fn occupied_by(&self, s: &State, side: Side, hex: Spot) -> bool {
        s.occupant(hex).is_some_and(|unit| self.side(unit) == side)
    }

    /// Where a unit stands, if there is such a unit of this side on the map.
    fn place_of(&self, s: &State, side: Side, unit: Piece, otherwise: Illegal) -> Result<Spot, Illegal> {
        let ours = self.units.get(unit.index()).is_some_and(|unit| unit.side == side);
        ours.then(|| s.at(unit)).flatten().ok_or(otherwise.about(Ref::Piece(unit)))
    }
}

impl Game for Ford {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn kit(&self) -> &Kit {
        &self.kit
    }

    fn rules(&self) -> &RuleIndex {
        &self.rules
    }

    fn scenarios(&self) -> &[Scenario] {
        &self.scenarios
    }

    /// Units stand where units.txt says, the Germans draw their chits [5.2] and hide the mine [3.1].
    fn start(&self, setup: &Setup, r: &mut Referee<Event>) -> State {
        let scenario = self.scenarios.iter().find(|scenario| scenario.id == setup.scenario);
        let mut s = self.bare_table(scenario.expect("the caller has checked the scenario").turns);
        for (state, unit) in s.units.iter_mut().zip(&self.units) {
            *state = UnitState { at: Some(unit.start), steps: unit.steps, chit: None };
            s.swept.insert(unit.start);
        }
        for unit in self.all_of(Side::GE) {
            let strength = combat::take(&mut s.cup, |n| r.draw(n));
            s.unit_mut(unit).chit = Some(Chit { strength, shown: false });
        }
        s.steps.push(if setup.has("no-mine") { Step::Movement(Side::US) } else { Step::HideMine });
        s
    }

    fn awaits(&self, s: &State) -> Awaits {
        let Some(step) = s.steps.top() else { return Awaits::Over(self.outcome(s)) };
        let (side, rule, question) = match step {
            Step::HideMine => (Side::GE, Rule("3.1"), "Where do you hide the mine?"),
            Step::Movement(side) => (side, Rule("2.0"), "Move your units."),
            Step::Moving { unit, .. } => {
                (self.side(unit), Rule("2.6"), "The charge is settled. Does the unit move on?")
            }
            Step::Ruse { .. } => (Side::US, Rule("4.2"), "The bridge is charged. Do you try a ruse?"),
            Step::Combat(side) => (side, Rule("5.0"), "Attack with your units."),
            Step::Support(battle) => (self.side(battle.target), Rule("5.3"), "Do you call your guns?"),
            Step::Bid { speaker, .. } => (speaker, Rule("6.1"), "How many steps do you bid to hold the hex?"),
            Step::Retreat(units) => (self.owner(units), Rule("6.4"), "Where do you retreat to?"),
            Step::Advance { attackers, .. } => (self.owner(attackers), Rule("6.6"), "Does a unit advance?"),
        };
        Awaits::Decision(Decision { seat: side.seat(), rule, question })
    }

    fn offers(&self, s: &State, offers: &mut Vec<Offer<Action>>) {
        let Some(step) = s.steps.top() else { return };
        let mut offer = |action, about, label| offers.push(Offer::new(action, about, label));
        let path = Trail::new();
        match step {
            Step::HideMine => {
                for hex in self.map.board.spots().filter(|hex| self.check_mine(s, *hex).is_ok()) {
                    offer(Action::HideMine(hex), Ref::Spot(hex), "hide the mine here");
                }
            }
            Step::Movement(side) => {
                for unit in self.movers(s, side) {
                    offer(Action::Move { unit, path }, Ref::Piece(unit), "move");
                }
                offers.push(Offer::ending(Action::Done, "end movement", offers.len()));
            }
            Step::Moving { unit, .. } => {
                offer(Action::Move { unit, path }, Ref::Piece(unit), "go on");
                offer(Action::Halt, Ref::Piece(unit), "halt here");
            }
            Step::Ruse { unit } => {
                offer(Action::Ruse(Ruse::Tried), Ref::Piece(unit), "try the ruse");
                offer(Action::Ruse(Ruse::Declined), Ref::Piece(unit), "rush the bridge");
            }
            Step::Combat(side) => {
                for target in self.targets(s, side) {
                    let attackers = Units::empty();
                    offer(Action::Attack(Battle { target, attackers }), Ref::Piece(target), "attack");
                }
                offers.push(Offer::ending(Action::Done, "end combat", offers.len()));
            }
            Step::Support(battle) => offer(Action::Support(0), Ref::Piece(battle.target), "call the guns"),
            Step::Bid { battle, .. } => {
                offer(Action::Bid(0), Ref::Piece(battle.target), "bid steps");
                offer(Action::GiveWay, Ref::Piece(battle.target), "give way");
            }
            Step::Retreat(units) => {
                for unit in units.iter().filter(|unit| self.can_retreat(s, *unit)) {
                    offer(Action::Retreat { unit, path }, Ref::Piece(unit), "retreat");
                }
            }
            Step::Advance { attackers, into } => {
                for unit in attackers.iter().filter(|unit| self.may_advance(s, *unit, into).is_ok()) {
                    offers.push(Offer::new(Action::Advance(unit), Ref::Piece(unit), "advance").leading_to(into));
                }
                offers.push(Offer::new(Action::Stay, Ref::Nothing, "stay"));
            }
        }
    }

    fn open(&self, s: &State, action: &Action) -> Opening {
        match (s.steps.top(), *action) {
            (_, Action::Move { unit, .. }) => {
                self.reach(s, unit, self.points(s, unit)).map_or(Opening::Nothing, Opening::Path)
            }
            (_, Action::Retreat { unit, .. }) => self.retreats(s, unit).map_or(Opening::Nothing, Opening::Path),
            (Some(Step::Combat(side)), Action::Attack(Battle { target, .. })) => {
                let of: Vec<Ref> = self.attackers(s, side, target).iter().map(Ref::Piece).collect();
                Opening::Subset { must: 0, least: 1, most: of.len(), of, loose: false }
            }
            (Some(Step::Support(battle)), Action::Support(_)) => {
                Opening::Amount { least: 0, most: s.support[self.side(battle.target).index()].into() }
            }
            (Some(Step::Bid { battle, speaker, last }), Action::Bid(_)) => Opening::Amount {
                least: i16::from(last[speaker.other().index()]) + 1,
                most: self.highest_bid(s, battle, speaker).into(),
            },
            _ => Opening::Nothing,
        }
    }

    fn fill(&self, action: &mut Action, pick: Pick) {
        match (action, pick) {
            (Action::Move { path, .. } | Action::Retreat { path, .. }, Pick::Path(picked)) => {
                if let Ok(picked) = Trail::try_from(picked.as_slice()) {
                    *path = picked;
                }
            }
            (Action::Attack(battle), Pick::Subset(picked)) => {
                let known = |item: &Ref| match item {
                    Ref::Piece(unit) if unit.index() < MAX_UNITS => Some(*unit),
                    _ => None,
                };
                let units: Units = picked.iter().filter_map(known).collect();
                // Whoever names a unit twice, or something that is no unit, has picked nothing.
                if units.len() == picked.len() {
                    battle.attackers = units;
                }
            }
            (Action::Support(amount) | Action::Bid(amount), Pick::Amount(picked)) => *amount = picked,
            _ => {}
        }
    }

    fn check(&self, s: &State, action: &Action) -> Result<(), Illegal> {
        let Some(step) = s.steps.top() else { return Err(Illegal::new(Rule("7.1"), "the game is over")) };
        match (step, *action) {
            (Step::HideMine, Action::HideMine(hex)) => self.check_mine(s, hex),
            (Step::Movement(side), Action::Move { unit, path }) => self.check_move(s, side, unit, &path),
            (Step::Moving { unit, .. }, Action::Move { unit: other, path }) => {
                self.check_going_on(s, unit, other, &path)
            }
            (Step::Combat(side), Action::Attack(battle)) => self.check_attack(s, side, battle),
            (Step::Support(battle), Action::Support(calls)) => self.check_support(s, self.side(battle.target), calls),
            (Step::Bid { .. }, Action::Bid(bid)) => self.check_bid(s, bid),
            (Step::Retreat(units), Action::Retreat { unit, path }) => self.check_retreat(s, units, unit, &path),
            (Step::Advance { attackers, into }, Action::Advance(unit)) => self.check_advance(s, attackers, into, unit),
            (Step::Movement(_) | Step::Combat(_), Action::Done)
            | (Step::Moving { .. }, Action::Halt)
            | (Step::Ruse { .. }, Action::Ruse(_))
            | (Step::Bid { .. }, Action::GiveWay)
            | (Step::Advance { .. }, Action::Stay) => Ok(()),
            _ => Err(Illegal::new(Rule("1.4"), "not at this point of the turn")),
        }
    }

    fn play(&self, s: &mut State, action: &Action, r: &mut Referee<Event>) {
        debug_assert_eq!(self.check(s, action), Ok(()), "the caller has checked the action");
        let step = s.steps.top().expect("somebody is awaited");
        match (step, *action) {
            (_, Action::HideMine(hex)) => self.hide_mine(s, hex, r),
            (_, Action::Move { unit, path }) => self.move_unit(s, unit, &path, r),
            (Step::Ruse { unit }, Action::Ruse(ruse)) => self.roll_for_demolition(s, unit, ruse, r),
            (_, Action::Attack(battle)) => self.declare(s, battle, r),
            (Step::Support(battle), Action::Support(calls)) => {
                self.resolve(s, battle, u8::try_from(calls).expect("checked calls are few"), r);
            }
            (_, Action::Bid(bid)) => self.bid(s, u8::try_from(bid).expect("a checked bid is small"), r),
            (_, Action::GiveWay) => self.give_way(s, r),
            (Step::Retreat(units), Action::Retreat { unit, path }) => self.retreat(s, units, unit, &path, r),
            (Step::Advance { into, .. }, Action::Advance(unit)) => self.advance(s, unit, into, r),
            (Step::Movement(side), Action::Done) => self.end_movement(s, side),
            (Step::Combat(side), Action::Done) => self.end_combat(s, side, r),
            (_, Action::Halt) => {
                s.steps.pop();
            }
            (Step::Advance { attackers, .. }, Action::Stay) => {
                s.steps.pop();
                r.note(Rule("6.6"), Event::Stayed(self.owner(attackers)));
            }
            _ => unreachable!("check refuses everything else"),
        }
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

    /// [1.5] The US does not know the mine and the German chits; the German knows everything.
    fn imagine(&self, s: &State, seat: Seat, dice: &mut dyn Dice) -> State {
        let mut s = *s;
        for side in Side::BOTH.into_iter().filter(|side| side.seat() == seat) {
            self.imagine_chits(&mut s, side, dice);
            if side == Side::US {
                self.imagine_mine(&mut s, dice);
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
        match (s.steps.top()?, *action) {
            (Step::Combat(side), Action::Attack(battle)) => Some(self.forecast_attack(s, side, battle, 0)),
            (Step::Support(battle), Action::Support(calls)) => {
                Some(self.forecast_attack(s, self.side(battle.target), battle, calls))
            }
            (Step::Ruse { .. }, Action::Ruse(ruse)) => Some(self.forecast_demolition(ruse)),
            _ => None,
        }
    }

    fn phase(&self, s: &State) -> u32 {
        let side = s.steps.iter().find_map(|step| match step {
            Step::Movement(side) | Step::Combat(side) => Some(side),
            _ => None,
        });
        4 * u32::from(s.turn) + side.map_or(0, |side| u32::from(side == Side::GE) + 1)
    }

    fn budget(&self) -> u64 {
        100_000
    }

    fn value(&self, s: &State, seat: Seat) -> i32 {
        if seat == Side::US.seat() { self.worth(s) } else { -self.worth(s) }
    }

    /// Attack with many, walk towards the village, give ground rarely.
    fn advise(&self, s: &State, action: &Action) -> i32 {
        let way = |hex: Spot| i32::from(self.map.to_village[hex.index()]);
        match *action {
            Action::Attack(battle) => 20 * i32::try_from(battle.attackers.len()).unwrap_or(0),
            Action::Move { unit, path } => {
                s.at(unit).zip(path.last()).map_or(0, |(from, to)| 5 * (way(from) - way(to)))
            }
            Action::Ruse(Ruse::Tried) | Action::Advance(_) => 10,
            Action::GiveWay => -10,
            Action::HideMine(hex) => 10 - 3 * way(hex),
            Action::Halt
            | Action::Ruse(Ruse::Declined)
            | Action::Support(_)
            | Action::Bid(_)
            | Action::Retreat { .. }
            | Action::Stay
            | Action::Done => 0,
        }
    }

    fn assert_sound(&self, s: &State) {
        let mut cup = s.cup;
        for (unit, piece) in s.units.iter().zip((0u16..).map(Piece)) {
            assert_eq!(unit.at.is_some(), unit.steps > 0, "[1.3] a unit is on the map as long as it has steps");
            if let Some(hex) = unit.at {
                assert_eq!(s.occupant(hex), Some(piece), "[2.1] a hex holds one unit");
                assert!(self.side(piece) == Side::GE || s.swept.contains(hex), "the US knows where it stands");
            }
            if let Some(chit) = unit.chit {
                cup[usize::from(chit.strength) - 1] += 1;
            }
        }
        assert_eq!(cup, self.tables.cup.chits, "[5.2] no chit is lost");
        assert!(s.mine.is_none_or(|mine| !s.swept.contains(mine)), "[3.2] the mine lies where no US unit was");
        assert!((1..=s.last_turn).contains(&s.turn), "[7.1] the game ends at dusk");
    }

    fn overlay(&self, s: &State, viewer: Viewer, name: &str, about: Ref) -> Vec<Ref> {
        self.marked(s, viewer, name, about)
    }
}

impl Ford {
    /// The table before anything is put on it.
    fn bare_table(&self, last_turn: u8) -> State {
        State {
            turn: 1,
            last_turn,
            units: [UnitState::GONE; MAX_UNITS],
            moved: Units::empty(),
            fought: Units::empty(),
            cup: self.tables.cup.chits,
            support: [self.tables.support.calls.us, self.tables.support.calls.ge],
            bridge: Bridge::Charged,
            village: Side::GE,
            mine: None,
            swept: self.map.approach | Hexes::empty(),
            steps: referee::Stack::new(),
        }
    }

    fn owner(&self, units: Units) -> Side {
        self.side(units.first().expect("somebody retreats or advances"))
    }
}
