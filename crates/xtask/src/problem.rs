//! What went wrong, and what to do about it, in one line.

use std::fmt;

/// A failure that a person can act on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    /// What was tried and how it failed.
    pub(crate) what: String,
    /// What to do now.
    pub(crate) remedy: String,
}

pub(crate) type Result<T> = std::result::Result<T, Problem>;

impl Problem {
    pub(crate) fn new(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            remedy: remedy.into(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}. Remedy: {}.", self.what, self.remedy)
    }
}

/// Adds place and remedy to an input or output error.
pub(crate) trait Explain<T> {
    fn explain(self, what: impl fmt::Display, remedy: &str) -> Result<T>;
}

impl<T> Explain<T> for std::io::Result<T> {
    fn explain(self, what: impl fmt::Display, remedy: &str) -> Result<T> {
        self.map_err(|error| Problem::new(format!("{what}: {error}"), remedy))
    }
}
