//! Follows what a game calls its habit, and remembers the rest of it until it has been done.

use referee::{Game, Rule, Seat, Seeded, Sight};
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

impl<A: Clone + std::fmt::Debug> Habit<A> {
    /// The next decision by habit; nothing in a game without one. What was thought of before is done as long as the
    /// same question is asked and it is lawful.
    pub fn next<G: Game<Action = A>>(&mut self, sight: &Sight<'_, G>) -> Option<A> {
        self.next_of(sight, G::habit, |row| row)
    }

    /// The same by the habit of the yardstick.
    pub(crate) fn next_kept<G: Game<Action = A>>(&mut self, sight: &Sight<'_, G>) -> Option<A> {
        self.next_of(sight, G::kept_habit, |row| row)
    }

    /// The same, where only some of the row are thought of.
    pub(crate) fn next_of<G: Game<Action = A>>(
        &mut self,
        sight: &Sight<'_, G>,
        habit: impl FnOnce(&G, &G::State, Seat) -> Vec<A>,
        some: impl FnOnce(Vec<A>) -> Vec<A>,
    ) -> Option<A> {
        let game = sight.game();
        // What is hidden plays no part in a habit: any world will do.
        let world = sight.imagine(&mut Seeded(0));
        let asked = Some(game.awaits(&world).rule());
        let lawful = |action: &A| game.check(&world, action).is_ok();
        if self.asked == asked
            && let Some(action) = self.rest.pop_front()
            && lawful(&action)
        {
            return Some(action);
        }
        let row = habit(game, &world, sight.seat());
        self.asked = asked;
        let first = row.first()?.clone();
        self.rest = some(row).into();
        while let Some(action) = self.rest.pop_front() {
            if lawful(&action) {
                return Some(action);
            }
        }
        debug_assert!(lawful(&first), "a habit is lawful: {first:?}");
        lawful(&first).then_some(first)
    }
}
