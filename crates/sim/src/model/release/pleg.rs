//! The pod lifecycle event generator: how the kubelet learns that a container has exited.
//!
//! `Relist` in Kubernetes `pkg/kubelet/pleg/generic.go`: everything is listed at once, then each
//! pod that changed is inspected and its events are sent, one pod after the other in the random
//! order of a Go map; only then the whole cache counts as new. The next relist starts one period
//! after the end of this one. Since 1.36 a sync without error has its own pod looked at at once.

use std::collections::VecDeque;

use kubelet::Operation;

use super::Node;
use super::pods::{NEVER, State, Worker};
use super::queue::Event;
use crate::random;

#[derive(Debug)]
pub(super) struct Pleg {
    /// Until when the one goroutine is busy.
    pub(super) busy_ns: i64,
    /// When the last complete relist had begun.
    pub(super) relisted_ns: i64,
    /// A relist of all pods is due, which goes before that of single ones.
    due: bool,
    /// Pods that wait for a look of their own.
    waiting: VecDeque<u32>,
    /// [`Event::PlegFree`] is on its way.
    woken: bool,
    changed: Vec<(u32, bool)>,
    /// When there may be something new to note about each pod; not before.
    news_ns: Vec<i64>,
}

impl Pleg {
    pub(super) fn new(pods: usize) -> Self {
        Self {
            busy_ns: NEVER,
            relisted_ns: NEVER,
            due: false,
            waiting: VecDeque::new(),
            woken: false,
            changed: Vec::new(),
            news_ns: vec![NEVER; pods],
        }
    }

    /// Something about a pod changes at this instant.
    pub(super) fn expect(&mut self, pod: usize, at_ns: i64) {
        self.news_ns[pod] = self.news_ns[pod].min(at_ns);
    }
}

impl Node {
    /// It is time to look at all pods.
    pub(super) fn relist_due(&mut self, now_ns: i64) {
        self.pleg.due = true;
        self.go_on(now_ns);
    }

    /// A pod is to be looked at on its own.
    pub(super) fn pod_relist_due(&mut self, pod: u32, now_ns: i64) {
        self.pleg.waiting.push_back(pod);
        self.go_on(now_ns);
    }

    /// The goroutine may be free.
    pub(super) fn pleg_free(&mut self, now_ns: i64) {
        self.pleg.woken = false;
        self.go_on(now_ns);
    }

    /// Does what is due, one thing at a time, and has itself called again for the rest.
    fn go_on(&mut self, now_ns: i64) {
        if self.pleg.busy_ns <= now_ns {
            if core::mem::take(&mut self.pleg.due) {
                self.relist(now_ns);
            } else if let Some(pod) = self.pleg.waiting.pop_front() {
                self.relist_pod(pod as usize, now_ns);
            }
        }
        if (self.pleg.due || !self.pleg.waiting.is_empty()) && !core::mem::replace(&mut self.pleg.woken, true)
        {
            self.queue.push(self.pleg.busy_ns.max(now_ns), Event::PlegFree);
        }
    }

    fn relist(&mut self, now_ns: i64) {
        self.operations.count(now_ns, Operation::Relist, 1);
        let listed = self.pods.iter().filter(|pod| pod.bound).count();
        self.operations.count(
            now_ns,
            Operation::PodListed,
            u32::try_from(listed).unwrap_or(u32::MAX),
        );
        let mut changed = core::mem::take(&mut self.pleg.changed);
        changed.clear();
        for pod in 0..self.pods.len() {
            if self.pleg.news_ns[pod] <= now_ns
                && let Some(wakes) = self.note(pod, now_ns)
            {
                changed.push((u32::try_from(pod).unwrap_or(u32::MAX), wakes));
            }
        }
        random::shuffle(&mut changed, &mut self.rng);
        let pods = i64::try_from(self.pods.len()).unwrap_or(i64::MAX);
        let mut at_ns = now_ns + self.timing.relist_ns + self.timing.relist_listed_ns * pods;
        for &(pod, wakes) in &changed {
            at_ns += self.timing.relist_changed_ns;
            self.queue.push(
                at_ns,
                Event::PodChanged {
                    pod,
                    as_of_ns: now_ns,
                    wakes,
                },
            );
        }
        self.pleg.busy_ns = at_ns;
        self.queue.push(at_ns, Event::RelistEnded { as_of_ns: now_ns });
        self.pleg.changed = changed;
    }

