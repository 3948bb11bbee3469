//! JSON merge patch (RFC 7396) on nodes.

use std::collections::HashMap;

use document::{Node, Value};

/// Applies a patch: mappings merge, everything else replaces, null removes.
pub(super) fn merge(target: &mut Node, patch: Node) {
    let Value::Mapping(more) = patch.value else {
        *target = patch;
        return;
    };
    let Value::Mapping(entries) = &mut target.value else {
        target.value = Value::Mapping(more);
        return;
    };
    let text = |key: &Node| key.text().unwrap_or_default().to_owned();
    let places = more.iter().enumerate();
    let places: HashMap<String, usize> = places.map(|(place, (key, _))| (text(key), place)).collect();
    let mut more: Vec<_> = more.into_iter().map(Some).collect();
    entries.retain_mut(|(key, value)| {
        let place = places.get(&text(key));
        match place.and_then(|place| more[*place].take()) {
            None => true,
            Some((_, patch)) if patch.is_null() => false,
            Some((own, patch)) => {
                // The place that counts is the one that was written last.
                key.at = own.at;
                merge(value, patch);
                true
            }
        }
    });
    entries.extend(more.into_iter().flatten());
}
