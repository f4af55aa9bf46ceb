//! The collections a state may hold: sets of one bit per id, and short paths. Both are copied like a
//! number and need no allocation.

use referee::{Piece, Spot};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// Spots numbered below 64 × W.
pub type SpotSet<const W: usize> = Set<Spot, W>;

/// Pieces numbered below 64 × W.
pub type PieceSet<const W: usize> = Set<Piece, W>;

/// What a [`Set`] can hold: a dense number with a type of its own.
pub trait Id: Copy {
    fn number(self) -> u16;
    fn numbered(number: u16) -> Self;
}

impl Id for Spot {
    #[inline]
    fn number(self) -> u16 {
        self.0
    }

    #[inline]
    fn numbered(number: u16) -> Spot {
        Spot(number)
    }
}

impl Id for Piece {
    #[inline]
    fn number(self) -> u16 {
        self.0
    }

    #[inline]
    fn numbered(number: u16) -> Piece {
        Piece(number)
    }
}

/// A set of ids below 64 × W, one bit each. Use it as [`SpotSet`] or [`PieceSet`].
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Set<I, const W: usize>([u64; W], PhantomData<I>);

impl<I, const W: usize> Set<I, W> {
    #[inline]
    pub const fn empty() -> Self {
        Set([0; W], PhantomData)
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    #[inline]
    pub fn is_subset(&self, of: &Self) -> bool {
        self.0.iter().zip(&of.0).all(|(mine, theirs)| mine & !theirs == 0)
    }

    /// Whether the two have anything in common.
    #[inline]
    pub fn intersects(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(mine, theirs)| mine & theirs != 0)
    }

    /// The bits themselves, id 0 in the lowest of the first word: for maps whose rows are shifted as a whole.
    #[inline]
    pub const fn words(&self) -> &[u64; W] {
        &self.0
    }

    #[inline]
    pub const fn from_words(words: [u64; W]) -> Self {
        Set(words, PhantomData)
    }

    #[inline]
    fn merge(&mut self, other: Self, bits: impl Fn(u64, u64) -> u64) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine = bits(*mine, theirs);
        }
    }
}

impl<I: Id, const W: usize> Set<I, W> {
    /// The set of one.
    #[inline]
    pub fn only(id: I) -> Self {
        let mut set = Set::empty();
        set.insert(id);
        set
    }

    /// Says whether it was missing. Panics if the id is too large for the set.
    #[inline]
    pub fn insert(&mut self, id: I) -> bool {
        let (word, bit) = place(id);
        let missing = self.0[word] & bit == 0;
        self.0[word] |= bit;
        missing
    }

    /// Says whether it was there.
    #[inline]
    pub fn remove(&mut self, id: I) -> bool {
        let there = self.contains(id);
        if there {
            let (word, bit) = place(id);
            self.0[word] &= !bit;
        }
        there
    }

    /// An id too large for the set is not in it.
    #[inline]
    pub fn contains(&self, id: I) -> bool {
        let (word, bit) = place(id);
        self.0.get(word).is_some_and(|bits| bits & bit != 0)
    }

    /// The lowest.
    #[inline]
    pub fn first(&self) -> Option<I> {
        self.iter().next()
    }

    /// In ascending order. The set may be changed meanwhile: this walks over a copy.
    #[inline]
    pub fn iter(&self) -> Ids<I, W> {
        Ids { left: *self, word: 0 }
    }

    #[inline]
    pub fn retain(&mut self, mut keep: impl FnMut(I) -> bool) {
        for id in self.iter() {
            if !keep(id) {
                self.remove(id);
            }
        }
    }
}

#[inline]
fn place(id: impl Id) -> (usize, u64) {
    (usize::from(id.number() / 64), 1 << (id.number() % 64))
}

/// The members of a [`Set`] in ascending order.
#[derive(Copy, Clone, Debug)]
pub struct Ids<I, const W: usize> {
    left: Set<I, W>,
    /// All words before this one are used up.
    word: usize,
}

impl<I: Id, const W: usize> Iterator for Ids<I, W> {
    type Item = I;

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "ids have 16 bits")]
    fn next(&mut self) -> Option<I> {
        while let Some(bits) = self.left.0.get_mut(self.word) {
            if *bits != 0 {
                let number = self.word as u32 * 64 + bits.trailing_zeros();
                *bits &= *bits - 1;
                return Some(I::numbered(number as u16));
            }
            self.word += 1;
        }
        None
    }
}

