//! The restart timeline: what containers were doing, in lanes.

use plotters_backend::{DrawingBackend, DrawingErrorKind};
use sim::{Outcome, Timeline};

use crate::columns::{Columns, Look, Part, parts};
use crate::frame::{self, AXIS, Frame, NARROW};
use crate::names::{self, Name};
use crate::pen::{Drawn, Grid, Pen};
use crate::plot::{Lane, Plot};
use crate::shapes::{Comb, Hatch};
use crate::text::{SMALL, TEXT, Type};
use crate::theme::{Color, Theme};
use crate::ticks;
use crate::view::{Lanes, View};
use crate::words;

/// Width of a restart mark.
const MARK: f64 = 2.0;
/// Marks nearer than this are drawn as a bar that is the darker the denser they are.
const DENSE: f64 = 3.5;
/// From this width on such a bar covers only the upper third of the lane.
const LONG: f64 = 16.0;
/// Width of the parts of such a bar.
const CELL: f64 = 3.0;
/// Room for the name of a container, with the gap to its lane.
const CONTAINER: f64 = 92.0;
/// Height of a row of the legend.
const LEGEND_ROW: f64 = 20.0;

/// Heights that depend on what the lanes are and how wide the figure is.
#[derive(Copy, Clone, Debug)]
struct Layout {
    legend: f64,
    /// Height of a name above its lane, 0 where names are at the left.
    name: f64,
    lane: f64,
    gap: f64,
    /// How far a restart mark reaches out of its lane above and below.
    reach: f64,
}

impl Layout {
    fn of(view: &View, width: f64, rows: &[Row]) -> Self {
        let legend = Legend::of(view, rows).height(view, width) + 8.0;
        match view.lanes {
            Lanes::PerPolicy { .. } if width < NARROW => Self {
                legend,
                name: names::ROW,
                lane: 30.0,
                gap: 12.0,
                reach: 4.0,
            },
            Lanes::PerPolicy { .. } => Self {
                legend,
                name: 0.0,
                lane: 36.0,
                gap: 18.0,
                reach: 4.0,
            },
            Lanes::PerContainer { .. } => Self {
                legend,
                name: 0.0,
                lane: 14.0,
                gap: 10.0,
                reach: 2.0,
            },
        }
    }

    /// Height of the lanes, with a gap below the last one.
    fn lanes(&self, count: usize) -> f64 {
        ticks::number(count) * (self.name + self.lane + self.gap)
    }
}

/// A lane before it is drawn.
struct Row<'a> {
    policy: usize,
    container: u32,
    name: String,
    outcome: &'a Outcome,
}

fn rows<'a>(view: &View<'a>) -> Vec<Row<'a>> {
    match view.lanes {
        Lanes::PerPolicy { container } => view
            .outcomes()
            .map(|(policy, named, outcome)| Row {
                policy,
                container,
                name: named.name.clone(),
                outcome,
            })
            .collect(),
        Lanes::PerContainer { policy, first, count } => view
            .outcomes()
            .filter(|&(index, _, _)| index == policy)
            .flat_map(|(policy, _, outcome)| {
                let last = first.saturating_add(count).min(outcome.timeline.len());
                (first..last).map(move |container| Row {
                    policy,
                    container,
                    name: format!("container {}", container + 1),
                    outcome,
                })
            })
            .collect(),
    }
}

/// The height that suits a timeline.
pub(crate) fn height(view: &View, width: f64) -> f64 {
    let rows = rows(view);
    let layout = Layout::of(view, width, &rows);
    layout.legend + layout.lanes(rows.len()) + AXIS
}

/// Draws the figure.
pub(crate) fn draw<B: DrawingBackend>(
    pen: &mut Pen<'_, B>,
    view: &View,
    theme: &Theme,
    (width, height): (f64, f64),
) -> Result<Plot, DrawingErrorKind<B::ErrorType>> {
    let rows = rows(view);
    let layout = Layout::of(view, width, &rows);
    let (mut left, right) = names::edges(view, theme, width);
    if matches!(view.lanes, Lanes::PerContainer { .. }) {
        left = left.max(CONTAINER);
    }
    let bottom = height.min(layout.legend + layout.lanes(rows.len()) + AXIS) - AXIS;
    let frame = Frame {
        left,
        right,
        top: layout.legend,
        bottom,
    };
    if !frame.usable() {
        return Ok(Plot::default());
    }
    let range = view.range();
    let columns = Columns {
        from_ns: range.0,
        to_ns: range.1,
        count: ((pen.grid.x(frame.right) - pen.grid.x(frame.left)) / pen.grid.step).max(1),
    };

    let mut plot = frame.plot(Some(range));
    let mut top = frame.top;
    for row in &rows {
        let lane = Lane {
            policy: row.policy,
            container: row.container,
            top: top + layout.name,
            bottom: top + layout.name + layout.lane,
        };
        if lane.bottom > frame.bottom {
            break;
        }
        label(pen, theme, view, row, &lane, (left, width))?;
        let timeline = &row.outcome.timeline;
        life(pen, theme, timeline, &lane, (left, columns))?;
        restarts(pen, theme, timeline, &lane, (left, columns, layout.reach))?;
        plot.lanes.push(lane);
        top = lane.bottom + layout.gap;
    }
    frame::time_axis(pen, theme, (frame, width), range)?;
    Legend::of(view, &rows).draw(pen, theme, view, width)?;
    frame::playhead(pen, theme.text, &plot, view.playhead_ns, layout.name > 0.0)?;
    Ok(plot)
}

