//! The curve as documentation and KEPs describe it.
//!
//! Every restart waits, the first one the initial delay; the delay is measured from the exit and
//! starts again after a run that is longer than the reset threshold (KEP-4603, "CrashLoopBackOff
//! behavior"; the website's pod lifecycle page).

use backoff::{Backoff, Change, Key, Policy};

use super::{Exit, Restart};
use crate::timeline::Why;

#[derive(Debug)]
pub(crate) struct Documented {
    entries: Backoff,
}

impl Documented {
    pub(crate) fn new(policy: Policy) -> Self {
        Self {
            entries: Backoff::new(policy),
        }
    }

    pub(crate) fn restart(&mut self, exit: Exit) -> Restart {
        let key = Key(exit.container);
        // Every entry was made at 0 and is looked at when the run is over, so the reset rule sees
        // the run time alone, as documentation has it.
        let run_ns = exit.finished_ns - exit.running_ns;
        let change = self.entries.next_jittered(key, run_ns, 0, exit.random);
        let backoff_ns = self.entries.get(key);
        Restart {
            start_ns: exit.finished_ns.saturating_add(backoff_ns),
            backoff_ns,
            step: self
                .entries
                .entry(key)
                .map_or(0, |entry| u16::try_from(entry.step).unwrap_or(u16::MAX)),
            why: match change {
                Change::Created | Change::Grown => Why::BackedOff,
                Change::Expired => Why::Reset,
            },
        }
    }
}
