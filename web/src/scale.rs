//! Logarithmic sliders over round values.

const MS: i64 = 1_000_000;
const S: i64 = 1_000 * MS;
const M: i64 = 60 * S;
const H: i64 = 60 * M;

/// The round values that a slider stops at, in rising order, two or more.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scale(&'static [i64]);

/// Delays, in nanoseconds.
pub(crate) const DELAY: Scale = Scale(&[
    100 * MS,
    200 * MS,
    500 * MS,
    S,
    2 * S,
    3 * S,
    4 * S,
    5 * S,
    7 * S,
    10 * S,
    15 * S,
    20 * S,
    30 * S,
    40 * S,
    M,
    90 * S,
    2 * M,
    3 * M,
    4 * M,
    5 * M,
    7 * M,
    10 * M,
    15 * M,
    20 * M,
    30 * M,
    H,
]);

/// Run times, in nanoseconds.
pub(crate) const RUN: Scale = Scale(&[
    0,
    100 * MS,
    500 * MS,
    S,
    2 * S,
    5 * S,
    10 * S,
    20 * S,
    30 * S,
    M,
    2 * M,
    5 * M,
    10 * M,
    11 * M,
    15 * M,
    30 * M,
    H,
    2 * H,
    6 * H,
    12 * H,
    24 * H,
]);

/// Latencies and staggers, in nanoseconds.
pub(crate) const LATENCY: Scale = Scale(&[
    0,
    10 * MS,
    20 * MS,
    50 * MS,
    100 * MS,
    150 * MS,
    200 * MS,
    300 * MS,
    500 * MS,
    S,
    2 * S,
    5 * S,
    10 * S,
    30 * S,
    M,
]);

/// Instants at which a dependency returns, in nanoseconds.
pub(crate) const INSTANT: Scale = Scale(&[
    0,
    10 * S,
    30 * S,
    M,
    2 * M,
    5 * M,
    10 * M,
    15 * M,
    20 * M,
    30 * M,
    45 * M,
    H,
    2 * H,
    6 * H,
    12 * H,
    24 * H,
]);

/// Horizons, in nanoseconds.
pub(crate) const HORIZON: Scale = Scale(&[
    M,
    2 * M,
    5 * M,
    10 * M,
    15 * M,
    20 * M,
    30 * M,
    45 * M,
    H,
    2 * H,
    3 * H,
    6 * H,
    12 * H,
    24 * H,
    48 * H,
    168 * H,
]);

/// Multipliers, in thousandths.
pub(crate) const MULTIPLIER: Scale = Scale(&[
    1_000, 1_100, 1_200, 1_300, 1_500, 1_700, 2_000, 2_500, 3_000, 4_000, 5_000, 7_000, 10_000,
]);

/// Pods on a node.
pub(crate) const PODS: Scale = Scale(&[
    1, 2, 5, 10, 20, 30, 50, 75, 110, 150, 200, 250, 300, 400, 500, 700, 1_000,
]);

/// API requests for one restart.
pub(crate) const REQUESTS: Scale = Scale(&[0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 50, 100]);

/// Requests per second that the client may send.
pub(crate) const QPS: Scale = Scale(&[1, 2, 5, 10, 20, 30, 50, 75, 100, 150, 200, 500, 1_000]);

impl Scale {
    /// The position of the last stop; the first is 0.
    pub(crate) const fn last(self) -> usize {
        self.0.len() - 1
    }

    /// The value at a position; beyond the last position the last value.
    pub(crate) fn at(self, position: usize) -> i64 {
        self.0[position.min(self.last())]
    }

    /// The position whose value has the smallest ratio to `value`.
    pub(crate) fn position(self, value: i64) -> usize {
        let above = self.0.partition_point(|&stop| stop <= value);
        if above == 0 || above > self.last() {
            return above.saturating_sub(1);
        }
        let (low, high) = (i128::from(self.0[above - 1]), i128::from(self.0[above]));
        let value = i128::from(value);
        // No ratio to zero exists, so the first step above zero is split in the middle.
        let nearer_low = if low == 0 {
            value * 2 < high
        } else {
            value * value < low * high
        };
        if nearer_low { above - 1 } else { above }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ALL: [Scale; 9] = [
        DELAY, RUN, LATENCY, INSTANT, HORIZON, MULTIPLIER, PODS, REQUESTS, QPS,
    ];

    #[test]
    fn a_stop_keeps_its_position() {
        for scale in ALL {
            assert!(scale.0.is_sorted_by(|a, b| a < b));
            for position in 0..=scale.last() {
                assert_eq!(scale.position(scale.at(position)), position, "{scale:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn the_position_rises_with_the_value(scale in 0..ALL.len(), a in any::<i64>(), b in any::<i64>()) {
            let scale = ALL[scale];
            let (a, b) = (a.min(b), a.max(b));
            prop_assert!(scale.position(a) <= scale.position(b));
            prop_assert!(scale.position(b) <= scale.last());
        }

        #[test]
        fn no_other_stop_is_nearer(position in 0..MULTIPLIER.last(), part in 0_i64..=100) {
            let (low, high) = (MULTIPLIER.at(position), MULTIPLIER.at(position + 1));
            let value = low + (high - low) * part / 100;
            let found = MULTIPLIER.at(MULTIPLIER.position(value));
            let ratio = |stop: i64| i128::from(stop.max(value)) * 1_000_000 / i128::from(stop.min(value));
            prop_assert!(ratio(found) <= ratio(low).min(ratio(high)) + 1);
        }
    }
}
