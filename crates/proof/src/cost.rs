//! Processor time of the kubelet, the API server and etcd: the fit behind `kubelet::cost`, with what
//! it leaves over.

mod apiserver;
mod kubelet;
mod table;

use ::kubelet::{Cost, Operation};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

pub use table::text;

/// Costs are committed in steps of this many nanoseconds.
pub const STEP_NS: u32 = 1_000;

/// A cost model of one process, fitted to measured runs.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Fit {
    /// The process.
    pub process: &'static str,
    /// What it spends its time on.
    pub parts: Vec<Part>,
    /// What each run has left over.
    pub runs: Vec<Run>,
    /// What each operation costs according to the fit, rounded to [`STEP_NS`], where it costs
    /// anything.
    #[serde(skip)]
    pub costs: Vec<(Operation, u32)>,
    /// The committed model.
    #[serde(skip)]
    pub committed: Cost,
}

/// A coefficient.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Part {
    /// What costs it.
    pub name: &'static str,
    /// In nanoseconds each.
    pub ns: f64,
}

/// A measured run and the fit.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Run {
    /// The release of the kubelet.
    pub release: String,
    /// The kubelet.
    pub kubelet: String,
    /// Measured, in milliseconds a second.
    pub measured: f64,
    /// Fitted, in milliseconds a second.
    pub fitted: f64,
}

impl Run {
    /// The relative error of the fit.
    #[must_use]
    pub fn error(&self) -> f64 {
        self.fitted / self.measured - 1.0
    }
}

impl Fit {
    /// The median and the largest of the relative errors, without their sign.
    #[must_use]
    pub fn errors(&self) -> (f64, f64) {
        let mut errors: Vec<f64> = self.runs.iter().map(|run| run.error().abs()).collect();
        errors.sort_by(f64::total_cmp);
        (
            crate::statistics::quantile(&errors, 0.5),
            crate::statistics::quantile(&errors, 1.0),
        )
    }
}

/// A run with the fake API server, as the data has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct Measured {
    pub(crate) release: String,
    pub(crate) kubelet: String,
    pub(crate) pods: u32,
    #[serde(rename = "period")]
    _period: Option<String>,
    pub(crate) qps: u32,
    pub(crate) window_s: f64,
    pub(crate) restarts: u32,
    pub(crate) cpu_ms_per_s: f64,
    #[serde(rename = "rssMib")]
    _rss_mib: f64,
    cri: BTreeMap<String, u32>,
    requests: BTreeMap<String, u32>,
}

impl Measured {
    /// What the containers do.
    pub(crate) fn case(&self) -> &'static str {
        if self.kubelet.starts_with("idle") {
            "runinf"
        } else {
            "run0"
        }
    }

    /// Requests to the API server of some kinds.
    pub(crate) fn requests(&self, kinds: &[&str]) -> f64 {
        counted(&self.requests, kinds)
    }

    /// Calls to the container runtime of all kinds.
    pub(crate) fn all_calls(&self) -> f64 {
        self.cri.values().copied().map(f64::from).sum()
    }

    /// Calls to the container runtime of some kinds.
    pub(crate) fn calls(&self, kinds: &[&str]) -> f64 {
        counted(&self.cri, kinds)
    }
}

/// A run with a real API server, as the data has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct MeasuredServer {
    pub(crate) release: String,
    pub(crate) kubelet: String,
    pub(crate) pods: u32,
    #[serde(rename = "period")]
    _period: Option<String>,
    pub(crate) window_s: f64,
    pub(crate) restarts: u32,
    pub(crate) apiserver_cpu_percent: f64,
    pub(crate) etcd_cpu_percent: f64,
    pub(crate) kubelet_cpu_percent: f64,
    pub(crate) metrics_window_s: f64,
    requests: BTreeMap<String, f64>,
}

impl MeasuredServer {
    /// What the containers do.
    pub(crate) fn case(&self) -> &'static str {
        if self.restarts == 0 { "runinf" } else { "run0" }
    }

    /// Requests to the API server of some kinds.
    pub(crate) fn requests(&self, kinds: &[&str]) -> f64 {
        kinds.iter().filter_map(|kind| self.requests.get(*kind)).sum()
    }
}

pub(crate) fn measured() -> Result<Vec<Measured>, String> {
    crate::lines(include_str!("../../../tests/measured/cost.jsonl"))
}

pub(crate) fn measured_servers() -> Result<Vec<MeasuredServer>, String> {
    crate::lines(include_str!("../../../tests/measured/apiserver.jsonl"))
}

fn counted(counts: &BTreeMap<String, u32>, kinds: &[&str]) -> f64 {
    let of = |kind: &&str| f64::from(counts.get(*kind).copied().unwrap_or_default());
    kinds.iter().map(of).sum()
}

/// The three fits.
///
/// # Errors
/// Data that cannot be read, or a scenario that the simulator refuses.
pub fn fits() -> Result<[Fit; 3], String> {
    let [apiserver, etcd] = apiserver::fits()?;
    Ok([kubelet::fit()?, apiserver, etcd])
}

/// A coefficient in the steps in which it is committed.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "some milliseconds in nanoseconds, not negative"
)]
fn rounded(ns: f64) -> u32 {
    (ns / f64::from(STEP_NS)).round() as u32 * STEP_NS
}
