//! Plans for the rest of a phase: a row of decisions up to the first dice, found greedily and made better step by step.

use crate::choices;
use crate::judge::{Judge, Weighed, Width};
use referee::{Dice, Game};

const WIDTH: Width = Width { actions: 1024, tried: 256, climbed: 40, lots: 4 };
/// While a plan is completed.
const NARROW: Width = Width { actions: 48, tried: 12, climbed: 12, lots: 2 };
/// Lots for the dice at the end of a plan.
const LOTS: u16 = 8;
/// A plan is better only by more than this: noise of sums.
const LEAST: f64 = 1e-6;
const LONGEST: usize = 96;

/// Decisions in their order, what they were found to be worth, and the states before each of them and at the end.
#[derive(Clone, Debug)]
pub(crate) struct Plan<G: Game> {
    pub(crate) genes: Vec<G::Action>,
    pub(crate) score: f64,
    /// The advice on the first so many genes together; as many as there are states.
    advice: Vec<f64>,
    states: Vec<G::State>,
}

/// What one gene came to when a plan was played.
enum Played<S> {
    Unlawful,
    Sure(S, f64),
    /// There were dice in it.
    Rolled(f64),
}

impl<G: Game> Judge<'_, G> {
    /// The plan to do nothing.
    pub(crate) fn nothing(&self, state: &G::State) -> Plan<G> {
        Plan { genes: vec![], score: self.worth(state), advice: vec![0.0], states: vec![state.clone()] }
    }

    fn play_gene(&mut self, state: &G::State, gene: &G::Action) -> Played<G::State> {
        if self.game.check(state, gene).is_err() {
            return Played::Unlawful;
        }
        let advice = f64::from(self.game.advise(state, gene));
        match self.score(state, gene, LOTS) {
            None => Played::Unlawful,
            Some((_, Some(then))) => Played::Sure(then, advice),
            Some((mean, None)) => Played::Rolled(mean),
        }
    }

    /// Plays genes after the first `kept` of a plan. Dice go to the end: who knows how they fall before the rest is done
    /// sees more. What is unlawful where it stands is left out.
    fn replayed(&mut self, plan: &Plan<G>, kept: usize, genes: &[G::Action]) -> Plan<G> {
        let mut new = Plan {
            genes: plan.genes[..kept].to_vec(),
            score: 0.0,
            advice: plan.advice[..=kept].to_vec(),
            states: plan.states[..=kept].to_vec(),
        };
        let mut dice: Vec<&G::Action> = vec![];
        for gene in genes {
            let (Some(state), Some(advice)) = (new.states.last(), new.advice.last().copied()) else { break };
            if !self.goes_on(&plan.states[0], state) || new.genes.len() >= LONGEST {
                break;
            }
            match self.play_gene(state, gene) {
                Played::Unlawful => {}
                Played::Sure(then, more) => {
                    new.genes.push(gene.clone());
                    new.advice.push(advice + more);
                    new.states.push(then);
                }
                Played::Rolled(_) => dice.push(gene),
            }
        }
        let (Some(state), Some(advice)) = (new.states.last(), new.advice.last().copied()) else { return new };
        new.score = advice + self.worth(state);
        if self.goes_on(&plan.states[0], state) {
            let state = state.clone();
            for gene in dice {
                if let Played::Rolled(mean) = self.play_gene(&state, gene)
                    && advice + mean > new.score
                {
                    new.score = advice + mean;
                    new.genes.truncate(new.states.len() - 1);
                    new.genes.push(gene.clone());
                }
            }
        }
        new
    }

    /// Whether the seat still decides in the phase of the first state.
    fn goes_on(&self, first: &G::State, state: &G::State) -> bool {
        self.game.awaits(state).seat() == Some(self.seat) && self.game.phase(state) == self.game.phase(first)
    }

    /// Plays a plan in another world.
    pub(crate) fn in_world(&mut self, world: &G::State, genes: &[G::Action]) -> f64 {
        let nothing = self.nothing(world);
        self.replayed(&nothing, 0, genes).score
    }

    /// The best single decision after the other, each where it gains most, until nothing gains or dice are rolled.
    pub(crate) fn greedy(&mut self, start: &G::State, most: u64, dice: &mut dyn Dice) -> Plan<G> {
        let mut plan = self.nothing(start);
        let begun = self.plays;
        while self.plays - begun < most && plan.genes.len() < LONGEST && !self.is_late() {
            let Some(state) = plan.states.last().cloned() else { break };
            if !self.goes_on(start, &state) {
                break;
            }
            let weighed = self.weigh(&state, WIDTH, dice);
            let before = plan.genes.len();
            if !self.take(&mut plan, weighed, start) || plan.genes.len() == before {
                break;
            }
        }
        plan
    }

    /// Takes from weighed actions as long as one gains and the same is asked. A gain found in an earlier state is looked
    /// at again before it is believed. False when the plan has come to its end.
    fn take(&mut self, plan: &mut Plan<G>, weighed: Vec<Weighed<G::Action>>, start: &G::State) -> bool {
        let Some(first) = plan.states.last().cloned() else { return false };
        let question = self.game.awaits(&first);
        // Where nothing ends the phase something has to be done, whether it gains or not.
        let forced = !weighed.iter().any(|it| it.ends);
        let base = self.worth(&first);
        let mut open: Vec<(f64, bool, G::Action)> =
            weighed.into_iter().filter(|it| !it.ends).map(|it| (it.score - base, true, it.action)).collect();
        open.sort_by(|a, b| a.0.total_cmp(&b.0));
        while let Some((gain, fresh, action)) = open.pop() {
            let (Some(state), Some(advice)) = (plan.states.last().cloned(), plan.advice.last().copied()) else {
                return false;
            };
            if gain <= LEAST && !(forced && plan.states.len() == 1 + plan.genes.len() && state == first) {
                return true;
            }
            if !fresh {
                if self.game.check(&state, &action).is_err() {
                    continue;
                }
                let Some((score, _)) = self.score(&state, &action, WIDTH.lots) else { continue };
                let gain = score - self.worth(&state);
                let at = open.partition_point(|(other, ..)| *other < gain);
                open.insert(at, (gain, true, action));
                continue;
            }
            match self.play_gene(&state, &action) {
                Played::Unlawful => continue,
                Played::Rolled(mean) => {
                    plan.genes.push(action);
                    plan.score = advice + mean;
                    return false;
                }
                Played::Sure(then, more) => {
                    let goes_on = self.goes_on(start, &then);
                    plan.genes.push(action);
                    plan.score = advice + more + self.worth(&then);
                    plan.advice.push(advice + more);
                    let same = self.game.awaits(&then) == question;
                    plan.states.push(then);
                    if !goes_on {
                        return false;
                    }
                    if !same {
                        return true;
                    }
                }
            }
            open.iter_mut().for_each(|it| it.1 = false);
        }
        true
    }

    /// Makes a plan better while the budget lasts: puts something else somewhere, takes something out, or takes up a
    /// whole operation.
    pub(crate) fn improve(
        &mut self,
        mut plan: Plan<G>,
        worlds: &[G::State],
        operations: &[Vec<G::Action>],
        most: u64,
        dice: &mut dyn Dice,
    ) -> Plan<G> {
        let begun = self.plays;
        let mut known = self.mean_of(&plan, worlds);
        let mut idle = 0u32;
        for operation in operations {
            if let Some((better, mean)) = self.try_genes(&plan, 0, operation, &plan.genes.clone(), known, worlds) {
                (plan, known) = (better, mean);
            }
        }
        while self.plays - begun < most && idle < 20_000 && (!idle.is_multiple_of(16) || !self.is_late()) {
            idle += 1;
            // Even a try that comes to nothing is counted.
            self.plays += 1;
            let at = usize::from(dice.pick(u16::try_from(plan.states.len()).unwrap_or(u16::MAX)));
            let rest = plan.genes[at.min(plan.genes.len())..].to_vec();
            let found = match dice.pick(10) {
                0 | 1 if !rest.is_empty() => self.try_genes(&plan, at, &[], &rest[1..], known, worlds),
                2 if !operations.is_empty() => {
                    let nth = usize::from(dice.pick(u16::try_from(operations.len()).unwrap_or(1)));
                    self.try_genes(&plan, at, &operations[nth], &rest, known, worlds)
                }
                _ => {
                    let state = plan.states[at].clone();
                    let new = self.something(&plan.states[0], &state, dice);
                    if new.is_empty() { None } else { self.try_genes(&plan, at, &new, &rest, known, worlds) }
                }
            };
            if let Some((better, mean)) = found {
                (plan, known) = (better, mean);
                idle = 0;
            }
        }
        plan.score = known;
        plan
    }

    fn mean_of(&mut self, plan: &Plan<G>, worlds: &[G::State]) -> f64 {
        let others: f64 = worlds.iter().skip(1).map(|world| self.in_world(world, &plan.genes)).sum();
        (plan.score + others) / f64::from(u32::try_from(worlds.len().max(1)).unwrap_or(1))
    }

    /// The plan with other genes after the first `at`, if it is better in the mean of all worlds.
    fn try_genes(
        &mut self,
        plan: &Plan<G>,
        at: usize,
        new: &[G::Action],
        rest: &[G::Action],
        known: f64,
        worlds: &[G::State],
    ) -> Option<(Plan<G>, f64)> {
        let genes: Vec<G::Action> = new.iter().chain(rest).cloned().collect();
        let kept = at.min(plan.states.len() - 1).min(plan.genes.len());
        let found = self.replayed(plan, kept, &genes);
        if found.score <= plan.score + LEAST && worlds.len() == 1 {
            return None;
        }
        let mean = if worlds.len() == 1 { found.score } else { self.mean_of(&found, worlds) };
        (mean > known + LEAST).then_some((found, mean))
    }

    /// Something that may be done in a state, with the questions answered that belong to it.
    fn something(&mut self, first: &G::State, state: &G::State, dice: &mut dyn Dice) -> Vec<G::Action> {
        let mut genes = vec![];
        if !self.goes_on(first, state) {
            return genes;
        }
        let question = self.game.awaits(state);
        let offers = self.offers(state);
        let mut found = vec![];
        let n = u16::try_from(offers.len()).unwrap_or(u16::MAX);
        let offer = &offers[usize::from(dice.pick(n))];
        if offer.ends.is_none() {
            choices::of_offer(self.game, state, offer, 5, &mut found, dice);
        }
        self.done_with(offers);
        if found.is_empty() {
            return genes;
        }
        // One of them, or the best of them.
        let chosen = match dice.pick(2) {
            0 => usize::from(dice.pick(u16::try_from(found.len()).unwrap_or(1))),
            _ => {
                let mut best = (f64::MIN, 0);
                for (i, (_, action)) in found.iter().enumerate() {
                    if let Some((score, _)) = self.score(state, action, 2)
                        && score > best.0
                    {
                        best = (score, i);
                    }
                }
                best.1
            }
        };
        let action = found.swap_remove(chosen).1;
        let Played::Sure(mut then, _) = self.play_gene(state, &action) else { return vec![action] };
        genes.push(action);
        // Questions that must be answered before anything else goes on.
        for _ in 0..4 {
            if !self.goes_on(first, &then) || self.game.awaits(&then) == question {
                break;
            }
            let mut weighed = self.weigh(&then, NARROW, dice);
            if weighed.is_empty() || weighed.iter().any(|it| it.ends) {
                break;
            }
            let action = weighed.swap_remove(0).action;
            let played = self.play_gene(&then, &action);
            genes.push(action);
            match played {
                Played::Sure(next, _) => then = next,
                Played::Rolled(_) | Played::Unlawful => break,
            }
        }
        genes
    }
}
