//! Events in the order of time; those of the same instant in the order in which they were made.
//!
//! Most events are made in the order in which they happen: the ticks, what the one goroutine of the
//! PLEG does, the ends of syncs that start nothing. Each of these kinds has a lane in which an event
//! costs one step; a heap takes the few that come out of order.

use core::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// What happens at an instant.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Event {
    /// A pod is bound to the node.
    PodAdded { pod: u32 },
    /// A probe has failed often enough: the kubelet will kill the container's attempt.
    ProbeFailed { container: u32, attempt: u32 },
    /// The Job controller deletes the pods of a group.
    JobFailed { group: u16 },
    /// The image of a group's own containers is changed.
    ImageChanged { group: u16 },
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
    SyncEnded { pod: u32, started: bool },
}

impl Event {
    /// The lane of its kind.
    const fn lane(self) -> Option<usize> {
        match self {
            Self::Tick => Some(0),
            Self::RelistStarted => Some(1),
            Self::PodChanged { .. } | Self::RelistEnded { .. } | Self::PlegFree => Some(2),
            Self::SyncEnded { started: false, .. } => Some(3),
            _ => None,
        }
    }
}

/// An instant, and how many events were made before.
type When = (i64, u64);

/// Later than everything.
const NEVER: When = (i64::MAX, u64::MAX);

#[derive(Debug)]
pub(super) struct Queue {
    lanes: [VecDeque<(When, Event)>; 4],
    heap: BinaryHeap<Reverse<(When, Event)>>,
    /// When the first event of each lane happens, and last that of the heap.
    first: [When; 5],
    pushed: u64,
}

impl Default for Queue {
    fn default() -> Self {
        Self {
            lanes: Default::default(),
            heap: BinaryHeap::new(),
            first: [NEVER; 5],
            pushed: 0,
        }
    }
}

impl Queue {
    pub(super) fn push(&mut self, at_ns: i64, event: Event) {
        self.pushed += 1;
        let when = (at_ns, self.pushed);
        let at = match event.lane() {
            Some(at)
                if self.lanes[at]
                    .back()
                    .is_none_or(|&((last_ns, _), _)| last_ns <= at_ns) =>
            {
                self.lanes[at].push_back((when, event));
                at
            }
            _ => {
                self.heap.push(Reverse((when, event)));
                self.lanes.len()
            }
        };
        self.first[at] = self.first[at].min(when);
    }

    pub(super) fn pop(&mut self) -> Option<(i64, Event)> {
        let mut at = 0;
        for other in 1..self.first.len() {
            if self.first[other] < self.first[at] {
                at = other;
            }
        }
        let (item, next) = if let Some(lane) = self.lanes.get_mut(at) {
            (lane.pop_front(), lane.front().map(|(when, _)| *when))
        } else {
            let item = self.heap.pop().map(|Reverse(item)| item);
            (item, self.heap.peek().map(|Reverse((when, _))| *when))
        };
        self.first[at] = next.unwrap_or(NEVER);
        item.map(|((at_ns, _), event)| (at_ns, event))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn event(kind: u8) -> Event {
        match kind {
            0 => Event::Tick,
            1 => Event::RelistStarted,
            2 => Event::PlegFree,
            3 => Event::RelistEnded { as_of_ns: 0 },
            4 => Event::SyncEnded {
                pod: 7,
                started: false,
            },
            5 => Event::SyncEnded {
                pod: 3,
                started: true,
            },
            _ => Event::PodAdded { pod: 1 },
        }
    }

    proptest! {
        #[test]
        fn the_lanes_keep_the_order_of_a_heap(pushes in prop::collection::vec((0_i64..40, 0_u8..7, 0_usize..3), 1..200)) {
            let mut queue = Queue::default();
            let mut plain = BinaryHeap::new();
            for (number, &(at_ns, kind, pops)) in pushes.iter().enumerate() {
                queue.push(at_ns, event(kind));
                plain.push(Reverse((at_ns, number, event(kind))));
                for _ in 0..pops {
                    prop_assert_eq!(queue.pop(), plain.pop().map(|Reverse((at_ns, _, event))| (at_ns, event)));
                }
            }
            while let Some(Reverse((at_ns, _, event))) = plain.pop() {
                prop_assert_eq!(queue.pop(), Some((at_ns, event)));
            }
            prop_assert_eq!(queue.pop(), None);
        }
    }
}
