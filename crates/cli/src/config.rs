//! `crashloop config`: what a kubelet makes of configuration files.

pub(crate) mod arguments;
mod directory;
mod json;
mod table;

use crate::problem::Problem;
use crate::source::Source;
use arguments::{Config, ConfigFormat};
use kubelet::config::{File, Files, Finding, Verdict, load_files, matrix};
use std::io::Write;

/// A configuration and its verdicts: one, or one for each release.
struct Judged {
    name: String,
    verdicts: Vec<Verdict>,
}

/// Judges each file, writes the verdicts, and refuses when one of them is not valid.
pub(crate) fn config(args: &Config, out: &mut impl Write) -> Result<(), Problem> {
    let judged = judge(args)?;
    match args.format {
        ConfigFormat::Table => {
            for (index, judged) in judged.iter().enumerate() {
                if index > 0 {
                    writeln!(out)?;
                }
                match judged.verdicts.as_slice() {
                    [only] => table::verdict(&judged.name, only, out)?,
                    _ => table::matrix(judged, out)?,
                }
            }
        }
        ConfigFormat::Json if args.matrix => json::matrices(&judged, out)?,
        ConfigFormat::Json => json::verdicts(&judged, out)?,
    }
    let errors: Vec<String> = judged
        .iter()
        .filter(|judged| judged.verdicts.iter().all(|verdict| !verdict.valid))
        .flat_map(|judged| {
            // The youngest release speaks for all.
            let errors = judged.verdicts.last().map(|verdict| verdict.errors.as_slice());
            let errors = errors.unwrap_or_default().iter();
            errors.map(|finding| message(&judged.name, finding))
        })
        .collect();
    if errors.is_empty() {
        Ok(())
    } else {
        Err(Problem::Refused(errors))
    }
}

/// Judges one file after the other, since the drop-ins may be large.
fn judge(args: &Config) -> Result<Vec<Judged>, Problem> {
    let folder = args.drop_ins.as_ref();
    let mut files = Files {
        main: None,
        drop_ins: folder
            .map(|folder| directory::read(folder))
            .transpose()?
            .unwrap_or_default(),
        feature_gates: (!args.feature_gates.is_empty()).then(|| args.feature_gates.join(",")),
    };
    let verdicts = |files: &Files| {
        if args.matrix {
            matrix(files)
        } else {
            vec![load_files(files, args.release)]
        }
    };
    let mut judged = Vec::new();
    for path in &args.files {
        let Source { name, text } = Source::read(path)?;
        files.main = Some(File {
            name: name.clone(),
            text,
        });
        judged.push(Judged {
            name,
            verdicts: verdicts(&files),
        });
    }
    if let (true, Some(folder)) = (judged.is_empty(), folder) {
        judged.push(Judged {
            name: folder.display().to_string(),
            verdicts: verdicts(&files),
        });
    }
    Ok(judged)
}

/// A finding with the name of its file.
fn message(name: &str, finding: &Finding) -> String {
    let hint = finding
        .hint
        .as_ref()
        .map_or_else(String::new, |hint| format!(" ({hint})"));
    let name = finding.file.as_deref().unwrap_or(name);
    crate::source::message(
        name,
        finding.at,
        &finding.field,
        &format!("{}{hint}", finding.message),
    )
}
