//! The event recorder: which events reach the API server.
//!
//! client-go `tools/record/events_cache.go`: a spam filter with a bucket of 25 that regains one
//! event in five minutes, for each object and, since 1.32, each type; what it drops costs nothing.
//! What passes goes through a client of its own, at most 1000 events waiting.

use std::collections::VecDeque;

use kubelet::Operation;

use super::limiter::Limiter;
use super::operations::Operations;

const SPAM_BURST: i64 = 25;
const SPAM_REFILL_NS: i64 = 300_000_000_000;
const WAITING: usize = 1000;

/// The type of an event.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Normal,
    Warning,
}

#[derive(Debug)]
pub(super) struct Recorder {
    limiter: Limiter,
    latency_ns: i64,
    free_ns: i64,
    waiting: VecDeque<i64>,
    /// Whether each type has a bucket of its own.
    by_type: bool,
    /// Two buckets for each pod: when each would be full.
    buckets: Vec<[i64; 2]>,
}

impl Recorder {
    pub(super) fn new(pods: usize, qps: u32, burst: u32, latency_ns: i64, by_type: bool) -> Self {
        Self {
            limiter: Limiter::new(qps, burst),
            latency_ns,
            free_ns: 0,
            waiting: VecDeque::new(),
            by_type,
            buckets: vec![[i64::MIN / 2; 2]; pods],
        }
    }

    /// Records events of a pod and a type.
    pub(super) fn record(
        &mut self,
        pod: usize,
        now_ns: i64,
        kind: Kind,
        times: u32,
        operations: &mut Operations,
    ) {
        operations.count(now_ns, Operation::EventMade, times);
        let bucket = usize::from(self.by_type && kind == Kind::Warning);
        for _ in 0..times {
            let full_ns = self.buckets[pod][bucket].max(now_ns);
            if full_ns - now_ns > (SPAM_BURST - 1) * SPAM_REFILL_NS {
                return;
            }
            self.advance(now_ns, operations);
            self.buckets[pod][bucket] = full_ns + SPAM_REFILL_NS;
            if self.waiting.len() < WAITING {
                self.waiting.push_back(now_ns);
            }
        }
    }

    /// Sends what can be sent until now.
    pub(super) fn advance(&mut self, now_ns: i64, operations: &mut Operations) {
        while let Some(&made_ns) = self.waiting.front() {
            let mut limiter = self.limiter;
            let sent_ns = limiter.take(self.free_ns.max(made_ns));
            if sent_ns > now_ns {
                return;
            }
            self.waiting.pop_front();
            self.limiter = limiter;
            self.free_ns = sent_ns + self.latency_ns;
            operations.count(sent_ns, Operation::EventSent, 1);
        }
    }
}
