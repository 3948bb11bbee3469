//! The plot area with its axes.

use crate::pen::{Grid, Pen};
use crate::plot::Plot;
use crate::text::{Anchor, SMALL, Type};
use crate::theme::{Color, Theme};
use crate::ticks;
use crate::words;

/// Below this width names go above what they name instead of beside it.
pub(crate) const NARROW: f64 = 480.0;
/// Height of the tick labels and the name below a horizontal axis.
pub(crate) const AXIS: f64 = 38.0;

/// Height of a vertical axis' name.
pub(crate) const NAME: f64 = 24.0;

/// The edges of a plot area in CSS pixels.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) top: f64,
    pub(crate) bottom: f64,
}

impl Frame {
    /// Whether there is room for anything.
    pub(crate) fn usable(&self) -> bool {
        self.right - self.left >= 20.0 && self.bottom - self.top >= 20.0
    }

    pub(crate) fn width(&self) -> f64 {
        self.right - self.left
    }

    pub(crate) fn height(&self) -> f64 {
        self.bottom - self.top
    }

    pub(crate) fn plot(&self, range_ns: Option<(i64, i64)>) -> Plot {
        Plot {
            left: self.left,
            right: self.right,
            top: self.top,
            bottom: self.bottom,
            lanes: Vec::new(),
            range_ns,
        }
    }

    /// The backend's column of a part of the axis.
    pub(crate) fn column(&self, grid: Grid, part: i64, of: i64) -> i32 {
        grid.x(self.left + self.width() * ticks::ratio(part, of))
    }
}

/// How far a tick's label may be moved to stay in the figure.
const SHIFT: f64 = 16.0;

/// Draws a horizontal axis with ticks at fractions of its length, their labels, and its name.
/// `width` is that of the figure.
pub(crate) fn across(
    pen: &mut Pen,
    theme: &Theme,
    (frame, width): (Frame, f64),
    ticks: impl Iterator<Item = (f64, String)>,
    name: &str,
) {
    let kind = Type::new(SMALL, theme.muted).anchored(Anchor::Middle);
    pen.across(frame.left, frame.right, frame.bottom, theme.axis);
    for (share, label) in ticks {
        let x = frame.left + frame.width() * share;
        pen.down(x, frame.bottom, frame.bottom + 5.0, theme.axis);
        let half = kind.width(&label) / 2.0;
        let inside = x.min(width - half).max(half);
        if (inside - x).abs() <= SHIFT {
            pen.text(&label, inside, frame.bottom + 14.0, kind);
        }
    }
    let middle = f64::midpoint(frame.left, frame.right);
    pen.text(name, middle, frame.bottom + 29.0, kind);
}

/// Draws a horizontal time axis.
pub(crate) fn time_axis(pen: &mut Pen, theme: &Theme, (frame, width): (Frame, f64), (from, to): (i64, i64)) {
    let kind = Type::new(SMALL, theme.muted);
    let instants = ticks::times((from, to), frame.width(), 22.0, |text| kind.width(text));
    let marks = instants
        .into_iter()
        .map(|at| (ticks::ratio(at - from, to - from), words::exact(at)));
    across(pen, theme, (frame, width), marks, "elapsed time");
}

/// The room that the labels of a vertical axis take, with the gap to the axis.
pub(crate) fn label_room<'a>(labels: impl Iterator<Item = &'a str>, theme: &Theme) -> f64 {
    let kind = Type::new(SMALL, theme.muted);
    labels.map(|label| kind.width(label)).fold(0.0, f64::max) + 8.0
}

/// Draws a grid line across the plot area with its label to the left.
pub(crate) fn grid_line(pen: &mut Pen, theme: &Theme, frame: Frame, y: f64, label: &str) {
    let kind = Type::new(SMALL, theme.muted).anchored(Anchor::End);
    pen.across(frame.left, frame.right, y, theme.grid);
    pen.text(label, frame.left - 8.0, y, kind);
}

/// Draws the instant that a player is at; only on the lanes where names are between them.
pub(crate) fn playhead(pen: &mut Pen, color: Color, plot: &Plot, at_ns: Option<i64>, names_between: bool) {
    let Some(x) = at_ns.and_then(|at| plot.x_of(at)) else {
        return;
    };
    if names_between {
        for lane in &plot.lanes {
            pen.down(x, lane.top - 5.0, lane.bottom + 5.0, color);
        }
        return;
    }
    let top = plot.top - 6.0;
    pen.down(x, top, plot.bottom, color);
    let middle = (pen.grid.x(x) + pen.grid.length(1.0) / 2, pen.grid.y(top));
    pen.dot(middle, 4.0, color);
}
