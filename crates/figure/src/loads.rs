//! Node load against time: one strip for each policy, all to the same scale.
//!
//! Strips rather than lines in one plot: containers that crash together restart together, and the
//! bursts of two policies would hide each other.

use crate::frame::{self, AXIS, Frame, NARROW};
use crate::kind::Kind;
use crate::names::{self, Name};
use crate::pen::Pen;
use crate::plot::{Lane, Plot};
use crate::series::{Rates, WINDOW};
use crate::shapes::StepLine;
use crate::text::{SMALL, Type};
use crate::theme::{Color, Theme};
use crate::ticks;
use crate::view::View;
use crate::words;

/// Height of the vertical axes' name.
const NAME: f64 = 24.0;
/// The client limit is drawn where it is at most this many times what is asked for.
const LIMIT_IN_SIGHT: f64 = 4.0;
/// The dash of the client limit.
const DOTS: &[f64] = &[2.0, 4.0];
/// From the plot to the values at its right.
const GAP: f64 = 7.0;
/// Share of the policy's colour in the area below its line.
const AREA: u8 = 40;

/// The client limit, where it is near enough to what is asked for to be drawn.
pub(crate) fn limit_in_sight(kind: Kind, view: &View, highest: f64) -> Option<f64> {
    let limit = f64::from(view.scenario.node.client_qps);
    (kind == Kind::Requests && limit <= highest * LIMIT_IN_SIGHT).then_some(limit)
}

/// The highest rate in view, over all policies.
pub(crate) fn highest(kind: Kind, view: &View) -> f64 {
    let range = view.range();
    let mut highest = 0.0_f64;
    for (_, _, outcome) in view.outcomes() {
        Rates::of(kind, view, outcome).steps(range, |_, rate| highest = highest.max(rate));
    }
    highest
}

/// From the top of a strip to the top of the next one: a name above, the strip, a gap.
fn heights(width: f64) -> (f64, f64, f64) {
    if width < NARROW {
        (names::ROW, 52.0, 14.0)
    } else {
        (0.0, 62.0, 18.0)
    }
}

/// The height that suits the figure.
pub(crate) fn height(view: &View, width: f64) -> f64 {
    let (name, strip, gap) = heights(width);
    let strips = ticks::number(view.outcomes().count());
    NAME + strips * (name + strip + gap) - gap + AXIS
}

/// Draws the figure. The strips share the height that there is.
pub(crate) fn draw(
    pen: &mut Pen,
    kind: Kind,
    view: &View,
    theme: &Theme,
    (width, height): (f64, f64),
) -> Plot {
    let (left, mut right) = names::edges(view, theme, width);
    let highest = highest(kind, view);
    let limit = limit_in_sight(kind, view, highest);
    let top_value = highest.max(limit.unwrap_or(0.0));
    let (name, _, gap) = heights(width);
    let strips = ticks::number(view.outcomes().count().max(1));
    let each = (height - NAME - AXIS + gap) / strips;
    let marks = ticks::values(top_value, each - name - gap, 26.0, false);
    if width < NARROW {
        right = width - names::RIGHT;
    }
    let frame = Frame {
        left,
        right,
        top: NAME,
        bottom: height - AXIS,
    };
    if !frame.usable() || each - name - gap < 10.0 {
        return Plot::default();
    }
    let range = view.range();
    let small = Type::new(SMALL, theme.muted);
    let axis = axis_name(kind, view);
    pen.text(&small.elide(&axis, width - left), left, 7.0, small);

    let mut plot = frame.plot(Some(range));
    let mut top = frame.top + name;
    for (index, policy, outcome) in view.outcomes() {
        let strip = Frame {
            top,
            bottom: top + each - name - gap,
            ..frame
        };
        let rates = Rates::of(kind, view, outcome);
        let numbers = rates.numbers();
        // The peak is always that of ten seconds, whatever the windows are.
        let peak = if rates.window_ns() == WINDOW {
            "peak"
        } else {
            "10s peak"
        };
        let values = [
            format!("{peak} {}/s", words::rate(numbers.peak_per_second())),
            format!("steady {}/s", words::rate(numbers.steady_per_second())),
        ];
        let color = theme.policy(index);
        let named = Name {
            text: &policy.name,
            color,
            values: &values,
        };
        names::draw(pen, theme, &named, (strip.top, strip.bottom), (left, width));
        let scale = if top_value > 0.0 { top_value * 1.04 } else { 1.0 };
        let y = |value: f64| strip.bottom - strip.height() * value / scale;
        grid(pen, theme, strip, &marks, limit, y);
        area(pen, theme, strip, rates, (range, color), y);
        if let Some(limit) = limit {
            let at = pen.grid.y(y(limit));
            let line = [(pen.grid.x(left), at), (pen.grid.x(right), at)];
            pen.line(&line, theme.limit, DOTS);
        }
        pen.across(left, right, strip.bottom, theme.axis);
        plot.lanes.push(Lane {
            policy: index,
            container: view.container(),
            top: strip.top,
            bottom: strip.bottom,
        });
        top += each;
    }
    frame::time_axis(pen, theme, (frame, width), range);
    frame::playhead(pen, theme.text, &plot, view.playhead_ns, name > 0.0);
    plot
}

fn axis_name(kind: Kind, view: &View) -> String {
    let what = match kind {
        Kind::Starts => "container starts per second",
        _ => "API requests per second",
    };
    match view.results.outcomes.first() {
        Some(outcome) => {
            let window = Rates::of(kind, view, outcome).window_ns();
            format!("{what}, mean of {}", words::exact(window))
        }
        None => what.to_owned(),
    }
}

/// Grid lines with their values at the right; a value too near the client limit gives way to it.
fn grid(
    pen: &mut Pen,
    theme: &Theme,
    strip: Frame,
    marks: &[(f64, String)],
    limit: Option<f64>,
    y: impl Fn(f64) -> f64,
) {
    let small = Type::new(SMALL, theme.muted);
    let x = strip.right + GAP;
    for (value, label) in marks {
        pen.across(strip.left, strip.right, y(*value), theme.grid);
        if limit.is_none_or(|limit| (y(limit) - y(*value)).abs() >= 13.0) {
            pen.text(label, x, y(*value), small);
        }
    }
    if let Some(limit) = limit {
        let kind = Type::new(SMALL, theme.limit);
        let number = words::rate(limit);
        let label = format!("limit {number}");
        let fits = kind.width(&label) <= names::RIGHT - GAP;
        pen.text(if fits { &label } else { &number }, x, y(limit), kind);
    }
}

fn area(
    pen: &mut Pen,
    theme: &Theme,
    strip: Frame,
    rates: Rates,
    (range, color): ((i64, i64), Color),
    y: impl Fn(f64) -> f64,
) {
    let grid = pen.grid;
    let mut line = StepLine::default();
    rates.steps(range, |at, rate| {
        let x = strip.column(grid, at - range.0, range.1 - range.0);
        line.step(x, grid.y(y(rate)));
    });
    let (right, base) = (grid.x(strip.right), grid.y(strip.bottom));
    let mut points = line.finish(right);
    pen.path(&points, grid.stroke(2.0), color);
    points.extend([(right, base), (grid.x(strip.left), base)]);
    pen.fill(&points, color.over(theme.surface, AREA));
}
