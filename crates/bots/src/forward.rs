//! What a plan comes to when it is played on: by quick hands for all seats, through the fights it leads to and the answers
//! of the others, to the end of the game if the budget allows that, else to the seat's next phase.

use crate::cautious::{Care, CautiousBot};
use referee::{Awaits, Bot as _, Dice, Game, Referee, Seat, Seeded, Sight};
use std::time::Instant;

/// Quick hands: the yardstick in a hurry.
const HURRY: Care = Care { actions: 96, tried: 24, finalists: 1, worlds: 1 };
/// What a win counts for, in the points of a value.
const WON: f64 = 3_000.0;
/// Whole games are played if there is time for so many of each plan.
const WHOLE_GAMES: u64 = 4;
/// Another plan must be better than the first by so many standard errors.
const SURE: f64 = 0.5;
/// No playout is longer.
const LONGEST: usize = 3_000;

/// Plays on for a seat, and counts what it plays.
pub(crate) struct Forward<'a, G: Game> {
    game: &'a G,
    seat: Seat,
    hands: CautiousBot<G::Action>,
    pub(crate) plays: u64,
    /// At a table: when to stop, whatever the budget.
    until: Option<Instant>,
}

/// How far a plan is played on.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Horizon {
    NextPhase,
    End,
}

impl<'a, G: Game> Forward<'a, G> {
    pub(crate) fn new(sight: &Sight<'a, G>, until: Option<Instant>) -> Self {
        Forward { game: sight.game(), seat: sight.seat(), hands: CautiousBot::with(HURRY), plays: 0, until }
    }

    fn is_late(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// The best of some plans; the first one unless another is found to be better. All are tried with the same luck, and
    /// half of them drop out each time the others are looked at more closely.
    pub(crate) fn best(
        &mut self,
        worlds: &[G::State],
        plans: &[Vec<G::Action>],
        most: u64,
        dice: &mut dyn Dice,
    ) -> usize {
        if plans.len() < 2 {
            return 0;
        }
        let luck = crate::chance::luck(dice).0;
        let horizon = self.horizon(&worlds[0], plans, most, luck);
        let mut found: Vec<Vec<f64>> = vec![vec![]; plans.len()];
        let mut open: Vec<usize> = (0..plans.len()).collect();
        let (begun, rounds) = (self.plays, u64::from(plans.len().ilog2()) + 1);
        for round in 1..=rounds {
            while self.plays < begun + most * round / rounds && !self.is_late() {
                let lot = found[0].len();
                let seed = luck.wrapping_add(lot as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                for nth in &open {
                    let it = self.outcome(&worlds[lot % worlds.len()], &plans[*nth], horizon, seed);
                    found[*nth].push(it);
                }
            }
            // The first stays: it is what the others are compared with.
            open[1..].sort_by(|a, b| mean(&found[*b]).total_cmp(&mean(&found[*a])));
            open.truncate((open.len() / 2 + 1).max(2));
        }
        let (gain, error) = compared(&found[open[1]], &found[0]);
        if gain > SURE * error { open[1] } else { 0 }
    }

    /// The end of the game, if there is time for that: one game is played to see.
    fn horizon(&mut self, world: &G::State, plans: &[Vec<G::Action>], most: u64, luck: u64) -> Horizon {
        let before = self.plays;
        let enough = most / (WHOLE_GAMES * plans.len() as u64);
        let short = |forward: &Self| forward.plays - before <= enough;
        self.play_on(world, &plans[0], luck, |forward, _| short(forward));
        if short(self) { Horizon::End } else { Horizon::NextPhase }
    }

    /// What a plan comes to in a world with this luck.
    fn outcome(&mut self, world: &G::State, plan: &[G::Action], horizon: Horizon, luck: u64) -> f64 {
        let (game, seat) = (self.game, self.seat);
        let begun = game.phase(world);
        let state = self.play_on(world, plan, luck, |_, state| {
            horizon == Horizon::End || game.phase(state) == begun || game.mover(state) != Some(seat)
        });
        f64::from(game.value(&state, seat))
            + match game.awaits(&state) {
                Awaits::Over(outcome) if outcome.winner == Some(seat) => WON,
                Awaits::Over(outcome) if outcome.winner.is_some() => -WON,
                _ => 0.0,
            }
    }

    /// Plays a plan, and quick hands after it for as long as it is said or to the end of the game.
    fn play_on(
        &mut self,
        world: &G::State,
        plan: &[G::Action],
        luck: u64,
        goes_on: impl Fn(&Self, &G::State) -> bool,
    ) -> G::State {
        let (game, mut state, mut dice) = (self.game, world.clone(), Seeded(luck));
        for action in plan {
            if game.awaits(&state).seat() == Some(self.seat) && game.check(&state, action).is_ok() {
                game.play(&mut state, action, &mut Referee::silent(&mut dice));
                self.plays += 1;
            }
        }
        for _ in 0..LONGEST {
            let Awaits::Decision(decision) = game.awaits(&state) else { break };
            if !goes_on(self, &state) {
                break;
            }
            let before = self.hands.plays;
            let action = self.hands.choose(&Sight::over(game, &state, decision.seat), &mut dice);
            game.play(&mut state, &action, &mut Referee::silent(&mut dice));
            self.plays += 1 + self.hands.plays - before;
        }
        state
    }
}

#[expect(clippy::cast_precision_loss, reason = "lots are counted in hundreds")]
fn mean(found: &[f64]) -> f64 {
    found.iter().sum::<f64>() / found.len().max(1) as f64
}

/// How much better the first came out than the second with the same luck, and the standard error of that.
#[expect(clippy::cast_precision_loss, reason = "lots are counted in hundreds")]
fn compared(first: &[f64], second: &[f64]) -> (f64, f64) {
    let apart: Vec<f64> = first.iter().zip(second).map(|(a, b)| a - b).collect();
    let (mean, n) = (mean(&apart), apart.len() as f64);
    let spread = apart.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    (mean, (spread / n.max(1.0)).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_always_better_is_surely_better() {
        let (gain, error) = compared(&[3.0, 7.0, 5.0], &[1.0, 5.0, 3.0]);
        assert!((gain - 2.0).abs() < 1e-9 && error < 1e-9, "{gain} {error}");
        let (gain, error) = compared(&[3.0, 0.0], &[1.0, 1.0]);
        assert!(gain < error, "{gain} {error}");
        assert_eq!(compared(&[], &[]).0, 0.0, "nothing was tried");
    }
}
