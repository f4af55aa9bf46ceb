//! Games between bots, measured: for the arena.

use bots::arena::{self, Seated, Thinking};
use referee::{Game, Seat, Setup, Unreadable};
use std::time::Duration;

/// How a game between bots went, measured by seat.
#[derive(Clone, PartialEq, Debug)]
pub struct Contest {
    pub winner: Option<Seat>,
    pub by_seat: Vec<Contender>,
}

/// One bot in it.
#[derive(Clone, PartialEq, Debug)]
pub struct Contender {
    pub seat: Seat,
    /// In the game's own points, a win above all of them.
    pub margin: i32,
    pub thinking: Thinking,
}

pub(crate) fn contest<G: Game>(
    game: &G,
    setup: &Setup,
    bots: &[&str],
    seed: u64,
    clock: &dyn Fn() -> Duration,
) -> Result<Contest, Unreadable> {
    setup.check(game.scenarios())?;
    let seats = arena::seats_of(game, setup);
    if bots.len() != seats.len() {
        return Err(Unreadable::new(format!("{} bots for {} seats", bots.len(), seats.len())));
    }
    let seated = bots.iter().map(|bot| bots::by_name(bot).ok_or_else(|| Unreadable::unknown("bot", bot)));
    let mut seated: Vec<Seated<G>> = seated.collect::<Result<_, _>>()?;
    let played = testkit::catch(|| arena::timed(game, setup, &mut seated, seed, clock, |_| {}));
    let played = played.map_err(|panic| Unreadable::new(format!("{setup}, seed {seed}: {panic}")))?;
    let one = |(seat, thinking)| Contender { seat, margin: game.margin(&played.state, seat), thinking };
    Ok(Contest { winner: played.outcome.winner, by_seat: seats.into_iter().zip(played.by_bot).map(one).collect() })
}
