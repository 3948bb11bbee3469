//! The delay of each restart of a container, by its number.

use plotters_backend::{DrawingBackend, DrawingErrorKind};
use sim::Timeline;

use crate::curves::NAME;
use crate::frame::{self, AXIS, Frame};
use crate::legend::{self, Entry};
use crate::pen::Pen;
use crate::plot::Plot;
use crate::text::{Anchor, SMALL, TEXT, Type};
use crate::theme::Theme;
use crate::ticks;
use crate::view::View;
use crate::words;

/// The most restarts that are shown. Delays grow for a dozen restarts at most where they double.
pub(crate) const MAX_SHOWN: usize = 30;
/// Height of the row for no delay at all, which a logarithmic axis cannot show.
const NO_DELAY: f64 = 24.0;

/// The delays that the first restarts of a container were held to, in order. The one that it waits
/// for at the end of the simulation is among them.
pub(crate) fn delays(timeline: &Timeline, container: u32) -> impl Iterator<Item = i64> + '_ {
    timeline
        .attempts(container)
        .skip(1)
        .chain(timeline.due(container))
        .map(|attempt| attempt.backoff_ns)
        .take(MAX_SHOWN)
}

/// The vertical axis: logarithmic, with a row for no delay below.
struct Scale {
    low: i64,
    high: i64,
    top: f64,
    /// Where the logarithmic part ends.
    floor: f64,
    bottom: f64,
}

impl Scale {
    fn new(curves: &[Vec<i64>], frame: Frame) -> Self {
        let all = || curves.iter().flatten().copied();
        let none = all().any(|delay| delay <= 0);
        let low = all().filter(|&delay| delay > 0).min().unwrap_or(1);
        let high = all().max().unwrap_or(1).max(low);
        let floor = if none { frame.bottom - NO_DELAY } else { frame.bottom - 8.0 };
        Self {
            low,
            high,
            top: frame.top + 6.0,
            floor,
            bottom: if none { frame.bottom - 8.0 } else { floor },
        }
    }

    fn y(&self, delay: i64) -> f64 {
        if delay <= 0 {
            return self.bottom;
        }
        if self.high == self.low {
            return f64::midpoint(self.top, self.floor);
        }
        let share = ticks::ratio(delay, self.low).ln() / ticks::ratio(self.high, self.low).ln();
        self.floor - (self.floor - self.top) * share
    }
}

/// Draws the figure.
pub(crate) fn draw<B: DrawingBackend>(
    pen: &mut Pen<'_, B>,
    view: &View,
    theme: &Theme,
    (width, height): (f64, f64),
) -> Result<Plot, DrawingErrorKind<B::ErrorType>> {
    let container = view.container();
    let mut curves: Vec<Vec<i64>> = Vec::new();
    let mut entries = Vec::new();
    for (index, policy, outcome) in view.outcomes() {
        let curve: Vec<i64> = delays(&outcome.timeline, container).collect();
        entries.push(Entry {
            name: policy.name.clone(),
            value: match curve.iter().max() {
                Some(&longest) => format!("up to {}", words::about(longest)),
                None => "no restart".to_owned(),
            },
            color: theme.policy(index),
            dash: Theme::dash(index),
            y: 0.0,
        });
        curves.push(curve);
    }
    let (above, beside) = legend::room(&entries, width, theme);
    let mut frame = Frame {
        left: 0.0,
        right: width - beside,
        top: above + NAME,
        bottom: height - AXIS,
    };
    let scale = Scale::new(&curves, frame);
    let mut marks: Vec<(f64, String)> = ticks::log_times((scale.low, scale.high), 24.0, |ns| scale.y(ns))
        .into_iter()
        .map(|ns| (scale.y(ns), words::about(ns)))
        .collect();
    if scale.bottom > scale.floor {
        marks.push((scale.bottom, "0s".to_owned()));
    }
    frame.left = frame::label_room(marks.iter().map(|(_, label)| label.as_str()), theme);
    if !frame.usable() {
        return Ok(Plot::default());
    }

    let small = Type::new(SMALL, theme.muted);
    let number = container.saturating_add(1);
    let name = format!("delay of container {number}, logarithmic");
    pen.text(&small.elide(&name, width), 0.0, above + 7.0, small)?;
    let most = curves.iter().map(Vec::len).max().unwrap_or_default();
    if most == 0 {
        let kind = Type::new(TEXT, theme.muted).anchored(Anchor::Middle);
        let middle = f64::midpoint(frame.left, frame.right);
        pen.text("no restart", middle, f64::midpoint(frame.top, frame.bottom), kind)?;
    } else {
        for (y, label) in &marks {
            frame::grid_line(pen, theme, frame, *y, label)?;
        }
    }
    // Restart n is in the middle of the nth of equal columns.
    let share = |n: usize| (at_most_u32(n) + 0.5) / at_most_u32(most.max(1));
    let every = (at_most_u32(most) * 30.0 / frame.width()).ceil().max(1.0);
    let labels = (0..most).filter(|&n| n == 0 || (at_most_u32(n) + 1.0) % nice(every) == 0.0);
    let numbers = labels.map(|n| (share(n), (n + 1).to_string()));
    frame::across(pen, theme, frame, numbers, "restart")?;

    for (curve, entry) in curves.iter().zip(&mut entries) {
        let points: Vec<(i32, i32)> = curve
            .iter()
            .enumerate()
            .map(|(n, &delay)| {
                let x = pen.grid.x(frame.left + frame.width() * share(n));
                (x, pen.grid.y(scale.y(delay)))
            })
            .collect();
        legend::stroke(pen, &points, entry.color, entry.dash)?;
        for &point in &points {
            pen.dot(point, 4.5, theme.surface)?;
            pen.dot(point, 3.0, entry.color)?;
        }
        entry.y = curve.last().map_or(frame.bottom, |&delay| scale.y(delay));
    }
    legend::draw(pen, theme, frame, &entries, (0.0, width))?;
    Ok(frame.plot(None))
}

fn at_most_u32(value: usize) -> f64 {
    f64::from(u32::try_from(value).unwrap_or(u32::MAX))
}

/// The next of 1, 2, 5, 10, 20, 50 …
fn nice(value: f64) -> f64 {
    let unit = 10_f64.powf(value.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|multiple| multiple * unit)
        .find(|&step| step >= value)
        .unwrap_or(value)
}
