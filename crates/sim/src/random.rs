//! Random run times from the scenario's seed.
//!
//! Each container draws from a stream of its own, so that a change to one group leaves the others
//! alone. The logarithm is libm's own code on every target: the system's would differ in the last
//! bit between machines.

use backoff::{Factor, GoDuration};
use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

use scenario::RunTime;

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
        RunTime::LogNormal { median, sigma } => {
            log_normal(median.nanos(), *sigma, rng.next_u64(), rng.next_u64())
        }
        RunTime::Grows { first, factor, max } => grown(*first, *factor, n).min(max.nanos()),
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

/// The longest run that is drawn: far beyond every horizon, and instants still fit after it.
const LONGEST_NS: i64 = 1 << 60;

/// A log-normally distributed time from 128 random bits, by the method of Box and Muller.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "a random draw, limited before it becomes an integer"
)]
fn log_normal(median_ns: i64, sigma: Factor, random: u64, angle: u64) -> i64 {
    let uniform = |random: u64| ((random >> 11) + 1) as f64 / (1_u64 << 53) as f64;
    let radius = libm::sqrt(-2.0 * libm::log(uniform(random)));
    let normal = radius * libm::cos(core::f64::consts::TAU * uniform(angle));
    let sigma = f64::from(sigma.thousandths()) / 1000.0;
    (median_ns as f64 * libm::exp(sigma * normal)).min(LONGEST_NS as f64) as i64
}

/// The first run times the factor to the power of `n`.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "limited before it becomes an integer; exact up to 104 days where the factor is 2"
)]
fn grown(first: GoDuration, factor: Factor, n: u64) -> i64 {
    let growth = libm::pow(f64::from(factor.thousandths()) / 1000.0, n as f64);
    libm::round(first.nanos() as f64 * growth).min(LONGEST_NS as f64) as i64
}

#[cfg(test)]
#[expect(clippy::cast_precision_loss, reason = "means are compared roughly")]
mod tests {
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
        // The mean of a log-normal time is the median times e to the power of half the variance.
        let log_normal = RunTime::LogNormal {
            median: GoDuration::from_secs(10),
            sigma: Factor::from_thousandths(500),
        };
        assert!((mean(&log_normal) - 11.33).abs() < 0.2, "{}", mean(&log_normal));
    }

    #[test]
    fn half_of_the_log_normal_draws_are_shorter_than_the_median() {
        let mut rng = stream(1, 1);
        let draw = |sigma, rng: &mut _| {
            let run = RunTime::LogNormal {
                median: GoDuration::from_secs(10),
                sigma: Factor::from_thousandths(sigma),
            };
            run_time(&run, 0, rng)
        };
        let shorter = (0..10_000)
            .filter(|_| draw(1500, &mut rng) < 10_000_000_000)
            .count();
        assert!((4850..5150).contains(&shorter), "{shorter}");
        assert_eq!(draw(0, &mut rng), 10_000_000_000);
    }

    #[test]
    fn grown_runs_are_exact_and_limited() {
        let run = RunTime::Grows {
            first: GoDuration::from_secs(2),
            factor: Factor::from_thousandths(1500),
            max: GoDuration::from_secs(10),
        };
        let mut rng = stream(0, 0);
        let runs: Vec<_> = (0..6).map(|n| run_time(&run, n, &mut rng) / 1_000_000).collect();
        assert_eq!(runs, [2000, 3000, 4500, 6750, 10_000, 10_000]);
        assert_eq!(run_time(&run, u64::MAX, &mut rng), 10_000_000_000);
    }

    #[test]
    fn extreme_draws_stay_in_range() {
        let week = 7 * 24 * 3_600_000_000_000;
        let widest = Factor::from_thousandths(4000);
        let longest = log_normal(week, widest, 0, u64::MAX);
        assert!(longest > week && longest <= 1 << 60, "{longest}");
        assert!(log_normal(week, widest, 0, u64::MAX / 2) < 10_000);
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
