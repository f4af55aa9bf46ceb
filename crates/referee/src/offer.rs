//! How a player answers: an offer names what may be done, an opening what is still to be chosen in
//! it, a pick the choice. Nothing large is ever listed in full.

use crate::chance::Dice;
use crate::ids::{Ref, Spot};
use serde::Serialize;

/// One thing the deciding seat may do; the part still to be chosen is left empty in `action`.
#[derive(Clone, PartialEq, Debug)]
pub struct Offer<A> {
    pub action: A,
    pub about: Ref,
    pub label: &'static str,
    /// Where it leads, if that is one place: who points there means this offer too.
    pub to: Option<Spot>,
    /// If it ends a phase or a turn: how many things would be left undone. A client asks twice if there are any.
    pub ends: Option<u16>,
}

impl<A> Offer<A> {
    pub const fn new(action: A, about: Ref, label: &'static str) -> Offer<A> {
        Offer { action, about, label, to: None, ends: None }
    }

    /// An offer about nothing in particular that ends a phase or a turn, with so many things left undone.
    pub fn ending(action: A, label: &'static str, left: usize) -> Offer<A> {
        let left = u16::try_from(left).unwrap_or(u16::MAX);
        Offer { action, about: Ref::Nothing, label, to: None, ends: Some(left) }
    }

    #[must_use]
    pub fn leading_to(mut self, spot: Spot) -> Offer<A> {
        self.to = Some(spot);
        self
    }
}

/// What remains to be chosen in an offer.
#[derive(Clone, PartialEq, Debug)]
pub enum Opening {
    Nothing,
    /// A path that ends on one of the legs marked `end`.
    Path(Reach),
    /// Some of these things, each at most once. The first `must` of them have to be among the pick,
    /// and the first `least` of them are always a lawful pick.
    ///
    /// A *loose* opening cannot express every joint restriction: a pick inside it may still be
    /// refused, with a citation. A strict one announces exactly what is lawful.
    Subset {
        of: Vec<Ref>,
        must: usize,
        least: usize,
        most: usize,
        loose: bool,
    },
    Amount {
        least: i16,
        most: i16,
    },
    /// How many of each heap: what a truck carries, where losses fall. The sum is bounded, each heap by itself too.
    Counts {
        of: Vec<Heap>,
        least: u8,
        most: u8,
    },
}

/// Things of one kind that are counted, not named.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Heap {
    pub of: Ref,
    pub most: u8,
}

/// What was chosen.
#[derive(Clone, PartialEq, Debug)]
pub enum Pick {
    Nothing,
    Path(Vec<Spot>),
    Subset(Vec<Ref>),
    Amount(i16),
    /// For each heap of the opening, in its order.
    Counts(Vec<u8>),
}

/// One spot that can be reached, and the cheapest way into it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Leg {
    pub spot: Spot,
    pub via: Spot,
    pub cost: u16,
    /// Whether a path may end here; if not, it can only be passed.
    pub end: bool,
    /// Whether a path must end here.
    pub stop: bool,
}

/// Everything within reach. Legs are in the order they were found: `via` always stands before `spot`.
#[derive(Clone, PartialEq, Debug)]
pub struct Reach {
    pub from: Spot,
    pub budget: u16,
    /// How many parts of cost and budget make one point as it is printed; 0 if nothing is counted
    /// that a player would want to read.
    pub scale: u8,
    pub legs: Vec<Leg>,
}

impl Reach {
    /// The same with costs in parts of a printed point.
    #[must_use]
    pub fn in_parts(mut self, scale: u8) -> Reach {
        self.scale = scale;
        self
    }

    pub fn leg(&self, spot: Spot) -> Option<&Leg> {
        self.legs.iter().find(|leg| leg.spot == spot)
    }

    /// The spots at which a path may end.
    pub fn ends(&self) -> impl Iterator<Item = &Leg> {
        self.legs.iter().filter(|leg| leg.end)
    }

    /// The cheapest path to a spot in reach, without the spot it starts from.
    pub fn path_to(&self, to: Spot) -> Vec<Spot> {
        let mut path = vec![];
        let mut at = to;
        // A leg stands behind the one it is reached from: one look from the last to the first finds the whole way.
        for leg in self.legs.iter().rev() {
            if leg.spot == at {
                path.push(at);
                at = leg.via;
            }
        }
        assert!(at == self.from, "every leg is reached from another");
        path.reverse();
        path
    }
}

