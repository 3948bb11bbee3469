//! The back-off policy that follows from the gates and the configured maximum.

use backoff::{GoDuration, Policy};

use crate::{
    Release,
    gates::{KUBELET_CRASH_LOOP_BACK_OFF_MAX, REDUCE_DEFAULT_CRASH_LOOP_BACK_OFF_DECAY},
};

const SECOND: i64 = 1_000_000_000;

/// The initial delay without any gate, 10 s.
pub const INITIAL_NS: i64 = 10 * SECOND;

/// The maximum delay without any gate, and what the Max gate fills in, 300 s.
pub const MAX_NS: i64 = 300 * SECOND;

/// The initial delay under `ReduceDefaultCrashLoopBackOffDecay`, 1 s.
pub const REDUCED_INITIAL_NS: i64 = SECOND;

/// The maximum delay under `ReduceDefaultCrashLoopBackOffDecay` alone, 60 s.
pub const REDUCED_MAX_NS: i64 = 60 * SECOND;

/// The policy of a kubelet and how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effective {
    /// The first delay after the free restart, in nanoseconds.
    pub initial_ns: i64,
    /// The largest delay, in nanoseconds.
    pub max_ns: i64,
    /// `maxContainerRestartPeriod` after defaulting; nothing when it stays unset.
    pub defaulted_period_ns: Option<i64>,
    /// Why the two delays are what they are, a sentence each.
    pub reasons: Vec<String>,
}

impl Effective {
    /// The policy for the engine: delays double, and the count resets after a run of more than 600 s in every release.
    #[must_use]
    pub fn policy(&self) -> Policy {
        Policy::exponential(self.initial_ns, self.max_ns)
    }
}

/// What `newCrashLoopBackOff` makes of the gates and the configured maximum, after defaulting.
///
/// `None` for a gate means that it is not set; for the period, that `maxContainerRestartPeriod` is absent. The period
/// is taken as it is: [`crate::config`] refuses what a kubelet refuses. A period is ignored when the Max gate is off.
///
/// Read in kubernetes `pkg/kubelet/kubelet.go` and `pkg/kubelet/apis/config/v1beta1/defaults.go`, 1.32.13 to 1.36.2
/// and 69b42b46 (1.37).
#[must_use]
pub fn effective(
    release: Release,
    gate_max: Option<bool>,
    gate_reduce: Option<bool>,
    period_ns: Option<i64>,
) -> Effective {
    let max_is_on = KUBELET_CRASH_LOOP_BACK_OFF_MAX.is_on(release, gate_max);
    let reduce_is_on = REDUCE_DEFAULT_CRASH_LOOP_BACK_OFF_DECAY.is_on(release, gate_reduce);
    let mut reasons = Vec::new();

    let (mut initial_ns, mut max_ns) = if reduce_is_on {
        reasons.push(
            "ReduceDefaultCrashLoopBackOffDecay is on: the initial delay is 1s and the maximum 60s, unless a \
             configured maximum takes its place."
                .to_owned(),
        );
        (REDUCED_INITIAL_NS, REDUCED_MAX_NS)
    } else {
        reasons.push(format!(
            "The defaults of {release} are an initial delay of 10s and a maximum of 300s."
        ));
        (INITIAL_NS, MAX_NS)
    };

    let mut defaulted_period_ns = period_ns;
    if max_is_on {
        let how = if gate_max.is_some() {
            "is switched on".to_owned()
        } else {
            format!("is on by default in {release}")
        };
        max_ns = period_ns.unwrap_or(MAX_NS);
        reasons.push(match period_ns {
            Some(period) => format!(
                "KubeletCrashLoopBackOffMax {how}: the maximum is the configured {}.",
                GoDuration(period).short()
            ),
            None if reduce_is_on => format!(
                "KubeletCrashLoopBackOffMax {how} and no maximum is configured, so 300s is filled in, which wins over \
                 60s."
            ),
            None => format!(
                "KubeletCrashLoopBackOffMax {how} and no maximum is configured, so 300s is filled in."
            ),
        });
        defaulted_period_ns = Some(max_ns);
        if max_ns < initial_ns {
            reasons.push(format!(
                "The maximum is below the initial delay of {}, so every delay is {}.",
                GoDuration(initial_ns).short(),
                GoDuration(max_ns).short()
            ));
            initial_ns = max_ns;
        }
    }
    Effective {
        initial_ns,
        max_ns,
        defaulted_period_ns,
        reasons,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reduced_defaults_lose_their_maximum_to_the_other_gate() {
        let on_1_34 = effective(Release::V1_34, None, Some(true), None);
        assert_eq!((on_1_34.initial_ns, on_1_34.max_ns), (SECOND, 60 * SECOND));
        assert_eq!(on_1_34.defaulted_period_ns, None);
        let on_1_35 = effective(Release::V1_35, None, Some(true), None);
        assert_eq!((on_1_35.initial_ns, on_1_35.max_ns), (SECOND, 300 * SECOND));
        assert!(on_1_35.reasons[1].contains("wins over 60s"));
    }

    #[test]
    fn a_small_maximum_lowers_the_initial_delay() {
        let flat = effective(Release::V1_35, None, None, Some(2 * SECOND));
        assert_eq!((flat.initial_ns, flat.max_ns), (2 * SECOND, 2 * SECOND));
        assert_eq!(flat.policy(), Policy::exponential(2 * SECOND, 2 * SECOND));
    }

    #[test]
    fn releases_without_the_gates_never_change() {
        for release in [Release::V1_28, Release::V1_31] {
            let fixed = effective(release, Some(true), Some(true), Some(SECOND));
            assert_eq!((fixed.initial_ns, fixed.max_ns), (INITIAL_NS, MAX_NS));
        }
    }
}
