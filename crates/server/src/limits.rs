//! How often somebody may ask: a bucket of tokens that fills again.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

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

    pub(crate) fn take(&mut self) -> bool {
        let now = Instant::now();
        self.left = self.most.min(self.left + self.a_second * (now - self.since).as_secs_f64());
        self.since = now;
        let enough = self.left >= 1.0;
        if enough {
            self.left -= 1.0;
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

    pub(crate) fn take(&self, from: IpAddr) -> bool {
        let mut of = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        if of.len() >= MOST_ADDRESSES && !of.contains_key(&from) {
            let oldest = of.iter().min_by_key(|(_, bucket)| bucket.since).map(|(address, _)| *address);
            oldest.map(|address| of.remove(&address));
        }
        of.entry(from).or_insert_with(|| Bucket::new(self.size)).take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_runs_dry() {
        let mut bucket = Bucket::new((3.0, 0.0));
        assert_eq!([bucket.take(), bucket.take(), bucket.take(), bucket.take()], [true, true, true, false]);
    }
}
