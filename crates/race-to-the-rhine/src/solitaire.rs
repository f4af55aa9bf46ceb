//! [17] The solitaire game: the Axis plays by dice.

use crate::sequence::{Debt, Stage, Step};
use crate::state::{NUMBERS, Number, NumberId, Numbers, State};
use crate::{Event, Race};
use referee::{Referee, Rule};

impl Race {
    /// [17.C.3] One stage after the other; each names the next before it does its work.
    pub(crate) fn solo_stage(&self, s: &mut State, stage: Stage, r: &mut Referee<Event>) {
        s.steps.pop();
        let who = s.mover();
        let next = |s: &mut State, stage| s.steps.push(Step::Solo(stage));
        match stage {
            // [17.D.1]
            Stage::Front => {
                next(s, Stage::CounterAttacks);
                let mut taken = Numbers::empty();
                for (number, state) in numbered(s) {
                    if matches!(state, Number::Up(at) if s.holds(who, at)) {
                        taken.insert(number);
                    }
                }
                self.advance_front(s, taken);
            }
            // [17.C.1] One simultaneous pass.
            Stage::CounterAttacks => {
                next(s, Stage::Test);
                let ground = self.axis_ground(s);
                let mut times = 0;
                for at in self.vulnerable(s, who) {
                    times += u8::from(self.lose(s, who, at, ground, r));
                }
                if times > 0 && self.owes(s, who) {
                    s.steps.push(Step::Pay { who, why: Debt::Objective, times });
                }
            }
            // [17.B.2, 17.B.4] The turn that confirms the victory is the last that counts.
            Stage::Test => match self.across(s, who) {
                Some(at) => self.win(s, who, at, r),
                None => next(s, Stage::Dice),
            },
            Stage::Dice => {
                next(s, Stage::Defeat);
                let faces = [r.roll(6), r.roll(6), r.roll(6)];
                let sum = faces.iter().sum();
                r.note(Rule("17.C.2"), Event::Dice { sum, faces });
                let Some(number) = self.number_for(s, sum) else { return };
                let Number::Up(at) = s.numbers[usize::from(number.0)] else { return };
                s.numbers[usize::from(number.0)] = Number::Turned(at);
                s.axis.insert(at);
                r.note(Rule("17.C.2"), Event::NumberTurned { number, at });
                // [17.D.6]
                let others =
                    numbered(s).filter(|(_, state)| *state == Number::Up(at)).map(|(number, _)| number).collect();
                self.advance_front(s, others);
            }
            // [17.B.3]
            Stage::Defeat => {
                if numbered(s).any(|(_, state)| matches!(state, Number::Up(_))) {
                    self.next_turn(s, r);
                } else {
                    s.steps.clear();
                }
            }
        }
    }

    /// [17.C.2, 17.C.4, 17.C.5] The marker that a sum of three dice turns.
    fn number_for(&self, s: &State, sum: u8) -> Option<NumberId> {
        let up = |number: &u8| {
            NumberId::of_number(*number).is_some_and(|id| matches!(s.numbers[usize::from(id.0)], Number::Up(_)))
        };
        let higher = (sum + 1..=18).find(up);
        let lower = (3..sum).rev().find(up);
        let found = if up(&sum) {
            Some(sum)
        } else if sum <= 10 {
            higher.or(lower)
        } else {
            lower.or(higher)
        };
        found.and_then(NumberId::of_number)
    }
}

/// All numbered markers.
pub(crate) fn numbered(s: &State) -> impl Iterator<Item = (NumberId, Number)> + use<> {
    let numbers: [Number; NUMBERS] = s.numbers;
    (0u8..).map(NumberId).zip(numbers)
}
