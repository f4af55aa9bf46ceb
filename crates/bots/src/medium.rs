//! The medium level: the yardstick, and in one turn of four the values of today. Where a game has a habit it follows now the
//! yardstick's, now that of today, a row of orders at a time.

use crate::cautious::{CautiousBot, Eyes};
use crate::habit::Habit;
use referee::{Bot, Dice, Game, Seeded, Sight};

/// One turn of so many is judged by the values of today, and one row of so many follows the habit of today.
const TURNS: u16 = 4;
const ROWS: u16 = 6;

/// Judges as the yardstick does, most of the time.
#[derive(Debug)]
pub struct MediumBot<A> {
    habit: Habit<A>,
    look: CautiousBot<A>,
    phase: Option<u32>,
}

impl<A> Default for MediumBot<A> {
    fn default() -> Self {
        MediumBot { habit: Habit::default(), look: CautiousBot::default(), phase: None }
    }
}

impl<G: Game> Bot<G> for MediumBot<G::Action> {
    fn choose(&mut self, sight: &Sight<'_, G>, dice: &mut dyn Dice) -> G::Action {
        let habit = if dice.pick(ROWS) == 0 { G::habit } else { G::kept_habit };
        if let Some(action) = self.habit.next_of(sight, habit, |row| row) {
            return action;
        }
        // What is hidden does not change whose turn it is: any world will do.
        let phase = Some(sight.game().phase(&sight.imagine(&mut Seeded(0))));
        if self.phase != phase {
            self.phase = phase;
            let eyes = if dice.pick(TURNS) == 0 { Eyes::Today } else { Eyes::Kept };
            self.look = CautiousBot::default().seeing(eyes);
        }
        self.look.choose(sight, dice)
    }

    fn rest(&mut self) {
        *self = MediumBot::default();
    }
}
