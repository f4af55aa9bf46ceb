//! [4.0] The sequence of play, and every interruption of it: the first place to look.

use crate::OperationGrenade;
use crate::event::Event;
use crate::state::{Columns, Side, State, Unit, Units};
use referee::{Awaits, Decision, Referee, Rule, Spot};

/// What is being decided, and whatever matters only until it is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// [16.2.o] The US places its free units.
    Deploy,
    /// [17.0] The German chooses the flood.
    Flood,
    /// [18.0] The US chooses D-Day.
    DDay,
    /// [4.2.A.2], [4.2.B.2]
    Movement(Side),
    /// [5.0.a] A move that a die interrupted; `left` in sixths of a point.
    Moving { unit: Unit, march: bool, left: u16, left_zone: bool },
    /// [7.11.a] Movement is over, and a hex holds too many.
    Excess { side: Side, hex: Spot },
    /// [4.2.A.3], [4.2.B.3] Declare an attack, or end the phase.
    Combat(Side),
    /// [9.62] Which guns? Asked of the attacker, then of the defender.
    Support(Side),
    /// [13.11] Aircraft?
    Air(Side),
    /// [7.22] Who fights in this hex? Asked of the defender.
    Fighter(Spot),
    /// [9.85] Asked of the owner, step by step.
    Lose { side: Side, left: u8, why: Loss },
    /// [9.85.a] Hexes or steps?
    FallBack { side: Side, hexes: u8 },
    /// [9.91] Stacks of a side go, hex by hex; after a breakthrough the attacker leads them [9.97.1].
    Retreat { side: Side, by: Side },
    /// [9.96.a] A stack at the map edge has nowhere to go.
    Blocked { side: Side, stack: u8 },
    /// [9.94] The victor follows.
    Advance(Side),
    /// [9.95.4] An advance that a die interrupted.
    Advancing { unit: Unit, stack: u8, gone: u8 },
    /// [21.11], [22.21] The US has entered a hex: dice may fall.
    Arrival(Spot),
    /// [22.23]
    Ruse(u8),
    /// [21.12] Volkssturm of a town, to be placed one by one.
    Place { levy: u8, units: Units },
}

/// [9.85] What a step is lost for. The last two are paid by one stack.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Loss {
    /// [9.85] The number in parentheses.
    Mandatory,
    /// [9.85.a] Instead of hexes.
    Instead,
    /// [9.92] For a controlled hex.
    Zone(u8),
    /// [9.91] For a hex that is not there.
    Missing(u8),
}

impl Loss {
    pub(crate) fn rule(self) -> Rule {
        match self {
            Loss::Mandatory => Rule("9.85"),
            Loss::Instead => Rule("9.85.a"),
            Loss::Zone(_) => Rule("9.92"),
            Loss::Missing(_) => Rule("9.91"),
        }
    }
}

impl OperationGrenade {
    /// Who must decide what. No chit is looked at: whose decision it is betrays nothing.
    pub(crate) fn awaited(&self, s: &State) -> Awaits {
        let Some(step) = s.now() else { return Awaits::Over(self.level_of_victory(s)) };
        let (side, rule, question) = match step {
            Step::Deploy => (Side::US, Rule("16.2.o"), "Place your free battalions and guns."),
            Step::Flood => (Side::German, Rule("17.0"), "Which flood do you let loose?"),
            Step::DDay => (Side::US, Rule("18.0"), "Which day is D-Day?"),
            Step::Movement(Side::US) => (Side::US, Rule("4.2.A.2"), "Move a unit, or end movement."),
            Step::Movement(Side::German) => (Side::German, Rule("4.2.B.2"), "Move a unit, or end movement."),
            Step::Moving { unit, .. } => (self.side(unit), Rule("5.0.a"), "Go on with this unit, or halt."),
            Step::Excess { side, .. } => (side, Rule("7.11.a"), "Too many units in this hex: which are eliminated?"),
            Step::Combat(side) if self.has_open_duty(s, side) => (side, Rule("9.0"), "Attack: combat is mandatory."),
            Step::Combat(Side::US) => (Side::US, Rule("4.2.A.3"), "Attack, or end combat."),
            Step::Combat(Side::German) => (Side::German, Rule("4.2.B.3"), "Attack, or end combat."),
            Step::Support(side) => (side, Rule("9.62"), "Which artillery supports?"),
            Step::Air(side) => (side, Rule("13.11"), "Send an Air Point?"),
            Step::Fighter(_) => (s.battle.side.other(), Rule("7.22"), "Which unit fights in this hex?"),
            Step::Lose { side, why, .. } => (side, why.rule(), "Which unit loses a step?"),
            Step::FallBack { side, .. } => (side, Rule("9.85.a"), "Retreat how many hexes? The rest is paid in steps."),
            Step::Retreat { side, by } if side != by => (by, Rule("9.97.1"), "Where does the stack retreat?"),
            Step::Retreat { by, .. } => (by, Rule("9.91"), "Where does the stack retreat?"),
            Step::Blocked { side, .. } => (side, Rule("9.96.a"), "No way but off the map: lose a step, or leave?"),
            Step::Advance(side) => (side, Rule("9.94"), "Advance after combat?"),
            Step::Advancing { unit, .. } => (self.side(unit), Rule("9.95.4"), "Go on with this advance, or halt."),
            Step::Arrival(_) => (Side::US, Rule("21.11"), "The dice fall."),
            Step::Ruse(_) => (Side::US, Rule("22.23"), "Try a ruse at this bridge?"),
            Step::Place { .. } => (Side::German, Rule("21.12"), "Where do the Volkssturm stand?"),
        };
        Awaits::Decision(Decision { seat: side.seat(), rule, question })
    }

