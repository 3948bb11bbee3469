//! A figure as an SVG document of its own.

mod writer;

use writer::{SCALE, SvgWriter};

use crate::draw::{figure, height};
use crate::kind::Kind;
use crate::pen::{Grid, Pen};
use crate::strokes::{Stroke, draw_on};
use crate::table::caption;
use crate::text::{TITLE, Type};
use crate::theme::{FONT, Theme};
use crate::view::View;

/// Around the figure, in CSS pixels.
const MARGIN: f64 = 16.0;
/// Height of the title.
const HEAD: f64 = 28.0;

/// A figure as an SVG document: `width` CSS pixels wide and as high as suits the figure, with its
/// title above it. Text stays text. Its [`caption()`] is the description.
#[must_use]
pub fn svg(kind: Kind, view: &View, theme: &Theme, width: u32) -> String {
    let width = width.max(1);
    let inner = (f64::from(width) - 2.0 * MARGIN).max(1.0);
    let inner_height = f64::from(height(kind, view, pixels(inner)));
    let whole_height = inner_height + HEAD + 2.0 * MARGIN;
    let mut writer = SvgWriter::new(
        (width, pixels(whole_height)),
        FONT,
        kind.title(),
        &caption(kind, view),
    );
    let strokes = page(kind, view, theme, (inner, inner_height));
    // Writing to a String cannot fail.
    let _ = draw_on(&mut writer, strokes);
    writer.finish()
}

fn page(kind: Kind, view: &View, theme: &Theme, (width, height): (f64, f64)) -> Vec<Stroke> {
    let mut grid = Grid {
        origin: (0.0, 0.0),
        scale: f64::from(SCALE),
        step: SCALE,
    };
    let mut pen = Pen::new(grid);
    let corner = (width + 2.0 * MARGIN, height + HEAD + 2.0 * MARGIN);
    pen.rect((0.0, 0.0), corner, theme.surface);
    let title = Type::new(TITLE, theme.text).bold();
    pen.text(
        &title.elide(kind.title(), width),
        MARGIN,
        MARGIN + HEAD / 2.0 - 4.0,
        title,
    );
    grid.origin = (MARGIN, MARGIN + HEAD);
    pen.grid = grid;
    figure(&mut pen, kind, view, theme, (width, height));
    pen.finish()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates far outside of every figure"
)]
const fn pixels(css: f64) -> u32 {
    css as u32
}
