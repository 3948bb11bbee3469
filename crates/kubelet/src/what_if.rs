//! Which policies no kubelet can be configured to do.

use backoff::{Factor, GoDuration, Policy, ResetRule, Shape};

use crate::{
    Release,
    config::period_is_accepted,
    effective,
    effective::{INITIAL_NS, MAX_NS, REDUCED_INITIAL_NS},
    gates::{KUBELET_CRASH_LOOP_BACK_OFF_MAX, REDUCE_DEFAULT_CRASH_LOOP_BACK_OFF_DECAY, Stage},
};

/// Why a kubelet cannot be configured to a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhatIf {
    /// The part of the policy that stands in the way: `initial delay`, `maximum delay`, `multiplier`, `steps`,
    /// `reset`, `jitter`, or `platform`.
    pub part: &'static str,
    /// The reason, as a sentence.
    pub reason: String,
}

/// Why no kubelet of the release can be configured to do this policy. Empty when one can: see
/// [`crate::snippet()`].
#[must_use]
pub fn what_if(policy: &Policy, release: Release) -> Vec<WhatIf> {
    let mut reasons = Vec::new();
    let mut add = |part, reason: String| reasons.push(WhatIf { part, reason });
    if policy.jitter != Factor::ZERO {
        add(
            "jitter",
            "No kubelet adds jitter to the back-off itself.".to_owned(),
        );
    }
    if !resets_like_a_kubelet(policy) {
        add(
            "reset",
            "Every kubelet starts the count anew after a run of more than 600s, and that cannot be configured.".to_owned(),
        );
    }
    match &policy.shape {
        Shape::Steps(_) => add(
            "steps",
            "A kubelet doubles its delays; a list of steps cannot be configured.".to_owned(),
        ),
        Shape::Exponential { multiplier, .. } if *multiplier != Factor::TWO && !is_flat(policy) => {
            add("multiplier", "A kubelet always doubles its delays.".to_owned());
        }
        Shape::Flat { .. } | Shape::Exponential { .. } => {}
    }
    if let Some((initial_ns, max_ns)) = delays(policy)
        && settings(initial_ns, max_ns, release).is_none()
    {
        reasons.extend(delay_reasons(initial_ns, max_ns, release));
    }
    reasons
}

/// What has to be set.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) gate_max: bool,
    pub(crate) gate_reduce: bool,
    pub(crate) period_ns: Option<i64>,
}

/// The smallest settings that give these two delays.
pub(crate) fn settings(initial_ns: i64, max_ns: i64, release: Release) -> Option<Settings> {
    let set = |gate: bool| gate.then_some(true);
    let candidates = [None, Some(max_ns)].into_iter().flat_map(|period_ns| {
        [(false, false), (false, true), (true, false), (true, true)].map(|(gate_max, gate_reduce)| Settings {
            gate_max,
            gate_reduce,
            period_ns,
        })
    });
    candidates
        .filter(|settings| {
            let max = KUBELET_CRASH_LOOP_BACK_OFF_MAX;
            let reduce = REDUCE_DEFAULT_CRASH_LOOP_BACK_OFF_DECAY;
            let known = |gate: bool, stage| !gate || stage != Stage::Absent;
            known(settings.gate_max, max.stage(release))
                && known(settings.gate_reduce, reduce.stage(release))
                && settings.period_ns.is_none_or(|period| {
                    period_is_accepted(period) && max.is_on(release, set(settings.gate_max))
                })
        })
        .find(|settings| {
            let result = effective(
                release,
                set(settings.gate_max),
                set(settings.gate_reduce),
                settings.period_ns,
            );
            (result.initial_ns, result.max_ns) == (initial_ns, max_ns)
        })
}

/// The initial and the maximum delay, when the shape has them.
pub(crate) fn delays(policy: &Policy) -> Option<(i64, i64)> {
    match &policy.shape {
        Shape::Exponential {
            initial_ns, max_ns, ..
        } => Some((*initial_ns, *max_ns)),
        Shape::Flat { delay_ns } => Some((*delay_ns, *delay_ns)),
        Shape::Steps(_) => None,
    }
}

fn is_flat(policy: &Policy) -> bool {
    delays(policy).is_some_and(|(initial_ns, max_ns)| initial_ns == max_ns)
}

fn resets_like_a_kubelet(policy: &Policy) -> bool {
    match policy.reset {
        ResetRule::After(threshold_ns) => threshold_ns == 2 * MAX_NS,
        ResetRule::TwiceMax => policy.max_ns() == MAX_NS,
    }
}

/// Why no settings give these two delays. There is always at least one reason.
fn delay_reasons(initial_ns: i64, max_ns: i64, release: Release) -> Vec<WhatIf> {
    let short = |ns: i64| GoDuration(ns).short();
    let max_exists = KUBELET_CRASH_LOOP_BACK_OFF_MAX.stage(release) != Stage::Absent;
    let reduce_exists = REDUCE_DEFAULT_CRASH_LOOP_BACK_OFF_DECAY.stage(release) != Stage::Absent;
    let mut reasons = Vec::new();

    if !max_exists && max_ns != MAX_NS {
        reasons.push(WhatIf {
            part: "maximum delay",
            reason: format!("The maximum of {release} is 300s; it can be configured since 1.32."),
        });
    }
    if max_exists && !period_is_accepted(max_ns) {
        reasons.push(WhatIf {
            part: "maximum delay",
            reason: format!(
                "The maximum can be set from 1s to 300s, not to {}.",
                short(max_ns)
            ),
        });
    }
    // A kubelet lowers its initial delay to a smaller maximum.
    let usual = if max_exists {
        INITIAL_NS.min(max_ns)
    } else {
        INITIAL_NS
    };
    if initial_ns != usual && !(reduce_exists && initial_ns == REDUCED_INITIAL_NS) {
        let mut allowed = "10s".to_owned();
        if max_exists {
            allowed += ", or the maximum where that is below 10s";
        }
        allowed += if reduce_exists {
            ", or 1s under ReduceDefaultCrashLoopBackOffDecay"
        } else {
            " (1s is possible since 1.33)"
        };
        reasons.push(WhatIf {
            part: "initial delay",
            reason: format!(
                "The initial delay of {release} is {allowed}; it cannot be {}.",
                short(initial_ns)
            ),
        });
    }
    reasons
}
