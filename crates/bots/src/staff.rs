//! Looks further: weighs dice often enough not to fall for luck, plays the best of what it may do on with a quick hand,
//! in worlds it could believe in, and takes what looks best after the enemy's answer.

use crate::cautious::{candidates, shuffle, worth};
use referee::{Bot, Dice, Game, Offer, Referee, Seat, Seeded, Sight};

/// How much one decision may cost: the work is bounded, so the time is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Actions that are weighed at most, spread over the offers.
    pub actions: usize,
    /// Actions that are tried in one world, the most advisable first.
    pub tried: usize,
    /// The best of them, tried in more worlds; with each round half of them are left, and the worlds double.
    pub finalists: usize,
    pub worlds: u16,
    /// Plans that are played on: the best of the finalists, in so many worlds each.
    pub plans: usize,
    pub futures: u16,
    /// Decisions of a plan at most, of both sides, and after how many of them it is judged for the first time.
    pub ahead: usize,
    pub soon: usize,
    /// Offers the quick hand looks at, and actions it weighs and tries.
    pub glance: usize,
    pub weighed: usize,
    pub tested: usize,
    /// How much what a plan does at once counts beside what it leads to, in hundredths.
    pub trust: i64,
}

impl Default for Effort {
    fn default() -> Self {
        Effort {
            actions: 4096,
            tried: 256,
            finalists: 32,
            worlds: 4,
            plans: 6,
            futures: 8,
            ahead: 30,
            soon: 8,
            glance: 6,
            weighed: 100,
            tested: 3,
            trust: 100,
        }
    }
}

/// Scores a plan by the mean of what it leads to, and by what it does at once.
#[derive(Debug)]
pub struct StaffBot<A> {
    effort: Effort,
    offers: Vec<Offer<A>>,
    weighed: Vec<(i32, A)>,
    glanced: Vec<(i32, A)>,
}

/// An action, and what was found out about it: at once, and later.
struct Plan<A> {
    action: A,
    advice: i64,
    first: Mean,
    later: Mean,
}

#[derive(Copy, Clone, Default)]
struct Mean {
    total: i64,
    times: i64,
}

impl Mean {
    fn add(&mut self, score: i64) {
        self.total += score;
        self.times += 1;
    }

    fn get(self) -> i64 {
        self.total / self.times.max(1)
    }
}

impl<A> Plan<A> {
    fn at_once(&self) -> i64 {
        self.advice + self.first.get()
    }

    fn score(&self, trust: i64) -> i64 {
        self.at_once() * trust / 100 + self.later.get()
    }
}

impl<A> Default for StaffBot<A> {
    fn default() -> Self {
        StaffBot::with(Effort::default())
    }
}

impl<A> StaffBot<A> {
    pub fn with(effort: Effort) -> Self {
        StaffBot { effort, offers: vec![], weighed: vec![], glanced: vec![] }
    }
}

impl<G: Game> Bot<G> for StaffBot<G::Action> {
    fn choose(&mut self, sight: &Sight<'_, G>, dice: &mut dyn Dice) -> G::Action {
        let mut plans = self.plans(sight, dice);
        let least = self.effort.plans.max(1);
        let mut worlds = self.effort.worlds;
        while plans.len() > least {
            for _ in 0..worlds {
                let (world, luck) = (sight.imagine(dice), Seeded(seed(dice)));
                for plan in &mut plans {
                    let after = self.settled(sight, &world, &plan.action, &mut luck.clone());
                    plan.first.add(worth(sight.game(), sight.seat(), &after).into());
                }
            }
            plans.sort_by_key(|plan| std::cmp::Reverse(plan.at_once()));
            plans.truncate((plans.len() / 2).max(least));
            worlds *= 2;
        }
        if plans.len() > 1 {
            for _ in 0..self.effort.futures {
                // The same luck for every plan.
                let (world, luck) = (sight.imagine(dice), Seeded(seed(dice)));
                for plan in &mut plans {
                    plan.later.add(self.play_on(sight, &world, &plan.action, &mut luck.clone()));
                }
            }
        }
        let best = plans.into_iter().rev().max_by_key(|plan| plan.score(self.effort.trust));
        best.expect("a seat that is awaited has something to do").action
    }
}

