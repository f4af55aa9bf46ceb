//! The same look as the medium bot's with blurred eyes: it takes something good, seldom the best. No blunders are
//! planted, and it sees no more and no less than others.

use crate::habit::Habit;
use crate::medium::best;
use referee::{Bot, Dice, Game, Sight};

/// How much the look is blurred, in parts of what lies between the best action and the middle one.
const BLUR: f64 = 0.9;

/// Takes one of the good actions.
#[derive(Debug)]
pub struct EasyBot<A> {
    habit: Habit<A>,
}

impl<A> Default for EasyBot<A> {
    fn default() -> Self {
        EasyBot { habit: Habit::default() }
    }
}

impl<G: Game> Bot<G> for EasyBot<G::Action> {
    fn choose(&mut self, sight: &Sight<'_, G>, dice: &mut dyn Dice) -> G::Action {
        match self.habit.next(sight) {
            Some(action) => action,
            None => best(sight, dice, BLUR).expect("a seat that is awaited has something to do"),
        }
    }

    fn rest(&mut self) {
        self.habit = Habit::default();
    }
}
