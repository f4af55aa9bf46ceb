//! Games between bots, without a record.

use referee::{Awaits, Bot, Game, Match, Outcome, Referee, Score, Seeded, Setup, Sight, Unreadable, Viewer};
use std::sync::Arc;

/// How a game between bots went.
#[derive(Clone, PartialEq, Debug)]
pub struct Simulated {
    /// Nothing if it did not come to an end.
    pub outcome: Option<Outcome>,
    pub decisions: u64,
    /// Points at the end, as the public sees them.
    pub scores: Vec<Score>,
    /// Why it did not come to an end.
    pub dead_end: Option<String>,
}

/// No game is longer; one that is has lost its way.
const MOST_DECISIONS: u64 = 100_000;

pub(crate) fn simulate<G: Game>(
    game: &Arc<G>,
    setup: &Setup,
    bots: &[&str],
    seed: u64,
) -> Result<Simulated, Unreadable> {
    let mut seated: Vec<Box<dyn Bot<G> + Send>> = vec![];
    for bot in bots {
        seated.push(bots::by_name(bot).ok_or_else(|| Unreadable::unknown("bot", bot))?);
    }
    let seats = game.kit().seats.len();
    if seated.len() != seats {
        return Err(Unreadable::new(format!("{} bots for {seats} seats", seated.len())));
    }
    let mut dice = Seeded(seed ^ 0xD1CE);
    let mut thoughts = Seeded(seed.rotate_left(32) ^ 0x0B07);
    let mut state = Match::begin(Arc::clone(game), setup, &mut dice)?.state().clone();
    let mut decisions = 0;
    let played = testkit::catch(|| {
        loop {
            let decision = match game.awaits(&state) {
                Awaits::Over(outcome) => return Ok(outcome),
                Awaits::Decision(decision) if decisions < MOST_DECISIONS => decision,
                Awaits::Decision(_) => return Err(format!("no end after {decisions} decisions")),
            };
            let sight = Sight::over(&**game, &state, decision.seat);
            let action = seated[decision.seat.index()].choose(&sight, &mut thoughts);
            game.play(&mut state, &action, &mut Referee::silent(&mut dice));
            decisions += 1;
        }
    });
    let (outcome, dead_end) = match played {
        Ok(Ok(outcome)) => (Some(outcome), None),
        Ok(Err(why)) => (None, Some(why)),
        Err(panic) => (None, Some(panic)),
    };
    let scores = testkit::catch(|| game.scene(&state, Viewer::Public).scores).unwrap_or_default();
    Ok(Simulated { outcome, decisions, scores, dead_end })
}
