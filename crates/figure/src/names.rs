//! The names of lanes and strips: in a column at the left, or above where the figure is narrow.

use crate::frame::NARROW;
use crate::pen::Pen;
use crate::text::{Anchor, SMALL, TEXT, Type};
use crate::theme::{Color, Theme};
use crate::ticks::number;
use crate::view::View;

/// Height of a name above its lane.
pub(crate) const ROW: f64 = 22.0;
/// From one line of text to the next.
const LINE: f64 = 15.0;
/// Right of the time axis in a wide figure. The same in all that have this column, so that their
/// axes are in line with each other.
pub(crate) const RIGHT: f64 = 54.0;
/// Right of the time axis in a narrow figure.
const RIGHT_NARROW: f64 = 14.0;
/// Left of the time axis in a narrow figure: half of a line that rises there.
const LEFT_NARROW: f64 = 1.0;

/// The left and the right edge of a plot beside names.
pub(crate) fn edges(view: &View, theme: &Theme, width: f64) -> (f64, f64) {
    if width < NARROW {
        return (LEFT_NARROW, width - RIGHT_NARROW);
    }
    let bold = Type::new(TEXT, theme.text).bold();
    let widest = view
        .outcomes()
        .map(|(_, policy, _)| bold.width(&policy.name))
        .fold(0.0, f64::max);
    (widest.clamp(84.0, width * 0.2) + 14.0, width - RIGHT)
}

/// A name with what there is to say of it.
pub(crate) struct Name<'a> {
    pub(crate) text: &'a str,
    pub(crate) color: Color,
    pub(crate) values: &'a [String],
}

/// Draws a name beside or above what is between `top` and `bottom`. `left` is the left edge of the
/// plot.
pub(crate) fn draw(
    pen: &mut Pen,
    theme: &Theme,
    name: &Name,
    (top, bottom): (f64, f64),
    (left, width): (f64, f64),
) {
    let bold = Type::new(TEXT, name.color).bold();
    let small = Type::new(SMALL, theme.muted);
    if width < NARROW {
        let y = top - ROW / 2.0 - 2.0;
        let right = width - RIGHT_NARROW;
        let values = name.values.join(", ");
        let room = right - small.width(&values) - 10.0;
        pen.text(&bold.elide(name.text, room), 0.0, y, bold);
        return pen.text(&values, right, y, small.anchored(Anchor::End));
    }
    let room = left - 12.0;
    let mut lines = Vec::with_capacity(4);
    if LINE * (number(name.values.len()) + 2.0) <= bottom - top + 6.0 {
        let (first, second) = bold.wrap(name.text, room);
        lines.push((first, bold));
        lines.extend(second.map(|second| (second, bold)));
    } else {
        lines.push((bold.elide(name.text, room), bold));
    }
    lines.extend(name.values.iter().map(|value| (small.elide(value, room), small)));
    let count = number(lines.len());
    let mut y = f64::midpoint(top, bottom) - (count - 1.0) * LINE / 2.0;
    for (text, kind) in lines {
        pen.text(&text, 0.0, y, kind);
        y += LINE;
    }
}
