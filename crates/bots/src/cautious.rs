//! One step ahead: tries a bounded sample of what it may do on states it could believe in, and takes
//! what looks best afterwards. With kept eyes it is the yardstick: it judges by `Game::kept_value` and
//! `Game::kept_advice`, and nothing here changes, so that strength measured against it today and next year can be
//! compared. With today's eyes it judges by `Game::value` and `Game::advise`.
//! Where a game has a habit, it is followed instead: such a game is too large to open everything.

use crate::habit::Habit;
use referee::{Awaits, Bot, Dice, Game, Heap, Offer, Opening, Pick, Referee, Seat, Sight};

/// How much one decision may cost: the work is bounded, so the time is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Care {
    /// Actions that are weighed at most, spread over the offers.
    pub actions: usize,
    /// Actions that are tried in one world, the most advisable first.
    pub tried: usize,
    /// Actions that are tried in all worlds: the best of the first try.
    pub finalists: usize,
    /// Imagined states, each with dice of its own.
    pub worlds: u16,
    /// Whether most of what it may do does not come to its mind where there are only a few actions.
    pub overlooks: bool,
}

/// Fewer actions are a few: of those no greater part is tried than of so many.
const FEW: usize = 24;

impl Care {
    /// For hands that try so many actions of a decision, once.
    pub const fn in_a_hurry(tried: usize) -> Care {
        Care { actions: 4 * tried, tried, finalists: 1, worlds: 1, overlooks: false }
    }
}

impl Default for Care {
    fn default() -> Self {
        Care { actions: 4096, tried: 256, finalists: 32, worlds: 4, overlooks: false }
    }
}

/// What is judged by.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Eyes {
    /// As on the day the yardstick was made.
    Kept,
    Today,
}

impl Eyes {
    fn value<G: Game>(self, game: &G, state: &G::State, seat: Seat) -> i32 {
        match self {
            Eyes::Kept => game.kept_value(state, seat),
            Eyes::Today => game.value(state, seat),
        }
    }

    fn advice<G: Game>(self, game: &G, state: &G::State, action: &G::Action) -> i32 {
        match self {
            Eyes::Kept => game.kept_advice(state, action),
            Eyes::Today => game.advise(state, action),
        }
    }
}

/// Scores an action by the game's advice and the mean value of what it leads to.
#[derive(Debug)]
pub struct CautiousBot<A> {
    care: Care,
    eyes: Eyes,
    offers: Vec<Offer<A>>,
    weighed: Vec<(i32, A)>,
    habit: Habit<A>,
    /// What it has played so far in thought.
    pub(crate) plays: u64,
}

impl<A> Default for CautiousBot<A> {
    fn default() -> Self {
        CautiousBot::with(Care::default())
    }
}

impl<A> CautiousBot<A> {
    pub fn with(care: Care) -> Self {
        CautiousBot { care, eyes: Eyes::Kept, offers: vec![], weighed: vec![], habit: Habit::default(), plays: 0 }
    }

    /// With other eyes than the yardstick's.
    #[must_use]
    pub fn seeing(mut self, eyes: Eyes) -> Self {
        self.eyes = eyes;
        self
    }
}

impl<G: Game> Bot<G> for CautiousBot<G::Action> {
    fn choose(&mut self, sight: &Sight<'_, G>, dice: &mut dyn Dice) -> G::Action {
        let habit = match self.eyes {
            Eyes::Kept => self.habit.next_kept(sight),
            Eyes::Today => self.habit.next(sight),
        };
        if let Some(action) = habit {
            return action;
        }
        let best = self.ranked(sight, dice).into_iter().next();
        best.expect("a seat that is awaited has something to do").1
    }
}

