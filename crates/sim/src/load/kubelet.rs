//! What the kubelet itself does, in the model *Kubelet release*.

use std::collections::BTreeMap;

use kubelet::{Call, Cost, Operation, Release};
use serde::Serialize;

use super::{Rate, SECOND_NS, Visible, bin_seconds, gather, rate};

/// Load that follows from the kubelet's loops, not from a number of requests for each restart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct KubeletLoad {
    /// Requests on pods in each bin, as the client limit lets them through: a GET and a PATCH for
    /// each status.
    pub status_requests: Vec<u32>,
    /// Requests on events in each bin, as the spam filter and their own client limit let them
    /// through.
    pub event_requests: Vec<u32>,
    /// Calls to the container runtime in each bin.
    pub cri_calls: Vec<u32>,
    /// Modelled processor time of the kubelet in each bin, in microseconds.
    pub cpu_us: Vec<u32>,
    /// Modelled processor time of the API server in each bin, in microseconds: what it needs with
    /// this one node, and this node's requests.
    pub apiserver_cpu_us: Vec<u32>,
    /// The same of etcd.
    pub etcd_cpu_us: Vec<u32>,
    /// Requests on pods and events together in numbers.
    pub request_rate: Rate,
    /// Requests on pods in numbers.
    pub status_rate: Rate,
    /// Requests on events in numbers.
    pub event_rate: Rate,
    /// Runtime calls in numbers.
    pub cri_rate: Rate,
    /// Processor time in microseconds in numbers.
    pub cpu_rate: Rate,
    /// Processor time of the API server in microseconds in numbers.
    pub apiserver_cpu_rate: Rate,
    /// Processor time of etcd in microseconds in numbers.
    pub etcd_cpu_rate: Rate,
    /// How long the API server had an old status, the mean over all pushes, in nanoseconds.
    pub status_lag_mean_ns: i64,
    /// The same, the longest.
    pub status_lag_max_ns: i64,
    /// For how long the status sender was held back by the client limit, in nanoseconds.
    pub status_held_ns: i64,
    /// For how long the sender of events was held back by its own, in nanoseconds.
    pub event_held_ns: i64,
    /// What came on top of a quiet node.
    pub excess: Excess,
    /// For how long CrashLoopBackOff was to be seen.
    pub visible: Visible,
    /// Calls to the container runtime by method.
    pub calls: BTreeMap<Call, u64>,
    /// How often each operation happened, in the order of [`Operation::ALL`].
    pub operations: [u64; Operation::COUNT],
}

/// What the kubelet did on top of what it does on a node where nothing starts or ends: totals. All
/// requests on pods and events are on top, since a quiet node sends none.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Excess {
    /// Calls to the container runtime.
    pub cri_calls: u64,
    /// Modelled processor time of the kubelet in microseconds.
    pub cpu_us: u64,
    /// That of the API server.
    pub apiserver_cpu_us: u64,
    /// That of etcd.
    pub etcd_cpu_us: u64,
}

impl Excess {
    pub(crate) fn of(operations: &[u64; Operation::COUNT], release: Release) -> Self {
        let sum = |each: &dyn Fn(Operation) -> u32| -> u64 {
            let extra = Operation::ALL
                .into_iter()
                .filter(|operation| !operation.is_background());
            extra
                .map(|operation| operations[operation.index()] * u64::from(each(operation)))
                .sum()
        };
        let us = |cost: Cost| sum(&|operation| cost.of(operation)) / 1000;
        Self {
            cri_calls: sum(&|operation| operation.cri_calls(release)),
            cpu_us: us(Cost::KUBELET),
            apiserver_cpu_us: us(Cost::API_SERVER),
            etcd_cpu_us: us(Cost::ETCD),
        }
    }
}

/// Counts second by second, as they are made.
pub(crate) struct Seconds {
    pub(crate) status: Vec<u32>,
    pub(crate) events: Vec<u32>,
    pub(crate) cri: Vec<u32>,
    pub(crate) cpu_us: Vec<u32>,
    pub(crate) apiserver_cpu_us: Vec<u32>,
    pub(crate) etcd_cpu_us: Vec<u32>,
}

impl KubeletLoad {
    pub(crate) fn of(horizon_ns: i64, seconds: &Seconds) -> Self {
        let bin_s = bin_seconds(horizon_ns);
        let half_s = usize::try_from(horizon_ns / 2 / SECOND_NS).unwrap_or_default();
        let span_ns = horizon_ns - i64::try_from(half_s).unwrap_or_default() * SECOND_NS;
        let numbers = |counts: &[u32]| {
            let late = counts.iter().skip(half_s).copied().map(u64::from).sum();
            rate(counts, late, span_ns)
        };
        let both: Vec<u32> = seconds
            .status
            .iter()
            .zip(&seconds.events)
            .map(|(a, b)| a + b)
            .collect();
        Self {
            request_rate: numbers(&both),
            status_rate: numbers(&seconds.status),
            event_rate: numbers(&seconds.events),
            cri_rate: numbers(&seconds.cri),
            cpu_rate: numbers(&seconds.cpu_us),
            apiserver_cpu_rate: numbers(&seconds.apiserver_cpu_us),
            etcd_cpu_rate: numbers(&seconds.etcd_cpu_us),
            status_requests: gather(&seconds.status, bin_s),
            event_requests: gather(&seconds.events, bin_s),
            cri_calls: gather(&seconds.cri, bin_s),
            cpu_us: gather(&seconds.cpu_us, bin_s),
            apiserver_cpu_us: gather(&seconds.apiserver_cpu_us, bin_s),
            etcd_cpu_us: gather(&seconds.etcd_cpu_us, bin_s),
            ..Self::default()
        }
    }

    /// Calls by method that operations make.
    pub(crate) fn calls(operations: &[u64; Operation::COUNT], release: Release) -> BTreeMap<Call, u64> {
        let mut calls = BTreeMap::new();
        for operation in Operation::ALL {
            for &(call, times) in operation.calls(release) {
                *calls.entry(call).or_default() += operations[operation.index()] * u64::from(times);
            }
        }
        calls
    }

    /// How often an operation happened.
    #[must_use]
    pub const fn count(&self, operation: Operation) -> u64 {
        self.operations[operation.index()]
    }
}
