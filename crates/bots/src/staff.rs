//! Looks further: plays the best of what it may do on with a quick hand, in worlds it could believe in, and takes what
//! looks best after the enemy's answer.

use crate::cautious::{candidates, shuffle, worth};
use referee::{Bot, Dice, Game, Offer, Referee, Seat, Seeded, Sight};

/// How much one decision may cost: the work is bounded, so the time is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Actions that are weighed at most, spread over the offers.
    pub actions: usize,
    /// Actions that are tried in one world, the most advisable first.
    pub tried: usize,
    /// Plans that are played on: the best of them.
    pub plans: usize,
    /// Worlds in which all plans are played on. With each round half of them are left, and the worlds double.
    pub worlds: u16,
    /// Decisions of a plan at most, of both sides.
    pub ahead: usize,
    /// Offers the quick hand looks at, and actions it weighs and tries.
    pub glance: usize,
    pub weighed: usize,
    pub tested: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { actions: 4096, tried: 192, plans: 8, worlds: 2, ahead: 10, glance: 8, weighed: 160, tested: 4 }
    }
}

/// Scores a plan by the mean of what it leads to, and by what the cautious bot thinks of its first action.
#[derive(Debug)]
pub struct StaffBot<A> {
    effort: Effort,
    offers: Vec<Offer<A>>,
    weighed: Vec<(i32, A)>,
    glanced: Vec<(i32, A)>,
}

/// An action, and what was found out about it.
struct Plan<A> {
    action: A,
    first: i64,
    total: i64,
    times: i64,
}

impl<A> Plan<A> {
    fn score(&self) -> i64 {
        self.first + self.total / self.times.max(1)
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
        let mut worlds = self.effort.worlds.max(1);
        while plans.len() > 1 {
            for _ in 0..worlds {
                let world = sight.imagine(dice);
                // The same luck for every plan.
                let luck = Seeded(seed(dice));
                for plan in &mut plans {
                    plan.total += self.play_on(sight, world.clone(), &plan.action, &mut luck.clone());
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
        shuffle(&mut self.weighed, dice);
        self.weighed.sort_by_key(|(advice, _)| std::cmp::Reverse(*advice));
        self.weighed.truncate(self.effort.tried);
        let luck = Seeded(seed(dice));
        let mut plans: Vec<Plan<A>> = vec![];
        for (advice, action) in self.weighed.drain(..) {
            let mut state = world.clone();
            game.play(&mut state, &action, &mut Referee::silent(&mut luck.clone()));
            let first = i64::from(advice) + i64::from(worth(game, sight.seat(), &state));
            plans.push(Plan { action, first, total: 0, times: 0 });
        }
        plans.sort_by_key(|plan| std::cmp::Reverse(plan.first));
        plans.truncate(self.effort.plans.max(1));
        plans
    }

    /// Plays an action and what a quick hand does after it, until the enemy has answered or the plan is long enough.
    fn play_on<G: Game<Action = A>>(
        &mut self,
        sight: &Sight<'_, G>,
        mut state: G::State,
        action: &A,
        luck: &mut Seeded,
    ) -> i64 {
        let (game, seat) = (sight.game(), sight.seat());
        if game.check(&state, action).is_err() {
            return i64::from(worth(game, seat, &state));
        }
        game.play(&mut state, action, &mut Referee::silent(luck));
        // An answer is more than a word in between.
        let mut answers = 0;
        for _ in 0..self.effort.ahead {
            let Some(next) = game.awaits(&state).seat() else { break };
            match next == seat {
                true if answers > 1 => break,
                true => answers = 0,
                false => answers += 1,
            }
            let Some(action) = self.quick(game, next, &state, luck) else { break };
            game.play(&mut state, &action, &mut Referee::silent(luck));
        }
        i64::from(worth(game, seat, &state))
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
        let mut best: Option<(i64, A)> = None;
        for (advice, action) in self.glanced.drain(..) {
            let mut after = state.clone();
            game.play(&mut after, &action, &mut Referee::silent(&mut luck.clone()));
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
