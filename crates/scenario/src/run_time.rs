//! How long a container runs.

use backoff::{Factor, GoDuration};
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
    /// Log-normally distributed: its logarithm is normal. Most runs are short, few are very long.
    #[serde(rename_all = "camelCase")]
    LogNormal {
        /// Half of the runs are shorter.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        median: GoDuration,
        /// The standard deviation of the logarithm, 0 to 4: two of three runs lie between the
        /// median divided by and multiplied with e to the power of this.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        sigma: Factor,
    },
    /// Each run is longer than the one before: a queue that is worked off, a cache that fills.
    #[serde(rename_all = "camelCase")]
    Grows {
        /// The first run.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        first: GoDuration,
        /// What each run is multiplied with for the next, 1 to 100.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        factor: Factor,
        /// No run is longer than this.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        max: GoDuration,
    },
    /// One after the other, then from the beginning again; 1 to 256 of them.
    List(#[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))] Vec<GoDuration>),
}
