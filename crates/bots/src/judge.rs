//! Weighs what may be done in a state: the game's advice and what the action leads to on average.

use crate::cautious::shuffle;
use crate::chance::{After, after, luck, worth};
use crate::choices::{self, SENSELESS};
use crate::random::RandomBot;
use referee::{Dice, Game, Offer, Opening, Seat, Seeded, Sight};
use std::time::Instant;

/// How much is weighed at once: the work is bounded, so the time is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Width {
    /// Actions that are thought of at most, spread over the offers.
    pub(crate) actions: usize,
    /// Actions that are tried, the most advisable first.
    pub(crate) tried: usize,
    /// Tries while climbing to a better set.
    pub(crate) climbed: usize,
    /// Lots for an action whose branches are too many.
    pub(crate) lots: u16,
}

/// An action and what was found out about it.
#[derive(Clone, Debug)]
pub(crate) struct Weighed<A> {
    pub(crate) score: f64,
    pub(crate) action: A,
    /// Whether it ends a phase or a turn.
    pub(crate) ends: bool,
}

/// Looks at states for a seat, and counts what it plays.
pub(crate) struct Judge<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) seat: Seat,
    pub(crate) plays: u64,
    /// At a table: when to stop, whatever the budget.
    pub(crate) until: Option<Instant>,
    luck: Seeded,
    offers: Vec<Offer<G::Action>>,
}

impl<'a, G: Game> Judge<'a, G> {
    pub(crate) fn new(sight: &Sight<'a, G>, dice: &mut dyn Dice) -> Self {
        Judge { game: sight.game(), seat: sight.seat(), plays: 0, until: None, luck: luck(dice), offers: vec![] }
    }

    /// Whether people have waited long enough.
    pub(crate) fn is_late(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    pub(crate) fn worth(&self, state: &G::State) -> f64 {
        worth(self.game, self.seat, state)
    }

    /// What an action is worth, advice and all, and where it leads if no dice are in it. Nothing if it makes no sense.
    pub(crate) fn score(&mut self, state: &G::State, action: &G::Action, lots: u16) -> Option<(f64, Option<G::State>)> {
        let advice = self.game.advise(state, action);
        if advice == SENSELESS {
            return None;
        }
        let (game, seat) = (self.game, self.seat);
        let then = after(game, state, action, (&self.luck, lots), &mut self.plays, |state| worth(game, seat, state));
        Some(match then {
            After::Mean(mean) => (f64::from(advice) + mean, None),
            After::Sure(state) => (f64::from(advice) + self.worth(&state), Some(state)),
        })
    }

    /// The same, where to end a phase is worth what the position is: whatever follows from the end follows anyway, and
    /// a position looks different once the other side is to move. What gains nothing is left undone.
    pub(crate) fn promise(&mut self, state: &G::State, action: &G::Action, ends: bool, lots: u16) -> Option<f64> {
        if ends { Some(self.worth(state) + 0.5) } else { self.score(state, action, lots).map(|(score, _)| score) }
    }

    /// The offers of a state.
    pub(crate) fn offers(&mut self, state: &G::State) -> Vec<Offer<G::Action>> {
        let mut offers = std::mem::take(&mut self.offers);
        offers.clear();
        self.game.offers(state, &mut offers);
        offers
    }

    /// Gives the room of a list of offers back.
    pub(crate) fn done_with(&mut self, offers: Vec<Offer<G::Action>>) {
        self.offers = offers;
    }

    /// All that may be done, weighed, the best first; never nothing.
    pub(crate) fn weigh(&mut self, state: &G::State, width: Width, dice: &mut dyn Dice) -> Vec<Weighed<G::Action>> {
        let offers = self.offers(state);
        let share = (width.actions / offers.len().max(1)).max(1);
        let (mut found, mut weighed): (Vec<(i32, (G::Action, bool))>, Vec<Weighed<G::Action>>) = (vec![], vec![]);
        let mut of_offer = vec![];
        for offer in &offers {
            let ends = offer.ends.is_some();
            let open = choices::of_offer(self.game, state, offer, share, &mut of_offer, dice);
            found.extend(of_offer.drain(..).map(|(advice, action)| (advice, (action, ends))));
            if matches!(open, Opening::Subset { .. } | Opening::Counts { .. }) {
                for start in choices::starts(&open) {
                    let game = self.game;
                    let score = |action: &G::Action| self.score(state, action, width.lots).map(|(score, _)| score);
                    if let Some((score, action)) =
                        choices::climb(game, state, offer, &open, start, width.climbed, score)
                    {
                        weighed.push(Weighed { score, action, ends });
                    }
                }
            }
        }
        self.done_with(offers);
        // The most advisable are tried; among equals chance decides who is left out.
        shuffle(&mut found, dice);
        found.sort_by_key(|(advice, _)| std::cmp::Reverse(*advice));
        found.truncate(width.tried);
        for (_, (action, ends)) in found {
            if let Some(score) = self.promise(state, &action, ends, width.lots) {
                weighed.push(Weighed { score, action, ends });
            }
        }
        if weighed.is_empty() {
            // Nothing makes sense: anything lawful will do.
            let any = RandomBot::default().decide(self.game, state, dice);
            weighed.extend(any.map(|action| Weighed { score: self.worth(state), action, ends: false }));
        }
        weighed.sort_by(|a, b| b.score.total_cmp(&a.score));
        weighed
    }
}

/// Worlds a seat could believe in; one if nothing is hidden from it.
pub(crate) fn worlds<G: Game>(sight: &Sight<'_, G>, most: u16, dice: &mut dyn Dice) -> Vec<G::State> {
    let mut worlds: Vec<G::State> = (0..most.max(1)).map(|_| sight.imagine(dice)).collect();
    if worlds.iter().all(|world| *world == worlds[0]) {
        worlds.truncate(1);
    }
    worlds
}
