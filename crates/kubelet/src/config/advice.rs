//! The traps that a configuration falls into, in words.

use std::fmt;

use document::Node;

use super::{Stage, Verdict, files::Read, validate::Period};
use crate::{
    Release,
    effective::{REDUCED_INITIAL_NS, REDUCED_MAX_NS},
};

/// What to know about a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// Which trap it is.
    pub trap: Trap,
    /// What happens and what to do, in sentences.
    pub sentence: String,
}

/// The ways in which a configuration does not do what it seems to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Trap {
    /// The field is set and the gate that allows it is off: written for 1.35, refused by 1.32 to 1.34.
    FieldWithoutGate,
    /// `ReduceDefaultCrashLoopBackOffDecay` gives 1s/300s, because the other gate fills in 300 s.
    ReducedMaximumLost,
    /// The field was filled in while the gate was on, and then the gate is switched off.
    FilledInThenOff,
    /// The gate comes on after the last time that defaults are filled in.
    OnAfterDefaults,
    /// 1.28 and 1.29 read drop-ins only with an environment variable.
    DropInVariable,
    /// A null in a drop-in removes what came before it.
    NullInDropIn,
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FieldWithoutGate => "field-without-gate",
            Self::ReducedMaximumLost => "reduced-maximum-lost",
            Self::FilledInThenOff => "filled-in-then-off",
            Self::OnAfterDefaults => "on-after-defaults",
            Self::DropInVariable => "drop-in-variable",
            Self::NullInDropIn => "null-in-drop-in",
        })
    }
}

/// Advice that follows from reading drop-ins at all.
pub(super) fn of_drop_ins(verdict: &mut Verdict, read: &Read, layers: &[&Node]) {
    let release = verdict.release;
    if !read.drop_ins.is_empty() && release < Release::V1_30 {
        verdict.advice.push(Advice {
            trap: Trap::DropInVariable,
            sentence: format!(
                "{release} refuses --config-dir unless KUBELET_CONFIG_DROPIN_DIR_ALPHA is set in its environment; \
                 here it is taken as set."
            ),
        });
    }
    if release >= Release::V1_32 && layers.iter().any(|layer| has_null(layer)) {
        verdict.advice.push(Advice {
            trap: Trap::NullInDropIn,
            sentence: "A null in a drop-in removes what the files before it set, defaults included. This follows from \
                       the merge patch in the kubelet's code and was not seen on a real kubelet."
                .to_owned(),
        });
    }
}

/// Whether one of the two fields that matter is null, or inside one that is.
fn has_null(layer: &Node) -> bool {
    ["crashLoopBackOff", "featureGates"].iter().any(|key| {
        layer
            .get(key)
            .is_some_and(|node| node.is_null() || node.entries().iter().any(|(_, value)| value.is_null()))
    })
}

/// Advice that follows from the outcome, given the maximum delay after all defaults and what the Max gate is set to.
pub(super) fn of_outcome(
    verdict: &mut Verdict,
    period: Option<Period>,
    max: Option<bool>,
    over_nodeadm: bool,
) {
    let release = verdict.release;
    let refused = verdict.stage == Stage::Validate;
    let mut give = |trap, sentence: String| verdict.advice.push(Advice { trap, sentence });
    match (&verdict.effective, period) {
        (Some(effective), Some(period))
            if period.at.is_none()
                && effective.initial_ns == REDUCED_INITIAL_NS
                && effective.max_ns > REDUCED_MAX_NS =>
        {
            give(
                Trap::ReducedMaximumLost,
                format!(
                    "ReduceDefaultCrashLoopBackOffDecay does not give 1s/60s in {release}: the gate \
                     KubeletCrashLoopBackOffMax is on and fills in 300s, so the delays are 1s/300s. Set \
                     crashLoopBackOff.maxContainerRestartPeriod to 60s, or switch KubeletCrashLoopBackOffMax off in the \
                     main file."
                ),
            );
        }
        (None, None) if refused => give(
            Trap::OnAfterDefaults,
            "The gate KubeletCrashLoopBackOffMax is switched on by a flag after the files were filled in with it off. \
             The maximum stays empty, and a kubelet with the gate on needs one."
                .to_owned(),
        ),
        (None, Some(period)) if refused && period.at.is_none() => {
            let whose = if over_nodeadm {
                "the file that nodeadm writes"
            } else {
                "the main file"
            };
            give(
                Trap::FilledInThenOff,
                format!(
                    "Drop-ins and flags come after {whose} was filled in. It got 300s while the gate \
                     KubeletCrashLoopBackOffMax was on; a gate that is switched off later leaves the value behind, and \
                     the kubelet refuses it. Switch the gate off where the defaults are filled in, or leave it alone."
                ),
            );
        }
        (None, Some(_)) if refused && max.is_none() && release < Release::V1_35 => give(
            Trap::FieldWithoutGate,
            format!(
                "Upgrade trap: the field crashLoopBackOff.maxContainerRestartPeriod needs no gate from 1.35 on, and \
                 tools built on 1.35 write it with its default 5m0s. A kubelet of {release} does not start with it. \
                 Remove the field for kubelets before 1.35, or switch on KubeletCrashLoopBackOffMax there."
            ),
        ),
        _ => {}
    }
}
