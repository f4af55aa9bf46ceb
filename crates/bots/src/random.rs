//! Any offer, any pick: the yardstick for other bots, and the player of simulations.

use referee::{Bot, Dice, Game, Offer, Opening, Pick, Sight};

/// Keeps its buffer from one decision to the next.
#[derive(Debug)]
pub struct RandomBot<A> {
    offers: Vec<Offer<A>>,
}

impl<A> Default for RandomBot<A> {
    fn default() -> Self {
        RandomBot { offers: vec![] }
    }
}

impl<A> RandomBot<A> {
    /// For simulations that hold the state themselves: offers depend only on what the decider knows,
    /// so nothing is learnt by asking the true state for them. Nothing if nothing is offered.
    pub fn decide<G: Game<Action = A>>(&mut self, game: &G, state: &G::State, dice: &mut dyn Dice) -> Option<A> {
        self.offers.clear();
        game.offers(state, &mut self.offers);
        let n = u16::try_from(self.offers.len()).unwrap_or(u16::MAX);
        if n == 0 {
            return None;
        }
        let chosen = usize::from(dice.pick(n));
        let mut action = self.offers.swap_remove(chosen).action;
        fill_any(game, state, &mut action, dice);
        Some(action)
    }
}

impl<G: Game> Bot<G> for RandomBot<G::Action> {
    fn choose(&mut self, sight: &Sight<'_, G>, dice: &mut dyn Dice) -> G::Action {
        let state = sight.imagine(dice);
        self.decide(sight.game(), &state, dice).expect("a seat that is awaited has something to do")
    }
}

/// Fills an offered action with a random lawful pick. What a loose opening only might allow is asked
/// first, and the simplest pick taken if the answer is no.
fn fill_any<G: Game>(game: &G, state: &G::State, action: &mut G::Action, dice: &mut dyn Dice) {
    if let Some(pick) = game.sample(state, action, dice) {
        return game.fill(action, pick);
    }
    let open = game.open(state, action);
    if matches!(open, Opening::Nothing) {
        return game.fill(action, Pick::Nothing);
    }
    if !open.is_loose() {
        return game.fill(action, open.sample(dice));
    }
    let empty = action.clone();
    game.fill(action, open.sample(dice));
    if game.check(state, action).is_err() {
        *action = empty;
        game.fill(action, open.simplest().expect("an opening leaves a simplest pick"));
    }
}
