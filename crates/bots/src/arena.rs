//! Games between bots, as fast as they go: for measuring, tuning and tests.

use referee::{Awaits, Bot, Dice, Game, Outcome, Referee, Seat, Seeded, Setup, Sight};
use std::num::NonZero;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A bot at the table.
pub type Seated<G> = Box<dyn Bot<G> + Send>;

/// No game is longer; one that is has lost its way.
pub const MOST_DECISIONS: u64 = 100_000;

/// How a game between bots went.
#[derive(Clone, PartialEq, Debug)]
pub struct Played<S> {
    pub outcome: Outcome,
    /// The state at the end.
    pub state: S,
    /// By the places of the bots.
    pub by_bot: Vec<Thinking>,
}

/// What one bot did in a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Thinking {
    pub decisions: u64,
    pub time: Duration,
    pub slowest: Duration,
    /// All it thought in each phase of its own.
    pub phases: Vec<Duration>,
    /// What it thought about each question in a phase of somebody else.
    pub answers: Vec<Duration>,
}

impl Thinking {
    fn add(&mut self, time: Duration) {
        self.decisions += 1;
        self.time += time;
        self.slowest = self.slowest.max(time);
    }
}

impl<S> Played<S> {
    pub fn decisions(&self) -> u64 {
        self.by_bot.iter().map(|bot| bot.decisions).sum()
    }
}

/// The seats of a scenario, in the order in which the bots sit down.
pub fn seats_of<G: Game>(game: &G, setup: &Setup) -> Vec<Seat> {
    let scenario = game.scenarios().iter().find(|scenario| scenario.id == setup.scenario);
    scenario.map(|scenario| scenario.seats.clone()).unwrap_or_default()
}

/// Dice of the game, and dice of those who think about it.
pub fn chances(seed: u64) -> (Seeded, Seeded) {
    (Seeded(seed ^ 0xD1CE), Seeded(seed.rotate_left(32) ^ 0x0B07))
}

/// Plays one game to its end. `see` is shown every state after a decision.
///
/// # Panics
/// When there is not a bot for each seat, or the game has no end after [`MOST_DECISIONS`].
pub fn play<G: Game>(
    game: &G,
    setup: &Setup,
    bots: &mut [Seated<G>],
    seed: u64,
    see: impl FnMut(&G::State),
) -> Played<G::State> {
    let begun = Instant::now();
    timed(game, setup, bots, seed, &|| begun.elapsed(), see)
}

/// The same with a clock for what the bots think: on a busy machine best one that counts the time of the thread.
///
/// # Panics
/// As above.
pub fn timed<G: Game>(
    game: &G,
    setup: &Setup,
    bots: &mut [Seated<G>],
    seed: u64,
    clock: &dyn Fn() -> Duration,
    mut see: impl FnMut(&G::State),
) -> Played<G::State> {
    let seats = seats_of(game, setup);
    assert_eq!(seats.len(), bots.len(), "a bot for each seat of {setup}");
    let (mut dice, mut thoughts) = chances(seed);
    let mut state = game.start(setup, &mut Referee::silent(&mut dice));
    let mut by_bot = vec![Thinking::default(); bots.len()];
    bots.iter_mut().for_each(|bot| bot.rest());
    // Whose phase it is: who decided first in it.
    let mut owner: Option<(u32, usize)> = None;
    for _ in 0..MOST_DECISIONS {
        let seat = match game.awaits(&state) {
            Awaits::Over(outcome) => return Played { outcome, state, by_bot },
            Awaits::Decision(decision) => decision.seat,
        };
        let bot = seats.iter().position(|other| *other == seat).expect("only who takes part decides");
        let begun = clock();
        let action = bots[bot].choose(&Sight::over(game, &state, seat), &mut thoughts as &mut dyn Dice);
        let time = clock().saturating_sub(begun);
        let thinking = &mut by_bot[bot];
        thinking.add(time);
        let phase = game.phase(&state);
        match (owner, thinking.phases.last_mut()) {
            (Some((now, whose)), Some(whole)) if now == phase && whose == bot => *whole += time,
            (Some((now, whose)), _) if now == phase && whose != bot => thinking.answers.push(time),
            _ => {
                owner = Some((phase, bot));
                thinking.phases.push(time);
            }
        }
        game.play(&mut state, &action, &mut Referee::silent(&mut dice));
        see(&state);
    }
    panic!("{setup}, seed {seed}: no end after {MOST_DECISIONS} decisions");
}

/// Something about each of many games, found on all cores, in the order of the seeds. `sit` makes what a thread needs:
/// its bots.
pub fn of_each<B, T: Send>(
    seeds: Range<u64>,
    sit: impl Fn() -> B + Sync,
    one: impl Fn(&mut B, u64) -> T + Sync,
) -> Vec<T> {
    let (next, found) = (AtomicU64::new(seeds.start), Mutex::new(vec![]));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                let mut bots = sit();
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        break;
                    }
                    let it = one(&mut bots, seed);
                    found.lock().expect("no game panicked").push((seed, it));
                }
            });
        }
    });
    let mut found = found.into_inner().expect("no game panicked");
    found.sort_by_key(|(seed, _)| *seed);
    found.into_iter().map(|(_, it)| it).collect()
}
