//! For how long the API server shows CrashLoopBackOff.

use serde::Serialize;

/// Times for which the API server showed CrashLoopBackOff, from the write of that status to the
/// write of the next one. A status that is still shown at the horizon does not count.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Visible {
    /// How many.
    pub count: u64,
    /// All of them together, in nanoseconds.
    pub total_ns: i64,
    /// The median in nanoseconds, to three parts in a hundred.
    pub median_ns: i64,
    /// 95 of 100 were at most as long, in nanoseconds; as exact as the median.
    pub p95_ns: i64,
    /// The longest, in nanoseconds.
    pub max_ns: i64,
}

const MS: i64 = 1_000_000;

/// Up to so many milliseconds each has a bucket; from there on buckets are a thirty-second of a
/// power of two wide.
const EXACT: u32 = 64;

/// Collects times in bounded memory.
#[derive(Debug, Default)]
pub(crate) struct Times {
    buckets: Vec<u32>,
    total_ns: i64,
    max_ns: i64,
}

impl Times {
    pub(crate) fn add(&mut self, ns: i64) {
        let bucket = bucket(u32::try_from(ns / MS).unwrap_or(u32::MAX));
        if bucket >= self.buckets.len() {
            self.buckets.resize(bucket + 1, 0);
        }
        self.buckets[bucket] += 1;
        self.total_ns += ns;
        self.max_ns = self.max_ns.max(ns);
    }

    pub(crate) fn visible(&self) -> Visible {
        let count = self.buckets.iter().copied().map(u64::from).sum();
        Visible {
            count,
            total_ns: self.total_ns,
            median_ns: self.rank(count.div_ceil(2)),
            p95_ns: self.rank((count * 95).div_ceil(100)),
            max_ns: self.max_ns,
        }
    }

    /// The middle of the bucket that holds the time of a rank, from 1 on.
    fn rank(&self, rank: u64) -> i64 {
        let mut below = 0;
        let at = self.buckets.iter().position(|&times| {
            below += u64::from(times);
            below >= rank
        });
        match at {
            Some(at) if rank > 0 => i64::midpoint(from_ms(at), from_ms(at + 1)) * MS,
            _ => 0,
        }
    }
}

fn bucket(ms: u32) -> usize {
    if ms < EXACT {
        return ms as usize;
    }
    let shift = ms.ilog2() - 5;
    (shift * 32 + (ms >> shift)) as usize
}

/// The shortest time of a bucket.
fn from_ms(bucket: usize) -> i64 {
    let bucket = i64::try_from(bucket).unwrap_or(i64::MAX);
    if bucket < i64::from(EXACT) {
        return bucket;
    }
    let shift = bucket / 32 - 1;
    (bucket - shift * 32) << shift
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_holds_the_times_from_its_beginning_to_the_next() {
        for ms in (0..2000).chain([160_000, 604_800_000, u32::MAX]) {
            let at = bucket(ms);
            assert!(
                from_ms(at) <= i64::from(ms) && i64::from(ms) < from_ms(at + 1),
                "{ms}"
            );
            let width = from_ms(at + 1) - from_ms(at);
            assert!(width == 1 || width * 32 <= from_ms(at), "{ms}");
        }
    }

    #[test]
    fn ranks_are_those_of_the_times() {
        let mut times = Times::default();
        assert_eq!(times.visible(), Visible::default());
        for ms in 1..=100 {
            times.add(ms * 10 * MS);
        }
        let visible = times.visible();
        assert_eq!((visible.count, visible.max_ns), (100, 1000 * MS));
        assert_eq!(visible.total_ns, 50_500 * MS);
        assert!((visible.median_ns - 500 * MS).abs() <= 16 * MS, "{visible:?}");
        assert!((visible.p95_ns - 950 * MS).abs() <= 30 * MS, "{visible:?}");
    }
}
