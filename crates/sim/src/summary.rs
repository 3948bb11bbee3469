//! One policy's results as numbers, and how two policies differ.

use serde::Serialize;

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
    /// Restarts soon after the first start.
    pub early: Early,
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

/// Restarts of the first group's own containers within five minutes of their pod's start, or of when
/// their dependency goes down; until the end of the simulation where that is sooner. Containers that were not observed so long are left out.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Early {
    /// How long each was observed, in nanoseconds.
    pub span_ns: i64,
    /// Containers that were observed so long.
    pub containers: u32,
    /// Restarts of all of them together.
    pub restarts: u64,
    /// The fewest restarts of one of them.
    pub least: u64,
    /// The most restarts of one of them.
    pub most: u64,
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
}
