//! Does what the medium bot would do, unless something else is found to be better when it is played on: other first
//! decisions, a plan of the whole phase, orders left out. It keeps to what it chose until dice fall or something is no
//! longer lawful. The budget is counted in plays, so the same dice give the same decision on any machine; only at a table
//! with people a clock stops it before that, if the machine is busy.

use crate::cautious::Watched;
use crate::forward::Forward;
use crate::judge::{Judge, worlds};
use crate::medium::MediumBot;
use referee::{Bot, Dice, Game, Referee, Seat, Sight};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Worlds in which plans are tried.
const WORLDS: u16 = 8;
/// Those in which a plan is made.
const PLANNED: usize = 3;
/// First decisions that are tried, the best by the medium bot.
const TRIED: usize = 6;
/// Of what is left of the budget, the part for one decision, and the part of that for a plan of the phase.
const SHARE: u64 = 3;
const PLAN: u64 = 8;
const LONGEST: usize = 96;

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
    medium: MediumBot<A>,
}

impl<A> HardBot<A> {
    /// With a budget of plays for a phase.
    pub fn with(budget: Option<u64>) -> Self {
        let (plan, medium) = (VecDeque::new(), MediumBot::default());
        HardBot { budget, plan, phase: None, left: 0, patience: None, wait: Duration::ZERO, medium }
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
        if self.left > 0 && (self.patience.is_none() || !self.wait.is_zero()) {
            self.think(sight, &worlds, dice);
        }
        match self.plan.pop_front() {
            Some(next) if game.check(&worlds[0], &next).is_ok() => next,
            _ => self.medium.choose(sight, dice),
        }
    }

    fn rest(&mut self) {
        *self = HardBot { patience: self.patience, ..HardBot::with(self.budget) };
    }
}

impl<A: Clone + PartialEq + std::fmt::Debug> HardBot<A> {
    /// Finds out what to do next, up to the first dice.
    fn think<G: Game<Action = A>>(&mut self, sight: &Sight<'_, G>, worlds: &[G::State], dice: &mut dyn Dice) {
        let begun = Instant::now();
        let until = self.patience.map(|_| begun + self.wait / 2);
        let most = self.left / SHARE;
        let mut judge = Judge::new(sight, dice);
        judge.until = until;
        let row = sight.game().habit(&worlds[0], sight.seat());
        let plans = if row.is_empty() { self.plans(sight, worlds, &mut judge, most, dice) } else { thinned(row, dice) };
        let mut forward = Forward::new(sight, until);
        let best = forward.best(worlds, &plans, most.saturating_sub(judge.plays), dice);
        self.left = self.left.saturating_sub((judge.plays + forward.plays).max(1));
        self.wait = self.wait.saturating_sub(begun.elapsed());
        self.plan = plans.into_iter().nth(best).unwrap_or_default().into();
    }

    /// What may be done: first what the medium bot would do.
    fn plans<G: Game<Action = A>>(
        &mut self,
        sight: &Sight<'_, G>,
        worlds: &[G::State],
        judge: &mut Judge<'_, G>,
        most: u64,
        dice: &mut dyn Dice,
    ) -> Vec<Vec<A>> {
        let (game, here, before) = (sight.game(), &worlds[0], self.medium.plays());
        let ranked = self.medium.ranked(sight, dice);
        let mut plans: Vec<Vec<A>> = vec![];
        for first in ranked.into_iter().take(TRIED) {
            let in_time = plans.is_empty() || !judge.is_late();
            if in_time && game.check(here, &first).is_ok() {
                let plan = self.completed(game, here, sight.seat(), first, dice);
                if !plans.contains(&plan) {
                    plans.push(plan);
                }
            }
        }
        judge.plays += self.medium.plays() - before;
        if plans.len() > 1 {
            let operations = game.operations(here, sight.seat());
            let greedy = judge.greedy(here, most / PLAN, dice);
            let plan = judge.improve(greedy, &worlds[..worlds.len().min(PLANNED)], &operations, most / PLAN, dice);
            if !plan.genes.is_empty() && !plans.contains(&plan.genes) {
                plans.push(plan.genes);
            }
        }
        plans
    }

    /// A decision and those after it up to the first dice, as the medium bot would make them.
    fn completed<G: Game<Action = A>>(
        &mut self,
        game: &G,
        here: &G::State,
        seat: Seat,
        first: A,
        dice: &mut dyn Dice,
    ) -> Vec<A> {
        let (mut state, mut plan, mut next) = (here.clone(), vec![], first);
        loop {
            let mut watched = Watched::new(dice);
            game.play(&mut state, &next, &mut Referee::silent(&mut watched));
            plan.push(next);
            let goes_on = game.awaits(&state).seat() == Some(seat) && game.phase(&state) == game.phase(here);
            if watched.rolled || !goes_on || plan.len() == LONGEST {
                return plan;
            }
            next = self.medium.choose(&Sight::over(game, &state, seat), dice);
        }
    }
}

/// A row of orders, and the same with something left out: one of them, or some. The last one ends the row and stays.
fn thinned<A: Clone>(row: Vec<A>, dice: &mut dyn Dice) -> Vec<Vec<A>> {
    let last = row.len() - 1;
    let mut plans = vec![row];
    for nth in 0..TRIED.min(2 * last) {
        let one = usize::from(dice.pick(u16::try_from(last).unwrap_or(1)));
        let mut stays = |i: usize| i == last || if nth % 3 == 2 { dice.pick(3) != 0 } else { i != one };
        let plan = plans[0].iter().enumerate().filter(|(i, _)| stays(*i)).map(|(_, order)| order.clone()).collect();
        plans.push(plan);
    }
    plans
}
