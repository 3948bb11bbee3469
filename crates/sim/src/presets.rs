//! Policies that people compare, with their sources.

use crate::scenario::Policy;

/// A policy with a name of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Stable identifier.
    pub id: &'static str,
    /// One sentence: where it comes from.
    pub about: &'static str,
    /// A link to the source.
    pub source: &'static str,
    /// The policy.
    pub policy: Policy,
}

/// All presets, today's default first.
#[must_use]
pub fn all() -> Vec<Preset> {
    Vec::new()
}