    pub(super) fn relisted(&mut self, now_ns: i64, as_of_ns: i64) {
        self.pleg.relisted_ns = as_of_ns;
        self.queue
            .push(now_ns + self.timing.relist_period_ns, Event::RelistStarted);
        if self.waiting > 0 {
            for pod in 0..self.pods.len() {
                self.release(pod, now_ns, as_of_ns);
            }
        }
    }

    pub(super) fn pod_changed(&mut self, pod: usize, now_ns: i64, as_of_ns: i64, wakes: bool) {
        self.operations.count(now_ns, Operation::PodInspected, 1);
        for container in self.pods[pod].containers.clone() {
            let container = &mut self.containers[container];
            container.cached = container.status(now_ns);
            let seen = container.cached.seen;
            let inspected = seen.attempt - container.gone;
            self.operations
                .count(now_ns, Operation::ContainerInspected, inspected);
            // Of the attempts that have exited the newest is kept; those before it are removed,
            // which the next relist notes (`pod_container_deletor.go`).
            let exited = seen.attempt - u32::from(seen.state == State::Running);
            if exited > container.gone + 1 {
                let removed = exited - 1 - container.gone;
                container.gone += removed;
                container.removed = true;
                self.pleg.expect(pod, now_ns);
                self.operations.count(now_ns, Operation::Removal, removed);
            }
        }
        self.pods[pod].cached_ns = as_of_ns;
        self.release(pod, now_ns, as_of_ns);
        if wakes {
            self.request(pod, now_ns);
        }
    }

    fn relist_pod(&mut self, pod: usize, now_ns: i64) {
        let end_ns = now_ns + self.timing.relist_changed_ns;
        self.pleg.busy_ns = end_ns;
        if let Some(wakes) = self.note(pod, now_ns) {
            let pod = u32::try_from(pod).unwrap_or(u32::MAX);
            self.queue.push(
                end_ns,
                Event::PodChanged {
                    pod,
                    as_of_ns: now_ns,
                    wakes,
                },
            );
        } else {
            self.pods[pod].cached_ns = now_ns;
            self.release(pod, end_ns, now_ns);
        }
    }

    /// Notes what the runtime says about a pod. `None` where nothing is new, otherwise whether it
    /// is worth a sync.
    fn note(&mut self, pod: usize, now_ns: i64) -> Option<bool> {
        let mut news = None;
        let mut next_ns = i64::MAX;
        for container in &mut self.containers[self.pods[pod].containers.clone()] {
            let seen = container.status(now_ns).seen;
            // A container that is removed after it had exited is no news for the pod's worker.
            let removed = seen.state == State::Absent && container.noted.state == State::Exited;
            if seen != container.noted && (!removed || news.is_none()) {
                news = Some(!removed);
            }
            if core::mem::take(&mut container.removed) && news.is_none() {
                news = Some(false);
            }
            container.noted = seen;
            next_ns = next_ns.min(container.changes_ns(now_ns));
        }
        self.pleg.news_ns[pod] = next_ns;
        news
    }

    /// Lets a worker go on that waits for a status at least this new.
    fn release(&mut self, pod: usize, now_ns: i64, as_of_ns: i64) {
        if self.pods[pod].worker == Worker::Waiting && as_of_ns >= self.pods[pod].synced_ns {
            self.waiting -= 1;
            self.sync(pod, now_ns);
        }
    }
}