impl<A: Clone + PartialEq> StaffBot<A> {
    /// What is worth a thought: the best by advice and by what it leads to at once.
    fn plans<G: Game<Action = A>>(&mut self, sight: &Sight<'_, G>, dice: &mut dyn Dice) -> Vec<Plan<A>> {
        let game = sight.game();
        let world = sight.imagine(dice);
        self.offers.clear();
        game.offers(&world, &mut self.offers);
        let mut weighed = std::mem::take(&mut self.weighed);
        weighed.clear();
        candidates(game, &world, &self.offers, self.effort.actions, &mut weighed, dice);
        shuffle(&mut weighed, dice);
        weighed.sort_by_key(|(advice, _)| std::cmp::Reverse(*advice));
        weighed.truncate(self.effort.tried);
        let luck = Seeded(seed(dice));
        let mut plans: Vec<Plan<A>> = vec![];
        for (advice, action) in weighed.drain(..) {
            let mut state = world.clone();
            game.play(&mut state, &action, &mut Referee::silent(&mut luck.clone()));
            let mut first = Mean::default();
            first.add(worth(game, sight.seat(), &state).into());
            plans.push(Plan { action, advice: advice.into(), first, later: Mean::default() });
        }
        self.weighed = weighed;
        plans.sort_by_key(|plan| std::cmp::Reverse(plan.at_once()));
        plans.truncate(self.effort.finalists.max(1));
        plans.iter_mut().for_each(|plan| plan.first = Mean::default());
        plans
    }

    /// What an action leads to, with the questions that belong to it answered: those that leave one thing to do.
    fn settled<G: Game<Action = A>>(
        &mut self,
        sight: &Sight<'_, G>,
        world: &G::State,
        action: &A,
        luck: &mut Seeded,
    ) -> G::State {
        let game = sight.game();
        let mut state = world.clone();
        if game.check(&state, action).is_ok() {
            game.play(&mut state, action, &mut Referee::silent(luck));
        }
        for _ in 0..self.effort.soon {
            let Some(next) = game.awaits(&state).seat() else { break };
            self.offers.clear();
            game.offers(&state, &mut self.offers);
            if self.offers.len() > 1 {
                break;
            }
            let Some(action) = self.quick(game, next, &state, luck) else { break };
            game.play(&mut state, &action, &mut Referee::silent(luck));
        }
        state
    }

    /// Plays an action and what a quick hand does after it, until the enemy has answered or the plan is long enough.
    fn play_on<G: Game<Action = A>>(
        &mut self,
        sight: &Sight<'_, G>,
        world: &G::State,
        action: &A,
        luck: &mut Seeded,
    ) -> i64 {
        let (game, seat) = (sight.game(), sight.seat());
        let mut state = self.settled(sight, world, action, luck);
        // An answer is more than a word in between.
        let mut answers = 0;
        let mut soon = None;
        for made in 0..self.effort.ahead {
            // What is near is surer: it counts as much as what is far.
            if made == self.effort.soon {
                soon = Some(i64::from(worth(game, seat, &state)));
            }
            let Some(next) = game.awaits(&state).seat() else { break };
            match next == seat {
                true if answers > 1 => break,
                true => answers = 0,
                false => answers += 1,
            }
            let Some(action) = self.quick(game, next, &state, luck) else { break };
            game.play(&mut state, &action, &mut Referee::silent(luck));
        }
        let late = i64::from(worth(game, seat, &state));
        (soon.unwrap_or(late) + late) / 2
    }

    /// The best of a few actions at a glance.
    fn quick<G: Game<Action = A>>(&mut self, game: &G, seat: Seat, state: &G::State, luck: &mut Seeded) -> Option<A> {
        self.offers.clear();
        game.offers(state, &mut self.offers);
        shuffle(&mut self.offers, luck);
        self.offers.truncate(self.effort.glance.max(1));
        self.glanced.clear();
        candidates(game, state, &self.offers, self.effort.weighed, &mut self.glanced, luck);
        shuffle(&mut self.glanced, luck);
        self.glanced.sort_by_key(|(advice, _)| std::cmp::Reverse(*advice));
        self.glanced.truncate(self.effort.tested.max(1));
        // Other dice than those that will be rolled: nobody foresees them.
        let thought = Seeded(seed(luck));
        let mut best: Option<(i64, A)> = None;
        for (advice, action) in self.glanced.drain(..) {
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