/// How many restarts a container had in the part of its life that is in view.
fn restarts_in_view(view: &View, timeline: &Timeline, container: u32) -> u64 {
    let (from, to) = view.range();
    let restarts = timeline.restarts(container);
    let before = restarts.partition_point(|&at| at < from);
    (restarts.partition_point(|&at| at <= to) - before) as u64
}

fn label<B: DrawingBackend>(
    pen: &mut Pen<'_, B>,
    theme: &Theme,
    view: &View,
    row: &Row,
    lane: &Lane,
    (left, width): (f64, f64),
) -> Drawn<B> {
    if matches!(view.lanes, Lanes::PerContainer { .. }) {
        let small = Type::new(SMALL, theme.muted);
        let middle = f64::midpoint(lane.top, lane.bottom);
        return pen.text(&small.elide(&row.name, left - 10.0), 0.0, middle, small);
    }
    let total = restarts_in_view(view, &row.outcome.timeline, row.container);
    let name = Name {
        text: &row.name,
        color: theme.policy(row.policy),
        values: &[words::counted(total, "restart")],
    };
    names::draw(pen, theme, &name, (lane.top - 4.0, lane.bottom), (left, width))
}

/// The stripes of waiting.
fn hatch(grid: Grid) -> Hatch {
    Hatch {
        every: grid.length(7.0),
        width: grid.length(1.4),
    }
}

/// Draws the phases of a container as bars.
fn life<B: DrawingBackend>(
    pen: &mut Pen<'_, B>,
    theme: &Theme,
    timeline: &Timeline,
    lane: &Lane,
    (left, columns): (f64, Columns),
) -> Drawn<B> {
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
    pen.fill(bars[Look::Waiting as usize].points(), theme.waiting)?;
    pen.fill(stripes.points(), theme.hatch)?;
    for look in [Look::Starting, Look::Running, Look::Completed] {
        pen.fill(bars[look as usize].points(), fill(theme, look))?;
    }
    pen.fill(inner.points(), theme.running_ground())
}

const fn fill(theme: &Theme, look: Look) -> Color {
    match look {
        Look::Pending => theme.surface,
        Look::Starting => theme.starting,
        Look::Running => theme.running,
        Look::Waiting => theme.waiting,
        Look::Completed => theme.completed,
    }
}

/// Draws a mark for each restart. Marks too near to be told apart become a bar, the darker the
/// denser they are.
fn restarts<B: DrawingBackend>(
    pen: &mut Pen<'_, B>,
    theme: &Theme,
    timeline: &Timeline,
    lane: &Lane,
    (left, columns, reach): (f64, Columns, f64),
) -> Drawn<B> {
    let grid = pen.grid;
    let color = theme.policy(lane.policy);
    let (top, base) = (grid.y(lane.top - reach), grid.y(lane.bottom + reach));
    let mark = grid.length(MARK);
    let near = grid.length(DENSE);
    let cell = grid.length(CELL);
    let left = grid.x(left);

    let all = timeline.restarts(lane.container);
    let first = all.partition_point(|&at| at < columns.from_ns);
    let last = all.partition_point(|&at| at <= columns.to_ns);
    let places = all[first..last]
        .iter()
        .map(|&at| left + columns.of(at) * grid.step);

    let mut marks = Comb::new(base);
    let mut bars = DENSITIES.map(|_| Comb::new(base));
    // A long bar is less deep than the lane, so that the phases below it stay in sight.
    let shallow = grid.y(lane.top + (lane.bottom - lane.top) / 3.0);
    let mut long_bars = DENSITIES.map(|_| Comb::new(shallow));
    let long = grid.length(LONG);
    let mut cluster: Vec<i32> = Vec::new();
    let mut close = |cluster: &mut Vec<i32>| {
        if let (&[from, .., to], true) = (&cluster[..], cluster.len() > 2) {
            let bars = if to - from > long {
                &mut long_bars
            } else {
                &mut bars
            };
            let mut rest = &cluster[..];
            let mut x = from;
            while x < to + mark {
                let here = rest.partition_point(|&at| at < x + cell);
                let density = usize::from(here > 1) + usize::from(here > 3);
                bars[density].bar(x, (x + cell).min(to + mark), top);
                rest = &rest[here..];
                x += cell;
            }
        } else {
            for &x in &*cluster {
                marks.bar(x, x + mark, top);
            }
        }
        cluster.clear();
    };
    for x in places {
        if cluster.last().is_some_and(|&before| x - before >= near) {
            close(&mut cluster);
        }
        cluster.push(x);
    }
    close(&mut cluster);

    let percents = DENSITIES.iter().cycle();
    for (bar, &percent) in bars.iter().chain(&long_bars).zip(percents) {
        pen.fill(bar.points(), color.over(theme.surface, percent))?;
    }
    pen.fill(marks.points(), color)
}

