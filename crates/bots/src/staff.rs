//! Weighs what is uncertain: plays each action to the end of the questions that belong to it, and tries what has dice
//! in it again and again until luck has evened out. The cautious bot takes a lucky try for a good idea.

use crate::cautious::{Watched, candidates, shuffle, worth};
use crate::habit::Habit;
use referee::{Bot, Dice, Game, Offer, Opening, Referee, Seat, Seeded, Sight};

/// How much one decision may cost: the work is bounded, so the time is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Actions that are weighed at most, spread over the offers.
    pub actions: usize,
    /// Actions that are tried in one world, the most advisable first.
    pub tried: usize,
    /// The best of them are tried in so many worlds; with each round half of them are left, and the worlds double.
    pub finalists: usize,
    pub worlds: u16,
    /// Questions that are answered after an action at most, and for each of them the answers that are weighed and tried.
    pub questions: usize,
    pub weighed: usize,
    pub tested: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { actions: 4096, tried: 256, finalists: 32, worlds: 3, questions: 8, weighed: 100, tested: 3 }
    }
}

/// Scores an action by the game's advice and the mean value of what it leads to.
#[derive(Debug)]
pub struct StaffBot<A> {
    effort: Effort,
    offers: Vec<Offer<A>>,
    weighed: Vec<(i32, A)>,
    answers: Vec<(i32, A)>,
    habit: Habit<A>,
}

/// An action, and what was found out about it.
struct Plan<A> {
    action: A,
    advice: i64,
    total: i64,
    times: i64,
    /// The same in every world so far, and no dice in it: there is nothing more to find out.
    sure: Option<i64>,
}

impl<A> Plan<A> {
    fn score(&self) -> i64 {
        self.advice + self.sure.unwrap_or(self.total / self.times.max(1))
    }
}

impl<A> Default for StaffBot<A> {
    fn default() -> Self {
        StaffBot::with(Effort::default())
    }
}

impl<A> StaffBot<A> {
    pub fn with(effort: Effort) -> Self {
        StaffBot { effort, offers: vec![], weighed: vec![], answers: vec![], habit: Habit::default() }
    }
}

impl<G: Game> Bot<G> for StaffBot<G::Action> {
    fn choose(&mut self, sight: &Sight<'_, G>, dice: &mut dyn Dice) -> G::Action {
        if let Some(action) = self.habit.next(sight) {
            return action;
        }
        let mut plans = self.plans(sight, dice);
        let once = i64::from(self.effort.worlds.max(1));
        let mut worlds = once;
        while plans.len() > 1 {
            for _ in 0..worlds {
                let open = |plan: &Plan<G::Action>| plan.sure.is_none() || plan.times < once;
                if !plans.iter().any(open) {
                    break;
                }
                // The same luck for every plan.
                let (world, luck) = (sight.imagine(dice), Seeded(seed(dice)));
                for plan in plans.iter_mut().filter(|plan| open(plan)) {
                    let (score, rolled) = self.outlook(sight, &world, &plan.action, luck.clone());
                    let steady = !rolled && (plan.times == 0 || plan.sure == Some(score));
                    plan.sure = steady.then_some(score);
                    plan.total += score;
                    plan.times += 1;
                }
            }
            plans.sort_by_key(|plan| std::cmp::Reverse(plan.score()));
            plans.truncate(plans.len() / 2);
            worlds *= 2;
        }
        plans.pop().expect("a seat that is awaited has something to do").action
    }
}

