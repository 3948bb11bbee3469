//! client-go's `Backoff` driven by the kubelet's check, without its loops.
//!
//! `doBackOff` in Kubernetes `pkg/kubelet/kuberuntime/kuberuntime_manager.go` (1.28 to 1.36): the
//! container starts unless its entry is in back-off since the last exit; `Next` is called in the
//! instant of the start. Here the pod is looked at in the first instant that allows the start.

use backoff::{Backoff, Change, Key, Policy};

use super::{Exit, Restart};
use crate::timeline::Why;

#[derive(Debug)]
pub(crate) struct BackoffObject {
    entries: Backoff,
}

impl BackoffObject {
    pub(crate) fn new(policy: Policy) -> Self {
        Self {
            entries: Backoff::new(policy),
        }
    }

    pub(crate) fn restart(&mut self, exit: Exit) -> Restart {
        let key = Key(exit.container);
        let held = if self
            .entries
            .is_in_backoff_since(key, exit.finished_ns, exit.finished_ns)
        {
            self.entries.entry(key)
        } else {
            None
        };
        let backoff_ns = held.map_or(0, |entry| entry.delay_ns);
        let start_ns = exit.finished_ns + backoff_ns;
        let why = match self
            .entries
            .next_jittered(key, exit.finished_ns, start_ns, exit.random)
        {
            Change::Created => Why::FreeRestart,
            Change::Grown => Why::BackedOff,
            Change::Expired => Why::Reset,
        };
        Restart {
            start_ns,
            backoff_ns,
            step: held.map_or(0, |entry| u16::try_from(entry.step).unwrap_or(u16::MAX)),
            why,
        }
    }
}