/// Share of the policy's colour in a cell with one mark at most, with up to three, and with more.
const DENSITIES: [u8; 3] = [66, 82, 100];

/// Explains what occurs in the lanes, at the top.
struct Legend {
    /// `None` for the mark of a restart.
    items: Vec<Option<Look>>,
}

impl Legend {
    /// Whatever takes a two-hundredth of a lane or more is explained; the rest cannot be seen.
    fn of(view: &View, rows: &[Row]) -> Self {
        let (from, to) = view.range();
        let mut seen = [false; Look::ALL.len()];
        for row in rows {
            let mut spent = [0; Look::ALL.len()];
            for segment in row.outcome.timeline.segments(row.container) {
                let shown = segment.to_ns.min(to) - segment.from_ns.max(from);
                spent[Look::from(segment.phase) as usize] += shown.max(0);
            }
            for (seen, spent) in seen.iter_mut().zip(spent) {
                *seen |= spent >= (to - from) / 200 && spent > 0;
            }
        }
        let looks = Look::ALL.into_iter();
        let mut items: Vec<Option<Look>> = looks
            .filter(|&look| look != Look::Pending && seen[look as usize])
            .map(Some)
            .collect();
        items.push(None);
        Self { items }
    }

    /// Whether the policy of all lanes has to be named, which takes a row of its own where the
    /// figure is narrow.
    fn named(view: &View) -> Option<usize> {
        match view.lanes {
            Lanes::PerPolicy { .. } => None,
            Lanes::PerContainer { policy, .. } => Some(policy),
        }
    }

    fn height(&self, view: &View, width: f64) -> f64 {
        let rows = self.places(width).last().map_or(0.0, |&(_, row)| row + 1.0);
        let own = Self::named(view).is_some() && width < NARROW;
        LEGEND_ROW * (rows + f64::from(u8::from(own)))
    }

    /// Where each item begins, and in which row: at the right, or from the left in as many rows as
    /// it takes where the figure is narrow.
    fn places(&self, width: f64) -> Vec<(f64, f64)> {
        let widths = || self.items.iter().map(|&item| item_width(item));
        let (mut x, mut row) = (0.0, 0.0);
        if width >= NARROW {
            x = width - 10.0 - widths().sum::<f64>();
        }
        widths()
            .map(|own| {
                if x > 0.0 && x + own > width {
                    (x, row) = (0.0, row + 1.0);
                }
                let place = (x, row);
                x += own;
                place
            })
            .collect()
    }

    fn draw<B: DrawingBackend>(
        &self,
        pen: &mut Pen<'_, B>,
        theme: &Theme,
        view: &View,
        width: f64,
    ) -> Drawn<B> {
        let places = self.places(width);
        let mut top = LEGEND_ROW / 2.0;
        let named = Self::named(view).and_then(|policy| {
            let named = view.scenario.policies.get(policy)?;
            Some((Type::new(TEXT, theme.policy(policy)).bold(), &named.name))
        });
        if let Some((kind, name)) = named {
            let beside = places.first().map_or(width, |&(x, _)| x - 20.0);
            let room = if width < NARROW { width } else { beside };
            pen.text(&kind.elide(name, room), 0.0, top, kind)?;
            if width < NARROW {
                top += LEGEND_ROW;
            }
        }
        let small = Type::new(SMALL, theme.muted);
        for (&item, (x, row)) in self.items.iter().zip(places) {
            let y = top + row * LEGEND_ROW;
            swatch(pen, theme, item, x, y)?;
            pen.text(item_name(item), x + swatch_width(item) + 5.0, y, small)?;
        }
        Ok(())
    }
}

fn item_name(item: Option<Look>) -> &'static str {
    item.map_or("restart", Look::name)
}

const fn swatch_width(item: Option<Look>) -> f64 {
    match item {
        Some(_) => 14.0,
        None => MARK,
    }
}

fn item_width(item: Option<Look>) -> f64 {
    swatch_width(item) + 5.0 + Type::new(SMALL, Color::hex(0)).width(item_name(item)) + 10.0
}

fn swatch<B: DrawingBackend>(
    pen: &mut Pen<'_, B>,
    theme: &Theme,
    item: Option<Look>,
    x: f64,
    y: f64,
) -> Drawn<B> {
    let grid = pen.grid;
    let Some(look) = item else {
        return pen.rect((x, y - 7.0), (x + MARK, y + 7.0), theme.text);
    };
    let half = if look == Look::Completed { 2.0 } else { 5.0 };
    pen.rect((x, y - half), (x + 14.0, y + half), fill(theme, look))?;
    if look == Look::Running {
        pen.rect((x, y - 3.0), (x + 14.0, y + 3.0), theme.running_ground())?;
    }
    if look == Look::Waiting {
        let mut stripes = Comb::new(grid.y(y + half));
        stripes.hatch((grid.x(x), grid.x(x + 14.0)), grid.y(y - half), hatch(grid));
        pen.fill(stripes.points(), theme.hatch)?;
    }
    Ok(())
}
