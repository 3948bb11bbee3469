//! What a kubelet's operations cost: calls to the container runtime, and processor time.
//!
//! Calls were counted on real kubelets 1.32 to 1.36 with a runtime that answers at once: 18 a
//! restart until 1.35, 16 since 1.36. Processor time is a model fitted to the same runs; it leaves
//! out what a real runtime, real control groups and volumes cost.

use crate::Release;

/// Something a kubelet does that costs something.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// A second passes.
    Second,
    /// A container runs for ten seconds, after which the size of its log is looked at.
    TenRunningSeconds,
    /// All pods are listed.
    Relist,
    /// A pod that changed is inspected.
    PodChanged,
    /// A pod that lost a dead container is inspected.
    ContainerGone,
    /// A pod is synced.
    Sync,
    /// A container is created and started.
    Start,
    /// A container is killed.
    Kill,
    /// A dead container is removed.
    Removal,
    /// A pod is read from the API server before its status is written.
    StatusGet,
    /// A pod's status is written.
    StatusPatch,
    /// An event is made, whether or not the spam filter lets it through.
    EventMade,
    /// An event is sent.
    EventSent,
}

impl Operation {
    /// Every operation.
    pub const ALL: [Self; 13] = [
        Self::Second,
        Self::TenRunningSeconds,
        Self::Relist,
        Self::PodChanged,
        Self::ContainerGone,
        Self::Sync,
        Self::Start,
        Self::Kill,
        Self::Removal,
        Self::StatusGet,
        Self::StatusPatch,
        Self::EventMade,
        Self::EventSent,
    ];

    /// Calls to the container runtime (measured).
    #[must_use]
    pub const fn cri_calls(self, release: Release) -> u32 {
        match self {
            // ListPodSandbox and ListContainers.
            // Without any pod a kubelet makes another two calls a second for statistics and images. A
            // removal is ContainerStatus and RemoveContainer.
            Self::Relist | Self::Second | Self::Removal => 2,
            // Both filtered by pod, PodSandboxStatus, ContainerStatus of two containers.
            Self::PodChanged => 5,
            // The same for one container; since 1.36 without the lists.
            Self::ContainerGone => {
                if release.minor() >= Release::V1_36.minor() {
                    2
                } else {
                    4
                }
            }
            // ImageStatus twice, CreateContainer, StartContainer, ContainerStatus, PodSandboxStatus
            // twice.
            Self::Start => 7,
            Self::Kill | Self::TenRunningSeconds => 1,
            Self::Sync | Self::StatusGet | Self::StatusPatch | Self::EventMade | Self::EventSent => 0,
        }
    }

    /// Where it stands in [`Self::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Processor time of each operation in nanoseconds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Cost([u32; 13]);

impl Cost {
    /// The fitted model (measured): least squares of the relative error over 27 runs with 1 to 110
    /// crashing pods, for a restart, a sync, a request on a pod and an event. The share of a restart
    /// in its parts, and the cost of a kill, are assumed.
    pub const FITTED: Self = Self([
        5_100_000, 550_000, 0, 500_000, 300_000, 330_000, 1_600_000, 500_000, 400_000, 490_000, 490_000, 0,
        980_000,
    ]);

    /// A cost for each of [`Operation::ALL`].
    #[must_use]
    pub const fn new(ns: [u32; 13]) -> Self {
        Self(ns)
    }

    /// What an operation costs, in nanoseconds.
    #[must_use]
    pub const fn of(&self, operation: Operation) -> u32 {
        self.0[operation.index()]
    }
}
