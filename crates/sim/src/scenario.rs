//! The scenario document: what is compared, on which workload and node, for how long.
//!
//! One serde type serves the gallery, the command line, the permalink and the page. Field names
//! are camelCase as in Kubernetes' own documents; durations are Go durations (`1m30s`).

mod defaults;

use backoff::{Factor, GoDuration, ResetRule};
use kubelet::{Release, Timing};
use serde::{Deserialize, Serialize};

use defaults::{
    default_exit_code, default_group_name, default_horizon, default_pods, doubling, is_zero, no_jitter,
};

/// The version of the scenario document and of the permalink that this build writes.
pub const VERSION: u32 = 1;

/// A complete, self-contained description of one simulation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Scenario {
    /// The version of this document, always 1.
    pub version: u32,
    /// Which model of the kubelet draws the restarts.
    #[serde(default)]
    pub model: Model,
    /// The Kubernetes release whose configuration rules apply, `1.28` to `1.37`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub release: Release,
    /// One to four policies to compare.
    pub policies: Vec<Policy>,
    /// Index of the policy that the others are compared with.
    #[serde(default)]
    pub baseline: u32,
    /// One or more groups of identical pods, one container each.
    pub workload: Vec<Group>,
    /// The node that runs them.
    #[serde(default)]
    pub node: Node,
    /// How long to simulate, 1s to 168h.
    #[serde(default = "default_horizon")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub horizon: GoDuration,
    /// Seed of every random number.
    #[serde(default)]
    pub seed: u64,
}

/// How closely the restarts follow a real kubelet.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Model {
    /// The curve as documentation and KEPs describe it: every restart waits, the first one the
    /// initial delay; no latency.
    Documented,
    /// client-go's `Backoff` driven by the kubelet's own check, looked at in the first instant
    /// that allows a start: the first restart is free.
    #[default]
    BackoffObject,
    /// The loops of one kubelet release around that object: when an exit is seen, when the pod is
    /// looked at again, what housekeeping forgets.
    KubeletRelease,
}

/// A named policy of a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Policy {
    /// What the policy is called in pictures and tables; 1 to 60 characters.
    pub name: String,
    /// How the delay grows from one restart to the next.
    pub shape: Shape,
    /// When a long run makes the delay start again.
    #[serde(default)]
    pub reset: Reset,
    /// client-go's jitter factor: up to this share of the delay is added at random. No kubelet
    /// uses it.
    #[serde(default = "no_jitter", skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub jitter: Factor,
}

