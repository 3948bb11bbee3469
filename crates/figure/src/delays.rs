//! The delay of each restart of a container, by its number.

use sim::Timeline;

use crate::frame::{self, AXIS, Frame, NAME};
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
        let floor = if none {
            frame.bottom - NO_DELAY
        } else {
            frame.bottom - 8.0
        };
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
pub(crate) fn draw(pen: &mut Pen, view: &View, theme: &Theme, (width, height): (f64, f64)) -> Plot {
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
        return Plot::default();
    }

    let small = Type::new(SMALL, theme.muted);
    let number = container.saturating_add(1);
    let name = format!("delay of container {number}, logarithmic");
    pen.text(&small.elide(&name, width), 0.0, above + 8.0, small);
    let most = curves.iter().map(Vec::len).max().unwrap_or_default();
    if most == 0 {
        let kind = Type::new(TEXT, theme.muted).anchored(Anchor::Middle);
        let middle = f64::midpoint(frame.left, frame.right);
        pen.text("no restart", middle, f64::midpoint(frame.top, frame.bottom), kind);
    } else {
        for (y, label) in &marks {
            frame::grid_line(pen, theme, frame, *y, label);
        }
    }
    // Restart n is in the middle of the nth of equal columns.
    let share = |n: usize| (ticks::number(n) + 0.5) / ticks::number(most.max(1));
    let numbers = (0..most)
        .filter(|&n| labelled(n + 1, ticks::number(most) * 28.0 / frame.width()))
        .map(|n| (share(n), (n + 1).to_string()));
    frame::across(pen, theme, (frame, width), numbers, "restart");

    let radius = (frame.width() / ticks::number(most.max(1)) / 2.0 - 1.5).clamp(1.5, 3.5);
    for (index, (curve, entry)) in curves.iter().zip(&mut entries).enumerate() {
        let points: Vec<(i32, i32)> = curve
            .iter()
            .enumerate()
            .map(|(n, &delay)| {
                let x = pen.grid.x(frame.left + frame.width() * share(n));
                (x, pen.grid.y(scale.y(delay)))
            })
            .collect();
        pen.line(&points, entry.color, entry.dash);
        for &point in &points {
            mark(pen, theme, point, index, radius);
        }
        entry.y = curve.last().map_or(frame.bottom, |&delay| scale.y(delay));
    }
    legend::draw(pen, theme, frame, &entries, (0.0, width));
    frame.plot(None)
}

/// Draws a policy's mark: a disc, a ring, a square or a frame.
fn mark(pen: &mut Pen, theme: &Theme, (x, y): (i32, i32), policy: usize, radius: f64) {
    let color = theme.policy(policy);
    let parts = [
        (radius + 1.5, theme.surface),
        (radius, color),
        (radius - 2.0, theme.surface),
    ];
    let parts = if policy.is_multiple_of(2) || radius < 3.0 {
        &parts[..2]
    } else {
        &parts[..]
    };
    for &(radius, color) in parts {
        if policy % 4 < 2 {
            pen.dot((x, y), radius, color);
        } else {
            let half = pen.grid.length(radius);
            pen.bar((x - half, y - half), (x + half, y + half), color);
        }
    }
}

/// Whether a restart's number is on the axis: 1, and the multiples of 2, 5 or 10 that are `apart`
/// from each other and from 1.
fn labelled(number: usize, apart: f64) -> bool {
    let step = [1, 2, 5, 10]
        .into_iter()
        .find(|&step| ticks::number(step) >= apart);
    let step = step.unwrap_or(10);
    number == 1 || number.is_multiple_of(step) && ticks::number(number - 1) >= apart
}
