//! What only the loops of a kubelet can answer.

use super::MAX_CONTAINERS;
use super::check::Check;
use crate::{Ending, Model, RuleAction, Scenario};

impl Check {
    /// What only the loops of a kubelet can answer.
    pub(super) fn release_only(&mut self, scenario: &Scenario) {
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
        for field in release_only(scenario) {
            self.refuse(
                &field,
                "only the model kubeletRelease knows this; choose it or leave the field out".to_owned(),
            );
        }
    }
}

/// The fields that only the model *Kubelet release* can answer.
pub(crate) fn release_only(scenario: &Scenario) -> Vec<String> {
    let mut found = Vec::new();
    for (n, group) in scenario.workload.iter().enumerate() {
        for (field, set) in [
            ("ends", group.ends != Ending::Exit),
            ("backoffLimit", group.backoff_limit.is_some()),
            ("imageChangesAt", group.image_changes_at.is_some()),
            ("image", group.image.is_some()),
            ("createFails", group.create_fails.is_some()),
            ("beside", !group.beside.is_empty()),
        ] {
            if set {
                found.push(format!("workload[{n}].{field}"));
            }
        }
        for (rule, action) in group
            .restart_policy_rules
            .iter()
            .map(|rule| rule.action)
            .enumerate()
        {
            if action == RuleAction::RestartAllContainers {
                found.push(format!("workload[{n}].restartPolicyRules[{rule}].action"));
            }
        }
    }
    let node = &scenario.node;
    for (field, set) in [
        ("serializeImagePulls", !node.serialize_image_pulls),
        ("kubeletRestartsAt", node.kubelet_restarts_at.is_some()),
    ] {
        if set {
            found.push(format!("node.{field}"));
        }
    }
    found
}
