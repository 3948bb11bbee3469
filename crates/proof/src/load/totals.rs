//! Whole kubelets with all their pods, from their beginning to their end.

use std::collections::BTreeMap;

use kubelet::{Call, Operation, Release};
use serde::Deserialize;
use sim::limits;

use super::row::{Place, Quantity, Row};
use crate::measured::{Kubelet, kubelets, scenario, seeded};
use crate::twin::Done;

const SEEDS: u64 = 5;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Line {
    release: String,
    kubelet: String,
    #[serde(rename = "runS")]
    _run_s: f64,
    requests: BTreeMap<String, u32>,
    cri: BTreeMap<String, u32>,
}

/// Names in the data, and what the simulation counts.
type Count = (Quantity, &'static [&'static str], fn(&Done, Release) -> u64);

const COUNTS: [Count; 8] = [
    (Quantity::StatusGets, &["GET pods"], |done, _| {
        done.count(Operation::StatusGet)
    }),
    (Quantity::StatusPatches, &["PATCH pods/status"], |done, _| {
        done.count(Operation::StatusPatch)
    }),
    (Quantity::Events, &["POST events", "PATCH events"], |done, _| {
        done.count(Operation::EventPost) + done.count(Operation::EventPatch)
    }),
    (Quantity::EventPosts, &["POST events"], |done, _| {
        done.count(Operation::EventPost)
    }),
    (Quantity::Lists, &super::windows::LISTS, |done, release| {
        done.calls(Call::ListPodSandbox, release) + done.calls(Call::ListContainers, release)
    }),
    (
        Quantity::ContainerStatus,
        &["ContainerStatus"],
        |done, release| done.calls(Call::ContainerStatus, release),
    ),
    (
        Quantity::PodSandboxStatus,
        &["PodSandboxStatus"],
        |done, release| done.calls(Call::PodSandboxStatus, release),
    ),
    (
        Quantity::RemoveContainer,
        &["RemoveContainer"],
        |done, release| done.calls(Call::RemoveContainer, release),
    ),
];

pub(super) fn rows() -> Result<Vec<Row>, String> {
    let lines: Vec<Line> = crate::lines(include_str!("../../../../tests/measured/totals.jsonl"))?;
    let kubelets = kubelets()?;
    let mut rows = Vec::new();
    for line in &lines {
        let twin = kubelets.iter().find(|kubelet| {
            kubelet.batch == "t" && kubelet.release == line.release && kubelet.kubelet == line.kubelet
        });
        let twin = twin.ok_or_else(|| format!("no pods are known of {line:?}"))?;
        // A scenario has no room for the many cases of some.
        if twin.cases.len() + twin.beside.len() <= limits::MAX_GROUPS {
            rows.extend(compare(line, twin)?);
        }
    }
    Ok(rows)
}

/// Everything for each start.
#[expect(clippy::cast_precision_loss, reason = "some thousand calls")]
fn compare(line: &Line, kubelet: &Kubelet) -> Result<Vec<Row>, String> {
    let scenario = scenario(kubelet)?;
    let mut seeds = COUNTS.map(|_| Vec::new());
    for seed in 0..SEEDS {
        let done = Done::in_all(&seeded(&scenario, kubelet, seed))?;
        let starts = done.count(Operation::Start) as f64;
        for (seeds, (_, _, count)) in seeds.iter_mut().zip(COUNTS) {
            seeds.push(count(&done, scenario.release) as f64 / starts);
        }
    }
    let measured = |names: &[&str]| -> f64 {
        let counts = names.iter().map(|name| {
            let request = line.requests.get(*name);
            f64::from(
                request
                    .or_else(|| line.cri.get(*name))
                    .copied()
                    .unwrap_or_default(),
            )
        });
        counts.sum()
    };
    let starts = measured(&["StartContainer"]);
    let place = Place {
        release: &line.release,
        kubelet: &line.kubelet,
        case: "all",
    };
    let rows = COUNTS.into_iter().zip(seeds);
    Ok(rows
        .map(|((quantity, names, _), seeds)| Row::new(place, quantity, measured(names) / starts, &seeds, 1.0))
        .collect())
}
