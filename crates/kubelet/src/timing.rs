//! The loops of a kubelet in numbers, release by release.
//!
//! Marks: *code*, read in the release's source; *measured*, on real kubelets 1.32 to 1.36 with a
//! runtime of known latencies (1.28 to 1.31 and 1.37 take the values of their neighbours).

use crate::Release;

const MS: i64 = 1_000_000;
const SECOND: i64 = 1_000_000_000;

/// How long a pod worker sleeps after a sync that ended with an error.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Requeue {
    /// The same time whatever the error was, in nanoseconds, before jitter.
    Fixed(i64),
    /// Until the earliest back-off of the pod expires, before jitter; limited to the time between
    /// two syncs of a healthy pod.
    Remaining {
        /// The longest time in nanoseconds.
        limit_ns: i64,
    },
}

/// The timing of one release. Durations in nanoseconds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Timing {
    /// The work queue is looked at this often (code: `syncLoop` in `pkg/kubelet/kubelet.go`).
    pub sync_tick_ns: i64,
    /// Housekeeping, which collects old back-off entries, runs this often (code: the same).
    pub housekeeping_ns: i64,
    /// From the end of a relist to the start of the next (code: `genericPlegRelistPeriod`).
    pub relist_period_ns: i64,
    /// A relist takes this long on an empty node (measured).
    pub relist_ns: i64,
    /// Each pod on the node makes every relist this much longer (measured).
    pub relist_listed_ns: i64,
    /// Each pod that changed makes the relist this much longer (measured).
    pub relist_changed_ns: i64,
    /// A sync takes this long, without the containers that it starts (measured).
    pub sync_ns: i64,
    /// Starting a container takes longer than the runtime needs by an exponentially distributed
    /// time with this mean (measured).
    pub start_noise_ns: i64,
    /// A container that is killed is gone after this long (measured).
    pub kill_ns: i64,
    /// From the start of a kubelet process to its first syncs (measured).
    pub startup_ns: i64,
    /// After a sync without error the worker sleeps this long, before jitter (code:
    /// `syncFrequency`, `pkg/kubelet/apis/config/v1beta1/defaults.go`).
    pub sync_frequency_ns: i64,
    /// What happens after a sync with an error (code: `completeWork` in
    /// `pkg/kubelet/pod_workers.go`; changed in 1.35).
    pub requeue: Requeue,
    /// Whether a pod is relisted at once after a sync without error (code: feature gate
    /// `PLEGOnDemandRelist`, on since 1.36).
    pub on_demand_relist: bool,
}

impl Timing {
    /// The timing of a release with its default configuration.
    #[must_use]
    pub fn of(release: Release) -> Self {
        Self {
            sync_tick_ns: SECOND,
            housekeeping_ns: 2 * SECOND,
            relist_period_ns: SECOND,
            relist_ns: 3 * MS,
            relist_listed_ns: MS / 10,
            relist_changed_ns: 1_800_000,
            sync_ns: 4 * MS,
            start_noise_ns: 5 * MS,
            kill_ns: 50 * MS,
            startup_ns: 1_200 * MS,
            sync_frequency_ns: 60 * SECOND,
            requeue: if release >= Release::V1_35 {
                Requeue::Remaining {
                    limit_ns: 60 * SECOND,
                }
            } else {
                Requeue::Fixed(10 * SECOND)
            },
            on_demand_relist: release >= Release::V1_36,
        }
    }
}
