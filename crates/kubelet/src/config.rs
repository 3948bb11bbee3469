//! What a kubelet of a release makes of a configuration file.
//!
//! The steps are those of a starting kubelet: decode strictly, then leniently; set the feature gates; fill in
//! defaults; apply drop-ins and flags; validate; build the back-off. Read and run in Kubernetes 1.32.13 to 1.36.2
//! (`pkg/kubelet/kubeletconfig`, `pkg/kubelet/apis/config/v1beta1/defaults.go`,
//! `pkg/kubelet/apis/config/validation/validation.go`). Validation of fields that have nothing to do with the
//! back-off is left out.

mod advice;
mod decode;
mod feature_gates;
mod fields;
mod files;
mod finding;
mod flags;
mod header;
mod matrix;
mod merge;
mod nested;
mod shape;
mod start;
mod validate;

use std::fmt;

pub use advice::{Advice, Trap};
pub use document::Position;
pub use files::{DROP_IN_LIMIT, File, Files};
pub use finding::{FINDING_LIMIT, Finding};
pub use matrix::{Change, changes, matrix};

use crate::{Effective, Release};
use files::Read;
use finding::push;
pub(crate) use validate::period_is_accepted;

/// What a kubelet of a release makes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The release that was asked.
    pub release: Release,
    /// What kind of file was recognised and which part of it was judged, as a sentence.
    pub recognised: String,
    /// Whether the kubelet starts.
    pub valid: bool,
    /// The stage where loading ended.
    pub stage: Stage,
    /// Why the kubelet does not start. Those of the deciding stage come first.
    pub errors: Vec<Finding>,
    /// What the kubelet ignores or logs, and what is odd about the file.
    pub warnings: Vec<Finding>,
    /// The traps that the configuration falls into, and those that are near.
    pub advice: Vec<Advice>,
    /// The policy, when the kubelet starts.
    pub effective: Option<Effective>,
    /// `maxContainerRestartPeriod` after defaulting, in nanoseconds, when decoding got that far.
    pub defaulted_period_ns: Option<i64>,
}

/// The stage where loading ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The kubelet starts.
    Ok,
    /// A feature gate was refused.
    Gates,
    /// The file could not be decoded.
    Decode,
    /// A value was refused.
    Validate,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ok => "ok",
            Self::Gates => "gates",
            Self::Decode => "decode",
            Self::Validate => "validate",
        })
    }
}

impl Verdict {
    fn undecided(release: Release) -> Self {
        Self {
            release,
            recognised: "No configuration was recognised.".to_owned(),
            valid: false,
            stage: Stage::Decode,
            errors: Vec::new(),
            warnings: Vec::new(),
            advice: Vec::new(),
            effective: None,
            defaulted_period_ns: None,
        }
    }
}

/// Loads a configuration file as a kubelet of the release would.
///
/// Beside a plain `KubeletConfiguration`, files that carry one are recognised: kubeadm, kind, GKE node system
/// configuration and Terraform node pools, configz, Talos, EKS `NodeConfig`, OpenShift `KubeletConfig`, k3s and RKE2
/// flags, and Kamaji control planes.
#[must_use]
pub fn load(text: &str, release: Release) -> Verdict {
    start::start(&Read::text(text), release)
}

/// Loads a main file, drop-ins and command-line gates as a kubelet of the release would. See [`matrix`] for all
/// releases at once.
#[must_use]
pub fn load_files(files: &Files, release: Release) -> Verdict {
    start::start(&Read::files(files), release)
}
