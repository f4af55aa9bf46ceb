//! Games between bots, without a record.

use referee::{Awaits, Bot, Game, Match, Outcome, Referee, Score, Seat, Seeded, Setup, Sight, Unreadable, Viewer};
use std::sync::Arc;

/// How a game between bots went.
#[derive(Clone, PartialEq, Debug)]
pub struct Simulated {
    /// Nothing if it did not come to an end.
    pub outcome: Option<Outcome>,
    pub decisions: u64,
    /// Points at the end, as the public sees them.
    pub scores: Vec<Score>,
    /// Why it did not come to an end, with the match so far.
    pub dead_end: Option<DeadEnd>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeadEnd {
    pub seed: u64,
    pub why: String,
    /// A match file up to the decision nobody could make.
    pub text: String,
}

/// No game is longer; one that is has lost its way.
const MOST_DECISIONS: u64 = 100_000;

pub(crate) fn simulate<G: Game>(
    game: &Arc<G>,
    setup: &Setup,
    bots: &[&str],
    seed: u64,
) -> Result<Simulated, Unreadable> {
    let mut seated = seated(bots)?;
    let seats = seats_of(&**game, setup);
    if seated.len() != seats.len() {
        return Err(Unreadable::new(format!("{} bots for {} seats", seated.len(), seats.len())));
    }
    let (mut dice, mut thoughts) = chances(seed);
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
            let action = seated[bot_of(&seats, decision.seat)].choose(&sight, &mut thoughts);
            game.play(&mut state, &action, &mut Referee::silent(&mut dice));
            decisions += 1;
        }
    });
    let (outcome, why) = match played {
        Ok(Ok(outcome)) => (Some(outcome), None),
        Ok(Err(why)) => (None, Some(why)),
        Err(panic) => (None, Some(panic)),
    };
    let dead_end = match why {
        Some(why) => Some(DeadEnd { seed, why, text: retrace(game, setup, bots, seed)? }),
        None => None,
    };
    let scores = testkit::catch(|| game.scene(&state, Viewer::Public).scores).unwrap_or_default();
    Ok(Simulated { outcome, decisions, scores, dead_end })
}

/// Who takes part.
fn seats_of<G: Game>(game: &G, setup: &Setup) -> Vec<Seat> {
    let scenario = game.scenarios().iter().find(|scenario| scenario.id == setup.scenario);
    scenario.map(|scenario| scenario.seats.clone()).unwrap_or_default()
}

/// Bots sit in the order of the scenario's seats, which need not be those of the kit.
fn bot_of(seats: &[Seat], seat: Seat) -> usize {
    seats.iter().position(|other| *other == seat).expect("only who takes part decides")
}

fn seated<G: Game>(bots: &[&str]) -> Result<Vec<Box<dyn Bot<G> + Send>>, Unreadable> {
    bots.iter().map(|bot| bots::by_name(bot).ok_or_else(|| Unreadable::unknown("bot", bot))).collect()
}

/// Dice of the game, and dice of those who think about it.
fn chances(seed: u64) -> (Seeded, Seeded) {
    (Seeded(seed ^ 0xD1CE), Seeded(seed.rotate_left(32) ^ 0x0B07))
}

/// The same game once more, with a record, up to where it broke off.
fn retrace<G: Game>(game: &Arc<G>, setup: &Setup, bots: &[&str], seed: u64) -> Result<String, Unreadable> {
    let (mut seated, seats) = (seated(bots)?, seats_of(&**game, setup));
    let (mut dice, mut thoughts) = chances(seed);
    let mut game_match = Match::begin(Arc::clone(game), setup, &mut dice)?;
    let mut next = None;
    let broke_off = testkit::catch(|| {
        while let Some(seat) = game_match.awaits().seat() {
            let action = seated[bot_of(&seats, seat)].choose(&Sight::of(&game_match, seat), &mut thoughts);
            next = Some(action.clone());
            if game_match.play(seat, action, &mut dice).is_err() {
                break;
            }
            next = None;
        }
    });
    let mut text = game_match.write();
    if let Some(action) = next {
        text += &format!("// next: {}\n", game.write_action(&action));
    }
    if let Err(panic) = broke_off {
        text += &format!("// {panic}\n");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use race_to_the_rhine::{Race, files};

    #[test]
    fn a_game_is_retraced_by_the_bots_that_played_it() {
        let game = Arc::new(Race::new(&files()).unwrap());
        for (scenario, bots) in [("brad-patton", &["random", "cautious"][..]), ("solo-patton", &["random"])] {
            let setup = Setup { scenario: scenario.into(), options: vec![] };
            let played = simulate(&game, &setup, bots, 7).unwrap();
            let text = retrace(&game, &setup, bots, 7).unwrap();
            assert!(!text.contains("\n//"), "{scenario}: {}", text.lines().last().unwrap_or_default());
            let again = Match::read(Arc::clone(&game), &text).unwrap();
            assert_eq!(
                (again.entries().len() as u64, again.awaits()),
                (played.decisions, Awaits::Over(played.outcome.unwrap()))
            );
        }
    }
}
