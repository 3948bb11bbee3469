//! Curves against time: restarts of a container, container starts and API requests of the node.

use plotters_backend::{DrawingBackend, DrawingErrorKind};
use sim::Outcome;

use crate::frame::{self, AXIS, Frame};
use crate::kind::Kind;
use crate::legend::{self, Entry};
use crate::pen::Pen;
use crate::plot::Plot;
use crate::series::{Rates, Series};
use crate::shapes::StepLine;
use crate::text::{SMALL, Type};
use crate::theme::Theme;
use crate::ticks;
use crate::view::View;
use crate::words;

/// Height of the vertical axis' name.
pub(crate) const NAME: f64 = 24.0;
/// The client limit is drawn where it is at most this many times what is asked for.
const LIMIT_IN_SIGHT: f64 = 4.0;
/// The dash of the client limit.
const DOTS: &[f64] = &[2.0, 4.0];

/// The client limit, where it is near enough to what is asked for to be drawn.
pub(crate) fn limit_in_sight(kind: Kind, view: &View, highest: f64) -> Option<f64> {
    let limit = f64::from(view.scenario.node.client_qps);
    (kind == Kind::Requests && limit <= highest * LIMIT_IN_SIGHT).then_some(limit)
}

/// The name of the vertical axis with its unit.
pub(crate) fn axis_name(kind: Kind, view: &View) -> String {
    let what = match kind {
        Kind::Starts => "container starts per second",
        Kind::Requests => "API requests per second",
        _ => return format!("restarts of container {}", view.container().saturating_add(1)),
    };
    let horizon = view.scenario.horizon.nanos();
    match view.results.outcomes.first() {
        Some(outcome) => {
            let window = Rates::of(kind, &outcome.load, horizon).window_ns();
            format!("{what}, mean of {}", words::exact(window))
        }
        None => what.to_owned(),
    }
}

/// The highest value of a curve in view, and the last one.
fn extent(series: Series, range: (i64, i64)) -> (f64, f64) {
    let (mut highest, mut last) = (0.0_f64, 0.0);
    series.steps(range, |_, value| {
        highest = highest.max(value);
        last = value;
    });
    (highest, last)
}

/// What a curve comes to, with its unit.
fn value(kind: Kind, outcome: &Outcome, last: f64) -> String {
    let rate = match kind {
        Kind::Starts => outcome.load.start_rate,
        Kind::Requests => outcome.load.request_rate,
        _ => {
            let plural = if last == 1.0 { "" } else { "s" };
            return format!("{} restart{plural}", words::decimal(last, 0));
        }
    };
    let (peak, steady) = (rate.peak_per_second(), rate.steady_per_second());
    format!("peak {}/s, then {}/s", words::rate(peak), words::rate(steady))
}

/// Draws a figure of curves.
pub(crate) fn draw<B: DrawingBackend>(
    pen: &mut Pen<'_, B>,
    kind: Kind,
    view: &View,
    theme: &Theme,
    (width, height): (f64, f64),
) -> Result<Plot, DrawingErrorKind<B::ErrorType>> {
    let range = view.range();
    let mut highest = 0.0_f64;
    let mut curves = Vec::new();
    let mut entries = Vec::new();
    for (index, policy, outcome) in view.outcomes() {
        let series = Series::of(kind, view, outcome);
        let (high, last) = extent(series, range);
        highest = highest.max(high);
        curves.push(series);
        entries.push(Entry {
            name: policy.name.clone(),
            value: value(kind, outcome, last),
            color: theme.policy(index),
            dash: Theme::dash(index),
            y: last,
        });
    }
    let limit = limit_in_sight(kind, view, highest);
    if let Some(limit) = limit {
        highest = highest.max(limit);
        entries.push(Entry {
            name: "client limit".to_owned(),
            value: format!("{}/s", words::rate(limit)),
            color: theme.limit,
            dash: DOTS,
            y: limit,
        });
    }

    let (above, beside) = legend::room(&entries, width, theme);
    let top = above + NAME;
    let bottom = height - AXIS;
    let whole = kind == Kind::Restarts;
    let marks = ticks::values(highest, bottom - top, 36.0, whole);
    let frame = Frame {
        left: frame::label_room(marks.iter().map(|(_, label)| label.as_str()), theme),
        right: width - beside,
        top,
        bottom,
    };
    if !frame.usable() {
        return Ok(Plot::default());
    }
    let scale = if highest > 0.0 { highest * 1.04 } else { 1.0 };
    let y = |value: f64| frame.bottom - frame.height() * value / scale;

    let name = axis_name(kind, view);
    let small = Type::new(SMALL, theme.muted);
    pen.text(&small.elide(&name, width), 0.0, above + 7.0, small)?;
    for (value, label) in &marks {
        frame::grid_line(pen, theme, frame, y(*value), label)?;
    }
    frame::time_axis(pen, theme, frame, range)?;

    if let Some(limit) = limit {
        let at = pen.grid.y(y(limit));
        let line = [(pen.grid.x(frame.left), at), (pen.grid.x(frame.right), at)];
        legend::stroke(pen, &line, theme.limit, DOTS)?;
    }
    for (series, entry) in curves.iter().zip(&entries) {
        let grid = pen.grid;
        let mut line = StepLine::default();
        series.steps(range, |at, value| {
            let x = frame.column(grid, at - range.0, range.1 - range.0);
            line.step(x, grid.y(y(value)));
        });
        let points = line.finish(grid.x(frame.right));
        legend::stroke(pen, &points, entry.color, entry.dash)?;
    }
    for entry in &mut entries {
        entry.y = y(entry.y);
    }
    legend::draw(pen, theme, frame, &entries, (0.0, width))?;

    let plot = frame.plot(Some(range));
    frame::playhead(pen, theme.text, &plot, view.playhead_ns)?;
    Ok(plot)
}
