//! What lies between the least and the most of nine in ten seeds.

use plotters_backend::BackendCoord;
use sim::{Band, Spread};

use crate::kind::Kind;
use crate::series::{Rates, Window};
use crate::view::View;
use crate::words;

/// How bands are called beside what they belong to.
pub(crate) fn name(view: &View) -> Option<String> {
    let seeds = view.spread?.runs.len() as u64;
    Some(format!("band: 90 % of {}", words::counted(seeds, "seed")))
}

/// The bands of a policy's load, window by window. Empty without a spread.
pub(crate) fn of_rates(kind: Kind, view: &View, policy: usize) -> Vec<(Window, Band)> {
    let mut windows: Vec<(Window, Vec<f64>)> = Vec::new();
    for outcome in outcomes(view.spread, policy) {
        let rates = Rates::of(kind, view, outcome);
        for (at, window) in rates.windows().enumerate() {
            let value = rates.value(&window);
            match windows.get_mut(at) {
                Some((_, values)) => values.push(value),
                None => windows.push((window, vec![value])),
            }
        }
    }
    windows
        .into_iter()
        .filter_map(|(window, values)| Some((window, Band::of(values)?)))
        .collect()
}

/// The band of a policy's restarts of the container in view up to an instant.
pub(crate) fn of_restarts(view: &View, policy: usize, at_ns: i64) -> Option<Band> {
    let container = view.container();
    let counts = outcomes(view.spread, policy)
        .filter(|outcome| outcome.timeline.keeps(container))
        .map(|outcome| count(outcome.timeline.restarts_until(container, at_ns)));
    Band::of(counts)
}

#[expect(clippy::cast_precision_loss, reason = "a position on the screen is coarser")]
const fn count(restarts: u64) -> f64 {
    restarts as f64
}

fn outcomes(spread: Option<&Spread>, policy: usize) -> impl Iterator<Item = &sim::Outcome> {
    spread.into_iter().flat_map(move |spread| spread.outcomes(policy))
}

/// The ground between two lines over the same columns.
pub(crate) fn between(low: &[BackendCoord], high: &[BackendCoord]) -> Vec<BackendCoord> {
    low.iter().chain(high.iter().rev()).copied().collect()
}
