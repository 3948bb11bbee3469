//! The results as numbers: a row for each policy, and one for its difference to the baseline.

mod kubelet;

use sim::words::{number, points, share};
use sim::{Band, Difference, Measure, Policy, Summary};
use yew::{Html, Properties, classes, component, html};

use crate::components::swatch::{policy_class, swatch};
use crate::run::Picture;
use crate::texts;

/// The results.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) picture: Picture,
}

/// The columns below each heading: the heading, and the columns with their units.
const COLUMNS: [(&str, &[&str]); 4] = [
    ("Restarts per container in", &["5 min", "30 min", "1 h", "24 h"]),
    ("API requests per second", &["peak", "steady"]),
    ("Downtime", &["share"]),
    ("Recovery", &["median", "95 %"]),
];

#[component]
pub(crate) fn Numbers(props: &Props) -> Html {
    let Picture {
        scenario, results, ..
    } = &props.picture;
    let baseline = scenario.baseline as usize;
    let rows = scenario.policies.iter().zip(&results.outcomes).enumerate();
    let base = results.outcomes.get(baseline);
    let beyond = results
        .outcomes
        .iter()
        .any(|outcome| outcome.summary.restarts.contains(&None));
    let recovers = results
        .outcomes
        .iter()
        .any(|outcome| outcome.summary.recovery.is_some());
    html! {
        <>
        <section class="panel" id="numbers" aria-labelledby="numbers-heading">
            <h2 id="numbers-heading">{texts::NUMBERS}</h2>
            <div class="scroll" role="region" aria-label={texts::NUMBERS_TABLE} tabindex="0">
                <table class="numbers">
                    {head(&COLUMNS)}
                    <tbody>
                        { for rows.clone().map(|(at, (policy, outcome))| {
                            row(Some(at), &policy.name, cells(&outcome.summary))
                        }) }
                        { for rows.filter(|(at, _)| *at != baseline).filter_map(|(_, (policy, outcome))| {
                            let difference = outcome.summary.minus(&base?.summary);
                            let name = difference_name(&props.picture, policy);
                            Some(row(None, &name, differences(&difference, outcome.summary.containers)))
                        }) }
                    </tbody>
                </table>
            </div>
            <p class="muted">
                {"Peak is the mean over the busiest ten seconds, steady the mean over the second half. "}
                {"Downtime is the time that containers wait or are being created."}
                if beyond { {format!(" {} {}.", texts::BEYOND, texts::BEYOND_HORIZON)} }
                if !recovers { {format!(" Recovery {}, {}.", texts::BEYOND, texts::NO_RECOVERY)} }
            </p>
        </section>
        {kubelet::work(&props.picture)}
        {bands(&props.picture)}
        </>
    }
}

/// The bands of the numbers over seeds, a column for each policy.
fn bands(picture: &Picture) -> Html {
    let Some(spread) = &picture.spread else {
        return html! {};
    };
    let policies = || picture.scenario.policies.iter().enumerate();
    let all: Vec<Vec<_>> = policies().map(|(at, _)| spread.measured(at)).collect();
    let known = Measure::ALL
        .iter()
        .filter(|measure| all.iter().flatten().any(|(other, _)| other.id == measure.id));
    let cell = |policy: &Vec<(Measure, Band)>, id: &str| {
        let found = policy.iter().find(|(measure, _)| measure.id == id);
        let Some((measure, band)) = found else {
            return html! { <td>{texts::BEYOND}</td> };
        };
        let [low, median, high] = [band.low, band.median, band.high].map(|value| measure.text(value));
        // The unit that all of them have is said once.
        let low = low.strip_suffix(" %").unwrap_or(&low);
        html! { <td>{median}{" "}<span class="muted">{format!("({low} to {high})")}</span></td> }
    };
    let heading = texts::bands(spread.runs.len());
    html! {
        <section class="panel" id="bands">
            <h2>{&heading}</h2>
            <div class="scroll" role="region" aria-label={heading.clone()} tabindex="0">
                <table class="numbers">
                    <thead>
                        <tr>
                            <th scope="col"><span class="unseen">{texts::NUMBERS}</span></th>
                            { for policies().map(|(at, policy)| html! {
                                <th scope="col">{swatch(at)}{" "}<span class={policy_class(at)}>{&policy.name}</span></th>
                            }) }
                        </tr>
                    </thead>
                    <tbody>
                        { for known.map(|measure| html! {
                            <tr>
                                <th scope="row">{measure.name}</th>
                                { for all.iter().map(|policy| cell(policy, measure.id)) }
                            </tr>
                        }) }
                    </tbody>
                </table>
            </div>
        </section>
    }
}

