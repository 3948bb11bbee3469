//! The status manager: how often the API server hears of a pod.
//!
//! `pkg/kubelet/status/status_manager.go`: one goroutine pushes one pod after the other, a GET and
//! a PATCH each, always the newest status. What changes while the client is held back is pushed
//! once, so throttling delays the status and loses the steps between, not restarts.

use std::collections::VecDeque;

use kubelet::Operation;

use super::limiter::Limiter;
use super::operations::{Operations, Sender};

#[derive(Debug)]
pub(super) struct StatusManager {
    limiter: Limiter,
    latency_ns: i64,
    /// When the goroutine is done with the pod before.
    free_ns: i64,
    /// Before this instant the client lets nothing through.
    held_ns: i64,
    changed: VecDeque<u32>,
    pods: Vec<PodStatus>,
}

#[derive(Copy, Clone, Debug, Default)]
struct PodStatus {
    /// What the kubelet would say now.
    current: u64,
    /// What it said last.
    pushed: u64,
    /// Since when the two differ; 0 while they do not.
    since_ns: i64,
    queued: bool,
    /// What the kubelet would say now is CrashLoopBackOff.
    crash_looping: bool,
    /// Since when the API server says so.
    shown_ns: Option<i64>,
}

impl StatusManager {
    pub(super) fn new(pods: usize, qps: u32, burst: u32, latency_ns: i64) -> Self {
        Self {
            limiter: Limiter::new(qps, burst),
            latency_ns,
            free_ns: 0,
            held_ns: 0,
            changed: VecDeque::new(),
            pods: vec![PodStatus::default(); pods],
        }
    }

    /// A sync has made a status; `fingerprint` tells statuses apart.
    pub(super) fn set(
        &mut self,
        pod: usize,
        now_ns: i64,
        fingerprint: u64,
        crash_looping: bool,
        operations: &mut Operations,
    ) {
        self.advance(now_ns, operations);
        let status = &mut self.pods[pod];
        if status.current == fingerprint {
            return;
        }
        status.current = fingerprint;
        status.crash_looping = crash_looping;
        if !status.queued {
            status.queued = true;
            status.since_ns = now_ns;
            self.changed.push_back(u32::try_from(pod).unwrap_or(u32::MAX));
        }
    }

    /// Pushes what can be pushed until now.
    pub(super) fn advance(&mut self, now_ns: i64, operations: &mut Operations) {
        if now_ns < self.held_ns {
            return;
        }
        while let Some(&pod) = self.changed.front() {
            let status = &mut self.pods[pod as usize];
            let ready_ns = self.free_ns.max(status.since_ns);
            let mut limiter = self.limiter;
            let get_ns = limiter.take(ready_ns);
            if get_ns > now_ns {
                self.held_ns = get_ns;
                return;
            }
            self.changed.pop_front();
            status.queued = false;
            operations.held(Sender::Status, ready_ns, get_ns);
            operations.count(get_ns, Operation::StatusGet, 1);
            let mut done_ns = get_ns + self.latency_ns;
            if status.pushed != status.current {
                let patch_ns = limiter.take(done_ns);
                operations.held(Sender::Status, done_ns, patch_ns);
                operations.count(patch_ns, Operation::StatusPatch, 1);
                operations.lag(patch_ns, patch_ns - status.since_ns);
                done_ns = patch_ns + self.latency_ns;
                status.pushed = status.current;
                match (status.shown_ns, status.crash_looping) {
                    (None, true) => status.shown_ns = Some(patch_ns),
                    (Some(since_ns), false) => {
                        operations.shown(patch_ns, patch_ns - since_ns);
                        status.shown_ns = None;
                    }
                    _ => {}
                }
            }
            self.limiter = limiter;
            self.free_ns = done_ns;
        }
    }
}
