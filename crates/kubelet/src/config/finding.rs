//! What there is to say about a place in a file.

use std::{borrow::Cow, fmt};

use document::{Error, Position, escape};

/// Something to say about a place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file, when several are judged together.
    pub file: Option<String>,
    /// The place, unless the file as a whole is meant.
    pub at: Option<Position>,
    /// The field with its path in the kubelet's configuration; empty for the whole.
    pub field: String,
    /// The kubelet's own text where it has one.
    pub message: String,
    /// What probably was meant, or what to do.
    pub hint: Option<String>,
}

impl Finding {
    /// About a file as a whole.
    pub(super) fn whole(message: impl Into<String>) -> Self {
        Self {
            file: None,
            at: None,
            field: String::new(),
            message: message.into(),
            hint: None,
        }
    }

    /// The same about a file, unless it names one already.
    pub(super) fn of(mut self, file: Option<&String>) -> Self {
        self.file = self.file.or_else(|| file.cloned());
        self
    }

    /// What was found in the files, with escapes in place of what cannot be seen.
    pub(super) fn escape(&mut self) {
        let texts = [&mut self.field, &mut self.message];
        for text in texts.into_iter().chain(&mut self.hint) {
            if let Cow::Owned(escaped) = escape(text) {
                *text = escaped;
            }
        }
    }

    /// About a field at a place.
    pub(super) fn at(
        at: Position,
        field: impl Into<String>,
        message: impl Into<String>,
        hint: Option<String>,
    ) -> Self {
        Self {
            file: None,
            at: Some(at),
            field: field.into(),
            message: message.into(),
            hint,
        }
    }
}

impl From<Error> for Finding {
    fn from(error: Error) -> Self {
        Self {
            file: None,
            at: error.at,
            field: error.path,
            message: error.message,
            hint: None,
        }
    }
}

/// The most findings of one sort; a last one says that there are more.
pub const FINDING_LIMIT: usize = 100;

pub(super) fn push(findings: &mut Vec<Finding>, make: impl FnOnce() -> Finding) {
    match findings.len() {
        count if count < FINDING_LIMIT => findings.push(make()),
        FINDING_LIMIT => findings.push(Finding::whole("there are more of these; they are not listed")),
        _ => {}
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{}: ", escape(file))?;
        }
        if let Some(at) = self.at {
            write!(f, "{at}: ")?;
        }
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field)?;
        }
        f.write_str(&self.message)?;
        if let Some(hint) = &self.hint {
            write!(f, " ({hint})")?;
        }
        Ok(())
    }
}