/// The headings, and the columns below each.
fn head(columns: &[(&'static str, &[&'static str])]) -> Html {
    html! {
        <thead>
            <tr>
                <th rowspan="2" scope="col"><span class="unseen">{"Policy"}</span></th>
                { for columns.iter().map(|(heading, columns)| html! {
                    <th scope="colgroup" colspan={columns.len().to_string()}>{*heading}</th>
                }) }
            </tr>
            <tr>
                { for columns.iter().flat_map(|(_, columns)| columns.iter()).map(|column| html! {
                    <th scope="col">{*column}</th>
                }) }
            </tr>
        </thead>
    }
}

/// The name of a difference: the policy's where there are several.
fn difference_name(picture: &Picture, policy: &Policy) -> String {
    let scenario = &picture.scenario;
    match scenario.policies.get(scenario.baseline as usize) {
        Some(base) if scenario.policies.len() > 2 => texts::difference_to(&policy.name, &base.name),
        _ => texts::DIFFERENCE.to_owned(),
    }
}

fn row(policy: Option<usize>, name: &str, cells: Vec<String>) -> Html {
    html! {
        <tr class={classes!(policy.is_none().then_some("difference"))}>
            <th scope="row">
                if let Some(policy) = policy { {swatch(policy)}{" "} }
                <span class={classes!(policy.map(policy_class))}>{name.to_owned()}</span>
            </th>
            { for cells.into_iter().map(|cell| html! { <td>{cell}</td> }) }
        </tr>
    }
}

fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| texts::BEYOND.to_owned())
}

fn cells(summary: &Summary) -> Vec<String> {
    let mut cells: Vec<String> = (0..summary.restarts.len())
        .map(|span| or_dash(summary.restarts_per_container(span).map(number)))
        .collect();
    cells.push(number(summary.requests.peak_per_second()));
    cells.push(number(summary.requests.steady_per_second()));
    cells.push(share(summary.downtime.share()));
    cells.push(or_dash(
        summary.recovery.map(|recovery| texts::time(recovery.median_ns)),
    ));
    cells.push(or_dash(
        summary.recovery.map(|recovery| texts::time(recovery.p95_ns)),
    ));
    cells
}

fn differences(difference: &Difference, containers: u32) -> Vec<String> {
    let mut cells: Vec<String> = difference
        .restarts
        .iter()
        .map(|restarts| or_dash(restarts.map(|restarts| per_container(restarts, containers))))
        .collect();
    cells.push(signed(number(difference.peak_requests_per_second)));
    cells.push(signed(number(difference.steady_requests_per_second)));
    cells.push(signed(points(difference.downtime)));
    cells.push(or_dash(
        difference.recovery_median_ns.map(|ns| signed(texts::time(ns))),
    ));
    cells.push(or_dash(
        difference.recovery_p95_ns.map(|ns| signed(texts::time(ns))),
    ));
    cells
}

#[expect(clippy::cast_precision_loss, reason = "shown with three digits")]
fn per_container(restarts: i64, containers: u32) -> String {
    signed(number(restarts as f64 / f64::from(containers.max(1))))
}

/// With a plus or a real minus sign; zero has none.
fn signed(text: String) -> String {
    match text.strip_prefix('-') {
        Some(rest) => format!("−{rest}"),
        None if text.bytes().any(|byte| (b'1'..=b'9').contains(&byte)) => format!("+{text}"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::signed;

    #[test]
    fn differences_have_a_sign_unless_they_are_none() {
        let cases = [
            ("4", "+4"),
            ("-0.8 pp", "−0.8 pp"),
            ("0", "0"),
            ("0 pp", "0 pp"),
            ("-1m20s", "−1m20s"),
        ];
        for (text, expected) in cases {
            assert_eq!(signed(text.to_owned()), expected);
        }
    }
}
