//! The image manager: which pulls wait for which, and the back-off after a failed one.
//!
//! `EnsureImageExists` in Kubernetes `pkg/kubelet/images/image_manager.go` with the pullers of
//! `puller.go`. An image has a back-off of its own, from 10s to 5m whatever the node's policy for
//! crashes is, kept by pod and image and measured from the last failure. A pull that succeeds does
//! not reset it; ten quiet minutes do.

use backoff::{Backoff, Factor, Key, Policy, ResetRule, Shape};

const SECOND_NS: i64 = 1_000_000_000;

#[derive(Debug)]
pub(super) struct Images {
    entries: Backoff,
    /// Until when each of the pulls at a time is busy; empty where any number goes.
    busy_ns: Vec<i64>,
    /// From when each group's image is on the node.
    present_ns: Vec<i64>,
}

impl Images {
    /// For so many groups, with so many pulls at a time, or any number.
    pub(super) fn new(groups: usize, pulls: Option<u32>) -> Self {
        Self {
            entries: Backoff::new(Policy {
                shape: Shape::Exponential {
                    initial_ns: 10 * SECOND_NS,
                    multiplier: Factor::TWO,
                    max_ns: 300 * SECOND_NS,
                },
                reset: ResetRule::TwiceMax,
                jitter: Factor::ZERO,
            }),
            busy_ns: vec![i64::MIN; pulls.unwrap_or(0) as usize],
            present_ns: vec![i64::MAX; groups],
        }
    }

    /// Whether a group's image is on the node.
    pub(super) fn has(&self, group: u16, now_ns: i64) -> bool {
        self.present_ns[usize::from(group)] <= now_ns
    }

    /// Whether a container's image may not be pulled yet.
    pub(super) fn held(&self, container: u32, now_ns: i64) -> bool {
        self.entries.is_in_backoff_since_update(Key(container), now_ns)
    }

    /// Pulls an image as soon as it is its turn: when that begins and when it is over.
    pub(super) fn pull(&mut self, now_ns: i64, pull_ns: i64) -> (i64, i64) {
        let Some(turn_ns) = self.busy_ns.iter_mut().min() else {
            return (now_ns, now_ns + pull_ns);
        };
        let from_ns = now_ns.max(*turn_ns);
        *turn_ns = from_ns + pull_ns;
        (from_ns, *turn_ns)
    }

    /// A pull has succeeded.
    pub(super) fn pulled(&mut self, group: u16, at_ns: i64) {
        let present_ns = &mut self.present_ns[usize::from(group)];
        *present_ns = at_ns.min(*present_ns);
    }

    /// A pull has failed.
    pub(super) fn failed(&mut self, container: u32, at_ns: i64) {
        self.entries.next(Key(container), at_ns, at_ns);
    }

    /// A group has another image, which is on the node no more than the first was.
    pub(super) fn change(&mut self, group: u16) {
        self.present_ns[usize::from(group)] = i64::MAX;
    }

    /// A container has another image, with a key of its own.
    pub(super) fn forget(&mut self, container: u32) {
        self.entries.reset(Key(container));
    }

    /// A new kubelet knows no failures and nobody waits.
    pub(super) fn restart(&mut self, now_ns: i64) {
        self.entries = Backoff::new(self.entries.policy().clone());
        for busy_ns in &mut self.busy_ns {
            *busy_ns = now_ns.min(*busy_ns);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: i64 = SECOND_NS;

    #[test]
    fn serialised_pulls_come_one_after_the_other() {
        let mut serial = Images::new(1, Some(1));
        assert_eq!(serial.pull(0, 5 * S), (0, 5 * S));
        assert_eq!(serial.pull(S, 5 * S), (5 * S, 10 * S));
        assert_eq!(serial.pull(60 * S, 5 * S), (60 * S, 65 * S));
        let mut two = Images::new(1, Some(2));
        let ends = [0, 0, 0].map(|now_ns| two.pull(now_ns, 5 * S).1);
        assert_eq!(ends, [5 * S, 5 * S, 10 * S]);
        let mut any = Images::new(1, None);
        assert_eq!([0, 0, 0].map(|now_ns| any.pull(now_ns, 5 * S).1), [5 * S; 3]);
    }

    #[test]
    fn the_back_off_is_measured_from_the_last_failure() {
        let mut images = Images::new(1, Some(1));
        assert!(!images.held(7, 0));
        images.failed(7, 0);
        assert!(images.held(7, 10 * S - 1));
        assert!(!images.held(7, 10 * S), "not any more exactly at its end");
        images.failed(7, 10 * S);
        assert!(images.held(7, 30 * S - 1));
        assert!(!images.held(7, 30 * S));
        assert!(!images.held(3, 11 * S), "another pod's");
    }
}
