//! A drawing backend that writes SVG.
//!
//! Written here because plotters' own writes no title, divides the size of text by 1.24, breaks
//! lines inside of text and says of every shape that it is opaque.

use core::convert::Infallible;
use core::fmt::{self, Display, Write};

use plotters_backend::text_anchor::HPos;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontStyle,
};

/// Backend pixels for each CSS pixel: positions are written with one decimal place.
pub(super) const SCALE: i32 = 10;

/// From the middle of a text to its base line, as a share of its size.
const BASE_LINE: f64 = 0.34;

type Written = Result<(), DrawingErrorKind<Infallible>>;

/// An SVG document that is being written.
pub(super) struct SvgWriter {
    size: (u32, u32),
    text: String,
}

impl SvgWriter {
    /// Begins a document of a size in CSS pixels.
    pub(super) fn new(size: (u32, u32), font: &str, title: &str, description: &str) -> Self {
        let (width, height) = size;
        let mut writer = Self {
            size,
            text: String::with_capacity(16 * 1024),
        };
        writer.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{}\">\n\
             <title>{}</title>\n<desc>{}</desc>\n",
            escaped(font),
            escaped(title),
            escaped(description),
        ));
        writer
    }

    /// The whole document.
    pub(super) fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }

    fn put(&mut self, arguments: fmt::Arguments<'_>) {
        // Writing to a String cannot fail.
        let _ = self.text.write_fmt(arguments);
    }

    /// Writes a path through points, as steps from one to the next.
    fn outline(&mut self, points: impl IntoIterator<Item = BackendCoord>) {
        let mut before: Option<BackendCoord> = None;
        for (x, y) in points {
            match before {
                None => self.put(format_args!("M{} {}", Tenths(x), Tenths(y))),
                Some((left, top)) if top == y => self.put(format_args!("h{}", Tenths(x - left))),
                Some((left, top)) if left == x => self.put(format_args!("v{}", Tenths(y - top))),
                Some((left, top)) => {
                    self.put(format_args!("l{} {}", Tenths(x - left), Tenths(y - top)));
                }
            }
            before = Some((x, y));
        }
    }
}

impl DrawingBackend for SvgWriter {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        let scale = SCALE.unsigned_abs();
        (self.size.0 * scale, self.size.1 * scale)
    }

    fn ensure_prepared(&mut self) -> Written {
        Ok(())
    }

    fn present(&mut self) -> Written {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> Written {
        self.draw_rect((x, y), (x + 1, y + 1), &color, true)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Written {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        (left, top): BackendCoord,
        (right, bottom): BackendCoord,
        style: &S,
        fill: bool,
    ) -> Written {
        if !fill {
            let corners = [
                (left, top),
                (right, top),
                (right, bottom),
                (left, bottom),
                (left, top),
            ];
            return self.draw_path(corners, style);
        }
        self.put(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n",
            Tenths(left),
            Tenths(top),
            Tenths(right - left),
            Tenths(bottom - top),
            Hex(style.color()),
        ));
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Written {
        self.put(format_args!(
            "<path fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" d=\"",
            Hex(style.color()),
            Tenths(i32::try_from(style.stroke_width()).unwrap_or(SCALE)),
        ));
        self.outline(path);
        self.text.push_str("\"/>\n");
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        vertices: I,
        style: &S,
    ) -> Written {
        self.put(format_args!("<path fill=\"{}\" d=\"", Hex(style.color())));
        self.outline(vertices);
        self.text.push_str("z\"/>\n");
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        (x, y): BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Written {
        let (x, y) = (Tenths(x), Tenths(y));
        let radius = Tenths(i32::try_from(radius).unwrap_or(SCALE));
        let color = Hex(style.color());
        let paint = if fill { "fill" } else { "fill=\"none\" stroke" };
        self.put(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {paint}=\"{color}\"/>\n"
        ));
        Ok(())
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the size of text is a small number"
    )]
    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, (x, y): BackendCoord) -> Written {
        let size = style.size();
        let base_line = y + (size * BASE_LINE).round() as i32;
        let anchor = match style.anchor().h_pos {
            HPos::Left => "",
            HPos::Center => " text-anchor=\"middle\"",
            HPos::Right => " text-anchor=\"end\"",
        };
        let weight = match style.style() {
            FontStyle::Bold => " font-weight=\"bold\"",
            _ => "",
        };
        self.put(format_args!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{anchor}{weight} fill=\"{}\">{}</text>\n",
            Tenths(x),
            Tenths(base_line),
            Tenths(size.round() as i32),
            Hex(style.color()),
            escaped(text),
        ));
        Ok(())
    }
}

/// A number of backend pixels in CSS pixels.
struct Tenths(i32);

impl Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, tenth) = (self.0.unsigned_abs() / 10, self.0.unsigned_abs() % 10);
        match tenth {
            0 => write!(f, "{sign}{whole}"),
            _ => write!(f, "{sign}{whole}.{tenth}"),
        }
    }
}

struct Hex(BackendColor);

impl Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (red, green, blue) = self.0.rgb;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// A text as XML 1.0 has it; characters that it cannot have become U+FFFD.
fn escaped(text: &str) -> impl Display + '_ {
    Escaped(text)
}

struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                '"' => f.write_str("&quot;")?,
                '\t' | '\n' | '\r' => f.write_char(character)?,
                '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => f.write_char('\u{fffd}')?,
                _ => f.write_char(character)?,
            }
        }
        Ok(())
    }
}
