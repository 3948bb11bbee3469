//! Node load against time: one strip for each policy, all to the same scale.
//!
//! Strips rather than lines in one plot: containers that crash together restart together, and the
//! bursts of two policies would hide each other.

use plotters_backend::BackendCoord;

use sim::Band;

use crate::band;
use crate::frame::{self, AXIS, Frame, NARROW};
use crate::kind::Kind;
use crate::names::{self, Name};
use crate::pen::{Grid, Pen};
use crate::plot::{Lane, Plot};
use crate::series::{Rates, Unit, WINDOW, Window};
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
/// Its share where events are, above the requests on pods.
const EVENTS: u8 = 14;
/// The dash between requests on pods and those on events.
const BETWEEN: &[f64] = &[4.0, 3.0];
/// Height of the row that names the two, where the figure is narrower than [`BESIDE`].
const KINDS: f64 = 20.0;
/// From this width on there is room for them at the right of the axis' name.
const BESIDE: f64 = 600.0;

/// The client limit, where it is near enough to what is asked for to be drawn.
pub(crate) fn limit_in_sight(kind: Kind, view: &View, highest: f64) -> Option<f64> {
    let limit = f64::from(view.scenario.node.client_qps);
    (kind == Kind::Requests && limit <= highest * LIMIT_IN_SIGHT).then_some(limit)
}

