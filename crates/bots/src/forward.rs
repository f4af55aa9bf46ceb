//! What a plan comes to when it is played on by quick hands for all seats: to the end of the phase, through the answers of
//! the others, or to the end of the game.

use crate::cautious::{Care, CautiousBot, Eyes};
use referee::{Awaits, Bot as _, Dice, Game, Referee, Seat, Seeded, Sight, points_of};
use std::time::Instant;

/// Quick hands: the medium level in a hurry; and in less of a hurry where they play no farther than one phase.
const HURRY: Care = Care::in_a_hurry(24);
const CARE: Care = Care { actions: 400, ..Care::in_a_hurry(96) };
/// The end of a phase is near that takes hurried hands no more plays.
const SHORT: u64 = 800;
/// What a win counts for, in the points of a value; and in standard deviations of the points at the end of games.
const WON: f64 = 3_000.0;
const WON_AT_END: f64 = 4.0;
/// Whole games are played if there is time for so many of each plan; where phases are long and plans are drafts, more of them
/// are wanted.
const WHOLE_GAMES: u64 = 2;
const WHOLE_GAMES_OF_DRAFTS: u64 = 12;
/// Who has so many phases in a row is alone.
const ALONE: u32 = 3;
/// Another plan must be better than the first by so many standard errors; another draft by more.
const SURE: f64 = 0.5;
const SURE_OF_DRAFT: f64 = 1.0;
/// A habit is given up for more.
const SURE_OF_HABIT: f64 = 1.5;
/// And in so many lots at least: of some plans with few lots one always looks better by luck.
const LEAST_LOTS: usize = 4;
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
    /// To the end of this phase, whose value says the rest.
    Phase,
    /// To the beginning of the seat's next phase.
    Answer,
    End,
}

/// What a plan came to: how far it was won, from 0 to 1, and points.
#[derive(Copy, Clone)]
struct Came {
    won: f64,
    points: f64,
}

