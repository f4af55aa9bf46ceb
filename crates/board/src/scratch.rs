//! Memory that the searches of a thread use one after the other, so that they allocate only what
//! they return.

use crate::frontier::Chains;
use referee::Spot;
use std::cell::Cell;

#[derive(Default)]
pub(crate) struct Scratch {
    pub(crate) chains: Chains,
    /// For `reach`, by spot.
    pub(crate) doors: Vec<Doors>,
    /// The spots that were left, in order, beginning with the start.
    pub(crate) left: Vec<Spot>,
    /// The spots at which some way in stops, in the order they were found.
    pub(crate) stops: Vec<Spot>,
}

/// How a spot is entered most cheaply, to go on from it or to stop there. Both in one place: a search looks at them
/// together.
#[derive(Copy, Clone)]
pub(crate) struct Doors {
    pub(crate) passing: Arrival,
    pub(crate) stopping: Arrival,
}

#[derive(Copy, Clone)]
pub(crate) struct Arrival {
    pub(crate) cost: u16,
    pub(crate) via: Spot,
}

thread_local! {
    static SPARE: Cell<Option<Box<Scratch>>> = const { Cell::new(None) };
}

impl Scratch {
    /// Yours alone until it is given back: a toll may itself search, or panic, and gets or leaves
    /// other memory.
    #[inline]
    pub(crate) fn take() -> Box<Scratch> {
        SPARE.take().unwrap_or_default()
    }

    #[inline]
    pub(crate) fn give_back(self: Box<Scratch>) {
        SPARE.set(Some(self));
    }
}
