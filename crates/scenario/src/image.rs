//! The image of a container: when it is pulled and how long that takes.

use backoff::GoDuration;
use serde::{Deserialize, Serialize};

use super::Failing;

/// An image that has to be pulled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Image {
    /// How long a pull takes, a failed one too; 0s to 1h.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub pull_time: GoDuration,
    /// When it is pulled (`core/v1 Container.imagePullPolicy`).
    #[serde(default)]
    pub pull_policy: PullPolicy,
    /// Which pulls fail. Each failure is followed by the image's own back-off, 10s to 5m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pull_fails: Option<Failing>,
}

/// When an image is pulled.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PullPolicy {
    /// Where the node does not have it yet; the group's pods share it.
    #[default]
    IfNotPresent,
    /// At every start.
    Always,
}
