//! Figures of speed, one set for each scenario. The caller brings the clock; rates are per second of it.

use bots::RandomBot;
use referee::{AnyMatch, Awaits, Dice, Game, Match, Opening, Referee, Seat, Seeded, Setup, Unreadable, Viewer};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

/// What was measured.
#[derive(Clone, PartialEq, Debug)]
pub struct Bench {
    /// Random decisions: offers, an opening, a pick, the play.
    pub decisions_per_s: f64,
    pub games_per_s: f64,
    pub state_bytes: usize,
    pub clone_ns: f64,
    /// Scene and all offers in notation, for the seat that decides.
    pub view_us: f64,
    /// Mean of the openings with the greatest budget; 0 if the game has no paths.
    pub reach_us: f64,
    pub reach_budget: u16,
    pub reach_spots: usize,
    /// A match file read and replayed.
    pub replay_us_per_entry: f64,
    /// A decision of the cautious bot: the mean, and the longest.
    pub cautious_ms: f64,
    pub cautious_worst_ms: f64,
}

struct Stopwatch<'a> {
    clock: &'a dyn Fn() -> Duration,
    patience: Duration,
}

impl Stopwatch<'_> {
    /// Seconds per call of `work`, repeated for as long as the patience lasts.
    fn per_call(&self, mut work: impl FnMut()) -> f64 {
        let mut calls = 1u32;
        loop {
            let start = (self.clock)();
            (0..calls).for_each(|_| work());
            let spent = (self.clock)() - start;
            if spent >= self.patience || calls > u32::MAX / 4 {
                return spent.as_secs_f64() / f64::from(calls);
            }
            calls *= if spent * 8 < self.patience { 4 } else { 2 };
        }
    }
}

pub(crate) fn bench<G: Game>(
    game: &Arc<G>,
    setup: &Setup,
    clock: &dyn Fn() -> Duration,
    patience: Duration,
) -> Result<Bench, Unreadable> {
    let watch = Stopwatch { clock, patience };
    let game_match = a_match(game, setup)?;
    let states = states_of(&game_match);
    let (decisions_per_s, games_per_s) = playouts(&**game, &watch, Match::up_to(&game_match, 0).state());
    let middle = &states[states.len() / 2];
    let clone_ns = watch.per_call(|| drop(black_box(black_box(middle).clone()))) * 1e9;
    let (reach_us, reach_budget, reach_spots) = reach(&**game, &watch, &states);
    let text = game_match.write();
    let entries = game_match.entries().len().max(1);
    let replay = watch.per_call(|| drop(black_box(Match::read(Arc::clone(game), black_box(&text)))));
    let (cautious_ms, cautious_worst_ms) = cautious(&**game, &watch, &states);
    Ok(Bench {
        decisions_per_s,
        games_per_s,
        state_bytes: size_of::<G::State>(),
        clone_ns,
        view_us: view(&game_match, &watch),
        reach_us,
        reach_budget,
        reach_spots,
        replay_us_per_entry: replay * 1e6 / f64::from(u32::try_from(entries).unwrap_or(u32::MAX)),
        cautious_ms,
        cautious_worst_ms,
    })
}

/// A random match, always the same.
fn a_match<G: Game>(game: &Arc<G>, setup: &Setup) -> Result<Match<G>, Unreadable> {
    let (mut dice, mut thoughts) = (Seeded(1944), Seeded(1977));
    let mut bot = RandomBot::default();
    let mut game_match = Match::begin(Arc::clone(game), setup, &mut dice)?;
    while let Some(seat) = game_match.awaits().seat() {
        let Some(action) = bot.decide(&**game, game_match.state(), &mut thoughts) else { break };
        if game_match.play(seat, action, &mut dice).is_err() {
            break;
        }
    }
    Ok(game_match)
}

