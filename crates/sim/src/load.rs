//! What the restarts cost the node: container starts and API requests over time.

mod kubelet;
mod visible;

use serde::Serialize;

pub(crate) use self::kubelet::Seconds;
pub use self::kubelet::{Excess, KubeletLoad};
pub(crate) use self::visible::Times;
pub use self::visible::Visible;

pub(crate) const SECOND_NS: i64 = 1_000_000_000;

/// The longest series that is kept; wider bins are chosen for longer horizons.
pub const MAX_BINS: i64 = 720;

/// The window over which a peak is counted, in seconds: the KEPs speak of requests in 10 seconds.
pub const PEAK_WINDOW_S: usize = 10;

/// A longer window, in seconds, over which a burst of restarts has passed.
pub const LONG_PEAK_WINDOW_S: usize = 60;

/// Load of one policy over time.
///
/// In the models *Documented* and *Back-off object* API requests are restarts times the scenario's
/// requests per restart, all at the instant of the restart and not held back by the client limit:
/// what is asked for, not what is let through. In the model *Kubelet release* they are what its
/// clients send: requests on pods and on events.
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
    /// For how long the client limit was exceeded, in nanoseconds. In the models *Documented* and
    /// *Back-off object* the seconds in which more requests are asked for than the client may send
    /// in one; in the model *Kubelet release* the time for which the status sender was held back.
    pub over_limit_ns: i64,
    /// What the kubelet does in detail; only the model *Kubelet release* knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kubelet: Option<KubeletLoad>,
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
    /// In the busiest minute.
    pub peak_60s: u64,
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

impl Load {
    /// Takes the requests from what the kubelet sends.
    #[must_use]
    pub(crate) fn with(self, kubelet: KubeletLoad) -> Self {
        let requests = kubelet.status_requests.iter().zip(&kubelet.event_requests);
        Self {
            requests: requests.map(|(status, events)| status + events).collect(),
            request_rate: kubelet.request_rate,
            over_limit_ns: kubelet.status_held_ns,
            kubelet: Some(kubelet),
            ..self
        }
    }
}

/// The narrowest bin of a width that people read easily with which the series stays below
/// [`MAX_BINS`].
pub(crate) fn bin_seconds(horizon_ns: i64) -> i64 {
    const WIDTHS: [i64; 10] = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600];
    WIDTHS
        .into_iter()
        .find(|width| horizon_ns / (width * SECOND_NS) < MAX_BINS)
        .unwrap_or(900)
}

pub(crate) fn gather(seconds: &[u32], bin_s: i64) -> Vec<u32> {
    seconds
        .chunks(usize::try_from(bin_s).unwrap_or(1))
        .map(|bin| bin.iter().sum())
        .collect()
}

pub(crate) fn rate(seconds: &[u32], steady: u64, steady_span_ns: i64) -> Rate {
    Rate {
        total: seconds.iter().copied().map(u64::from).sum(),
        peak_1s: seconds.iter().copied().max().unwrap_or_default().into(),
        peak_10s: peak(seconds, PEAK_WINDOW_S),
        peak_60s: peak(seconds, LONG_PEAK_WINDOW_S),
        steady,
        steady_span_ns,
    }
}

/// The most in so many seconds in a row.
fn peak(seconds: &[u32], window_s: usize) -> u64 {
    let mut window = 0_u64;
    let mut peak = 0;
    for (at, &count) in seconds.iter().enumerate() {
        window += u64::from(count);
        if at >= window_s {
            window -= u64::from(seconds[at - window_s]);
        }
        peak = peak.max(window);
    }
    peak
}
