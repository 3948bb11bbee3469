//! Names of lines: beside their ends, or above the plot where there is no room beside it.

use crate::frame::{Frame, NARROW};
use crate::labels::spread;
use crate::pen::Pen;
use crate::text::{SMALL, TEXT, Type};
use crate::theme::{Color, Theme};
use crate::ticks::number;

/// Height of a name above a plot.
const ROW: f64 = 18.0;
/// Length of the sample of a line.
const SAMPLE: f64 = 22.0;
/// Height of a name with its value below.
const ENTRY: f64 = 30.0;
/// From the end of a line to its name.
const GAP: f64 = 10.0;

/// A line's name.
pub(crate) struct Entry {
    pub(crate) name: String,
    /// What the line comes to, with its unit.
    pub(crate) value: String,
    pub(crate) color: Color,
    pub(crate) dash: &'static [f64],
    /// Where the line ends, in CSS pixels; used where names are beside the lines.
    pub(crate) y: f64,
}

/// Height that the names of `count` lines take above the plot.
pub(crate) fn height(count: usize, width: f64) -> f64 {
    if width < NARROW { ROW * number(count) } else { 0.0 }
}

/// Room that the names take above the plot and to its right.
pub(crate) fn room(entries: &[Entry], width: f64, theme: &Theme) -> (f64, f64) {
    if width < NARROW {
        return (height(entries.len(), width), 12.0);
    }
    let (name, value) = types(theme.text, theme);
    let widest = entries
        .iter()
        .map(|entry| name.width(&entry.name).max(value.width(&entry.value)))
        .fold(0.0, f64::max);
    (0.0, GAP + widest.min(width * 0.26) + 2.0)
}

fn types(color: Color, theme: &Theme) -> (Type, Type) {
    (Type::new(TEXT, color).bold(), Type::new(SMALL, theme.muted))
}

/// Draws the names where [`room`] has made room for them. `top` is where those above the plot
/// begin.
pub(crate) fn draw(pen: &mut Pen, theme: &Theme, frame: Frame, entries: &[Entry], (top, width): (f64, f64)) {
    if width < NARROW {
        above(pen, theme, entries, (top, width));
    } else {
        beside(pen, theme, frame, entries, width);
    }
}

fn above(pen: &mut Pen, theme: &Theme, entries: &[Entry], (top, width): (f64, f64)) {
    let mut y = top + ROW / 2.0;
    for entry in entries {
        let (name, value) = types(entry.color, theme);
        let left = SAMPLE + 8.0;
        sample(pen, entry, y);
        let room = width - left - value.width(&entry.value) - 10.0;
        let text = name.elide(&entry.name, room);
        pen.text(&text, left, y, name);
        pen.text(&entry.value, left + name.width(&text) + 10.0, y, value);
        y += ROW;
    }
}

/// A short piece of the line.
fn sample(pen: &mut Pen, entry: &Entry, y: f64) {
    let line = [
        (pen.grid.x(0.0), pen.grid.y(y)),
        (pen.grid.x(SAMPLE), pen.grid.y(y)),
    ];
    pen.line(&line, entry.color, entry.dash);
}

fn beside(pen: &mut Pen, theme: &Theme, frame: Frame, entries: &[Entry], width: f64) {
    let wishes: Vec<f64> = entries.iter().map(|entry| entry.y).collect();
    let half = ENTRY / 2.0;
    let places = spread(&wishes, ENTRY, frame.top + 4.0, frame.bottom - half + 6.0);
    for (entry, y) in entries.iter().zip(places) {
        let (name, value) = types(entry.color, theme);
        let left = frame.right + GAP;
        let room = width - left;
        pen.text(&name.elide(&entry.name, room), left, y - 6.0, name);
        pen.text(&value.elide(&entry.value, room), left, y + 8.0, value);
    }
}
