//! The comparison as a table for a terminal.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::row::{Quantity, Row, Verdict};

/// The comparison as text.
#[must_use]
pub fn text(rows: &[Row]) -> String {
    let mut text = String::from(
        "LOAD: requests, events and runtime calls for each restart, lists and all calls a second, milliseconds of\n\
         processor time a second, seconds for which CrashLoopBackOff was to be seen\n\
         release kubelet           case             quantity          measured  simulated\n",
    );
    for row in rows {
        let _ = writeln!(
            text,
            "{:<7} {:<17} {:<16} {:<16} {:>9.3} {:>10.3} {:>+7.1} %  {}",
            row.release,
            row.kubelet,
            row.case,
            name(row.quantity),
            row.measured,
            row.simulated,
            (row.simulated / row.measured - 1.0) * 100.0,
            mark(row.verdict)
        );
    }
    totals(&mut text, rows);
    text
}

fn totals(text: &mut String, rows: &[Row]) {
    text.push_str("\nTOTALS                   near  inside  explained  gap  largest difference\n");
    let mut by: BTreeMap<Quantity, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        by.entry(row.quantity).or_default().push(row);
    }
    for (quantity, rows) in &by {
        total(text, name(*quantity), rows);
    }
    let mut releases: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        releases.entry(&row.release).or_default().push(row);
    }
    for (release, rows) in &releases {
        total(text, release, rows);
    }
    total(text, "all", &rows.iter().collect::<Vec<_>>());
    for mechanism in super::causes() {
        let rows = rows.iter().filter(|row| row.mechanism == Some(mechanism));
        let _ = writeln!(text, "explained, {} times: {mechanism}", rows.count());
    }
}

fn total(text: &mut String, what: &str, rows: &[&Row]) {
    let mut counts = [0_u32; 4];
    for row in rows {
        counts[row.verdict as usize] += 1;
    }
    let [near, inside, explained, gap] = counts;
    let difference = |row: &Row| (row.simulated / row.measured - 1.0).abs();
    let largest = rows
        .iter()
        .filter(|row| matches!(row.verdict, Verdict::Explained | Verdict::Gap))
        .max_by(|a, b| difference(a).total_cmp(&difference(b)));
    let _ = write!(text, "{what:<22} {near:>6} {inside:>7} {explained:>10} {gap:>4}");
    if let Some(row) = largest {
        let percent = difference(row) * 100.0;
        let _ = write!(
            text,
            "  {percent:.0} %: {} {} {}",
            row.release, row.kubelet, row.case
        );
    }
    text.push('\n');
}

const fn mark(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Near => "",
        Verdict::Inside => "inside",
        Verdict::Explained => "EXPLAINED",
        Verdict::Gap => "GAP",
    }
}

const fn name(quantity: Quantity) -> &'static str {
    match quantity {
        Quantity::StatusGets => "GET pod",
        Quantity::StatusPatches => "PATCH status",
        Quantity::Events => "events sent",
        Quantity::EventPosts => "POST event",
        Quantity::Calls => "runtime calls",
        Quantity::ContainerStatus => "ContainerStatus",
        Quantity::PodSandboxStatus => "PodSandboxStatus",
        Quantity::RemoveContainer => "RemoveContainer",
        Quantity::Lists => "lists",
        Quantity::AllCalls => "all calls",
        Quantity::Restarts => "restarts",
        Quantity::KubeletCpu => "kubelet CPU",
        Quantity::ApiServerCpu => "API server CPU",
        Quantity::EtcdCpu => "etcd CPU",
        Quantity::VisibleMedian => "visible, median",
        Quantity::VisibleP95 => "visible, p95",
    }
}
