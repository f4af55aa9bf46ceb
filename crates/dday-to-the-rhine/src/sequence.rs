//! Q: What is decided when: the stack of steps, and what happens between decisions.

use crate::action::{Battle, Support};
use crate::components::{Month, Side};
use crate::state::{State, Units};
use crate::{DdayToTheRhine, Event};
use referee::{Piece, Referee, Rule};

/// One question, and whatever matters only until it is answered.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// [I.2]
    Invasion,
    /// [RCO.1]
    Launch,
    /// [Q.4, Q.6]
    Arrivals(Side),
    /// [Q.5, Q.7]
    Activation(Side),
    /// [M.2] An Allied move that has found out something.
    Moving { unit: Piece, left: u8, motor: bool },
    /// [C.5]
    Support { battle: Battle, defending: bool },
    /// [S.3.d]
    FriendlyHit { attackers: Units },
    /// The regular dice.
    Fight { battle: Battle, support: Support },
    /// [C.12]
    Losses { among: Units, hits: u8 },
    /// [Q.8] What is still to be done at the end of a phase.
    Close { side: Side, stage: Stage },
    /// [O.1.b]
    Hide,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    Excess,
    Supply,
    Control,
    SuddenDeath,
    Next,
}

impl DdayToTheRhine {
    /// Runs every step that leaves nobody a choice, until somebody must decide or the game is over.
    pub(crate) fn settle(&self, s: &mut State, r: &mut Referee<Event>) {
        while let Some(step) = s.steps.top() {
            match step {
                Step::Launch | Step::Arrivals(_) | Step::Activation(_) | Step::Hide => return,
                Step::Invasion => {
                    if s.tried != [true; 2] {
                        return;
                    }
                    s.steps.pop();
                    self.end_invasion(s, r);
                }
                Step::Moving { left, .. } => {
                    if left > 0 {
                        return;
                    }
                    s.steps.pop();
                }
                Step::Support { battle, defending } => {
                    if self.possible_support(s, battle, defending).0 != 0 {
                        return;
                    }
                    self.commit(s, Support::default(), r);
                }
                Step::FriendlyHit { attackers } => {
                    if attackers.len() > 1 {
                        return;
                    }
                    s.steps.pop();
                    if let Some(unit) = attackers.first() {
                        self.lose_steps(s, unit, 1, r);
                    }
                }
                Step::Fight { battle, support } => {
                    s.steps.pop();
                    self.fight(s, battle, support, r);
                }
                Step::Losses { among, hits } => {
                    let all: u16 = among.iter().map(|unit| u16::from(s.unit(unit).sp)).sum();
                    if among.len() > 1 && hits > 0 && u16::from(hits) < all {
                        return;
                    }
                    s.steps.pop();
                    for unit in among {
                        let steps = if among.len() == 1 { hits } else { s.unit(unit).sp.min(hits) };
                        if steps > 0 {
                            self.lose_steps(s, unit, steps, r);
                        }
                    }
                }
                Step::Close { side, stage } => {
                    if stage == Stage::Excess && self.excess(s, side).is_some() {
                        if self.excess_choice(s, side).len() > 1 {
                            return;
                        }
                        self.send_back_only(s, side, r);
                        continue;
                    }
                    self.close(s, side, stage, r);
                }
            }
        }
    }

    /// [Q.8] In this order: excess units, supply, control, sudden death; then the next phase.
    fn close(&self, s: &mut State, side: Side, stage: Stage, r: &mut Referee<Event>) {
        s.steps.pop();
        let next = match stage {
            Stage::Excess => Stage::Supply,
            Stage::Supply => {
                // [O.1.e] The truth about supply is found out: there is no way back.
                if s.options.hidden {
                    r.seal();
                }
                self.starve(s, side, r);
                Stage::Control
            }
            Stage::Control => {
                self.adjust_control(s, side, r);
                Stage::SuddenDeath
            }
            Stage::SuddenDeath => {
                if self.sudden_death(s, side, r) {
                    return;
                }
                if side == Side::German && s.options.hidden {
                    s.steps.push(Step::Close { side, stage: Stage::Next });
                    s.steps.push(Step::Hide);
                    return;
                }
                Stage::Next
            }
            Stage::Next => return self.next_phase(s, side, r),
        };
        s.steps.push(Step::Close { side, stage: next });
    }

    fn next_phase(&self, s: &mut State, side: Side, r: &mut Referee<Event>) {
        // [R.10.a]
        s.rp[side.index()] = 0;
        if side == Side::German {
            return self.begin_allied(s, r);
        }
        if s.month == self.scenario(s).last {
            s.steps.clear();
            return r.note(Rule("V.4"), Event::Judged);
        }
        // [Q.1.a]
        s.month = Month(s.month.0 + 1);
        self.begin_month(s, r);
    }

    /// [Q.2, Q.4] A new month: markers come off, the weather is set, and phase 1 begins.
    pub(crate) fn begin_month(&self, s: &mut State, r: &mut Referee<Event>) {
        use crate::state::mark;
        for unit in &mut s.units {
            unit.marks &= mark::REBUILT;
        }
        for phantom in &mut s.phantoms {
            phantom.moved = false;
        }
        s.fired = [false; 2];
        s.bomber_used = false;
        s.airborne_month = 0;
        s.rail_used = false;
        s.spent = Default::default();
        r.note(Rule("Q.1.a"), Event::Month(s.month));
        self.set_weather(s, r);
        self.begin_german(s, r);
    }

    pub(crate) fn begin_german(&self, s: &mut State, r: &mut Referee<Event>) {
        s.phase = 1;
        s.lost = 0;
        s.surprise = 0;
        r.note(Rule("Q.4"), Event::Phase(1));
        self.german_resources(s, r);
        self.pool_lost_volksturm(s, r);
        s.steps.push(Step::Arrivals(Side::German));
        if self.may_launch(s) {
            s.steps.push(Step::Launch);
        }
    }

    fn begin_allied(&self, s: &mut State, r: &mut Referee<Event>) {
        s.phase = 3;
        s.surprise = 0;
        r.note(Rule("Q.6"), Event::Phase(3));
        self.allied_resources(s, r);
        s.steps.push(Step::Arrivals(Side::Allied));
    }

    /// [Q.9] Arrivals are over; activations begin.
    pub(crate) fn begin_activations(&self, s: &mut State, side: Side, r: &mut Referee<Event>) {
        s.steps.pop();
        s.phase += 1;
        r.note(Rule(if side == Side::German { "Q.5" } else { "Q.7" }), Event::Phase(s.phase));
        s.steps.push(Step::Activation(side));
    }
}
