//! What a kubelet of a release makes of a configuration file.
//!
//! The steps are those of a starting kubelet: decode strictly, then leniently; set the feature gates; fill in
//! defaults; validate; build the back-off. Read and run in Kubernetes 1.32.13 to 1.36.2
//! (`pkg/kubelet/kubeletconfig`, `pkg/kubelet/apis/config/v1beta1/defaults.go`,
//! `pkg/kubelet/apis/config/validation/validation.go`). Validation of fields that have nothing to do with the
//! back-off is left out.

mod decode;
mod fields;
mod nested;
mod shape;

use std::fmt;

use backoff::GoDuration;
pub use document::Position;
use document::{Error, Node, Scalar, Value};

use crate::{
    Effective, Release, effective,
    gates::{self, Gate, KUBELET_CRASH_LOOP_BACK_OFF_MAX, Known, REDUCE_DEFAULT_CRASH_LOOP_BACK_OFF_DECAY},
};
use shape::{API_VERSION, Found, KIND};

const MAX_GATE: &str = KUBELET_CRASH_LOOP_BACK_OFF_MAX.name;
const PERIOD_FIELD: &str = "crashLoopBackOff.maxContainerRestartPeriod";

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

    let mut gates = Gates::new(release);
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
        verdict.errors.extend(validate(period, max_is_on, at));
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
    let wrong = if version_text == API_VERSION {
        kind
    } else {
        version
    };
    refuse(
        wrong.unwrap_or(root).at,
        if version_text == API_VERSION {
            "kind"
        } else {
            "apiVersion"
        },
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

/// The gates that a file sets, in the order of the file: later ones win.
struct Gates {
    release: Release,
    max: Option<bool>,
    reduce: Option<bool>,
    refused: Vec<Finding>,
    warnings: Vec<Finding>,
}

impl Gates {
    fn new(release: Release) -> Self {
        Self {
            release,
            max: None,
            reduce: None,
            refused: Vec::new(),
            warnings: Vec::new(),
        }
    }

    fn read(&mut self, node: &Node) {
        let mut stages = Vec::new();
        for (key, value) in node.entries() {
            let name = key.text().unwrap_or_default();
            self.check(name, key.at, value);
            let Some(Scalar::Bool(on)) = value.scalar() else {
                continue;
            };
            match name {
                _ if name == MAX_GATE => self.max = Some(on),
                _ if name == REDUCE_DEFAULT_CRASH_LOOP_BACK_OFF_DECAY.name => self.reduce = Some(on),
                "AllAlpha" | "AllBeta" => stages.push((name, on)),
                _ => {}
            }
        }
        // A gate that is named itself wins over its stage.
        for (name, on) in stages {
            let belongs = |gate: Gate| match gate.stage(self.release) {
                gates::Stage::Alpha { .. } => name == "AllAlpha",
                gates::Stage::Beta { .. } => name == "AllBeta",
                _ => false,
            };
            if belongs(KUBELET_CRASH_LOOP_BACK_OFF_MAX) {
                self.max.get_or_insert(on);
            }
            if belongs(REDUCE_DEFAULT_CRASH_LOOP_BACK_OFF_DECAY) {
                self.reduce.get_or_insert(on);
            }
        }
    }

    fn check(&mut self, name: &str, at: Position, value: &Node) {
        let release = self.release;
        let finding = |message: String, hint| Finding {
            at: Some(at),
            field: format!("featureGates.{name}"),
            message,
            hint,
        };
        let unrecognized = || format!("unrecognized feature gate: {name}");
        match gates::look_up(name, release) {
            Known::Yes => {}
            Known::LockedOn if value.scalar() != Some(Scalar::Bool(false)) => {}
            Known::LockedOn => push(&mut self.refused, || {
                finding(
                    format!("cannot set feature gate {name} to false, feature is locked to true"),
                    Some("Remove the line.".to_owned()),
                )
            }),
            Known::Later(first) => push(&mut self.refused, || {
                let hint = format!("The gate exists since {first}; remove it for {release}.");
                finding(unrecognized(), Some(hint))
            }),
            Known::Dropped => push(&mut self.warnings, || {
                finding(
                    format!("{name} was dropped by some release; a kubelet without it does not start"),
                    Some(format!("Check that {release} still has it.")),
                )
            }),
            Known::No => push(&mut self.refused, || {
                let meant = gates::nearest(name, release);
                finding(
                    unrecognized(),
                    meant.map(|meant| format!("Did you mean {meant}?")),
                )
            }),
        }
    }
}

/// The range that a kubelet accepts, in whole milliseconds.
const PERIOD_RANGE_MS: std::ops::RangeInclusive<i64> = 1_000..=300_000;

/// Whether a kubelet accepts this maximum delay. It compares whole milliseconds, so 300.0009s is accepted.
pub(crate) fn period_is_accepted(period_ns: i64) -> bool {
    PERIOD_RANGE_MS.contains(&(period_ns / 1_000_000))
}

fn validate(period_ns: i64, max_is_on: bool, at: Position) -> Option<Finding> {
    let (message, hint) = if !max_is_on {
        (
            format!(
                "FeatureGate {MAX_GATE} not enabled, CrashLoopBackOff.MaxContainerRestartPeriod must not be set"
            ),
            format!("Set featureGates.{MAX_GATE} to true, or remove the field."),
        )
    } else if period_is_accepted(period_ns) {
        return None;
    } else {
        let near = if period_ns < 1_000_000_000 { "1s" } else { "300s" };
        (
            format!(
                "CrashLoopBackOff.MaxContainerRestartPeriod (got: {} seconds) must be set between 1s and 300s",
                go_seconds(period_ns)
            ),
            format!(
                "{} is outside; the nearest that is allowed is {near:?}.",
                GoDuration(period_ns).short()
            ),
        )
    };
    Some(Finding {
        at: Some(at),
        field: PERIOD_FIELD.to_owned(),
        message: format!("invalid configuration: {message}"),
        hint: Some(hint),
    })
}

/// Go's `Duration.Seconds()` printed with `%v`: the shortest digits, with an exponent below 1e-4 and from 1e+06.
fn go_seconds(period_ns: i64) -> String {
    let whole = period_ns / 1_000_000_000;
    let rest = period_ns % 1_000_000_000;
    #[expect(clippy::cast_precision_loss, reason = "Go rounds in the same way")]
    let seconds = whole as f64 + rest as f64 / 1e9;
    let scientific = format!("{seconds:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..6).contains(&exponent) {
        return format!("{seconds}");
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}
