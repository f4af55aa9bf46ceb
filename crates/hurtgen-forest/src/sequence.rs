//! [4.0] The sequence of play, and every interruption of it: the first place to look.

use crate::HurtgenForest;
use crate::event::Event;
use crate::state::{Battle, Columns, Side, State, Unit, Units};
use referee::{Awaits, Decision, Outcome, Referee, Rule, Spot};

/// What is being decided, and whatever matters only until it is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash)]
pub enum Step {
    /// [16.2] Put units on the map, one after another.
    Deploy(Side),
    /// [4.1.1.A]
    Movement(Side),
    /// [4.1.1.B] Declare an attack, or end the phase.
    Combat(Side),
    /// [4.1.1.B.b] Artillery that joins from afar.
    Barrage(Side),
    /// [4.1.1.B.b] Ground Support Points.
    Support(Side),
    /// [4.1.1.B.c] Asked of the defender.
    ProtectiveFire(Side),
    /// [7.7] Asked of the owner: which unit next, and where to.
    Retreat { side: Side, units: Units, hexes: u8 },
    /// [7.81] A retreat over friends goes on hex by hex.
    Withdraw { unit: Unit, start: Spot, gone: u8, hexes: u8 },
    /// [7.81] Asked of the owner: where does this friend go?
    Displace(Unit),
    /// [7.91] Victorious units that may still advance.
    Advance { side: Side, units: Units },
}

impl HurtgenForest {
    /// Who must decide what.
    pub(crate) fn awaited(&self, s: &State) -> Awaits {
        let Some(step) = s.now() else { return Awaits::Over(self.outcome(s)) };
        let (side, rule, question) = match step {
            Step::Deploy(Side::US) => (Side::US, Rule("16.21"), "Deploy a unit west of the front line."),
            Step::Deploy(Side::German) => (Side::German, Rule("16.22"), "Deploy a unit east of the front line."),
            Step::Movement(side) => (side, Rule("4.1.1.A"), "Move a unit, or end movement."),
            Step::Combat(side) if self.has_open_duty(s, side) => (side, Rule("7.0"), "Attack: combat is mandatory."),
            Step::Combat(side) => (side, Rule("4.1.1.B"), "Attack, or end combat."),
            Step::Barrage(side) => (side, Rule("8.21"), "Which artillery joins the attack?"),
            Step::Support(side) => (side, Rule("9.0.a"), "How many Ground Support Points?"),
            Step::ProtectiveFire(side) => (side, Rule("8.41"), "Which artillery gives Final Protective Fire?"),
            Step::Retreat { side, .. } => (side, Rule("7.7"), "Retreat a unit."),
            Step::Withdraw { unit, .. } => (self.side(unit), Rule("7.7"), "Where does the retreat go on?"),
            Step::Displace(unit) => (self.side(unit), Rule("7.81"), "Where is this unit displaced to?"),
            Step::Advance { side, .. } => (side, Rule("7.91"), "Advance after combat?"),
        };
        Awaits::Decision(Decision { seat: side.seat(), rule, question })
    }

    /// Runs every step that leaves nobody a choice, until somebody must decide or the game is over. A Movement
    /// or Combat Phase is always ended by its player.
    pub(crate) fn settle(&self, s: &mut State, r: &mut Referee<Event>) {
        while let Some(step) = s.now() {
            match step {
                Step::Deploy(side) if self.undeployed(s, side).is_empty() => self.end_deployment(s, side, r),
                Step::Barrage(side) if self.guns_in_range(s, side).is_empty() => {
                    s.steps.pop();
                    s.steps.push(Step::Support(side));
                }
                Step::Support(side) if self.support_limits(s, side).1 == 0 => {
                    s.steps.pop();
                    s.steps.push(Step::ProtectiveFire(side.other()));
                }
                Step::ProtectiveFire(side) if self.protective_guns(s, side).is_empty() => self.resolve(s, r),
                Step::Retreat { units, .. } if units.is_empty() => {
                    s.steps.pop();
                }
                Step::Retreat { units, hexes, .. } if units.len() == 1 => {
                    let unit = units.first().expect("one unit is left to retreat");
                    if !self.is_doomed(s, unit, hexes) {
                        return;
                    }
                    self.retreat(s, unit, &[], r);
                }
                Step::Combat(_) if !s.battle.defenders.is_empty() => s.battle = Battle::default(),
                Step::Advance { units, .. } if !units.iter().any(|unit| self.can_advance(s, unit)) => {
                    s.steps.pop();
                }
                _ => return,
            }
        }
    }

