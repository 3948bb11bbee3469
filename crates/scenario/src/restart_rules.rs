//! A container's restart rules (`core/v1 Container.restartPolicyRules`, KEP-5307 and KEP-5532).

use kubelet::Release;
use serde::{Deserialize, Serialize};

use super::Group;

/// What happens after certain exit codes, whatever the restart policy says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct RestartRule {
    /// What happens.
    pub action: RuleAction,
    /// After which exit codes.
    pub exit_codes: ExitCodes,
}

/// What a restart rule does.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum RuleAction {
    /// The container is restarted, with its back-off as usual. Since 1.34.
    Restart,
    /// All containers of the pod are removed and start anew, init containers first. No exit is left
    /// to measure a back-off from, so there is none. Since 1.35; only the model *Kubelet release*
    /// knows it.
    RestartAllContainers,
}

/// The exit codes that a rule is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ExitCodes {
    /// These or all others.
    pub operator: Operator,
    /// The codes, 1 to 255 of them.
    pub values: Vec<u8>,
}

/// Whether a rule is about its exit codes or about all others.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Operator {
    /// These.
    In,
    /// All others.
    NotIn,
}

impl RuleAction {
    /// The first release that knows it, behind a feature gate that is off at first.
    pub(crate) const fn since(self) -> Release {
        match self {
            Self::Restart => Release::V1_34,
            Self::RestartAllContainers => Release::V1_35,
        }
    }
}

impl RestartRule {
    fn matches(&self, exit_code: u8) -> bool {
        let listed = self.exit_codes.values.contains(&exit_code);
        listed == (self.exit_codes.operator == Operator::In)
    }
}

impl Group {
    /// What the first rule does that is about the exit code of the group's own container.
    #[must_use]
    pub fn rule(&self) -> Option<RuleAction> {
        let mut rules = self.restart_policy_rules.iter();
        rules
            .find(|rule| rule.matches(self.exit_code))
            .map(|rule| rule.action)
    }

    /// Whether the group's own container is restarted after it has exited
    /// (`ContainerShouldRestart` in Kubernetes `pkg/api/v1/pod/util.go`).
    #[must_use]
    pub fn restarts(&self) -> bool {
        self.rule().is_some() || self.restart_policy.restarts(self.exit_code)
    }
}
