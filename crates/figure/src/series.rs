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

/// Microseconds in a second for each percent of a core.
const US_PER_PERCENT: f64 = 10_000.0;

/// What a load counts, in words.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Unit {
    /// What is counted, with its unit.
    pub(crate) name: &'static str,
    /// Behind a value.
    pub(crate) after: &'static str,
    /// Counts in a second for each unit of the value.
    counts: f64,
}

impl Unit {
    pub(crate) const fn of(kind: Kind) -> Self {
        let (name, after, counts) = match kind {
            Kind::Starts => ("container starts per second", "/s", 1.0),
            Kind::Calls => ("runtime calls per second", "/s", 1.0),
            Kind::Cpu => ("modelled CPU in % of a core", " %", US_PER_PERCENT),
            _ => ("API requests per second", "/s", 1.0),
        };
        Self { name, after, counts }
    }
}

/// Counts per bin, gathered into windows.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Rates<'a> {
    counts: &'a [u32],
    numbers: Rate,
    unit: Unit,
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
    /// Whether some of it is in a stretch of time.
    pub(crate) const fn is_in(&self, (from_ns, to_ns): (i64, i64)) -> bool {
        self.to_ns > from_ns && self.from_ns < to_ns
    }
}

impl<'a> Rates<'a> {
    pub(crate) fn of(kind: Kind, view: &View, outcome: &'a Outcome) -> Self {
        let load = &outcome.load;
        let (counts, numbers): (&[u32], Rate) = match (kind, &load.kubelet) {
            (Kind::Starts, _) => (&load.starts, load.start_rate),
            (Kind::Calls, Some(kubelet)) => (&kubelet.cri_calls, kubelet.cri_rate),
            (Kind::Cpu, Some(kubelet)) => (&kubelet.cpu_us, kubelet.cpu_rate),
            (Kind::Calls | Kind::Cpu, None) => (&[], Rate::default()),
            _ => (&load.requests, load.request_rate),
        };
        Self::new(kind, counts, numbers, load.bin_ns, view.scenario.horizon.nanos())
    }

    /// The part of the requests that is about pods, where the model knows it; the rest is events.
    pub(crate) fn on_pods(kind: Kind, view: &View, outcome: &'a Outcome) -> Option<Self> {
        let kubelet = outcome.load.kubelet.as_ref()?;
        (kind == Kind::Requests).then(|| {
            let (counts, numbers) = (&kubelet.status_requests, kubelet.status_rate);
            let horizon_ns = view.scenario.horizon.nanos();
            Self::new(kind, counts, numbers, outcome.load.bin_ns, horizon_ns)
        })
    }

    fn new(kind: Kind, counts: &'a [u32], numbers: Rate, bin_ns: i64, horizon_ns: i64) -> Self {
        let bin_ns = bin_ns.max(1);
        let bins = if horizon_ns < SHORT_HORIZON {
            1
        } else {
            (WINDOW / bin_ns).max(1)
        };
        Self {
            counts,
            numbers,
            unit: Unit::of(kind),
            bin_ns,
            bins,
            horizon_ns,
        }
    }

    /// Counts over the whole simulation.
    pub(crate) const fn total(&self) -> u64 {
        self.numbers.total
    }

    /// The mean over the busiest ten seconds of the whole simulation.
    pub(crate) fn peak(&self) -> f64 {
        self.numbers.peak_per_second() / self.unit.counts
    }

    /// The mean over the second half of the simulation.
    pub(crate) fn steady(&self) -> f64 {
        self.numbers.steady_per_second() / self.unit.counts
    }

    /// The mean over a window.
    #[expect(clippy::cast_precision_loss, reason = "shown with three digits")]
    pub(crate) fn value(&self, window: &Window) -> f64 {
        let span_ns = (window.to_ns - window.from_ns) as f64;
        window.count as f64 * SECOND as f64 / span_ns / self.unit.counts
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

    /// Calls `step` with each instant of a stretch of time at which a window begins, and its value.
    pub(crate) fn steps(self, range: (i64, i64), mut step: impl FnMut(i64, f64)) {
        for window in self.windows().filter(|window| window.is_in(range)) {
            step(window.from_ns.max(range.0), self.value(&window));
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

    fn rates(bin_s: i64, counts: &[u32], horizon_s: i64) -> Rates<'_> {
        let numbers = Rate::default();
        Rates::new(Kind::Starts, counts, numbers, bin_s * SECOND, horizon_s * SECOND)
    }

    fn windows(bin_s: i64, counts: &[u32], horizon_s: i64) -> Vec<Window> {
        rates(bin_s, counts, horizon_s).windows().collect()
    }

    #[test]
    fn shows_the_mean_of_ten_seconds() {
        let windows = windows(5, &[30; 25], 120);
        assert_eq!(windows.len(), 12);
        assert_eq!(windows[0].count, 60);
        assert!((rates(5, &[30; 25], 120).value(&windows[0]) - 6.0).abs() < 1e-9);
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
