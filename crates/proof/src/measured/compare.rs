//! Simulated against measured, number by number.

use serde::Serialize;

use super::exceptions::{What, mechanism};
use super::replay::Replay;
use super::{Container, Kubelet, Pooled, Rule, Step, Syncs, Window};
use crate::statistics::{deviation, distance, mean, p95, sketch};

/// A mean may differ by this share of the measured one.
pub const SHARE: f64 = 0.1;

/// Or by this many standard deviations of what seeds give: a measured kubelet is one draw. Four and
/// not three, because many rows hold fewer than ten restarts and there are some hundred rows; how
/// many lie between the two is printed.
pub const DEVIATIONS: f64 = 4.0;

/// Lateness may differ by this many seconds: the resolution of a measurement through a runtime.
pub const RESOLUTION_S: f64 = 0.02;

/// Comparisons of one kubelet or all.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Measured {
    /// Restarts within windows.
    pub restarts: Vec<Restarts>,
    /// Lateness by rule and delay.
    pub lateness: Vec<Lateness>,
    /// The same over all kubelets of a release.
    pub pooled: Vec<Pooled>,
    /// Syncs in back-off by delay, for all kubelets of a release together.
    pub syncs: Vec<Syncs>,
    /// Simulated starts that came before exit and delay.
    pub early: u32,
}

/// How close a simulated number is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The mean is within [`SHARE`] of the measured one.
    Near,
    /// The measured one is inside the spread.
    Inside,
    /// Neither, and what makes the difference is named.
    Explained,
    /// Neither.
    Gap,
}

/// Where a number belongs.
#[derive(Clone, Debug, Serialize)]
pub struct Place {
    /// The release.
    pub release: String,
    /// The kubelet.
    pub kubelet: String,
    /// The case.
    pub case: String,
    /// The container.
    pub container: String,
}

/// Restarts within a window.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Restarts {
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// Within this many seconds after the first start.
    pub window_s: u32,
    /// Measured mean over the pods.
    pub measured: f64,
    /// The pod with the fewest and the one with the most.
    pub range: [u32; 2],
    /// Simulated mean over pods and seeds.
    pub simulated: f64,
    /// How close.
    pub verdict: Verdict,
    /// What makes the difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mechanism: Option<&'static str>,
}

/// Lateness under one rule and delay, in seconds.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Lateness {
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// The rule.
    pub rule: Rule,
    /// The delay in milliseconds.
    pub delay_ms: i64,
    /// How many restarts were measured.
    pub n: usize,
    /// Measured mean, p95 and maximum.
    pub measured: [f64; 3],
    /// How many restarts a seed has, the mean.
    pub simulated_n: f64,
    /// Simulated mean, p95 and maximum; not there when no seed had such a restart.
    pub simulated: Option<[f64; 3]>,
    /// Standard deviations, of the means of seeds, between the measured and the simulated mean.
    pub deviations: f64,
    /// Distance of the distributions, 0 to 1.
    pub distance: f64,
    /// The share of seeds that are at least as far from all seeds together.
    pub farther: f64,
    /// How close.
    pub verdict: Verdict,
    /// What makes the difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mechanism: Option<&'static str>,
}

/// Compares a kubelet with its replay.
#[must_use]
pub fn compare(kubelet: &Kubelet, replay: &Replay) -> Measured {
    let mut measured = Measured {
        early: replay.seeds.iter().map(|seed| seed.early).sum(),
        ..Measured::default()
    };
    for (case_index, case) in kubelet.cases.iter().enumerate() {
        for (at, container) in case.containers.iter().enumerate() {
            let place = Place {
                release: kubelet.release.clone(),
                kubelet: kubelet.kubelet.clone(),
                case: case.case.clone(),
                container: container.container.clone(),
            };
            let Container {
                restarts, lateness, ..
            } = container;
            for window in restarts {
                let counts: Vec<f64> = replay
                    .seeds
                    .iter()
                    .filter_map(|seed| seed.restarts.get(&(case_index, at, window.window_s)))
                    .flatten()
                    .map(|&count| f64::from(count))
                    .collect();
                measured.restarts.push(within(&place, window, mean(&counts)));
            }
            for step in lateness {
                let seeds: Vec<&[f64]> = replay
                    .seeds
                    .iter()
                    .map(|seed| {
                        seed.lateness
                            .get(&(case_index, at, step.rule, step.delay_ms))
                            .map_or(&[][..], Vec::as_slice)
                    })
                    .collect();
                measured.lateness.push(late(&place, step, &seeds));
            }
        }
    }
    measured
}

