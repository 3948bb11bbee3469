//! Tries to start a container that fail.

use backoff::GoDuration;
use serde::{Deserialize, Serialize};

/// Which tries fail.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub enum Failing {
    /// So many of each pod, from its first one on; 1 to 1000.
    First(u32),
    /// Those that begin between two instants, the second one excluded.
    #[serde(rename_all = "camelCase")]
    Between {
        /// The first instant.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        from: GoDuration,
        /// The instant at which it works again.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        until: GoDuration,
    },
}

impl Failing {
    /// Whether try number `n` (from 0) fails that begins at an instant.
    #[must_use]
    pub fn hits(self, n: u32, at_ns: i64) -> bool {
        match self {
            Self::First(tries) => n < tries,
            Self::Between { from, until } => (from.nanos()..until.nanos()).contains(&at_ns),
        }
    }
}
