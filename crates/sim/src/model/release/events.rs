//! The event recorder: which events reach the API server.
//!
//! client-go `tools/record/event.go` and `events_cache.go`: up to 1000 events wait for one
//! goroutine, which takes one after the other. From the tenth message about one pod and reason
//! within ten minutes on, messages are combined into one. An event that was seen before raises a
//! count (PATCH), any other is new (POST). A spam filter with a bucket of 25 that regains one in
//! five minutes, for each pod and, since 1.32, each type, drops what is too much before it costs a
//! request; the rest goes through a client of its own.

use std::collections::VecDeque;

use kubelet::Operation;

use super::limiter::Limiter;
use super::operations::{Operations, Sender};

const SPAM_BURST: i64 = 25;
const SPAM_REFILL_NS: i64 = 300_000_000_000;
const WAITING: usize = 1000;
const SIMILAR: usize = 10;
const SIMILAR_WITHIN_NS: i64 = 600_000_000_000;
/// The events of a sync go in the order in which the syncs begin, unless one waits so long for a pull
/// or a hook: then those that others make meanwhile go first.
const SYNC_NS: i64 = 1_000_000_000;

/// Stands for a message in which others are combined.
const COMBINED: u32 = u32::MAX;

/// Why an event is made; its message names the container as well, and nothing that changes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    Pulling,
    Pulled,
    /// The image manager's `Failed`.
    FailedPull,
    /// The `Failed` of a start, whatever hindered it.
    Failed,
    /// An image's `BackOff`, which is no warning.
    BackOffPull,
    FailedPostStartHook,
    Created,
    Started,
    Killing,
    BackOff,
    Unhealthy,
}

impl Reason {
    const COUNT: usize = 11;

    const fn is_warning(self) -> bool {
        matches!(
            self,
            Self::BackOff | Self::Unhealthy | Self::FailedPull | Self::Failed | Self::FailedPostStartHook
        )
    }
}

#[derive(Copy, Clone, Debug)]
struct Event {
    made_ns: i64,
    pod: u32,
    container: u32,
    reason: Reason,
}

#[derive(Copy, Clone, Debug)]
struct Sending {
    taken_ns: i64,
    /// The limiter lets it through.
    sent_ns: i64,
    operation: Operation,
}

#[derive(Debug)]
pub(super) struct Recorder {
    limiter: Limiter,
    latency_ns: i64,
    free_ns: i64,
    waiting: VecDeque<Event>,
    /// The request that the goroutine is about to send.
    sending: Option<Sending>,
    /// Whether each type has a bucket of its own.
    by_type: bool,
    pods: Vec<Known>,
}

/// What is remembered about the events of a pod.
#[derive(Clone, Debug)]
struct Known {
    /// When each bucket would be full.
    buckets: [i64; 2],
    similar: [Similar; Reason::COUNT],
}

/// Events of one pod and reason.
#[derive(Clone, Debug)]
struct Similar {
    last_ns: i64,
    /// The containers of which messages count towards combining, the oldest first.
    distinct: Vec<u32>,
    /// What the API server is taken to know.
    sent: Vec<u32>,
}

impl Known {
    const NOTHING: Self = Self {
        buckets: [i64::MIN / 2; 2],
        similar: [const {
            Similar {
                last_ns: i64::MIN / 2,
                distinct: Vec::new(),
                sent: Vec::new(),
            }
        }; Reason::COUNT],
    };

    /// `EventCorrelate`: how an event is sent, if it is.
    fn correlate(&mut self, event: Event, now_ns: i64, by_type: bool) -> Option<Operation> {
        let operation = self.similar[event.reason as usize].observe(event.container, now_ns);
        let bucket = &mut self.buckets[usize::from(by_type && event.reason.is_warning())];
        let full_ns = (*bucket).max(now_ns);
        if full_ns - now_ns > (SPAM_BURST - 1) * SPAM_REFILL_NS {
            return None;
        }
        *bucket = full_ns + SPAM_REFILL_NS;
        Some(operation)
    }
}

impl Similar {
    /// `EventAggregate` and `eventObserve`. client-go drops any one of ten messages, here it is the
    /// oldest.
    fn observe(&mut self, container: u32, now_ns: i64) -> Operation {
        if now_ns - self.last_ns > SIMILAR_WITHIN_NS {
            self.distinct.clear();
        }
        self.last_ns = now_ns;
        if !self.distinct.contains(&container) {
            self.distinct.push(container);
        }
        let message = if self.distinct.len() < SIMILAR {
            container
        } else {
            self.distinct.remove(0);
            COMBINED
        };
        if self.sent.contains(&message) {
            return Operation::EventPatch;
        }
        self.sent.push(message);
        Operation::EventPost
    }
}