    /// Runs every step that leaves nobody a choice, until somebody must decide or the game is over. A Movement
    /// or Combat Phase is always ended by its player.
    pub(crate) fn settle(&self, s: &mut State, r: &mut Referee<Event>) {
        while let Some(step) = s.now() {
            let waits = match step {
                Step::Flood
                | Step::DDay
                | Step::Movement(_)
                | Step::Combat(_)
                | Step::Excess { .. }
                | Step::Ruse(_) => true,
                Step::Deploy => self.settle_deployment(s, r),
                Step::Moving { unit, march, left, left_zone } => self.settle_move(s, unit, march, left, left_zone),
                Step::Support(side) => self.settle_support(s, side),
                Step::Air(side) => self.settle_air(s, side),
                Step::Fighter(hex) => self.settle_fighter(s, hex, r),
                Step::Lose { side, left, why } => self.settle_loss(s, side, left, why, r),
                Step::FallBack { hexes, .. } => self.settle_fall_back(s, hexes),
                Step::Retreat { .. } => self.settle_retreat(s),
                Step::Blocked { .. } => true,
                Step::Advance(_) => self.settle_advance(s),
                Step::Advancing { unit, stack, gone } => self.settle_advancing(s, unit, stack, gone),
                Step::Arrival(hex) => self.settle_arrival(s, hex, r),
                Step::Place { levy, units } => self.settle_placing(s, levy, units, r),
            };
            if waits {
                return;
            }
        }
    }

    /// [4.2] A Game-Turn: weather, Air Points, then the US Player-Turn. Steps that the outline lacks stand where
    /// [24.11], [19.21] and [23.0] put them.
    pub(crate) fn begin_game_turn(&self, s: &mut State, turn: u8, r: &mut Referee<Event>) {
        s.turn = turn;
        r.note(Rule("4.2.C"), Event::GameTurn { turn, day: s.day() });
        self.roll_weather(s, r);
        self.grant_air_points(s);
        s.arrived = [Units::empty(), s.arrived[0]];
        self.begin_player_turn(s, Side::US, r);
    }

    /// [4.2.A], [4.2.B] Mutual supply [4.2.A.1], [4.2.B.1], then movement.
    pub(crate) fn begin_player_turn(&self, s: &mut State, side: Side, r: &mut Referee<Event>) {
        r.note(Rule("4.1"), Event::PlayerTurn { side });
        s.moved = Units::empty();
        s.columns = Columns::NONE;
        self.clear_combat(s);
        if side == Side::German {
            self.roll_for_withdrawal(s, r);
        }
        self.determine_supply(s, r);
        if side == Side::German {
            self.roll_for_reinforcements(s, r);
        }
        s.steps.push(Step::Movement(side));
    }

    /// [7.11.a] First the excess, hex by hex; then the Combat Phase.
    pub(crate) fn end_movement(&self, s: &mut State, side: Side, r: &mut Referee<Event>) {
        s.steps.pop();
        if let Some(hex) = self.overfull(s, side) {
            s.steps.push(Step::Excess { side, hex });
            return;
        }
        let rule = if side == Side::US { Rule("4.2.A.3") } else { Rule("4.2.B.3") };
        r.note(rule, Event::CombatPhase { side });
        self.begin_combat(s, side);
    }

    /// [9.11], [9.12], [9.61] Duties and silenced guns are judged when the Combat Phase begins.
    pub(crate) fn begin_combat(&self, s: &mut State, side: Side) {
        self.clear_combat(s);
        s.duty = self.duties(s, side);
        s.silent = self.silenced_guns(s);
        s.steps.push(Step::Combat(side));
    }

    fn clear_combat(&self, s: &mut State) {
        self.mend_zones(s);
        s.fought = Units::empty();
        s.out = Units::empty();
        s.duty = Units::empty();
        s.silent = Units::empty();
        s.spent = Units::empty();
        s.retreated = Units::empty();
    }

    /// [4.2.C] After the German Player-Turn the marker advances; [28.0] after the last day the game is over.
    pub(crate) fn end_combat(&self, s: &mut State, side: Side, r: &mut Referee<Event>) {
        s.steps.pop();
        self.clear_combat(s);
        if side == Side::US {
            self.begin_player_turn(s, Side::German, r);
        } else if s.day() >= self.components.tables.track.last {
            r.note(Rule("28.3"), Event::Judged { points: self.points(s) });
        } else {
            self.begin_game_turn(s, s.turn + 1, r);
        }
    }
}
