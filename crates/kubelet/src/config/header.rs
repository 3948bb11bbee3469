//! apiVersion, kind and repeated keys: what a kubelet asks of a file before it looks inside.

use document::{Error, Node, Value, shorten};

use super::{
    Finding, decode,
    shape::{API_VERSION, KIND},
};
use crate::Release;

/// Whether a document is a kubelet's configuration. Documents of other tools need not say so.
pub(super) fn check(root: &Node, bare: bool) -> Result<(), Finding> {
    check_mapping(root)?;
    let text_of = |key| root.get(key).filter(|node| !node.is_null());
    let (version, kind) = (text_of("apiVersion"), text_of("kind"));
    if bare {
        for (present, word, field) in [(kind, "Kind", "kind"), (version, "apiVersion", "apiVersion")] {
            if present.is_none_or(|node| node.text() == Some("")) {
                return Err(missing(root, word, field));
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
    Err(Finding::at(
        wrong.unwrap_or(root).at,
        field,
        format!(
            "no kind {:?} is registered for version {:?}",
            shorten(&kind_text),
            shorten(&version_text)
        ),
        Some(add()),
    ))
}

/// Whether a kubelet takes a document as a drop-in.
///
/// 1.28 loads it like its main file. Later ones ask for a kind only, and since 1.32 for the right one (kubernetes
/// `cmd/kubelet/app/server.go` at 001332b0, pull request 127421).
pub(super) fn check_drop_in(root: &Node, release: Release) -> Result<(), Finding> {
    if release < Release::V1_29 {
        return check(root, true);
    }
    check_mapping(root)?;
    let text_of = |key| root.get(key).and_then(Node::text).unwrap_or_default();
    let (version, kind) = (text_of("apiVersion"), text_of("kind"));
    if kind.is_empty() {
        return Err(missing(root, "Kind", "kind"));
    }
    if release < Release::V1_32 || (version == API_VERSION && kind == KIND) {
        return Ok(());
    }
    let (wrong, field) = if version == API_VERSION {
        (root.get("kind"), "kind")
    } else {
        (root.get("apiVersion"), "apiVersion")
    };
    let (version, kind) = (shorten(version), shorten(kind));
    let slash = if version.contains('/') { "" } else { "/" };
    Err(Finding::at(
        wrong.unwrap_or(root).at,
        field,
        format!("unknown apiVersion/kind: {slash}{version}, Kind={kind}"),
        Some(add()),
    ))
}

fn check_mapping(root: &Node) -> Result<(), Finding> {
    let found = match root.value {
        Value::Mapping(_) => return Ok(()),
        Value::Sequence(_) => "a list",
        Value::Scalar { .. } => "a single value",
    };
    let message = format!("couldn't get version/kind; json parse error: found {found}, expected a mapping");
    Err(Finding::at(root.at, "", message, Some(add())))
}

fn missing(root: &Node, word: &str, field: &str) -> Finding {
    Finding::at(root.at, field, format!("Object '{word}' is missing"), Some(add()))
}

fn add() -> String {
    format!("Begin the file with apiVersion: {API_VERSION} and kind: {KIND}.")
}

/// What strict decoding says to the keys that are repeated inside a document. The last one counts.
pub(super) fn repeated(duplicates: &[Error], root: &Node) -> impl Iterator<Item = Finding> {
    duplicates.iter().filter_map(move |error| {
        let at = error.at?;
        let key = key_at(root, at)?;
        Some(Finding::at(
            at,
            error.path.clone(),
            format!(
                "yaml: unmarshal errors: line {}: key {:?} already set in map",
                super::files::line_in_file(at.line),
                shorten(key)
            ),
            Some("The last one counts.".to_owned()),
        ))
    })
}

/// As [`repeated`], in the words of a kubelet that goes on leniently.
pub(super) fn forgiven(duplicates: &[Error], root: &Node) -> impl Iterator<Item = Finding> {
    repeated(duplicates, root).map(|finding| Finding {
        message: decode::lenient(&finding.message),
        ..finding
    })
}

fn key_at(node: &Node, at: document::Position) -> Option<&str> {
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
