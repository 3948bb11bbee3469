//! What a scenario may ask for, so that work stays bounded.

use backoff::{Factor, GoDuration};

use crate::scenario::{
    Ending, Group, Invalid, Loops, Model, Policy, Reset, RunTime, Scenario, Shape, VERSION,
};
use crate::simulation::Progress;

/// Attempts over all containers and policies of one scenario: more take longer than people wait.
pub const MAX_ATTEMPTS: u64 = 10_000_000;
/// The most steps of one policy: attempts, or in the model *Kubelet release* what happens on the node,
/// the looks at its pods included.
pub const MAX_WORK: u64 = 100_000_000;
/// Policies in one scenario.
pub const MAX_POLICIES: usize = 4;
/// Groups in one scenario.
pub const MAX_GROUPS: usize = 16;
/// Pods over all groups.
pub const MAX_PODS: u32 = 1000;
/// Containers beside a group's own in each of its pods.
pub const MAX_BESIDE: usize = 7;
/// Containers over all pods.
pub const MAX_CONTAINERS: u32 = 2000;
/// Values in a list of run times.
pub const MAX_RUN_TIMES: usize = 256;
/// Delays in a policy of steps.
pub const MAX_STEPS: usize = 64;
/// Characters in a name.
pub const MAX_NAME: usize = 60;
/// The shortest horizon.
pub const MIN_HORIZON: GoDuration = GoDuration::from_secs(1);
/// The longest horizon and the longest run time: a week.
pub const MAX_HORIZON: GoDuration = GoDuration::from_secs(7 * 24 * 3600);
/// The longest delay and the longest reset threshold: a day.
pub const MAX_DELAY: GoDuration = GoDuration::from_secs(24 * 3600);
/// The longest create latency.
pub const MAX_CREATE_LATENCY: GoDuration = GoDuration::from_secs(600);
/// The longest time between the first starts of two pods.
pub const MAX_STAGGER: GoDuration = GoDuration::from_secs(3600);
/// The greatest multiplier.
pub const MAX_MULTIPLIER: Factor = Factor::from_thousandths(100_000);
/// The greatest jitter factor.
pub const MAX_JITTER: Factor = Factor::from_thousandths(10_000);
/// The most API requests for one restart.
pub const MAX_REQUESTS_PER_RESTART: u32 = 100;
/// The highest client limit.
pub const MAX_CLIENT_QPS: u32 = 100_000;

/// Lists every field of a scenario that breaks its limit; empty when all is well.
#[must_use]
pub fn check(scenario: &Scenario) -> Vec<Invalid> {
    let mut check = Check::default();
    if scenario.version != VERSION {
        check.refuse(
            "version",
            format!("found {}, this build reads {VERSION}", scenario.version),
        );
    }
    check.count("policies", scenario.policies.len(), MAX_POLICIES);
    for (n, policy) in scenario.policies.iter().enumerate() {
        check.policy(&format!("policies[{n}]"), policy);
    }
    if scenario.baseline as usize >= scenario.policies.len().max(1) {
        check.refuse(
            "baseline",
            format!(
                "found {}, the last policy has index {}",
                scenario.baseline,
                scenario.policies.len().saturating_sub(1)
            ),
        );
    }
    check.count("workload", scenario.workload.len(), MAX_GROUPS);
    for (n, group) in scenario.workload.iter().enumerate() {
        check.group(&format!("workload[{n}]"), group);
    }
    check.pods(scenario);
    check.release_only(scenario);
    let node = &scenario.node;
    check.loops(&node.loops);
    if let Some(at) = node.kubelet_restarts_at {
        check.duration("node.kubeletRestartsAt", at, GoDuration::ZERO, MAX_HORIZON);
    }
    check.number("node.maxPods", node.max_pods, 1, MAX_PODS);
    check.duration(
        "node.createLatency",
        node.create_latency,
        GoDuration::ZERO,
        MAX_CREATE_LATENCY,
    );
    check.number(
        "node.requestsPerRestart",
        node.requests_per_restart,
        0,
        MAX_REQUESTS_PER_RESTART,
    );
    check.number("node.clientQps", node.client_qps, 1, MAX_CLIENT_QPS);
    check.number("node.eventQps", node.event_qps, 1, MAX_CLIENT_QPS);
    check.duration("horizon", scenario.horizon, MIN_HORIZON, MAX_HORIZON);
    // The page keeps the scenario in its address, and what it writes there it has to read again.
    let length = crate::permalink::encode(scenario).len();
    if length > crate::permalink::MAX_LENGTH {
        check.refuse(
            "workload",
            format!(
                "the link to this scenario has {length} bytes, allowed are {}; shorten lists and names",
                crate::permalink::MAX_LENGTH
            ),
        );
    }
    check.found
}

