//! How messages show what was found.

use std::borrow::Cow;

/// The most characters of a value that messages show.
const SHOWN_LIMIT: usize = 200;

/// The first 200 characters of a text, with `…` in place of the others.
#[must_use]
pub fn shorten(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(SHOWN_LIMIT) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// The text with escapes in place of the characters that cannot be seen or that move others, those that `{:?}` escapes.
/// Quotes and backslashes stay.
#[must_use]
pub fn escape(text: &str) -> Cow<'_, str> {
    if text.chars().all(|letter| matches!(letter, ' '..='~')) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, ' '..='~') {
            escaped.push(letter);
        } else {
            // An accent is escaped only where it has no letter to stand on.
            let pair = String::from_iter(['x', letter]);
            escaped.extend(pair.escape_debug().skip(1));
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_escaped() {
        let cases = [
            ("", ""),
            ("a \"b\" \\ 'c'", "a \"b\" \\ 'c'"),
            ("größe … 😀 e\u{301}", "größe … 😀 e\u{301}"),
            ("\u{1b}[31m\n\t", "\\u{1b}[31m\\n\\t"),
            ("\u{7f}\u{9b}\u{202e}\u{0}", "\\u{7f}\\u{9b}\\u{202e}\\0"),
        ];
        for (text, expected) in cases {
            assert_eq!(escape(text), expected);
            assert_eq!(escape(expected), expected, "twice is once");
        }
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        let fits = "é".repeat(SHOWN_LIMIT);
        assert_eq!(shorten(&fits), fits);
        assert_eq!(shorten(&format!("{fits}x")), format!("{fits}…"));
    }
}
