//! Reading input files and standard input, bounded.

use crate::problem::Problem;
use document::Position;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// A text and what messages call it.
pub(crate) struct Source {
    /// The path as given, or `<stdin>`.
    pub(crate) name: String,
    /// The whole text.
    pub(crate) text: String,
}

impl Source {
    /// Reads a file, or standard input for `-`.
    ///
    /// # Errors
    ///
    /// When it cannot be read, is longer than [`document::TEXT_LIMIT`] or is not UTF-8.
    pub(crate) fn read(path: &Path) -> Result<Self, Problem> {
        if path == Path::new("-") {
            return Self::from_reader("<stdin>".to_owned(), io::stdin().lock());
        }
        let name = path.display().to_string();
        match File::open(path) {
            Ok(file) => Self::from_reader(name, file),
            Err(error) => Err(Problem::refused(format!("{name}: cannot be opened: {error}"))),
        }
    }

    fn from_reader(name: String, reader: impl Read) -> Result<Self, Problem> {
        let limit = document::TEXT_LIMIT;
        let mut bytes = Vec::new();
        reader
            .take(limit as u64 + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| Problem::refused(format!("{name}: cannot be read: {error}")))?;
        if bytes.len() > limit {
            return Err(Problem::refused(format!(
                "{name}: longer than the limit of {limit} bytes"
            )));
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self { name, text }),
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                Err(Problem::refused(format!(
                    "{name}: byte {} is not UTF-8",
                    valid + 1
                )))
            }
        }
    }

    /// A message about a place in this text.
    pub(crate) fn message(&self, at: Option<Position>, field: &str, text: &str) -> String {
        message(&self.name, at, field, text)
    }
}

/// A message about a place in the text of that name.
pub(crate) fn message(name: &str, at: Option<Position>, field: &str, text: &str) -> String {
    let place = at.map_or_else(String::new, |at| format!(":{}:{}", at.line, at.column));
    let field = if field.is_empty() {
        String::new()
    } else {
        format!(" {field}:")
    };
    format!("{name}{place}:{field} {text}")
}
