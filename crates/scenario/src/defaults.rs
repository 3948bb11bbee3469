//! What a scenario means where its document says nothing. Fixed for version 1 for ever.

use backoff::{Factor, GoDuration};
use kubelet::Release;

use super::{Ending, Group, Loops, Model, Node, Policy, Reset, RestartPolicy, RunTime, Scenario, VERSION};

impl Default for Scenario {
    /// What the page opens on: today's default against 1s/60s, 110 pods, Kubernetes 1.35.
    fn default() -> Self {
        Self {
            version: VERSION,
            model: Model::default(),
            release: Release::default(),
            policies: vec![
                Policy::exponential(
                    "Today's default",
                    GoDuration::from_secs(10),
                    GoDuration::from_secs(300),
                ),
                Policy::exponential(
                    "Reduced default",
                    GoDuration::from_secs(1),
                    GoDuration::from_secs(60),
                ),
            ],
            baseline: 0,
            workload: vec![Group::default()],
            node: Node::default(),
            horizon: default_horizon(),
            seed: 0,
            seeds: default_seeds(),
        }
    }
}

impl Default for Group {
    fn default() -> Self {
        Self {
            name: default_group_name(),
            pods: default_pods(),
            run: RunTime::default(),
            exit_code: default_exit_code(),
            down_from: None,
            recovers_at: None,
            stagger: GoDuration::ZERO,
            create_latency: None,
            restart_policy: RestartPolicy::default(),
            restart_policy_rules: Vec::new(),
            backoff_limit: None,
            image_changes_at: None,
            ends: Ending::Exit,
            image: None,
            create_fails: None,
            beside: Vec::new(),
        }
    }
}

impl Default for Node {
    fn default() -> Self {
        Self {
            max_pods: 110,
            create_latency: GoDuration::from_millis(150),
            requests_per_restart: 5,
            client_qps: 50,
            event_qps: 50,
            serialize_image_pulls: true,
            max_parallel_image_pulls: None,
            kubelet_restarts_at: None,
            loops: Loops::default(),
        }
    }
}

impl Default for RunTime {
    fn default() -> Self {
        Self::Fixed(GoDuration::ZERO)
    }
}

impl Default for Reset {
    fn default() -> Self {
        Self::After(GoDuration::from_secs(600))
    }
}

pub(super) fn default_horizon() -> GoDuration {
    GoDuration::from_secs(30 * 60)
}

pub(super) const fn default_seeds() -> u32 {
    1
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes the field by reference"
)]
pub(super) const fn is_one(seeds: &u32) -> bool {
    *seeds == 1
}

pub(super) fn default_group_name() -> String {
    "crashing".to_owned()
}

pub(super) const fn default_pods() -> u32 {
    110
}

pub(super) const fn default_exit_code() -> u8 {
    1
}

pub(super) const fn doubling() -> Factor {
    Factor::TWO
}

pub(super) const fn no_jitter() -> Factor {
    Factor::ZERO
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes the field by reference"
)]
pub(super) fn is_zero(factor: &Factor) -> bool {
    *factor == Factor::ZERO
}
