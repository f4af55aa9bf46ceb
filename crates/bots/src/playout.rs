//! Better than a habit: what it says, the same with something left out, or another plain answer; each is played on by
//! habit with the same dice, and the best is done. For games too large to open every offer.

use crate::habit::Habit;
use referee::{Dice, Game, Opening, Pick, Referee, Rule, Seat, Seeded, Sight};
use std::collections::VecDeque;

/// Other plans that are looked at beside the habit.
const VARIANTS: usize = 6;
/// A plan must be so much better than the habit, in standard errors of the difference, to be taken instead.
const SURE: i64 = 1;

/// Keeps what was found best until it has been done.
#[derive(Debug)]
pub struct Playouts<A> {
    rest: VecDeque<A>,
    asked: Option<Rule>,
    habit: Habit<A>,
}

impl<A> Default for Playouts<A> {
    fn default() -> Self {
        Playouts { rest: VecDeque::new(), asked: None, habit: Habit::default() }
    }
}

impl<A: std::fmt::Debug + Clone + PartialEq> Playouts<A> {
    /// The next decision; nothing in a game without a habit. `plays` bounds the decisions that are played on in thought.
    pub fn next<G: Game<Action = A>>(&mut self, sight: &Sight<'_, G>, plays: u64, dice: &mut dyn Dice) -> Option<A> {
        let game = sight.game();
        let world = sight.imagine(&mut Seeded(0));
        let asked = Some(game.awaits(&world).rule());
        if self.asked == asked
            && let Some(action) = self.rest.pop_front()
            && game.check(&world, &action).is_ok()
        {
            return Some(action);
        }
        (self.asked, self.rest) = (asked, VecDeque::new());
        let plan = game.habit(&world, sight.seat());
        let variants = variants(game, &world, &plan);
        if variants.len() < 2 {
            return self.habit.next(sight);
        }
        let best = best(sight, &variants, plays, dice);
        self.rest = variants.into_iter().nth(best)?.into();
        self.rest.pop_front()
    }
}

/// The habit, and what one could do instead.
fn variants<G: Game>(game: &G, world: &G::State, plan: &[G::Action]) -> Vec<Vec<G::Action>> {
    let mut all = vec![plan.to_vec()];
    let Some((last, steps)) = plan.split_last() else { return all };
    if steps.is_empty() {
        let mut offers = vec![];
        game.offers(world, &mut offers);
        // Only where there is little to choose: an opening is what takes long.
        if offers.len() > VARIANTS {
            return all;
        }
        for offer in offers {
            let picks = match game.open(world, &offer.action) {
                Opening::Nothing => vec![Pick::Nothing],
                Opening::Amount { least, most } => (least..=most).take(3).map(Pick::Amount).collect(),
                _ => vec![],
            };
            for pick in picks {
                let mut action = offer.action.clone();
                game.fill(&mut action, pick);
                if action != *last && game.check(world, &action).is_ok() {
                    all.push(vec![action]);
                }
            }
        }
        all.truncate(VARIANTS + 1);
        return all;
    }
    let left_out = steps.len().min(VARIANTS - 1);
    for i in 0..left_out {
        let mut fewer = plan.to_vec();
        fewer.remove(i * steps.len() / left_out);
        all.push(fewer);
    }
    all.push(vec![last.clone()]);
    all.retain(|plan| plan.first().is_some_and(|action| game.check(world, action).is_ok()));
    all
}

/// The place of the best plan; the habit unless another is surely better.
fn best<G: Game>(sight: &Sight<'_, G>, plans: &[Vec<G::Action>], plays: u64, dice: &mut dyn Dice) -> usize {
    let mut gains: Vec<Vec<i64>> = vec![vec![]; plans.len()];
    let (mut played, mut alive) = (0, vec![true; plans.len()]);
    for lot in 0.. {
        let luck = Seeded((0..4).fold(0, |seed, _| seed << 16 | u64::from(dice.pick(u16::MAX))));
        let mut habit = 0;
        for (i, plan) in plans.iter().enumerate().filter(|(i, _)| alive[*i]) {
            let (worth, decisions) = play_on(sight, plan, luck.clone());
            played += decisions;
            if i == 0 {
                habit = worth;
            }
            gains[i].push(worth - habit);
        }
        if lot > 0 {
            // Whoever is behind after some lots is not looked at again.
            for i in 1..plans.len() {
                alive[i] &= gains[i].iter().sum::<i64>() > 0;
            }
        }
        if played >= plays || !alive[1..].contains(&true) || lot >= 15 {
            break;
        }
    }
    let sure = |i: usize| {
        let n = i64::try_from(gains[i].len()).unwrap_or(1).max(1);
        let mean = gains[i].iter().sum::<i64>() / n;
        let spread = gains[i].iter().map(|gain| (gain - mean) * (gain - mean)).sum::<i64>() / n;
        // mean > SURE * sqrt(spread / n), without a root.
        (mean > 0 && n > 2 && mean * mean * n > SURE * spread).then_some(mean)
    };
    let better = (1..plans.len()).filter(|i| alive[*i]).filter_map(|i| sure(i).map(|mean| (mean, i)));
    better.max().map_or(0, |(_, i)| i)
}

/// Plays a plan and then by habit until the phase after the next one begins; what it is worth, and how many decisions it took.
fn play_on<G: Game>(sight: &Sight<'_, G>, plan: &[G::Action], mut luck: Seeded) -> (i64, u64) {
    let (game, seat): (&G, Seat) = (sight.game(), sight.seat());
    let mut state = sight.imagine(&mut luck);
    let mut decisions = 0;
    for action in plan {
        if game.check(&state, action).is_ok() {
            game.play(&mut state, action, &mut Referee::silent(&mut luck));
        }
    }
    let (mut phase, mut phases) = (game.phase(&state), 0);
    while let Some(next) = game.awaits(&state).seat() {
        if game.phase(&state) != phase {
            (phase, phases) = (game.phase(&state), phases + 1);
        }
        if phases > 1 || decisions > 400 {
            break;
        }
        let habit = game.habit(&state, next);
        let asked = game.awaits(&state).rule();
        let before = decisions;
        for action in habit {
            if game.awaits(&state).rule() != asked || game.check(&state, &action).is_err() {
                break;
            }
            game.play(&mut state, &action, &mut Referee::silent(&mut luck));
            decisions += 1;
        }
        if decisions == before {
            break;
        }
    }
    (game.margin(&state, seat).into(), decisions.max(1))
}