impl Recorder {
    pub(super) fn new(pods: usize, qps: u32, burst: u32, latency_ns: i64, by_type: bool) -> Self {
        Self {
            limiter: Limiter::new(qps, burst),
            latency_ns,
            free_ns: 0,
            waiting: VecDeque::new(),
            sending: None,
            by_type,
            pods: vec![Known::NOTHING; pods],
        }
    }

    /// A new kubelet process knows no events.
    pub(super) fn forget(&mut self) {
        self.waiting.clear();
        self.sending = None;
        self.pods.fill(Known::NOTHING);
    }

    /// Records an event about a container of a pod: it is now, and the event is made now or later.
    pub(super) fn record(
        &mut self,
        pod: usize,
        container: usize,
        [now_ns, made_ns]: [i64; 2],
        reason: Reason,
        operations: &mut Operations,
    ) {
        self.advance(made_ns.min(now_ns + SYNC_NS), operations);
        operations.count(made_ns, Operation::EventMade, 1);
        if self.waiting.len() < WAITING {
            let later = |event: &&Event| event.made_ns > made_ns + SYNC_NS;
            let at = self.waiting.len() - self.waiting.iter().rev().take_while(later).count();
            let event = Event {
                made_ns,
                pod: u32::try_from(pod).unwrap_or(u32::MAX),
                container: u32::try_from(container).unwrap_or(u32::MAX),
                reason,
            };
            self.waiting.insert(at, event);
        }
    }

    /// Sends what can be sent until now.
    pub(super) fn advance(&mut self, now_ns: i64, operations: &mut Operations) {
        loop {
            if let Some(sending) = self.sending {
                if sending.sent_ns > now_ns {
                    return;
                }
                operations.held(Sender::Events, sending.taken_ns, sending.sent_ns);
                operations.count(sending.sent_ns, sending.operation, 1);
                self.free_ns = sending.sent_ns + self.latency_ns;
                self.sending = None;
            }
            let Some(&event) = self.waiting.front() else {
                return;
            };
            let taken_ns = self.free_ns.max(event.made_ns);
            if taken_ns > now_ns {
                return;
            }
            self.waiting.pop_front();
            let known = &mut self.pods[event.pod as usize];
            if let Some(operation) = known.correlate(event, taken_ns, self.by_type) {
                self.sending = Some(Sending {
                    taken_ns,
                    sent_ns: self.limiter.take(taken_ns),
                    operation,
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: i64 = 1_000_000_000;

    fn observed(known: &mut Known, container: u32, reason: Reason, at_s: i64) -> Option<Operation> {
        let event = Event {
            made_ns: at_s * SECOND,
            pod: 0,
            container,
            reason,
        };
        known.correlate(event, at_s * SECOND, true)
    }

    #[test]
    fn what_was_seen_raises_a_count_and_too_much_is_dropped() {
        let mut known = Known::NOTHING;
        let sent: Vec<_> = (0..30)
            .map(|n| observed(&mut known, 0, Reason::BackOff, n))
            .collect();
        assert_eq!(sent[0], Some(Operation::EventPost));
        assert!(
            sent[1..25]
                .iter()
                .all(|sent| *sent == Some(Operation::EventPatch))
        );
        assert!(sent[25..].iter().all(Option::is_none));
        // The other type has a bucket of its own, and five minutes give one event back.
        assert_eq!(
            observed(&mut known, 0, Reason::Started, 30),
            Some(Operation::EventPost)
        );
        assert_eq!(
            observed(&mut known, 0, Reason::BackOff, 301),
            Some(Operation::EventPatch)
        );
        assert_eq!(observed(&mut known, 0, Reason::BackOff, 302), None);
    }

    #[test]
    fn the_tenth_message_is_combined_with_those_that_follow() {
        let mut known = Known::NOTHING;
        let mut posts = 0;
        for at in 0..24 {
            let sent = observed(
                &mut known,
                u32::try_from(at % 12).expect("small"),
                Reason::Created,
                at,
            );
            posts += u32::from(sent == Some(Operation::EventPost));
        }
        // Nine messages of their own and the combined one.
        assert_eq!(posts, 10);
        // Ten quiet minutes later a message stands alone again, and one of the last three is new.
        assert_eq!(
            observed(&mut known, 11, Reason::Created, 1000),
            Some(Operation::EventPost)
        );
    }
}
