//! Small wrappers that a state is made of.

use crate::Seat;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut, Index, IndexMut};

/// One thing for each seat, looked up by the seat or by a side that has one: `s.points[Side::US]`.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash)]
pub struct BySeat<T, const N: usize = 2>(pub [T; N]);

impl<T: Default + Copy, const N: usize> Default for BySeat<T, N> {
    fn default() -> Self {
        BySeat([T::default(); N])
    }
}

impl<T, S: Into<Seat>, const N: usize> Index<S> for BySeat<T, N> {
    type Output = T;

    #[inline]
    fn index(&self, side: S) -> &T {
        &self.0[side.into().index()]
    }
}

impl<T, S: Into<Seat>, const N: usize> IndexMut<S> for BySeat<T, N> {
    #[inline]
    fn index_mut(&mut self, side: S) -> &mut T {
        &mut self.0[side.into().index()]
    }
}

/// What follows from the rest of the state and is kept only to be looked up: it does not count when states are told
/// apart by their hash.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Derived<T>(pub T);

impl<T> Hash for Derived<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl<T> Deref for Derived<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Derived<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}
