//! Text: its style for the backends, and an estimate of its width.
//!
//! Widths are estimated from a table rather than measured: a canvas would have to lay the text out
//! in the page, and an SVG is drawn where nobody has a font. The table holds the advance widths of
//! `DejaVu` Sans 2.37, the widest of [`FONT`], so that what fits here fits in the other ones.

use core::convert::Infallible;

use plotters_backend::text_anchor::{HPos, Pos, VPos};
use plotters_backend::{BackendColor, BackendCoord, BackendTextStyle, FontFamily, FontStyle};

use crate::theme::{Color, FONT};

/// Size of most text in CSS pixels.
pub(crate) const TEXT: f64 = 12.0;
/// Size of axis labels and values in CSS pixels.
pub(crate) const SMALL: f64 = 11.0;
/// Size of a title in CSS pixels.
pub(crate) const TITLE: f64 = 14.0;

/// Advance widths of U+0020 to U+007E in hundredths of the text size.
const ADVANCE: [u8; 95] = [
    32, 40, 46, 84, 64, 95, 78, 28, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    34, 34, 84, 84, 84, 53, 100, 69, 69, 70, 77, 64, 58, 78, 76, 30, 30, 66, 56, 87, 75, 79, 61, 79, 70, 64,
    62, 74, 69, 99, 69, 62, 69, 39, 34, 39, 84, 50, 50, 62, 64, 55, 64, 62, 36, 64, 64, 28, 28, 58, 28, 98,
    64, 62, 64, 64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84,
];

/// Where the text is, seen from the point that it is drawn at.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// It begins there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

/// How a text is drawn; its vertical middle is at the point that it is drawn at.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Type {
    pub(crate) size: f64,
    pub(crate) color: Color,
    pub(crate) bold: bool,
    pub(crate) anchor: Anchor,
}

impl Type {
    pub(crate) const fn new(size: f64, color: Color) -> Self {
        Self {
            size,
            color,
            bold: false,
            anchor: Anchor::Start,
        }
    }

    pub(crate) const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    pub(crate) const fn anchored(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    /// The width of a text in CSS pixels.
    pub(crate) fn width(&self, text: &str) -> f64 {
        width(text, self.size) * if self.bold { 1.12 } else { 1.0 }
    }

    /// The text, shortened with an ellipsis where it is wider than `room`.
    pub(crate) fn elide(&self, text: &str, room: f64) -> String {
        if self.width(text) <= room {
            return text.to_owned();
        }
        let room = room - self.width("…");
        let mut kept = String::new();
        let mut used = 0.0;
        for character in text.chars() {
            used += self.width(character.encode_utf8(&mut [0; 4]));
            if used > room {
                break;
            }
            kept.push(character);
        }
        kept.truncate(kept.trim_end().len());
        kept.push('…');
        kept
    }

    /// The text on at most two lines, broken between words, the last one elided.
    pub(crate) fn wrap(&self, text: &str, room: f64) -> (String, Option<String>) {
        if self.width(text) <= room {
            return (text.to_owned(), None);
        }
        let fits = |&at: &usize| self.width(&text[..at]) <= room;
        let breaks = text.match_indices(' ').map(|(at, _)| at);
        match breaks.take_while(fits).last() {
            Some(at) if at > 0 => {
                let rest = self.elide(text[at..].trim_start(), room);
                (text[..at].to_owned(), Some(rest))
            }
            _ => (self.elide(text, room), None),
        }
    }
}

fn width(text: &str, size: f64) -> f64 {
    let hundredths: u32 = text.chars().map(advance).sum();
    f64::from(hundredths) * size / 100.0
}

fn advance(character: char) -> u32 {
    let code = u32::from(character);
    let ascii = code.checked_sub(0x20).and_then(|at| ADVANCE.get(at as usize));
    match ascii {
        Some(&advance) => u32::from(advance),
        None if character == '·' || character == '\u{a0}' => 32,
        // Letters of other alphabets are narrower than this in most fonts; ideographs, emoji and
        // what else is not known are a full square.
        None if code < 0x0600 && character != '…' => 80,
        None => 105,
    }
}

/// A [`Type`] at the scale of a backend.
pub(crate) struct ScaledType {
    pub(crate) kind: Type,
    pub(crate) scale: f64,
}

impl BackendTextStyle for ScaledType {
    type FontError = Infallible;

    fn color(&self) -> BackendColor {
        self.kind.color.backend()
    }

    fn size(&self) -> f64 {
        self.kind.size * self.scale
    }

    fn style(&self) -> FontStyle {
        if self.kind.bold {
            FontStyle::Bold
        } else {
            FontStyle::Normal
        }
    }

    fn anchor(&self) -> Pos {
        let across = match self.kind.anchor {
            Anchor::Start => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::End => HPos::Right,
        };
        Pos::new(across, VPos::Center)
    }

    fn family(&self) -> FontFamily<'_> {
        FontFamily::Name(FONT)
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "a text is never wider than an i32 of pixels"
    )]
    fn layout_box(&self, text: &str) -> Result<((i32, i32), (i32, i32)), Infallible> {
        let across = self.kind.width(text) * self.scale;
        Ok(((0, 0), (across.ceil() as i32, self.size().ceil() as i32)))
    }

    /// Draws nothing: a backend that has no text of its own gets a figure without text.
    fn draw<E, F: FnMut(i32, i32, BackendColor) -> Result<(), E>>(
        &self,
        _text: &str,
        _pos: BackendCoord,
        _draw: F,
    ) -> Result<Result<(), E>, Infallible> {
        Ok(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Type = Type::new(12.0, Color::hex(0));

    #[test]
    fn estimates_the_width_of_digits() {
        assert!((PLAIN.width("0123456789") - 76.8).abs() < 1e-9);
        assert!(PLAIN.bold().width("10s") > PLAIN.width("10s"));
    }

    #[test]
    fn elides_to_the_room_there_is() {
        let short = PLAIN.elide("Reduced default with a long name", 90.0);
        assert_eq!(short, "Reduced def…");
        assert!(PLAIN.width(&short) <= 90.0);
        assert_eq!(PLAIN.elide("Short", 90.0), "Short");
    }

    #[test]
    fn wraps_between_words() {
        let wrapped = PLAIN.wrap("Today's default since 1.0", 100.0);
        assert_eq!(
            wrapped,
            ("Today's default".to_owned(), Some("since 1.0".to_owned()))
        );
        assert_eq!(PLAIN.wrap("Donaudampfschifffahrt", 60.0).1, None);
    }
}
