//! What may be done: lawful actions with what they promise. Sets are not left to luck: from the smallest and the largest
//! one thing after the other is added or left out as long as that is better.

use crate::cautious::picks;
use referee::{Dice, Game, Offer, Opening, Pick};

/// Advice against what makes no sense.
pub(crate) const SENSELESS: i32 = i32::MIN;

/// Actions of one offer, at most `share` of them, without those that make no sense.
pub(crate) fn of_offer<G: Game>(
    game: &G,
    state: &G::State,
    offer: &Offer<G::Action>,
    share: usize,
    found: &mut Vec<(i32, G::Action)>,
    dice: &mut dyn Dice,
) -> Opening {
    let open = game.open(state, &offer.action);
    for pick in picks(&open, share, dice) {
        if let Some(action) = filled(game, state, offer, &open, pick) {
            let advice = game.advise(state, &action);
            if advice != SENSELESS {
                found.push((advice, action));
            }
        }
    }
    open
}

/// The offered action with a pick in it, if that is lawful.
fn filled<G: Game>(
    game: &G,
    state: &G::State,
    offer: &Offer<G::Action>,
    open: &Opening,
    pick: Pick,
) -> Option<G::Action> {
    let mut action = offer.action.clone();
    game.fill(&mut action, pick);
    (!open.is_loose() || game.check(state, &action).is_ok()).then_some(action)
}

/// Climbs from a pick of a set or of heaps to better ones: adds or takes away one at a time, or swaps amounts, while
/// `score` rises. Says what it found if that is better than where it began.
pub(crate) fn climb<G: Game>(
    game: &G,
    state: &G::State,
    offer: &Offer<G::Action>,
    open: &Opening,
    start: Pick,
    most: usize,
    mut score: impl FnMut(&G::Action) -> Option<f64>,
) -> Option<(f64, G::Action)> {
    let action = filled(game, state, offer, open, start.clone())?;
    let mut best = (score(&action)?, action, start);
    let mut tries = 0;
    loop {
        let mut better = None;
        for pick in neighbours(open, &best.2) {
            tries += 1;
            if tries > most {
                break;
            }
            let Some(action) = filled(game, state, offer, open, pick.clone()) else { continue };
            let Some(now) = score(&action) else { continue };
            if better.as_ref().map_or(best.0, |(known, ..): &(f64, _, _)| *known) < now {
                better = Some((now, action, pick));
            }
        }
        match better {
            Some(found) => best = found,
            None => return Some((best.0, best.1)),
        }
    }
}

/// Picks that differ in one thing.
fn neighbours(open: &Opening, pick: &Pick) -> Vec<Pick> {
    let mut found = vec![];
    match (open, pick) {
        (Opening::Subset { of, must, least, most, .. }, Pick::Subset(taken)) => {
            for (i, item) in of.iter().enumerate() {
                let without: Vec<_> = taken.iter().copied().filter(|other| other != item).collect();
                if without.len() == taken.len() && taken.len() < *most {
                    found.push(Pick::Subset(taken.iter().copied().chain([*item]).collect()));
                } else if without.len() < taken.len() && i >= *must && taken.len() > *least {
                    found.push(Pick::Subset(without));
                }
            }
        }
        (Opening::Counts { of, least, most }, Pick::Counts(counts)) => {
            let sum: u16 = counts.iter().map(|n| u16::from(*n)).sum();
            for i in 0..counts.len() {
                let mut change = |delta: i8| {
                    let mut other = counts.clone();
                    other[i] = other[i].saturating_add_signed(delta);
                    found.push(Pick::Counts(other));
                };
                if counts[i] < of[i].most && sum < u16::from(*most) {
                    change(1);
                }
                if counts[i] > 0 && sum > u16::from(*least) {
                    change(-1);
                }
                for j in (0..counts.len()).filter(|j| *j != i && counts[i] > 0 && counts[*j] < of[*j].most) {
                    let mut other = counts.clone();
                    other[i] -= 1;
                    other[j] += 1;
                    found.push(Pick::Counts(other));
                }
            }
        }
        _ => {}
    }
    found
}

/// Where climbing may begin: the plainest pick, and the largest.
pub(crate) fn starts(open: &Opening) -> Vec<Pick> {
    let largest = match open {
        Opening::Subset { of, most, .. } => of.get(..*most).map(|all| Pick::Subset(all.to_vec())),
        Opening::Counts { of, least, most } => {
            let all = of.iter().fold(0u8, |sum, heap| sum.saturating_add(heap.most)).min(*most).max(*least);
            Opening::Counts { of: of.clone(), least: all, most: all }.simplest()
        }
        _ => return vec![],
    };
    let mut starts: Vec<Pick> = open.simplest().into_iter().chain(largest).collect();
    starts.dedup();
    starts
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee::{Heap, Piece, Ref};

    #[test]
    fn whatever_is_a_step_away_is_announced() {
        let things: Vec<Ref> = (0..4).map(|n| Ref::Piece(Piece(n))).collect();
        let set = Opening::Subset { of: things.clone(), must: 1, least: 1, most: 3, loose: false };
        let heaps = things[..2].iter().map(|of| Heap { of: *of, most: 2 }).collect();
        let counts = Opening::Counts { of: heaps, least: 1, most: 3 };
        for open in [set, counts] {
            let mut seen = 0;
            for start in starts(&open) {
                for next in neighbours(&open, &start) {
                    assert!(open.admits(&next), "{open:?} {next:?}");
                    seen += 1;
                }
            }
            assert!(seen >= 5, "{seen}");
        }
    }
}
