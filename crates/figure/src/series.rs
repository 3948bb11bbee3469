//! The values that figures show against time.

use sim::{Outcome, Rate};

use crate::kind::Kind;
use crate::view::View;

const SECOND: i64 = 1_000_000_000;

/// Load is shown as the mean of ten seconds, the span in which the KEPs count requests and
/// [`sim::Rate`] its peak. Shorter simulations than this show single seconds.
const SHORT_HORIZON: i64 = 120 * SECOND;
/// The length of a window where bins and horizon allow it.
pub(crate) const WINDOW: i64 = 10 * SECOND;

/// Counts per bin, gathered into windows.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Rates<'a> {
    counts: &'a [u32],
    numbers: Rate,
    bin_ns: i64,
    /// Bins in a window.
    bins: i64,
    horizon_ns: i64,
}

/// A window of a [`Rates`].
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Window {
    pub(crate) from_ns: i64,
    pub(crate) to_ns: i64,
    pub(crate) count: u64,
}

impl Window {
    #[expect(clippy::cast_precision_loss, reason = "shown with three digits")]
    pub(crate) fn per_second(&self) -> f64 {
        self.count as f64 * SECOND as f64 / (self.to_ns - self.from_ns) as f64
    }
}

impl<'a> Rates<'a> {
    pub(crate) fn of(kind: Kind, view: &View, outcome: &'a Outcome) -> Self {
        let load = &outcome.load;
        let (counts, numbers) = match kind {
            Kind::Starts => (&load.starts, load.start_rate),
            _ => (&load.requests, load.request_rate),
        };
        Self::new(counts, numbers, load.bin_ns, view.scenario.horizon.nanos())
    }

    fn new(counts: &'a [u32], numbers: Rate, bin_ns: i64, horizon_ns: i64) -> Self {
        let bin_ns = bin_ns.max(1);
        let bins = if horizon_ns < SHORT_HORIZON {
            1
        } else {
            (WINDOW / bin_ns).max(1)
        };
        Self {
            counts,
            numbers,
            bin_ns,
            bins,
            horizon_ns,
        }
    }

    /// The same in numbers, for the whole simulation.
    pub(crate) const fn numbers(&self) -> Rate {
        self.numbers
    }

    /// Length of a window.
    pub(crate) const fn window_ns(&self) -> i64 {
        self.bin_ns * self.bins
    }

    /// The windows up to the horizon. The last one ends there, and has what happens at that very
    /// instant.
    pub(crate) fn windows(self) -> impl Iterator<Item = Window> + 'a {
        let whole = self.window_ns();
        let windows = ((self.horizon_ns + whole - 1) / whole).max(1);
        let bins = usize::try_from(self.bins).unwrap_or(1);
        (0..windows).map(move |n| {
            let last = n + 1 == windows;
            let from = usize::try_from(n).unwrap_or_default() * bins;
            let until = if last { self.counts.len() } else { from + bins };
            let counts = self.counts.get(from..until).unwrap_or_default();
            Window {
                from_ns: n * whole,
                to_ns: if last { self.horizon_ns } else { (n + 1) * whole },
                count: counts.iter().copied().map(u64::from).sum(),
            }
        })
    }

    /// Calls `step` with each instant of a stretch of time at which a window begins, and its rate.
    pub(crate) fn steps(self, (from, to): (i64, i64), mut step: impl FnMut(i64, f64)) {
        for window in self.windows() {
            if window.to_ns > from && window.from_ns < to {
                step(window.from_ns.max(from), window.per_second());
            }
        }
    }
}

/// Calls `step` with each instant of a stretch of time at which a count rises by one, and the
/// count. The first call is for the beginning of the stretch.
#[expect(
    clippy::cast_precision_loss,
    reason = "a position on the screen is coarser than a float"
)]
pub(crate) fn counts(instants: &[i64], (from, to): (i64, i64), mut step: impl FnMut(i64, f64)) {
    let before = instants.partition_point(|&at| at <= from);
    step(from, before as f64);
    for (n, &at) in instants.iter().enumerate().skip(before) {
        if at > to {
            break;
        }
        step(at, (n + 1) as f64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn windows(bin_s: i64, counts: &[u32], horizon_s: i64) -> Vec<Window> {
        Rates::new(counts, Rate::default(), bin_s * SECOND, horizon_s * SECOND)
            .windows()
            .collect()
    }

    #[test]
    fn shows_the_mean_of_ten_seconds() {
        let windows = windows(5, &[30; 25], 120);
        assert_eq!(windows.len(), 12);
        assert_eq!(windows[0].count, 60);
        assert!((windows[0].per_second() - 6.0).abs() < 1e-9);
        let all: u64 = windows.iter().map(|w| w.count).sum();
        assert_eq!(all, 750, "the start at the horizon itself is counted");
        assert_eq!(windows[11].to_ns, 120 * SECOND);
    }

    #[test]
    fn the_last_window_may_be_shorter() {
        let last = *windows(1, &[1; 126], 125).last().unwrap();
        assert_eq!(
            (last.from_ns, last.to_ns, last.count),
            (120 * SECOND, 125 * SECOND, 6)
        );
    }

    #[test]
    fn a_view_begins_with_the_value_that_holds() {
        let mut steps = Vec::new();
        counts(&[10, 20, 30, 40], (25, 35), |at, value| steps.push((at, value)));
        assert_eq!(steps, [(25, 2.0), (30, 3.0)]);
    }
}