fn within(place: &Place, window: &Window, simulated: f64) -> Restarts {
    let near = (simulated - window.mean).abs() <= SHARE * window.mean;
    let inside = (f64::from(window.min)..=f64::from(window.max)).contains(&simulated);
    let (verdict, mechanism) = verdict(near, inside, place, What::Restarts(window.window_s));
    Restarts {
        place: place.clone(),
        window_s: window.window_s,
        measured: window.mean,
        range: [window.min, window.max],
        simulated,
        verdict,
        mechanism,
    }
}

fn verdict(near: bool, inside: bool, place: &Place, what: What) -> (Verdict, Option<&'static str>) {
    match (near, inside, mechanism(place, what)) {
        (true, ..) => (Verdict::Near, None),
        (_, true, _) => (Verdict::Inside, None),
        (_, _, Some(mechanism)) => (Verdict::Explained, Some(mechanism)),
        _ => (Verdict::Gap, None),
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of restarts and milliseconds")]
fn late(place: &Place, step: &Step, seeds: &[&[f64]]) -> Lateness {
    let ms = |ms: i64| ms as f64 / 1000.0;
    let measured_mean = step.mean / 1000.0;
    let mut all: Vec<f64> = seeds.iter().copied().flatten().copied().collect();
    all.sort_by(f64::total_cmp);
    let mut row = Lateness {
        place: place.clone(),
        rule: step.rule,
        delay_ms: step.delay_ms,
        n: step.n,
        measured: [measured_mean, ms(step.p95), ms(step.max)],
        simulated_n: all.len() as f64 / seeds.len() as f64,
        simulated: None,
        deviations: f64::INFINITY,
        distance: 1.0,
        farther: 0.0,
        verdict: Verdict::Gap,
        mechanism: None,
    };
    if all.is_empty() {
        return row;
    }
    let simulated_mean = mean(&all);
    row.simulated = Some([simulated_mean, p95(&all), all[all.len() - 1]]);
    let present: Vec<&[f64]> = seeds.iter().copied().filter(|seed| !seed.is_empty()).collect();
    let means: Vec<f64> = present.iter().map(|seed| mean(seed)).collect();
    let difference = (simulated_mean - measured_mean).abs();
    // Real pods were added at random instants, simulated ones at equal distances, so a real mean
    // varies at least as that of independent draws.
    let independent = deviation(&all) / (step.n as f64).sqrt();
    row.deviations = difference / deviation(&means).max(independent).max(1e-9);
    let quantiles: Vec<f64> = step.quantiles.iter().map(|&value| ms(value)).collect();
    row.distance = distance(&quantiles, step.n, &all);
    let farther = present
        .iter()
        .filter(|seed| {
            let mut sorted = seed.to_vec();
            sorted.sort_by(f64::total_cmp);
            distance(&sketch(&sorted), sorted.len(), &all) >= row.distance
        })
        .count();
    row.farther = farther as f64 / present.len() as f64;
    let near = difference <= (SHARE * measured_mean).max(RESOLUTION_S);
    let what = What::Lateness(step.rule, step.delay_ms);
    (row.verdict, row.mechanism) = verdict(near, row.deviations <= DEVIATIONS, place, what);
    row
}