/// How the delay grows from one restart to the next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub enum Shape {
    /// The delay is multiplied after each restart until it reaches the maximum.
    #[serde(rename_all = "camelCase")]
    Exponential {
        /// The first delay, 0s to 24h.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        initial: GoDuration,
        /// What the delay is multiplied with, 1 to 100; kubelets use 2.
        #[serde(default = "doubling")]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        multiplier: Factor,
        /// The delay never grows beyond this, 0s to 24h.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        max: GoDuration,
    },
    /// Every delay is the same.
    Flat(#[cfg_attr(feature = "schema", schemars(with = "String"))] GoDuration),
    /// The delays one by one, 1 to 64 of them; the last one repeats.
    Steps(#[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))] Vec<GoDuration>),
}

/// When a long run makes the delay start again.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Reset {
    /// After a run longer than this. Kubelets since 1.32 use 10 minutes.
    After(#[cfg_attr(feature = "schema", schemars(with = "String"))] GoDuration),
    /// After a run longer than twice the maximum delay, as client-go does by default.
    TwiceMax,
}

/// A number of identical pods with one container each.
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
    /// What ends a run.
    #[serde(default, skip_serializing_if = "Ending::is_exit")]
    pub ends: Ending,
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

/// How long a container runs, from running to exit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub enum RunTime {
    /// Always the same, 0s to 168h.
    Fixed(#[cfg_attr(feature = "schema", schemars(with = "String"))] GoDuration),
    /// Equally likely between two values.
    #[serde(rename_all = "camelCase")]
    Uniform {
        /// The shortest run.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        min: GoDuration,
        /// The longest run.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        max: GoDuration,
    },
    /// Exponentially distributed: the crash is equally likely at every moment.
    #[serde(rename_all = "camelCase")]
    Exponential {
        /// The mean run time.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        mean: GoDuration,
    },
    /// One after the other, then from the beginning again; 1 to 256 of them.
    List(#[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))] Vec<GoDuration>),
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

/// The node that runs the workload.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub struct Node {
    /// The kubelet's `maxPods`: a scenario with more pods is refused. Default 110.
    pub max_pods: u32,
    /// Time from the decision to start until the container runs, 0s to 10m. Default 150ms.
    /// Model *Documented* has no latency and leaves it out.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub create_latency: GoDuration,
    /// API requests that one restart costs, 0 to 100. Default 5, the figure of KEP-4603.
    pub requests_per_restart: u32,
    /// The kubelet's `kubeAPIQPS`, drawn as a line beside the requests. Default 50.
    pub client_qps: u32,
    /// The kubelet's `eventRecordQPS`. Default 50. Only the model *Kubelet release* knows events.
    #[serde(skip_serializing_if = "is_fifty")]
    pub event_qps: u32,
    /// The kubelet process is restarted at this instant and forgets every back-off. Only the model
    /// *Kubelet release* knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub kubelet_restarts_at: Option<GoDuration>,
    /// Where the loops of the kubelet differ from those of its release.
    #[serde(skip_serializing_if = "Loops::is_release")]
    pub loops: Loops,
}

/// Timing of the kubelet's loops where it differs from that of its release
/// ([`kubelet::Timing::of`]). Only the model *Kubelet release* has loops.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub struct Loops {
    /// From the end of a relist to the start of the next, 100ms to 5m.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub relist_period: Option<GoDuration>,
    /// The time a relist takes on an empty node, 0s to 1m.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub relist: Option<GoDuration>,
    /// What each pod on the node adds to every relist, 0s to 1s.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub relist_per_pod: Option<GoDuration>,
    /// What each pod that changed adds to the relist, 0s to 1s.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub relist_per_change: Option<GoDuration>,
    /// The time a sync takes without the containers it starts, 0s to 1m.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub sync: Option<GoDuration>,
    /// The mean of the random time that a start takes longer than the create latency, 0s to 1m.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub start_noise: Option<GoDuration>,
    /// The time a kill takes, 0s to 10m.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub kill: Option<GoDuration>,
}

impl Node {
    /// The kubelet's `kubeAPIBurst`: twice the rate, as in its defaults (50/100, and 5/10 until 1.26).
    #[must_use]
    pub const fn client_burst(&self) -> u32 {
        self.client_qps.saturating_mul(2)
    }

    /// The kubelet's `eventBurst`: twice the rate, as in its defaults.
    #[must_use]
    pub const fn event_burst(&self) -> u32 {
        self.event_qps.saturating_mul(2)
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes the field by reference"
)]
fn is_fifty(qps: &u32) -> bool {
    *qps == 50
}

impl Loops {
    fn is_release(&self) -> bool {
        *self == Self::default()
    }

    /// A release's timing with what is set here in its place.
    #[must_use]
    pub fn over(&self, release: Timing) -> Timing {
        let or = |set: Option<GoDuration>, otherwise| set.map_or(otherwise, GoDuration::nanos);
        Timing {
            relist_period_ns: or(self.relist_period, release.relist_period_ns),
            relist_ns: or(self.relist, release.relist_ns),
            relist_listed_ns: or(self.relist_per_pod, release.relist_listed_ns),
            relist_changed_ns: or(self.relist_per_change, release.relist_changed_ns),
            sync_ns: or(self.sync, release.sync_ns),
            start_noise_ns: or(self.start_noise, release.start_noise_ns),
            kill_ns: or(self.kill, release.kill_ns),
            ..release
        }
    }
}

/// A field of a scenario that breaks a limit or contradicts another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// The path of the field, for example `workload[0].pods`.
    pub field: String,
    /// What was found, what is allowed and what to do.
    pub message: String,
}

impl core::fmt::Display for Invalid {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}: {}", self.field, self.message)
    }
}

impl core::error::Error for Invalid {}

impl Policy {
    /// An exponential policy as a kubelet can have it: doubling, reset after a run of more than
    /// 10 minutes, no jitter.
    #[must_use]
    pub fn exponential(name: &str, initial: GoDuration, max: GoDuration) -> Self {
        Self {
            name: name.to_owned(),
            shape: Shape::Exponential {
                initial,
                multiplier: Factor::TWO,
                max,
            },
            reset: Reset::default(),
            jitter: Factor::ZERO,
        }
    }

    /// The same policy for the engine.
    #[must_use]
    pub fn engine(&self) -> backoff::Policy {
        backoff::Policy {
            shape: match &self.shape {
                Shape::Exponential {
                    initial,
                    multiplier,
                    max,
                } => backoff::Shape::Exponential {
                    initial_ns: initial.nanos(),
                    multiplier: *multiplier,
                    max_ns: max.nanos(),
                },
                Shape::Flat(delay) => backoff::Shape::Flat {
                    delay_ns: delay.nanos(),
                },
                Shape::Steps(delays) => backoff::Shape::Steps(delays.iter().map(|d| d.nanos()).collect()),
            },
            reset: match self.reset {
                Reset::After(threshold) => ResetRule::After(threshold.nanos()),
                Reset::TwiceMax => ResetRule::TwiceMax,
            },
            jitter: self.jitter,
        }
    }
}

impl Scenario {
    /// How many containers the workload has.
    #[must_use]
    pub fn containers(&self) -> u32 {
        self.workload
            .iter()
            .map(|group| {
                let each = u32::try_from(group.beside.len())
                    .unwrap_or(u32::MAX)
                    .saturating_add(1);
                group.pods.saturating_mul(each)
            })
            .fold(0, u32::saturating_add)
    }
}
