//! Processor time of each operation, in three processes.
//!
//! The numbers are the result of least squares of the relative error over measured runs, which the
//! crate `proof` does again and compares. Every constant says what in it was measured and what is
//! assumed.

use super::Operation;

/// Processor time of each operation in nanoseconds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Cost([u32; Operation::COUNT]);

impl Cost {
    /// The kubelet's own: fitted to 34 runs of kubelets 1.34 to 1.36 with 0 to 250 pods, of which
    /// 27 with 1 to 110 crashing pods.
    ///
    /// Measured: a second, a pod in a list, ten seconds of a running container, a restart, a
    /// request on a pod, an event. Assumed: the shares of a restart's parts, that GET and PATCH
    /// cost the same, as do POST and PATCH, and a kill. A sync costs what it sends.
    pub const KUBELET: Self = Self::of_each(&[
        (Operation::Second, 5_272_000),
        (Operation::PodListed, 26_000),
        (Operation::TenRunningSeconds, 316_000),
        (Operation::PodInspected, 336_000),
        (Operation::ContainerInspected, 101_000),
        (Operation::Start, 1_918_000),
        (Operation::Kill, 500_000),
        (Operation::Removal, 471_000),
        (Operation::StatusGet, 423_000),
        (Operation::StatusPatch, 423_000),
        (Operation::EventPost, 755_000),
        (Operation::EventPatch, 755_000),
    ]);

    /// The API server's: fitted to five runs of a kube-apiserver 1.36.2 with one node of 110 pods.
    ///
    /// Measured: a second of a server with one quiet node, a request on a pod, an event. Assumed:
    /// that GET and PATCH cost the same, as do POST and PATCH. What the watches of other clients
    /// cost is left out.
    pub const API_SERVER: Self = Self::of_each(&[
        (Operation::Second, 10_264_000),
        (Operation::StatusGet, 2_689_000),
        (Operation::StatusPatch, 2_689_000),
        (Operation::EventPost, 742_000),
        (Operation::EventPatch, 742_000),
    ]);

    /// That of etcd 3.4.23 in the same runs, which did not wait for its disk.
    pub const ETCD: Self = Self::of_each(&[
        (Operation::Second, 5_467_000),
        (Operation::StatusGet, 651_000),
        (Operation::StatusPatch, 651_000),
        (Operation::EventPost, 556_000),
        (Operation::EventPatch, 556_000),
    ]);

    /// A cost for each operation; what is not named costs nothing.
    #[must_use]
    pub const fn of_each(costs: &[(Operation, u32)]) -> Self {
        let mut ns = [0; Operation::COUNT];
        let mut at = 0;
        while at < costs.len() {
            ns[costs[at].0.index()] = costs[at].1;
            at += 1;
        }
        Self(ns)
    }

    /// What an operation costs, in nanoseconds.
    #[must_use]
    pub const fn of(&self, operation: Operation) -> u32 {
        self.0[operation.index()]
    }
}
