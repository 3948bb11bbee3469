//! The numbers of an outcome of which people ask how much is luck.

use backoff::GoDuration;

use super::{Band, Spread};
use crate::load::KubeletLoad;
use crate::simulation::Outcome;
use crate::summary::Recovery;
use crate::words::{number, share};

/// A number of an outcome.
#[derive(Copy, Clone, Debug)]
pub struct Measure {
    /// Its name in documents.
    pub id: &'static str,
    /// Its name for people.
    pub name: &'static str,
    of: fn(&Outcome) -> Option<f64>,
    text: fn(f64) -> String,
}

impl Measure {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 14] = [
        measure(
            "restarts5m",
            "Restarts of a container in 5m",
            |outcome| span(outcome, 0),
            number,
        ),
        measure(
            "restarts30m",
            "Restarts of a container in 30m",
            |outcome| span(outcome, 1),
            number,
        ),
        measure(
            "restarts1h",
            "Restarts of a container in 1h",
            |outcome| span(outcome, 2),
            number,
        ),
        measure(
            "restarts24h",
            "Restarts of a container in 24h",
            |outcome| span(outcome, 3),
            number,
        ),
        measure(
            "restartsTotal",
            "Restarts of all containers",
            |outcome| Some(whole(outcome.summary.restarts_total)),
            number,
        ),
        measure(
            "startsPeak",
            "Container starts a second, busiest 10s",
            |outcome| Some(outcome.summary.starts.peak_per_second()),
            number,
        ),
        measure(
            "requestsPeak",
            "API requests a second, busiest 10s",
            |outcome| Some(outcome.summary.requests.peak_per_second()),
            number,
        ),
        measure(
            "requestsSteady",
            "API requests a second, second half",
            |outcome| Some(outcome.summary.requests.steady_per_second()),
            number,
        ),
        measure(
            "statusLagMean",
            "Age of a status when it is written, mean",
            |outcome| Some(exact(outcome.load.kubelet.as_ref()?.status_lag_mean_ns)),
            time,
        ),
        measure(
            "criSteady",
            "Runtime calls a second, second half",
            |outcome| kubelet(outcome, |load| load.cri_rate.steady_per_second()),
            number,
        ),
        measure(
            "cpuSteady",
            "Kubelet, share of a core, second half",
            |outcome| kubelet(outcome, |load| load.cpu_rate.steady_per_second() / 1e6),
            share,
        ),
        measure(
            "downtime",
            "Share of time down",
            |outcome| Some(outcome.summary.downtime.share()),
            share,
        ),
        measure(
            "recoveryMedian",
            "Recovery, median",
            |outcome| recovery(outcome, |recovery| recovery.median_ns),
            time,
        ),
        measure(
            "recoveryP95",
            "Recovery, 95 %",
            |outcome| recovery(outcome, |recovery| recovery.p95_ns),
            time,
        ),
    ];

    /// A value of this number with its unit.
    #[must_use]
    pub fn text(&self, value: f64) -> String {
        (self.text)(value)
    }
}

impl Spread {
    /// The bands of a policy's numbers, those that exist.
    #[must_use]
    pub fn measured(&self, policy: usize) -> Vec<(Measure, Band)> {
        let mut measured = Vec::new();
        for measure in Measure::ALL {
            if let Some(band) = self.band(policy, &|outcome| (measure.of)(outcome)) {
                measured.push((measure, band));
            }
        }
        measured
    }
}

const fn measure(
    id: &'static str,
    name: &'static str,
    of: fn(&Outcome) -> Option<f64>,
    text: fn(f64) -> String,
) -> Measure {
    Measure { id, name, of, text }
}

fn span(outcome: &Outcome, span: usize) -> Option<f64> {
    outcome.summary.restarts_per_container(span)
}

fn kubelet(outcome: &Outcome, of: fn(&KubeletLoad) -> f64) -> Option<f64> {
    outcome.load.kubelet.as_ref().map(of)
}

fn recovery(outcome: &Outcome, of: fn(Recovery) -> i64) -> Option<f64> {
    outcome.summary.recovery.map(|recovery| exact(of(recovery)))
}

#[expect(clippy::cast_precision_loss, reason = "shown with three digits")]
const fn exact(value: i64) -> f64 {
    value as f64
}

#[expect(clippy::cast_precision_loss, reason = "shown with three digits")]
const fn whole(value: u64) -> f64 {
    value as f64
}

/// Nanoseconds as a time in milliseconds.
#[expect(clippy::cast_possible_truncation, reason = "the cast saturates")]
fn time(ns: f64) -> String {
    GoDuration::from_millis((ns / 1e6).round() as i64)
        .short()
        .to_string()
}