impl<A: Clone + PartialEq> StaffBot<A> {
    /// What is worth a thought: the best by advice and by what it leads to at once.
    fn plans<G: Game<Action = A>>(&mut self, sight: &Sight<'_, G>, dice: &mut dyn Dice) -> Vec<Plan<A>> {
        let game = sight.game();
        let world = sight.imagine(dice);
        self.offers.clear();
        game.offers(&world, &mut self.offers);
        self.weighed.clear();
        candidates(game, &world, &self.offers, self.effort.actions, &mut self.weighed, dice);
        for (action, promise) in game.plans(&world, sight.seat()) {
            if game.check(&world, &action).is_ok() {
                self.weighed.push((game.advise(&world, &action).saturating_add(promise), action));
            }
        }
        shuffle(&mut self.weighed, dice);
        self.weighed.sort_by_key(|(advice, _)| std::cmp::Reverse(*advice));
        self.weighed.truncate(self.effort.tried);
        let luck = Seeded(seed(dice));
        let mut tried = vec![];
        for (advice, action) in self.weighed.drain(..) {
            let mut state = world.clone();
            game.play(&mut state, &action, &mut Referee::silent(&mut luck.clone()));
            tried.push((i64::from(advice) + i64::from(worth(game, sight.seat(), &state)), advice, action));
        }
        tried.sort_by_key(|(score, ..)| std::cmp::Reverse(*score));
        tried.truncate(self.effort.finalists.max(1));
        let plan =
            |(_, advice, action): (i64, i32, A)| Plan { action, advice: advice.into(), total: 0, times: 0, sure: None };
        tried.into_iter().map(plan).collect()
    }

    /// What an action leads to with the questions that belong to it answered, and whether there were dice in it. Those
    /// questions have one offer and a choice in it: support for an attack, losses.
    fn outlook<G: Game<Action = A>>(
        &mut self,
        sight: &Sight<'_, G>,
        world: &G::State,
        action: &A,
        mut luck: Seeded,
    ) -> (i64, bool) {
        let game = sight.game();
        let mut state = world.clone();
        let mut dice = Watched::new(&mut luck);
        if game.check(&state, action).is_ok() {
            game.play(&mut state, action, &mut Referee::silent(&mut dice));
        }
        let (mut rolled, mut forced) = (dice.rolled, false);
        for _ in 0..self.effort.questions {
            let Some(next) = game.awaits(&state).seat() else { break };
            self.offers.clear();
            game.offers(&state, &mut self.offers);
            let [offer] = &self.offers[..] else { break };
            // If nothing at all is left to choose, one step is looked at: what follows an action that ends a phase
            // belongs to it. After a second one something else has begun.
            if game.open(&state, &offer.action) == Opening::Nothing {
                if forced {
                    break;
                }
                (forced, rolled) = (true, true);
                game.play(&mut state, &offer.action, &mut Referee::silent(&mut luck));
                continue;
            }
            let Some(answer) = self.answer(game, next, &state, &mut luck) else { break };
            game.play(&mut state, &answer, &mut Referee::silent(&mut luck));
            // Whether an answer rolls or not, other answers were possible.
            rolled = true;
        }
        (worth(game, sight.seat(), &state).into(), rolled)
    }

    /// The best of a few answers at a glance.
    fn answer<G: Game<Action = A>>(&mut self, game: &G, seat: Seat, state: &G::State, luck: &mut Seeded) -> Option<A> {
        self.answers.clear();
        candidates(game, state, &self.offers, self.effort.weighed, &mut self.answers, luck);
        shuffle(&mut self.answers, luck);
        self.answers.sort_by_key(|(advice, _)| std::cmp::Reverse(*advice));
        self.answers.truncate(self.effort.tested.max(1));
        // Other dice than those that will be rolled: nobody foresees them.
        let thought = Seeded(seed(luck));
        let mut best: Option<(i64, A)> = None;
        for (advice, action) in self.answers.drain(..) {
            let mut after = state.clone();
            game.play(&mut after, &action, &mut Referee::silent(&mut thought.clone()));
            let score = i64::from(advice) + i64::from(worth(game, seat, &after));
            if best.as_ref().is_none_or(|(known, _)| score > *known) {
                best = Some((score, action));
            }
        }
        best.map(|(_, action)| action)
    }
}

fn seed(dice: &mut dyn Dice) -> u64 {
    (0..4).fold(0, |seed, _| seed << 16 | u64::from(dice.pick(u16::MAX)))
}
