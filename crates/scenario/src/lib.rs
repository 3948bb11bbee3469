//! The scenario document: what is compared, on which workload and node, for how long.
//!
//! One serde type serves the gallery, the command line, the permalink and the page. Field names
//! are camelCase as in Kubernetes' own documents; durations are Go durations (`1m30s`).

pub mod limits;
pub mod permalink;
pub mod presets;

mod defaults;
mod dependency;
mod failing;
mod image;
mod node;
mod policy;
mod reading;
mod restart_rules;
mod run_time;
mod workload;

use backoff::GoDuration;
use kubelet::Release;
use serde::{Deserialize, Serialize};

use defaults::{default_horizon, default_seeds, is_one};
pub use dependency::Dependency;
pub use failing::Failing;
pub use image::{Image, PullPolicy};
pub use node::{Loops, Node};
pub use policy::{Policy, Reset, Shape};
pub use restart_rules::{ExitCodes, Operator, RestartRule, RuleAction};
pub use run_time::RunTime;
pub use workload::{Beside, Ending, Group, RestartPolicy, Role};

/// The version of the scenario document and of the permalink that this build writes.
pub const VERSION: u32 = 1;

/// A complete, self-contained description of one simulation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Scenario {
    /// The version of this document, always 1.
    pub version: u32,
    /// Which model of the kubelet draws the restarts.
    #[serde(default)]
    pub model: Model,
    /// The Kubernetes release whose configuration rules apply, `1.28` to `1.37`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub release: Release,
    /// One to four policies to compare.
    pub policies: Vec<Policy>,
    /// Index of the policy that the others are compared with.
    #[serde(default)]
    pub baseline: u32,
    /// One or more groups of identical pods.
    pub workload: Vec<Group>,
    /// The node that runs them.
    #[serde(default)]
    pub node: Node,
    /// How long to simulate, 1s to 168h.
    #[serde(default = "default_horizon")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub horizon: GoDuration,
    /// Seed of every random number.
    #[serde(default)]
    pub seed: u64,
    /// Over how many seeds the spread is taken, this one and those that follow, 1 to 100. With one
    /// there is no spread.
    #[serde(default = "default_seeds", skip_serializing_if = "is_one")]
    pub seeds: u32,
}

/// How closely the restarts follow a real kubelet.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Model {
    /// The curve as documentation and KEPs describe it: every restart waits, the first one the
    /// initial delay; no latency.
    Documented,
    /// client-go's `Backoff` driven by the kubelet's own check, looked at in the first instant
    /// that allows a start: the first restart is free.
    #[default]
    BackoffObject,
    /// The loops of one kubelet release around that object: when an exit is seen, when the pod is
    /// looked at again, what housekeeping forgets.
    KubeletRelease,
}

/// A field of a scenario that breaks a limit or contradicts another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// The path of the field, for example `workload[0].pods`.
    pub field: String,
    /// What was found, what is allowed and what to do.
    pub message: String,
}

impl core::fmt::Display for Invalid {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}: {}", self.field, self.message)
    }
}

impl core::error::Error for Invalid {}

impl Scenario {
    /// The release of the kubelet that has the policy with this index.
    #[must_use]
    pub fn release_of(&self, policy: usize) -> Release {
        let own = self.policies.get(policy).and_then(|policy| policy.release);
        own.unwrap_or(self.release)
    }

    /// The oldest release of all policies.
    pub(crate) fn oldest_release(&self) -> Release {
        let releases = (0..self.policies.len()).map(|policy| self.release_of(policy));
        releases.min().unwrap_or(self.release)
    }

    /// How many containers the workload has.
    #[must_use]
    pub fn containers(&self) -> u32 {
        self.workload
            .iter()
            .map(|group| {
                let each = u32::try_from(group.beside.len())
                    .unwrap_or(u32::MAX)
                    .saturating_add(1);
                group.pods.saturating_mul(each)
            })
            .fold(0, u32::saturating_add)
    }
}
