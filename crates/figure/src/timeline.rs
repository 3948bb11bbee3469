//! The restart timeline: what containers were doing, in lanes.

use plotters_backend::{DrawingBackend, DrawingErrorKind};
use sim::{Outcome, Timeline};

use crate::columns::{Columns, Look, looks};
use crate::frame::{self, AXIS, Frame, NARROW};
use crate::pen::{Drawn, Grid, Pen};
use crate::plot::{Lane, Plot};
use crate::shapes::{Comb, Hatch};
use crate::text::{Anchor, SMALL, TEXT, Type};
use crate::theme::{Color, Theme};
use crate::view::{Lanes, View};
use crate::words;

/// Width of a restart mark.
const MARK: f64 = 2.0;
/// How far a mark reaches out of its lane above and below.
const REACH: f64 = 4.0;
/// Marks nearer than this are drawn as a bar that is the darker the denser they are.
const DENSE: f64 = 3.5;
/// Width of the parts of such a bar.
const CELL: f64 = 3.0;
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
}

impl Layout {
    fn of(view: &View, width: f64) -> Self {
        let legend = LEGEND_ROW * if width < 400.0 { 2.0 } else { 1.0 } + 8.0;
        match view.lanes {
            Lanes::PerPolicy { .. } if width < NARROW => Self {
                legend,
                name: 22.0,
                lane: 30.0,
                gap: 12.0,
            },
            Lanes::PerPolicy { .. } => Self {
                legend,
                name: 0.0,
                lane: 36.0,
                gap: 18.0,
            },
            Lanes::PerContainer { .. } => Self {
                legend,
                name: 0.0,
                lane: 14.0,
                gap: 10.0,
            },
        }
    }

