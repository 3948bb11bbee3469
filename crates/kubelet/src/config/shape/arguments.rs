//! Flags of the kubelet as other documents write them.

use document::{Node, Position, Value};

/// A flag's value and where it stands.
#[derive(Debug)]
pub(super) struct Argument<'a> {
    pub(super) text: &'a str,
    at: Position,
}

/// The values of `--feature-gates` among flags.
pub(super) fn feature_gates(flags: Option<&Node>) -> Vec<Node> {
    let flags = flags.map(list).unwrap_or_default();
    flags
        .into_iter()
        .filter(|(name, _)| *name == "feature-gates")
        .map(|(_, value)| Node {
            value: Value::Scalar {
                text: value.text.to_owned(),
                quoted: true,
            },
            at: value.at,
        })
        .collect()
}

/// The flags by name, without dashes. They come as a mapping from name to value (kubeadm v1beta3, Talos), as a list of
/// `name=value` with or without dashes (nodeadm, k3s), as one such text, or as a list of name and value (kubeadm
/// v1beta4).
pub(super) fn list(flags: &Node) -> Vec<(&str, Argument<'_>)> {
    match &flags.value {
        Value::Mapping(entries) => entries
            .iter()
            .flat_map(|(key, value)| {
                let name = key.text().unwrap_or_default();
                let several = value.elements().iter();
                let values = several.chain(value.text().is_some().then_some(value));
                values.filter_map(move |value| Some((name, argument(value)?)))
            })
            .collect(),
        Value::Sequence(elements) => elements
            .iter()
            .filter_map(|element| match (element.get("name"), element.get("value")) {
                (Some(name), Some(value)) => Some((name.text()?, argument(value)?)),
                _ => pair(element),
            })
            .collect(),
        Value::Scalar { .. } => pair(flags).into_iter().collect(),
    }
}

fn argument(node: &Node) -> Option<Argument<'_>> {
    Some(Argument {
        text: node.text()?,
        at: node.at,
    })
}

fn pair(node: &Node) -> Option<(&str, Argument<'_>)> {
    let (name, text) = node.text()?.split_once('=')?;
    let name = name.trim_start_matches('-').trim();
    Some((name, Argument { text, at: node.at }))
}
