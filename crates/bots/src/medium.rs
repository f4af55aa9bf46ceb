//! The medium level: the yardstick. Where a game has a habit it follows now the yardstick's, now that of today, a row of orders at
//! a time.

use crate::cautious::CautiousBot;
use crate::habit::Habit;
use referee::{Bot, Dice, Game, Sight};

/// Judges as the yardstick does.
#[derive(Debug)]
pub struct MediumBot<A> {
    habit: Habit<A>,
    look: CautiousBot<A>,
}

impl<A> Default for MediumBot<A> {
    fn default() -> Self {
        MediumBot { habit: Habit::default(), look: CautiousBot::default() }
    }
}

impl<G: Game> Bot<G> for MediumBot<G::Action> {
    fn choose(&mut self, sight: &Sight<'_, G>, dice: &mut dyn Dice) -> G::Action {
        let habit = if dice.pick(6) == 0 { G::habit } else { G::kept_habit };
        match self.habit.next_of(sight, habit, |row| row) {
            Some(action) => action,
            None => self.look.choose(sight, dice),
        }
    }

    fn rest(&mut self) {
        *self = MediumBot::default();
    }
}
