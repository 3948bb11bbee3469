//! The workload: groups of pods and what their containers do.

use backoff::GoDuration;
use serde::{Deserialize, Serialize};

use super::defaults::{default_exit_code, default_group_name, default_pods};
use super::{Failing, Image, RestartRule, RunTime};

/// A number of identical pods.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Group {
    /// What the group is called; 1 to 60 characters.
    #[serde(default = "default_group_name")]
    pub name: String,
    /// How many pods, 1 to 1000 over all groups.
    #[serde(default = "default_pods")]
    pub pods: u32,
    /// How long the container runs before it exits.
    #[serde(default)]
    pub run: RunTime,
    /// The code it exits with, 0 to 255.
    #[serde(default = "default_exit_code")]
    pub exit_code: u8,
    /// From this instant on its dependency is down. What starts earlier runs until then; its run
    /// time begins there. Where only `recoversAt` is given, it is down from the beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub down_from: Option<GoDuration>,
    /// From this instant on its dependency is back: what starts then keeps running.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub recovers_at: Option<GoDuration>,
    /// The time between the first starts of two pods, 0s to 1h.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub stagger: GoDuration,
    /// Time from the decision to start until its containers run, where it differs from the node's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub create_latency: Option<GoDuration>,
    /// Whether an exit leads to a restart.
    #[serde(default)]
    pub restart_policy: RestartPolicy,
    /// Restart rules of the group's own container, the first that matches counts; at most 20.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub restart_policy_rules: Vec<RestartRule>,
    /// The group's pods are those of one Job with this `backoffLimit`, 0 to 1000: when their containers
    /// have been restarted so often together, the Job fails and its pods are deleted. Only with the
    /// restart policy `OnFailure`, and only the model *Kubelet release* knows Jobs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backoff_limit: Option<u32>,
    /// At this instant the image of the group's own container is changed in its pods, which gives it
    /// a new back-off key. Only the model *Kubelet release* knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub image_changes_at: Option<GoDuration>,
    /// What ends a run.
    #[serde(default, skip_serializing_if = "Ending::is_exit")]
    pub ends: Ending,
    /// The image of the group's own container, where it has to be pulled. Only the model *Kubelet
    /// release* knows images.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<Image>,
    /// Which tries to create the group's own container fail. Only the model *Kubelet release*
    /// knows them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub create_fails: Option<Failing>,
    /// Further containers of each pod, at most 7. Only the model *Kubelet release* knows them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<Beside>,
}

/// A further container of a group's pods.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Beside {
    /// What it is called; 1 to 60 characters.
    pub name: String,
    /// What it is for the pod.
    pub role: Role,
    /// How long it runs before it exits.
    #[serde(default)]
    pub run: RunTime,
    /// The code it exits with, 0 to 255.
    #[serde(default = "default_exit_code")]
    pub exit_code: u8,
    /// What ends a run.
    #[serde(default, skip_serializing_if = "Ending::is_exit")]
    pub ends: Ending,
}

/// What a container is for its pod.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Role {
    /// An ordinary container.
    App,
    /// An init container: what follows waits until it has exited with 0.
    Init,
    /// A restartable init container: what follows waits until it runs; always restarted.
    Sidecar,
}

/// What ends a run.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Ending {
    /// The container exits by itself, or is killed by the kernel: the kubelet sees no difference.
    #[default]
    Exit,
    /// A liveness or startup probe fails and the kubelet kills the container, which other rules
    /// judge than an exit. Only the model *Kubelet release* knows them.
    Probe,
    /// The container's postStart hook fails, the run time after it was started, and the kubelet
    /// kills the container (`startContainer` in Kubernetes
    /// `pkg/kubelet/kuberuntime/kuberuntime_container.go`). Only the model *Kubelet release* knows
    /// hooks.
    PostStart,
}

impl Ending {
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde passes the field by reference"
    )]
    fn is_exit(&self) -> bool {
        *self == Self::Exit
    }
}

/// The pod's restart policy (`core/v1 PodSpec.restartPolicy`).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum RestartPolicy {
    /// Restart after every exit.
    #[default]
    Always,
    /// Restart after an exit code other than 0.
    OnFailure,
    /// Never restart.
    Never,
}

impl RestartPolicy {
    /// Whether a container that exits with this code is restarted (`ShouldContainerBeRestarted`
    /// in Kubernetes `pkg/kubelet/container/helpers.go`).
    #[must_use]
    pub const fn restarts(self, exit_code: u8) -> bool {
        match self {
            Self::Always => true,
            Self::OnFailure => exit_code != 0,
            Self::Never => false,
        }
    }
}
