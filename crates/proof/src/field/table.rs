//! The judged cases as a table for a terminal.

use std::fmt::Write as _;

use super::{Check, Row, Verdict};

/// The cases as text.
#[must_use]
pub fn text(rows: &[Row]) -> String {
    let mut text = String::from("CASES from the field: what was seen, and what the model gives\n");
    for row in rows {
        let check = match row.check {
            Check::Waits => "waits",
            Check::Start => "start",
            Check::Count => "count",
            Check::Kills => "kills",
            Check::Cadence => "cadence",
            Check::Events => "events",
        };
        let verdict = match row.verdict {
            Verdict::Fits => "fits",
            Verdict::Rebased => "REBASED",
            Verdict::Outlier => "OUTLIER",
            Verdict::Illustrative => "ILLUSTRATIVE",
        };
        let cause = row
            .cause
            .as_ref()
            .map_or_else(String::new, |cause| format!(": {cause}"));
        let _ = writeln!(
            text,
            "{:<4} {check:<8} {:<50} {:<42} {verdict}{cause}",
            row.id, row.seen, row.model
        );
    }
    let count = |verdict| rows.iter().filter(|row| row.verdict == verdict).count();
    let _ = writeln!(
        text,
        "{} cases: {} fit, {} fit with a younger loop, {} outliers, {} illustrative",
        rows.len(),
        count(Verdict::Fits),
        count(Verdict::Rebased),
        count(Verdict::Outlier),
        count(Verdict::Illustrative)
    );
    text
}
