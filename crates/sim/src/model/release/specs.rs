//! The workload as the node needs it: the containers of each group's pods, in the order in which
//! a sync goes through them.

use scenario::{Dependency, Ending, Failing, Image, RestartPolicy, Role, RuleAction, RunTime, Scenario};

/// The pods of a group.
#[derive(Debug)]
pub(super) struct GroupSpec {
    pub(super) restart_policy: RestartPolicy,
    /// From the decision to start until a container runs.
    pub(super) create_ns: i64,
    /// The `backoffLimit` of the Job whose pods these are.
    pub(super) backoff_limit: Option<u32>,
    /// The group's own container, then those beside it.
    pub(super) members: Vec<Member>,
    /// Init containers and sidecars as listed, then the others.
    pub(super) order: Vec<u16>,
}

/// A container of a pod.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) role: Role,
    pub(super) run: RunTime,
    pub(super) exit_code: u8,
    pub(super) ends: Ending,
    /// What a restart rule does when it exits.
    pub(super) rule: Option<RuleAction>,
    pub(super) image: Option<Image>,
    pub(super) create_fails: Option<Failing>,
    pub(super) dependency: Dependency,
}

pub(super) fn specs(scenario: &Scenario) -> Vec<GroupSpec> {
    scenario
        .workload
        .iter()
        .map(|group| {
            let own = Member {
                role: Role::App,
                run: group.run.clone(),
                exit_code: group.exit_code,
                ends: group.ends,
                rule: group.rule(),
                image: group.image.clone(),
                create_fails: group.create_fails,
                dependency: group.dependency(),
            };
            let beside = group.beside.iter().map(|container| Member {
                role: container.role,
                run: container.run.clone(),
                exit_code: container.exit_code,
                ends: container.ends,
                rule: None,
                image: None,
                create_fails: None,
                dependency: Dependency::DOWN,
            });
            let members: Vec<_> = core::iter::once(own).chain(beside).collect();
            let numbered = || (0_u16..).zip(&members);
            let early = numbered().filter(|(_, member)| member.role != Role::App);
            let late = numbered().filter(|(_, member)| member.role == Role::App);
            GroupSpec {
                restart_policy: group.restart_policy,
                backoff_limit: group.backoff_limit,
                create_ns: group
                    .create_latency
                    .unwrap_or(scenario.node.create_latency)
                    .nanos(),
                order: early.chain(late).map(|(n, _)| n).collect(),
                members,
            }
        })
        .collect()
}
