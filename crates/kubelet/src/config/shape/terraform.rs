//! A node pool of GKE in Terraform, of which only the one block is read.

use document::{Node, Position, Value};

use super::{Found, empty};

const FIELD: &str = "max_container_restart_period";

/// Finds the field in a text that looks like Terraform.
pub(super) fn find(text: &str) -> Option<Found> {
    let block = text.find("crash_loop_back_off")?;
    if !text[block..].contains('{') {
        return None;
    }
    let (offset, value) = text.match_indices(FIELD).find_map(|(offset, _)| {
        let rest = text[offset + FIELD.len()..].trim_start_matches([' ', '\t']);
        let value = rest.strip_prefix('=')?.trim_start_matches([' ', '\t']);
        let inner = value.strip_prefix('"')?;
        Some((text.len() - value.len(), inner.split(['"', '\r', '\n']).next()?))
    })?;
    let at = position(text, offset);
    let scalar = |text: &str| Node {
        value: Value::Scalar {
            text: text.to_owned(),
            quoted: true,
        },
        at,
    };
    let mapping = |key: &str, value: Node| Node {
        value: Value::Mapping(vec![(scalar(key), value)]),
        at,
    };
    let mut found = Found::new(
        empty(),
        format!("A Terraform node pool of GKE: the first {FIELD} is judged."),
        Vec::new(),
    );
    found.node = mapping(
        "crashLoopBackOff",
        mapping("maxContainerRestartPeriod", scalar(value)),
    );
    found.platform = true;
    found.note(
        "GKE checks this value itself and sets the feature gates of its nodes; it is judged as if the gate for the \
         maximum were on.",
    );
    Some(found)
}

/// The place of a byte.
fn position(text: &str, offset: usize) -> Position {
    let before = text[..offset].replace("\r\n", "\n").replace('\r', "\n");
    let narrow = |count: usize| u32::try_from(count).unwrap_or(0) + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count();
    Position {
        line: narrow(before.matches('\n').count()),
        column: narrow(column),
    }
}
