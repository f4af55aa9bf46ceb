//! How often somebody may ask, and how many at once: tokens that come back, places that are given back.

use crate::proxy::counted_as;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A bucket of tokens that fills again.
#[derive(Clone, Debug)]
pub(crate) struct Bucket {
    most: f64,
    a_second: f64,
    left: f64,
    since: Instant,
}

impl Bucket {
    pub(crate) fn new((most, a_second): (f64, f64)) -> Bucket {
        Bucket { most, a_second, left: most, since: Instant::now() }
    }

    /// Whether there are as many tokens; if so, they are gone.
    pub(crate) fn take(&mut self, tokens: f64) -> bool {
        let now = Instant::now();
        self.left = self.most.min(self.left + self.a_second * (now - self.since).as_secs_f64());
        self.since = now;
        let enough = self.left >= tokens;
        if enough {
            self.left -= tokens;
        }
        enough
    }
}

/// One bucket for each address.
#[derive(Debug)]
pub(crate) struct Buckets {
    size: (f64, f64),
    of: Mutex<BTreeMap<IpAddr, Bucket>>,
}

/// More addresses are not remembered: whoever comes new then finds the oldest forgotten.
const MOST_ADDRESSES: usize = 10_000;

impl Buckets {
    pub(crate) fn new(size: (f64, f64)) -> Buckets {
        Buckets { size, of: Mutex::default() }
    }

    pub(crate) fn take(&self, from: IpAddr, tokens: f64) -> bool {
        let from = counted_as(from);
        let mut of = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        if of.len() >= MOST_ADDRESSES && !of.contains_key(&from) {
            let oldest = of.iter().min_by_key(|(_, bucket)| bucket.since).map(|(address, _)| *address);
            oldest.map(|address| of.remove(&address));
        }
        of.entry(from).or_insert_with(|| Bucket::new(self.size)).take(tokens)
    }
}

/// So many at once for each address.
#[derive(Debug)]
pub(crate) struct Places {
    most: usize,
    taken: Mutex<BTreeMap<IpAddr, usize>>,
}

/// A place that is given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    of: Arc<Places>,
    address: IpAddr,
}

impl Places {
    pub(crate) fn new(most: usize) -> Arc<Places> {
        Arc::new(Places { most, taken: Mutex::default() })
    }

    pub(crate) fn take(self: &Arc<Self>, from: IpAddr) -> Option<Place> {
        let address = counted_as(from);
        let mut taken = self.lock();
        let count = taken.entry(address).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Place { of: Arc::clone(self), address })
    }

    /// By all addresses together.
    pub(crate) fn taken(&self) -> usize {
        self.lock().values().sum()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<IpAddr, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.of.lock();
        if let Some(count) = taken.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_runs_dry() {
        let mut bucket = Bucket::new((3.0, 0.0));
        let taken = [bucket.take(1.0), bucket.take(2.5), bucket.take(2.0), bucket.take(1.0)];
        assert_eq!(taken, [true, false, true, false]);
    }

    #[test]
    fn places_are_given_back_and_a_64_shares_them() {
        let places = Places::new(2);
        let at = |text: &str| places.take(text.parse().unwrap());
        let (one, two) = (at("2001:db8::1"), at("2001:db8::2"));
        assert!(one.is_some() && two.is_some() && at("2001:db8::3").is_none());
        assert!(at("192.0.2.1").is_some());
        drop(one);
        assert!(at("2001:db8::3").is_some());
        drop(two);
        assert_eq!(places.taken(), 0);
    }
}
