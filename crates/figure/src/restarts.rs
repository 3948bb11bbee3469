//! Restarts of a container against elapsed time, one line for each policy.

use sim::Band;

use crate::band;
use crate::frame::{self, AXIS, Frame, NAME};
use crate::legend::{self, Entry};
use crate::pen::Pen;
use crate::plot::Plot;
use crate::series::counts;
use crate::shapes::StepLine;
use crate::text::{SMALL, Type};
use crate::theme::{Color, Theme};
use crate::ticks;
use crate::view::View;
use crate::words;

/// Share of the policy's colour in its band.
const BAND: u8 = 40;
/// Columns of a band, in CSS pixels.
const COLUMN: f64 = 2.0;

/// Draws the figure.
pub(crate) fn draw(pen: &mut Pen, view: &View, theme: &Theme, (width, height): (f64, f64)) -> Plot {
    let range = view.range();
    let container = view.container();
    let mut highest = 0.0_f64;
    let mut curves = Vec::new();
    let mut entries = Vec::new();
    for (index, policy, outcome) in view.outcomes() {
        let instants = outcome.timeline.restarts(container);
        let until = instants.partition_point(|&at| at <= range.1);
        let last = ticks::number(until);
        highest = highest.max(last);
        if let Some(band) = band::of_restarts(view, index, range.1) {
            highest = highest.max(band.high);
        }
        curves.push(instants);
        entries.push(Entry {
            name: policy.name.clone(),
            value: words::counted(until as u64, "restart"),
            color: theme.policy(index),
            dash: Theme::dash(index),
            y: last,
        });
    }

    let (above, beside) = legend::room(&entries, width, theme);
    let top = above + NAME;
    let bottom = height - AXIS;
    let marks = ticks::values(highest, bottom - top, 36.0, true);
    let frame = Frame {
        left: frame::label_room(marks.iter().map(|(_, label)| label.as_str()), theme),
        right: width - beside,
        top,
        bottom,
    };
    if !frame.usable() {
        return Plot::default();
    }
    let scale = if highest > 0.0 { highest * 1.04 } else { 1.0 };
    let y = |value: f64| frame.bottom - frame.height() * value / scale;

    let mut name = format!("restarts of container {}", container.saturating_add(1));
    if let Some(band) = band::name(view) {
        name = format!("{name}; {band}");
    }
    let small = Type::new(SMALL, theme.muted);
    pen.text(&small.elide(&name, width), 0.0, above + 8.0, small);
    for (value, label) in &marks {
        frame::grid_line(pen, theme, frame, y(*value), label);
    }
    frame::time_axis(pen, theme, (frame, width), range);

    for ((policy, _, _), entry) in view.outcomes().zip(&entries) {
        let color = entry.color.over(theme.surface, BAND);
        draw_band(
            pen,
            frame,
            |at_ns| band::of_restarts(view, policy, at_ns),
            range,
            y,
            color,
        );
    }
    for (instants, entry) in curves.iter().zip(&mut entries) {
        let grid = pen.grid;
        let mut line = StepLine::default();
        counts(instants, range, |at, value| {
            let x = frame.column(grid, at - range.0, range.1 - range.0);
            line.step(x, grid.y(y(value)));
        });
        pen.line(&line.finish(grid.x(frame.right)), entry.color, entry.dash);
        entry.y = y(entry.y);
    }
    legend::draw(pen, theme, frame, &entries, (0.0, width));

    let plot = frame.plot(Some(range));
    frame::playhead(pen, theme.text, &plot, view.playhead_ns, false);
    plot
}

/// Draws the band of a curve, looked up every few pixels.
fn draw_band(
    pen: &mut Pen,
    frame: Frame,
    band: impl Fn(i64) -> Option<Band>,
    (from_ns, to_ns): (i64, i64),
    y: impl Fn(f64) -> f64,
    color: Color,
) {
    let grid = pen.grid;
    let (mut low, mut high) = (StepLine::default(), StepLine::default());
    let (left, right) = (grid.x(frame.left), grid.x(frame.right));
    let width = i64::from((right - left).max(1));
    let step = grid.length(COLUMN).max(1);
    let mut x = left;
    while x < right {
        let share = i128::from(to_ns - from_ns) * i128::from(x - left) / i128::from(width);
        let at_ns = from_ns.saturating_add(i64::try_from(share).unwrap_or_default());
        let Some(band) = band(at_ns) else { return };
        low.step(x, grid.y(y(band.low)));
        high.step(x, grid.y(y(band.high)));
        x += step;
    }
    pen.fill(&band::between(&low.finish(right), &high.finish(right)), color);
}
