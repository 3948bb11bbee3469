//! The numbers as CSV (RFC 4180), a row for each policy. Times are nanoseconds.

use crate::problem::Problem;
use crate::scenario::{Compared, Simulated};
use std::io::Write;

const HEADER: [&str; 17] = [
    "policy",
    "containers",
    "restarts_5m",
    "restarts_30m",
    "restarts_1h",
    "restarts_24h",
    "restarts_total",
    "starts_total",
    "starts_peak_10s",
    "requests_total",
    "requests_peak_10s",
    "requests_second_half",
    "down_ns",
    "wanted_ns",
    "recovery_median_ns",
    "recovery_p95_ns",
    "recovery_max_ns",
];

/// Writes a header and the rows. A number that does not exist is empty.
pub(super) fn write(simulated: &Simulated, out: &mut impl Write) -> Result<(), Problem> {
    write!(out, "{}\r\n", HEADER.join(","))?;
    for policy in simulated.policies() {
        write!(out, "{}\r\n", row(&policy).join(","))?;
    }
    Ok(())
}

fn row(policy: &Compared) -> [String; HEADER.len()] {
    let summary = policy.summary;
    let [five_minutes, half_hour, hour, day] = summary
        .restarts
        .map(|restarts| restarts.map_or_else(String::new, |count| count.to_string()));
    let recovery = |pick: fn(sim::Recovery) -> i64| {
        summary
            .recovery
            .map_or_else(String::new, |recovery| pick(recovery).to_string())
    };
    [
        quoted(policy.name),
        summary.containers.to_string(),
        five_minutes,
        half_hour,
        hour,
        day,
        summary.restarts_total.to_string(),
        summary.starts.total.to_string(),
        summary.starts.peak_10s.to_string(),
        summary.requests.total.to_string(),
        summary.requests.peak_10s.to_string(),
        summary.requests.steady.to_string(),
        summary.downtime.down_ns.to_string(),
        summary.downtime.wanted_ns.to_string(),
        recovery(|recovery| recovery.median_ns),
        recovery(|recovery| recovery.p95_ns),
        recovery(|recovery| recovery.max_ns),
    ]
}

fn quoted(text: &str) -> String {
    if text.contains(['"', ',', '\r', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
