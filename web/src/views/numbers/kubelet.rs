//! What the kubelet does in numbers, where the model knows it.

use sim::Outcome;
use sim::words::{number, points, share};
use yew::{Html, html};

use super::{difference_name, head, row, signed};
use crate::run::Picture;
use crate::texts;

const COLUMNS: [(&str, &[&str]); 4] = [
    ("Requests per second, steady", &["on pods", "on events"]),
    ("Status lag", &["mean", "longest"]),
    ("Runtime calls per second", &["peak", "steady"]),
    ("Kubelet CPU of a core, modelled", &["peak", "steady"]),
];

/// Microseconds in a second.
const US: f64 = 1e6;

/// How a value and a difference of two are written.
#[derive(Copy, Clone)]
struct Written {
    value: fn(f64) -> String,
    difference: fn(f64) -> String,
}

const NUMBER: Written = Written {
    value: number,
    difference: number,
};
const TIME: Written = Written {
    value: time,
    difference: time,
};
const SHARE: Written = Written {
    value: share,
    difference: points,
};

/// The values of the columns.
#[expect(clippy::cast_precision_loss, reason = "shown with three digits")]
fn values(outcome: &Outcome) -> Option<[(f64, Written); 8]> {
    let load = outcome.load.kubelet.as_ref()?;
    Some([
        (load.status_rate.steady_per_second(), NUMBER),
        (load.event_rate.steady_per_second(), NUMBER),
        (load.status_lag_mean_ns as f64, TIME),
        (load.status_lag_max_ns as f64, TIME),
        (load.cri_rate.peak_per_second(), NUMBER),
        (load.cri_rate.steady_per_second(), NUMBER),
        (load.cpu_rate.peak_per_second() / US, SHARE),
        (load.cpu_rate.steady_per_second() / US, SHARE),
    ])
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a lag is at most as long as the simulation"
)]
fn time(ns: f64) -> String {
    texts::time(ns as i64)
}

/// The table of what the kubelet does; nothing where the model does not know it.
pub(super) fn work(picture: &Picture) -> Html {
    let baseline = picture.scenario.baseline as usize;
    let policies = picture.scenario.policies.iter().enumerate();
    let rows: Vec<_> = policies
        .zip(&picture.results.outcomes)
        .filter_map(|((at, policy), outcome)| Some((at, policy, values(outcome)?)))
        .collect();
    let Some((_, _, base)) = rows.iter().find(|(at, _, _)| *at == baseline) else {
        return html! {};
    };
    html! {
        <section class="panel" id="work" aria-labelledby="work-heading">
            <h2 id="work-heading">{texts::WORK}</h2>
            <div class="scroll" role="region" aria-label={texts::WORK_TABLE} tabindex="0">
                <table class="numbers">
                    {head(&COLUMNS)}
                    <tbody>
                        { for rows.iter().map(|(at, policy, values)| {
                            row(Some(*at), &policy.name, values.iter().map(|(value, written)| (written.value)(*value)).collect())
                        }) }
                        { for rows.iter().filter(|(at, _, _)| *at != baseline).map(|(_, policy, values)| {
                            let pairs = values.iter().zip(base);
                            let cells = pairs.map(|((value, written), (base, _))| {
                                signed((written.difference)(value - base))
                            });
                            row(None, &difference_name(picture, policy), cells.collect())
                        }) }
                    </tbody>
                </table>
            </div>
            <p class="muted">{texts::WORK_NOTE}</p>
        </section>
    }
}
