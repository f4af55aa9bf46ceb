//! Plans the rest of the phase, makes the plan better as long as the budget lasts, and keeps to it until dice fall or
//! something is no longer lawful. The budget is counted in plays, so the same dice give the same decision on any machine;
//! only at a table with people a clock stops it before that, if the machine is busy.

use crate::habit::Habit;
use crate::judge::{Judge, worlds};
use crate::medium::best;
use referee::{Bot, Dice, Game, Sight};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Worlds in which a plan must be good.
const WORLDS: u16 = 3;

/// Keeps its plan from one decision to the next.
#[derive(Debug)]
pub struct HardBot<A> {
    /// Plays in a phase; by the game if not said.
    budget: Option<u64>,
    plan: VecDeque<A>,
    phase: Option<u32>,
    /// What is left of the budget of this phase.
    left: u64,
    /// At a table: what people wait for a phase at most, and what is left of it.
    patience: Option<Duration>,
    wait: Duration,
    habit: Habit<A>,
}

impl<A> HardBot<A> {
    /// With a budget of plays for a phase.
    pub fn with(budget: Option<u64>) -> Self {
        let (plan, habit) = (VecDeque::new(), Habit::default());
        HardBot { budget, plan, phase: None, left: 0, patience: None, wait: Duration::ZERO, habit }
    }

    /// With a clock beside the budget: for people, who do not wait longer on a slow machine.
    #[must_use]
    pub fn within(mut self, patience: Duration) -> Self {
        self.patience = Some(patience);
        self
    }
}

impl<A> Default for HardBot<A> {
    fn default() -> Self {
        HardBot::with(None)
    }
}

impl<G: Game> Bot<G> for HardBot<G::Action> {
    fn choose(&mut self, sight: &Sight<'_, G>, dice: &mut dyn Dice) -> G::Action {
        if let Some(action) = self.habit.next(sight) {
            return action;
        }
        let game = sight.game();
        let worlds = worlds(sight, WORLDS, dice);
        let phase = Some(game.phase(&worlds[0]));
        if self.phase != phase {
            self.phase = phase;
            self.plan.clear();
            let own = game.mover(&worlds[0]) == Some(sight.seat());
            let whole = self.budget.unwrap_or_else(|| game.budget());
            self.left = if own { whole } else { whole / 10 };
            self.wait = self.patience.map_or(Duration::ZERO, |patience| if own { patience } else { patience / 10 });
        }
        if let Some(next) = self.plan.pop_front() {
            if game.check(&worlds[0], &next).is_ok() {
                return next;
            }
            self.plan.clear();
        }
        self.think(sight, &worlds, dice);
        match self.plan.pop_front() {
            Some(next) => next,
            None => best(sight, dice, 0.0).expect("a seat that is awaited has something to do"),
        }
    }

    fn rest(&mut self) {
        *self = HardBot { patience: self.patience, ..HardBot::with(self.budget) };
    }
}

impl<A: Clone + PartialEq> HardBot<A> {
    fn think<G: Game<Action = A>>(&mut self, sight: &Sight<'_, G>, worlds: &[G::State], dice: &mut dyn Dice) {
        let mut judge = Judge::new(sight, dice);
        let begun = Instant::now();
        judge.until = self.patience.map(|_| begun + self.wait / 2);
        let greedy = judge.greedy(&worlds[0], self.left, dice);
        let operations = sight.game().operations(&worlds[0], sight.seat());
        // The first plan of a phase gets the most; something is left for what the dice bring.
        let most = (self.left / 2).saturating_sub(judge.plays);
        let plan = judge.improve(greedy, worlds, &operations, most, dice);
        self.left = self.left.saturating_sub(judge.plays);
        self.wait = self.wait.saturating_sub(begun.elapsed());
        self.plan = plan.genes.into();
    }
}
