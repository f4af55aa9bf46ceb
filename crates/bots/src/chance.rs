//! What an action leads to on average. Dice are asked for every face they have: an action with few branches is weighed
//! exactly, one with many by a bounded number of lots, the same for every action that is compared.

use referee::{Awaits, Dice, Game, Referee, Seat, Seeded};

/// Actions with more ways for the dice to fall are weighed by lots.
pub const MOST_BRANCHES: usize = 36;

/// Follows given faces, and the lowest of every die after them; remembers how many faces each die had.
#[derive(Clone, Debug, Default)]
struct Faces {
    rolled: Vec<u16>,
    sides: Vec<u16>,
    at: usize,
}

impl Dice for Faces {
    fn pick(&mut self, n: u16) -> u16 {
        if self.at == self.rolled.len() {
            self.rolled.push(0);
        }
        self.sides.truncate(self.at);
        self.sides.push(n);
        self.at += 1;
        self.rolled[self.at - 1].min(n - 1)
    }
}

impl Faces {
    /// How likely the way was that the dice just fell.
    fn chance(&self) -> f64 {
        self.sides.iter().map(|sides| 1.0 / f64::from(*sides)).product()
    }

    /// The next way they may fall. False if all were seen.
    fn turn(&mut self) -> bool {
        self.rolled.truncate(self.at);
        self.at = 0;
        while let (Some(last), Some(sides)) = (self.rolled.last_mut(), self.sides.last()) {
            if *last + 1 < *sides {
                *last += 1;
                return true;
            }
            self.rolled.pop();
            self.sides.pop();
        }
        false
    }
}

/// What an action leads to.
#[derive(Clone, PartialEq, Debug)]
pub enum After<S> {
    /// No dice in it.
    Sure(S),
    /// The mean worth of all branches, or of some lots.
    Mean(f64),
}

/// Plays an action in every way the dice may fall, and takes the mean of `worth`. `lots` bounds the work where there are
/// more than [`MOST_BRANCHES`]; they are drawn by `luck`. Counts every play.
pub fn after<G: Game>(
    game: &G,
    state: &G::State,
    action: &G::Action,
    (luck, lots): (&Seeded, u16),
    plays: &mut u64,
    mut worth: impl FnMut(&G::State) -> f64,
) -> After<G::State> {
    let mut faces = Faces::default();
    let (mut sum, mut branches) = (0.0, 0);
    loop {
        let mut then = state.clone();
        game.play(&mut then, action, &mut Referee::silent(&mut faces));
        *plays += 1;
        if faces.at == 0 {
            return After::Sure(then);
        }
        branches += 1;
        sum += faces.chance() * worth(&then);
        // The first way shows at once whether there are too many.
        let many = 1.0 / faces.chance() > f64::from(u16::try_from(MOST_BRANCHES).unwrap_or(u16::MAX)) + 0.5;
        if many || branches > MOST_BRANCHES {
            break;
        }
        if !faces.turn() {
            return After::Mean(sum);
        }
    }
    let mut luck = luck.clone();
    let lots = lots.max(1);
    let mut sum = 0.0;
    for _ in 0..lots {
        let mut then = state.clone();
        game.play(&mut then, action, &mut Referee::silent(&mut luck));
        *plays += 1;
        sum += worth(&then);
    }
    After::Mean(sum / f64::from(lots))
}

/// A game that is won or lost outweighs everything.
const WON: f64 = 1e7;

/// What a state is worth to a seat.
pub fn worth<G: Game>(game: &G, seat: Seat, state: &G::State) -> f64 {
    let value = || f64::from(game.value(state, seat));
    match game.awaits(state) {
        // Among wins and losses the better position still counts: a bot that cannot win goes on playing well.
        Awaits::Over(outcome) if outcome.winner == Some(seat) => WON + value(),
        Awaits::Over(outcome) if outcome.winner.is_some() => value() - WON,
        _ => value(),
    }
}

/// Some dice of one's own, drawn from others.
pub fn luck(dice: &mut dyn Dice) -> Seeded {
    Seeded((0..4).fold(0, |seed, _| seed << 16 | u64::from(dice.pick(u16::MAX))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_two_dice_may_fall_is_seen_once_with_its_chance() {
        // A second die only after a six.
        let (mut faces, mut seen, mut sum) = (Faces::default(), vec![], 0.0);
        loop {
            let first = faces.pick(6);
            seen.push(if first == 5 { (first, Some(faces.pick(4))) } else { (first, None) });
            sum += faces.chance();
            if !faces.turn() {
                break;
            }
        }
        assert_eq!(seen.len(), 9);
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
        seen.dedup();
        assert_eq!(seen.len(), 9, "none twice");
    }
}
