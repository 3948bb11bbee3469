//! The feature gates that a file sets.

use document::{Node, Position, Scalar};

use super::{Finding, push};
use crate::{
    Release,
    gates::{self, Gate, KUBELET_CRASH_LOOP_BACK_OFF_MAX, Known, REDUCE_DEFAULT_CRASH_LOOP_BACK_OFF_DECAY},
};

/// The gates that a file sets, in the order of the file: later ones win.
pub(super) struct FeatureGates {
    release: Release,
    /// What `KubeletCrashLoopBackOffMax` is set to.
    pub(super) max: Option<bool>,
    /// What `ReduceDefaultCrashLoopBackOffDecay` is set to.
    pub(super) reduce: Option<bool>,
    /// Gates that keep the kubelet from starting.
    pub(super) refused: Vec<Finding>,
    pub(super) warnings: Vec<Finding>,
}

impl FeatureGates {
    pub(super) fn new(release: Release) -> Self {
        Self {
            release,
            max: None,
            reduce: None,
            refused: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Takes in a `featureGates` mapping.
    pub(super) fn read(&mut self, node: &Node) {
        let mut stages = Vec::new();
        for (key, value) in node.entries() {
            let name = key.text().unwrap_or_default();
            self.check(name, key.at, value);
            let Some(Scalar::Bool(on)) = value.scalar() else {
                continue;
            };
            match name {
                _ if name == KUBELET_CRASH_LOOP_BACK_OFF_MAX.name => self.max = Some(on),
                _ if name == REDUCE_DEFAULT_CRASH_LOOP_BACK_OFF_DECAY.name => self.reduce = Some(on),
                "AllAlpha" | "AllBeta" => stages.push((name, on)),
                _ => {}
            }
        }
        // A gate that is named itself wins over its stage.
        for (name, on) in stages {
            let belongs = |gate: Gate| match gate.stage(self.release) {
                gates::Stage::Alpha { .. } => name == "AllAlpha",
                gates::Stage::Beta { .. } => name == "AllBeta",
                _ => false,
            };
            if belongs(KUBELET_CRASH_LOOP_BACK_OFF_MAX) {
                self.max.get_or_insert(on);
            }
            if belongs(REDUCE_DEFAULT_CRASH_LOOP_BACK_OFF_DECAY) {
                self.reduce.get_or_insert(on);
            }
        }
    }

    fn check(&mut self, name: &str, at: Position, value: &Node) {
        let release = self.release;
        let finding = |message: String, hint| Finding {
            at: Some(at),
            field: format!("featureGates.{name}"),
            message,
            hint,
        };
        let unrecognized = || format!("unrecognized feature gate: {name}");
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
