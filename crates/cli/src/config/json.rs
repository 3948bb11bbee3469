//! Verdicts as JSON. The fields are stable: new ones may come, none changes its meaning.

use super::Judged;
use crate::problem::Problem;
use kubelet::Release;
use kubelet::config::{Advice, Change, Finding, Verdict, changes};
use serde::Serialize;
use std::io::Write;

#[derive(Serialize)]
struct Document<'a> {
    file: &'a str,
    release: Release,
    recognised: &'a str,
    valid: bool,
    stage: String,
    errors: Vec<Item<'a>>,
    warnings: Vec<Item<'a>>,
    advice: Vec<Counsel<'a>>,
    initial_ns: Option<i64>,
    max_ns: Option<i64>,
    defaulted_period_ns: Option<i64>,
    reasons: &'a [String],
}

impl<'a> Document<'a> {
    fn new(file: &'a str, verdict: &'a Verdict) -> Self {
        let effective = verdict.effective.as_ref();
        Self {
            file,
            release: verdict.release,
            recognised: &verdict.recognised,
            valid: verdict.valid,
            stage: verdict.stage.to_string(),
            errors: verdict.errors.iter().map(Item::from).collect(),
            warnings: verdict.warnings.iter().map(Item::from).collect(),
            advice: verdict.advice.iter().map(Counsel::from).collect(),
            initial_ns: effective.map(|effective| effective.initial_ns),
            max_ns: effective.map(|effective| effective.max_ns),
            defaulted_period_ns: verdict.defaulted_period_ns,
            reasons: effective.map_or(&[], |effective| &effective.reasons),
        }
    }
}

#[derive(Serialize)]
struct Item<'a> {
    file: Option<&'a str>,
    line: Option<u32>,
    column: Option<u32>,
    field: &'a str,
    message: &'a str,
    hint: Option<&'a str>,
}

impl<'a> From<&'a Finding> for Item<'a> {
    fn from(finding: &'a Finding) -> Self {
        Self {
            file: finding.file.as_deref(),
            line: finding.at.map(|at| at.line),
            column: finding.at.map(|at| at.column),
            field: &finding.field,
            message: &finding.message,
            hint: finding.hint.as_deref(),
        }
    }
}

#[derive(Serialize)]
struct Counsel<'a> {
    trap: String,
    sentence: &'a str,
}

impl<'a> From<&'a Advice> for Counsel<'a> {
    fn from(advice: &'a Advice) -> Self {
        Self {
            trap: advice.trap.to_string(),
            sentence: &advice.sentence,
        }
    }
}

#[derive(Serialize)]
struct Matrix<'a> {
    file: &'a str,
    releases: Vec<Document<'a>>,
    changes: Vec<Upgrade>,
}

impl<'a> From<&'a Judged> for Matrix<'a> {
    fn from(judged: &'a Judged) -> Self {
        let rows = judged.verdicts.iter();
        Self {
            file: &judged.name,
            releases: rows.map(|row| Document::new(&judged.name, row)).collect(),
            changes: changes(&judged.verdicts).into_iter().map(Upgrade::from).collect(),
        }
    }
}

#[derive(Serialize)]
struct Upgrade {
    from: Release,
    to: Release,
    sentence: String,
}

impl From<Change> for Upgrade {
    fn from(change: Change) -> Self {
        Self {
            from: change.from,
            to: change.to,
            sentence: change.sentence,
        }
    }
}

/// Writes the verdicts of one release.
pub(super) fn verdicts(judged: &[Judged], out: &mut impl Write) -> Result<(), Problem> {
    let documents = judged.iter().flat_map(|judged| {
        let verdicts = judged.verdicts.iter();
        verdicts.map(|verdict| Document::new(&judged.name, verdict))
    });
    write(&documents.collect::<Vec<_>>(), out)
}

/// Writes the verdicts of all releases.
pub(super) fn matrices(judged: &[Judged], out: &mut impl Write) -> Result<(), Problem> {
    write(&judged.iter().map(Matrix::from).collect::<Vec<_>>(), out)
}

/// Writes an object for one file, an array for several.
fn write(documents: &[impl Serialize], out: &mut impl Write) -> Result<(), Problem> {
    let written = match documents {
        [only] => serde_json::to_writer_pretty(&mut *out, only),
        several => serde_json::to_writer_pretty(&mut *out, several),
    };
    written.map_err(std::io::Error::from)?;
    Ok(out.write_all(b"\n")?)
}
