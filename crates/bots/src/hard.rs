//! Does what looks best by the values of today, unless something else is found to be better when it is played on: other first
//! decisions, a plan of the whole phase, other drafts of it, orders left out. It keeps to what it chose until dice fall or something is no
//! longer lawful. The budget is counted in plays, so the same dice give the same decision on any machine; only at a table
//! with people a clock stops it before that, if the machine is busy.

use crate::cautious::{Care, CautiousBot, Eyes, Watched};
use crate::forward::Forward;
use crate::judge::{Judge, worlds};
use referee::{Bot, Dice, Game, Referee, Seat, Sight};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Worlds in which plans are tried.
const WORLDS: u16 = 8;
/// Those in which a plan is made.
const PLANNED: usize = 3;
/// First decisions that are tried, the best one decision ahead.
const TRIED: usize = 6;
/// How many actions of a decision the hands look at that draft something else: less than the best row had, and so not the same.
const DRAFTED: [usize; 2] = [96, 192];
/// Rows of a habit with something left out that are tried.
const LEFT_OUT: usize = 3;
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
    /// What it would do without playing on.
    hands: CautiousBot<A>,
}

impl<A> HardBot<A> {
    /// With a budget of plays for a phase.
    pub fn with(budget: Option<u64>) -> Self {
        let (plan, hands) = (VecDeque::new(), CautiousBot::default().seeing(Eyes::Today));
        HardBot { budget, plan, phase: None, left: 0, patience: None, wait: Duration::ZERO, hands }
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
            _ => self.hands.choose(sight, dice),
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
        let plans = match sight.game().drafts() {
            _ if !row.is_empty() => rows(sight, &worlds[0], row, dice),
            0 => self.plans(sight, worlds, &mut judge, most, dice),
            drafts => self.drafts(sight, &worlds[0], &mut judge, (drafts, most / 2), dice),
        };
        let mut forward = Forward::new(sight, until);
        let best = forward.best(worlds, &plans, most.saturating_sub(judge.plays), dice);
        self.left = self.left.saturating_sub((judge.plays + forward.plays).max(1));
        self.wait = self.wait.saturating_sub(begun.elapsed());
        self.plan = plans.into_iter().nth(best).unwrap_or_default().into();
    }

    /// What may be done: first what looks best.
    fn plans<G: Game<Action = A>>(
        &mut self,
        sight: &Sight<'_, G>,
        worlds: &[G::State],
        judge: &mut Judge<'_, G>,
        most: u64,
        dice: &mut dyn Dice,
    ) -> Vec<Vec<A>> {
        let (game, here, before) = (sight.game(), &worlds[0], self.hands.plays);
        let ranked = self.hands.ranked(sight, dice);
        let mut plans: Vec<Vec<A>> = vec![];
        for (_, first) in ranked.into_iter().take(TRIED) {
            let in_time = plans.is_empty() || !judge.is_late();
            if in_time && game.check(here, &first).is_ok() {
                let plan = completed(game, here, sight.seat(), Some(first), &mut self.hands, dice);
                if !plans.contains(&plan) {
                    plans.push(plan);
                }
            }
        }
        judge.plays += self.hands.plays - before;
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

    /// Rows of decisions up to the first dice: first what looks best, then what others come to who see less or judge otherwise.
    fn drafts<G: Game<Action = A>>(
        &mut self,
        sight: &Sight<'_, G>,
        here: &G::State,
        judge: &mut Judge<'_, G>,
        (drafts, most): (usize, u64),
        dice: &mut dyn Dice,
    ) -> Vec<Vec<A>> {
        let (game, seat, before) = (sight.game(), sight.seat(), self.hands.plays);
        let mut plans = vec![completed(game, here, seat, None, &mut self.hands, dice)];
        judge.plays += self.hands.plays - before;
        for nth in 1..drafts {
            if judge.plays >= most || judge.is_late() {
                break;
            }
            let eyes = if nth % 2 == 1 { Eyes::Kept } else { Eyes::Today };
            let hurried = Care::in_a_hurry(DRAFTED[nth / 2 % DRAFTED.len()]);
            let care = if nth == 1 && game.drafts_with_care() { Care::default() } else { hurried };
            let mut hands = CautiousBot::with(care).seeing(eyes);
            let plan = completed(game, here, seat, None, &mut hands, dice);
            judge.plays += hands.plays;
            if !plans.contains(&plan) {
                plans.push(plan);
            }
        }
        plans
    }
}

/// A decision and those after it up to the first dice, as they look best to some hands; without a first decision all of them.
fn completed<G: Game>(
    game: &G,
    here: &G::State,
    seat: Seat,
    first: Option<G::Action>,
    hands: &mut CautiousBot<G::Action>,
    dice: &mut dyn Dice,
) -> Vec<G::Action> {
    let (mut state, mut plan, mut next) = (here.clone(), vec![], first);
    loop {
        let action = next.take().unwrap_or_else(|| hands.choose(&Sight::over(game, &state, seat), dice));
        let mut watched = Watched::new(dice);
        game.play(&mut state, &action, &mut Referee::silent(&mut watched));
        plan.push(action);
        let goes_on = game.awaits(&state).seat() == Some(seat) && game.phase(&state) == game.phase(here);
        if watched.rolled || !goes_on || plan.len() == LONGEST {
            return plan;
        }
    }
}

/// The row of a habit; what others would do instead; and the row with something left out.
fn rows<G: Game>(
    sight: &Sight<'_, G>,
    here: &G::State,
    row: Vec<G::Action>,
    dice: &mut dyn Dice,
) -> Vec<Vec<G::Action>> {
    let mut rows: Vec<Vec<G::Action>> = vec![];
    let others = sight.game().other_habits(here, sight.seat()).into_iter();
    let fewer = thinned(&row, dice);
    for row in std::iter::once(row).chain(others).chain(fewer) {
        if !row.is_empty() && !rows.contains(&row) {
            rows.push(row);
        }
    }
    rows
}

/// A row of orders with something left out: one of them, or some. The last one ends the row and stays.
fn thinned<A: Clone>(row: &[A], dice: &mut dyn Dice) -> Vec<Vec<A>> {
    let last = row.len() - 1;
    let mut plans = vec![];
    for nth in 0..LEFT_OUT.min(2 * last) {
        let one = usize::from(dice.pick(u16::try_from(last).unwrap_or(1)));
        let mut stays = |i: usize| i == last || if nth % 3 == 2 { dice.pick(3) != 0 } else { i != one };
        let plan = row.iter().enumerate().filter(|(i, _)| stays(*i)).map(|(_, order)| order.clone()).collect();
        plans.push(plan);
    }
    plans
}
