//! What only the loops of a kubelet can answer.

use super::MAX_CONTAINERS;
use super::check::Check;
use crate::scenario::{Ending, Model, Scenario};

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
}
