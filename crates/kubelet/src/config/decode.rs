//! Decoding in the way of the kubelet: unknown fields are forgiven, wrong types are not.

use backoff::{DurationClass, GoDuration};
use document::{Node, Position, Scalar, Value, shorten};

use super::{
    FINDING_LIMIT, Finding,
    fields::{CRASH_LOOP_BACK_OFF, Field, KUBELET_CONFIGURATION, Kind, PERIOD, Struct},
    push,
};
use crate::Release;

/// What decoding found.
#[derive(Debug, Default)]
pub(super) struct Decoded {
    /// Fields that strict decoding refuses and lenient decoding ignores.
    pub(super) ignored: Vec<Finding>,
    /// Values of the wrong type: the kubelet does not start.
    pub(super) refused: Vec<Finding>,
    /// The configured maximum delay and where it stands.
    pub(super) period: Option<(i64, Position)>,
}

/// What is decoded.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// A file of the kubelet itself.
    File,
    /// A part of a document whose platform has fields of its own: unknown fields that have nothing to do with the
    /// back-off are taken for these.
    Platform,
    /// The merged drop-ins. Go's `encoding/json` reads them: without regard to case, and silent about unknown fields.
    DropIns,
}

/// Decodes a `KubeletConfiguration`.
pub(super) fn decode(root: &Node, release: Release, source: Source) -> Decoded {
    let mut decoder = Decoder {
        release,
        source,
        result: Decoded::default(),
    };
    decoder.fields(root, &KUBELET_CONFIGURATION, "");
    decoder.result
}

struct Decoder {
    release: Release,
    source: Source,
    result: Decoded,
}

impl Decoder {
    fn fields(&mut self, node: &Node, of: &Struct, path: &str) {
        for (key, value) in node.entries() {
            let name = key.text().unwrap_or_default();
            let path = join(path, name);
            let any_case = || {
                let fields = of.fields.iter().filter(|_| self.source == Source::DropIns);
                fields.clone().find(|field| field.0.eq_ignore_ascii_case(name))
            };
            match of.fields.iter().find(|field| field.0 == name).or_else(any_case) {
                Some(Field(_, kind, since)) if *since <= self.release.minor() => {
                    self.value(value, *kind, of, &path);
                }
                known => self.unknown(key, value, of, &path, known),
            }
        }
    }

    fn value(&mut self, node: &Node, kind: Kind, within: &Struct, path: &str) {
        if node.is_null() {
            return;
        }
        let fits = match (kind, &node.value) {
            (Kind::Any, _) => true,
            (Kind::Struct(of), Value::Mapping(_)) => {
                self.fields(node, of, path);
                true
            }
            (Kind::Map(kind), Value::Mapping(entries)) => {
                for (_, value) in entries {
                    self.value(value, *kind, within, path);
                }
                true
            }
            (Kind::List(kind), Value::Sequence(elements)) => {
                for element in elements {
                    self.value(element, *kind, within, path);
                }
                true
            }
            (Kind::Duration, Value::Scalar { text, .. }) if is_text(node) => {
                self.duration(node, text, within, path);
                true
            }
            (Kind::Text, _) => is_text(node),
            (Kind::Bool, _) => matches!(node.scalar(), Some(Scalar::Bool(_))),
            (Kind::Int32, _) => {
                matches!(node.scalar(), Some(Scalar::Integer(value)) if i32::try_from(value).is_ok())
            }
            (Kind::Int64, _) => matches!(node.scalar(), Some(Scalar::Integer(_))),
            (Kind::Float, _) => matches!(
                node.scalar(),
                Some(Scalar::Integer(_) | Scalar::Unsigned(_) | Scalar::Float(_))
            ),
            _ => false,
        };
        if !fits {
            push(&mut self.result.refused, || {
                let message = format!(
                    "json: cannot unmarshal {} into Go struct field {}.{path} of type {}",
                    found(node, kind),
                    within.name,
                    go_type(kind)
                );
                Finding::at(node.at, path, message, quoting_hint(node, kind, path))
            });
        }
    }

    fn duration(&mut self, node: &Node, text: &str, within: &Struct, path: &str) {
        match text.parse::<GoDuration>() {
            Ok(duration) => {
                if within.name == CRASH_LOOP_BACK_OFF.name {
                    self.result.period = Some((duration.nanos(), node.at));
                }
            }
            Err(error) => push(&mut self.result.refused, || {
                let hint = duration_hint(text, error.class());
                Finding::at(node.at, path, shorten(&error.to_string()), Some(hint))
            }),
        }
    }