impl<'a, G: Game> Forward<'a, G> {
    pub(crate) fn new(sight: &Sight<'a, G>, until: Option<Instant>) -> Self {
        let game = sight.game();
        let eyes = if game.hurries_by_kept_values() { Eyes::Kept } else { Eyes::Today };
        Forward { game, seat: sight.seat(), hands: CautiousBot::with(HURRY).seeing(eyes), plays: 0, until }
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
        let mut found: Vec<Vec<Came>> = vec![vec![]; plans.len()];
        let begun = self.plays;
        let seed = |lot: usize| luck.wrapping_add(lot as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        // The first lot tells the price: no more plans are looked at than can be compared.
        found[0].push(self.outcome(&worlds[0], &plans[0], horizon, seed(0)));
        let price = (self.plays - begun).max(1) * LEAST_LOTS as u64;
        let others = usize::try_from(most / price).unwrap_or(usize::MAX).min(plans.len() - 1);
        if others == 0 {
            return 0;
        }
        let mut open: Vec<usize> = (0..=others).collect();
        for nth in &open[1..] {
            found[*nth].push(self.outcome(&worlds[0], &plans[*nth], horizon, seed(0)));
        }
        let rounds = u64::from(open.len().ilog2()) + 1;
        for round in 1..=rounds {
            while self.plays < begun + most * round / rounds && !self.is_late() {
                let lot = found[0].len();
                for nth in &open {
                    let it = self.outcome(&worlds[lot % worlds.len()], &plans[*nth], horizon, seed(lot));
                    found[*nth].push(it);
                }
            }
            // The first stays: it is what the others are compared with.
            let scores = scores(&found, horizon);
            open[1..].sort_by(|a, b| mean(&scores[*b]).total_cmp(&mean(&scores[*a])));
            open.truncate((open.len() / 2 + 1).max(2));
        }
        let scores = scores(&found, horizon);
        let (gain, error) = compared(&scores[open[1]], &scores[0]);
        let sure = match self.game.drafts() {
            _ if !self.game.habit(&worlds[0], self.seat).is_empty() => SURE_OF_HABIT,
            0 => SURE,
            _ => SURE_OF_DRAFT,
        };
        if found[open[1]].len() >= LEAST_LOTS && gain > sure * error { open[1] } else { 0 }
    }

    /// How far plans are played on: to the end of the game if there is time for that, something is played to see. Else to
    /// where the game trusts its values, see `near`, or through the answer of the others.
    fn horizon(&mut self, world: &G::State, plans: &[Vec<G::Action>], most: u64, luck: u64) -> Horizon {
        let before = self.plays;
        let games = if self.game.drafts() > 0 { WHOLE_GAMES_OF_DRAFTS } else { WHOLE_GAMES };
        let enough = most / (games * plans.len() as u64);
        let short = |forward: &Self| forward.plays - before <= enough;
        self.play_on(world, &plans[0], luck, |forward, _| short(forward));
        if short(self) {
            return Horizon::End;
        }
        let trusted = self.game.trusts_value() && self.game.habit(world, self.seat).is_empty();
        trusted.then(|| self.near(world, luck)).flatten().unwrap_or(Horizon::Answer)
    }

    /// The end of the phase if that is near, with more care; for a seat that is alone, and has one phase after the other, the
    /// end of the game all the same: nobody answers, and only the end tells.
    fn near(&mut self, world: &G::State, luck: u64) -> Option<Horizon> {
        let (game, seat, before) = (self.game, self.seat, self.plays);
        let (mut phase, mut changes, mut alone, mut short) = (game.phase(world), 0, true, true);
        self.play_on(world, &[], luck, |forward, state| {
            if game.phase(state) != phase {
                (phase, changes) = (game.phase(state), changes + 1);
            }
            short &= changes > 0 || forward.plays - before <= SHORT;
            alone &= game.mover(state) == Some(seat);
            short && (changes == 0 || alone && changes < ALONE)
        });
        match (short, alone && changes > 0) {
            (false, _) => None,
            (true, true) => Some(Horizon::End),
            (true, false) => {
                self.hands = CautiousBot::with(CARE).seeing(Eyes::Today);
                Some(Horizon::Phase)
            }
        }
    }

    /// What a plan comes to in a world with this luck.
    fn outcome(&mut self, world: &G::State, plan: &[G::Action], horizon: Horizon, luck: u64) -> Came {
        let (game, seat) = (self.game, self.seat);
        let phase = game.phase(world);
        let state = self.play_on(world, plan, luck, |_, state| match horizon {
            Horizon::Phase => game.phase(state) == phase,
            Horizon::Answer => game.phase(state) == phase || game.mover(state) != Some(seat),
            Horizon::End => true,
        });
        let points = match horizon {
            Horizon::End => points_of(game.margin(&state, seat)),
            Horizon::Phase | Horizon::Answer => game.value(&state, seat),
        };
        let won = match game.awaits(&state) {
            Awaits::Over(outcome) if outcome.winner == Some(seat) => 1.0,
            Awaits::Over(outcome) if outcome.winner.is_some() => 0.0,
            _ => 0.5,
        };
        Came { won, points: points.into() }
    }

    /// Plays a plan, and quick hands after it for as long as it is said or to the end of the game.
    fn play_on(
        &mut self,
        world: &G::State,
        plan: &[G::Action],
        luck: u64,
        mut goes_on: impl FnMut(&Self, &G::State) -> bool,
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

/// One number for each: at the end of games a win counts for as much as a few standard deviations of the points.
fn scores(found: &[Vec<Came>], horizon: Horizon) -> Vec<Vec<f64>> {
    let won = match horizon {
        Horizon::Phase | Horizon::Answer => 2.0 * WON,
        Horizon::End => {
            let points: Vec<f64> = found.iter().flatten().map(|came| came.points).collect();
            let middle = mean(&points);
            let squares: Vec<f64> = points.iter().map(|it| (it - middle).powi(2)).collect();
            WON_AT_END * mean(&squares).sqrt().max(1.0)
        }
    };
    found.iter().map(|lots| lots.iter().map(|came| won * came.won + came.points).collect()).collect()
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

    /// A budget for so many whole games of Ford, and what is done first and better by luck: a worse first plan stays where there
    /// is no time for four lots, and is given up where there is.
    #[test]
    fn a_plan_is_not_given_up_for_luck() {
        let game = ford::Ford::new(&ford::files()).expect("the embedded files are sound");
        let (mut dice, setup) = (Seeded(5), referee::Setup::read("dusk").expect("a setup of this game"));
        let mut state = game.start(&setup, &mut Referee::silent(&mut dice));
        // Somewhere in the middle, where the plans differ.
        while let Some(seat) = game.awaits(&state).seat() {
            let action = CautiousBot::default().choose(&Sight::over(&game, &state, seat), &mut dice);
            game.play(&mut state, &action, &mut Referee::silent(&mut dice));
            let mut offers = vec![];
            game.offers(&state, &mut offers);
            if offers.len() > 3 && game.phase(&state) > 4 {
                break;
            }
        }
        let seat = game.awaits(&state).seat().expect("the game goes on");
        let sight = Sight::over(&game, &state, seat);
        let ranked = CautiousBot::default().ranked(&sight, &mut dice);
        let plans: Vec<Vec<_>> = ranked.iter().rev().take(4).map(|(_, action)| vec![*action]).collect();
        let given_up = |most: u64| {
            let found = (0..40).map(|luck| {
                let mut forward = Forward::new(&sight, None);
                forward.best(&[state], &plans, most, &mut Seeded(luck))
            });
            found.filter(|best| *best != 0).count()
        };
        assert_eq!(given_up(30), 0, "no time for anything");
        assert!(given_up(100_000) > 4, "there is something better");
    }
}
