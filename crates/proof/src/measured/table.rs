//! The comparison as a table for a terminal.

use std::fmt::Write as _;

use super::{Lateness, Measured, Place, Restarts, Rule, Verdict};
use crate::statistics::{quantile, seconds};

/// From this many restarts on a distance says something about a distribution.
const ENOUGH: usize = 100;

/// The comparison as text.
#[must_use]
pub fn text(measured: &Measured) -> String {
    let mut text = String::from(
        "RESTARTS after the first start: measured mean [fewest–most] and simulated mean\n\
         release kubelet    case             container window   measured              simulated\n",
    );
    for row in &measured.restarts {
        restarts(&mut text, row);
    }
    text.push_str(
        "\nLATENESS in seconds after exit and delay (after the exit for new and gc): mean, p95, maximum; the distance\n\
         of the distributions (0 to 1), and how many of a hundred simulations are at least as far from the others\n\
         release kubelet    case             container rule           delay      n  measured               simulated             distance farther\n",
    );
    for row in &measured.lateness {
        lateness(&mut text, row);
    }
    text.push_str("\nLATENESS over all kubelets of a release: measured and simulated mean\n");
    for row in &measured.pooled {
        let _ = writeln!(
            text,
            "{:<7} {:<13} {:>6} n {:>5}  {:>6.2}  {:>6.2}",
            row.release,
            name(row.rule),
            delay(row.delay_ms),
            row.n,
            row.measured,
            row.simulated
        );
    }
    text.push_str(
        "\nSYNCS that found the container in back-off, for each wait: measured mean [fewest–most] and simulated\n",
    );
    for row in &measured.syncs {
        let [fewest, most] = row.range;
        let _ = writeln!(
            text,
            "{:<7} {:>6} n {:>5}  {:>6.2} [{fewest}–{most}]  {:>6.2}",
            row.release,
            delay(row.delay_ms),
            row.n,
            row.measured,
            row.simulated
        );
    }
    text.push('\n');
    totals(&mut text, measured);
    text
}

fn place(place: &Place) -> String {
    format!(
        "{:<7} {:<10} {:<16} {:<9}",
        place.release, place.kubelet, place.case, place.container
    )
}

fn restarts(text: &mut String, row: &Restarts) {
    let [fewest, most] = row.range;
    let _ = writeln!(
        text,
        "{} {:>5}s {:>8.2} {:<11} {:>8.2}  {}",
        place(&row.place),
        row.window_s,
        row.measured,
        format!("[{fewest}–{most}]"),
        row.simulated,
        mark(row.verdict)
    );
}

fn lateness(text: &mut String, row: &Lateness) {
    let three = |[mean, p95, max]: [f64; 3]| format!("{mean:>6.2} {p95:>6.2} {max:>6.2}");
    let _ = writeln!(
        text,
        "{} {:<13} {:>6} {:>6}  {}  {}  {:>7.2} {:>7.0}  {}",
        place(&row.place),
        name(row.rule),
        delay(row.delay_ms),
        row.n,
        three(row.measured),
        row.simulated
            .map_or_else(|| "     –      –      –".to_owned(), three),
        row.distance,
        row.farther * 100.0,
        mark(row.verdict)
    );
}

const fn name(rule: Rule) -> &'static str {
    match rule {
        Rule::New => "new",
        Rule::Step => "step",
        Rule::Expired => "expired",
        Rule::Gc => "gc",
        Rule::GcLate => "gc-late",
        Rule::KillFirst => "kill-first",
        Rule::KillPass => "kill-pass",
        Rule::KillBlocked => "kill-blocked",
        Rule::Forgiven => "forgiven",
    }
}

fn delay(ms: i64) -> String {
    format!("{}s", seconds(ms * 1_000_000))
}

const fn mark(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Near => "",
        Verdict::Inside => "inside",
        Verdict::Explained => "EXPLAINED",
        Verdict::Gap => "GAP",
    }
}

fn totals(text: &mut String, measured: &Measured) {
    text.push_str("TOTALS          near  inside  explained  gap\n");
    let mut releases: Vec<&str> = measured
        .restarts
        .iter()
        .map(|row| row.place.release.as_str())
        .collect();
    releases.dedup();
    for release in releases {
        let of = |place: &Place| place.release == release;
        let restarts = measured.restarts.iter().filter(|row| of(&row.place));
        total(text, release, "restarts", restarts.map(|row| row.verdict));
        let lateness = measured.lateness.iter().filter(|row| of(&row.place));
        total(text, release, "lateness", lateness.map(|row| row.verdict));
    }
    let restarts = measured.restarts.iter().map(|row| row.verdict);
    total(text, "all", "restarts", restarts);
    let lateness = measured.lateness.iter().map(|row| row.verdict);
    total(text, "all", "lateness", lateness);
    let mut distances: Vec<f64> = measured
        .lateness
        .iter()
        .filter(|row| row.n >= ENOUGH)
        .map(|row| row.distance)
        .collect();
    distances.sort_by(f64::total_cmp);
    let _ = writeln!(
        text,
        "distances where at least {ENOUGH} restarts were measured: {} of them, median {:.3}, p90 {:.3}, largest {:.3}",
        distances.len(),
        quantile(&distances, 0.5),
        quantile(&distances, 0.9),
        quantile(&distances, 1.0)
    );
    let beyond = measured
        .lateness
        .iter()
        .filter(|row| row.verdict == Verdict::Inside && row.deviations > 3.0)
        .count();
    let _ = writeln!(
        text,
        "lateness inside, but beyond three standard deviations: {beyond}"
    );
    let _ = writeln!(text, "starts before exit and delay: {}", measured.early);
    for (place, mechanism) in measured
        .restarts
        .iter()
        .map(|row| (&row.place, row.mechanism))
        .chain(measured.lateness.iter().map(|row| (&row.place, row.mechanism)))
    {
        if let Some(mechanism) = mechanism {
            let _ = writeln!(
                text,
                "explained: {} {} {}: {mechanism}",
                place.release, place.kubelet, place.case
            );
        }
    }
}

fn total(text: &mut String, release: &str, what: &str, verdicts: impl Iterator<Item = Verdict>) {
    let mut counts = [0_u32; 4];
    for verdict in verdicts {
        counts[verdict as usize] += 1;
    }
    let [near, inside, explained, gap] = counts;
    let _ = writeln!(
        text,
        "{release:<5} {what:<8} {near:>5} {inside:>7} {explained:>10} {gap:>4}"
    );
}
