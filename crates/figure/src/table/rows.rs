//! The rows of each figure's table.

use sim::timeline::STILL_RUNNING;
use sim::{Attempt, Why};

use super::{MAX_ROWS, Table};
use crate::band;
use crate::delays;
use crate::kind::Kind;
use crate::series::{Rates, Unit};
use crate::view::{Lanes, View};
use crate::words;

/// One more than a table holds, so that it is seen when there are more.
const ENOUGH: usize = MAX_ROWS + 1;

fn names(first: &[&str], view: &View) -> Vec<String> {
    let policies = view.outcomes().map(|(_, policy, _)| policy.name.clone());
    first
        .iter()
        .map(|&name| name.to_owned())
        .chain(policies)
        .collect()
}

/// The starts in the lanes of a timeline that are in view.
pub(super) fn attempts(view: &View) -> Table {
    let (from, to) = view.range();
    let lanes: Vec<(usize, u32)> = match view.lanes {
        Lanes::PerPolicy { container } => view
            .outcomes()
            .map(|(policy, _, _)| (policy, container))
            .collect(),
        Lanes::PerContainer { policy, first, count } => (first..first.saturating_add(count))
            .map(|container| (policy, container))
            .collect(),
    };
    let mut rows = Vec::new();
    for (index, container) in lanes {
        let Some((_, policy, outcome)) = view.outcomes().find(|&(at, _, _)| at == index) else {
            continue;
        };
        for (n, attempt) in outcome.timeline.attempts(container).enumerate() {
            if rows.len() >= ENOUGH || attempt.start_ns > to {
                break;
            }
            if attempt.exit_ns < from {
                continue;
            }
            rows.push(vec![
                policy.name.clone(),
                (u64::from(container) + 1).to_string(),
                n.to_string(),
                words::exact(attempt.start_ns),
                words::exact(attempt.backoff_ns),
                reason(attempt.why).to_owned(),
                running(&attempt, outcome.timeline.horizon_ns()),
            ]);
        }
    }
    Table {
        columns: [
            "policy",
            "container",
            "restart",
            "started after",
            "delay",
            "why then",
            "ran for",
        ]
        .map(str::to_owned)
        .to_vec(),
        rows,
        ..Table::default()
    }
}

const fn reason(why: Why) -> &'static str {
    match why {
        Why::FirstStart => "first start",
        Why::FreeRestart => "the first restart is not delayed",
        Why::BackedOff => "held by the back-off",
        Why::Reset => "a long run had reset the back-off",
        Why::Collected => "housekeeping had forgotten the back-off",
        Why::PullFailed => "its image could not be pulled before",
        Why::CreateFailed => "it could not be created before",
        Why::Changed => "its image was changed",
        Why::AllRestarted => "a rule restarts all containers",
        Why::FirstKill => "killed by a probe, with no exit before to wait from",
        Why::Killed => "killed by a probe, the back-off since the exit before was over",
    }
}

fn running(attempt: &Attempt, horizon_ns: i64) -> String {
    if attempt.exit_ns == STILL_RUNNING || attempt.exit_ns > horizon_ns {
        return "still running".to_owned();
    }
    words::exact(attempt.exit_ns - attempt.running_ns)
}

/// The windows of a load that are in view. Requests on pods have columns of their own.
pub(super) fn rates(kind: Kind, view: &View) -> Table {
    let mut columns = vec!["from".to_owned(), format!("to ({})", Unit::of(kind).name)];
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (index, policy, outcome) in view.outcomes() {
        let name = &policy.name;
        let whole = (name.clone(), Rates::of(kind, view, outcome));
        let part = Rates::on_pods(kind, view, outcome).map(|part| (format!("{name}, on pods"), part));
        for (name, rates) in core::iter::once(whole).chain(part) {
            let first = columns.len() == 2;
            columns.push(name);
            let windows = rates.windows().filter(|window| window.is_in(view.range()));
            for (at, window) in windows.take(ENOUGH).enumerate() {
                if first {
                    rows.push(vec![words::exact(window.from_ns), words::exact(window.to_ns)]);
                }
                if let Some(row) = rows.get_mut(at) {
                    row.push(words::number(rates.value(&window)));
                }
            }
        }
        let bands = band::of_rates(kind, view, index);
        let seen = bands.iter().filter(|(window, _)| window.is_in(view.range()));
        for (row, (_, band)) in rows.iter_mut().zip(seen) {
            row.extend([band.low, band.median, band.high].map(words::number));
        }
        if !bands.is_empty() {
            columns.extend(["5 %", "median", "95 %"].map(|of| format!("{name}, {of} of seeds")));
        }
    }
    Table {
        columns,
        rows,
        ..Table::default()
    }
}

/// When each restart of the container in view came.
pub(super) fn restarts(view: &View) -> Table {
    let (from, to) = view.range();
    let container = view.container();
    let all: Vec<&[i64]> = view
        .outcomes()
        .map(|(_, _, outcome)| outcome.timeline.restarts(container))
        .collect();
    let first = all
        .iter()
        .map(|instants| instants.partition_point(|&at| at < from))
        .min();
    let last = all
        .iter()
        .map(|instants| instants.partition_point(|&at| at <= to))
        .max();
    let rows = (first.unwrap_or(0)..last.unwrap_or(0)).take(ENOUGH).map(|n| {
        let instants = all.iter().map(|instants| match instants.get(n) {
            Some(&at) if (from..=to).contains(&at) => words::exact(at),
            _ => String::new(),
        });
        core::iter::once((n + 1).to_string()).chain(instants).collect()
    });
    Table {
        columns: names(&["restart (elapsed time)"], view),
        rows: rows.collect(),
        ..Table::default()
    }
}

/// The delay of each restart that is shown.
pub(super) fn delays(view: &View) -> Table {
    let container = view.container();
    let all: Vec<Vec<i64>> = view
        .outcomes()
        .map(|(_, _, outcome)| delays::delays(&outcome.timeline, container).collect())
        .collect();
    let most = all.iter().map(Vec::len).max().unwrap_or_default();
    let rows = (0..most).map(|n| {
        let delays = all.iter().map(|delays| {
            delays
                .get(n)
                .map_or_else(String::new, |&delay| words::exact(delay))
        });
        core::iter::once((n + 1).to_string()).chain(delays).collect()
    });
    Table {
        columns: names(&["restart (delay)"], view),
        rows: rows.collect(),
        ..Table::default()
    }
}
