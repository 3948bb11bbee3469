//! The curve as documentation and KEPs describe it.
//!
//! Every restart waits, the first one the initial delay; the delay is measured from the exit and
//! starts again after a run that is longer than the reset threshold (KEP-4603, "CrashLoopBackOff
//! behavior"; the website's pod lifecycle page).

use backoff::Policy;

use super::{Exit, Restart};
use crate::timeline::Why;

#[derive(Debug)]
pub(crate) struct Documented {
    policy: Policy,
    container: Option<u32>,
    delay_ns: i64,
    step: u32,
}

impl Documented {
    pub(crate) fn new(policy: Policy) -> Self {
        Self {
            policy,
            container: None,
            delay_ns: 0,
            step: 0,
        }
    }

    pub(crate) fn restart(&mut self, exit: Exit) -> Restart {
        let first = self.container.replace(exit.container) != Some(exit.container);
        let reset = exit.finished_ns - exit.running_ns > self.policy.threshold_ns();
        if first || reset {
            self.step = 0;
            self.delay_ns = self.policy.first_ns();
        } else {
            self.step = self.step.saturating_add(1);
            self.delay_ns = self.policy.after_ns(self.delay_ns, self.step);
        }
        Restart {
            start_ns: exit.finished_ns + self.delay_ns,
            backoff_ns: self.delay_ns,
            step: u16::try_from(self.step).unwrap_or(u16::MAX),
            why: if reset && !first {
                Why::Reset
            } else {
                Why::BackedOff
            },
        }
    }
}
