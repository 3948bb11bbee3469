//! Events in the order of time; those of the same instant in the order in which they were made.

use core::cmp::Reverse;
use std::collections::BinaryHeap;

/// What happens at an instant.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Event {
    /// A pod is bound to the node.
    PodAdded { pod: u32 },
    /// A probe has failed often enough: the kubelet will kill the container's attempt.
    ProbeFailed { container: u32, attempt: u32 },
    /// The kubelet process is restarted.
    KubeletRestarted,
    /// The kubelet is back and knows its pods.
    KubeletReady,
    /// The sync loop looks at the work queue.
    Tick,
    /// The PLEG begins to look at all pods.
    RelistStarted,
    /// The PLEG has looked at everything; `as_of_ns` is when it had begun.
    RelistEnded { as_of_ns: i64 },
    /// The PLEG delivers what has changed about a pod. A container that is gone wakes nobody.
    PodChanged { pod: u32, as_of_ns: i64, wakes: bool },
    /// The PLEG can do the next thing.
    PlegFree,
    /// A pod worker has finished a sync.
    SyncEnded { pod: u32 },
}

#[derive(Debug, Default)]
pub(super) struct Queue {
    heap: BinaryHeap<Reverse<(i64, u64, Event)>>,
    pushed: u64,
}

impl Queue {
    pub(super) fn push(&mut self, at_ns: i64, event: Event) {
        self.pushed += 1;
        self.heap.push(Reverse((at_ns, self.pushed, event)));
    }

    pub(super) fn pop(&mut self) -> Option<(i64, Event)> {
        self.heap.pop().map(|Reverse((at_ns, _, event))| (at_ns, event))
    }
}
