//! How long a container runs.

use backoff::GoDuration;
use serde::{Deserialize, Serialize};

/// How long a container runs, from running to exit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub enum RunTime {
    /// Always the same, 0s to 168h.
    Fixed(#[cfg_attr(feature = "schema", schemars(with = "String"))] GoDuration),
    /// Equally likely between two values.
    #[serde(rename_all = "camelCase")]
    Uniform {
        /// The shortest run.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        min: GoDuration,
        /// The longest run.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        max: GoDuration,
    },
    /// Exponentially distributed: the crash is equally likely at every moment.
    #[serde(rename_all = "camelCase")]
    Exponential {
        /// The mean run time.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        mean: GoDuration,
    },
    /// One after the other, then from the beginning again; 1 to 256 of them.
    List(#[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))] Vec<GoDuration>),
}