impl<A: Clone + PartialEq> CautiousBot<A> {
    /// What it may do with the sum of what that led to in its worlds, the best first: the finalists.
    pub(crate) fn ranked<G: Game<Action = A>>(&mut self, sight: &Sight<'_, G>, dice: &mut dyn Dice) -> Vec<(i64, A)> {
        let game = sight.game();
        let worlds: Vec<_> = (0..self.care.worlds.max(1)).map(|_| sight.imagine(dice)).collect();
        let here = &worlds[0];
        self.offers.clear();
        game.offers(here, &mut self.offers);
        self.weighed.clear();
        candidates(game, here, (&self.offers, self.care.actions), self.eyes, &mut self.weighed, dice);
        // The most advisable are tried; among equals chance decides who is left out.
        shuffle(&mut self.weighed, dice);
        if self.care.overlooks && self.weighed.len() < FEW {
            self.weighed.truncate(self.weighed.len().div_ceil(FEW / self.care.tried));
        }
        self.weighed.sort_by_key(|(advice, _)| std::cmp::Reverse(*advice));
        self.weighed.truncate(self.care.tried);
        let mut tries: Vec<Try> = vec![];
        for (i, (advice, action)) in self.weighed.iter().enumerate() {
            let mut dice = Watched::new(dice);
            let score = i64::from(*advice) + after(sight, self.eyes, here, action, &mut dice);
            tries.push(Try { i, score, rolled: dice.rolled });
        }
        self.plays += tries.len() as u64;
        tries.sort_by_key(|it| std::cmp::Reverse(it.score));
        tries.truncate(self.care.finalists.max(1));
        // Where nothing is hidden all worlds are alike, and what is done without dice ends alike in all of them.
        let alike = worlds.iter().all(|world| world == here);
        for it in &mut tries {
            if alike && !it.rolled {
                it.score *= i64::from(self.care.worlds.max(1));
                continue;
            }
            let (advice, action) = &self.weighed[it.i];
            it.score +=
                worlds[1..].iter().map(|w| i64::from(*advice) + after(sight, self.eyes, w, action, dice)).sum::<i64>();
            self.plays += worlds.len() as u64 - 1;
        }
        // The first of equals: it was the best at the first try, or came first by chance.
        tries.sort_by_key(|it| std::cmp::Reverse(it.score));
        tries.iter().map(|it| (it.score, self.weighed[it.i].1.clone())).collect()
    }
}

/// An action by its place among those weighed, what it led to, and whether there were dice in it.
struct Try {
    i: usize,
    score: i64,
    rolled: bool,
}

/// What a world is worth to the seat once the action was played in it.
fn after<G: Game>(sight: &Sight<'_, G>, eyes: Eyes, world: &G::State, action: &G::Action, dice: &mut dyn Dice) -> i64 {
    let game = sight.game();
    let mut state = world.clone();
    game.play(&mut state, action, &mut Referee::silent(dice));
    worth(game, eyes, sight.seat(), &state).into()
}

/// What a state is worth to a seat; a game that is won or lost outweighs everything.
fn worth<G: Game>(game: &G, eyes: Eyes, seat: Seat, state: &G::State) -> i32 {
    match game.awaits(state) {
        Awaits::Over(outcome) if outcome.winner == Some(seat) => i32::MAX / 4,
        Awaits::Over(outcome) if outcome.winner.is_some() => i32::MIN / 4,
        _ => eyes.value(game, state, seat),
    }
}

/// Dice that remember whether they were rolled.
pub(crate) struct Watched<'a> {
    dice: &'a mut dyn Dice,
    pub(crate) rolled: bool,
}

impl<'a> Watched<'a> {
    pub(crate) fn new(dice: &'a mut dyn Dice) -> Self {
        Watched { dice, rolled: false }
    }
}

impl Dice for Watched<'_> {
    fn pick(&mut self, n: u16) -> u16 {
        self.rolled = true;
        self.dice.pick(n)
    }
}

/// Lawful actions with their advice. Every offer gets the same share of them; what is left of the share
/// of an offer with few picks is not used elsewhere.
fn candidates<G: Game>(
    game: &G,
    state: &G::State,
    (offers, most): (&[Offer<G::Action>], usize),
    eyes: Eyes,
    found: &mut Vec<(i32, G::Action)>,
    dice: &mut dyn Dice,
) {
    let share = (most / offers.len().max(1)).max(1);
    let mut spare = None;
    for offer in offers {
        let open = game.open(state, &offer.action);
        for pick in picks(&open, share, dice) {
            let mut action = offer.action.clone();
            game.fill(&mut action, pick);
            if !open.is_loose() || game.check(state, &action).is_ok() {
                let advice = eyes.advice(game, state, &action);
                // What the game calls senseless is not tried while there is anything else.
                match (advice, spare.is_none()) {
                    (i32::MIN, true) => spare = Some(action),
                    (i32::MIN, false) => {}
                    _ => found.push((advice, action)),
                }
            }
        }
    }
    if found.is_empty() {
        found.extend(spare.map(|action| (0, action)));
    }
}

