//! One number, measured and simulated.

use serde::Serialize;

use super::causes::cause;
pub use crate::measured::Verdict;
use crate::measured::{DEVIATIONS, SHARE};
use crate::statistics::{deviation, mean};

/// What is compared.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quantity {
    /// Pods read for each restart.
    StatusGets,
    /// Statuses written for each restart.
    StatusPatches,
    /// Events sent for each restart.
    Events,
    /// Of these the new ones.
    EventPosts,
    /// Runtime calls for each restart: those that name the pod, or its container or image.
    Calls,
    /// Of these `ContainerStatus`.
    ContainerStatus,
    /// Of these `PodSandboxStatus`.
    PodSandboxStatus,
    /// Of these `RemoveContainer`.
    RemoveContainer,
    /// All lists of sandboxes and containers a second.
    Lists,
    /// All runtime calls a second.
    AllCalls,
    /// Restarts a second.
    Restarts,
    /// Processor time of the kubelet in milliseconds a second.
    KubeletCpu,
    /// Processor time of the API server in milliseconds a second.
    ApiServerCpu,
    /// Processor time of etcd in milliseconds a second.
    EtcdCpu,
    /// For how long CrashLoopBackOff was to be seen, in seconds: the median.
    VisibleMedian,
    /// The same, the 95th of a hundred.
    VisibleP95,
}

impl Quantity {
    /// A difference that says nothing: counts for each restart and times are known no better.
    const fn resolution(self) -> f64 {
        match self {
            Self::VisibleMedian | Self::VisibleP95 => 0.05,
            Self::KubeletCpu | Self::ApiServerCpu | Self::EtcdCpu | Self::Restarts | Self::AllCalls => 0.0,
            _ => 0.03,
        }
    }
}

/// A number.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// The release.
    pub release: String,
    /// The kubelet.
    pub kubelet: String,
    /// The case.
    pub case: String,
    /// What is compared.
    pub quantity: Quantity,
    /// Measured.
    pub measured: f64,
    /// Simulated, the mean over the seeds.
    pub simulated: f64,
    /// How close.
    pub verdict: Verdict,
    /// What makes the difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mechanism: Option<&'static str>,
}

/// Where a number belongs.
#[derive(Copy, Clone, Debug)]
pub(super) struct Place<'a> {
    pub(super) release: &'a str,
    pub(super) kubelet: &'a str,
    pub(super) case: &'a str,
}

impl Row {
    /// Compares with what the seeds gave; the measured value is a mean over as many of them as
    /// `pods` says.
    pub(super) fn new(place: Place, quantity: Quantity, measured: f64, seeds: &[f64], pods: f64) -> Self {
        let simulated = mean(seeds);
        let difference = (simulated - measured).abs();
        let near = difference <= (SHARE * measured).max(quantity.resolution());
        let inside = difference <= DEVIATIONS * deviation(seeds) / pods.sqrt();
        let (verdict, mechanism) = match (near, inside, cause(place, quantity)) {
            (true, ..) => (Verdict::Near, None),
            (_, true, _) => (Verdict::Inside, None),
            (_, _, Some(mechanism)) => (Verdict::Explained, Some(mechanism)),
            _ => (Verdict::Gap, None),
        };
        Self {
            release: place.release.to_owned(),
            kubelet: place.kubelet.to_owned(),
            case: place.case.to_owned(),
            quantity,
            measured,
            simulated,
            verdict,
            mechanism,
        }
    }
}
