//! Measured kubelets: what 1.32 to 1.36 did with crashing containers, replayed.

mod compare;
mod exceptions;
mod pooled;
mod replay;
mod syncs;
mod table;

use std::collections::BTreeMap;

use serde::Deserialize;

pub use compare::{DEVIATIONS, Lateness, Measured, Place, RESOLUTION_S, Restarts, SHARE, Verdict, compare};
pub use exceptions::exceptions;
pub use pooled::{Pooled, pooled};
pub use replay::{Replay, replay};
pub(crate) use replay::{group, scenario, seeded};
pub use syncs::{Syncs, syncs};
pub use table::text;

/// Simulations of each kubelet.
pub const SEEDS: u64 = 20;

/// A kubelet that was measured, with all pods that ran on it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Kubelet {
    /// `1.32` to `1.36`.
    pub release: String,
    /// `t` for timing, `cost` for cost.
    pub batch: String,
    /// Its name: the setting, in batch `cost` with the number of pods.
    pub kubelet: String,
    /// The delay it begins with, in milliseconds.
    pub initial_ms: i64,
    /// Its longest delay, in milliseconds.
    pub max_ms: i64,
    /// Requests a second that each of its clients may send; twice as many in a burst.
    pub qps: u32,
    /// How long it ran, in seconds.
    pub run_s: f64,
    /// When its process was killed, in milliseconds after the first start of its first pod.
    pub killed_at_ms: Option<i64>,
    /// Pods that also ran on it and whose restarts are not in the data, by the name of their case.
    pub beside: BTreeMap<String, u32>,
    /// What was measured, case by case.
    pub cases: Vec<Case>,
}

/// Identical pods on one kubelet.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The name, which says what the containers do.
    pub case: String,
    /// How many pods.
    pub pods: u32,
    /// Their containers.
    pub containers: Vec<Container>,
}

/// A container of each pod of a case.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Container {
    /// Its name in the pod.
    pub container: String,
    /// Restarts after the pod's first start.
    pub restarts: Vec<Window>,
    /// How late restarts came.
    pub lateness: Vec<Step>,
}

/// Restarts within a time after the first start, over the pods of a case.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Window {
    /// The time in seconds.
    pub window_s: u32,
    /// The mean.
    pub mean: f64,
    /// The pod with the fewest.
    pub min: u32,
    /// The pod with the most.
    pub max: u32,
}

/// Restarts under one rule and delay: how long after exit and delay the start was decided.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Step {
    /// The rule.
    pub rule: Rule,
    /// The delay in milliseconds; 0 where the rule knows none.
    pub delay_ms: i64,
    /// How many restarts.
    pub n: usize,
    /// Mean lateness in milliseconds.
    pub mean: f64,
    /// 95 of 100 were less late, in milliseconds.
    pub p95: i64,
    /// The latest, in milliseconds.
    pub max: i64,
    /// The levels 0, 1/20 … 1, in milliseconds.
    pub quantiles: Vec<i64>,
}

/// Which rule a restart follows.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// There was no back-off entry.
    New,
    /// The entry's delay from the exit.
    Step,
    /// The run was longer than the threshold.
    Expired,
    /// The entry was collected while it still held the container: the wait counts, not its lateness.
    Gc,
    /// The entry was collected when its delay was over but the start had not come.
    GcLate,
    /// The first kill by a probe.
    KillFirst,
    /// Killed by a probe and started at once.
    KillPass,
    /// Killed by a probe and held.
    KillBlocked,
    /// A new kubelet process forgot the entry.
    Forgiven,
}

/// The kubelets in the order of the data.
///
/// # Errors
/// The line and what is wrong with it.
pub fn kubelets() -> Result<Vec<Kubelet>, String> {
    crate::lines(include_str!("../../../tests/measured/kubelets.jsonl"))
}

/// Replays every kubelet and compares it with what was measured.
///
/// # Errors
/// Data that cannot be read, or a scenario that the simulator refuses.
pub fn compared() -> Result<Measured, String> {
    let mut all = Measured::default();
    for kubelet in kubelets()? {
        let of_one = compare(&kubelet, &replay(&kubelet, SEEDS)?);
        all.restarts.extend(of_one.restarts);
        all.lateness.extend(of_one.lateness);
        all.early += of_one.early;
    }
    all.pooled = pooled(&all.lateness);
    all.syncs = syncs()?;
    Ok(all)
}
