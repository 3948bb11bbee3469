//! Why a command ended without success.

use document::escape;
use std::fmt::{self, Display, Formatter};
use std::io;

/// Why a command ended without success. Its `Display` is what standard error shows: a line for each message, with
/// escapes in place of what cannot be seen.
#[derive(Debug)]
pub(crate) enum Problem {
    /// The input is refused: one message for each thing that is wrong.
    Refused(Vec<String>),
    /// The output cannot be written.
    Output(io::Error),
}

impl Problem {
    /// A refusal with one message.
    pub(crate) fn refused(message: impl Into<String>) -> Self {
        Self::Refused(vec![message.into()])
    }

    /// Whether the reader of the output has gone away, which is no failure of this program.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl Display for Problem {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(messages) => {
                let lines: Vec<_> = messages.iter().map(|message| escape(message)).collect();
                f.write_str(&lines.join("\n"))
            }
            Self::Output(error) => write!(f, "cannot write the output: {error}"),
        }
    }
}
