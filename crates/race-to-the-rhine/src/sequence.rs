//! [5.2] What is decided when: the stack of steps, and what happens between decisions.

use crate::state::{Areas, Numbers, State};
use crate::{Event, Race, components::Commander};
use referee::{Piece, Referee, Rule, Spot};

/// One question, and whatever matters only until it is answered.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// [5.3] The player whose turn it is acts.
    Turn,
    /// [8.5] A Transport goes on with another truck.
    Transport { left: u8 },
    /// [8.3] What does the truck carry?
    Carry { from: Spot, to: Spot },
    /// [13.8] Which two markers?
    Bonus { at: Spot },
    /// [6.7.b] What is too much?
    Overflow { at: Spot },
    /// [13.5, 13.9] The Commander card is being used.
    Card,
    /// [10.3] A movement goes on, or not.
    Moving { corps: Piece, left: u8, toll: Toll, fresh_recon: bool },
    /// [10.20]
    Civilians { corps: Piece },
    /// [10.24]
    Market { corps: Piece },
    /// [12.1]
    Landing { left: u8 },
    /// [12.3] A medal is paid for a landed unit, or [14.B.7] for a lost area.
    Pay { who: Commander, why: Debt, times: u8 },
    /// [9.5] The Supply Check feeds this corps next.
    Check { next: Piece },
    /// [14.1]
    Reaction,
    /// [17.C.3]
    Solo(Stage),
    /// [17.D.3] Numbered markers wait for a place.
    Place { left: Numbers, among: Areas, placed: Numbers },
}

/// [10.12.a, 10.12.b] What going on costs.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Toll {
    Free,
    /// [10.27] 1 gas after Les Boches.
    Boches,
    /// [10.37] 1 gas after a victory.
    Regroup,
}

impl Toll {
    /// The rule under which gas is paid, if any is.
    pub fn rule(self) -> Option<Rule> {
        match self {
            Toll::Free => None,
            Toll::Boches => Some(Rule("10.27")),
            Toll::Regroup => Some(Rule("10.37")),
        }
    }
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Debt {
    Landing,
    Objective,
}

/// [17.C.3] The end of a solitaire turn.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    Front,
    CounterAttacks,
    Test,
    Dice,
    Defeat,
}

impl Race {
    /// Runs every step that leaves nobody a choice, until somebody must decide or the game is over.
    pub(crate) fn settle(&self, s: &mut State, r: &mut Referee<Event>) {
        while let Some(step) = s.steps.top() {
            let asks = match step {
                Step::Turn | Step::Card | Step::Civilians { .. } | Step::Market { .. } | Step::Bonus { .. } => true,
                Step::Carry { .. } | Step::Overflow { .. } => true,
                Step::Transport { left } => self.transport_goes_on(s, left),
                Step::Moving { left, .. } => left > 0,
                Step::Landing { left } => self.landing_goes_on(s, left),
                Step::Pay { who, why, .. } => {
                    let choice = self.payments(s, who, why);
                    if let Some(only) = choice.only() {
                        self.pay(s, who, why, only, r);
                        continue;
                    }
                    true
                }
                Step::Check { next } => {
                    if self.must_ask_for_food(s, next) {
                        true
                    } else {
                        self.feed(s, next, None, r);
                        continue;
                    }
                }
                Step::Reaction => {
                    if self.reaction_has_choice(s) {
                        true
                    } else {
                        self.react_without_choice(s, r);
                        continue;
                    }
                }
                Step::Solo(stage) => {
                    self.solo_stage(s, stage, r);
                    continue;
                }
                Step::Place { left, among, placed } => {
                    if self.place_without_choice(s, left, among, placed, r) {
                        continue;
                    }
                    true
                }
            };
            if asks {
                return;
            }
            s.steps.pop();
        }
    }

    /// [5.2, 5.11] The next player's turn, or the next round.
    pub(crate) fn next_turn(&self, s: &mut State, r: &mut Referee<Event>) {
        s.seat += 1;
        if u32::from(s.seat) == s.players.len() {
            s.seat = 0;
            if s.last_round {
                s.steps.clear();
                r.note(Rule("16.2"), Event::LastRoundOver);
                return;
            }
            s.round = s.round.saturating_add(1);
            r.note(Rule("5.2"), Event::Round(s.round));
        }
        self.begin_turn(s);
    }

    pub(crate) fn begin_turn(&self, s: &mut State) {
        s.now = crate::state::Turn { actions: self.c.tables.actions, ..Default::default() };
        s.steps.clear();
        s.steps.push(Step::Turn);
    }
}
