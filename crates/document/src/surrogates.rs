//! Surrogate pairs, with which JSON escapes characters beyond U+FFFF. YAML has no such escape.

use crate::Position;

/// A JSON text in which surrogate pairs have become escapes of YAML.
pub(crate) struct Replaced {
    pub(crate) text: String,
    /// Where the replacements stand, in order.
    places: Vec<Position>,
}

/// Columns that a line loses with each replacement.
const SHORTER: u32 = 2;

impl Replaced {
    /// Replaces the pairs in the strings of a text, when it begins as JSON does and has any.
    pub(crate) fn new(text: &str) -> Option<Self> {
        if !text.trim_start().starts_with(['{', '[', '"']) {
            return None;
        }
        let mut replaced = Self {
            text: String::with_capacity(text.len()),
            places: Vec::new(),
        };
        let mut at = Position { line: 1, column: 1 };
        let mut in_string = false;
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let length = match letter {
                '\\' if in_string => {
                    if let Some(character) = pair(rest) {
                        replaced.places.push(at);
                        let escape = format!("\\U{:08x}", u32::from(character));
                        at.column += PAIR_LENGTH - SHORTER;
                        replaced.text += &escape;
                        rest = &rest[PAIR_LENGTH as usize..];
                        continue;
                    }
                    1 + rest[1..].chars().next().map_or(0, char::len_utf8)
                }
                '"' => {
                    in_string = !in_string;
                    1
                }
                _ => letter.len_utf8(),
            };
            let (piece, more) = rest.split_at(length);
            for letter in piece.chars() {
                match letter {
                    '\r' if more.starts_with('\n') => {}
                    '\r' | '\n' => {
                        at.line += 1;
                        at.column = 1;
                    }
                    _ => at.column += 1,
                }
            }
            replaced.text += piece;
            rest = more;
        }
        (!replaced.places.is_empty()).then_some(replaced)
    }

    /// The place in the text as it was written.
    pub(crate) fn written(&self, at: Position) -> Position {
        let before = |at: Position| self.places.partition_point(|place| *place < at);
        let in_line = before(at) - before(Position { column: 0, ..at });
        let more = u32::try_from(in_line).unwrap_or(u32::MAX).saturating_mul(SHORTER);
        Position {
            column: at.column.saturating_add(more),
            ..at
        }
    }
}

/// Two escapes with four digits each.
const PAIR_LENGTH: u32 = 12;

/// The character of the pair that the text begins with.
fn pair(text: &str) -> Option<char> {
    let unit = |start: usize| {
        let digits = text.get(start..start + 6)?.strip_prefix("\\u")?;
        let plain = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        plain.then(|| u16::from_str_radix(digits, 16).ok()).flatten()
    };
    let mut characters = char::decode_utf16([unit(0)?, unit(6)?]);
    match (characters.next(), characters.next()) {
        (Some(Ok(character)), None) => Some(character),
        _ => None,
    }
}
