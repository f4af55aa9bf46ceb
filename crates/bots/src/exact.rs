//! One decision ahead, with exact chances: what an action leads to on average, in worlds the seat could believe in.

use crate::chance::worth;
use crate::habit::Habit;
use crate::judge::{Judge, Weighed, Width, worlds};
use referee::{Bot, Dice, Game, Sight};

const WIDTH: Width = Width { actions: 4096, tried: 256, climbed: 60, lots: 6 };
/// The best of the first look are looked at again, with more lots and in more worlds.
const FINALISTS: usize = 16;
const LOTS: u16 = 24;
const WORLDS: u16 = 4;

/// Takes what scores best.
#[derive(Debug)]
pub struct ExactBot<A> {
    habit: Habit<A>,
}

impl<A> Default for ExactBot<A> {
    fn default() -> Self {
        ExactBot { habit: Habit::default() }
    }
}

impl<G: Game> Bot<G> for ExactBot<G::Action> {
    fn choose(&mut self, sight: &Sight<'_, G>, dice: &mut dyn Dice) -> G::Action {
        match self.habit.next(sight) {
            Some(action) => action,
            None => best(sight, dice).expect("a seat that is awaited has something to do"),
        }
    }

    fn rest(&mut self) {
        self.habit = Habit::default();
    }
}

/// The best action by a look one decision ahead.
fn best<G: Game>(sight: &Sight<'_, G>, dice: &mut dyn Dice) -> Option<G::Action> {
    look(sight, &worlds(sight, WORLDS, dice), dice).into_iter().next().map(|it| it.action)
}

/// What may be done, the best first, with how much better the position is after it.
pub fn ranked<G: Game>(sight: &Sight<'_, G>, dice: &mut dyn Dice) -> Vec<(f64, G::Action)> {
    let worlds = worlds(sight, WORLDS, dice);
    let now = worth(sight.game(), sight.seat(), &worlds[0]);
    look(sight, &worlds, dice).into_iter().map(|it| (it.score - now, it.action)).collect()
}

/// Weighs what may be done in the first of some worlds, and the best of it in all of them; the best comes first.
fn look<G: Game>(sight: &Sight<'_, G>, worlds: &[G::State], dice: &mut dyn Dice) -> Vec<Weighed<G::Action>> {
    let mut judge = Judge::new(sight, dice);
    let mut weighed = judge.weigh(&worlds[0], WIDTH, dice);
    let mut whole: Vec<Weighed<G::Action>> = vec![];
    // An operation is worth what it leads to as a whole, and its first step stands for it.
    for operation in sight.game().operations(&worlds[0], sight.seat()) {
        let score = judge.in_world(&worlds[0], &operation);
        let lawful = |action: &G::Action| sight.game().check(&worlds[0], action).is_ok();
        if let Some(first) = operation.first().filter(|first| lawful(first)) {
            whole.push(Weighed { score, action: first.clone(), ends: false });
        }
    }
    weighed.truncate(FINALISTS);
    for it in &mut weighed {
        let mut sum = 0.0;
        for world in worlds {
            sum += judge.promise(world, &it.action, it.ends, LOTS).unwrap_or(it.score);
        }
        it.score = sum / f64::from(u32::try_from(worlds.len()).unwrap_or(1));
    }
    weighed.extend(whole);
    // The first of equals stays first: it was the best at the first look, or came first by chance.
    weighed.sort_by(|a, b| b.score.total_cmp(&a.score));
    weighed
}
