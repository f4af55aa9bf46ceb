//! What may be answered: things pointed at, offers, openings, picks.

use referee as r;
use serde::{Deserialize, Serialize};

/// A spot (`s12`), a piece (`p34`), another thing (`t5`) or nothing (`null`).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Ref(#[cfg_attr(test, ts(type = "`s${number}` | `p${number}` | `t${number}` | null"))] pub r::Ref);

impl Serialize for Ref {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            r::Ref::Nothing => to.serialize_none(),
            r::Ref::Spot(spot) => to.collect_str(&format_args!("s{}", spot.0)),
            r::Ref::Piece(piece) => to.collect_str(&format_args!("p{}", piece.0)),
            r::Ref::Thing(thing) => to.collect_str(&format_args!("t{}", thing.0)),
        }
    }
}

impl<'de> Deserialize<'de> for Ref {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Some(text) = Option::<String>::deserialize(from)? else { return Ok(Ref(r::Ref::Nothing)) };
        let number = |text: &str| text.parse::<u16>().ok().filter(|n| n.to_string() == text);
        let read = match text.split_at_checked(1) {
            Some(("s", n)) => number(n).map(|n| r::Ref::Spot(r::Spot(n))),
            Some(("p", n)) => number(n).map(|n| r::Ref::Piece(r::Piece(n))),
            Some(("t", n)) => number(n).map(|n| r::Ref::Thing(r::Thing(n))),
            _ => None,
        };
        read.map(Ref).ok_or_else(|| serde::de::Error::custom("a spot is written `s12`, a piece `p34`, a thing `t5`"))
    }
}

/// What was chosen in an offer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Pick {
    Nothing,
    /// The spots of a path, without the one it starts from.
    Path(Vec<u16>),
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
            Pick::Path(spots) => r::Pick::Path(spots.into_iter().map(r::Spot).collect()),
            Pick::Subset(refs) => r::Pick::Subset(refs.into_iter().map(|item| item.0).collect()),
            Pick::Amount(amount) => r::Pick::Amount(amount),
            Pick::Counts(counts) => r::Pick::Counts(counts),
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
        from: u16,
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

#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Heap {
    pub of: Ref,
    pub most: u8,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Leg {
    pub spot: u16,
    pub via: u16,
    pub cost: u16,
    /// A path may end here; otherwise the spot can only be passed.
    pub end: bool,
    /// A path must end here.
    pub stop: bool,
}

impl From<r::Opening> for Opening {
    fn from(open: r::Opening) -> Opening {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        match open {
            r::Opening::Nothing => Opening::Nothing,
            r::Opening::Path(reach) => {
                let leg = |leg: r::Leg| Leg {
                    spot: leg.spot.0,
                    via: leg.via.0,
                    cost: leg.cost,
                    end: leg.end,
                    stop: leg.stop,
                };
                Opening::Path {
                    from: reach.from.0,
                    budget: reach.budget,
                    scale: reach.scale,
                    legs: reach.legs.into_iter().map(leg).collect(),
                }
            }
            r::Opening::Subset { of, must, least, most, loose } => Opening::Subset {
                of: of.into_iter().map(Ref).collect(),
                must: count(must),
                least: count(least),
                most: count(most),
                loose,
            },
            r::Opening::Amount { least, most } => Opening::Amount { least, most },
            r::Opening::Counts { of, least, most } => {
                let of = of.into_iter().map(|heap| Heap { of: Ref(heap.of), most: heap.most }).collect();
                Opening::Counts { of, least, most }
            }
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
    pub to: Option<u16>,
    /// If it ends a phase or a turn: how many things would be left undone.
    pub ends: Option<u16>,
    /// Null if it is large: ask with `open`.
    pub open: Option<Opening>,
}
