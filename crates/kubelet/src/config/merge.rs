//! JSON merge patch (RFC 7396) on nodes.

use std::collections::HashMap;

use document::{Node, Value};

/// Applies a patch: mappings merge, everything else replaces, null removes.
/// The result nests no more deeply than the deeper one of the two.
pub(super) fn merge(target: &mut Node, patch: Node) {
    let Value::Mapping(more) = patch.value else {
        *target = patch;
        return;
    };
    if !matches!(target.value, Value::Mapping(_)) {
        *target = Node {
            value: Value::Mapping(Vec::new()),
            at: patch.at,
        };
    }
    let Value::Mapping(entries) = &mut target.value else {
        return;
    };
    let text = |key: &Node| key.text().unwrap_or_default().to_owned();
    let places = entries.iter().enumerate();
    let places: HashMap<String, usize> = places.map(|(place, (key, _))| (text(key), place)).collect();
    let mut removed = vec![false; entries.len()];
    for (key, value) in more {
        match places.get(&text(&key)) {
            Some(&place) if value.is_null() => removed[place] = true,
            Some(&place) => {
                merge(&mut entries[place].1, value);
                // The place that counts is the one that was written last.
                entries[place].0 = key;
            }
            None if value.is_null() => {}
            None => {
                let mut fresh = Node {
                    value: Value::Sequence(Vec::new()),
                    at: value.at,
                };
                merge(&mut fresh, value);
                entries.push((key, fresh));
            }
        }
    }
    let mut removed = removed.into_iter();
    entries.retain(|_| !removed.next().unwrap_or(false));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The node as JSON without spaces, which is how the RFC writes its examples.
    fn json(node: &Node) -> String {
        let list = |parts: Vec<String>| parts.join(",");
        match &node.value {
            Value::Scalar { text, quoted: true } => format!("{text:?}"),
            Value::Scalar { text, .. } => text.clone(),
            Value::Sequence(elements) => format!("[{}]", list(elements.iter().map(json).collect())),
            Value::Mapping(entries) => {
                let pair = |(key, value): &(Node, Node)| format!("{}:{}", json(key), json(value));
                format!("{{{}}}", list(entries.iter().map(pair).collect()))
            }
        }
    }

    /// Appendix A of RFC 7396.
    #[test]
    fn the_examples_of_the_rfc_hold() {
        let examples = [
            (r#"{"a":"b"}"#, r#"{"a":"c"}"#, r#"{"a":"c"}"#),
            (r#"{"a":"b"}"#, r#"{"b":"c"}"#, r#"{"a":"b","b":"c"}"#),
            (r#"{"a":"b"}"#, r#"{"a":null}"#, "{}"),
            (r#"{"a":"b","b":"c"}"#, r#"{"a":null}"#, r#"{"b":"c"}"#),
            (r#"{"a":["b"]}"#, r#"{"a":"c"}"#, r#"{"a":"c"}"#),
            (r#"{"a":"c"}"#, r#"{"a":["b"]}"#, r#"{"a":["b"]}"#),
            (
                r#"{"a":{"b":"c"}}"#,
                r#"{"a":{"b":"d","c":null}}"#,
                r#"{"a":{"b":"d"}}"#,
            ),
            (r#"{"a":[{"b":"c"}]}"#, r#"{"a":[1]}"#, r#"{"a":[1]}"#),
            (r#"["a","b"]"#, r#"["c","d"]"#, r#"["c","d"]"#),
            (r#"{"a":"b"}"#, r#"["c"]"#, r#"["c"]"#),
            (r#"{"a":"foo"}"#, "null", "null"),
            (r#"{"a":"foo"}"#, r#""bar""#, r#""bar""#),
            (r#"{"e":null}"#, r#"{"a":1}"#, r#"{"e":null,"a":1}"#),
            (r"[1,2]", r#"{"a":"b","c":null}"#, r#"{"a":"b"}"#),
            ("{}", r#"{"a":{"bb":{"ccc":null}}}"#, r#"{"a":{"bb":{}}}"#),
        ];
        for (original, patch, result) in examples {
            let mut target = document::read(original).unwrap();
            merge(&mut target, document::read(patch).unwrap());
            assert_eq!(json(&target), result, "{original} with {patch}");
        }
    }
}
