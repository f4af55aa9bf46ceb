//! [1.4] The sequence of play, and every interruption of it. Read this file first.

use crate::state::{Battle, Side, State, Units};
use crate::{Event, Ford};
use referee::{Piece, Referee, Rule, Spot};

/// What is being decided, and whatever matters only until it is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// [3.1] Asked of the German before the first turn.
    HideMine,
    /// [2.0]
    Movement(Side),
    /// [2.6] A move that was interrupted, and the points it has left.
    Moving { unit: Piece, left: u16 },
    /// [4.2] Asked of the US when a unit has reached the charged bridge.
    Ruse { unit: Piece },
    /// [5.0]
    Combat(Side),
    /// [5.3] Asked of the defender between declaration and die.
    Support(Battle),
    /// [6.1] Asked of both in turn; what each bid last, by side.
    Bid { battle: Battle, speaker: Side, last: [u8; 2] },
    /// [6.4] Asked of the owner until all of these have retreated.
    Retreat(Units),
    /// [6.6] Asked of the attacker when the hex is free.
    Advance { attackers: Units, into: Spot },
}

impl Ford {
    /// Runs every step that leaves nobody anything to decide, until somebody must or the game is over.
    pub(crate) fn settle(&self, s: &mut State, r: &mut Referee<Event>) {
        while let Some(step) = s.steps.top() {
            if self.wiped_out(s).is_some() {
                s.steps.clear(); // [7.1]
                return;
            }
            match step {
                Step::HideMine | Step::Ruse { .. } => return,
                Step::Movement(side) => {
                    if self.movers(s, side).next().is_some() {
                        return;
                    }
                    self.end_movement(s, side);
                }
                Step::Moving { unit, left } => {
                    if self.can_go(s, unit, left) {
                        return;
                    }
                    s.steps.pop();
                }
                Step::Combat(side) => {
                    if self.targets(s, side).next().is_some() {
                        return;
                    }
                    self.end_combat(s, side, r);
                }
                Step::Support(battle) => {
                    if s.support[self.side(battle.target).index()] > 0 {
                        return;
                    }
                    self.resolve(s, battle, 0, r);
                }
                Step::Bid { battle, speaker, last } => {
                    if self.highest_bid(s, battle, speaker) > last[speaker.other().index()] {
                        return;
                    }
                    self.give_way(s, r); // [6.2]
                }
                Step::Retreat(units) => {
                    if units.iter().any(|unit| self.can_retreat(s, unit)) {
                        return;
                    }
                    s.steps.pop();
                    for unit in units {
                        self.eliminate(s, unit, Rule("6.5"), r);
                    }
                }
                Step::Advance { attackers, into } => {
                    if attackers.iter().any(|unit| self.may_advance(s, unit, into).is_ok()) {
                        return;
                    }
                    s.steps.pop();
                }
            }
        }
    }

    pub(crate) fn end_movement(&self, s: &mut State, side: Side) {
        s.moved = Units::empty();
        s.steps.pop();
        s.steps.push(Step::Combat(side));
    }

    pub(crate) fn end_combat(&self, s: &mut State, side: Side, r: &mut Referee<Event>) {
        s.fought = Units::empty();
        s.steps.pop();
        match side {
            Side::US => s.steps.push(Step::Movement(Side::GE)),
            Side::GE if s.turn < s.last_turn => {
                s.turn += 1;
                r.note(Rule("1.4"), Event::TurnBegins(s.turn));
                s.steps.push(Step::Movement(Side::US));
            }
            Side::GE => r.note(Rule("7.1"), Event::Dusk),
        }
    }

    /// [1.3] A unit loses one step, for the reason given.
    pub(crate) fn lose_step(&self, s: &mut State, unit: Piece, rule: Rule, r: &mut Referee<Event>) {
        s.unit_mut(unit).steps -= 1;
        r.note(rule, Event::StepLost(unit));
        if s.steps_of(unit) == 0 {
            self.eliminate(s, unit, Rule("1.3"), r);
        }
    }

    pub(crate) fn eliminate(&self, s: &mut State, unit: Piece, rule: Rule, r: &mut Referee<Event>) {
        let gone = s.unit_mut(unit);
        gone.steps = 0;
        gone.at = None;
        s.moved.remove(unit);
        s.fought.remove(unit);
        r.note(rule, Event::Eliminated(unit));
    }
}
