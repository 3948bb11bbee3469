//! A node pool of GKE in Terraform, of which only the one block is read.

use document::{Node, Position, Value};

use super::{Found, empty};

const FIELD: &str = "max_container_restart_period";

/// Finds the field in a text that looks like Terraform.
pub(super) fn find(text: &str) -> Option<Found> {
    let text = &without_comments(text);
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

/// The text with blanks in place of comments, as many as they have letters.
fn without_comments(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let line = || rest.find(['\n', '\r']).unwrap_or(rest.len());
        let (length, comment) = if letter == '#' || rest.starts_with("//") {
            (line(), true)
        } else if let Some(inside) = rest.strip_prefix("/*") {
            (inside.find("*/").map_or(rest.len(), |end| end + 4), true)
        } else if letter == '"' {
            (string(rest), false)
        } else {
            (letter.len_utf8(), false)
        };
        let (piece, more) = rest.split_at(length);
        if comment {
            let blank = |letter| {
                if matches!(letter, '\n' | '\r') {
                    letter
                } else {
                    ' '
                }
            };
            result.extend(piece.chars().map(blank));
        } else {
            result.push_str(piece);
        }
        rest = more;
    }
    result
}

/// The length of the string that the text begins with. It ends with its line at the latest.
fn string(text: &str) -> usize {
    let mut escaped = true;
    for (offset, letter) in text.char_indices() {
        match letter {
            '\n' | '\r' => return offset,
            '"' if !escaped => return offset + 1,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    text.len()
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
