//! One decision ahead, the way that was found best for a game: see [`referee::Look`].

use crate::cautious::{CautiousBot, Eyes};
use crate::exact::ExactBot;
use referee::{Bot, Dice, Game, Look, Sight};

/// Looks as the game says.
#[derive(Debug)]
pub struct MediumBot<A> {
    kept: CautiousBot<A>,
    today: CautiousBot<A>,
    exact: ExactBot<A>,
}

impl<A> Default for MediumBot<A> {
    fn default() -> Self {
        MediumBot {
            kept: CautiousBot::default(),
            today: CautiousBot::default().seeing(Eyes::Today),
            exact: ExactBot::default(),
        }
    }
}

impl<G: Game> Bot<G> for MediumBot<G::Action> {
    fn choose(&mut self, sight: &Sight<'_, G>, dice: &mut dyn Dice) -> G::Action {
        match sight.game().look() {
            Look::Kept => self.kept.choose(sight, dice),
            Look::Today => self.today.choose(sight, dice),
            Look::Exact => self.exact.choose(sight, dice),
        }
    }

    fn rest(&mut self) {
        *self = MediumBot::default();
    }
}