/// The highest rate in view, over all policies.
pub(crate) fn highest(kind: Kind, view: &View) -> f64 {
    let range = view.range();
    let mut highest = 0.0_f64;
    for (policy, _, outcome) in view.outcomes() {
        Rates::of(kind, view, outcome).steps(range, |_, rate| highest = highest.max(rate));
        for (window, band) in band::of_rates(kind, view, policy) {
            if window.is_in(range) {
                highest = highest.max(band.high);
            }
        }
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

/// Height of the rows above the first strip: the vertical axes' name, and the kinds of requests
/// where there is no room for them at its right.
fn head(kind: Kind, view: &View, width: f64) -> f64 {
    let own = width < BESIDE && has_kinds(kind, view);
    NAME + if own { KINDS } else { 0.0 }
}

/// The areas of the two kinds of requests. A band takes their place.
fn has_kinds(kind: Kind, view: &View) -> bool {
    view.spread.is_none()
        && view
            .outcomes()
            .any(|(_, _, outcome)| Rates::on_pods(kind, view, outcome).is_some())
}

/// The height that suits the figure.
pub(crate) fn height(kind: Kind, view: &View, width: f64) -> f64 {
    let (name, strip, gap) = heights(width);
    let strips = ticks::number(view.outcomes().count());
    head(kind, view, width) + strips * (name + strip + gap) - gap + AXIS
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
    let head = head(kind, view, width);
    let each = (height - head - AXIS + gap) / strips;
    let marks = ticks::values(top_value, each - name - gap, 26.0, false);
    if width < NARROW {
        right = width - names::RIGHT;
    }
    let frame = Frame {
        left,
        right,
        top: head,
        bottom: height - AXIS,
    };
    if !frame.usable() || each - name - gap < 10.0 {
        return Plot::default();
    }
    let range = view.range();
    let small = Type::new(SMALL, theme.muted);
    let axis = axis_name(kind, view);
    let mut room = width - left;
    if has_kinds(kind, view) {
        room = kinds(pen, theme, (left, width)) - left;
    }
    pen.text(&small.elide(&axis, room), left, 7.0, small);

    let mut plot = frame.plot(Some(range));
    let mut top = frame.top + name;
    for (index, policy, outcome) in view.outcomes() {
        let strip = Frame {
            top,
            bottom: top + each - name - gap,
            ..frame
        };
        let rates = Rates::of(kind, view, outcome);
        let unit = Unit::of(kind).after;
        // The peak is always that of ten seconds, whatever the windows are.
        let peak = if rates.window_ns() == WINDOW {
            "peak"
        } else {
            "10s peak"
        };
        let values = [
            format!("{peak} {}{unit}", words::number(rates.peak())),
            format!("steady {}{unit}", words::number(rates.steady())),
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
        let whole = line(pen.grid, strip, rates, range, y);
        let band = band::of_rates(kind, view, index);
        if band.is_empty() {
            let on_pods = Rates::on_pods(kind, view, outcome);
            let on_pods = on_pods.map(|rates| line(pen.grid, strip, rates, range, y));
            areas(pen, theme, strip, &whole, on_pods.as_deref(), color);
        } else {
            draw_band(pen, strip, &band, range, y, color.over(theme.surface, AREA));
        }
        pen.path(&whole, pen.grid.stroke(2.0), color);
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
    let what = Unit::of(kind).name;
    let Some(outcome) = view.results.outcomes.first() else {
        return what.to_owned();
    };
    let window = Rates::of(kind, view, outcome).window_ns();
    let what = format!("{what}, mean of {}", words::exact(window));
    match band::name(view) {
        Some(band) => format!("{what}; {band}"),
        None => what,
    }
}

/// Names the two kinds of requests, at the right of the axis' name or below it. Returns where that
/// name has to end.
fn kinds(pen: &mut Pen, theme: &Theme, (plot_left, width): (f64, f64)) -> f64 {
    const SWATCH: f64 = 14.0;
    let small = Type::new(SMALL, theme.muted);
    let names = [("on pods", AREA), ("on events", EVENTS)];
    let own = |name: &str| SWATCH + 5.0 + small.width(name) + 14.0;
    let narrow = width < BESIDE;
    let y = if narrow { NAME + 3.0 } else { 7.0 };
    let left = if narrow {
        plot_left
    } else {
        width - names.iter().map(|(name, _)| own(name)).sum::<f64>()
    };
    let mut x = left;
    for (name, percent) in names {
        let corner = (x + SWATCH, y + 5.0);
        pen.rect((x, y - 5.0), corner, theme.muted.over(theme.surface, percent));
        // The upper edge looks like the line that it stands for.
        let at = pen.grid.y(y - 5.0);
        let edge = [(pen.grid.x(x), at), (pen.grid.x(x + SWATCH), at)];
        pen.line(&edge, theme.muted, if percent == AREA { BETWEEN } else { &[] });
        pen.text(name, x + SWATCH + 5.0, y, small);
        x += own(name);
    }
    if narrow { width } else { left - 12.0 }
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
        let number = words::number(limit);
        let label = format!("limit {number}");
        let fits = kind.width(&label) <= names::RIGHT - GAP;
        pen.text(if fits { &label } else { &number }, x, y(limit), kind);
    }
}

/// The points of a line over the windows of a strip.
fn line(
    grid: Grid,
    strip: Frame,
    rates: Rates,
    range: (i64, i64),
    y: impl Fn(f64) -> f64,
) -> Vec<BackendCoord> {
    let mut line = StepLine::default();
    rates.steps(range, |at, rate| {
        let x = strip.column(grid, at - range.0, range.1 - range.0);
        line.step(x, grid.y(y(rate)));
    });
    line.finish(grid.x(strip.right))
}

/// Draws a line with the area below it, and the part of the requests that is on pods.
fn areas(
    pen: &mut Pen,
    theme: &Theme,
    strip: Frame,
    whole: &[BackendCoord],
    on_pods: Option<&[BackendCoord]>,
    color: Color,
) {
    let grid = pen.grid;
    let base = grid.y(strip.bottom);
    let below = |line: &[BackendCoord]| {
        let mut points = line.to_vec();
        points.extend([(grid.x(strip.right), base), (grid.x(strip.left), base)]);
        points
    };
    let fill = |percent| color.over(theme.surface, percent);
    match on_pods {
        None => pen.fill(&below(whole), fill(AREA)),
        Some(part) => {
            pen.fill(&below(whole), fill(EVENTS));
            pen.fill(&below(part), fill(AREA));
            pen.line(part, color, BETWEEN);
        }
    }
}

/// Draws the band of a strip.
fn draw_band(
    pen: &mut Pen,
    strip: Frame,
    band: &[(Window, Band)],
    range: (i64, i64),
    y: impl Fn(f64) -> f64,
    color: Color,
) {
    let grid = pen.grid;
    let bound = |of: fn(&Band) -> f64| {
        let mut line = StepLine::default();
        for (window, band) in band.iter().filter(|(window, _)| window.is_in(range)) {
            let at = window.from_ns.max(range.0);
            let x = strip.column(grid, at - range.0, range.1 - range.0);
            line.step(x, grid.y(y(of(band))));
        }
        line.finish(grid.x(strip.right))
    };
    let (low, high) = (bound(|band| band.low), bound(|band| band.high));
    pen.fill(&band::between(&low, &high), color);
}
