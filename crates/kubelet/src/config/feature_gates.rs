//! The feature gates that files and flags set.

use document::{Node, Position, Scalar, shorten};

use super::{Finding, push};
use crate::{
    Release,
    gates::{self, Gate, KUBELET_CRASH_LOOP_BACK_OFF_MAX, Known, REDUCE_DEFAULT_CRASH_LOOP_BACK_OFF_DECAY},
};

/// What a gate is set to, and where.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Set {
    pub(super) on: bool,
    pub(super) at: Position,
}

/// The gates of several `featureGates` mappings, as far as they matter to the back-off: later mappings win, and a
/// gate that is named itself wins over its stage.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct FeatureGates {
    named_max: Option<Set>,
    named_reduce: Option<Set>,
    all_alpha: Option<Set>,
    all_beta: Option<Set>,
}

impl FeatureGates {
    /// Takes mappings in, the winning one last.
    pub(super) fn of<'a>(mappings: impl IntoIterator<Item = &'a Node>) -> Self {
        let mut gates = Self::default();
        for (key, value) in mappings.into_iter().flat_map(Node::entries) {
            let Some(Scalar::Bool(on)) = value.scalar() else {
                continue;
            };
            let place = match key.text().unwrap_or_default() {
                name if name == KUBELET_CRASH_LOOP_BACK_OFF_MAX.name => &mut gates.named_max,
                name if name == REDUCE_DEFAULT_CRASH_LOOP_BACK_OFF_DECAY.name => &mut gates.named_reduce,
                "AllAlpha" => &mut gates.all_alpha,
                "AllBeta" => &mut gates.all_beta,
                _ => continue,
            };
            *place = Some(Set { on, at: key.at });
        }
        gates
    }

    /// What `KubeletCrashLoopBackOffMax` is set to.
    pub(super) fn max(&self, release: Release) -> Option<Set> {
        self.named_max
            .or_else(|| self.stage(KUBELET_CRASH_LOOP_BACK_OFF_MAX, release))
    }

    /// What `ReduceDefaultCrashLoopBackOffDecay` is set to.
    pub(super) fn reduce(&self, release: Release) -> Option<Set> {
        self.named_reduce
            .or_else(|| self.stage(REDUCE_DEFAULT_CRASH_LOOP_BACK_OFF_DECAY, release))
    }

    fn stage(&self, gate: Gate, release: Release) -> Option<Set> {
        match gate.stage(release) {
            gates::Stage::Alpha { .. } => self.all_alpha,
            gates::Stage::Beta { .. } => self.all_beta,
            _ => None,
        }
    }
}

/// What a kubelet says to the names in a `featureGates` mapping.
#[derive(Debug, Default)]
pub(super) struct Check {
    /// Gates that keep the kubelet from starting.
    pub(super) refused: Vec<Finding>,
    pub(super) warnings: Vec<Finding>,
}

impl Check {
    /// Checks every name. With `null_removes`, a gate that is null is removed and therefore not looked at.
    pub(super) fn mapping(&mut self, node: &Node, release: Release, null_removes: bool) {
        for (key, value) in node.entries() {
            if !(null_removes && value.is_null()) {
                self.name(key.text().unwrap_or_default(), key.at, value, release);
            }
        }
    }

    fn name(&mut self, name: &str, at: Position, value: &Node, release: Release) {
        let shown = shorten(name);
        let finding = |message: String, hint| Finding::at(at, format!("featureGates.{shown}"), message, hint);
        let unrecognized = || format!("unrecognized feature gate: {shown}");
        match gates::look_up(name, release) {
            Known::Yes => {}
            Known::LockedOn if value.scalar() != Some(Scalar::Bool(false)) => {}
            Known::LockedOn => push(&mut self.refused, || {
                finding(
                    format!("cannot set feature gate {name} to false, feature is locked to true"),
                    Some("Remove the line.".to_owned()),
                )
            }),
            Known::Later(first) => push(&mut self.refused, || {
                let hint = format!("The gate exists since {first}; remove it for {release}.");
                finding(unrecognized(), Some(hint))
            }),
            Known::Dropped => push(&mut self.warnings, || {
                finding(
                    format!("{name} was dropped by some release; a kubelet without it does not start"),
                    Some(format!("Check that {release} still has it.")),
                )
            }),
            Known::No => push(&mut self.refused, || {
                let meant = gates::nearest(name, release).map(|meant| format!("Did you mean {meant}?"));
                let young = (release >= Release::V1_36)
                    .then(|| format!("The gates of {release} are known here from before its release."));
                finding(unrecognized(), meant.or(young))
            }),
        }
    }
}
