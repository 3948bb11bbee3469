//! Requests, events and runtime calls for each restart.

use std::collections::BTreeMap;

use kubelet::{Call, Operation};
use serde::Deserialize;

use super::row::{Place, Quantity, Row};
use crate::twin::{Done, READY_S, Twin};

const SECOND: i64 = 1_000_000_000;

const SEEDS: u64 = 20;

/// Pods were added within this many seconds.
const WITHIN_S: i64 = 12;

/// Up to so many pods nothing holds a kubelet's clients back and pods do not get into each other's
/// way: one stands for all.
const APART: u32 = 10;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Line {
    release: String,
    batch: String,
    kubelet: String,
    case: String,
    pods: u32,
    qps: u32,
    run_s: f64,
    #[serde(rename = "cycles")]
    _cycles: u32,
    #[serde(rename = "cycleS")]
    _cycle_s: f64,
    requests: BTreeMap<String, f64>,
    #[serde(rename = "events")]
    _events: BTreeMap<String, f64>,
    cri: BTreeMap<String, f64>,
}

/// A count by its names, and as the simulation makes it.
type Count = (Quantity, fn(&Line) -> f64, fn(&Done, &Twin) -> u64);

const COUNTS: [Count; 8] = [
    (
        Quantity::StatusGets,
        |line| named(&line.requests, &["GET pods"]),
        |done, _| done.count(Operation::StatusGet),
    ),
    (
        Quantity::StatusPatches,
        |line| named(&line.requests, &["PATCH pods/status"]),
        |done, _| done.count(Operation::StatusPatch),
    ),
    (
        Quantity::Events,
        |line| named(&line.requests, &["POST events", "PATCH events"]),
        |done, _| done.count(Operation::EventPost) + done.count(Operation::EventPatch),
    ),
    (
        Quantity::EventPosts,
        |line| named(&line.requests, &["POST events"]),
        |done, _| done.count(Operation::EventPost),
    ),
    (
        Quantity::Calls,
        |line| named(&line.cri, &CALLS.map(|(name, _)| name)),
        |done, twin| {
            CALLS
                .iter()
                .map(|(_, call)| done.calls(*call, twin.release()))
                .sum()
        },
    ),
    (
        Quantity::ContainerStatus,
        |line| named(&line.cri, &["ContainerStatus"]),
        |done, twin| done.calls(Call::ContainerStatus, twin.release()),
    ),
    (
        Quantity::PodSandboxStatus,
        |line| named(&line.cri, &["PodSandboxStatus"]),
        |done, twin| done.calls(Call::PodSandboxStatus, twin.release()),
    ),
    (
        Quantity::RemoveContainer,
        |line| named(&line.cri, &["RemoveContainer"]),
        |done, twin| done.calls(Call::RemoveContainer, twin.release()),
    ),
];

/// Runtime calls that name the pod or its container. A probe's own calls are left out.
const CALLS: [(&str, Call); 6] = [
    ("ContainerStatus", Call::ContainerStatus),
    ("PodSandboxStatus", Call::PodSandboxStatus),
    ("CreateContainer", Call::CreateContainer),
    ("StartContainer", Call::StartContainer),
    ("StopContainer", Call::StopContainer),
    ("RemoveContainer", Call::RemoveContainer),
];

fn named(counts: &BTreeMap<String, f64>, names: &[&str]) -> f64 {
    names.iter().filter_map(|name| counts.get(*name)).sum()
}

pub(super) fn rows() -> Result<Vec<Row>, String> {
    let lines: Vec<Line> = crate::lines(include_str!("../../../../tests/measured/load.jsonl"))?;
    let mut rows = Vec::new();
    for line in lines {
        // What whole kubelets did is compared window by window.
        if line.batch == "cost" && (line.pods > APART || line.qps < 50) {
            continue;
        }
        rows.extend(compare(&line)?);
    }
    Ok(rows)
}

fn compare(line: &Line) -> Result<Vec<Row>, String> {
    let twin = Twin::new(&line.release, &line.kubelet, line.qps, &line.case, 1, WITHIN_S)?;
    #[expect(clippy::cast_possible_truncation, reason = "some hundred seconds")]
    let end_ns = (line.run_s as i64 - READY_S - WITHIN_S / 2) * SECOND;
    let mut seeds = COUNTS.map(|_| Vec::new());
    let mut whole = true;
    for seed in 0..SEEDS {
        let starts: Vec<i64> = twin
            .until(seed, end_ns)?
            .timeline
            .attempts(0)
            .map(|attempt| attempt.start_ns)
            .collect();
        let [_, second, .., last] = starts[..] else {
            return Err(format!("{line:?}: too few starts"));
        };
        // A simulation takes a second at least; whole cycles are the same a little later, but for the
        // first events.
        let later_ns = (SECOND - second).max(0);
        whole &= later_ns == 0;
        let done = twin.between(seed, second + later_ns, last + later_ns)?;
        #[expect(clippy::cast_precision_loss, reason = "some thousand calls")]
        for (seeds, (_, _, count)) in seeds.iter_mut().zip(COUNTS) {
            seeds.push(count(&done, &twin) as f64 / (starts.len() - 2) as f64);
        }
    }
    let place = Place {
        release: &line.release,
        kubelet: &line.kubelet,
        case: &line.case,
    };
    let rows = COUNTS.into_iter().zip(seeds);
    let rows = rows.filter(|((quantity, ..), _)| whole || *quantity != Quantity::EventPosts);
    Ok(rows
        .map(|((quantity, measured, _), seeds)| {
            Row::new(place, quantity, measured(line), &seeds, f64::from(line.pods))
        })
        .collect())
}
