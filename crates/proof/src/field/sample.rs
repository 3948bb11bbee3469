//! Many containers of the same kind, simulated.

use backoff::GoDuration;
use kubelet::Release;
use sim::{Attempt, Ending, Group, Model, Policy, RunTime, Scenario, limits, simulate};

/// What is simulated: the default back-off of 10s to 300s.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    pub(super) release: Release,
    pub(super) ends: Ending,
    pub(super) create_ms: i64,
    pub(super) horizon_s: i64,
    /// Pods of each run time on one node.
    pub(super) pods: u32,
    pub(super) seeds: u64,
}

/// The attempts of every container, by run time.
pub(super) fn sample(kind: Kind, runs: &[RunTime]) -> Result<Vec<Vec<Vec<Attempt>>>, String> {
    let mut by_run = Vec::with_capacity(runs.len());
    for runs in runs.chunks(limits::MAX_GROUPS) {
        let first = by_run.len();
        by_run.resize(first + runs.len(), Vec::new());
        for seed in 0..kind.seeds {
            let outcome = simulate(&scenario(kind, runs, seed))
                .map_err(|refusal| refusal.to_string())?
                .outcomes
                .remove(0);
            for container in outcome.timeline.containers() {
                by_run[first + usize::from(container.group)]
                    .push(outcome.timeline.attempts(container.index).collect());
            }
        }
    }
    Ok(by_run)
}

fn scenario(kind: Kind, runs: &[RunTime], seed: u64) -> Scenario {
    let mut scenario = Scenario {
        model: Model::KubeletRelease,
        release: kind.release,
        policies: vec![Policy::exponential(
            "default",
            GoDuration::from_secs(10),
            GoDuration::from_secs(300),
        )],
        workload: runs
            .iter()
            .map(|run| Group {
                pods: kind.pods,
                run: run.clone(),
                ends: kind.ends,
                create_latency: Some(GoDuration::from_millis(kind.create_ms)),
                stagger: GoDuration::from_millis(237),
                ..Group::default()
            })
            .collect(),
        horizon: GoDuration::from_secs(kind.horizon_s),
        seed,
        ..Scenario::default()
    };
    scenario.node.max_pods = limits::MAX_PODS;
    scenario
}