/// At most `share` picks of an opening, spread over it: destinations and amounts at even distances, sets
/// the simplest, the largest and random ones.
pub(crate) fn picks(open: &Opening, share: usize, dice: &mut dyn Dice) -> Vec<Pick> {
    match open {
        Opening::Nothing => vec![Pick::Nothing],
        Opening::Path(reach) => {
            let ends: Vec<_> = reach.ends().map(|leg| leg.spot).collect();
            spread(ends.len(), share, dice).map(|i| Pick::Path(reach.path_to(ends[i]))).collect()
        }
        Opening::Amount { least, most } => {
            let amounts: Vec<_> = (*least..=*most).collect();
            spread(amounts.len(), share, dice).map(|i| Pick::Amount(amounts[i])).collect()
        }
        Opening::Counts { of, least, most } if ways(of) <= 8 * share => all_counts(of, *least, *most, share),
        // As much as possible, and then some.
        Opening::Counts { of, most, .. } => {
            let all = Opening::Counts { of: of.clone(), least: (*most).min(sum(of)), most: *most };
            let random = (2..share).map(|_| open.sample(dice)).collect::<Vec<_>>();
            all.simplest().into_iter().chain(open.simplest()).chain(random).take(share.max(1)).collect()
        }
        Opening::Subset { of, most, .. } => {
            let simplest = open.simplest().into_iter();
            let largest = of.get(..*most).map(|all| Pick::Subset(all.to_vec())).into_iter();
            let random = (2..share.min(1 << of.len().min(10))).map(|_| open.sample(dice));
            simplest.chain(largest).chain(random).take(share).collect()
        }
    }
}

/// How many ways there are to take from heaps, whatever the sum.
fn ways(heaps: &[Heap]) -> usize {
    heaps.iter().fold(1, |ways, heap| ways.saturating_mul(usize::from(heap.most) + 1))
}

/// Every pick of heaps whose sum is allowed, the largest first.
fn all_counts(of: &[Heap], least: u8, most: u8, share: usize) -> Vec<Pick> {
    let mut all: Vec<Vec<u8>> = vec![vec![]];
    for heap in of {
        let longer = |taken: Vec<u8>| {
            (0..=heap.most).map(move |n| taken.iter().copied().chain(std::iter::once(n)).collect::<Vec<_>>())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    let sum = |taken: &Vec<u8>| taken.iter().map(|n| u16::from(*n)).sum::<u16>();
    all.retain(|taken| (u16::from(least)..=u16::from(most)).contains(&sum(taken)));
    all.sort_by_key(|taken| std::cmp::Reverse(sum(taken)));
    all.truncate(share.max(1));
    all.into_iter().map(Pick::Counts).collect()
}

fn sum(heaps: &[Heap]) -> u8 {
    heaps.iter().fold(0, |sum, heap| heap.most.saturating_add(sum))
}

/// `share` of `n` indexes at even distances, from a random start.
fn spread(n: usize, share: usize, dice: &mut dyn Dice) -> impl Iterator<Item = usize> {
    let taken = share.min(n);
    let start = if n == 0 { 0 } else { usize::from(dice.pick(u16::try_from(n).unwrap_or(u16::MAX))) };
    (0..taken).map(move |i| (start + i * n / taken) % n)
}

pub(crate) fn shuffle<T>(items: &mut [T], dice: &mut dyn Dice) {
    for i in (1..items.len()).rev() {
        let j = usize::from(dice.pick(u16::try_from(i + 1).unwrap_or(u16::MAX)));
        items.swap(i, j);
    }
}
