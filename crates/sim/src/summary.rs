//! One policy's results as numbers, and how two policies differ.

use serde::Serialize;

use crate::load::Load;
use crate::scenario::Scenario;
use crate::timeline::{Phase, STILL_RUNNING, Timeline};

/// The spans after which restarts are counted: 5 minutes, 30 minutes, 1 hour, 24 hours.
pub const SPANS_NS: [i64; 4] = [
    300_000_000_000,
    1_800_000_000_000,
    3_600_000_000_000,
    86_400_000_000_000,
];

/// The ends of the windows in which KEP-4603 counts the restarts of one container, in
/// nanoseconds: 10s, 30s, 70s, 150s, 310s, where today's curve has one restart in each.
pub const KEP_WINDOWS_NS: [i64; 5] = [
    10_000_000_000,
    30_000_000_000,
    70_000_000_000,
    150_000_000_000,
    310_000_000_000,
];

/// One policy's results as numbers. Integers only, so that nothing is rounded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// Containers on the node.
    pub containers: u32,
    /// Restarts of all containers within each of [`SPANS_NS`], its end included; `None` where
    /// the simulation ended earlier.
    pub restarts: [Option<u64>; 4],
    /// Restarts of all containers over the whole simulation.
    pub restarts_total: u64,
    /// Restarts of the first container in each of [`KEP_WINDOWS_NS`], from the end of the window
    /// before (excluded, but for 0) to its own end (included), measured from the first exit as
    /// the KEP does; `None` where the simulation ended earlier.
    pub kep_windows: [Option<u64>; 5],
    /// The time containers did not run although they should have.
    pub downtime: Downtime,
    /// How long it took until containers ran again after their dependency was back; `None`
    /// where no group recovers.
    pub recovery: Option<Recovery>,
    /// Node load in numbers: container starts.
    pub starts: crate::load::Rate,
    /// Node load in numbers: API requests.
    pub requests: crate::load::Rate,
}

/// Time not running out of the time a container was wanted: from its first start until the
/// horizon or until it completed.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Downtime {
    /// Waiting or being created, summed over containers, in nanoseconds.
    pub down_ns: i64,
    /// Wanted, summed over containers, in nanoseconds.
    pub wanted_ns: i64,
}

/// Time from the dependency's return until the container runs for good. A container that still
/// waits at the horizon counts with the restart it waits for.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Recovery {
    /// Containers whose dependency returned within the simulation.
    pub containers: u32,
    /// How many of them were running by the horizon.
    pub recovered: u32,
    /// The middle one, in nanoseconds.
    pub median_ns: i64,
    /// At least 95 of 100 were as fast, in nanoseconds.
    pub p95_ns: i64,
    /// The slowest, in nanoseconds.
    pub max_ns: i64,
}

/// How a policy differs from the baseline, policy minus baseline.
#[derive(Copy, Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Difference {
    /// Restarts within each of [`SPANS_NS`], all containers.
    pub restarts: [Option<i64>; 4],
    /// API requests a second in the busiest ten seconds.
    pub peak_requests_per_second: f64,
    /// API requests a second in the second half.
    pub steady_requests_per_second: f64,
    /// Share of downtime, in points of 1.
    pub downtime: f64,
    /// Median time to recovery, in nanoseconds.
    pub recovery_median_ns: Option<i64>,
    /// 95 % time to recovery, in nanoseconds.
    pub recovery_p95_ns: Option<i64>,
}

impl Downtime {
    /// Down out of wanted, 0 to 1; 0 where nothing was wanted.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "shown with three digits")]
    pub fn share(self) -> f64 {
        if self.wanted_ns == 0 {
            return 0.0;
        }
        self.down_ns as f64 / self.wanted_ns as f64
    }
}

impl Summary {
    /// Restarts of one container within `SPANS_NS[span]`, the mean over all containers.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "shown with three digits")]
    pub fn restarts_per_container(&self, span: usize) -> Option<f64> {
        let total = (*self.restarts.get(span)?)?;
        Some(total as f64 / f64::from(self.containers.max(1)))
    }

