//! What a bot gets of a match: it can imagine, it cannot look.

use crate::chance::Dice;
use crate::game::Game;
use crate::game_match::Match;
use crate::ids::{Seat, Viewer};
use crate::scene::Scene;

/// A seat's view of a match for a bot. The true state is out of its reach.
pub struct Sight<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    seat: Seat,
}

impl<G: Game> std::fmt::Debug for Sight<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Sight of {:?}", self.seat)
    }
}

impl<'a, G: Game> Sight<'a, G> {
    pub fn of(game_match: &'a Match<G>, seat: Seat) -> Self {
        Sight { game: game_match.game(), state: game_match.state(), seat }
    }

    /// For simulations that keep no match. Whoever holds the state already sees everything.
    pub fn over(game: &'a G, state: &'a G::State, seat: Seat) -> Self {
        Sight { game, state, seat }
    }

    pub fn game(&self) -> &'a G {
        self.game
    }

    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// A full state that agrees with everything the seat knows.
    pub fn imagine(&self, dice: &mut dyn Dice) -> G::State {
        self.game.imagine(self.state, self.seat, dice)
    }

    pub fn scene(&self) -> Scene {
        self.game.scene(self.state, Viewer::Seat(self.seat))
    }
}

/// Anything that decides for a seat.
pub trait Bot<G: Game> {
    fn choose(&mut self, sight: &Sight<'_, G>, dice: &mut dyn Dice) -> G::Action;
    /// Forgets whatever it had in mind: another game begins, or this one was taken back.
    fn rest(&mut self) {}
}
