//! The numbers as a table for a terminal, with the difference from the baseline.

use crate::problem::Problem;
use crate::scenario::{Compared, Simulated};
use backoff::GoDuration;
use document::escape;
use sim::load::KubeletLoad;
use sim::words::{self, counted, number, points, share};
use sim::{Model, Recovery, Scenario, Spread};
use std::io::Write;

/// Writes the sentence that answers, what was simulated, and a column for each policy.
pub(super) fn write(simulated: &Simulated, out: &mut impl Write) -> Result<(), Problem> {
    let Simulated {
        scenario,
        results,
        spread,
    } = simulated;
    let answer = words::plain(&words::answer(scenario, results));
    writeln!(out, "{}\n", escape(&answer))?;
    writeln!(out, "{}\n", setting(scenario))?;
    let policies: Vec<Compared> = simulated.policies().collect();
    let mut rows = vec![(
        String::new(),
        policies
            .iter()
            .map(|policy| escape(policy.name).into_owned())
            .collect(),
    )];
    rows.extend(numbers(&policies));
    write_aligned(&rows, out)?;
    if let Some(spread) = spread {
        let seeds = counted(u64::from(scenario.seeds), "seed");
        writeln!(out, "\nMedian of {seeds} (5 to 95 %)\n")?;
        write_aligned(&bands(spread, policies.len()), out)?;
    }
    Ok(())
}

/// The bands of the numbers that at least one policy has.
fn bands(spread: &Spread, policies: usize) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for policy in 0..policies {
        for (measure, band) in spread.measured(policy) {
            let [low, median, high] = [band.low, band.median, band.high].map(|value| measure.text(value));
            let cell = format!("{median} ({low} to {high})");
            let at = rows.iter().position(|(name, _)| name == measure.name);
            let at = at.unwrap_or_else(|| {
                rows.push((measure.name.to_owned(), vec!["–".to_owned(); policies]));
                rows.len() - 1
            });
            rows[at].1[policy] = cell;
        }
    }
    rows
}

fn setting(scenario: &Scenario) -> String {
    let model = match scenario.model {
        Model::Documented => "Documented curve",
        Model::BackoffObject => "Back-off object",
        Model::KubeletRelease => "Kubelet release",
    };
    let pods: u32 = scenario.workload.iter().map(|group| group.pods).sum();
    format!(
        "{model}, Kubernetes {}, {}, {}.",
        scenario.release,
        counted(pods.into(), "pod"),
        scenario.horizon.short()
    )
}

type Row = (String, Vec<String>);

/// The rows that have a number for at least one policy.
fn numbers(policies: &[Compared]) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut row = |label: &str, cell: &dyn Fn(&Compared) -> Option<String>| {
        let cells: Vec<_> = policies.iter().map(cell).collect();
        if cells.iter().any(Option::is_some) {
            let shown = cells
                .into_iter()
                .map(|cell| cell.unwrap_or_else(|| "–".to_owned()));
            rows.push((label.to_owned(), shown.collect()));
        }
    };
    for (span, label) in ["5m", "30m", "1h", "24h"].into_iter().enumerate() {
        row(&format!("Restarts of a container in {label}"), &|policy| {
            let difference = policy.difference.and_then(|difference| difference.restarts[span]);
            let count = policy.summary.restarts_per_container(span)?;
            Some(with(
                number(count),
                difference.map(|sum| mean(sum, policy.summary.containers)),
                number,
            ))
        });
    }
    row("Restarts of all containers", &|policy| {
        Some(number(exact(
            i64::try_from(policy.summary.restarts_total).unwrap_or(i64::MAX),
        )))
    });
    row("API requests a second, busiest 10s", &|policy| {
        let difference = policy
            .difference
            .map(|difference| difference.peak_requests_per_second);
        Some(with(
            number(policy.summary.requests.peak_per_second()),
            difference,
            number,
        ))
    });
    row("API requests a second, second half", &|policy| {
        let difference = policy
            .difference
            .map(|difference| difference.steady_requests_per_second);
        Some(with(
            number(policy.summary.requests.steady_per_second()),
            difference,
            number,
        ))
    });
    let mut kubelet = |label: &str, text: fn(&KubeletLoad) -> String| {
        row(label, &|policy| policy.load.kubelet.as_ref().map(text));
    };
    kubelet("  of these on pods, second half", |load| {
        number(load.status_rate.steady_per_second())
    });
    kubelet("  of these on events, second half", |load| {
        number(load.event_rate.steady_per_second())
    });
    kubelet("Age of a status when it is written, mean", |load| {
        time(exact(load.status_lag_mean_ns))
    });
    kubelet("Runtime calls a second, second half", |load| {
        number(load.cri_rate.steady_per_second())
    });
    kubelet("Kubelet, share of a core, second half", |load| {
        share(load.cpu_rate.steady_per_second() / 1e6)
    });
    row("Share of time down", &|policy| {
        let difference = policy.difference.map(|difference| difference.downtime);
        Some(with(share(policy.summary.downtime.share()), difference, points))
    });
    let mut recovery =
        |label: &str, pick: fn(Recovery) -> i64, change: fn(&sim::Difference) -> Option<i64>| {
            row(label, &|policy| {
                let difference = policy.difference.as_ref().and_then(change).map(exact);
                Some(with(
                    time(exact(pick(policy.summary.recovery?))),
                    difference,
                    time,
                ))
            });
        };
    recovery(
        "Recovery, median",
        |recovery| recovery.median_ns,
        |difference| difference.recovery_median_ns,
    );
    recovery(
        "Recovery, 95 %",
        |recovery| recovery.p95_ns,
        |difference| difference.recovery_p95_ns,
    );
    rows
}

/// A value with its difference from the baseline behind it, if there is one.
fn with(value: String, difference: Option<f64>, text: fn(f64) -> String) -> String {
    match difference {
        None => value,
        Some(0.0) => format!("{value} (same)"),
        Some(difference) => {
            let sign = if difference < 0.0 { '−' } else { '+' };
            format!("{value} ({sign}{})", text(difference.abs()))
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "shown with three digits")]
fn exact(number: i64) -> f64 {
    number as f64
}

fn mean(sum: i64, containers: u32) -> f64 {
    exact(sum) / f64::from(containers.max(1))
}

/// Nanoseconds as a time in milliseconds, which is as exact as a table has to be.
#[expect(clippy::cast_possible_truncation, reason = "the cast saturates")]
fn time(ns: f64) -> String {
    GoDuration::from_millis((ns / 1e6).round() as i64)
        .short()
        .to_string()
}

/// Writes the first column to the left and the others to the right.
fn write_aligned(rows: &[Row], out: &mut impl Write) -> Result<(), Problem> {
    let width = |cells: &mut dyn Iterator<Item = &String>| cells.map(|cell| cell.chars().count()).max();
    let first = width(&mut rows.iter().map(|(label, _)| label)).unwrap_or(0);
    for (label, cells) in rows {
        write!(out, "{label:first$}")?;
        for (column, cell) in cells.iter().enumerate() {
            let column = width(&mut rows.iter().map(|(_, cells)| &cells[column])).unwrap_or(0);
            write!(out, "  {cell:>column$}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}
