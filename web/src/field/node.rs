//! The typed fields of the node, the loops of its kubelet among them.

use backoff::GoDuration;
use kubelet::Timing;
use sim::{Loops, Scenario};

use super::{put_duration, put_number};
use crate::value::Value;

/// A typed field of the node.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum NodeField {
    MaxPods,
    CreateLatency,
    RequestsPerRestart,
    ClientQps,
    EventQps,
    RestartsAt,
    RelistPeriod,
    Relist,
    RelistPerPod,
    RelistPerChange,
    Sync,
    StartNoise,
    Kill,
}

impl NodeField {
    pub(super) fn value(self, scenario: &Scenario) -> Option<Value> {
        let node = &scenario.node;
        Some(match self {
            Self::MaxPods => Value::Number(node.max_pods.into()),
            Self::CreateLatency => Value::Duration(node.create_latency),
            Self::RequestsPerRestart => Value::Number(node.requests_per_restart.into()),
            Self::ClientQps => Value::Number(node.client_qps.into()),
            Self::EventQps => Value::Number(node.event_qps.into()),
            Self::RestartsAt => Value::Duration(node.kubelet_restarts_at?),
            _ => {
                let timing = node.loops.over(Timing::of(scenario.release));
                Value::Duration(GoDuration::from_nanos(self.timing(&timing)?))
            }
        })
    }

    /// What the release has for a field of its loops, `None` for the other fields.
    pub(crate) const fn timing(self, timing: &Timing) -> Option<i64> {
        Some(match self {
            Self::RelistPeriod => timing.relist_period_ns,
            Self::Relist => timing.relist_ns,
            Self::RelistPerPod => timing.relist_listed_ns,
            Self::RelistPerChange => timing.relist_changed_ns,
            Self::Sync => timing.sync_ns,
            Self::StartNoise => timing.start_noise_ns,
            Self::Kill => timing.kill_ns,
            _ => return None,
        })
    }

    const fn of_loops(self, loops: &mut Loops) -> Option<&mut Option<GoDuration>> {
        Some(match self {
            Self::RelistPeriod => &mut loops.relist_period,
            Self::Relist => &mut loops.relist,
            Self::RelistPerPod => &mut loops.relist_per_pod,
            Self::RelistPerChange => &mut loops.relist_per_change,
            Self::Sync => &mut loops.sync,
            Self::StartNoise => &mut loops.start_noise,
            Self::Kill => &mut loops.kill,
            _ => return None,
        })
    }

    /// A time like that of the release is not set, so that it follows the release.
    pub(super) fn set(self, scenario: &mut Scenario, value: &Value) {
        let release = scenario.release;
        let node = &mut scenario.node;
        match (self, value) {
            (Self::MaxPods, value) => put_number(&mut node.max_pods, value),
            (Self::CreateLatency, value) => put_duration(&mut node.create_latency, value),
            (Self::RequestsPerRestart, value) => put_number(&mut node.requests_per_restart, value),
            (Self::ClientQps, value) => put_number(&mut node.client_qps, value),
            (Self::EventQps, value) => put_number(&mut node.event_qps, value),
            (Self::RestartsAt, value) => {
                if let Some(instant) = &mut node.kubelet_restarts_at {
                    put_duration(instant, value);
                }
            }
            (field, Value::Duration(time)) => {
                let usual = field.timing(&Timing::of(release));
                if let Some(set) = field.of_loops(&mut node.loops) {
                    *set = (usual != Some(time.nanos())).then_some(*time);
                }
            }
            _ => {}
        }
    }

    pub(super) const fn path(self) -> &'static str {
        match self {
            Self::MaxPods => "maxPods",
            Self::CreateLatency => "createLatency",
            Self::RequestsPerRestart => "requestsPerRestart",
            Self::ClientQps => "clientQps",
            Self::EventQps => "eventQps",
            Self::RestartsAt => "kubeletRestartsAt",
            Self::RelistPeriod => "loops.relistPeriod",
            Self::Relist => "loops.relist",
            Self::RelistPerPod => "loops.relistPerPod",
            Self::RelistPerChange => "loops.relistPerChange",
            Self::Sync => "loops.sync",
            Self::StartNoise => "loops.startNoise",
            Self::Kill => "loops.kill",
        }
    }
}
