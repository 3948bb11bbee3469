//! What a scenario may ask for, so that work stays bounded.

mod check;
mod node;
mod policy;
mod release_only;
mod workload;

use backoff::{Factor, GoDuration};

use crate::{Invalid, Scenario, VERSION};
use check::Check;
pub(crate) use release_only::release_only;

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
/// The longest image pull.
pub const MAX_PULL: GoDuration = GoDuration::from_secs(3600);
/// The greatest `backoffLimit`.
pub const MAX_BACKOFF_LIMIT: u32 = 1000;
/// Restart rules of a container, as the API server has it.
pub const MAX_RULES: usize = 20;
/// Exit codes in a restart rule.
pub const MAX_EXIT_CODES: usize = 255;
/// The most tries of a pod that fail.
pub const MAX_FAILING: u32 = 1000;
/// The longest time between the first starts of two pods.
pub const MAX_STAGGER: GoDuration = GoDuration::from_secs(3600);
/// The greatest multiplier.
pub const MAX_MULTIPLIER: Factor = Factor::from_thousandths(100_000);
/// The greatest sigma of a log-normal run time.
pub const MAX_SIGMA: Factor = Factor::from_thousandths(4_000);
/// The greatest jitter factor.
pub const MAX_JITTER: Factor = Factor::from_thousandths(10_000);
/// The most API requests for one restart.
pub const MAX_REQUESTS_PER_RESTART: u32 = 100;
/// The highest client limit.
pub const MAX_CLIENT_QPS: u32 = 100_000;
/// The most seeds of a spread.
pub const MAX_SEEDS: u32 = 100;

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
    check.rules(scenario);
    check.pods(scenario);
    check.release_only(scenario);
    check.node(&scenario.node);
    check.number("seeds", scenario.seeds, 1, MAX_SEEDS);
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