/// The states of a match, at most 64 of them, from beginning to end.
fn states_of<G: Game>(game_match: &Match<G>) -> Vec<G::State> {
    let entries = game_match.entries().len();
    let stride = entries.div_ceil(64).max(1);
    (0..entries.max(1)).step_by(stride).map(|n| game_match.up_to(n).state().clone()).collect()
}

fn playouts<G: Game>(game: &G, watch: &Stopwatch, dealt: &G::State) -> (f64, f64) {
    let (mut dice, mut bot) = (Seeded(7), RandomBot::default());
    let (mut games, mut decisions) = (0u32, 0u32);
    let start = (watch.clock)();
    loop {
        let mut state = dealt.clone();
        while matches!(game.awaits(&state), Awaits::Decision(_)) {
            let Some(action) = bot.decide(game, &state, &mut dice) else { break };
            game.play(&mut state, &action, &mut Referee::silent(&mut dice));
            decisions += 1;
        }
        games += 1;
        let spent = (watch.clock)() - start;
        if spent >= watch.patience * 4 {
            return (f64::from(decisions) / spent.as_secs_f64(), f64::from(games) / spent.as_secs_f64());
        }
    }
}

fn view<G: Game>(game_match: &Match<G>, watch: &Stopwatch) -> f64 {
    let entries = game_match.entries().len();
    let matches: Vec<_> = (0..8).map(|eighth| game_match.up_to(entries * eighth / 8)).collect();
    let one_view = |game_match: &Match<G>| {
        let seat = Match::awaits(game_match).seat().unwrap_or(Seat(0));
        black_box(game_match.scene(Viewer::Seat(seat)));
        black_box(AnyMatch::offers(game_match, seat));
    };
    watch.per_call(|| matches.iter().for_each(one_view)) * 1e6 / 8.0
}

/// The mean time of the openings with the greatest budget: the fastest pieces, wherever play has taken them.
fn reach<G: Game>(game: &G, watch: &Stopwatch, states: &[G::State]) -> (f64, u16, usize) {
    let mut offers = vec![];
    let mut budget = 0;
    let mut found: Vec<(&G::State, G::Action, usize)> = vec![];
    for state in states.iter().filter(|state| matches!(game.awaits(state), Awaits::Decision(_))) {
        offers.clear();
        game.offers(state, &mut offers);
        for offer in &offers {
            let Opening::Path(reach) = game.open(state, &offer.action) else { continue };
            if reach.budget > budget {
                budget = reach.budget;
                found.clear();
            }
            if reach.budget == budget && found.len() < 256 {
                found.push((state, offer.action.clone(), reach.legs.len()));
            }
        }
    }
    let count = found.len().max(1);
    let spots: usize = found.iter().map(|(_, _, legs)| legs).sum();
    let all = || found.iter().for_each(|(state, action, _)| drop(black_box(game.open(state, black_box(action)))));
    (watch.per_call(all) * 1e6 / count as f64, budget, spots / count)
}

fn cautious<G: Game>(game: &G, watch: &Stopwatch, states: &[G::State]) -> (f64, f64) {
    let Some(mut bot) = bots::by_name::<G>("cautious") else { return (0.0, 0.0) };
    let mut dice = Seeded(5);
    let (mut total, mut worst, mut thought) = (Duration::ZERO, Duration::ZERO, 0u32);
    let wanted = states.len().min(64);
    for _ in 0..wanted {
        let nth = dice.pick(u16::try_from(states.len()).unwrap_or(u16::MAX));
        let state = &states[usize::from(nth)];
        let Awaits::Decision(decision) = game.awaits(state) else { continue };
        let start = (watch.clock)();
        black_box(bot.choose(&referee::Sight::over(game, state, decision.seat), &mut dice));
        let spent = (watch.clock)() - start;
        (total, worst, thought) = (total + spent, worst.max(spent), thought + 1);
    }
    (total.as_secs_f64() * 1e3 / f64::from(thought.max(1)), worst.as_secs_f64() * 1e3)
}
