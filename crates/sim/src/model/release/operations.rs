//! Counts what the kubelet does, second by second.

use kubelet::{Cost, Operation, Release};

use crate::load::{Excess, KubeletLoad, Seconds, Times};

const SECOND_NS: i64 = 1_000_000_000;

const COSTS: [Cost; 3] = [Cost::KUBELET, Cost::API_SERVER, Cost::ETCD];

/// Each has a client with a limit of its own.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Sender {
    Status,
    Events,
}

/// What has been done so far, up to the horizon.
#[derive(Debug)]
pub(super) struct Operations {
    horizon_ns: i64,
    release: Release,
    /// Runtime calls of each operation, and what it costs each program.
    each: [(u32, [u32; 3]); Operation::COUNT],
    counts: [u64; Operation::COUNT],
    status: Vec<u32>,
    events: Vec<u32>,
    cri: Vec<u32>,
    /// Of the kubelet, the API server and etcd.
    cpu_ns: [Vec<u64>; 3],
    lag_sum_ns: i128,
    lag_max_ns: i64,
    shown: Times,
    /// For how long the senders of statuses and of events were held back.
    held_ns: [i64; 2],
}

impl Operations {
    pub(super) fn new(horizon_ns: i64, release: Release) -> Self {
        // A second at the horizon itself is the last one.
        let seconds = usize::try_from(horizon_ns / SECOND_NS).unwrap_or_default() + 1;
        Self {
            horizon_ns,
            release,
            each: Operation::ALL
                .map(|operation| (operation.cri_calls(release), COSTS.map(|cost| cost.of(operation)))),
            counts: [0; Operation::COUNT],
            status: vec![0; seconds],
            events: vec![0; seconds],
            cri: vec![0; seconds],
            cpu_ns: COSTS.map(|_| vec![0; seconds]),
            lag_sum_ns: 0,
            lag_max_ns: 0,
            shown: Times::default(),
            held_ns: [0; 2],
        }
    }

    /// Counts an operation with the runtime calls and the processor time that it costs.
    pub(super) fn count(&mut self, at_ns: i64, operation: Operation, times: u32) {
        if at_ns > self.horizon_ns {
            return;
        }
        let second = usize::try_from(at_ns / SECOND_NS).unwrap_or_default();
        self.counts[operation.index()] += u64::from(times);
        let (cri, costs) = self.each[operation.index()];
        self.cri[second] += cri * times;
        for (cpu_ns, cost) in self.cpu_ns.iter_mut().zip(costs) {
            cpu_ns[second] += u64::from(cost) * u64::from(times);
        }
        match operation {
            Operation::StatusGet | Operation::StatusPatch => self.status[second] += times,
            Operation::EventPost | Operation::EventPatch => self.events[second] += times,
            _ => {}
        }
    }

    /// The API server learns of a status this long after it was made.
    pub(super) fn lag(&mut self, at_ns: i64, lag_ns: i64) {
        if at_ns <= self.horizon_ns {
            self.lag_sum_ns += i128::from(lag_ns);
            self.lag_max_ns = self.lag_max_ns.max(lag_ns);
        }
    }

    /// A client limit held a sender back between two instants.
    pub(super) fn held(&mut self, sender: Sender, from_ns: i64, to_ns: i64) {
        let held_ns = to_ns.min(self.horizon_ns) - from_ns;
        self.held_ns[sender as usize] += held_ns.max(0);
    }

    /// The API server showed CrashLoopBackOff for this long.
    pub(super) fn shown(&mut self, at_ns: i64, shown_ns: i64) {
        if at_ns <= self.horizon_ns {
            self.shown.add(shown_ns);
        }
    }

    /// The counts as a load.
    pub(super) fn into_load(self) -> KubeletLoad {
        let pushes = i128::from(self.counts[Operation::StatusPatch.index()]).max(1);
        let [cpu_us, apiserver_cpu_us, etcd_cpu_us] = self.cpu_ns.map(|seconds| {
            let us = |ns: u64| u32::try_from(ns / 1000).unwrap_or(u32::MAX);
            seconds.into_iter().map(us).collect()
        });
        let seconds = Seconds {
            status: self.status,
            events: self.events,
            cri: self.cri,
            cpu_us,
            apiserver_cpu_us,
            etcd_cpu_us,
        };
        KubeletLoad {
            status_lag_mean_ns: i64::try_from(self.lag_sum_ns / pushes).unwrap_or(i64::MAX),
            status_lag_max_ns: self.lag_max_ns,
            status_held_ns: self.held_ns[Sender::Status as usize],
            event_held_ns: self.held_ns[Sender::Events as usize],
            excess: Excess::of(&self.counts, self.release),
            visible: self.shown.visible(),
            calls: KubeletLoad::calls(&self.counts, self.release),
            operations: self.counts,
            ..KubeletLoad::of(self.horizon_ns, &seconds)
        }
    }
}