/// How to make a scenario small enough of which only this part could be played.
pub(crate) fn way_out(scenario: &Scenario, played: Progress) -> String {
    let fits = |count: i64| {
        // Nine tenths of what fitted, so that the advice works even though the simulated part is only
        // an estimate of the whole.
        let part = i128::from(count) * i128::from(played.done) * 9 / (i128::from(played.of) * 10).max(1);
        i64::try_from(part).unwrap_or(i64::MAX)
    };
    let horizon = GoDuration::from_secs(fits(scenario.horizon.nanos() / 1_000_000_000));
    let pods = fits(scenario.workload.iter().map(|group| i64::from(group.pods)).sum());
    let mut remedies = Vec::new();
    if horizon >= MIN_HORIZON {
        remedies.push(format!("shorten the horizon to {}", horizon.short()));
    }
    if pods > 0 && scenario.model != Model::KubeletRelease {
        remedies.push(format!("simulate {pods} pods"));
    }
    if remedies.is_empty() {
        return "even one container needs more: lengthen the delays, the run time or the create \
                latency, or shorten the horizon"
            .to_owned();
    }
    if scenario.policies.len() > 1 {
        remedies.push("compare fewer policies".to_owned());
    }
    remedies.join(", or ")
}

#[derive(Default)]
struct Check {
    found: Vec<Invalid>,
}

impl Check {
    fn refuse(&mut self, field: &str, message: String) {
        self.found.push(Invalid {
            field: field.to_owned(),
            message,
        });
    }

    fn count(&mut self, field: &str, found: usize, max: usize) {
        if found == 0 || found > max {
            self.refuse(field, format!("found {found} of them, allowed are 1 to {max}"));
        }
    }

    fn number(&mut self, field: &str, found: u32, min: u32, max: u32) {
        if found < min || found > max {
            self.refuse(field, format!("found {found}, allowed are {min} to {max}"));
        }
    }

    fn duration(&mut self, field: &str, found: GoDuration, min: GoDuration, max: GoDuration) {
        if found < min || found > max {
            let (found, min, max) = (found.short(), min.short(), max.short());
            self.refuse(field, format!("found {found}, allowed are {min} to {max}"));
        }
    }

    fn factor(&mut self, field: &str, found: Factor, min: Factor, max: Factor) {
        if found < min || found > max {
            self.refuse(field, format!("found {found}, allowed are {min} to {max}"));
        }
    }

    fn name(&mut self, field: &str, found: &str) {
        let length = found.chars().count();
        if length == 0 || length > MAX_NAME {
            self.refuse(
                field,
                format!("found {length} characters, allowed are 1 to {MAX_NAME}"),
            );
        } else if found.chars().any(char::is_control) {
            self.refuse(
                field,
                "found a control character, allowed are printable ones".to_owned(),
            );
        }
    }

    fn policy(&mut self, at: &str, policy: &Policy) {
        self.name(&format!("{at}.name"), &policy.name);
        match &policy.shape {
            Shape::Exponential {
                initial,
                multiplier,
                max,
            } => {
                let shape = format!("{at}.shape.exponential");
                self.duration(&format!("{shape}.initial"), *initial, GoDuration::ZERO, MAX_DELAY);
                self.factor(
                    &format!("{shape}.multiplier"),
                    *multiplier,
                    Factor::ONE,
                    MAX_MULTIPLIER,
                );
                self.duration(&format!("{shape}.max"), *max, GoDuration::ZERO, MAX_DELAY);
            }
            Shape::Flat(delay) => {
                self.duration(&format!("{at}.shape.flat"), *delay, GoDuration::ZERO, MAX_DELAY);
            }
            Shape::Steps(delays) => {
                let steps = format!("{at}.shape.steps");
                self.count(&steps, delays.len(), MAX_STEPS);
                for (n, delay) in delays.iter().enumerate().take(MAX_STEPS) {
                    self.duration(&format!("{steps}[{n}]"), *delay, GoDuration::ZERO, MAX_DELAY);
                }
            }
        }
        if let Reset::After(threshold) = policy.reset {
            self.duration(
                &format!("{at}.reset.after"),
                threshold,
                GoDuration::ZERO,
                MAX_DELAY,
            );
        }
        self.factor(&format!("{at}.jitter"), policy.jitter, Factor::ZERO, MAX_JITTER);
    }

