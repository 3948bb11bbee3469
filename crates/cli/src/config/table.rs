//! Verdicts in words.

use super::{Judged, message};
use crate::problem::Problem;
use backoff::GoDuration;
use document::escape;
use kubelet::config::{Advice, Verdict, changes};
use std::collections::BTreeSet;
use std::io::Write;

/// Writes what a kubelet of one release makes of a configuration.
pub(super) fn verdict(name: &str, verdict: &Verdict, out: &mut impl Write) -> Result<(), Problem> {
    writeln!(out, "{}", escape(name))?;
    writeln!(out, "  {}", verdict.recognised)?;
    match &verdict.effective {
        Some(effective) => {
            writeln!(out, "  Valid for Kubernetes {}.", verdict.release)?;
            writeln!(
                out,
                "  Initial delay  {}",
                GoDuration(effective.initial_ns).short()
            )?;
            writeln!(out, "  Maximum delay  {}", GoDuration(effective.max_ns).short())?;
            for reason in &effective.reasons {
                writeln!(out, "  {reason}")?;
            }
        }
        None => writeln!(
            out,
            "  Refused by Kubernetes {} at the stage {}.",
            verdict.release, verdict.stage
        )?,
    }
    for advice in &verdict.advice {
        writeln!(out, "  {}", advice.sentence)?;
    }
    for warning in &verdict.warnings {
        writeln!(out, "  Warning {}", escape(&message(name, warning)))?;
    }
    Ok(())
}

/// Writes what the kubelets of all releases make of a configuration, and what an upgrade changes.
pub(super) fn matrix(judged: &Judged, out: &mut impl Write) -> Result<(), Problem> {
    let rows = &judged.verdicts;
    writeln!(out, "{}", escape(&judged.name))?;
    if let Some(last) = rows.last() {
        writeln!(out, "  {}", last.recognised)?;
    }
    writeln!(out, "  Release  Starts  Initial  Maximum")?;
    for row in rows {
        let release = row.release.to_string();
        match (&row.effective, row.errors.first()) {
            (Some(effective), _) => {
                let short = |ns| GoDuration(ns).short().to_string();
                let (initial, max) = (short(effective.initial_ns), short(effective.max_ns));
                writeln!(out, "  {release:<7}  yes     {initial:<7}  {max}")?;
            }
            (None, error) => {
                let why = error.map_or("", |error| error.message.as_str());
                writeln!(out, "  {release:<7}  no      {why}")?;
            }
        }
    }
    for change in changes(rows) {
        writeln!(out, "  {}", change.sentence)?;
    }
    let mut told: Vec<&Advice> = Vec::new();
    for advice in rows.iter().flat_map(|row| &row.advice) {
        if told.iter().all(|earlier| earlier.trap != advice.trap) {
            writeln!(out, "  {}", advice.sentence)?;
            told.push(advice);
        }
    }
    // The same text comes with a release each time; its first place and hint are enough.
    let mut listed = BTreeSet::new();
    for row in rows {
        for (word, findings) in [("Refusal", &row.errors), ("Warning", &row.warnings)] {
            for finding in findings {
                if listed.insert(&finding.message) {
                    writeln!(out, "  {word} {}", escape(&message(&judged.name, finding)))?;
                }
            }
        }
    }
    Ok(())
}