    fn unknown(&mut self, key: &Node, value: &Node, of: &Struct, path: &str, younger: Option<&Field>) {
        if self.result.ignored.len() > FINDING_LIMIT {
            return;
        }
        let name = key.text().unwrap_or_default();
        let hint = if let Some(Field(_, _, since)) = younger {
            Some(format!(
                "{} exists since 1.{since}; {} ignores it.",
                shorten(name),
                self.release
            ))
        } else {
            self.meant(name, value, of).map(|meant| {
                let case = if meant.eq_ignore_ascii_case(name) {
                    " Upper and lower case count."
                } else {
                    ""
                };
                format!("Did you mean {meant}?{case}")
            })
        };
        let message = match self.source {
            Source::Platform if hint.is_none() => return,
            Source::Platform | Source::File => lenient(&format!("unknown field {path:?}")),
            Source::DropIns => {
                format!("unknown field {path:?}: a kubelet ignores it in a drop-in and logs nothing")
            }
        };
        push(&mut self.result.ignored, || {
            Finding::at(key.at, path, message, hint)
        });
    }

    /// The field that a wrong name probably stands for.
    fn meant(&self, name: &str, value: &Node, of: &Struct) -> Option<String> {
        let in_back_off = of.name == CRASH_LOOP_BACK_OFF.name;
        if in_back_off {
            // The only field there. Drafts of the KEP called it maxSeconds, and its value was a number.
            let value = match value.scalar() {
                Some(Scalar::Integer(seconds)) => format!("{seconds}s"),
                _ => value.text().unwrap_or("60s").to_owned(),
            };
            return Some(format!("{PERIOD}: {:?}", shorten(&value)));
        }
        if name.eq_ignore_ascii_case(PERIOD) {
            return Some(format!("crashLoopBackOff.{PERIOD}"));
        }
        let known = of.fields.iter().filter(|field| {
            field.2 <= self.release.minor()
                && (self.source != Source::Platform || field.0 == "crashLoopBackOff")
        });
        document::nearest(name, known.map(|field| field.0)).map(str::to_owned)
    }
}

/// The log line of a kubelet that ignores what strict decoding refused.
pub(super) fn lenient(error: &str) -> String {
    format!("Using lenient decoding as strict decoding failed: strict decoding error: {error}")
}

fn join(path: &str, name: &str) -> String {
    let name = shorten(name);
    if path.is_empty() {
        name.into_owned()
    } else {
        format!("{path}.{name}")
    }
}

fn is_text(node: &Node) -> bool {
    matches!(node.scalar(), Some(Scalar::Text(_)))
}

/// What Go's JSON decoder calls a value. A number of the wrong size is named itself.
fn found(node: &Node, wanted: Kind) -> String {
    match (&node.value, node.scalar()) {
        (Value::Sequence(_), _) => "array".to_owned(),
        (Value::Mapping(_), _) => "object".to_owned(),
        (_, Some(Scalar::Bool(_))) => "bool".to_owned(),
        (_, Some(Scalar::Text(_))) => "string".to_owned(),
        _ if matches!(wanted, Kind::Int32 | Kind::Int64) => {
            format!("number {}", shorten(node.text().unwrap_or_default()))
        }
        _ => "number".to_owned(),
    }
}

fn go_type(kind: Kind) -> String {
    match kind {
        Kind::Bool => "bool".to_owned(),
        Kind::Int32 => "int32".to_owned(),
        Kind::Int64 => "int64".to_owned(),
        Kind::Float => "float64".to_owned(),
        Kind::Text | Kind::Duration => "string".to_owned(),
        Kind::List(of) => format!("[]{}", go_type(*of)),
        Kind::Map(of) => format!("map[string]{}", go_type(*of)),
        Kind::Struct(of) => format!("v1beta1.{}", of.name),
        Kind::Any => "interface {}".to_owned(),
    }
}

fn quoting_hint(node: &Node, kind: Kind, path: &str) -> Option<String> {
    let text = node.text()?;
    match (kind, node.scalar()?) {
        (Kind::Duration, Scalar::Integer(seconds)) => {
            let field = path.rsplit('.').next().unwrap_or(path);
            Some(format!(
                "Durations are strings with a unit: write {field}: \"{seconds}s\"."
            ))
        }
        (Kind::Text, _) => Some(format!("Put it in quotes: {:?}.", shorten(text))),
        (Kind::Bool, Scalar::Text("true" | "false")) | (Kind::Int32 | Kind::Int64, Scalar::Text(_))
            if Scalar::resolve(text) != Scalar::Text(text) =>
        {
            Some(format!("Leave out the quotes: {}.", shorten(text)))
        }
        _ => None,
    }
}

fn duration_hint(text: &str, class: DurationClass) -> String {
    match class {
        DurationClass::MissingUnit => format!("Add a unit: \"{}s\".", shorten(text.trim())),
        DurationClass::UnknownUnit => {
            "The units are h, m, s, ms, us and ns; there are no days: \"24h\".".to_owned()
        }
        DurationClass::Invalid if text.is_empty() => "Leave the field out to keep the default.".to_owned(),
        DurationClass::Invalid => "Write a duration like \"60s\" or \"1m30s\".".to_owned(),
    }
}
