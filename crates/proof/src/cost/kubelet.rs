//! The kubelet's processor time.

use kubelet::{Cost, Operation};

use super::{Fit, Measured, Part, Run, rounded};
use crate::least_squares::{relative, sum};

/// The parts of a restart: how often it has each when the container exits at once, and the share
/// of one (assumed). No run has restarts without inspections or the other way round.
const RESTART: [(Operation, f64, f64); 4] = [
    (Operation::Start, 1.0, 0.57),
    (Operation::PodInspected, 2.0, 0.10),
    (Operation::ContainerInspected, 3.0, 0.03),
    (Operation::Removal, 1.0, 0.14),
];

/// Syncs are no part: whatever they cost shows in the runs as the cost of the events and requests
/// that they make, and a fit with them gives them none.
const PARTS: [&str; 6] = [
    "a second",
    "a pod in a list",
    "ten seconds of a running container",
    "a restart",
    "a request on a pod",
    "an event",
];

/// Least squares over the runs with the fake API server.
pub(super) fn fit() -> Result<Fit, String> {
    let runs = super::measured()?;
    let rows: Vec<[f64; 6]> = runs.iter().map(row).collect();
    let values: Vec<f64> = runs.iter().map(|run| run.cpu_ms_per_s * 1e6).collect();
    let ns = relative(&rows, &values);
    let [second, listed, running, restart, request, event] = ns;
    let mut costs = vec![
        (Operation::Second, rounded(second)),
        (Operation::PodListed, rounded(listed)),
        (Operation::TenRunningSeconds, rounded(running)),
    ];
    costs.extend(RESTART.map(|(operation, _, share)| (operation, rounded(restart * share))));
    costs.extend([
        (Operation::StatusGet, rounded(request)),
        (Operation::StatusPatch, rounded(request)),
        (Operation::EventPost, rounded(event)),
        (Operation::EventPatch, rounded(event)),
    ]);
    Ok(Fit {
        process: "kubelet",
        parts: PARTS
            .into_iter()
            .zip(ns)
            .map(|(name, ns)| Part { name, ns })
            .collect(),
        runs: runs
            .into_iter()
            .zip(&rows)
            .map(|(run, row)| Run {
                release: run.release,
                kubelet: run.kubelet,
                measured: run.cpu_ms_per_s,
                fitted: sum(row, &ns) / 1e6,
            })
            .collect(),
        costs,
        committed: Cost::KUBELET,
    })
}

/// What was counted in a second of a run.
fn row(run: &Measured) -> [f64; 6] {
    let calls = |call: &str| run.calls(&[call]);
    let running = if run.case() == "runinf" {
        f64::from(run.pods) / 10.0 * run.window_s
    } else {
        0.0
    };
    let restart: f64 = RESTART
        .iter()
        .map(|(operation, _, share)| {
            share
                * match operation {
                    // All runs are of 1.34 and later, which ask twice.
                    Operation::PodInspected => calls("PodSandboxStatus") / 2.0,
                    // A start and a removal ask once each.
                    Operation::ContainerInspected => {
                        let others = calls("StartContainer") + calls("RemoveContainer") + running;
                        (calls("ContainerStatus") - others).max(0.0)
                    }
                    Operation::Removal => calls("RemoveContainer"),
                    _ => calls("StartContainer"),
                }
        })
        .sum();
    let counts = [
        running,
        restart,
        run.requests(&["GET pods", "PATCH pods/status"]),
        run.requests(&["POST events", "PATCH events"]),
    ];
    let [running, restart, requests, events] = counts.map(|count| count / run.window_s);
    [1.0, f64::from(run.pods), running, restart, requests, events]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_restart_are_the_whole() {
        let whole: f64 = RESTART.iter().map(|(_, times, share)| times * share).sum();
        assert!((whole - 1.0).abs() < 1e-9, "{whole}");
    }
}
