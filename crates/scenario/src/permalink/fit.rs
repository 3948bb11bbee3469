//! Makes a scenario that was read piece by piece agree with itself; each change is a notice.

use super::Notice;
use super::decode::notice;
use super::encode::model;
use crate::limits;
use crate::{Model, Scenario};

/// Makes pods and node agree: groups without `pods` have the default each, which together may
/// be more than are allowed, and a link with many pods need not name `maxpods`.
pub(super) fn fit_pods(scenario: &mut Scenario, notices: &mut Vec<Notice>) {
    let pods: u32 = scenario.workload.iter().map(|group| group.pods).sum();
    if pods > limits::MAX_PODS {
        notices.push(notice(
            &format!("{pods} pods"),
            format!(
                "all groups together have more than {} pods; the last ones are left out",
                limits::MAX_PODS
            ),
        ));
        let mut left = limits::MAX_PODS;
        scenario.workload.retain_mut(|group| {
            group.pods = group.pods.min(left);
            left -= group.pods;
            group.pods > 0
        });
    }
    let pods: u32 = scenario.workload.iter().map(|group| group.pods).sum();
    if pods > scenario.node.max_pods {
        notices.push(notice(
            &format!("maxpods={}", scenario.node.max_pods),
            format!("the link has {pods} pods, so maxpods is {pods} here"),
        ));
        scenario.node.max_pods = pods;
    }
}

/// Leaves out containers beside others where all pods together have too many.
pub(super) fn fit_containers(scenario: &mut Scenario, notices: &mut Vec<Notice>) {
    let found = scenario.containers();
    while scenario.containers() > limits::MAX_CONTAINERS {
        let Some(group) = scenario
            .workload
            .iter_mut()
            .rev()
            .find(|group| !group.beside.is_empty())
        else {
            return;
        };
        group.beside.pop();
    }
    if found > limits::MAX_CONTAINERS {
        notices.push(notice(
            &format!("{found} containers"),
            format!(
                "all pods together have more than {}; the last ones are left out",
                limits::MAX_CONTAINERS
            ),
        ));
    }
}

/// Leaves out restart rules that the release does not know.
pub(super) fn fit_rules(scenario: &mut Scenario, notices: &mut Vec<Notice>) {
    let release = scenario.oldest_release();
    for group in &mut scenario.workload {
        let rules = group.restart_policy_rules.len();
        group
            .restart_policy_rules
            .retain(|rule| rule.action.since() <= release);
        if group.restart_policy_rules.len() < rules {
            notices.push(notice(
                &format!("k8s={release}"),
                "this release does not know all restart rules of the link; those are left out".to_owned(),
            ));
        }
    }
}

/// What only the model *Kubelet release* knows chooses that model.
pub(super) fn fit_model(scenario: &mut Scenario, notices: &mut Vec<Notice>) {
    if scenario.model != Model::KubeletRelease && !limits::release_only(scenario).is_empty() {
        notices.push(notice(
            &format!("model={}", model(scenario.model)),
            "only the model kubelet knows c, ends, pull, pulls, createfails, changes, backofflimit, rules=all and restartat, so it is chosen here".to_owned(),
        ));
        scenario.model = Model::KubeletRelease;
    }
}
