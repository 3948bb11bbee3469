//! Syncs that find a container still in back-off: how often, for each delay.

use backoff::GoDuration;
use kubelet::Operation;
use serde::{Deserialize, Serialize};
use sim::{Group, Model, Policy, RunTime, Scenario, Shape, limits, simulate};

/// Crashes of each simulated pod, after which it runs on.
const CRASHES: u32 = 31;
const PODS: u32 = 10;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Line {
    release: String,
    delay_ms: i64,
    n: u32,
    mean: f64,
    min: u32,
    max: u32,
}

/// In-backoff syncs for each wait of one delay.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Syncs {
    /// The release.
    pub release: String,
    /// The delay in milliseconds.
    pub delay_ms: i64,
    /// How many waits were measured.
    pub n: u32,
    /// The measured mean.
    pub measured: f64,
    /// The fewest and the most measured.
    pub range: [u32; 2],
    /// The simulated mean.
    pub simulated: f64,
}

/// Counts in-backoff syncs of instantly exiting containers under the delays that were measured.
///
/// # Errors
/// A line that cannot be read, or a scenario that the simulator refuses.
pub fn syncs() -> Result<Vec<Syncs>, String> {
    let lines: Vec<Line> = crate::lines(include_str!("../../../../tests/measured/syncs.jsonl"))?;
    lines
        .into_iter()
        .map(|line| {
            Ok(Syncs {
                simulated: simulated(&line.release, line.delay_ms)?,
                release: line.release,
                delay_ms: line.delay_ms,
                n: line.n,
                measured: line.mean,
                range: [line.min, line.max],
            })
        })
        .collect()
}

#[expect(clippy::cast_precision_loss, reason = "some thousand events")]
fn simulated(release: &str, delay_ms: i64) -> Result<f64, String> {
    let delay = GoDuration::from_millis(delay_ms);
    let mut runs = vec![GoDuration::ZERO; CRASHES as usize];
    runs.push(limits::MAX_HORIZON);
    let scenario = Scenario {
        model: Model::KubeletRelease,
        release: release.parse().map_err(|_| format!("no release {release}"))?,
        policies: vec![Policy {
            shape: Shape::Flat(delay),
            ..Policy::exponential("flat", delay, delay)
        }],
        workload: vec![Group {
            pods: PODS,
            run: RunTime::List(runs),
            stagger: GoDuration::from_millis(1237),
            ..Group::default()
        }],
        // Long enough for every crash: no wait is twice its delay and half a minute more.
        horizon: GoDuration::from_millis((delay_ms * 2 + 30_000) * i64::from(CRASHES)),
        ..Scenario::default()
    };
    let outcome = simulate(&scenario)
        .map_err(|refusal| refusal.to_string())?
        .outcomes
        .remove(0);
    let load = outcome.load.kubelet.ok_or("the model has no kubelet")?;
    // Each start makes three events, each sync in back-off one.
    let refused = load.count(Operation::EventMade) - 3 * load.count(Operation::Start);
    // The first restart of each pod waits for nothing.
    let waits = PODS * (CRASHES - 1);
    Ok(refused as f64 / f64::from(waits))
}
