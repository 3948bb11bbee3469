//! What a kubelet of a release makes of a configuration file.
//!
//! The steps are those of a starting kubelet: decode strictly, then leniently; set the feature gates; fill in
//! defaults; validate; build the back-off. Read and run in Kubernetes 1.32.13 to 1.36.2
//! (`pkg/kubelet/kubeletconfig`, `pkg/kubelet/apis/config/v1beta1/defaults.go`,
//! `pkg/kubelet/apis/config/validation/validation.go`). Validation of fields that have nothing to do with the
//! back-off is left out.

mod decode;
mod feature_gates;
mod fields;
mod nested;
mod shape;
mod validate;

use std::fmt;

pub use document::Position;
use document::{Error, Node, Value};

use crate::{Effective, Release, effective, gates::KUBELET_CRASH_LOOP_BACK_OFF_MAX};
use feature_gates::FeatureGates;
use shape::{API_VERSION, Found, KIND};
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

/// Something to say about a place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
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
    fn whole(message: impl Into<String>) -> Self {
        Self {
            at: None,
            field: String::new(),
            message: message.into(),
            hint: None,
        }
    }
}

/// The most findings of one sort; a last one says that there are more.
pub const FINDING_LIMIT: usize = 100;

fn push(findings: &mut Vec<Finding>, make: impl FnOnce() -> Finding) {
    match findings.len() {
        count if count < FINDING_LIMIT => findings.push(make()),
        FINDING_LIMIT => findings.push(Finding::whole("there are more of these; they are not listed")),
        _ => {}
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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

/// Loads a configuration file as a kubelet of the release would.
///
/// Beside a plain `KubeletConfiguration`, files that carry one are recognised: kubeadm, kind, GKE node system
/// configuration, configz, Talos, EKS `NodeConfig` and OpenShift `KubeletConfig`.
#[must_use]
pub fn load(text: &str, release: Release) -> Verdict {
    let mut verdict = Verdict {
        release,
        recognised: "No configuration was recognised.".to_owned(),
        valid: false,
        stage: Stage::Decode,
        errors: Vec::new(),
        warnings: Vec::new(),
        effective: None,
        defaulted_period_ns: None,
    };
    match shape::find(text) {
        Err(error) => verdict.errors.push(syntax(error)),
        Ok(None) => verdict
            .errors
            .push(Finding::whole("the kubelet config file was empty")),
        Ok(Some(found)) => judge(&found, &mut verdict),
    }
    verdict
}

fn syntax(error: Error) -> Finding {
    Finding {
        at: error.at,
        field: error.path,
        message: error.message,
        hint: None,
    }
}

fn judge(found: &Found, verdict: &mut Verdict) {
    verdict.recognised.clone_from(&found.recognised);
    verdict.warnings.extend(found.notes.iter().map(Finding::whole));
    if let Err(finding) = check_kind(found) {
        verdict.errors.push(finding);
        return;
    }
    let root = &found.node;
    let release = verdict.release;
    let decoded = decode::decode(root, release, found.platform);
    verdict.warnings.extend(repeated(found));
    verdict.warnings.extend(decoded.ignored);

    let mut gates = FeatureGates::new(release);
    if let Some(cluster) = &found.cluster_gates {
        gates.read(cluster);
    }
    if let Some(own) = root.get("featureGates") {
        gates.read(own);
    }
    verdict.warnings.extend(gates.warnings);
    verdict.stage = if gates.refused.is_empty() {
        Stage::Decode
    } else {
        Stage::Gates
    };
    verdict.errors.extend(gates.refused);
    verdict.errors.extend(decoded.refused);
    if !verdict.errors.is_empty() {
        return;
    }

    // A platform that offers the field turns the gate on where it exists.
    let gate_max = gates.max.or(found.platform.then_some(true));
    let period_ns = decoded.period.map(|(period, _)| period);
    let result = effective(release, gate_max, gates.reduce, period_ns);
    verdict.defaulted_period_ns = result.defaulted_period_ns;
    if let Some((period, at)) = decoded.period {
        let max_is_on = KUBELET_CRASH_LOOP_BACK_OFF_MAX.is_on(release, gate_max);
        verdict.errors.extend(validate::period(period, max_is_on, at));
    }
    verdict.valid = verdict.errors.is_empty();
    if verdict.valid {
        verdict.stage = Stage::Ok;
        verdict.effective = Some(result);
    } else {
        verdict.stage = Stage::Validate;
    }
}

/// Whether the document is a kubelet's configuration. Files for other tools need not say so.
fn check_kind(found: &Found) -> Result<(), Finding> {
    let root = &found.node;
    let add = || {
        Some(format!(
            "Begin the file with apiVersion: {API_VERSION} and kind: {KIND}."
        ))
    };
    let refuse = |at, field: &str, message: String, hint| {
        Err(Finding {
            at: Some(at),
            field: field.to_owned(),
            message,
            hint,
        })
    };
    if !matches!(root.value, Value::Mapping(_)) {
        let found = match root.value {
            Value::Sequence(_) => "a list",
            _ => "a single value",
        };
        let message =
            format!("couldn't get version/kind; json parse error: found {found}, expected a mapping");
        return refuse(root.at, "", message, add());
    }
    let text_of = |key| root.get(key).filter(|node| !node.is_null());
    let (version, kind) = (text_of("apiVersion"), text_of("kind"));
    if found.bare {
        for (present, word, field) in [(kind, "Kind", "kind"), (version, "apiVersion", "apiVersion")] {
            if present.is_none_or(|node| node.text() == Some("")) {
                return refuse(root.at, field, format!("Object '{word}' is missing"), add());
            }
        }
    }
    let written = |node: Option<&Node>, usual: &str| node.and_then(Node::text).unwrap_or(usual).to_owned();
    let (version_text, kind_text) = (written(version, API_VERSION), written(kind, KIND));
    if version_text == API_VERSION && kind_text == KIND {
        return Ok(());
    }
    let (wrong, field) = if version_text == API_VERSION {
        (kind, "kind")
    } else {
        (version, "apiVersion")
    };
    refuse(
        wrong.unwrap_or(root).at,
        field,
        format!("no kind {kind_text:?} is registered for version {version_text:?}"),
        add(),
    )
}

/// The keys that are repeated inside the judged part. The last one counts.
fn repeated(found: &Found) -> Vec<Finding> {
    found
        .duplicates
        .iter()
        .filter_map(|error| {
            let at = error.at?;
            let key = key_at(&found.node, at)?;
            Some(Finding {
                at: Some(at),
                field: error.path.clone(),
                message: decode::lenient(&format!(
                    "yaml: unmarshal errors: line {}: key {key:?} already set in map",
                    at.line
                )),
                hint: Some("The last one counts.".to_owned()),
            })
        })
        .collect()
}

fn key_at(node: &Node, at: Position) -> Option<&str> {
    node.elements()
        .iter()
        .find_map(|element| key_at(element, at))
        .or_else(|| {
            node.entries().iter().find_map(|(key, value)| {
                if key.at == at {
                    key.text()
                } else {
                    key_at(value, at)
                }
            })
        })
}