    /// [4.1] Player-Turns counted from the first, deployments before them.
    pub(crate) fn player_turn(&self, s: &State) -> u32 {
        let turns_before = 4 * u32::from(s.turn);
        match s.steps.iter().next() {
            None => u32::MAX,
            Some(Step::Deploy(side)) => 1 + u32::from(side == Side::German),
            Some(Step::Movement(side) | Step::Combat(side)) => turns_before + 1 + u32::from(side != s.first),
            // Whatever interrupts a phase lies upon it.
            Some(_) => turns_before,
        }
    }

    /// [16.25.1] When one side stands, the other deploys; then the first Player-Turn begins.
    fn end_deployment(&self, s: &mut State, side: Side, r: &mut Referee<Event>) {
        s.steps.pop();
        if self.undeployed(s, side.other()).is_empty() {
            self.begin_player_turn(s, s.first, r);
        } else {
            s.steps.push(Step::Deploy(side.other()));
        }
    }

    /// [4.1.1], [4.1.2] Movement, then combat.
    pub(crate) fn begin_player_turn(&self, s: &mut State, side: Side, r: &mut Referee<Event>) {
        r.note(Rule("4.1"), Event::PlayerTurn { side, turn: s.turn });
        s.moved = Units::empty();
        s.columns = Columns::NONE;
        s.steps.push(Step::Movement(side));
    }

    /// [7.11], [7.12] Who must fight is judged when the Combat Phase begins.
    pub(crate) fn end_movement(&self, s: &mut State, side: Side, r: &mut Referee<Event>) {
        r.note(Rule("4.1.1.B"), Event::CombatPhase { side });
        s.steps.pop();
        self.begin_combat(s, side);
    }

    pub(crate) fn begin_combat(&self, s: &mut State, side: Side) {
        s.fought = Units::empty();
        s.advanced = Units::empty();
        s.duty = self.duties(s, side);
        s.steps.push(Step::Combat(side));
    }

    /// [8.41.b] What a unit suffered is remembered through the Combat Phase that follows.
    pub(crate) fn end_combat(&self, s: &mut State, side: Side, r: &mut Referee<Event>) {
        s.steps.pop();
        s.fought = Units::empty();
        s.advanced = Units::empty();
        s.duty = Units::empty();
        s.hit = [Units::empty(), s.hit[0]];
        s.displaced = [Units::empty(), s.displaced[0]];
        if side == s.first {
            self.begin_player_turn(s, side.other(), r);
        } else {
            self.record_interphase(s, r);
        }
    }

    /// [4.1.3] The marker advances; after the last Game-Turn victory is judged [4.0].
    fn record_interphase(&self, s: &mut State, r: &mut Referee<Event>) {
        if s.turn == s.turns {
            self.judge(s, r);
            return;
        }
        s.turn += 1;
        r.note(Rule("4.1.3"), Event::GameTurn { turn: s.turn });
        self.begin_game_turn(s, r);
        self.begin_player_turn(s, s.first, r);
    }

    /// What a Game-Turn grants and takes: [9.14], [11.41] fresh Ground Support, [8.46] Final Protective
    /// Fire again, [12.11] the penalty.
    fn begin_game_turn(&self, s: &mut State, r: &mut Referee<Event>) {
        s.support = self.support_each_turn(Side::US);
        s.fired = Units::empty();
        self.penalize_116th(s, r);
    }

    pub(crate) fn outcome(&self, s: &State) -> Outcome {
        self.level_of_victory(s)
    }
}
