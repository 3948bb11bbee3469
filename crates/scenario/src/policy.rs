//! A policy: how long a container has to wait for its restart.

use backoff::{Factor, GoDuration, ResetRule};
use kubelet::Release;
use serde::{Deserialize, Serialize};

use super::defaults::{doubling, is_zero, no_jitter};

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
    /// The Kubernetes release of the kubelet that has this policy, where it is not the scenario's.
    /// Only the model *Kubelet release* tells releases apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub release: Option<Release>,
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
            release: None,
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
