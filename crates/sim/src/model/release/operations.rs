//! Counts what the kubelet does, second by second.

use kubelet::{Cost, Operation, Release};

use crate::load::{KubeletLoad, Seconds};

const SECOND_NS: i64 = 1_000_000_000;

/// What has been done so far, up to the horizon.
#[derive(Debug)]
pub(super) struct Operations {
    horizon_ns: i64,
    /// Runtime calls and nanoseconds of processor time of each operation.
    each: [(u32, u32); 13],
    counts: [u64; 13],
    status: Vec<u32>,
    events: Vec<u32>,
    cri: Vec<u32>,
    cpu_ns: Vec<u64>,
    lag_sum_ns: i128,
    lag_max_ns: i64,
}

impl Operations {
    pub(super) fn new(horizon_ns: i64, release: Release) -> Self {
        // A second at the horizon itself is the last one.
        let seconds = usize::try_from(horizon_ns / SECOND_NS).unwrap_or_default() + 1;
        Self {
            horizon_ns,
            each: Operation::ALL.map(|operation| (operation.cri_calls(release), Cost::FITTED.of(operation))),
            counts: [0; 13],
            status: vec![0; seconds],
            events: vec![0; seconds],
            cri: vec![0; seconds],
            cpu_ns: vec![0; seconds],
            lag_sum_ns: 0,
            lag_max_ns: 0,
        }
    }

    /// Counts an operation with the runtime calls and the processor time that it costs.
    pub(super) fn count(&mut self, at_ns: i64, operation: Operation, times: u32) {
        if at_ns > self.horizon_ns {
            return;
        }
        let second = usize::try_from(at_ns / SECOND_NS).unwrap_or_default();
        self.counts[operation.index()] += u64::from(times);
        let (cri, cpu_ns) = self.each[operation.index()];
        self.cri[second] += cri * times;
        self.cpu_ns[second] += u64::from(cpu_ns) * u64::from(times);
        match operation {
            Operation::StatusGet | Operation::StatusPatch => self.status[second] += times,
            Operation::EventSent => self.events[second] += times,
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

    /// The counts as a load.
    pub(super) fn into_load(self) -> KubeletLoad {
        let pushes = i128::from(self.counts[Operation::StatusPatch.index()]).max(1);
        let seconds = Seconds {
            status: self.status,
            events: self.events,
            cri: self.cri,
            cpu_us: self
                .cpu_ns
                .iter()
                .map(|ns| u32::try_from(ns / 1000).unwrap_or(u32::MAX))
                .collect(),
        };
        KubeletLoad {
            status_lag_mean_ns: i64::try_from(self.lag_sum_ns / pushes).unwrap_or(i64::MAX),
            status_lag_max_ns: self.lag_max_ns,
            operations: self.counts,
            ..KubeletLoad::of(self.horizon_ns, &seconds)
        }
    }
}
