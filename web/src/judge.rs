//! The judge of configuration files: a program of its own, loaded when it is first needed.

use judgement::{Effect, Judgement, Note};
use kubelet::config::{Finding, Verdict, load};
use kubelet::{Effective, Release};
use wasm_bindgen::prelude::wasm_bindgen;

/// Judges a file for every release, oldest first; [`judgement::read`] reads the answer.
#[wasm_bindgen]
#[must_use]
pub fn judge(text: &str) -> String {
    judgement::write(&Release::ALL.map(|release| told(load(text, release))))
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
        place: finding.at.map(|at| (at.line, at.column)),
        field: finding.field,
        message: finding.message,
        hint: finding.hint,
    }
}

fn main() {}
