//! `crashloop config`: what a kubelet makes of configuration files.

use crate::args::{Config, ConfigFormat};
use crate::problem::Problem;
use crate::source::Source;
use backoff::GoDuration;
use kubelet::config::{self, Finding, Verdict};
use serde::Serialize;
use std::io::Write;

/// Judges each file, writes the verdicts, and refuses when one of them is not valid.
pub(crate) fn config(args: &Config, out: &mut impl Write) -> Result<(), Problem> {
    let mut judged = Vec::new();
    for path in &args.files {
        let source = Source::read(path)?;
        let verdict = config::load(&source.text, args.release);
        judged.push((source, verdict));
    }
    match args.format {
        ConfigFormat::Table => {
            for (index, (source, verdict)) in judged.iter().enumerate() {
                if index > 0 {
                    writeln!(out)?;
                }
                write_verdict(source, verdict, out)?;
            }
        }
        ConfigFormat::Json => write_json(&judged, out)?,
    }
    let errors: Vec<String> = judged
        .iter()
        .filter(|(_, verdict)| !verdict.valid)
        .flat_map(|(source, verdict)| verdict.errors.iter().map(|finding| message(source, finding)))
        .collect();
    if errors.is_empty() {
        Ok(())
    } else {
        Err(Problem::Refused(errors))
    }
}

fn write_verdict(source: &Source, verdict: &Verdict, out: &mut impl Write) -> Result<(), Problem> {
    writeln!(out, "{}", source.name)?;
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
    for warning in &verdict.warnings {
        writeln!(out, "  Warning {}", message(source, warning))?;
    }
    Ok(())
}

fn message(source: &Source, finding: &Finding) -> String {
    let hint = finding
        .hint
        .as_ref()
        .map_or_else(String::new, |hint| format!(" ({hint})"));
    source.message(finding.at, &finding.field, &format!("{}{hint}", finding.message))
}

/// A verdict as JSON. Its fields are stable: new ones may come, none changes its meaning.
#[derive(Serialize)]
struct Document<'a> {
    file: &'a str,
    release: kubelet::Release,
    recognised: &'a str,
    valid: bool,
    stage: String,
    errors: Vec<Item<'a>>,
    warnings: Vec<Item<'a>>,
    initial_ns: Option<i64>,
    max_ns: Option<i64>,
    defaulted_period_ns: Option<i64>,
    reasons: &'a [String],
}

#[derive(Serialize)]
struct Item<'a> {
    line: Option<u32>,
    column: Option<u32>,
    field: &'a str,
    message: &'a str,
    hint: Option<&'a str>,
}

impl<'a> From<&'a Finding> for Item<'a> {
    fn from(finding: &'a Finding) -> Self {
        Self {
            line: finding.at.map(|at| at.line),
            column: finding.at.map(|at| at.column),
            field: &finding.field,
            message: &finding.message,
            hint: finding.hint.as_deref(),
        }
    }
}

/// Writes an object for one file, an array for several.
fn write_json(judged: &[(Source, Verdict)], out: &mut impl Write) -> Result<(), Problem> {
    let documents: Vec<Document> = judged
        .iter()
        .map(|(source, verdict)| {
            let effective = verdict.effective.as_ref();
            Document {
                file: &source.name,
                release: verdict.release,
                recognised: &verdict.recognised,
                valid: verdict.valid,
                stage: verdict.stage.to_string(),
                errors: verdict.errors.iter().map(Item::from).collect(),
                warnings: verdict.warnings.iter().map(Item::from).collect(),
                initial_ns: effective.map(|effective| effective.initial_ns),
                max_ns: effective.map(|effective| effective.max_ns),
                defaulted_period_ns: verdict.defaulted_period_ns,
                reasons: effective.map_or(&[], |effective| &effective.reasons),
            }
        })
        .collect();
    let written = match documents.as_slice() {
        [only] => serde_json::to_writer_pretty(&mut *out, only),
        several => serde_json::to_writer_pretty(&mut *out, several),
    };
    written.map_err(std::io::Error::from)?;
    Ok(out.write_all(b"\n")?)
}
