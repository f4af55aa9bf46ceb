//! Looks at a handful of what it may do, with one throw of the dice, and takes the best of that; of a few actions most do not
//! come to its mind. Where a game has a habit it follows that of the yardstick and overlooks half of it. No blunders are planted,
//! and it sees no more and no less than others.

use crate::cautious::{Care, CautiousBot};
use crate::habit::Habit;
use referee::{Bot, Dice, Game, Sight};

const HANDFUL: Care = Care { actions: 24, tried: 4, finalists: 1, worlds: 1, overlooks: true };

/// Takes the best of what it thinks of.
#[derive(Debug)]
pub struct EasyBot<A> {
    habit: Habit<A>,
    look: CautiousBot<A>,
}

impl<A> Default for EasyBot<A> {
    fn default() -> Self {
        EasyBot { habit: Habit::default(), look: CautiousBot::with(HANDFUL) }
    }
}

impl<G: Game> Bot<G> for EasyBot<G::Action> {
    fn choose(&mut self, sight: &Sight<'_, G>, dice: &mut dyn Dice) -> G::Action {
        match self.habit.next_of(sight, G::kept_habit, |row| overlooking(row, dice)) {
            Some(action) => action,
            None => self.look.choose(sight, dice),
        }
    }

    fn rest(&mut self) {
        *self = EasyBot::default();
    }
}

/// A row of orders without some that were not thought of; the last one ends the row.
fn overlooking<A>(row: Vec<A>, dice: &mut dyn Dice) -> Vec<A> {
    let last = row.len().saturating_sub(1);
    row.into_iter().enumerate().filter(|(i, _)| *i == last || dice.pick(2) != 0).map(|(_, order)| order).collect()
}