    /// This policy minus `baseline`.
    #[must_use]
    pub fn minus(&self, baseline: &Self) -> Difference {
        let recovery = |pick: fn(Recovery) -> i64| Some(pick(self.recovery?) - pick(baseline.recovery?));
        let mut restarts = [None; 4];
        for (to, (mine, theirs)) in restarts
            .iter_mut()
            .zip(self.restarts.iter().zip(baseline.restarts))
        {
            *to = mine
                .zip(theirs)
                .and_then(|(mine, theirs)| mine.checked_signed_diff(theirs));
        }
        Difference {
            restarts,
            peak_requests_per_second: self.requests.peak_per_second() - baseline.requests.peak_per_second(),
            steady_requests_per_second: self.requests.steady_per_second()
                - baseline.requests.steady_per_second(),
            downtime: self.downtime.share() - baseline.downtime.share(),
            recovery_median_ns: recovery(|r| r.median_ns),
            recovery_p95_ns: recovery(|r| r.p95_ns),
        }
    }

    /// Counts what a timeline and its load hold.
    #[must_use]
    pub fn of(scenario: &Scenario, timeline: &Timeline, load: &Load) -> Self {
        Self {
            containers: timeline.len(),
            restarts: SPANS_NS.map(|span| {
                (span <= timeline.horizon_ns()).then(|| {
                    (0..timeline.len())
                        .map(|c| timeline.restarts_until(c, span))
                        .sum()
                })
            }),
            restarts_total: (0..timeline.len())
                .map(|c| timeline.restarts(c).len() as u64)
                .sum(),
            kep_windows: kep_windows(timeline),
            downtime: downtime(timeline),
            recovery: recovery(scenario, timeline),
            starts: load.start_rate,
            requests: load.request_rate,
        }
    }
}

fn kep_windows(timeline: &Timeline) -> [Option<u64>; 5] {
    let container = timeline.own(0).next().map_or(0, |container| container.index);
    let first_exit = timeline
        .attempts(container)
        .next()
        .map_or(0, |first| first.exit_ns);
    let mut before = 0;
    KEP_WINDOWS_NS.map(|end| {
        let end = first_exit.saturating_add(end);
        (end <= timeline.horizon_ns()).then(|| {
            let until = timeline.restarts_until(container, end);
            until - core::mem::replace(&mut before, until)
        })
    })
}

fn downtime(timeline: &Timeline) -> Downtime {
    let mut total = Downtime::default();
    for container in 0..timeline.len() {
        for segment in timeline.segments(container) {
            let span = segment.to_ns - segment.from_ns;
            match segment.phase {
                Phase::Pending | Phase::Completed => {}
                Phase::Running => total.wanted_ns += span,
                Phase::Starting | Phase::Waiting(_) => {
                    total.wanted_ns += span;
                    total.down_ns += span;
                }
            }
        }
    }
    total
}

fn recovery(scenario: &Scenario, timeline: &Timeline) -> Option<Recovery> {
    let mut recovered = 0;
    let mut times: Vec<i64> = Vec::new();
    for container in timeline.containers() {
        let group = scenario.workload.get(usize::from(container.group));
        let Some(back) = group.and_then(|group| group.recovers_at) else {
            continue;
        };
        let mut attempts = timeline.attempts(container.index);
        let (first, last) = (attempts.next(), attempts.last());
        if container.member != 0 || first.is_none_or(|first| first.start_ns >= back.nanos()) {
            // It does not depend on what came back, or was never down for it.
            continue;
        }
        let last = last.or(first);
        let healthy = match (timeline.due(container.index), last) {
            (Some(due), _) => due,
            (None, Some(last)) if last.exit_ns == STILL_RUNNING => last,
            // Completed, or a run that outlasts the simulation: it never had to recover.
            _ => continue,
        };
        if back.nanos() > timeline.horizon_ns() {
            continue;
        }
        recovered += u32::from(healthy.running_ns <= timeline.horizon_ns());
        times.push((healthy.running_ns - back.nanos()).max(0));
    }
    if times.is_empty() {
        return None;
    }
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() * percent).div_ceil(100).max(1) - 1];
    Some(Recovery {
        containers: u32::try_from(times.len()).unwrap_or(u32::MAX),
        recovered,
        median_ns: at(50),
        p95_ns: at(95),
        max_ns: at(100),
    })
}
