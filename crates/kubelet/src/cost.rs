//! What a kubelet's operations cost: calls to the container runtime, and processor time of the
//! kubelet, the API server and etcd.
//!
//! Calls were counted on real kubelets 1.32 to 1.36 with a runtime that answers at once; 1.28 to
//! 1.31 are assumed to be like 1.32, and 1.37 like 1.36. Processor time is a model fitted to the
//! same runs; it leaves out what a real runtime, real control groups and volumes cost.

mod call;
mod time;

pub use call::Call;
pub use time::Cost;

/// Something a kubelet does that costs something.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// A second passes.
    Second,
    /// Pods without a worker are looked for, every two seconds.
    Housekeeping,
    /// The runtime is asked for its state, statistics and the logs, every ten seconds.
    TenSeconds,
    /// Dead containers, sandboxes and images are looked for, every minute.
    Minute,
    /// A container runs for ten seconds, after which the size of its log is looked at.
    TenRunningSeconds,
    /// All pods are listed.
    Relist,
    /// A pod is in such a list.
    PodListed,
    /// A pod with news is inspected.
    PodInspected,
    /// A container of such a pod is inspected, a dead one as well.
    ContainerInspected,
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
    /// An event that the API server does not know is sent.
    EventPost,
    /// The count of an event is raised.
    EventPatch,
}

impl Operation {
    /// How many there are.
    pub const COUNT: usize = Self::ALL.len();

    /// Every operation.
    pub const ALL: [Self; 18] = [
        Self::Second,
        Self::Housekeeping,
        Self::TenSeconds,
        Self::Minute,
        Self::TenRunningSeconds,
        Self::Relist,
        Self::PodListed,
        Self::PodInspected,
        Self::ContainerInspected,
        Self::Sync,
        Self::Start,
        Self::Kill,
        Self::Removal,
        Self::StatusGet,
        Self::StatusPatch,
        Self::EventMade,
        Self::EventPost,
        Self::EventPatch,
    ];

    /// Whether it goes on where nothing starts or ends.
    #[must_use]
    pub const fn is_background(self) -> bool {
        matches!(
            self,
            Self::Second
                | Self::Housekeeping
                | Self::TenSeconds
                | Self::Minute
                | Self::TenRunningSeconds
                | Self::Relist
                | Self::PodListed
        )
    }

    /// Where it stands in [`Self::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}
