//! A small stack that is copied with the state it lies in.

use std::hash::{Hash, Hasher};

/// At most `N` values; what lies above `len` does not count, not even when compared or hashed.
#[derive(Copy, Clone, Debug)]
pub struct Stack<T, const N: usize> {
    items: [Option<T>; N],
    len: u8,
}

impl<T: Copy, const N: usize> Stack<T, N> {
    pub const fn new() -> Self {
        Stack { items: [None; N], len: 0 }
    }

    pub fn push(&mut self, item: T) {
        assert!(usize::from(self.len) < N, "the stack of steps holds what the rules can nest");
        self.items[usize::from(self.len)] = Some(item);
        self.len += 1;
    }

    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        self.items[usize::from(self.len)].take()
    }

    pub fn top(&self) -> Option<T> {
        self.as_slice().last().copied().flatten()
    }

    pub fn top_mut(&mut self) -> Option<&mut T> {
        let last = usize::from(self.len).checked_sub(1)?;
        self.items[last].as_mut()
    }

    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn is_full(&self) -> bool {
        self.len() == N
    }

    pub fn clear(&mut self) {
        *self = Stack::new();
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = T> + '_ {
        self.as_slice().iter().map(|item| item.expect("below its length a stack has no gaps"))
    }

    fn as_slice(&self) -> &[Option<T>] {
        &self.items[..usize::from(self.len)]
    }
}

impl<T: Copy, const N: usize> Default for Stack<T, N> {
    fn default() -> Self {
        Stack::new()
    }
}

impl<T: Copy + PartialEq, const N: usize> PartialEq for Stack<T, N> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<T: Copy + Eq, const N: usize> Eq for Stack<T, N> {}

impl<T: Copy + Hash, const N: usize> Hash for Stack<T, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len.hash(state);
        for item in self.iter() {
            item.hash(state);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_popped_does_not_count() {
        let mut stack: Stack<u8, 3> = Stack::new();
        stack.push(1);
        stack.push(2);
        assert_eq!(stack.pop(), Some(2));
        let mut other = Stack::new();
        other.push(1);
        assert_eq!(stack, other);
        assert_eq!(stack.top(), Some(1));
        assert_eq!(stack.iter().collect::<Vec<_>>(), [1]);
    }
}
