//! One decision ahead, the way that was found best for a game: see [`referee::Look`].

use crate::cautious::{CautiousBot, Eyes};
use crate::exact::{ExactBot, look};
use crate::judge::worlds;
use referee::{Bot, Dice, Game, Look, Sight};

/// Looks as the game says.
#[derive(Debug)]
pub struct MediumBot<A> {
    kept: CautiousBot<A>,
    today: CautiousBot<A>,
    exact: ExactBot<A>,
    /// What it has played so far in thought.
    plays: u64,
}

impl<A> Default for MediumBot<A> {
    fn default() -> Self {
        MediumBot {
            kept: CautiousBot::default(),
            today: CautiousBot::default().seeing(Eyes::Today),
            exact: ExactBot::default(),
            plays: 0,
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

impl<A: Clone + PartialEq + std::fmt::Debug> MediumBot<A> {
    /// What it may do, the best first.
    pub(crate) fn ranked<G: Game<Action = A>>(&mut self, sight: &Sight<'_, G>, dice: &mut dyn Dice) -> Vec<A> {
        let by = match sight.game().look() {
            Look::Kept => &mut self.kept,
            Look::Today => &mut self.today,
            Look::Exact => {
                let (ranked, plays) = look(sight, &worlds(sight, crate::exact::WORLDS, dice), dice);
                self.plays += plays;
                return ranked.into_iter().map(|it| it.action).collect();
            }
        };
        by.ranked(sight, dice).into_iter().map(|(_, action)| action).collect()
    }

    /// What it has played so far in thought.
    pub(crate) fn plays(&self) -> u64 {
        self.plays + self.kept.plays + self.today.plays
    }
}
