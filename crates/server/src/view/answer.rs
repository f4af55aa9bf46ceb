//! What may be answered: things pointed at, offers, openings, picks.

use referee::{self as r, Heap, Leg, Ref, Spot};
use serde::{Deserialize, Serialize};

/// What was chosen in an offer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Pick {
    Nothing,
    /// The spots of a path, without the one it starts from.
    Path(Vec<Spot>),
    #[serde(rename = "some")]
    Subset(Vec<Ref>),
    Amount(i16),
    /// For each heap of the opening, in its order.
    Counts(Vec<u8>),
}

impl From<Pick> for r::Pick {
    fn from(pick: Pick) -> r::Pick {
        match pick {
            Pick::Nothing => r::Pick::Nothing,
            Pick::Path(spots) => r::Pick::Path(spots),
            Pick::Subset(refs) => r::Pick::Subset(refs),
            Pick::Amount(amount) => r::Pick::Amount(amount),
            Pick::Counts(counts) => r::Pick::Counts(counts),
        }
    }
}

impl From<r::Pick> for Pick {
    fn from(pick: r::Pick) -> Pick {
        match pick {
            r::Pick::Nothing => Pick::Nothing,
            r::Pick::Path(spots) => Pick::Path(spots),
            r::Pick::Subset(refs) => Pick::Subset(refs),
            r::Pick::Amount(amount) => Pick::Amount(amount),
            r::Pick::Counts(counts) => Pick::Counts(counts),
        }
    }
}

/// What is still to be chosen in an offer.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Opening {
    Nothing,
    Path {
        from: Spot,
        budget: u16,
        /// How many parts of cost and budget make one point as it is printed; 0 if nothing is counted.
        scale: u8,
        /// In the order they were found: `via` always stands before `spot`, or is `from`.
        legs: Vec<Leg>,
    },
    /// The first `must` of them have to be in the pick. A loose opening may still refuse a pick inside it.
    #[serde(rename = "some")]
    Subset {
        of: Vec<Ref>,
        must: u32,
        least: u32,
        most: u32,
        loose: bool,
    },
    Amount {
        least: i16,
        most: i16,
    },
    /// How many of each heap; the sum lies between `least` and `most`.
    Counts {
        of: Vec<Heap>,
        least: u8,
        most: u8,
    },
}

impl From<r::Opening> for Opening {
    fn from(open: r::Opening) -> Opening {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        match open {
            r::Opening::Nothing => Opening::Nothing,
            r::Opening::Path(reach) => {
                Opening::Path { from: reach.from, budget: reach.budget, scale: reach.scale, legs: reach.legs }
            }
            r::Opening::Subset { of, must, least, most, loose } => {
                Opening::Subset { of, must: count(must), least: count(least), most: count(most), loose }
            }
            r::Opening::Amount { least, most } => Opening::Amount { least, most },
            r::Opening::Counts { of, least, most } => Opening::Counts { of, least, most },
        }
    }
}

/// One thing the awaited seat may do. It is named by its place in the list.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Offer {
    pub about: Ref,
    pub label: &'static str,
    /// In notation, without what is still to be chosen.
    pub text: String,
    /// A spot that means this offer too: where it leads.
    pub to: Option<Spot>,
    /// If it ends a phase or a turn: how many things would be left undone.
    pub ends: Option<u16>,
    /// Null if it is large: ask with `open`.
    pub open: Option<Opening>,
}
