//! The back-off entries of many keys: `flowcontrol.Backoff` of client-go.
//!
//! The source is kubernetes/client-go `util/flowcontrol/backoff.go` (32ce75a7, the same text in v0.33
//! to v0.36). Every comparison is strict, as there. Differences between instants saturate, as Go's
//! `Time.Sub` does; where Go's doubling would wrap, the delay saturates before the maximum applies.

use crate::policy::Policy;
use alloc::vec::Vec;

/// Names one container. Keys are dense: memory grows with the largest key in use, 24 bytes a key.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub u32);

/// What [`Backoff::next`] did to the entry.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// There was no entry; the delay is the first one.
    Created,
    /// The delay followed the previous one, up to the maximum.
    Grown,
    /// The run before was long enough to reset the count; the delay is the first one again.
    Expired,
}

/// The back-off entry of one key.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// How long a container that exits now has to wait, in nanoseconds.
    pub delay_ns: i64,
    /// When `next` was last called, which for the kubelet is the last start.
    pub last_update_ns: i64,
    /// How many delays came before this one since the last reset.
    pub step: u32,
}

/// The entries of all keys under one policy.
#[derive(Clone, Debug)]
pub struct Backoff {
    policy: Policy,
    threshold_ns: i64,
    slots: Vec<Slot>,
}

/// An entry, or none while `updates` is zero. An `Option` of an entry would take a third more memory.
#[derive(Copy, Clone, Debug)]
struct Slot {
    delay_ns: i64,
    last_update_ns: i64,
    updates: u32,
}

const VACANT: Slot = Slot {
    delay_ns: 0,
    last_update_ns: 0,
    updates: 0,
};

impl Backoff {
    /// No entries yet.
    #[must_use]
    pub fn new(policy: Policy) -> Self {
        Self {
            threshold_ns: policy.threshold_ns(),
            policy,
            slots: Vec::new(),
        }
    }

    /// The policy that all keys share.
    #[must_use]
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Records a restart of `key` at `now_ns` after an exit at `event_ns`, without jitter.
    ///
    /// The new delay, readable with [`Backoff::get`], is what a further crash has to wait.
    pub fn next(&mut self, key: Key, event_ns: i64, now_ns: i64) -> Change {
        self.update(key, event_ns, now_ns, |_| 0)
    }

    /// Records a restart like [`Backoff::next`] and adds jitter.
    ///
    /// The jitter is `random / 2^64` times the policy's jitter factor times a delay: the first delay
    /// when the entry is new, which the maximum does not limit, else the delay before, where the
    /// maximum limits the sum. This is `NewBackOffWithJitter` of client-go in integers.
    pub fn next_jittered(&mut self, key: Key, event_ns: i64, now_ns: i64, random: u64) -> Change {
        let factor = self.policy.jitter;
        self.update(key, event_ns, now_ns, |delay_ns| {
            share(factor.grow(delay_ns), random)
        })
    }

    fn update(&mut self, key: Key, event_ns: i64, now_ns: i64, jitter: impl Fn(i64) -> i64) -> Change {
        let position = position(key);
        if position >= self.slots.len() {
            self.slots.resize(position + 1, VACANT);
        }
        let slot = &mut self.slots[position];
        let change = if slot.updates == 0 {
            Change::Created
        } else if event_ns.saturating_sub(slot.last_update_ns) > self.threshold_ns {
            Change::Expired
        } else {
            Change::Grown
        };
        if change == Change::Grown {
            let grown = self.policy.after_ns(slot.delay_ns, slot.updates);
            slot.delay_ns = grown
                .saturating_add(jitter(slot.delay_ns))
                .min(self.policy.max_ns());
            slot.updates = slot.updates.saturating_add(1);
        } else {
            let first = self.policy.first_ns();
            slot.delay_ns = first.saturating_add(jitter(first));
            slot.updates = 1;
        }
        slot.last_update_ns = now_ns;
        change
    }

    /// Whether `key` must still wait at `now_ns` after an exit at `event_ns`.
    ///
    /// Not any more exactly at the exit plus the delay.
    #[must_use]
    pub fn is_in_backoff_since(&self, key: Key, event_ns: i64, now_ns: i64) -> bool {
        self.live(key, event_ns)
            .is_some_and(|slot| now_ns.saturating_sub(event_ns) < slot.delay_ns)
    }

    /// Whether `key` must still wait at `event_ns`, counted from its last update. The kubelet uses
    /// this for image pulls.
    #[must_use]
    pub fn is_in_backoff_since_update(&self, key: Key, event_ns: i64) -> bool {
        self.live(key, event_ns)
            .is_some_and(|slot| event_ns.saturating_sub(slot.last_update_ns) < slot.delay_ns)
    }

    /// The delay of `key` in nanoseconds; 0 without an entry.
    #[must_use]
    pub fn get(&self, key: Key) -> i64 {
        self.slots.get(position(key)).map_or(0, |slot| slot.delay_ns)
    }

    /// The entry of `key`.
    #[must_use]
    pub fn entry(&self, key: Key) -> Option<Entry> {
        self.slots
            .get(position(key))
            .filter(|slot| slot.updates > 0)
            .map(|slot| Entry {
                delay_ns: slot.delay_ns,
                last_update_ns: slot.last_update_ns,
                step: slot.updates - 1,
            })
    }

    /// Removes the entry of `key`.
    pub fn reset(&mut self, key: Key) {
        if let Some(slot) = self.slots.get_mut(position(key)) {
            *slot = VACANT;
        }
    }

    /// Removes every entry whose last update is longer ago at `now_ns` than the reset threshold.
    ///
    /// The kubelet calls this every two seconds, so an entry can vanish while its container waits.
    pub fn collect_garbage(&mut self, now_ns: i64) {
        for slot in &mut self.slots {
            if now_ns.saturating_sub(slot.last_update_ns) > self.threshold_ns {
                *slot = VACANT;
            }
        }
    }

    fn live(&self, key: Key, event_ns: i64) -> Option<&Slot> {
        self.slots.get(position(key)).filter(|slot| {
            slot.updates > 0 && event_ns.saturating_sub(slot.last_update_ns) <= self.threshold_ns
        })
    }
}

fn position(key: Key) -> usize {
    key.0 as usize
}

/// `random / 2^64` of a length, rounded down.
fn share(length_ns: i64, random: u64) -> i64 {
    let share = (i128::from(length_ns) * i128::from(random)) >> 64;
    // The share is never farther from zero than the length itself.
    i64::try_from(share).unwrap_or(length_ns)
}
