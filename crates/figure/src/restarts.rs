//! Restarts of a container against elapsed time, one line for each policy.

use crate::frame::{self, AXIS, Frame, NAME};
use crate::legend::{self, Entry};
use crate::pen::Pen;
use crate::plot::Plot;
use crate::series::counts;
use crate::shapes::StepLine;
use crate::text::{SMALL, Type};
use crate::theme::Theme;
use crate::ticks;
use crate::view::View;
use crate::words;

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

    let name = format!("restarts of container {}", container.saturating_add(1));
    let small = Type::new(SMALL, theme.muted);
    pen.text(&small.elide(&name, width), 0.0, above + 8.0, small);
    for (value, label) in &marks {
        frame::grid_line(pen, theme, frame, y(*value), label);
    }
    frame::time_axis(pen, theme, (frame, width), range);

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
