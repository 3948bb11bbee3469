//! The attempts of a group under today's default policy.

use backoff::GoDuration;
use sim::{Attempt, Group, Model, Policy, RunTime, Scenario, simulate};

pub(crate) fn s(seconds: i64) -> GoDuration {
    GoDuration::from_secs(seconds)
}

/// One pod whose container runs for so long.
pub(crate) fn one(run_s: i64) -> Group {
    Group {
        pods: 1,
        run: RunTime::Fixed(s(run_s)),
        ..Group::default()
    }
}

/// The attempts of each container, by the model *Kubelet release* unless `change` says otherwise.
pub(crate) fn run(release: &str, group: &Group, change: impl Fn(&mut Scenario)) -> Vec<Vec<Attempt>> {
    let mut scenario = Scenario {
        model: Model::KubeletRelease,
        release: release.parse().expect("a release"),
        policies: vec![Policy::exponential("p", s(10), s(300))],
        workload: vec![group.clone()],
        ..Scenario::default()
    };
    change(&mut scenario);
    let timeline = simulate(&scenario).expect("valid").outcomes.remove(0).timeline;
    (0..timeline.len())
        .map(|container| timeline.attempts(container).collect())
        .collect()
}