    /// Height of the lanes, with a gap below the last one.
    fn lanes(&self, count: usize) -> f64 {
        f64::from(u32::try_from(count).unwrap_or(u32::MAX)) * (self.name + self.lane + self.gap)
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
        Lanes::PerContainer {
            policy,
            first,
            count,
        } => view
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
    let layout = Layout::of(view, width);
    layout.legend + layout.lanes(rows(view).len()) + AXIS
}

/// Draws the figure.
pub(crate) fn draw<B: DrawingBackend>(
    pen: &mut Pen<'_, B>,
    view: &View,
    theme: &Theme,
    (width, height): (f64, f64),
) -> Result<Plot, DrawingErrorKind<B::ErrorType>> {
    let layout = Layout::of(view, width);
    let rows = rows(view);
    let beside = if layout.name > 0.0 {
        0.0
    } else {
        name_room(&rows, view, theme, width)
    };
    let bottom = height.min(layout.legend + layout.lanes(rows.len()) + AXIS) - AXIS;
    let frame = Frame {
        left: beside,
        right: width - 10.0,
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
    let mut seen = [false; Look::ALL.len()];
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
        label(pen, theme, view, row, &lane, (layout, beside, width))?;
        life(pen, theme, &row.outcome.timeline, &lane, frame.left, columns, &mut seen)?;
        restarts(pen, theme, &row.outcome.timeline, &lane, frame.left, columns)?;
        plot.lanes.push(lane);
        top = lane.bottom + layout.gap;
    }
    frame::time_axis(pen, theme, frame, range)?;
    legend(pen, theme, view, &seen, width)?;
    frame::playhead(pen, theme.text, &plot, view.playhead_ns)?;
    Ok(plot)
}

fn name_type(view: &View, theme: &Theme, policy: usize) -> Type {
    match view.lanes {
        Lanes::PerPolicy { .. } => Type::new(TEXT, theme.policy(policy)).bold(),
        Lanes::PerContainer { .. } => Type::new(SMALL, theme.muted),
    }
}

fn name_room(rows: &[Row], view: &View, theme: &Theme, width: f64) -> f64 {
    let widest = rows
        .iter()
        .map(|row| name_type(view, theme, row.policy).width(&row.name))
        .fold(0.0, f64::max);
    widest.clamp(70.0, (width * 0.2).max(70.0)) + 14.0
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
    (layout, beside, width): (Layout, f64, f64),
) -> Drawn<B> {
    let name = name_type(view, theme, row.policy);
    let middle = f64::midpoint(lane.top, lane.bottom);
    if matches!(view.lanes, Lanes::PerContainer { .. }) {
        return pen.text(&name.elide(&row.name, beside - 10.0), 0.0, middle, name);
    }
    let small = Type::new(SMALL, theme.muted);
    let total = restarts_in_view(view, &row.outcome.timeline, row.container);
    let value = words::counted(total, "restart");
    if layout.name > 0.0 {
        let y = lane.top - layout.name / 2.0 - REACH / 2.0;
        let room = width - 10.0 - small.width(&value) - 10.0;
        pen.text(&name.elide(&row.name, room), 0.0, y, name)?;
        return pen.text(&value, width - 10.0, y, small.anchored(Anchor::End));
    }
    let (first, second) = name.wrap(&row.name, beside - 12.0);
    let mut lines = vec![(first, name)];
    lines.extend(second.map(|second| (second, name)));
    lines.push((value, small));
    let rows = f64::from(u32::try_from(lines.len()).unwrap_or(1));
    let mut y = middle - (rows - 1.0) * 7.5;
    for (text, kind) in lines {
        pen.text(&text, 0.0, y, kind)?;
        y += 15.0;
    }
    Ok(())
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
    left: f64,
    columns: Columns,
    seen: &mut [bool; Look::ALL.len()],
) -> Drawn<B> {
    let grid = pen.grid;
    let (top, base) = (grid.y(lane.top), grid.y(lane.bottom));
    let third = grid.length((lane.bottom - lane.top) / 3.0);
    let mut bars = Look::ALL.map(|_| Comb::new(base));
    bars[Look::Completed as usize] = Comb::new(base - third);
    let mut stripes = Comb::new(base);
    let left = grid.x(left);
    looks(timeline.segments(lane.container), columns, |look, from, to| {
        let (from, to) = (left + from * grid.step, left + to * grid.step);
        seen[look as usize] = true;
        match look {
            // The empty ground is enough.
            Look::Pending => {}
            Look::Completed => bars[look as usize].bar(from, to, top + third),
            Look::Waiting => {
                bars[look as usize].bar(from, to, top);
                stripes.hatch((from, to), top, hatch(grid));
            }
            Look::Starting | Look::Running => bars[look as usize].bar(from, to, top),
        }
    });
    for look in Look::ALL {
        pen.fill(bars[look as usize].points(), fill(theme, look))?;
    }
    pen.fill(stripes.points(), theme.hatch)
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
    left: f64,
    columns: Columns,
) -> Drawn<B> {
    let grid = pen.grid;
    let color = theme.policy(lane.policy);
    let (top, base) = (grid.y(lane.top - REACH), grid.y(lane.bottom + REACH));
    let mark = grid.length(MARK);
    let near = grid.length(DENSE);
    let cell = grid.length(CELL);
    let left = grid.x(left);

    let all = timeline.restarts(lane.container);
    let first = all.partition_point(|&at| at < columns.from_ns);
    let last = all.partition_point(|&at| at <= columns.to_ns);
    let places = all[first..last].iter().map(|&at| left + columns.of(at) * grid.step);

    let mut marks = Comb::new(base);
    let mut bars = DENSITIES.map(|_| Comb::new(base));
    let mut cluster: Vec<i32> = Vec::new();
    let mut close = |cluster: &mut Vec<i32>| {
        if let (&[from, .., to], true) = (&cluster[..], cluster.len() > 2) {
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

    for (bar, percent) in bars.iter().zip(DENSITIES) {
        pen.fill(bar.points(), color.over(theme.surface, percent))?;
    }
    pen.fill(marks.points(), color)
}

/// Share of the policy's colour in a cell with one mark at most, with up to three, and with more.
const DENSITIES: [u8; 3] = [66, 82, 100];

/// Explains the looks that occur, at the top right.
fn legend<B: DrawingBackend>(
    pen: &mut Pen<'_, B>,
    theme: &Theme,
    view: &View,
    seen: &[bool; Look::ALL.len()],
    width: f64,
) -> Drawn<B> {
    let small = Type::new(SMALL, theme.muted);
    let mut items: Vec<Option<Look>> = Look::ALL
        .into_iter()
        .filter(|&look| look != Look::Pending && seen[look as usize])
        .map(Some)
        .collect();
    items.push(None);
    let name = |item: &Option<Look>| item.map_or("restart", Look::name);
    let item_width = |item: &Option<Look>| 19.0 + small.width(name(item)) + 14.0;
    let total: f64 = items.iter().map(item_width).sum::<f64>() - 14.0;
    let mut y = LEGEND_ROW / 2.0;
    let mut x = if width < NARROW { 0.0 } else { width - 10.0 - total };
    if let (Lanes::PerContainer { policy, .. }, true) = (view.lanes, width >= NARROW) {
        if let Some(named) = view.scenario.policies.get(policy) {
            let kind = Type::new(TEXT, theme.policy(policy)).bold();
            pen.text(&kind.elide(&named.name, x - 20.0), 0.0, y, kind)?;
        }
    }
    for item in &items {
        if x > 0.0 && x + item_width(item) - 14.0 > width {
            x = 0.0;
            y += LEGEND_ROW;
        }
        swatch(pen, theme, *item, x, y)?;
        pen.text(name(item), x + 19.0, y, small)?;
        x += item_width(item);
    }
    Ok(())
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
        return pen.rect((x + 6.0, y - 7.0), (x + 6.0 + MARK, y + 7.0), theme.text);
    };
    let half = if look == Look::Completed { 2.0 } else { 5.0 };
    pen.rect((x, y - half), (x + 14.0, y + half), fill(theme, look))?;
    if look == Look::Waiting {
        let mut stripes = Comb::new(grid.y(y + half));
        stripes.hatch((grid.x(x), grid.x(x + 14.0)), grid.y(y - half), hatch(grid));
        pen.fill(stripes.points(), theme.hatch)?;
    }
    Ok(())
}
