//! Follows what a game calls its habit, and remembers the rest of it until it has been done.

use referee::{Game, Rule, Seeded, Sight};
use std::collections::VecDeque;

/// Decisions that were thought of together and are still to be made.
#[derive(Debug)]
pub struct Habit<A> {
    rest: VecDeque<A>,
    /// The rule of the question they answer.
    asked: Option<Rule>,
}

impl<A> Default for Habit<A> {
    fn default() -> Self {
        Habit { rest: VecDeque::new(), asked: None }
    }
}

impl<A: std::fmt::Debug> Habit<A> {
    /// The next decision by habit; nothing in a game without one. What was thought of before is done as long as the
    /// same question is asked and it is lawful.
    pub fn next<G: Game<Action = A>>(&mut self, sight: &Sight<'_, G>) -> Option<A> {
        let game = sight.game();
        // What is hidden plays no part in a habit: any world will do.
        let world = sight.imagine(&mut Seeded(0));
        let asked = Some(game.awaits(&world).rule());
        if self.asked == asked
            && let Some(action) = self.rest.pop_front()
            && game.check(&world, &action).is_ok()
        {
            return Some(action);
        }
        self.rest = game.habit(&world, sight.seat()).into();
        self.asked = asked;
        let action = self.rest.pop_front()?;
        let lawful = game.check(&world, &action);
        debug_assert_eq!(lawful, Ok(()), "a habit is lawful: {action:?}");
        lawful.is_ok().then_some(action)
    }
}