impl<I: Id, const W: usize> IntoIterator for Set<I, W> {
    type Item = I;
    type IntoIter = Ids<I, W>;

    #[inline]
    fn into_iter(self) -> Ids<I, W> {
        self.iter()
    }
}

impl<I: Id, const W: usize> IntoIterator for &Set<I, W> {
    type Item = I;
    type IntoIter = Ids<I, W>;

    #[inline]
    fn into_iter(self) -> Ids<I, W> {
        self.iter()
    }
}

impl<I: Id, const W: usize> Extend<I> for Set<I, W> {
    #[inline]
    fn extend<T: IntoIterator<Item = I>>(&mut self, ids: T) {
        for id in ids {
            self.insert(id);
        }
    }
}

impl<I: Id, const W: usize> FromIterator<I> for Set<I, W> {
    #[inline]
    fn from_iter<T: IntoIterator<Item = I>>(ids: T) -> Self {
        let mut set = Set::empty();
        set.extend(ids);
        set
    }
}

impl<I, const W: usize> Default for Set<I, W> {
    #[inline]
    fn default() -> Self {
        Set::empty()
    }
}

/// Prints the numbers: `{3, 17}`.
impl<I, const W: usize> fmt::Debug for Set<I, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Set<Spot, W> = Set(self.0, PhantomData);
        f.debug_set().entries(numbers.iter().map(|id| id.0)).finish()
    }
}

impl<I, const W: usize> BitOrAssign for Set<I, W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.merge(other, |mine, theirs| mine | theirs);
    }
}

impl<I, const W: usize> BitAndAssign for Set<I, W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.merge(other, |mine, theirs| mine & theirs);
    }
}

impl<I, const W: usize> SubAssign for Set<I, W> {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.merge(other, |mine, theirs| mine & !theirs);
    }
}

impl<I, const W: usize> BitOr for Set<I, W> {
    type Output = Self;

    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl<I, const W: usize> BitAnd for Set<I, W> {
    type Output = Self;

    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        self &= other;
        self
    }
}

impl<I, const W: usize> Sub for Set<I, W> {
    type Output = Self;

    #[inline]
    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}

/// At most N spots in order. Two are equal if they hold the same spots; what else lies in memory
/// does not matter.
#[derive(Copy, Clone)]
pub struct Path<const N: usize> {
    spots: [Spot; N],
    len: u8,
}

impl<const N: usize> Path<N> {
    pub const fn new() -> Self {
        const { assert!(N <= 255, "the length of a path is kept in a byte") };
        Path { spots: [Spot(0); N], len: 0 }
    }

    /// Panics when the path is full: the game chose N so that this cannot happen.
    #[inline]
    pub fn push(&mut self, spot: Spot) {
        assert!(self.len() < N, "a path has at most {N} spots");
        self.spots[self.len()] = spot;
        self.len += 1;
    }

    #[inline]
    pub fn as_slice(&self) -> &[Spot] {
        &self.spots[..self.len()]
    }

    #[inline]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Spot> + ExactSizeIterator {
        self.as_slice().iter().copied()
    }

    #[inline]
    pub fn last(&self) -> Option<Spot> {
        self.as_slice().last().copied()
    }

    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl<const N: usize> Default for Path<N> {
    fn default() -> Self {
        Path::new()
    }
}

impl<const N: usize> PartialEq for Path<N> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<const N: usize> Eq for Path<N> {}

impl<const N: usize> Hash for Path<N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}

/// Prints the numbers: `[3, 17]`.
impl<const N: usize> fmt::Debug for Path<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(|spot| spot.0)).finish()
    }
}

/// Panics, as `push` does, when there are more than N.
impl<const N: usize> FromIterator<Spot> for Path<N> {
    fn from_iter<T: IntoIterator<Item = Spot>>(spots: T) -> Self {
        let mut path = Path::new();
        for spot in spots {
            path.push(spot);
        }
        path
    }
}

/// More spots than a [`Path`] has room for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the path is too long")
    }
}

impl std::error::Error for TooLong {}

impl<const N: usize> TryFrom<&[Spot]> for Path<N> {
    type Error = TooLong;

    fn try_from(spots: &[Spot]) -> Result<Self, TooLong> {
        if spots.len() > N {
            return Err(TooLong);
        }
        Ok(spots.iter().copied().collect())
    }
}
