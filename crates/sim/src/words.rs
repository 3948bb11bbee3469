//! Results in words: the sentence that answers first, and the reason of a single wait.
//!
//! Written by rules, so that every surface says the same. A sentence is a list of parts, because
//! the page sets a policy's numbers in that policy's colour.

use crate::scenario::Scenario;
use crate::simulation::Results;
use crate::timeline::Segment;

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it says.
    pub text: String,
    /// The policy whose number it is, or `None` for the words between.
    pub policy: Option<usize>,
}

/// One or two sentences that answer what the scenario asks.
#[must_use]
pub fn answer(_scenario: &Scenario, _results: &Results) -> Vec<Part> {
    Vec::new()
}

/// What a container does in a segment and why, for example
/// "waits 40s: third crash, 10s × 2²".
#[must_use]
pub fn explain(_scenario: &Scenario, _policy: usize, _segment: &Segment) -> String {
    String::new()
}
