//! The node: its kubelet's settings, its runtime's latency and the timing of the kubelet's loops.

use backoff::GoDuration;
use kubelet::Timing;
use serde::{Deserialize, Serialize};

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
    /// The kubelet's `serializeImagePulls`: one pull at a time. Default true. Only the model
    /// *Kubelet release* knows pulls.
    #[serde(skip_serializing_if = "is_true")]
    pub serialize_image_pulls: bool,
    /// The kubelet's `maxParallelImagePulls`, 1 to 1000, where pulls are not serialised; any number
    /// of them where it is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_parallel_image_pulls: Option<u32>,
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

    /// How many image pulls go at a time, `None` for any number.
    #[must_use]
    pub const fn parallel_image_pulls(&self) -> Option<u32> {
        if self.serialize_image_pulls {
            Some(1)
        } else {
            self.max_parallel_image_pulls
        }
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

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes the field by reference"
)]
fn is_true(set: &bool) -> bool {
    *set
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
