//! What the restarts cost the node: container starts and API requests over time.

use serde::Serialize;

use crate::timeline::Timeline;

const SECOND_NS: i64 = 1_000_000_000;

/// The longest series that is kept; wider bins are chosen for longer horizons.
pub const MAX_BINS: i64 = 720;

/// The window over which a peak is counted, in seconds: the KEPs speak of requests in 10 seconds.
pub const PEAK_WINDOW_S: usize = 10;

/// Load of one policy over time.
///
/// API requests are restarts times the scenario's requests per restart, all at the instant of
/// the restart and not held back by the client limit: what is asked for, not what is let through.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Load {
    /// Width of a bin of the series in nanoseconds; a multiple of one second.
    pub bin_ns: i64,
    /// Container starts in each bin, first starts included.
    pub starts: Vec<u32>,
    /// API requests in each bin; a first start causes none.
    pub requests: Vec<u32>,
    /// Container starts in numbers.
    pub start_rate: Rate,
    /// API requests in numbers.
    pub request_rate: Rate,
}

/// A series in numbers. Everything is a count, so nothing is rounded.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Rate {
    /// Over the whole simulation.
    pub total: u64,
    /// In the busiest second (whole seconds since the beginning).
    pub peak_1s: u64,
    /// In the busiest ten seconds in a row.
    pub peak_10s: u64,
    /// In the second half of the simulation.
    pub steady: u64,
    /// How long that half is, in nanoseconds.
    pub steady_span_ns: i64,
}

impl Rate {
    /// Mean per second over the busiest ten seconds.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "shown with three digits")]
    pub fn peak_per_second(&self) -> f64 {
        self.peak_10s as f64 / PEAK_WINDOW_S as f64
    }

    /// Mean per second over the second half of the simulation.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "shown with three digits")]
    pub fn steady_per_second(&self) -> f64 {
        if self.steady_span_ns == 0 {
            return 0.0;
        }
        self.steady as f64 * SECOND_NS as f64 / self.steady_span_ns as f64
    }
}
