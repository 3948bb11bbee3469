//! Few statistics, for durations in seconds.
#![expect(
    clippy::cast_precision_loss,
    reason = "statistics are drawn and compared, not calculated with further"
)]

/// Instants closer than this, in seconds, count as equal in a distance: starting a container
/// takes some milliseconds more or less, and steps of a second are what the loops of a kubelet make.
pub const TOLERANCE_S: f64 = 0.05;

/// Nanoseconds in seconds.
#[must_use]
pub fn seconds(ns: i64) -> f64 {
    ns as f64 / 1e9
}

/// The mean; not a number for no value at all.
#[must_use]
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The standard deviation of a sample; 0 for fewer than two values.
#[must_use]
pub fn deviation(values: &[f64]) -> f64 {
    if values.len() < 2 {
        return 0.0;
    }
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / (values.len() - 1) as f64).sqrt()
}

/// The value at a level from 0 to 1 of sorted values, by the nearest rank below.
#[must_use]
pub fn quantile(sorted: &[f64], level: f64) -> f64 {
    let last = sorted.len().saturating_sub(1);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a level from 0 to 1 times a length"
    )]
    let at = (sorted.len() as f64 * level) as usize;
    sorted.get(at.min(last)).copied().unwrap_or(f64::NAN)
}

/// The 95th of a hundred, by the nearest rank above.
#[must_use]
pub fn p95(sorted: &[f64]) -> f64 {
    let rank = (sorted.len() * 95).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or(f64::NAN)
}

/// The values at the levels 0, 1/20 … 1 of sorted values.
#[must_use]
pub fn sketch(sorted: &[f64]) -> Vec<f64> {
    (0..=LEVELS)
        .map(|level| quantile(sorted, level as f64 / LEVELS as f64))
        .collect()
}

const LEVELS: usize = 20;

/// How far the distribution behind a sketch is from that of sorted values: the largest difference
/// between the shares below an instant (Kolmogorov-Smirnov), looked at in the sketch's levels,
/// where instants closer than [`TOLERANCE_S`] are taken as equal. From 0 to 1.
///
/// A sketch of `n` values knows a share only to one part in `n`.
#[must_use]
pub fn distance(sketch: &[f64], n: usize, sorted: &[f64]) -> f64 {
    let total = sorted.len() as f64;
    let mut largest: f64 = 0.0;
    for (level, &value) in sketch.iter().enumerate() {
        // The sketch's value is the one of rank `below` of `n`, so the share of values up to it is
        // at least `(below + 1) / n` and the share of values before it at most `below / n`.
        let below = (n * level / LEVELS).min(n.saturating_sub(1)) as f64;
        let until = sorted.partition_point(|&other| other <= value + TOLERANCE_S) as f64 / total;
        let before = sorted.partition_point(|&other| other < value - TOLERANCE_S) as f64 / total;
        largest = largest
            .max((below + 1.0) / n as f64 - until)
            .max(before - below / n as f64);
    }
    largest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_near_itself_and_far_from_another() {
        let sample: Vec<f64> = (0..200).map(|n| f64::from(n) / 10.0).collect();
        let far: Vec<f64> = sample.iter().map(|value| value + 5.0).collect();
        let (own, other) = (sketch(&sample), sketch(&far));
        assert!(distance(&own, 200, &sample) < 1e-9);
        assert!((distance(&other, 200, &sample) - 0.25).abs() < 0.02);
        // A shift below the tolerance is none.
        let near: Vec<f64> = sample.iter().map(|value| value + 0.04).collect();
        assert!(distance(&sketch(&near), 200, &sample) < 1e-9);
    }

    #[test]
    fn ranks_are_those_of_the_sorted_values() {
        let sorted = [1.0, 2.0, 3.0];
        assert_eq!(sketch(&sorted).first(), Some(&1.0));
        assert_eq!(sketch(&sorted).last(), Some(&3.0));
        assert!((p95(&sorted) - 3.0).abs() < 1e-9);
        assert!((deviation(&sorted) - 1.0).abs() < 1e-9);
    }
}
