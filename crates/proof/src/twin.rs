//! A measured kubelet as a scenario, and what it did between two instants.

use backoff::GoDuration;
use kubelet::{Call, Operation, Release};
use sim::load::Visible;
use sim::{Model, Policy, Scenario, Timeline, limits, simulate};

use crate::measured::group;

const SECOND: i64 = 1_000_000_000;

/// From the start of a kubelet to its first pod, in seconds, about.
pub(crate) const READY_S: i64 = 5;

/// A kubelet with identical pods.
#[derive(Clone, Debug)]
pub(crate) struct Twin {
    scenario: Scenario,
    release: Release,
}

/// What has been done so far.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    /// Starts but the first of each container.
    pub(crate) restarts: u64,
    /// By operation.
    pub(crate) operations: [u64; Operation::COUNT],
    /// Processor time of the kubelet, the API server and etcd in microseconds.
    pub(crate) cpu_us: [u64; 3],
    /// For how long CrashLoopBackOff was to be seen.
    pub(crate) visible: Visible,
    /// Every start.
    pub(crate) timeline: Timeline,
}

/// The initial and the maximum delay in seconds that a kubelet's name stands for: `c10-110-q5`.
fn delays(release: Release, kubelet: &str) -> Result<(i64, i64), String> {
    let setting = kubelet
        .split('-')
        .find(|part| !matches!(*part, "lat" | "krestart"));
    let setting = setting.unwrap_or_default();
    match setting {
        "d300" | "idle0" | "idle110" | "idle250" => Ok((10, 300)),
        // The gate alone fills in 300s where the configuration field exists.
        "red" if release >= Release::V1_35 => Ok((1, 300)),
        "red" | "red60" => Ok((1, 60)),
        _ => {
            let max = setting.strip_prefix('c').and_then(|max| max.parse().ok());
            let max: i64 = max.ok_or_else(|| format!("no kubelet is called {kubelet}"))?;
            Ok((max.min(10), max))
        }
    }
}

impl Twin {
    /// A kubelet with `pods` pods of one case, bound within `within_s` seconds.
    pub(crate) fn new(
        release: &str,
        kubelet: &str,
        qps: u32,
        case: &str,
        pods: u32,
        within_s: i64,
    ) -> Result<Self, String> {
        let release: Release = release.parse().map_err(|_| format!("no release {release}"))?;
        let (initial_s, max_s) = delays(release, kubelet)?;
        let mut scenario = Scenario {
            model: Model::KubeletRelease,
            release,
            policies: vec![Policy::exponential(
                kubelet,
                GoDuration::from_secs(initial_s),
                GoDuration::from_secs(max_s),
            )],
            workload: vec![group(case, pods.max(1))?],
            ..Scenario::default()
        };
        scenario.workload[0].stagger =
            GoDuration::from_nanos(within_s * SECOND / i64::from(pods.max(1)) + 1_370_000);
        scenario.node.max_pods = limits::MAX_PODS;
        scenario.node.client_qps = qps;
        scenario.node.event_qps = qps;
        if kubelet.starts_with("krestart") {
            scenario.node.kubelet_restarts_at = Some(GoDuration::from_secs(160 - READY_S));
        }
        Ok(Self { scenario, release })
    }

    /// Everything until an instant.
    pub(crate) fn until(&self, seed: u64, horizon_ns: i64) -> Result<Done, String> {
        Done::in_all(&Scenario {
            seed,
            horizon: GoDuration::from_nanos(horizon_ns),
            ..self.scenario.clone()
        })
    }

    /// What was done between two instants.
    pub(crate) fn between(&self, seed: u64, from_ns: i64, to_ns: i64) -> Result<Done, String> {
        Ok(self.until(seed, to_ns)?.since(&self.until(seed, from_ns)?))
    }

    pub(crate) const fn release(&self) -> Release {
        self.release
    }
}

impl Done {
    /// Everything in a scenario.
    pub(crate) fn in_all(scenario: &Scenario) -> Result<Self, String> {
        let outcome = simulate(scenario)
            .map_err(|refusal| refusal.to_string())?
            .outcomes
            .remove(0);
        let load = outcome.load.kubelet.ok_or("the model has no kubelet")?;
        Ok(Self {
            restarts: outcome.summary.restarts_total,
            operations: load.operations,
            cpu_us: [
                load.cpu_rate.total,
                load.apiserver_cpu_rate.total,
                load.etcd_cpu_rate.total,
            ],
            visible: load.visible,
            timeline: outcome.timeline,
        })
    }

    fn since(mut self, before: &Self) -> Self {
        self.restarts -= before.restarts;
        for (after, before) in self.operations.iter_mut().zip(before.operations) {
            *after -= before;
        }
        for (after, before) in self.cpu_us.iter_mut().zip(before.cpu_us) {
            *after -= before;
        }
        self
    }

    /// How often an operation happened.
    pub(crate) const fn count(&self, operation: Operation) -> u64 {
        self.operations[operation.index()]
    }

    /// Calls to the container runtime by one method.
    pub(crate) fn calls(&self, call: Call, release: Release) -> u64 {
        let of = |operation: Operation| -> u64 {
            let each = operation.calls(release).iter();
            each.filter(|(of, _)| *of == call)
                .map(|(_, n)| u64::from(*n) * self.count(operation))
                .sum()
        };
        Operation::ALL.into_iter().map(of).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names mean what the data of the timing runs says.
    #[test]
    fn names_stand_for_delays() {
        for kubelet in crate::measured::kubelets().expect("the data can be read") {
            let release = kubelet.release.parse().expect("a release");
            let expected = (kubelet.initial_ms / 1000, kubelet.max_ms / 1000);
            assert_eq!(delays(release, &kubelet.kubelet), Ok(expected), "{kubelet:?}");
        }
    }
}
