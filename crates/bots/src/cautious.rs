//! One step ahead: tries a bounded sample of what it may do on states it could believe in, and takes
//! what looks best afterwards.

use crate::random::fill_any;
use referee::{Awaits, Bot, Dice, Game, Offer, Open, Referee, Sight};

/// How much one decision may cost: the work is bounded, so the time is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Care {
    /// Actions that are weighed at most, spread over the offers.
    pub actions: usize,
    /// Actions that are played out, the most advisable first.
    pub tried: usize,
    /// Imagined states and dice for each of them.
    pub worlds: u16,
}

impl Default for Care {
    fn default() -> Self {
        Care { actions: 256, tried: 96, worlds: 4 }
    }
}

/// Scores an action by the game's advice and the mean value of what it leads to.
#[derive(Debug)]
pub struct CautiousBot<A> {
    care: Care,
    offers: Vec<Offer<A>>,
    weighed: Vec<(i32, A)>,
}

impl<A> Default for CautiousBot<A> {
    fn default() -> Self {
        CautiousBot::with(Care::default())
    }
}

impl<A> CautiousBot<A> {
    pub fn with(care: Care) -> Self {
        CautiousBot { care, offers: vec![], weighed: vec![] }
    }
}

impl<G: Game> Bot<G> for CautiousBot<G::Action> {
    fn choose(&mut self, sight: &Sight<'_, G>, dice: &mut dyn Dice) -> G::Action {
        let game = sight.game();
        let worlds: Vec<_> = (0..self.care.worlds.max(1)).map(|_| sight.imagine(dice)).collect();
        let here = &worlds[0];
        self.offers.clear();
        game.offers(here, &mut self.offers);
        self.weighed.clear();
        candidates(game, here, &self.offers, self.care.actions, &mut self.weighed, dice);
        // The most advisable are tried; among equals chance decides who is left out.
        shuffle(&mut self.weighed, dice);
        self.weighed.sort_by_key(|(advice, _)| std::cmp::Reverse(*advice));
        self.weighed.truncate(self.care.tried);
        let mut best: Option<(i64, &G::Action)> = None;
        for (advice, action) in &self.weighed {
            let total: i64 = worlds.iter().map(|world| i64::from(after(sight, world, action, dice))).sum();
            let score = i64::from(*advice) * i64::from(self.care.worlds.max(1)) + total;
            if best.is_none_or(|(known, _)| score > known) {
                best = Some((score, action));
            }
        }
        best.expect("a seat that is awaited has something to do").1.clone()
    }
}

/// What a world is worth to the seat once the action was played in it.
fn after<G: Game>(sight: &Sight<'_, G>, world: &G::State, action: &G::Action, dice: &mut dyn Dice) -> i32 {
    let game = sight.game();
    let mut state = world.clone();
    game.play(&mut state, action, &mut Referee::silent(dice));
    match game.awaits(&state) {
        Awaits::Over(outcome) if outcome.winner == Some(sight.seat()) => i32::MAX / 4,
        Awaits::Over(outcome) if outcome.winner.is_some() => i32::MIN / 4,
        _ => game.value(&state, sight.seat()),
    }
}

/// Lawful actions with their advice: each offer with its plainest pick first, then turn about
/// another pick of each, until there are enough.
fn candidates<G: Game>(
    game: &G,
    state: &G::State,
    offers: &[Offer<G::Action>],
    most: usize,
    found: &mut Vec<(i32, G::Action)>,
    dice: &mut dyn Dice,
) {
    let mut openings = vec![];
    for offer in offers {
        let open = game.open(state, &offer.action);
        let mut action = offer.action.clone();
        let Some(pick) = open.plainest() else { continue };
        game.fill(&mut action, pick);
        found.push((game.advise(state, &action), action));
        openings.push((offer, choices(&open)));
    }
    let mut round = 1;
    while found.len() < most {
        let before = found.len();
        for (offer, _) in openings.iter().filter(|(_, choices)| *choices > round) {
            let mut action = offer.action.clone();
            fill_any(game, state, &mut action, dice);
            if !found.iter().any(|(_, known)| *known == action) {
                found.push((game.advise(state, &action), action));
            }
            if found.len() >= most {
                return;
            }
        }
        round += 1;
        // Nothing new in several rounds: the picks are exhausted.
        if found.len() == before && round > 8 {
            return;
        }
    }
}

/// Roughly how many picks an opening leaves.
fn choices(open: &Open) -> usize {
    match open {
        Open::Nothing => 1,
        Open::Path(reach) => reach.ends().count(),
        Open::Some { of, must, .. } => 1 << (of.len() - must).min(10),
        Open::Amount { least, most } => usize::from(least.abs_diff(*most)) + 1,
    }
}

fn shuffle<T>(items: &mut [T], dice: &mut dyn Dice) {
    for i in (1..items.len()).rev() {
        let j = usize::from(dice.pick(u16::try_from(i + 1).unwrap_or(u16::MAX)));
        items.swap(i, j);
    }
}
