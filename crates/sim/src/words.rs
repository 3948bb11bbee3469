//! Results in words: the sentence that answers first, and the reason of a single wait.
//!
//! Written by rules, so that every surface says the same. A sentence is a list of parts, because
//! the page sets a policy's numbers in that policy's colour.

mod answer;
mod numbers;
mod particulars;
mod reasons;

pub use answer::answer;
pub use numbers::{count, counted, decimal, number, points, share};
pub use particulars::particulars;
pub use reasons::{explain, explain_at};

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it says.
    pub text: String,
    /// The policy whose number it is, or `None` for the words between.
    pub policy: Option<usize>,
}

/// The sentence as plain text.
#[must_use]
pub fn plain(parts: &[Part]) -> String {
    parts.iter().map(|part| part.text.as_str()).collect()
}
