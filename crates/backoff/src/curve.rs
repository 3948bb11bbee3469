//! The documented curve: how delays and restarts add up when every restart waits.
//!
//! The Kubernetes documentation and KEP-4603 describe it: the first restart waits the initial delay,
//! and nothing takes time but the waits and the runs. The delays are those of client-go
//! `util/flowcontrol/backoff.go` (32ce75a7). That the real first restart is free is left to
//! [`crate::replay`].

use crate::policy::{Policy, Shape};
use alloc::vec;
use alloc::vec::Vec;

/// The restarts of one container that always runs equally long, in closed form.
///
/// A negative run time or delay counts as zero.
#[derive(Clone, Debug)]
pub struct Curve {
    run_ns: i64,
    /// The delays until they no longer change. Never empty; the last one repeats.
    delays: Vec<i64>,
    /// When the restart after each of these delays takes place.
    restarts: Vec<i128>,
}

impl Curve {
    /// The curve of `policy` for a container that runs `run_ns` nanoseconds each time.
    ///
    /// A run longer than the reset threshold makes every delay the first one.
    #[must_use]
    pub fn new(policy: &Policy, run_ns: i64) -> Self {
        let run_ns = run_ns.max(0);
        let mut delays = if run_ns > policy.threshold_ns() {
            vec![policy.first_ns()]
        } else {
            changing_delays(policy)
        };
        let mut now: i128 = 0;
        let restarts = delays
            .iter_mut()
            .map(|delay| {
                *delay = (*delay).max(0);
                now += i128::from(run_ns) + i128::from(*delay);
                now
            })
            .collect();
        Self {
            run_ns,
            delays,
            restarts,
        }
    }

    /// The wait in nanoseconds before restart `n`, which counts from 1; 0 counts as 1.
    #[must_use]
    pub fn nth_delay(&self, n: u64) -> i64 {
        at(&self.delays, n.saturating_sub(1)).unwrap_or(self.last_delay())
    }

    /// The time in nanoseconds from the first start to restart `n`; 0 for `n` = 0. Saturates.
    #[must_use]
    pub fn elapsed_until(&self, n: u64) -> i64 {
        let Some(before) = n.checked_sub(1) else {
            return 0;
        };
        let exact = at(&self.restarts, before).unwrap_or_else(|| {
            let repeated = self.period().saturating_mul(i128::from(n) - self.changing());
            self.last_changing().saturating_add(repeated)
        });
        i64::try_from(exact).unwrap_or(i64::MAX)
    }

    /// How many restarts take place before `horizon_ns`, or until it with `inclusive`.
    ///
    /// `u64::MAX` when neither runs nor waits take any time. The start at zero is not a restart.
    #[must_use]
    pub fn restarts_within(&self, horizon_ns: i64, inclusive: bool) -> u64 {
        // The last instant that counts.
        let until = i128::from(horizon_ns) - i128::from(!inclusive);
        if until < self.last_changing() {
            return self.restarts.partition_point(|restart| *restart <= until) as u64;
        }
        match (until - self.last_changing()).checked_div(self.period()) {
            Some(more) => u64::try_from(self.changing() + more).unwrap_or(u64::MAX),
            None => u64::MAX,
        }
    }

    /// The restarts between each edge and the one before it: after the earlier, until the later.
    ///
    /// The first window starts at zero, inclusive. Edges are instants in nanoseconds that do not fall.
    #[must_use]
    pub fn windows(&self, edges_ns: &[i64]) -> Vec<u64> {
        let mut before = 0;
        edges_ns
            .iter()
            .map(|edge| {
                let until = self.restarts_within(*edge, true);
                until.saturating_sub(core::mem::replace(&mut before, until))
            })
            .collect()
    }

    fn last_delay(&self) -> i64 {
        self.delays.last().copied().unwrap_or(0)
    }

    fn last_changing(&self) -> i128 {
        self.restarts.last().copied().unwrap_or(0)
    }

    fn changing(&self) -> i128 {
        self.restarts.len() as i128
    }

    fn period(&self) -> i128 {
        i128::from(self.run_ns) + i128::from(self.last_delay())
    }
}

fn at<T: Copy>(list: &[T], position: u64) -> Option<T> {
    list.get(usize::try_from(position).ok()?).copied()
}

/// The delays until they no longer change.
///
/// The list is short: even at a multiplier of 1.001 rounding lets a delay stand still below 1 µs and
/// needs about 40,000 steps for the whole range of `i64` above it.
fn changing_delays(policy: &Policy) -> Vec<i64> {
    if let Shape::Steps(delays) = &policy.shape
        && !delays.is_empty()
    {
        return delays.clone();
    }
    let mut delays = Vec::new();
    let mut delay = policy.first_ns();
    loop {
        delays.push(delay);
        let next = policy.after_ns(delay, 1);
        if next == delay {
            return delays;
        }
        delay = next;
    }
}
