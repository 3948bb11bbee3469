//! Percent-encoding of names, with `+` for a space.

/// Writes a name so that it can stand in a fragment between `=` and `;`.
pub(super) fn escape(name: &str) -> String {
    let mut escaped = String::with_capacity(name.len());
    for byte in name.bytes() {
        match byte {
            b' ' => escaped.push('+'),
            b'0'..=b'9'
            | b'A'..=b'Z'
            | b'a'..=b'z'
            | b'-'
            | b'_'
            | b'.'
            | b'~'
            | b'/'
            | b'\''
            | b'('
            | b')'
            | b',' => {
                escaped.push(char::from(byte));
            }
            _ => {
                const DIGITS: [char; 16] = [
                    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F',
                ];
                escaped.push('%');
                escaped.push(DIGITS[usize::from(byte >> 4)]);
                escaped.push(DIGITS[usize::from(byte & 15)]);
            }
        }
    }
    escaped
}

/// Reads a name back; `None` where an escape is cut short or is not UTF-8.
pub(super) fn unescape(escaped: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(escaped.len());
    let mut rest = escaped.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => digit(rest.next()?)? << 4 | digit(rest.next()?)?,
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte)
        .to_digit(16)
        .and_then(|digit| u8::try_from(digit).ok())
}
