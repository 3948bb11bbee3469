//! The judge of configuration files: a program of its own, loaded when it is first needed.

use backoff::Policy;
use kubelet::config::{File, Files, Finding, Verdict, changes, matrix};
use kubelet::{Effective, snippet_for};
use shared::judgement::{self, Answer, Effect, Judgement, Note, Wanted};
use wasm_bindgen::prelude::wasm_bindgen;

/// Answers what [`judgement::write_question`] or [`judgement::write_wanted`] wrote, for
/// [`judgement::read`] or [`judgement::read_written`]; anything else has an empty answer.
#[wasm_bindgen]
#[must_use]
pub fn judge(question: &str) -> String {
    if let Some(Wanted {
        initial_ns,
        max_ns,
        release,
        platform,
    }) = judgement::read_wanted(question)
    {
        let written = snippet_for(&Policy::exponential(initial_ns, max_ns), release, platform)
            .map_err(|reasons| reasons.into_iter().map(|why| why.reason).collect());
        return judgement::write_written(&written);
    }
    let Some(question) = judgement::read_question(question) else {
        return String::new();
    };
    let file = |judgement::File { name, text }| File { name, text };
    let verdicts = matrix(&Files {
        main: question.main.map(file),
        drop_ins: question.drop_ins.into_iter().map(file).collect(),
        feature_gates: Some(question.gates).filter(|gates| !gates.trim().is_empty()),
    });
    judgement::write(&Answer {
        changes: changes(&verdicts)
            .into_iter()
            .map(|change| change.sentence)
            .collect(),
        judgements: verdicts.into_iter().map(told).collect(),
    })
}

fn told(verdict: Verdict) -> Judgement {
    Judgement {
        release: verdict.release,
        valid: verdict.valid,
        recognised: verdict.recognised,
        effect: verdict.effective.map(
            |Effective {
                 initial_ns,
                 max_ns,
                 reasons,
                 ..
             }| Effect {
                initial_ns,
                max_ns,
                reasons,
            },
        ),
        errors: verdict.errors.into_iter().map(note).collect(),
        warnings: verdict.warnings.into_iter().map(note).collect(),
        advice: verdict.advice.into_iter().map(|advice| advice.sentence).collect(),
    }
}

fn note(finding: Finding) -> Note {
    Note {
        file: finding.file.filter(|name| !name.is_empty()),
        place: finding.at.map(|at| (at.line, at.column)),
        field: finding.field,
        message: finding.message,
        hint: finding.hint,
    }
}

fn main() {}
