//! Random run times from the scenario's seed.
//!
//! Each container draws from a stream of its own, so that a change to one group leaves the others
//! alone. The logarithm is libm's own code on every target: the system's would differ in the last
//! bit between machines.

use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

use crate::scenario::RunTime;

/// The generator of one container under one policy.
///
/// The policy is left out of the seed on purpose: all policies meet the same luck, so their
/// difference is the policy's.
pub(crate) fn stream(seed: u64, container: u32) -> Xoshiro256PlusPlus {
    let mixed = SplitMix64::seed_from_u64(seed).next_u64();
    Xoshiro256PlusPlus::seed_from_u64(mixed ^ (u64::from(container) << 20))
}

/// The generator of what the pods of a node share.
pub(crate) fn node(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(SplitMix64::seed_from_u64(!seed).next_u64())
}

/// The generator of one pod's requeue jitter, apart from its containers' run times.
pub(crate) fn worker(seed: u64, pod: u32) -> Xoshiro256PlusPlus {
    let mixed = SplitMix64::seed_from_u64(!seed).next_u64();
    Xoshiro256PlusPlus::seed_from_u64(mixed ^ ((u64::from(pod) + 1) << 20))
}

/// A number from 0 to `most`, both included; 0 where `most` is negative.
pub(crate) fn below(most: i64, rng: &mut Xoshiro256PlusPlus) -> i64 {
    let span = u64::try_from(most).unwrap_or_default() + 1;
    let drawn = (u128::from(rng.next_u64()) * u128::from(span)) >> 64;
    i64::try_from(drawn).unwrap_or_default()
}

/// Brings items into a random order.
pub(crate) fn shuffle<T>(items: &mut [T], rng: &mut Xoshiro256PlusPlus) {
    for last in (1..items.len()).rev() {
        let other = below(i64::try_from(last).unwrap_or_default(), rng);
        items.swap(last, usize::try_from(other).unwrap_or_default());
    }
}

/// How long run number `n` (from 0) lasts, in nanoseconds.
pub(crate) fn run_time(run: &RunTime, n: u64, rng: &mut Xoshiro256PlusPlus) -> i64 {
    match run {
        RunTime::Fixed(time) => time.nanos(),
        RunTime::Uniform { min, max } => min.nanos() + below(max.nanos() - min.nanos(), rng),
        RunTime::Exponential { mean } => exponential(mean.nanos(), rng.next_u64()),
        RunTime::List(times) => {
            let at = n % times.len().max(1) as u64;
            times
                .get(usize::try_from(at).unwrap_or_default())
                .map_or(0, |time| time.nanos())
        }
    }
}

/// An exponentially distributed time from 64 random bits.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "a random draw; the result is far below 2^63"
)]
pub(crate) fn exponential(mean_ns: i64, random: u64) -> i64 {
    // 53 random bits in (0, 1], so the logarithm is finite: at most 37 times the mean.
    let uniform = ((random >> 11) + 1) as f64 / (1_u64 << 53) as f64;
    (-libm::log(uniform) * mean_ns as f64) as i64
}

#[cfg(test)]
#[expect(clippy::cast_precision_loss, reason = "means are compared roughly")]
mod tests {
    use backoff::GoDuration;

    use super::*;

    fn mean(run: &RunTime) -> f64 {
        let mut rng = stream(7, 3);
        let n = 20_000_u32;
        let sum: i64 = (0..n).map(|i| run_time(run, u64::from(i), &mut rng)).sum();
        sum as f64 / f64::from(n) / 1e9
    }

    #[test]
    fn draws_have_the_mean_they_promise() {
        let uniform = RunTime::Uniform {
            min: GoDuration::from_secs(2),
            max: GoDuration::from_secs(6),
        };
        assert!((mean(&uniform) - 4.0).abs() < 0.05, "{}", mean(&uniform));
        let exponential = RunTime::Exponential {
            mean: GoDuration::from_secs(10),
        };
        assert!((mean(&exponential) - 10.0).abs() < 0.3, "{}", mean(&exponential));
    }

    #[test]
    fn extreme_draws_stay_in_range() {
        assert_eq!(exponential(1_000_000_000, u64::MAX), 0);
        let longest = exponential(1_000_000_000, 0);
        assert!((36_000_000_000..38_000_000_000).contains(&longest), "{longest}");
    }

    #[test]
    fn containers_draw_different_numbers() {
        assert_ne!(stream(1, 0).next_u64(), stream(1, 1).next_u64());
        assert_ne!(stream(1, 0).next_u64(), stream(2, 0).next_u64());
        assert_eq!(stream(1, 5).next_u64(), stream(1, 5).next_u64());
    }
}