impl Opening {
    /// Whether a pick is one this opening announces. A path counts by where it ends; one that leads back to where it
    /// began is not listed, and the game says whether it may.
    pub fn admits(&self, pick: &Pick) -> bool {
        match (self, pick) {
            (Opening::Nothing, Pick::Nothing) => true,
            (Opening::Path(reach), Pick::Path(path)) => {
                let end = |end: &Spot| reach.leg(*end).is_some_and(|leg| leg.end);
                path.last().is_some_and(|last| end(last) || (*last == reach.from && path.len() > 1))
            }
            (Opening::Subset { of, must, least, most, .. }, Pick::Subset(refs)) => {
                (*least..=*most).contains(&refs.len())
                    && refs.iter().all(|item| of.contains(item))
                    && of[..*must].iter().all(|item| refs.contains(item))
                    && refs.iter().enumerate().all(|(i, item)| !refs[..i].contains(item))
            }
            (Opening::Amount { least, most }, Pick::Amount(n)) => (least..=most).contains(&n),
            (Opening::Counts { of, least, most }, Pick::Counts(counts)) => {
                counts.len() == of.len()
                    && counts.iter().zip(of).all(|(n, heap)| *n <= heap.most)
                    && (u16::from(*least)..=u16::from(*most)).contains(&counts.iter().map(|n| u16::from(*n)).sum())
            }
            _ => false,
        }
    }

    /// The pick that is always lawful, if the opening leaves any.
    pub fn simplest(&self) -> Option<Pick> {
        match self {
            Opening::Nothing => Some(Pick::Nothing),
            Opening::Path(reach) => reach.ends().next().map(|leg| Pick::Path(reach.path_to(leg.spot))),
            Opening::Subset { of, least, .. } => Some(Pick::Subset(of.get(..*least)?.to_vec())),
            Opening::Amount { least, most } => (least <= most).then_some(Pick::Amount(*least)),
            Opening::Counts { of, least, .. } => {
                let mut left = *least;
                let taken = of.iter().map(|heap| {
                    let n = heap.most.min(left);
                    left -= n;
                    n
                });
                let counts: Vec<u8> = taken.collect();
                (left == 0).then_some(Pick::Counts(counts))
            }
        }
    }

    /// A random pick that this opening announces.
    #[expect(clippy::cast_possible_truncation, reason = "openings are far smaller than u16")]
    pub fn sample(&self, dice: &mut dyn Dice) -> Pick {
        match self {
            Opening::Nothing => Pick::Nothing,
            Opening::Path(reach) => {
                let ends = reach.ends().count();
                let nth = usize::from(dice.pick(ends as u16));
                let leg = reach.ends().nth(nth).expect("one of the counted ends");
                Pick::Path(reach.path_to(leg.spot))
            }
            Opening::Subset { of, must, least, most, .. } => {
                let wanted = least + usize::from(dice.pick((most - least + 1) as u16));
                let mut taken = of.clone();
                // A partial shuffle of what lies behind the obligatory ones.
                for i in *must..wanted {
                    let j = i + usize::from(dice.pick((of.len() - i) as u16));
                    taken.swap(i, j);
                }
                taken.truncate(wanted);
                Pick::Subset(taken)
            }
            Opening::Amount { least, most } => Pick::Amount(least + dice.pick((most - least + 1) as u16).cast_signed()),
            Opening::Counts { of, least, most } => {
                let all: u16 = of.iter().map(|heap| u16::from(heap.most)).sum();
                let most = u16::from(*most).min(all);
                let wanted = u16::from(*least) + dice.pick(most - u16::from(*least) + 1);
                // One by one, each of those still lying there with the same chance.
                let mut counts = vec![0; of.len()];
                for taken in 0..wanted {
                    let mut nth = dice.pick(all - taken);
                    for (count, heap) in counts.iter_mut().zip(of) {
                        let left = u16::from(heap.most - *count);
                        if nth < left {
                            *count += 1;
                            break;
                        }
                        nth -= left;
                    }
                }
                Pick::Counts(counts)
            }
        }
    }

    pub fn is_loose(&self) -> bool {
        matches!(self, Opening::Subset { loose: true, .. })
    }
}
