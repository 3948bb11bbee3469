//! Where something stands, and what is wrong there.

use std::fmt;

use crate::{escape, shorten};

/// A place in a text. Both numbers start at 1; columns count characters.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a text or a node was refused. Prints as `line 3, column 7: policies[0].max: …`. What is shown of the text is
/// escaped and shortened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The place, unless the text as a whole is meant.
    pub at: Option<Position>,
    /// The way from the root of the document, such as `workload[0].run.fixed`. Empty for the root.
    pub path: String,
    /// What was found and what is allowed.
    pub message: String,
}

impl Error {
    pub(crate) fn new(at: Option<Position>, message: impl Into<String>) -> Self {
        Self {
            at,
            path: String::new(),
            message: escape(&message.into()).into_owned(),
        }
    }

    /// Gives the error a place unless it already has a closer one.
    pub(crate) fn or_at(mut self, at: Position) -> Self {
        self.at.get_or_insert(at);
        self
    }

    /// Moves the error below the entry `key` of a mapping.
    pub(crate) fn under_key(mut self, key: &str) -> Self {
        let separator = if self.path.is_empty() || self.path.starts_with('[') {
            ""
        } else {
            "."
        };
        self.path = format!("{}{separator}{}", escape(&shorten(key)), self.path);
        self
    }

    /// Moves the error below the element `index` of a sequence.
    pub(crate) fn under_index(self, index: usize) -> Self {
        self.under_key(&format!("[{index}]"))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(at) = self.at {
            write!(f, "{at}: ")?;
        }
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
