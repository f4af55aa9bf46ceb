//! Whether bots play fair: they decide alike in worlds their seat cannot tell apart, and the worlds a seat imagines come
//! up as often as they should.

use crate::arena::{MOST_DECISIONS, Seated, chances};
use crate::random::RandomBot;
use referee::{Dice, Game, Referee, Seat, Seeded, Setup, Sight};

/// Decisions in a state and in a twin of it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Twins {
    pub decisions: u64,
    /// Those in which the twin was another state than the true one.
    pub hidden: u64,
    /// Those in which the bot did something else.
    pub different: u64,
}

/// Plays random games. At decisions now and then a bot decides in the state and, with the same dice, in an imagined twin
/// of it that the seat cannot tell from it: a fair bot does the same. `make` gives a new bot that is about to decide in
/// a state; only a cheat looks at it. Ends after so many decisions.
pub fn twins<G: Game>(
    game: &G,
    setup: &Setup,
    decisions: u64,
    seed: u64,
    mut make: impl FnMut(&G::State) -> Seated<G>,
) -> Twins {
    let mut found = Twins::default();
    let mut driver = RandomBot::default();
    for seed in seed.. {
        let (mut dice, mut thoughts) = chances(seed);
        let mut state = game.start(setup, &mut Referee::silent(&mut dice));
        for _ in 0..MOST_DECISIONS {
            let Some(seat) = game.awaits(&state).seat() else { break };
            if thoughts.pick(8) == 0 {
                let twin = game.imagine(&state, seat, &mut thoughts);
                let mind = u64::from(thoughts.pick(u16::MAX));
                let mut choose =
                    |state: &G::State| make(state).choose(&Sight::over(game, state, seat), &mut Seeded(mind));
                found.different += u64::from(choose(&state) != choose(&twin));
                found.hidden += u64::from(twin != state);
                found.decisions += 1;
                if found.decisions >= decisions {
                    return found;
                }
            }
            let Some(action) = driver.decide(game, &state, &mut thoughts) else { break };
            game.play(&mut state, &action, &mut Referee::silent(&mut dice));
        }
    }
    found
}

/// How often an imagined world is the true one, and how often two imagined worlds are the same.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Due {
    /// Looks in which something was hidden and some worlds came up twice.
    pub looks: u64,
    pub truth: f64,
    pub twice: f64,
    /// How far the two are apart, in standard errors.
    pub apart: f64,
}

/// If every world has its due chance, the truth is one world like the others: an imagined world is the true one as often
/// as two imagined ones are the same. Looks once a seat and game, at a random moment; the choices in these games are
/// random, so they tell nothing. `imagine` is the game's own, or a planted fault.
#[expect(clippy::cast_precision_loss, reason = "looks are counted in hundreds")]
pub fn due<G: Game>(
    game: &G,
    setup: &Setup,
    games: u64,
    seed: u64,
    imagine: impl Fn(&G::State, Seat, &mut dyn Dice) -> G::State,
) -> Due {
    const PAIRS: u32 = 24;
    let seats = crate::arena::seats_of(game, setup);
    let mut driver = RandomBot::default();
    let mut apart: Vec<f64> = vec![];
    let mut due = Due::default();
    for seed in seed..seed + games {
        let (mut dice, mut thoughts) = chances(seed);
        let mut state = game.start(setup, &mut Referee::silent(&mut dice));
        let moment = thoughts.pick(160);
        for _ in 0..moment {
            let Some(action) = game.awaits(&state).seat().and_then(|_| driver.decide(game, &state, &mut thoughts))
            else {
                break;
            };
            let before = state.clone();
            game.play(&mut state, &action, &mut Referee::silent(&mut dice));
            if game.awaits(&state).seat().is_none() {
                state = before;
                break;
            }
        }
        for seat in &seats {
            let (mut truth, mut twice) = (0.0, 0.0);
            for _ in 0..PAIRS {
                let (one, other) = (imagine(&state, *seat, &mut thoughts), imagine(&state, *seat, &mut thoughts));
                truth += f64::from(u8::from(one == state)) / 2.0 + f64::from(u8::from(other == state)) / 2.0;
                twice += f64::from(u8::from(one == other));
            }
            let pairs = f64::from(PAIRS);
            if twice < pairs - 0.5 && twice + truth > 0.0 {
                due.looks += 1;
                due.truth += truth / pairs;
                due.twice += twice / pairs;
                apart.push((truth - twice) / pairs);
            }
        }
    }
    if due.looks > 1 {
        let n = due.looks as f64;
        (due.truth, due.twice) = (due.truth / n, due.twice / n);
        let mean = apart.iter().sum::<f64>() / n;
        let spread: f64 = apart.iter().map(|one| (one - mean) * (one - mean)).sum::<f64>() / (n - 1.0);
        due.apart = mean / (spread / n).sqrt().max(1e-9);
    }
    due
}
