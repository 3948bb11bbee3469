//! The processor time of the API server and of etcd.

use kubelet::{Cost, Operation};

use super::{Fit, MeasuredServer, Part, Run, rounded};
use crate::least_squares::{relative, sum};

const PARTS: [&str; 3] = ["a second", "a request on a pod", "an event"];

/// Least squares over the runs with a real API server. GET and PATCH of a pod come in pairs in all
/// of them, and nearly all events raise a count, so their parts cannot be told apart and count as
/// equal.
pub(super) fn fits() -> Result<[Fit; 2], String> {
    let runs = super::measured_servers()?;
    let fit = |process, committed, percent: fn(&MeasuredServer) -> f64| {
        let rows: Vec<[f64; 3]> = runs.iter().map(row).collect();
        // A per cent of a core is ten milliseconds a second.
        let values: Vec<f64> = runs.iter().map(|run| percent(run) * 1e7).collect();
        let ns = relative(&rows, &values);
        let [second, request, event] = ns.map(rounded);
        Fit {
            process,
            parts: PARTS
                .into_iter()
                .zip(ns)
                .map(|(name, ns)| Part { name, ns })
                .collect(),
            runs: runs
                .iter()
                .zip(&rows)
                .map(|(run, row)| Run {
                    release: run.release.clone(),
                    kubelet: run.kubelet.clone(),
                    measured: percent(run) * 10.0,
                    fitted: sum(row, &ns) / 1e6,
                })
                .collect(),
            costs: vec![
                (Operation::Second, second),
                (Operation::StatusGet, request),
                (Operation::StatusPatch, request),
                (Operation::EventPost, event),
                (Operation::EventPatch, event),
            ],
            committed,
        }
    };
    Ok([
        fit("API server", Cost::API_SERVER, |run| run.apiserver_cpu_percent),
        fit("etcd", Cost::ETCD, |run| run.etcd_cpu_percent),
    ])
}

/// Requests in a second of a run.
fn row(run: &MeasuredServer) -> [f64; 3] {
    let rate = |kinds: [&str; 2]| run.requests(&kinds) / run.metrics_window_s;
    [
        1.0,
        rate(["GET pods", "PATCH pods/status"]),
        rate(["POST events", "PATCH events"]),
    ]
}
