//! The phases of a container as bars in its lane.

use sim::Timeline;

use crate::columns::{Columns, Look, Part, parts};
use crate::pen::{Grid, Pen};
use crate::plot::Lane;
use crate::shapes::{Comb, Hatch};
use crate::theme::{Color, Theme};

/// Width of the parts of a mixture of short lives.
const CELL: f64 = 3.0;

/// The stripes of waiting.
pub(super) fn hatch(grid: Grid) -> Hatch {
    Hatch {
        every: grid.length(7.0),
        width: grid.length(1.4),
    }
}

/// Draws the phases of a container as bars.
pub(super) fn draw(
    pen: &mut Pen,
    theme: &Theme,
    timeline: &Timeline,
    lane: &Lane,
    (left, columns): (f64, Columns),
) {
    let grid = pen.grid;
    let (top, base) = (grid.y(lane.top), grid.y(lane.bottom));
    let third = grid.length((lane.bottom - lane.top) / 3.0);
    let mut bars = Look::ALL.map(|_| Comb::new(base));
    bars[Look::Completed as usize] = Comb::new(base - third);
    let mut stripes = Comb::new(base);
    let edge = grid.length(2.0);
    let mut inner = Comb::new(base - edge);
    let left = grid.x(left);
    let cell = grid.length(CELL) / grid.step;
    let segments = timeline.segments(lane.container);
    parts(segments, columns, cell, |part, from, to| {
        let (from, to) = (left + from * grid.step, left + to * grid.step);
        let mut wait = || {
            bars[Look::Waiting as usize].bar(from, to, top);
            stripes.hatch((from, to), top, hatch(grid));
        };
        match part {
            // The empty ground is enough.
            Part::Plain(Look::Pending) => {}
            Part::Plain(Look::Starting) => bars[Look::Starting as usize].bar(from, to, top),
            Part::Plain(Look::Completed) => {
                bars[Look::Completed as usize].bar(from, to, top + third);
            }
            Part::Plain(Look::Waiting) => wait(),
            Part::Plain(Look::Running) => {
                bars[Look::Running as usize].bar(from, to, top);
                inner.bar(from, to, top + edge);
            }
            Part::Mixed(eighths) => {
                wait();
                let high = base - (base - top) * i32::from(eighths) / 8;
                bars[Look::Running as usize].bar(from, to, high);
                inner.bar(from, to, (high + edge).min(base - edge));
            }
        }
    });
    pen.fill(bars[Look::Waiting as usize].points(), theme.waiting);
    pen.fill(stripes.points(), theme.hatch);
    for look in [Look::Starting, Look::Running, Look::Completed] {
        pen.fill(bars[look as usize].points(), fill(theme, look));
    }
    pen.fill(inner.points(), theme.running_ground());
}

pub(super) const fn fill(theme: &Theme, look: Look) -> Color {
    match look {
        Look::Pending => theme.surface,
        Look::Starting => theme.starting,
        Look::Running => theme.running,
        Look::Waiting => theme.waiting,
        Look::Completed => theme.completed,
    }
}
