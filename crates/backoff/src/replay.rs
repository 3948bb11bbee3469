//! The ideal driver: one container under the kubelet's check with a sync at the earliest allowed instant.
//!
//! It does what `doBackOff` in Kubernetes `pkg/kubelet/kuberuntime/kuberuntime_manager.go` (1.36.2) does
//! with `flowcontrol.Backoff` of client-go `util/flowcontrol/backoff.go` (32ce75a7): the first restart
//! is free, the delay grows at each start, and a run counts from the last start. Optionally it collects
//! garbage as `HandlePodCleanups` does.

use crate::entries::{Backoff, Change, Key};
use crate::policy::Policy;
use alloc::vec::Vec;

/// How long the container runs each time, in nanoseconds: the prefix once, then the cycle for ever.
///
/// Without a cycle the container runs only as often as the prefix says. A negative run counts as zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Runs {
    /// The first runs.
    pub prefix: Vec<i64>,
    /// The runs after the prefix, over and over.
    pub cycle: Vec<i64>,
}

impl Runs {
    /// The run with this index, counted from 0.
    #[must_use]
    pub fn get(&self, index: u64) -> Option<i64> {
        let first = self.prefix.len() as u64;
        let run = match index.checked_sub(first) {
            None => self.prefix.get(usize::try_from(index).ok()?)?,
            Some(later) => self
                .cycle
                .get(usize::try_from(later.checked_rem(self.cycle.len() as u64)?).ok()?)?,
        };
        Some((*run).max(0))
    }
}

/// One restart. Instants are nanoseconds from the container's first start.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Restart {
    /// When the run before ended.
    pub finished_ns: i64,
    /// The delay that a further crash would have to wait.
    pub backoff_ns: i64,
    /// When the container starts again; this less `finished_ns` is the wait.
    pub started_ns: i64,
    /// What happened to the back-off entry.
    pub change: Change,
}

/// The restarts of one container in order.
///
/// It ends with the runs, or before an instant that does not fit into `i64`.
#[derive(Clone, Debug)]
pub struct Replay {
    backoff: Backoff,
    runs: Runs,
    gc_every_ns: Option<i64>,
    restarts: u64,
    started_ns: i64,
}

const CONTAINER: Key = Key(0);

impl Replay {
    /// Starts the container at 0.
    ///
    /// With `gc_every_ns` the entry is checked for garbage at every multiple of that period; a sync at
    /// the same instant goes first. When the entry vanishes while the container waits, it starts at
    /// once. The kubelet's period is 2 s. A period below 1 ns counts as none.
    #[must_use]
    pub fn new(policy: Policy, runs: Runs, gc_every_ns: Option<i64>) -> Self {
        let gc_every_ns = gc_every_ns.filter(|period| *period > 0);
        Self {
            backoff: Backoff::new(policy),
            runs,
            gc_every_ns,
            restarts: 0,
            started_ns: 0,
        }
    }

    /// Collects garbage in time for a sync at `sync_ns` and returns the tick that removed the entry.
    fn garbage_before(&mut self, sync_ns: i64) -> Option<i64> {
        let period = self.gc_every_ns?;
        let entry = self.backoff.entry(CONTAINER)?;
        // No tick until then can remove the entry. Instants and thresholds of valid policies are not negative.
        let threshold_ns = self.backoff.policy().threshold_ns().max(0);
        let kept_until = entry.last_update_ns.checked_add(threshold_ns)?;
        let tick = kept_until.checked_sub(kept_until % period)?.checked_add(period)?;
        if tick >= sync_ns {
            return None;
        }
        self.backoff.collect_garbage(tick);
        Some(tick)
    }
}

impl Iterator for Replay {
    type Item = Restart;

    fn next(&mut self) -> Option<Restart> {
        let finished_ns = self.started_ns.checked_add(self.runs.get(self.restarts)?)?;
        let mut started_ns = finished_ns;
        let collected = self.garbage_before(finished_ns);
        if collected.is_none()
            && self
                .backoff
                .is_in_backoff_since(CONTAINER, finished_ns, finished_ns)
        {
            started_ns = finished_ns.checked_add(self.backoff.get(CONTAINER))?;
            if let Some(tick) = self.garbage_before(started_ns) {
                started_ns = tick;
            }
        }
        let change = self.backoff.next(CONTAINER, finished_ns, started_ns);
        self.restarts += 1;
        self.started_ns = started_ns;
        Some(Restart {
            finished_ns,
            backoff_ns: self.backoff.get(CONTAINER),
            started_ns,
            change,
        })
    }
}
