//! For how long the API server showed CrashLoopBackOff.

use serde::Deserialize;
use sim::load::Visible;

use super::row::{Place, Quantity, Row};
use crate::statistics::seconds;
use crate::twin::Twin;

const SECOND: i64 = 1_000_000_000;

const SEEDS: u64 = 20;

/// Pods were added within this many seconds.
const WITHIN_S: i64 = 12;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Line {
    release: String,
    kubelet: String,
    case: String,
    #[serde(rename = "n")]
    _n: u32,
    p50_s: f64,
    p95_s: f64,
    #[serde(rename = "maxS")]
    _max_s: f64,
}

impl Line {
    /// All cases had ten pods. How long their kubelets ran follows from the setting.
    const PODS: u32 = 10;

    fn horizon_ns(&self) -> i64 {
        let run_s = if self.kubelet == "d300" { 1800 } else { 715 };
        run_s * SECOND
    }
}

pub(super) fn rows() -> Result<Vec<Row>, String> {
    let lines: Vec<Line> = crate::lines(include_str!("../../../../tests/measured/visible.jsonl"))?;
    let mut rows = Vec::new();
    for line in lines {
        let twin = Twin::new(&line.release, &line.kubelet, 50, &line.case, Line::PODS, WITHIN_S)?;
        let times: Vec<Visible> = (0..SEEDS)
            .map(|seed| Ok(twin.until(seed, line.horizon_ns())?.visible))
            .collect::<Result<_, String>>()?;
        let place = Place {
            release: &line.release,
            kubelet: &line.kubelet,
            case: &line.case,
        };
        let of = |pick: fn(&Visible) -> i64| -> Vec<f64> {
            times.iter().map(|times| seconds(pick(times))).collect()
        };
        rows.extend([
            Row::new(
                place,
                Quantity::VisibleMedian,
                line.p50_s,
                &of(|of| of.median_ns),
                1.0,
            ),
            Row::new(place, Quantity::VisibleP95, line.p95_s, &of(|of| of.p95_ns), 1.0),
        ]);
    }
    Ok(rows)
}
