//! The same look as the exact bot's with blurred eyes: it takes something good, seldom the best. Where a game has a habit
//! it overlooks a third of it. No blunders are planted, and it sees no more and no less than others.

use crate::exact::best;
use crate::habit::Habit;
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
        match self.habit.next_of(sight, |row| overlooking(row, dice)) {
            Some(action) => action,
            None => best(sight, dice, BLUR).expect("a seat that is awaited has something to do"),
        }
    }

    fn rest(&mut self) {
        self.habit = Habit::default();
    }
}

/// A row of orders without some that were not thought of; the last one ends the row.
fn overlooking<A>(row: Vec<A>, dice: &mut dyn Dice) -> Vec<A> {
    let last = row.len().saturating_sub(1);
    row.into_iter().enumerate().filter(|(i, _)| *i == last || dice.pick(3) != 0).map(|(_, order)| order).collect()
}