    fn run(&mut self, run: &str, time: &RunTime) {
        match time {
            RunTime::Fixed(fixed) => {
                self.duration(&format!("{run}.fixed"), *fixed, GoDuration::ZERO, MAX_HORIZON);
            }
            RunTime::Uniform { min, max } => {
                self.duration(&format!("{run}.uniform.min"), *min, GoDuration::ZERO, MAX_HORIZON);
                self.duration(&format!("{run}.uniform.max"), *max, GoDuration::ZERO, MAX_HORIZON);
                if min > max {
                    let (min, max) = (min.short(), max.short());
                    self.refuse(
                        &format!("{run}.uniform"),
                        format!("found min {min} above max {max}; exchange them"),
                    );
                }
            }
            RunTime::Exponential { mean } => {
                self.duration(
                    &format!("{run}.exponential.mean"),
                    *mean,
                    GoDuration::ZERO,
                    MAX_HORIZON,
                );
            }
            RunTime::List(times) => {
                let list = format!("{run}.list");
                self.count(&list, times.len(), MAX_RUN_TIMES);
                for (n, time) in times.iter().enumerate().take(MAX_RUN_TIMES) {
                    self.duration(&format!("{list}[{n}]"), *time, GoDuration::ZERO, MAX_HORIZON);
                }
            }
        }
    }

    fn loops(&mut self, loops: &Loops) {
        let (ms, s) = (GoDuration::from_millis, GoDuration::from_secs);
        for (field, found, min, max) in [
            ("relistPeriod", loops.relist_period, ms(100), s(300)),
            ("relist", loops.relist, GoDuration::ZERO, s(60)),
            ("relistPerPod", loops.relist_per_pod, GoDuration::ZERO, s(1)),
            ("relistPerChange", loops.relist_per_change, GoDuration::ZERO, s(1)),
            ("sync", loops.sync, GoDuration::ZERO, s(60)),
            ("startNoise", loops.start_noise, GoDuration::ZERO, s(60)),
            ("kill", loops.kill, GoDuration::ZERO, s(600)),
        ] {
            if let Some(found) = found {
                self.duration(&format!("node.loops.{field}"), found, min, max);
            }
        }
    }

    /// What only the loops of a kubelet can answer.
    fn release_only(&mut self, scenario: &Scenario) {
        let containers = scenario.containers();
        if containers > MAX_CONTAINERS && scenario.workload.iter().any(|group| !group.beside.is_empty()) {
            self.refuse(
                "workload",
                format!("found {containers} containers, allowed are 1 to {MAX_CONTAINERS}"),
            );
        }
        if scenario.model == Model::KubeletRelease {
            return;
        }
        let only = || "only the model kubeletRelease knows this; choose it or leave the field out".to_owned();
        for (n, group) in scenario.workload.iter().enumerate() {
            if group.ends == Ending::Probe {
                self.refuse(&format!("workload[{n}].ends"), only());
            }
            if !group.beside.is_empty() {
                self.refuse(&format!("workload[{n}].beside"), only());
            }
        }
        if scenario.node.kubelet_restarts_at.is_some() {
            self.refuse("node.kubeletRestartsAt", only());
        }
    }

    fn group(&mut self, at: &str, group: &Group) {
        self.name(&format!("{at}.name"), &group.name);
        self.number(&format!("{at}.pods"), group.pods, 1, MAX_PODS);
        self.run(&format!("{at}.run"), &group.run);
        if let Some(latency) = group.create_latency {
            self.duration(
                &format!("{at}.createLatency"),
                latency,
                GoDuration::ZERO,
                MAX_CREATE_LATENCY,
            );
        }
        if group.beside.len() > MAX_BESIDE {
            let found = group.beside.len();
            self.refuse(
                &format!("{at}.beside"),
                format!("found {found} of them, allowed are 0 to {MAX_BESIDE}"),
            );
        }
        for (n, beside) in group.beside.iter().enumerate().take(MAX_BESIDE) {
            self.name(&format!("{at}.beside[{n}].name"), &beside.name);
            self.run(&format!("{at}.beside[{n}].run"), &beside.run);
        }
        if let Some(back) = group.recovers_at {
            self.duration(&format!("{at}.recoversAt"), back, GoDuration::ZERO, MAX_HORIZON);
        }
        self.duration(
            &format!("{at}.stagger"),
            group.stagger,
            GoDuration::ZERO,
            MAX_STAGGER,
        );
    }

    fn pods(&mut self, scenario: &Scenario) {
        let pods: u64 = scenario.workload.iter().map(|group| u64::from(group.pods)).sum();
        let max = scenario.node.max_pods;
        if pods > u64::from(MAX_PODS) {
            self.refuse(
                "workload",
                format!("found {pods} pods in all groups, allowed are 1 to {MAX_PODS}"),
            );
        } else if pods > u64::from(max) && (1..=MAX_PODS).contains(&max) {
            self.refuse(
                "node.maxPods",
                format!("found {max}, the workload has {pods} pods; set it to {pods} or use fewer pods"),
            );
        }
    }
}
